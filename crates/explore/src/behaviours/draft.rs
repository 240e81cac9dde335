//! Drafts: tracks that wait to be explored, in the order of their ranks (0 is the most urgent).

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, Hasher};

use autobva_core::{Axis, Input, Integer, Line, Middle, Motion, halve};
use foldhash::fast::FixedState;
use rand::RngExt;

use super::runs::Runs;
use super::seeds::Look;
use super::track::Track;
use crate::probe::Probe;

/// A track to explore.
pub struct Draft {
    pub axis: Axis,
    pub base: Input,
    pub look: Option<Look>,
    /// Places to run besides those of the look.
    pub extra: Vec<Integer>,
}

impl Draft {
    pub fn new(axis: Axis, base: Input, look: Look) -> Draft {
        Draft { axis, base, look: Some(look), extra: Vec::new() }
    }

    /// The bit length of the largest whole number that is held fixed: the smaller the numbers, the more one step changes.
    /// Drafts by rank, then by the size of the fixed numbers, then first come, first served; and the tracks that exist.
    fn size(&self) -> u32 {
        let staying = self.base.iter().enumerate().filter(|(argument, _)| *argument != self.axis.argument());
        let sizes = staying.filter_map(|(_, value)| Some(value.as_int()?.number().bit_length()));
        sizes.max().unwrap_or(0)
    }
}

/// Drafts by rank, then by the size of what stays, first come, first served; and the tracks that there are.
pub struct Drafts {
    ranks: BTreeMap<(u32, u32), VecDeque<Draft>>,
    tracks: HashMap<u64, usize, FixedState>,
    /// The rank of the draft that was taken last.
    last: u32,
    are_shared: bool,
    taken: usize,
}

impl Default for Drafts {
    fn default() -> Self {
        Drafts {
            ranks: BTreeMap::new(),
            tracks: HashMap::with_hasher(FixedState::with_seed(22)),
            last: 0,
            are_shared: false,
            taken: 0,
        }
    }
}

/// At most 4,000 drafts of one rank and size are kept: there is more to follow than can be followed.
const MOST_OF_A_RANK: usize = 4_000;
/// An idle draft of the widest gaps has at least 48 places.
const IDLE_PLACES: usize = 48;

/// The ranks whose drafts are taken one after the other, counted among those that there are.
const TURNS: [usize; 16] = [0, 1, 0, 2, 0, 1, 3, 0, 2, 1, 0, 3, 1, 2, 0, 4];

impl Drafts {
    pub fn add(&mut self, rank: u32, draft: Draft) {
        let drafts = self.ranks.entry((rank, draft.size())).or_default();
        if drafts.len() < MOST_OF_A_RANK {
            drafts.push_back(draft);
        }
    }

    /// Whether a draft is waiting that is at least as urgent as the one taken last.
    pub fn has_as_urgent(&self) -> bool {
        self.are_shared && !self.ranks.is_empty()
            || self.ranks.first_key_value().is_some_and(|((rank, _), _)| *rank <= self.last)
    }

    /// From now on, drafts of all ranks are taken by turns, most often those of the first. A text moves in so many ways that the
    /// drafts of one rank may take all calls.
    pub fn share(&mut self) {
        self.are_shared = true;
    }

    pub fn next(&mut self) -> Option<Draft> {
        self.taken += 1;
        let key = *self.ranks.keys().nth(if self.are_shared { self.turn() } else { 0 })?;
        self.last = key.0;
        let drafts = self.ranks.get_mut(&key)?;
        let draft = drafts.pop_front();
        if drafts.is_empty() {
            self.ranks.remove(&key);
        }
        draft
    }

    /// The position of the first draft of the rank whose turn it is; of the last rank, if there are fewer.
    fn turn(&self) -> usize {
        let rank = TURNS[self.taken % TURNS.len()];
        let mut begun = None;
        let begins = self.ranks.keys().enumerate().filter(|(_, key)| begun.replace(key.0) != Some(key.0));
        begins.take(rank + 1).last().map_or(0, |(at, _)| at)
    }

    /// The track along a line, if there is one.
    pub fn track_of(&self, line: &Line) -> Option<usize> {
        self.tracks.get(&identity(line)).copied()
    }

    pub fn note(&mut self, line: &Line, track: usize) {
        self.tracks.insert(identity(line), track);
    }
}

fn identity(line: &Line) -> u64 {
    let mut hasher = FixedState::with_seed(23).build_hasher();
    line.identity(&mut hasher);
    hasher.finish()
}

/// A draft for when nothing urgent is left: the widest gaps of a first track, or a line through some input.
pub fn idle(runs: &Runs, tracks: &[Track], arguments: usize, probe: &mut Probe<'_>) -> Option<Draft> {
    // If no value has a part that can move, there are no tracks and nothing to run.
    if tracks.is_empty() || runs.len() == 0 {
        return None;
    }
    let track = &tracks[probe.random().random_range(0..tracks.len().min(arguments))];
    // The track of a text runs along its length, and there is more to a text than that.
    let is_number = track.axis().motion == Motion::Number;
    if arguments == 1 && is_number || probe.random().random_range(0..4u8) == 0 {
        let extra = widest_gaps(track);
        if !extra.is_empty() || is_number {
            let base = track.line.strands[0].clone();
            return (!extra.is_empty()).then(|| Draft {
                axis: track.axis().clone(),
                base,
                look: None,
                extra,
            });
        }
    }
    through_some_input(runs, arguments, probe)
}

/// A line through an input that was run before, or (one time in four) through a random one.
pub fn through_some_input(runs: &Runs, arguments: usize, probe: &mut Probe<'_>) -> Option<Draft> {
    let base = match probe.random().random_range(0..4u8) {
        0 => {
            let mut input = Input::default();
            probe.sample(&mut input);
            input
        }
        _ => runs.run(probe.random().random_range(0..runs.len()) as u32).input.clone(),
    };
    let argument = probe.random().random_range(0..arguments);
    let mut axes = Axis::all(&base, argument);
    if axes.is_empty() {
        return None;
    }
    let parts = axes.len().saturating_sub(1);
    let at = match parts > 0 && probe.random().random_range(0..3u8) > 0 {
        true => 1 + probe.random().random_range(0..parts),
        false => 0,
    };
    let axis = axes.swap_remove(at);
    Some(Draft::new(axis, base, Look::Sparse))
}

/// The middles of the gaps that are widest relative to their distance from zero.
pub fn widest_gaps(track: &Track) -> Vec<Integer> {
    let is_number = track.axis().motion == Motion::Number;
    let mut gaps: Vec<(f64, usize)> = Vec::new();
    for (at, pair) in track.samples.windows(2).enumerate() {
        let (lo, hi) = (&pair[0].place, &pair[1].place);
        let width = (hi - lo).to_f64();
        if width > 1.0 {
            let size = if is_number { 1.0 + lo.to_f64().abs().min(hi.to_f64().abs()) } else { 1.0 };
            gaps.push((width / size.powf(1.05), at));
        }
    }
    // The whole track is examined after each idle draft, so a long track gets more places at a time.
    let most = IDLE_PLACES.max(track.samples.len() / 4);
    if most < gaps.len() {
        gaps.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        gaps.truncate(most);
    }
    let middle =
        |at: usize| halve(&track.samples[at].place, &track.samples[at + 1].place, Middle::OfMagnitudes);
    gaps.into_iter().map(|(_, at)| middle(at)).collect()
}
