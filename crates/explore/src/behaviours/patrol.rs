//! The patrol: runs that are checked and then forgotten, once there is little left to learn.
//!
//! When all drafts are done, most further calls only confirm what is known. Storing each of them, fitting courses
//! through them and reporting them in the end would take far longer than making them. So the patrol runs many inputs,
//! checks whether what is known explains their outcomes, and hands only the unexplained ones over to the search.

use autobva_core::behaviour::Number;

use super::crossing::Way;
use super::*;
use crate::samplers::{BitUniform, IntegerRange, Sampler, integer_between};
use crate::strategies::lines::constants;

/// The state of the patrol.
#[derive(Default)]
pub struct Patrol {
    /// Buffers that every round reuses.
    inputs: Vec<Input>,
    outcomes: Vec<Outcome>,
    /// How often a gap between two wordings was handed over to the search.
    handed: HashMap<Key, u32, FixedState>,
    /// How many runs were kept although nothing was new.
    doubtful: u64,
    /// For each numeric argument, a few constants spread over its range.
    constants: Vec<Option<Vec<Integer>>>,
    /// The gaps of the first tracks.
    gaps: Vec<Gaps>,
}

/// The gaps of a track, with cumulative weights, as of a number of samples.
#[derive(Default)]
struct Gaps {
    samples: usize,
    weights: Vec<(f64, u32)>,
}

/// A part of a round: places along one line.
struct Beat {
    axis: Axis,
    base: Input,
    places: Vec<Integer>,
    /// The track whose gaps contain the places, and the index of the sample before each place.
    within: Option<(usize, Vec<u32>)>,
    /// Whether it looks for more places of a known change.
    is_for_rules: bool,
}

/// How an outcome relates to what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum News {
    Nothing,
    /// It may improve a rule or a course.
    Doubtful,
    Sure,
}

impl BehaviourSearch {
    /// Whether the patrol makes the further calls.
    pub(super) fn is_on_patrol(&self) -> bool {
        let Some(first) = self.tracks.first() else { return false };
        if self.is_saturated() {
            return false;
        }
        match self.is_one_number() {
            true => (&first.line.ends.1 - &first.line.ends.0) > Integer::Small(self.tuning.small_domain),
            false => {
                let kept =
                    if self.has_parts { self.tuning.kept_per_structure } else { self.tuning.kept_per_number };
                self.runs.len() >= kept * self.arguments
            }
        }
    }

    /// Whether the target takes a single number.
    fn is_one_number(&self) -> bool {
        self.arguments == 1 && self.tracks[0].axis().is_number()
    }

    /// Runs a round of inputs, and hands over to the search what nothing explains.
    pub(super) fn patrol(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut patrol = std::mem::take(&mut self.patrol);
        let result = self.patrol_with(&mut patrol, probe);
        self.patrol = patrol;
        result
    }

    fn patrol_with(&mut self, patrol: &mut Patrol, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let (mut beats, mut count, mut idle) = (Vec::new(), 0, 0);
        // All outcomes of a round are in memory at once.
        let round = self.runs.at_once(self.tuning.patrol_round);
        while count < round && idle < self.tuning.most_idle {
            let room = round - count;
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

    /// Chooses the next places: in the gaps of a first track, or along another line.
    fn beat(&mut self, patrol: &mut Patrol, room: usize, probe: &mut Probe<'_>) -> Option<Beat> {
        let first = probe.random().random_range(0..self.arguments.min(self.tracks.len()));
        if self.is_one_number() || probe.random().random_range(0..8u8) == 0 {
            let count = if self.is_one_number() { room } else { room.min(self.tuning.patrol_round / 16) };
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
        places.sort();
        places.dedup();
        places.truncate(places.partition_point(|place| *place <= line.ends.1));
        places.drain(..places.partition_point(|place| *place < line.ends.0));
        let base = line.strands.swap_remove(0);
        Some(Beat { axis, base, places, within: None, is_for_rules })
    }

    /// Places spread over a line: constants, places of known changes, and random ones.
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
        let first = probe.random().random_range(0..=learned.len().saturating_sub(self.tuning.patrol_learned));
        places.extend(learned.iter().skip(first).take(self.tuning.patrol_learned).cloned());
        let range = inside(&line.ends.0, &line.ends.1);
        let is_whole = matches!(line.strands[0][argument], Value::Int(_));
        places.extend((0..self.tuning.patrol_drawn).map(|_| drawn(&range, is_whole, probe)));
        places
    }

    /// Draws places in the gaps of a track, more of them in gaps that are wide relative to their distance from zero.
    fn beat_within(&self, index: usize, count: usize, patrol: &mut Patrol, probe: &mut Probe<'_>) -> Beat {
        let track = &self.tracks[index];
        patrol.gaps.resize_with(self.arguments, Gaps::default);
        let gaps = &mut patrol.gaps[index];
        if gaps.samples != track.samples.len() {
            *gaps = Gaps::of(track);
        }
        let whole = gaps.weights.last().map_or(0.0, |(sum, _)| *sum);
        let (mut places, mut before) = (Vec::with_capacity(count), Vec::with_capacity(count));
        // Equal distances along the sum of weights give every gap its share in every round.
        let shift = probe.random().random_range(0.0..1.0);
        let is_whole = matches!(track.axis().path.value(&track.line.strands[0]), Some(Value::Int(_)));
        let (mut gap, mut range) = (0, None);
        for step in 0..count {
            let at = (step as f64 + shift) / count as f64 * whole;
            while gap + 1 < gaps.weights.len() && gaps.weights[gap].0 < at {
                (gap, range) = (gap + 1, None);
            }
            let Some((_, left)) = gaps.weights.get(gap) else { break };
            let at = *left as usize;
            let range =
                range.get_or_insert_with(|| inside(&track.samples[at].place, &track.samples[at + 1].place));
            places.push(drawn(range, is_whole, probe));
            before.push(*left);
        }
        let base = track.line.strands[0].clone();
        Beat { axis: track.axis().clone(), base, places, within: Some((index, before)), is_for_rules: false }
    }

    /// Makes the inputs of a beat, from index `from` of the buffer on, without those that were run before. Returns
    /// their number.
    fn make_inputs(&self, beat: &mut Beat, from: usize, patrol: &mut Patrol) -> usize {
        let mut made = 0;
        let mut is_new = Vec::with_capacity(beat.places.len());
        let keys = LineKeys::through(&beat.base, beat.axis.argument());
        for place in &beat.places {
            let at = from + made;
            if patrol.inputs.len() == at {
                patrol.inputs.push(Input::default());
            }
            let input = &mut patrol.inputs[at];
            input.clone_from(&beat.base);
            beat.axis.set(input, place.clone());
            let is_known = self.runs.may_know(keys.key(input)) || self.exceeding.avoids(input);
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

    /// Checks the outcomes of a beat, whose inputs begin at index `from` of the buffer.
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
                let may_keep = patrol.doubtful * self.tuning.doubtful_share < self.calls;
                if news == News::Sure || news == News::Doubtful && may_keep {
                    let doubtful = if news == News::Doubtful { beat.places.len() } else { 0 };
                    patrol.doubtful += doubtful as u64;
                    self.hand_over(&beat.axis, &beat.base, &beat.places, from, patrol, probe);
                }
            }
        }
    }

    /// Whether the outcome at index `at` of the buffer agrees with the stretch around it, or with one of the two
    /// stretches on either side. `stretch` is the index of the stretch of the previous place, and is advanced.
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
            // This is a gap between two stretches; there are more such gaps than can be squeezed.
            return here.wording == told
                || stretches.get(*stretch + 1).is_some_and(|next| next.wording == told);
        }
        if here.wording != told {
            return false;
        }
        let x = axis.path.value(input).map_or(0.0, |value| axis.motion.number(value));
        let slots = self.runs.parsed_slots();
        let known = |slot: usize| [left, left + 1].map(|at| self.runs.run(track.samples[at].run).slots[slot]);
        (0..here.fits.len().min(slots.len()))
            .all(|slot| here.fits[slot].meets(x, slots[slot], || known(slot)))
    }

    /// What is new in the outcomes along a line.
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
                    if self.met.get(&key).is_none_or(|met| met.times < self.tuning.patrol_known) {
                        let handed = patrol.handed.entry(key).or_default();
                        *handed += 1;
                        if *handed <= self.tuning.patrol_known {
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

    /// Stores runs from the buffer and starts a track along their line, so that the search takes over.
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

/// The first two points of each slot on a line, to check whether further points lie on the same straight line.
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

/// The relative rounding error of computed floats.
const NOISE: f64 = 1e-9;

/// The places between two others, or the one behind the first if there are none.
fn inside(lo: &Integer, hi: &Integer) -> IntegerRange {
    let (lo, hi) = (lo + &Integer::ONE, hi - &Integer::ONE);
    let hi = hi.max(lo.clone());
    IntegerRange::new(lo, hi)
}

/// One of some places: of random magnitude for whole numbers, uniform for floats, whose places go by magnitude already.
fn drawn(range: &IntegerRange, by_magnitude: bool, probe: &mut Probe<'_>) -> Integer {
    match by_magnitude {
        _ if range.lo == range.hi => range.lo.clone(),
        true => BitUniform.integer(range, probe.random()),
        false => integer_between(&range.lo, &range.hi, probe.random()),
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
