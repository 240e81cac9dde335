//! The clusters in two dimensions: a panel for each group, a dot for each different pair of outputs.

use autobva_summary::{Dot, GroupSummary, Projection, SummarySettings, project};

use super::super::markup::Markup;
use super::super::page::Page;
use super::figure::{Drawing, Figure, WIDE, area, label};
use super::glyph::glyph;
use crate::text::figures::counted;
use crate::text::shorten::shorten;

const PANEL: (f64, f64) = (340.0, 260.0);
const GAP: (f64, f64) = (20.0, 30.0);
/// Room for the dots at the edge.
const MARGIN: f64 = 22.0;

/// Writes the picture.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    let shown = |group: &&GroupSummary| group.clusters.len() > 1;
    let candidates = &page.dossier.candidates;
    let panels: Vec<(&GroupSummary, Projection)> = page
        .groups()
        .iter()
        .filter(shown)
        .filter_map(|group| Some((group, project(candidates, group, &SummarySettings::default()).ok()?)))
        .collect();
    if panels.is_empty() {
        return;
    }
    let description =
        panels.iter().map(|(group, panel)| in_words(group, panel)).collect::<Vec<_>>().join(" ");
    let figure = Figure {
        id: "projection",
        title: "The clusters in two dimensions",
        description: &description,
        caption: "Each mark is a pair of outputs; the closer two are, the more alike are their pairs in length, in \
                  wording and in how common they are. Each cluster has a shape and a colour; the large mark stands for it.",
    };
    figure.write(markup, &Panels(panels));
}

/// A panel for each group.
struct Panels<'a>(Vec<(&'a GroupSummary, Projection)>);

fn columns(width: f64) -> usize {
    if width < WIDE { 1 } else { 2 }
}

impl Drawing for Panels<'_> {
    fn height(&self, width: f64) -> f64 {
        self.0.len().div_ceil(columns(width)) as f64 * (PANEL.1 + GAP.1)
    }

    fn draw(&self, svg: &mut Markup, width: f64) {
        for (at, (group, projection)) in self.0.iter().enumerate() {
            let (column, row) = (at % columns(width), at / columns(width));
            let corner =
                (column as f64 * (PANEL.0 + GAP.0) + 1.0, row as f64 * (PANEL.1 + GAP.1) + GAP.1 - 6.0);
            draw(svg, corner, group, projection);
        }
    }
}

fn in_words(group: &GroupSummary, projection: &Projection) -> String {
    let sample = match projection.dots.len() < projection.rows {
        true => format!(", a sample of {}", projection.rows),
        false => String::new(),
    };
    format!(
        "Group {}: {} in {}{sample}; the plane keeps {:.0} percent of the squared distances.",
        group.group,
        counted(projection.dots.len(), "mark"),
        counted(group.clusters.len(), "cluster"),
        100.0 * projection.kept
    )
}

fn draw(svg: &mut Markup, corner: (f64, f64), group: &GroupSummary, projection: &Projection) {
    let kept = format!("{:.0} % kept", 100.0 * projection.kept);
    let (first, second) = &group.types;
    let types = if first == second { first.clone() } else { format!("{first} | {second}") };
    let types = shorten(&types, 38);
    label(svg, "heading", (corner.0, corner.1 - 7.0), format_args!("{} · {types}", group.group));
    label(svg, "note end", (corner.0 + PANEL.0, corner.1 - 7.0), kept);
    area(svg, &"panel", corner, PANEL);
    let place = placing(&projection.dots, corner);
    let first_id = group.clusters.first().map_or(0, |cluster| cluster.id);
    for dot in projection.dots.iter().filter(|dot| !dot.represents) {
        glyph(svg, dot.cluster - first_id, place(dot), 0.75);
    }
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for dot in projection.dots.iter().filter(|dot| dot.represents) {
        let (x, y) = place(dot);
        glyph(svg, dot.cluster - first_id, (x, y), 1.35);
        let heights = [4.0, 16.0, -8.0, 28.0, -20.0, 40.0, -32.0];
        let mut shifts = [9.0, -26.0].into_iter().flat_map(|dx| heights.map(|dy| (dx, dy)));
        let free = |&(dx, dy): &(f64, f64)| {
            let (x, y) = (x + dx, y + dy);
            let is_inside = x > corner.0 && x + 26.0 < corner.0 + PANEL.0;
            is_inside && taken.iter().all(|&(a, b)| (a - x).abs() > 24.0 || (b - y).abs() > 11.0)
        };
        let (dx, dy) = shifts.find(free).unwrap_or((9.0, 4.0));
        taken.push((x + dx, y + dy));
        label(svg, "tag", (x + dx, y + dy), format_args!("c{}", dot.cluster));
    }
}

/// Where dots stand in a panel: all of them fit, and distances are the same in both directions.
fn placing(dots: &[Dot], (left, top): (f64, f64)) -> impl Fn(&Dot) -> (f64, f64) {
    let range = |of: fn(&Dot) -> f64| {
        let all = dots.iter().map(of);
        (all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max))
    };
    let (x, y) = (range(|dot| dot.at.0), range(|dot| dot.at.1));
    let room = (PANEL.0 - 2.0 * MARGIN, PANEL.1 - 2.0 * MARGIN);
    let scale = (room.0 / (x.1 - x.0).max(1e-9)).min(room.1 / (y.1 - y.0).max(1e-9));
    let middle = ((x.0 + x.1) / 2.0, (y.0 + y.1) / 2.0);
    move |dot: &Dot| {
        let from_middle = (scale * (dot.at.0 - middle.0), scale * (dot.at.1 - middle.1));
        (left + PANEL.0 / 2.0 + from_middle.0, top + PANEL.1 / 2.0 - from_middle.1)
    }
}
