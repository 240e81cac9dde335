//! The natural order of texts: numbers count by their value, so that `-9B` comes before `10B`.

use std::cmp::Ordering;

use autobva_core::digits::leading;

/// Compares two texts part by part: numbers by value, anything else by character, and numbers before anything else.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (Parts::new(a), Parts::new(b));
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return a.cmp(b),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(Part::Number(x)), Some(Part::Number(y))) => by_value(x, y),
            (Some(Part::Number(_)), Some(Part::Other(_))) => Ordering::Less,
            (Some(Part::Other(_)), Some(Part::Number(_))) => Ordering::Greater,
            (Some(Part::Other(x)), Some(Part::Other(y))) => x.cmp(&y),
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Compares decimal numbers of any length. The fraction after a point is a separate part.
fn by_value(a: &str, b: &str) -> Ordering {
    let magnitude = |number: &str| {
        let digits = number.trim_start_matches('-').trim_start_matches('0').to_string();
        (digits.len(), digits)
    };
    match (a.starts_with('-'), b.starts_with('-')) {
        (false, false) => magnitude(a).cmp(&magnitude(b)),
        (true, true) => magnitude(b).cmp(&magnitude(a)),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

enum Part<'a> {
    Number(&'a str),
    Other(char),
}

struct Parts<'a> {
    rest: &'a str,
    /// Whether a minus here would join two words or numbers rather than be a sign.
    joins: bool,
}

impl<'a> Parts<'a> {
    fn new(text: &'a str) -> Parts<'a> {
        Parts { rest: text, joins: false }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let first = self.rest.chars().next()?;
        let sign = usize::from(first == '-' && !self.joins);
        let digits = leading(&self.rest[sign..]);
        let end = if digits > 0 { sign + digits } else { first.len_utf8() };
        let (part, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.joins = digits > 0 || first.is_alphanumeric();
        Some(if digits > 0 { Part::Number(part) } else { Part::Other(first) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_count_by_value() {
        let sorted =
            ["-10B", "-9B", "0B", "9.9 kB", "9B", "10B", "2020-09-03", "2020-10-01", "falseB", "trueB"];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(natural(a, b), i.cmp(&j), "{a} {b}");
            }
        }
        assert_eq!(natural("Day: -1 out", "Day: 0 out"), Ordering::Less);
        assert_eq!(natural("Day: 9", "Day: 10"), Ordering::Less);
        assert_ne!(natural("10B", "010B"), Ordering::Equal);
    }

    proptest! {
        #[test]
        fn is_an_order(a in "[-0-2a.]{0,6}", b in "[-0-2a.]{0,6}", c in "[-0-2a.]{0,6}") {
            prop_assert_eq!(natural(&a, &b), natural(&b, &a).reverse());
            prop_assert_eq!(natural(&a, &b).is_eq(), a == b);
            if natural(&a, &b).is_le() && natural(&b, &c).is_le() {
                prop_assert!(natural(&a, &c).is_le());
            }
        }
    }
}
