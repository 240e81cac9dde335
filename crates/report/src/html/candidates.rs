//! The section of all candidates: a table that the script fills, one page at a time, from the data at the end of the file.

use std::fmt::Display;

use autobva_core::behaviour::Boundary;

use super::markup::Markup;
use super::page::Page;
use crate::text::figures::counted;

/// Writes the table folded up: the boundaries already say what the pairs show.
pub(crate) fn write_folded(markup: &mut Markup, page: &Page) {
    markup.within("details", &[], |details| {
        let pairs = counted(page.dossier.candidates.len(), "pair");
        details.element("summary", &[], format_args!("The {pairs} of neighbours behind the boundaries"));
        write(details, page);
    });
}

/// Writes the search field, the filters, and the table without its rows.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    markup.fixed("<noscript><p>Searching and sorting need JavaScript, which is switched off here. ");
    markup.fixed("The boundaries above are complete without it.</p></noscript>\n");
    markup
        .fixed("<form class=\"controls\" role=\"search\" hidden>\n<p><label for=\"search\">Search</label> ");
    markup.fixed("<input id=\"search\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" ");
    markup.fixed("aria-describedby=\"search-help\"></p>\n");
    write_cluster_choice(markup, page);
    markup.fixed("<p class=\"sorting\"><label for=\"sort\">Sort by</label> <select id=\"sort\"></select> ");
    markup.fixed("<button type=\"button\" id=\"turn\">Turn round</button></p>\n");
    markup.fixed(
        "<p id=\"search-help\" class=\"note\">Rows that have all the words, in inputs, outputs, types or ",
    );
    markup.fixed("decisions. The names of the columns sort.</p>\n</form>\n");
    markup.fixed(
        "<p id=\"status\" role=\"status\"></p>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" ",
    );
    markup.fixed(
        "aria-labelledby=\"candidates-title\"><table id=\"table\" class=\"all stack\" role=\"table\">",
    );
    markup.fixed("<caption>All candidates, best first unless sorted otherwise</caption>");
    markup.fixed("<thead role=\"rowgroup\"></thead><tbody role=\"rowgroup\"></tbody></table></div>\n");
    markup.fixed("<p class=\"pager\" hidden><button type=\"button\" id=\"first\">First</button> ");
    markup.fixed("<button type=\"button\" id=\"previous\">Previous</button> <span id=\"place\"></span> ");
    markup.fixed("<button type=\"button\" id=\"next\">Next</button> ");
    markup.fixed("<button type=\"button\" id=\"last\">Last</button></p>\n");
}

fn write_cluster_choice(markup: &mut Markup, page: &Page) {
    let name = if page.landscape().is_some() { "Boundary" } else { "Cluster" };
    markup.fixed("<p>");
    markup.element("label", &[("for", &"cluster")], name);
    markup.fixed(" <select id=\"cluster\"><option value=\"\">all</option>");
    let mut choice = |value: &dyn Display, name: String, words: &str| {
        let words: String = words.chars().take(60).collect();
        markup.element("option", &[("value", value)], format_args!("{name} {words}"));
    };
    match page.landscape() {
        Some(landscape) => {
            let mut boundaries: Vec<&Boundary> = landscape.boundaries.iter().collect();
            boundaries.sort_by_key(|boundary| boundary.id);
            boundaries
                .iter()
                .for_each(|b| choice(&b.id, format!("b{} ({})", b.id, b.kind.name()), &b.sentence));
        }
        None => page.clusters().for_each(|(group, cluster)| {
            choice(&cluster.id, format!("c{} ({})", cluster.id, group.group), &cluster.description);
        }),
    }
    markup.fixed("</select></p>\n");
}
