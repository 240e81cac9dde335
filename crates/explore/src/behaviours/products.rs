//! Products and quotients of several arguments, rounded or not: `used * 100 // limit` is one way of making a number, however
//! irregular its steps look along one of the arguments.

use std::collections::BTreeMap;

use autobva_core::behaviour::Fit;

use super::choices::number;
use super::crossing::Crossing;
use super::groups::between;
use super::laws::Samples;
use super::runs::{Run, RunId, Runs, WordingId};
use super::track::Track;

/// At most 4 numbers are multiplied. Of up to 2, also squares.
const MOST_ARGUMENTS: usize = 4;
const MOST_SQUARED: usize = 2;
/// A number of at least 8 quanta tells the factor to an eighth; 16 of them with 8 different values agree by design.
const TELLING: f64 = 8.0;
const LEAST_RUNS: usize = 16;
const LEAST_VALUES: usize = 8;
/// A product is derived from at most 256 runs of arguments of ordinary size, and tried with the first 32 of them.
const MOST_RUNS: usize = 256;
const FIRST_RUNS: usize = 32;
const MOST: f64 = 1e9;
/// Numbers with more than 6 decimals are not rounded.
const MOST_DECIMALS: u16 = 6;
/// The relative noise of floats after a few operations.
const NOISE: f64 = 1e-12;
/// Up to 4 samples on either side of a change are compared with a product.
const BESIDE: usize = 4;

/// A factor times powers of the arguments, and by how much a number may be less and more than that.
struct Product {
    powers: Vec<i32>,
    factor: f64,
    reach: [f64; 2],
}

/// The products that were found, by wording and slot.
pub struct Products(BTreeMap<(WordingId, usize), Product>);

impl Products {
    /// The products that explain numbers which seem to change their course.
    pub fn of(crossings: &[Crossing], runs: &Runs, samples: &Samples) -> Products {
        let mut wordings: Vec<WordingId> =
            crossings.iter().filter(|c| c.from == c.to && c.axis.is_number()).map(|c| c.from).collect();
        wordings.sort_unstable();
        wordings.dedup();
        let mut found = BTreeMap::new();
        for wording in wordings {
            let ids = samples.get(&wording).map_or(&[][..], Vec::as_slice);
            let slots = ids.first().map_or(0, |id| runs.run(*id).slots.len());
            for slot in 0..slots {
                found.extend(product(ids, slot, runs).map(|product| ((wording, slot), product)));
            }
        }
        Products(found)
    }

    /// Whether the numbers on both sides of a crossing are the same products.
    pub fn explain(&self, crossing: &Crossing, track: &Track, runs: &Runs) -> bool {
        if self.0.is_empty() || crossing.from != crossing.to {
            return false;
        }
        let Ok(at) = track.samples.binary_search_by(|sample| sample.place.cmp(&crossing.place)) else {
            return false;
        };
        let last = track.samples.len();
        let around = &track.samples[(at + 1).saturating_sub(BESIDE)..(at + 1 + BESIDE).min(last)];
        let own = around.iter().map(|sample| sample.run).filter(|run| runs.told(*run) == crossing.from);
        let own: Vec<&Run> = own.map(|run| runs.run(run)).collect();
        let [left, right] = &crossing.fits;
        let numbers = [crossing.left, crossing.right].map(|run| &runs.run(run).slots);
        (0..left.len()).all(|slot| {
            let is_product = |product: &Product| own.iter().all(|run| product.is_of(run, slot));
            let is_level = left[slot] == Fit::Constant && numbers[0][slot].same(&numbers[1][slot]);
            left[slot] == right[slot] && (is_level || left[slot] != Fit::Constant)
                || self.0.get(&(crossing.from, slot)).is_some_and(is_product)
        })
    }
}

impl Product {
    fn is_of(&self, run: &Run, slot: usize) -> bool {
        let numbers = run.input.iter().filter_map(number);
        let Some(size) = monomial(&self.powers, numbers) else { return false };
        let (there, value) = (self.factor * size, run.slots[slot].value);
        let noise = NOISE * there.abs().max(value.abs());
        (value + self.reach[0] - noise..=value + self.reach[1] + noise).contains(&there)
    }
}

/// The product that the most runs of a wording show, if they are enough.
fn product(ids: &[RunId], slot: usize, runs: &Runs) -> Option<Product> {
    let all = ids.iter().map(|id| runs.run(*id));
    let decimals = all.clone().map(|run| run.slots[slot].decimals).max()?;
    let quantum = if decimals > MOST_DECIMALS { 0.0 } else { 10f64.powi(-i32::from(decimals)) };
    let mut shown: Vec<(Vec<f64>, f64)> = Vec::new();
    for run in all {
        let (numbers, value) = (|| run.input.iter().filter_map(number), run.slots[slot].value);
        let is_ordinary = |number: f64| number != 0.0 && number.abs() <= MOST;
        let is_telling = value != 0.0 && value.abs() >= TELLING * quantum && value.abs() <= MOST;
        if !(2..=MOST_ARGUMENTS).contains(&numbers().count()) {
            return None;
        }
        if is_telling && numbers().all(is_ordinary) {
            shown.push((numbers().collect(), value));
        }
    }
    let every = shown.len().div_ceil(MOST_RUNS).max(1);
    let shown: Vec<(Vec<f64>, f64)> = shown.into_iter().step_by(every).collect();
    let arguments = shown.first()?.0.len();
    let most = if arguments <= MOST_SQUARED { 2 } else { 1 };
    // From below, to the nearest, from above; or not at all.
    let roundings = [[0.0, quantum], [-quantum / 2.0, quantum / 2.0], [-quantum, 0.0]];
    let roundings = if quantum > 0.0 { &roundings[..] } else { &roundings[..1] };
    let mut best: Option<(usize, Product)> = None;
    for powers in all_powers(arguments, most) {
        let size =
            |(numbers, value): &(Vec<f64>, f64)| Some((monomial(&powers, numbers.iter().copied())?, *value));
        let first: Vec<(f64, f64)> = shown.iter().take(FIRST_RUNS).filter_map(size).collect();
        let mut all = None;
        for reach in roundings {
            if stabbed(&first, *reach).0 < LEAST_VALUES {
                continue;
            }
            let all = all.get_or_insert_with(|| shown.iter().filter_map(size).collect::<Vec<(f64, f64)>>());
            let (count, [low, high]) = stabbed(all, *reach);
            if count >= LEAST_RUNS && best.as_ref().is_none_or(|(most, _)| count > *most) {
                let factor = between((low, high)).parse().unwrap_or(low);
                best = Some((count, Product { powers: powers.clone(), factor, reach: *reach }));
            }
        }
    }
    let (_, product) = best?;
    let own = ids.iter().map(|id| runs.run(*id)).filter(|run| product.is_of(run, slot));
    let mut values: Vec<u64> = own.map(|run| run.slots[slot].value.to_bits()).collect();
    values.sort_unstable();
    values.dedup();
    (values.len() >= LEAST_VALUES).then_some(product)
}

/// The powers of several arguments, without those of a single one.
fn all_powers(arguments: usize, most: i32) -> Vec<Vec<i32>> {
    let mut found: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..arguments {
        let longer = |known: &Vec<i32>| {
            (-most..=most)
                .map(|power| known.iter().copied().chain([power]).collect())
                .collect::<Vec<Vec<i32>>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found.retain(|powers| powers.iter().filter(|power| **power != 0).count() > 1);
    found
}

fn monomial(powers: &[i32], mut numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut size = 1.0;
    for power in powers {
        size *= numbers.next()?.powi(*power);
    }
    Some(size).filter(|size| size.is_finite())
}

/// How many of these numbers, each beside its size, are the product with one factor, and the range of that factor.
fn stabbed(sizes: &[(f64, f64)], reach: [f64; 2]) -> (usize, [f64; 2]) {
    let [mut lows, mut highs] = [(); 2].map(|()| Vec::with_capacity(sizes.len()));
    for (size, value) in sizes {
        let noise = NOISE * value.abs();
        let [a, b] = [(value + reach[0] - noise) / size, (value + reach[1] + noise) / size];
        if a.is_finite() && b.is_finite() {
            lows.push(a.min(b));
            highs.push(a.max(b));
        }
    }
    lows.sort_unstable_by(f64::total_cmp);
    highs.sort_unstable_by(f64::total_cmp);
    let (mut most, mut best, mut closed) = (0, [0.0; 2], 0);
    for (opened, low) in lows.iter().enumerate() {
        closed += highs[closed..].iter().take_while(|high| *high < low).count();
        if opened + 1 - closed > most {
            (most, best) = (opened + 1 - closed, [*low, highs[closed]]);
        }
    }
    (most, best)
}
