//! RQ3's tally of the boundaries of bytecount: those that a tester expects, those that nobody would, and the rest.

use super::*;

/// A kind of boundary in the summary of RQ3, with the paper's number of candidates.
struct Sort {
    expected: &'static str,
    what: &'static str,
    published: u64,
}

const fn sort(expected: &'static str, what: &'static str, published: u64) -> Sort {
    Sort { expected, what, published }
}

const EXPECTED: &str = "expected";
const UNEXPECTED: &str = "unexpected";
const REST: &str = "of less value";

/// The kinds, in the order of the paper.
const SORTS: [Sort; 8] = [
    sort(EXPECTED, "between consecutive units, as 999.9 kB to 1.0 MB", 6),
    sort(EXPECTED, "from zero to negative", 1),
    sort(EXPECTED, "within a unit, as 9.9 MB to 10.0 MB", 14),
    sort(UNEXPECTED, "from 999.9 EB to 1000.0 EB", 1),
    sort(UNEXPECTED, "between Booleans", 1),
    sort(UNEXPECTED, "from an answer to an exception", 1),
    sort(UNEXPECTED, "between exceptions", 1),
    sort(REST, "between negative numbers of different lengths", 33),
];

/// How many candidates of each kind were found, for each set of rules.
pub struct Tally {
    /// The numbers for each kind, for each set of rules.
    pub found: Vec<[u64; SORTS.len()]>,
}

impl Tally {
    /// The tally of these candidates of bytecount.
    pub fn of(pools: &[&Pool]) -> Tally {
        Tally { found: pools.iter().map(|pool| count(pool)).collect() }
    }

    /// The table, with a sum for each of the three categories.
    pub fn table(&self, rules: &[Rules]) -> Table {
        let mut columns = ["bytecount", "kind"].map(|heading| Column::new(heading, Kind::Text)).to_vec();
        columns.push(Column::grouped("paper", "candidates", Kind::Figure));
        let own = rules.iter().map(|rules| Column::grouped(whose(*rules), "candidates", Kind::Figure));
        columns.extend(own);
        let title =
            "RQ3's tally of bytecount: what a tester expects, what none would, and what is of less value";
        let mut table = Table::new("tally", title, columns);
        for (place, sort) in SORTS.iter().enumerate() {
            let mut row = vec![Cell::text(sort.expected), Cell::text(sort.what), Cell::Count(sort.published)];
            row.extend(self.found.iter().map(|found| Cell::Count(found[place])));
            table.push(row);
        }
        for name in [EXPECTED, UNEXPECTED, REST] {
            let published = SORTS.map(|sort| sort.published);
            let mut row = vec![Cell::text(name), Cell::text("all"), Cell::Count(sum(name, &published))];
            row.extend(self.found.iter().map(|found| Cell::Count(sum(name, found))));
            table.push(row);
        }
        table
    }

    /// Whether the three sums equal those of the paper.
    pub fn finding(found: &[u64; SORTS.len()]) -> Finding {
        let sums = [EXPECTED, UNEXPECTED, REST].map(|name| sum(name, found));
        let [expected, unexpected, rest] = sums;
        Finding::new(
            "of the boundaries of bytecount 21 are expected, 4 are not, and 33 are between negative numbers",
            format!("{expected}, {unexpected} and {rest}"),
            sums == [21, 4, 33],
        )
    }
}

fn sum(name: &str, found: &[u64; SORTS.len()]) -> u64 {
    SORTS.iter().zip(found).filter(|(sort, _)| sort.expected == name).map(|(_, found)| found).sum()
}

/// Counts candidates by the paper's cluster and by what distinguishes the kinds within it.
fn count(pool: &Pool) -> [u64; SORTS.len()] {
    let mut found = [0; SORTS.len()];
    for (place, candidate) in pool.held() {
        let sort = match pool.kind(place) {
            Some(0) if candidate.right.outcome.text() == "0B" => 1,
            Some(0 | 2) => 2,
            Some(1) => 7,
            Some(3) => 0,
            Some(4) if candidate.right.outcome.text().starts_with("1000.0") => 3,
            Some(4) => 2,
            Some(5) => 4,
            Some(6) => 5,
            Some(7) => 6,
            _ => continue,
        };
        found[sort] += 1;
    }
    found
}
