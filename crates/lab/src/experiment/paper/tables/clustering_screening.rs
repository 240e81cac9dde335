//! Appendix B: silhouette and clusters for the combinations of features, on bytecount.

use super::*;
use autobva_core::Group;
use autobva_summary::{Combination, SummarySettings, screen};

use crate::experiment::paper::published::{CLUSTERING_SCREENING, PublishedCombination};

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry {
        name: "clustering-screening",
        help: "appendix B: silhouette and clusters for the combinations of features, on bytecount",
    },
    plan,
    report,
};

const FUNCTION: &Function = &FUNCTIONS[0];

/// The study says 1 to 10, but a single cluster has no silhouette.
const CLUSTERS: std::ops::RangeInclusive<usize> = 2..=10;

fn plan(settings: &Settings) -> Vec<RunKey> {
    study_plan([FUNCTION], settings)
}

/// The screening of the pairs of valid outputs from runs with one set of rules.
struct Screened {
    rules: Rules,
    size: usize,
    combinations: Vec<Combination>,
}

fn screened(evidence: &Evidence<'_>, rules: Rules) -> Result<Screened, ExperimentError> {
    let pool = evidence.pool(FUNCTION, rules)?;
    let screening = SummarySettings { ordered: true, k: CLUSTERS, ..SummarySettings::default() };
    let groups = screen(&pool.candidates, &screening)?;
    let valid = groups.into_iter().filter(|group| group.group == Group::VV).max_by_key(|group| group.size);
    let (size, mut combinations) = valid.map_or((0, Vec::new()), |group| (group.size, group.combinations));
    combinations.retain(|combination| combination.features.len() > 1);
    Ok(Screened { rules, size, combinations })
}

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let sides: Result<Vec<Screened>, _> =
        settings.rules().into_iter().map(|rules| screened(evidence, rules)).collect();
    let sides = sides?;
    let sizes: Vec<String> =
        sides.iter().map(|side| format!("{} {}", side.size, whose(side.rules))).collect();
    let mut all: Vec<Vec<Finding>> = sides.iter().map(|side| findings(&side.combinations)).collect();
    let ours = all.pop().unwrap_or_default();
    let repetitions = settings.repetitions.unwrap_or(REPETITIONS);
    Ok(Report {
        name: TABLE.entry.name,
        title: "silhouette and clusters for combinations of features on bytecount (appendix B)".into(),
        notes: vec![
            made_with(settings, &budgets(settings), repetitions),
            format!(
                "The pairs of valid outputs that all runs found together: {}; the study had 56.",
                listed(&sizes)
            ),
            "Paper: table of appendix B, its nine best combinations of two features and more.".into(),
        ],
        tables: vec![table(&sides)],
        findings: Finding::beside(ours, all.pop().unwrap_or_default()),
        differences: sides.iter().flat_map(differences).collect(),
    })
}

fn published(features: &[String]) -> Option<usize> {
    CLUSTERING_SCREENING.iter().position(|row| row.features == features.join(" + "))
}

/// The published combinations, and those of ours that rank before the last of them.
fn table(sides: &[Screened]) -> Table {
    let mut columns = vec![Column::new("features", Kind::Text)];
    for group in std::iter::once("paper").chain(sides.iter().map(|side| whose(side.rules))) {
        let figures = ["rank", "silhouette", "clusters"];
        columns.extend(figures.map(|heading| Column::grouped(group, heading, Kind::Figure)));
    }
    let mut table = Table::new("clustering-screening", "Combinations of features, best first", columns);
    let Some(ours) = sides.last() else { return table };
    let shown =
        ours.combinations.iter().rposition(|c| published(&c.features).is_some()).map_or(0, |last| last + 1);
    for Combination { features, .. } in &ours.combinations[..shown] {
        let mut row = vec![Cell::text(features.join(" + "))];
        row.extend(match published(features) {
            Some(place) => {
                let row = &CLUSTERING_SCREENING[place];
                [Cell::Count(place as u64 + 1), Cell::Number(row.silhouette, 3), Cell::Count(row.clusters)]
            }
            None => [Cell::Empty, Cell::Empty, Cell::Empty],
        });
        sides.iter().for_each(|side| row.extend(cells(&side.combinations, features)));
        table.push(row);
    }
    table
}

/// Rank, silhouette and clusters of a combination.
fn cells(combinations: &[Combination], features: &[String]) -> [Cell; 3] {
    let Some(rank) = combinations.iter().position(|c| c.features == features) else {
        return [Cell::Empty, Cell::Empty, Cell::Empty];
    };
    let combination = &combinations[rank];
    let silhouette = combination.silhouette.map_or(Cell::Empty, |score| Cell::Number(score, 3));
    [Cell::Count(rank as u64 + 1), silhouette, Cell::Count(combination.clusters as u64)]
}

fn findings(combinations: &[Combination]) -> Vec<Finding> {
    let chosen = &CLUSTERING_SCREENING[1];
    let best = &CLUSTERING_SCREENING[0];
    let find =
        |row: &PublishedCombination| combinations.iter().find(|c| c.features.join(" + ") == row.features);
    let figure = |c: &Combination| format!("{:.3} with {} clusters", c.silhouette.unwrap_or(0.0), c.clusters);
    let (Some(own_best), Some(own_chosen)) = (find(best), find(chosen)) else {
        return vec![Finding::open(
            "strlen(WD) + jaccard(WD) separates best",
            "no pairs of valid outputs were found",
        )];
    };
    let rank = combinations.iter().position(|c| c == own_best).unwrap_or(0) + 1;
    vec![
        Finding::new(
            "strlen(WD) + jaccard(WD) separates best",
            format!("rank {rank}: {}", figure(own_best)),
            rank == 1,
        ),
        Finding::new(
            "strlen(WD) + jaccard(WD) + jaccard(U), the study's choice, has 6 clusters and a silhouette above 0.9",
            figure(own_chosen),
            own_chosen.clusters as u64 == chosen.clusters && own_chosen.silhouette.is_some_and(|s| s > 0.9),
        ),
        Finding::new(
            "it has more clusters than the best one",
            format!("{} against {}", own_chosen.clusters, own_best.clusters),
            own_chosen.clusters > own_best.clusters,
        ),
    ]
}

fn differences(Screened { rules, size, combinations }: &Screened) -> Vec<String> {
    const NOTABLE: f64 = 0.05;
    let mut words = Vec::new();
    for row in CLUSTERING_SCREENING.iter() {
        let Some(own) = combinations.iter().find(|c| c.features.join(" + ") == row.features) else {
            continue;
        };
        let silhouette = own.silhouette.unwrap_or(0.0);
        if (silhouette - row.silhouette).abs() > NOTABLE || own.clusters as u64 != row.clusters {
            words.push(format!(
                "{} {silhouette:.3} with {} clusters instead of {:.3} with {}",
                row.features, own.clusters, row.silhouette, row.clusters
            ));
        }
    }
    if words.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "{}, {}. The data differs: {size} pairs of valid outputs, 56 there. On the published 56 pairs the same \
         program gives the published order and numbers of clusters (`cargo test --test published_summary`).",
        if *rules == Rules::NONE { "Here" } else { "As published" },
        words.join("; ")
    )]
}
