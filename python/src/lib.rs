//! The native half of the Python package `autobva`: searches of callables within the interpreter, and the command line.
//! The Python half is in `python/autobva`; what it calls here is private to the package.

mod callable;
mod difference;
mod errors;
mod found;
mod search;

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command line, whose first word is the name of the program, and returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| autobva_cli::main(words))
}

/// The native module, which is private to the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SCRIPT", autobva::sut::python::within::SCRIPT)?;
    module.add("MOST_OUTPUT", autobva::sut::Conditions::default().limits.output)?;
    module.add("AutobvaError", py.get_type::<errors::AutobvaError>())?;
    module.add_class::<found::Found>()?;
    module.add_class::<difference::Difference>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(search::learned, module)?)?;
    module.add_function(wrap_pyfunction!(search::pickled, module)?)?;
    module.add_function(wrap_pyfunction!(search::guarded, module)?)?;
    module.add_function(wrap_pyfunction!(search::search_callable, module)?)?;
    module.add_function(wrap_pyfunction!(search::search_named, module)?)?;
    module.add_function(wrap_pyfunction!(difference::diff_callables, module)?)?;
    Ok(())
}
