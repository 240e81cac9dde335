//! What the rules predict for cells that were not called: a whole line of cells if they agree with every call on it,
//! otherwise only the cells next to a boundary.

use std::collections::{BTreeMap, HashMap};

use autobva_core::behaviour::{Boundary, Condition, Landscape, Place, RuleForm};
use autobva_core::{Input, Integer, Signature, Value};

use super::super::super::landscape::seen::changed;
use super::super::super::page::Page;
use super::super::naming::number;
use super::{Call, Field, Plane};

/// A boundary without a rule is drawn between its places as well, if it has at least 4 and all are alike.
const LEAST_PLACES: usize = 4;

/// A boundary on a line of cells: the last value of its left side, and the behaviours on both sides.
struct Limit {
    place: f64,
    from: usize,
    to: usize,
}

/// The cells that the rules predict.
pub(super) fn predicted(page: &Page, landscape: &Landscape, plane: Plane, field: &Field) -> Vec<Call> {
    let called: HashMap<(usize, usize), usize> = field.calls.iter().map(|(c, r, b)| ((*c, *r), *b)).collect();
    let arguments = [plane.0, plane.1];
    // `None` if two crossing lines contradict each other.
    let mut said: BTreeMap<(usize, usize), Option<usize>> = BTreeMap::new();
    for along in [0, 1] {
        let values: Vec<f64> = field.values[along].iter().map(|value| number(value)).collect();
        for (at, across) in field.values[1 - along].iter().enumerate() {
            let mut input = field.others.clone();
            input[arguments[1 - along]] = (*across).clone();
            let Some(line) = line(&values, &limits(page, landscape, arguments[along], &input)) else {
                continue;
            };
            let cells = (0..).map(|index| if along == 0 { (index, at) } else { (at, index) });
            let is_beside =
                |index: usize| index.checked_sub(1).is_some_and(|below| line[below] != line[index]);
            let beside: Vec<bool> = (0..line.len())
                .map(|at| is_beside(at) || (at + 1 < line.len() && is_beside(at + 1)))
                .collect();
            let cells: Vec<((usize, usize), usize)> = cells.zip(line).collect();
            let agrees = |(cell, behaviour): &((usize, usize), usize)| {
                called.get(cell).is_none_or(|seen| seen == behaviour)
            };
            let is_whole = cells.iter().all(agrees);
            for (at, (cell, behaviour)) in cells.into_iter().enumerate() {
                if is_whole || beside[at] {
                    let told = said.entry(cell).or_insert(Some(behaviour));
                    *told = told.filter(|told| *told == behaviour);
                }
            }
        }
    }
    let is_new = |(cell, behaviour): &((usize, usize), usize)| {
        !called.contains_key(cell) && field.kinds.contains(behaviour)
    };
    let said = said.into_iter().filter_map(|(cell, behaviour)| Some((cell, behaviour?)));
    said.filter(is_new).map(|((column, row), behaviour)| (column, row, behaviour)).collect()
}

/// The places at which boundaries cross the argument, with the other arguments as in the input.
fn limits(page: &Page, landscape: &Landscape, argument: usize, input: &Input) -> Vec<Limit> {
    let signature = &page.dossier.target.signature;
    let position = |id: u32| landscape.behaviours.iter().position(|behaviour| behaviour.id == id);
    let limit = |boundary: &Boundary| {
        let place = place(boundary, signature, argument, input)?;
        Some(Limit { place, from: position(boundary.from)?, to: position(boundary.to)? })
    };
    landscape.boundaries.iter().filter_map(limit).collect()
}

/// The last value on the left side of a boundary: by its rule, or else the common one of all its places.
fn place(boundary: &Boundary, signature: &Signature, argument: usize, input: &Input) -> Option<f64> {
    let arguments = signature.arguments();
    let value = |name: &str| input.get(arguments.iter().position(|argument| argument.name() == name)?);
    if let Some(rule) = &boundary.rule {
        let holds = rule
            .guard
            .iter()
            .all(|condition| value(&condition.argument).is_none_or(|v| is_met(condition, v)));
        if rule.argument != arguments[argument].name() || !holds {
            return None;
        }
        if let RuleForm::Table { by, .. } = &rule.form {
            return rule.place_beside(&value(by)?.shown(str::to_string)).map(|place| place.to_f64());
        }
        let whole = |name: &str| value(name)?.as_int().map(|int| int.number().clone());
        return rule.places(&whole, &[]).first().map(Integer::to_f64);
    }
    let first = number(boundary.example.left.input.get(argument)?);
    let is_same =
        |place: &Place| changed(place).eq([argument]) && number(&place.left.input[argument]) == first;
    let is_between = |at: usize| {
        let seen = || boundary.all_places().map(|place| number(&place.left.input[at]));
        let value = number(&input[at]);
        seen().any(|seen| seen <= value) && seen().any(|seen| value <= seen)
    };
    let holds = boundary.places.len() + 1 >= LEAST_PLACES
        && boundary.all_places().all(is_same)
        && (0..arguments.len()).filter(|at| *at != argument).all(is_between);
    holds.then_some(first)
}

fn is_met(condition: &Condition, value: &Value) -> bool {
    let end = |end: &Option<String>| end.as_ref().and_then(|end| end.parse::<f64>().ok());
    end(&condition.least).is_none_or(|least| least <= number(value))
        && end(&condition.greatest).is_none_or(|greatest| number(value) <= greatest)
}

/// The behaviours of the values on a line, if the limits form a chain. If several limits lie between the same two
/// values, only the first and the last of their chain are visible.
fn line(values: &[f64], limits: &[Limit]) -> Option<Vec<usize>> {
    let mut line: Vec<usize> = Vec::new();
    let mut current = None;
    for gap in 0..=values.len() {
        let lower = gap.checked_sub(1).map_or(f64::NEG_INFINITY, |below| values[below]);
        let upper = values.get(gap).copied().unwrap_or(f64::INFINITY);
        let here: Vec<&Limit> = limits.iter().filter(|l| lower <= l.place && l.place < upper).collect();
        if !here.is_empty() {
            let first = only(here.iter().map(|l| l.from).filter(|from| here.iter().all(|l| l.to != *from)))?;
            let last = only(here.iter().map(|l| l.to).filter(|to| here.iter().all(|l| l.from != *to)))?;
            if current.is_some_and(|current| current != first) {
                return None;
            }
            line.resize(gap, first);
            current = Some(last);
        }
    }
    line.resize(values.len(), current?);
    Some(line)
}

/// The number, if all are the same.
fn only(mut numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_make_a_chain_tell_the_whole_line() {
        let limit = |place: f64, from: usize, to: usize| Limit { place, from, to };
        let values = [0.0, 1.0, 2.0, 5.0];
        let chain = [limit(1.0, 0, 1), limit(3.0, 2, 3), limit(2.0, 1, 2)];
        assert_eq!(line(&values, &chain), Some(vec![0, 0, 1, 3]));
        let short_cut = [limit(3.0, 0, 1), limit(3.0, 1, 2), limit(4.0, 0, 2)];
        assert_eq!(line(&values, &short_cut), Some(vec![0, 0, 0, 2]));
        assert_eq!(line(&values, &[limit(-3.0, 0, 1)]), Some(vec![1; 4]));
        assert_eq!(line(&values, &[limit(9.0, 0, 1)]), Some(vec![0; 4]));
        assert_eq!(line(&values, &[limit(3.0, 0, 1), limit(3.0, 0, 2)]), None, "nobody knows which");
        assert_eq!(line(&values, &[limit(0.0, 0, 1), limit(2.0, 2, 0)]), None, "something lies between");
        assert_eq!(line(&values, &[]), None);
    }
}
