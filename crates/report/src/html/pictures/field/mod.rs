//! Maps of the planes in which two arguments decide together, drawn from the calls in the campaign.

mod planes;
mod predicted;

use autobva_core::behaviour::Landscape;
use autobva_core::{Input, Value as Data};
use minijinja::context;
use minijinja::value::Value;

use super::super::page::Page;
use super::look;
use super::naming::short;
use crate::text::figures::counted;
use crate::text::shorten::shorten;
use crate::text::shown::{escaped, shown_value};
use planes::{fullest, planes, seen};
use predicted::predicted;

/// At most 32 values of an argument fit side by side on a phone.
const MOST_VALUES: usize = 32;
/// A map needs at least 6 calls.
const LEAST_CALLS: usize = 6;
/// Values of up to 7 characters stand beside rows and columns.
const LONGEST_VALUE: usize = 7;

/// Two arguments by their indices, the lesser first.
type Plane = (usize, usize);

/// Column, row and behaviour of a call.
type Call = (usize, usize, usize);

pub(crate) fn maps(page: &Page, landscape: &Landscape) -> Vec<Value> {
    let map = |plane| Some(Field::of(page, landscape, plane)?.given(page, landscape, plane));
    planes(page, landscape).into_iter().filter_map(map).collect()
}

/// The distinct values in ascending order.
fn distinct<'v>(values: impl Iterator<Item = &'v Data>) -> Vec<&'v Data> {
    let mut all: Vec<&Data> = values.collect();
    all.sort_by(|a, b| a.cmp_reading(b));
    all.dedup_by(|a, b| a.reads_as(b));
    all
}

/// The calls in a plane, and what each cell shows.
struct Field<'a> {
    /// The values from left to right and from bottom to top.
    values: [Vec<&'a Data>; 2],
    /// An input in the plane, for the values of the other arguments.
    others: &'a Input,
    calls: Vec<Call>,
    /// The indices of the behaviours that the calls showed.
    kinds: Vec<usize>,
}

impl<'a> Field<'a> {
    fn of(page: &Page<'a>, landscape: &'a Landscape, plane: Plane) -> Option<Field<'a>> {
        let seen = fullest(seen(page, landscape), plane)?;
        let (others, _) = *seen.first()?;
        let mut kept: Vec<(&Input, usize)> = Vec::new();
        let mut values: [Vec<&Data>; 2] = [Vec::new(), Vec::new()];
        for (input, behaviour) in seen {
            let more = [plane.0, plane.1]
                .map(|at| distinct(kept.iter().map(|(input, _)| &input[at]).chain([&input[at]])));
            if more.iter().all(|values| values.len() <= MOST_VALUES) {
                kept.push((input, behaviour));
                values = more;
            }
        }
        let place = |side: usize, value: &Data| values[side].iter().position(|v| v.reads_as(value));
        let call = |(input, behaviour): &(&Input, usize)| {
            Some((place(0, &input[plane.0])?, place(1, &input[plane.1])?, *behaviour))
        };
        let calls: Vec<Call> = kept.iter().filter_map(call).collect();
        let mut kinds: Vec<usize> = calls.iter().map(|(_, _, behaviour)| *behaviour).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if calls.len() < LEAST_CALLS || kinds.len() < 2 {
            return None;
        }
        Some(Field { values, others, calls, kinds })
    }

    /// The input of the template: the rows from top to bottom. A cell has the behaviour of the call there, or else what the
    /// rules predict, or else that of the nearest known cell.
    fn given(&self, page: &Page, landscape: &Landscape, plane: Plane) -> Value {
        let predicted = predicted(page, landscape, plane, self);
        let known: Vec<&Call> = self.calls.iter().chain(&predicted).collect();
        let cell = |column: usize, row: usize| {
            let far = |(c, r, _): &Call| c.abs_diff(column).pow(2) + r.abs_diff(row).pow(2);
            let behaviour =
                known.iter().min_by_key(|call| far(call)).map_or(0, |(_, _, behaviour)| *behaviour);
            let is_call = self.calls.iter().any(|call| far(call) == 0);
            context! { is_call => is_call, ..look(behaviour, landscape.behaviours[behaviour].validity) }
        };
        let shown = |side: usize| self.values[side].iter().map(|value| short(value, LONGEST_VALUE));
        let columns = self.values[0].len();
        let rows = shown(1).enumerate().rev().map(|(row, value)| {
            context! { value => value, cells => (0..columns).map(|column| cell(column, row)).collect::<Value>() }
        });
        let names: Vec<String> = page.names().map(escaped).collect();
        let others = (0..names.len())
            .filter(|at| *at != plane.0 && *at != plane.1)
            .map(|at| format!("{} {}", names[at], shorten(&shown_value(&self.others[at]), 24)))
            .collect::<Vec<String>>();
        context! {
            across => names[plane.0].as_str(),
            up => names[plane.1].as_str(),
            others => others.join(", "),
            calls => counted(self.calls.len(), "call"),
            values => shown(0).collect::<Vec<String>>(),
            rows => rows.collect::<Value>(),
        }
    }
}
