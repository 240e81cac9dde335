//! Appendix B: silhouette and clusters for the combinations of features, on bytecount.

use autobva_core::{Entry, Group};
use autobva_summary::{Combination, SummarySettings, screen};

use super::PaperTable;
use super::common::{budgets, made_with, study_plan};
use crate::experiment::paper::evidence::Evidence;
use crate::experiment::paper::published::{CLUSTERING_SCREENING, REPETITIONS};
use crate::experiment::paper::runs::RunKey;
use crate::experiment::paper::settings::Settings;
use crate::experiment::paper::{ExperimentError, FUNCTIONS, Function};
use crate::experiment::report::{Cell, Column, Finding, Kind, Report, Table};

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry {
        name: "clustering-screening",
        help: "appendix B: silhouette and clusters for the combinations of features, on bytecount",
    },
    plan,
    report,
};

const FUNCTION: &Function = &FUNCTIONS[0];

/// The study says 1 to 10; one cluster has no silhouette.
const CLUSTERS: std::ops::RangeInclusive<usize> = 2..=10;

fn plan(settings: &Settings) -> Vec<RunKey> {
    study_plan([FUNCTION], settings)
}

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let pool = evidence.pool(FUNCTION)?;
    let screening = SummarySettings { ordered: true, k: CLUSTERS, ..SummarySettings::default() };
    let groups = screen(&pool.candidates, &screening)?;
    let valid = groups.into_iter().filter(|group| group.group == Group::VV).max_by_key(|group| group.size);
    let (size, mut combinations) = valid.map_or((0, Vec::new()), |group| (group.size, group.combinations));
    combinations.retain(|combination| combination.features.len() > 1);
    let repetitions = settings.repetitions.unwrap_or(REPETITIONS);
    Ok(Report {
        name: TABLE.entry.name,
        title: "silhouette and clusters for combinations of features on bytecount (appendix B)".into(),
        notes: vec![
            made_with(settings, &budgets(settings), repetitions),
            format!("The {size} pairs of valid outputs that all runs found together; the study had 56."),
            "Paper: table of appendix B, its nine best combinations of two features and more.".into(),
        ],
        tables: vec![table(&combinations)],
        findings: findings(&combinations),
        differences: differences(&combinations, size),
    })
}

fn published(features: &[String]) -> Option<usize> {
    CLUSTERING_SCREENING.iter().position(|row| row.features == features)
}

/// The published combinations, and those of ours that rank before the last of them.
fn table(combinations: &[Combination]) -> Table {
    let columns = vec![
        Column::new("features", Kind::Text),
        Column::grouped("here", "rank", Kind::Figure),
        Column::grouped("here", "silhouette", Kind::Figure),
        Column::grouped("here", "clusters", Kind::Figure),
        Column::grouped("paper", "rank", Kind::Figure),
        Column::grouped("paper", "silhouette", Kind::Figure),
        Column::grouped("paper", "clusters", Kind::Figure),
    ];
    let mut table = Table::new("clustering-screening", "Combinations of features, best first", columns);
    let shown =
        combinations.iter().rposition(|c| published(&c.features).is_some()).map_or(0, |last| last + 1);
    for (rank, combination) in combinations[..shown].iter().enumerate() {
        let silhouette = combination.silhouette.map_or(Cell::Empty, |score| Cell::Number(score, 3));
        let mut row = vec![
            Cell::text(combination.features.join(" + ")),
            Cell::Count(rank as u64 + 1),
            silhouette,
            Cell::Count(combination.clusters as u64),
        ];
        row.extend(match published(&combination.features) {
            Some(place) => {
                let row = &CLUSTERING_SCREENING[place];
                [Cell::Count(place as u64 + 1), Cell::Number(row.silhouette, 3), Cell::Count(row.clusters)]
            }
            None => [Cell::Empty, Cell::Empty, Cell::Empty],
        });
        table.push(row);
    }
    table
}

fn findings(combinations: &[Combination]) -> Vec<Finding> {
    let chosen = &CLUSTERING_SCREENING[1];
    let best = &CLUSTERING_SCREENING[0];
    let find = |features: &[&str]| combinations.iter().find(|c| c.features == features);
    let figure = |c: &Combination| format!("{:.3} with {} clusters", c.silhouette.unwrap_or(0.0), c.clusters);
    let (Some(own_best), Some(own_chosen)) = (find(best.features), find(chosen.features)) else {
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

fn differences(combinations: &[Combination], size: usize) -> Vec<String> {
    const NOTABLE: f64 = 0.05;
    let mut words = Vec::new();
    for row in CLUSTERING_SCREENING {
        let Some(own) = combinations.iter().find(|c| c.features == row.features) else { continue };
        let silhouette = own.silhouette.unwrap_or(0.0);
        if (silhouette - row.silhouette).abs() > NOTABLE || own.clusters as u64 != row.clusters {
            words.push(format!(
                "{} {silhouette:.3} with {} clusters instead of {:.3} with {}",
                row.features.join(" + "),
                own.clusters,
                row.silhouette,
                row.clusters
            ));
        }
    }
    if words.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "{}. The data differs: {size} pairs of valid outputs here, 56 there. On the published 56 pairs the same \
         program gives the published order and numbers of clusters (`cargo test --test published_summary`).",
        words.join("; ")
    )]
}
