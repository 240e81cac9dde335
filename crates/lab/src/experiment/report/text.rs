//! A report as text: aligned columns, the sides of a pair one above the other, long texts shortened in the middle.

use std::io::{self, Write};

use textwrap::{Options, WordSplitter};

use super::{Cell, Kind, Report, Table};

/// Sides of pairs of more than 24 characters are shortened; CSV and JSON have them in full.
const LONGEST_SIDE: usize = 24;
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
        writeln!(out, "\nFindings:")?;
    }
    for finding in &report.findings {
        let line = format!("{:<5}  {}: {}", finding.verdict.name(), finding.claim, finding.found());
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
    let rows = (0..table.rows.len()).flat_map(|row| shown_lines(table, row));
    let headings: Vec<String> = table.columns.iter().map(|column| column.heading.clone()).collect();
    let lines: Vec<Vec<String>> = std::iter::once(headings).chain(rows).collect();
    let mut widths = widths(table, &lines);
    if table.is_grouped() {
        writeln!(out, "{}", group_line(table, &mut widths).trim_end())?;
    }
    for line in lines {
        let mut text = String::new();
        for ((cell, column), width) in line.iter().zip(&table.columns).zip(&widths) {
            let fill = " ".repeat(width - cell.chars().count());
            let (left, right) = if is_left(column.kind) { ("", fill.as_str()) } else { (fill.as_str(), "") };
            text += &format!("{left}{cell}{right}{SPACE}");
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// The line of common headings, each centred above its columns; widens the last column for a long heading.
fn group_line(table: &Table, widths: &mut [usize]) -> String {
    let mut line = String::new();
    let mut first = 0;
    for (group, count) in table.groups() {
        let span = &mut widths[first..first + count];
        let spaces = SPACE.len() * (count - 1);
        let length = group.chars().count();
        span[count - 1] += length.saturating_sub(span.iter().sum::<usize>() + spaces);
        let filled = span.iter().sum::<usize>() + spaces - length;
        let rule = if group.is_empty() || filled < 4 { " " } else { "·" };
        line += &format!("{}{group}{}{SPACE}", rule.repeat(filled / 2), rule.repeat(filled - filled / 2));
        first += count;
    }
    line
}

fn is_left(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Pair)
}

/// The lines of a row: two if it has a pair.
fn shown_lines(table: &Table, row: usize) -> Vec<Vec<String>> {
    let cells = &table.rows[row];
    let first = cells.iter().enumerate().map(|(column, cell)| match cell {
        _ if table.repeats(row, column) => String::new(),
        Cell::Empty => "-".into(),
        Cell::Pair(left, _) => shortened(left),
        cell => cell.to_string(),
    });
    let mut lines = vec![first.collect()];
    if cells.iter().any(|cell| matches!(cell, Cell::Pair(..))) {
        let second = cells.iter().map(|cell| match cell {
            Cell::Pair(_, right) => shortened(right),
            _ => String::new(),
        });
        lines.push(second.collect());
    }
    lines
}

/// The beginning and the end of a long text.
fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= LONGEST_SIDE {
        return text.to_string();
    }
    let half = (LONGEST_SIDE - 1) / 2;
    let head: String = text.chars().take(half).collect();
    let tail: String = text.chars().skip(length - half).collect();
    format!("{head}…{tail}")
}

fn widths(table: &Table, lines: &[Vec<String>]) -> Vec<usize> {
    let width = |place: usize| lines.iter().map(|line| line[place].chars().count()).max().unwrap_or(0);
    (0..table.columns.len()).map(width).collect()
}

/// Running text in lines, further lines indented.
fn paragraph(text: &str, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let options = Options::new(WIDTH).subsequent_indent(indent).break_words(false);
    let lines = textwrap::wrap(text, options.word_splitter(WordSplitter::NoHyphenation));
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}
