//! Screening: how well each combination of features separates the candidates (the study's appendix B).

use autobva_core::{Candidate, Group};
use rand::SeedableRng;

use crate::clustering::{Points, Random, Search};
use crate::features::{FEATURES, Feature, Matrix, feature};
use crate::groups::{Kind, groups};
use crate::rows::Rows;
use crate::settings::{SettingsError, SummarySettings};
use crate::subset::fill;
use crate::summarize::search;

/// The distances of the study's screening.
const DISTANCES: [&str; 3] = ["strlen", "jaccard", "levenshtein"];

/// The results of all combinations on one group.
#[derive(Debug, Clone, PartialEq)]
pub struct Screening {
    /// The validity group.
    pub group: Group,
    /// The types of the two outputs.
    pub types: (String, String),
    /// How many candidates there are.
    pub size: usize,
    /// The combinations of two or more features, best first, followed by the single features in the same order. The
    /// study does not rank single features: one with two values has a perfect silhouette and says little.
    pub combinations: Vec<Combination>,
}

/// The result of one combination of features.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination {
    /// The features.
    pub features: Vec<String>,
    /// The silhouette of the winner; `None` if the features do not distinguish the candidates.
    pub silhouette: Option<f64>,
    /// How many clusters it has.
    pub clusters: usize,
}

/// Tries all combinations of WD and U with three distances on each group. The features in the settings do not matter.
pub fn screen(candidates: &[Candidate], settings: &SummarySettings) -> Result<Vec<Screening>, SettingsError> {
    let search = search(settings)?;
    let names: Vec<String> = FEATURES
        .iter()
        .flat_map(|kind| DISTANCES.map(|distance| format!("{distance}({})", kind.name)))
        .collect();
    let features: Vec<Box<dyn Feature>> = names.iter().map(|name| feature(name)).collect::<Result<_, _>>()?;
    let of_group = |(kind, indices): (Kind, Vec<usize>)| {
        let rows = Rows::new(candidates, &indices, settings.ordered);
        let combinations = combinations(&rows, &names, &features, &search);
        Screening { group: kind.group, types: kind.types(), size: indices.len(), combinations }
    };
    Ok(groups(candidates).into_iter().map(of_group).collect())
}

fn combinations(
    rows: &Rows<'_>,
    names: &[String],
    features: &[Box<dyn Feature>],
    search: &Search,
) -> Vec<Combination> {
    let mut matrix = Matrix::new(features, &rows.texts);
    fill(&mut matrix, &rows.pairs, &mut Random::seed_from_u64(search.seed));
    let mut found = Vec::new();
    for bits in 1..1usize << names.len() {
        let chosen: Vec<bool> = (0..names.len()).map(|feature| bits >> feature & 1 == 1).collect();
        let (width, coordinates) = matrix.scaled_for(&chosen);
        let points = Points::new(width, &coordinates);
        let best = search.best(&points);
        let features = names.iter().zip(&chosen).filter(|(_, is)| **is).map(|(name, _)| name.clone());
        found.push(Combination {
            features: features.collect(),
            silhouette: best.as_ref().map(|best| best.silhouette),
            clusters: best.map_or(1, |best| best.partition.centres.len()),
        });
    }
    let silhouette = |combination: &Combination| combination.silhouette.unwrap_or(f64::NEG_INFINITY);
    let is_single = |combination: &Combination| combination.features.len() == 1;
    found.sort_by(|a, b| {
        let by_score = silhouette(b).total_cmp(&silhouette(a)).then(b.clusters.cmp(&a.clusters));
        is_single(a).cmp(&is_single(b)).then(by_score)
    });
    found
}
