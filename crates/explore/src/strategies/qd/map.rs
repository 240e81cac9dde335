//! The map: the best pair of every cell.

use autobva_core::{Group, Input, Observation, Outcome};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::cell::{Cell, Outputs};

pub(super) type PairSide<'a> = (&'a Input, &'a Outcome);

pub(super) fn side(observation: &Observation) -> PairSide<'_> {
    (&observation.input, &observation.outcome)
}

/// The best pair of every cell that was seen. A pair is replaced only by one with a strictly greater derivative.
#[derive(Debug, Clone)]
pub struct CellMap {
    outputs: Outputs,
    places: HashMap<Cell, usize, FixedState>,
    elites: Vec<Elite>,
    groups: [Vec<usize>; 3],
}

/// The best pair of a cell.
#[derive(Debug, Clone)]
pub struct Elite {
    /// The cell.
    pub cell: Cell,
    /// One side of the pair.
    pub left: Observation,
    /// The other side; the sides are in no particular order.
    pub right: Observation,
    /// The derivative.
    pub score: f64,
    /// Its success as a parent: plus one for each child that opened or improved a cell, minus a half for every other child.
    pub curiosity: f32,
}

/// What happened to a pair that was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placed {
    /// It is the first pair of its cell; the index of the cell in [`CellMap::elites`].
    Opened(usize),
    /// It is better than the previous pair.
    Improved(usize),
    /// It is not better than the present pair.
    Refused,
}

impl Placed {
    /// The index of the cell, if the pair was accepted.
    pub fn place(self) -> Option<usize> {
        match self {
            Placed::Opened(place) | Placed::Improved(place) => Some(place),
            Placed::Refused => None,
        }
    }
}

impl CellMap {
    /// An empty map.
    pub fn new(outputs: Outputs) -> CellMap {
        CellMap {
            outputs,
            places: HashMap::with_hasher(FixedState::with_seed(0)),
            elites: Vec::new(),
            groups: Default::default(),
        }
    }

    /// How outputs are distinguished.
    pub fn outputs(&self) -> Outputs {
        self.outputs
    }

    /// The best pairs, one per cell, in the order in which their cells were opened.
    pub fn elites(&self) -> &[Elite] {
        &self.elites
    }

    /// The best pair at this index.
    pub fn elite_mut(&mut self, place: usize) -> &mut Elite {
        &mut self.elites[place]
    }

    /// The best pair of a cell.
    pub fn get(&self, cell: &Cell) -> Option<&Elite> {
        self.places.get(cell).map(|place| &self.elites[*place])
    }

    /// The indices of the cells of a validity group.
    pub fn group(&self, group: Group) -> &[usize] {
        &self.groups[group as usize]
    }

    /// Offers a pair with its derivative.
    pub fn offer(&mut self, a: (&Input, &Outcome), b: (&Input, &Outcome), score: f64) -> Placed {
        let cell = Cell::of(self.outputs, a, b);
        if let Some(place) = self.places.get(&cell) {
            return self.improve_at(*place, a, b, score);
        }
        let observe =
            |(input, outcome): PairSide<'_>| Observation { input: input.clone(), outcome: outcome.clone() };
        let place = self.elites.len();
        self.groups[Group::of(a.1.validity(), b.1.validity()) as usize].push(place);
        self.places.insert(cell, place);
        self.elites.push(Elite { cell, left: observe(a), right: observe(b), score, curiosity: 0.0 });
        Placed::Opened(place)
    }

    /// Offers a pair with its derivative, but only to a cell that is already open.
    pub fn improve(&mut self, a: (&Input, &Outcome), b: (&Input, &Outcome), score: f64) -> Placed {
        match self.places.get(&Cell::of(self.outputs, a, b)) {
            Some(place) => self.improve_at(*place, a, b, score),
            None => Placed::Refused,
        }
    }

    fn improve_at(&mut self, place: usize, a: PairSide<'_>, b: PairSide<'_>, score: f64) -> Placed {
        let elite = &mut self.elites[place];
        if score <= elite.score {
            return Placed::Refused;
        }
        elite.left.input.clone_from(a.0);
        elite.left.outcome.clone_from(a.1);
        elite.right.input.clone_from(b.0);
        elite.right.outcome.clone_from(b.1);
        elite.score = score;
        Placed::Improved(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Int, IntType, Value};

    fn input(n: i128) -> Input {
        [Value::Int(Int::new(IntType::Int64, n).unwrap())].into_iter().collect()
    }

    #[test]
    fn a_cell_keeps_its_best_pair() {
        let mut map = CellMap::new(Outputs::Lengths);
        let (a, b, c) = (input(10), input(20), input(30));
        let (x, y) = (Outcome::valid("Int64", "1"), Outcome::valid("Int64", "2"));
        assert_eq!(map.offer((&a, &x), (&b, &y), 0.1), Placed::Opened(0));
        assert_eq!(map.offer((&a, &x), (&c, &y), 0.1), Placed::Refused, "only a strictly greater derivative");
        assert_eq!(map.offer((&b, &x), (&c, &y), 0.2), Placed::Improved(0));
        assert_eq!(map.elites()[0].right.input, c);
        let error = Outcome::error("Error", "2");
        assert_eq!(map.improve((&a, &x), (&b, &error), 0.1), Placed::Refused, "that cell is not open");
        assert_eq!(map.offer((&a, &x), (&b, &error), 0.1), Placed::Opened(1));
        assert_eq!((map.group(Group::VV), map.group(Group::VE)), (&[0][..], &[1][..]));
    }
}
