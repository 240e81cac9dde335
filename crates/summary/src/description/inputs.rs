//! Describes the inputs of a cluster: which argument changes and by how much.

use std::collections::BTreeSet;

use autobva_core::{Candidate, Integer, Signature, Value};

use super::shortened;

/// Values of up to 13 characters, twelve digits and a sign, are shown in full.
const LONGEST: usize = 13;

/// Which arguments change and how: `day 0 → 1`, `height or weight changes by 1`. The one that changes most often comes
/// first.
pub(super) fn describe(signature: &Signature, candidates: &[&Candidate]) -> String {
    let names = signature.arguments().iter().map(|argument| argument.name());
    let changes = names.enumerate().map(|(argument, name)| (name, Changes::of(argument, candidates)));
    let mut changing: Vec<(&str, Changes)> = changes.filter(|(_, changes)| changes.count > 0).collect();
    changing.sort_by_key(|(_, changes)| std::cmp::Reverse(changes.count));
    match &changing[..] {
        [] => "no argument changes".to_string(),
        [(name, changes)] => format!("{name} {}", changes.in_words()),
        several => in_words(several, candidates.len()),
    }
}

/// Several arguments, which may or may not always change together.
fn in_words(changing: &[(&str, Changes)], candidates: usize) -> String {
    let names: Vec<&str> = changing.iter().map(|(name, _)| *name).collect();
    let Some((last, others)) = names.split_last() else { return String::new() };
    let steps: BTreeSet<&Integer> = changing.iter().flat_map(|(_, changes)| &changes.steps).collect();
    let all_whole = changing.iter().all(|(_, changes)| changes.whole);
    let by = match steps.first() {
        Some(step) if steps.len() == 1 && all_whole => {
            format!(" by {}", shortened(&step.to_string(), LONGEST))
        }
        _ => String::new(),
    };
    match changing.iter().all(|(_, changes)| changes.count == candidates) {
        true => format!("{} and {last} change{by}", others.join(", ")),
        false => format!("{} or {last} changes{by}", others.join(", ")),
    }
}

/// How one argument changes in the candidates of a cluster.
struct Changes<'a> {
    /// In how many of them it changes.
    count: usize,
    /// The changes with the least and the greatest left value.
    ends: Option<[(&'a Value, &'a Value); 2]>,
    /// By how much it changes, if it is a whole number; only a few steps are kept.
    steps: BTreeSet<Integer>,
    whole: bool,
}

/// More than two different steps are not listed.
const MOST_STEPS: usize = 2;

impl<'a> Changes<'a> {
    fn of(argument: usize, candidates: &[&'a Candidate]) -> Changes<'a> {
        let mut changes = Changes { count: 0, ends: None, steps: BTreeSet::new(), whole: true };
        for candidate in candidates {
            let sides = (candidate.left.input.get(argument), candidate.right.input.get(argument));
            if let (Some(left), Some(right)) = sides
                && !left.reads_as(right)
            {
                changes.include(left, right);
            }
        }
        changes
    }

    fn include(&mut self, left: &'a Value, right: &'a Value) {
        self.count += 1;
        self.ends = Some(match self.ends {
            None => [(left, right); 2],
            Some([least, greatest]) => [
                if left.cmp_reading(least.0).is_lt() { (left, right) } else { least },
                if left.cmp_reading(greatest.0).is_gt() { (left, right) } else { greatest },
            ],
        });
        match (left.as_int(), right.as_int()) {
            (Some(left), Some(right)) if self.steps.len() <= MOST_STEPS => {
                self.steps.insert(left.number().distance(right.number()));
            }
            (Some(_), Some(_)) => {}
            _ => self.whole = false,
        }
    }

    fn in_words(&self) -> String {
        let Some([least, greatest]) = self.ends else { return "does not change".to_string() };
        let by = match self.steps.first() {
            Some(step) if self.whole && self.steps.len() == 1 => {
                format!(" by {}", shortened(&step.to_string(), LONGEST))
            }
            _ => String::new(),
        };
        let is_one = least.0.reads_as(greatest.0) && least.1.reads_as(greatest.1) && self.steps.len() <= 1;
        let (left, right) = (shown(least.0), shown(least.1));
        match is_one {
            true if left != right => format!("{left} → {right}"),
            true => format!("changes{by} at {left}"),
            false => format!("changes{by} at {left} to {}", shown(greatest.0)),
        }
    }
}

fn shown(value: &Value) -> String {
    value.shown(|text| shortened(text, LONGEST))
}
