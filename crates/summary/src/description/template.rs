//! Templates: what several texts have in common, with gaps where they differ.

use std::fmt::{self, Display};

use autobva_core::digits::leading;

use crate::natural::natural;

/// A pattern that all texts match: stretches that are the same in all of them, with gaps in between.
pub(super) struct Template<'a> {
    /// The stretches, in order; only the first and the last may be empty, if the pattern starts or ends with a gap.
    stretches: Vec<Vec<&'a str>>,
    gaps: Vec<Gap<'a>>,
}

/// Up to 4 different short fillings are named.
const MOST_NAMED: usize = 4;
const LONGEST_NAMED: usize = 6;

/// What the texts contain in a gap.
#[derive(Default)]
struct Gap<'a> {
    prefix: &'a str,
    suffix: &'a str,
    shortest: usize,
    /// The distinct fillings, up to one more than are named.
    fillings: Vec<&'a str>,
}

impl<'a> Template<'a> {
    /// The template of several texts.
    pub fn of(texts: &[&'a str]) -> Template<'a> {
        let mut tokens: Vec<Vec<&'a str>> = texts.iter().map(|text| tokenize(text)).collect();
        let mut stretches = vec![tokens.pop().unwrap_or_default()];
        for tokens in &tokens {
            if spans(&stretches, tokens).is_none() {
                stretches = merged(&stretches, tokens);
            }
        }
        let gaps = stretches.len() - 1;
        let mut template = Template { stretches, gaps: Vec::new() };
        template.gaps.resize_with(gaps, Gap::default);
        for text in texts {
            template.note(text);
        }
        template
    }

    fn note(&mut self, text: &'a str) {
        let tokens = tokenize(text);
        let Some(spans) = spans(&self.stretches, &tokens) else { return };
        let offset = |token: usize| tokens[..token].iter().map(|token| token.len()).sum::<usize>();
        for ((gap, from), to) in self.gaps.iter_mut().zip(&spans).zip(spans.iter().skip(1)) {
            gap.note(&text[offset(from.1)..offset(to.0)]);
        }
    }
}

impl<'a> Gap<'a> {
    fn note(&mut self, filling: &'a str) {
        let is_first = self.fillings.is_empty();
        let (prefix, suffix) = if is_first { (filling, filling) } else { (self.prefix, self.suffix) };
        self.prefix = &prefix[..common(prefix.chars(), filling.chars())];
        let from_end = common(suffix.chars().rev(), filling.chars().rev());
        self.suffix = &suffix[suffix.len() - from_end..];
        self.shortest = if is_first { filling.len() } else { self.shortest.min(filling.len()) };
        if self.fillings.len() <= MOST_NAMED && !self.fillings.contains(&filling) {
            self.fillings.push(filling);
        }
    }
}

/// The length in bytes of the common beginning.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum()
}

impl Display for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, stretch) in self.stretches.iter().enumerate() {
            if let Some(gap) = place.checked_sub(1).and_then(|before| self.gaps.get(before)) {
                gap.fmt(f)?;
            }
            stretch.iter().try_for_each(|token| f.write_str(token))?;
        }
        Ok(())
    }
}

impl Display for Gap<'_> {
    /// A few short fillings are listed; otherwise the gap is shown by its common beginning and end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_short =
            |filling: &&str| (1..=LONGEST_NAMED).contains(&filling.len()) && !filling.contains(' ');
        if self.fillings.len() <= MOST_NAMED && self.fillings.iter().all(is_short) {
            let mut names = self.fillings.clone();
            names.sort_by(|a, b| natural(a, b));
            return f.write_str(&names.join("/"));
        }
        // The beginning and the end must not overlap in the shortest filling.
        let prefix = self.prefix;
        let room = self.shortest.saturating_sub(prefix.len());
        let from = self.suffix.len() - self.suffix.len().min(room);
        let from = (from..=self.suffix.len()).find(|&at| self.suffix.is_char_boundary(at));
        write!(f, "{prefix}…{}", &self.suffix[from.unwrap_or(self.suffix.len())..])
    }
}

/// Splits a text into numbers, words and single other characters.
fn tokenize(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut joins = false;
    while let Some(first) = rest.chars().next() {
        let sign = usize::from(first == '-' && !joins);
        let number = number_length(&rest[sign..]);
        let word: usize = rest.chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
        let length = match (number, word) {
            (0, 0) => first.len_utf8(),
            (0, word) => word,
            (number, _) => sign + number,
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        joins = number > 0 || word > 0;
        rest = after;
    }
    tokens
}

/// The length of the number at the start, with its fraction.
fn number_length(text: &str) -> usize {
    let whole = leading(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, leading);
    if whole > 0 && fraction > 0 { whole + 1 + fraction } else { whole }
}

/// The position of each stretch in a matching text, leftmost first; `None` if the text does not match.
fn spans(stretches: &[Vec<&str>], tokens: &[&str]) -> Option<Vec<(usize, usize)>> {
    let (first, rest) = stretches.split_first()?;
    if !tokens.starts_with(first) {
        return None;
    }
    let mut spans = vec![(0, first.len())];
    let mut at = first.len();
    for (place, stretch) in rest.iter().enumerate() {
        let is_last = place + 1 == rest.len();
        let from = match is_last {
            true => tokens
                .len()
                .checked_sub(stretch.len())
                .filter(|&from| from >= at && tokens.ends_with(stretch)),
            false => (at..=tokens.len()).find(|&from| tokens[from..].starts_with(stretch)),
        }?;
        at = from + stretch.len();
        spans.push((from, at));
    }
    (at == tokens.len()).then_some(spans)
}

/// Merges a template and a text: the longest common subsequence of tokens, in stretches that are unbroken in both.
fn merged<'a>(stretches: &[Vec<&'a str>], tokens: &[&'a str]) -> Vec<Vec<&'a str>> {
    // Each token of the template with the index of its stretch.
    let known: Vec<(usize, &str)> = stretches
        .iter()
        .enumerate()
        .flat_map(|(stretch, tokens)| tokens.iter().map(move |token| (stretch, *token)))
        .collect();
    let matches = longest_common(&known, tokens);
    let mut merged = vec![Vec::new()];
    let mut previous: Option<(usize, usize)> = None;
    for (left, right) in matches {
        let joined = match previous {
            None => left == 0 && right == 0 && known[0].0 == 0,
            Some((l, r)) => l + 1 == left && r + 1 == right && known[l].0 == known[left].0,
        };
        if !joined {
            merged.push(Vec::new());
        }
        if let Some(stretch) = merged.last_mut() {
            stretch.push(known[left].1);
        }
        previous = Some((left, right));
    }
    let (known_end, tokens_end) = previous.map_or((0, 0), |(left, right)| (left + 1, right + 1));
    let was_open = stretches.len() > 1 && stretches.last().is_some_and(Vec::is_empty);
    if was_open || known_end < known.len() || tokens_end < tokens.len() {
        merged.push(Vec::new());
    }
    merged
}

/// Only the first 300 tokens of a text are compared; the rest is a gap.
const MOST_TOKENS: usize = 300;

/// The positions of a longest common subsequence.
fn longest_common(a: &[(usize, &str)], b: &[&str]) -> Vec<(usize, usize)> {
    let (a, b) = (&a[..a.len().min(MOST_TOKENS)], &b[..b.len().min(MOST_TOKENS)]);
    let width = b.len() + 1;
    let mut lengths = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = match a[i].1 == b[j] {
                true => lengths[(i + 1) * width + j + 1] + 1,
                false => lengths[(i + 1) * width + j].max(lengths[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j, mut places) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i].1 == b[j] {
            places.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn template(texts: &[&str]) -> String {
        Template::of(texts).to_string()
    }

    #[test]
    fn what_is_common_stays_and_few_alternatives_are_named() {
        let days = ["Day: 0 out of range (1:31)", "Day: 99 out of range (1:30)"];
        assert_eq!(template(&days), "Day: 0/99 out of range (1:30/31)");
        assert_eq!(template(&["Day: 0 out", "Month: 13 out", "Day: 4 out"]), "Day/Month: 0/4/13 out");
        assert_eq!(template(&["9.9 kB", "9.9 MB", "9.9 GB", "9.9 TB", "9.9 EB"]), "9.9 …B");
        let tens = ["-10B", "-100B", "-1000B", "-10000B", "-100000B"];
        assert_eq!(template(&tens), "-10…B");
        let dates = ["-0001-02-03", "-0001-11-09", "-0001-03-04", "-0001-04-05", "-0001-05-06"];
        assert_eq!(template(&dates), "-0001-…-0…");
        assert_eq!(template(&["abc", "12", ""]), "…");
    }

    proptest! {
        #[test]
        fn every_text_matches(texts in prop::collection::vec("[ab1-3 .é-]{0,10}", 1..8)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let template = Template::of(&texts);
            for text in texts {
                prop_assert!(spans(&template.stretches, &tokenize(text)).is_some(), "{text:?} in {template}");
            }
        }
    }
}
