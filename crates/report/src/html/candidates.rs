//! The section of all candidates: a table that the script fills from the data at the end of the file, a page at a time.

use super::markup::{Attributes, Markup};
use super::page::Page;

/// Writes the search, the filters, and the table without its rows.
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
    markup.fixed(
        "<p><label for=\"cluster\">Cluster</label> <select id=\"cluster\"><option value=\"\">all</option>",
    );
    for (group, cluster) in page.clusters() {
        let words: String = cluster.description.chars().take(60).collect();
        let attributes: &Attributes = &[("value", &cluster.id)];
        markup.element("option", attributes, format_args!("c{} ({}) {words}", cluster.id, group.group));
    }
    markup.fixed("</select></p>\n");
}
