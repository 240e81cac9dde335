//! pytest: a parametrised test for the answers, one for the exceptions, one for known faults.

use autobva_core::Entry;

use super::choice::Mark;
use super::code::{Language, by_validity, comment, listed, write_tests};
use super::names::{identifier, slug};
use super::process::Process;
use super::python::{
    self, Comparison, PythonFunction, WIDTH, are_own_exceptions, exception, outcome_function, pair,
    process_function, process_parameters, text,
};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// pytest.
pub(crate) struct Pytest;

impl Exporter for Pytest {
    fn entry(&self) -> Entry {
        Entry { name: "pytest", help: "Python tests for pytest: parametrised, known faults as strict xfail" }
    }

    fn is_python(&self) -> bool {
        true
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Pytest {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let function = PythonFunction::from_call(path)?;
        let parameters = function.parameters(suite);
        let call = function.call(suite, &parameters);
        let test = format!("test_{}", slug(&suite.name));
        let (faults, others): (Vec<&Case>, Vec<&Case>) = suite.cases.iter().partition(|case| case.is_fault());
        let (valid, errors) = by_validity(&others);
        let (modules, import) = function.import(suite);
        let mut parts = vec![head(suite, &modules, &import)];
        if !valid.is_empty() {
            parts.push(answers(&test, &parameters, &call, &valid));
        }
        if !errors.is_empty() {
            parts.push(rejections(&test, &parameters, &call, &errors));
        }
        if !faults.is_empty() {
            parts.push(outcome_function(&call, &parameters));
            let rows = faults.iter().map(|case| {
                let (kind, said) = (text(case.outcome.type_name()), text(case.outcome.text()));
                row(case, values(case), vec![pair(kind, said)])
            });
            let call = format!("outcome({})", parameters.join(", "));
            parts.push(faulty(&test, &parameters, &call, rows.collect()));
        }
        Ok(parts.join("\n\n"))
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let parameters = process_parameters(process);
        let name = identifier(&format!("run_{}", suite.name), "");
        let call = format!("{name}({})", parameters.join(", "));
        let test = format!("test_{}", slug(&suite.name));
        let head = head(suite, &["import subprocess", "from pathlib import Path"], "");
        let run = process_function(&name, process, &parameters, suite.base);
        let mut parts = vec![format!("{head}\n{run}")];
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        for (case, expected) in suite.cases.iter().zip(&process.expected) {
            let values = expected.values.iter().map(|value| text(value)).collect();
            let (code, said) = (expected.code.to_string(), text(&expected.text));
            match case.mark {
                Mark::Fault(_) => faults.push(row(case, values, vec![pair(code, said)])),
                _ => rows.push(row(case, values, vec![code, said])),
            }
        }
        if !rows.is_empty() {
            let columns = [&parameters[..], &["code".to_string(), "said".to_string()]].concat();
            parts.push(parametrised(&test, &columns, rows, &format!("    assert {call} == (code, said)\n")));
        }
        if !faults.is_empty() {
            parts.push(faulty(&test, &parameters, &call, faults));
        }
        parts.join("\n\n")
    }
}

fn head(suite: &Suite<'_>, modules: &[&str], import: &str) -> String {
    let title = comment(suite.title).replace('"', "'");
    let modules: String = modules.iter().map(|module| format!("{module}\n")).collect();
    let modules = if modules.is_empty() { modules } else { modules + "\n" };
    let import = if import.is_empty() { String::new() } else { format!("\n{import}") };
    format!("\"\"\"Boundaries of {title}, found by autobva.\"\"\"\n\n{modules}import pytest\n{import}")
}

fn values(case: &Case) -> Vec<String> {
    case.input.iter().map(python::value).collect()
}

/// A row of a table: values, what is expected, a name, and a mark where there is one.
fn row(case: &Case, values: Vec<String>, expected: Vec<String>) -> String {
    let mut items = [values, expected].concat();
    items.push(format!("id={}", text(&slug(&case.phrase))));
    match &case.mark {
        Mark::Guard => {}
        Mark::Question(note) => items.push(format!("marks=pytest.mark.skip(reason={})", text(note))),
        Mark::Fault(note) => {
            items.push(format!(
                "marks=pytest.mark.xfail(raises=AssertionError, strict=True, reason={})",
                text(note)
            ));
        }
    }
    listed(8, WIDTH - 1, "pytest.param(", &items, ")") + ",\n"
}

fn parametrised(name: &str, columns: &[String], rows: Vec<String>, body: &str) -> String {
    let quoted: Vec<String> = columns.iter().map(|column| text(column)).collect();
    let names = match quoted.as_slice() {
        [one] => one.clone(),
        _ => format!("({})", quoted.join(", ")),
    };
    format!(
        "@pytest.mark.parametrize(\n    {names},\n    [\n{}    ],\n)\ndef {name}({}):\n{body}",
        rows.concat(),
        columns.join(", ")
    )
}

fn answers(test: &str, parameters: &[String], call: &str, valid: &[&Case]) -> String {
    let comparison = Comparison::of(valid);
    let rows = valid.iter().map(|case| row(case, values(case), comparison.expected(case))).collect();
    let body = match comparison {
        Comparison::Text | Comparison::Whole => format!("    assert {call} == expected\n"),
        Comparison::Shown => format!("    assert str({call}) == expected\n"),
        Comparison::Typed => {
            format!(
                "    result = {call}\n    assert (type(result).__name__, str(result)) == (kind, expected)\n"
            )
        }
    };
    parametrised(test, &[parameters, &comparison.columns()].concat(), rows, &body)
}

fn rejections(test: &str, parameters: &[String], call: &str, errors: &[&Case]) -> String {
    let by_class = are_own_exceptions(errors);
    let rows = errors
        .iter()
        .map(|case| row(case, values(case), vec![exception(case, by_class), text(case.outcome.text())]));
    let (raised, seen) =
        if by_class { ("error", "caught.type") } else { ("Exception", "caught.type.__name__") };
    let body = format!(
        "    with pytest.raises({raised}) as caught:\n        {call}\n    \
         assert ({seen}, str(caught.value)) == (error, message)\n"
    );
    let columns = [parameters, &["error".to_string(), "message".to_string()]].concat();
    parametrised(&format!("{test}_rejects"), &columns, rows.collect(), &body)
}

/// The observed behaviour is wrong, so that the opposite is asserted: it fails today, as expected, and the day it does
/// not, pytest says so.
fn faulty(test: &str, parameters: &[String], call: &str, rows: Vec<String>) -> String {
    let columns = [parameters, &["wrong".to_string()]].concat();
    parametrised(&format!("{test}_faults"), &columns, rows, &format!("    assert {call} != wrong\n"))
}
