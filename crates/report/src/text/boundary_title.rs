//! A single boundary: what it separates, its rule, and further places.

use std::fmt::{self, Display};

use autobva_core::behaviour::{Boundary, Place};

use super::Style;
use super::paint::{Role, paint};
use super::shown::shown_value;
use super::wrap::wrap;

/// At most 4 further places are listed.
const LISTED: usize = 4;

/// The sentence of a boundary with its number and kind, its rule, and some of its further places.
pub fn boundary_title(boundary: &Boundary, style: Style) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        let name = format!("b{} ({}):", boundary.id, boundary.kind.name());
        let mut lines = vec![format!("{name} {}", boundary.sentence)];
        lines.extend(boundary.rule.as_ref().map(|rule| match rule.checked {
            0 => format!("rule: {rule}"),
            checked => format!("rule: {rule} (held at {} of {checked})", rule.held),
        }));
        let places: Vec<String> = boundary.places.iter().take(LISTED).map(place).collect();
        if !places.is_empty() {
            let more = match boundary.places.len() - places.len() {
                0 => String::new(),
                more => format!("; {more} more"),
            };
            lines.push(format!("also at {}{more}", places.join("; ")));
        }
        for (index, line) in lines.iter().enumerate() {
            for (part, line) in wrap(line, style.room() - 4).iter().enumerate() {
                match line.strip_prefix(&name) {
                    Some(rest) if index == 0 => {
                        writeln!(f, "{}{rest}", paint(&name, Role::Heading, style.color))?;
                    }
                    _ => writeln!(f, "{:indent$}{line}", "", indent = if part == 0 { 2 } else { 4 })?,
                }
            }
        }
        Ok(())
    })
}

/// All values of a place: `2021, 2, 28 | 29`.
fn place(place: &Place) -> String {
    let values = place.left.input.iter().zip(place.right.input.iter());
    let across = values.map(|(left, right)| match left.reads_as(right) {
        true => shown_value(left),
        false => format!("{} | {}", shown_value(left), shown_value(right)),
    });
    across.collect::<Vec<_>>().join(", ")
}
