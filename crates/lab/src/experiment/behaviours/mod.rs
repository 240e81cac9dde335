//! The benchmark of behaviours: which known boundaries of functions are found and shown, and what else is.

pub mod ablation;
mod structured;
mod subjects;

pub use subjects::{Example, Expected, SUBJECTS};

use std::collections::HashSet;

use autobva::{Error, Findings, Selection, find};
use autobva_core::behaviour::{Boundary, Landscape, Place};
use autobva_core::{Entry, Observation};
use autobva_explore::behaviours::Tuning;
use autobva_report::{Listing, Style, landscape_view};

use super::report::{Cell, Column, Finding, Kind, Report, Table};

pub const ENTRY: Entry = Entry {
    name: "behaviours",
    help: "functions with known boundaries: what is found and shown by behaviour, and what else",
};

/// The result of a run on a subject.
#[derive(Debug, Clone, Copy)]
pub struct Score {
    /// How many of the expected boundaries were found.
    pub found: usize,
    /// How many of them are in the text for people, which leaves rows out if there are many.
    pub shown: usize,
    /// How many rows show something else.
    pub extra: usize,
    /// The number of lines in the text for people.
    pub lines: usize,
    pub calls: u64,
}

impl Score {
    /// Whether everything is shown, and little else.
    pub fn is_good(&self, subject: &Example) -> bool {
        self.shown == owed(subject).count() && self.extra <= subject.extra
    }
}

pub fn score(subject: &Example, seed: u64) -> Result<Score, Error> {
    score_with(subject, seed, subject.calls, Tuning::default())
}

/// Searches a subject once with this number of calls and this tuning.
fn score_with(subject: &Example, seed: u64, calls: u64, tuning: Tuning) -> Result<Score, Error> {
    let run = find((subject.make)()).strategy(tuning).select(Selection::Behaviour).cts(false);
    let findings = run.max_calls(calls.max(1)).seed(seed).run()?;
    Ok(judge(subject, &findings))
}

/// What must be shown for a subject.
fn owed(subject: &Example) -> impl Iterator<Item = &Expected> {
    subject.truths.iter().filter(|truth| !matches!(truth, Expected::Irregular))
}

fn judge(subject: &Example, findings: &Findings) -> Score {
    let nothing = Landscape::default();
    let landscape = findings.landscape.as_ref().unwrap_or(&nothing);
    let style = Style { width: Style::DEFAULT_WIDTH, color: false };
    let text = landscape_view(findings, landscape, Listing::Representatives, style).to_string();
    let words: HashSet<&str> = text.split_whitespace().collect();
    let rows = &landscape.boundaries;
    let read: Vec<&Boundary> =
        rows.iter().filter(|row| words.contains(format!("b{}", row.id).as_str())).collect();
    Score {
        found: owed(subject).filter(|truth| rows.iter().any(|row| shows(row, truth))).count(),
        shown: owed(subject).filter(|truth| read.iter().any(|row| shows(row, truth))).count(),
        extra: rows.iter().filter(|row| !subject.truths.iter().any(|truth| shows(row, truth))).count(),
        lines: text.lines().count(),
        calls: findings.run.calls,
    }
}

/// Whether a row shows an expected boundary.
fn shows(row: &Boundary, truth: &Expected) -> bool {
    match truth {
        Expected::After(value) => row.all_places().any(|place| stands_at(place, value)),
        Expected::Corner(corner) => {
            let either = [corner - 1, *corner].map(|value| value.to_string());
            row.all_places().any(|place| either.iter().any(|value| stands_at(place, value)))
        }
        Expected::Rule(texts) => {
            row.rule.as_ref().is_some_and(|rule| texts.contains(&rule.to_string().as_str()))
        }
        Expected::Meet(a, b) => row.all_places().any(|place| {
            let is = |side: &Observation, text: &str| {
                side.outcome.text() == text
                    || (!side.outcome.is_valid() && side.outcome.text().contains(text))
            };
            (is(&place.left, a) && is(&place.right, b)) || (is(&place.left, b) && is(&place.right, a))
        }),
        Expected::Irregular => row.sentence.contains("irregular"),
    }
}

/// Whether the first argument moves on from this value.
fn stands_at(place: &Place, value: &str) -> bool {
    let [left, right] = [&place.left, &place.right].map(|side| &side.input[0]);
    left != right && left.to_string() == value
}

/// Runs all subjects with the seeds 1, 2, … and reports the results.
pub fn report(seeds: u64) -> Result<Report, Error> {
    let columns = vec![
        Column::new("function", Kind::Text),
        Column::new("calls", Kind::Figure),
        Column::new("boundaries", Kind::Figure),
        Column::new("found", Kind::Figure),
        Column::new("shown", Kind::Figure),
        Column::new("others", Kind::Figure),
        Column::new("allowed", Kind::Figure),
        Column::new("lines", Kind::Figure),
    ];
    let title = format!("worst of {seeds} seeds for each function");
    let mut table = Table::new("behaviours", title, columns);
    let mut misses: Vec<&str> = Vec::new();
    for subject in SUBJECTS {
        let scores = (1..=seeds).map(|seed| score(subject, seed)).collect::<Result<Vec<Score>, Error>>()?;
        if !scores.iter().all(|score| score.is_good(subject)) {
            misses.push(subject.name);
        }
        let most = |of: fn(&Score) -> usize| scores.iter().map(of).max().unwrap_or(0) as u64;
        let least = |of: fn(&Score) -> usize| scores.iter().map(of).min().unwrap_or(0) as u64;
        table.push(vec![
            Cell::text(subject.name),
            Cell::Count(subject.calls),
            Cell::Count(owed(subject).count() as u64),
            Cell::Count(least(|score| score.found)),
            Cell::Count(least(|score| score.shown)),
            Cell::Count(most(|score| score.extra)),
            Cell::Count(subject.extra as u64),
            Cell::Count(most(|score| score.lines)),
        ]);
    }
    let all = "every function shows all its boundaries and no more others than allowed, with every seed";
    let here =
        if misses.is_empty() { "all of them".to_string() } else { format!("not {}", misses.join(", ")) };
    Ok(Report {
        name: ENTRY.name,
        title: "Behaviours: functions with known boundaries".into(),
        notes: vec![format!(
            "Each function is searched with its calls and the seeds 1 to {seeds}. A boundary is found if a row has its place, \
             and shown if that row is in the lines that are printed; others are rows that show none."
        )],
        tables: vec![table],
        findings: vec![Finding::new(all, here, misses.is_empty())],
        differences: Vec::new(),
    })
}
