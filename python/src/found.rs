//! What a search has found, as Python asks for it.

use std::path::PathBuf;

use autobva_cli::Record;
use autobva_report::campaign::CampaignError;
use pyo3::prelude::*;

use crate::errors::fault;

/// What a search has found.
#[pyclass(frozen, module = "autobva._native")]
pub(crate) struct Found {
    pub(crate) record: Record,
    /// What the user should know about the arguments.
    pub(crate) notes: Vec<String>,
}

#[pymethods]
impl Found {
    /// What `find --format json` writes.
    fn json(&self) -> PyResult<String> {
        self.record.json().map_err(fault)
    }

    /// What `find` prints.
    fn text(&self, width: usize, all: bool) -> String {
        self.record.text(width, all)
    }

    /// The result as a part of an HTML page, for notebooks.
    fn fragment(&self) -> PyResult<String> {
        self.record.fragment().map_err(fault)
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.record.save(&path)).map_err(|error| match error.downcast_ref() {
            Some(CampaignError::OtherTarget(path, known, given)) => fault(format_args!(
                "{} is about {known}, not about {given}; give another file",
                path.display()
            )),
            _ => fault(format_args!("{error:#}")),
        })
    }

    fn report(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.record.report_to(&path)).map_err(|error| fault(format_args!("{error:#}")))
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    #[getter]
    fn calls(&self) -> u64 {
        self.record.findings().run.calls
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.record.findings().run.seed
    }
}
