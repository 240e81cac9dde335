//! A report as JSON.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{Cell, Column, Finding, Report, Table};

pub fn write_json(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let finding = |finding: &Finding| {
        let mut object =
            json!({"claim": finding.claim, "here": finding.here, "verdict": finding.verdict.name()});
        if let Some((verdict, found)) = &finding.as_published {
            object["as_published"] = json!({"found": found, "verdict": verdict.name()});
        }
        object
    };
    let object = json!({
        "schema": "autobva-experiment/1",
        "experiment": report.name,
        "title": report.title,
        "notes": report.notes,
        "tables": report.tables.iter().map(table_object).collect::<Value>(),
        "findings": report.findings.iter().map(finding).collect::<Value>(),
        "differences": report.differences,
    });
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)
}

fn table_object(table: &Table) -> Value {
    let row = |row: &Vec<Cell>| -> Value {
        let fields = table.columns.iter().zip(row);
        fields
            .map(|(column, cell): (&Column, _)| (column.key.clone(), cell_value(cell)))
            .collect::<Map<_, _>>()
            .into()
    };
    json!({
        "name": table.name,
        "title": table.title,
        "rows": table.rows.iter().map(row).collect::<Value>(),
    })
}

fn cell_value(cell: &Cell) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Text(text) => json!(text),
        Cell::Count(number) => json!(number),
        Cell::Mean(mean, deviation) => json!({"mean": mean, "sd": deviation}),
        Cell::Part(part, whole) => json!({"count": part, "of": whole}),
        Cell::Pair(left, right) => json!([left, right]),
        Cell::Number(number, _) => json!(number),
    }
}
