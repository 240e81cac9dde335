//! Reading a campaign.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::time::Duration;

use autobva_core::behaviour::Landscape;
use autobva_core::{
    Candidate, Decision, Flake, Invocation, Recheck, RunInfo, Selection, Signature, StopReason, TargetInfo,
};
use autobva_summary::{Summary, best_first};
use rusqlite::{Connection, OptionalExtension, Row};

use super::codec::{CANDIDATE_COLUMNS, outcome_at, read_candidate, read_input, read_list};
use super::decisions::read_decisions;
use super::error::{CampaignError, Trouble};
use super::file::open_to_read;
use super::landscapes::read_past;
use super::summaries::read_summary;
use super::target::read_target;
use crate::dossier::RunRecord;

/// Everything that a campaign holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    pub target: TargetInfo,
    pub invocation: Invocation,
    /// The runs, in their order.
    pub runs: Vec<StoredRun>,
    /// The candidates: first those that show boundaries, in the order of these, then the others, best first.
    pub candidates: Vec<Candidate>,
    /// The ids of the candidates in the file, in the same order.
    pub ids: Vec<i64>,
    /// The summary that the last run showed; `None` if an interrupted run has added candidates since.
    pub summary: Option<Summary>,
    /// The decisions, the latest first.
    pub decisions: Vec<Decision>,
    /// The behaviours and boundaries that all runs have found together, if any run has looked for them.
    pub landscape: Option<Landscape>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StoredRun {
    /// The run. One that never ended counts as interrupted.
    pub record: RunRecord,
    /// The words after `autobva` with every default spelled out.
    pub settings: Vec<String>,
    /// Whether it ended by itself.
    pub is_complete: bool,
}

impl Campaign {
    /// Reads a campaign as its last run has left it, even while it is being written. If that run selected by behaviour,
    /// pairs that only the derivative has selected are left out: there may be many, and nobody reads them.
    pub fn read(path: &Path) -> Result<Campaign, CampaignError> {
        let mut connection = open_to_read(path)?;
        // One transaction gives a consistent view, whatever is added meanwhile.
        let look = connection.transaction().map_err(|error| CampaignError::sqlite(path, error))?;
        read(&look).map_err(|trouble| trouble.at(path))
    }
}

/// The target that a campaign is about, and how it is called.
pub fn stored_target(path: &Path) -> Result<(TargetInfo, Invocation), CampaignError> {
    read_target(&open_to_read(path)?).map_err(|trouble| trouble.at(path))
}

fn last_selection(connection: &Connection) -> Result<Selection, Trouble> {
    let select = "SELECT selection FROM run ORDER BY id DESC LIMIT 1";
    let last: Option<String> = connection.query_row(select, [], |row| row.get(0)).optional()?;
    last.map_or(Ok(Selection::Derivative), |name| read_selection(&name))
}

fn read(connection: &Connection) -> Result<Campaign, Trouble> {
    let (target, invocation) = read_target(connection)?;
    let mut runs = read_runs(connection, &target.signature)?;
    gather_flakes(&mut runs);
    let stored = read_candidates(connection, &target.signature, last_selection(connection)?)?;
    let past = read_past(connection, &target.signature, &stored)?;
    let landscape = past.map(|past| past.now());
    let stored = stored.into_iter().filter(|stored| !stored.is_gone);
    let (candidates, ids) =
        in_order(stored.map(|stored| (stored.candidate, stored.id)).collect(), &landscape);
    let places: HashMap<i64, usize> = ids.iter().enumerate().map(|(index, id)| (*id, index)).collect();
    Ok(Campaign {
        summary: read_summary(connection, &ids)?,
        decisions: read_decisions(connection, &places)?,
        target,
        invocation,
        runs,
        candidates,
        ids,
        landscape,
    })
}

/// Candidates in the order of their numbers: first those that show boundaries, then the others, best first.
pub fn in_order<T>(
    candidates: Vec<(Candidate, T)>,
    landscape: &Option<Landscape>,
) -> (Vec<Candidate>, Vec<T>) {
    let (candidates, with) = best_first(candidates);
    match landscape {
        None => (candidates, with),
        Some(landscape) => landscape.ordered(candidates.into_iter().zip(with).collect()).into_iter().unzip(),
    }
}

/// Collects the flaky inputs of all runs in the last one, from which candidates are marked.
fn gather_flakes(runs: &mut [StoredRun]) {
    let Some((last, earlier)) = runs.split_last_mut() else { return };
    let flakes = earlier.iter().flat_map(|run| &run.record.info.recheck.flaky);
    flakes.for_each(|flake| last.record.info.recheck.note(flake.clone()));
}

pub(super) struct Stored {
    pub(super) id: i64,
    pub(super) candidate: Candidate,
    /// Whether the target no longer showed this pair when the last run began.
    pub(super) is_gone: bool,
}

/// Those pairs that runs by behaviour have found, that show a boundary, that were decided about, or that are gone.
const OF_BEHAVIOURS: &str = "run IN (SELECT id FROM run WHERE selection = 'behaviour') OR id IN \
    (SELECT candidate FROM place UNION SELECT candidate FROM decision UNION SELECT candidate FROM gone)";

/// The best pairs, those that were decided about, and those that are gone.
const BEST: &str = "id IN (SELECT id FROM candidate ORDER BY score DESC, id LIMIT ?) OR id IN \
    (SELECT candidate FROM decision UNION SELECT candidate FROM gone)";

/// Which candidates of a campaign are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Those that matter to a run that selects in this way.
    pub select: Selection,
    /// If that is by the derivative: only so many, the best, besides those that were decided about.
    pub most: usize,
}

impl From<Selection> for Wanted {
    fn from(select: Selection) -> Wanted {
        Wanted { select, most: usize::MAX }
    }
}

/// The wanted candidates, in the order of their ids.
pub(super) fn read_candidates(
    connection: &Connection,
    signature: &Signature,
    wanted: impl Into<Wanted>,
) -> Result<Vec<Stored>, Trouble> {
    let Wanted { select, most } = wanted.into();
    let mut query = connection.prepare("SELECT candidate FROM gone")?;
    let gone: HashSet<i64> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let condition = match select {
        Selection::Behaviour => OF_BEHAVIOURS,
        Selection::Derivative if most == usize::MAX => "true",
        Selection::Derivative => BEST,
    };
    let select = format!("SELECT {CANDIDATE_COLUMNS} FROM candidate WHERE {condition} ORDER BY id");
    let mut query = connection.prepare(&select)?;
    let limit = (query.parameter_count() > 0).then_some(i64::try_from(most).unwrap_or(i64::MAX));
    let mut rows = query.query(rusqlite::params_from_iter(limit))?;
    let mut candidates = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, candidate) = read_candidate(signature, row)?;
        candidates.push(Stored { id, candidate, is_gone: gone.contains(&id) });
    }
    Ok(candidates)
}

pub(super) fn read_runs(connection: &Connection, signature: &Signature) -> Result<Vec<StoredRun>, Trouble> {
    let mut query = connection.prepare(
        "SELECT id, started, command, settings, strategy, sampler, cts, output_distance, input_distance, threshold, \
         seed, jobs, calls, elapsed_ms, dropped, recheck_calls, unchecked, stop, selection FROM run ORDER BY id",
    )?;
    let mut rows = query.query([])?;
    let mut runs = Vec::new();
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        let mut run = read_run(row)?;
        run.record.info.recheck.flaky = read_flakes(connection, id, signature)?;
        runs.push(run);
    }
    Ok(runs)
}

fn read_run(row: &Row) -> Result<StoredRun, Trouble> {
    let number = |column: usize| row.get::<_, i64>(column).map(i64::unsigned_abs);
    let text = |column: usize| row.get::<_, String>(column);
    let stop: Option<String> = row.get(17)?;
    let seed = text(10)?;
    let info = RunInfo {
        select: read_selection(&text(18)?)?,
        fixed: Vec::new(),
        strategy: text(4)?,
        sampler: text(5)?,
        cts: row.get(6)?,
        output_distance: text(7)?,
        input_distance: text(8)?,
        threshold: text(9)?,
        seed: seed.parse().map_err(|_| Trouble::Content(format!("'{seed}' is no seed")))?,
        jobs: number(11)? as usize,
        calls: number(12)?,
        elapsed: Duration::from_millis(number(13)?),
        stop: stop.as_deref().map_or(Ok(StopReason::Interrupted), read_stop)?,
        dropped: number(14)?,
        recheck: Recheck { calls: number(15)?, unchecked: number(16)? as usize, flaky: Vec::new() },
    };
    let is_complete = stop.is_some() && info.stop != StopReason::Interrupted;
    let command = read_list(&text(2)?)?;
    let record = RunRecord { info, started: number(1)?, command };
    Ok(StoredRun { record, settings: read_list(&text(3)?)?, is_complete })
}

fn read_selection(name: &str) -> Result<Selection, Trouble> {
    let found = [Selection::Behaviour, Selection::Derivative].into_iter().find(|by| by.name() == name);
    found.ok_or_else(|| Trouble::Content(format!("'{name}' is no way to select pairs")))
}

fn read_stop(name: &str) -> Result<StopReason, Trouble> {
    let found = StopReason::ALL.into_iter().find(|reason| reason.name() == name);
    found.ok_or_else(|| Trouble::Content(format!("'{name}' is no reason to stop")))
}

fn read_flakes(connection: &Connection, run: i64, signature: &Signature) -> Result<Vec<Flake>, Trouble> {
    let mut query = connection.prepare(
        "SELECT input, types, first_valid, first_type, first_output, again_valid, again_type, again_output \
         FROM flake WHERE run = ? ORDER BY rowid",
    )?;
    let mut rows = query.query([run])?;
    let mut flakes = Vec::new();
    while let Some(row) = rows.next()? {
        let (input, types): (String, String) = (row.get(0)?, row.get(1)?);
        let input = read_input(signature, &input, &types)?;
        flakes.push(Flake { input, first: outcome_at(row, 2)?, again: outcome_at(row, 5)? });
    }
    Ok(flakes)
}
