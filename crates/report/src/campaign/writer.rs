//! Writing a campaign: one run at a time, under a lock, with a transaction for each batch of candidates.

use std::path::{Path, PathBuf};
use std::time::Duration;

use autobva_codec::digest::pair_digest;
use autobva_core::behaviour::Past;
use autobva_core::{Candidate, Decision, Findings, Flake, Invocation, RunInfo, Selection, TargetInfo};
use autobva_summary::Summary;
use rusqlite::{Connection, Statement, Transaction, params};
use tempfile::NamedTempFile;

use super::codec::{SideText, json};
use super::decisions::{carry_over, decisions_on};
use super::error::{CampaignError, Trouble};
use super::file::{WriterLock, open_to_write, plain_name};
use super::landscapes::{has_landscape, read_past, write_landscape};
use super::reader::{StoredRun, Wanted, read_candidates, read_runs};
use super::rows::StoredRows;
use super::summaries::write_summary;
use super::target::{read_target, write_target};
use super::versions::migrate;

/// A campaign that is open for a run. Others can read it meanwhile, but cannot search into it.
pub struct CampaignWriter {
    path: PathBuf,
    connection: Connection,
    /// Must be dropped after the connection: closing the file would release SQLite's locks on it.
    _lock: WriterLock,
    run: i64,
    rows: StoredRows,
}

/// How many pages of 4 KiB the journal collects before they are moved into the file, which waits for the disk.
const JOURNAL_PAGES: i64 = 10_000;

/// What a campaign contained before a run.
pub struct Earlier {
    /// The candidates that matter to the run in no particular order, including those that the target no longer showed when
    /// the last run began.
    pub candidates: Vec<Candidate>,
    /// Their ids, in the same order.
    pub ids: Vec<i64>,
    /// How many others there are.
    pub unread: usize,
    pub runs: Vec<StoredRun>,
}

pub struct RunStart<'a> {
    /// Its settings; how it ends is not known yet.
    pub info: &'a RunInfo,
    /// When, in seconds since 1970.
    pub started: u64,
    /// The words after `autobva` that make the same run again.
    pub command: &'a [String],
    /// The same with every default spelled out.
    pub settings: &'a [String],
}

/// The state of a run when something is saved.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moment {
    pub calls: u64,
    /// How long it has been running.
    pub elapsed: Duration,
}

impl CampaignWriter {
    /// Opens the campaign of this target, or creates it, for a run to which these of its candidates matter.
    pub fn open(
        path: &Path,
        target: &TargetInfo,
        invocation: &Invocation,
        wanted: impl Into<Wanted>,
    ) -> Result<(CampaignWriter, Earlier), CampaignError> {
        if !path.try_exists().map_err(|error| CampaignError::io("read", path, &error))? {
            if let Ok(to) = std::fs::read_link(path) {
                let (file, to) = (path.display(), to.display());
                let remedy = "remove the link, or give another file with --campaign";
                return Err(CampaignError::Unusable(format!(
                    "{file} is a link to {to}, which is not there; {remedy}"
                )));
            }
            create(path, target, invocation)?;
        }
        let mut writer = CampaignWriter::lock(path)?;
        writer.check(target, invocation)?;
        let earlier = writer.read(wanted.into()).map_err(|trouble| trouble.at(path))?;
        Ok((writer, earlier))
    }

    fn lock(path: &Path) -> Result<CampaignWriter, CampaignError> {
        let lock = WriterLock::take(path)?;
        let connection = open_to_write(path)?;
        Ok(CampaignWriter { path: path.into(), connection, _lock: lock, run: 0, rows: StoredRows::default() })
    }

    fn check(&self, target: &TargetInfo, invocation: &Invocation) -> Result<(), CampaignError> {
        let (known, called) = read_target(&self.connection).map_err(|trouble| trouble.at(&self.path))?;
        if (&known, &called) == (target, invocation) {
            return Ok(());
        }
        let words = |target: &TargetInfo, invocation: &Invocation| {
            format!("'{}' ({})", invocation.words().join(" "), target.signature)
        };
        let (known, given) = (words(&known, &called), words(target, invocation));
        Err(CampaignError::OtherTarget(self.path.clone(), known, given))
    }

    fn read(&mut self, wanted: Wanted) -> Result<Earlier, Trouble> {
        let (target, _) = read_target(&self.connection)?;
        let stored = read_candidates(&self.connection, &target.signature, wanted)?;
        let runs = read_runs(&self.connection, &target.signature)?;
        self.rows = StoredRows::of(&stored, &self.connection)?;
        let unread = self.rows.len() - stored.len();
        let (ids, candidates) = stored.into_iter().map(|stored| (stored.id, stored.candidate)).unzip();
        Ok(Earlier { candidates, ids, unread, runs })
    }

    /// Notes which of the earlier candidates the target no longer shows. They stay in the file with the decisions about
    /// them, but are hidden until they come back.
    pub fn note_gone(&mut self, ids: &[i64]) -> Result<(), CampaignError> {
        let CampaignWriter { path, connection, rows, .. } = self;
        let mut save = || {
            let change = connection.transaction()?;
            change.execute("DELETE FROM gone", [])?;
            let mut insert = change.prepare("INSERT INTO gone VALUES (?)")?;
            ids.iter().try_for_each(|id| insert.execute([id]).map(drop))?;
            drop(insert);
            change.commit()
        };
        save().map_err(|error| CampaignError::sqlite(path, error))?;
        rows.note_gone(ids);
        Ok(())
    }

    /// What earlier runs found out about behaviours; empty if none has looked for them. Boundaries that were
    /// [noted](Self::note_gone) as gone no longer stand.
    pub fn past(&self) -> Result<Past, CampaignError> {
        let read = || {
            if !has_landscape(&self.connection)? {
                return Ok(Past::default());
            }
            let (target, _) = read_target(&self.connection)?;
            let stored = read_candidates(&self.connection, &target.signature, Selection::Behaviour)?;
            Ok(read_past(&self.connection, &target.signature, &stored)?.unwrap_or_default())
        };
        read().map_err(|trouble: Trouble| trouble.at(&self.path))
    }

    /// Notes that a run starts. From here on the file says that the run was interrupted, until it is finished.
    pub fn begin(&mut self, start: &RunStart) -> Result<(), CampaignError> {
        let RunStart { info, started, command, settings } = start;
        let insert = "INSERT INTO run (started, command, settings, strategy, sampler, cts, output_distance, \
            input_distance, threshold, seed, jobs, selection) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let values = params![
            *started as i64,
            json(command),
            json(settings),
            info.strategy,
            info.sampler,
            info.cts,
            info.output_distance,
            info.input_distance,
            info.threshold,
            info.seed.to_string(),
            info.jobs as i64,
            info.select.name(),
        ];
        let CampaignWriter { path, connection, .. } = self;
        let begin = || {
            // Commits in this mode are safe against a kill at any moment without waiting for the disk.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "wal_autocheckpoint", JOURNAL_PAGES)?;
            // Checking the foreign key of each candidate would take a tenth of the time.
            connection.pragma_update(None, "foreign_keys", false)?;
            connection.execute(insert, values)
        };
        begin().map_err(|error| CampaignError::sqlite(path, error))?;
        self.run = self.connection.last_insert_rowid();
        Ok(())
    }

    /// Accepts a candidate of this run. The next [`save`](Self::save) writes it if the file does not have it.
    pub fn hear(&mut self, candidate: Candidate) {
        self.rows.hear(candidate);
    }

    /// How many candidates the file will hold after the next [`save`](Self::save).
    pub fn candidates(&self) -> usize {
        self.rows.len()
    }

    /// Saves the candidates since the last call; when this returns, they are safe.
    pub fn save(&mut self, moment: &Moment) -> Result<(), CampaignError> {
        let CampaignWriter { path, connection, run, rows, .. } = self;
        let mut save = || {
            let change = connection.transaction()?;
            rows.write_waiting(&change, *run)?;
            write_moment(&change, *run, moment)?;
            change.commit()
        };
        save().map_err(|error| CampaignError::sqlite(path, error))
    }

    /// Moves saved data from the journal into the file. The data is safe before that, but the last transaction has less
    /// to do then. It waits for the disk, so it is best called while there is other work.
    pub fn tidy(&mut self) {
        // If that is not possible now, it will be done later.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    }

    /// Saves the end of the run with everything that is known now: the candidates of all runs with their total counts,
    /// their summary, and the landscape if there is one. Afterwards the campaign is a single ordinary file. Returns the
    /// decisions about the candidates, the latest first.
    pub fn finish(
        mut self,
        findings: &Findings,
        summary: &Summary,
        moment: &Moment,
    ) -> Result<Vec<Decision>, CampaignError> {
        let CampaignWriter { path, connection, run, rows, .. } = &mut self;
        let mut save = || -> Result<Vec<Decision>, Trouble> {
            let change = connection.transaction()?;
            let ids = rows.settle(&change, *run, &findings.candidates)?;
            if let Some(landscape) = &findings.landscape {
                let digests = findings.candidates.iter().map(|c| pair_digest(&c.left, &c.right));
                let is_first = !has_landscape(&change)?;
                write_landscape(&change, landscape, &digests.zip(ids.iter().copied()).collect())?;
                if is_first {
                    // This must happen before the clusters are replaced.
                    carry_over(&change, landscape)?;
                }
            }
            write_summary(&change, summary, &ids)?;
            write_moment(&change, *run, moment)?;
            write_end(&change, *run, &findings.run)?;
            let decisions = decisions_on(&change, &ids)?;
            change.commit()?;
            Ok(decisions)
        };
        let decisions = save().map_err(|trouble| trouble.at(path))?;
        // This is not possible while others read; the campaign is still complete, but has a second file beside it.
        let _ = connection.pragma_update(None, "journal_mode", "DELETE");
        Ok(decisions)
    }
}

fn write_moment(change: &Transaction, run: i64, moment: &Moment) -> rusqlite::Result<()> {
    let elapsed = moment.elapsed.as_millis() as i64;
    change.prepare("UPDATE run SET calls = ?2, elapsed_ms = ?3 WHERE id = ?1")?.execute([
        run,
        moment.calls as i64,
        elapsed,
    ])?;
    Ok(())
}

fn write_end(change: &Transaction, run: i64, info: &RunInfo) -> rusqlite::Result<()> {
    change.execute(
        "UPDATE run SET calls = ?2, elapsed_ms = ?3, dropped = ?4, recheck_calls = ?5, unchecked = ?6, stop = ?7 \
         WHERE id = ?1",
        params![
            run,
            info.calls as i64,
            info.elapsed.as_millis() as i64,
            info.dropped as i64,
            info.recheck.calls as i64,
            info.recheck.unchecked as i64,
            info.stop.name(),
        ],
    )?;
    let mut insert = change.prepare("INSERT INTO flake VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    info.recheck.flaky.iter().try_for_each(|flake| write_flake(&mut insert, run, flake))
}

fn write_flake(insert: &mut Statement, run: i64, flake: &Flake) -> rusqlite::Result<()> {
    let mut text = SideText::default();
    text.set(&flake.input);
    let (first, again) = (&flake.first, &flake.again);
    insert.execute(params![
        run,
        text.input,
        text.types,
        first.is_valid(),
        first.type_name(),
        first.text(),
        again.is_valid(),
        again.type_name(),
        again.text(),
    ])?;
    Ok(())
}

/// Creates an empty campaign. The file gets its name when it is complete, so that a kill never leaves half of one.
fn create(path: &Path, target: &TargetInfo, invocation: &Invocation) -> Result<(), CampaignError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fault = |error: &std::io::Error| CampaignError::io("write", path, error);
    let file = NamedTempFile::with_suffix_in(".tmp", folder).map_err(|error| fault(&error))?;
    let fill = || {
        let mut connection = Connection::open(plain_name(file.path()))?;
        // The file has no name yet, so nothing can be lost in a crash, and the journal may stay in memory.
        connection.pragma_update(None, "journal_mode", "MEMORY")?;
        Ok((migrate(path, &mut connection, 0), write_target(&connection, target, invocation)?))
    };
    let (migrated, ()) = fill().map_err(|error| CampaignError::sqlite(path, error))?;
    migrated?;
    readable_by_others(&file).map_err(|error| fault(&error))?;
    match file.persist_noclobber(path) {
        // Another process created the file first; the lock decides which of the two continues.
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map(drop).map_err(|error| fault(&error.error)),
    }
}

/// Makes the file readable by others: temporary files are private, but a campaign is an ordinary file.
fn readable_by_others(file: &NamedTempFile) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    file.as_file().sync_all()
}
