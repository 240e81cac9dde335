//! Candidates found over calls, a line for each run.

use super::super::markup::{Attributes, Markup, Px};
use super::super::page::Page;
use super::figure::{Figure, across, label, upwards};
use super::scale::Linear;
use crate::dossier::RunRecord;
use crate::text::figures::{counted, thousands};

const SIZE: (f64, f64) = (720.0, 260.0);
const LEFT: f64 = 64.0;
const RIGHT: f64 = 600.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 216.0;

/// Writes the picture.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    let runs: Vec<&RunRecord> = page.dossier.runs.iter().filter(|run| !run.growth.is_empty()).collect();
    let moments = || runs.iter().flat_map(|run| &run.growth);
    let Some(most) = moments().map(|moment| moment.candidates).max() else { return };
    let calls = moments().map(|moment| moment.calls).max().unwrap_or(1).max(1);
    let description =
        runs.iter().enumerate().map(|(at, run)| in_words(at, run)).collect::<Vec<_>>().join(" ");
    let figure = Figure {
        id: "growth",
        title: "Candidates found over calls",
        description: &description,
        caption: "A line that is still rising at its end says that a longer run would find more.",
        size: SIZE,
    };
    let x = Linear::new(calls as f64, (LEFT, RIGHT));
    let y = Linear::new(most as f64, (BOTTOM, TOP));
    figure.write(markup, |svg| {
        upwards(svg, &y.ticks(), (LEFT, RIGHT));
        across(svg, &x.ticks(), (TOP, BOTTOM));
        label(svg, "axis middle", ((LEFT + RIGHT) / 2.0, BOTTOM + 36.0), "calls");
        label(svg, "axis", (4.0, TOP - 4.0), "candidates");
        for (at, run) in runs.iter().enumerate() {
            draw(svg, at, run, &x, &y);
        }
        name_ends(svg, &runs, &x, &y);
    });
}

fn in_words(at: usize, run: &RunRecord) -> String {
    let Some(last) = run.growth.last() else { return String::new() };
    let half = run.growth.iter().find(|moment| 2 * moment.candidates >= last.candidates);
    let half = half.map_or(last.calls, |moment| moment.calls);
    let found = counted(last.candidates as usize, "candidate");
    let (calls, half) = (thousands(last.calls), thousands(half));
    format!("Run {} found {found} in {calls} calls, half of them within {half}.", at + 1)
}

/// A step line: a candidate is there from the moment that it was found.
fn draw(svg: &mut Markup, at: usize, run: &RunRecord, x: &Linear, y: &Linear) {
    let mut path = format!("M{} {}", Px(x.at(0.0)), Px(y.at(0.0)));
    for moment in &run.growth {
        path += &format!("H{}V{}", Px(x.at(moment.calls as f64)), Px(y.at(moment.candidates as f64)));
    }
    let class = format!("series s{}", at % 6);
    let attributes: &Attributes = &[("class", &class), ("d", &path)];
    svg.leaf("path", attributes);
}

/// The name of each run beside the end of its line, pushed down where two would cover each other.
fn name_ends(svg: &mut Markup, runs: &[&RunRecord], x: &Linear, y: &Linear) {
    const LINE: f64 = 13.0;
    let end = |(at, run): (usize, &&RunRecord)| {
        let last = run.growth.last()?;
        Some((y.at(last.candidates as f64) + 4.0, x.at(last.calls as f64) + 6.0, at, run.info.seed))
    };
    let mut ends: Vec<(f64, f64, usize, u64)> = runs.iter().enumerate().filter_map(end).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = f64::NEG_INFINITY;
    for (wanted, across, at, seed) in ends {
        let down = wanted.max(free);
        label(svg, "note", (across, down), format_args!("run {}, seed {seed}", at + 1));
        free = down + LINE;
    }
}
