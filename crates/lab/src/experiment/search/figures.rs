//! The figures of a series: shares at checkpoints, and calls to reach a share.

use super::run::{Run, Series};

/// The numbers of calls at which the share is measured.
pub const CHECKPOINTS: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The percentages of the known boundaries for which calls are counted.
pub const PERCENTAGES: [u32; 3] = [50, 90, 100];

/// The checkpoints that runs of this many calls pass, and their end if it is not one of them.
pub fn checkpoints(calls: u64) -> Vec<u64> {
    let mut passed: Vec<u64> = CHECKPOINTS.into_iter().filter(|c| *c <= calls).collect();
    if passed.last() != Some(&calls) {
        passed.push(calls);
    }
    passed
}

impl Run {
    /// The share of the known boundaries that was found within this many calls.
    pub fn share(&self, calls: u64) -> f64 {
        let found = self.first.iter().flatten().filter(|first| **first <= calls).count();
        found as f64 / self.first.len().max(1) as f64
    }

    /// How many calls it took to find this percentage of the known boundaries, if it was reached.
    pub fn calls_to(&self, percent: u32) -> Option<u64> {
        let needed = (self.first.len() * percent as usize).div_ceil(100).max(1);
        let mut found: Vec<u64> = self.first.iter().flatten().copied().collect();
        found.sort_unstable();
        found.get(needed - 1).copied()
    }
}

impl Series {
    /// The mean share after this many calls.
    pub fn mean_share(&self, calls: u64) -> f64 {
        self.runs.iter().map(|run| run.share(calls)).sum::<f64>() / self.runs.len().max(1) as f64
    }

    /// The least share after this many calls.
    pub fn least_share(&self, calls: u64) -> f64 {
        self.runs.iter().map(|run| run.share(calls)).fold(1.0, f64::min)
    }

    /// The median of the calls to reach this percentage (the greater of the two middle ones for an even number of
    /// runs); `None` if the median run did not reach it.
    pub fn median_calls_to(&self, percent: u32) -> Option<u64> {
        let mut calls: Vec<u64> =
            self.runs.iter().map(|run| run.calls_to(percent).unwrap_or(u64::MAX)).collect();
        calls.sort_unstable();
        calls.get(calls.len() / 2).copied().filter(|calls| *calls < u64::MAX)
    }

    /// The calls that the worst run took to reach this percentage; `None` if a run did not reach it.
    pub fn worst_calls_to(&self, percent: u32) -> Option<u64> {
        self.runs.iter().map(|run| run.calls_to(percent)).collect::<Option<Vec<u64>>>()?.into_iter().max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(first: &[Option<u64>]) -> Run {
        Run { seed: 1, first: first.to_vec() }
    }

    #[test]
    fn shares_and_calls() {
        let run = run(&[Some(30), None, Some(10), Some(20)]);
        assert_eq!(run.share(9), 0.0);
        assert_eq!(run.share(20), 0.5);
        assert_eq!(run.share(1_000), 0.75);
        assert_eq!(run.calls_to(50), Some(20));
        assert_eq!(run.calls_to(51), Some(30), "half is not enough for 51 percent");
        assert_eq!(run.calls_to(100), None);
    }

    #[test]
    fn a_median_run_that_never_gets_there_has_no_calls() {
        let subject = crate::experiment::search::subject("max").unwrap();
        let strategy = &autobva_explore::strategies::STRATEGIES[0];
        let with = |firsts: &[Option<u64>]| Series {
            subject,
            known: vec!["only".into()],
            strategy,
            runs: firsts.iter().map(|first| run(&[*first])).collect(),
        };
        assert_eq!(with(&[Some(5), Some(1), Some(9)]).median_calls_to(100), Some(5));
        assert_eq!(with(&[Some(5), Some(1), None, None]).median_calls_to(100), None);
        assert_eq!(with(&[Some(5), Some(7), Some(1), None]).median_calls_to(100), Some(7));
        assert_eq!(with(&[Some(5), None]).worst_calls_to(100), None);
        assert_eq!(with(&[Some(5), Some(8)]).worst_calls_to(100), Some(8));
        assert_eq!(with(&[Some(5), None]).mean_share(5), 0.5);
        assert_eq!(with(&[Some(5), None]).least_share(5), 0.0);
    }

    #[test]
    fn checkpoints_end_with_the_runs() {
        assert_eq!(checkpoints(1_000_000), CHECKPOINTS);
        assert_eq!(checkpoints(20_000), [1_000, 10_000, 20_000]);
        assert_eq!(checkpoints(500), [500]);
    }
}
