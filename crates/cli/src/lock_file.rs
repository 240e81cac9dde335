//! The lock file on disk, and its boundaries as values of a target that may have changed.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use autobva::{Guarded, Observation, Place, Signature};
use autobva_codec::adopt::read_again;
use autobva_codec::text::{self, InputError};
use autobva_report::{FaultKind, Lock, is_lock, plain_reason};

use super::keepsake::Written;
use super::output::{Destination, behind_links, folder_of};
use super::source::is_ordinary;

pub const LOCK_FILE: &str = "autobva.lock.toml";

pub fn read_lock(path: &Path) -> Result<Lock> {
    let file = path.display();
    let no_lock = || anyhow!("{file} is no lock file; 'autobva accept FILE' writes one");
    if !is_ordinary(path) {
        return Err(no_lock());
    }
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => no_lock(),
        _ => anyhow!("cannot read {file} ({}); 'autobva accept FILE' writes it", plain_reason(&error)),
    })?;
    // If nothing looks like a lock file, the first line that is not TOML is irrelevant.
    let is_meant = is_lock(&text) || text.lines().any(|line| line.trim_start().starts_with("version"));
    match Lock::read(&text) {
        Err(fault) if fault.kind == FaultKind::Foreign && !is_meant => Err(no_lock()),
        result => result.with_context(|| file.to_string()),
    }
}

/// Changes a lock file, which need not exist yet. Another autobva that wants to write waits meanwhile, so that neither
/// change is lost; the file appears whole or not at all.
pub fn change_lock(path: &Path, change: impl FnOnce(&mut Lock) -> Result<()>) -> Result<()> {
    let _turn = turn(path);
    let mut lock = read_lock_or_none(path)?;
    change(&mut lock)?;
    write_lock(&lock, path)
}

/// Reads a lock file; one that does not exist is empty.
pub fn read_lock_or_none(path: &Path) -> Result<Lock> {
    if path.exists() { read_lock(path) } else { Ok(Lock::default()) }
}

/// Waits until nobody else changes a lock file in that folder; others wait until the result is dropped. The folder is
/// locked, because the file is replaced by each change, and a separate lock file would be left behind. If folders
/// cannot be locked, there is no waiting.
fn turn(path: &Path) -> Option<File> {
    let folder = File::open(folder_of(&behind_links(path))).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Writes a lock file, whole or not at all.
fn write_lock(lock: &Lock, path: &Path) -> Result<()> {
    let mut out = Destination::of(Written::Lock, Some(path))?;
    out.write_all(lock.write().as_bytes())?;
    out.finish()
}

/// The boundaries as values of the present arguments of the target. A rule about values of other types is dropped; its
/// places stay.
pub fn again(boundaries: &[Guarded], was: &Signature, now: &Signature) -> Result<Vec<Guarded>, InputError> {
    if was == now {
        return Ok(boundaries.to_vec());
    }
    let is_other = !same_types(was, now);
    let read = |side: &Observation| {
        Ok(Observation { input: read_again(&side.input, was, now)?, outcome: side.outcome.clone() })
    };
    let pair = |pair: &Place| Ok(Place { left: read(&pair.left)?, right: read(&pair.right)? });
    let guarded = |guarded: &Guarded| {
        let mut guarded = guarded.clone();
        guarded.pair = pair(&guarded.pair)?;
        if let Some(about) = &mut guarded.about {
            about.places = about.places.iter().map(pair).collect::<Result<_, _>>()?;
            about.rule = about.rule.take().filter(|_| !is_other);
        }
        Ok(guarded)
    };
    boundaries.iter().map(guarded).collect()
}

/// Whether the arguments have the same declared types, regardless of their names.
pub fn same_types(one: &Signature, other: &Signature) -> bool {
    let types = |signature: &Signature| {
        signature.arguments().iter().map(|argument| argument.declared()).collect::<Vec<_>>()
    };
    types(one) == types(other)
}

/// The boundary with the default types of its values.
pub fn plain(boundary: &Place, signature: &Signature) -> Option<Place> {
    let read = |side: &Observation| {
        let input = text::read_input(signature, &text::texts(&side.input), None).ok()?;
        Some(Observation { input, outcome: side.outcome.clone() })
    };
    Some(Place { left: read(&boundary.left)?, right: read(&boundary.right)? })
}
