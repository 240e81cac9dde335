//! Sums and polynomials of degree two, as the places of the crossings suggest: at these places they are about zero, so as many
//! places as there are factors, less one, tell the factors.

use std::collections::BTreeMap;

use super::super::crossing::Crossing;
use super::super::runs::Runs;
use super::forms::{Form, Monomial};
use super::is_read;
use super::terms::Term;

/// With more than 4 terms there are too many products.
const MOST_TERMS: usize = 4;
/// Places are derived from at most 96 crossings, those with the largest numbers: there a step of one changes least. Beyond a
/// million, squares need more digits than elimination leaves.
const MOST_POINTS: usize = 96;
const LARGEST: f64 = 1e6;
/// Factors are derived from 100 selections of places, and at least 3 of them must agree.
const SELECTIONS: usize = 100;
const LEAST_VOTES: usize = 3;
/// Of the polynomials of one kind, the 2 that most selections agree on are tried.
const MOST_FORMS: usize = 2;
/// A factor is a whole number if it is that near to one, and a summand that is that small beside the largest one is none.
const NEAR: f64 = 0.03;
/// Factors are at most 100, and fractions of them have a denominator of up to 12.
const MOST_FACTOR: f64 = 100.0;
const MOST_BELOW: usize = 12;

/// The sums and polynomials that the places of the crossings suggest.
pub(super) fn polynomials(crossings: &[&Crossing], runs: &Runs, terms: &[Term]) -> Vec<Form> {
    let terms: Vec<Term> = terms.iter().copied().filter(Term::is_number).collect();
    if !(2..=MOST_TERMS).contains(&terms.len()) {
        return Vec::new();
    }
    let pairs = || (0..terms.len()).flat_map(|i| (i..terms.len()).map(move |j| [i, j]));
    let squares: Vec<Vec<usize>> = pairs().filter(|[i, j]| i == j).map(Vec::from).collect();
    let products: Vec<Vec<usize>> = pairs().filter(|[i, j]| i != j).map(Vec::from).collect();
    let linear: Vec<Vec<usize>> = (0..terms.len()).map(|i| vec![i]).collect();
    let kinds = [
        linear.clone(),
        squares.clone(),
        [&squares[..], &products].concat(),
        [&products[..], &linear].concat(),
        [&squares[..], &linear].concat(),
    ];
    let mut found: Vec<Form> = Vec::new();
    // Along one argument the last places before the limit are exact where that argument has no factor.
    for along in terms.iter().map(|term| Some(term.argument)).chain([None]) {
        let points = points(crossings, runs, &terms, along);
        for monomials in &kinds {
            for factors in factors(&points, monomials) {
                let named = |at: usize| monomials[at].iter().map(|i| terms[*i]).collect::<Monomial>();
                let factors = factors.iter().enumerate().filter(|(_, factor)| **factor != 0);
                let summands: Vec<(Monomial, i64)> =
                    factors.map(|(at, factor)| (named(at), *factor)).collect();
                found.extend(form(summands).filter(|form| !found.contains(form)));
            }
        }
    }
    found
}

/// The simplest form of a sum of monomials, if it is not among those that are tried anyway.
fn form(summands: Vec<(Monomial, i64)>) -> Option<Form> {
    let is_linear = summands.iter().all(|(monomial, _)| monomial.len() == 1);
    let is_plain = summands.iter().all(|(_, factor)| factor.abs() == 1);
    match summands.len() {
        0 | 1 => None,
        2 if is_linear => None,
        3 if is_linear && is_plain => None,
        _ if is_linear => {
            // `price <= income + deposit` has fewer signs than `deposit <= price - income`.
            let added = summands.iter().filter(|(_, factor)| *factor > 0).count();
            let sign = if added < summands.len() && added * 2 > summands.len() { -1 } else { 1 };
            let terms = summands.into_iter().map(|(monomial, factor)| (monomial[0], sign * factor));
            Some(Form::Sum(terms.collect()))
        }
        _ => Some(Form::Polynomial(summands)),
    }
}

/// Whether a polynomial that passes this limit is a product of two sums, or a square: then two laws are simpler, or one. Whole
/// numbers pass such a product some steps away from zero.
pub(super) fn is_product(terms: &[(Monomial, i64)], (low, high): (f64, f64)) -> bool {
    let steps = terms.iter().map(|(_, factor)| factor.abs()).sum::<i64>() as f64;
    let is_near_zero = low <= steps && high >= -steps;
    let limit = if is_near_zero { 0.0 } else { low };

    let mut names: Vec<Term> = terms.iter().flat_map(|(monomial, _)| monomial).copied().collect();
    names.sort_unstable();
    names.dedup();
    let at = |term: &Term| names.iter().position(|name| name == term).unwrap_or(0);
    // The symmetric matrix of the quadratic form; the last row and column stand for the constant 1.
    let last = names.len();
    let mut matrix = vec![vec![0.0; last + 1]; last + 1];
    matrix[last][last] = -limit;
    for (monomial, factor) in terms {
        let (i, j) = (at(&monomial[0]), monomial.get(1).map_or(last, at));
        matrix[i][j] += *factor as f64 / 2.0;
        matrix[j][i] += *factor as f64 / 2.0;
    }
    rank(matrix) <= 2
}

/// The number of independent rows.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let mut done = 0;
    for column in 0..rows.len() {
        let best =
            (done..rows.len()).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()));
        let Some(best) = best.filter(|row| rows[*row][column].abs() > 1e-9) else { continue };
        rows.swap(done, best);
        let pivot = rows[done].clone();
        for row in &mut rows[done + 1..] {
            let times = row[column] / pivot[column];
            row.iter_mut().zip(&pivot).for_each(|(cell, above)| *cell -= times * above);
        }
        done += 1;
    }
    done
}

/// The terms at the crossings, those with the largest numbers first: on the left of crossings along one argument, or in the
/// middle of all crossings.
fn points(crossings: &[&Crossing], runs: &Runs, terms: &[Term], along: Option<usize>) -> Vec<Vec<f64>> {
    let point = |c: &&Crossing| -> Option<Vec<f64>> {
        let [left, right] = [c.left, c.right].map(|run| &runs.run(run).input);
        let moved = c.axis.argument();
        let is_own =
            along.is_none_or(|along| along == moved) && terms.iter().any(|term| term.argument == moved);
        if !is_own || !is_read(&c.axis, left) {
            return None;
        }
        let middle = |term: &Term| match along {
            Some(_) => term.exact(left),
            None => Some((term.exact(left)? + term.exact(right)?) / 2.0),
        };
        terms.iter().map(middle).collect::<Option<Vec<f64>>>()
    };
    let size = |point: &Vec<f64>| point.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let mut points: Vec<Vec<f64>> =
        crossings.iter().filter_map(point).filter(|point| size(point) <= LARGEST).collect();
    let by_size = |a: &Vec<f64>, b: &Vec<f64>| {
        let order = a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        size(b).total_cmp(&size(a)).then(order.unwrap_or(std::cmp::Ordering::Equal))
    };
    points.sort_by(by_size);
    points.dedup();
    points.truncate(MOST_POINTS);
    points
}

/// The factors of these monomials that most selections of points agree on.
fn factors(points: &[Vec<f64>], monomials: &[Vec<usize>]) -> Vec<Vec<i64>> {
    let unknown = monomials.len() + 1;
    if points.len() < unknown + LEAST_VOTES {
        return Vec::new();
    }
    let row = |point: &Vec<f64>| -> Row {
        let mut row = [0.0; MOST_COLUMNS];
        row[unknown - 1] = 1.0;
        for (cell, of) in row.iter_mut().zip(monomials) {
            *cell = of.iter().map(|i| point[*i]).product();
        }
        let size = row.iter().map(|x| x.abs()).fold(0.0, f64::max);
        row.map(|x| x / size)
    };
    let rows: Vec<Row> = points.iter().map(row).collect();
    let mut votes: BTreeMap<Factors, usize> = BTreeMap::new();
    let (mut state, mut chosen, mut system) = (1u64, Vec::new(), Vec::new());
    for _ in 0..SELECTIONS {
        chosen.clear();
        while chosen.len() + 1 < unknown {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (state >> 33) as usize % rows.len();
            if !chosen.contains(&at) {
                chosen.push(at);
            }
        }
        system.clear();
        system.extend(chosen.iter().map(|at| rows[*at]));
        let Some(vector) = null_vector(&mut system) else { continue };
        let picked = chosen.iter().map(|at| &rows[*at]);
        if let Some(factors) = rounded(&vector[..unknown], picked) {
            *votes.entry(factors).or_default() += 1;
        }
    }
    let mut votes: Vec<(usize, Factors)> = votes.into_iter().map(|(factors, n)| (n, factors)).collect();
    votes.sort_by(|a, b| b.cmp(a));
    let enough = votes.into_iter().filter(|(n, _)| *n >= LEAST_VOTES).take(MOST_FORMS);
    enough.map(|(_, factors)| factors[..unknown - 1].to_vec()).collect()
}

/// The monomials at a place: with 4 terms up to 10, and the constant.
type Row = [f64; MOST_COLUMNS];
const MOST_COLUMNS: usize = 11;

/// The factors of the monomials; those that are missing are zero.
type Factors = [i64; MOST_COLUMNS];

/// The vector that is orthogonal to all rows, which are one fewer than their columns; `None` if there are several.
fn null_vector(rows: &mut [Row]) -> Option<Row> {
    let columns = rows.len() + 1;
    let mut pivots = [usize::MAX; MOST_COLUMNS];
    let mut is_free = [true; MOST_COLUMNS];
    // Plain loops: this runs thousands of times for the crossings between two behaviours.
    for at in 0..rows.len() {
        let ((mut row, mut column), mut size) = ((at, 0), 0.0);
        for candidate in 0..columns {
            for (other, cells) in rows.iter().enumerate().skip(at) {
                let cell = cells[candidate].abs();
                if is_free[candidate] && cell > size {
                    (row, column, size) = (other, candidate, cell);
                }
            }
        }
        if size < 1e-9 {
            return None;
        }
        rows.swap(at, row);
        (pivots[at], is_free[column]) = (column, false);
        let pivot = rows[at];
        for (other, cells) in rows.iter_mut().enumerate() {
            if other != at {
                let times = cells[column] / pivot[column];
                for cell in 0..columns {
                    cells[cell] -= times * pivot[cell];
                }
            }
        }
    }
    let free = (0..columns).find(|column| is_free[*column])?;
    let mut vector = [0.0; MOST_COLUMNS];
    vector[free] = 1.0;
    for (row, column) in rows.iter().zip(pivots) {
        vector[column] = -row[free] / row[column];
    }
    Some(vector)
}

/// The factors as small whole numbers, the first of them positive, without the constant; `None` if they are none.
fn rounded<'a>(vector: &[f64], rows: impl Iterator<Item = &'a Row>) -> Option<Factors> {
    let last = vector.len() - 1;
    let mut weights = [0.0; MOST_COLUMNS];
    for row in rows {
        for at in 0..last {
            weights[at] = f64::max(weights[at], (row[at] * vector[at]).abs());
        }
    }
    let most = weights.into_iter().fold(0.0, f64::max);
    let mut own = [0.0; MOST_COLUMNS];
    for at in 0..last {
        own[at] = if weights[at] > NEAR * most { vector[at] } else { 0.0 };
    }
    let own = &own[..last];
    let least = own.iter().map(|x| x.abs()).filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min);
    let first = own.iter().find(|x| **x != 0.0)?;
    let is_near = |x: f64| {
        (x - x.round()).abs() <= NEAR * x.abs().clamp(1.0, MOST_BELOW as f64) && x.abs() <= MOST_FACTOR
    };
    let mut scales = (1..=MOST_BELOW).map(|below| first.signum() * below as f64 / least);
    let scale = scales.find(|scale| own.iter().all(|x| is_near(x * scale)))?;
    let mut factors = [0; MOST_COLUMNS];
    for (factor, x) in factors.iter_mut().zip(own) {
        *factor = (x * scale).round() as i64;
    }
    Some(factors)
}
