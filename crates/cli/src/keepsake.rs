//! What a result may overwrite: files that autobva has written, and empty files.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use anyhow::{Result, bail};
use autobva_report::campaign::is_campaign;
use autobva_report::sweep::SWEEP_CSV;
use autobva_report::{is_export, is_lock, names_candidates};

use super::source::is_ordinary;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Result,
    /// A result that may overwrite files that autobva has not written.
    Forced,
    /// A lock file, which is rewritten each time.
    Lock,
}

impl Written {
    /// A result, given `--force`.
    pub fn result(force: bool) -> Written {
        if force { Written::Forced } else { Written::Result }
    }
}

/// The first 16 KiB of a file are enough to recognise it.
const START: u64 = 16 << 10;

/// How results begin, and what follows soon, without spaces and line ends.
const RESULTS: &[(&str, &str)] = &[
    ("{\"schema\":\"autobva", ""),
    ("{\"type\":\"test_case\"", "\"metadata\":{\"autobva\":"),
    ("<!doctypehtml>", "<metaname=\"generator\"content=\"autobva\""),
    ("<?xml", "<testsuitesname=\"autobva\""),
    ("{\"$schema\":", "\"driver\":{\"name\":\"autobva\""),
    ("::error", "title=boundariesof"),
    ("::warning", "title=boundariesof"),
    ("#", "Generatedby`autobva"),
    // The headers of `list`, `summarize --screen` and `experiment search` as CSV.
    ("section,name,help", ""),
    ("group,types,features,silhouette,clusters", ""),
    ("target,known,strategy", ""),
    (SWEEP_CSV, ""),
];

/// The last columns of the CSV that `call` writes.
const OUTCOMES: &str = "validity,type,output";

/// Whether a file begins like a result, or is empty.
fn is_ours(start: &str) -> bool {
    let first = start.lines().next().unwrap_or_default();
    let packed: String = start.split_whitespace().collect();
    let begins = |(front, mark): &(&str, &str)| packed.starts_with(front) && packed.contains(mark);
    packed.is_empty()
        || RESULTS.iter().any(begins)
        || names_candidates(first)
        || first.ends_with(OUTCOMES)
        || is_export(start)
}

/// Refuses to overwrite a file that would be missed. Lock files and campaigns are kept in any case: they contain more
/// than a command can recreate.
pub fn keep(path: &Path, written: Written) -> Result<()> {
    let (about, shown) = (path.metadata(), path.display());
    if about.as_ref().is_ok_and(Metadata::is_dir) {
        bail!("{shown} is a folder; give the name of a file");
    }
    let name = path.to_string_lossy().to_lowercase();
    let kept = match about {
        // A result with this name would be taken for a lock file.
        _ if written != Written::Lock && name.ends_with(".lock.toml") => "is a lock file",
        Err(_) => return Ok(()),
        Ok(about) if !about.is_file() => {
            bail!("{shown} is no ordinary file; leave -o out, and send standard output there with >")
        }
        Ok(_) if is_campaign(path) => "is a campaign",
        Ok(_) if written == Written::Lock => return Ok(()),
        Ok(_) => match start(path) {
            start if is_lock(&start) => "is a lock file",
            start if written == Written::Forced || is_ours(&start) => return Ok(()),
            _ => bail!(
                "{shown} was not written by autobva, and would be lost; give the result another name, or use --force"
            ),
        },
    };
    bail!("{shown} {kept}, and would be lost; give the result another name")
}

/// Refuses to overwrite the source of the result; `used` says what is done with it.
pub fn keep_source(output: Option<&Path>, source: &Path, used: &str) -> Result<()> {
    let Some(output) = output.filter(|output| is_same(output, source)) else { return Ok(()) };
    bail!("{} is what is {used}, and would be lost; give the result another name", output.display())
}

/// Whether both paths lead to the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// The beginning of a script.
const SCRIPT: &str = "#!";

/// Whether a file can be started and contains no boundaries.
pub fn is_program(path: &Path) -> bool {
    let start = start(path);
    let is_started = start.starts_with(SCRIPT) || path.metadata().is_ok_and(|about| is_executable(&about));
    let first = start.lines().next().unwrap_or_default();
    is_started && path.is_file() && !is_campaign(path) && !is_lock(&start) && !names_candidates(first)
}

/// The beginning of a file; empty if it cannot be read.
pub fn start(path: &Path) -> String {
    let mut bytes = Vec::new();
    if !is_ordinary(path) {
        return String::new();
    }
    let _ = File::open(path).and_then(|file| file.take(START).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(unix)]
fn is_executable(about: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}
