//! unittest: one method per case, so that every runner shows its name.

use autobva_core::Entry;

use super::choice::Mark;
use super::code::{Language, comment, listed, write_tests};
use super::names::{camel, identifier};
use super::process::Process;
use super::python::{
    self, Comparison, PythonFunction, WIDTH, are_own_exceptions, exception, outcome_function, pair,
    process_function, process_parameters, text,
};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// Python's own unittest.
pub(crate) struct Unittest;

impl Exporter for Unittest {
    fn entry(&self) -> Entry {
        Entry {
            name: "unittest",
            help: "Python tests for unittest: a method each, known faults as expectedFailure",
        }
    }

    fn is_python(&self) -> bool {
        true
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Unittest {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let function = PythonFunction::from_call(path)?;
        let parameters = function.parameters(suite);
        let (modules, import) = function.import(suite);
        let (errors, valid): (Vec<&Case>, Vec<&Case>) =
            suite.cases.iter().filter(|case| !case.is_fault()).partition(|case| !case.outcome.is_valid());
        let (comparison, by_class) = (Comparison::of(&valid), are_own_exceptions(&errors));
        let method = |case: &Case| {
            let values: Vec<String> = case.input.iter().map(python::value).collect();
            let call = function.call(suite, &values);
            if case.is_fault() {
                let seen = format!("outcome({})", values.join(", "));
                let wrong = pair(text(case.outcome.type_name()), text(case.outcome.text()));
                return assertion("assertNotEqual", seen, wrong);
            }
            match case.outcome.is_valid() {
                true => answer(comparison, case, call),
                false => rejection(by_class, case, &call),
            }
        };
        let outcome = suite.cases.iter().any(Case::is_fault).then(|| {
            let call = function.call(suite, &parameters);
            outcome_function(&call, &parameters) + "\n\n"
        });
        let head = head(suite, &modules, &import);
        Ok(format!("{head}\n\n{}{}", outcome.unwrap_or_default(), class(suite, method)))
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let parameters = process_parameters(process);
        let name = identifier(&format!("run_{}", suite.name), "");
        let run = process_function(&name, process, &parameters, suite.base);
        let expected: std::collections::HashMap<&str, _> =
            suite.cases.iter().map(|case| case.name.as_str()).zip(&process.expected).collect();
        let method = |case: &Case| {
            let expected = expected[case.name.as_str()];
            let values: Vec<String> = expected.values.iter().map(|value| text(value)).collect();
            let call = format!("{name}({})", values.join(", "));
            let name = if case.is_fault() { "assertNotEqual" } else { "assertEqual" };
            assertion(name, call, pair(expected.code.to_string(), text(&expected.text)))
        };
        let head = head(suite, &["import subprocess", "from pathlib import Path"], "");
        format!("{head}\n{run}\n\n{}", class(suite, method))
    }
}

fn head(suite: &Suite<'_>, modules: &[&str], import: &str) -> String {
    let (imports, froms): (Vec<&str>, Vec<&str>) =
        modules.iter().partition(|module| module.starts_with("import"));
    let modules = [imports, vec!["import unittest"], froms].concat();
    let title = comment(suite.title).replace('"', "'");
    let import = if import.is_empty() { String::new() } else { format!("\n{import}") };
    format!("\"\"\"Boundaries of {title}, found by autobva.\"\"\"\n\n{}\n{import}", modules.join("\n"))
}

fn class(suite: &Suite<'_>, method: impl Fn(&Case) -> String) -> String {
    let methods = suite.cases.iter().map(|case| {
        let mark = match &case.mark {
            Mark::Guard => String::new(),
            Mark::Question(note) => format!("    @unittest.skip({})\n", text(note)),
            Mark::Fault(note) => {
                format!("    # Known fault: {}\n    @unittest.expectedFailure\n", comment(note))
            }
        };
        format!("{mark}    def test_{}(self):\n{}", case.name, method(case))
    });
    let methods = methods.collect::<Vec<_>>().join("\n");
    let name = camel(&suite.name);
    format!(
        "class {name}Boundaries(unittest.TestCase):\n{methods}\n\nif __name__ == \"__main__\":\n    unittest.main()\n"
    )
}

fn assertion(name: &str, seen: String, expected: String) -> String {
    listed(8, WIDTH, &format!("self.{name}("), &[seen, expected], ")") + "\n"
}

fn answer(comparison: Comparison, case: &Case, call: String) -> String {
    let expected = comparison.expected(case);
    match comparison {
        Comparison::Text | Comparison::Whole => assertion("assertEqual", call, expected.concat()),
        Comparison::Shown => assertion("assertEqual", format!("str({call})"), expected.concat()),
        Comparison::Typed => {
            let seen = "(type(result).__name__, str(result))".to_string();
            let expected = pair(expected[0].clone(), expected[1].clone());
            format!("        result = {call}\n{}", assertion("assertEqual", seen, expected))
        }
    }
}

fn rejection(by_class: bool, case: &Case, call: &str) -> String {
    let error = exception(case, by_class);
    let (raised, seen) = match by_class {
        true => (error.as_str(), "type(caught.exception)"),
        false => ("Exception", "type(caught.exception).__name__"),
    };
    let message = assertion("assertEqual", "str(caught.exception)".into(), text(case.outcome.text()));
    format!(
        "        with self.assertRaises({raised}) as caught:\n            {call}\n{}{message}",
        assertion("assertEqual", seen.into(), error.clone())
    )
}
