//! Appendix A: LNS and BCS, uniform and bituniform, with and without compatible types, on bytecount.

use super::*;
use crate::experiment::paper::published::{SAMPLING_SCREENING, SCREENING_REPETITIONS, SCREENING_SECONDS};

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry {
        name: "sampling-screening",
        help: "appendix A: samplers with and without compatible types, on bytecount",
    },
    plan,
    report,
};

const FUNCTION: &str = "bytecount";

/// The ways of sampling, in the order of the paper's table: compatible types and sampler.
const SAMPLINGS: [(bool, &str); 4] =
    [(false, "uniform"), (true, "uniform"), (false, "bituniform"), (true, "bituniform")];

fn budgets(settings: &Settings) -> Vec<Budget> {
    settings.budgets_or(&SCREENING_SECONDS)
}

fn repetitions(settings: &Settings) -> u64 {
    settings.repetitions.unwrap_or(SCREENING_REPETITIONS)
}

fn runs(
    (rules, strategy): (Rules, &'static str),
    sampling: (bool, &'static str),
    budget: Budget,
    count: u64,
) -> Vec<RunKey> {
    let (cts, sampler) = sampling;
    let run = |repetition| RunKey { repetition, function: FUNCTION, strategy, sampler, cts, budget, rules };
    (1..=count).map(run).collect()
}

fn plan(settings: &Settings) -> Vec<RunKey> {
    let mut plan = Vec::new();
    for made in series(settings) {
        for sampling in SAMPLINGS {
            for budget in budgets(settings) {
                plan.extend(runs(made, sampling, budget, repetitions(settings)));
            }
        }
    }
    plan
}

/// The findings of one way of sampling with one strategy, by budget.
struct Line {
    rules: Rules,
    strategy: &'static str,
    sampling: (bool, &'static str),
    found: Vec<Cell>,
}

impl Line {
    fn value(&self, budget: usize) -> f64 {
        self.found[budget].value().unwrap_or(0.0)
    }
}

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let budgets = budgets(settings);
    let found = |key: &RunKey| evidence.record(key).map_or(0.0, |record| record.candidates as f64);
    let mut lines = Vec::new();
    for (rules, strategy) in series(settings) {
        for sampling in SAMPLINGS {
            let of_budget = |budget: &Budget| {
                let runs = runs((rules, strategy), sampling, *budget, repetitions(settings));
                Cell::mean_of(&runs.iter().map(found).collect::<Vec<f64>>())
            };
            let found = budgets.iter().map(of_budget).collect();
            lines.push(Line { rules, strategy, sampling, found });
        }
    }
    let (study, ours): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(|line| line.rules != Rules::NONE);
    Ok(Report {
        name: TABLE.entry.name,
        title: "candidates that a run finds on bytecount, by strategy and sampling (appendix A)".into(),
        notes: vec![
            made_with(settings, &budgets, repetitions(settings)),
            "Paper: table of appendix A, mean and standard deviation of 5 runs. How many iterations these made is not \
             published; here they are those of the main study on bytecount, in proportion to the time."
                .into(),
        ],
        tables: vec![table(settings, &study, &ours, &budgets)],
        findings: Finding::beside(findings(&ours, &budgets), findings(&study, &budgets)),
        differences: differences(evidence, if study.is_empty() { &ours } else { &study }, &budgets)?,
    })
}

fn table(settings: &Settings, study: &[Line], ours: &[Line], budgets: &[Budget]) -> Table {
    let mut columns = ["strategy", "CTS", "sampler"].map(|heading| Column::new(heading, Kind::Text)).to_vec();
    columns.extend(SCREENING_SECONDS.map(|seconds| Column::grouped(&paper(seconds), "found", Kind::Mean)));
    for rules in settings.rules() {
        let own = budgets.iter().map(|budget| Column::grouped(&made(rules, *budget), "found", Kind::Mean));
        columns.extend(own);
    }
    let mut table =
        Table::new("sampling-screening", "Candidates found by a run, mean ± standard deviation", columns);
    for line in ours {
        let (cts, sampler) = line.sampling;
        let mut row = [line.strategy, if cts { "on" } else { "off" }, sampler].map(Cell::text).to_vec();
        row.extend(SCREENING_SECONDS.map(|seconds| published(line, seconds)));
        if settings.as_published != Rules::NONE {
            let is_it = |own: &&Line| (own.strategy, own.sampling) == (line.strategy, line.sampling);
            let found = study.iter().find(is_it).map(|own| own.found.clone());
            row.extend(found.unwrap_or_else(|| vec![Cell::Empty; budgets.len()]));
        }
        row.extend(line.found.clone());
        table.push(row);
    }
    table
}

fn published(line: &Line, seconds: u64) -> Cell {
    let (cts, sampler) = line.sampling;
    let row = SAMPLING_SCREENING.iter().find(|row| {
        (row.seconds, &*row.strategy, row.cts, &*row.sampler) == (seconds, line.strategy, cts, sampler)
    });
    row.map_or(Cell::Empty, |row| Cell::Mean(row.mean, row.deviation))
}

fn findings(lines: &[Line], budgets: &[Budget]) -> Vec<Finding> {
    let places = 0..budgets.len();
    let with = |sampling| lines.iter().filter(move |line| line.sampling == sampling);
    let is_of_paper = |line: &&Line| SAMPLING_SCREENING.iter().any(|row| row.strategy == line.strategy);
    let plain = with((false, "uniform")).filter(is_of_paper).map(|line| {
        let most = places.clone().map(|budget| line.value(budget)).fold(0.0, f64::max);
        Finding::new(
            format!("uniform sampling without CTS finds nothing with {}", line.strategy.to_uppercase()),
            format!("{most:.1} candidates in a run"),
            most == 0.0,
        )
    });
    let mut findings: Vec<Finding> = plain.collect();
    let beaten: Vec<String> = with((true, "bituniform"))
        .flat_map(|best| {
            let rivals = lines.iter().filter(|line| line.strategy == best.strategy);
            let places = places.clone();
            rivals.flat_map(move |rival| {
                let behind = places.clone().filter(|&b| rival.value(b) > best.value(b));
                behind.map(|b| {
                    let cts = if rival.sampling.0 { "with" } else { "without" };
                    let (strategy, sampler) = (rival.strategy, rival.sampling.1);
                    format!("{strategy}, {sampler} {cts} CTS: {} against {}", rival.found[b], best.found[b])
                })
            })
        })
        .collect();
    let here =
        if beaten.is_empty() { "nowhere beaten".into() } else { format!("beaten by {}", beaten.join("; ")) };
    findings.push(Finding::new("bituniform sampling with CTS finds the most", here, beaten.is_empty()));
    findings.push(bcs_finding(lines, budgets));
    findings
}

fn bcs_finding(lines: &[Line], budgets: &[Budget]) -> Finding {
    let claim = "BCS finds more than LNS under every sampling that finds anything";
    let of = |strategy: &str| lines.iter().filter(|line| line.strategy == strategy).collect::<Vec<_>>();
    let pairs: Vec<(f64, f64)> = (of("lns").iter().zip(of("bcs")))
        .flat_map(|(lns, bcs)| (0..budgets.len()).map(|b| (lns.value(b), bcs.value(b))).collect::<Vec<_>>())
        .filter(|(lns, bcs)| lns.max(*bcs) > 0.0)
        .collect();
    if pairs.is_empty() {
        return Finding::open(claim, "needs runs of both strategies that find something");
    }
    let more = pairs.iter().filter(|(lns, bcs)| bcs > lns).count();
    Finding::new(claim, format!("in {more} of {} comparisons", pairs.len()), more == pairs.len())
}

/// Where our mean is outside the range that the paper's deviations explain.
fn differences(
    evidence: &Evidence<'_>,
    lines: &[Line],
    budgets: &[Budget],
) -> Result<Vec<String>, ExperimentError> {
    let last = budgets.len() - 1;
    let (mut more, mut fewer) = (Vec::new(), Vec::new());
    for line in lines {
        let Cell::Mean(mean, deviation) = published(line, SCREENING_SECONDS[1]) else { continue };
        let own = line.value(last);
        let cts = if line.sampling.0 { "with" } else { "without" };
        let words = format!("{} {} {cts} CTS {own:.1} against {mean:.1}", line.strategy, line.sampling.1);
        match own - mean {
            gap if gap > 2.0 * deviation + 0.5 => more.push(words),
            gap if gap < -2.0 * deviation - 0.5 => fewer.push(words),
            _ => {}
        }
    }
    let seconds = SCREENING_SECONDS[1];
    let mut sentences = Vec::new();
    if !more.is_empty() {
        sentences.push(format!(
            "{} more than in the study's runs of {seconds} s: {}. Likeliest cause, not shown: the iterations of these runs \
             are not known, and what one is depends on the tool of that time.",
            whose(lines),
            more.join("; ")
        ));
    }
    if !fewer.is_empty() {
        sentences.push(format!(
            "{} fewer than in the study's runs of {seconds} s: {}. Likeliest cause, not shown: the same.",
            whose(lines),
            fewer.join("; ")
        ));
    }
    sentences.extend(uniform_difference(evidence, lines, budgets)?);
    Ok(sentences)
}

fn whose(lines: &[Line]) -> &'static str {
    if lines.iter().all(|line| line.rules == Rules::NONE) { "Here" } else { "As published" }
}

/// What uniform sampling without compatible types finds, if anything: how long the numbers are.
fn uniform_difference(
    evidence: &Evidence<'_>,
    lines: &[Line],
    budgets: &[Budget],
) -> Result<Option<String>, ExperimentError> {
    let count = repetitions(evidence.settings);
    let (mut digits, mut finders) = (Vec::new(), Vec::new());
    for line in lines.iter().filter(|line| line.sampling == (false, "uniform")) {
        for key in
            budgets.iter().flat_map(|budget| runs((line.rules, line.strategy), line.sampling, *budget, count))
        {
            for candidate in evidence.candidates(&key)? {
                digits.push(candidate.left.input.to_string().trim_start_matches('-').len());
                finders.push(line.strategy.to_string());
            }
        }
    }
    finders.dedup();
    let range = digits.iter().min().zip(digits.iter().max());
    Ok(range.map(|(least, most)| {
        format!(
            "Uniform sampling without CTS draws numbers of 128 bits, nearly all of 37 to 39 digits. What {} finds \
             from there are pairs of {least} to {most} digits.",
            listed(&finders)
        )
    }))
}
