//! The diverse subset: if there are too many pairs to compare all with each other, those that differ most.

use rand::RngExt;

use crate::clustering::Random;
use crate::features::{Matrix, Pair};

/// At most 1,000 rows are compared with each other.
pub(crate) const MOST_ROWS: usize = 1000;

/// How many of them are replaced at a time.
const BATCH: usize = 100;

/// Fills an empty matrix with rows: with all of them if they are few. Otherwise it starts with a random thousand and
/// repeatedly replaces the hundred least diverse rows by a hundred others, until none are left. Returns the rows by
/// their place in the matrix.
pub(crate) fn fill(matrix: &mut Matrix<'_>, pairs: &[Pair], random: &mut Random) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..pairs.len()).collect();
    if rows.len() > MOST_ROWS {
        shuffle(&mut rows, random);
    }
    let mut rest = rows.split_off(rows.len().min(MOST_ROWS)).into_iter();
    rows.iter().for_each(|&row| matrix.push(pairs[row]));
    while rest.len() > 0 {
        for place in least_diverse(matrix, &rows, rest.len().min(BATCH)) {
            matrix.swap_remove(place);
            rows.swap_remove(place);
        }
        for row in rest.by_ref().take(MOST_ROWS - rows.len()) {
            matrix.push(pairs[row]);
            rows.push(row);
        }
    }
    rows
}

/// The places of the rows with the least sum of scaled attributes, from the last place to the first.
fn least_diverse(matrix: &Matrix<'_>, rows: &[usize], count: usize) -> Vec<usize> {
    let scaled = matrix.scaled();
    let diversity: Vec<f64> = scaled.chunks(matrix.width()).map(|point| point.iter().sum()).collect();
    let mut places: Vec<usize> = (0..rows.len()).collect();
    let order = |a: &usize, b: &usize| diversity[*a].total_cmp(&diversity[*b]).then(rows[*a].cmp(&rows[*b]));
    places.select_nth_unstable_by(count - 1, order);
    places.truncate(count);
    places.sort_unstable_by(|a, b| b.cmp(a));
    places
}

fn shuffle(rows: &mut [usize], random: &mut Random) {
    for end in (1..rows.len()).rev() {
        rows.swap(end, random.random_range(0..=end));
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::features::feature;

    #[test]
    fn the_least_diverse_are_dropped() {
        // Two thousand pairs are alike, and fifty are not.
        let texts: Vec<String> =
            (0..2000).map(|n| format!("{n:05}")).chain((0..50).map(|n| "x".repeat(n + 9))).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let pairs: Vec<Pair> = (0..texts.len() as u32).map(|n| Pair { first: 0, second: n }).collect();
        let features = vec![feature("strlen(WD)").unwrap()];
        let mut matrix = Matrix::new(&features, &texts);
        let mut rows = fill(&mut matrix, &pairs, &mut Random::seed_from_u64(1));
        assert_eq!(matrix.scaled().len(), MOST_ROWS);
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), MOST_ROWS);
        assert!((2000..2050).all(|row| rows.contains(&row)), "a pair unlike the others was dropped");
    }
}
