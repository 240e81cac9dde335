//! Adapters: each kind of target reads the words that name one, says what it is, and starts it. One folder each, and one
//! line each in [`ADAPTERS`]; nobody else looks at the words.

mod error;
mod registry;

use std::path::Path;

use autobva_core::{Argument, Calling, Captured, Entry, PythonCall, Sut, SutError};

pub use error::TargetError;
pub use registry::{ADAPTERS, Adapters, Recognised};

use crate::conditions::Conditions;

/// The words that name a target.
#[derive(Debug, Clone, Copy)]
pub enum Named<'a> {
    /// One word, and those that follow it, which hardly any kind of target takes.
    Word(&'a str, &'a [String]),
    /// A command line, with places for the values.
    Program(&'a [String]),
}

/// A kind of target.
pub trait Adapter: Sync {
    /// How such a target is written, each way with a line of help: `file.py:function`.
    fn forms(&self) -> &'static [Entry];

    /// What its targets are called together: `Python functions`.
    fn plural(&self) -> &'static str;

    /// The targets that it has itself, each with a line of help.
    fn names(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// The options that mean something to its targets alone.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads a target; nothing if the words name none of this kind.
    fn read(&self, named: Named<'_>) -> Result<Option<Box<dyn Target>>, TargetError>;

    /// Whether a line with blanks in it is one target of this kind rather than a command line.
    fn spans(&self, _line: &str) -> bool {
        false
    }
}

/// A target that was read and can be started.
pub trait Target {
    /// What it is called in the names of tests: `discount`.
    fn name(&self) -> String;

    /// How tests may call it.
    fn calling(&self, _options: &StartOptions) -> Calling {
        Calling::Autobva
    }

    /// The files that it may be made of.
    fn files(&self) -> Vec<String> {
        Vec::new()
    }

    /// The word that names it from within a folder, where that is another one: without absolute paths into it.
    fn seen_from(&self, _folder: &Path) -> Option<String> {
        None
    }

    /// Whether it tells integers of different types apart, so that these are drawn, too, unless someone says otherwise.
    fn tells_types(&self) -> bool {
        true
    }

    /// Starts it; `declared` are arguments as the user wants them.
    fn start(&self, declared: &[Argument], options: &StartOptions) -> Result<Started, SutError>;
}

/// Under which options a target is started; each kind of target takes those that mean something to it.
#[derive(Debug, Clone, Default)]
pub struct StartOptions {
    /// Limits and folder of its processes.
    pub conditions: Conditions,
    /// The interpreter of a Python function, where it is not the usual one.
    pub interpreter: Option<String>,
    /// What of a program is its output, where it is not standard output.
    pub captured: Option<Captured>,
    /// The exit codes of a program that are valid, where it is not 0 alone.
    pub ok_codes: Vec<i32>,
    /// Names and types of arguments of a Python function that says nothing about their type.
    pub examples: Vec<(String, String)>,
}

/// A target that is ready to be called.
pub struct Started {
    /// The target.
    pub sut: Box<dyn Sut>,
    /// What the user should know about its arguments, a sentence each.
    pub notes: Vec<String>,
    /// How it is called, if it is a Python function.
    pub python: Option<PythonCall>,
    /// Whether types of its arguments come from examples, so that without these it cannot be started again.
    pub is_by_example: bool,
}

impl Started {
    /// A target about which there is nothing else to know.
    pub fn plain(sut: impl Sut + 'static) -> Started {
        Started { sut: Box::new(sut), notes: Vec::new(), python: None, is_by_example: false }
    }
}

/// Whether targets can be started in processes of their own; the error says why not.
pub fn check_processes() -> Result<(), SutError> {
    if cfg!(feature = "processes") { Ok(()) } else { Err(no_processes()) }
}

/// Targets in processes are read and described everywhere, so that campaigns and lock files of another machine are, but not
/// started.
pub(crate) fn no_processes() -> SutError {
    SutError(
        "this autobva cannot start targets in processes of their own, which are supported on Linux only so far (the feature \
         'processes'); search a Python function within its own process, with autobva.find(func) in Python"
            .into(),
    )
}

/// The name of a file without its folder and endings.
pub(crate) fn stem(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').find(|part| !part.is_empty()).unwrap_or(file).to_string()
}
