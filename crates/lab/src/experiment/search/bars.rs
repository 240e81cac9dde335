//! The requirements for the default strategy, one figure each.

use std::fmt;

use autobva_explore::strategies::STRATEGIES;

use super::figures::checkpoints;
use super::run::Series;
use super::table::grouped;

/// A requirement, the measured figure, and whether it is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// What is required.
    pub bar: String,
    /// What was measured.
    pub figure: String,
    /// Whether the figure is good enough.
    pub met: bool,
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", if self.met { "met   " } else { "missed" }, self.bar, self.figure)
    }
}

/// For each subject, the maximum number of calls in which the worst seed must find everything that is known.
const ALL_WITHIN: [(&str, u64); 3] = [("bytecount", 5_000), ("bytecount_so", 5_000), ("bmi_class", 20_000)];
/// For `date`: the maximum number of calls, and how many tenths of the seeds must find everything within them.
const DATE: (u64, usize) = (200_000, 9);
/// For `date`: a more ambitious number of calls.
const DATE_AIM: u64 = 20_000;

/// The requirements that these series can check: those of the default strategy, if it was run.
pub fn bars(series: &[Series], calls: u64) -> Vec<Bar> {
    let default = STRATEGIES[0].entry.name;
    let own: Vec<&Series> = series.iter().filter(|s| s.strategy.entry.name == default).collect();
    let mut bars = Vec::new();
    for one in &own {
        let name = one.subject.entry.name;
        let within = ALL_WITHIN.iter().find(|(subject, _)| *subject == name).map(|(_, most)| *most);
        if let Some(most) = within.filter(|most| *most <= calls) {
            bars.push(all_within(one, most));
        }
        if name == "date" && DATE.0 <= calls {
            bars.push(date(one));
        }
    }
    if !own.is_empty() && own.len() < series.len() {
        bars.push(nowhere_behind(&own, series, calls));
    }
    bars
}

fn all_within(series: &Series, most: u64) -> Bar {
    let worst = series.worst_calls_to(100);
    let (name, known, strategy) = (series.subject.entry.name, series.known.len(), series.strategy.entry.name);
    Bar {
        bar: format!("{name}: all {known} within {} calls in every run of {strategy}", grouped(most)),
        figure: match worst {
            Some(worst) => format!("the worst run took {}", grouped(worst)),
            None => "a run did not find all".to_string(),
        },
        met: worst.is_some_and(|worst| worst <= most),
    }
}

fn date(series: &Series) -> Bar {
    let within =
        |most: u64| series.runs.iter().filter(|r| r.calls_to(100).is_some_and(|c| c <= most)).count();
    let (found, seeds) = (within(DATE.0), series.runs.len());
    Bar {
        bar: format!(
            "date: all {} clusters within {} calls in nine of ten runs of {}",
            series.known.len(),
            grouped(DATE.0),
            series.strategy.entry.name
        ),
        figure: format!("{found} of {seeds} (within {}: {})", grouped(DATE_AIM), within(DATE_AIM)),
        met: 10 * found >= DATE.1 * seeds,
    }
}

/// Whether the default strategy reaches the mean share of every other strategy on every subject at every checkpoint.
fn nowhere_behind(own: &[&Series], series: &[Series], calls: u64) -> Bar {
    let mut behind = Vec::new();
    let mut compared = 0;
    for one in own {
        let others = series
            .iter()
            .filter(|s| s.subject.entry.name == one.subject.entry.name)
            .filter(|s| s.strategy.entry.name != one.strategy.entry.name);
        for other in others {
            for checkpoint in checkpoints(calls) {
                compared += 1;
                let (share, rival) = (one.mean_share(checkpoint), other.mean_share(checkpoint));
                if share < rival {
                    behind.push(format!(
                        "{} at {}: {:.1} % against {:.1} % of {}",
                        one.subject.entry.name,
                        grouped(checkpoint),
                        100.0 * share,
                        100.0 * rival,
                        other.strategy.entry.name
                    ));
                }
            }
        }
    }
    let list = behind.iter().map(|line| format!("\n         {line}")).collect::<String>();
    Bar {
        bar: format!("{} reaches the share of every other strategy everywhere", own[0].strategy.entry.name),
        figure: format!("behind in {} of {compared} comparisons{list}", behind.len()),
        met: behind.is_empty(),
    }
}
