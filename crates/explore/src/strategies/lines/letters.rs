//! Texts: places of characters, and texts to begin with.

use autobva_core::{Input, Integer, Value};

/// The place of the last character.
pub const LAST: i128 = char::MAX as i128 - SURROGATES;
/// Numbers that are no characters.
const SURROGATES: i128 = 0x800;
const FIRST_SURROGATE: i128 = 0xd800;

/// Characters at the ends of their kinds, where rules about texts tend to change.
const TELLING: &str = "\0\t\n\r !\"'()+,-./09:;@AZ[\\]_`az{~\u{7f}\u{80}\u{a0}\u{c0}\u{ff}\u{100}\u{3b1}\u{d7ff}\u{ffff}\u{1f600}";

/// Texts that functions of texts tend to tell apart: numbers, words, dates and times, addresses.
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

/// The place of a character: as many as come before it.
pub fn place(c: char) -> Integer {
    let code = i128::from(u32::from(c));
    Integer::Small(if code < FIRST_SURROGATE { code } else { code - SURROGATES })
}

/// The places of the telling characters.
pub fn telling() -> Vec<Integer> {
    TELLING.chars().map(place).collect()
}

/// The character at a place.
fn at(place: &Integer) -> char {
    let place = place.to_i128().unwrap_or(0);
    let code = if place < FIRST_SURROGATE { place } else { place + SURROGATES };
    u32::try_from(code).ok().and_then(char::from_u32).unwrap_or(char::MAX)
}

/// The character at a position of an argument, if it is a text that long.
pub fn letter(input: &Input, argument: usize, position: usize) -> Option<char> {
    let Value::Text(text) = &input[argument] else { return None };
    text.chars().nth(position)
}

/// Puts the character at a place into a position of an argument.
pub fn set_letter(input: &mut Input, argument: usize, position: usize, place: &Integer) {
    if let Value::Text(text) = &mut input[argument] {
        let set = |(index, c)| if index == position { at(place) } else { c };
        *text = text.chars().enumerate().map(set).collect::<String>().into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_a_place_and_every_place_a_character() {
        let mut last = None;
        for place_of_one in 0..=LAST {
            let c = at(&Integer::Small(place_of_one));
            assert_eq!(place(c), Integer::Small(place_of_one));
            assert!(last < Some(c));
            last = Some(c);
        }
        assert_eq!(last, Some(char::MAX));
    }
}
