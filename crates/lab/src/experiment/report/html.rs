//! A page of reports as HTML: the texts of the experiments in one self-contained file.

use std::io::{self, Write};

use super::page::{Page, TITLE};
use super::write_text;

/// Light or dark like the reader's system; tables scroll on a narrow screen.
const STYLE: &str = include_str!("page.css");

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
    for report in page.all() {
        let (name, title) = (report.name, escaped(&report.title));
        writeln!(out, "<h2 id=\"{name}\"><code>{name}</code> {title}</h2>")?;
        let files = ["txt", "csv", "json"].map(|end| format!("<a href=\"{name}.{end}\">{end}</a>"));
        writeln!(out, "<p>{}</p>", files.join(", "))?;
        let mut text = Vec::new();
        write_text(report, &mut text)?;
        writeln!(out, "<pre>{}</pre>", escaped(&String::from_utf8_lossy(&text)))?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::{Cell, Column, Kind, Report, Table};
    use super::*;

    #[test]
    fn outputs_are_no_markup() {
        let mut table = Table::new("t", "a < b", vec![Column::new("output", Kind::Pair)]);
        table.push(vec![Cell::Pair("<script>".into(), "\"&'".into())]);
        let report = Report {
            name: "t",
            title: "<b>".into(),
            notes: Vec::new(),
            tables: vec![table],
            findings: Vec::new(),
            differences: Vec::new(),
        };
        let mut out = Vec::new();
        write_html(&Page { command: "<i>".into(), reports: &[report], appendix: None }, &mut out).unwrap();
        let html = String::from_utf8(out).unwrap();
        assert!(html.contains("a &lt; b") && html.contains("&lt;script&gt;") && html.contains("\"&amp;'"));
        assert!(["<script>", "<b>", "<i>"].iter().all(|tag| !html.contains(tag)), "{html}");
    }
}
