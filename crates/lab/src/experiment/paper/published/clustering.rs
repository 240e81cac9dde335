//! Appendix B: the screening of features on bytecount.

/// A row of the table "The top 9 clustering configurations for bytecount".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedCombination {
    /// The features, as `autobva summarize --features` takes them.
    pub features: &'static [&'static str],
    pub silhouette: f64,
    /// The number of clusters.
    pub clusters: u64,
}

const fn row(features: &'static [&'static str], silhouette: f64, clusters: u64) -> PublishedCombination {
    PublishedCombination { features, silhouette, clusters }
}

/// As printed in the paper, best first; the second row is the one that the study chose.
pub const CLUSTERING_SCREENING: &[PublishedCombination] = &[
    row(&["strlen(WD)", "jaccard(WD)"], 0.982, 5),
    row(&["strlen(WD)", "jaccard(WD)", "jaccard(U)"], 0.942, 6),
    row(&["strlen(WD)", "jaccard(U)"], 0.938, 3),
    row(&["jaccard(WD)", "jaccard(U)"], 0.924, 5),
    row(&["strlen(WD)", "levenshtein(U)"], 0.779, 3),
    row(&["strlen(WD)", "jaccard(WD)", "levenshtein(WD)", "jaccard(U)"], 0.777, 4),
    row(&["levenshtein(WD)", "jaccard(U)"], 0.773, 2),
    row(&["strlen(WD)", "levenshtein(WD)", "jaccard(U)"], 0.771, 3),
    row(&["strlen(WD)", "jaccard(WD)", "levenshtein(U)"], 0.760, 4),
];
