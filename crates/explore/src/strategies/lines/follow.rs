//! Consequences of a boundary: a candidate, and lines into the other dimensions.

use autobva_core::{Axis, Direction, Motion};
use rand::RngExt;

use super::agenda::{PlannedLine, Seeds};
use super::gap::Gap;
use super::novelty::is_among_errors;
use super::{FOLLOWED, LATER, Lines, MOST_LEARNED, differ};
use crate::probe::Probe;

impl Lines {
    /// A boundary between neighbours was found on a line.
    pub(super) fn found(&mut self, gap: &Gap, probe: &mut Probe<'_>) {
        let line = &gap.line;
        if matches!(line.direction, Direction::Along(_)) {
            self.propose(gap, probe);
        }
        let before = self.novelty.attend(gap, true).found;
        let before = if is_among_errors(gap) { before.saturating_add(LATER) } else { before };
        match &line.direction {
            Direction::Along(axis) => {
                let a = axis.argument();
                // The place of a character says nothing about the lines along whole arguments.
                if !matches!(axis.motion, Motion::Char(_)) {
                    self.learn(a, gap, probe);
                }
                if line.strands.len() == 1 {
                    self.follow(gap, a, before, probe)
                } else {
                    self.cross(gap, a, before)
                }
            }
            // A step along one of the two axes, by way of either corner, shows the same change at a smaller distance.
            Direction::Diagonal(a, b, _) => {
                for (place, axis) in [(&gap.left.place, a), (&gap.left.place, b), (&gap.right.place, a)] {
                    let strands = vec![line.input(0, place)];
                    let direction = Direction::Along(axis.clone());
                    self.agenda.draft(before, PlannedLine { direction, strands, seeds: Seeds::Near });
                }
            }
        }
    }

    fn propose(&mut self, gap: &Gap, probe: &mut Probe<'_>) {
        let line = &gap.line;
        for strand in 0..line.strands.len() {
            let (a, b) = (line.input(strand, &gap.left.place), line.input(strand, &gap.right.place));
            let (o_a, o_b) = (&gap.left.sightings[strand].outcome, &gap.right.sightings[strand].outcome);
            if differ(probe, (&a, o_a), (&b, o_b)) {
                probe.propose((&a, o_a), (&b, o_b));
            }
        }
    }

    fn learn(&mut self, a: usize, gap: &Gap, probe: &mut Probe<'_>) {
        let learned = &mut self.learned[a];
        for place in [&gap.left.place, &gap.right.place] {
            if learned.contains(place) {
                continue;
            }
            if learned.len() < MOST_LEARNED {
                learned.push(place.clone());
            } else {
                let replaced = probe.random().random_range(0..learned.len());
                learned[replaced] = place.clone();
            }
        }
    }

    /// Drafts lines that follow a boundary along the other arguments.
    fn follow(&mut self, gap: &Gap, a: usize, before: u32, probe: &Probe<'_>) {
        if before >= LATER + FOLLOWED * 8 {
            return;
        }
        let strands = vec![gap.line.input(0, &gap.left.place), gap.line.input(0, &gap.right.place)];
        for other in (0..probe.signature().len()).filter(|other| *other != a) {
            let direction = Direction::Along(Axis::main(&strands[0], other));
            let draft = PlannedLine { direction, strands: strands.clone(), seeds: Seeds::Around(10) };
            self.agenda.draft(1 + before * 8 / FOLLOWED, draft);
        }
    }

    /// Drafts lines across a boundary at the place where it ended or changed while it was followed along `along`.
    fn cross(&mut self, gap: &Gap, along: usize, before: u32) {
        let strands = &gap.line.strands;
        let across = (0..strands[0].len()).find(|a| *a != along && strands[0][*a] != strands[1][*a]);
        let Some(across) = across else { return };
        for place in [&gap.left.place, &gap.right.place] {
            let strands = vec![gap.line.input(0, place)];
            let direction = Direction::Along(Axis::main(&strands[0], across));
            self.agenda.draft(
                before.saturating_mul(2),
                PlannedLine { direction, strands, seeds: Seeds::Around(10) },
            );
        }
    }
}
