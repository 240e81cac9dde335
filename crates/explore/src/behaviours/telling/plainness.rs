//! How plain a value looks to a person.

use std::collections::BTreeSet;

use autobva_core::{Input, Unit, Value};

use super::super::crossing::is_extreme;
use super::{Teller, domains};

/// The first 64 runs of a behaviour are the ones near zero, of which the plainest is its example.
const MOST_TRIED: usize = 64;

/// Whether a number is beyond what people count.
pub(super) fn is_huge(value: &Value) -> bool {
    let number = value.as_int().map(|int| int.number().to_f64().abs());
    number.is_some_and(|number| number >= 2_147_483_647.0) || is_extreme(value)
}

/// The plainness of an input, lower is plainer: short and round numbers, short and printable texts.
pub(super) fn plainness(input: &Input) -> usize {
    input.iter().map(value_plainness).sum()
}

/// The plainness of a value, lower is plainer.
pub fn value_plainness(value: &Value) -> usize {
    match value {
        Value::Int(_) | Value::Float(_) => {
            let text = value.to_string();
            let digits = text.trim_start_matches('-').trim_end_matches('0');
            2 * digits.len() + text.len() + usize::from(text.starts_with('-'))
        }
        Value::Text(text) => {
            let odd = text.chars().filter(|c| !c.is_ascii_graphic() && *c != ' ').count();
            let different: BTreeSet<char> = text.chars().collect();
            let is_word = text.chars().all(|c| c.is_ascii_alphanumeric());
            2 * text.chars().count() + different.len() + 20 * odd + usize::from(!is_word)
        }
        Value::Bytes(bytes) => {
            bytes.len() + 20 * bytes.iter().filter(|byte| !byte.is_ascii_graphic()).count()
        }
        Value::Decimal(decimal) => decimal.to_string().trim_end_matches(['0', '.']).len() * 3,
        // A day of this century is plainer than one of the year 1, and a whole hour is plainer than one with seconds.
        Value::Moment(moment) => {
            let text = moment.to_string();
            let is_far = moment.kind().units().contains(&Unit::Year) && !text.starts_with("20");
            2 + text.len() - text.matches("01").count() + 20 * usize::from(is_far)
        }
        Value::Choice(choice) => 2 + choice.at(),
        Value::List(list) => 2 + list.items.iter().map(|item| 2 + value_plainness(item)).sum::<usize>(),
        Value::Record(record) => record.values.iter().map(value_plainness).sum(),
        Value::Union(union) => match union.value() {
            Value::Choice(choice) if choice.written() == "null" => 1,
            value => union.at() + value_plainness(value),
        },
    }
}

impl Teller<'_> {
    /// Replaces the examples of behaviours by plainer ones, as far as some of their runs are.
    pub(super) fn exemplify(&mut self, members: &domains::Members) {
        let mut tried = vec![0; self.behaviours.len()];
        let mut best: Vec<usize> =
            self.behaviours.iter().map(|behaviour| plainness(&behaviour.example.input)).collect();
        for (run, id) in members {
            let Some(at) = (*id as usize).checked_sub(1).filter(|at| tried[*at] < MOST_TRIED) else {
                continue;
            };
            tried[at] += 1;
            let plain = plainness(&self.runs.run(*run).input);
            if plain < best[at] {
                best[at] = plain;
                self.behaviours[at].example = self.observation(*run);
            }
        }
    }
}
