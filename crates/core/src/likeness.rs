//! What counts as the same behaviour: outcomes are compared in the coarsest way that still distinguishes the two sides
//! of a boundary.

use std::fmt::Write;

use crate::behaviour::{Parsed, Place};
use crate::digits::{same_shape, shape, wording};
use crate::outcome::Outcome;

/// How closely two outcomes are compared. Validity and type must always agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// Nothing else is compared.
    Type,
    /// The wordings must agree; numbers, dates, and counts of items or repetitions do not matter.
    Wording,
    /// The texts must agree except for numbers: `999.9 kB` equals `1.0 kB` but not `1.0 MB`.
    Template,
    /// The texts must agree except for digits: `99B` does not equal `100B`.
    Shape,
    /// The texts must agree.
    Exact,
}

impl Likeness {
    /// The comparisons with which the boundary is looked for, in this order: the coarsest one that distinguishes the
    /// texts of its sides, then types alone, for a boundary that moved while its wording changed.
    pub fn of(boundary: &Place) -> impl Iterator<Item = Likeness> {
        let (left, right) = (&boundary.left.outcome, &boundary.right.outcome);
        let parts = move |likeness: &Likeness| !likeness.same(left, right);
        let by_text = [Likeness::Template, Likeness::Shape, Likeness::Exact].into_iter().find(parts);
        by_text.into_iter().chain([Likeness::Type].into_iter().filter(parts))
    }

    /// Whether both outcomes are the same behaviour.
    pub fn same(self, a: &Outcome, b: &Outcome) -> bool {
        a.validity() == b.validity()
            && a.type_name() == b.type_name()
            && match self {
                Likeness::Type => true,
                Likeness::Wording => told(a) == told(b),
                Likeness::Template => wording(a.text()).eq(wording(b.text())),
                Likeness::Shape => same_shape(a.text(), b.text()),
                Likeness::Exact => a.text() == b.text(),
            }
    }
}

impl Likeness {
    /// Whether the same two behaviours meet at both boundaries.
    pub fn alike(self, a: &Place, b: &Place) -> bool {
        self.same(&a.left.outcome, &b.left.outcome) && self.same(&a.right.outcome, &b.right.outcome)
    }

    /// A text that two outcomes share if and only if they are the [same](Likeness::same) behaviour.
    pub fn key(self, outcome: &Outcome) -> String {
        let text: String = match self {
            Likeness::Type => String::new(),
            Likeness::Wording => told(outcome),
            Likeness::Template => wording(outcome.text()).collect(),
            Likeness::Shape => shape(outcome.text()).collect(),
            Likeness::Exact => outcome.text().to_string(),
        };
        format!("{}\0{}\0{text}", outcome.validity(), outcome.type_name())
    }
}

impl Place {
    /// Whether the same two behaviours meet at the other boundary, compared as coarsely as this boundary allows.
    pub fn behaves_as(&self, other: &Place) -> bool {
        Likeness::of(self).next().is_some_and(|likeness| likeness.alike(self, other))
    }

    /// The two behaviours that meet here in words, without numbers: `str "#.# kB" | str "#.# MB"`.
    pub fn behaviours(&self) -> String {
        let mut words = String::new();
        for (outcome, bar) in [(&self.left.outcome, " | "), (&self.right.outcome, "")] {
            let text: String = wording(outcome.text()).collect();
            let short = Outcome::valid("", text).abbreviated();
            let _ = write!(words, "{} {:?}{bar}", kind(outcome), short.text());
        }
        words
    }

    /// The types of the two outcomes that meet here: `str | error ValueError`.
    pub fn kinds(&self) -> String {
        format!("{} | {}", kind(&self.left.outcome), kind(&self.right.outcome))
    }
}

fn told(outcome: &Outcome) -> String {
    Parsed::of(outcome.text(), outcome.type_name()).wording
}

fn kind(outcome: &Outcome) -> String {
    match outcome.is_valid() {
        true => outcome.type_name().to_string(),
        false => format!("error {}", outcome.type_name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::Observation;
    use crate::input::Input;

    fn boundary(left: Outcome, right: Outcome) -> Place {
        let [left, right] = [left, right].map(|outcome| Observation { input: Input::default(), outcome });
        Place { left, right }
    }

    #[test]
    fn the_coarsest_way_that_parts_the_sides() {
        let ways = |left: &str, right: &str| {
            let pair = boundary(Outcome::valid("str", left), Outcome::valid("str", right));
            Likeness::of(&pair).collect::<Vec<_>>()
        };
        assert_eq!(ways("999.9 kB", "1.0 MB"), [Likeness::Template]);
        assert_eq!(ways("999.9 kB", "1000.0 kB"), [Likeness::Shape]);
        assert_eq!(ways("1", "2"), [Likeness::Exact]);
        assert_eq!(ways("1", "1"), []);
        let mixed = boundary(Outcome::valid("int", "1"), Outcome::error("ValueError", "no"));
        assert_eq!(Likeness::of(&mixed).collect::<Vec<_>>(), [Likeness::Template, Likeness::Type]);
    }

    #[test]
    fn keys_are_shared_by_those_that_are_the_same() {
        let texts = ["", "1", "12", "99B", "100B", "-1", "1.0 kB", "10.0 kB", "#B"];
        for likeness in
            [Likeness::Type, Likeness::Wording, Likeness::Template, Likeness::Shape, Likeness::Exact]
        {
            for (a, b) in texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b))) {
                let outcomes =
                    [Outcome::valid("str", *a), Outcome::valid("str", *b), Outcome::error("str", *b)];
                for other in &outcomes[1..] {
                    let shared = likeness.key(&outcomes[0]) == likeness.key(other);
                    assert_eq!(shared, likeness.same(&outcomes[0], other), "{likeness:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn in_words() {
        let pair = boundary(Outcome::valid("str", "12.5 \"kB\""), Outcome::error("ValueError", "7 is bad"));
        assert_eq!(pair.behaviours(), r##"str "#.# \"kB\"" | error ValueError "# is bad""##);
        assert_eq!(pair.kinds(), "str | error ValueError");
    }
}
