//! A number line for each argument: the boundaries at which it alone changes, with a row for each cluster.

use autobva_core::{Argument, Candidate, Group, Motion, Validity, Value};
use autobva_summary::{Cluster, GroupSummary, changed_arguments};

use super::super::markup::Markup;
use super::super::page::Page;
use super::figure::{Drawing, Figure, WIDE, across, area, label, stroke};
use super::glyph::glyph;
use super::naming::between;
use super::scale::{SignedLog, round_number};
use crate::text::figures::counted;

const LEFT: f64 = 64.0;
const MARGIN: f64 = 12.0;
const TOP: f64 = 12.0;
const ROW: f64 = 34.0;
const BAND: f64 = 14.0;
/// With more than 24 clusters, the remaining ones share the last row.
const MOST_ROWS: usize = 24;

/// A boundary of one argument.
struct Crossing<'a> {
    left: &'a Value,
    right: &'a Value,
    candidate: &'a Candidate,
}

impl Crossing<'_> {
    /// The position of its middle on the scale.
    fn at(&self, scale: &SignedLog) -> f64 {
        (scale.at(number(self.left)) + scale.at(number(self.right))) / 2.0
    }
}

/// The crossings of a cluster.
struct Row<'a> {
    name: String,
    group: Group,
    crossings: Vec<Crossing<'a>>,
}

/// Writes a picture for each argument.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    for (at, argument) in page.dossier.target.signature.arguments().iter().enumerate() {
        let rows = if is_switch(argument) { Vec::new() } else { rows(page, at) };
        if !rows.is_empty() {
            write_line(markup, page, at, argument, rows);
        }
    }
}

/// Whether an argument has only two values, so that a line would show nothing.
fn is_switch(argument: &Argument) -> bool {
    argument.schema().is_bool()
}

/// The number for drawing a value; for a text its length.
pub(super) fn number(value: &Value) -> f64 {
    Motion::main(value).number(value)
}

fn rows<'a>(page: &Page<'a>, argument: usize) -> Vec<Row<'a>> {
    let crossing = |&index: &usize| {
        let candidate = page.dossier.candidates.get(index)?;
        let alone = changed_arguments(candidate).eq([argument]);
        let sides = (candidate.left.input.get(argument)?, candidate.right.input.get(argument)?);
        alone.then_some(Crossing { left: sides.0, right: sides.1, candidate })
    };
    let row = |(group, cluster): (&GroupSummary, &'a Cluster)| Row {
        name: format!("c{} {}", cluster.id, group.group),
        group: group.group,
        crossings: cluster.members.iter().filter_map(crossing).collect(),
    };
    let mut rows: Vec<Row> = page.clusters().map(row).filter(|row| !row.crossings.is_empty()).collect();
    if rows.len() > MOST_ROWS {
        let rest = rows.split_off(MOST_ROWS - 1);
        let group = rest[0].group;
        let crossings = rest.into_iter().flat_map(|row| row.crossings).collect();
        rows.push(Row { name: "others".into(), group, crossings });
    }
    rows
}

/// The line of one argument.
struct NumberLine<'a> {
    rows: Vec<Row<'a>>,
    /// Whether the target has no other argument, so that a bar can show what it does in between.
    is_only: bool,
}

fn write_line(markup: &mut Markup, page: &Page, index: usize, argument: &Argument, rows: Vec<Row>) {
    let line = NumberLine { rows, is_only: page.dossier.target.signature.len() == 1 };
    let by_length = !argument.schema().is_number();
    let count = counted(line.crossings().count(), "boundary").replace("boundarys", "boundaries");
    let title = match by_length {
        true => format!("Boundaries along {}, by length", argument.name()),
        false => format!("Boundaries along {}", argument.name()),
    };
    let caption = format!(
        "{count} at which {}{} changes{}. The scale is logarithmic on both sides of zero{}. Circles: both outputs valid; \
         triangles: one is an error; diamonds: both are.{}",
        argument.name(),
        if line.is_only { "" } else { " alone" },
        if by_length { ", placed at its length" } else { "" },
        line.nearest(),
        if line.is_only {
            " The bar above says where outputs are valid, and where errors (hatched)."
        } else {
            ""
        }
    );
    let described: Vec<String> = line.rows.iter().map(in_words).collect();
    let figure = Figure {
        id: &format!("line-{index}"),
        title: &title,
        description: &described.join(" "),
        caption: &caption,
    };
    figure.write(markup, &line);
}

impl<'a> NumberLine<'a> {
    fn crossings(&self) -> impl Iterator<Item = &Crossing<'a>> + Clone {
        self.rows.iter().flat_map(|row| &row.crossings)
    }

    fn scale(&self, width: f64) -> SignedLog {
        let ends = self.crossings().flat_map(|crossing| [number(crossing.left), number(crossing.right)]);
        SignedLog::new(ends, (LEFT + 16.0, width - MARGIN - 16.0))
    }

    /// A remark if numbers are too close to zero to be distinguished from it.
    fn nearest(&self) -> String {
        let scale = self.scale(WIDE);
        let is_hidden = |crossing: &Crossing| {
            [crossing.left, crossing.right].into_iter().any(|value| scale.hides(number(value)))
        };
        match self.crossings().any(is_hidden) {
            true => {
                let nearest = round_number(1, scale.nearest(), "");
                format!(", down to {nearest}; what is closer stands at zero")
            }
            false => String::new(),
        }
    }

    fn bottom(&self) -> f64 {
        TOP + self.band() + ROW * self.rows.len() as f64 + 6.0
    }

    fn band(&self) -> f64 {
        if self.is_only { BAND + 12.0 } else { 0.0 }
    }
}

impl Drawing for NumberLine<'_> {
    fn height(&self, _: f64) -> f64 {
        self.bottom() + 28.0
    }

    fn draw(&self, svg: &mut Markup, width: f64) {
        let (scale, right) = (self.scale(width), width - MARGIN);
        across(svg, &scale.ticks(), (TOP, self.bottom()));
        if self.is_only {
            draw_band(svg, &scale, right, self.crossings().collect());
        }
        for (at, row) in self.rows.iter().enumerate() {
            draw_row(svg, &scale, row, (right, TOP + self.band() + ROW * at as f64 + 24.0));
        }
    }
}

fn in_words(row: &Row) -> String {
    const MOST: usize = 12;
    let mut crossings: Vec<&Crossing> = row.crossings.iter().collect();
    crossings.sort_by(|a, b| a.left.cmp_reading(b.left).then_with(|| a.right.cmp_reading(b.right)));
    crossings.dedup_by(|a, b| a.left.reads_as(b.left) && a.right.reads_as(b.right));
    let more = crossings.len().saturating_sub(MOST);
    let places: Vec<String> =
        crossings.into_iter().take(MOST).map(|crossing| between(crossing.left, crossing.right, 24)).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}: {}{more}.", row.name, places.join(", "))
}

fn draw_row(svg: &mut Markup, scale: &SignedLog, row: &Row, (right, y): (f64, f64)) {
    stroke(svg, "lane", (LEFT, y), (right, y));
    label(svg, "name end", (LEFT - 8.0, y + 4.0), &row.name);
    // Crossings at the same place share a mark, and a label that would cover another one is left out.
    let mut places: Vec<(f64, &Crossing)> =
        row.crossings.iter().map(|crossing| (crossing.at(scale), crossing)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = LEFT;
    let mut last = f64::NEG_INFINITY;
    for (x, crossing) in places {
        if x - last < 0.5 {
            continue;
        }
        last = x;
        glyph(svg, row.group, (x, y));
        let text = between(crossing.left, crossing.right, 17);
        let half = text.chars().count() as f64 * 2.9;
        let middle = x.clamp(LEFT + half, right - half);
        // A label at the far left begins where the line does.
        if middle - half >= free - 0.1 {
            label(svg, "note middle", (middle, y - 9.0), text);
            free = middle + half + 8.0;
        }
    }
}

/// Draws whether the target is valid or fails between two boundaries, if both agree.
fn draw_band(svg: &mut Markup, scale: &SignedLog, right: f64, mut crossings: Vec<&Crossing>) {
    crossings.sort_by(|a, b| a.left.cmp_reading(b.left).then_with(|| b.right.cmp_reading(a.right)));
    let mut from = (LEFT, None);
    let mut stretches = Vec::new();
    for crossing in crossings {
        let at = crossing.at(scale);
        let (before, after) = (&crossing.candidate.left.outcome, &crossing.candidate.right.outcome);
        let known = from.1.unwrap_or(before.validity()) == before.validity();
        stretches.push((from.0, at, known.then_some(before.validity())));
        from = (at, Some(after.validity()));
    }
    stretches.push((from.0, right, from.1));
    for (left, right, validity) in stretches {
        let class = match validity {
            Some(Validity::Valid) => "band valid",
            Some(Validity::Error) => "band failing",
            None => "band",
        };
        area(svg, &class, (left, TOP), ((right - left).max(0.0), BAND));
    }
    label(svg, "name end", (LEFT - 8.0, TOP + 11.0), "outcome");
}
