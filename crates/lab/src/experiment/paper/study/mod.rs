//! The study's own LNS and BCS, as in its public tool, with [rules](Rules) that the paper does not mention.

mod limit;
mod neighbours;
mod rules;
mod walk;

pub use limit::Limited;
pub use rules::{RULES, Rule, Rules};

use autobva_core::{Axis, Input, Int, IntSchema, IntType, Signature, Value};
use autobva_explore::strategies::{LocalSearch, Strategy, TwoStep};
use autobva_explore::{Halt, MutationOperator, Probe};
use rand::RngExt;

use neighbours::Neighbours;
use walk::Walk;

/// The study's search from a starting point.
pub struct StudySearch {
    rules: Rules,
    /// Whether it walks on if no neighbour of a starting point differs: BCS does, LNS does not.
    walks: bool,
    neighbours: Neighbours,
    walk: Walk,
    found: Input,
}

impl StudySearch {
    /// The paper's strategy with this name and these rules; `None` if it is not one of the paper's.
    pub fn of(strategy: &str, rules: Rules) -> Option<Box<dyn Strategy>> {
        let walks = match strategy {
            "lns" => false,
            "bcs" => true,
            _ => return None,
        };
        let search = StudySearch {
            rules,
            walks,
            neighbours: Neighbours::default(),
            walk: Walk::default(),
            found: Input::default(),
        };
        Some(Box::new(TwoStep::new(search)))
    }

    /// Reports an input whose neighbours were run.
    fn report(&mut self, input: &Input, probe: &mut Probe<'_>) -> Result<(), Halt> {
        if self.rules.has(Rule::Text) {
            self.found.clone_from(input);
            if read_again(&mut self.found, probe.signature()) {
                self.neighbours.look(&self.found, probe)?;
            }
        }
        match self.rules.has(Rule::Archive) {
            true => self.neighbours.propose_strongest(probe),
            false => self.neighbours.propose_all(probe),
        }
        Ok(())
    }
}

impl LocalSearch for StudySearch {
    fn search(&mut self, i: &Input, probe: &mut Probe<'_>) -> Result<(), Halt> {
        self.neighbours.look(i, probe)?;
        if self.neighbours.differ() {
            return self.report(i, probe);
        }
        if !self.walks {
            return Ok(());
        }
        let axis = Axis::main(i, probe.random().random_range(0..i.len()));
        let mo = MutationOperator::ALL[probe.random().random_range(0..2)];
        let start = self.neighbours.own();
        let Some(found) = self.walk.cross(start, &axis, mo, self.rules, probe)? else { return Ok(()) };
        self.neighbours.look(found, probe)?;
        let found = found.clone();
        self.report(&found, probe)
    }
}

/// Gives numbers the types that they have when read from the text of the study's archive, which shows unsigned numbers
/// in hexadecimal digits with their width, and signed ones without a width. If a single type is declared, that type is
/// used. Returns whether anything changed.
fn read_again(input: &mut Input, signature: &Signature) -> bool {
    let mut changed = false;
    for (value, argument) in input.0.iter_mut().zip(signature.arguments()) {
        let Value::Int(int) = value else { continue };
        let declared = argument.schema().as_int().and_then(IntSchema::ty);
        let ty = match int.ty() {
            _ if let Some(declared) = declared => declared,
            IntType::Int8
            | IntType::Int16
            | IntType::Int32
            | IntType::Int64
            | IntType::Int128
            | IntType::BigInt => {
                let wide_enough = |ty: &IntType| ty.holds(int.number());
                [IntType::Int64, IntType::Int128].into_iter().find(wide_enough).unwrap_or(IntType::BigInt)
            }
            kept => kept,
        };
        if ty != int.ty() {
            *int = Int::within(ty, int.number().clone());
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests;
