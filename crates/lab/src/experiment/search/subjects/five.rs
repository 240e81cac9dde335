//! Five arguments: each has a range of its own, and a weighted sum of all has two limits. Every limit can be crossed
//! along every argument.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "five",
    "five arguments with ranges of their own and limits on a weighted sum",
    "shape",
    || function(parcel.into_sut(), "five", &["a", "b", "c", "d", "e"]),
    truth,
);

/// The greatest number of each argument; the least is 0.
const MOST: [i32; 5] = [5_000, 4_000, 3_000, 2_000, 1_000];
const WEIGHTS: [i32; 5] = [2, 3, 5, 7, 11];
/// The sums from which on the classes `normal` and `heavy` begin.
const NORMAL: i32 = 101;
const HEAVY: i32 = 10_001;

fn parcel(a: i32, b: i32, c: i32, d: i32, e: i32) -> Result<&'static str, &'static str> {
    let counts = [a, b, c, d, e];
    let wrong = counts.iter().zip(MOST).position(|(count, most)| !(0..=most).contains(count));
    if let Some(wrong) = wrong {
        return Err(["wrong a", "wrong b", "wrong c", "wrong d", "wrong e"][wrong]);
    }
    Ok(match counts.iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum() {
        ..NORMAL => "light",
        NORMAL..HEAVY => "normal",
        _ => "heavy",
    })
}

const KINDS: usize = 4;

fn truth() -> Truth {
    let mut known = Vec::new();
    for index in 0..MOST.len() {
        let name = ["a", "b", "c", "d", "e"][index];
        // The first argument fills up to the limit, or the second one for the first.
        let filler = usize::from(index == 0);
        let pair = |left: i32, rest: i32| {
            let mut input = [0; 5];
            input[filler] = rest / WEIGHTS[filler];
            input[index] = left;
            let mut next = input;
            next[index] += 1;
            [input, next]
        };
        let crossing = |limit: i32| {
            // Exactly one below the limit, so that one more of this argument reaches it.
            let rest = |left: i32| limit - 1 - left * WEIGHTS[index];
            let half = MOST[index].min(limit / WEIGHTS[index]) / 2;
            let left = (0..=half).rev().find(|left| rest(*left) % WEIGHTS[filler] == 0);
            let left = left.expect("the weights have no common factor");
            pair(left, rest(left))
        };
        let kinds = [
            (format!("{name} below 0"), pair(-1, 0)),
            (format!("{name} beyond its most"), pair(MOST[index], 0)),
            (format!("light | normal along {name}"), crossing(NORMAL)),
            (format!("normal | heavy along {name}"), crossing(HEAVY)),
        ];
        known.extend(kinds.map(|(name, [left, right])| Known::new(name, &left, &right)));
    }
    Truth::kinds(known, |pair| {
        let index = pair.step()?;
        let kind = match (pair.valid(), pair.texts()) {
            ((false, true), _) => 0,
            ((true, false), _) => 1,
            (_, ("light", "normal")) => 2,
            (_, ("normal", "heavy")) => 3,
            _ => return None,
        };
        Some(KINDS * index + kind)
    })
}
