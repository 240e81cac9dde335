//! A pair of inputs with both outputs, with the differences marked.

use autobva_core::{Candidate, Outcome, Value};
use autobva_summary::changed_arguments;

use super::markup::Markup;
use super::page::Page;
use super::table::{cell, row, row_header, table};
use crate::difference::{Stretch, differences};
use crate::text::figures::{counted, score};
use crate::text::shorten::shorten_pair;
use crate::text::shown::{escaped, shown_value};

/// Outputs of more than 2,000 characters are shortened: more does not help in a table.
const LONGEST_OUTPUT: usize = 2000;
const LONGEST_VALUE: usize = 200;
/// At most 5 arguments fit side by side.
const MOST_COLUMNS: usize = 5;

/// Two texts, shortened to the same length if they are long, with their differences marked.
struct Compared {
    left: String,
    right: String,
}

impl Compared {
    fn new(left: &str, right: &str, room: usize) -> Compared {
        let (left, right) = shorten_pair(left, right, room);
        Compared { left, right }
    }

    fn sides(&self) -> [Vec<Stretch<'_>>; 2] {
        let (left, right) = differences(&self.left, &self.right);
        [left, right]
    }
}

/// Writes a candidate as a table of two rows.
pub(crate) fn write_pair(markup: &mut Markup, page: &Page, index: usize, candidate: &Candidate) {
    let arguments = page.dossier.target.signature.arguments();
    let heads: Vec<String> = arguments
        .iter()
        .enumerate()
        .map(|(at, argument)| match changed_arguments(candidate).any(|changed| changed == at) {
            true => format!("{} (changes)", argument.name()),
            false => argument.name().to_string(),
        })
        .collect();
    let columns = ["Side"].into_iter().chain(heads.iter().map(String::as_str)).chain(["Output"]);
    let caption = format!(
        "Candidate {}, score {}, found {}{}",
        index + 1,
        score(candidate.score),
        counted(candidate.count as usize, "time"),
        if page.is_flaky(candidate) { "; answered differently when called again (flaky)" } else { "" }
    );
    let values: Vec<Compared> = sides(candidate)
        .map(|(left, right)| Compared::new(&shown_value(left), &shown_value(right), LONGEST_VALUE))
        .collect();
    let outputs = Compared::new(
        &shown_text(&candidate.left.outcome),
        &shown_text(&candidate.right.outcome),
        LONGEST_OUTPUT,
    );
    let class = if arguments.len() > MOST_COLUMNS { "pair stack many" } else { "pair stack" };
    table(markup, class, caption, columns, |rows| {
        for (at, (name, side)) in
            [("left", &candidate.left), ("right", &candidate.right)].into_iter().enumerate()
        {
            row(rows, |cells| {
                row_header(cells, |header| header.text(name));
                for ((value, compared), head) in side.input.iter().zip(&values).zip(&heads) {
                    let is_changed = compared.left != compared.right;
                    let class = if is_changed { "value changed" } else { "value" };
                    cell(cells, head, class, |inner| {
                        write_stretches(inner, &compared.sides()[at]);
                        write_type(inner, page, value);
                    });
                }
                cell(cells, "Output", "output", |inner| {
                    write_output(inner, &side.outcome, &outputs.sides()[at]);
                });
            });
        }
    });
    write_lengths(markup, page, candidate);
}

fn sides(candidate: &Candidate) -> impl Iterator<Item = (&Value, &Value)> {
    candidate.left.input.iter().zip(candidate.right.input.iter())
}

/// The text of an outcome, in quotes if its ends would be invisible.
fn shown_text(outcome: &Outcome) -> String {
    let text = escaped(outcome.text());
    if text.is_empty() || text.trim().len() != text.len() { format!("\"{text}\"") } else { text }
}

/// Writes stretches; those that differ are marked.
pub(crate) fn write_stretches(markup: &mut Markup, stretches: &[Stretch]) {
    markup.within("span", &[("class", &"text"), ("translate", &"no")], |inner| {
        for stretch in stretches {
            match stretch.differs {
                true => inner.element("mark", &[], stretch.text),
                false => inner.text(stretch.text),
            }
        }
    });
}

/// Writes the run-time type, if the declared type leaves it open.
fn write_type(markup: &mut Markup, page: &Page, value: &Value) {
    let is_open = page.dossier.target.signature.arguments().iter().any(|a| a.schema().is_abstract());
    if is_open && value.as_int().is_some() {
        markup.fixed(" ");
        markup.element("small", &[("class", &"type")], value.type_name());
    }
}

/// Writes an outcome: the mark of an error, the type, and the text.
fn write_output(markup: &mut Markup, outcome: &Outcome, stretches: &[Stretch]) {
    if !outcome.is_valid() {
        markup.fixed("<strong class=\"error\"><span aria-hidden=\"true\">✗ </span>error</strong> ");
    }
    write_stretches(markup, stretches);
    if !outcome.type_name().is_empty() {
        markup.fixed(" ");
        markup.element("small", &[("class", &"type")], outcome.type_name());
    }
}

/// Says which texts were shortened.
fn write_lengths(markup: &mut Markup, page: &Page, candidate: &Candidate) {
    let mut long = Vec::new();
    for (side, observation) in [("left", &candidate.left), ("right", &candidate.right)] {
        let values = page
            .names()
            .zip(observation.input.iter().map(shown_value))
            .map(|(name, text)| (name, text, LONGEST_VALUE));
        let output = ("output", escaped(observation.outcome.text()), LONGEST_OUTPUT);
        for (name, text, most) in values.chain([output]) {
            let length = text.chars().count();
            if length > most {
                long.push(format!("{name} on the {side} has {}", counted(length, "character")));
            }
        }
    }
    if !long.is_empty() {
        let note = format!("Shortened where … stands: {}.", long.join(", "));
        markup.element("p", &[("class", &"note")], note);
    }
}
