//! The configuration file: `autobva.toml`, or `[tool.autobva]` in `pyproject.toml`, with the targets of a project.

mod every_target;
mod options;
mod reader;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use autobva::UnknownName;
use autobva_report::plain_reason;
use clap::ArgMatches;

use super::definition;
use super::source::is_ordinary;

pub use every_target::find_every_target;
pub use reader::attack;

/// The separate file for the configuration.
pub const OWN_FILE: &str = "autobva.toml";
/// The file that may contain the configuration among other things.
pub const SHARED_FILE: &str = "pyproject.toml";

#[derive(Debug, PartialEq)]
pub struct Configuration {
    pub path: PathBuf,
    /// Its folder, relative to which targets are named.
    pub folder: PathBuf,
    /// The targets in their order.
    pub targets: Vec<ConfiguredTarget>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ConfiguredTarget {
    /// The word that names it; `None` for a program.
    target: Option<String>,
    /// The command line of a program that is started once per call.
    program: Vec<String>,
    /// Options of `find` by their names, each with the words that give it.
    options: Vec<(String, Vec<String>)>,
    /// The boundaries to ignore: their numbers (`b3`), or parts of their sentences.
    pub ignore: Vec<String>,
}

impl Configuration {
    /// The configuration of the current folder, or else of the nearest folder above it.
    pub fn nearest() -> Result<Option<Configuration>> {
        let here = std::env::current_dir().context("there is no current folder")?;
        for folder in here.ancestors() {
            if let Some(found) = Configuration::of_folder(folder)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The configuration of a folder, if it has one.
    pub fn of_folder(folder: &Path) -> Result<Option<Configuration>> {
        let own = Configuration::read(&folder.join(OWN_FILE), reader::whole)?;
        let shared = Configuration::read(&folder.join(SHARED_FILE), reader::tool_table)?;
        if own.is_some() && shared.is_some() {
            let folder = folder.display();
            bail!("{folder} has both {OWN_FILE} and [tool.autobva] in {SHARED_FILE}; keep one of the two");
        }
        Ok(own.or(shared))
    }

    fn read(path: &Path, read: reader::Read) -> Result<Option<Configuration>> {
        if !path.exists() || !is_ordinary(path) {
            return Ok(None);
        }
        let file = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| {
            anyhow!("cannot read {file} ({}); it may hold the targets of autobva", plain_reason(&error))
        })?;
        let targets = read(&text).with_context(|| shown(path))?;
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        Ok(targets.map(|targets| Configuration { path: path.to_path_buf(), folder, targets }))
    }

    pub fn picked(&self, name: Option<&str>) -> Result<Vec<&ConfiguredTarget>> {
        let file = shown(&self.path);
        if self.targets.is_empty() {
            bail!(
                "{file} has no targets; add [[target]] with a name, or have 'autobva init MODULE' write a file"
            );
        }
        let picked: Vec<&ConfiguredTarget> =
            self.targets.iter().filter(|target| name.is_none_or(|name| target.is_called(name))).collect();
        match name {
            Some(name) if picked.is_empty() => {
                let known = self.targets.iter().map(ConfiguredTarget::name);
                Err(UnknownName::new("target", name, known)).with_context(|| file)
            }
            _ => Ok(picked),
        }
    }

    /// Changes to the folder of the file, relative to which its targets are named.
    pub fn enter(&self) -> Result<()> {
        let folder = self.folder.display();
        std::env::set_current_dir(&self.folder).with_context(|| format!("cannot work in {folder}"))
    }

    /// Whether the file is in the current folder.
    pub fn is_here(&self) -> bool {
        std::env::current_dir().is_ok_and(|here| here == self.folder)
    }
}

/// The name of the file alone, if that is unambiguous; otherwise its path.
pub fn shown(path: &Path) -> String {
    let is_here = std::env::current_dir().is_ok_and(|here| path.parent() == Some(&here));
    let name = path.file_name().filter(|_| is_here).map(Path::new);
    name.unwrap_or(path).display().to_string()
}

impl ConfiguredTarget {
    /// The name of the target in one line.
    pub fn name(&self) -> String {
        self.target.clone().unwrap_or_else(|| self.program.join(" "))
    }

    pub fn is_called(&self, name: &str) -> bool {
        is_same_target(&self.name(), name)
    }

    /// The words for the options of the file, except for those that are on the command line or do not exist for the command.
    fn options_for(&self, command: &str, given: &ArgMatches) -> Vec<String> {
        let definition = definition();
        let Some(command) = definition.find_subcommand(command) else { return Vec::new() };
        let is_left = |name: &str| {
            let option = command.get_arguments().find(|option| option.get_long() == Some(name));
            option.is_some_and(|option| !is_given(given, option.get_id().as_str()))
        };
        let left = self.options.iter().filter(|(name, _)| is_left(name));
        left.flat_map(|(_, words)| words.clone()).collect()
    }
}

/// Whether two words name the same target: a file may be written with its folder.
pub fn is_same_target(one: &str, other: &str) -> bool {
    one.trim_start_matches("./") == other.trim_start_matches("./")
}

/// Whether an option is on the command line.
fn is_given(given: &ArgMatches, id: &str) -> bool {
    given.value_source(id) == Some(clap::parser::ValueSource::CommandLine)
}

/// Whether a text to ignore matches a boundary: its number, which is valid within its campaign, or a part of its sentence.
pub fn fits(text: &str, id: Option<u32>, sentence: &str) -> bool {
    match text.strip_prefix('b').and_then(|digits| digits.parse::<u32>().ok()) {
        Some(number) => id == Some(number),
        None => sentence.contains(text),
    }
}
