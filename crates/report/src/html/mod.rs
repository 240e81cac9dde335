//! The report for a browser: one self-contained file. `templates/` has a file for each section, and the files here say what
//! these are given; each picture is one in `pictures/`.

mod clusters;
mod data;
mod head;
mod landscape;
mod overview;
mod page;
mod pictures;
mod run;
mod template;

use std::io::{self, Write};

use minijinja::context;
use minijinja::value::Value;

use crate::dossier::Dossier;
use crate::text::figures::counted;
pub(crate) use data::embedded;
pub(crate) use head::{PAGE_STYLE, policy};
use page::Page;
pub(crate) use template::{render, safe};

/// Writes a report of everything that is known about a target.
pub fn write_html(dossier: &Dossier, out: &mut dyn Write) -> io::Result<()> {
    let page = Page { dossier };
    let found = match page.landscape() {
        Some(landscape) => landscape::headline(landscape),
        None => counted(dossier.candidates.len(), "boundary candidate"),
    };
    let own = context! {
        found => found,
        version => env!("CARGO_PKG_VERSION"),
        policy => policy(head::SCRIPT, head::STYLE),
        style => safe(head::STYLE),
        script => safe(head::SCRIPT),
        data => safe(data::json(&page)?),
    };
    render("report.html.j2", context! { ..own, ..given(&page) }, out)
}

/// Writes behaviours, pictures and boundaries as a fragment of another page, such as a notebook. Its style applies to
/// it alone; nothing is executed and nothing is loaded.
pub fn write_fragment(dossier: &Dossier, out: &mut dyn Write) -> io::Result<()> {
    let style = safe(head::NESTED.as_str());
    render("fragment.html.j2", context! { style => style, ..given(&Page { dossier }) }, out)
}

/// The input of a page: its sections, and what they are about.
fn given(page: &Page) -> Value {
    let landscape = page.landscape();
    let candidates = page.dossier.candidates.len();
    let folded = format!("The {} of neighbours behind the boundaries", counted(candidates, "pair"));
    let (headline, lead, of_sections) = match landscape {
        Some(landscape) => (
            landscape::headline(landscape),
            landscape::lead(page, landscape),
            context! { folded => folded, ..landscape::given(page, landscape) },
        ),
        None => (
            overview::headline(page),
            overview::lead(page),
            context! { folded => "", ..clusters::given(page) },
        ),
    };
    let common = context! {
        target => page.dossier.target.name.as_str(),
        signature => page.dossier.target.signature.to_string(),
        headline => headline,
        lead => lead.into_iter().map(|(class, text)| context! { class => class, text => text }).collect::<Value>(),
        sections => sections(page),
    };
    context! { ..common, ..context! { ..of_sections, ..run::given(page) } }
}

/// The sections that have content, in order. If behaviours were distinguished, the pairs behind them come last.
fn sections(page: &Page) -> Value {
    let (has_candidates, has_boundaries) =
        (!page.dossier.candidates.is_empty(), !page.dossier.boundaries().is_empty());
    let sections = match page.landscape() {
        Some(_) => [
            (true, "behaviours", "What it does", "behaviours.html.j2"),
            (has_boundaries, "boundaries", "Boundaries", "boundaries.html.j2"),
            (true, "run", "How it was run", "run.html.j2"),
            (has_candidates, "candidates", "All pairs", "candidates.html.j2"),
        ]
        .to_vec(),
        None => [
            (has_candidates, "overview", "At a glance", "overview.html.j2"),
            (has_candidates, "pictures", "Pictures", "pictures.html.j2"),
            (has_candidates, "boundaries", "Boundaries", "clusters.html.j2"),
            (has_candidates, "candidates", "All candidates", "candidates.html.j2"),
            (true, "run", "How it was run", "run.html.j2"),
        ]
        .to_vec(),
    };
    let there = sections.into_iter().filter(|(is_there, ..)| *is_there);
    there
        .map(|(_, id, title, template)| context! { id => id, title => title, template => template })
        .collect()
}

/// The input of the field with which the table of candidates is restricted to a boundary or a cluster.
fn choice<'a>(label: &str, options: impl Iterator<Item = (u64, String, &'a str)>) -> Value {
    let option = |(id, name, words): (u64, String, &str)| {
        let words: String = words.chars().take(60).collect();
        context! { id => id, text => format!("{name} {words}") }
    };
    context! { label => label, options => options.map(option).collect::<Value>() }
}

/// A decision of a tester; nothing if there is none.
fn decision(decision: Option<&autobva_core::Decision>) -> Value {
    decision
        .map_or_else(|| Value::from(()), |d| context! { action => d.action.name(), note => d.note.as_str() })
}
