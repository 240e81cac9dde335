//! unittest: one method per case, so that every runner shows its name.

use autobva_core::{Entry, Schema};

use super::choice::Mark;
use super::code::{Language, write_tests};
use super::comments::commented;
use super::layout::Code;
use super::names::{camel, identifier};
use super::process::Process;
use super::python::{
    BLACK, Comparison, are_own_exceptions, definition, docstring, exception, outcome_function, pair,
    process_function, process_parameters, result, stopped_by_user, text,
};
use super::python_function::PythonFunction;
use super::python_values::Python;
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

    fn files_called(&self, call: &str) -> Vec<String> {
        PythonFunction::from_call(call).map(|function| function.0.files()).unwrap_or_default()
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Unittest {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let function = PythonFunction::from_call(path)?;
        let parameters = function.parameters(suite);
        let python = Python::new(suite.python.0);
        let (errors, valid): (Vec<&Case>, Vec<&Case>) =
            suite.cases.iter().filter(|case| !case.is_fault()).partition(|case| !case.outcome.is_valid());
        let (comparison, by_class) = (Comparison::of(&valid), are_own_exceptions(&errors));
        let method = |case: &Case| {
            let values = python.values(suite, case);
            let call = function.call(suite, &values);
            if case.is_fault() {
                let seen = Code::group("outcome(", values, ")");
                let wrong = pair(text(case.outcome.type_name()), text(case.outcome.text()));
                return assertion("assertNotEqual", seen, wrong);
            }
            match case.outcome.is_valid() {
                true => answer(comparison, case, call),
                false => rejection(by_class, case, &call),
            }
        };
        let outcome = suite.cases.iter().any(Case::is_fault).then(|| {
            let call = function.call(suite, &parameters.iter().map(Code::atom).collect::<Vec<_>>());
            outcome_function(&call, &parameters) + "\n\n"
        });
        let class = class(suite, method);
        let (modules, import) = function.import(suite, &python);
        let head = head(suite, &modules, &import);
        Ok(format!("{head}\n\n{}{class}", outcome.unwrap_or_default()))
    }

    fn expresses(&self, _schema: &Schema) -> bool {
        true
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let name = identifier(&format!("run_{}", suite.name), "");
        let parameters = process_parameters(process, &name);
        let run = process_function(&name, process, &parameters, suite.base);
        let expected: std::collections::HashMap<&str, _> =
            suite.cases.iter().map(|case| case.name.as_str()).zip(&process.expected).collect();
        let method = |case: &Case| {
            let expected = expected[case.name.as_str()];
            let values: Vec<String> = expected.values.iter().map(|value| text(value)).collect();
            let call = Code::list(format!("{name}("), &values, ")");
            let name = if case.is_fault() { "assertNotEqual" } else { "assertEqual" };
            assertion(name, call, pair(expected.code.to_string(), text(&expected.text)))
        };
        let head = head(suite, &["import subprocess", "from pathlib import Path"].map(String::from), "");
        format!("{head}\n{run}\n\n{}", class(suite, method))
    }
}

fn head(suite: &Suite<'_>, modules: &[String], import: &str) -> String {
    let mut modules = [modules, &["import unittest".to_string()]].concat();
    modules.sort_by_key(|line| (line.starts_with("from"), line.clone()));
    let import = if import.is_empty() { String::new() } else { format!("\n{import}") };
    format!("{}\n{}\n{import}", docstring(suite.title), modules.join("\n"))
}

fn class(suite: &Suite<'_>, method: impl Fn(&Case) -> String) -> String {
    let single = |case: &Case| {
        let mark = match &case.mark {
            Mark::Guard => String::new(),
            Mark::Question(note) => {
                BLACK.line(4, "", &Code::list("@unittest.skip(", &[text(note)], ")"), "\n")
            }
            Mark::Fault(note) => {
                commented("    ", "#", &format!("Known fault: {note}")) + "    @unittest.expectedFailure\n"
            }
        };
        let first = definition(4, &format!("test_{}", case.name), &["self".to_string()]);
        format!("{mark}{first}{}", method(case))
    };
    let mut methods = Vec::new();
    for (index, family) in suite.families.iter().enumerate() {
        // What must hold of a boundary is one test; what is expected to fail, or is unclear, one for each case.
        let (guarded, others): (Vec<&Case>, Vec<&Case>) =
            suite.cases_of(index).partition(|case| family.is_boundary() && case.mark == Mark::Guard);
        if !guarded.is_empty() {
            let first = definition(4, &format!("test_{}", family.name), &["self".to_string()]);
            methods.push(first + &guarded.into_iter().map(&method).collect::<String>());
        }
        methods.extend(others.into_iter().map(single));
    }
    let methods = methods.join("\n");
    let base = ["unittest.TestCase".to_string()];
    let class = Code::list(format!("class {}Boundaries(", camel(&suite.name)), &base, ")");
    let class = BLACK.line(0, "", &class, ":\n");
    format!("{class}{methods}\n\nif __name__ == \"__main__\":\n    unittest.main()\n")
}

fn assertion(name: &str, seen: Code, expected: Code) -> String {
    BLACK.line(8, "", &Code::group(format!("self.{name}("), vec![seen, expected], ")"), "\n")
}

fn answer(comparison: Comparison, case: &Case, call: Code) -> String {
    let expected = comparison.expected(case);
    match comparison {
        Comparison::Text | Comparison::Whole => assertion("assertEqual", call, Code::Atom(expected.concat())),
        Comparison::Truth => assertion("assertIs", call, Code::Atom(expected.concat())),
        Comparison::Shown => {
            let shown = Code::group("str(", vec![call], ")");
            assertion("assertEqual", shown, Code::Atom(expected.concat()))
        }
        Comparison::Typed => {
            let seen = pair("type(result).__name__".into(), "str(result)".into());
            let expected = pair(expected[0].clone(), expected[1].clone());
            result(8, "result", &call) + &assertion("assertEqual", seen, expected)
        }
    }
}

fn rejection(by_class: bool, case: &Case, call: &Code) -> String {
    let error = exception(case, by_class);
    let (raised, seen, stop) = match by_class {
        true => (error.as_str(), "type(caught.exception)", String::new()),
        false => {
            let stop = stopped_by_user(8, "type(caught.exception)", "caught.exception");
            ("BaseException", "type(caught.exception).__name__", stop)
        }
    };
    let said = Code::atom("str(caught.exception)");
    let message = assertion("assertEqual", said, Code::Atom(text(case.outcome.text())));
    let call = BLACK.line(12, "", call, "\n");
    let class = assertion("assertEqual", Code::atom(seen), Code::atom(error.clone()));
    format!("        with self.assertRaises({raised}) as caught:\n{call}{stop}{class}{message}")
}
