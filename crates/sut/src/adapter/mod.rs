//! Adapters: each kind of target reads the words that name one, describes it, and starts it. Each has a folder and one
//! line in [`ADAPTERS`]; no other code looks at the words.

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
    /// A command line with placeholders for the values.
    Program(&'a [String]),
}

/// A kind of target.
///
/// ```
/// use autobva_sut::{Adapters, Named};
///
/// let adapters = Adapters::default();
/// let recognised = adapters.read(Named::Word("shop.py:price", &[])).unwrap();
/// assert_eq!(recognised.adapter.plural(), "Python functions");
/// ```
pub trait Adapter: Sync {
    /// The forms in which such a target is written, each with a line of help: `file.py:function`.
    fn forms(&self) -> &'static [Entry];

    /// The plural name of its targets: `Python functions`.
    fn plural(&self) -> &'static str;

    /// The built-in targets of this kind, each with a line of help.
    fn names(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// The options that apply only to its targets.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads a target; `None` if the words do not name one of this kind.
    fn read(&self, named: Named<'_>) -> Result<Option<Box<dyn Target>>, TargetError>;

    /// Whether a line with blanks in it is one target of this kind rather than a command line.
    fn spans(&self, _line: &str) -> bool {
        false
    }
}

/// A target that was read and can be started.
///
/// ```
/// use autobva_sut::{Adapters, Named};
///
/// let target = Adapters::default().read(Named::Word("shop.py:price", &[])).unwrap().target;
/// assert_eq!(target.name(), "price");
/// assert_eq!(target.files(), ["shop.py"]);
/// ```
pub trait Target {
    /// Its name in the names of tests: `discount`.
    fn name(&self) -> String;

    /// How tests can call it.
    fn calling(&self, _options: &StartOptions) -> Calling {
        Calling::Autobva
    }

    /// The files that it may consist of.
    fn files(&self) -> Vec<String> {
        Vec::new()
    }

    /// The word that names it from within a folder, if that differs: absolute paths into the folder become relative.
    fn seen_from(&self, _folder: &Path) -> Option<String> {
        None
    }

    /// Whether it distinguishes integers of different types, so that these are drawn unless the user says otherwise.
    fn tells_types(&self) -> bool {
        true
    }

    /// Starts it; `declared` are arguments that the user has declared.
    fn start(&self, declared: &[Argument], options: &StartOptions) -> Result<Started, SutError>;
}

/// The options with which a target is started; each kind of target uses those that apply to it.
#[derive(Debug, Clone, Default)]
pub struct StartOptions {
    /// Limits and folder of its processes.
    pub conditions: Conditions,
    /// The interpreter of a Python function, if it is not the default one.
    pub interpreter: Option<String>,
    /// Which output of a program counts, if it is not standard output.
    pub captured: Option<Captured>,
    /// The exit codes of a program that are valid, if not 0 alone.
    pub ok_codes: Vec<i32>,
    /// Names and types for arguments of a Python function that have no type there.
    pub examples: Vec<(String, String)>,
}

/// A target that is ready to be called.
pub struct Started {
    /// The target.
    pub sut: Box<dyn Sut>,
    /// What the user should know about its arguments, one sentence each.
    pub notes: Vec<String>,
    /// How it is called, if it is a Python function.
    pub python: Option<PythonCall>,
    /// Whether types of its arguments come from examples, without which it cannot be started again.
    pub is_by_example: bool,
}

impl Started {
    /// A target without notes.
    pub fn plain(sut: impl Sut + 'static) -> Started {
        Started { sut: Box::new(sut), notes: Vec::new(), python: None, is_by_example: false }
    }
}

/// Checks whether targets can be started in processes of their own.
pub fn check_processes() -> Result<(), SutError> {
    if cfg!(feature = "processes") { Ok(()) } else { Err(no_processes()) }
}

/// The error for starting a target in a process. Such targets are read and described everywhere, so that campaigns and
/// lock files of another machine can be used, but they cannot be started.
pub(crate) fn no_processes() -> SutError {
    SutError(
        "this autobva cannot start targets in processes of their own, which are supported on Linux only so far (the feature \
         'processes'); search a Python function within its own process, with autobva.find(func) in Python"
            .into(),
    )
}

/// The name of a file without its folder and extensions.
pub(crate) fn stem(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').find(|part| !part.is_empty()).unwrap_or(file).to_string()
}
