//! The amount of work of a run, given its budget.

use std::time::Duration;

use super::super::function::function;
use super::super::published::{iterations, lns_calls};
use super::super::settings::Budget;
use super::key::RunKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    pub time: Option<Duration>,
    pub calls: Option<u64>,
    pub iterations: Option<u64>,
}

impl Work {
    /// The work of a run. A strategy that the study did not have makes as many calls as the study's LNS.
    pub fn of(key: &RunKey) -> Work {
        match key.budget {
            Budget::Time(time) => Work { time: Some(time), ..Work::default() },
            Budget::Calls(calls) => Work { calls: Some(calls), ..Work::default() },
            Budget::Study(seconds) => match iterations(key.function, key.strategy, seconds) {
                Some(mean) => Work { iterations: Some(mean.round() as u64), ..Work::default() },
                None => {
                    let mean = iterations(key.function, "lns", seconds).unwrap_or(0.0);
                    let calls = lns_calls(mean, arguments(key)).round() as u64;
                    Work { calls: Some(calls), ..Work::default() }
                }
            },
        }
    }
}

fn arguments(key: &RunKey) -> usize {
    function(key.function).map_or(1, |function| function.arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_a_run_is_that_of_the_study() {
        let work =
            |strategy, seconds| Work::of(&RunKey::of_study("date", strategy, Budget::Study(seconds), 1));
        assert_eq!(work("bcs", 600).iterations, Some(2_043));
        assert_eq!(work("lns", 30).iterations, Some(903));
        assert_eq!(work("lines", 30), Work { calls: Some(6_320), ..Work::default() });
        assert_eq!(work("lns", 60).iterations, Some(1_806), "as many as in twice 30 s");
    }
}
