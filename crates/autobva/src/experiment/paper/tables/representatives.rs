//! RQ3: a representative of each cluster, its size, and the share that each strategy found.

use std::collections::BTreeSet;

use autobva_core::{Candidate, Entry};

use super::PaperTable;
use super::common::{budgets, full_plan, listed, made_with};
use crate::experiment::paper::evidence::{Clusters, Evidence, Pool};
use crate::experiment::paper::published::REPETITIONS;
use crate::experiment::paper::settings::Settings;
use crate::experiment::paper::{ExperimentError, FUNCTIONS};
use crate::experiment::report::{Cell, Column, Finding, Kind, Report, Table};

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry {
        name: "representatives",
        help: "RQ3: a representative of each cluster, and the share that each strategy found",
    },
    plan: full_plan,
    report,
};

/// The columns of a pair.
const PAIR: [&str; 4] = ["input 1", "output 1", "input 2", "output 2"];

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let (mut published, mut own) = (published_table(settings), own_table(settings));
    let (mut findings, mut differences) = (Vec::new(), Vec::new());
    for function in &FUNCTIONS {
        let (pool, clusters) = (evidence.pool(function)?, evidence.clusters(function)?);
        let by_strategy = found_by_strategy(pool, settings);
        published_rows(pool, clusters, &by_strategy, &mut published);
        own_rows(pool, clusters, &by_strategy, &mut own);
        findings.extend(function_findings(pool, &by_strategy, settings));
        differences.extend(difference(pool));
    }
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
        tables: vec![published, own],
        findings,
        differences,
    })
}

/// For each strategy, which candidates of the pool any of its runs found.
fn found_by_strategy(pool: &Pool, settings: &Settings) -> Vec<(&'static str, Vec<bool>)> {
    let of = |name: &'static str| (name, pool.found_by(|key| key.strategy == name));
    settings.strategies.iter().map(|strategy| of(strategy.entry.name)).collect()
}

fn published_table(settings: &Settings) -> Table {
    let mut columns = ["function", "id", "group"].map(|heading| Column::new(heading, Kind::Text)).to_vec();
    columns.extend(PAIR.map(|heading| Column::new(heading, Kind::Text)));
    columns.push(Column::grouped("paper", "size", Kind::Figure));
    columns.push(Column::grouped("paper", "bcs", Kind::Part));
    columns.push(Column::grouped("here", "that pair by", Kind::Text));
    columns.push(Column::grouped("here", "in cluster", Kind::Text));
    columns.push(Column::grouped("here", "that kind", Kind::Figure));
    let strategies = settings.strategies.iter().map(|s| Column::grouped("here", s.entry.name, Kind::Part));
    columns.extend(strategies);
    Table::new(
        "published",
        "The paper's representatives: whether that very pair was found here and by whom, and how many candidates of \
         that kind there are with the share of each strategy",
        columns,
    )
}

fn published_rows(
    pool: &Pool,
    clusters: &Clusters,
    by_strategy: &[(&'static str, Vec<bool>)],
    table: &mut Table,
) {
    for (place, row) in pool.function.rows.iter().enumerate() {
        let of_kind: Vec<usize> =
            (0..pool.kinds.len()).filter(|&candidate| pool.kinds[candidate] == Some(place)).collect();
        let pair = pool.place(row);
        let finders = by_strategy.iter().filter(|(_, found)| pair.is_some_and(|pair| found[pair]));
        let finders: Vec<String> = finders.map(|(name, _)| name.to_string()).collect();
        let in_clusters: BTreeSet<usize> =
            of_kind.iter().map(|&candidate| clusters.of_candidate(candidate)).collect();
        let in_clusters: Vec<String> = in_clusters.iter().map(usize::to_string).collect();
        let mut cells = vec![Cell::text(pool.function.title), Cell::text((place + 1).to_string())];
        cells.push(Cell::text(row.group.name()));
        cells.extend(
            [row.left.join(", "), row.left_output.into(), row.right.join(", "), row.right_output.into()]
                .map(Cell::Text),
        );
        cells.extend([Cell::Count(row.size), Cell::Part(row.bcs, row.size)]);
        cells.push(Cell::Text(if finders.is_empty() { "none".into() } else { finders.join(", ") }));
        cells.push(Cell::Text(in_clusters.join(", ")));
        cells.push(Cell::Count(of_kind.len() as u64));
        cells.extend(by_strategy.iter().map(|(_, found)| part(&of_kind, found)));
        table.push(cells);
    }
}

fn own_table(settings: &Settings) -> Table {
    let mut columns = ["function", "id", "group"].map(|heading| Column::new(heading, Kind::Text)).to_vec();
    columns.extend(PAIR.map(|heading| Column::new(heading, Kind::Text)));
    columns.push(Column::new("size", Kind::Figure));
    columns.extend(settings.strategies.iter().map(|s| Column::new(s.entry.name, Kind::Part)));
    columns.push(Column::new("paper's ids", Kind::Text));
    Table::new(
        "clusters",
        "Our clusters: a representative, the size, and the share of each strategy",
        columns,
    )
}

fn own_rows(pool: &Pool, clusters: &Clusters, by_strategy: &[(&'static str, Vec<bool>)], table: &mut Table) {
    for (group, cluster) in clusters.all() {
        let Candidate { left, right, .. } = &pool.candidates[cluster.representatives[0]];
        let kinds: BTreeSet<usize> =
            cluster.members.iter().filter_map(|&member| pool.kinds[member]).collect();
        let kinds: Vec<String> = kinds.iter().map(|kind| (kind + 1).to_string()).collect();
        let mut cells = vec![Cell::text(pool.function.title), Cell::text(cluster.id.to_string())];
        cells.push(Cell::text(group.group.name()));
        cells.extend(
            [left, right]
                .into_iter()
                .flat_map(|side| [Cell::text(side.input.to_string()), Cell::text(side.outcome.text())]),
        );
        cells.push(Cell::Count(cluster.members.len() as u64));
        cells.extend(by_strategy.iter().map(|(_, found)| part(&cluster.members, found)));
        cells.push(Cell::Text(if kinds.is_empty() { "none".into() } else { kinds.join(", ") }));
        table.push(cells);
    }
}

fn part(members: &[usize], found: &[bool]) -> Cell {
    Cell::Part(members.iter().filter(|&&member| found[member]).count() as u64, members.len() as u64)
}

fn function_findings(
    pool: &Pool,
    by_strategy: &[(&'static str, Vec<bool>)],
    settings: &Settings,
) -> Vec<Finding> {
    let rows = pool.function.rows;
    let title = pool.function.title;
    let missing: Vec<String> = (0..rows.len())
        .filter(|place| !pool.kinds.contains(&Some(*place)))
        .map(|place| (place + 1).to_string())
        .collect();
    let pairs = rows.iter().filter(|row| pool.place(row).is_some()).count();
    let mut here = match missing.is_empty() {
        true => format!("all {} kinds found", rows.len()),
        false => format!("not found: {}", listed(&missing)),
    };
    here += &format!("; {pairs} of the {} very pairs", rows.len());
    let mut findings =
        vec![Finding::new(format!("all clusters of {title} are found"), here, missing.is_empty())];
    let starred: Vec<usize> = (0..rows.len()).filter(|&place| rows[place].only_bcs).collect();
    let has = |name: &str| settings.strategies.iter().any(|s| s.entry.name == name);
    if !starred.is_empty() && has("lns") && has("bcs") {
        let found = |name: &str, kind: usize| {
            let own = by_strategy.iter().find(|(strategy, _)| *strategy == name);
            own.is_some_and(|(_, found)| (0..found.len()).any(|i| found[i] && pool.kinds[i] == Some(kind)))
        };
        let not_only: Vec<String> =
            starred.iter().filter(|&&kind| found("lns", kind)).map(|kind| (kind + 1).to_string()).collect();
        let names: Vec<String> = starred.iter().map(|kind| (kind + 1).to_string()).collect();
        let here = match not_only.is_empty() {
            true => "LNS finds none of them".to_string(),
            false => format!("LNS finds {} too", listed(&not_only)),
        };
        let claim = format!("only BCS finds clusters {} of {title}", listed(&names));
        findings.push(Finding::new(claim, here, not_only.is_empty()));
    }
    findings
}

/// Kinds that are larger or smaller than published, where the paper's are small enough to be all there is.
fn difference(pool: &Pool) -> Option<String> {
    const COUNTABLE: u64 = 50;
    let rows = pool.function.rows.iter().enumerate();
    let words: Vec<String> = rows
        .filter(|(_, row)| row.size <= COUNTABLE)
        .filter_map(|(place, row)| {
            let own = pool.kinds.iter().filter(|kind| **kind == Some(place)).count() as u64;
            (own != row.size).then(|| format!("cluster {} has {own} instead of {}", place + 1, row.size))
        })
        .collect();
    let unknown = pool.kinds.iter().filter(|kind| kind.is_none()).count();
    if words.is_empty() && unknown == 0 {
        return None;
    }
    let mut sentence = format!("{}: ", pool.function.title);
    sentence += &if words.is_empty() { "no small cluster differs in size".into() } else { listed(&words) };
    sentence += &format!("; {unknown} candidates are of a kind that the paper does not describe");
    let example = (0..pool.kinds.len()).filter(|&place| pool.kinds[place].is_none());
    if let Some(place) = example.min_by_key(|&place| pool.candidates[place].written_length()) {
        let Candidate { left, right, .. } = &pool.candidates[place];
        let side = |side: &autobva_core::Observation| format!("({}) → {}", side.input, side.outcome.text());
        sentence += &format!(", such as {} and {}", side(left), side(right));
    }
    Some(sentence + ".")
}
