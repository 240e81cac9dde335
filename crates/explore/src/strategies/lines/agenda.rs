//! The agenda: gaps to squeeze and lines to draw.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use autobva_core::{Direction, Input, Line};

use super::gap::Gap;

/// A line to draw: the points that it goes through, and the first places to run.
#[derive(Debug, Clone)]
pub struct PlannedLine {
    /// What changes.
    pub direction: Direction,
    /// A point of each strand.
    pub strands: Vec<Input>,
    /// The first places to run.
    pub seeds: Seeds,
}

impl PlannedLine {
    /// Whether this draft produced that line.
    pub fn is_of(&self, line: &Line) -> bool {
        self.direction == line.direction && self.strands == line.strands
    }
}

/// Which places of a line are run first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds {
    /// Every interesting constant.
    Thorough,
    /// A few places spread over the line, and places of boundaries on other lines.
    Sparse,
    /// The same, and places around the starting point: its distance is doubled this many times.
    Around(u32),
    /// Places around the starting point, and places of boundaries on other lines.
    Local,
    /// Only the starting point and its neighbours.
    Near,
    /// Places of boundaries on other lines, to find out whether another type behaves differently there.
    Twin,
}

const MOST_SQUEEZES: usize = 8_192;
const MOST_DRAFTS: usize = 4_096;

/// The agenda of a search.
#[derive(Debug, Default)]
pub struct Agenda {
    squeezes: BinaryHeap<Ranked<Gap>>,
    drafts: BinaryHeap<Ranked<PlannedLine>>,
    count: u64,
}

#[derive(Debug)]
struct Ranked<T> {
    rank: u32,
    /// Roughly how much is left to do.
    effort: u32,
    count: u64,
    /// Whether the rank stays as it is when the change gets more attention.
    firm: bool,
    item: T,
}

impl<T> Ord for Ranked<T> {
    /// The lowest rank is the greatest. Among equal ranks the least effort comes first, then the latest item, so that
    /// what was begun is finished: where everything changes, as in periodic behaviour, halving all gaps in parallel
    /// would never end.
    fn cmp(&self, other: &Self) -> Ordering {
        other.rank.cmp(&self.rank).then(other.effort.cmp(&self.effort)).then(self.count.cmp(&other.count))
    }
}

impl<T> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Ranked<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Ranked<T> {}

impl Agenda {
    fn ranked<T>(&mut self, rank: u32, effort: u32, item: T) -> Ranked<T> {
        self.count += 1;
        Ranked { rank, effort, count: self.count, firm: false, item }
    }

    /// Adds a gap whose ends behave differently; `firm` says that its rank must not change. If there are too many gaps,
    /// as in a chaotic region, the new one is returned.
    pub fn squeeze(&mut self, (rank, firm): (u32, bool), gap: Gap) -> Option<Gap> {
        if self.squeezes.len() >= MOST_SQUEEZES {
            return Some(gap);
        }
        let ranked = self.ranked(rank, gap.width().bit_length(), gap);
        self.squeezes.push(Ranked { firm, ..ranked });
        None
    }

    /// The gap with the lowest rank, if that is at most `most`, and its rank. `rank_now` computes the current rank of a gap.
    pub fn next_squeeze(&mut self, most: u32, rank_now: impl Fn(&Gap) -> u32) -> Option<(Gap, u32)> {
        while self.squeezes.peek().is_some_and(|top| top.rank <= most) {
            let Ranked { rank, effort, firm, item, .. } = self.squeezes.pop()?;
            let now = rank_now(&item);
            if firm || now <= rank.saturating_add(rank / 4).saturating_add(1) {
                return Some((item, rank));
            }
            let ranked = self.ranked(now, effort, item);
            self.squeezes.push(ranked);
        }
        None
    }

    /// Removes gaps that need not be squeezed any more.
    pub fn forget(&mut self, is_settled: impl Fn(&Gap) -> bool) {
        self.squeezes.retain(|ranked| !is_settled(&ranked.item));
    }

    /// Adds a line to draw.
    pub fn draft(&mut self, rank: u32, draft: PlannedLine) {
        if self.drafts.len() < MOST_DRAFTS {
            let ranked = self.ranked(rank, 0, draft);
            self.drafts.push(ranked);
        }
    }

    /// The draft with the lowest rank, if that is at most `most`.
    pub fn next_draft(&mut self, most: u32) -> Option<PlannedLine> {
        self.drafts.peek().filter(|top| top.rank <= most)?;
        self.drafts.pop().map(|ranked| ranked.item)
    }
}
