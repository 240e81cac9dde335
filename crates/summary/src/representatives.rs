//! Representatives: which candidates of a cluster a person sees.

use std::cmp::Ordering;
use std::str::FromStr;

use autobva_core::{Candidate, Entry, UnknownName};

use crate::rows::{Member, shorter};

/// Which candidates stand for their cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// Those with the shortest inputs.
    #[default]
    Shortest,
    /// Those in the middle of the cluster.
    Medoid,
    /// Those with the highest score.
    HighestScore,
}

/// The choices, the default first.
pub const REPRESENTATIVES: &[Entry] = &[
    Entry { name: "shortest", help: "the candidate with the shortest inputs" },
    Entry { name: "medoid", help: "the candidate that resembles the rest of its cluster most" },
    Entry { name: "highest-pdq", help: "the candidate with the highest score" },
];

impl FromStr for Choice {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Choice, UnknownName> {
        match name {
            "shortest" => Ok(Choice::Shortest),
            "medoid" => Ok(Choice::Medoid),
            "highest-pdq" => Ok(Choice::HighestScore),
            _ => {
                Err(UnknownName::new("representative", name, REPRESENTATIVES.iter().map(|entry| entry.name)))
            }
        }
    }
}

/// A candidate of a cluster, and how far its outputs are from the others of the cluster on the whole.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    pub member: Member,
    pub remoteness: f64,
}

/// The best so many of the candidates, best first.
pub(crate) fn choose(seats: &[Seat], all: &[Candidate], choice: Choice, count: usize) -> Vec<usize> {
    let shortest = |a: &Seat, b: &Seat| shorter(all, &a.member, &b.member);
    let score = |seat: &Seat| all[seat.member.candidate].score;
    let order = |a: &Seat, b: &Seat| {
        let by_choice = match choice {
            Choice::Shortest => Ordering::Equal,
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

/// The order of scores: high ones first, infinite ones last, and behind them those that are no number.
pub fn by_score(a: f64, b: f64) -> Ordering {
    let doubt = |score: f64| (score.is_nan(), score.is_infinite());
    doubt(a).cmp(&doubt(b)).then_with(|| b.total_cmp(&a))
}
