//! The paper's table of example quotients: six pairs of bytecount under two output distances.

use super::*;
use autobva_core::Outcome;
use autobva_explore::SearchError;
use autobva_metrics::{input_distance, text_distance};

use crate::builtin::builtin;

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry { name: "quotients", help: "the program difference quotients of six pairs of bytecount" },
    plan,
    report,
};

/// A row of the table "Example of six boundary candidates for the bytecount SUT", as printed: the two inputs, and the
/// quotients with strlendist and with Jaccard over single characters.
const PUBLISHED: [(&str, &str, f64, f64); 6] = [
    ("9", "10", 1.0, 0.75),
    ("999949999", "999950000", 2.0, 0.63),
    ("99949", "99950", 1.0, 0.43),
    ("99949", "99951", 0.50, 0.21),
    ("99951", "99952", 0.0, 0.0),
    ("99948", "99949", 0.0, 0.0),
];

const DISTANCES: [&str; 2] = ["strlen", "jaccard:1"];

/// This table needs no runs.
fn plan(_: &Settings) -> Vec<RunKey> {
    Vec::new()
}

fn report(_: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let columns = ["input", "output"].map(|heading| Column::new(heading, Kind::Pair));
    let of = |group: &'static str| DISTANCES.map(|name| Column::grouped(group, name, Kind::Figure));
    let columns = columns.into_iter().chain(of("paper")).chain(of("here")).collect();
    let mut table = Table::new("quotients", "Program difference quotients by two output distances", columns);
    let mut worst: f64 = 0.0;
    for (left, right, strlen, jaccard) in PUBLISHED {
        let (outputs, own) = quotients(left, right)?;
        let published = [strlen, jaccard];
        worst = published.iter().zip(own).map(|(paper, own)| (paper - own).abs()).fold(worst, f64::max);
        let mut row = vec![Cell::Pair(left.into(), right.into()), outputs];
        row.extend(published.into_iter().chain(own).map(|number| Cell::Number(number, 2)));
        table.push(row);
    }
    Ok(Report {
        name: TABLE.entry.name,
        title: "example quotients of bytecount (section 3)".into(),
        notes: vec![
            "Computed, not searched for: there is nothing that the study's rules would change.".into(),
        ],
        tables: vec![table],
        findings: vec![Finding::new(
            "the quotients of six pairs by two output distances are those of the table, to its two decimals",
            format!("{worst:.4} off at most"),
            worst <= 0.005 + f64::EPSILON,
        )],
        differences: Vec::new(),
    })
}

/// The outputs of a pair, and its quotients.
fn quotients(left: &str, right: &str) -> Result<(Cell, [f64; 2]), ExperimentError> {
    let sut = builtin("bytecount").map_err(autobva::Error::from)?;
    let read = |text| sut.signature().read(&[text], None).map_err(autobva::Error::from);
    let (a, b) = (read(left)?, read(right)?);
    let (mut of_a, mut of_b) = (Outcome::default(), Outcome::default());
    for (input, outcome) in [(&a, &mut of_a), (&b, &mut of_b)] {
        sut.run(input, outcome).map_err(SearchError::from).map_err(autobva::Error::from)?;
    }
    let inputs = input_distance("euclidean").map_err(autobva::Error::from)?.between(&a, &b);
    let mut quotients = [0.0; 2];
    for (quotient, name) in quotients.iter_mut().zip(DISTANCES) {
        let outputs = text_distance(name).map_err(autobva::Error::from)?;
        *quotient = outputs.between(of_a.text(), of_b.text()) / inputs;
    }
    Ok((Cell::Pair(of_a.text().into(), of_b.text().into()), quotients))
}
