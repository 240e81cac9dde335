//! The figures that the paper published: a CSV file per table, and what its columns mean.
//!
//! *The paper* is F. Dobslaw, R. Feldt, F. Gomes de Oliveira Neto: Automated Black-Box Boundary Value Detection. If a
//! figure is only in its replication package, the name of the file there is given.

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The budgets of the main study, in seconds.
pub const SECONDS: [u64; 2] = [30, 600];
/// The budgets of the screening of samplings, in seconds.
pub const SCREENING_SECONDS: [u64; 2] = [30, 60];
/// How often each run of the main study was repeated.
pub const REPETITIONS: u64 = 10;
/// How often each run of the screening was repeated: its means are all multiples of a fifth.
pub const SCREENING_REPETITIONS: u64 = 5;

fn rows<T: DeserializeOwned>(file: &'static str) -> Vec<T> {
    let rows = csv::Reader::from_reader(file.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("the published figures can be read")
}

/// What the runs found: candidates in RQ1, clusters in RQ2.
#[derive(Debug, Deserialize)]
pub struct PublishedShare {
    pub function: String,
    pub seconds: u64,
    pub strategy: String,
    /// The number found by all runs of that budget together.
    pub total: u64,
    /// Mean and standard deviation of the number found by one run.
    pub mean: f64,
    pub deviation: f64,
    /// The number that no run of the other strategy found in that time.
    pub unique: u64,
}

/// The table "Descriptive statistics over the potential boundary candidates" (RQ1), as printed in the paper.
pub static DETECTION: LazyLock<Vec<PublishedShare>> = LazyLock::new(|| rows(include_str!("detection.csv")));

/// The table "Statistics over the potential boundary candidate clusters" (RQ2), as printed in the paper.
pub static CLUSTERS: LazyLock<Vec<PublishedShare>> = LazyLock::new(|| rows(include_str!("clusters.csv")));

/// What was published about the runs of a strategy on a function with a budget.
pub fn share(
    table: &'static [PublishedShare],
    function: &str,
    strategy: &str,
    seconds: u64,
) -> Option<&'static PublishedShare> {
    table.iter().find(|row| (&*row.function, &*row.strategy, row.seconds) == (function, strategy, seconds))
}

/// How many iterations the runs of a strategy on a function made. The paper does not say, but its replication package does.
#[derive(Debug, Deserialize)]
pub struct PublishedIterations {
    pub function: String,
    pub seconds: u64,
    pub strategy: String,
    /// The mean over ten runs.
    pub iterations: f64,
}

/// Means over the runs listed in `results.csv`.
static ITERATIONS: LazyLock<Vec<PublishedIterations>> =
    LazyLock::new(|| rows(include_str!("iterations.csv")));

/// The iterations of a strategy on a function, for each budget of the study.
pub fn all_iterations(function: &str, strategy: &str) -> impl Iterator<Item = &'static PublishedIterations> {
    ITERATIONS.iter().filter(move |row| (&*row.function, &*row.strategy) == (function, strategy))
}

/// The mean number of iterations of the study's runs. If there are no figures for this time, it is extrapolated from
/// the shortest runs.
pub fn iterations(function: &str, strategy: &str, seconds: u64) -> Option<f64> {
    let own = || all_iterations(function, strategy);
    let exact = own().find(|row| row.seconds == seconds).map(|row| row.iterations);
    exact.or_else(|| own().next().map(|row| row.iterations * seconds as f64 / row.seconds as f64))
}

/// The number of calls for this many iterations of LNS: the starting point, and two neighbours for each argument.
pub fn lns_calls(iterations: f64, arguments: usize) -> f64 {
    iterations * (1.0 + 2.0 * arguments as f64)
}

/// A row of the table "The results for the screening over the bytecount SUT" (appendix A).
#[derive(Debug, Deserialize)]
pub struct PublishedSampling {
    pub seconds: u64,
    pub strategy: String,
    /// Whether compatible type sampling was on.
    pub cts: bool,
    pub sampler: String,
    /// Mean and standard deviation of the candidates of a run.
    pub mean: f64,
    pub deviation: f64,
}

/// As printed in the paper.
pub static SAMPLING_SCREENING: LazyLock<Vec<PublishedSampling>> =
    LazyLock::new(|| rows(include_str!("sampling.csv")));

/// A row of the table "The top 9 clustering configurations for bytecount" (appendix B).
#[derive(Debug, Deserialize)]
pub struct PublishedCombination {
    /// The features, as `autobva summarize --features` takes them, with ` + ` between them.
    pub features: String,
    pub silhouette: f64,
    pub clusters: u64,
}

/// As printed in the paper, best first; the second row is the one that the study chose.
pub static CLUSTERING_SCREENING: LazyLock<Vec<PublishedCombination>> =
    LazyLock::new(|| rows(include_str!("clustering.csv")));

/// A row of the tables "Representative candidates for each cluster": a representative with its cluster. The long inputs are
/// those of the replication package, in `ByteCount_representatives.csv` and the like.
#[derive(Debug, Deserialize)]
pub struct PublishedRow {
    function: String,
    pub group: String,
    /// The values of the first input, with `, ` between them.
    pub left: String,
    pub left_output: String,
    /// Those of the second input.
    pub right: String,
    pub right_output: String,
    /// How many candidates the cluster has.
    pub size: u64,
    /// How many of them BCS found.
    pub bcs: u64,
    /// Whether only BCS covers the cluster in runs of 600 seconds: the asterisk of the table.
    pub only_bcs: bool,
}

static REPRESENTATIVES: LazyLock<Vec<PublishedRow>> =
    LazyLock::new(|| rows(include_str!("representatives.csv")));

/// The representatives of a function, in the order of the paper's ids.
pub fn representatives(function: &str) -> &'static [PublishedRow] {
    let mut functions = REPRESENTATIVES.chunk_by(|a, b| a.function == b.function);
    functions.find(|rows| rows[0].function == function).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::builtin::builtin;
    use autobva_core::{Group, Outcome};

    use crate::experiment::paper::FUNCTIONS;
    use crate::experiment::search::Pair;

    #[test]
    fn every_representative_is_true_and_of_its_kind() {
        for function in &FUNCTIONS {
            let (sut, truth) = (builtin(function.name).unwrap(), (function.kinds)());
            assert_eq!(truth.known.len(), function.rows().len(), "{}", function.title);
            assert_eq!(sut.signature().arguments().len(), function.arguments);
            for (place, row) in function.rows().iter().enumerate() {
                let run = |texts: &str| {
                    let texts: Vec<&str> = texts.split(", ").collect();
                    let input = sut.signature().read(&texts, None).unwrap();
                    let mut outcome = Outcome::default();
                    sut.run(&input, &mut outcome).unwrap();
                    (input, outcome)
                };
                let (left, right) = (run(&row.left), run(&row.right));
                let what = format!("{} {}", function.title, place + 1);
                assert_eq!(
                    (left.1.text(), right.1.text()),
                    (row.left_output.as_str(), row.right_output.as_str()),
                    "{what}"
                );
                assert_eq!(Group::of(left.1.validity(), right.1.validity()).name(), row.group, "{what}");
                let mut kinds = Vec::new();
                (truth.recognise)(&Pair::new((&left.0, &left.1), (&right.0, &right.1)), &mut kinds);
                assert_eq!(kinds, [place], "{what}");
            }
        }
    }
}
