//! Opens input files, with one sentence for each possible fault.

use std::fs::File;
use std::io::{BufReader, Read, stdin};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use autobva_report::plain_reason;

/// Whether the path is an ordinary file or does not exist: reading a pipe or a device may take for ever.
pub fn is_ordinary(path: &Path) -> bool {
    path.metadata().map_or(true, |about| about.is_file())
}

/// Whether a path stands for something that the shell has already opened, as for `<(command)`: opening it again would block.
fn is_handed_over(path: &Path) -> bool {
    path == Path::new("/dev/stdin") || path.starts_with("/dev/fd")
}

/// Opens a file for reading, where `-` is standard input; `wanted` says what to give instead.
pub fn open_source(path: &Path, wanted: &str) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin()));
    }
    if path.is_dir() {
        bail!("{} is a folder; give the path of {wanted}", path.display());
    }
    if !is_ordinary(path) && !is_handed_over(path) {
        bail!("{} is no ordinary file; send it to standard input, and write - in its place", path.display());
    }
    let file = File::open(path).map_err(|error| {
        anyhow!("cannot read {} ({}); give the path of {wanted}", path.display(), plain_reason(&error))
    })?;
    Ok(Box::new(BufReader::new(file)))
}
