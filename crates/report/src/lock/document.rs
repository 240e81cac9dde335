//! The structure of the lock file for the TOML parser.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

/// What every version of the format has.
#[derive(Deserialize)]
pub(super) struct Head {
    pub(super) version: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LockDocument {
    pub(super) version: Spanned<i64>,
    #[serde(default, rename = "target")]
    pub(super) targets: Vec<Spanned<Target>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Target {
    /// A built-in example, a Python function or a worker.
    pub(super) call: Option<String>,
    /// Alternatively, a program with its words.
    #[serde(default)]
    pub(super) program: Vec<String>,
    /// What was given with `--arg`.
    #[serde(default)]
    pub(super) declare: Vec<String>,
    /// Other options, without the dashes.
    #[serde(default)]
    pub(super) options: BTreeMap<String, String>,
    pub(super) arguments: Spanned<Vec<String>>,
    #[serde(default)]
    pub(super) known: Vec<String>,
    #[serde(default, rename = "boundary")]
    pub(super) boundaries: Vec<Boundary>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Boundary {
    /// The kind of change, if behaviours were distinguished.
    pub(super) kind: Option<Spanned<String>>,
    pub(super) argument: Option<String>,
    pub(super) sentence: Option<String>,
    pub(super) rule: Option<Spanned<String>>,
    /// The conditions under which the rule holds.
    #[serde(default)]
    pub(super) r#where: Vec<Spanned<String>>,
    pub(super) left: Spanned<LockedSide>,
    pub(super) right: Spanned<LockedSide>,
    #[serde(default)]
    pub(super) places: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    pub(super) left: Spanned<LockedSide>,
    pub(super) right: Spanned<LockedSide>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LockedSide {
    pub(super) input: Vec<String>,
    /// The run-time types, if they differ from those that the texts alone imply.
    pub(super) types: Option<Vec<String>>,
    pub(super) validity: String,
    pub(super) r#type: String,
    pub(super) output: String,
}
