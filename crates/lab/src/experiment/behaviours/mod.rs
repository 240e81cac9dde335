//! The benchmark of behaviours: of functions with known boundaries, what is found and shown, and what else.

mod subjects;

pub use subjects::{SUBJECTS, Subject, Truth};

use autobva::{Error, Findings, Selection, find};
use autobva_core::behaviour::{Boundary, Place};
use autobva_core::{Entry, Observation};

use super::report::{Cell, Column, Finding, Kind, Report, Table};

/// The line of the registry.
pub const ENTRY: Entry = Entry {
    name: "behaviours",
    help: "functions with known boundaries: what is found and shown by behaviour, and what else",
};

/// What a run showed of a subject.
#[derive(Debug, Clone, Copy)]
pub struct Score {
    /// How many of the truths are shown.
    pub shown: usize,
    /// How many rows are none of them.
    pub extra: usize,
    /// How many rows there are.
    pub rows: usize,
    /// The calls that were made.
    pub calls: u64,
}

impl Score {
    /// Whether all is shown and little else.
    pub fn is_good(&self, subject: &Subject) -> bool {
        self.shown == subject.truths.iter().filter(|truth| !matches!(truth, Truth::Irregular)).count()
            && self.extra <= subject.extra
    }
}

/// Searches a subject once.
pub fn score(subject: &Subject, seed: u64) -> Result<Score, Error> {
    let run = find((subject.make)()).select(Selection::Behaviour).cts(false);
    let findings = run.max_calls(subject.calls).seed(seed).run()?;
    Ok(judge(subject, &findings))
}

fn judge(subject: &Subject, findings: &Findings) -> Score {
    let rows: &[Boundary] = findings.landscape.as_ref().map_or(&[], |landscape| &landscape.boundaries);
    let owed = subject.truths.iter().filter(|truth| !matches!(truth, Truth::Irregular));
    let shown = owed.filter(|truth| rows.iter().any(|row| shows(row, truth))).count();
    let extra = rows.iter().filter(|row| !subject.truths.iter().any(|truth| shows(row, truth))).count();
    Score { shown, extra, rows: rows.len(), calls: findings.run.calls }
}

/// Whether a row shows something that must be shown.
fn shows(row: &Boundary, truth: &Truth) -> bool {
    match truth {
        Truth::After(argument, value) => row.all_places().any(|place| stands_at(place, *argument, value)),
        Truth::Corner(argument, corner) => {
            let either = [corner - 1, *corner].map(|value| value.to_string());
            row.all_places().any(|place| either.iter().any(|value| stands_at(place, *argument, value)))
        }
        Truth::Rule(texts) => {
            row.rule.as_ref().is_some_and(|rule| texts.contains(&rule.to_string().as_str()))
        }
        Truth::Meet(a, b) => row.all_places().any(|place| {
            let is = |side: &Observation, text: &str| {
                side.outcome.text() == text
                    || (!side.outcome.is_valid() && side.outcome.text().contains(text))
            };
            (is(&place.left, a) && is(&place.right, b)) || (is(&place.left, b) && is(&place.right, a))
        }),
        Truth::Irregular => row.sentence.contains("irregular"),
    }
}

fn stands_at(place: &Place, argument: usize, value: &str) -> bool {
    let is_moved = place.left.input[argument] != place.right.input[argument];
    is_moved && place.left.input[argument].to_string() == value
}

/// Runs all subjects with the seeds 1, 2, … and tells what came of it.
pub fn report(seeds: u64) -> Result<Report, Error> {
    let columns = vec![
        Column::new("function", Kind::Text),
        Column::new("calls", Kind::Figure),
        Column::new("shown", Kind::Part),
        Column::new("rows", Kind::Figure),
        Column::new("others", Kind::Figure),
        Column::new("allowed", Kind::Figure),
    ];
    let title = format!("worst of {seeds} seeds for each function");
    let mut table = Table::new("behaviours", title, columns);
    let mut misses: Vec<&str> = Vec::new();
    for subject in SUBJECTS {
        let scores = (1..=seeds).map(|seed| score(subject, seed)).collect::<Result<Vec<Score>, Error>>()?;
        if !scores.iter().all(|score| score.is_good(subject)) {
            misses.push(subject.name);
        }
        let owed = subject.truths.iter().filter(|truth| !matches!(truth, Truth::Irregular)).count();
        let most = |of: fn(&Score) -> usize| scores.iter().map(of).max().unwrap_or(0) as u64;
        let shown = scores.iter().map(|score| score.shown).min().unwrap_or(0);
        table.push(vec![
            Cell::text(subject.name),
            Cell::Count(subject.calls),
            Cell::Part(shown as u64, owed as u64),
            Cell::Count(most(|score| score.rows)),
            Cell::Count(most(|score| score.extra)),
            Cell::Count(subject.extra as u64),
        ]);
    }
    let all = "every function shows all its boundaries and no more others than allowed, with every seed";
    let here =
        if misses.is_empty() { "all of them".to_string() } else { format!("not {}", misses.join(", ")) };
    Ok(Report {
        name: ENTRY.name,
        title: "Behaviours: functions with known boundaries".into(),
        notes: vec![format!(
            "Each function is searched with its calls and the seeds 1 to {seeds}; a boundary is shown if a row has its place."
        )],
        tables: vec![table],
        findings: vec![Finding::new(all, here, misses.is_empty())],
        differences: Vec::new(),
    })
}
