//! The maximum width of a text in a picture. The reader's font is not known, so each letter counts as wide as in the
//! widest common font.

use unicode_width::UnicodeWidthChar;

use crate::text::shorten::shorten;
use crate::text::shown::width;

/// The factor by which bold letters are wider.
const BOLDER: f64 = 1.12;

/// The width of a text in pixels, at the font size of pictures.
pub(super) fn pixels(text: &str) -> f64 {
    let wide = |c: char| match c {
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | 'I' | ' ' | '|' | '.' | ',' | ':' | ';' | '\'' | '!' => 5.0,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 11.0,
        'A'..='Z' => 8.7,
        c if c.is_ascii() => 7.1,
        c if c.width() == Some(2) => 12.0,
        _ => 9.6,
    };
    text.chars().map(wide).sum()
}

/// The width in bold.
pub(super) fn bold(text: &str) -> f64 {
    BOLDER * pixels(text)
}

/// As much of a text as fits, shortened in the middle.
pub(super) fn fitting(text: &str, room: f64, measure: fn(&str) -> f64) -> String {
    let mut columns = width(text).min((room / 4.0) as usize);
    let mut short = shorten(text, columns);
    while measure(&short) > room && columns > 1 {
        columns -= 1;
        short = shorten(text, columns);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wide_is_shortened_more() {
        let [narrow, wide, cjk] = ["i", "W", "漢"].map(|c| fitting(&c.repeat(60), 200.0, bold));
        assert!(narrow.chars().count() > wide.chars().count() && wide.contains('…') && cjk.contains('…'));
        assert!([&narrow, &wide, &cjk].iter().all(|text| bold(text) <= 200.0), "{narrow} {wide} {cjk}");
        assert_eq!(fitting("short", 200.0, pixels), "short");
    }
}
