//! Boundaries across several runs: decides which of them are the same, so that a boundary keeps its number for ever.

use std::collections::{HashMap, HashSet};

use super::landscape::{Behaviour, Boundary, BoundaryKind, Landscape, Place};
use crate::axis::Motion;
use crate::candidate::{Candidate, Observation};
use crate::outcome::Validity;

/// The results of earlier runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Past {
    /// Every boundary that was ever found, with the behaviours on its sides.
    pub landscape: Landscape,
    /// The numbers of the boundaries that the target still has and that are still shown.
    pub standing: Vec<u32>,
    /// The largest number of calls that a run has made.
    pub calls: u64,
}

/// At most 100 places of a boundary are remembered.
const MOST_PLACES: usize = 100;

impl Past {
    /// The boundaries that are still shown, and their behaviours.
    pub fn now(&self) -> Landscape {
        let mut now = self.landscape.clone();
        now.boundaries.retain(|boundary| self.stands(boundary.id));
        for stretch in &mut now.stretches {
            stretch.boundary = stretch.boundary.filter(|id| self.stands(*id));
        }
        let on_stretches = now.stretches.iter().map(|stretch| stretch.behaviour);
        let at_boundaries = now.boundaries.iter().flat_map(|boundary| [boundary.from, boundary.to]);
        let shown: HashSet<u32> = on_stretches.chain(at_boundaries).collect();
        now.behaviours.retain(|behaviour| shown.contains(&behaviour.id));
        now.number_behaviours();
        now
    }

    fn stands(&self, id: u32) -> bool {
        self.standing.contains(&id)
    }

    /// Merges the result of a run with this many calls. A known boundary keeps its number, a new one gets the next
    /// number. A boundary that the run did not find stays, unless the run shows that it is gone.
    pub fn continued(&self, run: Landscape, calls: u64) -> Landscape {
        let mut merged = run;
        let mut known: Vec<&Boundary> = self.landscape.boundaries.iter().collect();
        // Boundaries that are still shown come first, so that they win if two look alike.
        known.sort_by_key(|boundary| !self.stands(boundary.id));
        let mut next = known.iter().map(|boundary| boundary.id).max().unwrap_or(0) + 1;
        let mut numbers = HashMap::new();
        for index in 0..merged.boundaries.len() {
            let place = known.iter().position(|old| self.is_same(old, &merged, index));
            let old = place.map(|place| known.remove(place));
            let id = old.map_or(next, |old| old.id);
            next += u32::from(old.is_none());
            numbers.insert(merged.boundaries[index].id, id);
            if let Some(old) = old.filter(|old| self.stands(old.id)) {
                add_places(&mut merged.boundaries[index], old);
            }
        }
        merged.boundaries.iter_mut().for_each(|b| b.id = numbers[&b.id]);
        merged.stretches.iter_mut().for_each(|s| s.boundary = s.boundary.map(|id| numbers[&id]));
        known.retain(|old| {
            self.stands(old.id) && !(calls >= self.calls && merged.holds_together(&old.example, old.kind))
        });
        known.sort_by_key(|old| old.id);
        known.into_iter().for_each(|old| self.keep(old, &mut merged));
        for (now, before) in merged.matters.iter_mut().zip(&self.landscape.matters) {
            *now |= before;
        }
        merged.number_behaviours();
        merged
    }

    fn is_same(&self, old: &Boundary, run: &Landscape, index: usize) -> bool {
        let new = &run.boundaries[index];
        let sides = |landscape: &Landscape, b: &Boundary| -> Option<[(Validity, String, String); 2]> {
            let key = |id| landscape.behaviour(id).map(Behaviour::key);
            Some([key(b.from)?, key(b.to)?])
        };
        old.argument == new.argument
            && sides(&self.landscape, old) == sides(run, new)
            && (has_same_rule(old, new) || old.overlaps(new))
    }

    /// Adds an earlier boundary after those of its kind.
    fn keep(&self, old: &Boundary, merged: &mut Landscape) {
        let mut kept = old.clone();
        for side in [&mut kept.from, &mut kept.to] {
            let Some(behaviour) = self.landscape.behaviour(*side) else { return };
            *side = merged.take_in(behaviour);
        }
        let place = merged.boundaries.iter().rposition(|b| b.kind <= kept.kind).map_or(0, |last| last + 1);
        merged.boundaries.insert(place, kept);
    }
}

impl Behaviour {
    /// Identifies a behaviour in other runs. The courses of its slots are left out: another run may have seen them
    /// differently.
    fn key(&self) -> (Validity, String, String) {
        (self.validity, self.type_name.clone(), self.wording.clone())
    }
}

impl Landscape {
    /// Whether the run passed over this place within one stretch, and the boundary is of a kind that depends on how
    /// courses are fitted rather than on the outcomes themselves.
    fn holds_together(&self, place: &Place, kind: BoundaryKind) -> bool {
        let depends_on_courses =
            matches!(kind, BoundaryKind::Value | BoundaryKind::Jump | BoundaryKind::Kink);
        // There are stretches for a single number only; a text is moved in several ways.
        let is_number = matches!(&place.left.input.0[..], [value] if Motion::main(value) == Motion::Number);
        let end = place.left.input.to_string();
        let ends_there = self.stretches.iter().any(|stretch| stretch.to.as_deref() == Some(&end));
        depends_on_courses && is_number && !self.stretches.is_empty() && !ends_there
    }

    /// The number of a behaviour in this landscape; it is added if there is none like it.
    fn take_in(&mut self, behaviour: &Behaviour) -> u32 {
        let is_like = |b: &&Behaviour| b.key() == behaviour.key() && b.text == behaviour.text;
        if let Some(known) = self.behaviours.iter().find(is_like) {
            return known.id;
        }
        let id = self.behaviours.iter().map(|b| b.id).max().unwrap_or(0) + 1;
        self.behaviours.push(Behaviour { id, ..behaviour.clone() });
        id
    }

    /// Numbers the behaviours from 1, in order.
    fn number_behaviours(&mut self) {
        let numbers: HashMap<u32, u32> =
            self.behaviours.iter().zip(1..).map(|(behaviour, number)| (behaviour.id, number)).collect();
        let renumber = |id: &mut u32| *id = numbers.get(id).copied().unwrap_or(*id);
        self.behaviours.iter_mut().for_each(|behaviour| renumber(&mut behaviour.id));
        self.stretches.iter_mut().for_each(|stretch| renumber(&mut stretch.behaviour));
        for boundary in &mut self.boundaries {
            renumber(&mut boundary.from);
            renumber(&mut boundary.to);
        }
    }

    /// Sorts candidates: those that show boundaries come first, in the order of the boundaries; the others keep their order.
    pub fn ordered<T>(&self, candidates: Vec<(Candidate, T)>) -> Vec<(Candidate, T)> {
        let places = self.boundaries.iter().flat_map(Boundary::all_places);
        let ranks: HashMap<_, usize> = places.map(|p| key(&p.left, &p.right)).zip(0..).collect();
        let mut ranked: Vec<(Candidate, T)> = candidates;
        ranked.sort_by_cached_key(|(c, _)| ranks.get(&key(&c.left, &c.right)).copied().unwrap_or(usize::MAX));
        ranked
    }
}

impl Boundary {
    /// Whether both boundaries have a place in common, regardless of the other arguments. The corner of a kink may be
    /// on either side.
    pub fn overlaps(&self, other: &Boundary) -> bool {
        let is_kink = self.kind == BoundaryKind::Kink && other.kind == BoundaryKind::Kink;
        let theirs: Vec<_> = other.all_places().map(Place::change).collect();
        self.all_places().map(Place::change).any(|mine| {
            theirs.iter().any(|their| mine == *their || is_kink && (mine.1 == their.0 || mine.0 == their.1))
        })
    }
}

/// Values of some arguments, by their index.
type Values = Vec<(usize, String)>;

impl Place {
    /// The values of the arguments that change, on the left and on the right.
    fn change(&self) -> (Values, Values) {
        let values = self.left.input.iter().zip(self.right.input.iter()).enumerate();
        let changed = values.filter(|(_, (left, right))| !left.reads_as(right));
        changed.map(|(at, (left, right))| ((at, left.to_string()), (at, right.to_string()))).unzip()
    }
}

/// A key that two pairs share if their inputs read alike and their outcomes are equal.
fn key(left: &Observation, right: &Observation) -> String {
    let side = |side: &Observation| format!("{:?}\0{:?}", side.input.to_string(), side.outcome);
    format!("{}\0{}", side(left), side(right))
}

fn has_same_rule(a: &Boundary, b: &Boundary) -> bool {
    let text = |boundary: &Boundary| boundary.rule.as_ref().map(ToString::to_string);
    a.rule.is_some() && text(a) == text(b)
}

/// Adds the places of an earlier find that the new one lacks, if the boundary has more than one place.
fn add_places(boundary: &mut Boundary, earlier: &Boundary) {
    if boundary.places.is_empty() && boundary.rule.is_none() {
        return;
    }
    for place in earlier.all_places() {
        let is_known = boundary.all_places().any(|known| known == place);
        if !is_known && boundary.places.len() < MOST_PLACES {
            boundary.places.push(place.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behaviour::{Rule, Stretch};
    use crate::{Outcome, Signature};

    fn side(value: i64, text: &str) -> Observation {
        let input = Signature::parse(["q:int"]).unwrap().read(&[value.to_string()], None).unwrap();
        Observation { input, outcome: Outcome::valid("str", text) }
    }

    /// Boundaries between words, one for each entry: the last place on the left, and the two words.
    fn landscape(told: &[(i64, &str, &str)], kind: BoundaryKind) -> Landscape {
        let mut landscape = Landscape { matters: vec![true], ..Landscape::default() };
        for (index, (at, from, to)) in told.iter().enumerate() {
            let mut number = |text: &str, value: i64| {
                landscape.take_in(&Behaviour {
                    id: 0,
                    validity: Validity::Valid,
                    type_name: "str".into(),
                    wording: text.into(),
                    slots: Vec::new(),
                    text: text.into(),
                    domain: String::new(),
                    calls: 1,
                    example: side(value, text),
                })
            };
            let (left, right) = (number(from, *at), number(to, at + 1));
            landscape.boundaries.push(Boundary {
                id: index as u32 + 1,
                kind,
                argument: "q".into(),
                from: left,
                to: right,
                sentence: format!("q {at} | {}", at + 1),
                example: Place { left: side(*at, from), right: side(at + 1, to) },
                rule: None,
                places: Vec::new(),
                count: 1,
                flaky: false,
            });
        }
        landscape
    }

    fn told(landscape: &Landscape) -> Vec<String> {
        let told = |b: &Boundary| {
            let text = |id| landscape.behaviour(id).unwrap().text.clone();
            format!("b{} {}: {} → {}", b.id, b.sentence, text(b.from), text(b.to))
        };
        landscape.boundaries.iter().map(told).collect()
    }

    const WORDING: BoundaryKind = BoundaryKind::Wording;

    #[test]
    fn what_is_known_keeps_its_number_and_the_rest_gets_the_next() {
        let past = Past {
            landscape: landscape(&[(9, "a", "b"), (99, "b", "c"), (500, "c", "d")], WORDING),
            standing: vec![1, 2],
            calls: 100,
        };
        let run = landscape(&[(7, "x", "a"), (99, "b", "c"), (500, "c", "d"), (9, "b", "a")], WORDING);
        let now = past.continued(run, 100);
        let expected = [
            "b4 q 7 | 8: x → a",
            "b2 q 99 | 100: b → c",
            "b3 q 500 | 501: c → d",
            "b5 q 9 | 10: b → a",
            "b1 q 9 | 10: a → b",
        ];
        assert_eq!(
            told(&now),
            expected,
            "the third is back, the first was not met, the last is turned round"
        );
    }

    #[test]
    fn what_is_gone_is_not_shown_and_its_number_not_used_again() {
        let landscape = |told: &[(i64, &str, &str)]| landscape(told, WORDING);
        let past =
            Past { landscape: landscape(&[(9, "a", "b"), (99, "b", "c")]), standing: vec![1], calls: 1 };
        assert_eq!(told(&past.now()), ["b1 q 9 | 10: a → b"]);
        assert_eq!(past.now().behaviours.len(), 2);
        let now = past.continued(landscape(&[(5, "u", "v")]), 1);
        assert_eq!(told(&now), ["b3 q 5 | 6: u → v", "b1 q 9 | 10: a → b"]);
    }

    #[test]
    fn a_run_that_saw_more_takes_back_what_depends_on_courses() {
        let stretch = |to: &str| Stretch { behaviour: 1, from: None, to: Some(to.into()), boundary: None };
        let seen = |kind, calls| {
            let past = Past { landscape: landscape(&[(9, "1", "2")], kind), standing: vec![1], calls: 100 };
            let run = Landscape { stretches: vec![stretch("99")], ..landscape(&[(99, "5", "6")], kind) };
            told(&past.continued(run, calls)).len()
        };
        assert_eq!((seen(BoundaryKind::Jump, 100), seen(BoundaryKind::Jump, 99)), (1, 2));
        assert_eq!(seen(WORDING, 100), 2, "two words differ whatever lies around them");
    }

    #[test]
    fn a_rule_or_a_corner_is_known_again() {
        let rule = |text: &str| Some(text.parse::<Rule>().unwrap());
        let ruled = |at: i64, text: &str| {
            let mut landscape = landscape(&[(at, "a", "b")], WORDING);
            landscape.boundaries[0].rule = rule(text);
            landscape
        };
        let past = Past { landscape: ruled(9, "q < b + c"), standing: vec![1], calls: 1 };
        let now = past.continued(ruled(70, "q < b + c"), 1);
        assert_eq!((now.boundaries[0].id, now.boundaries[0].places.len()), (1, 1), "both places show it");
        assert_eq!(past.continued(ruled(70, "q < b"), 1).boundaries[0].id, 2);
        let kink = |at| landscape(&[(at, "1", "1")], BoundaryKind::Kink);
        let past = Past { landscape: kink(99), standing: vec![1], calls: 1 };
        assert_eq!(told(&past.continued(kink(100), 1)), ["b1 q 100 | 101: 1 → 1"]);
        assert_eq!(past.continued(kink(101), 1).boundaries[0].id, 2);
    }

    #[test]
    fn candidates_are_in_the_order_of_the_boundaries_that_they_show() {
        let landscape = landscape(&[(99, "b", "c"), (9, "a", "b")], WORDING);
        let candidate = |at: i64, left: &str, right: &str| {
            (Candidate { left: side(at, left), right: side(at + 1, right), score: 1.0, count: 1 }, at)
        };
        let all = vec![candidate(9, "a", "x"), candidate(9, "a", "b"), candidate(99, "b", "c")];
        let ordered: Vec<i64> = landscape.ordered(all).into_iter().map(|(_, at)| at).collect();
        assert_eq!(ordered, [99, 9, 9]);
    }
}
