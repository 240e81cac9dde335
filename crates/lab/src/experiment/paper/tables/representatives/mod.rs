//! RQ3: a representative of each cluster, its size, and the share that each strategy found.

mod differences;
mod findings;
mod own;
mod published;
mod tally;

use super::*;
use tally::Tally;

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry {
        name: "representatives",
        help: "RQ3: a representative of each cluster, and the share that each strategy found",
    },
    plan: full_plan,
    report,
};

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let all = settings.rules();
    let mut published = published::table(settings);
    let mut own: Vec<Table> = all.iter().map(|rules| own::table(settings, *rules)).collect();
    let mut findings: Vec<Vec<Finding>> = vec![Vec::new(); all.len()];
    let mut differences = Vec::new();
    for function in &FUNCTIONS {
        let mut sides = Vec::new();
        for (place, rules) in all.iter().enumerate() {
            let (pool, clusters) = (evidence.pool(function, *rules)?, evidence.clusters(function, *rules)?);
            let shares = Shares::new(pool, settings, *rules);
            own::rows(&shares, clusters, &mut own[place]);
            findings[place].extend(findings::findings(&shares));
            differences.extend(differences::differences(&shares, evidence));
            sides.push((shares, clusters));
        }
        published::rows(function, &sides, &mut published);
    }
    let pools: Result<Vec<&Pool>, _> = all.iter().map(|rules| evidence.pool(&FUNCTIONS[0], *rules)).collect();
    let tally = Tally::of(&pools?);
    findings.iter_mut().zip(&tally.found).for_each(|(findings, found)| findings.push(Tally::finding(found)));
    let ours = findings.pop().unwrap_or_default();
    let repetitions = settings.repetitions.unwrap_or(REPETITIONS);
    Ok(Report {
        name: TABLE.entry.name,
        title: "representatives of the clusters (RQ3)".into(),
        notes: vec![
            made_with(settings, &budgets(settings), repetitions),
            "Paper: the four tables of representatives; what was shortened there is taken from the files \
             *_representatives.csv of its replication package."
                .into(),
        ],
        tables: [published, tally.table(&all)].into_iter().chain(own).collect(),
        findings: Finding::beside(ours, findings.pop().unwrap_or_default()),
        differences,
    })
}

/// The candidates of a function, and for each strategy which of them its runs found.
struct Shares<'a> {
    pool: &'a Pool,
    rules: Rules,
    by_strategy: Vec<(&'static str, Vec<bool>)>,
}

impl<'a> Shares<'a> {
    fn new(pool: &'a Pool, settings: &Settings, rules: Rules) -> Shares<'a> {
        let of = |name: &'static str| (name, pool.found_by(|key| key.strategy == name));
        let own = series(settings).into_iter().filter(|(made, _)| *made == rules);
        Shares { pool, rules, by_strategy: own.map(|(_, strategy)| of(strategy)).collect() }
    }

    /// The share of some candidates that each strategy found.
    fn cells(&self, members: &[usize]) -> impl Iterator<Item = Cell> {
        self.by_strategy.iter().map(|(_, found)| {
            let part = members.iter().filter(|&&member| found[member]).count();
            Cell::Part(part as u64, members.len() as u64)
        })
    }

    /// Whether a strategy found a candidate of this kind; `None` if it did not run.
    fn finds_kind(&self, strategy: &str, kind: usize) -> Option<bool> {
        let (_, found) = self.by_strategy.iter().find(|(name, _)| *name == strategy)?;
        Some(self.pool.of_kind(kind).any(|place| found[place]))
    }
}

/// The columns that both tables begin with.
fn leading_columns() -> Vec<Column> {
    let texts = ["function", "id", "group"].map(|heading| Column::new(heading, Kind::Text));
    texts.into_iter().chain(["input", "output"].map(|heading| Column::new(heading, Kind::Pair))).collect()
}
