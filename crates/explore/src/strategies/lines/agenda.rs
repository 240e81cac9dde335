//! What is to be done: gaps to squeeze, gaps to look into, lines to draw.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use autobva_core::{Input, Integer};
use rand::RngExt;

use super::line::{Course, Gap};
use crate::samplers::Random;

/// A line to be drawn: through which points, and at which places to look first.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Which arguments change.
    pub course: Course,
    /// A point of each strand.
    pub strands: Vec<Input>,
    /// Where to look.
    pub seeds: Seeds,
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
const MOST_QUIET: usize = 8_192;
/// The bits of the width of a narrow gap.
const NARROW: u32 = 6;
/// Of so many gaps the one with the rarest behaviour is looked into, every other time.
const QUIET_ROUNDS: usize = 16;
const MOST_DRAFTS: usize = 4_096;

/// The agenda of a search.
#[derive(Debug, Default)]
pub struct Agenda {
    squeezes: BinaryHeap<Ranked<Gap>>,
    drafts: BinaryHeap<Ranked<Draft>>,
    /// Narrow gaps, and wide ones.
    quiet: [Vec<Gap>; 2],
    count: u64,
}

#[derive(Debug)]
struct Ranked<T> {
    rank: u32,
    /// How much is left to do, more or less.
    effort: u32,
    count: u64,
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
        Ranked { rank, effort, count: self.count, item }
    }

    /// A gap whose ends behave differently. When there are too many, as in a chaotic region, the newcomer is dropped.
    pub fn squeeze(&mut self, rank: u32, gap: Gap) {
        if self.squeezes.len() < MOST_SQUEEZES {
            let ranked = self.ranked(rank, gap.width().bit_length(), gap);
            self.squeezes.push(ranked);
        }
    }

    /// The gap that deserves to be squeezed most, if its rank is at most that. `rank_now` tells what it is by now.
    pub fn next_squeeze(&mut self, most: u32, rank_now: impl Fn(&Gap) -> u32) -> Option<Gap> {
        while self.squeezes.peek().is_some_and(|top| top.rank <= most) {
            let Ranked { rank, effort, item, .. } = self.squeezes.pop()?;
            let now = rank_now(&item);
            if now <= rank.saturating_add(rank / 4).saturating_add(1) {
                return Some(item);
            }
            let ranked = self.ranked(now, effort, item);
            self.squeezes.push(ranked);
        }
        None
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

    /// A gap whose ends behave alike; something may hide in it.
    pub fn keep_quiet(&mut self, gap: Gap, random: &mut Random) {
        let pool = &mut self.quiet[usize::from(gap.width().bit_length() > NARROW)];
        if pool.len() < MOST_QUIET {
            pool.push(gap);
        } else {
            let replaced = random.random_range(0..pool.len());
            pool[replaced] = gap;
        }
    }

    /// A gap to look into, and a place in it: by turns a narrow one, so that small domains are searched to the end, and a
    /// wide one; of a few, the one whose behaviour was seen the least.
    pub fn next_quiet(&mut self, random: &mut Random, seen: impl Fn(&Gap) -> u32) -> Option<(Gap, Integer)> {
        let first = random.random_range(0..2usize);
        let pool =
            if self.quiet[first].is_empty() { &mut self.quiet[1 - first] } else { &mut self.quiet[first] };
        if pool.is_empty() {
            return None;
        }
        let rounds = if random.random() { QUIET_ROUNDS } else { 1 };
        let drawn = (0..rounds).map(|_| random.random_range(0..pool.len()));
        let chosen = drawn.min_by_key(|at| seen(&pool[*at]))?;
        let gap = pool.swap_remove(chosen);
        let place = anywhere(&gap, random);
        Some((gap, place))
    }
}

/// A place inside the gap: in the middle, anywhere, or at a random distance from either end, every bit length as likely as
/// any other.
fn anywhere(gap: &Gap, random: &mut Random) -> Integer {
    let most = &gap.width() - &Integer::ONE;
    match random.random_range(0..4u8) {
        0 => gap.middle(),
        3 => &gap.left.place + &crate::samplers::integer_between(&Integer::ONE, &most, random),
        side => {
            let bits = random.random_range(0..most.bit_length());
            let step = Integer::power_of_two(bits);
            let extra = crate::samplers::integer_between(&Integer::ZERO, &(&step - &Integer::ONE), random);
            let step = (&step + &extra).min(most);
            if side == 1 { &gap.left.place + &step } else { &gap.right.place - &step }
        }
    }
}
