//! How the calls for exploration are divided.

/// The ways to explore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exploring {
    /// A drafted line.
    Draft,
    /// A line through an example of a neglected behaviour.
    Example,
    /// A line through a random point.
    Random,
    /// A place in a quiet gap.
    Quiet,
}

/// Each way with its share of the evaluations. Taking turns would not be fair: a line takes dozens of evaluations, a
/// quiet gap takes one.
const SHARES: [(Exploring, u64); 4] =
    [(Exploring::Draft, 8), (Exploring::Example, 4), (Exploring::Random, 2), (Exploring::Quiet, 1)];
/// A share is counted in eighths, so that whole numbers suffice.
const UNIT: u64 = 8;

/// The evaluations that each way has used, relative to its share.
#[derive(Debug, Default)]
pub struct Shares {
    spent: [u64; SHARES.len()],
}

impl Shares {
    /// The ways, starting with the one that is furthest behind its share.
    pub fn order(&self) -> [Exploring; SHARES.len()] {
        let mut places = [0, 1, 2, 3];
        places.sort_by_key(|place| self.spent[*place]);
        places.map(|place| SHARES[place].0)
    }

    /// Records that a way was used. Ways that are behind it had nothing to do; they are moved up and get no
    /// compensation later.
    pub fn spend(&mut self, way: Exploring, evaluations: usize) {
        let Some(place) = SHARES.iter().position(|(other, _)| *other == way) else { return };
        let level = self.spent[place];
        self.spent.iter_mut().for_each(|spent| *spent = level.max(*spent));
        self.spent[place] += evaluations as u64 * UNIT / SHARES[place].1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Explores at these costs per way, where 0 means that the way has nothing to do.
    fn explore(shares: &mut Shares, costs: [usize; 4], steps: usize) -> [usize; 4] {
        let mut spent = [0; 4];
        for _ in 0..steps {
            let cost =
                |way: Exploring| SHARES.iter().position(|(other, _)| *other == way).map(|at| (at, costs[at]));
            let ways = shares.order().into_iter().filter_map(|way| Some((way, cost(way)?)));
            let Some((way, (at, cost))) = ways.into_iter().find(|(_, (_, cost))| *cost > 0) else { break };
            shares.spend(way, cost);
            spent[at] += cost;
        }
        spent
    }

    #[test]
    fn every_way_gets_its_share_whatever_it_costs() {
        let spent = explore(&mut Shares::default(), [40, 30, 50, 1], 20_000);
        let all: usize = spent.iter().sum();
        for (spent, (_, share)) in spent.into_iter().zip(SHARES) {
            let part = spent as f64 / all as f64;
            assert!((part - share as f64 / 15.0).abs() < 0.01, "{part} of {share} fifteenths");
        }
    }

    #[test]
    fn who_had_nothing_to_do_gets_nothing_in_return() {
        let mut shares = Shares::default();
        explore(&mut shares, [0, 30, 50, 1], 1_000);
        let spent = explore(&mut shares, [40, 30, 50, 1], 1_000);
        assert!(spent.iter().all(|spent| *spent > 0), "{spent:?}");
    }
}
