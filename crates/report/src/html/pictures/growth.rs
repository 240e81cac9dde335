//! Candidates found over calls, a line for each run.

use super::super::markup::{Attributes, Markup, Px};
use super::super::page::Page;
use super::figure::{Drawing, Figure, across, entry, label, stroke, upwards};
use super::scale::Linear;
use crate::dossier::RunRecord;
use crate::text::figures::{counted, thousands};

const LEFT: f64 = 58.0;
/// Room for the numbers of the runs.
const MARGIN: f64 = 26.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 226.0;
/// More runs cannot be told apart; those before share a line style.
const MOST_RUNS: usize = 12;
const STYLES: usize = 6;

/// The runs with their numbers, those that are told apart last.
struct Runs<'a> {
    earlier: Vec<(usize, &'a RunRecord)>,
    told_apart: Vec<(usize, &'a RunRecord)>,
    calls: f64,
    candidates: f64,
}

/// Writes the picture.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    let Some(runs) = Runs::of(page) else { return };
    let description = runs.all().map(|(number, run)| in_words(number, run)).collect::<Vec<_>>().join(" ");
    let figure = Figure {
        id: "growth",
        title: "Candidates found over calls",
        description: &description,
        caption: "A line that is still rising at its end says that a longer run would find more.",
    };
    figure.write(markup, &runs);
}

impl<'a> Runs<'a> {
    fn of(page: &Page<'a>) -> Option<Runs<'a>> {
        let numbered = page.dossier.runs.iter().enumerate().map(|(at, run)| (at + 1, run));
        let mut earlier: Vec<_> = numbered.filter(|(_, run)| !run.growth.is_empty()).collect();
        let moments = || earlier.iter().flat_map(|(_, run)| &run.growth);
        let candidates = moments().map(|moment| moment.candidates).max()? as f64;
        let calls = moments().map(|moment| moment.calls).max()? as f64;
        let told_apart = earlier.split_off(earlier.len().saturating_sub(MOST_RUNS));
        Some(Runs { earlier, told_apart, calls, candidates })
    }

    fn all(&self) -> impl Iterator<Item = (usize, &'a RunRecord)> {
        self.earlier.iter().chain(&self.told_apart).copied()
    }

    /// The number of each run beside the end of its line, if there are several, where there is room.
    fn number_ends(&self, svg: &mut Markup, x: &Linear, y: &Linear) {
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let several = if self.told_apart.len() > 1 { &self.told_apart[..] } else { &[] };
        for (number, run) in several.iter().rev() {
            let Some(last) = run.growth.last() else { continue };
            let at = (x.at(last.calls as f64) + 4.0, y.at(last.candidates as f64) + 4.0);
            let places = [0.0, 12.0, -12.0].map(|shift| (at.0, at.1 + shift));
            // Below the axis stand its labels.
            let free = |place: &&(f64, f64)| {
                place.1 <= BOTTOM + 4.0
                    && taken.iter().all(|t| (t.0 - place.0).abs() > 16.0 || (t.1 - place.1).abs() > 11.0)
            };
            if let Some(&place) = places.iter().find(free) {
                label(svg, "tag", place, number);
                taken.push(place);
            }
        }
    }
}

impl Drawing for Runs<'_> {
    fn height(&self, _: f64) -> f64 {
        BOTTOM + 42.0
    }

    fn draw(&self, svg: &mut Markup, width: f64) {
        let right = width - MARGIN;
        let x = Linear::new(self.calls, (LEFT, right));
        let y = Linear::new(self.candidates, (BOTTOM, TOP));
        let widest = thousands(self.calls as u64).len() as f64 * 10.0;
        upwards(svg, &y.ticks(34.0), (LEFT, right));
        across(svg, &x.ticks(widest + 14.0), (TOP, BOTTOM));
        label(svg, "axis middle", ((LEFT + right) / 2.0, BOTTOM + 36.0), "calls");
        label(svg, "axis", (0.0, 11.0), "candidates");
        for (_, run) in &self.earlier {
            draw_run(svg, "series earlier", run, (&x, &y));
        }
        for (at, (_, run)) in self.told_apart.iter().enumerate() {
            draw_run(svg, &style(at), run, (&x, &y));
        }
        self.number_ends(svg, &x, &y);
    }

    fn write_legend(&self, markup: &mut Markup) {
        if self.told_apart.len() < 2 {
            return;
        }
        const KEY: (f64, f64) = (34.0, 12.0);
        markup.within("ul", &[("class", &"legend")], |list| {
            if let (Some((first, _)), Some((last, _))) = (self.earlier.first(), self.earlier.last()) {
                let key = |svg: &mut Markup| stroke(svg, "series earlier", (0.0, 6.0), (KEY.0, 6.0));
                entry(list, KEY, key, format_args!("runs {first} to {last}"));
            }
            for (at, (number, run)) in self.told_apart.iter().enumerate() {
                let key = |svg: &mut Markup| {
                    let attributes: &Attributes = &[("class", &style(at)), ("d", &"M0 6H34")];
                    svg.leaf("path", attributes);
                };
                entry(list, KEY, key, format_args!("run {number}, seed {}: {}", run.info.seed, found(run)));
            }
        });
    }
}

/// The line style of a run: colours come again with other dashes.
fn style(at: usize) -> String {
    format!("series s{} dash{}", at % STYLES, (at + at / STYLES) % STYLES)
}

/// `63 candidates in 900 calls`.
fn found(run: &RunRecord) -> String {
    let Some(last) = run.growth.last() else { return String::new() };
    let candidates = counted(last.candidates as usize, "candidate");
    format!("{candidates} in {}", counted(last.calls as usize, "call"))
}

fn in_words(number: usize, run: &RunRecord) -> String {
    let Some(last) = run.growth.last() else { return String::new() };
    let half = run.growth.iter().find(|moment| 2 * moment.candidates >= last.candidates);
    let half = thousands(half.map_or(last.calls, |moment| moment.calls));
    format!("Run {number} found {}, half of them within {half}.", found(run))
}

/// A step line: a candidate is there from the moment that it was found.
fn draw_run(svg: &mut Markup, class: &str, run: &RunRecord, (x, y): (&Linear, &Linear)) {
    let mut path = format!("M{} {}", Px(x.at(0.0)), Px(y.at(0.0)));
    for moment in &run.growth {
        path += &format!("H{}V{}", Px(x.at(moment.calls as f64)), Px(y.at(moment.candidates as f64)));
    }
    let attributes: &Attributes = &[("class", &class), ("d", &path)];
    svg.leaf("path", attributes);
}
