//! The changes of input within a cluster: which arguments differ, from what to what, regardless of the others.

use std::collections::HashMap;
use std::fmt::Write;

use autobva_core::Candidate;

/// A change of input that several candidates may share, such as `month 12 → 13` in any year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The index of the candidate with this change that has the shortest inputs.
    pub candidate: usize,
    /// How many candidates have it.
    pub count: usize,
}

/// The distinct changes of these candidates: the most frequent first, then those with short inputs.
pub fn changes(all: &[Candidate], members: &[usize]) -> Vec<Change> {
    let mut known: HashMap<String, Change> = HashMap::new();
    let mut key = String::new();
    let shape = |index: usize| (all[index].written_length(), index);
    for &member in members {
        write_change(&mut key, &all[member]);
        match known.get_mut(&key) {
            Some(change) => {
                change.count += 1;
                if shape(member) < shape(change.candidate) {
                    change.candidate = member;
                }
            }
            None => drop(known.insert(key.clone(), Change { candidate: member, count: 1 })),
        }
    }
    let mut changes: Vec<Change> = known.into_values().collect();
    changes.sort_by(|a, b| {
        let input = |change: &Change| &all[change.candidate].left.input;
        let by_length = || all[a.candidate].written_length().cmp(&all[b.candidate].written_length());
        let by_input = || input(a).cmp_reading(input(b)).then(a.candidate.cmp(&b.candidate));
        b.count.cmp(&a.count).then_with(by_length).then_with(by_input)
    });
    changes
}

/// The arguments in which the two sides differ.
pub fn changed_arguments(candidate: &Candidate) -> impl Iterator<Item = usize> + '_ {
    let sides = candidate.left.input.iter().zip(candidate.right.input.iter());
    sides.enumerate().filter(|(_, (left, right))| !left.reads_as(right)).map(|(argument, _)| argument)
}

/// Whether the same arguments change in both candidates, between the same values.
pub fn same_change(a: &Candidate, b: &Candidate) -> bool {
    let same = |argument: usize| {
        a.left.input[argument].reads_as(&b.left.input[argument])
            && a.right.input[argument].reads_as(&b.right.input[argument])
    };
    changed_arguments(a).eq(changed_arguments(b)) && changed_arguments(a).all(same)
}

fn write_change(key: &mut String, candidate: &Candidate) {
    key.clear();
    for argument in changed_arguments(candidate) {
        let (left, right) = (&candidate.left.input[argument], &candidate.right.input[argument]);
        let _ = write!(key, "{argument}\0{left}\0{right}\0");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Observation, Outcome, Signature};

    #[test]
    fn changes_are_counted_whatever_the_other_arguments_are() {
        let signature = Signature::parse(["year:int", "month:int"]).unwrap();
        let side = |year: &str, month: &str| Observation {
            input: signature.read(&[year, month], None).unwrap(),
            outcome: Outcome::valid("String", ""),
        };
        let pair = |a: (&str, &str), b: (&str, &str)| Candidate {
            left: side(a.0, a.1),
            right: side(b.0, b.1),
            score: 1.0,
            count: 1,
        };
        let all = [
            pair(("9999", "1"), ("10000", "1")),
            pair(("1900", "12"), ("1900", "13")),
            pair(("1", "12"), ("1", "13")),
        ];
        let found = changes(&all, &[0, 1, 2]);
        assert_eq!(found, [Change { candidate: 2, count: 2 }, Change { candidate: 0, count: 1 }]);
        assert!(same_change(&all[1], &all[2]) && !same_change(&all[0], &all[1]));
        assert_eq!(changed_arguments(&all[0]).collect::<Vec<_>>(), [0]);
    }
}
