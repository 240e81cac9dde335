//! The folder of an experiment: its settings, a line for each run, and the candidates of each.
//!
//! `settings.json` appears before the first run, `runs.jsonl` grows by a line for each run whose candidates are on
//! disk, and `candidates/NAME.csv` has these in the columns of the original tool. A kill at any moment costs only the
//! runs in progress.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, create_dir_all, read_to_string, remove_dir_all, rename};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use autobva_core::Findings;
use autobva_report::{CandidateFile, read_candidate_csv, write_candidate_csv};
use serde_json::{Value, json};

use super::key::RunKey;

/// What is known about a run besides its candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub calls: u64,
    pub candidates: u64,
    pub stop: String,
}

/// A folder that cannot be used; the message says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(String);

pub struct Store {
    folder: PathBuf,
    records: Mutex<HashMap<String, Record>>,
}

const SETTINGS: &str = "settings.json";
const RUNS: &str = "runs.jsonl";
const CANDIDATES: &str = "candidates";

impl Store {
    /// A folder for a new experiment, or with `resume` for one that is continued.
    pub fn open(folder: &Path, identity: &Value, resume: bool) -> Result<Store, StoreError> {
        let settings = folder.join(SETTINGS);
        let shown = folder.display().to_string();
        let store = Store { folder: folder.to_path_buf(), records: Mutex::default() };
        match (settings.exists(), resume) {
            (true, false) => Err(StoreError(format!(
                "{shown} holds runs of an experiment; add --resume to continue it, or remove it, or choose another"
            ))),
            (false, true) => Err(StoreError(format!(
                "{shown} holds no runs of an experiment, so there is nothing to continue; leave out --resume"
            ))),
            (true, true) => {
                check(&shown, &settings, identity)?;
                store.read_records()?;
                Ok(store)
            }
            (false, false) => {
                let candidates = folder.join(CANDIDATES);
                create_dir_all(&candidates).map_err(|error| io(&candidates, &error))?;
                Store::write_whole(&settings, |out| writeln!(out, "{identity:#}"))?;
                Ok(store)
            }
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is known about a run, if it is done.
    pub fn record(&self, key: &RunKey) -> Option<Record> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner).get(&key.name()).cloned()
    }

    /// Keeps the findings of a run: first its candidates, then the line that lists it.
    pub fn keep(&self, key: &RunKey, findings: &Findings) -> Result<(), StoreError> {
        Store::write_whole(&self.candidates_path(key), |out| write_candidate_csv(findings, None, out))?;
        let record = Record {
            calls: findings.run.calls,
            candidates: findings.candidates.len() as u64,
            stop: findings.run.stop.name().to_string(),
        };
        let line = json!({
            "run": key.name(),
            "seed": findings.run.seed,
            "calls": record.calls,
            "candidates": record.candidates,
            "stop": record.stop,
            "elapsed_ms": findings.run.elapsed.as_millis() as u64,
        });
        let path = self.folder.join(RUNS);
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let append = || {
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.write_all(format!("{line}\n").as_bytes())?;
            file.sync_data()
        };
        append().map_err(|error| io(&path, &error))?;
        records.insert(key.name(), record);
        Ok(())
    }

    pub fn candidates(&self, key: &RunKey) -> Result<CandidateFile, StoreError> {
        let path = self.candidates_path(key);
        let file = File::open(&path).map_err(|error| io(&path, &error))?;
        read_candidate_csv(BufReader::new(file)).map_err(|error| damaged(&path, &error))
    }

    /// Removes the folder.
    pub fn remove(self) -> Result<(), StoreError> {
        remove_dir_all(&self.folder).map_err(|error| io(&self.folder, &error))
    }

    fn candidates_path(&self, key: &RunKey) -> PathBuf {
        self.folder.join(CANDIDATES).join(key.name() + ".csv")
    }

    /// Reads the lines of finished runs. A truncated last line belongs to a run that is made again.
    fn read_records(&self) -> Result<(), StoreError> {
        let path = self.folder.join(RUNS);
        if !path.exists() {
            return Ok(());
        }
        let text = read_to_string(&path).map_err(|error| io(&path, &error))?;
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        for line in text.lines() {
            let Some((name, record)) = read_record(line) else { continue };
            if self.folder.join(CANDIDATES).join(format!("{name}.csv")).exists() {
                records.insert(name, record);
            }
        }
        Ok(())
    }

    /// Writes a file that appears whole or not at all.
    fn write_whole(
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<(), StoreError> {
        let growing = path.with_extension("tmp");
        let make = || {
            let mut out = BufWriter::new(File::create(&growing)?);
            write(&mut out)?;
            out.into_inner()?.sync_data()?;
            rename(&growing, path)
        };
        make().map_err(|error: std::io::Error| io(path, &error))
    }
}

fn read_record(line: &str) -> Option<(String, Record)> {
    let line: Value = serde_json::from_str(line).ok()?;
    let record = Record {
        calls: line["calls"].as_u64()?,
        candidates: line["candidates"].as_u64()?,
        stop: line["stop"].as_str()?.to_string(),
    };
    Some((line["run"].as_str()?.to_string(), record))
}

/// Checks that the folder was made with these settings.
fn check(folder: &str, path: &Path, identity: &Value) -> Result<(), StoreError> {
    let text = read_to_string(path).map_err(|error| io(path, &error))?;
    let kept: Value = serde_json::from_str(&text).map_err(|error| damaged(path, &error))?;
    let settings = identity.as_object().into_iter().flatten();
    for (setting, asked) in settings {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        if kept[setting] != *asked {
            let (kept, asked) = (text(&kept[setting]), text(asked));
            return Err(StoreError(format!(
                "{folder} was made with {setting} {kept}, not {asked}; give the same settings, or another folder"
            )));
        }
    }
    Ok(())
}

fn io(path: &Path, error: &std::io::Error) -> StoreError {
    let (path, reason) = (path.display(), autobva_report::plain_reason(error));
    StoreError(format!("cannot use {path} ({reason}); does the folder exist, and may you write there?"))
}

fn damaged(path: &Path, fault: &dyn std::fmt::Display) -> StoreError {
    let path = path.display();
    StoreError(format!(
        "{path} is damaged ({fault}); remove it and its line in runs.jsonl to make that run again"
    ))
}
