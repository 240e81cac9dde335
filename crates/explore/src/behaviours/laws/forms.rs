//! The functions of the arguments that laws are made of.

use std::collections::BTreeMap;

use autobva_core::behaviour::{calendar, gcd};
use autobva_core::{Input, MomentKind, Value};

use super::super::crossing::{Crossing, Way};
use super::super::runs::Runs;
use super::is_read;
use super::terms::Term;

/// With more than 6 terms there are too many functions to try.
pub(super) const MOST_TERMS: usize = 6;

/// Whole numbers beyond this are not exact as floats.
pub const EXACT: f64 = 9e15;

/// A function of the arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// The place on the axis that was crossed, for an argument by itself: the argument and how it moves.
    Alone(usize, Way),
    /// A sum of terms with small factors; a single term is read from a list by itself.
    Sum(Vec<(Term, i64)>),
    /// The difference of two dates, on a calendar whose months all have the same length.
    Months(usize, usize),
    /// The product of some terms, each to a small power.
    Powers(Vec<(Term, i8)>),
    /// One term less the product of two others.
    Above(Term, [Term; 2]),
    /// A sum of terms and of products of two of them, each with a factor.
    Polynomial(Vec<(Monomial, i64)>),
}

/// A term, or the product of two.
pub type Monomial = Vec<Term>;

impl Form {
    /// The worth of a law of this form, compared with a constant that explains as much.
    pub(super) fn weight(&self) -> f64 {
        match self {
            Form::Alone(..) => 1.0,
            Form::Sum(terms) if terms.len() == 1 => 0.9,
            Form::Sum(terms) if terms.len() == 2 && terms.iter().all(|(_, f)| f.abs() == 1) => 0.8,
            Form::Sum(terms) if terms.iter().all(|(_, f)| f.abs() == 1) => 0.7,
            Form::Months(..) => 0.8,
            Form::Sum(_) => 0.6,
            Form::Powers(factors) if factors.len() > 2 => 0.3,
            Form::Powers(_) | Form::Above(..) => 0.4,
            Form::Polynomial(terms) => 1.2 / (1 + terms.len()) as f64,
        }
    }

    /// The value of the function for an input, if it is exact.
    pub fn of(&self, input: &Input) -> Option<f64> {
        let x = |term: &Term| term.exact(input);
        let value = match self {
            Form::Alone(..) => return None,
            Form::Sum(terms) => sum(terms, input)?,
            Form::Months(i, j) => {
                let [i, j] = [i, j].map(|at| date(&input[*at]));
                (calendar::even_place(i?) - calendar::even_place(j?)) as f64
            }
            Form::Powers(factors) => {
                // Divided once, equal fractions of whole numbers are equal floats.
                let [mut above, mut below] = [1.0; 2];
                for (of, power) in factors {
                    let side = if *power > 0 { &mut above } else { &mut below };
                    *side *= x(of)?.powi(i32::from(power.abs()));
                }
                above / below
            }
            Form::Above(k, [i, j]) => x(k)? - Some(x(i)? * x(j)?).filter(|product| product.abs() < EXACT)?,
            Form::Polynomial(terms) => match whole_polynomial(terms, input) {
                Some(whole) => Some(whole as f64).filter(|value| value.abs() < EXACT)?,
                None => self.summands(input)?.into_iter().sum(),
            },
        };
        value.is_finite().then_some(value)
    }

    /// Whether it is the same sum with all signs reversed.
    pub(super) fn is_opposite(&self, other: &Form) -> bool {
        let (Form::Sum(terms), Form::Sum(others)) = (self, other) else { return false };
        terms.len() == others.len() && terms.iter().all(|(term, factor)| others.contains(&(*term, -factor)))
    }

    /// The summands of a polynomial, if they and their sum are exact.
    fn summands(&self, input: &Input) -> Option<Vec<f64>> {
        let Form::Polynomial(terms) = self else { return None };
        let summand = |(monomial, factor): &(Monomial, i64)| {
            let product =
                monomial.iter().try_fold(1.0, |product, term| Some(product * term.exact(input)?))?;
            Some(*factor as f64 * product).filter(|summand: &f64| summand.abs() < EXACT)
        };
        terms.iter().map(summand).collect()
    }

    /// How large the numbers are that rounding may change, where the function has this value.
    pub(super) fn size(&self, input: &Input, value: f64) -> f64 {
        let summands = self.summands(input).unwrap_or_default();
        summands.into_iter().map(f64::abs).fold(value.abs(), f64::max)
    }

    /// Up to which size the function of a whole number is exact, as far as limits are looked for.
    pub fn reach(&self) -> i128 {
        match self {
            Form::Polynomial(_) => 1_000_000,
            _ => 1_000_000_000,
        }
    }

    /// The two terms of which the first is divided by the second, if that is all.
    pub(super) fn ratio(&self) -> Option<[Term; 2]> {
        match self {
            Form::Powers(factors) => match factors[..] {
                [(i, 1), (j, -1)] => Some([i, j]),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is the difference of two arguments.
    pub fn is_difference(&self, [i, j]: [usize; 2]) -> bool {
        let own = |at: usize, sign: i64| (Term::value(at), sign);
        [1, -1].iter().any(|sign| *self == Form::Sum(vec![own(i, *sign), own(j, -sign)]))
    }

    /// Whether it reads a list by itself.
    pub fn is_of_list(&self) -> bool {
        matches!(self, Form::Sum(terms) if terms.len() == 1)
    }

    pub fn speaks_of(&self, argument: usize) -> bool {
        match self {
            Form::Alone(own, _) => *own == argument,
            Form::Months(i, j) => [i, j].contains(&&argument),
            _ => self.has(|term| term.argument == argument),
        }
    }

    /// Whether one of its terms is such a one.
    pub fn has(&self, is_one: impl Fn(&Term) -> bool) -> bool {
        match self {
            Form::Alone(..) | Form::Months(..) => false,
            Form::Sum(terms) => terms.iter().any(|(term, _)| is_one(term)),
            Form::Powers(factors) => factors.iter().any(|(term, _)| is_one(term)),
            Form::Polynomial(terms) => terms.iter().flat_map(|(monomial, _)| monomial).any(is_one),
            Form::Above(k, [i, j]) => [k, i, j].into_iter().any(is_one),
        }
    }

    /// The terms of a function that has some.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Form::Alone(..) | Form::Months(..) => Vec::new(),
            Form::Sum(terms) => terms.iter().map(|(term, _)| *term).collect(),
            Form::Powers(factors) => factors.iter().map(|(term, _)| *term).collect(),
            Form::Polynomial(terms) => terms.iter().flat_map(|(monomial, _)| monomial).copied().collect(),
            Form::Above(k, [i, j]) => vec![*k, *i, *j],
        }
    }
}

/// The value of a polynomial of whole numbers, which may be small although its summands are large.
fn whole_polynomial(terms: &[(Monomial, i64)], input: &Input) -> Option<i128> {
    terms.iter().try_fold(0i128, |sum, (monomial, factor)| {
        let times = |product: i128, term: &Term| product.checked_mul(term.whole(input)?);
        sum.checked_add(monomial.iter().try_fold(i128::from(*factor), times)?)
    })
}

/// A sum that is smaller than this after rounding fits into 128 bits.
const SURELY_SMALL: f64 = 1e38;

/// The weighted sum of some terms; the sum of whole numbers is exact, however large they are.
fn sum(terms: &[(Term, i64)], input: &Input) -> Option<f64> {
    // The sum of a list says something even if it is not exact: it is beyond any limit that somebody has set.
    let is_of_list = || terms.iter().any(|(term, _)| term.is_of_list());
    let is_sound = |sum: &f64| sum.abs() < EXACT || is_of_list();
    // Usually 64 bits suffice, and take a fraction of the time.
    let small = terms.iter().try_fold(0i64, |sum, (term, factor)| {
        sum.checked_add(i64::try_from(term.whole(input)?).ok()?.checked_mul(*factor)?)
    });
    if let Some(small) = small {
        return Some(small as f64).filter(is_sound);
    }
    let wrapped = terms.iter().try_fold(0i128, |sum, (term, factor)| {
        Some(sum.wrapping_add(term.whole(input)?.wrapping_mul(i128::from(*factor))))
    });
    let rounded =
        terms.iter().try_fold(0.0, |sum, (term, factor)| Some(sum + *factor as f64 * term.number(input)?))?;
    // The terms may be too large for 128 bits where their sum is not: it is exact then, whatever was carried in between.
    let sum = wrapped.filter(|_| rounded.abs() < SURELY_SMALL).map_or(rounded, |sum| sum as f64);
    Some(sum).filter(is_sound)
}

/// The day number of a date.
fn date(value: &Value) -> Option<i128> {
    match value {
        Value::Moment(moment) if moment.kind() == MomentKind::Date => Some(moment.number()),
        Value::Union(union) => date(union.value()),
        _ => None,
    }
}

/// The number of months if a limit on the even calendar is a whole number of them, and whether the limit lies right before.
pub fn whole_months((low, high): (f64, f64)) -> Option<(i64, bool)> {
    let months = (low / calendar::EVEN_MONTH as f64).ceil() as i64;
    let limit = months as f64 * calendar::EVEN_MONTH as f64;
    (months != 0 && limit <= high).then_some((months, limit == high))
}

/// The differences of all pairs of dates in months.
pub(super) fn months(crossings: &[&Crossing], runs: &Runs) -> Vec<Form> {
    let Some(first) = crossings.first() else { return Vec::new() };
    let input = &runs.run(first.left).input;
    let dates: Vec<usize> = (0..input.len()).filter(|at| date(&input[*at]).is_some()).collect();
    let pairs = dates.iter().flat_map(|i| dates.iter().filter(move |j| i < *j).map(|j| Form::Months(*i, *j)));
    pairs.collect()
}

/// The functions of several terms to try, the simplest first.
pub(super) fn forms(terms: &[Term]) -> Vec<Form> {
    let mut found = Vec::new();
    if terms.len() > MOST_TERMS {
        return found;
    }
    for (at, i) in terms.iter().enumerate() {
        for (behind, j) in terms.iter().enumerate().skip(at + 1) {
            for (a, b) in [(1, -1), (1, 1), (2, -1), (1, -2), (2, 1), (1, 2)] {
                found.push(Form::Sum(vec![(*i, a), (*j, b)]));
            }
            let powers = |factors: &[(&Term, i8)]| {
                Form::Powers(factors.iter().map(|(term, power)| (**term, *power)).collect())
            };
            found.extend([powers(&[(i, 1), (j, 1)]), powers(&[(i, 1), (j, -1)])]);
            found.extend([powers(&[(i, 1), (j, -2)]), powers(&[(j, 1), (i, -2)])]);
            found.extend(terms.iter().filter(|k| *k != i && *k != j).map(|k| Form::Above(*k, [*i, *j])));
            for k in &terms[behind + 1..] {
                for (a, b, c) in [(1, 1, -1), (1, -1, 1), (-1, 1, 1), (1, 1, 1)] {
                    found.push(Form::Sum(vec![(*i, a), (*j, b), (*k, c)]));
                }
                found.push(powers(&[(i, 1), (j, 1), (k, 1)]));
                for (a, b, c) in [(i, j, k), (i, k, j), (j, k, i)] {
                    found.extend([-1, -2].map(|power| powers(&[(a, 1), (b, 1), (c, power)])));
                }
            }
        }
    }
    found.retain(makes_sense);
    found
}

/// The differences of the greatest and the least item of each list from the numbers of other arguments.
pub(super) fn ends(terms: &[Term], crossings: &[&Crossing], runs: &Runs) -> Vec<Form> {
    let lists = Term::of_lists(crossings, runs).into_iter().filter(Term::is_end);
    let beside = |list: Term| {
        let others = terms.iter().filter(move |term| term.argument != list.argument && term.is_plain());
        others.map(move |other| Form::Sum(vec![(list, 1), (*other, -1)]))
    };
    lists.flat_map(beside).collect()
}

/// Whether people compare such things: moments only with moments, a length with one other number, and what is read from
/// one list with other arguments.
fn makes_sense(form: &Form) -> bool {
    let terms = form.terms();
    let is_beside = |list: &Term| terms.iter().any(|other| other != list && other.argument == list.argument);
    let is_one_list = terms.iter().any(|term| term.is_of_list() && is_beside(term));
    if is_one_list || terms.len() > 2 && terms.iter().any(Term::is_length) {
        return false;
    }
    match form {
        Form::Sum(terms) => {
            let moments = terms.iter().filter(|(term, _)| term.is_moment());
            moments.map(|(_, factor)| factor).sum::<i64>() == 0
        }
        _ => !terms.iter().any(|term| term.is_moment() || term.is_length()),
    }
}

/// At most 60 points of a pair of arguments are compared.
const MOST_POINTS: usize = 60;

/// At least 3 pairs of points must agree on a factor.
const LEAST_VOTES: usize = 3;

/// Sums in which a term has a larger factor, as the places of the crossings suggest.
pub(super) fn multiples(crossings: &[&Crossing], runs: &Runs, terms: &[Term]) -> Vec<Form> {
    let mut found = Vec::new();
    let is_none = terms.len() > MOST_TERMS;
    let terms: Vec<&Term> = terms.iter().filter(|term| !is_none && !term.is_moment()).collect();
    for i in terms.iter().copied() {
        let is_along =
            |c: &&&Crossing| c.axis.argument() == i.argument && is_read(&c.axis, &runs.run(c.left).input);
        let along: Vec<&&Crossing> = crossings.iter().filter(is_along).collect();
        for j in terms.iter().copied().filter(|j| j.argument != i.argument) {
            let point = |c: &&&Crossing| {
                let [x, y] = [j, i].map(|of| of.whole(&runs.run(c.left).input));
                Some((x?, y?))
            };
            let mut points: Vec<(i128, i128)> = along.iter().filter_map(point).collect();
            points.sort_unstable();
            points.dedup();
            let step = points.len().div_ceil(MOST_POINTS).max(1);
            let points: Vec<_> = points.into_iter().step_by(step).collect();
            let mut votes: BTreeMap<(i64, i64), usize> = BTreeMap::new();
            for (at, a) in points.iter().enumerate() {
                for b in points[at + 1..].iter().filter(|b| b.0 != a.0) {
                    if let Some(slope) = slope(b.0.wrapping_sub(a.0), b.1.wrapping_sub(a.1)) {
                        *votes.entry(slope).or_default() += 1;
                    }
                }
            }
            let mut votes: Vec<(usize, (i64, i64))> =
                votes.into_iter().map(|(slope, n)| (n, slope)).collect();
            votes.sort_unstable_by(|a, b| b.cmp(a));
            let enough = votes.into_iter().filter(|(n, _)| *n >= LEAST_VOTES).take(2);
            found.extend(enough.map(|(_, (up, along))| Form::Sum(vec![(*i, along), (*j, -up)])));
        }
    }
    found
}

/// The simplest fraction between two numbers, if both its parts are small.
pub(super) fn fraction((low, high): (f64, f64)) -> Option<(i64, i64)> {
    let below = (1..=MOST_OF_SHARE).map(|below| ((low * below as f64).ceil() as i64, below));
    let mut small = below.filter(|(above, below)| *above > 0 && *above as f64 <= high * *below as f64);
    small.next().filter(|(above, _)| *above <= MOST_OF_SHARE)
}

/// Shares are written by twentieths: a share of 99 % among numbers up to 100 is rather all of them but one.
const MOST_OF_SHARE: i64 = 20;

/// Factors are at most 10,000, and those of a fraction at most 100. The points of a fraction are at least 4 times its
/// denominator apart: nearby points are on any line.
const MOST_FACTOR: u64 = 10_000;
const MOST_OF_FRACTION: u64 = 100;
const APART: u64 = 4;

/// The slope between two points as a reduced fraction, if it is none of those that are tried anyway.
fn slope(dx: i128, dy: i128) -> Option<(i64, i64)> {
    let (dx, dy) = (i64::try_from(dx).ok()?, i64::try_from(dy).ok()?);
    let common = u64::try_from(gcd(dx.into(), dy.into())).ok()?;
    let (along, up) = (dx.unsigned_abs() / common, dy.unsigned_abs() / common);
    let is_whole = along == 1 && (3..=MOST_FACTOR).contains(&up);
    let is_fraction = along > 1 && up > 0 && along.max(up) <= MOST_OF_FRACTION && along.max(up) > 2;
    let sign = dx.signum() * dy.signum();
    (is_whole || is_fraction && common >= APART).then(|| (sign * up as i64, along as i64))
}
