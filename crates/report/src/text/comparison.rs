//! One candidate with its two sides one above the other, and marks under the differences.

use std::fmt::{self, Display, Formatter};

use super::Style;
use super::paint::{Cell, Role, paint, push_spaces};
use super::shorten::{shorten, shorten_pair};
use super::shown::{Piece, escaped, pieces, shown_outcome, shown_value, width};
use crate::report::Report;

const INDENT: usize = 2;
const MARK: &str = "^";
const ERROR: &str = "✗ ";

/// Both inputs and outputs of a candidate, argument by argument. A change takes two lines, with a mark under the part
/// that differs, which is visible without colour.
pub fn comparison<'a>(report: Report<'a>, index: usize, style: Style) -> impl Display + 'a {
    fmt::from_fn(move |f| {
        let candidate = &report.candidates[index];
        let names = report.target.signature.arguments().iter().map(|argument| escaped(argument.name()));
        let names: Vec<String> = names.chain(["output".to_string()]).collect();
        let widest = names.iter().map(|name| width(name)).max().unwrap_or(0).min(style.room() / 3);
        let block =
            Block { names: widest, values: style.room() - INDENT - widest - INDENT, color: style.color };
        let sides = candidate.left.input.iter().zip(candidate.right.input.iter());
        for (name, (left, right)) in names.iter().zip(sides) {
            block.write(f, name, (&shown_value(left), &shown_value(right)))?;
        }
        let output = |outcome: &autobva_core::Outcome| match outcome.is_valid() {
            true => shown_outcome(outcome),
            false => format!("{ERROR}{}", shown_outcome(outcome)),
        };
        block.write(f, "output", (&output(&candidate.left.outcome), &output(&candidate.right.outcome)))
    })
}

struct Block {
    names: usize,
    values: usize,
    color: bool,
}

impl Block {
    /// Writes an unchanged value on one line, and a changed one on two, with marks on a third.
    fn write(&self, f: &mut Formatter, name: &str, (left, right): (&str, &str)) -> fmt::Result {
        if left == right {
            return self.line(f, name, &paint(&shorten(left, self.values), Role::Quiet, self.color));
        }
        let (left, right) = shorten_pair(left, right, self.values);
        let (left, right) = (pieces(&left), pieces(&right));
        let (start, end) = common_ends(&left, &right);
        self.line(f, name, &self.highlighted(&left, start, end))?;
        self.line(f, "", &self.highlighted(&right, start, end))?;
        let total = |pieces: &[Piece]| pieces.iter().map(|piece| piece.width).sum::<usize>();
        let longest = [&left, &right].map(|side| total(&side[start..side.len() - end])).into_iter().max();
        let mut marks = String::new();
        push_spaces(&mut marks, total(&left[..start]));
        marks.push_str(&paint(&MARK.repeat(longest.unwrap_or(0).max(1)), Role::Difference, self.color));
        self.line(f, "", &marks)
    }

    fn highlighted(&self, text: &[Piece], start: usize, end: usize) -> String {
        let concat = |pieces: &[Piece]| pieces.iter().map(|piece| piece.text).collect::<String>();
        let (head, rest) = text.split_at(start);
        let (middle, tail) = rest.split_at(rest.len() - end);
        concat(head) + &paint(&concat(middle), Role::Difference, self.color) + &concat(tail)
    }

    fn line(&self, f: &mut Formatter, name: &str, value: &str) -> fmt::Result {
        let mut line = String::new();
        push_spaces(&mut line, INDENT);
        Cell::new(&shorten(name, self.names), Role::Plain, self.color).push_left(&mut line, self.names);
        push_spaces(&mut line, INDENT);
        writeln!(f, "{line}{value}")
    }
}

/// How many pieces both texts have in common at their beginnings and at their ends.
fn common_ends(a: &[Piece], b: &[Piece]) -> (usize, usize) {
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let rest = a[start..].iter().rev().zip(b[start..].iter().rev());
    (start, rest.take_while(|(a, b)| a == b).count())
}
