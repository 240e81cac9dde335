//! Where results go: standard output, or a file that appears whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use autobva_report::plain_reason;
use tempfile::NamedTempFile;

use super::Status;
use super::interrupt::{begin_file, end_file};
use super::keepsake::{Written, keep};

/// An open destination. A file is temporary, beside its final name, until [`finish`](Destination::finish).
pub enum Destination {
    Standard(BufWriter<io::Stdout>),
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Destination {
    pub fn standard() -> Destination {
        Destination::Standard(BufWriter::new(io::stdout()))
    }

    /// Opens a destination before any work is done, so that a wrong path costs no time; `-` is standard output. Files
    /// that would be missed are not overwritten.
    pub fn of(written: Written, path: Option<&Path>) -> Result<Destination> {
        let Some(path) = path.filter(|path| !is_standard(path)) else {
            return Ok(Destination::standard());
        };
        keep(path, written)?;
        let place = behind_links(path);
        let file = NamedTempFile::new_in(folder_of(&place)).map_err(|error| {
            let shown = path.display();
            anyhow!(
                "cannot write {shown} ({}); does the folder exist, and may you write there?",
                plain_reason(&error)
            )
        })?;
        begin_file(file.path());
        Ok(Destination::File(BufWriter::new(file), place))
    }

    /// Writes everything, and gives a file its name.
    pub fn finish(self) -> Result<()> {
        match self {
            Destination::Standard(mut out) => out.flush().context("cannot write to standard output"),
            Destination::File(out, path) => {
                let place = || format!("cannot write {}", path.display());
                let file = out.into_inner().map_err(|e| e.into_error()).with_context(place)?;
                readable_by_others(&file, &path).with_context(place)?;
                file.as_file().sync_all().with_context(place)?;
                let unfinished = file.path().to_path_buf();
                file.persist(&path).with_context(place)?;
                end_file(&unfinished);
                Ok(())
            }
        }
    }
}

/// Prints lines as the whole result of a command.
pub fn print_lines(lines: impl Iterator<Item = String>) -> Result<Status> {
    let mut out = Destination::standard();
    for line in lines {
        writeln!(out, "{line}").context("cannot write to standard output")?;
    }
    out.finish()?;
    Ok(Status::Done)
}

/// Whether the path stands for standard output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The folder of a file, which need not exist.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// More than 40 links form a circle.
const MOST_LINKS: usize = 40;

/// The file that a symbolic link leads to, which is the one to replace; any other path is unchanged.
pub fn behind_links(path: &Path) -> PathBuf {
    let mut place = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(to) = std::fs::read_link(&place) else { return place };
        place = folder_of(&place).join(to);
    }
    path.to_path_buf()
}

/// Sets the mode of a temporary file, which is private: a replaced file keeps its mode, and a new one is readable by others.
#[cfg(unix)]
fn readable_by_others(file: &NamedTempFile, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let before = path.metadata().map(|about| about.permissions());
    file.as_file().set_permissions(before.unwrap_or(std::fs::Permissions::from_mode(0o644)))
}

#[cfg(not(unix))]
fn readable_by_others(_: &NamedTempFile, _: &Path) -> io::Result<()> {
    Ok(())
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Destination::Standard(out) => out.write(bytes),
            Destination::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Destination::Standard(out) => out.flush(),
            Destination::File(out, _) => out.flush(),
        }
    }
}
