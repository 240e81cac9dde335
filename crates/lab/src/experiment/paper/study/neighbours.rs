//! The neighbours of an input: one step down and one step up in each argument.

use autobva_core::{Axis, Input, Integer, Outcome};
use autobva_explore::{Halt, MutationOperator, Probe};

/// An input, its neighbours, and their outcomes.
#[derive(Default)]
pub struct Neighbours {
    own: (Input, Outcome),
    all: Vec<Neighbour>,
    /// How many of the neighbours are in use; the memory of the others is kept.
    count: usize,
}

#[derive(Default)]
struct Neighbour {
    input: Input,
    outcome: Outcome,
    score: f64,
}

/// The study steps down first, which decides between equally strong neighbours.
const STEPS: [MutationOperator; 2] = [MutationOperator::Decrement, MutationOperator::Increment];

impl Neighbours {
    /// Runs an input and its neighbours.
    pub fn look(&mut self, input: &Input, probe: &mut Probe<'_>) -> Result<(), Halt> {
        self.own.0.clone_from(input);
        self.count = 0;
        probe.execute(input, &mut self.own.1)?;
        for argument in 0..input.len() {
            let axis = Axis::main(input, argument);
            for step in STEPS {
                if self.all.len() == self.count {
                    self.all.push(Neighbour::default());
                }
                let neighbour = &mut self.all[self.count];
                neighbour.input.clone_from(input);
                if !step.apply(&axis, probe.signature(), &mut neighbour.input, &Integer::ONE) {
                    continue; // At the edge of the type there is no neighbour.
                }
                probe.execute(&neighbour.input, &mut neighbour.outcome)?;
                let (own, other) = ((&self.own.0, &self.own.1), (&neighbour.input, &neighbour.outcome));
                neighbour.score = probe.evaluate(own, other);
                self.count += 1;
            }
        }
        Ok(())
    }

    /// Whether any neighbour differs.
    pub fn differ(&self) -> bool {
        self.all[..self.count].iter().any(|neighbour| neighbour.score > 0.0)
    }

    pub fn own(&self) -> (&Input, &Outcome) {
        (&self.own.0, &self.own.1)
    }

    /// Proposes the input with its strongest neighbour, the first of equal ones.
    pub fn propose_strongest(&self, probe: &mut Probe<'_>) {
        let mut strongest: Option<&Neighbour> = None;
        for neighbour in &self.all[..self.count] {
            if neighbour.score > strongest.map_or(0.0, |known| known.score) {
                strongest = Some(neighbour);
            }
        }
        if let Some(Neighbour { input, outcome, .. }) = strongest {
            probe.propose(self.own(), (input, outcome));
        }
    }

    /// Proposes the input with each of its neighbours.
    pub fn propose_all(&self, probe: &mut Probe<'_>) {
        for Neighbour { input, outcome, .. } in &self.all[..self.count] {
            probe.propose(self.own(), (input, outcome));
        }
    }
}
