//! The campaign of a target, by its name.

use std::path::PathBuf;

use anyhow::{Result, bail};
use autobva_report::campaign::stored_target;

use super::place::{FOLDER, campaigns, listed};
use crate::target::is_target;

/// Resolves FILE: the file with this name, or else the campaign of the target with this name. Anything else is returned
/// unchanged, and whoever reads it reports the error.
pub fn file_or_campaign(file: PathBuf) -> Result<PathBuf> {
    let Some(word) = file.to_str().filter(|word| *word != "-" && !file.exists()) else { return Ok(file) };
    let plain = |word: &str| word.trim_start_matches("./").to_string();
    let is_its =
        |path: &PathBuf| stored_target(path).is_ok_and(|(_, called)| plain(&called.line()) == plain(word));
    let its: Vec<PathBuf> = campaigns().into_iter().filter(is_its).collect();
    match its.as_slice() {
        [] if !is_target(word) => Ok(file),
        [] => bail!("there is no campaign of {word} under {FOLDER}; 'autobva find {word}' makes one"),
        [only] => Ok(only.clone()),
        several => bail!("{word} has several campaigns ({}); give the file of one of them", listed(several)),
    }
}
