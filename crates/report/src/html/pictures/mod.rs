//! Pictures, each in a file of its own: lists and tables of text, which the style of the page colours.

pub(super) mod field;
mod naming;
pub(super) mod ruler;

use autobva_core::Validity;
use minijinja::context;
use minijinja::value::Value;

/// The number of colours for behaviours; after that they repeat with other letters.
const COLOURS: usize = 6;

/// What a behaviour is recognised by: its letter, and its colour. Errors are hatched as well.
pub(super) fn look(at: usize, validity: Validity) -> Value {
    let hatched = if validity == Validity::Error { " over" } else { "" };
    context! { letter => letter(at), class => format!("b{}{hatched}", at % COLOURS) }
}

/// The letters of behaviours: A, B … Z, AA, AB …
fn letter(at: usize) -> String {
    let last = char::from(b'A' + (at % 26) as u8);
    if at < 26 { last.to_string() } else { format!("{}{last}", letter(at / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_the_last() {
        assert_eq!(
            [0, 1, 25, 26, 27, 52, 701, 702].map(letter),
            ["A", "B", "Z", "AA", "AB", "BA", "ZZ", "AAA"]
        );
    }
}
