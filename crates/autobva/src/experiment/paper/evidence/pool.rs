//! The candidates of all runs on one function, merged.

use std::collections::HashMap;
use std::fmt::{self, Display, Write};
use std::hash::{DefaultHasher, Hasher};

use autobva_core::{Candidate, Signature};
use autobva_report::CandidateFile;

use crate::experiment::paper::function::Function;
use crate::experiment::paper::published::PublishedRow;
use crate::experiment::paper::runs::RunKey;
use crate::experiment::search::{Pair, Truth};

/// The candidates of all runs on one function, each once.
pub struct Pool {
    /// The function.
    pub function: &'static Function,
    /// Its arguments.
    pub signature: Signature,
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// For each candidate the row of the paper's table that it is an instance of.
    pub kinds: Vec<Option<usize>>,
    /// The runs, and which candidates each found.
    pub runs: Vec<PoolRun>,
    truth: Truth,
    places: HashMap<u64, u32>,
}

/// A run, and which candidates of the pool it found.
pub struct PoolRun {
    /// Which run.
    pub key: RunKey,
    /// The places of its candidates.
    pub found: Vec<u32>,
}

impl Pool {
    /// An empty pool.
    pub fn new(function: &'static Function) -> Pool {
        Pool {
            function,
            signature: Signature::default(),
            candidates: Vec::new(),
            kinds: Vec::new(),
            runs: Vec::new(),
            truth: (function.kinds)(),
            places: HashMap::new(),
        }
    }

    /// Adds what a run found.
    pub fn add(&mut self, key: &RunKey, file: CandidateFile) {
        if self.signature.is_empty() {
            self.signature = file.signature;
        }
        let mut found = Vec::with_capacity(file.candidates.len());
        for candidate in file.candidates {
            let place = *self.places.entry(fingerprint(&candidate)).or_insert_with(|| {
                self.kinds.push(kind(&self.truth, &candidate));
                self.candidates.push(candidate);
                (self.candidates.len() - 1) as u32
            });
            found.push(place);
        }
        self.runs.push(PoolRun { key: key.clone(), found });
    }

    /// The place of the representative of a published row, if it was found.
    pub fn place(&self, row: &PublishedRow) -> Option<usize> {
        let (left, right) = (row.left.join(", "), row.right.join(", "));
        let fingerprint = fingerprint_of(&left, row.left_output, &right, row.right_output);
        self.places.get(&fingerprint).map(|place| *place as usize)
    }

    /// The places of the candidates of a kind.
    pub fn of_kind(&self, kind: usize) -> impl Iterator<Item = usize> {
        (0..self.kinds.len()).filter(move |&place| self.kinds[place] == Some(kind))
    }

    /// For every candidate whether any of those runs found it.
    pub fn found_by(&self, is_asked: impl Fn(&RunKey) -> bool) -> Vec<bool> {
        let mut found = vec![false; self.candidates.len()];
        for run in self.runs.iter().filter(|run| is_asked(&run.key)) {
            run.found.iter().for_each(|&place| found[place as usize] = true);
        }
        found
    }
}

fn kind(truth: &Truth, candidate: &Candidate) -> Option<usize> {
    let pair = Pair {
        left: (&candidate.left.input, &candidate.left.outcome),
        right: (&candidate.right.input, &candidate.right.outcome),
    };
    let mut kinds = Vec::new();
    (truth.recognise)(&pair, &mut kinds);
    kinds.first().copied()
}

fn fingerprint(candidate: &Candidate) -> u64 {
    let (left, right) = (&candidate.left, &candidate.right);
    fingerprint_of(&left.input, left.outcome.text(), &right.input, right.outcome.text())
}

/// A number for a pair as it is written. With 64 bits, ten million candidates collide with a chance of one in four
/// hundred thousand.
fn fingerprint_of(left: &dyn Display, left_output: &str, right: &dyn Display, right_output: &str) -> u64 {
    struct Text(DefaultHasher);
    impl Write for Text {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut text = Text(DefaultHasher::new());
    let _ = write!(text, "{left}\n{left_output}\n{right}\n{right_output}");
    text.0.finish()
}
