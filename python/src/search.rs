//! Searches of a callable in this process, or of a named target in processes of its own.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use autobva::explore::StopRules;
use autobva::sut::python::within::Within;
use autobva::{Find, Findings, Guarded, Input, Invocation, Prepared, Progress, Settings, StopSignal};
use autobva_cli::{NamedTarget, Record};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::callable::{Raised, Told, target, within};
use crate::errors::{fault, refusal};
use crate::found::Found;

/// The pause between two checks for Ctrl-C while a search runs in other processes.
const PAUSE: Duration = Duration::from_millis(5);

/// The settings of a search as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    /// Declarations of arguments, `NAME:TYPE`.
    pub(crate) declarations: Vec<String>,
    max_calls: Option<u64>,
    max_time: Option<f64>,
    max_boundaries: Option<usize>,
    seed: Option<u64>,
    hints: bool,
    rules: bool,
    fix: Vec<String>,
    seed_values: Vec<String>,
    keep: Option<usize>,
}

impl Asked {
    /// The settings of the library. In this process there is only one interpreter, and therefore one thread.
    pub(crate) fn settings(&self, cts: bool, in_process: bool) -> PyResult<Settings> {
        let defaults = Settings::default();
        let time = |seconds| {
            Duration::try_from_secs_f64(seconds).map_err(|_| fault("max_time is no time; give seconds"))
        };
        Ok(Settings {
            cts,
            seed_values: self.seed_values.clone(),
            hints: self.hints,
            stop: StopRules {
                max_calls: self.max_calls,
                max_candidates: self.max_boundaries,
                ..defaults.stop
            },
            max_time: self.max_time.map(time).transpose()?,
            examples: self.keep.unwrap_or(defaults.examples),
            rules: self.rules,
            fixed: self.fix.clone(),
            seed: self.seed.unwrap_or(defaults.seed),
            jobs: if in_process { 1 } else { defaults.jobs },
            ..Settings::default()
        })
    }

    pub(crate) fn declared(&self, mut run: Find) -> Find {
        for declaration in &self.declarations {
            run = run.argument(declaration);
        }
        run
    }
}

/// Names of arguments and their types.
type Types = Vec<(String, String)>;

/// The declarations and types of examples that describe a callable. `json` is replaced by the type of the example.
#[pyfunction]
pub(crate) fn learned(declarations: Vec<String>, seed_values: Vec<String>) -> PyResult<(Vec<String>, Types)> {
    let declarations = autobva::learned(&declarations, &seed_values).map_err(|error| refusal(&error))?;
    Ok((declarations, autobva::example_types(&seed_values)))
}

/// Searches a callable that the script has described, on this thread. `word` names it for commands.
#[pyfunction]
pub(crate) fn search_callable(
    described: &Bound<'_, PyAny>,
    word: String,
    asked: Asked,
    tell: Option<Py<PyAny>>,
) -> PyResult<Found> {
    let progress = Arc::new(Progress::default());
    let raised = Raised::default();
    let sut = target(described, Told::new(tell, &progress), raised.clone())?;
    let notes = sut.notes().to_vec();
    let settings = asked.settings(false, true)?;
    let run = asked.declared(autobva::find(sut)).settings(settings.clone());
    let run = run.prepare().map_err(|error| refusal(&error))?;
    let found = within(described, |py| {
        let found = py.detach(|| run.run(&StopSignal::default(), &progress));
        match raised.take(py) {
            Some(error) => Err(error),
            None => found.map_err(|error| refusal(&error)),
        }
    })?;
    let invocation =
        Invocation { target: Some(word), arguments: asked.declarations, ..Invocation::default() };
    Ok(Found { record: Record::new(found, settings, invocation), notes })
}

/// Searches a target that `words` name as on the command line, in processes of its own.
#[pyfunction]
pub(crate) fn search_named(
    py: Python<'_>,
    words: Vec<String>,
    asked: Asked,
    tell: Option<Py<PyAny>>,
) -> PyResult<Found> {
    let started = py.detach(|| NamedTarget::start(words, &asked.seed_values));
    let NamedTarget { sut, invocation, draws_types, notes } =
        started.map_err(|error| fault(format_args!("{error:#}")))?;
    let settings = asked.settings(draws_types, false)?;
    let run = autobva::find(sut);
    let run = invocation.arguments.iter().fold(run, |run, argument| run.argument(argument));
    let run = run.settings(settings.clone()).prepare().map_err(|error| refusal(&error))?;
    let findings = wait(py, run, tell)?;
    Ok(Found { record: Record::new(findings, settings, invocation), notes })
}

/// Waits for a search that needs no interpreter. Other threads may use the interpreter, and Ctrl-C ends the search.
fn wait(py: Python<'_>, run: Prepared, tell: Option<Py<PyAny>>) -> PyResult<Findings> {
    let (signal, progress) = (StopSignal::default(), Progress::default());
    let look = || {
        Python::attach(|py| {
            py.check_signals()?;
            tell.as_ref()
                .map_or(Ok(()), |tell| tell.call1(py, (progress.calls(), progress.found())).map(drop))
        })
    };
    let found = py.detach(|| {
        std::thread::scope(|scope| {
            let search = scope.spawn(|| run.run(&signal, &progress));
            let mut looked = Ok(());
            while !search.is_finished() {
                std::thread::sleep(PAUSE);
                if looked.is_ok() {
                    looked = look();
                    if looked.is_err() {
                        signal.interrupt();
                    }
                }
            }
            let found = search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            looked.map(|()| found)
        })
    })?;
    found.map_err(|error| refusal(&error))
}

/// The pickle of the values of inputs that are written as in `find --format json`; `hello` describes the callable.
#[pyfunction]
pub(crate) fn pickled<'py>(
    py: Python<'py>,
    hello: &str,
    declarations: Vec<String>,
    inputs: Vec<Vec<String>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let sut = Within::new(hello, Box::new(|_, _, _| Ok(()))).map_err(fault)?;
    let sut = Find::declared(Box::new(sut), &declarations).map_err(|error| refusal(&error))?;
    let read = |texts: Vec<String>| {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        autobva_codec::text::read_input(sut.signature(), &texts, None).map_err(fault)
    };
    let inputs: Vec<Input> = inputs.into_iter().map(read).collect::<PyResult<_>>()?;
    Ok(PyBytes::new(py, &autobva_codec::pickle::pickle(&inputs)))
}

/// What a lock file guards: the targets, each with a line for every boundary.
#[pyfunction]
pub(crate) fn guarded(path: PathBuf) -> PyResult<Vec<(String, Vec<String>)>> {
    let lock = autobva_cli::read_lock(&path).map_err(|error| fault(format_args!("{error:#}")))?;
    let line = |guarded: &Guarded| match &guarded.about {
        Some(about) => about.sentence.clone(),
        None => format!("{} | {}", guarded.pair.left.input, guarded.pair.right.input),
    };
    Ok(lock
        .targets
        .iter()
        .map(|target| (target.name(), target.boundaries.iter().map(line).collect()))
        .collect())
}
