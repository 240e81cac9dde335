//! Tables that a narrow screen shows as lists: each cell knows the name of its column, and the ARIA roles stay when the
//! layout changes.

use std::fmt::Display;

use super::markup::Markup;

/// A table with its caption, the names of its columns, and rows that the closure writes.
pub(crate) fn table<'c>(
    markup: &mut Markup,
    class: &'static str,
    caption: impl Display,
    columns: impl IntoIterator<Item = &'c str>,
    rows: impl FnOnce(&mut Markup),
) {
    markup.within("table", &[("role", &"table"), ("class", &class)], |table| {
        table.element("caption", &[], caption);
        table.within("thead", &[("role", &"rowgroup")], |head| {
            head.within("tr", &[("role", &"row")], |row| {
                for column in columns {
                    row.element("th", &[("role", &"columnheader"), ("scope", &"col")], column);
                }
            });
        });
        table.within("tbody", &[("role", &"rowgroup")], rows);
    });
}

/// A row.
pub(crate) fn row(markup: &mut Markup, cells: impl FnOnce(&mut Markup)) {
    markup.within("tr", &[("role", &"row")], cells);
}

/// The cell that names its row.
pub(crate) fn row_header(markup: &mut Markup, inner: impl FnOnce(&mut Markup)) {
    markup.within("th", &[("role", &"rowheader"), ("scope", &"row")], inner);
}

/// A cell in the column with this name.
pub(crate) fn cell(markup: &mut Markup, column: &str, class: &str, inner: impl FnOnce(&mut Markup)) {
    let attributes: &[(_, &dyn Display)] = &[("role", &"cell"), ("data-label", &column), ("class", &class)];
    let known = if class.is_empty() { 2 } else { 3 };
    // One element, so that a narrow screen can place it beside the name of the column.
    markup.within("td", &attributes[..known], |cell| cell.within("div", &[], inner));
}
