//! Rows: the distinct pairs of outputs of a group, each with its candidates.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use autobva_core::Candidate;

use crate::groups::{outcomes, starts_right_by_kind};
use crate::natural::natural;

/// A pair of outputs, as indices into the list of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The first output.
    pub first: u32,
    /// The second output.
    pub second: u32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// The index of the candidate.
    pub candidate: usize,
    /// Whether the first output of the row is the candidate's right one.
    pub starts_right: bool,
    /// The length of its inputs in characters.
    pub length: usize,
    pair: Pair,
}

/// The distinct pairs of outputs of a group, in an order that does not depend on that of the candidates.
pub(crate) struct Rows<'a> {
    /// The distinct outputs, sorted.
    pub texts: Vec<&'a str>,
    /// The distinct pairs, sorted.
    pub pairs: Vec<Pair>,
    /// The candidates, row by row, those with the shortest inputs first.
    members: Vec<Member>,
    starts: Vec<usize>,
}

impl<'a> Rows<'a> {
    /// The rows of these candidates. If `ordered`, the left output is always the first; otherwise the same two outputs
    /// are the same row whatever their order.
    pub fn new(all: &'a [Candidate], indices: &[usize], ordered: bool) -> Rows<'a> {
        let texts = different_texts(all, indices);
        let places: HashMap<&str, u32> =
            texts.iter().enumerate().map(|(i, &text)| (text, i as u32)).collect();
        let pair_of = |candidate: &Candidate, starts_right: bool| {
            let (first, second) = outcomes(candidate, starts_right);
            Pair { first: places[first.text()], second: places[second.text()] }
        };
        let by_side: HashSet<Pair> = indices.iter().map(|&index| pair_of(&all[index], false)).collect();
        let first = match ordered {
            true => First::Left,
            false if both_ways(&by_side) => First::Text,
            false => First::Kind,
        };
        let member = |&index: &usize| {
            let starts_right = first.starts_right(&all[index]);
            let (candidate, length) = (index, all[index].written_length());
            Member { candidate, starts_right, length, pair: pair_of(&all[index], starts_right) }
        };
        let mut members: Vec<Member> = indices.iter().map(member).collect();
        members.sort_by(|a, b| a.pair.cmp(&b.pair).then_with(|| shorter(all, a, b)));
        let (mut pairs, mut starts) = (Vec::new(), Vec::new());
        for (at, member) in members.iter().enumerate() {
            if pairs.last() != Some(&member.pair) {
                pairs.push(member.pair);
                starts.push(at);
            }
        }
        starts.push(members.len());
        Rows { texts, pairs, members, starts }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// The candidates of a row, those with the shortest inputs first.
    pub fn members(&self, row: usize) -> &[Member] {
        let span: Range<usize> = self.starts[row]..self.starts[row + 1];
        &self.members[span]
    }
}

/// Which output of a pair is the first.
enum First {
    /// Always the left one, as in the study.
    Left,
    /// By validity and type; the left one if both are of the same kind.
    Kind,
    /// By validity and type; by text if both are of the same kind.
    Text,
}

impl First {
    fn starts_right(&self, candidate: &Candidate) -> bool {
        let by_text = || natural(candidate.left.outcome.text(), candidate.right.outcome.text()).is_gt();
        match self {
            First::Left => false,
            First::Kind => starts_right_by_kind(candidate).unwrap_or(false),
            First::Text => starts_right_by_kind(candidate).unwrap_or_else(by_text),
        }
    }
}

/// Whether any two outputs occur in both orders. Then the order in which inputs cause them says nothing about the
/// target, and every pair is put in the natural order of its texts.
fn both_ways(pairs: &HashSet<Pair>) -> bool {
    let reversed = |pair: &Pair| Pair { first: pair.second, second: pair.first };
    pairs.iter().any(|pair| pair.first != pair.second && pairs.contains(&reversed(pair)))
}

fn different_texts<'a>(all: &'a [Candidate], indices: &[usize]) -> Vec<&'a str> {
    let sides = |&index: &usize| [all[index].left.outcome.text(), all[index].right.outcome.text()];
    let mut texts: Vec<&str> = indices.iter().flat_map(sides).collect();
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// Shorter inputs come first, then lesser ones.
pub(crate) fn shorter(all: &[Candidate], a: &Member, b: &Member) -> std::cmp::Ordering {
    let (left, right) = (&all[a.candidate], &all[b.candidate]);
    let by_input = || {
        let by_left = left.left.input.cmp_reading(&right.left.input);
        by_left.then_with(|| left.right.input.cmp_reading(&right.right.input))
    };
    a.length.cmp(&b.length).then_with(by_input)
}
