//! Settings of a summary, with their defaults.

use std::ops::RangeInclusive;

use autobva_core::UnknownName;

use crate::clustering::{CLUSTERINGS, Rule};
use crate::features::{DEFAULT_FEATURES, FeatureError};
use crate::representatives::Choice;

/// Everything that a summary depends on besides the candidates. Names are those of `autobva list`.
#[derive(Debug, Clone, PartialEq)]
pub struct SummarySettings {
    /// Which properties of the outputs are compared, such as `jaccard(U)`.
    pub features: Vec<String>,
    /// How points are divided into clusters.
    pub clustering: String,
    /// Which partition wins.
    pub rule: Rule,
    /// The numbers of clusters that are tried in each group.
    pub k: RangeInclusive<usize>,
    /// How often each is tried.
    pub repeats: usize,
    /// Which candidates represent their cluster.
    pub representative: Choice,
    /// How many representatives there are.
    pub per_cluster: usize,
    /// Whether the order of the two outputs matters, as it did in the study.
    pub ordered: bool,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for SummarySettings {
    fn default() -> Self {
        SummarySettings {
            features: DEFAULT_FEATURES.map(String::from).to_vec(),
            clustering: CLUSTERINGS[0].name.to_string(),
            rule: Rule::default(),
            k: 2..=15,
            repeats: 100,
            representative: Choice::default(),
            per_cluster: 1,
            ordered: false,
            seed: 1,
        }
    }
}

/// Settings with which no summary can be made; the message says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A feature that does not exist.
    #[error(transparent)]
    Feature(#[from] FeatureError),
    /// A clustering that does not exist.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// The range of numbers of clusters is empty.
    #[error("no number of clusters lies from {0} to {1}; give for instance 2..15")]
    EmptyRange(usize, usize),
    /// A number is zero that must not be.
    #[error("the number of {0} is zero; give at least 1")]
    Zero(&'static str),
}
