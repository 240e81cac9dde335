//! Appendix A: the screening of samplings on bytecount.

/// A row of the table "The results for the screening over the bytecount SUT".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PublishedSampling {
    /// The budget.
    pub seconds: u64,
    pub strategy: &'static str,
    /// Whether compatible type sampling was on.
    pub cts: bool,
    pub sampler: &'static str,
    /// Mean and standard deviation of the candidates of a run.
    pub found: (f64, f64),
}

const fn row(
    seconds: u64,
    strategy: &'static str,
    cts: bool,
    sampler: &'static str,
    found: (f64, f64),
) -> PublishedSampling {
    PublishedSampling { seconds, strategy, cts, sampler, found }
}

/// As printed in the paper.
pub const SAMPLING_SCREENING: &[PublishedSampling] = &[
    row(30, "lns", false, "uniform", (0.0, 0.0)),
    row(30, "lns", true, "uniform", (8.6, 0.9)),
    row(30, "lns", false, "bituniform", (7.0, 0.0)),
    row(30, "lns", true, "bituniform", (9.8, 0.8)),
    row(30, "bcs", false, "uniform", (0.0, 0.0)),
    row(30, "bcs", true, "uniform", (22.0, 1.0)),
    row(30, "bcs", false, "bituniform", (55.8, 0.8)),
    row(30, "bcs", true, "bituniform", (56.0, 0.7)),
    row(60, "lns", false, "uniform", (0.0, 0.0)),
    row(60, "lns", true, "uniform", (9.8, 0.4)),
    row(60, "lns", false, "bituniform", (7.8, 1.3)),
    row(60, "lns", true, "bituniform", (10.4, 0.9)),
    row(60, "bcs", false, "uniform", (0.0, 0.0)),
    row(60, "bcs", true, "uniform", (23.8, 0.4)),
    row(60, "bcs", false, "bituniform", (56.0, 0.0)),
    row(60, "bcs", true, "bituniform", (56.2, 0.4)),
];
