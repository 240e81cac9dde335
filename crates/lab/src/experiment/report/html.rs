//! A page of reports as HTML: one file that needs nothing else.

use std::io::{self, Write};

use super::page::{Page, TITLE};
use super::{Cell, Finding, Kind, Report, Table};

/// Light or dark as the reader's system is; tables scroll by themselves on a narrow screen.
const STYLE: &str = include_str!("page.css");

/// Writes the page.
pub fn write_html(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"generator\" content=\"autobva\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<title>{TITLE}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>")?;
    writeln!(out, "<h1>{TITLE}</h1>")?;
    for sentence in page.introduction() {
        writeln!(out, "<p>{}</p>", escaped(&sentence))?;
    }
    writeln!(out, "<p>Made by <code>{}</code></p>", escaped(&page.command))?;
    let failures = page.failures();
    if !failures.is_empty() {
        writeln!(out, "<h2>What does not hold here</h2>")?;
        write_findings(&failures, out)?;
    }
    write_contents(page, out)?;
    page.reports.iter().try_for_each(|report| write_report(report, out))?;
    if let Some(appendix) = &page.appendix {
        writeln!(out, "<h2 id=\"{0}\"><code>{0}</code> {1}</h2>", appendix.name, escaped(&appendix.title))?;
        // The picture is our own and has been escaped where it was drawn.
        writeln!(out, "<div class=\"picture\">\n{}</div>", appendix.picture)?;
        writeln!(out, "<pre>{}</pre>", escaped(&appendix.text))?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

fn write_contents(page: &Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    let reports = page.reports.iter().map(|report| (report.name, report.title.as_str()));
    let appendix = page.appendix.iter().map(|appendix| (appendix.name, appendix.title.as_str()));
    writeln!(out, "<nav><ul>")?;
    for (name, title) in reports.chain(appendix) {
        write!(out, "<li><a href=\"#{name}\">{name}</a> {} ", escaped(title))?;
        let files = ["txt", "csv", "json"].map(|end| format!("<a href=\"{name}.{end}\">{end}</a>"));
        writeln!(out, "<small>({})</small></li>", files.join(", "))?;
    }
    writeln!(out, "</ul></nav>")
}

fn write_report(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<h2 id=\"{0}\"><code>{0}</code> {1}</h2>", report.name, escaped(&report.title))?;
    writeln!(out, "<p class=\"note\">{}</p>", escaped(&report.notes.join(" ")))?;
    report.tables.iter().try_for_each(|table| write_table(table, out))?;
    if !report.findings.is_empty() {
        writeln!(out, "<h3>Findings of the paper</h3>")?;
        write_findings(&report.findings.iter().collect::<Vec<_>>(), out)?;
    }
    if !report.differences.is_empty() {
        writeln!(out, "<h3>Differences</h3>\n<ul>")?;
        report.differences.iter().try_for_each(|line| writeln!(out, "<li>{}</li>", escaped(line)))?;
        writeln!(out, "</ul>")?;
    }
    Ok(())
}

fn write_findings(findings: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<ul class=\"findings\">")?;
    for finding in findings {
        let (verdict, claim) = (finding.verdict.name(), escaped(&finding.claim));
        let here = escaped(&finding.found());
        writeln!(out, "<li><b class=\"{verdict}\">{verdict}</b> {claim}: <span>{here}</span></li>")?;
    }
    writeln!(out, "</ul>")
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead>", escaped(&table.title))?;
    if table.is_grouped() {
        write!(out, "<tr>")?;
        for (group, count) in table.groups() {
            write!(out, "<th colspan=\"{count}\" class=\"{}\">{}</th>", side(group), escaped(group))?;
        }
        writeln!(out, "</tr>")?;
    }
    write!(out, "<tr>")?;
    for column in &table.columns {
        let figure = if is_text(column.kind) { "" } else { " figure" };
        write!(out, "<th class=\"{}{figure}\">{}</th>", side(&column.group), escaped(&column.heading))?;
    }
    writeln!(out, "</tr>\n</thead>\n<tbody>")?;
    for (place, row) in table.rows.iter().enumerate() {
        let starts = if table.repeats(place, 0) { "" } else { " class=\"starts\"" };
        write!(out, "<tr{starts}>")?;
        for (number, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
            let class = if is_text(column.kind) { "" } else { " class=\"figure\"" };
            let text = if table.repeats(place, number) { String::new() } else { shown(cell) };
            write!(out, "<td{class}>{text}</td>")?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table></div>")
}

fn is_text(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Pair)
}

/// Our columns and the paper's are told apart by colour.
fn side(group: &str) -> &'static str {
    match group {
        group if group.starts_with("here") => "here",
        group if group.starts_with("paper") => "paper",
        _ => "",
    }
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "–".to_string(),
        Cell::Pair(left, right) => {
            format!("<code>{}</code><br><code>{}</code>", escaped(left), escaped(right))
        }
        cell => escaped(&cell.to_string()),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::report::Column;

    #[test]
    fn outputs_are_no_markup() {
        let mut table = Table::new("t", "a < b", vec![Column::new("output", Kind::Pair)]);
        table.push(vec![Cell::Pair("<script>".into(), "\"&'".into())]);
        let mut out = Vec::new();
        write_table(&table, &mut out).unwrap();
        let html = String::from_utf8(out).unwrap();
        assert!(html.contains("a &lt; b") && html.contains("&lt;script&gt;"), "{html}");
        assert!(!html.contains("<script>") && html.contains("&quot;&amp;&#39;"), "{html}");
    }
}
