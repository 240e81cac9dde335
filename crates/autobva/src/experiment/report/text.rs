//! A report as text: columns in line, long texts shortened in the middle.

use std::io::{self, Write};

use super::{Cell, Kind, Report, Table};

/// Texts longer than this are shortened; CSV and JSON have them whole.
const LONGEST_TEXT: usize = 30;
/// How wide running text is.
const WIDTH: usize = 100;
const SPACE: &str = "  ";

/// Writes tables, findings and differences.
pub fn write_text(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", report.name, report.title)?;
    for note in &report.notes {
        paragraph(note, "", out)?;
    }
    for table in &report.tables {
        writeln!(out)?;
        write_table(table, out)?;
    }
    if !report.findings.is_empty() {
        writeln!(out, "\nFindings of the paper:")?;
    }
    for finding in &report.findings {
        let line = format!("{:<5}  {}: {}", finding.verdict.name(), finding.claim, finding.here);
        paragraph(&line, "       ", out)?;
    }
    if !report.differences.is_empty() {
        writeln!(out, "\nDifferences:")?;
    }
    report.differences.iter().try_for_each(|line| paragraph(&format!("- {line}"), "  ", out))
}

/// Writes a table with its title and its headings.
fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    paragraph(&table.title, "", out)?;
    let cells: Vec<Vec<String>> = (0..table.rows.len()).map(|row| shown_row(table, row)).collect();
    let mut widths = widths(table, &cells);
    if table.is_grouped() {
        let mut line = String::new();
        let mut first = 0;
        for (group, count) in table.groups() {
            let span = &mut widths[first..first + count];
            let room = span.iter().sum::<usize>() + SPACE.len() * (count - 1);
            span[count - 1] += group.chars().count().saturating_sub(room);
            let room = span.iter().sum::<usize>() + SPACE.len() * (count - 1);
            let rule = if group.is_empty() { " " } else { "·" };
            let filled = room - group.chars().count();
            line += &format!("{}{group}{}{SPACE}", rule.repeat(filled / 2), rule.repeat(filled - filled / 2));
            first += count;
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let headings: Vec<String> = table.columns.iter().map(|column| column.heading.clone()).collect();
    for row in std::iter::once(&headings).chain(&cells) {
        let mut line = String::new();
        for ((text, column), width) in row.iter().zip(&table.columns).zip(&widths) {
            let fill = " ".repeat(width - text.chars().count());
            line += &if column.kind == Kind::Text {
                format!("{text}{fill}{SPACE}")
            } else {
                format!("{fill}{text}{SPACE}")
            };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn shown_row(table: &Table, row: usize) -> Vec<String> {
    let cells = table.rows[row].iter().enumerate();
    cells.map(|(column, cell)| if table.repeats(row, column) { String::new() } else { shown(cell) }).collect()
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "-".into(),
        Cell::Text(text) => shortened(text),
        figure => figure.to_string(),
    }
}

/// Both ends of a long text.
fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= LONGEST_TEXT {
        return text.to_string();
    }
    let half = (LONGEST_TEXT - 1) / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(length - half).collect();
    format!("{head}…{tail}")
}

fn widths(table: &Table, cells: &[Vec<String>]) -> Vec<usize> {
    let width = |place: usize| {
        let own = cells.iter().map(|row| row[place].chars().count());
        own.max().unwrap_or(0).max(table.columns[place].heading.chars().count())
    };
    (0..table.columns.len()).map(width).collect()
}

/// Running text in lines, further lines indented.
fn paragraph(text: &str, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && !line.trim().is_empty() {
            writeln!(out, "{line}")?;
            line = format!("{indent}{word}");
        } else {
            line += if line.is_empty() { "" } else { " " };
            line += word;
        }
    }
    writeln!(out, "{line}")
}
