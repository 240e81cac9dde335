//! The figures that the paper published, as numbers: one file per table or function, each with its source.
//!
//! *The paper* is F. Dobslaw, R. Feldt, F. Gomes de Oliveira Neto: Automated Black-Box Boundary Value Detection. If a
//! figure is only in its replication package, the name of the file there is given.

mod bmi;
mod bmi_class;
mod bytecount;
mod clustering;
mod clusters;
mod date;
mod detection;
mod iterations;
mod row;
mod sampling;
mod share;

pub use bmi::BMI;
pub use bmi_class::BMI_CLASS;
pub use bytecount::BYTECOUNT;
pub use clustering::{CLUSTERING_SCREENING, PublishedCombination};
pub use clusters::CLUSTERS;
pub use date::DATE;
pub use detection::DETECTION;
pub use iterations::{ITERATIONS, PublishedIterations, iterations, lns_calls};
pub use row::PublishedRow;
pub use sampling::{PublishedSampling, SAMPLING_SCREENING};
pub use share::PublishedShare;

/// The budgets of the main study, in seconds.
pub const SECONDS: [u64; 2] = [30, 600];
/// The budgets of the screening of samplings, in seconds.
pub const SCREENING_SECONDS: [u64; 2] = [30, 60];
/// How often each run of the main study was repeated.
pub const REPETITIONS: u64 = 10;
/// How often each run of the screening was repeated: its means are all multiples of a fifth.
pub const SCREENING_REPETITIONS: u64 = 5;

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
            assert_eq!(truth.known.len(), function.rows.len(), "{}", function.title);
            assert_eq!(sut.signature().arguments().len(), function.arguments);
            for (place, row) in function.rows.iter().enumerate() {
                let run = |texts: &[&str]| {
                    let input = sut.signature().read(texts, None).unwrap();
                    let mut outcome = Outcome::default();
                    sut.run(&input, &mut outcome).unwrap();
                    (input, outcome)
                };
                let (left, right) = (run(row.left), run(row.right));
                let what = format!("{} {}", function.title, place + 1);
                assert_eq!((left.1.text(), right.1.text()), (row.left_output, row.right_output), "{what}");
                assert_eq!(Group::of(left.1.validity(), right.1.validity()), row.group, "{what}");
                let mut kinds = Vec::new();
                (truth.recognise)(&Pair::new((&left.0, &left.1), (&right.0, &right.1)), &mut kinds);
                assert_eq!(kinds, [place], "{what}");
            }
        }
    }
}
