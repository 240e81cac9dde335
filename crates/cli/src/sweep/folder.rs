//! The folder of a sweep: the plan, a line for each finished function, and a campaign for each.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use autobva_codec::digest::fingerprint;
use autobva_report::plain_reason;
use autobva_report::sweep::{Entry, Plan, Sweep};

use crate::campaign::readable;

const PLAN: &str = "sweep.json";
const RESULTS: &str = "results.jsonl";
const CAMPAIGNS: &str = "campaigns";
const PAGES: &str = "pages";
pub const INDEX: &str = "index.html";

/// A folder to which only this process adds.
pub struct Folder {
    path: PathBuf,
    results: File,
}

impl Folder {
    pub fn holds_sweep(path: &Path) -> bool {
        path.join(PLAN).is_file()
    }

    pub fn create(path: &Path, plan: &Plan) -> Result<Folder> {
        let fault = || format!("cannot make the folder {}", path.display());
        std::fs::create_dir_all(path.join(CAMPAIGNS)).with_context(fault)?;
        // Version control should ignore it.
        std::fs::write(path.join(".gitignore"), "*\n").with_context(fault)?;
        let folder = Folder::lock(path)?;
        let mut file = tempfile::NamedTempFile::new_in(path).with_context(fault)?;
        serde_json::to_writer(&mut file, plan)?;
        file.as_file().sync_all()?;
        // The plan makes the folder a sweep; before, it is nothing.
        file.persist(path.join(PLAN)).with_context(fault)?;
        Ok(folder)
    }

    /// Opens the folder of a sweep to continue it, with the results so far.
    pub fn open(path: &Path) -> Result<(Folder, Sweep)> {
        let plan = SweepReader::default().plan(path)?;
        let mut folder = Folder::lock(path)?;
        let mut text = String::new();
        folder.results.read_to_string(&mut text).with_context(|| shown(&path.join(RESULTS)))?;
        // A kill may have cut the last line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        folder.results.set_len(whole as u64)?;
        folder.results.seek(SeekFrom::End(0))?;
        let sweep = sweep_of(plan, &text[..whole], path)?;
        Ok((folder, sweep))
    }

    fn lock(path: &Path) -> Result<Folder> {
        let file = path.join(RESULTS);
        let opened = OpenOptions::new().read(true).append(true).create(true).open(&file);
        let results =
            opened.map_err(|error| anyhow!("cannot write {} ({})", shown(&file), plain_reason(&error)))?;
        match results.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_path_buf(), results }),
            Err(TryLockError::WouldBlock) => {
                bail!("another sweep is at work in {}; wait for it, or give another --out", shown(path))
            }
            Err(TryLockError::Error(error)) => Err(error).with_context(|| shown(&file)),
        }
    }

    /// Records the result of a function; it is on disk when this returns.
    pub fn add(&mut self, entry: &Entry) -> Result<()> {
        self.add_all([entry].into_iter())
    }

    /// Records the results of many functions.
    pub fn add_all<'a>(&mut self, entries: impl Iterator<Item = &'a Entry>) -> Result<()> {
        let mut lines = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut lines, entry)?;
            lines.push(b'\n');
        }
        let written = self.results.write_all(&lines).and_then(|()| self.results.sync_data());
        written.with_context(|| format!("cannot write {}", shown(&self.path.join(RESULTS))))
    }

    pub fn campaign(&self, function: &str) -> Result<PathBuf> {
        let name = format!("{}.autobva", file_name(function));
        Ok(std::path::absolute(self.path.join(CAMPAIGNS).join(name))?)
    }

    /// Takes over the campaigns of another folder, at no cost if both are on the same disk. If there are several for a
    /// function, the first one is kept.
    pub fn take_campaigns(&self, other: &Path) -> Result<()> {
        let (there, here) = (other.join(CAMPAIGNS), self.path.join(CAMPAIGNS));
        for file in std::fs::read_dir(&there).into_iter().flatten() {
            let file = file.with_context(|| shown(&there))?;
            let (from, to) = (file.path(), here.join(file.file_name()));
            match std::fs::hard_link(&from, &to) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    std::fs::copy(&from, &to).with_context(|| format!("cannot copy {}", shown(&from)))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub fn page(&self, function: &str) -> Result<PathBuf> {
        let folder = self.path.join(PAGES);
        std::fs::create_dir_all(&folder).with_context(|| shown(&folder))?;
        Ok(std::path::absolute(folder.join(format!("{}.html", file_name(function))))?)
    }
}

/// The page of a function, relative to the index, if it exists.
pub fn page_beside(folder: &Path, function: &str) -> Option<String> {
    let name = format!("{PAGES}/{}.html", file_name(function));
    folder.join(&name).is_file().then_some(name)
}

/// Reads sweeps, many of which may have the same plan.
#[derive(Default)]
pub struct SweepReader {
    /// The last plan, as text and as data.
    plan: Option<(String, Plan)>,
}

impl SweepReader {
    /// Reads a sweep from its folder, or from the output of `--format json`.
    pub fn read(&mut self, path: &Path) -> Result<Sweep> {
        if path.is_dir() {
            let plan = self.plan(path)?;
            let text = std::fs::read_to_string(path.join(RESULTS)).unwrap_or_default();
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            return sweep_of(plan, &text[..whole], path);
        }
        let text = std::fs::read_to_string(path).map_err(|error| {
            anyhow!("cannot read {} ({}); give the folder of a sweep", shown(path), plain_reason(&error))
        })?;
        Sweep::read(&text).map_err(|fault| anyhow!("{}: {fault}", shown(path)))
    }

    fn plan(&mut self, path: &Path) -> Result<Plan> {
        let file = path.join(PLAN);
        let text = std::fs::read_to_string(&file).map_err(|_| {
            anyhow!("{} holds no sweep; 'autobva sweep TARGETS --out {0}' makes one", shown(path))
        })?;
        if let Some((_, plan)) = self.plan.as_ref().filter(|(known, _)| *known == text) {
            return Ok(plan.clone());
        }
        let plan: Plan = serde_json::from_str(&text)
            .map_err(|error| anyhow!("{} is damaged ({error}); begin with another --out", shown(&file)))?;
        self.plan = Some((text, plan.clone()));
        Ok(plan)
    }
}

/// Reads a sweep from its folder, or from the output of `--format json`.
pub fn read_sweep(path: &Path) -> Result<Sweep> {
    SweepReader::default().read(path)
}

fn sweep_of(plan: Plan, lines: &str, path: &Path) -> Result<Sweep> {
    let mut sweep = Sweep { plan, entries: Default::default() };
    for (number, line) in lines.lines().enumerate() {
        let entry: Entry = serde_json::from_str(line).map_err(|error| {
            anyhow!(
                "{}: line {} is damaged ({error}); remove it, and the function is run again",
                shown(&path.join(RESULTS)),
                number + 1
            )
        })?;
        sweep.add(entry);
    }
    Ok(sweep)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A file name for a function: its readable part, and a few digits that make it unique.
fn file_name(function: &str) -> String {
    format!("{}-{:08x}", readable(function), fingerprint([function]) as u32)
}
