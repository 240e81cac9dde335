//! Shortens two texts in the middle at once, so that their difference stays visible.

use super::shown::{Piece, pieces};

const GAP: &str = "…";

/// Shortens both texts to `room` columns by the same rule: their common beginning, the place where they first differ,
/// and their ends stay visible. Texts that differ still differ afterwards, given a handful of columns.
pub(crate) fn shorten_pair(a: &str, b: &str, room: usize) -> (String, String) {
    let (a, b) = (pieces(a), pieces(b));
    let plan = Shortening::new(&a, &b, room);
    (plan.apply(&a), plan.apply(&b))
}

/// Shortens one text in the middle.
pub(crate) fn shorten(text: &str, room: usize) -> String {
    let all = pieces(text);
    Shortening { room, window: None }.apply(&all)
}

fn total(pieces: &[Piece]) -> usize {
    pieces.iter().map(|piece| piece.width).sum()
}

/// How many pieces from the front fit.
fn fitting<'p, 'a: 'p>(pieces: impl Iterator<Item = &'p Piece<'a>>, room: usize) -> usize {
    let widths = pieces.scan(0, |sum, piece| {
        *sum += piece.width;
        Some(*sum)
    });
    widths.take_while(|&sum| sum <= room).count()
}

fn concat(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text).collect()
}

struct Shortening {
    room: usize,
    /// The piece at which a window on the middle starts, if the ends alone would hide the difference.
    window: Option<usize>,
}

impl Shortening {
    fn new(a: &[Piece], b: &[Piece], room: usize) -> Shortening {
        let first = a.iter().zip(b).take_while(|(x, y)| x == y).count();
        let ends = Shortening { room, window: None };
        if a == b || total(a).max(total(b)) <= room || ends.shows(a, b, first) {
            return ends;
        }
        let context = fitting(a[..first].iter().rev(), ends.middle() / 3);
        Shortening { room, window: Some(first - context) }
    }

    /// Whether head and tail alone show the first difference: it is in both heads, or at the same place in both tails.
    fn shows(&self, a: &[Piece], b: &[Piece], first: usize) -> bool {
        let (head, tail) = self.ends();
        let in_head = |text: &[Piece]| first < fitting(text.iter(), head);
        let in_tail = |text: &[Piece]| first >= text.len() - fitting(text.iter().rev(), tail);
        (in_head(a) && in_head(b)) || (a.len() == b.len() && in_tail(a) && in_tail(b))
    }

    /// The sizes of head and tail if only the middle is left out.
    fn ends(&self) -> (usize, usize) {
        let room = self.room.saturating_sub(1);
        (room.div_ceil(2), room / 2)
    }

    /// The size of head and tail beside a window; 0 if there is little room.
    fn flanks(&self) -> usize {
        if self.room < 12 { 0 } else { self.room / 4 }
    }

    fn middle(&self) -> usize {
        self.room.saturating_sub(2 * self.flanks() + 2)
    }

    fn apply(&self, text: &[Piece]) -> String {
        match self.window {
            _ if total(text) <= self.room => concat(text),
            None => self.without_middle(text),
            Some(start) => self.around(text, start),
        }
    }

    fn without_middle(&self, text: &[Piece]) -> String {
        let (head, tail) = self.ends();
        let from = text.len() - fitting(text.iter().rev(), tail);
        let to = fitting(text.iter(), head);
        if self.room == 0 { String::new() } else { concat(&text[..to]) + GAP + &concat(&text[from..]) }
    }

    fn around(&self, text: &[Piece], start: usize) -> String {
        let head = fitting(text.iter(), self.flanks()).min(start);
        // A gap never replaces a single column.
        let head = if total(&text[head..start]) <= 1 { start } else { head };
        let opening = match head == start {
            true => concat(&text[..head]),
            false => concat(&text[..head]) + GAP,
        };
        let rest = &text[start..];
        let room = self.room - total(&text[..head]) - usize::from(head != start);
        if total(rest) <= room {
            return opening + &concat(rest);
        }
        let from = rest.len() - fitting(rest.iter().rev(), self.flanks());
        let to = fitting(rest.iter(), room.saturating_sub(1 + total(&rest[from..])));
        opening + &concat(&rest[..to]) + GAP + &concat(&rest[from..])
    }
}

#[cfg(test)]
mod tests {
    use super::super::shown::{escaped, width};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_texts_stay() {
        assert_eq!(shorten_pair("abc", "abd", 3), ("abc".into(), "abd".into()));
        assert_eq!(shorten("abcdefghij", 7), "abc…hij");
    }

    #[test]
    fn the_difference_stays_in_view() {
        let nines = "9".repeat(40);
        let power = format!("1{}", "0".repeat(40));
        assert_eq!(shorten_pair(&nines, &power, 9), ("9999…9999".into(), "1000…0000".into()));
        let (a, b) = (format!("{nines}1{nines}"), format!("{nines}2{nines}"));
        assert_eq!(shorten_pair(&a, &b, 20), ("99999…99199999…99999".into(), "99999…99299999…99999".into()));
    }

    #[test]
    fn a_text_and_its_beginning_look_different() {
        let (shorter, longer) = ("9".repeat(159), "9".repeat(160));
        let (a, b) = shorten_pair(&shorter, &longer, 20);
        assert_ne!(a, b);
        assert!(width(&a) <= 20 && width(&b) <= 20);
    }

    fn nasty() -> impl Strategy<Value = String> {
        prop_oneof![
            "[ab]{0,60}",
            "[ae\u{301}漢🎉\u{fe0f}1]{0,40}",
            any::<String>(),
            "9{0,80}",
            "(0{30}[0-9]{2}0{30})"
        ]
    }

    fn nasty_pair() -> impl Strategy<Value = (String, String)> {
        let shared = (nasty(), nasty(), nasty(), nasty());
        shared.prop_map(|(front, a, b, end)| (format!("{front}{a}{end}"), format!("{front}{b}{end}")))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn fits_and_keeps_texts_apart((a, b) in nasty_pair(), room in 8usize..60) {
            let (a, b) = (escaped(&a), escaped(&b));
            let (short_a, short_b) = shorten_pair(&a, &b, room);
            prop_assert!(width(&short_a) <= room, "{short_a:?} is wider than {room}");
            prop_assert!(width(&short_b) <= room, "{short_b:?} is wider than {room}");
            prop_assert!(a == b || short_a != short_b, "{a:?} and {b:?} both became {short_a:?}");
            prop_assert!(width(&shorten(&a, room)) <= room);
        }
    }
}
