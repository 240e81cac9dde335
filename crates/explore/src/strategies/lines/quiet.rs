//! Quiet gaps: their ends behave alike, but something may hide in them.

use std::collections::HashMap;

use autobva_core::Integer;
use foldhash::fast::FixedState;
use rand::RngExt;

use super::gap::Gap;
use super::novelty::{Setting, setting};
use crate::samplers::{Random, integer_between};

/// The quiet gaps, on one shelf per behaviour. A rare behaviour's gaps are looked into as often as a common one's,
/// which has far more gaps.
#[derive(Debug)]
pub struct Quiet {
    shelves: Vec<Shelf>,
    index: HashMap<Setting, usize, FixedState>,
    count: usize,
    most: usize,
}

#[derive(Debug, Default)]
struct Shelf {
    /// Narrow gaps and wide gaps.
    pools: [Vec<Measured>; 2],
    /// How often it was chosen because it had been neglected.
    looks: u64,
}

/// A gap with its precomputed size.
#[derive(Debug)]
struct Measured {
    /// The bits of its width.
    bits: u32,
    /// How many bits longer the ends are than the width: zero if the gap spans all magnitudes, many if it is narrow for
    /// numbers of that size.
    beyond: u32,
    gap: Gap,
}

impl Measured {
    fn new(gap: Gap) -> Measured {
        let bits = gap.width().bit_length();
        let magnitude = gap.left.place.bit_length().max(gap.right.place.bit_length());
        Measured { bits, beyond: magnitude.saturating_sub(bits), gap }
    }
}

/// The maximum number of gaps.
const MOST_QUIET: usize = 131_072;
/// The maximum number of shelves; further behaviours share them.
const MOST_SHELVES: usize = 256;
/// Tournament size: of this many random gaps, the widest is explored.
const ROUNDS: usize = 16;
/// A gap whose width has at most 6 bits is narrow.
const NARROW: u32 = 6;

impl Quiet {
    /// No gaps yet.
    pub fn new() -> Quiet {
        let index = HashMap::with_hasher(FixedState::with_seed(7));
        Quiet { shelves: Vec::new(), index, count: 0, most: MOST_QUIET }
    }

    /// Limits the number of gaps that are kept from now on.
    pub fn shrink(&mut self, most: usize) {
        self.most = self.most.min(most);
    }

    /// Keeps a gap. If there are too many, gaps of the fullest shelf are dropped.
    pub fn keep(&mut self, gap: Gap, random: &mut Random) {
        while self.count >= self.most {
            self.drop_one(random);
        }
        let shelf = self.shelf_of(&gap);
        let measured = Measured::new(gap);
        self.shelves[shelf].pools[usize::from(measured.bits > NARROW)].push(measured);
        self.count += 1;
    }

    /// Whether a gap that showed nothing new stays whole, because there are so many gaps that looking into one should
    /// not create more. A dropped gap is lost for good, with everything in it; a gap that is kept whole can be looked
    /// into again. Narrow gaps are split anyway: they are soon used up.
    pub fn keeps_whole(&self, gap: &Gap) -> bool {
        self.count >= self.most / 4 * 3 && gap.width().bit_length() > NARROW
    }

    fn is_nearly_full(&self) -> bool {
        self.count >= self.most / 16 * 15
    }

    fn shelf_of(&mut self, gap: &Gap) -> usize {
        let setting = setting(gap);
        if let Some(&known) = self.index.get(&setting) {
            return known;
        }
        if self.shelves.len() >= MOST_SHELVES {
            return setting.share(MOST_SHELVES);
        }
        self.index.insert(setting, self.shelves.len());
        self.shelves.push(Shelf::default());
        self.shelves.len() - 1
    }

    fn drop_one(&mut self, random: &mut Random) {
        let Some(fullest) = self.shelves.iter_mut().max_by_key(|shelf| shelf.len()) else { return };
        self.count -= usize::from(fullest.take(random).is_some());
    }

    /// A gap to look into, and a place in it: at random either a wide gap of the most neglected behaviour, or any gap.
    pub fn next(&mut self, random: &mut Random) -> Option<(Gap, Integer)> {
        if self.count == 0 {
            return None;
        }
        let (gap, place) = if self.is_nearly_full()
            && let Some(gap) = self.any(random)?.finish()
        {
            let place = gap.middle();
            (gap, place)
        } else if random.random() {
            self.neglected()?.take_wide(random)?
        } else {
            let gap = self.any(random)?.take(random)?;
            let place = anywhere(&gap, random);
            (gap, place)
        };
        self.count -= 1;
        Some((gap, place))
    }

    fn neglected(&mut self) -> Option<&mut Shelf> {
        let shelves = self.shelves.iter_mut().filter(|shelf| shelf.len() > 0);
        let shelf = shelves.min_by_key(|shelf| shelf.looks)?;
        shelf.looks += 1;
        Some(shelf)
    }

    /// A random shelf, weighted by its number of gaps.
    fn any(&mut self, random: &mut Random) -> Option<&mut Shelf> {
        let mut left = random.random_range(0..self.count);
        self.shelves.iter_mut().find(|shelf| {
            let here = left < shelf.len();
            left = left.saturating_sub(shelf.len());
            here
        })
    }
}

impl Shelf {
    fn len(&self) -> usize {
        self.pools[0].len() + self.pools[1].len()
    }

    /// Removes a gap: at random either a narrow one, so that small domains are searched completely, or a wide one.
    fn take(&mut self, random: &mut Random) -> Option<Gap> {
        let first = random.random_range(0..2usize);
        let pool = if self.pools[first].is_empty() { 1 - first } else { first };
        let pool = &mut self.pools[pool];
        (!pool.is_empty()).then(|| pool.swap_remove(random.random_range(0..pool.len())).gap)
    }

    /// Removes the latest narrow gap, so that what was begun is finished.
    fn finish(&mut self) -> Option<Gap> {
        self.pools[0].pop().map(|measured| measured.gap)
    }

    /// Removes the widest of a few gaps and chooses a place in it, so that the rest of a behaviour is searched evenly.
    /// At random, either every number is equally likely or every magnitude is.
    fn take_wide(&mut self, random: &mut Random) -> Option<(Gap, Integer)> {
        let pool = if self.pools[1].is_empty() { 0 } else { 1 };
        let pool = &mut self.pools[pool];
        let by_numbers: bool = random.random();
        let drawn = (0..ROUNDS.min(pool.len())).map(|_| random.random_range(0..pool.len()));
        if by_numbers {
            let gap = pool.swap_remove(drawn.max_by_key(|at| pool[*at].bits)?).gap;
            let place = within(&gap, random);
            return Some((gap, place));
        }
        let gap = pool.swap_remove(drawn.min_by_key(|at| pool[*at].beyond)?).gap;
        let place = anywhere(&gap, random);
        Some((gap, place))
    }
}

/// A place inside the gap, all equally likely.
fn within(gap: &Gap, random: &mut Random) -> Integer {
    let most = &gap.width() - &Integer::ONE;
    &gap.left.place + &integer_between(&Integer::ONE, &most, random)
}

/// A place inside the gap: in the middle, anywhere, or at a random distance from one end with all bit lengths equally
/// likely.
fn anywhere(gap: &Gap, random: &mut Random) -> Integer {
    let most = &gap.width() - &Integer::ONE;
    match random.random_range(0..4u8) {
        0 => gap.middle(),
        3 => within(gap, random),
        side => {
            let bits = random.random_range(0..most.bit_length());
            let step = Integer::power_of_two(bits);
            let extra = integer_between(&Integer::ZERO, &(&step - &Integer::ONE), random);
            let step = (&step + &extra).min(most);
            if side == 1 { &gap.left.place + &step } else { &gap.right.place - &step }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use autobva_core::{Axis, Line, Outcome, Signature};
    use rand::SeedableRng;

    use super::super::gap::Point;
    use super::super::novelty::Sighting;
    use super::*;

    /// Even if there is no room for more gaps than there are wide ones, every number of a domain is tried in the end.
    #[test]
    fn nothing_is_lost_for_want_of_room() {
        const LAST: i128 = 5_000;
        let signature = Signature::parse(["n:i64"]).unwrap();
        let base = signature.read(&["0"], None).unwrap();
        let line = Line::along(Axis::main(&base, 0), base, &signature);
        let sighting = Arc::new(Sighting::new(Outcome::valid("str", "same")));
        let point = |place: Integer| Point { place, sightings: vec![Arc::clone(&sighting)] };
        let all =
            Gap { line: Arc::new(line), left: point(Integer::ZERO), right: point(Integer::Small(LAST)) };
        let mut random = Random::seed_from_u64(1);
        let mut quiet = Quiet { most: 200, ..Quiet::new() };
        quiet.keep(all, &mut random);
        let mut seen = BTreeSet::from([Integer::ZERO, Integer::Small(LAST)]);
        while let Some((gap, place)) = quiet.next(&mut random) {
            assert!(gap.left.place < place && place < gap.right.place);
            seen.insert(place.clone());
            if quiet.keeps_whole(&gap) {
                quiet.keep(gap, &mut random);
                continue;
            }
            let halves = gap.halves(point(place)).into_iter();
            halves.filter(|half| half.width() > Integer::ONE).for_each(|half| quiet.keep(half, &mut random));
            assert!(quiet.count <= 200);
        }
        assert_eq!(seen.len() as i128, LAST + 1);
    }
}
