//! Fresh places of a rule: is the boundary where its rule says, at places that are not among its examples?

use autobva_core::behaviour::{BoundaryKind, Condition, Rule, RuleForm, TextRule, bends};
use autobva_core::{
    About, Axis, Guarded, Input, Integer, Motion, Observation, Outcome, Place, Signature, Sut, SutError,
    ValuePath,
};

use super::sameness::{key, told};
use crate::batch::run_all;

/// The maximum number of calls for one boundary, including those for its examples.
const MOST_CALLS: usize = 40;
/// How many places are drawn per place needed: many lie where the rule does not apply.
const DRAWS: usize = 12;
/// The values of `k` that are tried for a rule with a parameter `k`, such as `10^k`.
const NUMBERS: [u32; 14] = [0, 1, 2, 3, 5, 8, 12, 17, 24, 31, 50, 77, 100, 250];

/// A place at which the rule of a boundary fails, and how many calls it took to find out. The places depend on the
/// boundary alone, so that a check has the same result tomorrow.
pub fn rule_fails_at(
    sut: &dyn Sut,
    guarded: &Guarded,
    jobs: usize,
) -> Result<(Option<Place>, u64), SutError> {
    let Some((about, rule)) = guarded.about.as_ref().and_then(|about| Some((about, about.rule.as_ref()?)))
    else {
        return Ok((None, 0));
    };
    let trials = trials(guarded, about, rule, sut.signature());
    let inputs: Vec<Input> = trials.iter().flat_map(|trial| trial.row.iter().cloned()).collect();
    let mut outcomes = run_all(sut, &inputs, jobs)?.into_iter().map(Outcome::abbreviated);
    let (tried, mut failed) = (trials.len(), Vec::new());
    for trial in trials {
        let seen = trial.row.into_iter().zip(&mut outcomes);
        let seen: Vec<Observation> = seen.map(|(input, outcome)| Observation { input, outcome }).collect();
        if is_crossed(guarded, about.kind, &seen) == trial.is_exception {
            failed.push(middle(&seen));
        }
    }
    // A text may also violate another condition, but at most places this condition decides.
    let may_fail = if matches!(rule.form, RuleForm::Text(_)) { tried / 2 } else { 0 };
    let fails = failed.len() > may_fail;
    Ok((failed.into_iter().next().filter(|_| fails), inputs.len() as u64))
}

/// The two neighbours in the middle.
fn middle(seen: &[Observation]) -> Place {
    let at = seen.len() / 2 - 1;
    Place::between(seen[at].clone(), seen[at + 1].clone())
}

/// Whether the wording is the same on both sides, so that only numbers distinguish them.
fn is_of_numbers(kind: BoundaryKind) -> bool {
    matches!(kind, BoundaryKind::Value | BoundaryKind::Jump | BoundaryKind::Kink)
}

/// Whether the two behaviours of the boundary meet in the middle.
fn is_crossed(guarded: &Guarded, kind: BoundaryKind, seen: &[Observation]) -> bool {
    let expected = [&guarded.pair.left, &guarded.pair.right].map(|side| key(&side.outcome));
    let at = seen.len() / 2 - 1;
    let [left, right] = [&seen[at], &seen[at + 1]].map(|side| key(&side.outcome));
    // A relation may decrease where another argument increases.
    let meets =
        (&left, &right) == (&expected[0], &expected[1]) || (&left, &right) == (&expected[1], &expected[0]);
    meets && (!is_of_numbers(kind) || one_bends(seen))
}

/// Whether one of the numbers leaves its course between the second and the third of four neighbours.
fn one_bends(seen: &[Observation]) -> bool {
    let told: Vec<_> = seen.iter().map(|side| told(&side.outcome).slots).collect();
    let [a, b, c, d] = &told[..] else { return true };
    let mut slots = a.iter().zip(b).zip(c).zip(d);
    slots.any(|(((a, b), c), d)| bends([a, b, c, d]))
}

/// A fresh place.
struct Trial {
    /// Its neighbours: two, or four where only numbers tell the sides apart and a line needs neighbours.
    row: Vec<Input>,
    /// Whether the rule says that the boundary does not lie there, as 1900 is no leap year.
    is_exception: bool,
}

impl Trial {
    fn of(row: Vec<Input>) -> Trial {
        Trial { row, is_exception: false }
    }
}

/// Fresh places of a rule, its exceptions first: there are few of them, and a rule that lost them holds everywhere else.
fn trials(guarded: &Guarded, about: &About, rule: &Rule, signature: &Signature) -> Vec<Trial> {
    let each = if is_of_numbers(about.kind) { 4 } else { 2 };
    let wanted = MOST_CALLS.saturating_sub(2 * guarded.places().count()) / each;
    let examples: Vec<&Input> = guarded.places().map(|place| &place.left.input).collect();
    let Some(axis) = axis_of(&rule.argument, examples[0], signature) else { return Vec::new() };
    let argument = axis.argument();
    if let RuleForm::Text(text) = &rule.form {
        return match axis.path.is_whole() {
            true => {
                texts(text, rule, argument, guarded, wanted, signature).into_iter().map(Trial::of).collect()
            }
            false => Vec::new(),
        };
    }
    if axis.motion == Motion::Length && !rule.argument.starts_with(LENGTH) {
        return Vec::new();
    }
    let mut dice = Dice::of(rule);
    let here: Vec<Integer> = examples.iter().map(|example| axis.get(example)).collect();
    let mut found: Vec<Trial> = Vec::new();
    for place in exceptions(rule, &here).into_iter().take(wanted / 3) {
        let row = row(examples[0], &axis, &place, each, signature);
        found.extend(row.map(|row| Trial { row, is_exception: true }));
    }
    for _ in 0..wanted * DRAWS {
        if found.len() >= wanted {
            break;
        }
        let base = mixed(&examples, argument, &mut dice);
        if !rule.guard.iter().all(|condition| is_met(condition, &base, signature)) {
            continue;
        }
        let value = |name: &str| axis_of(name, &base, signature).map(|axis| axis.get(&base));
        let numbers = numbers(rule, &here, &mut dice);
        let place = match &rule.form {
            RuleForm::Table { by, .. } => {
                let decides = axis_of(by, &base, signature).and_then(|axis| axis.path.value(&base).cloned());
                decides.and_then(|decides| rule.place_beside(&decides.shown(str::to_string)))
            }
            _ => rule.places(&value, &[numbers]).into_iter().next(),
        };
        let Some(place) = place else { continue };
        let row = row(&base, &axis, &place, each, signature);
        let is_known = |row: &Vec<Input>| {
            let left = &row[each / 2 - 1];
            examples.contains(&left) || found.iter().any(|known| known.row[each / 2 - 1] == *left)
        };
        found.extend(row.filter(|row| !is_known(row)).map(Trial::of));
    }
    found
}

/// Pairs of texts derived from those of the examples; the text on the left side of the boundary comes first.
fn texts(
    text: &TextRule,
    rule: &Rule,
    argument: usize,
    guarded: &Guarded,
    wanted: usize,
    signature: &Signature,
) -> Vec<Vec<Input>> {
    let known: Vec<&Input> =
        guarded.places().flat_map(|place| [&place.left.input, &place.right.input]).collect();
    let (mut dice, mut found) = (Dice::of(rule), Vec::new());
    for _ in 0..wanted * DRAWS {
        let base = known[dice.below(known.len() as u32) as usize];
        let pair = text.fresh_inputs(base, argument, signature, &mut |end| dice.below(end as u32) as usize);
        if let Some(pair) = pair
            && found.len() < wanted
            && !found.contains(&pair.to_vec())
        {
            found.push(pair.to_vec());
        }
    }
    found
}

const LENGTH: &str = "length of ";

/// The axis of the argument or field with this name, or of its length.
fn axis_of(name: &str, input: &Input, signature: &Signature) -> Option<Axis> {
    let name = name.strip_prefix(LENGTH).unwrap_or(name);
    if let Some(argument) = signature.arguments().iter().position(|argument| argument.name() == name) {
        return Some(Axis::main(input, argument));
    }
    let mut paths = (0..input.len()).flat_map(|argument| ValuePath::inside(input, argument));
    let path = paths.find(|path| path.name(signature) == name)?;
    let motion = Motion::main(path.value(input)?);
    Some(Axis { path, motion })
}

/// The places nearest to the examples that a congruence leaves out.
fn exceptions(rule: &Rule, examples: &[Integer]) -> Vec<Integer> {
    let RuleForm::Congruence { without: Some((step, start)), .. } = rule.form else { return Vec::new() };
    let (step, start) = (i128::from(step), i128::from(start));
    // A lock may hold a place at the end of all numbers.
    let nearest = |here: i128| here.checked_sub(start)?.checked_rem_euclid(step).map(|by| here - by);
    let mut places: Vec<i128> = examples
        .iter()
        .filter_map(|here| nearest(here.to_i128()?))
        .flat_map(|below| (-1..=2).filter_map(move |n| below.checked_add(n * step)))
        .filter(|place| !rule.has_place(*place))
        .collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(Integer::Small).collect()
}

/// The number `k` of the example nearest to the start of a progression.
fn first_number(start: i64, step: i64, examples: &[Integer]) -> u32 {
    let numbers = examples
        .iter()
        .filter_map(|here| Some(here.to_i128()?.checked_sub(i128::from(start))? / i128::from(step.max(1))));
    numbers.filter_map(|k| u32::try_from(k).ok()).min().unwrap_or(0)
}

/// A number `k` for rules that have one, not far from those of the examples.
fn numbers(rule: &Rule, examples: &[Integer], dice: &mut Dice) -> u32 {
    let further = |start, step, dice: &mut Dice| {
        first_number(start, step, examples).saturating_add(NUMBERS[dice.below(NUMBERS.len() as u32) as usize])
    };
    match &rule.form {
        RuleForm::Progression { start, step } => further(*start, *step, dice),
        RuleForm::Congruence { step, starts, .. } => {
            further(starts.first().copied().unwrap_or(0), *step, dice)
        }
        RuleForm::Family { exponents, .. } => {
            let (least, most) = *exponents;
            least.saturating_add(dice.below(most.saturating_sub(least).saturating_add(1)))
        }
        _ => NUMBERS[dice.below(NUMBERS.len() as u32) as usize],
    }
}

fn mixed(examples: &[&Input], argument: usize, dice: &mut Dice) -> Input {
    let mut pick = || examples[dice.below(examples.len() as u32) as usize];
    let mut base = pick().clone();
    for other in (0..base.len()).filter(|other| *other != argument) {
        base[other] = pick()[other].clone();
    }
    base
}

fn is_met(condition: &Condition, input: &Input, signature: &Signature) -> bool {
    let Some(axis) = axis_of(&condition.argument, input, signature) else { return false };
    if let (Some(only), true) = (&condition.least, condition.least == condition.greatest) {
        return axis.path.value(input).is_some_and(|value| value.to_string() == *only);
    }
    let here = axis.get(input);
    let end = |text: &Option<String>| text.as_ref().map(|text| text.parse::<Integer>().ok());
    let (least, greatest) = (end(&condition.least), end(&condition.greatest));
    least.is_none_or(|end| end.is_some_and(|end| here >= end))
        && greatest.is_none_or(|end| end.is_some_and(|end| here <= end))
}

/// The inputs around a place, if all of them are on the axis.
fn row(base: &Input, axis: &Axis, place: &Integer, each: usize, signature: &Signature) -> Option<Vec<Input>> {
    let (low, high) = axis.ends(signature, base);
    let first = 1 - each as i128 / 2;
    let places = (0..each as i128).map(|n| place + &Integer::Small(first + n));
    let inputs = places.map(|place| {
        let mut input = base.clone();
        (place >= low && place <= high).then(|| axis.set(&mut input, place))?;
        Some(input)
    });
    inputs.collect()
}

/// Pseudo-random numbers that are the same every time (SplitMix64).
struct Dice(u64);

impl Dice {
    fn of(rule: &Rule) -> Dice {
        let mixed = |n: u64, byte: u8| n.wrapping_mul(31).wrapping_add(u64::from(byte));
        Dice(rule.to_string().bytes().fold(7, mixed))
    }

    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % u64::from(end.max(1))) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exceptions_of_a_rule_are_near_its_examples_and_no_number_ends_the_check() {
        let exceptions = |text: &str, here: i128| -> Vec<String> {
            let rule: Rule = text.parse().unwrap();
            super::exceptions(&rule, &[Integer::Small(here)]).iter().map(Integer::to_string).collect()
        };
        let leap = "y <= 4*k + 3, not 100*k + 99, but 400*k + 399";
        assert_eq!(exceptions(leap, 2023), ["1899", "2099", "2199"]);
        for end in [i128::MIN, i128::MAX] {
            exceptions(leap, end);
            first_number(i64::MAX, 0, &[Integer::Small(end)]);
        }
    }
}
