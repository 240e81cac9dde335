//! What the paper asks for, section by section, where it is and how to run it.

/// A section of the paper.
pub struct Feature {
    /// The section.
    pub section: &'static str,
    /// What it asks for.
    pub asks: &'static str,
    /// Where that is in the code.
    pub place: &'static str,
    /// How to run it.
    pub command: &'static str,
}

const fn feature(
    section: &'static str,
    asks: &'static str,
    place: &'static str,
    command: &'static str,
) -> Feature {
    Feature { section, asks, place, command }
}

/// The sections, in the order of the paper.
pub const FEATURES: &[Feature] = &[
    feature(
        "3.1 Selection",
        "the program derivative over any pair of distances",
        "crates/metrics/src/quantifiers/program_derivative.rs",
        "autobva find bytecount --output-distance strlen",
    ),
    feature(
        "3.1 Selection",
        "other output distances; one to search and another for the archive or the order",
        "crates/metrics/src/distances/text",
        "autobva find bytecount --output-distance strlen --archive-distance ncd --rank-distance jaccard:1",
    ),
    feature(
        "3.1.1 Example",
        "six quotients by strlendist and Jaccard",
        "crates/lab/src/experiment/paper/tables/quotients.rs",
        "autobva experiment quotients",
    ),
    feature(
        "3.2 Exploration",
        "AutoBD-2step: global samples, then a local search; a threshold",
        "crates/explore/src/strategies/two_step.rs",
        "autobva find bytecount --strategy bcs --threshold 0",
    ),
    feature(
        "3.2.1 Global sampling",
        "uniform and bituniform sampling, compatible types",
        "crates/explore/src/samplers",
        "autobva find bytecount --strategy bcs --sampler uniform --cts off",
    ),
    feature(
        "3.2.2 LNS",
        "algorithm 2",
        "crates/explore/src/strategies/lns.rs",
        "autobva find date --strategy lns",
    ),
    feature(
        "3.2.3 BCS",
        "algorithm 3",
        "crates/explore/src/strategies/bcs.rs",
        "autobva find date --strategy bcs",
    ),
    feature(
        "3.3 Summarization",
        "groups by validity and type, clusters by similarity, a representative of each",
        "crates/summary",
        "autobva summarize found.csv --ordered",
    ),
    feature(
        "4.1 Setup of selection and exploration",
        "four functions, two budgets, ten repetitions",
        "crates/lab/src/experiment/paper/settings.rs",
        "autobva experiment all --as-published",
    ),
    feature(
        "4.2 Setup of summarization",
        "features, k-means, silhouette, a diverse subset of large sets",
        "crates/summary/src/clustering",
        "autobva summarize found.csv --features 'strlen(WD),jaccard(WD),jaccard(U)'",
    ),
    feature(
        "4.3 SUTs",
        "bytecount, BMI, BMI-class, Date",
        "crates/lab/src/builtin",
        "autobva find bmi_class",
    ),
    feature(
        "5.1 RQ1",
        "how many candidates, and how many by one strategy alone",
        "crates/lab/src/experiment/paper/tables/detection",
        "autobva experiment detection --as-published",
    ),
    feature(
        "5.2 RQ2",
        "clusters covered, in short and in long runs",
        "crates/lab/src/experiment/paper/tables/clusters",
        "autobva experiment clusters --as-published",
    ),
    feature(
        "5.3 RQ3",
        "a representative of each cluster; the tally of expected and unexpected boundaries",
        "crates/lab/src/experiment/paper/tables/representatives",
        "autobva experiment representatives --as-published",
    ),
    feature(
        "5.3 RQ3",
        "clusters read by a sample stratified by the size of the outputs",
        "crates/summary/src/representatives.rs",
        "autobva summarize found.csv --sample-by output-size",
    ),
    feature(
        "6 Discussion",
        "a hybrid: a coarse distance first, a finer one to zoom in",
        "crates/metrics/src/distances/text/hybrid.rs",
        "autobva find bytecount --output-distance shape,levenshtein",
    ),
    feature(
        "6 Discussion",
        "stop when new candidates become rare",
        "crates/explore/src/stop.rs",
        "autobva find bytecount --strategy bcs",
    ),
    feature(
        "6.1 Tester actions",
        "skip, extend, debug, clarify, refine",
        "crates/core/src/decision.rs",
        "autobva review bytecount",
    ),
    feature(
        "A Screening of samplings",
        "samplers with and without compatible types",
        "crates/lab/src/experiment/paper/tables/sampling_screening.rs",
        "autobva experiment sampling-screening --as-published",
    ),
    feature(
        "B Screening of features",
        "silhouette and clusters for the combinations of features",
        "crates/lab/src/experiment/paper/tables/clustering_screening.rs",
        "autobva experiment clustering-screening --as-published",
    ),
];

/// What the version in a journal adds, beside what is here.
pub const JOURNAL: &str = "The version in a journal (PeerJ Computer Science 9:e1625, 2023) also ran the method on 613 functions of \
Julia's base library and found candidates in over 70 % of them; 36 functions that ended or blocked the process had to be \
left out. Beside it stands `autobva experiment corpus`, a sweep of the pure functions of Python's standard library by \
    behaviour (`docs/corpus.md`): another language and another way of selecting, so that the shares are no reproduction.";

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_place_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for feature in FEATURES {
            assert!(root.join(feature.place).exists(), "{}: {}", feature.section, feature.place);
        }
    }
}
