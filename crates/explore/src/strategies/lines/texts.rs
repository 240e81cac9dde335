//! Starting texts, and characters worth trying.

use autobva_core::{Integer, char_place};

/// Characters at the ends of their categories, where rules about texts tend to change.
const TELLING: &str = "\0\t\n\r !\"'()+,-./09:;@AZ[\\]_`az{~\u{7f}\u{80}\u{a0}\u{c0}\u{ff}\u{100}\u{3b1}\u{d7ff}\u{ffff}\u{1f600}";

/// Texts that functions tend to treat differently: numbers, words, dates and times, addresses.
pub const STARTS: [&str; 25] = [
    "",
    "a",
    "A",
    "0",
    "1",
    "-1",
    "10",
    "1.5",
    "1e3",
    "0x1f",
    "1/2",
    " a ",
    "a b",
    "a-b",
    "a_b",
    "aB1!",
    "true",
    "12:30",
    "2024-02-29",
    "29/02/2024",
    "a@b.co",
    "127.0.0.1",
    "::1",
    "http://a.co/b",
    "#00aaff",
];

/// The places of these characters.
pub fn telling() -> Vec<Integer> {
    TELLING.chars().map(char_place).collect()
}
