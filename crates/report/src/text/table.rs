//! Pairs in columns, one line per side, and the table of all candidates made of them.

use std::fmt::{self, Display, Formatter};

use autobva_core::{Argument, Candidate, Findings, Group, Observation, Type};

use super::Style;
use super::figures::{counted, score, thousands};
use super::layout::{Body, Layout, MARK_WIDTH, SPACE, fit};
use super::paint::{Cell, Role, paint, push_spaces};
use super::shorten::{shorten, shorten_pair};
use super::shown::{escaped, shown_outcome, shown_value};
use super::stacked::write_stacked;
use super::wrap::wrap;

/// All candidates, or the first ones of each group up to a limit, two lines each so that the sides can be compared.
///
/// Candidates keep the number they have in the other formats. The limit is for all groups together; none is left out
/// because another is large.
pub fn candidate_table(findings: &Findings, limit: Option<usize>, style: Style) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        let mut sections = sections(&findings.candidates);
        if sections.is_empty() {
            return writeln!(f, "No candidates were found.");
        }
        let sizes: Vec<usize> = sections.iter().map(|(_, members)| members.len()).collect();
        let shares = fit(&sizes, limit.unwrap_or(usize::MAX));
        for (i, ((group, members), share)) in sections.iter_mut().zip(shares).enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            let title = format!("{}: {}", group_title(*group), counted(members.len(), "candidate"));
            write_title(f, &title, style)?;
            let more = members.len() - share;
            members.truncate(share);
            write_section(f, findings, members, more, style)?;
        }
        Ok(())
    })
}

fn sections(candidates: &[Candidate]) -> Vec<(Group, Vec<usize>)> {
    let members = |group: Group| {
        let of_group =
            |(index, candidate): (usize, &Candidate)| (candidate.group() == group).then_some(index);
        candidates.iter().enumerate().filter_map(of_group).collect()
    };
    let groups = [Group::VV, Group::VE, Group::EE].map(|group| (group, members(group)));
    groups.into_iter().filter(|(_, members): &(Group, Vec<usize>)| !members.is_empty()).collect()
}

fn write_section(
    f: &mut Formatter,
    findings: &Findings,
    shown: &[usize],
    more: usize,
    style: Style,
) -> fmt::Result {
    if !shown.is_empty() {
        let table = Table::new(findings, shown, style);
        table.write_header(f)?;
        shown.iter().try_for_each(|&index| table.write_pair(f, index))?;
    }
    match more {
        0 => Ok(()),
        _ => writeln!(
            f,
            "{}",
            paint(&format!("  … {} more", thousands(more as u64)), Role::Quiet, style.color)
        ),
    }
}

/// A validity group in words.
pub(crate) fn group_title(group: Group) -> &'static str {
    match group {
        Group::VV => "Both valid (VV)",
        Group::VE => "One an error (VE)",
        Group::EE => "Both errors (EE)",
    }
}

/// Writes a title, on several lines if it must be.
pub(crate) fn write_title(f: &mut Formatter, title: &str, style: Style) -> fmt::Result {
    let mut lines = wrap(title, style.room()).into_iter();
    lines.try_for_each(|line| writeln!(f, "{}", paint(&line, Role::Heading, style.color)))
}

/// Renders pairs under one header.
pub(crate) struct Table<'a> {
    findings: &'a Findings,
    layout: Layout,
    color: bool,
}

impl<'a> Table<'a> {
    /// A table in which those candidates, given by their index, will be written.
    pub(crate) fn new(findings: &'a Findings, shown: &[usize], style: Style) -> Self {
        let signature = &findings.target.signature;
        let layout = Layout::new(signature, &findings.candidates, shown, style.room());
        Table { findings, layout, color: style.color }
    }

    fn arguments(&self) -> &'a [Argument] {
        self.findings.target.signature.arguments()
    }

    /// Writes the names of the columns, if there are columns.
    pub(crate) fn write_header(&self, f: &mut Formatter) -> fmt::Result {
        let Body::Columns { score, arguments, .. } = &self.layout.body else { return Ok(()) };
        let quiet =
            |text: &str, room: usize| Cell::new(&shorten(&escaped(text), room), Role::Quiet, self.color);
        let front = (quiet("#", self.layout.number), quiet("score", *score));
        let names =
            self.arguments().iter().zip(arguments).map(|(argument, &room)| quiet(argument.name(), room));
        writeln!(f, "{}", self.line(front, &names.collect::<Vec<_>>(), &quiet("output", usize::MAX)))
    }

    /// Writes both sides of a candidate.
    pub(crate) fn write_pair(&self, f: &mut Formatter, index: usize) -> fmt::Result {
        let candidate = &self.findings.candidates[index];
        match &self.layout.body {
            Body::Columns { arguments, output, .. } => {
                let pairs = argument_pairs(candidate, arguments, self.color);
                let (left, right): (Vec<Cell>, Vec<Cell>) = pairs.into_iter().unzip();
                let (left_output, right_output) = output_pair(candidate, *output, self.color);
                let plain = |text: &str| Cell::new(text, Role::Plain, self.color);
                let front = (plain(&(index + 1).to_string()), plain(&score(candidate.score)));
                writeln!(f, "{}", self.line(front, &left, &left_output))?;
                writeln!(f, "{}", self.line((Cell::empty(), Cell::empty()), &right, &right_output))
            }
            Body::Stacked { names, values } => {
                let number = (index + 1, self.layout.number);
                write_stacked(f, number, candidate, self.arguments(), (*names, *values), self.color)
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
            match argument.ty() {
                Type::Text => cell.push_left(&mut line, room),
                _ => cell.push_right(&mut line, room),
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

/// Both outputs in that room, errors with their mark.
pub(crate) fn output_pair(candidate: &Candidate, room: usize, color: bool) -> (Cell, Cell) {
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
