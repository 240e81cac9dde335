//! Folding digits: makes all numbers in a text look the same.
//!
//! Only ASCII digits count. In UTF-8 they are single bytes that occur in no other character, so characters and bytes
//! can be folded alike.

/// The character that replaces a whole number in a [`wording`].
pub const NUMBER: char = '#';

fn is_digit(sign: impl Into<char>) -> bool {
    sign.into().is_ascii_digit()
}

/// The character or byte with all digits alike. The replacement is itself a digit, so it cannot be mistaken for
/// anything else.
pub fn fold<S: Copy + Into<char> + From<u8>>(sign: S) -> S {
    if is_digit(sign) { S::from(b'0') } else { sign }
}

/// The characters or bytes with one `mark` in place of each run of digits.
pub fn fold_numbers<S: Copy + Into<char>>(
    signs: impl Iterator<Item = S>,
    mark: S,
) -> impl Iterator<Item = S> {
    let mut in_number = false;
    signs.filter_map(move |sign| {
        let was_in_number = std::mem::replace(&mut in_number, is_digit(sign));
        match (in_number, was_in_number) {
            (true, true) => None,
            (true, false) => Some(mark),
            (false, _) => Some(sign),
        }
    })
}

/// The characters with all digits alike: `99B` becomes `00B`.
pub fn shape(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(fold)
}

/// Whether two texts differ in digits at most, in one pass over their bytes.
pub fn same_shape(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let alike = |at: usize| a[at] == b[at] || (is_digit(a[at]) && is_digit(b[at]));
    a.len() == b.len() && (0..a.len()).all(alike)
}

/// The characters with one `#` in place of each run of digits: `999.9 kB` becomes `#.# kB`.
pub fn wording(text: &str) -> impl Iterator<Item = char> {
    fold_numbers(text.chars(), NUMBER)
}

/// The number of digits at the beginning of the text.
pub fn leading(text: &str) -> usize {
    text.bytes().take_while(|byte| is_digit(*byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_folded_and_nothing_else_is() {
        assert_eq!(shape("99B, 1.5 é٣").collect::<String>(), "00B, 0.0 é٣");
        assert_eq!(wording("-999.9 kB, #7").collect::<String>(), "-#.# kB, ##");
        assert_eq!(fold_numbers("é12".bytes(), b'0').collect::<Vec<_>>(), "é0".as_bytes());
        assert_eq!([leading("12a3"), leading("a1"), leading("")], [2, 0, 0]);
    }

    #[test]
    fn texts_of_one_shape_are_folded_to_one_text() {
        let texts = ["", "1", "9", "12", "1B", "2B", "-1", "é", "é1", "٣"];
        for (a, b) in texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b))) {
            assert_eq!(same_shape(a, b), shape(a).eq(shape(b)), "{a} {b}");
        }
    }
}
