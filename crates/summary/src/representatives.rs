//! Representatives: the candidates of a cluster that a person sees.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::str::FromStr;

use autobva_core::{Candidate, Entry, UnknownName, named};

use crate::rows::{Member, shorter};

/// Which candidates represent their cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// Those with the shortest inputs.
    #[default]
    Shortest,
    /// Those in the middle of the cluster.
    Medoid,
    /// Those with the highest score.
    HighestScore,
    /// A random sample, stratified by the total size of the outputs, from small to large.
    OutputSize,
}

/// The choices, the default first.
pub const REPRESENTATIVES: &[Entry] = &[
    Entry { name: "shortest", help: "the candidate with the shortest inputs" },
    Entry { name: "medoid", help: "the candidate that resembles the rest of its cluster most" },
    Entry { name: "highest-pdq", help: "the candidate with the highest score" },
    Entry { name: "output-size", help: "a random sample of all sizes of outputs, from small to large" },
];

impl FromStr for Choice {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Choice, UnknownName> {
        const ALL: [Choice; 4] = [Choice::Shortest, Choice::Medoid, Choice::HighestScore, Choice::OutputSize];
        named("representative", name, &ALL, |choice| REPRESENTATIVES[*choice as usize].name).copied()
    }
}

/// A candidate of a cluster, and the total distance of its outputs to the others of the cluster.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    pub member: Member,
    pub remoteness: f64,
}

/// The best candidates, best first, up to the number wanted.
pub(crate) fn choose(seats: &[Seat], all: &[Candidate], choice: Choice, count: usize) -> Vec<usize> {
    if choice == Choice::OutputSize {
        return stratified(seats.iter().map(|seat| seat.member.candidate), all, count);
    }
    let shortest = |a: &Seat, b: &Seat| shorter(all, &a.member, &b.member);
    let score = |seat: &Seat| all[seat.member.candidate].score;
    let order = |a: &Seat, b: &Seat| {
        let by_choice = match choice {
            Choice::Shortest | Choice::OutputSize => Ordering::Equal,
            Choice::Medoid => a.remoteness.total_cmp(&b.remoteness),
            Choice::HighestScore => by_score(score(a), score(b)),
        };
        by_choice.then_with(|| shortest(a, b))
    };
    let mut seats = seats.to_vec();
    let count = count.min(seats.len());
    if count < seats.len() {
        seats.select_nth_unstable_by(count, order);
        seats.truncate(count);
    }
    seats.sort_by(order);
    seats.into_iter().map(|seat| seat.member.candidate).collect()
}

/// A sample with about equally many candidates of each output size, drawn by a hash of the inputs; from smaller sizes
/// to larger ones, as the study read its clusters.
fn stratified(members: impl Iterator<Item = usize>, all: &[Candidate], count: usize) -> Vec<usize> {
    let size =
        |candidate: &Candidate| candidate.left.outcome.text().len() + candidate.right.outcome.text().len();
    let mut strata: BTreeMap<usize, Vec<(u64, usize)>> = BTreeMap::new();
    for index in members {
        strata.entry(size(&all[index])).or_default().push((mark(&all[index]), index));
    }
    strata.values_mut().for_each(|stratum| stratum.sort_unstable());
    let mut turns: Vec<(usize, usize, usize)> = strata
        .iter()
        .flat_map(|(size, stratum)| {
            stratum.iter().enumerate().map(|(turn, (_, index))| (turn, *size, *index))
        })
        .collect();
    // Take one of each size, then another of each, until there are enough.
    turns.sort_unstable_by_key(|(turn, size, _)| (*turn, *size));
    turns.truncate(count);
    turns.sort_unstable_by_key(|(turn, size, _)| (*size, *turn));
    turns.into_iter().map(|(_, _, index)| index).collect()
}

/// A pseudo-random number that depends on the inputs alone (FNV-1a).
fn mark(candidate: &Candidate) -> u64 {
    let text = format!("{}|{}", candidate.left.input, candidate.right.input);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The order of scores: high ones first, then infinite ones, then NaN.
pub fn by_score(a: f64, b: f64) -> Ordering {
    let doubt = |score: f64| (score.is_nan(), score.is_infinite());
    doubt(a).cmp(&doubt(b)).then_with(|| b.total_cmp(&a))
}

#[cfg(test)]
mod tests {
    use autobva_core::{Observation, Outcome, Signature};

    use super::*;

    #[test]
    fn a_sample_by_output_size_has_all_sizes_from_small_to_large() {
        let signature = Signature::parse(["n:int"]).unwrap();
        let side = |n: usize, text: &str| Observation {
            input: signature.read(&[&n.to_string()], None).unwrap(),
            outcome: Outcome::valid("String", text.to_string()),
        };
        // A hundred have two characters, and one each has three and nine.
        let texts = (0..102).map(|n| {
            if n < 100 {
                "a"
            } else if n == 100 {
                "12345678"
            } else {
                "bb"
            }
        });
        let all: Vec<Candidate> = texts
            .enumerate()
            .map(|(n, text)| Candidate { left: side(n, text), right: side(n + 1, "b"), score: 1.0, count: 1 })
            .collect();
        let chosen = stratified(0..all.len(), &all, 5);
        assert_eq!(chosen.len(), 5);
        assert_eq!(chosen[3..], [101, 100], "what is rare is there, and the largest comes last");
        let first: Vec<usize> = (0..3).collect();
        assert_ne!(chosen[..3], first[..], "of the many, others than the first");
    }
}
