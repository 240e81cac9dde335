//! The report for a browser: one self-contained file. Each section is a file here, each picture one in `pictures/`.

mod boundaries;
mod candidates;
#[cfg(test)]
mod contrast;
mod data;
mod head;
mod landscape;
mod markup;
mod overview;
mod page;
mod pair;
mod pictures;
mod run;
mod table;

use std::io::{self, Write};

use crate::dossier::Dossier;
pub(crate) use data::embedded;
pub(crate) use head::{PAGE_STYLE, fingerprint};
pub(crate) use markup::Markup;
use page::Page;

/// The sections of a page in order, each with the id that links to it.
const BY_DERIVATIVE: &[Section] = &[
    Section { is_there: has_candidates, id: "overview", title: "At a glance", write: overview::write },
    Section { is_there: has_candidates, id: "pictures", title: "Pictures", write: pictures::write },
    Section { is_there: has_candidates, id: "boundaries", title: "Boundaries", write: boundaries::write },
    Section { is_there: has_candidates, id: "candidates", title: "All candidates", write: candidates::write },
    Section { is_there: always, id: "run", title: "How it was run", write: run::write },
];

/// The sections of a page whose behaviours were distinguished: the pairs behind them come last.
const BY_BEHAVIOUR: &[Section] = &[
    Section { is_there: always, id: "behaviours", title: "What it does", write: landscape::write },
    Section {
        is_there: has_boundaries,
        id: "boundaries",
        title: "Boundaries",
        write: landscape::list::write,
    },
    Section { is_there: always, id: "run", title: "How it was run", write: run::write },
    Section {
        is_there: has_candidates,
        id: "candidates",
        title: "All pairs",
        write: candidates::write_folded,
    },
];

struct Section {
    is_there: fn(&Page) -> bool,
    id: &'static str,
    title: &'static str,
    write: fn(&mut Markup, &Page),
}

fn always(_: &Page) -> bool {
    true
}

fn has_candidates(page: &Page) -> bool {
    !page.dossier.candidates.is_empty()
}

fn has_boundaries(page: &Page) -> bool {
    !page.dossier.boundaries().is_empty()
}

/// Writes a report of everything that is known about a target.
pub fn write_html(dossier: &Dossier, out: &mut dyn Write) -> io::Result<()> {
    let page = Page { dossier };
    let mut markup = Markup::default();
    markup.fixed("<!doctype html>\n<html lang=\"en\">\n");
    head::write(&mut markup, &page);
    markup.fixed("<body>\n<a class=\"to-content\" href=\"#content\">Skip to the content</a>\n");
    overview::write_banner(&mut markup, &page);
    write_navigation(&mut markup, &page);
    markup.fixed("<main id=\"content\">\n");
    for section in sections(&page) {
        let heading = format!("{}-title", section.id);
        markup.within("section", &[("id", &section.id), ("aria-labelledby", &heading)], |inner| {
            inner.element("h2", &[("id", &heading)], section.title);
            (section.write)(inner, &page);
        });
        markup.fixed("\n");
    }
    markup.fixed("</main>\n<footer><p>Made by <span translate=\"no\">autobva</span> ");
    markup.text(env!("CARGO_PKG_VERSION"));
    markup.fixed(". This file needs no network and loads nothing.</p></footer>\n");
    out.write_all(markup.as_str().as_bytes())?;
    data::write(&page, out)?;
    head::write_script(out)?;
    out.write_all(b"</body>\n</html>\n")
}

/// Writes behaviours, pictures and boundaries as a fragment of another page, such as a notebook. Its style applies to
/// it alone; nothing is executed and nothing is loaded.
pub fn write_fragment(dossier: &Dossier, out: &mut dyn Write) -> io::Result<()> {
    let page = Page { dossier };
    let mut markup = Markup::default();
    markup.within("div", &[("class", &"autobva")], |inner| {
        head::write_nested_style(inner);
        overview::write_banner(inner, &page);
        for section in sections(&page).filter(|section| ["behaviours", "boundaries"].contains(&section.id)) {
            (section.write)(inner, &page);
        }
    });
    out.write_all(markup.as_str().as_bytes())
}

/// The sections that have content.
fn sections<'p>(page: &'p Page) -> impl Iterator<Item = &'static Section> + 'p {
    let sections = if page.landscape().is_some() { BY_BEHAVIOUR } else { BY_DERIVATIVE };
    sections.iter().filter(|section| (section.is_there)(page))
}

fn write_navigation(markup: &mut Markup, page: &Page) {
    markup.within("nav", &[("aria-label", &"Sections")], |nav| {
        nav.within("ul", &[], |list| {
            for section in sections(page) {
                list.within("li", &[], |item| {
                    item.element("a", &[("href", &format_args!("#{}", section.id))], section.title);
                });
            }
        });
    });
    markup.fixed("\n");
}
