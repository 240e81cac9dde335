//! Bridges: from one input to another that behaves differently, by single edits, halved until two neighbours are left whose
//! behaviours differ. A track along what they differ in then finds the boundary.

use std::collections::HashSet;

use super::*;
use autobva_core::edits;

/// Behaviours that a bridge is built to.
const MOST_BRIDGES: usize = 64;
/// Longer ways are not walked.
const MOST_EDITS: usize = 4_096;

/// A way between two inputs, and the part of it that is left: the behaviour at its ends differs.
pub struct Bridge {
    way: Vec<Input>,
    ends: (usize, usize),
    /// The behaviour at the first end.
    wording: WordingId,
}

impl Bridge {
    /// The input in the middle; nothing where the ends are neighbours.
    fn middle(&self) -> Option<usize> {
        let (lo, hi) = self.ends;
        (hi - lo > 1).then(|| lo + (hi - lo) / 2)
    }
}

impl BehaviourSearch {
    /// Builds bridges to behaviours that were met for the first time, from the first input that behaves otherwise.
    pub(super) fn build_bridges(&mut self) {
        if !self.has_parts || self.bridged.len() >= MOST_BRIDGES {
            return;
        }
        let Some(first) = (self.runs.len() > 0).then(|| self.runs.told(0)) else { return };
        for run in self.looked_at as RunId..self.runs.len() as RunId {
            let wording = self.runs.told(run);
            if wording == first || self.bridged.len() >= MOST_BRIDGES || !self.bridged.insert(wording) {
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

    /// Runs the middle of every bridge, until each has come down to a single edit; that is drafted as a track.
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
                let Some(run) = place.map_or_else(|at| ids.get(at).copied(), Some) else { continue };
                match self.runs.told(run) == bridge.wording {
                    true => bridge.ends.0 = at,
                    false => bridge.ends.1 = at,
                }
                self.bridges.push(bridge);
            }
        }
        Ok(())
    }

    /// Drafts a track along what the two neighbours at the end of a bridge differ in.
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
