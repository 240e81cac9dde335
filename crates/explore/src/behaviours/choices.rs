//! Choices: numbers that always are one of the arguments, or one of a few constants, as `min`, a median and a limit return them.
//! Which of these it is makes the behaviour.

use autobva_core::behaviour::Number;
use autobva_core::{Input, Value};

use super::runs::WordingId;

/// What a number is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Chosen {
    /// This argument, and of equal arguments the first.
    Argument(usize),
    Constant(Number),
}

/// Three different values that no other argument has show that an argument is repeated.
const LEAST_VALUES: usize = 3;
/// More than 3 numbers that are no arguments are computed.
const MOST_CONSTANTS: usize = 3;
/// Fewer than 100 runs may be of arguments that are all alike.
const LEAST_RUNS: u64 = 100;

/// What the numbers of one wording are, as long as each is an argument or one of a few constants.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// For each argument, some values that no other argument had.
    alone: Vec<Vec<Number>>,
    constants: Vec<Number>,
    /// The wordings that stand for each choice, once they are known.
    told: Vec<(Chosen, WordingId)>,
}

impl Choices {
    /// What may be told apart: the numbers of an input with several numbers.
    pub fn of(input: &Input) -> Option<Choices> {
        let numbers = input.iter().filter(|value| number(value).is_some()).count();
        (numbers > 1).then(Choices::default)
    }

    /// Notes a number; false if it is neither an argument nor one of a few constants.
    pub fn note(&mut self, input: &Input, number: Number) -> bool {
        let mut own = (0..input.len()).filter(|argument| is_of(&input[*argument], number));
        match (own.next(), own.next()) {
            (Some(one), None) => {
                self.alone.resize(input.len(), Vec::new());
                let known = &mut self.alone[one];
                if known.len() < LEAST_VALUES && !known.iter().any(|known| known.same(&number)) {
                    known.push(number);
                }
            }
            (Some(_), Some(_)) => {}
            (None, _) if self.constants.iter().any(|known| known.same(&number)) => {}
            (None, _) => self.constants.push(number),
        }
        self.constants.len() <= MOST_CONSTANTS
    }

    /// The choices that have no wording yet, after so many runs. One choice alone is none.
    pub fn untold(&self, calls: u64) -> Vec<Chosen> {
        let is_sure = |argument: &usize| self.alone[*argument].len() >= LEAST_VALUES;
        let arguments = (0..self.alone.len()).filter(is_sure).map(Chosen::Argument);
        let mut all: Vec<Chosen> = arguments.collect();
        if all.is_empty() || calls < LEAST_RUNS || all.len() + self.constants.len() < 2 {
            return Vec::new();
        }
        all.extend(self.constants.iter().copied().map(Chosen::Constant));
        all.retain(|chosen| !self.told.iter().any(|(known, _)| known == chosen));
        all
    }

    /// Makes a wording stand for a choice.
    pub fn tell(&mut self, chosen: Chosen, wording: WordingId) {
        self.told.push((chosen, wording));
        let rank = |chosen: &Chosen| match chosen {
            Chosen::Argument(argument) => *argument,
            Chosen::Constant(_) => usize::MAX,
        };
        self.told.sort_by_key(|(chosen, _)| rank(chosen));
    }

    pub fn are_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// The wording that stands for what a number is.
    pub fn wording(&self, input: &Input, number: Number) -> Option<WordingId> {
        self.told.iter().find(|(chosen, _)| chosen.is(input, number)).map(|(_, wording)| *wording)
    }

    /// Whether one choice explains all these numbers.
    pub fn have_in_common<'a>(&self, numbers: impl Iterator<Item = (&'a Input, Number)> + Clone) -> bool {
        self.told.iter().any(|(chosen, _)| numbers.clone().all(|(input, number)| chosen.is(input, number)))
    }
}

impl Chosen {
    fn is(&self, input: &Input, number: Number) -> bool {
        match self {
            Chosen::Argument(argument) => is_of(&input[*argument], number),
            Chosen::Constant(constant) => constant.same(&number),
        }
    }

    /// The number that would be chosen.
    pub fn value(&self, input: &Input) -> Option<f64> {
        match self {
            Chosen::Argument(argument) => number(&input[*argument]),
            Chosen::Constant(constant) => Some(constant.value),
        }
    }

    /// Whether two choices are the same number between two inputs, or at one of them: neither leads to a jump.
    pub fn meets(&self, other: &Chosen, inputs: [&Input; 2]) -> bool {
        let apart = |input: &Input| Some(self.value(input)? - other.value(input)?);
        matches!(inputs.map(apart), [Some(left), Some(right)] if left == 0.0 || right == 0.0 || (left < 0.0) != (right < 0.0))
    }
}

/// The number that an argument is.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(int) if !int.is_bool() => Some(int.number().to_f64()),
        Value::Float(float) => Some(float.value()),
        _ => None,
    }
}

fn is_of(value: &Value, written: Number) -> bool {
    match (value, written.digits) {
        (Value::Int(int), Some(digits)) if written.decimals == 0 && !int.is_bool() => {
            int.number().to_i128() == Some(digits)
        }
        _ => number(value) == Some(written.value),
    }
}
