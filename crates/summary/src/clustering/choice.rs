//! Chooses among many partitions: several numbers of clusters are each tried many times.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::LazyLock;

use autobva_core::{Entry, UnknownName, named};
use rand::SeedableRng;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Clustering, Partition, Points, Random, silhouette};

/// Which partition wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rule {
    /// Each number of clusters is judged by the silhouette that the top five percent of its runs reach; among equal
    /// ones the one with the most clusters wins.
    ///
    /// The single best run is not trusted: it may be luck that another seed does not have.
    #[default]
    TopFive,
    /// The run with the best silhouette of all; among equal ones the one with the most clusters.
    BestSilhouette,
}

/// The rules, the default first.
pub const RULES: &[Entry] = &[
    Entry {
        name: "top-five",
        help: "the silhouette that the top five percent of runs reach; the study's rule",
    },
    Entry { name: "best-silhouette", help: "the best silhouette of all runs" },
];

impl Rule {
    /// The name that selects it.
    pub fn name(self) -> &'static str {
        RULES[self as usize].name
    }

    /// How many of the best runs with one number of clusters are skipped.
    fn passed_over(self, runs: usize) -> usize {
        match self {
            Rule::TopFive => runs / 20,
            Rule::BestSilhouette => 0,
        }
    }
}

impl FromStr for Rule {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Rule, UnknownName> {
        named("rule", name, &[Rule::TopFive, Rule::BestSilhouette], |rule| rule.name()).copied()
    }
}

/// Which partitions are tried.
#[derive(Clone)]
pub(crate) struct Search {
    /// The algorithm.
    pub clustering: &'static dyn Clustering,
    /// The rule that chooses the winner.
    pub rule: Rule,
    /// The numbers of clusters.
    pub k: RangeInclusive<usize>,
    /// How often each number is tried.
    pub repeats: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A partition with its silhouette.
pub(crate) struct Scored {
    pub partition: Partition,
    pub silhouette: f64,
}

impl Search {
    /// How often each number of clusters is actually tried.
    pub fn rounds(&self) -> usize {
        self.repeats.min(self.clustering.most_repeats())
    }

    /// The numbers of clusters that the points allow.
    fn numbers(&self, points: &Points) -> RangeInclusive<usize> {
        let most = points.places().min(*self.k.end());
        (*self.k.start()).min(most).max(2)..=most
    }

    /// The best partition of the points; `None` if all points are at the same place, or only one cluster is allowed.
    pub fn best(&self, points: &Points) -> Option<Scored> {
        let numbers = self.numbers(points);
        // If the system cannot start threads, everything runs on this one.
        static THREADS: LazyLock<Option<ThreadPool>> =
            LazyLock::new(|| ThreadPoolBuilder::new().build().ok());
        let best_with = |k| self.best_with(points, k);
        let winners: Vec<Scored> = match &*THREADS {
            Some(threads) => threads.install(|| numbers.into_par_iter().map(best_with).collect()),
            None => numbers.map(best_with).collect(),
        };
        // Scores that are equal to three decimals, as in the study, count as equal; the last one has the most clusters.
        winners.into_iter().max_by_key(|scored| (scored.silhouette * 1000.0).round() as i64)
    }

    /// The partition that represents a number of clusters.
    fn best_with(&self, points: &Points, k: usize) -> Scored {
        let repeats = self.rounds();
        let mut known = Known { points, scores: HashMap::new() };
        let mut runs: Vec<Scored> =
            (0..repeats).map(|repeat| known.score(self.run(points, k, repeat))).collect();
        // The sort is stable, so that the first of equal runs comes first.
        runs.sort_by(|a, b| b.silhouette.total_cmp(&a.silhouette));
        runs.swap_remove(self.rule.passed_over(repeats))
    }

    fn run(&self, points: &Points, k: usize, repeat: usize) -> Partition {
        let stream = ((k as u64) << 32) + repeat as u64;
        let mut random = Random::seed_from_u64(self.seed.rotate_left(32) ^ stream);
        self.clustering.partition(points, k, &mut random)
    }
}

/// The silhouettes of the partitions so far: repetitions often end in the same partition.
struct Known<'a> {
    points: &'a Points,
    scores: HashMap<Vec<u32>, f64>,
}

impl Known<'_> {
    fn score(&mut self, partition: Partition) -> Scored {
        let k = partition.centres.len();
        let measure = || silhouette(self.points, &partition.labels, k);
        let silhouette = *self.scores.entry(canonical(&partition.labels, k)).or_insert_with(measure);
        Scored { partition, silhouette }
    }
}

/// The labels, renamed in the order in which they appear.
fn canonical(labels: &[u32], k: usize) -> Vec<u32> {
    let mut names = vec![u32::MAX; k];
    let mut next = 0;
    let name = |&label: &u32| {
        let name = &mut names[label as usize];
        if *name == u32::MAX {
            *name = next;
            next += 1;
        }
        *name
    };
    labels.iter().map(name).collect()
}
