//! The rows of candidates that a writer knows: which pairs the file holds, and what has to change.

use std::collections::{HashMap, HashSet};

use autobva_codec::digest::{pair_digest, shown_digest};
use autobva_core::Candidate;
use rusqlite::{Connection, Statement, Transaction, params};

use super::codec::PairText;
use super::reader::Stored;

/// What the file holds, by digest, and what is waiting to be written.
#[derive(Default)]
pub(super) struct StoredRows {
    known: HashMap<i64, Known>,
    waiting: Vec<(i64, Candidate)>,
    last_id: i64,
    /// Which of the known pairs the target no longer shows.
    gone: HashSet<i64>,
    pair: PairText,
}

struct Known {
    id: i64,
    /// How often earlier runs found the pair; 0 if this run is the first.
    before: u64,
    /// A hash of the parts that may change: score and run-time types; `None` if the pair was not read from the file.
    shown: Option<u64>,
}

const INSERT: &str = "INSERT INTO candidate (id, run, digest, score, count, \
    left_input, left_types, left_valid, left_type, left_output, \
    right_input, right_types, right_valid, right_type, right_output) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const UPDATE: &str = "UPDATE candidate SET score = ?2, count = ?3, \
    left_input = ?4, left_types = ?5, right_input = ?6, right_types = ?7 WHERE id = ?1";
const REMOVE: &str = "DELETE FROM candidate WHERE id = ? AND id NOT IN (SELECT candidate FROM decision)";

impl StoredRows {
    /// The rows of a file, of which `stored` were read. Of the others only the digest is known.
    pub(super) fn of(stored: &[Stored], file: &Connection) -> rusqlite::Result<StoredRows> {
        let mut rows = StoredRows::default();
        let mut query = file.prepare("SELECT digest, id, count FROM candidate")?;
        let mut all = query.query([])?;
        while let Some(row) = all.next()? {
            let (id, count): (i64, i64) = (row.get(1)?, row.get(2)?);
            rows.known.insert(row.get(0)?, Known { id, before: count.unsigned_abs(), shown: None });
            rows.last_id = rows.last_id.max(id);
        }
        for Stored { id, candidate, .. } in stored {
            let (digest, shown) = (pair_digest(&candidate.left, &candidate.right), shown_digest(candidate));
            rows.known.insert(digest, Known { id: *id, before: candidate.count, shown: Some(shown) });
        }
        Ok(rows)
    }

    /// How many pairs the file will hold after the next write, without those that are gone.
    pub(super) fn len(&self) -> usize {
        self.known.len() - self.gone.len()
    }

    /// Notes which of the known pairs are gone.
    pub(super) fn note_gone(&mut self, ids: &[i64]) {
        self.gone = ids.iter().copied().collect();
    }

    /// Accepts a candidate that this run has found.
    pub(super) fn hear(&mut self, candidate: Candidate) {
        let digest = pair_digest(&candidate.left, &candidate.right);
        if !self.known.contains_key(&digest) {
            self.add(digest, &candidate);
            self.waiting.push((digest, candidate));
        }
    }

    fn add(&mut self, digest: i64, candidate: &Candidate) -> i64 {
        self.last_id += 1;
        let shown = Some(shown_digest(candidate));
        self.known.insert(digest, Known { id: self.last_id, before: 0, shown });
        self.last_id
    }

    pub(super) fn write_waiting(&mut self, change: &Transaction, run: i64) -> rusqlite::Result<()> {
        let mut insert = change.prepare(INSERT)?;
        for (digest, candidate) in self.waiting.drain(..) {
            self.pair.set(&candidate);
            let id = self.known.get(&digest).map_or(0, |known| known.id);
            insert_row(&mut insert, (id, run, digest), &self.pair, &candidate)?;
        }
        Ok(())
    }

    /// Makes the file hold exactly these candidates. Pairs that this run had found and then dropped for better ones are
    /// removed, unless there is a decision about them. Returns the ids of the candidates.
    pub(super) fn settle(
        &mut self,
        change: &Transaction,
        run: i64,
        candidates: &[Candidate],
    ) -> rusqlite::Result<Vec<i64>> {
        self.write_waiting(change, run)?;
        let (mut insert, mut update) = (change.prepare(INSERT)?, change.prepare(UPDATE)?);
        let mut ids = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let digest = pair_digest(&candidate.left, &candidate.right);
            let Some(known) = self.known.remove(&digest) else {
                let id = self.add(digest, candidate);
                self.pair.set(candidate);
                insert_row(&mut insert, (id, run, digest), &self.pair, candidate)?;
                self.known.remove(&digest);
                ids.push(id);
                continue;
            };
            if known.before.max(1) != candidate.count || known.shown != Some(shown_digest(candidate)) {
                self.pair.set(candidate);
                let PairText { left, right } = &self.pair;
                // The count of a pair that was read already contains the earlier ones.
                let earlier = if known.shown.is_none() { known.before } else { 0 };
                let count = (candidate.count + earlier) as i64;
                update.execute(params![
                    known.id,
                    candidate.score,
                    count,
                    left.input,
                    left.types,
                    right.input,
                    right.types
                ])?;
            }
            ids.push(known.id);
        }
        if !self.gone.is_empty() {
            let mut back = change.prepare("DELETE FROM gone WHERE candidate = ?")?;
            ids.iter().filter(|id| self.gone.contains(id)).try_for_each(|id| back.execute([id]).map(drop))?;
        }
        let mut remove = change.prepare(REMOVE)?;
        let dropped = self.known.values().filter(|known| known.before == 0);
        for known in dropped {
            remove.execute([known.id])?;
        }
        Ok(ids)
    }
}

fn insert_row(
    insert: &mut Statement,
    (id, run, digest): (i64, i64, i64),
    pair: &PairText,
    candidate: &Candidate,
) -> rusqlite::Result<()> {
    let (left, right) = (&candidate.left.outcome, &candidate.right.outcome);
    insert.execute(params![
        id,
        run,
        digest,
        candidate.score,
        candidate.count as i64,
        pair.left.input,
        pair.left.types,
        left.is_valid(),
        left.type_name(),
        left.text(),
        pair.right.input,
        pair.right.types,
        right.is_valid(),
        right.type_name(),
        right.text(),
    ])?;
    Ok(())
}
