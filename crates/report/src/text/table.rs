//! Pairs in columns, one line per side, so that the sides can be compared vertically.

use std::fmt::{self, Display, Formatter};

use autobva_core::{Argument, Candidate, Group, Observation};

use super::Style;
use super::comparison::comparison;
use super::figures::score;
use super::layout::{Body, Layout, MARK_WIDTH, SPACE};
use super::paint::{Cell, Role, paint, push_spaces};
use super::shorten::{shorten, shorten_pair};
use super::shown::{escaped, shown_outcome, shown_value};
use super::wrap::wrap;
use crate::report::Report;

/// A validity group in words.
pub(crate) fn group_title(group: Group) -> &'static str {
    match group {
        Group::VV => "Both valid (VV)",
        Group::VE => "One an error (VE)",
        Group::EE => "Both errors (EE)",
    }
}

/// Writes a title, on several lines if necessary.
pub(crate) fn write_title(f: &mut Formatter, title: &str, style: Style) -> fmt::Result {
    let mut lines = wrap(title, style.room()).into_iter();
    lines.try_for_each(|line| writeln!(f, "{}", paint(&line, Role::Heading, style.color)))
}

/// The mark of a pair whose outcome changed when it was run again.
pub(crate) const FLAKY: &str = "~";

/// Renders pairs under one header.
pub(crate) struct Table<'a> {
    report: Report<'a>,
    layout: Layout,
    style: Style,
}

impl<'a> Table<'a> {
    /// A table for these candidates, given by their indices.
    pub(crate) fn new(report: Report<'a>, shown: &[usize], style: Style) -> Self {
        let signature = &report.target.signature;
        let layout = Layout::new(signature, report.candidates, shown, style.room());
        Table { report, layout, style }
    }

    fn arguments(&self) -> &'a [Argument] {
        self.report.target.signature.arguments()
    }

    fn is_flaky(&self, candidate: &Candidate) -> bool {
        self.report.run.is_some_and(|run| run.recheck.is_flaky(candidate))
    }

    /// Writes the names of the columns, if there are columns.
    pub(crate) fn write_header(&self, f: &mut Formatter) -> fmt::Result {
        let Body::Columns { score, arguments, .. } = &self.layout.body else { return Ok(()) };
        let quiet = |text: &str, room: usize| {
            Cell::new(&shorten(&escaped(text), room), Role::Quiet, self.style.color)
        };
        let front = (quiet("#", self.layout.number), quiet("score", *score));
        let names =
            self.arguments().iter().zip(arguments).map(|(argument, &room)| quiet(argument.name(), room));
        writeln!(f, "{}", self.line(front, &names.collect::<Vec<_>>(), &quiet("output", usize::MAX)))
    }

    /// Writes both sides of a candidate.
    pub(crate) fn write_pair(&self, f: &mut Formatter, index: usize) -> fmt::Result {
        let candidate = &self.report.candidates[index];
        match &self.layout.body {
            Body::Columns { arguments, output, .. } => {
                let pairs = argument_pairs(candidate, arguments, self.style.color);
                let (left, right): (Vec<Cell>, Vec<Cell>) = pairs.into_iter().unzip();
                let (left_output, right_output) = output_pair(candidate, *output, self.style.color);
                let plain = |text: &str| Cell::new(text, Role::Plain, self.style.color);
                let front = (plain(&(index + 1).to_string()), plain(&score(candidate.score)));
                writeln!(f, "{}", self.line(front, &left, &left_output))?;
                let mark = if self.is_flaky(candidate) { plain(FLAKY) } else { Cell::empty() };
                writeln!(f, "{}", self.line((mark, Cell::empty()), &right, &right_output))
            }
            Body::Stacked => {
                writeln!(
                    f,
                    "{:>width$}  score {}",
                    index + 1,
                    score(candidate.score),
                    width = self.layout.number
                )?;
                comparison(self.report, index, self.style).fmt(f)?;
                if self.is_flaky(candidate) {
                    writeln!(f, "{FLAKY} answered differently when called again")?;
                }
                Ok(())
            }
        }
    }

    fn line(&self, (number, score): (Cell, Cell), values: &[Cell], output: &Cell) -> String {
        let Body::Columns { score: score_width, arguments, .. } = &self.layout.body else {
            return String::new();
        };
        let mut line = String::new();
        number.push_right(&mut line, self.layout.number);
        push_spaces(&mut line, SPACE);
        score.push_right(&mut line, *score_width);
        for ((argument, cell), &room) in self.arguments().iter().zip(values).zip(arguments) {
            push_spaces(&mut line, SPACE);
            match argument.schema().is_number() {
                true => cell.push_right(&mut line, room),
                false => cell.push_left(&mut line, room),
            }
        }
        push_spaces(&mut line, SPACE);
        output.push_left(&mut line, 0);
        line
    }
}

fn argument_pairs(candidate: &Candidate, rooms: &[usize], color: bool) -> Vec<(Cell, Cell)> {
    let sides = candidate.left.input.iter().zip(candidate.right.input.iter());
    let pairs = sides.zip(rooms).map(|((left, right), &room)| {
        let (left, right) = (shown_value(left), shown_value(right));
        let roles = if left == right { (Role::Plain, Role::Quiet) } else { (Role::Changed, Role::Changed) };
        let (left, right) = shorten_pair(&left, &right, room);
        (Cell::new(&left, roles.0, color), Cell::new(&right, roles.1, color))
    });
    pairs.collect()
}

/// Both outputs in `room` columns, with a mark for errors.
fn output_pair(candidate: &Candidate, room: usize, color: bool) -> (Cell, Cell) {
    let (left, right) = (shown_outcome(&candidate.left.outcome), shown_outcome(&candidate.right.outcome));
    let is_marked = candidate.group() != Group::VV;
    let room = room.saturating_sub(if is_marked { MARK_WIDTH } else { 0 });
    let (left, right) = shorten_pair(&left, &right, room);
    (marked(&left, &candidate.left, color), marked(&right, &candidate.right, color))
}

fn marked(text: &str, side: &Observation, color: bool) -> Cell {
    match side.outcome.is_valid() {
        true => Cell::new(text, Role::Plain, color),
        false => Cell::new("✗", Role::Error, color).followed_by(&format!(" {text}")),
    }
}
