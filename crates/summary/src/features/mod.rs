//! Features: which properties of a pair of outputs count when pairs are compared. To add one, write its file and list
//! it below.

mod matrix;
mod uniqueness;
mod within;

use std::sync::Arc;

use autobva_core::{Entry, UnknownName};
use autobva_metrics::{TextDistance, text_distance};

pub use crate::rows::Pair;
pub(crate) use matrix::Matrix;
pub use uniqueness::Uniqueness;
pub use within::Within;

/// A feature based on a text distance; it has one or more attributes, which are the rows of the feature matrix.
///
/// ```
/// use autobva_metrics::text_distance;
/// use autobva_summary::features::{Feature, Pair, Within};
///
/// let within = Within::new(text_distance("strlen").unwrap().into());
/// let texts = ["9B", "10B"];
/// let attributes = within.attributes(&texts);
/// assert_eq!(attributes[0].value_of(Pair { first: 0, second: 1 }), 1.0);
/// ```
pub trait Feature: Send + Sync {
    /// The attributes, for pairs of these texts and an empty set of pairs.
    fn attributes<'a>(&'a self, texts: &'a [&'a str]) -> Vec<Box<dyn Attribute + 'a>>;
}

/// One attribute of a changing set of pairs.
pub trait Attribute {
    /// Adds a pair to the set.
    fn push(&mut self, pair: Pair);

    /// Removes the pair at a place from the set; the last pair moves there.
    fn swap_remove(&mut self, place: usize);

    /// The attribute of each pair of the set, in order.
    fn values(&self) -> &[f64];

    /// The attribute of a pair outside the set, relative to the set.
    fn value_of(&self, pair: Pair) -> f64;
}

type Make = fn(Arc<dyn TextDistance>) -> Box<dyn Feature>;

const TABLE: &[(Entry, Make)] = &[
    (
        Entry { name: "WD", help: "DISTANCE(WD): the distance between the two outputs of a pair" },
        |distance| Box::new(Within::new(distance)),
    ),
    (
        Entry { name: "U", help: "DISTANCE(U): how far each output is from those of all other pairs" },
        |distance| Box::new(Uniqueness::new(distance)),
    ),
];

/// The features; each can be combined with any output distance, as in `jaccard(U)`.
pub const FEATURES: &[Entry] = &[TABLE[0].0, TABLE[1].0];

/// The default features, which are those of the study: four attributes, since U has two.
pub const DEFAULT_FEATURES: [&str; 3] = ["strlen(WD)", "jaccard(WD)", "jaccard(U)"];

/// A name that is not a feature; the message says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FeatureError(pub(crate) String);

/// The feature with this name, such as `strlen(WD)` or `jaccard:1(U)`.
pub fn feature(name: &str) -> Result<Box<dyn Feature>, FeatureError> {
    let (distance, kind) = parts(name).ok_or_else(|| {
        let remedy = "write a distance and WD or U, for instance 'jaccard(U)'";
        FeatureError(format!("'{name}' is not a feature; {remedy}"))
    })?;
    let listed = TABLE.iter().find(|(entry, _)| entry.name.eq_ignore_ascii_case(kind));
    let unknown = || UnknownName::new("feature", kind, FEATURES.iter().map(|entry| entry.name)).to_string();
    let (_, make) = listed.ok_or_else(|| FeatureError(unknown()))?;
    let fault = |fault| FeatureError(format!("in feature '{name}': {fault}"));
    Ok(make(Arc::from(text_distance(distance).map_err(fault)?)))
}

fn parts(name: &str) -> Option<(&str, &str)> {
    let (distance, kind) = name.trim().strip_suffix(')')?.split_once('(')?;
    Some((distance.trim(), kind.trim()))
}
