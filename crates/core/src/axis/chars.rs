//! Characters on a line of their own: every character has a place, and the surrogates leave no gap.

use crate::integer::Integer;

/// The place of the last character.
pub(super) const LAST: i128 = char::MAX as i128 - SURROGATES;
/// The number of code points that are not characters.
const SURROGATES: i128 = 0x800;
const FIRST_SURROGATE: i128 = 0xd800;

/// The place of a character: the number of characters before it.
pub fn char_place(c: char) -> Integer {
    let code = i128::from(u32::from(c));
    Integer::Small(if code < FIRST_SURROGATE { code } else { code - SURROGATES })
}

/// The character at a place, if there is one.
pub(super) fn char_at(place: &Integer) -> Option<char> {
    let place = place.to_i128()?;
    let code = if place < FIRST_SURROGATE { place } else { place.checked_add(SURROGATES)? };
    u32::try_from(code).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_a_place_and_every_place_a_character() {
        let mut last = None;
        for place in 0..=LAST {
            let c = char_at(&Integer::Small(place));
            assert_eq!(c.map(char_place), Some(Integer::Small(place)));
            assert!(last < c);
            last = c;
        }
        assert_eq!(last, Some(char::MAX));
        for outside in [Integer::Small(-1), Integer::Small(LAST + 1), Integer::Small(i128::MAX)] {
            assert_eq!(char_at(&outside), None);
        }
    }
}
