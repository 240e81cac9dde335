//! Formulas of two numbers: `rate · (1.5 · hours - 20)`. Along one argument a number lies on a line; where the slope and the
//! offset of that line each lie on a line along another argument, the two arguments together say what the number is.

use std::cell::RefCell;
use std::collections::HashMap;

use autobva_core::behaviour::{Course, Fit};
use autobva_core::{MomentKind, Motion, Value};

use super::super::runs::{RunId, Runs, WordingId};
use super::super::track::Track;
use super::courses::{short, times};

/// A line needs at least 8 samples that are 64 apart, since rounding shows no less; and a formula lines at 4 values of the other
/// argument that are clearly different: three may agree by chance.
const LEAST_SAMPLES: usize = 8;
const LEAST_SPAN: f64 = 64.0;
const LEAST_LINES: usize = 4;
const NEAR: f64 = 1e-6;
/// At most 40 lines of a slot are compared, the nearest of the first 160.
const MOST_LINES: usize = 40;
const MOST_KEPT: usize = 160;
/// Beyond, a hundredth is lost in the error of floats, and lines agree that have nothing in common.
const LARGEST: f64 = 1e8;
/// The relative error of slopes and offsets that floats were divided and subtracted for.
const NOISE: f64 = 1e-10;

/// A slot of a wording along an argument.
type Key = (usize, WordingId, usize);

/// Values of the other argument, each with the slope and the offset of the line there.
type Others = Vec<(f64, [f64; 2])>;

/// At how many values of another argument a line is on a plane with others, and how slope and offset grow with that argument.
type Plane = Option<(usize, [f64; 2])>;

/// The lines around a value of another argument.
struct Around {
    nearest: Others,
    /// The same from the least value on.
    upwards: Others,
    /// The planes that were looked for, by the line through that value: many lines there are the same one.
    planes: HashMap<[u64; 2], Plane>,
}

/// The exact lines that were seen.
#[derive(Default)]
pub struct Lines {
    /// One run on each line, its slope and its offset.
    all: HashMap<Key, Vec<(RunId, [f64; 2])>>,
    /// What is around each value of another argument that was asked for.
    around: RefCell<HashMap<(Key, usize, u64), Around>>,
}

impl Lines {
    pub fn of(tracks: &[Track], runs: &Runs) -> Lines {
        let mut found = Lines::default();
        for track in tracks {
            let axis = track.axis();
            let is_number = axis.motion == Motion::Number && axis.path.is_whole();
            for stretch in track.stretches().iter().filter(|_| is_number) {
                let is_sure = stretch.to - stretch.from + 1 >= LEAST_SAMPLES;
                let run = track.samples[stretch.from].run;
                let [first, last] = [stretch.from, stretch.to].map(|at| track.samples[at].number);
                for (slot, fit) in stretch.fits.iter().enumerate().filter(|_| is_sure) {
                    if let Fit::Linear { slope, offset, quantum: 0.0 } = *fit
                        && slope.abs().max(offset.abs()) <= LARGEST
                        && runs.run(run).input.len() > 1
                        && (slope * (last - first)).abs() >= LEAST_SPAN
                    {
                        let key = (axis.argument(), stretch.wording, slot);
                        let lines = found.all.entry(key).or_default();
                        if lines.len() < MOST_KEPT {
                            lines.push((run, [slope, offset]));
                        }
                    }
                }
            }
        }
        found
    }

    /// The formula that the line of a slot through a run belongs to, if the lines at enough values of another argument do.
    pub fn formula(
        &self,
        key: Key,
        run: RunId,
        line: [f64; 2],
        names: &[&str],
        runs: &Runs,
    ) -> Option<Course> {
        let all = self.all.get(&key)?;
        let most = (0..names.len()).filter(|other| *other != key.0).filter_map(|other| {
            let here = number(&runs.run(run).input[other])?;
            let mut known = self.around.borrow_mut();
            let around = known
                .entry((key, other, here.to_bits()))
                .or_insert_with(|| Around::of(here, other, all, runs));
            let (met, growth) = around.plane(here, line)?;
            let size = line[0].abs().max(line[1].abs());
            let at_zero = [0, 1].map(|i| line[i] - growth[i] * here);
            let at_zero = at_zero.map(|n| if n.abs() <= NOISE * size { 0.0 } else { n });
            (met >= LEAST_LINES && growth != [0.0; 2]).then_some((met, other, growth, at_zero))
        });
        let (_, other, [product, second], [first, offset]) = most.max_by_key(|(met, ..)| *met)?;
        let of = [key.0, other].map(|at| names[at].to_string());
        let [product, first, second, offset] = [product, first, second, offset].map(short);
        let (of, first, second) = match key.0 < other {
            true => (of, first, second),
            false => ([of[1].clone(), of[0].clone()], second, first),
        };
        Some(Course::Bilinear { of, product, first, second, offset })
    }
}

impl Around {
    fn of(here: f64, other: usize, all: &[(RunId, [f64; 2])], runs: &Runs) -> Around {
        let value = |run: RunId| number(&runs.run(run).input[other]);
        let mut nearest: Others = all.iter().filter_map(|(run, line)| Some((value(*run)?, *line))).collect();
        nearest.sort_by(|a, b| (a.0 - here).abs().total_cmp(&(b.0 - here).abs()));
        nearest.dedup();
        nearest.truncate(MOST_LINES);
        let mut upwards = nearest.clone();
        upwards.sort_by(|a, b| a.0.total_cmp(&b.0));
        Around { nearest, upwards, planes: HashMap::new() }
    }

    /// The plane through a line that the most other lines are on.
    fn plane(&mut self, here: f64, line: [f64; 2]) -> Plane {
        let Around { nearest, upwards, planes } = self;
        *planes.entry(line.map(f64::to_bits)).or_insert_with(|| {
            let size = line[0].abs().max(line[1].abs());
            let plane = |(at, there): &(f64, [f64; 2])| {
                // What floats lose when large ones are added is no growth.
                let noise = NOISE * there.iter().fold(size, |most, n| most.max(n.abs()));
                let grown =
                    [0, 1].map(|i| there[i] - line[i]).map(|n| if n.abs() <= noise { 0.0 } else { n });
                let growth = grown.map(|n| n / (at - here));
                (lines_met(upwards, here, line, growth, size), growth)
            };
            let planes = nearest.iter().filter(|(at, _)| *at != here).map(plane);
            planes.max_by_key(|(met, _)| *met)
        })
    }
}

/// At how many values of the other argument the lines are those that a line and its growth lead to. Values that are near each
/// other count once.
fn lines_met(upwards: &[(f64, [f64; 2])], here: f64, line: [f64; 2], growth: [f64; 2], size: f64) -> usize {
    let (mut met, mut last): (usize, Option<f64>) = (0, None);
    for (at, there) in upwards {
        let is_on = |i: usize| {
            let expected = line[i] + growth[i] * (at - here);
            (there[i] - expected).abs() <= NOISE * size.max(expected.abs())
        };
        if is_on(0) && is_on(1) && last.is_none_or(|last| (at - last).abs() > NEAR * at.abs()) {
            (met, last) = (met + 1, Some(*at));
        }
    }
    met
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(int) if !int.is_bool() => Some(int.number().to_f64()),
        Value::Float(float) => Some(float.value()).filter(|value| value.is_finite()),
        Value::Moment(moment) if moment.kind() == MomentKind::Date => Some(moment.number() as f64),
        _ => None,
    }
}

/// The formula with a common factor taken out, if there is one.
pub(super) fn told([x, y]: &[String; 2], product: &str, first: &str, second: &str, offset: &str) -> String {
    let both = format!("{x} · {y}");
    match (first, second, offset) {
        ("0", "0", "0") => times(product, &both),
        ("0", _, "0") if product != "0" => format!("{y} · ({})", sum(&[(product, x), (second, "")])),
        (_, "0", "0") if product != "0" => format!("{x} · ({})", sum(&[(product, y), (first, "")])),
        _ => sum(&[(product, &both), (first, x), (second, y), (offset, "")]),
    }
}

/// A sum that begins with a positive term if there is one.
fn sum(terms: &[(&str, &str)]) -> String {
    let mut terms: Vec<&(&str, &str)> = terms.iter().filter(|(factor, _)| *factor != "0").collect();
    terms.sort_by_key(|(factor, _)| factor.starts_with('-'));
    let told = |factor: &str, of: &str| if of.is_empty() { factor.to_string() } else { times(factor, of) };
    let mut text = String::new();
    for (factor, of) in terms {
        match (text.is_empty(), factor.strip_prefix('-')) {
            (true, _) => text = told(factor, of),
            (false, Some(less)) => text.push_str(&format!(" - {}", told(less, of))),
            (false, None) => text.push_str(&format!(" + {}", told(factor, of))),
        }
    }
    text
}
