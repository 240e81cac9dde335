//! The default place of campaigns: the folder `.autobva`, which excludes itself from version control.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use autobva::Invocation;
use autobva_codec::digest::fingerprint;
use autobva_report::campaign::is_campaign;

pub const FOLDER: &str = ".autobva";
pub const ENDING: &str = "autobva";
const LONGEST_NAME: usize = 60;

/// The file for a target: `.autobva/date.autobva`.
pub fn default_place(invocation: &Invocation) -> PathBuf {
    Path::new(FOLDER).join(format!("{}.{ENDING}", slug(invocation)))
}

/// Creates the folder of campaigns, if it does not exist.
pub fn make_folder() -> Result<()> {
    std::fs::create_dir_all(FOLDER).with_context(|| format!("cannot make the folder {FOLDER}"))?;
    let ignore = Path::new(FOLDER).join(".gitignore");
    if !ignore.exists() {
        std::fs::write(&ignore, "*\n").with_context(|| format!("cannot write {}", ignore.display()))?;
    }
    Ok(())
}

/// The campaigns in the folder, sorted by name.
pub fn campaigns() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(FOLDER).into_iter().flatten();
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut campaigns: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == ENDING) && is_campaign(path)).collect();
    campaigns.sort();
    campaigns
}

pub fn only_campaign() -> Result<PathBuf> {
    match campaigns().as_slice() {
        [] => bail!("there is no campaign to go on with under {FOLDER}; {REMEDY}"),
        [only] => Ok(only.clone()),
        several => {
            bail!("{FOLDER} holds several campaigns ({}); say which with --resume FILE", listed(several))
        }
    }
}

/// The files in one line.
pub fn listed(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

const REMEDY: &str = "`autobva find TARGET` makes one";

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

/// The part of a text that can be part of a file name.
pub fn readable(text: &str) -> String {
    let parts: Vec<&str> =
        text.split(|c| !is_plain(c)).filter(|part| part.chars().any(|c| c != '.')).collect();
    parts.join("-").trim_start_matches('.').chars().take(LONGEST_NAME).collect()
}

/// A file name for a target: the target as it is written if possible, otherwise its readable part and a few digits that
/// make it unique.
fn slug(invocation: &Invocation) -> String {
    let words = invocation.words();
    let called = invocation.line();
    let name = readable(&called);
    let is_readable = called.len() <= LONGEST_NAME && called.chars().all(|c| is_plain(c) || c == ':');
    // For a program the line is not everything, because it follows `--`.
    if words == [called] && is_readable && !name.is_empty() {
        return name;
    }
    let digits = fingerprint(words.iter().map(String::as_str)) as u32;
    let name = if name.is_empty() { "campaign" } else { &name };
    format!("{name}-{digits:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_readable_and_differ() {
        let target = |target: &str| Invocation { target: Some(target.into()), ..Invocation::default() };
        assert_eq!(slug(&target("bytecount")), "bytecount");
        assert_eq!(slug(&target("ages.py:ticket")), "ages.py-ticket");
        assert!(slug(&target("../src/ages.py:ticket")).starts_with("src-ages.py-ticket-"));
        assert_ne!(slug(&target("a/b.py:f")), slug(&target("a-b.py:f")));
        let narrow = Invocation { arguments: vec!["n:u8".into()], ..target("max") };
        assert!(slug(&narrow).starts_with("max-") && slug(&target("..")).starts_with("campaign-"));
        let program = |word: &str| Invocation {
            program: ["numfmt", word, "{n}"].map(String::from).to_vec(),
            ..Invocation::default()
        };
        assert!(slug(&program("--to=si")).starts_with("numfmt-to-si-n-"));
        assert_ne!(slug(&program("--to=si")), slug(&program("--to si")));
        assert!(slug(&program(&"x".repeat(500))).len() < 80);
    }
}
