//! Guarded boundaries, with everything that identifies them if behaviours were distinguished.

use crate::behaviour::{Boundary, BoundaryKind, Place, Rule};
use crate::outcome::Outcome;

/// A boundary that was accepted: a pair, and what is known about its two sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Guarded {
    /// The plainest example.
    pub pair: Place,
    /// What else is known; `None` for a pair that the program derivative selected.
    pub about: Option<About>,
}

/// What is known about a boundary between two behaviours.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// What changes.
    pub kind: BoundaryKind,
    /// The argument that is moved across it.
    pub argument: String,
    /// The boundary in one line.
    pub sentence: String,
    /// The rule for its places, if it is more than one constant.
    pub rule: Option<Rule>,
    /// Further places.
    pub places: Vec<Place>,
}

/// At most 20 places of a boundary are guarded.
const MOST_PLACES: usize = 20;
/// At most 10 if there is a rule, which predicts further places.
const MOST_BESIDES_RULE: usize = 10;

impl Guarded {
    /// All places, the plainest first.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        [&self.pair].into_iter().chain(self.about.iter().flat_map(|about| &about.places))
    }

    /// The same with [abbreviated](crate::Outcome::abbreviated) outcomes.
    pub fn abbreviated(self) -> Guarded {
        let about = self.about.map(|about| About {
            places: about.places.into_iter().map(Place::abbreviated).collect(),
            ..about
        });
        Guarded { pair: self.pair.abbreviated(), about }
    }

    /// The same boundary at another place, which the sentence then names.
    pub fn moved_to(mut self, to: &Place) -> Guarded {
        if let Some(about) = &mut self.about {
            let place = |pair: &Place| format!("{} {}", about.argument, change(pair));
            let behaviours = about.sentence.strip_prefix(&place(&self.pair));
            about.sentence = format!("{}{}", place(to), behaviours.unwrap_or_default());
        }
        self.pair = to.clone();
        self
    }

    /// The same boundary with other outcomes at its place, which the sentence then names.
    pub fn doing(mut self, now: &Place) -> Guarded {
        if let Some(about) = &mut self.about {
            let text = |outcome: &Outcome| {
                let mark = if outcome.is_valid() { "" } else { "✗ " };
                format!("{mark}{}", outcome.text())
            };
            let (left, right) = (text(&now.left.outcome), text(&now.right.outcome));
            about.sentence = format!("{} {}: {left} → {right}", about.argument, change(now));
        }
        self.pair = now.clone();
        self
    }

    /// The same without its first place, if it has others.
    pub fn without_place(mut self) -> Option<Guarded> {
        let places = &mut self.about.as_mut()?.places;
        let next = (!places.is_empty()).then(|| places.remove(0))?;
        Some(self.moved_to(&next))
    }

    /// Texts that identify the boundary regardless of the arguments that do not matter: its rule, and for each place
    /// the change and the two behaviours.
    pub fn marks(&self) -> impl Iterator<Item = String> {
        let rule = self.about.as_ref().and_then(|about| about.rule.as_ref()).map(ToString::to_string);
        let place = |pair: &Place| format!("{}: {}", change(pair), pair.behaviours());
        rule.into_iter().chain(self.places().map(place))
    }

    /// A coarse identification, if its places have nothing in common but the two behaviours.
    pub fn coarse_mark(&self) -> Option<String> {
        let about = self.about.as_ref()?;
        Some(format!("{}: {}", about.argument, self.pair.behaviours()))
    }

    /// Whether there is a rule for it, or else all its places have the same change of values.
    pub fn is_regular(&self) -> bool {
        let has_rule = self.about.as_ref().is_some_and(|about| about.rule.is_some());
        has_rule || self.places().all(|place| change(place) == change(&self.pair))
    }
}

/// The values of the arguments that change: `99 | 100`.
fn change(pair: &Place) -> String {
    let values = pair.left.input.iter().zip(pair.right.input.iter());
    let changed: Vec<_> = values.filter(|(left, right)| !left.reads_as(right)).collect();
    let side = |values: Vec<String>| values.join(", ");
    let left = side(changed.iter().map(|(left, _)| left.to_string()).collect());
    let right = side(changed.iter().map(|(_, right)| right.to_string()).collect());
    format!("{left} | {right}")
}

impl From<Place> for Guarded {
    fn from(pair: Place) -> Guarded {
        Guarded { pair, about: None }
    }
}

impl From<&Boundary> for Guarded {
    /// The boundary with as many places as are guarded.
    fn from(boundary: &Boundary) -> Guarded {
        let most = if boundary.rule.is_some() { MOST_BESIDES_RULE } else { MOST_PLACES };
        Guarded {
            pair: boundary.example.clone(),
            about: Some(About {
                kind: boundary.kind,
                argument: boundary.argument.clone(),
                sentence: boundary.sentence.clone(),
                rule: boundary.rule.clone(),
                places: boundary.places.iter().take(most - 1).cloned().collect(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observation, Signature};

    fn pair(values: [&str; 2]) -> Place {
        let side = |value: &str| Observation {
            input: Signature::parse(["q:int", "w:int"]).unwrap().read(&[value, "7"], None).unwrap(),
            outcome: Outcome::valid("float", format!("{value}.5")),
        };
        Place { left: side(values[0]), right: side(values[1]) }
    }

    fn guarded(sentence: &str) -> Guarded {
        let about = About {
            kind: BoundaryKind::Jump,
            argument: "q".into(),
            sentence: sentence.into(),
            rule: None,
            places: vec![pair(["199", "200"])],
        };
        Guarded { pair: pair(["99", "100"]), about: Some(about) }
    }

    #[test]
    fn the_sentence_tells_of_the_new_place() {
        let moved =
            |sentence: &str| guarded(sentence).moved_to(&pair(["100", "101"])).about.unwrap().sentence;
        assert_eq!(moved("q 99 | 100: 2.5 · q → 2.25 · q"), "q 100 | 101: 2.5 · q → 2.25 · q");
        assert_eq!(moved("something else"), "q 100 | 101");
        let changed = guarded("q 99 | 100: 2.5 · q → 2.25 · q").doing(&pair(["99", "100"]));
        assert_eq!(changed.about.unwrap().sentence, "q 99 | 100: 99.5 → 100.5");
    }

    #[test]
    fn marks_say_what_changes_and_what_meets() {
        let marks: Vec<String> = guarded("").marks().collect();
        let expected =
            [r##"99 | 100: float "#.#" | float "#.#""##, r##"199 | 200: float "#.#" | float "#.#""##];
        assert_eq!(marks, expected);
        assert!(!guarded("").is_regular() && Guarded::from(pair(["1", "2"])).is_regular());
    }
}
