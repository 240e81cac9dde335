//! A table: columns in groups, rows of cells.

use super::Cell;

/// The content of a column, which determines how many columns it takes in formats with one figure per cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Texts, left-aligned.
    Text,
    /// Counts or other single figures.
    Figure,
    /// Means with their deviations: `…_mean` and `…_sd`.
    Mean,
    /// Parts of a whole: `…` and `…_share`.
    Part,
    /// Pairs of texts: `…_1` and `…_2`.
    Pair,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name for programs.
    pub key: String,
    /// The heading above several columns, such as `paper, 30 s`.
    pub group: String,
    pub heading: String,
    pub kind: Kind,
}

impl Column {
    /// A column without a common heading.
    pub fn new(heading: &str, kind: Kind) -> Column {
        Column::grouped("", heading, kind)
    }

    /// A column under a common heading; the key is made of both.
    pub fn grouped(group: &str, heading: &str, kind: Kind) -> Column {
        let key = format!("{group} {heading}").trim().to_lowercase();
        let key: String = key.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let key = key.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
        Column { key, group: group.into(), heading: heading.into(), kind }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its name for programs.
    pub name: &'static str,
    pub title: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(name: &'static str, title: impl Into<String>, columns: Vec<Column>) -> Table {
        Table { name, title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row; its cells are those of the columns, in order.
    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(
            row.len(),
            self.columns.len(),
            "a row of '{}' has a cell for each column",
            self.name
        );
        self.rows.push(row);
    }

    /// The common headings, each with the number of adjacent columns below it.
    pub fn groups(&self) -> Vec<(&str, usize)> {
        let mut groups: Vec<(&str, usize)> = Vec::new();
        for column in &self.columns {
            match groups.last_mut() {
                Some((group, count)) if *group == column.group => *count += 1,
                _ => groups.push((&column.group, 1)),
            }
        }
        groups
    }

    /// Whether any column has a common heading.
    pub fn is_grouped(&self) -> bool {
        self.columns.iter().any(|column| !column.group.is_empty())
    }

    /// Whether a leading text cell repeats the one above it: people read it once.
    pub fn repeats(&self, row: usize, column: usize) -> bool {
        let is_leading = self.columns[..=column].iter().all(|c| c.kind == Kind::Text);
        row > 0 && column == 0 && is_leading && self.rows[row - 1][0] == self.rows[row][0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_plain() {
        assert_eq!(Column::grouped("paper, 30 s", "found", Kind::Mean).key, "paper_30_s_found");
        assert_eq!(Column::new("Output 1", Kind::Text).key, "output_1");
    }
}
