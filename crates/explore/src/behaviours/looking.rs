//! Examines tracks: finds the gaps to squeeze, and the crossings.

use super::track::Stretch;
use super::*;

impl BehaviourSearch {
    /// Advances all active tracks. A track with nothing left to run becomes inactive.
    pub(super) fn judge(&mut self, probe: &mut Probe<'_>) {
        for mut active in std::mem::take(&mut self.active) {
            let track = &self.tracks[active.track];
            active.squeezes.retain_mut(|squeeze| {
                let is_worth = !self.exceeding.are_enough() || !squeeze.is_at_limit(&self.runs);
                let goes_on = squeeze.advance(track, &self.runs) && is_worth;
                if let Some(pair) = squeeze.met().filter(|_| !goes_on) {
                    let [left, right] = pair.map(|run| self.runs.run(run));
                    probe.keep((&left.input, &left.outcome), (&right.input, &right.outcome));
                }
                goes_on
            });
            active.asked = active.squeezes.iter_mut().map(Squeeze::ask).collect();
            // Examining a whole track takes longer the longer it is, so it must have grown in proportion.
            if active.asked.is_empty() && (active.seeds.is_empty() || track.has_grown()) {
                self.look(&mut active);
                self.note(&active, probe);
            }
            if !active.asked.is_empty() || !active.seeds.is_empty() {
                self.active.push(active);
            }
        }
    }

    /// Examines a whole track: decides which gaps to squeeze, and where neighbouring places would help to tell courses
    /// apart.
    pub(super) fn look(&mut self, active: &mut Active) {
        let index = active.track;
        let track = &mut self.tracks[index];
        if track.samples.len() > self.tuning.most_calls_off && index >= self.arguments.max(2) * 4 {
            return;
        }
        track.read(&self.runs);
        let stretches = track.stretches().to_vec();
        let most = if track.is_dense { self.tuning.most_per_track } else { self.tuning.few_per_track };
        let mut met: HashMap<(u32, u32), usize, FixedState> = HashMap::default();
        let mut gaps: Vec<usize> = (1..stretches.len()).collect();
        gaps.sort_by_cached_key(|at| track.samples[stretches[*at].from].place.distance(&Integer::ZERO));
        let mut open: Vec<((u32, u32), Squeeze)> = Vec::new();
        let mut closed: HashSet<(u32, u32), FixedState> = HashSet::default();
        for at in gaps {
            let (left, right) = (&stretches[at - 1], &stretches[at]);
            let pair = (left.wording, right.wording);
            let met = met.entry(pair).or_default();
            *met += 1;
            match Squeeze::new(&track.samples, left, right) {
                Some(squeeze) if *met <= most => open.push((pair, squeeze)),
                Some(_) => {}
                None => drop(closed.insert(pair)),
            }
        }
        open.retain(|(pair, squeeze)| {
            let is_worth = !self.exceeding.are_enough() || !squeeze.is_at_limit(&self.runs);
            is_worth && (pair.0 == pair.1 || track.times_squeezed(*pair) < self.tuning.squeezed * most)
        });
        // If a pair of wordings was not seen at neighbours yet, one gap between them comes before all others: where
        // wordings alternate there is no end of the others.
        let is_new = |pair: &(u32, u32)| match pair.0 == pair.1 {
            true => track.times_squeezed(*pair) == 0,
            false => !closed.contains(pair),
        };
        let (mut new, others): (Vec<_>, Vec<_>) = open.into_iter().partition(|(pair, _)| is_new(pair));
        let mut taken: HashSet<(u32, u32), FixedState> = HashSet::default();
        new.retain(|(pair, _)| taken.insert(*pair));
        new.truncate(self.tuning.few_per_track);
        for (pair, squeeze) in if new.is_empty() { others } else { new } {
            *track.squeezed.entry(pair).or_default() += 1;
            active.squeezes.push(squeeze);
        }
        active.asked = active.squeezes.iter_mut().map(Squeeze::ask).collect();
        for stretch in stretches.iter().take(64) {
            active.asked.extend(track.row_for(stretch, &self.runs));
        }
        for pair in stretches.windows(2).take(64) {
            let corner = corner(track, &pair[0], &pair[1], &self.runs);
            let beside = corner.map(|place| [&place + &Integer::ONE, place]).into_iter().flatten();
            active.asked.extend(beside.filter(|place| track.line.holds(place) && !track.has(place)));
        }
        if active.asked.is_empty() && index < self.arguments {
            active.asked.extend(track.inside_islands(&stretches));
        }
        active.asked.sort();
        active.asked.dedup();
        active.asked.retain(|place| !self.exceeding.avoids(&track.input(place)));
    }

    /// Stores the crossings of a track and follows the new ones. While gaps are still being squeezed, only a change of
    /// wording is certain.
    pub(super) fn note(&mut self, active: &Active, probe: &mut Probe<'_>) {
        let index = active.track;
        let mut found = self.crossings_of(index);
        if !active.asked.is_empty() {
            found.retain(|crossing| crossing.from != crossing.to);
        }
        let old = std::mem::replace(&mut self.crossings[index], found.clone());
        let known: HashSet<_, FixedState> = old.iter().map(|c| (&c.place, c.from, c.to)).collect();
        for new in found.iter().filter(|c| !known.contains(&(&c.place, c.from, c.to))) {
            self.follow(new, probe);
        }
        self.look_closely(index, &found);
    }

    /// Drafts a dense look at a track on which a change repeats, to learn the pattern. The first tracks get a dense
    /// look anyway.
    pub(super) fn look_closely(&mut self, index: usize, found: &[Crossing]) {
        let track = &self.tracks[index];
        if self.arguments == 1
            || track.is_dense
            || self.closely >= self.tuning.most_closely
            || !self.is_dense()
        {
            return;
        }
        let mut times: HashMap<Key, usize> = HashMap::new();
        for crossing in found.iter().filter(|c| c.place.distance(&Integer::ZERO) <= Integer::Small(1_000)) {
            *times.entry(crossing.key()).or_default() += 1;
        }
        let is_row = |(key, times): (Key, usize)| key.way.is_number() && times >= self.tuning.few_per_track;
        if times.into_iter().any(is_row) {
            self.closely += 1;
            let base = track.line.strands[0].clone();
            self.drafts.add(1, Draft::new(track.axis().clone(), base, Look::Dense));
        }
    }

    pub(super) fn all_crossings(&mut self) -> Vec<Crossing> {
        let mut found = Vec::new();
        // When texts have turned out to be free, outcomes that used to differ count as one behaviour, on every track.
        if std::mem::replace(&mut self.free_kinds, self.runs.free_kinds()) != self.runs.free_kinds() {
            self.crossings = (0..self.tracks.len()).map(|index| self.crossings_of(index)).collect();
        }
        for index in 0..self.tracks.len() {
            if self.active.iter().any(|active| active.track == index) {
                found.append(&mut self.crossings_of(index));
                continue;
            }
            // The stretches may have been computed before texts turned out to be free.
            if !self.tracks[index].is_read(&self.runs) {
                self.crossings[index] = self.crossings_of(index);
            }
            found.extend_from_slice(&self.crossings[index]);
        }
        let (growth, lengths) = (Growth::of(&self.tracks), Lengths::of(&self.tracks));
        // With several arguments, other tracks show a change where it is larger than what rounding hides.
        let are_rounded = self.arguments > 1 && found.iter().any(|c| c.from == c.to);
        let quanta = if are_rounded { quanta(&self.tracks, &self.runs) } else { Quanta::default() };
        found.retain(|c| {
            let is_line = c.may_be_a_line && growth.explains(c.axis.argument(), c.from, &c.steps(&self.runs));
            !is_line && !c.is_rounding(&quanta, &self.runs) && !lengths.explain(c, &self.runs)
        });
        if self.arguments > 1 && found.iter().any(|c| c.from == c.to) {
            let products = Products::of(&found, &self.runs, &laws::samples(&self.runs));
            found.retain(|c| !products.explain(c, &self.tracks[c.track], &self.runs));
        }
        let pair = |c: &Crossing| (c.from.min(c.to), c.from.max(c.to));
        let giants: Vec<bool> = found.iter().map(|c| c.is_of_giants(&self.runs)).collect();
        let ordinary = found.iter().zip(&giants).filter(|(_, giant)| !**giant);
        let ordinary: HashSet<_, FixedState> = ordinary.map(|(c, _)| pair(c)).collect();
        let mut giants = giants.into_iter();
        found.retain(|c| !(giants.next().unwrap_or(false) && ordinary.contains(&pair(c))));
        if !self.has_parts {
            return found;
        }
        let readings = Readings::of(&self.runs);
        found.retain(|crossing| !readings.explain(crossing, &self.runs));
        let by_length = ByLength::of(&found, &self.runs);
        found.retain(|crossing| !by_length.explains(crossing, &self.runs));
        finest(found, &self.runs)
    }

    pub(super) fn crossings_of(&mut self, index: usize) -> Vec<Crossing> {
        self.tracks[index].read(&self.runs);
        let track = &self.tracks[index];
        let pairs = track.stretches().windows(2).filter(|pair| {
            // With several arguments, other tracks show the same change at a place that is certain.
            let is_told = self.arguments == 1 || !is_open(track, &pair[0], &pair[1], &self.runs);
            track.are_neighbours(pair[0].to)
                && is_told
                && !is_one_choice(track, &pair[0], &pair[1], &self.runs)
        });
        pairs.map(|pair| crossing(index, track, &pair[0], &pair[1], &self.runs)).collect()
    }
}

/// Whether nothing else is chosen between two stretches, although several arguments are equal at their ends: one choice goes on,
/// or the two that are told are never equal there.
fn is_one_choice(track: &Track, left: &Stretch, right: &Stretch, runs: &Runs) -> bool {
    let [Some(chosen), Some(next)] = [left, right].map(|s| runs.wording_of(s.wording).chosen) else {
        return false;
    };
    let run = |at: usize| track.samples.get(at).map(|sample| sample.run);
    let ends = [left.to, right.from].map(|at| track.samples[at].run);
    let around = [left.to.checked_sub(1).and_then(run), Some(ends[0]), Some(ends[1]), run(right.from + 1)];
    let around: Vec<RunId> = around.into_iter().flatten().collect();
    runs.are_one_choice(&ends)
        && (!chosen.meets(&next, ends.map(|run| &runs.run(run).input)) || { runs.are_one_choice(&around) })
}
