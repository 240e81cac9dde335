//! Python functions as targets: a worker of autobva's own runs inside the user's interpreter.
//!
//! The worker is a script that ships inside this crate and is handed to the interpreter as text. It needs Python 3.8
//! or later and no package.

use std::sync::OnceLock;

use autobva_core::{Argument, SutError};

use crate::process::{Conditions, Keeper, locate};
use crate::worker::{Launch, REFUSES, Worker};

/// The worker, in the order in which its parts build on each other.
const SCRIPT: &str = concat!(
    include_str!("script/1_pipes.py"),
    "\n\n",
    include_str!("script/2_target.py"),
    "\n\n",
    include_str!("script/3_arguments.py"),
    "\n\n",
    include_str!("script/4_calls.py"),
    "\n\n",
    include_str!("script/5_main.py"),
);

/// The interpreter where none is chosen: the one on PATH, which is that of an active virtual environment.
pub const DEFAULT_INTERPRETER: &str = "python3";

/// A Python function: where it is and what it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PythonTarget {
    place: String,
    is_file: bool,
    function: String,
}

impl PythonTarget {
    /// Reads `path/file.py:function` or `package.module:function`; the function may be `Class.method`.
    ///
    /// ```
    /// use autobva_sut::python::PythonTarget;
    ///
    /// assert!(PythonTarget::read("shop/prices.py:discount").is_some());
    /// assert!(PythonTarget::read("datetime:date.fromordinal").is_some());
    /// assert!(PythonTarget::read("bytecount").is_none());
    /// ```
    pub fn read(text: &str) -> Option<PythonTarget> {
        let (place, function) = text.rsplit_once(':')?;
        let is_file = place.ends_with(".py") || place.contains('/');
        let is_name = |name: &str| {
            let mut characters = name.chars();
            characters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
                && characters.all(|c| c.is_alphanumeric() || c == '_')
        };
        let is_dotted = |names: &str| names.split('.').all(is_name);
        let reads = is_dotted(function) && (is_file || is_dotted(place));
        reads.then(|| PythonTarget { place: place.into(), is_file, function: function.into() })
    }

    /// Starts the function; `declared` are arguments whose types the user gives, `interpreter` is a name on PATH or a
    /// path.
    pub fn start(
        &self,
        interpreter: &str,
        declared: &[Argument],
        conditions: Conditions,
    ) -> Result<Worker, SutError> {
        let shown = format!("{}:{}", self.place, self.function);
        let here =
            std::env::current_dir().map_err(|e| SutError(format!("there is no current folder: {e}")))?;
        let place =
            if self.is_file { here.join(&self.place).to_string_lossy().into() } else { self.place.clone() };
        let program =
            locate(interpreter).map_err(|e| SutError(format!("{e}, or choose one with --python")))?;
        let extra = serde_json::json!({
            "memory_text": format!("more than {} bytes of memory", conditions.limits.memory),
            "python": {
                "place": place,
                "is_file": self.is_file,
                "function": self.function,
                "folder": here.to_string_lossy(),
                "shown": shown,
                "shown_place": self.place,
            },
        });
        let launch = Launch {
            program,
            words: vec!["-c".into(), SCRIPT.into()],
            // The order of a set must not differ from worker to worker.
            environment: match std::env::var_os("PYTHONHASHSEED") {
                Some(_) => Vec::new(),
                None => vec![("PYTHONHASHSEED", "0".into())],
            },
            conditions,
            declared: declared.to_vec(),
            extra,
            keeper: Keeper::start()?,
            direct: OnceLock::new(),
        };
        let label = format!("the target '{shown}'");
        // What the script finds wrong with a target is a sentence of its own.
        let own = format!("{label} {REFUSES}");
        Worker::launch(launch, &label)
            .map_err(|e| SutError(e.0.strip_prefix(&own).unwrap_or(&e.0).to_string()))
    }
}
