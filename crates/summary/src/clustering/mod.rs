//! Clusterings: ways to divide points into k clusters. To add one, write its file and list it below.

mod choice;
mod kmeans;
mod kmedoids;
mod points;
mod silhouette;

use autobva_core::{Entry, UnknownName, named};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) use choice::Search;
pub use choice::{RULES, Rule};
pub use kmeans::KMeans;
pub use kmedoids::KMedoids;
pub use points::Points;
pub(crate) use points::squared;
pub use silhouette::silhouette;

/// The generator behind every random choice: it has an explicit seed and no global state.
pub type Random = Xoshiro256PlusPlus;

/// Points divided into clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct Partition {
    /// The cluster of each point, from 0; no cluster is empty.
    pub labels: Vec<u32>,
    /// The centre of each cluster.
    pub centres: Vec<Vec<f32>>,
}

impl Partition {
    /// All points in one cluster.
    pub(crate) fn single(points: &Points) -> Partition {
        let mean = |coordinate: usize| {
            let sum: f64 = points.column(coordinate).iter().map(|&x| f64::from(x)).sum();
            (sum / points.len() as f64) as f32
        };
        Partition { labels: vec![0; points.len()], centres: vec![(0..points.width()).map(mean).collect()] }
    }
}

/// Divides points into clusters.
///
/// ```
/// use autobva_summary::clustering::{Clustering, KMeans, Points, Random};
/// use rand::SeedableRng;
///
/// let points = Points::new(1, &[0.0, 0.1, 9.0, 9.1]);
/// let labels = KMeans.partition(&points, 2, &mut Random::seed_from_u64(1)).labels;
/// assert!(labels[0] == labels[1] && labels[1] != labels[2] && labels[2] == labels[3]);
/// ```
pub trait Clustering: Send + Sync {
    /// At most `k` clusters, none empty; `k` must be from 1 to the number of different places.
    fn partition(&self, points: &Points, k: usize, random: &mut Random) -> Partition;

    /// How many repetitions are worth their time.
    fn most_repeats(&self) -> usize {
        usize::MAX
    }
}

const TABLE: &[(Entry, &dyn Clustering)] = &[
    (Entry { name: "kmeans", help: "each cluster around the mean of its pairs; the study's" }, &KMeans),
    (
        Entry { name: "kmedoids", help: "each cluster around one of its pairs; outliers count less" },
        &KMedoids,
    ),
];

/// The clusterings, the default first.
pub const CLUSTERINGS: &[Entry] = &[TABLE[0].0, TABLE[1].0];

/// The clustering with this name.
pub fn clustering(name: &str) -> Result<&'static dyn Clustering, UnknownName> {
    named("clustering", name, TABLE, |(entry, _)| entry.name).map(|(_, clustering)| *clustering)
}
