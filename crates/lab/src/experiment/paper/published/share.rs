//! A row of the tables of RQ1 and RQ2: what the runs of a strategy found together, each on average, and exclusively.

/// What the runs of a strategy found of one function: candidates in RQ1, clusters in RQ2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedShare {
    /// The function, by the name of the built-in.
    pub function: &'static str,
    /// The budget.
    pub seconds: u64,
    pub strategy: &'static str,
    /// The number found by all runs of that budget together.
    pub total: u64,
    /// Mean and standard deviation of the number found by one run.
    pub found: (f64, f64),
    /// The number that no run of the other strategy found in that time.
    pub unique: u64,
}

/// A row as printed in the paper.
pub(super) const fn row(
    function: &'static str,
    seconds: u64,
    strategy: &'static str,
    total: u64,
    found: (f64, f64),
    unique: u64,
) -> PublishedShare {
    PublishedShare { function, seconds, strategy, total, found, unique }
}
