//! The index page of a sweep: every function with why it surprises and the sentence of each boundary, in one file that needs
//! nothing else. Pages of functions beside it are linked where they are.

use std::io::{self, Write};

use super::{Ranked, State, Sweep};
use crate::html::{Markup, PAGE_STYLE, fingerprint};
use crate::text::figures::{boundaries, counted, thousands};

/// Browsers lay out a function when it comes into view, so that thousands of them open at once.
const OWN_STYLE: &str = ".function { content-visibility: auto; contain-intrinsic-size: auto 8rem; } \
    .function h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; } .function ul { margin: .4rem 0 0; padding-left: 1.2rem; }";

/// Writes the page. `page_of` names the file with all that is known about a function, if there is one.
pub fn write_sweep_html(
    sweep: &Sweep,
    page_of: &dyn Fn(&str) -> Option<String>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut markup = Markup::default();
    write_head(&mut markup, sweep);
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
    out.write_all(markup.as_str().as_bytes())?;
    for one in sweep.ranked() {
        let mut markup = Markup::default();
        write_function(&mut markup, &one, page_of(&one.entry.function).as_deref());
        markup.fixed("\n");
        out.write_all(markup.as_str().as_bytes())?;
    }
    let mut markup = Markup::default();
    write_left_out(&mut markup, sweep);
    markup.fixed("</main>\n<footer><p>Made by <span translate=\"no\">autobva</span> ");
    markup.text(env!("CARGO_PKG_VERSION"));
    markup.fixed(". This file needs no network and loads nothing.</p></footer>\n</body>\n</html>\n");
    out.write_all(markup.as_str().as_bytes())
}

fn write_head(markup: &mut Markup, sweep: &Sweep) {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}' 'sha256-{}'; base-uri 'none'; form-action 'none'",
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

fn write_function(markup: &mut Markup, one: &Ranked, page: Option<&str>) {
    let entry = one.entry;
    markup.within("article", &[("class", &"function")], |article| {
        article.within("header", &[], |header| {
            header.within("h3", &[], |title| match page {
                Some(page) => title.element("a", &[("href", &page)], &entry.function),
                None => title.text(&entry.function),
            });
            let found = boundaries(entry.boundaries.len());
            let facts = format!("surprise {} · {found} · arguments by {}", one.score, entry.known_by());
            header.element("span", &[("class", &"facts")], facts);
        });
        if entry.state == State::Dropped {
            article.element("p", &[("class", &"note")], &entry.why);
        }
        if one.surprises.is_empty() && entry.boundaries.is_empty() {
            return;
        }
        article.within("ul", &[], |list| {
            for surprise in &one.surprises {
                list.within("li", &[], |item| {
                    item.element("span", &[("class", &"error")], surprise.what);
                    item.fixed(" ");
                    item.element("span", &[("class", &"text")], &surprise.text);
                });
            }
            for boundary in &entry.boundaries {
                list.element("li", &[("class", &"text")], &boundary.sentence);
            }
        });
    });
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
