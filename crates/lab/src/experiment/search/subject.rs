//! Subjects of the benchmark: a target, and its known boundaries.

use std::collections::HashSet;

use autobva_core::behaviour::Parsed;
use autobva_core::{Entry, Input, Integer, Motion, Outcome, Sut, Validity, Value};
use autobva_sut::Closure;

/// A target whose boundaries are known.
pub struct Subject {
    /// Its name, and what makes it hard.
    pub entry: Entry,
    /// The output distance for which its boundaries are known.
    pub output_distance: &'static str,
    pub sut: fn() -> Box<dyn Sut>,
    pub truth: fn() -> Truth,
}

/// What is known about a subject: a list of boundaries, and how to recognise them in a pair.
pub struct Truth {
    pub known: Vec<Known>,
    /// Appends the indices in `known` of all boundaries of which a pair is an instance.
    pub recognise: Box<Recognise>,
}

pub type Recognise = dyn Fn(&Pair<'_>, &mut Vec<usize>) + Send + Sync;

/// A known boundary: an exact pair, or a kind of transition that many pairs show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Its name in the detailed results.
    pub name: String,
    /// A pair that shows it, as texts, to prove that it exists.
    pub example: [Vec<String>; 2],
}

impl Known {
    /// A boundary with a pair that proves it.
    pub fn new<T: ToString>(name: impl Into<String>, left: &[T], right: &[T]) -> Known {
        let texts = |side: &[T]| side.iter().map(T::to_string).collect();
        Known { name: name.into(), example: [texts(left), texts(right)] }
    }
}

impl Truth {
    /// Exact pairs of neighbours of a function of one whole number: `n | n + 1` for each of these n, in order.
    pub fn steps(lefts: Vec<i128>) -> Truth {
        let known = lefts.iter().map(|n| Known::new(format!("{n} | {}", n + 1), &[*n], &[n + 1])).collect();
        let recognise = move |pair: &Pair<'_>, found: &mut Vec<usize>| {
            if pair.step() == Some(0)
                && !pair.is_bool(0)
                && let Some(n) = pair.left_number(0)
                && let Ok(place) = lefts.binary_search(&n)
            {
                found.push(place);
            }
        };
        Truth { known, recognise: Box::new(recognise) }
    }

    /// Boundaries that a function recognises, at most one per pair.
    pub fn kinds(
        known: Vec<Known>,
        recognise: impl Fn(&Pair<'_>) -> Option<usize> + Send + Sync + 'static,
    ) -> Truth {
        Truth { known, recognise: Box::new(move |pair, found| found.extend(recognise(pair))) }
    }

    /// Only those boundaries that are changes of behaviour, judged by the pairs that prove them.
    ///
    /// Validity, type or wording must differ. A boundary at which only a number differs is known because the number gets
    /// longer or changes its sign; distances between texts see that, but it is one behaviour. Booleans stand for numbers if
    /// other than default types are drawn; that is a matter of types. Pieces of one relation, such as those of a diagonal,
    /// are one boundary: at least four places on as many lines, along the same argument and between the same two behaviours.
    pub fn of_behaviour(self, sut: &dyn Sut) -> Truth {
        let (known, recognise) = (self.known, self.recognise);
        let changes: Vec<Option<Change>> = known.iter().map(|one| Change::of(one, sut)).collect();
        let (mut kept, mut places): (Vec<Known>, Vec<Option<usize>>) = Default::default();
        for (at, one) in known.into_iter().enumerate() {
            let place = changes[at].as_ref().map(|change| {
                let first = change.relation(&changes).filter(|first| *first < at);
                first.and_then(|first| places[first]).unwrap_or(kept.len())
            });
            kept.extend((place == Some(kept.len())).then_some(one));
            places.push(place);
        }
        let recognise = move |pair: &Pair<'_>, found: &mut Vec<usize>| {
            let mut all = Vec::new();
            recognise(pair, &mut all);
            found.extend(all.into_iter().filter_map(|place| places[place]));
        };
        Truth { known: kept, recognise: Box::new(recognise) }
    }
}

/// At least 4 places on as many lines are pieces of a relation; fewer may be separate limits.
const LEAST_PIECES: usize = 4;

/// A change of behaviour between two neighbours.
struct Change {
    /// The argument that differs.
    argument: usize,
    /// The values of the other arguments.
    others: Vec<Value>,
    sides: [Side; 2],
}

type Side = (Validity, String, String);

impl Change {
    fn of(known: &Known, sut: &dyn Sut) -> Option<Change> {
        let [left, right] = known.example.each_ref().map(|texts| {
            let input = sut.signature().read(texts, None).expect("the example of a boundary is an input");
            let mut outcome = Outcome::default();
            sut.run(&input, &mut outcome).expect("the target of a subject runs");
            (input, outcome)
        });
        let sides = [&left.1, &right.1].map(|outcome| {
            let wording = Parsed::of(outcome.text(), outcome.type_name()).wording;
            (outcome.validity(), outcome.type_name().to_string(), wording)
        });
        if sides[0] == sides[1] || left.0.iter().any(Value::is_bool) {
            return None;
        }
        let argument = left.0.iter().zip(right.0.iter()).position(|(a, b)| a != b)?;
        let others = left.0.iter().enumerate().filter(|(at, _)| *at != argument);
        Some(Change { argument, others: others.map(|(_, value)| value.clone()).collect(), sides })
    }

    /// The first of all places that are pieces of the same relation, if this is one.
    fn relation(&self, all: &[Option<Change>]) -> Option<usize> {
        let is_alike = |other: &Change| self.argument == other.argument && self.sides == other.sides;
        let pieces = || all.iter().enumerate().filter(|(_, one)| one.as_ref().is_some_and(is_alike));
        let lines: HashSet<String> =
            pieces().flat_map(|(_, one)| one).map(|one| format!("{:?}", one.others)).collect();
        let count = pieces().count();
        (count >= LEAST_PIECES && lines.len() == count).then(|| pieces().next())?.map(|(first, _)| first)
    }
}

/// A pair as a truth examines it; `left` has the lesser input.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    pub left: (&'a Input, &'a Outcome),
    /// The greater input and its outcome.
    pub right: (&'a Input, &'a Outcome),
}

impl<'a> Pair<'a> {
    /// The pair in order.
    pub fn new(a: (&'a Input, &'a Outcome), b: (&'a Input, &'a Outcome)) -> Pair<'a> {
        if a.0.cmp_reading(b.0).is_le() { Pair { left: a, right: b } } else { Pair { left: b, right: a } }
    }

    /// The argument that differs, if it is the only one and differs by one place, so that the pair are neighbours.
    pub fn step(&self) -> Option<usize> {
        let mut differing = None;
        for (index, (a, b)) in self.left.0.iter().zip(self.right.0.iter()).enumerate() {
            if a == b {
                continue;
            }
            if differing.is_some() || !next_to(a, b) {
                return None;
            }
            differing = Some(index);
        }
        differing
    }

    /// The number at this position on the left, if it is one.
    pub fn left_number(&self, index: usize) -> Option<i128> {
        self.left.0.get(index)?.as_int()?.number().to_i128()
    }

    /// The number at this position on the right, if it is one.
    pub fn right_number(&self, index: usize) -> Option<i128> {
        self.right.0.get(index)?.as_int()?.number().to_i128()
    }

    /// Whether either side has a Boolean at this position.
    pub fn is_bool(&self, index: usize) -> bool {
        let is_bool = |input: &Input| input.get(index).is_some_and(Value::is_bool);
        is_bool(self.left.0) || is_bool(self.right.0)
    }

    pub fn texts(&self) -> (&'a str, &'a str) {
        (self.left.1.text(), self.right.1.text())
    }

    /// Whether the left and the right outcome are valid.
    pub fn valid(&self) -> (bool, bool) {
        (self.left.1.is_valid(), self.right.1.is_valid())
    }
}

/// Whether two values of one argument differ by one place; a Boolean and a number are not neighbours.
fn next_to(a: &Value, b: &Value) -> bool {
    a.is_bool() == b.is_bool()
        && match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => match (a.number(), b.number()) {
                (Integer::Small(a), Integer::Small(b)) => a.abs_diff(*b) == 1,
                (a, b) => a.distance(b) == Integer::ONE,
            },
            _ => Motion::main(a).get(a).distance(&Motion::main(b).get(b)) == Integer::ONE,
        }
}

pub fn function(closure: Closure, name: &str, arguments: &[&str]) -> Box<dyn Sut> {
    let closure = closure.named(name).with_arguments(arguments);
    Box::new(closure.expect("the declarations of a subject fit its function"))
}
