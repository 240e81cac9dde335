//! A landscape for people: what the target does, and where that changes.

mod lists;
mod stretches;
pub(crate) mod words;

use std::fmt::{self, Display};

use autobva_core::behaviour::{Behaviour, Boundary, Landscape};
use autobva_core::{Outcome, Scope, Validity};

use self::words::{behaviour_text, rule_words};
use super::figures::{boundaries, counted, thousands};
use super::overview::decision_in_words;
use super::paint::{Role, paint};
use super::shorten::shorten;
use super::shown::{escaped, shown_outcome, width};
use super::wrap::wrap;
use super::{Listing, Style};
use crate::report::Report;

/// The size of the screen, in lines and columns, that a view fits on unless everything is wanted.
const MOST_LINES: usize = 40;
const MOST_COLUMNS: usize = 100;
/// Stretches are listed one by one if there are at most 8 more of them than boundaries.
const MOST_REPEATED: usize = 8;
/// With fewer than 72 columns there is no room for a table.
const LEAST_COLUMNS: usize = 72;
/// The rule of a boundary takes at most 3 lines; further places of one without a rule take one line.
const NOTE_LINES: usize = 3;
/// Lines below a boundary are indented by 6 columns.
const INDENT: usize = 6;

/// The behaviours of a target and the boundaries between them. With one argument: its stretches from low to high, a
/// line each with the boundary at its end. With several: the behaviours, then the boundaries in order. The view takes
/// at most one screen unless everything is wanted.
pub fn landscape_view<'a>(
    report: impl Into<Report<'a>>,
    landscape: &'a Landscape,
    listing: Listing,
    style: Style,
) -> impl Display + 'a {
    let report = report.into();
    fmt::from_fn(move |f| {
        let view = View::new(report, landscape, listing, style);
        view.lines().iter().try_for_each(|line| writeln!(f, "{}", line.trim_end()))
    })
}

struct View<'a> {
    report: Report<'a>,
    landscape: &'a Landscape,
    is_whole: bool,
    width: usize,
    color: bool,
}

/// Lines of a view, and how many boundaries and behaviours they leave out.
#[derive(Default)]
struct ViewBody {
    lines: Vec<String>,
    boundaries_left_out: usize,
    behaviours_left_out: usize,
}

impl<'a> View<'a> {
    fn new(report: Report<'a>, landscape: &'a Landscape, listing: Listing, style: Style) -> View<'a> {
        let is_whole = listing == Listing::Everything;
        let most = if is_whole { usize::MAX } else { MOST_COLUMNS };
        let width = style.width.clamp(LEAST_COLUMNS, most);
        View { report, landscape, is_whole, width, color: style.color }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.heading()];
        if self.landscape.boundaries.is_empty() {
            lines = self.without_boundaries();
        } else if let Some(failure) = self.failure() {
            lines.push(self.line(&failure));
        }
        let notes = self.notes();
        let room = match self.is_whole {
            true => usize::MAX,
            // The last line says what is left out.
            false => MOST_LINES.saturating_sub(lines.len() + notes.len() + 1),
        };
        let body = match ruled_argument(self.report, self.landscape).is_some() {
            _ if self.landscape.boundaries.is_empty() && self.landscape.behaviours.len() < 2 => {
                ViewBody::default()
            }
            true => stretches::body(self, room),
            false => lists::body(self, room),
        };
        lines.extend(body.lines);
        lines.extend(notes);
        lines.extend(
            left_out(body.boundaries_left_out, body.behaviours_left_out).map(|words| self.quiet(&words)),
        );
        lines
    }

    /// `shop.py:price(q: int): 2 behaviours, 1 boundary`.
    fn heading(&self) -> String {
        let behaviours = match ruled_argument(self.report, self.landscape) {
            Some(_) => self.landscape.behaviours.len(),
            None => lists::count(self.landscape),
        };
        let counts = format!(
            ": {}, {}",
            counted(behaviours, "behaviour"),
            boundaries(self.landscape.boundaries.len()),
        );
        let target = shorten(&self.target(), self.width - width(&counts));
        format!("{}{counts}", paint(&target, Role::Heading, self.color))
    }

    fn target(&self) -> String {
        let target = self.report.target;
        let arguments = target.signature.arguments().iter();
        let arguments: Vec<String> = arguments.map(|a| format!("{}: {}", a.name(), a.declared())).collect();
        escaped(&format!("{}({})", target.name, arguments.join(", ")))
    }

    /// The heading if there is no boundary: what was seen instead.
    fn without_boundaries(&self) -> Vec<String> {
        let calls = self.calls();
        let seen = match (&self.landscape.behaviours[..], self.failure()) {
            (_, Some(failure)) => failure,
            ([], None) => format!("nothing was seen in {calls}"),
            ([only], None) => format!("one behaviour in {calls}: {}", behaviour_text(only)),
            (several, None) => format!("{} behaviours and no boundary in {calls}", several.len()),
        };
        let target = self.target();
        if width(&target) + 2 + width(&seen) <= self.width {
            return vec![format!("{}: {seen}", paint(&target, Role::Heading, self.color))];
        }
        let target = shorten(&target, self.width - 1);
        let seen = shorten(&seen, self.width - 2);
        vec![format!("{}:", paint(&target, Role::Heading, self.color)), format!("  {seen}")]
    }

    fn failure(&self) -> Option<String> {
        failure(self.landscape, self.report.run.map_or(0, |run| run.calls))
    }

    fn calls(&self) -> String {
        counted(self.report.run.map_or(0, |run| run.calls) as usize, "call")
    }

    fn notes(&self) -> Vec<String> {
        notes(self.report, self.landscape).iter().flat_map(|note| self.wrapped(note, 2, NOTE_LINES)).collect()
    }

    /// A separate line, cut to the width.
    fn line(&self, text: &str) -> String {
        let (indent, room) = ("  ", self.width - 2);
        format!("{indent}{}", shorten(text, room))
    }

    fn quiet(&self, text: &str) -> String {
        let (indent, room) = ("  ", self.width - 2);
        format!("{indent}{}", paint(&shorten(text, room), Role::Quiet, self.color))
    }

    /// The rule of a boundary, or its further places, in words.
    fn rule_of(&self, boundary: &Boundary, named: bool) -> Option<String> {
        let room = if self.is_whole { usize::MAX } else { self.width - INDENT };
        rule_words(boundary, &self.report.target.signature, named, room)
    }

    /// The notes below a boundary: its rule or its further places, and the decision about it.
    fn notes_on(&self, boundary: &Boundary, named: bool, indent: usize) -> Vec<String> {
        let rule = self.rule_of(boundary, named);
        let mut notes: Vec<String> =
            rule.into_iter().flat_map(|rule| self.wrapped(&rule, indent, NOTE_LINES)).collect();
        notes.extend(self.report.decision_at(boundary).map(|decision| {
            // A decision about a pair is not one about the boundary, unless it is the only pair.
            let of = match decision.scope == Scope::Candidate && !boundary.places.is_empty() {
                true => format!("#{}, ", decision.candidate + 1),
                false => String::new(),
            };
            let words = shorten(&escaped(&decision_in_words(decision, &of)), self.width - indent);
            format!("{}{}", " ".repeat(indent), paint(&words, Role::Heading, self.color))
        }));
        notes
    }

    /// A text that may take several lines, at most `most` of them unless everything is shown.
    fn wrapped(&self, text: &str, indent: usize, most: usize) -> Vec<String> {
        let room = self.width.saturating_sub(indent).max(20);
        let mut lines = wrap(text, room);
        if lines.len() > most && !self.is_whole {
            let rest = lines[most - 1..].join(" ");
            lines.truncate(most - 1);
            lines.push(shorten(&rest, room));
        }
        let painted = lines.iter().map(|line| paint(line, Role::Quiet, self.color));
        painted.map(|line| format!("{}{line}", " ".repeat(indent))).collect()
    }

    /// The text of a behaviour, with the error mark in its colour.
    fn painted(&self, text: &str) -> String {
        match text.strip_prefix('✗') {
            Some(rest) => format!("{}{rest}", paint("✗", Role::Error, self.color)),
            None => text.to_string(),
        }
    }
}

/// The index of the argument whose stretches describe the whole target: the only one that varies, if it is a number.
/// `None` if a change repeats so often that a list of stretches would be long.
pub(crate) fn ruled_argument(report: Report, landscape: &Landscape) -> Option<usize> {
    if landscape.stretches.len() > landscape.boundaries.len() + MOST_REPEATED {
        return None;
    }
    let fixed = report.run.map_or(&[][..], |run| &run.fixed);
    let arguments = report.target.signature.arguments().iter().enumerate();
    let mut varied = arguments.filter(|(_, argument)| !fixed.iter().any(|(name, _)| name == argument.name()));
    let (at, only) = varied.next()?;
    (only.schema().is_number() && varied.next().is_none() && !landscape.stretches.is_empty()).then_some(at)
}

/// A remark if every call failed.
pub(crate) fn failure(landscape: &Landscape, calls: u64) -> Option<String> {
    let behaviours = &landscape.behaviours;
    let first = behaviours.first()?;
    if behaviours.iter().any(|behaviour| behaviour.validity == Validity::Valid) {
        return None;
    }
    let all = if calls == 1 { "the call".to_string() } else { format!("all {} calls", thousands(calls)) };
    let same_type = |behaviour: &Behaviour| behaviour.type_name == first.type_name;
    Some(match behaviours.iter().all(same_type) {
        true if behaviours.len() == 1 => format!("{all} {}", failed(&first.example.outcome)),
        true => format!("{all} {} {}", verb(&first.example.outcome), escaped(&first.type_name)),
        false => format!("{all} failed"),
    })
}

/// Notes on arguments that are not shown: those that were kept at a value, and those that never mattered.
pub(crate) fn notes(report: Report, landscape: &Landscape) -> Vec<String> {
    let fixed = report.run.map_or(&[][..], |run| &run.fixed);
    let is_fixed = |name: &str| fixed.iter().any(|(fixed, _)| fixed == name);
    let arguments = report.target.signature.arguments().iter().map(|argument| argument.name());
    let idle: Vec<String> = arguments
        .zip(&landscape.matters)
        .filter(|(name, matters)| !**matters && !is_fixed(name))
        .map(|(name, _)| escaped(name))
        .chain(landscape.idle.iter().map(|name| escaped(name)))
        .collect();
    let kept: Vec<String> =
        fixed.iter().map(|(name, value)| format!("{} at {}", escaped(name), escaped(value))).collect();
    let mut notes = Vec::new();
    if !kept.is_empty() {
        notes.push(format!("kept: {}", kept.join(", ")));
    }
    if !idle.is_empty() && landscape.behaviours.len() > 1 {
        notes.push(format!("{} never changed an outcome", listed(&idle)));
    }
    notes
}

/// `raised ValueError: bad`, or how else a call failed.
fn failed(outcome: &Outcome) -> String {
    format!("{} {}", verb(outcome), shown_outcome(outcome))
}

/// A verb for a failed call.
fn verb(outcome: &Outcome) -> &'static str {
    match outcome.is_hang() || outcome.type_name().contains('(') {
        true => "ended in",
        false => "raised",
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn left_out(of_boundaries: usize, of_behaviours: usize) -> Option<String> {
    let behaviours = Some(of_behaviours).filter(|n| *n > 0).map(|n| counted(n, "behaviour"));
    let boundaries = Some(of_boundaries).filter(|n| *n > 0).map(boundaries);
    let all: Vec<String> = behaviours.into_iter().chain(boundaries).collect();
    (!all.is_empty()).then(|| format!("… {} more; --all shows everything", all.join(" and ")))
}
