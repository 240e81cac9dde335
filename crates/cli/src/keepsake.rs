//! Files that a result must not be written over: lock files, campaigns, programs and source code.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

use anyhow::{Result, bail};
use autobva_report::campaign::is_campaign;
use autobva_report::{is_export, is_lock, names_candidates};

/// What is going to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// A result for people or programs.
    Result,
    /// Tests, which may replace earlier ones.
    Export,
    /// A lock file, which is written anew each time.
    Lock,
}

/// So much of a file tells what it is: what export writes before its headline are imports.
const START: u64 = 16 << 10;

/// Endings of files that people write, and autobva never does unless they are exported.
const SOURCES: &[&str] = &[
    "bat", "c", "cc", "cfg", "clj", "cmd", "cpp", "cs", "cxx", "dart", "el", "erl", "ex", "exs", "f90",
    "feature", "fs", "go", "h", "hpp", "hs", "ini", "ipynb", "java", "jl", "js", "jsx", "kt", "kts", "lisp",
    "lock", "lua", "m", "mjs", "ml", "mod", "nim", "pas", "php", "pl", "pm", "ps1", "py", "pyi", "r", "rb",
    "rs", "scala", "scm", "sh", "sql", "swift", "toml", "ts", "tsx", "vb", "yaml", "yml", "zig", "zsh",
];

/// Endings of results. Some file systems call every file a program, and there these are none.
const RESULTS: &[&str] = &["csv", "html", "json", "md", "svg", "txt", "xml"];

/// Refuses to write over a file that would be missed.
pub fn keep(path: &Path, written: Written) -> Result<()> {
    let about = path.metadata();
    if about.as_ref().is_ok_and(Metadata::is_dir) {
        bail!("{} is a folder; give the name of a file", path.display());
    }
    let name = path.to_string_lossy().to_lowercase();
    let kept = match about {
        // A result of that name would be taken for a lock file.
        _ if written != Written::Lock && name.ends_with(".lock.toml") => Some("a lock file"),
        Err(_) => None,
        Ok(about) if !about.is_file() => bail!(
            "{} is no ordinary file; leave -o out, and send standard output there with >",
            path.display()
        ),
        Ok(_) if is_campaign(path) => Some("a campaign"),
        Ok(_) if written == Written::Lock => None,
        Ok(about) => kind(path, &about, written),
    };
    match kept {
        Some(kept) => bail!("{} is {kept}, and would be lost; give the result another name", path.display()),
        None => Ok(()),
    }
}

/// Refuses to write over the file that the result is made from; `used` says what is done with it.
pub fn keep_source(output: Option<&Path>, source: &Path, used: &str) -> Result<()> {
    let Some(output) = output.filter(|output| is_same(output, source)) else { return Ok(()) };
    bail!("{} is what is {used}, and would be lost; give the result another name", output.display())
}

/// Whether both paths lead to the same file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// What a file is that would be missed.
fn kind(path: &Path, about: &Metadata, written: Written) -> Option<&'static str> {
    let start = start(path);
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_one_of = |endings: &[&str]| endings.contains(&ending.as_str());
    if is_lock(&start) {
        return Some("a lock file");
    }
    if written == Written::Export && is_export(&start) {
        return None;
    }
    if start.starts_with(SCRIPT) || is_one_of(SOURCES) {
        return Some("source code");
    }
    (is_executable(about) && !is_one_of(RESULTS)).then_some("a program")
}

/// How a script begins.
const SCRIPT: &str = "#!";

/// Whether a file can be started, and holds no boundaries.
pub fn is_program(path: &Path) -> bool {
    let start = start(path);
    let is_started = start.starts_with(SCRIPT) || path.metadata().is_ok_and(|about| is_executable(&about));
    let first = start.lines().next().unwrap_or_default();
    is_started && path.is_file() && !is_campaign(path) && !is_lock(&start) && !names_candidates(first)
}

/// How a file begins; one that cannot be read begins with nothing.
pub fn start(path: &Path) -> String {
    let mut bytes = Vec::new();
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
