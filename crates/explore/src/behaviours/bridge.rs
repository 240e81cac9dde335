//! Bridges: a sequence of single edits from one input to another that behaves differently. Halving the sequence leads
//! to two inputs that are one edit apart and behave differently; a track along that edit then finds the boundary.

use std::collections::HashSet;

use super::*;
use autobva_core::edits;

/// A bridge of more than 4,096 edits is not built.
const MOST_EDITS: usize = 4_096;

/// A sequence of inputs, and the part of it that is left: the behaviours at its two ends differ.
pub struct Bridge {
    way: Vec<Input>,
    ends: (usize, usize),
    /// The behaviour at the start of the sequence.
    wording: WordingId,
}

impl Bridge {
    /// The index of the input in the middle; `None` if the ends are neighbours.
    fn middle(&self) -> Option<usize> {
        let (lo, hi) = self.ends;
        (hi - lo > 1).then(|| lo + (hi - lo) / 2)
    }
}

impl BehaviourSearch {
    /// Builds a bridge from the very first run to each behaviour that is new.
    pub(super) fn build_bridges(&mut self) {
        if !self.has_parts || self.bridged.len() >= self.tuning.most_bridges {
            return;
        }
        let Some(first) = (self.runs.len() > 0).then(|| self.runs.told(0)) else { return };
        for run in self.looked_at as RunId..self.runs.len() as RunId {
            let wording = self.runs.told(run);
            if wording == first
                || self.bridged.len() >= self.tuning.most_bridges
                || !self.bridged.insert(wording)
            {
                continue;
            }
            let [from, to] = [0, run].map(|run| &self.runs.run(run).input);
            let way = edits::way(from, to);
            if way.len() <= MOST_EDITS {
                self.bridges.push(Bridge { ends: (0, way.len() - 1), way, wording: first });
            }
        }
        self.looked_at = self.runs.len();
    }

    /// Halves all bridges until each has come down to a single edit, and drafts a track for that edit.
    pub(super) fn cross_bridges(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        while !self.bridges.is_empty() {
            let mut queue = Queue::new();
            let mut waiting = Vec::new();
            for bridge in std::mem::take(&mut self.bridges) {
                match bridge.middle() {
                    Some(at) => {
                        let input = bridge.way[at].clone();
                        let key = runs::key(&input);
                        let known = self.runs.known_by(key, &input);
                        let place = known.map_or_else(|| Err(queue.add(key, input)), Ok);
                        waiting.push((bridge, at, place));
                    }
                    None => self.draft_edit(&bridge, probe),
                }
            }
            let ids = self.run_queue(queue, probe)?;
            for (mut bridge, at, place) in waiting {
                let Some(run) = place.map_or_else(|at| ids[at], Some) else { continue };
                match self.runs.told(run) == bridge.wording {
                    true => bridge.ends.0 = at,
                    false => bridge.ends.1 = at,
                }
                self.bridges.push(bridge);
            }
        }
        Ok(())
    }

    /// Drafts a track along the axes in which the two ends of a finished bridge differ.
    fn draft_edit(&mut self, bridge: &Bridge, probe: &Probe<'_>) {
        let (left, right) = (&bridge.way[bridge.ends.0], &bridge.way[bridge.ends.1]);
        let axes: HashSet<Axis> = probe.signature().differing_axes(left, right).collect();
        let mut axes: Vec<Axis> = axes.into_iter().collect();
        axes.sort();
        for axis in axes.into_iter().take(2) {
            let extra = vec![axis.get(left), axis.get(right)];
            self.drafts.add(0, Draft { base: left.clone(), axis, look: None, extra });
        }
    }
}
