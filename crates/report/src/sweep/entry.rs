//! The result of one function, and how results from two places are merged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::{Argument, Function, Settings, known_by, module_of};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub function: String,
    pub state: State,
    /// Why there is no result; empty if there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The arguments with which it was searched.
    pub args: Vec<Argument>,
    pub runs: BTreeMap<String, Run>,
    /// The ways in which it failed, one per type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
    /// The boundaries without duplicates.
    pub boundaries: Vec<FoundBoundary>,
}

/// How the search of a function ended. When two are merged, the greater one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It could not be searched.
    Failed,
    /// No call ever succeeded.
    Dropped,
    /// Its calls exceed the time limit, so fewer were made.
    Slow,
    Done,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Run {
    pub calls: u64,
    /// Pairs that show a boundary.
    pub candidates: u64,
    pub behaviours: u64,
    /// The reason why it ended.
    pub stop: String,
    pub elapsed_ms: u64,
}

/// A way in which a function fails, with an input that shows it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Failure {
    #[serde(rename = "type")]
    pub kind: String,
    pub input: Vec<String>,
    pub output: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FoundBoundary {
    /// Its number in the campaign.
    pub id: u32,
    /// `error`, `type`, `wording`, `value`, `jump` or `kink`.
    pub kind: String,
    /// The argument that crosses it.
    pub argument: String,
    /// The boundary in one line.
    pub sentence: String,
    /// The lesser input.
    pub left: Side,
    /// The greater input.
    pub right: Side,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Side {
    pub input: Vec<String>,
    /// Whether the call succeeds.
    pub validity: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub output: String,
}

/// The beginnings of outcomes that end a process or never arrive.
const KILLERS: [&str; 7] =
    ["Crashed(", "Exited(", "ClosedPipe", "BadAnswer", "Timeout", "OutOfMemory", Failure::OVERRUN];

impl Failure {
    /// The type of a failure that led to a search with smaller numbers.
    pub(super) const OVERRUN: &str = "Overrun";

    /// A call that exceeded a limit. Which limit a call with a huge number exceeds first is chance, so it is not told.
    pub fn overrun(input: Vec<String>) -> Failure {
        let output = "more time, memory or output than allowed; searched with smaller numbers".into();
        Failure { kind: Failure::OVERRUN.into(), input, output }
    }

    /// Whether it kills the process in which it happens.
    pub fn is_killing(&self) -> bool {
        KILLERS.iter().any(|start| self.kind.starts_with(start))
    }
}

impl Entry {
    /// The entry of a function without results.
    pub fn without(function: &str, args: &[Argument], state: State, why: impl Into<String>) -> Entry {
        Entry {
            function: function.to_string(),
            state,
            why: why.into(),
            args: args.to_vec(),
            runs: BTreeMap::new(),
            failures: Vec::new(),
            boundaries: Vec::new(),
        }
    }

    /// The entry of a function whose calls exceed the time limit; it does not depend on when the function was given up.
    pub fn given_up(function: &Function, settings: &Settings) -> Entry {
        let why = format!("its calls take longer than {} s", settings.longest_ms as f64 / 1000.0);
        Entry::without(&function.name, &function.args, State::Slow, why)
    }

    /// Whether it was given up without results.
    pub fn is_given_up(&self) -> bool {
        self.state == State::Slow && self.runs.is_empty()
    }

    pub fn name(&self) -> &str {
        &self.function
    }

    pub fn module(&self) -> &str {
        module_of(&self.function)
    }

    /// How the types of the arguments are known, in a few words.
    pub fn known_by(&self) -> String {
        known_by(&self.args)
    }

    pub fn calls(&self) -> u64 {
        self.runs.values().map(|run| run.calls).sum()
    }

    /// The pairs of all runs.
    pub fn candidates(&self) -> u64 {
        self.runs.values().map(|run| run.candidates).sum()
    }

    /// Whether it killed a process or its search failed.
    pub fn is_killer(&self) -> bool {
        self.state == State::Failed || self.failures.iter().any(Failure::is_killing)
    }

    /// Merges the result of another place for the same function. Every part is the least upper bound of both, so
    /// neither order nor repetition matters; runs are distinguished by their ids.
    pub fn join(&mut self, other: &Entry) {
        let rank = |entry: &Entry| (entry.state, entry.args.clone(), entry.why.clone());
        if rank(other) > rank(self) {
            (self.state, self.args, self.why) = rank(other);
        }
        for (id, run) in &other.runs {
            let known = self.runs.entry(id.clone()).or_insert_with(|| run.clone());
            if run > known {
                known.clone_from(run);
            }
        }
        self.failures = least(&self.failures, &other.failures, |failure| failure.kind.clone());
        self.boundaries = least(&self.boundaries, &other.boundaries, |boundary| boundary.sentence.clone());
    }
}

/// The least element of each kind, in order.
fn least<T: Clone + Ord>(some: &[T], others: &[T], kind: impl Fn(&T) -> String) -> Vec<T> {
    let mut found: BTreeMap<String, T> = BTreeMap::new();
    for one in some.iter().chain(others) {
        let known = found.entry(kind(one)).or_insert_with(|| one.clone());
        if one < known {
            known.clone_from(one);
        }
    }
    let mut all: Vec<T> = found.into_values().collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(run: &str, calls: u64, sentence: &str, id: u32) -> Entry {
        let side = || Side { input: vec![], validity: "valid".into(), kind: "int".into(), output: "".into() };
        let mut entry = Entry::without("m:f", &[], State::Done, "");
        entry.runs.insert(
            run.into(),
            Run { calls, candidates: 1, behaviours: 2, stop: "max-calls".into(), elapsed_ms: calls },
        );
        entry.boundaries.push(FoundBoundary {
            id,
            kind: "jump".into(),
            argument: "n".into(),
            sentence: sentence.into(),
            left: side(),
            right: side(),
        });
        entry
    }

    fn joined(a: &Entry, b: &Entry) -> Entry {
        let mut both = a.clone();
        both.join(b);
        both
    }

    #[test]
    fn joining_is_commutative_associative_and_idempotent() {
        let failed = Entry::without("m:f", &[], State::Failed, "killed");
        let all = [entry("r", 5, "x", 1), entry("s", 7, "x", 2), entry("s", 9, "y", 1), failed];
        for a in &all {
            assert_eq!(joined(a, a), *a);
            for b in &all {
                assert_eq!(joined(a, b), joined(b, a));
                assert_eq!(joined(&joined(a, b), b), joined(a, b));
                for c in &all {
                    assert_eq!(joined(&joined(a, b), c), joined(a, &joined(b, c)));
                }
            }
        }
        let both = joined(&all[0], &all[1]);
        assert_eq!((both.calls(), both.boundaries.len(), both.boundaries[0].id), (12, 1, 1));
    }
}
