//! The report for a browser: one file that needs nothing else. A section is a file here, a picture one in `pictures/`.

mod boundaries;
mod candidates;
#[cfg(test)]
mod contrast;
mod data;
mod head;
mod markup;
mod overview;
mod page;
mod pair;
mod pictures;
mod run;
mod table;

use std::io::{self, Write};

use crate::dossier::Dossier;
use markup::Markup;
use page::Page;

pub use pictures::map::{BehaviourMap, MapAxis};

/// The sections in their order, each with the name that links to it.
const SECTIONS: &[Section] = &[
    Section { always: false, id: "overview", title: "At a glance", write: overview::write },
    Section { always: false, id: "pictures", title: "Pictures", write: pictures::write },
    Section { always: false, id: "boundaries", title: "Boundaries", write: boundaries::write },
    Section { always: false, id: "candidates", title: "All candidates", write: candidates::write },
    Section { always: true, id: "run", title: "How it was run", write: run::write },
];

struct Section {
    /// Whether it is there even if nothing was found.
    always: bool,
    id: &'static str,
    title: &'static str,
    write: fn(&mut Markup, &Page),
}

/// Writes a report of all that is known about a target, with the maps that were drawn for it.
pub fn write_html(dossier: &Dossier, maps: &[BehaviourMap], out: &mut dyn Write) -> io::Result<()> {
    let page = Page::new(dossier, maps);
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

/// The sections that have something to say.
fn sections(page: &Page) -> impl Iterator<Item = &'static Section> {
    let is_empty = page.dossier.candidates.is_empty();
    SECTIONS.iter().filter(move |section| section.always || !is_empty)
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
