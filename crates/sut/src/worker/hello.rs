//! The first line of a worker, which describes it.

use std::collections::BTreeMap;

use autobva_codec::declaration::{Declaration, read_signature};
use autobva_core::{Hints, PythonCall, Signature, SutError};
use serde::Deserialize;

/// The newest version of the protocol. Version 2 adds structured values to version 1.
pub(crate) const VERSION: u64 = 2;
/// The text before a worker's own reason for not working.
pub(crate) const REFUSES: &str = "cannot work: ";

/// The first line of a worker, which describes it.
#[derive(Debug, Deserialize)]
pub(crate) struct Hello {
    #[serde(rename = "autobva")]
    pub(crate) version: Option<u64>,
    /// Why it cannot work.
    pub(crate) error: Option<String>,
    pub(crate) name: Option<String>,
    /// The arguments of the target.
    #[serde(default)]
    pub(crate) args: Vec<Declaration>,
    /// Whether it wants the packed form.
    #[serde(default)]
    pub(crate) packed: bool,
    /// Whether it writes to the progress file.
    #[serde(default)]
    pub(crate) progress: bool,
    /// What the user should know about the arguments.
    #[serde(default)]
    pub(crate) notes: Vec<String>,
    /// Values worth trying.
    #[serde(default)]
    pub(crate) hints: HelloHints,
    /// The program to start next time in place of the first word of the command line.
    pub(crate) program: Option<String>,
    /// How the function is called; only Python workers say so.
    pub(crate) calling: Option<HelloCalling>,
}

/// At most 200 hints of each kind are used.
const MOST_HINTS: usize = 200;
/// Hints of more than 200 bytes are ignored.
const LONGEST_HINT: usize = 200;

/// Numbers and texts worth trying.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct HelloHints {
    #[serde(default)]
    numbers: Vec<String>,
    #[serde(default)]
    texts: Vec<String>,
}

impl HelloHints {
    /// The hints within these limits.
    pub(crate) fn bounded(self) -> Hints {
        let bounded = |all: Vec<String>| {
            all.into_iter().filter(|hint| hint.len() <= LONGEST_HINT).take(MOST_HINTS).collect()
        };
        Hints { numbers: bounded(self.numbers), texts: bounded(self.texts) }
    }
}

/// How a Python function is called.
#[derive(Debug, Deserialize)]
pub(crate) struct HelloCalling {
    on_object: bool,
    is_awaited: bool,
    keywords: Vec<String>,
    #[serde(default)]
    imports: BTreeMap<String, String>,
    #[serde(default)]
    turned: BTreeMap<String, String>,
}

impl From<HelloCalling> for PythonCall {
    fn from(calling: HelloCalling) -> PythonCall {
        let HelloCalling { on_object, is_awaited, keywords, imports, turned } = calling;
        PythonCall { on_object, is_awaited, keywords, imports, turned }
    }
}

impl Hello {
    /// Reads the first line of a worker; the error is a sentence about the worker.
    pub(crate) fn read(line: &[u8]) -> Result<Hello, String> {
        let hello: Hello = serde_json::from_slice(line).map_err(|_| {
            let line = String::from_utf8_lossy(line);
            let start: String = line.chars().take(80).collect();
            format!("did not begin with a greeting of the worker protocol but with '{start}'; see docs/worker-protocol.md")
        })?;
        match (hello.error.as_deref(), hello.version) {
            (Some(error), _) => Err(format!("{REFUSES}{error}")),
            (None, Some(1..=VERSION)) => Ok(hello),
            (None, Some(version)) => Err(format!(
                "speaks version {version} of the worker protocol, not 1 to {VERSION}; update one of the two"
            )),
            (None, None) => Err(format!("greets without \"autobva\":{VERSION}; see docs/worker-protocol.md")),
        }
    }

    /// The arguments of the target.
    pub(crate) fn signature(&self) -> Result<Signature, SutError> {
        read_signature(&self.args).map_err(|e| SutError(format!("the worker's own signature is wrong: {e}")))
    }
}
