//! Follows crossings: further tracks through both sides, and searches for the same change elsewhere.

use super::*;
use crate::strategies::lines::constants;
use autobva_core::Float;

/// Texts of up to 16 characters are short; one that is twice as long is followed one rank later.
const SHORT: usize = 16;

fn long_by(input: &Input) -> u32 {
    let lengths = input.iter().filter_map(|value| Some(value.as_text()?.chars().count()));
    (lengths.max().unwrap_or(0) / SHORT + 1).ilog2()
}

impl BehaviourSearch {
    /// Drafts the tracks that follow from a crossing.
    pub(super) fn follow(&mut self, crossing: &Crossing, probe: &mut Probe<'_>) {
        let key = crossing.key();
        self.followed += 1;
        let met = self.met.entry(key.clone()).or_default();
        met.times += 1;
        let mut before = met.times;
        if met.met_at.len() < self.tuning.most_remembered {
            met.met_at.push((crossing.axis.clone(), crossing.left));
        }
        let is_new =
            met.places.len() < self.tuning.most_remembered && met.places.insert(crossing.place.clone());
        if is_new || before as usize <= self.tuning.most_per_track {
            let [left, right] = [crossing.left, crossing.right].map(|run| self.runs.run(run));
            probe.keep((&left.input, &left.outcome), (&right.input, &right.outcome));
        }
        if before == 1 {
            self.last_news = self.calls;
            self.kinds.push(key);
            self.note_behaviours(crossing, probe);
        }
        // As long as it is not known that texts are free, each of them is a wording of its own, and one length or one character
        // makes a difference between all of them.
        let moved = crossing.axis.path.value(&self.runs.run(crossing.left).input);
        if self.arguments == 1 && moved.is_some_and(|value| value.as_text().is_some()) {
            let kinds = [crossing.from, crossing.to].map(|wording| self.runs.kind_of(wording));
            let times =
                self.spots.entry((Way::of(&crossing.axis), crossing.place.clone(), kinds)).or_default();
            *times += 1;
            before = before.max(*times);
        }
        let argument = crossing.axis.argument();
        if let Motion::Count(_) = crossing.axis.motion {
            self.draft_between(crossing);
        }
        if crossing.axis.is_number() {
            for place in [crossing.place.clone(), &crossing.place + &Integer::ONE] {
                let learned = &mut self.learned[argument];
                if learned.len() < 64 && !learned.contains(&place) {
                    learned.push(place);
                }
            }
        }
        if before > 12 || self.arguments == 1 && crossing.axis.is_number() {
            return;
        }
        if before <= self.tuning.most_beside {
            self.draft_beside(crossing);
        }
        let rank = if before <= 2 { 1 } else { 2 + before };
        let long = if self.arguments == 1 { long_by(&self.runs.run(crossing.left).input) } else { 0 };
        let rank = rank + long;
        for side in [crossing.left, crossing.right] {
            let base = self.runs.run(side).input.clone();
            if !crossing.axis.is_number() {
                // Further conditions on the same text show along that text.
                self.draft_parts(&base, argument, rank);
            }
            for other in (0..self.arguments).filter(|other| *other != argument) {
                match before <= 2 {
                    true => self.draft_parts(&base, other, rank),
                    false => self.draft_lightly(&base, other, rank),
                }
            }
        }
        self.relocate(crossing, rank + 1, probe);
    }

    /// Drafts a track by days or seconds between two moments that are a month or an hour apart.
    fn draft_between(&mut self, crossing: &Crossing) {
        let [left, right] = [crossing.left, crossing.right].map(|run| &self.runs.run(run).input);
        let axis = Axis { path: crossing.axis.path.clone(), motion: Motion::Number };
        let extra = vec![axis.get(left), axis.get(right)];
        let draft = Draft { base: left.clone(), axis, look: None, extra };
        self.drafts.add(0, draft);
    }

    /// Drafts the neighbours of both sides along the other numeric arguments: where numbers are small, one step may
    /// pass several limits at once.
    fn draft_beside(&mut self, crossing: &Crossing) {
        for base in [crossing.left, crossing.right].map(|run| &self.runs.run(run).input) {
            for axis in (0..self.arguments).map(|argument| Axis::main(base, argument)) {
                if axis.argument() != crossing.axis.argument() && axis.is_number() {
                    let here = axis.get(base);
                    let extra = [-1, 0, 1].map(|by| &here + &Integer::Small(by)).into();
                    self.drafts.add(1, Draft { axis, base: base.clone(), look: None, extra });
                }
            }
        }
    }

    /// Drafts tracks that look for the same crossing while another argument has a different value.
    fn relocate(&mut self, crossing: &Crossing, rank: u32, probe: &Probe<'_>) {
        let argument = crossing.axis.argument();
        let base = self.runs.run(crossing.left).input.clone();
        if !crossing.axis.is_number() {
            return;
        }
        for other in (0..self.arguments).filter(|other| *other != argument) {
            let axis = Axis::main(&base, other);
            if !axis.is_number() {
                continue;
            }
            let here = axis.get(&base);
            let ends = axis.ends(probe.signature(), &base);
            // A rule may have a special case where the calendar turns, such as the end of February.
            let turns = match &base[other] {
                Value::Moment(moment) if rank <= 2 => constants::moments(axis.motion, *moment),
                _ => Vec::new(),
            };
            let turns = turns.iter().filter_map(|there| (there - &here).to_i128());
            if let (Value::Float(float), true) = (&base[other], rank <= 2) {
                self.relocate_among_floats(crossing, &axis, *float, rank);
                continue;
            }
            for shift in [1i128, -1, 3, 7, 20].into_iter().chain(turns) {
                let there = &here + &Integer::Small(shift);
                if there < ends.0 || there > ends.1 {
                    continue;
                }
                let mut moved = base.clone();
                axis.set(&mut moved, there);
                let near = [0, shift, -shift].into_iter().flat_map(|d| [d - 1, d, d + 1, d + 2]);
                let near = near.map(|d| &crossing.place + &Integer::Small(d)).collect();
                self.drafts
                    .add(rank, Draft { axis: crossing.axis.clone(), base: moved, look: None, extra: near });
            }
        }
    }

    /// The same among floats, of which the next ones are hardly different: other numbers move the place far away.
    fn relocate_among_floats(&mut self, crossing: &Crossing, axis: &Axis, float: Float, rank: u32) {
        let here = float.value();
        for there in [2.0 * here, here / 2.0, here + 1.0, 10.0 * here, 3.0 * here] {
            let there = Float::new(float.ty(), there);
            if !there.value().is_finite() || there == float {
                continue;
            }
            let mut base = self.runs.run(crossing.left).input.clone();
            axis.set(&mut base, Integer::Small(there.place()));
            self.drafts.add(rank, Draft::new(crossing.axis.clone(), base, Look::Sparse));
        }
    }

    /// Something to do when no draft is left: a known kind of crossing elsewhere, or an idle draft.
    pub(super) fn idle_draft(&mut self, probe: &mut Probe<'_>) -> Option<Draft> {
        if self.is_saturated() {
            return None;
        }
        let elsewhere = self.arguments > 1 && probe.random().random_range(0..2u8) == 0;
        elsewhere
            .then(|| self.elsewhere(probe))
            .flatten()
            .or_else(|| draft::idle(&self.runs, &self.tracks, self.arguments, probe))
    }

    /// Looks for a known kind of crossing while another argument has a value near those at which it was found.
    pub(super) fn elsewhere(&mut self, probe: &mut Probe<'_>) -> Option<Draft> {
        let mut any = || self.kinds.get(probe.random().random_range(0..self.kinds.len().max(1)));
        // A change at several places depends on the other arguments; it takes more samples to learn how.
        let moves = |key: &&Key| self.met.get(*key).is_some_and(|met| met.places.len() > 1);
        let key = any().filter(moves).or_else(|| any().filter(moves)).or_else(any)?;
        let met = self.met.get(key)?;
        let (axis, run) = &met.met_at[probe.random().random_range(0..met.met_at.len())];
        let mut base = self.runs.run(*run).input.clone();
        let other = probe.random().random_range(0..self.arguments);
        let across = Axis::main(&base, other);
        if other == axis.argument() || !across.is_number() {
            return None;
        }
        // Try the small numbers one by one, else a place nearby: where numbers are small, a step of one is large.
        let swept = &mut self.swept[axis.argument()][other];
        let sweeps = matches!(base[other], Value::Int(_)) && *swept <= self.tuning.swept;
        let there = match sweeps && probe.random().random_range(0..4u8) > 0 {
            true => {
                *swept += 1;
                Integer::Small(*swept)
            }
            false => {
                &across.get(&base)
                    + &Integer::Small(probe.random().random_range(-self.tuning.near..=self.tuning.near))
            }
        };
        let ends = across.ends(probe.signature(), &base);
        if there < ends.0 || there > ends.1 {
            return None;
        }
        across.set(&mut base, there);
        let beside = |place: &Integer| [-1, 0, 1, 2].map(|by| place + &Integer::Small(by));
        let extra = met.places.iter().flat_map(beside).collect();
        Some(Draft { axis: axis.clone(), base, look: None, extra })
    }
}
