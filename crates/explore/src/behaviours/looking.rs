//! What tracks show: the gaps that are to be squeezed, and the crossings.

use super::*;

impl BehaviourSearch {
    /// Looks at what the active tracks show; those that have nothing left to ask are done.
    pub(super) fn judge(&mut self, probe: &mut Probe<'_>) {
        for mut active in std::mem::take(&mut self.active) {
            let track = &self.tracks[active.track];
            active.squeezes.retain_mut(|squeeze| {
                let goes_on = squeeze.advance(track, &self.runs);
                if let Some(pair) = squeeze.met().filter(|_| !goes_on) {
                    let [left, right] = pair.map(|run| self.runs.run(run));
                    probe.keep((&left.input, &left.outcome), (&right.input, &right.outcome));
                }
                goes_on
            });
            active.asked = active.squeezes.iter_mut().map(Squeeze::ask).collect();
            // To look at a whole track takes longer the longer it is, so that it must have grown by as much.
            if active.asked.is_empty() && (active.seeds.is_empty() || track.has_grown()) {
                self.look(&mut active);
                self.note(&active, probe);
            }
            if !active.asked.is_empty() || !active.seeds.is_empty() {
                self.active.push(active);
            }
        }
    }

    /// Looks at a whole track: which gaps are to be squeezed, and where neighbours would tell more.
    pub(super) fn look(&mut self, active: &mut Active) {
        let index = active.track;
        let track = &mut self.tracks[index];
        if track.samples.len() > MOST_CALLS_OFF && index >= self.arguments.max(2) * 4 {
            return;
        }
        track.read(&self.runs);
        let stretches = track.stretches().to_vec();
        let most = if track.is_dense { MOST_PER_TRACK } else { FEW_PER_TRACK };
        let mut met: HashMap<(u32, u32), usize> = HashMap::new();
        let mut gaps: Vec<usize> = (1..stretches.len()).collect();
        gaps.sort_by_cached_key(|at| track.samples[stretches[*at].from].place.distance(&Integer::ZERO));
        let mut open: Vec<((u32, u32), Squeeze)> = Vec::new();
        let mut closed: HashSet<(u32, u32)> = HashSet::new();
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
        open.retain(|(pair, _)| pair.0 == pair.1 || track.times_squeezed(*pair) < SQUEEZED * most);
        // One gap between two wordings that were not met as neighbours yet comes before all others: where wordings alternate,
        // there is no end of those.
        let is_new = |pair: &(u32, u32)| match pair.0 == pair.1 {
            true => track.times_squeezed(*pair) == 0,
            false => !closed.contains(pair),
        };
        let (mut new, others): (Vec<_>, Vec<_>) = open.into_iter().partition(|(pair, _)| is_new(pair));
        let mut taken: HashSet<(u32, u32)> = HashSet::new();
        new.retain(|(pair, _)| taken.insert(*pair));
        new.truncate(FEW_PER_TRACK);
        for (pair, squeeze) in if new.is_empty() { others } else { new } {
            *track.squeezed.entry(pair).or_default() += 1;
            active.squeezes.push(squeeze);
        }
        active.asked = active.squeezes.iter_mut().map(Squeeze::ask).collect();
        for stretch in stretches.iter().take(64) {
            active.asked.extend(track.row_for(stretch));
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
    }

    /// Keeps the crossings of a track and drafts what follows from new ones. While gaps are squeezed, only another wording is
    /// sure to be a change.
    pub(super) fn note(&mut self, active: &Active, probe: &mut Probe<'_>) {
        let index = active.track;
        let mut found = self.crossings_of(index);
        if !active.asked.is_empty() {
            found.retain(|crossing| crossing.from != crossing.to);
        }
        let old = std::mem::replace(&mut self.crossings[index], found.clone());
        for new in found
            .iter()
            .filter(|c| !old.iter().any(|o| o.place == c.place && o.from == c.from && o.to == c.to))
        {
            self.follow(new, probe);
        }
        self.look_closely(index, &found);
    }

    /// Looks at every small number of a track on which a change comes back again and again, to learn the pattern. The
    /// first tracks are looked at closely anyway.
    pub(super) fn look_closely(&mut self, index: usize, found: &[Crossing]) {
        let track = &self.tracks[index];
        if self.arguments == 1 || track.is_dense || self.closely >= MOST_CLOSELY || !self.is_dense() {
            return;
        }
        let mut times: HashMap<Key, usize> = HashMap::new();
        for crossing in found.iter().filter(|c| c.place.distance(&Integer::ZERO) <= Integer::Small(1_000)) {
            *times.entry(crossing.key()).or_default() += 1;
        }
        let is_row = |(key, times): (Key, usize)| key.way.is_number() && times >= FEW_PER_TRACK;
        if times.into_iter().any(is_row) {
            self.closely += 1;
            let base = track.line.strands[0].clone();
            self.drafts.add(1, Draft::new(track.axis().clone(), base, Look::Dense));
        }
    }

    pub(super) fn all_crossings(&mut self) -> Vec<Crossing> {
        let mut found = Vec::new();
        // What became free text is one behaviour now, also where it was met before.
        if std::mem::replace(&mut self.free_kinds, self.runs.free_kinds()) != self.runs.free_kinds() {
            self.crossings = (0..self.tracks.len()).map(|index| self.crossings_of(index)).collect();
        }
        for index in 0..self.tracks.len() {
            if self.active.iter().any(|active| active.track == index) {
                found.append(&mut self.crossings_of(index));
                continue;
            }
            // Where texts have turned out to be free, what was read before told them apart.
            if !self.tracks[index].is_read(&self.runs) {
                self.crossings[index] = self.crossings_of(index);
            }
            found.extend_from_slice(&self.crossings[index]);
        }
        let (growth, lengths) = (Growth::of(&self.tracks), Lengths::of(&self.tracks));
        found.retain(|c| {
            let is_line = c.may_be_a_line && growth.explains(c.axis.argument(), c.from, &c.steps(&self.runs));
            !is_line && !lengths.explain(c, &self.runs)
        });
        if !self.has_parts {
            return found;
        }
        let by_length = ByLength::of(&found, &self.runs);
        found.retain(|crossing| !by_length.explains(crossing));
        finest(found, &self.runs)
    }

    pub(super) fn crossings_of(&mut self, index: usize) -> Vec<Crossing> {
        self.tracks[index].read(&self.runs);
        let track = &self.tracks[index];
        let pairs = track.stretches().windows(2).filter(|pair| {
            // Of several arguments, other tracks show the same where it is known better.
            let is_told = self.arguments == 1 || !is_open(track, &pair[0], &pair[1], &self.runs);
            track.are_neighbours(pair[0].to) && is_told
        });
        pairs.map(|pair| crossing(index, track, &pair[0], &pair[1], &self.runs)).collect()
    }
}
