//! A group in two dimensions: classical scaling of the distances between its rows.

use std::collections::{BTreeSet, HashMap};

use autobva_core::Candidate;

use crate::features::Matrix;
use crate::rows::Rows;
use crate::settings::{SettingsError, SummarySettings};
use crate::summarize::features;
use crate::summary::GroupSummary;

/// More rows than this are a sample: nobody tells more dots apart.
const MOST_ROWS: usize = 400;

/// The different pairs of outputs of a group as dots, as far apart as their features say, as well as a plane allows.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    /// The dots.
    pub dots: Vec<Dot>,
    /// How many different pairs of outputs there are; if more than dots, the dots are a sample.
    pub rows: usize,
    /// How much of the squared distances the plane keeps, from 0 to 1.
    pub kept: f64,
}

/// A pair of outputs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    /// The place.
    pub at: (f64, f64),
    /// The number of its cluster.
    pub cluster: usize,
    /// How many candidates have these outputs.
    pub candidates: usize,
    /// Whether one of them stands for its cluster.
    pub represents: bool,
}

/// Puts the rows of a group into a plane.
pub fn project(
    candidates: &[Candidate],
    group: &GroupSummary,
    settings: &SummarySettings,
) -> Result<Projection, SettingsError> {
    let clusters: HashMap<usize, usize> = group
        .clusters
        .iter()
        .flat_map(|cluster| cluster.members.iter().map(|&member| (member, cluster.id)))
        .collect();
    let representatives: BTreeSet<usize> =
        group.clusters.iter().flat_map(|cluster| &cluster.representatives).copied().collect();
    let mut indices: Vec<usize> = clusters.keys().copied().collect();
    indices.sort_unstable();
    let rows = Rows::new(candidates, &indices, settings.ordered);
    let represents =
        |row: usize| rows.members(row).iter().any(|member| representatives.contains(&member.candidate));
    let chosen = sample(rows.len(), represents);
    let features = features(settings)?;
    let mut matrix = Matrix::new(&features, &rows.texts);
    chosen.iter().for_each(|&row| matrix.push(rows.pairs[row]));
    let (places, kept) = scaling(&squared_distances(&matrix.scaled(), matrix.width()), chosen.len());
    let dot = |(&row, at): (&usize, (f64, f64))| Dot {
        at,
        cluster: rows.members(row).first().map_or(0, |member| clusters[&member.candidate]),
        candidates: rows.members(row).len(),
        represents: represents(row),
    };
    Ok(Projection { dots: chosen.iter().zip(places).map(dot).collect(), rows: rows.len(), kept })
}

/// All rows if they are few, else those of representatives and others at even steps.
fn sample(rows: usize, represents: impl Fn(usize) -> bool) -> Vec<usize> {
    if rows <= MOST_ROWS {
        return (0..rows).collect();
    }
    let step = rows as f64 / MOST_ROWS as f64;
    let even = (0..MOST_ROWS).map(|n| (n as f64 * step) as usize);
    even.chain((0..rows).filter(|&row| represents(row))).collect::<BTreeSet<_>>().into_iter().collect()
}

fn squared_distances(points: &[f64], width: usize) -> Vec<f64> {
    let points: Vec<&[f64]> = points.chunks(width.max(1)).collect();
    let between = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum();
    points.iter().flat_map(|a| points.iter().map(move |b| between(a, b))).collect()
}

/// Classical scaling: the two directions in which the doubly centred distances vary most, and their share of all.
fn scaling(squared: &[f64], count: usize) -> (Vec<(f64, f64)>, f64) {
    let mut gram = centred(squared, count);
    let trace: f64 = (0..count).map(|i| gram[i * count + i]).sum();
    let (first, x) = direction(&gram, count);
    for i in 0..count {
        for j in 0..count {
            gram[i * count + j] -= first * x[i] * x[j];
        }
    }
    let (second, y) = direction(&gram, count);
    let (a, b) = (first.max(0.0).sqrt(), second.max(0.0).sqrt());
    let places = x.iter().zip(&y).map(|(x, y)| (a * x, b * y)).collect();
    let kept = if trace > 0.0 { ((first + second) / trace).clamp(0.0, 1.0) } else { 1.0 };
    (places, kept)
}

/// −½ J D² J.
fn centred(squared: &[f64], count: usize) -> Vec<f64> {
    let n = count.max(1) as f64;
    let means: Vec<f64> = squared.chunks(count.max(1)).map(|row| row.iter().sum::<f64>() / n).collect();
    let mean = means.iter().sum::<f64>() / n;
    let at = |i: usize, j: usize| -0.5 * (squared[i * count + j] - means[i] - means[j] + mean);
    (0..count).flat_map(|i| (0..count).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect()
}

/// The greatest eigenvalue of a symmetric matrix without negative ones, and its vector, by power iteration. The sign is
/// such that the largest part is positive.
fn direction(matrix: &[f64], count: usize) -> (f64, Vec<f64>) {
    const ROUNDS: usize = 300;
    let mut vector: Vec<f64> = (0..count).map(|i| 1.0 + ((i * 37 + 11) % 101) as f64 / 101.0).collect();
    let mut value = 0.0;
    for _ in 0..ROUNDS {
        let product: Vec<f64> = matrix
            .chunks(count.max(1))
            .map(|row| row.iter().zip(&vector).map(|(a, b)| a * b).sum())
            .collect();
        let length = product.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length < 1e-12 {
            return (0.0, vec![0.0; count]);
        }
        let settled = (length - value).abs() <= 1e-12 * length;
        value = length;
        vector = product.into_iter().map(|x| x / length).collect();
        if settled {
            break;
        }
    }
    let largest =
        vector.iter().copied().fold(0.0, |most: f64, x| if x.abs() > most.abs() { x } else { most });
    if largest < 0.0 {
        vector.iter_mut().for_each(|x| *x = -*x);
    }
    (value, vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_a_plane_keep_their_distances() {
        let points = [0.0, 0.0, 3.0, 0.0, 0.0, 4.0, 3.0, 4.0, 1.0, 1.5];
        let squared = squared_distances(&points, 2);
        let (places, kept) = scaling(&squared, 5);
        assert!((kept - 1.0).abs() < 1e-6, "{kept}");
        for (i, a) in places.iter().enumerate() {
            for (j, b) in places.iter().enumerate() {
                let again = (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2);
                assert!((again - squared[i * 5 + j]).abs() < 1e-4, "{again} is not {}", squared[i * 5 + j]);
            }
        }
    }

    #[test]
    fn a_single_place_is_no_trouble() {
        assert_eq!(scaling(&[0.0; 4], 2), (vec![(0.0, 0.0); 2], 1.0));
        assert_eq!(scaling(&[], 0), (vec![], 1.0));
    }

    #[test]
    fn a_sample_has_the_representatives() {
        assert_eq!(sample(3, |_| false), [0, 1, 2]);
        let chosen = sample(100_000, |row| row == 77_777);
        assert!(chosen.contains(&77_777) && chosen.len() == MOST_ROWS + 1);
    }
}
