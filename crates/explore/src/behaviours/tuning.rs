//! The numbers that steer the search, in one place, each with its reason.
//!
//! `autobva experiment ablation` switches the heuristics that they stand for off, one at a time, and shows what each is worth.
//! A third of its functions are held out: a number here is changed for what the others show, and never for those.

use super::BehaviourSearch;
use crate::strategies::{MakeStrategy, Parallelism, Strategy};

/// What steers the search by behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tuning {
    /// A batch explores at least 96 places, if so many are waiting.
    pub batch: usize,
    /// The very first batch explores 16 places per argument: changes near zero are squeezed before distant places are
    /// tried.
    pub first_batch: usize,
    /// A batch explores one place per 128 calls made so far, if that is more than `batch`: whole tracks are examined after
    /// every batch, which takes longer the more samples they have. While gaps are squeezed, a batch explores no more than this.
    pub explored_share: u64,
    /// At most 256 idle drafts are tried for one batch: most of their places may have been run already.
    pub most_idle: usize,
    /// At most 24 gaps between the same two wordings are squeezed per track: where outcomes alternate there is no end of
    /// them.
    pub most_per_track: usize,
    /// Replaces `most_per_track` until the small numbers were tried one by one: a pattern shows at the small numbers, and not
    /// at the scattered places before.
    pub few_per_track: usize,
    /// Over the lifetime of a track, at most three times that many gaps between the same two wordings are squeezed: where
    /// wordings alternate, every new sample opens new gaps.
    pub squeezed: usize,
    /// At most 4 tracks beyond the first ones get a dense look because a change repeats on them.
    pub most_closely: usize,
    /// Tracks other than the first ones are left alone once they have more than 400 samples.
    pub most_calls_off: usize,
    /// In a text of at most 12 characters, every character is moved where a change was found.
    pub short_text: usize,
    /// At most 8 numbers in a text, and 8 parts of it, are moved.
    pub most_parts: usize,
    /// At most 16 texts get close looks.
    pub most_text_looks: usize,
    /// A close look tries every small number in place of the first 4 numbers of a text.
    pub most_numbers: usize,
    /// At most 24 places and examples of one kind of crossing are remembered.
    pub most_remembered: usize,
    /// The neighbourhood of the first 6 crossings of each kind is tried.
    pub most_beside: u32,
    /// A crossing is looked for again at most 12 steps away from where it was found.
    pub near: i128,
    /// The small numbers up to 64 are tried one by one when looking for a crossing.
    pub swept: i128,
    /// If nothing has changed after 1,000 calls, inputs with mixed numbers are tried.
    pub mixed_after: u64,
    /// How many inputs with mixed numbers are run. They form a lattice: each argument takes each of 24 numbers once, in an
    /// order of its own.
    pub mixed: usize,
    /// The order of a list is explored around a list of 3 different items: fewer have no middle, more tell nothing new.
    pub varied: usize,
    /// Only the first 16 texts are run before any line is drawn. The others wait until the changes that these show are
    /// squeezed: most functions need no others, and there may be few calls.
    pub first_texts: usize,
    /// Of the texts that show something new at one path, the lines of the first 24 come first.
    pub most_telling: usize,
    /// If a text has a declared pattern, the search starts with 12 texts drawn from it.
    pub pattern_texts: usize,
    /// At most 240 texts with words from messages are tried.
    pub most_mentioned: usize,
    /// Words from messages take at most one call in 12.
    pub mentioned_share: u64,
    /// At most 12 hints are tried inside texts.
    pub most_hints_inside: usize,
    /// Hints are tried inside at most 6 texts.
    pub most_parted: usize,
    /// For at most 4 numbers among the hints, texts of that length are tried.
    pub most_hinted_lengths: usize,
    /// Texts of a hinted length have at most 64 characters.
    pub longest_hinted: usize,
    /// At most 12 new behaviours have the starting texts tried again.
    pub most_rolls: usize,
    /// In such an input, at most 4 texts are replaced.
    pub most_rolled_paths: usize,
    /// At most 64 behaviours get a bridge.
    pub most_bridges: usize,
    /// Rules are derived after 2,000 calls, and again whenever the calls have doubled.
    pub first_rules: u64,
    /// With less than a fiftieth of the budget left, no more rules are derived.
    pub last_rules: u64,
    /// After a rule has failed, a better one is derived 400 calls later.
    pub soon: u64,
    /// Once more calls were made, it is an eighth of the calls later: deriving rules takes longer the more was found.
    pub soon_share: u64,
    /// At most one call in 10 is spent on testing rules.
    pub rule_share: u64,
    /// When a law fails at a fresh place, the next best one is tried, up to 4 rounds.
    pub most_laws_tried: usize,
    /// Inputs per round: enough for every job, and few enough for the processor's caches.
    pub patrol_round: usize,
    /// So many runs per argument are kept before the patrol begins, if there is more than a single number: rules are derived
    /// from them.
    pub kept_per_number: usize,
    /// The same for texts and lists, which can be moved in many ways, each of which may have limits of its own.
    pub kept_per_structure: usize,
    /// A single number with at most this many values is run to the end, each value once.
    pub small_domain: i128,
    /// A change that was seen 12 times is known.
    pub patrol_known: u32,
    /// One call in 64 may be kept although nothing is new, if it may improve a rule or a course.
    pub doubtful_share: u64,
    /// How many places of a line are drawn at random. They outnumber constants and places of known changes, most of which
    /// were tried before.
    pub patrol_drawn: usize,
    /// At most 16 places of known changes are tried along one line.
    pub patrol_learned: usize,
    /// One call in 40 goes into plain examples, after 92.5 % of the budget: rules are tested at 90 %, and come first.
    pub reduced_share: u64,
    /// Powers of two and ten, and places beside them, are tried along every number: most limits of programs are there.
    pub has_powers: bool,
    /// Limits that people set (18, 65, 255, 86,400, …) are tried along every number.
    pub has_limits: bool,
    /// The widest gaps along a number are halved, wherever nothing else points.
    pub has_gaps: bool,
    /// The numbers from -10 to 1,000 are tried one by one, if the budget allows it: most constants are small.
    pub has_small_numbers: bool,
    /// A place at which a change was found along an argument is tried along every other track of that argument.
    pub has_learned: bool,
    /// Every printable character and every small number is tried in texts with a new behaviour, if the budget allows it.
    pub has_close_looks: bool,
    /// Texts that programs distinguish (dates, versions, addresses, …) are tried as starting texts.
    pub has_dictionary: bool,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            batch: 96,
            first_batch: 16,
            explored_share: 128,
            most_idle: 256,
            most_per_track: 24,
            few_per_track: 6,
            squeezed: 3,
            most_closely: 4,
            most_calls_off: 400,
            short_text: 12,
            most_parts: 8,
            most_text_looks: 16,
            most_numbers: 4,
            most_remembered: 24,
            most_beside: 6,
            near: 12,
            swept: 64,
            mixed_after: 1_000,
            mixed: 24,
            varied: 3,
            first_texts: 16,
            most_telling: 24,
            pattern_texts: 12,
            most_mentioned: 240,
            mentioned_share: 12,
            most_hints_inside: 12,
            most_parted: 6,
            most_hinted_lengths: 4,
            longest_hinted: 64,
            most_rolls: 12,
            most_rolled_paths: 4,
            most_bridges: 64,
            first_rules: 2_000,
            last_rules: 50,
            soon: 400,
            soon_share: 8,
            rule_share: 10,
            most_laws_tried: 4,
            patrol_round: 2_048,
            kept_per_number: 5_000,
            kept_per_structure: 20_000,
            small_domain: 1 << 17,
            patrol_known: 12,
            doubtful_share: 64,
            patrol_drawn: 40,
            patrol_learned: 16,
            reduced_share: 40,
            has_powers: true,
            has_limits: true,
            has_gaps: true,
            has_small_numbers: true,
            has_learned: true,
            has_close_looks: true,
            has_dictionary: true,
        }
    }
}

/// A search with this tuning; `Find::strategy` of the library takes it.
impl MakeStrategy for Tuning {
    fn make(&self) -> Box<dyn Strategy> {
        Box::new(BehaviourSearch::new(*self))
    }

    fn parallelism(&self) -> Parallelism {
        Parallelism::Batches
    }
}

/// A heuristic, and how it is switched off.
#[derive(Debug, Clone, Copy)]
pub struct Heuristic {
    /// What it does, in a few words.
    pub name: &'static str,
    /// Switches it off.
    pub off: fn(&mut Tuning),
}

impl Tuning {
    /// The heuristics that can be switched off.
    pub const HEURISTICS: [Heuristic; 17] = [
        Heuristic { name: "powers of two and ten", off: |t| t.has_powers = false },
        Heuristic { name: "limits that people set", off: |t| t.has_limits = false },
        Heuristic { name: "the widest gaps", off: |t| t.has_gaps = false },
        Heuristic { name: "small numbers one by one", off: |t| t.has_small_numbers = false },
        Heuristic { name: "places learned on other tracks", off: |t| t.has_learned = false },
        Heuristic { name: "neighbours of a change", off: |t| t.most_beside = 0 },
        Heuristic { name: "other small values beside a change", off: |t| t.swept = -1 },
        Heuristic { name: "dense looks at repeating changes", off: |t| t.most_closely = 0 },
        Heuristic {
            name: "few gaps until small numbers are known",
            off: |t| t.few_per_track = t.most_per_track,
        },
        Heuristic { name: "mixed numbers", off: |t| t.mixed = 0 },
        Heuristic { name: "arranging lists", off: |t| t.varied = 0 },
        Heuristic { name: "close looks at texts", off: |t| t.has_close_looks = false },
        Heuristic { name: "dictionary of texts", off: |t| t.has_dictionary = false },
        Heuristic { name: "words of messages", off: |t| t.most_mentioned = 0 },
        Heuristic { name: "starting texts tried again", off: |t| t.most_rolls = 0 },
        Heuristic { name: "bridges to new behaviours", off: |t| t.most_bridges = 0 },
        Heuristic {
            name: "patrol",
            off: |t| (t.kept_per_number, t.kept_per_structure) = (usize::MAX / 64, usize::MAX / 64),
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heuristic_can_be_switched_off() {
        for heuristic in Tuning::HEURISTICS {
            let mut tuning = Tuning::default();
            (heuristic.off)(&mut tuning);
            assert_ne!(tuning, Tuning::default(), "{}", heuristic.name);
        }
    }
}
