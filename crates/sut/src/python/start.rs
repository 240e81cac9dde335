//! How a Python function is started: the script of the worker, and its greeting.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use autobva_core::{Argument, PythonFunction, SutError};

use crate::process::{Conditions, Keeper, locate};
use crate::worker::{Launch, REFUSES, Worker};

/// The worker, in the order in which its parts build on each other.
const SCRIPT: &str = concat!(
    include_str!("script/1_pipes.py"),
    "\n\n",
    include_str!("script/1_shared.py"),
    "\n\n",
    include_str!("script/2_target.py"),
    "\n\n",
    include_str!("script/3_classes.py"),
    "\n\n",
    include_str!("script/4_arguments.py"),
    "\n\n",
    include_str!("script/5_calls.py"),
    "\n\n",
    include_str!("script/6_main.py"),
);

/// Parts of the worker that it compiles only when it needs them, which is rare.
const LATER: [&str; 2] = [include_str!("script/2_hints.py"), include_str!("script/3_types.py")];

/// Starts a function; `declared` are arguments whose types the user gives, `interpreter` is a name on PATH or a path.
pub fn start(
    function: &PythonFunction,
    interpreter: &str,
    declared: &[Argument],
    conditions: Conditions,
) -> Result<Worker, SutError> {
    start_by_example(function, interpreter, declared, &[], conditions)
}

/// The same, with names and types for arguments that have no type in the function.
pub(super) fn start_by_example(
    function: &PythonFunction,
    interpreter: &str,
    declared: &[Argument],
    examples: &[(String, String)],
    conditions: Conditions,
) -> Result<Worker, SutError> {
    let shown = function.to_string();
    let here = std::env::current_dir().map_err(|e| SutError(format!("there is no current folder: {e}")))?;
    let place = if function.is_file {
        here.join(&function.place).to_string_lossy().into()
    } else {
        function.place.clone()
    };
    let program = locate(interpreter).map_err(|e| SutError(format!("{e}, or choose one with --python")))?;
    let extra = serde_json::json!({
        "memory_text": format!("more than {} bytes of memory", conditions.limits.memory),
        "python": {
            "place": place,
            "is_file": function.is_file,
            "function": function.path,
            "folder": here.to_string_lossy(),
            "shown": shown,
            "shown_place": function.place,
            "examples": examples.iter().cloned().collect::<BTreeMap<_, _>>(),
        },
    });
    let launch = Launch {
        program,
        words: ["-c", SCRIPT].into_iter().chain(LATER).map(Into::into).collect(),
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
        untidy: AtomicU64::new(0),
    };
    let label = format!("the target '{shown}'");
    // If the script finds a fault in a target, its sentence replaces the whole message.
    let own = format!("{label} {REFUSES}");
    Worker::launch(launch, &label).map_err(|e| SutError(e.0.strip_prefix(&own).unwrap_or(&e.0).to_string()))
}
