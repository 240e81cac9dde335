//! Our clusters, and which of the paper's clusters they contain.

use super::*;
use autobva_core::Candidate;

/// The table without rows.
pub fn table(settings: &Settings, rules: Rules) -> Table {
    let mut columns = leading_columns();
    columns.push(Column::new("size", Kind::Figure));
    let own = series(settings).into_iter().filter(|(made, _)| *made == rules);
    columns.extend(own.map(|(_, strategy)| Column::new(strategy, Kind::Part)));
    columns.push(Column::new("paper's", Kind::Text));
    let (name, whose) = match rules {
        Rules::NONE => ("clusters", "Our clusters"),
        _ => ("clusters-as-published", "The clusters as published"),
    };
    let title = format!(
        "{whose}: a representative, the size, the share that each strategy found, and which of the paper's clusters \
         they hold"
    );
    Table::new(name, title, columns)
}

pub fn rows(shares: &Shares<'_>, clusters: &Clusters, table: &mut Table) {
    let pool = shares.pool;
    for (group, cluster) in clusters.all() {
        let Candidate { left, right, .. } = Clusters::representative(pool, cluster);
        let kinds = Clusters::kinds(pool, cluster).into_iter().map(|kind| kind + 1);
        let mut cells =
            [pool.function.title, &cluster.id.to_string(), group.group.name()].map(Cell::text).to_vec();
        cells.push(Cell::Pair(left.input.to_string(), right.input.to_string()));
        cells.push(Cell::Pair(left.outcome.text().into(), right.outcome.text().into()));
        cells.push(Cell::Count(cluster.members.len() as u64));
        cells.extend(shares.cells(&Clusters::places(pool, cluster)));
        cells.push(Cell::list(kinds));
        table.push(cells);
    }
}
