//! The causes of differences, shown by runs with the study's rules, one of them left out at a time.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

use autobva_core::Candidate;

use crate::experiment::paper::study::RULES;

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry {
        name: "causes",
        help: "the rules of the study's own tool, one left out at a time, with BCS",
    },
    plan,
    report,
};

/// All rules, all rules but one each, and none.
fn sides() -> Vec<Rules> {
    let all_but = Rule::ALL.into_iter().map(|rule| Rules::ALL.without(rule));
    [Rules::ALL].into_iter().chain(all_but).chain([Rules::NONE]).collect()
}

/// The runs with one set of rules: on bytecount from uniform starts without compatible types and with the sampling of
/// the study, and on BMI-class. Short runs saturate on bytecount.
fn runs(settings: &Settings, rules: Rules) -> [Vec<RunKey>; 3] {
    let budgets = budgets(settings);
    let (short, long) = (budgets[0], budgets[budgets.len() - 1]);
    let run =
        |function, budget| move |repetition| RunKey::of_study(function, "bcs", budget, repetition).by(rules);
    let all = || 1..=settings.repetitions.unwrap_or(REPETITIONS);
    let plain = |key: RunKey| RunKey { sampler: "uniform", cts: false, ..key };
    [
        all().map(run("bytecount", short)).map(plain).collect(),
        all().map(run("bytecount", short)).collect(),
        all().map(run("bmi_class", long)).collect(),
    ]
}

/// The runs; none if the study's rules were not requested.
fn plan(settings: &Settings) -> Vec<RunKey> {
    match settings.as_published {
        Rules::NONE => Vec::new(),
        _ => sides().into_iter().flat_map(|rules| runs(settings, rules).concat()).collect(),
    }
}

/// The results of the runs with one set of rules.
struct Shown {
    rules: Rules,
    uniform: Cell,
    found: Cell,
    /// How many candidates of bytecount have a negative number of at least two digits on their lesser side, and how
    /// many digits the longest has.
    negatives: usize,
    digits: usize,
    /// The pairs of outputs of BMI-class.
    kinds: usize,
    /// How many inputs of either function have two different outcomes.
    two_ways: usize,
}

fn shown(evidence: &Evidence<'_>, rules: Rules) -> Result<Shown, ExperimentError> {
    let [uniform, bytecount, bmi_class] = runs(evidence.settings, rules);
    let count = |key: &RunKey| evidence.record(key).map_or(0.0, |record| record.candidates as f64);
    let mean = |keys: &[RunKey]| Cell::mean_of(&keys.iter().map(count).collect::<Vec<f64>>());
    let all = |keys: &[RunKey]| -> Result<Vec<Candidate>, ExperimentError> {
        Ok(keys.iter().map(|key| evidence.candidates(key)).collect::<Result<Vec<_>, _>>()?.concat())
    };
    let (numbers, classes) = (all(&bytecount)?, all(&bmi_class)?);
    let lesser: BTreeSet<String> = numbers
        .iter()
        .map(|candidate| candidate.left.input.to_string())
        .filter(|text| text.starts_with('-') && text.len() > 2)
        .collect();
    let texts = |c: &Candidate| (c.left.outcome.text().to_string(), c.right.outcome.text().to_string());
    Ok(Shown {
        rules,
        uniform: mean(&uniform),
        found: mean(&bytecount),
        negatives: lesser.len(),
        digits: lesser.iter().map(|text| text.len() - 1).max().unwrap_or(0),
        kinds: classes.iter().map(texts).collect::<BTreeSet<_>>().len(),
        two_ways: two_ways(&numbers) + two_ways(&classes),
    })
}

/// How many inputs have two different outcomes.
fn two_ways(candidates: &[Candidate]) -> usize {
    let mut answers: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for side in candidates.iter().flat_map(|candidate| [&candidate.left, &candidate.right]) {
        answers.entry(side.input.to_string()).or_default().insert(side.outcome.text());
    }
    answers.values().filter(|answers| answers.len() > 1).count()
}

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let sides: Vec<Shown> = match settings.as_published {
        Rules::NONE => Vec::new(),
        _ => sides().into_iter().map(|rules| shown(evidence, rules)).collect::<Result<_, _>>()?,
    };
    let rules = RULES.iter().map(|rule| format!("{} ({})", rule.name, rule.help)).collect::<Vec<_>>();
    Ok(Report {
        name: TABLE.entry.name,
        title: "the causes of differences, by runs of BCS".into(),
        notes: vec![
            made_with(settings, &budgets(settings), settings.repetitions.unwrap_or(REPETITIONS)),
            format!(
                "The rules, which the paper does not tell and the study's public tool has: {}.",
                rules.join("; ")
            ),
            VERDICTS.into(),
        ],
        tables: vec![table(&sides)],
        findings: Vec::new(),
        differences: causes(&sides),
    })
}

fn table(sides: &[Shown]) -> Table {
    let columns = vec![
        Column::new("rules", Kind::Text),
        Column::grouped("bytecount, uniform without CTS", "found", Kind::Mean),
        Column::grouped("bytecount", "found", Kind::Mean),
        Column::grouped("bytecount", "negative", Kind::Figure),
        Column::grouped("bytecount", "digits of the longest", Kind::Figure),
        Column::grouped("BMI-class", "pairs of outputs", Kind::Figure),
        Column::grouped("both", "inputs answered in two ways", Kind::Figure),
    ];
    let mut table = Table::new("causes", "Runs of BCS by the study's rules, one left out at a time", columns);
    // The sources: appendix A, the table of RQ1, ByteCount_all.csv of the replication package, and the table of RQ2.
    table.push(vec![
        Cell::text("paper"),
        Cell::Mean(0.0, 0.0),
        Cell::Mean(56.1, 0.6),
        Cell::Count(33),
        Cell::Count(LONGEST as u64),
        Cell::Count(KINDS as u64),
        Cell::Count(0),
    ]);
    for side in sides {
        table.push(vec![
            Cell::text(name(side.rules)),
            side.uniform.clone(),
            side.found.clone(),
            Cell::Count(side.negatives as u64),
            Cell::Count(side.digits as u64),
            Cell::Count(side.kinds as u64),
            Cell::Count(side.two_ways as u64),
        ]);
    }
    table
}

fn name(rules: Rules) -> String {
    let left_out = Rule::ALL.into_iter().find(|rule| rules == Rules::ALL.without(*rule));
    match left_out {
        Some(rule) => format!("all but {}", rule.name()),
        None if rules == Rules::ALL => "all, as published".to_string(),
        None => "none, as here".to_string(),
    }
}

/// The meaning of the verdicts below the table.
const VERDICTS: &str = "Shown: with the rule the figure is exactly that of the paper, and without it greater. Shown in part: with \
    the rule it is less than in the paper, and without it greater. That is a weaker statement: the rule moves the figure past that of \
    the paper, and something else that we do not know moves it back.";

/// Which causes the runs show, in the words of [`VERDICTS`].
fn causes(sides: &[Shown]) -> Vec<String> {
    let of = |rules: Rules| sides.iter().find(|side| side.rules == rules);
    let cause = |rule: Rule, effect: &str, figure: &dyn Fn(&Shown) -> f64, published: f64| {
        let (with, without) = of(Rules::ALL).zip(of(Rules::ALL.without(rule)))?;
        let (with, without) = (figure(with), figure(without));
        let verdict = match without > published {
            true if with == published => "Shown",
            true if with < published => "Shown in part",
            _ => "Not shown",
        };
        let name = rule.name();
        Some(format!(
            "{verdict}: by the rule {name} {effect}: {with:.1} with it, {without:.1} without, {published} in the paper."
        ))
    };
    let (uniform, text) =
        (|side: &Shown| side.uniform.value().unwrap_or(0.0), |side: &Shown| side.two_ways as f64);
    let all = [
        cause(Rule::Breaker, "uniform starts without CTS find nothing", &uniform, 0.0),
        cause(
            Rule::Breaker,
            "the negative numbers of bytecount end early (digits of the longest)",
            &|side| side.digits as f64,
            LONGEST,
        ),
        cause(Rule::Archive, "BMI-class has fewer pairs of outputs", &|side| side.kinds as f64, KINDS),
        cause(Rule::Text, "no input is answered in two ways", &text, 0.0),
    ];
    all.into_iter().flatten().collect()
}

/// The digits of −10³³, the least number in ByteCount_all.csv of the replication package.
const LONGEST: f64 = 34.0;

/// The clusters of BMI-class, each a pair of outputs.
const KINDS: f64 = 15.0;
