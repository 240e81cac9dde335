//! How many iterations the runs of the study made. The paper does not say, but its replication package does.

/// The iterations of the runs of one strategy on one function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedIterations {
    /// The function, by the name of the built-in.
    pub function: &'static str,
    /// The budget.
    pub seconds: u64,
    pub strategy: &'static str,
    /// The mean over ten runs.
    pub iterations: f64,
}

const fn row(
    function: &'static str,
    seconds: u64,
    strategy: &'static str,
    iterations: f64,
) -> PublishedIterations {
    PublishedIterations { function, seconds, strategy, iterations }
}

/// Means over the runs listed in `results.csv`.
pub const ITERATIONS: &[PublishedIterations] = &[
    row("bytecount", 30, "lns", 511_734.5),
    row("bytecount", 30, "bcs", 5_435.2),
    row("bytecount", 600, "lns", 10_172_663.8),
    row("bytecount", 600, "bcs", 103_069.4),
    row("bmi_class", 30, "lns", 12_771.8),
    row("bmi_class", 30, "bcs", 474.9),
    row("bmi_class", 600, "lns", 260_830.5),
    row("bmi_class", 600, "bcs", 9_906.8),
    row("bmi", 30, "lns", 15_137.5),
    row("bmi", 30, "bcs", 565.0),
    row("bmi", 600, "lns", 289_263.0),
    row("bmi", 600, "bcs", 11_535.0),
    row("date", 30, "lns", 902.9),
    row("date", 30, "bcs", 47.5),
    row("date", 600, "lns", 17_868.5),
    row("date", 600, "bcs", 2_042.9),
];

/// The mean number of iterations of the study's runs. If there are no figures for this time, it is extrapolated from
/// the shortest runs.
pub fn iterations(function: &str, strategy: &str, seconds: u64) -> Option<f64> {
    let own = || ITERATIONS.iter().filter(|row| (row.function, row.strategy) == (function, strategy));
    let exact = own().find(|row| row.seconds == seconds).map(|row| row.iterations);
    exact.or_else(|| own().next().map(|row| row.iterations * seconds as f64 / row.seconds as f64))
}

/// The number of calls for this many iterations of LNS: the starting point, and two neighbours for each argument.
pub fn lns_calls(iterations: f64, arguments: usize) -> f64 {
    iterations * (1.0 + 2.0 * arguments as f64)
}
