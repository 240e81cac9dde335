//! Python functions as targets: `file.py:function`, `package.module:function`.

use std::path::Path;

use autobva_core::{Argument, Calling, Entry, PythonFunction, SutError};

use crate::adapter::{Adapter, Named, StartOptions, Started, Target, TargetError};

/// The kind of targets that are Python functions.
pub struct PythonFunctions;

impl Adapter for PythonFunctions {
    fn forms(&self) -> &'static [Entry] {
        &[
            Entry { name: "file.py:function", help: "a function, a class or a method of a Python file" },
            Entry { name: "package.module:function", help: "the same of a Python module" },
        ]
    }

    fn plural(&self) -> &'static str {
        "Python functions"
    }

    fn options(&self) -> &'static [&'static str] {
        &["python", "fresh"]
    }

    fn read(&self, named: Named<'_>) -> Result<Option<Box<dyn Target>>, TargetError> {
        let Named::Word(word, []) = named else { return Ok(None) };
        if word.ends_with(".py") && !word.contains(':') {
            return Err(TargetError::Incomplete(format!(
                "'{word}' names no function; write {word}:FUNCTION"
            )));
        }
        Ok(word.parse::<PythonFunction>().ok().map(|function| Box::new(function) as Box<dyn Target>))
    }

    /// The name of a file may contain blanks: `my tools/tax.py:rate`.
    fn spans(&self, line: &str) -> bool {
        line.rsplit_once(':').is_some_and(|(place, _)| Path::new(place).is_file())
    }
}

impl Target for PythonFunction {
    fn name(&self) -> String {
        PythonFunction::name(self)
    }

    fn calling(&self, _: &StartOptions) -> Calling {
        Calling::Python(self.clone())
    }

    fn files(&self) -> Vec<String> {
        PythonFunction::files(self)
    }

    fn seen_from(&self, folder: &Path) -> Option<String> {
        Some(PythonFunction::seen_from(self, folder).to_string())
    }

    /// Python has only one kind of integer.
    fn tells_types(&self) -> bool {
        false
    }

    #[cfg(feature = "processes")]
    fn start(&self, declared: &[Argument], options: &StartOptions) -> Result<Started, SutError> {
        let interpreter = options.interpreter.as_deref().unwrap_or(super::DEFAULT_INTERPRETER);
        let examples = &options.examples;
        let worker = super::start::start_by_example(
            self,
            interpreter,
            declared,
            examples,
            options.conditions.clone(),
        )?;
        Ok(worker.started())
    }

    #[cfg(not(feature = "processes"))]
    fn start(&self, _: &[Argument], _: &StartOptions) -> Result<Started, SutError> {
        Err(crate::adapter::no_processes())
    }
}
