//! The index page of a sweep: every function with its surprises and the sentence of each boundary, in one
//! self-contained file. Functions are embedded as JSON, and a script shows one page of them at a time, since a browser
//! would take seconds to lay out thousands. Pages of single functions beside the file are linked if they exist.

use std::io::{self, Write};

use minijinja::context;
use serde::Serialize;

use super::{Ranked, State, Sweep};
use crate::html::{PAGE_STYLE, embedded, policy, render, safe};
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
    let ranked = sweep.ranked();
    let shown = ranked.iter().map(|one| {
        serde_json::to_string(&ShownFunction::new(one, page_of(&one.entry.function)))
            .map(|json| embedded(&json))
    });
    let data = shown.collect::<Result<Vec<String>, _>>()?.join(",\n");
    let (left_out, style) = (&sweep.plan.left_out, [PAGE_STYLE, OWN_STYLE].concat());
    let left = || {
        let all = left_out.iter().map(|left| format!("{}: {}", left.name, left.why));
        context! { title => counted(left_out.len(), "name"), all => all.collect::<Vec<_>>() }
    };
    let given = context! {
        policy => policy(SCRIPT, &style),
        style => safe(style),
        version => env!("CARGO_PKG_VERSION"),
        targets => sweep.plan.targets.join(" "),
        lead => lead(sweep),
        left_out => (!left_out.is_empty()).then(left),
        data => safe(format!("[{data}]")),
        script => safe(SCRIPT),
    };
    render("sweep.html.j2", given, out)
}

/// The totals in a few words.
fn lead(sweep: &Sweep) -> String {
    let totals = sweep.totals();
    format!(
        "{} searched, {} with boundaries: {}. {} killed a process on the way. {} left out, {} not run yet.",
        counted(totals.searched, "function"),
        thousands(totals.with_boundaries as u64),
        boundaries(totals.boundaries),
        thousands(totals.killers as u64),
        thousands(totals.left_out as u64),
        thousands(totals.missing as u64),
    )
}

/// A function as the script shows it.
#[derive(Serialize)]
struct ShownFunction {
    name: String,
    page: Option<String>,
    facts: String,
    why: String,
    surprises: Vec<(&'static str, String)>,
    boundaries: Vec<String>,
}

impl ShownFunction {
    fn new(one: &Ranked, page: Option<String>) -> ShownFunction {
        let entry = one.entry;
        let found = boundaries(entry.boundaries.len());
        ShownFunction {
            name: escaped(&entry.function),
            page,
            facts: format!("surprise {} · {found} · arguments by {}", one.score, entry.known_by()),
            why: if entry.state == State::Failed { String::new() } else { escaped(&entry.why) },
            surprises: one.surprises.iter().map(|one| (one.what, escaped(&one.text))).collect(),
            boundaries: entry.boundaries.iter().map(|boundary| escaped(&boundary.sentence)).collect(),
        }
    }
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
