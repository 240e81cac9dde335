//! A report as CSV: one header for all its tables, one figure in a field.

use std::io::{self, Write};

use super::{Cell, Kind, Report, Table};

/// Writes the rows of all tables. If there are several tables, the first column has the name of the table, and fields
/// of other tables are empty.
pub fn write_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut header: Vec<String> = Vec::new();
    for field in report.tables.iter().flat_map(fields) {
        if !header.contains(&field) {
            header.push(field);
        }
    }
    let is_several = report.tables.len() > 1;
    let mut csv = csv::Writer::from_writer(out);
    if is_several {
        csv.write_field("table")?;
    }
    csv.write_record(&header)?;
    for table in &report.tables {
        let own = fields(table);
        for row in &table.rows {
            let figures: Vec<String> =
                table.columns.iter().zip(row).flat_map(|(column, cell)| figures(column.kind, cell)).collect();
            if is_several {
                csv.write_field(table.name)?;
            }
            let at = |field: &String| own.iter().position(|own| own == field);
            csv.write_record(
                header.iter().map(|field| at(field).map_or("", |place| figures[place].as_str())),
            )?;
        }
    }
    csv.flush()
}

fn fields(table: &Table) -> Vec<String> {
    let of_column = |column: &super::Column| {
        let key = &column.key;
        match column.kind {
            Kind::Text | Kind::Figure => vec![key.clone()],
            Kind::Mean => vec![format!("{key}_mean"), format!("{key}_sd")],
            Kind::Part => vec![key.clone(), format!("{key}_share")],
            Kind::Pair => vec![format!("{key}_1"), format!("{key}_2")],
        }
    };
    table.columns.iter().flat_map(of_column).collect()
}

fn figures(kind: Kind, cell: &Cell) -> Vec<String> {
    let count = if matches!(kind, Kind::Mean | Kind::Part | Kind::Pair) { 2 } else { 1 };
    let mut figures = match cell {
        Cell::Empty => Vec::new(),
        Cell::Text(text) => vec![text.clone()],
        Cell::Count(number) => vec![number.to_string()],
        Cell::Mean(mean, deviation) => vec![rounded(*mean), rounded(*deviation)],
        Cell::Part(part, whole) => vec![part.to_string(), rounded(*part as f64 / (*whole).max(1) as f64)],
        Cell::Pair(left, right) => vec![left.clone(), right.clone()],
        Cell::Number(number, _) => vec![rounded(*number)],
    };
    figures.resize(count, String::new());
    figures
}

fn rounded(number: f64) -> String {
    format!("{number:.4}")
}
