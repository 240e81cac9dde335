//! Plain examples: everything in an example that does not matter for its boundary is made as simple as possible.

use super::telling::{example, holds_values, value_plainness};
use super::*;
use autobva_core::{ListKind, Schema, Signature, Step};

/// All edits of an input are gone through at most twice.
const MOST_PASSES: usize = 2;

/// A boundary whose example is being simplified.
struct Reduction {
    axis: Axis,
    /// The inputs on both sides, and the wordings of their outcomes.
    sides: [Input; 2],
    told: [WordingId; 2],
    /// The edits that are left, in reverse order.
    edits: Vec<Edit>,
    passes: usize,
    is_plainer: bool,
}

/// One change that is made to both sides.
#[derive(Debug, Clone)]
enum Edit {
    /// Replaces the value at a path.
    Set(ValuePath, Value),
    /// Replaces every item of a list by the same one.
    Fill(ValuePath, Value),
    /// Removes an item of a list.
    Remove(ValuePath, usize),
}

impl Reduction {
    fn new(crossing: &Crossing, runs: &Runs, signature: &Signature) -> Reduction {
        let sides = [crossing.left, crossing.right].map(|run| runs.run(run).input.clone());
        let told = [crossing.from, crossing.to];
        let mut reduction = Reduction {
            axis: crossing.axis.clone(),
            sides,
            told,
            edits: Vec::new(),
            passes: 0,
            is_plainer: false,
        };
        reduction.begin(signature);
        reduction
    }

    /// Starts another pass over all edits.
    fn begin(&mut self, signature: &Signature) {
        self.passes += 1;
        // The right side has everything that the left one has, plus the item that a list grows by.
        self.edits = edits(&self.sides[1], &self.axis, signature);
        self.edits.reverse();
    }

    /// The two sides after the next edit that applies, and the axis between them; `None` if no edit is left.
    fn next(&mut self, signature: &Signature) -> Option<(Axis, [Input; 2])> {
        loop {
            let Some(edit) = self.edits.pop() else {
                if !self.is_plainer || self.passes >= MOST_PASSES {
                    return None;
                }
                self.begin(signature);
                continue;
            };
            let mut sides = self.sides.clone();
            let axis = edit.axis(&self.axis);
            let changed = sides.each_mut().map(|side| edit.apply(side));
            let places = sides.each_ref().map(|side| axis.get(side));
            let are_neighbours = places[0].distance(&places[1]) == Integer::ONE;
            if changed.contains(&true) && are_neighbours && sides.iter().all(|side| axis.is_of(side)) {
                return Some((axis, sides));
            }
        }
    }
}

impl Edit {
    /// Changes an input; false if the input has no such value.
    fn apply(&self, input: &mut Input) -> bool {
        match self {
            Edit::Set(path, value) => path.value_mut(input).map(|known| known.clone_from(value)).is_some(),
            Edit::Fill(path, item) => match path.value_mut(input) {
                // One of the items may be plainer than those that another edit put there.
                Some(Value::List(list))
                    if list.items.iter().map(value_plainness).max() > Some(value_plainness(item)) =>
                {
                    list.items.fill(item.clone());
                    true
                }
                _ => false,
            },
            Edit::Remove(path, at) => match path.value_mut(input) {
                Some(Value::List(list)) if *at < list.items.len() => {
                    list.items.remove(*at);
                    true
                }
                _ => false,
            },
        }
    }

    /// The axis that moves the same value after the edit: removing an item shifts the items behind it.
    fn axis(&self, axis: &Axis) -> Axis {
        let Edit::Remove(list, removed) = self else { return axis.clone() };
        let depth = list.steps().len();
        let mut path = ValuePath::to(axis.argument());
        for (at, step) in axis.path.steps().iter().enumerate() {
            let is_of_list = at == depth && list.leads_to(&axis.path);
            path = path.and(match *step {
                Step::Item(item) if is_of_list && item > *removed => Step::Item(item - 1),
                step => step,
            });
        }
        Axis { path, motion: axis.motion }
    }
}

/// The edits that may simplify an input without touching the value that moves; the largest edits come first.
fn edits(input: &Input, axis: &Axis, signature: &Signature) -> Vec<Edit> {
    let mut found = Vec::new();
    for path in (0..input.len()).flat_map(|argument| ValuePath::inside(input, argument)) {
        let (Some(value), Some(schema)) = (path.value(input), path.schema(signature)) else { continue };
        match schema {
            Schema::List(schema) if axis.path == path && schema.kind() != ListKind::Dict => {
                let items = [barest(schema.item()), schema.item().blank()];
                found.extend(items.map(|item| Edit::Fill(path.clone(), item)));
            }
            _ if axis.path == path => {}
            _ if path.leads_to(&axis.path) => found.extend(removals(value, &path, axis)),
            _ => {
                let plain = plainer(value, schema).into_iter();
                found.extend(plain.map(|value| Edit::Set(path.clone(), value)));
                found.extend(removals(value, &path, axis));
            }
        }
    }
    found
}

/// The items of a list that can be removed, from the end.
fn removals(value: &Value, path: &ValuePath, axis: &Axis) -> Vec<Edit> {
    let Value::List(list) = value else { return Vec::new() };
    let moved = path.leads_to(&axis.path).then(|| axis.path.steps().get(path.steps().len())).flatten();
    let is_free = |at: &usize| moved != Some(&Step::Item(*at));
    (0..list.items.len()).rev().filter(is_free).map(|at| Edit::Remove(path.clone(), at)).collect()
}

/// The plainest value of a schema: null, empty or zero wherever that is allowed.
fn barest(schema: &Schema) -> Value {
    let mut value = schema.blank();
    schema.change(&mut value, &mut |schema, part| {
        if !matches!(part, Value::Record(_))
            && let Some(plain) = plainer(part, schema).into_iter().next()
        {
            *part = plain;
        }
    });
    value
}

/// The values that are plainer than this one, the plainest first.
fn plainer(value: &Value, schema: &Schema) -> Vec<Value> {
    let motion = Motion::main(value);
    let at = |place: Integer| {
        let mut moved = value.clone();
        let (least, most) = motion.ends(schema, value);
        motion.set(&mut moved, place.clamp(least, most));
        moved
    };
    let mut found: Vec<Value> = match value {
        Value::Record(_) => vec![barest(schema), schema.blank()],
        Value::Text(_) if schema.as_text().is_some_and(|schema| schema.pattern().is_some()) => Vec::new(),
        Value::Text(text) => {
            let half = text.chars().count() / 2;
            let short = [at(Integer::ZERO), Value::Text("a".into()), at(half.into())];
            short.into_iter().collect()
        }
        Value::Union(union) => {
            (0..union.count()).map(|place| at(place.into())).chain([schema.blank()]).collect()
        }
        Value::List(list) => vec![at(Integer::ZERO), at((list.items.len() / 2).into())],
        Value::Bytes(_) | Value::Choice(_) => vec![at(Integer::ZERO)],
        Value::Int(_) | Value::Float(_) | Value::Decimal(_) => {
            [0, 1].into_iter().map(|near| at(motion.near(value, near))).collect()
        }
        Value::Moment(_) => vec![schema.blank()],
    };
    let here = value_plainness(value);
    found.retain(|plain| value_plainness(plain) < here);
    found.sort_by_key(value_plainness);
    found.dedup();
    found
}

impl BehaviourSearch {
    /// The number of calls after which examples are simplified.
    pub(super) fn next_reduction(&self) -> u64 {
        self.budget.map_or(u64::MAX, |most| most - most / 10 + most / self.tuning.reduced_share)
    }

    /// Simplifies the examples of boundaries, if there are texts or values that hold others: these carry more than
    /// matters. Numbers are plain from the start, because the search begins at small ones.
    pub(super) fn reduce(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let has_more = |value: &Value| holds_values(value) || matches!(value, Value::Text(_));
        if self.runs.len() == 0 || !self.runs.run(0).input.iter().any(has_more) {
            return Ok(());
        }
        let (crossings, groups) = self.told_groups(probe.signature());
        let mut waiting: Vec<Reduction> = Vec::new();
        for group in &groups {
            let example = example(group, &crossings, &self.runs);
            waiting.push(Reduction::new(example, &self.runs, probe.signature()));
        }
        let mut left = self.budget.map_or(u64::MAX, |most| most / self.tuning.reduced_share);
        while !waiting.is_empty() && left > 0 {
            let (begun, calls) = (std::mem::take(&mut waiting), self.calls);
            waiting = self.reduce_once(begun, probe)?;
            left = left.saturating_sub(self.calls - calls);
        }
        waiting.into_iter().for_each(|reduction| self.draft_reduced(reduction));
        Ok(())
    }

    /// Tries one edit of each reduction. A reduction without further edits is drafted as a track.
    fn reduce_once(
        &mut self,
        reductions: Vec<Reduction>,
        probe: &mut Probe<'_>,
    ) -> Result<Vec<Reduction>, Halt> {
        let mut queue = Queue::new();
        let mut tried = Vec::new();
        for mut reduction in reductions {
            let Some((axis, sides)) = reduction.next(probe.signature()) else {
                self.draft_reduced(reduction);
                continue;
            };
            for side in &sides {
                let key = runs::key(side);
                if self.runs.known_by(key, side).is_none() {
                    queue.add(key, side.clone());
                }
            }
            tried.push((reduction, axis, sides));
        }
        self.run_queue(queue, probe)?;
        let mut goes_on = Vec::new();
        for (mut reduction, axis, sides) in tried {
            let told = sides.each_ref().map(|side| self.runs.known(side).map(|run| self.runs.told(run)));
            let [left, right] = sides.each_ref().map(|side| self.runs.known(side));
            let outcome = |run: Option<RunId>| run.map(|run| &self.runs.run(run).outcome);
            // If the wordings are the same, the numbers must still differ.
            if told == reduction.told.map(Some) && outcome(left) != outcome(right) {
                reduction.axis = axis;
                reduction.sides = sides;
                reduction.is_plainer = true;
            }
            goes_on.push(reduction);
        }
        Ok(goes_on)
    }

    /// Drafts a track of the two simplified sides, which makes them a crossing like any other.
    fn draft_reduced(&mut self, reduction: Reduction) {
        if reduction.is_plainer {
            // The right side is the base: shortened to the left side's length it is the left side, and it ends with the
            // right item.
            let Reduction { axis, sides: [left, base], .. } = reduction;
            let extra = vec![axis.get(&left), axis.get(&base)];
            self.drafts.add(0, Draft { axis, base, look: None, extra });
        }
    }
}
