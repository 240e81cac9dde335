//! Divides the rows of a group into clusters.

use rand::SeedableRng;

use crate::clustering::{Partition, Points, Random, Search, squared};
use crate::features::{Feature, Matrix};
use crate::rows::Rows;
use crate::subset::fill;

/// The clusters of the rows of a group.
pub(crate) struct Parted {
    /// The cluster of each row.
    pub labels: Vec<u32>,
    /// The total distance of each row to the other rows of its cluster; the row with the least is the medoid.
    pub remoteness: Vec<f64>,
    /// `None` if there is only one cluster.
    pub silhouette: Option<f64>,
}

/// The share of candidates that must have the same outputs as another one for outputs to count as names.
const NAMES: f64 = 0.95;

/// Divides the rows of a group into clusters.
pub(crate) fn part(rows: &Rows<'_>, features: &[Box<dyn Feature>], search: &Search) -> Parted {
    match by_name(rows, *search.k.end()) {
        Some(parted) => parted,
        None => by_features(rows, features, search),
    }
}

/// One cluster of all rows.
pub(crate) fn together(rows: &Rows<'_>) -> Parted {
    Parted { labels: vec![0; rows.len()], remoteness: vec![0.0; rows.len()], silhouette: None }
}

/// One cluster for each row, if outputs are names rather than measurements: there are few different pairs, and nearly
/// all of them occur repeatedly. Then each pair is a kind of behaviour of its own, and how similarly `Obese` and
/// `Overweight` are written says nothing. In numbers: the rows fit into the maximum number of clusters, and these
/// clusters have a silhouette within five percent of a perfect one if outputs are compared as a whole. A candidate then
/// counts as 1 if another one has the same outputs, and as 0 otherwise.
fn by_name(rows: &Rows<'_>, most: usize) -> Option<Parted> {
    let sizes = (0..rows.len()).map(|row| rows.members(row).len());
    let repeated: usize = sizes.clone().filter(|&size| size > 1).sum();
    let share = repeated as f64 / sizes.sum::<usize>() as f64;
    (rows.len() <= most && share >= NAMES).then(|| Parted {
        labels: (0..rows.len() as u32).collect(),
        remoteness: vec![0.0; rows.len()],
        silhouette: (rows.len() > 1).then_some(share),
    })
}

/// Clusters of similar rows; rows outside the diverse subset go to the nearest centre.
fn by_features(rows: &Rows<'_>, features: &[Box<dyn Feature>], search: &Search) -> Parted {
    let mut matrix = Matrix::new(features, &rows.texts);
    let subset = fill(&mut matrix, &rows.pairs, &mut Random::seed_from_u64(search.seed));
    let points = Points::new(matrix.width(), &matrix.scaled());
    let best = search.best(&points);
    let silhouette = best.as_ref().map(|scored| scored.silhouette);
    let partition = best.map_or_else(|| Partition::single(&points), |scored| scored.partition);
    let mut parted =
        Parted { labels: vec![0; rows.len()], remoteness: vec![f64::INFINITY; rows.len()], silhouette };
    for (point, (&row, &label)) in subset.iter().zip(&partition.labels).enumerate() {
        parted.labels[row] = label;
        parted.remoteness[row] = remoteness(&points, &partition.labels, point);
    }
    let scale = matrix.scale();
    for row in (0..rows.len()).filter(|&row| parted.remoteness[row].is_infinite()) {
        parted.labels[row] = nearest(&matrix.scaled_of(rows.pairs[row], &scale), &partition.centres);
    }
    parted
}

/// The sum of the distances from a point to the points of its cluster.
fn remoteness(points: &Points, labels: &[u32], point: usize) -> f64 {
    let own = points.distances(point).iter().zip(labels).filter(|(_, label)| **label == labels[point]);
    own.map(|(distance, _)| f64::from(*distance)).sum()
}

/// The nearest centre; the first of several.
fn nearest(place: &[f64], centres: &[Vec<f32>]) -> u32 {
    let place: Vec<f32> = place.iter().map(|&x| x as f32).collect();
    let distances = centres.iter().map(|centre| squared(&place, centre));
    let first_least = |best: (usize, f32), this: (usize, f32)| if this.1 < best.1 { this } else { best };
    distances.enumerate().fold((0, f32::INFINITY), first_least).0 as u32
}
