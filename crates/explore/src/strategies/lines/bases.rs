//! The points through which lines are drawn, and their courses.

use autobva_core::{Axis, Direction, Input, Integer, Line, Motion, Schema, Slope, Value, ValuePath};
use rand::RngExt;

use crate::probe::Probe;

/// Every pair of arguments.
pub fn pairs(arguments: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..arguments).flat_map(move |a| (a + 1..arguments).map(move |b| (a, b)))
}

/// One argument, or sometimes two together; for a single argument that is a text, its length or one of its characters.
pub fn random_course(base: &Input, probe: &mut Probe<'_>) -> Direction {
    let arguments = base.len();
    let a = probe.random().random_range(0..arguments);
    if arguments == 1 || probe.random().random_range(0..8u8) > 0 {
        return Direction::Along(random_part(base, a, probe).unwrap_or_else(|| Axis::main(base, a)));
    }
    let b = (a + 1 + probe.random().random_range(0..arguments - 1)) % arguments;
    let slope = if probe.random().random_range(0..2u8) == 0 { Slope::Together } else { Slope::Against };
    let [first, second] = [a.min(b), a.max(b)].map(|argument| Axis::main(base, argument));
    Direction::Diagonal(first, second, slope)
}

/// Two times in three a part of a value that has parts, such as a character of a text: the first, the last, or any.
fn random_part(base: &Input, a: usize, probe: &mut Probe<'_>) -> Option<Axis> {
    let parts = || Motion::chars(&base[a]);
    let last = parts().count().checked_sub(1)?;
    let position = match probe.random().random_range(0..6u8) {
        0 => 0,
        1 => last,
        2 | 3 => probe.random().random_range(0..=last),
        _ => return None,
    };
    parts().nth(position).map(|motion| Axis { path: ValuePath::to(a), motion })
}

/// The base with another value at a path, if the value fits there. Numbers are excluded: they lie on the line of their
/// argument anyway.
pub fn with_start(base: &Input, path: &ValuePath, value: &Value, probe: &Probe<'_>) -> Option<Input> {
    let motion = Motion::main(value);
    if motion == Motion::Number || motion != Motion::main(path.value(base)?) {
        return None;
    }
    let (least, most) = motion.ends(path.schema(probe.signature())?, value);
    let mut input = base.clone();
    *path.value_mut(&mut input)? = value.clone();
    (least..=most).contains(&motion.get(value)).then_some(input)
}

/// At most 3 items of a list to begin with.
const MOST_ITEMS: i128 = 3;

/// An input of plain types in which every value is as near to this number as its range allows.
pub fn plain_base(probe: &mut Probe<'_>, near: i128) -> Input {
    let mut base = Input::default();
    probe.sample(&mut base);
    plain(&mut base, probe);
    for (argument, value) in probe.signature().arguments().iter().zip(base.iter_mut()) {
        argument.schema().change(value, &mut |schema, part| move_near(schema, part, near));
    }
    base
}

/// Moves a value as near to a number as its schema lets it.
pub fn move_near(schema: &Schema, part: &mut Value, near: i128) {
    // A text that is cut no longer matches its pattern.
    if schema.as_text().is_some_and(|schema| schema.pattern().is_some()) {
        return;
    }
    let near = if let Value::Choice(_) | Value::Union(_) = part { 0 } else { near };
    let near = if let Value::List(_) = part { near.min(MOST_ITEMS) } else { near };
    let motion = Motion::main(part);
    let (lo, hi) = motion.ends(schema, part);
    let place = motion.near(part, near).clamp(lo, hi);
    motion.set(part, place);
}

/// Gives every integer the plain type of its argument; false if a number does not fit that type.
pub fn plain(input: &mut Input, probe: &Probe<'_>) -> bool {
    let mut all = true;
    for (argument, value) in probe.signature().arguments().iter().zip(input.iter_mut()) {
        all &= argument.schema().make_plain(value);
    }
    all
}

/// The values of the other arguments, their neighbours and negatives: functions often compare their arguments.
pub fn related(line: &Line, a: usize) -> Vec<Integer> {
    let base = &line.strands[0];
    if base.len() > 4 || base[a].as_int().is_none() {
        return Vec::new();
    }
    let others = (0..base.len()).filter(|other| *other != a).filter_map(|other| base[other].as_int());
    others
        .flat_map(|int| {
            let n = int.number();
            let mirrored = &Integer::ZERO - n;
            [n - &Integer::ONE, n.clone(), n + &Integer::ONE, mirrored]
        })
        .collect()
}
