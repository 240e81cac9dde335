//! Parts of a text that move on their own: its numbers, and the parts between separators.

use std::ops::Range;

use crate::integer::Integer;

/// Longer runs of digits are not numbers that anybody counts with.
const MOST_DIGITS: usize = 30;

/// The positions of the runs of digits. A minus belongs to a run at the beginning of the text and after a space, an
/// opening bracket or an equals sign: in `at -5` it is a sign, in `2023-02-28` it is a separator.
pub(super) fn runs(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut runs = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = crate::digits::leading(&text[at..]);
        if length == 0 {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        // `1_000` is one number written in groups; moving one group would make it another number.
        let is_grouped = text[..at].ends_with('_') && is_digit(text[..at - 1].chars().next_back())
            || text[at + length..].starts_with('_') && is_digit(text[at + length + 1..].chars().next());
        let is_signed = at > 0 && bytes[at - 1] == b'-' && takes_sign(&text[..at - 1]);
        if length <= MOST_DIGITS && !is_grouped {
            runs.push(at - usize::from(is_signed)..at + length);
        }
        at += length;
    }
    runs
}

fn is_digit(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_digit())
}

/// Whether a minus after this text is a sign rather than a separator.
fn takes_sign(before: &str) -> bool {
    before
        .chars()
        .next_back()
        .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '{' | '=' | '<' | '>' | ','))
}

/// The number that a run of digits forms.
pub(super) fn number(text: &str, at: usize) -> Option<Integer> {
    runs(text).get(at).and_then(|run| text[run.clone()].parse().ok())
}

/// The least and the greatest number that the run can become; negative only where a minus would be a sign.
pub(super) fn number_ends(text: &str, at: usize) -> Option<(Integer, Integer)> {
    let run = runs(text).get(at)?.clone();
    let most: Integer = "9".repeat(MOST_DIGITS).parse().ok()?;
    let is_signed = text[run.clone()].starts_with('-') || takes_sign(&text[..run.start]);
    let least = if is_signed { &Integer::ZERO - &most } else { Integer::ZERO };
    Some((least, most))
}

/// The text with another number in place of the run; a number with leading zeros keeps its width.
pub(super) fn with_number(text: &str, at: usize, number: &Integer) -> Box<str> {
    let Some(run) = runs(text).get(at).cloned() else { return text.into() };
    let digits = text[run.clone()].trim_start_matches('-');
    let width = if digits.len() > 1 && digits.starts_with('0') { digits.len() } else { 0 };
    let written = number.to_string();
    let (sign, written) = written.strip_prefix('-').map_or(("", written.as_str()), |rest| ("-", rest));
    format!("{}{sign}{written:0>width$}{}", &text[..run.start], &text[run.end..]).into()
}

/// The positions of the parts between separators; every character except letters and digits is a separator.
pub(super) fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_alphanumeric()) {
        parts.push(from..at);
        from = at + c.len_utf8();
    }
    parts.push(from..text.len());
    parts
}

pub(super) fn part_length(text: &str, at: usize) -> usize {
    parts(text).get(at).map_or(0, |part| text[part.clone()].chars().count())
}

/// The text with a part cut, or lengthened by repeating its last character.
pub(super) fn with_part_length(text: &str, at: usize, length: usize) -> Box<str> {
    let Some(part) = parts(text).get(at).cloned() else { return text.into() };
    let old = &text[part.clone()];
    let filler = old.chars().next_back().unwrap_or('a');
    let new: String = old.chars().chain(std::iter::repeat(filler)).take(length).collect();
    format!("{}{new}{}", &text[..part.start], &text[part.end..]).into()
}

/// A text has at most 4 kinds of separators, and a longer piece than 3 characters is neither repeated nor cut off.
const MOST_SEPARATORS: usize = 4;
const LONGEST_PIECE: usize = 3;
/// At most 255 pieces are added.
const MOST_MORE: usize = 255;

/// Between words there is any white space.
pub(super) const BLANK: char = ' ';

/// The different separators of a text, in the order in which they occur. Words may follow every text.
pub(super) fn separators(text: &str) -> Vec<char> {
    let mut found = Vec::new();
    for c in text.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).chain([BLANK]) {
        if found.len() < MOST_SEPARATORS && !found.contains(&c) {
            found.push(c);
        }
    }
    found
}

/// The positions of the pieces between separators of one kind. Words are never empty.
fn pieces_of(text: &str, separator: char) -> Vec<Range<usize>> {
    let is_separator = |c: char| if separator == BLANK { c.is_whitespace() } else { c == separator };
    let mut pieces = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| is_separator(*c)) {
        pieces.push(from..at);
        from = at + c.len_utf8();
    }
    pieces.push(from..text.len());
    pieces.retain(|piece| separator != BLANK || !piece.is_empty());
    pieces
}

pub(super) fn pieces(text: &str, separator: char) -> usize {
    pieces_of(text, separator).len()
}

/// The least and the greatest number of pieces that the text can have, if it has `room` for further characters.
pub(super) fn piece_ends(text: &str, separator: char, room: usize) -> (usize, usize) {
    let pieces = pieces_of(text, separator);
    let is_short = |piece: &&Range<usize>| text[(*piece).clone()].chars().count() <= LONGEST_PIECE;
    let cut = pieces.iter().rev().take_while(is_short).count();
    // To leave no word out of several, or only a long one, is more than one step.
    let is_one = separator == BLANK && text.chars().nth(1).is_none();
    let more = room / (1 + another_piece(text, separator).chars().count());
    ((pieces.len() - cut).max(usize::from(!is_one)).min(pieces.len()), pieces.len() + more.min(MOST_MORE))
}

/// What is added for another piece: the last one, or its first character if it is long.
fn another_piece(text: &str, separator: char) -> &str {
    let last = pieces_of(text, separator).pop();
    let last = last.map_or("a", |last| &text[last]);
    let first = last.chars().next().map_or(0, char::len_utf8);
    if last.chars().count() > LONGEST_PIECE { &last[..first] } else { last }
}

/// The text with only its first pieces, or with further ones.
pub(super) fn with_pieces(text: &str, separator: char, count: usize) -> Box<str> {
    let pieces = pieces_of(text, separator);
    if count <= pieces.len() {
        return text[..count.checked_sub(1).map_or(0, |last| pieces[last].end)].into();
    }
    let more = another_piece(text, separator);
    let mut longer = text.to_string();
    for at in pieces.len()..count {
        if separator != BLANK || at > 0 && !longer.ends_with(char::is_whitespace) {
            longer.push(separator);
        }
        longer.push_str(more);
    }
    longer.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(text: &str, at: usize, to: i128) -> String {
        let there = with_number(text, at, &Integer::Small(to));
        assert_eq!(number(&there, at), Some(Integer::Small(to)), "{there}");
        there.into()
    }

    #[test]
    fn numbers_in_a_text_move_on_their_own() {
        assert_eq!(moved("host:1023", 0, 1024), "host:1024");
        assert_eq!(moved("255.255.0.1", 1, 256), "255.256.0.1");
        assert_eq!(moved("2023-02-28", 1, 3), "2023-03-28");
        assert_eq!(moved("2023-02-28", 2, 100), "2023-02-100");
        assert_eq!(moved("7", 0, -1), "-1");
        assert_eq!(moved("-1", 0, 0), "0");
        assert_eq!(number_ends("2023-02", 1).unwrap().0, Integer::ZERO);
        assert_eq!(runs("é1x22"), [2..3, 4..6]);
        assert_eq!(runs("1_000 a_2 b3"), [8..9, 11..12]);
        assert_eq!(number("12:-5", 1), Some(Integer::Small(5)));
    }

    #[test]
    fn parts_have_a_length_of_their_own() {
        assert_eq!(&*with_part_length("ab@example.org", 0, 4), "abbb@example.org");
        assert_eq!(&*with_part_length("ab@example.org", 2, 0), "ab@example.");
        assert_eq!(&*with_part_length("a..b", 1, 2), "a.aa.b");
        assert_eq!(part_length("é-ü", 1), 1);
    }

    #[test]
    fn pieces_are_cut_off_and_added() {
        assert_eq!((separators("a.b c.d"), separators("")), (vec!['.', ' '], vec![' ']));
        assert_eq!((pieces("1.2.3", '.'), pieces("", '.'), pieces("", ' ')), (3, 1, 0));
        assert_eq!(pieces(" a \t b\n", ' '), 2);
        assert_eq!(&*with_pieces("1.2.3", '.', 2), "1.2");
        assert_eq!(&*with_pieces("a,", ',', 3), "a,,");
        assert_eq!(&*with_pieces(" a b ", ' ', 1), " a");
        assert_eq!(&*with_pieces("a b", ' ', 4), "a b b b");
        assert_eq!(&*with_pieces("exit", ' ', 3), "exit e e");
        assert_eq!(&*with_pieces("", ' ', 2), "a a");
        assert_eq!(piece_ends("1.2.3", '.', 4), (1, 5));
        assert_eq!(piece_ends("a", ' ', 0), (0, 1));
        assert_eq!((piece_ends("ab", ' ', 0), piece_ends("  ", ' ', 0)), ((1, 1), (0, 0)));
        assert_eq!(piece_ends("street,1", ',', 0), (1, 2));
        assert_eq!(piece_ends("1,street", ',', 4), (2, 4));
        for (text, count) in [("a ", 2), (" ", 1), ("é\u{a0}ü", 3), ("", 0), ("a b", 0)] {
            assert_eq!(pieces(&with_pieces(text, ' ', count), ' '), count, "{text}");
        }
    }
}
