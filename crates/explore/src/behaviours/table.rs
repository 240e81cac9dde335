//! Tables: another argument decides where a boundary lies, as the month decides which day is the last, or the tariff how much
//! is free.

use std::collections::{BTreeMap, BTreeSet};

use autobva_core::behaviour::{Rule, RuleForm};
use autobva_core::{Axis, Input, Integer, Signature, Value};

use super::crossing::Crossing;
use super::runs::{Runs, WordingId};

/// The places of a boundary along one argument, by the value of another.
#[derive(Debug, Clone)]
pub struct Table {
    pub argument: usize,
    pub by: usize,
    pub sides: (WordingId, WordingId),
    /// The places for each value of the deciding argument; more than one if a third argument matters.
    rows: BTreeMap<Integer, BTreeSet<Integer>>,
    /// The values of the deciding argument as a person writes them.
    names: BTreeMap<Integer, String>,
}

/// A table by a number has at least 4 and at most 64 rows.
const LEAST_ROWS: usize = 4;
const MOST_ROWS: usize = 64;
/// The rows have at most 6 different places among them.
const MOST_PLACES: usize = 6;
/// At most one row in 6 may have more than one place.
const AMBIGUOUS: usize = 6;

/// The places must turn at least twice: if they only rise or fall with the other argument, that is a relation between
/// the two and not a table.
const LEAST_TURNS: usize = 2;

/// How often the places change from rising to falling or back.
fn turns(rows: &BTreeMap<Integer, BTreeSet<Integer>>) -> usize {
    let places: Vec<&Integer> = rows.values().filter_map(|places| places.first()).collect();
    let rises: Vec<bool> = places.windows(2).filter(|w| w[0] != w[1]).map(|w| w[0] < w[1]).collect();
    rises.windows(2).filter(|w| w[0] != w[1]).count()
}

/// The number that stands for a value which may decide: a number itself, or the position of a choice.
fn number_of(value: &Value) -> Option<Integer> {
    match value {
        Value::Int(int) => Some(int.number().clone()),
        Value::Choice(choice) => Some(Integer::from(choice.at())),
        _ => None,
    }
}

/// How many values there are, if they are few and have no order: choices and Booleans.
fn categories(value: &Value) -> Option<usize> {
    match value {
        Value::Int(int) if int.is_bool() => Some(2),
        Value::Choice(choice) => Some(choice.options().written.len()),
        _ => None,
    }
}

impl Table {
    /// The table that explains the most crossings between two wordings, if there is one.
    pub fn of(crossings: &[&Crossing], runs: &Runs, arguments: usize) -> Option<Table> {
        let mut best: Option<(usize, Table)> = None;
        for argument in 0..arguments {
            for by in (0..arguments).filter(|by| *by != argument) {
                for table in Table::along(argument, by, crossings, runs) {
                    let worth = crossings.iter().filter(|c| table.explains(c, runs)).count();
                    if best.as_ref().is_none_or(|(most, _)| *most < worth) {
                        best = Some((worth, table));
                    }
                }
            }
        }
        best.map(|(_, table)| table)
    }

    /// The tables of one argument by another, in either direction.
    fn along(argument: usize, by: usize, crossings: &[&Crossing], runs: &Runs) -> Vec<Table> {
        let along = |c: &&&Crossing| c.axis.argument() == argument && c.axis.is_number();
        let along: Vec<&Crossing> = crossings.iter().filter(along).copied().collect();
        let directions: BTreeSet<(WordingId, WordingId)> = along.iter().map(|c| (c.from, c.to)).collect();
        let of = |sides| Table::between(sides, argument, by, &along, runs);
        directions.into_iter().filter_map(of).collect()
    }

    fn between(
        sides: (WordingId, WordingId),
        argument: usize,
        by: usize,
        along: &[&Crossing],
        runs: &Runs,
    ) -> Option<Table> {
        let mut rows: BTreeMap<Integer, BTreeSet<Integer>> = BTreeMap::new();
        let mut all = None;
        let own = || along.iter().filter(|c| (c.from, c.to) == sides);
        let decides = |crossing: &Crossing| &runs.run(crossing.left).input[by];
        for crossing in own() {
            all = categories(decides(crossing));
            let places = rows.entry(number_of(decides(crossing))?).or_default();
            if !places.contains(&crossing.place) {
                places.insert(crossing.place.clone());
            }
            if places.len() > MOST_PLACES || rows.len() > MOST_ROWS {
                return None;
            }
        }
        let places: BTreeSet<&Integer> = rows.values().flatten().collect();
        let ambiguous = rows.values().filter(|places| places.len() > 1).count();
        let is_table = match all {
            Some(all) => rows.len() == all && ambiguous == 0 && places.len() > 1,
            None => {
                (LEAST_ROWS..=MOST_ROWS).contains(&rows.len())
                    && (2..=MOST_PLACES).contains(&places.len())
                    && places.len() * 2 <= rows.len()
                    && ambiguous * AMBIGUOUS <= rows.len()
                    && turns(&rows) >= LEAST_TURNS
            }
        };
        if !is_table {
            return None;
        }
        let name = |c: &&Crossing| Some((number_of(decides(c))?, decides(c).shown(str::to_string)));
        let names: BTreeMap<Integer, String> = own().filter_map(name).collect();
        let are_plain = all.is_none() || !names.values().any(|name| name.contains([',', ';']));
        are_plain.then_some(Table { argument, by, sides, rows, names })
    }

    /// Whether the table puts the two sides of a crossing on different sides of the boundary, whichever argument was moved.
    pub fn explains(&self, crossing: &Crossing, runs: &Runs) -> bool {
        if !crossing.axis.is_number() {
            return false;
        }
        let [left, right] = [crossing.left, crossing.right].map(|run| self.side(run, runs));
        let (Some(left), Some(right)) = (left, right) else { return false };
        let is_first = |wording: WordingId| wording == self.sides.0;
        let fits = |said: Option<bool>, wording: WordingId| said.is_none_or(|low| low == is_first(wording));
        fits(left, crossing.from) && fits(right, crossing.to)
    }

    /// Which sides a crossing has in common with the table, low and high, if it leads from one side to the other.
    pub fn shared_with(&self, crossing: &Crossing, runs: &Runs) -> [bool; 2] {
        let [left, right] = [crossing.left, crossing.right].map(|run| self.side(run, runs).flatten());
        let (low, high) = match (left, right) {
            (Some(true), Some(false)) => (crossing.from, crossing.to),
            (Some(false), Some(true)) => (crossing.to, crossing.from),
            _ => return [false; 2],
        };
        [low == self.sides.0, high == self.sides.1]
    }

    /// Whether a run is on the low side: `Some(None)` if a third argument decides, `None` if the table has no row for it.
    fn side(&self, run: u32, runs: &Runs) -> Option<Option<bool>> {
        let input = &runs.run(run).input;
        let (value, by) = (input[self.argument].as_int()?.number(), number_of(&input[self.by])?);
        let places = self.rows.get(&by)?;
        let (least, greatest) = (places.first()?, places.last()?);
        Some(if value <= least {
            Some(true)
        } else if value > greatest {
            Some(false)
        } else {
            None
        })
    }

    /// The table as a rule; values that have the same places share a row.
    pub fn rule(&self, signature: &Signature) -> Rule {
        let mut rows: Vec<(Vec<String>, Vec<Integer>)> = Vec::new();
        for (value, places) in &self.rows {
            let places: Vec<Integer> = places.iter().cloned().collect();
            let name = self.names[value].clone();
            match rows.iter_mut().find(|(_, known)| *known == places) {
                Some((values, _)) => values.push(name),
                None => rows.push((vec![name], places)),
            }
        }
        // Rows in which a third argument matters come last.
        rows.sort_by_key(|(_, places)| places.len());
        let name = |argument: usize| signature.arguments()[argument].name().to_string();
        Rule::untested(name(self.argument), RuleForm::Table { by: name(self.by), rows })
    }

    /// Inputs for the values of the deciding argument that have no row yet, and the places to try there.
    pub fn missing(&self, base: &Input) -> Vec<(Input, Vec<Integer>)> {
        let (Some((first, _)), Some((last, _))) = (self.rows.first_key_value(), self.rows.last_key_value())
        else {
            return Vec::new();
        };
        let places: BTreeSet<&Integer> = self.rows.values().flatten().collect();
        let beside = |place: &&Integer| [0, 1].map(|by| *place + &Integer::Small(by));
        let places: Vec<Integer> = places.iter().flat_map(beside).collect();
        let mut found = Vec::new();
        let mut value = first.clone();
        while value < *last && found.len() < MOST_ROWS {
            if !self.rows.contains_key(&value) {
                let mut input = base.clone();
                Axis::main(base, self.by).set(&mut input, value.clone());
                found.push((input, places.clone()));
            }
            value = &value + &Integer::ONE;
        }
        found
    }

    /// Inputs for rows in which a third argument decides.
    pub fn unsure(&self, base: &Input) -> Vec<Input> {
        let several = self.rows.iter().filter(|(_, places)| places.len() > 1);
        let input = |(value, places): (&Integer, &BTreeSet<Integer>)| {
            let mut input = base.clone();
            Axis::main(base, self.by).set(&mut input, value.clone());
            Axis::main(base, self.argument).set(&mut input, places.last()?.clone());
            Some(input)
        };
        several.filter_map(input).collect()
    }

    /// The rows with exactly one place.
    pub fn sure_rows(&self) -> impl Iterator<Item = (&Integer, &Integer)> {
        let sure = self.rows.iter().filter(|(_, places)| places.len() == 1);
        sure.filter_map(|(value, places)| Some((value, places.first()?)))
    }
}
