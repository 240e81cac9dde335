//! Pairs without columns, with one line per argument, for many arguments on a narrow terminal.

use std::fmt::{self, Formatter};

use autobva_core::{Argument, Candidate};

use super::figures::score;
use super::layout::SPACE;
use super::paint::{Cell, Role, push_spaces};
use super::shorten::{shorten, shorten_pair};
use super::shown::{escaped, shown_value};
use super::table::output_pair;

/// Writes a candidate: its number and score, then each argument, on two lines if it changes, and the outputs.
pub(crate) fn write_stacked(
    f: &mut Formatter,
    (number, number_width): (usize, usize),
    candidate: &Candidate,
    arguments: &[Argument],
    (names, values): (usize, usize),
    color: bool,
) -> fmt::Result {
    let mut block = Block { f, indent: number_width + SPACE, names, color };
    block.line(&number.to_string(), "score", &Cell::new(&score(candidate.score), Role::Plain, color))?;
    let sides = candidate.left.input.iter().zip(candidate.right.input.iter());
    for (argument, (left, right)) in arguments.iter().zip(sides) {
        let (left, right) = (shown_value(left), shown_value(right));
        let name = escaped(argument.name());
        if left == right {
            block.line("", &name, &Cell::new(&shorten(&left, values), Role::Plain, color))?;
            continue;
        }
        let (left, right) = shorten_pair(&left, &right, values);
        block.line("", &name, &Cell::new(&left, Role::Changed, color))?;
        block.line("", "", &Cell::new(&right, Role::Changed, color))?;
    }
    let (left, right) = output_pair(candidate, values, color);
    block.line("", "output", &left)?;
    block.line("", "", &right)
}

struct Block<'a, 'f> {
    f: &'a mut Formatter<'f>,
    indent: usize,
    names: usize,
    color: bool,
}

impl Block<'_, '_> {
    fn line(&mut self, number: &str, name: &str, value: &Cell) -> fmt::Result {
        let mut line = String::new();
        Cell::new(number, Role::Plain, self.color).push_right(&mut line, self.indent - SPACE);
        push_spaces(&mut line, SPACE);
        let name = shorten(name, self.names);
        Cell::new(&name, Role::Quiet, self.color).push_left(&mut line, self.names);
        push_spaces(&mut line, SPACE);
        value.push_left(&mut line, 0);
        writeln!(self.f, "{line}")
    }
}
