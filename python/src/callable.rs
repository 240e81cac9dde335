//! A Python callable as a target: calls are made on the thread that searches, while it holds the interpreter.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use autobva::sut::python::within::{Hear, Within};
use autobva::{Progress, SutError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::errors::fault;

/// The shortest pause between two reports to the caller about how far the search is.
const PAUSE: Duration = Duration::from_millis(100);

/// Why calls could not be made: an exception that was raised outside the callable, or because the user pressed Ctrl-C.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    fn set(&self, error: PyErr) -> SutError {
        *self.0.lock().unwrap_or_else(|e| e.into_inner()) = Some(error);
        SutError("interrupted".into())
    }

    /// What was raised, in the form that the caller should see.
    pub(crate) fn take(&self, py: Python<'_>) -> Option<PyErr> {
        let error = self.0.lock().unwrap_or_else(|e| e.into_inner()).take()?;
        let is_refusal = error.get_type(py).name().is_ok_and(|name| name == "NotUsable");
        Some(if is_refusal { fault(error.value(py)) } else { error })
    }
}

/// Tells the caller how far a search is.
pub(crate) struct Told {
    tell: Option<Py<PyAny>>,
    progress: Arc<Progress>,
    last: Mutex<Instant>,
    calls: AtomicU64,
}

impl Told {
    /// Calls `tell` now and then with the number of calls made and of boundaries found.
    pub(crate) fn new(tell: Option<Py<PyAny>>, progress: &Arc<Progress>) -> Told {
        let (last, calls) = (Mutex::new(Instant::now()), AtomicU64::new(0));
        Told { tell, progress: Arc::clone(progress), last, calls }
    }

    fn made(&self, py: Python<'_>, count: usize) -> PyResult<()> {
        let calls = self.calls.fetch_add(count as u64, Ordering::Relaxed) + count as u64;
        let Some(tell) = &self.tell else { return Ok(()) };
        let mut last = self.last.lock().unwrap_or_else(|e| e.into_inner());
        if last.elapsed() < PAUSE {
            return Ok(());
        }
        *last = Instant::now();
        tell.call1(py, (calls, self.progress.found())).map(drop)
    }
}

/// The target that an object of the script's class `Within` describes.
pub(crate) fn target(described: &Bound<'_, PyAny>, told: Told, raised: Raised) -> PyResult<Within> {
    let hello: String = described.getattr("hello")?.extract()?;
    let call = described.getattr("call")?.unbind();
    let made = move |body: &[u8], count: usize, hear: &mut Hear<'_>| {
        Python::attach(|py| {
            let calls = || -> PyResult<Py<PyList>> {
                py.check_signals()?;
                let answers = call.bind(py).call1((PyBytes::new(py, body), count))?;
                told.made(py, count)?;
                Ok(answers.cast_into::<PyList>()?.unbind())
            };
            let answers = calls().map_err(|error| raised.set(error))?;
            answers.bind(py).iter().try_for_each(|answer| match answer.cast::<PyBytes>() {
                Ok(bytes) => hear(bytes.as_bytes()),
                Err(error) => Err(raised.set(error.into())),
            })
        })
    };
    Within::new(&hello, Box::new(made)).map_err(fault)
}

/// Does `work`, in which the callable may be called, and restores afterwards what the calls have changed.
pub(crate) fn within<R>(
    described: &Bound<'_, PyAny>,
    work: impl FnOnce(Python<'_>) -> PyResult<R>,
) -> PyResult<R> {
    described.call_method0("begin")?;
    let result = work(described.py());
    described.call_method0("end")?;
    result
}
