//! How two callables differ.

use std::sync::Arc;

use autobva::guard::{CheckSettings, compare_landscapes};
use autobva::sut::python::within::Within;
use autobva::{Find, Hints, Progress, Settings, StopSignal, Sut};
use autobva_report::{Changes, Style, TargetChanges, changes_view, write_changes_json};
use pyo3::prelude::*;

use crate::callable::{Raised, Told, target, within};
use crate::errors::{fault, refusal};
use crate::search::Asked;

/// The boundaries of one callable compared with those of another.
#[pyclass(frozen, module = "autobva._native")]
pub(crate) struct Difference(Changes);

#[pymethods]
impl Difference {
    /// What `diff --format json` writes.
    fn json(&self) -> PyResult<String> {
        let mut out = Vec::new();
        write_changes_json(&self.0, &mut out)?;
        String::from_utf8(out).map_err(fault)
    }

    /// What `diff` prints.
    fn text(&self, width: usize, all: bool) -> String {
        changes_view(&self.0, all, Style { width, color: false }).to_string()
    }
}

/// Searches two callables with the same settings, and runs on each what was found on the other. The script has
/// described both, under the names with which they are shown.
#[pyfunction]
pub(crate) fn diff_callables(
    old: &Bound<'_, PyAny>,
    new: &Bound<'_, PyAny>,
    name: String,
    asked: Asked,
) -> PyResult<Difference> {
    let raised = Raised::default();
    let started = |described: &Bound<'_, PyAny>| -> PyResult<Box<dyn Sut>> {
        let sut: Within = target(described, Told::new(None, &Arc::default()), raised.clone())?;
        Find::declared(Box::new(sut), &asked.declarations).map_err(|error| refusal(&error))
    };
    let targets = [started(old)?, started(new)?];
    let [one, other] = [&targets[0], &targets[1]].map(|sut| sut.signature().clone());
    if one != other {
        return Err(fault(format_args!(
            "the arguments differ: {one} and {other}; declare them alike with args=…, or give functions that take the same"
        )));
    }
    let settings =
        Settings { more_hints: targets[0].hints().and(targets[1].hints()), ..asked.settings(false, true)? };
    let settings = match settings.hints {
        true => settings,
        false => Settings { more_hints: Hints::default(), ..settings },
    };
    let mut runs = Vec::new();
    for described in [old, new] {
        runs.push(
            autobva::find(started(described)?)
                .settings(settings.clone())
                .prepare()
                .map_err(|error| refusal(&error))?,
        );
    }
    let compared = || -> Result<TargetChanges, autobva::Error> {
        let (mut calls, mut found) = (0, Vec::new());
        for run in runs {
            let findings = run.run(&StopSignal::default(), &Progress::default())?;
            calls += findings.run.calls;
            found.extend(findings.landscape);
        }
        let settings = CheckSettings { jobs: 1, ..CheckSettings::default() };
        let [on_old, on_new] = [&found[0], &found[1]];
        let checked = compare_landscapes([&*targets[0], &*targets[1]], [on_old, on_new], &settings)
            .map_err(autobva::SearchError::from)?;
        let (verdicts, calls) = (checked.verdicts, calls + checked.calls);
        Ok(TargetChanges { name, signature: other, verdicts, calls })
    };
    let changes = within(old, |_| {
        within(new, |py| {
            let compared = py.detach(compared);
            match raised.take(py) {
                Some(error) => Err(error),
                None => compared.map_err(|error| refusal(&error)),
            }
        })
    })?;
    Ok(Difference(Changes { targets: vec![changes], faults: Vec::new() }))
}
