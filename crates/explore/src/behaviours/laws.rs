//! Laws: what the places of crossings have in common.
//!
//! A law says that one behaviour turns into another where a function of the arguments passes a limit. Each crossing
//! bounds the limit from both sides. A law explains all crossings whose bounds overlap, whichever argument was moved.

mod forms;
mod places;
mod polynomials;
mod terms;

use std::collections::{BTreeMap, HashMap, HashSet};

use autobva_core::behaviour::BoundaryKind;
use autobva_core::{Axis, Input, Integer, Motion, Value};

use super::corner;
use super::crossing::{Crossing, Way};
use super::runs::{RunId, Runs, WordingId};
pub use forms::{EXACT, Form, whole_months};
use forms::{MOST_TERMS, ends, forms, fraction, months, multiples};
use places::{are_many_places, is_curved, places};
use polynomials::{is_product, polynomials};
pub use terms::Term;

/// A law and the crossings that it explains.
#[derive(Debug, Clone)]
pub struct Law {
    pub form: Form,
    /// The greatest value on the low side and the least value on the high side.
    pub limit: (f64, f64),
    /// The same values as observed, without the tolerance for floats.
    pub ends: (f64, f64),
    /// The wordings on the low and on the high side.
    pub sides: (WordingId, WordingId),
    /// If the form is an argument by itself, the last place on the low side.
    pub place: Option<Integer>,
    /// For the low and the high side, whether all runs of its wording are on that side of the limit. One strict side is
    /// what several conditions that must hold together lead to, and hardly ever happens by chance.
    pub strict: [bool; 2],
    /// Indices of crossings, in ascending order.
    pub members: Vec<usize>,
}

/// Identifies a law.
pub type LawKey = (WordingId, WordingId, Form, [u64; 2]);

impl Law {
    pub fn key(&self) -> LawKey {
        (self.sides.0, self.sides.1, self.form.clone(), [self.limit.0, self.limit.1].map(f64::to_bits))
    }
}

/// The relative error of a float after a few operations.
const ROUNDING: f64 = 1e-12;
/// A law that is more than a constant must explain at least 4 different places.
const LEAST_PLACES: usize = 4;
/// Laws are derived from at most 300 crossings; for the others it is only checked whether the law explains them.
const MOST_JUDGED: usize = 300;
/// When the best law was a constant 4 times in a row, functions are no longer tried.
const MOST_CONSTANTS: usize = 4;
/// At most 24 laws are derived between two wordings.
const MOST_LAWS: usize = 24;

/// A crossing as a step in the value of a function.
#[derive(Clone, Copy)]
struct Step {
    crossing: usize,
    low: f64,
    high: f64,
    /// The tolerance by which both ends were moved apart.
    room: f64,
    sides: (WordingId, WordingId),
}

/// A function, and what earlier rounds found out about it.
struct Candidate {
    form: Form,
    /// The steps of the function at the crossings that it was asked for.
    steps: Vec<Option<Option<Step>>>,
    /// An upper limit for the crossings that it explains: the remaining crossings only become fewer.
    most: usize,
}

impl Candidate {
    fn new(form: Form) -> Candidate {
        Candidate { form, steps: Vec::new(), most: usize::MAX }
    }

    /// An upper limit for the worth of a law with this function, if it is not strict: it explains no crossing along an
    /// argument that it does not have.
    fn bound(&self, by_argument: &[usize]) -> f64 {
        let own = (0..by_argument.len()).filter(|argument| self.form.speaks_of(*argument));
        let most = own.map(|argument| by_argument[argument]).sum();
        self.most.min(most) as f64 * self.form.weight()
    }

    /// The law with this function that explains the most of some crossings. `are_all` says that these are all that
    /// remain, so that the result limits what is found in the next round.
    fn law(&mut self, crossings: &[&Crossing], some: &[usize], are_all: bool, runs: &Runs) -> Option<Law> {
        self.steps.resize(crossings.len(), None);
        let (form, known) = (&self.form, &mut self.steps);
        let step = |i: &usize| *known[*i].get_or_insert_with(|| step(form, *i, crossings[*i], runs));
        let mut steps: Vec<Step> = Vec::with_capacity(some.len());
        steps.extend(some.iter().filter_map(step));
        let law = widest_overlap(&self.form, &steps);
        if are_all {
            self.most = law.as_ref().map_or(0, |law| law.members.len());
        }
        law
    }
}

/// What is known about laws: those that failed a test, and the latest ones for each pair of wordings.
#[derive(Default)]
pub struct LawMemory {
    banned: HashSet<LawKey>,
    known: HashMap<[WordingId; 2], Known>,
}

/// The laws between two wordings, and the crossings for which they were derived: the runs on either side and the wording.
struct Known {
    crossings: Vec<[u32; 3]>,
    laws: Vec<Law>,
}

impl LawMemory {
    /// Notes that a law failed, so that others are derived.
    pub fn ban(&mut self, law: &Law) {
        self.banned.insert(law.key());
        self.known.remove(&pair(law.sides));
    }

    /// Laws that together explain all crossings between two wordings, the most explanatory first. Deriving them is
    /// slow, so they are reused as long as the crossings are the same.
    pub fn laws(&mut self, crossings: &[&Crossing], runs: &Runs, samples: &Samples) -> Vec<Law> {
        let Some(first) = crossings.first() else { return Vec::new() };
        let pair = pair((first.from, first.to));
        let now: Vec<[u32; 3]> = crossings.iter().map(|c| [c.left, c.right, c.from]).collect();
        if let Some(known) = self.known.get(&pair).filter(|known| known.crossings == now) {
            return known.laws.clone();
        }
        let laws = laws(crossings, runs, samples, &self.banned);
        self.known.insert(pair, Known { crossings: now, laws: laws.clone() });
        laws
    }
}

fn pair(sides: (WordingId, WordingId)) -> [WordingId; 2] {
    [sides.0.min(sides.1), sides.0.max(sides.1)]
}

/// Laws that together explain all crossings, the most explanatory first. The `banned` laws have failed a test.
fn laws(crossings: &[&Crossing], runs: &Runs, samples: &Samples, banned: &HashSet<LawKey>) -> Vec<Law> {
    let terms = fewest(Term::all(crossings, runs), crossings);
    let mut forms = forms(&terms);
    forms.extend(multiples(crossings, runs, &terms));
    forms.extend(months(crossings, runs));
    forms.extend(ends(&terms, crossings, runs));
    forms.extend(Term::of_lists(crossings, runs).into_iter().map(|term| Form::Sum(vec![(term, 1)])));
    let mut forms: Vec<Candidate> = forms.into_iter().map(Candidate::new).collect();
    let places = places(crossings);
    let mut left: Vec<usize> = (0..crossings.len()).collect();
    add_shares(&mut forms, crossings, &left, runs);
    let (mut found, mut constants) = (Vec::new(), 0);
    while !left.is_empty() && found.len() < MOST_LAWS {
        // A law that explains many crossings explains most of a sample of them.
        let some: Vec<usize> = left.iter().copied().step_by(left.len().div_ceil(MOST_JUDGED)).collect();
        let judged = Judged { crossings, places: &places, some: &some, are_all: some.len() == left.len() };
        let mut best = best_law(&judged, runs, samples, &mut forms, banned);
        if found.is_empty() && best.leaves_much_open(some.len()) {
            forms.extend(polynomials(crossings, runs, &terms).into_iter().map(Candidate::new));
            best = best_law(&judged, runs, samples, &mut forms, banned);
        }
        if some.len() < left.len() {
            best.members = left.iter().copied().filter(|i| best.explains(*i, crossings[*i], runs)).collect();
        }
        // If constants do better than any function several times in a row, they will continue to.
        constants = if matches!(best.form, Form::Alone(..)) { constants + 1 } else { 0 };
        if constants >= MOST_CONSTANTS {
            forms.clear();
        }
        left.retain(|index| best.members.binary_search(index).is_err());
        found.push(best);
    }
    found
}

/// Sums with factors and polynomials take longer to derive: they are tried where a law explains less than seven eighths and
/// is not certain.
const NEARLY_ALL: usize = 8;

impl Law {
    fn leaves_much_open(&self, crossings: usize) -> bool {
        let missing = crossings - self.members.len();
        self.strict != [true; 2] && crossings >= LEAST_PLACES && missing * NEARLY_ALL > crossings
    }
}

/// The terms whose arguments were moved most often, if there are too many to compare each with each: of a record with many
/// fields, few decide.
fn fewest(terms: Vec<Term>, crossings: &[&Crossing]) -> Vec<Term> {
    if terms.len() <= MOST_TERMS {
        return terms;
    }
    let moved = |term: &Term| crossings.iter().filter(|c| c.axis.argument() == term.argument).count();
    let mut counted: Vec<(usize, Term)> = terms.into_iter().map(|term| (moved(&term), term)).collect();
    counted.retain(|(moved, _)| *moved > 0);
    counted.sort_by_key(|(moved, term)| (std::cmp::Reverse(*moved), *term));
    counted.into_iter().map(|(_, term)| term).take(MOST_TERMS).collect()
}

/// Between whole numbers, a ratio that passes a simple fraction is a sum that passes zero: adds the sums for such ratios, and
/// leaves out the ratios.
fn add_shares(forms: &mut Vec<Candidate>, crossings: &[&Crossing], all: &[usize], runs: &Runs) {
    let some: Vec<usize> = all.iter().copied().step_by(all.len().div_ceil(MOST_JUDGED).max(1)).collect();
    let Some(first) = crossings.first().map(|first| &runs.run(first.left).input) else { return };
    let is_whole = |term: &Term| !term.is_float(first) && term.whole(first).is_some();
    let mut shares = Vec::new();
    forms.retain_mut(|known| {
        let Some([i, j]) = known.form.ratio() else { return true };
        let law = if is_whole(&i) && is_whole(&j) { known.law(crossings, &some, false, runs) } else { None };
        let Some((above, below)) = law.and_then(|law| fraction(law.limit)) else { return true };
        shares.push(Form::Sum(vec![(i, below), (j, -above)]));
        false
    });
    shares.retain(|share| !forms.iter().any(|known| known.form == *share));
    forms.extend(shares.into_iter().map(Candidate::new));
}

impl Law {
    /// Whether the crossing with this index passes the limit in the direction of the law.
    pub fn explains(&self, index: usize, crossing: &Crossing, runs: &Runs) -> bool {
        if let Form::Alone(argument, way) = &self.form {
            return crossing.axis.argument() == *argument
                && Way::of(&crossing.axis) == *way
                && (crossing.from, crossing.to) == self.sides
                && Some(&crossing.place) == self.place.as_ref();
        }
        step(&self.form, index, crossing, runs).is_some_and(|step| self.holds(&step))
    }

    /// Whether no simpler form says the same: a ratio that passes 1 is a difference that passes 0, and dates that are
    /// not whole months apart differ by days.
    fn is_plain(&self) -> bool {
        match &self.form {
            form if form.ratio().is_some() => self.limit.0 > 1.0 || self.limit.1 < 1.0,
            Form::Months(..) => whole_months(self.limit).is_some(),
            Form::Polynomial(terms) => !is_product(terms, self.limit),
            _ => true,
        }
    }

    fn holds(&self, step: &Step) -> bool {
        step.sides == self.sides && step.low <= self.limit.0 && step.high >= self.limit.1
    }

    /// The limit as a person would write it: of the last number on the low side and the first one on the high side, the
    /// shorter one. The second value says whether the high side includes it.
    pub fn plain_limit(&self) -> (f64, bool) {
        let (low, high) = self.ends;
        let [shorter, longer] = [high, low].map(|end| end.to_string());
        let is_high = shorter.len() < longer.len() && low.fract() != 0.0;
        (if is_high { high } else { low }, is_high)
    }

    /// Whether the limit as it is written lies between two numbers.
    pub fn is_between(&self, low: f64, high: f64) -> bool {
        let (limit, is_high) = self.plain_limit();
        if is_high { low < limit && limit <= high } else { low <= limit && limit < high }
    }

    /// By how much the interval of a crossing exceeds the interval of the limit.
    pub fn missed_by(&self, crossing: &Crossing, runs: &Runs) -> f64 {
        let missed = |step: Step| (self.limit.0 - step.low) + (step.high - self.limit.1);
        step(&self.form, 0, crossing, runs).map_or(0.0, missed)
    }

    /// Whether a crossing passes the limit, whichever behaviours it separates. The corner of two lines may be seen one place
    /// earlier or later.
    pub fn passes(&self, crossing: &Crossing, runs: &Runs) -> bool {
        step(&self.form, 0, crossing, runs).is_some_and(|step| match crossing.from == crossing.to {
            true => step.low <= self.limit.1 && step.high >= self.limit.0,
            false => step.low <= self.limit.0 && step.high >= self.limit.1,
        })
    }

    /// Whether another law may be the same condition: the same function passes the same limit, in this or the other direction.
    pub fn is_like(&self, other: &Law) -> bool {
        let (a, b) = (self.limit, other.limit);
        let overlap = |b: (f64, f64)| a == b || a.0 < b.1 && b.0 < a.1;
        // Floats of some lists are closer to the limit than those of others.
        let is_told_alike = || self.form.is_of_list() && self.plain_limit() == other.plain_limit();
        if self.form == other.form {
            return overlap(b) || is_told_alike();
        }
        self.form.is_opposite(&other.form) && overlap((-b.1, -b.0))
    }

    /// Whether only numbers change, both by the law and at a step.
    fn is_of_numbers(&self, step: &Step) -> bool {
        let (low, high) = self.sides;
        low == high && step.sides == self.sides
    }

    /// Which sides the crossing has in common with the law, low and high, if it passes the limit.
    pub fn shared_with(&self, crossing: &Crossing, runs: &Runs) -> [bool; 2] {
        match step(&self.form, 0, crossing, runs) {
            Some(step) if step.low <= self.limit.0 && step.high >= self.limit.1 => {
                [step.sides.0 == self.sides.0, step.sides.1 == self.sides.1]
            }
            // The corner of two lines lies on both of them, so that it may be seen one place earlier or later.
            Some(step) => {
                [self.is_of_numbers(&step) && step.low <= self.limit.1 && step.high >= self.limit.0; 2]
            }
            None => [false; 2],
        }
    }
}

/// Some of the runs of each wording, against which laws are checked.
pub type Samples = BTreeMap<WordingId, Vec<RunId>>;

/// A sample has at most about 1,000 runs of a wording.
const SAMPLE: usize = 1_000;

/// A sample of the runs that count as each wording.
pub fn samples(runs: &Runs) -> Samples {
    samples_by(runs, |run| runs.told(run))
}

/// A sample of the runs of every wording, which a function names.
pub fn samples_by(runs: &Runs, wording_of: impl Fn(RunId) -> WordingId) -> Samples {
    let mut found: Vec<Vec<RunId>> = Vec::new();
    for run in 0..runs.len() as RunId {
        let wording = wording_of(run) as usize;
        if found.len() <= wording {
            found.resize(wording + 1, Vec::new());
        }
        found[wording].push(run);
    }
    let some = |ids: Vec<RunId>| ids.iter().copied().step_by(ids.len().div_ceil(SAMPLE)).collect();
    let known = (0..).zip(found).filter(|(_, ids)| !ids.is_empty());
    known.map(|(wording, ids)| (wording, some(ids))).collect()
}

impl Law {
    /// Whether both behaviours break the law somewhere, and it is more than a comparison of two arguments: then it holds by
    /// chance, or under a condition that is not known. Two arguments that are equal are compared twice, and neither
    /// comparison needs a strict side.
    pub fn is_doubtful(&self) -> bool {
        let is_comparison = match &self.form {
            Form::Alone(..) | Form::Months(..) => true,
            Form::Sum(terms) => terms.len() == 2,
            Form::Powers(_) | Form::Above(..) | Form::Polynomial(_) => false,
        };
        !is_comparison && !self.strict.contains(&true)
    }

    fn strictness(&self, runs: &Runs, samples: &Samples) -> [bool; 2] {
        let all = |wording: WordingId, holds: &dyn Fn(f64) -> bool| {
            let ids = samples.get(&wording).into_iter().flatten();
            ids.filter_map(|id| self.form.of(&runs.run(*id).input)).all(holds)
        };
        // A limit among floats has a tolerance.
        let room = if self.ends.0 == self.limit.0 { 0.0 } else { 4.0 * ROUNDING * self.limit.0.abs() };
        let low = all(self.sides.0, &|value| value <= self.limit.0 + room);
        [low, all(self.sides.1, &|value| value >= self.limit.1 - room)]
    }
}

/// The 8 most explanatory laws are checked against the samples.
const CLOSELY: usize = 8;
/// A law that is strict on one side is worth three times as much, and one that is strict on both sides six times.
const STRICT: f64 = 3.0;
const ALL_STRICT: f64 = 6.0;

/// The crossings by which laws are judged.
struct Judged<'a> {
    crossings: &'a [&'a Crossing],
    /// The place of each crossing, as a number.
    places: &'a [usize],
    some: &'a [usize],
    /// Whether `some` are all remaining crossings.
    are_all: bool,
}

fn best_law(
    judged: &Judged<'_>,
    runs: &Runs,
    samples: &Samples,
    forms: &mut [Candidate],
    banned: &HashSet<LawKey>,
) -> Law {
    let mut best = constant(judged);
    let mut most = best.members.len() as f64;
    // A list is short as often as not, so that most places of a limit of its sum are places of its first item.
    let is_clear =
        most * 2.0 > judged.some.len() as f64 && !forms.iter().any(|known| known.form.is_of_list());
    if judged.some.len() < LEAST_PLACES || is_clear {
        return best;
    }
    for (worth, mut law) in worthiest(judged, runs, forms, banned, most) {
        if worth * ALL_STRICT <= most {
            break;
        }
        law.strict = law.strictness(runs, samples);
        let worth = match law.strict {
            [true, true] => worth * ALL_STRICT,
            [false, false] => worth,
            _ => worth * STRICT,
        };
        if worth > most {
            (best, most) = (law, worth);
        }
    }
    best
}

/// The most valuable laws, best first, without those that would not be worth more than `least` even if they were strict.
fn worthiest(
    judged: &Judged<'_>,
    runs: &Runs,
    forms: &mut [Candidate],
    banned: &HashSet<LawKey>,
    least: f64,
) -> Vec<(f64, Law)> {
    let mut by_argument = Vec::new();
    for argument in judged.some.iter().map(|i| judged.crossings[*i].axis.argument()) {
        by_argument.resize(by_argument.len().max(argument + 1), 0);
        by_argument[argument] += 1;
    }
    // Functions that may explain the most come first, so that the rest can be skipped.
    let mut order: Vec<(f64, usize)> = forms.iter().map(|form| form.bound(&by_argument)).zip(0..).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found: Vec<(f64, usize, Law)> = Vec::new();
    for (bound, at) in order {
        let is_full = found.len() == CLOSELY;
        if bound * ALL_STRICT <= least || is_full && found.last().is_some_and(|(worth, ..)| bound < *worth) {
            break;
        }
        let law = forms[at].law(judged.crossings, judged.some, judged.are_all, runs);
        let Some(law) = law.filter(|law| law.is_plain() && !banned.contains(&law.key())) else { continue };
        let worth = law.members.len() as f64 * law.form.weight();
        let is_told =
            || !matches!(law.form, Form::Polynomial(_)) || is_curved(&law.members, judged.crossings);
        if are_many_places(&law.members, judged.crossings) && is_told() {
            let before =
                |(other, index, _): &(f64, usize, Law)| worth.total_cmp(other).then(index.cmp(&at)).is_lt();
            found.insert(found.partition_point(before), (worth, at, law));
            found.truncate(CLOSELY);
        }
    }
    found.into_iter().map(|(worth, _, law)| (worth, law)).collect()
}

/// The law of the place that most crossings share; of equally many, of the first place.
fn constant(judged: &Judged<'_>) -> Law {
    let mut counts = vec![0; judged.crossings.len()];
    judged.some.iter().for_each(|index| counts[judged.places[*index]] += 1);
    let most = (0..counts.len()).rev().max_by_key(|place| counts[*place]).unwrap_or(0);
    let members: Vec<usize> = judged.some.iter().copied().filter(|i| judged.places[*i] == most).collect();
    let first = judged.crossings[members.first().copied().unwrap_or(0)];
    let at = first.place.to_f64();
    Law {
        form: Form::Alone(first.axis.argument(), Way::of(&first.axis)),
        limit: (at, at + 1.0),
        ends: (at, at + 1.0),
        sides: (first.from, first.to),
        place: Some(first.place.clone()),
        strict: [false; 2],
        members,
    }
}

fn step(form: &Form, index: usize, crossing: &Crossing, runs: &Runs) -> Option<Step> {
    if !form.speaks_of(crossing.axis.argument()) {
        return None;
    }
    let left = &runs.run(crossing.left).input;
    if !is_read(&crossing.axis, left) {
        return None;
    }
    let [first, second] = crossing.within;
    let (a, mut b) = (form.of(&runs.run(first).input)?, form.of(&runs.run(second).input)?);
    let sides = (crossing.from, crossing.to);
    // The target may compute in another order, with other rounding.
    let is_float = form.has(|term| term.is_float(left));
    let is_float_moved =
        || matches!(crossing.axis.path.value(left), Some(Value::Float(_) | Value::Decimal(_)));
    if a == b && is_float && is_float_moved() {
        // The function does not see so small a step. Further on it shows the direction.
        let mut further = left.clone();
        crossing.axis.set(&mut further, &crossing.place + &Integer::Small(FURTHER));
        let direction = form.of(&further)? - a;
        if direction == 0.0 {
            return None;
        }
        b += direction.signum() * a.abs() * f64::EPSILON;
    }
    if a == b {
        return None;
    }
    let size = || form.size(&runs.run(first).input, a).max(form.size(&runs.run(second).input, b));
    // Where two lines of floats meet, a plain number near that point is told.
    let is_corner = crossing.kind == BoundaryKind::Kink && is_float_moved();
    let relative = if is_corner { 4.0 * corner::NOISE } else { ROUNDING };
    let room = if is_float { relative * size() } else { 0.0 };
    // Adding zero turns -0.0 into 0.0: the two are one number.
    let (low, high) = (a.min(b) - room + 0.0, a.max(b) + room + 0.0);
    let sides = if a < b { sides } else { (sides.1, sides.0) };
    Some(Step { crossing: index, low, high, room, sides })
}

/// This many floats further on, a function has moved by more than rounding.
const FURTHER: i128 = 1 << 20;

/// Whether laws read what an axis moves: a number, also an optional one, something in a list or a record, or the length
/// of a text.
pub fn is_read(axis: &Axis, input: &Input) -> bool {
    match &input[axis.argument()] {
        Value::List(_) | Value::Record(_) => true,
        Value::Union(_) => axis.motion == Motion::Number,
        Value::Text(_) => axis.motion == Motion::Length,
        _ => axis.is_number(),
    }
}

/// The law whose limit lies within the bounds of the most steps in one direction, if there are enough steps.
fn widest_overlap(form: &Form, steps: &[Step]) -> Option<Law> {
    if steps.len() < LEAST_PLACES {
        return None;
    }
    let mut directions: Vec<(WordingId, WordingId)> = Vec::new();
    for step in steps {
        if !directions.contains(&step.sides) {
            directions.push(step.sides);
        }
    }
    directions.sort_unstable();
    let (mut most, mut best) = (0, None);
    for sides in directions {
        if steps.iter().filter(|step| step.sides == sides).count() <= most {
            continue;
        }
        let (count, limit) = overlap(steps.iter().filter(|step| step.sides == sides));
        if count > most {
            (most, best) = (count, Some((limit, sides)));
        }
    }
    let (limit, sides) = best?;
    let mut law = Law {
        form: form.clone(),
        limit,
        ends: limit,
        sides,
        place: None,
        strict: [false; 2],
        members: Vec::new(),
    };
    let members = || steps.iter().filter(|step| law.holds(step));
    let lowest = members().map(|step| step.low + step.room).fold(f64::NEG_INFINITY, f64::max);
    let highest = members().map(|step| step.high - step.room).fold(f64::INFINITY, f64::min);
    let members = members().map(|step| step.crossing).collect();
    law = Law { ends: (lowest, highest), members, ..law };
    Some(law)
}

/// The largest number of steps that have a limit in common, and the bounds of that limit.
fn overlap<'a>(steps: impl Iterator<Item = &'a Step>) -> (usize, (f64, f64)) {
    let mut pairs: Vec<(f64, f64)> = steps.map(|step| (step.low, step.high)).collect();
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (lows, mut highs): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    // Steps are short, so these are nearly or entirely in order already.
    highs.sort_by(f64::total_cmp);
    // A limit is at least every low end and less than every high end; it suffices to try the low ends.
    let (mut most, mut limit, mut closed) = (0, (0.0, 0.0), 0);
    for (opened, low) in lows.iter().enumerate() {
        closed += highs[closed..].iter().take_while(|high| *high <= low).count();
        if opened + 1 - closed > most {
            most = opened + 1 - closed;
            limit = (*low, lows.get(opened + 1).map_or(highs[closed], |next| next.min(highs[closed])));
        }
    }
    (most, limit)
}
