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
    rows: Rows,
    /// The values of the deciding argument as a person writes them.
    names: BTreeMap<Deciding, String>,
}

type Rows = BTreeMap<Deciding, BTreeSet<Integer>>;

/// A value that decides: a number, the position of a choice, or a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deciding {
    Number(Integer),
    Word(Box<str>),
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
fn turns(rows: &Rows) -> usize {
    let places: Vec<&Integer> = rows.values().filter_map(|places| places.first()).collect();
    let rises: Vec<bool> = places.windows(2).filter(|w| w[0] != w[1]).map(|w| w[0] < w[1]).collect();
    rises.windows(2).filter(|w| w[0] != w[1]).count()
}

impl Deciding {
    fn of(value: &Value) -> Option<Deciding> {
        match value {
            Value::Int(int) => Some(Deciding::Number(int.number().clone())),
            Value::Choice(choice) => Some(Deciding::Number(Integer::from(choice.at()))),
            Value::Text(text) => Some(Deciding::Word(text.clone())),
            _ => None,
        }
    }

    /// Makes it the value of an argument.
    pub fn put(&self, input: &mut Input, argument: usize) {
        match self {
            Deciding::Number(number) => Axis::main(input, argument).set(input, number.clone()),
            Deciding::Word(text) => input[argument] = Value::Text(text.clone()),
        }
    }

    fn number(&self) -> Option<&Integer> {
        if let Deciding::Number(number) = self { Some(number) } else { None }
    }
}

/// What the values of an argument are to a table.
#[derive(Clone, Copy)]
enum Kind {
    /// So many values without an order: choices and Booleans.
    Categories(usize),
    Texts,
    Numbers,
}

impl Kind {
    fn of(value: &Value) -> Kind {
        match value {
            Value::Int(int) if int.is_bool() => Kind::Categories(2),
            Value::Choice(choice) => Kind::Categories(choice.options().written.len()),
            Value::Text(_) => Kind::Texts,
            _ => Kind::Numbers,
        }
    }
}

/// A table by a text has at most 8 rows: with more, something about the text decides.
const MOST_WORDS: usize = 8;

/// Whether the place follows from the length of the text.
fn is_by_length(rows: &Rows) -> bool {
    let mut apart = rows.iter().filter_map(|(by, places)| {
        let Deciding::Word(text) = by else { return None };
        Some(places.first()? - &Integer::from(text.chars().count()))
    });
    let first = apart.next();
    apart.all(|apart| Some(apart) == first)
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
        let mut rows = Rows::new();
        let mut kind = Kind::Numbers;
        let own = || along.iter().filter(|c| (c.from, c.to) == sides);
        let decides = |crossing: &Crossing| &runs.run(crossing.left).input[by];
        for crossing in own() {
            kind = Kind::of(decides(crossing));
            let places = rows.entry(Deciding::of(decides(crossing))?).or_default();
            if !places.contains(&crossing.place) {
                places.insert(crossing.place.clone());
            }
            if places.len() > MOST_PLACES || rows.len() > MOST_ROWS {
                return None;
            }
        }
        let places: BTreeSet<&Integer> = rows.values().flatten().collect();
        let ambiguous = rows.values().filter(|places| places.len() > 1).count();
        let is_table = match kind {
            Kind::Categories(all) => rows.len() == all && ambiguous == 0 && places.len() > 1,
            Kind::Texts => {
                rows.len() <= MOST_WORDS && ambiguous == 0 && places.len() > 1 && !is_by_length(&rows)
            }
            Kind::Numbers => {
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
        let name = |c: &&Crossing| Some((Deciding::of(decides(c))?, decides(c).shown(str::to_string)));
        let names: BTreeMap<Deciding, String> = own().filter_map(name).collect();
        let are_plain = !names.values().any(|name| name.contains([',', ';']));
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

    /// Whether a crossing leads from one side of the boundary to the other, whichever behaviours are there.
    pub fn passes(&self, crossing: &Crossing, runs: &Runs) -> bool {
        let [left, right] = [crossing.left, crossing.right].map(|run| self.side(run, runs).flatten());
        left.is_some() && right.is_some() && left != right
    }

    /// Whether another table has the same places.
    pub fn is_like(&self, other: &Table) -> bool {
        (self.argument, self.by, &self.rows) == (other.argument, other.by, &other.rows)
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
        let (value, by) = (input[self.argument].as_int()?.number(), Deciding::of(&input[self.by])?);
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
        let number = |row: Option<(&Deciding, _)>| row.and_then(|(by, _)| by.number().cloned());
        let ends = [number(self.rows.first_key_value()), number(self.rows.last_key_value())];
        let [Some(first), Some(last)] = ends else { return Vec::new() };
        let places: BTreeSet<&Integer> = self.rows.values().flatten().collect();
        let beside = |place: &&Integer| [0, 1].map(|by| *place + &Integer::Small(by));
        let places: Vec<Integer> = places.iter().flat_map(beside).collect();
        let mut found = Vec::new();
        let mut value = first;
        while value < last && found.len() < MOST_ROWS {
            if !self.rows.contains_key(&Deciding::Number(value.clone())) {
                let mut input = base.clone();
                Axis::main(base, self.by).set(&mut input, value.clone());
                found.push((input, places.clone()));
            }
            value = &value + &Integer::ONE;
        }
        found
    }

    /// Whether another text may have a row: it has none yet, and one of the two behaviours.
    pub fn lacks(&self, input: &Input, wording: WordingId) -> bool {
        let word = Deciding::of(&input[self.by]).filter(|by| by.number().is_none());
        let is_side = wording == self.sides.0 || wording == self.sides.1;
        is_side && self.rows.len() < MOST_WORDS && word.is_some_and(|word| !self.rows.contains_key(&word))
    }

    /// Inputs for rows in which a third argument decides.
    pub fn unsure(&self, base: &Input) -> Vec<Input> {
        let several = self.rows.iter().filter(|(_, places)| places.len() > 1);
        let input = |(value, places): (&Deciding, &BTreeSet<Integer>)| {
            let mut input = base.clone();
            value.put(&mut input, self.by);
            Axis::main(base, self.argument).set(&mut input, places.last()?.clone());
            Some(input)
        };
        several.filter_map(input).collect()
    }

    /// The rows with exactly one place.
    pub fn sure_rows(&self) -> impl Iterator<Item = (&Deciding, &Integer)> {
        let sure = self.rows.iter().filter(|(_, places)| places.len() == 1);
        sure.filter_map(|(value, places)| Some((value, places.first()?)))
    }
}
