//! Errors of autobva as one kind of exception, with the setting to change in Python.

use std::fmt::Display;

use autobva::{Budget, Error, SearchError};
use pyo3::PyErr;
use pyo3::exceptions::PyException;

pyo3::create_exception!(
    autobva,
    AutobvaError,
    PyException,
    "What autobva cannot do, and what to do about it."
);

/// An error with just this message.
pub(crate) fn fault(message: impl Display) -> PyErr {
    AutobvaError::new_err(message.to_string())
}

/// An error of the library, with the Python name of the setting to change if there is one.
pub(crate) fn refusal(error: &Error) -> PyErr {
    let setting = match error {
        Error::ZeroBudget(budget) => match budget {
            Budget::Calls => "max_calls",
            Budget::Candidates => "max_boundaries",
            Budget::Time => "max_time",
            Budget::Jobs | Budget::Capacity => "keep",
        },
        Error::NoExample(_) => "seed_values",
        Error::Search(SearchError::NoArguments) => "args",
        _ => return fault(error),
    };
    fault(format_args!("{error} with {setting}=…"))
}
