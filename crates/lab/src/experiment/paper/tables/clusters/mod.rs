//! RQ2: clusters in all, found by one run, and found by one strategy alone.

mod growth;

use super::*;
use std::collections::BTreeSet;

use autobva_core::Group;

use crate::experiment::paper::published::{CLUSTERS, share};

pub(super) const TABLE: PaperTable = PaperTable {
    entry: Entry {
        name: "clusters",
        help: "RQ2: clusters in all, found by a run, and by one strategy alone",
    },
    plan: full_plan,
    report,
};

/// The clusters that the runs of one strategy on one function cover within one budget.
struct ClusterSeries {
    function: &'static Function,
    rules: Rules,
    strategy: &'static str,
    budget: Budget,
    total: u64,
    found: Cell,
    unique: u64,
    /// The clusters that any of the runs covers.
    covered: BTreeSet<usize>,
}

impl ClusterSeries {
    fn mean(&self) -> f64 {
        self.found.value().unwrap_or(0.0)
    }
}

fn report(evidence: &Evidence<'_>) -> Result<Report, ExperimentError> {
    let settings = evidence.settings;
    let budgets = budgets(settings);
    let mut all = Vec::new();
    let mut differences = Vec::new();
    for function in &FUNCTIONS {
        for (rules, strategy) in series(settings) {
            let (pool, clusters) = (evidence.pool(function, rules)?, evidence.clusters(function, rules)?);
            all.extend(budgets.iter().map(|budget| one(pool, clusters, (rules, strategy), *budget)));
        }
        for rules in settings.rules() {
            let (pool, clusters) = (evidence.pool(function, rules)?, evidence.clusters(function, rules)?);
            differences.extend(difference(pool, clusters, rules).into_iter().chain(sampled(pool)));
        }
    }
    let (study, ours): (Vec<ClusterSeries>, Vec<ClusterSeries>) =
        all.into_iter().partition(|s| s.rules != Rules::NONE);
    let repetitions = settings.repetitions.unwrap_or(REPETITIONS);
    Ok(Report {
        name: TABLE.entry.name,
        title: "clusters of candidates that the runs cover (RQ2)".into(),
        notes: vec![
            made_with(settings, &budgets, repetitions),
            "All candidates of all runs of a function are merged and clustered once; a run covers the clusters that it \
             has a candidate of. Unique: covered by no run of another strategy within that budget."
                .into(),
            "Paper: table of RQ2, 10 runs of LNS and BCS.".into(),
        ],
        tables: vec![table(settings, &study, &ours, &budgets)],
        findings: Finding::beside(findings(&ours, &budgets), findings(&study, &budgets)),
        differences,
    })
}

fn one(
    pool: &Pool,
    clusters: &Clusters,
    (rules, strategy): (Rules, &'static str),
    budget: Budget,
) -> ClusterSeries {
    let covered = |is_asked: &dyn Fn(&RunKey) -> bool| -> Vec<BTreeSet<usize>> {
        pool.runs.iter().filter(|run| is_asked(&run.key)).map(|run| clusters.covered(run)).collect()
    };
    let own = covered(&|key| key.budget == budget && key.strategy == strategy);
    let others = covered(&|key| key.budget == budget && key.strategy != strategy);
    let union = |sets: &[BTreeSet<usize>]| -> BTreeSet<usize> { sets.iter().flatten().copied().collect() };
    ClusterSeries {
        function: pool.function,
        rules,
        strategy,
        budget,
        total: clusters.count() as u64,
        found: Cell::mean_of(&own.iter().map(|set| set.len() as f64).collect::<Vec<f64>>()),
        unique: union(&own).difference(&union(&others)).count() as u64,
        covered: union(&own),
    }
}

fn table(settings: &Settings, study: &[ClusterSeries], ours: &[ClusterSeries], budgets: &[Budget]) -> Table {
    let figures = [("found", Kind::Mean), ("unique", Kind::Figure)];
    let mut columns = ["function", "strategy"].map(|heading| Column::new(heading, Kind::Text)).to_vec();
    columns.push(Column::grouped("paper", "clusters", Kind::Figure));
    for seconds in SECONDS {
        columns.extend(figures.map(|(heading, kind)| Column::grouped(&paper(seconds), heading, kind)));
    }
    for rules in settings.rules() {
        columns.push(Column::grouped(whose(rules), "clusters", Kind::Figure));
        for budget in budgets {
            let own = figures.map(|(heading, kind)| Column::grouped(&made(rules, *budget), heading, kind));
            columns.extend(own);
        }
    }
    let title = "Clusters: in all, found by a run (mean ± standard deviation), unique";
    let mut table = Table::new("clusters", title, columns);
    for function in &FUNCTIONS {
        for strategy in settings.strategies.iter().map(|strategy| strategy.entry.name) {
            let mut row = vec![Cell::text(function.title), Cell::text(strategy)];
            row.push(Cell::Count(published_total(function)));
            for seconds in SECONDS {
                row.extend(match share(&CLUSTERS, function.name, strategy, seconds) {
                    Some(row) => [Cell::Mean(row.mean, row.deviation), Cell::Count(row.unique)],
                    None => [Cell::Empty, Cell::Empty],
                });
            }
            for rules in settings.rules() {
                let side = if rules == Rules::NONE { ours } else { study };
                let own: Vec<&ClusterSeries> = side
                    .iter()
                    .filter(|one| (one.function.name, one.strategy) == (function.name, strategy))
                    .collect();
                row.push(own.first().map_or(Cell::Empty, |one| Cell::Count(one.total)));
                for budget in budgets {
                    row.extend(match own.iter().find(|one| one.budget == *budget) {
                        Some(one) => [one.found.clone(), Cell::Count(one.unique)],
                        None => [Cell::Empty, Cell::Empty],
                    });
                }
            }
            table.push(row);
        }
    }
    table
}

fn published_total(function: &Function) -> u64 {
    CLUSTERS.iter().find(|row| row.function == function.name).map_or(0, |row| row.total)
}

fn findings(series: &[ClusterSeries], budgets: &[Budget]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for function in &FUNCTIONS {
        let Some(own) = series.iter().find(|s| s.function.name == function.name) else { continue };
        let published = published_total(function);
        findings.push(Finding::new(
            format!("{} has {published} clusters", function.title),
            format!("{} here", own.total),
            own.total == published,
        ));
    }
    let Some(longest) = budgets.iter().max() else { return findings };
    let find = |function: &str, strategy: &str| {
        series.iter().find(|s| (s.function.name, s.strategy, s.budget) == (function, strategy, *longest))
    };
    let pair = |function: &'static Function| find(function.name, "lns").zip(find(function.name, "bcs"));
    for function in FUNCTIONS.iter().filter(|f| ["bytecount", "date"].contains(&f.name)) {
        let claim = format!("in long runs BCS covers more clusters than LNS on {}", function.title);
        findings.push(match pair(function) {
            None => Finding::open(claim, "needs runs of both lns and bcs"),
            Some((lns, bcs)) => Finding::new(
                claim,
                format!("{longest}: bcs {}, lns {}", bcs.found, lns.found),
                bcs.mean() > lns.mean(),
            ),
        });
    }
    let pairs: Vec<_> = FUNCTIONS.iter().filter_map(pair).collect();
    findings.push(own_clusters(&pairs));
    findings.extend(growth::findings(series, budgets));
    findings
}

/// Which clusters only LNS or only BCS covers, regardless of further strategies.
fn own_clusters(pairs: &[(&ClusterSeries, &ClusterSeries)]) -> Finding {
    let claim = "in long runs only BCS covers clusters of its own";
    if pairs.is_empty() {
        return Finding::open(claim, "needs runs of both lns and bcs");
    }
    let alone = |own: &ClusterSeries, other: &ClusterSeries| own.covered.difference(&other.covered).count();
    let of_lns: usize = pairs.iter().map(|(lns, bcs)| alone(lns, bcs)).sum();
    let of_bcs: usize = pairs.iter().map(|(lns, bcs)| alone(bcs, lns)).sum();
    let here = format!(
        "{} by bcs and not by lns, {of_lns} by lns and not by bcs",
        counted(of_bcs, "cluster", "clusters")
    );
    Finding::new(claim, here, of_lns == 0 && of_bcs > 0)
}

/// Why there are more or fewer clusters than published: which rows of the paper share a cluster here, and which
/// clusters contain nothing that the paper describes.
fn difference(pool: &Pool, clusters: &Clusters, rules: Rules) -> Option<String> {
    let rows = pool.function.rows();
    let by_group = |group: Group| {
        let own = clusters.all().filter(|(summary, _)| summary.group == group).count();
        (own, rows.iter().filter(|row| row.group == group.name()).count())
    };
    let groups = [Group::VV, Group::VE, Group::EE].map(|group| (group, by_group(group)));
    let differing: Vec<String> = groups
        .iter()
        .filter(|(_, (own, published))| own != published)
        .map(|(group, (own, published))| format!("{own} {group} instead of {published}"))
        .collect();
    if differing.is_empty() {
        return None;
    }
    let mut reasons = Vec::new();
    let mut shared: BTreeSet<Vec<usize>> = BTreeSet::new();
    for (_, cluster) in clusters.all() {
        let kinds = Clusters::kinds(pool, cluster);
        if kinds.is_empty() {
            reasons.push(format!(
                "cluster {} ({}) is none that the paper lists",
                cluster.id, cluster.description
            ));
        } else if kinds.len() > 1 {
            shared.insert(kinds.into_iter().map(|kind| kind + 1).collect());
        }
    }
    for kinds in shared {
        let numbers: Vec<String> = kinds.iter().map(usize::to_string).collect();
        reasons.push(format!("the paper's clusters {} share a cluster here", listed(&numbers)));
    }
    for kind in 0..rows.len() {
        let own = clusters.of_candidates(pool.of_kind(kind)).len();
        if own > 1 {
            reasons.push(format!("the paper's cluster {} is spread over {own} here", kind + 1));
        }
    }
    let (title, whose) = (pool.function.title, whose(rules));
    Some(format!("{title}, {whose}: {}: {}.", listed(&differing), reasons.join("; ")))
}
