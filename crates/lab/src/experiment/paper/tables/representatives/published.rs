//! The paper's table of representatives, and what was found here of each.

use super::*;

/// The table without rows.
pub fn table(settings: &Settings) -> Table {
    let mut columns = leading_columns();
    columns.push(Column::grouped("paper", "size", Kind::Figure));
    columns.push(Column::grouped("paper", "bcs", Kind::Part));
    for rules in settings.rules() {
        let column = |heading: &str, kind| Column::grouped(whose(rules), heading, kind);
        columns.push(column("size", Kind::Figure));
        let own = series(settings).into_iter().filter(|(made, _)| *made == rules);
        columns.extend(own.map(|(_, strategy)| column(strategy, Kind::Part)));
        columns.push(column("clusters", Kind::Text));
        columns.push(column("that pair", Kind::Text));
    }
    Table::new(
        "published",
        "The paper's clusters. Beside them: how many candidates of that kind all runs found together, the share that each \
         strategy found, the clusters that they are in, and who found that very pair",
        columns,
    )
}

pub fn rows(function: &Function, sides: &[(Shares<'_>, &Clusters)], table: &mut Table) {
    for (place, row) in function.rows().iter().enumerate() {
        let mut cells =
            [function.title, &(place + 1).to_string(), row.group.as_str()].map(Cell::text).to_vec();
        cells.push(Cell::Pair(row.left.clone(), row.right.clone()));
        cells.push(Cell::Pair(row.left_output.clone(), row.right_output.clone()));
        cells.extend([Cell::Count(row.size), Cell::Part(row.bcs, row.size)]);
        for (shares, clusters) in sides {
            let of_kind: Vec<usize> = shares.pool.of_kind(place).collect();
            let own = clusters.of_candidates(of_kind.iter().copied());
            cells.push(Cell::Count(of_kind.len() as u64));
            cells.extend(shares.cells(&of_kind));
            cells.push(Cell::list(own));
            cells.push(Cell::list(finders(shares, shares.pool.place(row))));
        }
        table.push(cells);
    }
}

/// The strategies that found a candidate.
fn finders<'a>(shares: &'a Shares<'_>, pair: Option<usize>) -> impl Iterator<Item = &'static str> + 'a {
    let found = move |found: &[bool]| pair.is_some_and(|pair| found[pair]);
    shares.by_strategy.iter().filter(move |(_, own)| found(own)).map(|(name, _)| *name)
}
