//! Descriptions of clusters, made from their candidates.

mod inputs;
mod outputs;
mod template;

use autobva_core::{Candidate, Outcome, Signature};

use crate::groups::outcomes;
use crate::rows::Member;

/// Describes the cluster of these candidates: which argument changes and how, and what the outputs on both sides are
/// like, as in `day 0 → 1; Day: … out of range (1:31) → a Date`.
pub(crate) fn describe(signature: &Signature, all: &[Candidate], members: &[Member]) -> String {
    let candidates: Vec<&Candidate> = members.iter().map(|member| &all[member.candidate]).collect();
    let inputs = inputs::describe(signature, &candidates);
    format!("{inputs}; {}", output_pair(all, members))
}

/// Both sides, with an arrow if all candidates have them in the same order.
fn output_pair(all: &[Candidate], members: &[Member]) -> String {
    let mut to_right = members.iter().map(|member| !member.starts_right);
    let first_to_right = to_right.next().unwrap_or(true);
    let one_way = to_right.all(|this| this == first_to_right);
    let side = |is_first: bool| -> Vec<&Outcome> {
        let of = |member: &Member| {
            let (first, second) = outcomes(&all[member.candidate], member.starts_right);
            if is_first { first } else { second }
        };
        members.iter().map(of).collect()
    };
    let (first, second) = (outputs::describe(&side(true)), outputs::describe(&side(false)));
    match (one_way, first_to_right) {
        _ if first == second => format!("both {first}"),
        (true, true) => format!("{first} → {second}"),
        (true, false) => format!("{second} → {first}"),
        (false, _) => format!("{first} | {second}"),
    }
}

/// A text of at most this many characters, shortened in the middle.
fn shortened(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_string();
    }
    let (head, tail) = ((most - 1).div_ceil(2), (most - 1) / 2);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(length - tail)).collect()
}
