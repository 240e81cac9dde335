//! Deep nesting: four windows, each seen only from within the one before. The known boundaries are their eight edges.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "nested",
    "four windows, each seen only from within the one before",
    "shape",
    || function(place.into_sut(), "nested", &["a", "b", "c", "d"]),
    truth,
);

/// The first and the last number of each window.
const WINDOWS: [(i32, i32); 4] = [(1_000, 1_999), (-50, -10), (70_000, 70_099), (5, 6)];
const PLACES: [&str; 5] = ["street", "house", "chamber", "box", "coin"];

fn place(a: i32, b: i32, c: i32, d: i32) -> &'static str {
    let inside = |(value, (first, last)): &(i32, (i32, i32))| (first..=last).contains(&value);
    PLACES[[a, b, c, d].into_iter().zip(WINDOWS).take_while(inside).count()]
}

fn truth() -> Truth {
    let mut known = Vec::new();
    for (depth, (first, last)) in WINDOWS.into_iter().enumerate() {
        let within = WINDOWS.map(|(first, _)| first);
        let with = |value: i32| {
            let mut input = within;
            input[depth] = value;
            input
        };
        known.push(Known::new(
            format!("into {}, from below", PLACES[depth + 1]),
            &with(first - 1),
            &with(first),
        ));
        known.push(Known::new(
            format!("into {}, from above", PLACES[depth + 1]),
            &with(last),
            &with(last + 1),
        ));
    }
    // Outputs can only differ if the moving argument is at an edge of its window and those before it are inside theirs.
    Truth::kinds(known, |pair| {
        let depth = pair.step()?;
        let from_above = pair.left_number(depth)? == i128::from(WINDOWS[depth].1);
        (pair.texts().0 != pair.texts().1).then_some(2 * depth + usize::from(from_above))
    })
}
