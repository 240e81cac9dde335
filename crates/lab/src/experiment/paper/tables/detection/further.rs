//! The paper's claims about growth and spread: bytecount saturates, everything else grows, and runs differ little.

use super::*;

/// The findings that compare a short budget with a long one.
pub fn findings(series: &[DetectionSeries], budgets: &[Budget]) -> Vec<Finding> {
    let (Some(short), Some(long)) = (budgets.first(), budgets.last()) else { return Vec::new() };
    vec![saturation(series, *short, *long), growth(series, *short, *long), spread(series, *long)]
}

const TWO_BUDGETS: &str = "needs two budgets";

/// In the paper: one more candidate in twenty times the time.
fn saturation(series: &[DetectionSeries], short: Budget, long: Budget) -> Finding {
    let claim = "bytecount saturates: long runs find next to nothing more in all";
    let total = |budget| find(series, "bytecount", "bcs", budget).map(|series| series.total);
    match total(short).zip(total(long)) {
        Some((few, many)) if short != long => {
            Finding::new(claim, format!("{few} candidates, then {many}"), many as f64 <= 1.1 * few as f64)
        }
        _ => Finding::open(claim, TWO_BUDGETS),
    }
}

/// In the paper: between 13 and 19 times as many.
fn growth(series: &[DetectionSeries], short: Budget, long: Budget) -> Finding {
    let claim = "everywhere else long runs find many times as many";
    let others = FUNCTIONS.iter().filter(|function| function.arguments > 1);
    let rates: Option<Vec<(String, f64)>> = others
        .map(|function| {
            let total = |budget| find(series, function.name, "lns", budget).map(|series| series.total as f64);
            let (few, many) = total(short).zip(total(long))?;
            Some((format!("{} {:.1} times", function.title, many / few.max(1.0)), many / few.max(1.0)))
        })
        .collect();
    match rates {
        Some(rates) if short != long => {
            let words: Vec<String> = rates.iter().map(|(words, _)| words.clone()).collect();
            Finding::new(claim, words.join(", "), rates.iter().all(|(_, rate)| *rate > 5.0))
        }
        _ => Finding::open(claim, TWO_BUDGETS),
    }
}

/// In the paper: the deviations of long runs are at most a tenth of the means.
fn spread(series: &[DetectionSeries], long: Budget) -> Finding {
    let claim = "repetitions differ little: in long runs the deviation is at most a tenth of the mean";
    let spreads = series.iter().filter(|series| series.budget == long).filter_map(|series| {
        let Cell::Mean(mean, deviation) = series.found else { return None };
        (mean > 0.0).then(|| (deviation / mean, series))
    });
    match spreads.max_by(|a, b| a.0.total_cmp(&b.0)) {
        None => Finding::open(claim, "needs runs that find something"),
        Some((share, worst)) => Finding::new(
            claim,
            format!(
                "at most {:.0} % ({} with {}, of {})",
                100.0 * share,
                worst.function.title,
                worst.strategy,
                grouped(worst.found.value().unwrap_or(0.0).round() as u64)
            ),
            share <= 0.1,
        ),
    }
}
