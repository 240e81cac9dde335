//! The index page of a sweep: every function with its surprises and the sentence of each boundary, in one
//! self-contained file. Functions are embedded as JSON, and a script shows one page of them at a time, since a browser
//! would take seconds to lay out thousands. Pages of single functions beside the file are linked if they exist.

use std::io::{self, Write};

use serde::Serialize;

use super::{Ranked, State, Sweep};
use crate::html::{Markup, PAGE_STYLE, embedded, fingerprint};
use crate::text::figures::{boundaries, counted, thousands};
use crate::text::shown::escaped;

const OWN_STYLE: &str = ".function h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; } .function ul { margin: .4rem 0 0; padding-left: 1.2rem; }";
const SCRIPT: &str = include_str!("index.js");

/// Writes the page. `page_of` names the file with everything about a function, if there is one.
pub fn write_sweep_html(
    sweep: &Sweep,
    page_of: &dyn Fn(&str) -> Option<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut markup = Markup::default();
    write_head(&mut markup, sweep);
    write_body(&mut markup, sweep);
    out.write_all(markup.as_str().as_bytes())?;
    out.write_all(b"<script type=\"application/json\" id=\"data\">[")?;
    for (at, one) in sweep.ranked().iter().enumerate() {
        let json = serde_json::to_string(&Shown::new(one, page_of(&one.entry.function)))?;
        let separator = if at == 0 { "" } else { ",\n" };
        write!(out, "{separator}{}", embedded(&json))?;
    }
    write!(out, "]</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

/// A function as the script shows it.
#[derive(Serialize)]
struct Shown {
    name: String,
    page: Option<String>,
    facts: String,
    why: String,
    surprises: Vec<(&'static str, String)>,
    boundaries: Vec<String>,
}

impl Shown {
    fn new(one: &Ranked, page: Option<String>) -> Shown {
        let entry = one.entry;
        let found = boundaries(entry.boundaries.len());
        Shown {
            name: escaped(&entry.function),
            page,
            facts: format!("surprise {} · {found} · arguments by {}", one.score, entry.known_by()),
            why: if entry.state == State::Failed { String::new() } else { escaped(&entry.why) },
            surprises: one.surprises.iter().map(|one| (one.what, escaped(&one.text))).collect(),
            boundaries: entry.boundaries.iter().map(|boundary| escaped(&boundary.sentence)).collect(),
        }
    }
}

fn write_head(markup: &mut Markup, sweep: &Sweep) {
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}' 'sha256-{}'; base-uri 'none'; form-action 'none'",
        fingerprint(SCRIPT),
        fingerprint(PAGE_STYLE),
        fingerprint(OWN_STYLE)
    );
    markup.fixed("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    markup.leaf("meta", &[("http-equiv", &"Content-Security-Policy"), ("content", &policy)]);
    markup.fixed("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    markup.fixed("<meta name=\"color-scheme\" content=\"light dark\">\n");
    markup.fixed("<meta name=\"generator\" content=\"autobva\">\n");
    markup.element("title", &[], format_args!("{}: a sweep", sweep.plan.targets.join(" ")));
    markup.fixed("\n<style>");
    markup.fixed(PAGE_STYLE);
    markup.fixed("</style>\n<style>");
    markup.fixed(OWN_STYLE);
    markup.fixed("</style>\n</head>\n");
}

/// Writes everything except the functions, which the script inserts.
fn write_body(markup: &mut Markup, sweep: &Sweep) {
    let totals = sweep.totals();
    markup.fixed("<body>\n<header class=\"banner\"><h1>A sweep</h1>");
    markup.element("p", &[("class", &"target")], sweep.plan.targets.join(" "));
    let lead = format!(
        "{} searched, {} with boundaries: {}. {} killed a process on the way. {} left out, {} not run yet.",
        counted(totals.searched, "function"),
        thousands(totals.with_boundaries as u64),
        boundaries(totals.boundaries),
        thousands(totals.killers as u64),
        thousands(totals.left_out as u64),
        thousands(totals.missing as u64),
    );
    markup.element("p", &[("class", &"lead")], lead);
    markup.fixed("</header>\n<main id=\"content\"><h2>Functions, the most surprising first</h2>\n");
    markup.fixed("<noscript><p>The functions need JavaScript, which is switched off here; ");
    markup.fixed("'autobva sweep --resume --all' prints them as text.</p></noscript>\n");
    markup.fixed("<form class=\"controls\" role=\"search\" hidden><p><label for=\"search\">Search</label> ");
    markup.fixed("<input id=\"search\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\"></p>");
    markup.fixed("<p class=\"note\">Functions that have all the words, in names, surprises or boundaries.</p></form>\n");
    markup.fixed("<p id=\"status\" role=\"status\"></p>\n<div id=\"functions\"></div>\n");
    markup.fixed("<p class=\"pager\" hidden><button type=\"button\" id=\"previous\">Previous</button> ");
    markup.fixed("<span id=\"place\"></span> <button type=\"button\" id=\"next\">Next</button></p>\n");
    write_left_out(markup, sweep);
    markup.fixed("</main>\n<footer><p>Made by <span translate=\"no\">autobva</span> ");
    markup.text(env!("CARGO_PKG_VERSION"));
    markup.fixed(". This file needs no network and loads nothing.</p></footer>\n");
}

fn write_left_out(markup: &mut Markup, sweep: &Sweep) {
    if sweep.plan.left_out.is_empty() {
        return;
    }
    markup.fixed("<h2>Left out</h2>\n<details><summary>");
    markup.text(counted(sweep.plan.left_out.len(), "name"));
    markup.fixed(" with the reasons</summary><ul>");
    for left in &sweep.plan.left_out {
        markup.element("li", &[], format_args!("{}: {}", left.name, left.why));
    }
    markup.fixed("</ul></details>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_style_or_script_ends_its_element() {
        assert!(!OWN_STYLE.contains("</") && !SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
        assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("eval("));
    }
}
