//! The patrol: calls that are looked at and forgotten, once there is little left to learn.
//!
//! When all drafts are done, most further calls only confirm what is known. To keep each of them, to fit courses through them
//! and to tell them in the end would take far longer than to make them. So a patrol runs many inputs, asks of each whether what
//! is known explains its outcome, and hands only those over to the search that it does not explain.

use autobva_core::behaviour::Number;

use super::crossing::Way;
use super::*;
use crate::samplers::{BitUniform, IntegerRange, Sampler, integer_between};
use crate::strategies::lines::constants;

/// Inputs that are run at a time: enough for every job, and few enough for the caches of a processor.
const ROUND: usize = 2_048;
/// So many runs are kept for each argument, whatever they show, where several decide together: rules are made from them. Texts and
/// lists have many ways to move, of which each may have limits of its own.
const KEPT_PER_NUMBER: usize = 5_000;
const KEPT_PER_STRUCTURE: usize = 20_000;
/// A domain of at most so many values is run to its end, each value once.
const SMALL_DOMAIN: i128 = 1 << 17;
/// A change that was met so often is known.
const KNOWN: u32 = 12;
/// Of so many calls, one may be kept in which nothing is new but that may tell more of a rule or of a course.
const DOUBTFUL_SHARE: u64 = 64;
/// Places of a line that are drawn at random: more than there are of constants and of places where changes were met, because
/// those were mostly looked at before.
const DRAWN: usize = 40;
/// Of the places where changes were met, so many are looked at along one line.
const LEARNED: usize = 16;

/// What a patrol has at hand.
#[derive(Default)]
pub struct Patrol {
    /// Buffers that are used again in every round.
    inputs: Vec<Input>,
    outcomes: Vec<Outcome>,
    /// How often a gap between two wordings was handed over.
    handed: HashMap<Key, u32, FixedState>,
    /// How many runs were kept although nothing was new.
    doubtful: u64,
    /// Few places all over each argument that is a number.
    constants: Vec<Option<Vec<Integer>>>,
    /// The gaps of the first tracks.
    gaps: Vec<Gaps>,
}

/// The gaps of a track with so many samples, and how much attention they get, added up.
#[derive(Default)]
struct Gaps {
    samples: usize,
    weights: Vec<(f64, u32)>,
}

/// Part of a round: places along one line.
struct Beat {
    axis: Axis,
    base: Input,
    places: Vec<Integer>,
    /// The track whose gaps the places are in, and the last sample before each of them.
    within: Option<(usize, Vec<u32>)>,
    /// Whether it looks for more places of a change that is known.
    is_for_rules: bool,
}

/// What an outcome is to those that were met before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum News {
    Nothing,
    /// It may tell more of a rule or a course.
    Doubtful,
    Sure,
}

impl BehaviourSearch {
    /// Whether further calls are a patrol's.
    pub(super) fn is_on_patrol(&self) -> bool {
        let Some(first) = self.tracks.first() else { return false };
        if self.is_saturated() {
            return false;
        }
        match self.is_one_number() {
            true => (&first.line.ends.1 - &first.line.ends.0) > Integer::Small(SMALL_DOMAIN),
            false => {
                let kept = if self.has_parts { KEPT_PER_STRUCTURE } else { KEPT_PER_NUMBER };
                self.runs.len() >= kept * self.arguments
            }
        }
    }

    /// Whether the target takes a single number.
    fn is_one_number(&self) -> bool {
        self.arguments == 1 && self.tracks[0].axis().is_number()
    }

    /// Runs a round of inputs and hands over to the search what nothing explains.
    pub(super) fn patrol(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut patrol = std::mem::take(&mut self.patrol);
        let result = self.patrol_with(&mut patrol, probe);
        self.patrol = patrol;
        result
    }

    fn patrol_with(&mut self, patrol: &mut Patrol, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let (mut beats, mut count, mut idle) = (Vec::new(), 0, 0);
        while count < ROUND && idle < MOST_IDLE {
            let room = ROUND - count;
            let Some(mut beat) = self.beat(patrol, room, probe) else {
                idle += 1;
                continue;
            };
            let made = self.make_inputs(&mut beat, count, patrol);
            if made > 0 {
                beats.push((count, beat));
            }
            idle += usize::from(made == 0);
            count += made;
        }
        patrol.outcomes.resize_with(patrol.inputs.len(), Outcome::default);
        if count == 0 {
            return Err(Halt::Exhausted);
        }
        let done = probe.execute_batch(&patrol.inputs[..count], &mut patrol.outcomes[..count])?;
        self.calls += done as u64;
        for (from, beat) in beats {
            if from + beat.places.len() <= done {
                self.look_over(beat, from, patrol, probe);
            }
        }
        Ok(())
    }

    /// Where to go next: into the gaps of a first track, or along a line that was not looked at yet.
    fn beat(&mut self, patrol: &mut Patrol, room: usize, probe: &mut Probe<'_>) -> Option<Beat> {
        let first = probe.random().random_range(0..self.arguments.min(self.tracks.len()));
        if self.is_one_number() || probe.random().random_range(0..8u8) == 0 {
            let count = if self.is_one_number() { room } else { room.min(ROUND / 16) };
            return self.tracks[first]
                .axis()
                .is_number()
                .then(|| self.beat_within(first, count, patrol, probe));
        }
        let elsewhere = probe.random().random_range(0..2u8) == 0;
        let draft = elsewhere.then(|| self.elsewhere(probe)).flatten();
        let draft = draft.or_else(|| draft::through_some_input(&self.runs, self.arguments, probe))?;
        let is_for_rules = draft.look.is_none();
        let Draft { axis, base, look, extra } = draft;
        if !axis.is_of(&base) {
            return None;
        }
        let mut line = Line::along(axis.clone(), base, probe.signature());
        seeds::extend_to_specials(&mut line);
        let mut places = extra;
        if look.is_some() {
            places.extend(self.all_over(&line, &axis, patrol, probe));
        }
        places.retain(|place| line.holds(place));
        places.sort();
        places.dedup();
        let base = line.strands.swap_remove(0);
        Some(Beat { axis, base, places, within: None, is_for_rules })
    }

    /// Places all over a line: constants, where changes were met, and some at random.
    fn all_over(&self, line: &Line, axis: &Axis, patrol: &mut Patrol, probe: &mut Probe<'_>) -> Vec<Integer> {
        if !axis.is_number() || !axis.path.is_whole() {
            return places(line, &Track::new(line.clone()), Look::Sparse);
        }
        let argument = axis.argument();
        patrol.constants.resize(self.arguments, None);
        let known = patrol.constants[argument]
            .get_or_insert_with(|| constants::sparse(axis.motion, &line.strands[0][argument], &line.ends));
        let mut places = known.clone();
        let learned = &self.learned[argument];
        let first = probe.random().random_range(0..=learned.len().saturating_sub(LEARNED));
        places.extend(learned.iter().skip(first).take(LEARNED).cloned());
        let (lo, hi) = &line.ends;
        let is_whole = matches!(line.strands[0][argument], Value::Int(_));
        places.extend((0..DRAWN).map(|_| drawn(lo, hi, is_whole, probe)));
        places
    }

    /// Places in the gaps of a track, more in those that are wide for their distance from zero.
    fn beat_within(&self, index: usize, count: usize, patrol: &mut Patrol, probe: &mut Probe<'_>) -> Beat {
        let track = &self.tracks[index];
        patrol.gaps.resize_with(self.arguments, Gaps::default);
        let gaps = &mut patrol.gaps[index];
        if gaps.samples != track.samples.len() {
            *gaps = Gaps::of(track);
        }
        let whole = gaps.weights.last().map_or(0.0, |(sum, _)| *sum);
        let (mut places, mut before) = (Vec::new(), Vec::new());
        // At equal distances along the sum, so that every gap gets its share in every round.
        let shift = probe.random().random_range(0.0..1.0);
        let is_whole = matches!(track.axis().path.value(&track.line.strands[0]), Some(Value::Int(_)));
        let mut gap = 0;
        for step in 0..count {
            let at = (step as f64 + shift) / count as f64 * whole;
            while gap + 1 < gaps.weights.len() && gaps.weights[gap].0 < at {
                gap += 1;
            }
            let Some((_, left)) = gaps.weights.get(gap) else { break };
            let [lo, hi] = [0, 1].map(|by| &track.samples[*left as usize + by].place);
            places.push(drawn(lo, hi, is_whole, probe));
            before.push(*left);
        }
        let base = track.line.strands[0].clone();
        Beat { axis: track.axis().clone(), base, places, within: Some((index, before)), is_for_rules: false }
    }

    /// Makes the inputs of a beat, from a place of the buffer on; those that were run before are left out. How many there are.
    fn make_inputs(&self, beat: &mut Beat, from: usize, patrol: &mut Patrol) -> usize {
        let mut made = 0;
        let mut is_new = Vec::with_capacity(beat.places.len());
        for place in &beat.places {
            let at = from + made;
            if patrol.inputs.len() == at {
                patrol.inputs.push(Input::default());
            }
            let input = &mut patrol.inputs[at];
            input.clone_from(&beat.base);
            beat.axis.set(input, place.clone());
            let is_known = self.runs.may_know(input);
            made += usize::from(!is_known);
            is_new.push(!is_known);
        }
        if made < beat.places.len() {
            let mut keep = is_new.iter();
            beat.places.retain(|_| *keep.next().unwrap_or(&false));
            if let Some((_, before)) = &mut beat.within {
                let mut keep = is_new.iter();
                before.retain(|_| *keep.next().unwrap_or(&false));
            }
        }
        made
    }

    /// Looks at what a beat has brought, whose inputs begin at a place of the buffer.
    fn look_over(&mut self, beat: Beat, from: usize, patrol: &mut Patrol, probe: &mut Probe<'_>) {
        match &beat.within {
            Some((track, before)) => {
                let index = *track;
                self.tracks[index].read(&self.runs);
                let mut stretch = 0;
                for (step, (place, left)) in beat.places.iter().zip(before).enumerate() {
                    let at = from + step;
                    if !self.is_explained(index, *left as usize, &mut stretch, &beat.axis, at, patrol) {
                        self.hand_over(
                            &beat.axis,
                            &beat.base,
                            std::slice::from_ref(place),
                            at,
                            patrol,
                            probe,
                        );
                    }
                }
            }
            None => {
                let news = self.news(&beat, from, patrol);
                let may_keep = patrol.doubtful * DOUBTFUL_SHARE < self.calls;
                if news == News::Sure || news == News::Doubtful && may_keep {
                    let doubtful = if news == News::Doubtful { beat.places.len() } else { 0 };
                    patrol.doubtful += doubtful as u64;
                    self.hand_over(&beat.axis, &beat.base, &beat.places, from, patrol, probe);
                }
            }
        }
    }

    /// Whether the outcome at a place of the buffer is what the stretch makes of it that it lies in, or one of the two that it
    /// lies between. `stretch` is the one of the place before.
    fn is_explained(
        &mut self,
        index: usize,
        left: usize,
        stretch: &mut usize,
        axis: &Axis,
        at: usize,
        patrol: &Patrol,
    ) -> bool {
        let (input, outcome) = (&patrol.inputs[at], &patrol.outcomes[at]);
        let Some(told) = self.runs.recognise(input, outcome) else { return false };
        let track = &self.tracks[index];
        let stretches = track.stretches();
        while stretches.get(*stretch + 1).is_some_and(|next| next.from <= left) {
            *stretch += 1;
        }
        let Some(here) = stretches.get(*stretch).filter(|here| here.from <= left) else { return false };
        if here.to == left {
            // The gap between two stretches, of which there are more than can be squeezed.
            return here.wording == told
                || stretches.get(*stretch + 1).is_some_and(|next| next.wording == told);
        }
        if here.wording != told {
            return false;
        }
        let x = axis.path.value(input).map_or(0.0, |value| axis.motion.number(value));
        let slots = self.runs.parsed_slots();
        here.fits.iter().zip(slots).enumerate().all(|(slot, (fit, y))| {
            fit.meets(x, *y, || [left, left + 1].map(|at| self.runs.run(track.samples[at].run).slots[slot]))
        })
    }

    /// What is new in the outcomes of a line.
    fn news(&mut self, beat: &Beat, from: usize, patrol: &mut Patrol) -> News {
        let mut news = if beat.is_for_rules { News::Doubtful } else { News::Nothing };
        let mut before: Option<WordingId> = None;
        let mut straight = Straight::default();
        for at in from..from + beat.places.len() {
            let (input, outcome) = (&patrol.inputs[at], &patrol.outcomes[at]);
            let Some(told) = self.runs.recognise(input, outcome) else { return News::Sure };
            match before.replace(told).filter(|before| *before != told) {
                Some(before) => {
                    let (argument, way) = (beat.axis.argument(), Way::of(&beat.axis));
                    let key = Key { argument, way, from: before, to: told };
                    if self.met.get(&key).is_none_or(|met| met.times < KNOWN) {
                        let handed = patrol.handed.entry(key).or_default();
                        *handed += 1;
                        if *handed <= KNOWN {
                            news = News::Sure;
                        }
                    }
                    straight.points.clear();
                }
                None if news == News::Nothing && !self.runs.is_free(told) => {
                    let x = beat.axis.path.value(input).map_or(0.0, |value| beat.axis.motion.number(value));
                    if !straight.goes_on(x, self.runs.parsed_slots()) {
                        news = News::Doubtful;
                    }
                }
                None => {}
            }
        }
        news
    }

    /// Keeps runs of the buffer and drafts the line that they are on, so that the search takes it up.
    fn hand_over(
        &mut self,
        axis: &Axis,
        base: &Input,
        places: &[Integer],
        from: usize,
        patrol: &mut Patrol,
        probe: &mut Probe<'_>,
    ) {
        for at in from..from + places.len() {
            let (input, outcome) = (patrol.inputs[at].clone(), patrol.outcomes[at].clone());
            let key = runs::key(&input);
            if self.runs.known_by(key, &input).is_none() {
                let run = self.runs.add(key, input, outcome);
                self.mentions.read(run, &self.runs);
            }
        }
        self.start(Draft { axis: axis.clone(), base: base.clone(), look: None, extra: places.into() }, probe);
    }
}

/// The first points of each slot on a line, to see whether further ones lie straight behind them.
#[derive(Default)]
struct Straight {
    points: Vec<(f64, Vec<f64>)>,
}

impl Straight {
    fn goes_on(&mut self, x: f64, slots: &[Number]) -> bool {
        match &self.points[..] {
            [] | [_] => self.points.push((x, slots.iter().map(|slot| slot.value).collect())),
            [(x0, first), (x1, second), ..] => {
                let along = (x - x0) / (x1 - x0);
                return slots.iter().enumerate().all(|(slot, y)| {
                    let (Some(y0), Some(y1)) = (first.get(slot), second.get(slot)) else { return false };
                    let there = y0 + along * (y1 - y0);
                    (y.value - there).abs() <= NOISE * there.abs().max(y.value.abs()).max(y0.abs())
                });
            }
        }
        true
    }
}

/// Floats that were calculated differ by so much for their size.
const NOISE: f64 = 1e-9;

/// A place between two others: of any magnitude along whole numbers, anywhere along floats, whose places go by magnitude.
fn drawn(lo: &Integer, hi: &Integer, by_magnitude: bool, probe: &mut Probe<'_>) -> Integer {
    let (lo, hi) = (lo + &Integer::ONE, hi - &Integer::ONE);
    if lo >= hi {
        return lo;
    }
    match by_magnitude {
        true => BitUniform.integer(&IntegerRange::new(lo, hi), probe.random()),
        false => integer_between(&lo, &hi, probe.random()),
    }
}

impl Gaps {
    fn of(track: &Track) -> Gaps {
        let mut sum = 0.0;
        let mut weights = Vec::new();
        for (at, pair) in track.samples.windows(2).enumerate() {
            let (lo, hi) = (pair[0].place.to_f64(), pair[1].place.to_f64());
            if hi - lo > 1.0 {
                sum += (hi - lo) / (1.0 + lo.abs().min(hi.abs()));
                weights.push((sum, at as u32));
            }
        }
        Gaps { samples: track.samples.len(), weights }
    }
}
