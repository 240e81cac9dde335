//! What is to be done: gaps to squeeze, lines to draw.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use autobva_core::{Course, Input, Line};

use super::gap::Gap;

/// A line to be drawn: through which points, and at which places to look first.
#[derive(Debug, Clone)]
pub struct Draft {
    /// What changes.
    pub course: Course,
    /// A point of each strand.
    pub strands: Vec<Input>,
    /// Where to look.
    pub seeds: Seeds,
}

impl Draft {
    /// Whether that line was drawn from it.
    pub fn is_of(&self, line: &Line) -> bool {
        self.course == line.course && self.strands == line.strands
    }
}

/// Where to look first on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds {
    /// At every interesting constant.
    Thorough,
    /// At a few places all over the line, and where boundaries were found on others.
    Sparse,
    /// Around the starting point as well, with so many doublings of the distance.
    Around(u32),
    /// Around the starting point, and where boundaries were found on others.
    Local,
    /// At the starting point and its neighbours only.
    Near,
    /// Where boundaries were found on other lines: does another type behave differently there?
    Twin,
}

const MOST_SQUEEZES: usize = 8_192;
const MOST_DRAFTS: usize = 4_096;

/// The agenda of a search.
#[derive(Debug, Default)]
pub struct Agenda {
    squeezes: BinaryHeap<Ranked<Gap>>,
    drafts: BinaryHeap<Ranked<Draft>>,
    count: u64,
}

#[derive(Debug)]
struct Ranked<T> {
    rank: u32,
    /// How much is left to do, more or less.
    effort: u32,
    count: u64,
    /// Whether the rank stays, whatever has become known since.
    firm: bool,
    item: T,
}

impl<T> Ord for Ranked<T> {
    /// The lowest rank is the greatest; among equals what takes the least effort, then the latest, so that what was begun
    /// is finished: where everything changes, as in periodic behaviour, halving all gaps alike would never end.
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

    /// A gap whose ends behave differently; its rank may be firm. When there are too many, as in a chaotic region, the
    /// newcomer is given back.
    pub fn squeeze(&mut self, (rank, firm): (u32, bool), gap: Gap) -> Option<Gap> {
        if self.squeezes.len() >= MOST_SQUEEZES {
            return Some(gap);
        }
        let ranked = self.ranked(rank, gap.width().bit_length(), gap);
        self.squeezes.push(Ranked { firm, ..ranked });
        None
    }

    /// The gap that deserves to be squeezed most, with its rank, if that is at most `most`. `rank_now` tells what it is by
    /// now.
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

    /// Strikes off the gaps that need not be squeezed any more.
    pub fn forget(&mut self, is_settled: impl Fn(&Gap) -> bool) {
        self.squeezes.retain(|ranked| !is_settled(&ranked.item));
    }

    /// A line to be drawn.
    pub fn draft(&mut self, rank: u32, draft: Draft) {
        if self.drafts.len() < MOST_DRAFTS {
            let ranked = self.ranked(rank, 0, draft);
            self.drafts.push(ranked);
        }
    }

    /// The line that deserves to be drawn most, if its rank is at most that.
    pub fn next_draft(&mut self, most: u32) -> Option<Draft> {
        self.drafts.peek().filter(|top| top.rank <= most)?;
        self.drafts.pop().map(|ranked| ranked.item)
    }
}
