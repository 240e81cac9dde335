//! pytest: a parametrised test for the answers, one for the exceptions, one for known faults.

use autobva_core::{Entry, Schema};

use super::choice::Mark;
use super::code::{Language, by_validity, write_tests};
use super::layout::Code;
use super::names::{identifier, slug};
use super::process::{Expected, Process};
use super::python::{
    BLACK, Comparison, are_own_exceptions, definition, docstring, exception, outcome_function, pair,
    process_function, process_parameters, result, stopped_by_user, text,
};
use super::python_function::PythonFunction;
use super::python_values::Python;
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

    fn files_called(&self, call: &str) -> Vec<String> {
        PythonFunction::from_call(call).map(|function| function.0.files()).unwrap_or_default()
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Pytest {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let function = PythonFunction::from_call(path)?;
        let parameters = function.parameters(suite);
        let call = function.call(suite, &atoms(parameters.clone()));
        let python = Python::new(suite.python.0);
        let values = |case: &Case| python.values(suite, case);
        let mut parts = Vec::new();
        let mut has_outcome = false;
        for (index, family) in suite.families.iter().enumerate() {
            let test = format!("test_{}", family.name);
            let (faults, others): (Vec<&Case>, Vec<&Case>) =
                suite.cases_of(index).partition(|case| case.is_fault());
            let (valid, errors) = by_validity(&others);
            if !valid.is_empty() {
                parts.push(answers(&test, &parameters, &call, &valid, values));
            }
            // What a class may refuse to make must not be made before the test is run.
            let (late, errors): (Vec<&Case>, Vec<&Case>) =
                errors.into_iter().partition(|case| Python::may_fail(suite.python.0, suite, case));
            if !errors.is_empty() {
                parts.push(rejections(&format!("{test}_rejects"), &parameters, &call, &errors, values));
            }
            if !late.is_empty() {
                let word = if errors.is_empty() { "rejects" } else { "refuses" };
                let calls = |case: &Case| vec![function.call(suite, &values(case)).after("lambda: ")];
                let (test, call) = (format!("{test}_{word}"), Code::list("call(", &[], ")"));
                parts.push(rejections(&test, &["call".to_string()], &call, &late, calls));
            }
            if faults.is_empty() {
                continue;
            }
            if !std::mem::replace(&mut has_outcome, true) {
                parts.push(outcome_function(&call, &parameters));
            }
            let rows = faults.iter().map(|case| {
                let (kind, said) = (text(case.outcome.type_name()), text(case.outcome.text()));
                row(case, values(case), vec![pair(kind, said)])
            });
            let call = Code::list("outcome(", &parameters, ")");
            parts.push(faulty(&test, &parameters, &call, rows.collect()));
        }
        let (modules, import) = function.import(suite, &python);
        parts.insert(0, head(suite, &modules, &import));
        Ok(parts.join("\n\n"))
    }

    fn expresses(&self, _schema: &Schema) -> bool {
        true
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let name = identifier(&format!("run_{}", suite.name), "");
        let parameters = process_parameters(process, &name);
        let call = Code::list(format!("{name}("), &parameters, ")");
        let head = head(suite, &["import subprocess", "from pathlib import Path"].map(String::from), "");
        let run = process_function(&name, process, &parameters, suite.base);
        let mut parts = vec![format!("{head}\n{run}")];
        for (index, family) in suite.families.iter().enumerate() {
            let test = format!("test_{}", family.name);
            let (mut rows, mut faults) = (Vec::new(), Vec::new());
            let of_family = |(case, _): &(&Case, &Expected)| case.family == index;
            for (case, expected) in suite.cases.iter().zip(&process.expected).filter(of_family) {
                let values = expected.values.iter().map(|value| Code::atom(text(value))).collect();
                let (code, said) = (expected.code.to_string(), text(&expected.text));
                match case.mark {
                    Mark::Fault(_) => faults.push(row(case, values, vec![pair(code, said)])),
                    _ => rows.push(row(case, values, atoms(vec![code, said]))),
                }
            }
            if !rows.is_empty() {
                let columns = [&parameters[..], &["code".to_string(), "said".to_string()]].concat();
                let body = asserted("seen", "", &call, "", "== (code, said)");
                parts.push(parametrised(&test, &columns, rows, &body));
            }
            if !faults.is_empty() {
                parts.push(faulty(&test, &parameters, &call, faults));
            }
        }
        parts.join("\n\n")
    }
}

fn head(suite: &Suite<'_>, modules: &[String], import: &str) -> String {
    let modules: String = modules.iter().map(|module| format!("{module}\n")).collect();
    let modules = if modules.is_empty() { modules } else { modules + "\n" };
    let import = if import.is_empty() { String::new() } else { format!("\n{import}") };
    format!("{}\n{modules}import pytest\n{import}", docstring(suite.title))
}

fn atoms(texts: Vec<String>) -> Vec<Code> {
    texts.into_iter().map(Code::Atom).collect()
}

/// A row of a table: values, what is expected, a name, and a mark where there is one.
fn row(case: &Case, values: Vec<Code>, expected: Vec<Code>) -> String {
    let mut items = [values, expected].concat();
    items.push(Code::atom(format!("id={}", text(&slug(&case.phrase)))));
    let reason = |note: &str| format!("reason={}", text(note));
    match &case.mark {
        Mark::Guard => {}
        Mark::Question(note) => items.push(Code::list("marks=pytest.mark.skip(", &[reason(note)], ")")),
        Mark::Fault(note) => {
            let how = ["raises=AssertionError".to_string(), "strict=True".to_string(), reason(note)];
            items.push(Code::list("marks=pytest.mark.xfail(", &how, ")"));
        }
    }
    BLACK.line(8, "", &Code::group("pytest.param(", items, ")"), ",\n")
}

fn parametrised(name: &str, columns: &[String], rows: Vec<String>, body: &str) -> String {
    let quoted: Vec<String> = columns.iter().map(|column| text(column)).collect();
    let names = match quoted.as_slice() {
        [one] => Code::atom(one),
        several => Code::list("(", several, ")"),
    };
    format!(
        "@pytest.mark.parametrize(\n{}    [\n{}    ],\n)\n{}{body}",
        BLACK.line(4, "", &names, ",\n"),
        rows.concat(),
        definition(0, name, columns),
    )
}

/// An assertion about a call, which gets a line of its own, and its result a name, where there is no room.
fn asserted(name: &str, before: &str, call: &Code, after: &str, expected: &str) -> String {
    let line = format!("assert {before}{}{after} {expected}", call.flat());
    match BLACK.fits(4, &line) {
        true => format!("    {line}\n"),
        false => {
            let called = result(4, name, call);
            format!("{called}    assert {before}{name}{after} {expected}\n")
        }
    }
}

fn answers(
    test: &str,
    parameters: &[String],
    call: &Code,
    valid: &[&Case],
    values: impl Fn(&Case) -> Vec<Code>,
) -> String {
    let comparison = Comparison::of(valid);
    let rows = valid.iter().map(|case| row(case, values(case), atoms(comparison.expected(case)))).collect();
    let body = match comparison {
        Comparison::Text | Comparison::Whole => asserted("result", "", call, "", "== expected"),
        Comparison::Truth => asserted("result", "", call, "", "is expected"),
        Comparison::Shown => asserted("result", "str(", call, ")", "== expected"),
        Comparison::Typed => {
            result(4, "result", call)
                + "    assert (type(result).__name__, str(result)) == (kind, expected)\n"
        }
    };
    parametrised(test, &[parameters, &comparison.columns()].concat(), rows, &body)
}

fn rejections(
    test: &str,
    parameters: &[String],
    call: &Code,
    errors: &[&Case],
    values: impl Fn(&Case) -> Vec<Code>,
) -> String {
    let by_class = are_own_exceptions(errors);
    let expected = |case: &Case| atoms(vec![exception(case, by_class), text(case.outcome.text())]);
    let rows = errors.iter().map(|case| row(case, values(case), expected(case)));
    let (raised, seen, stop) = match by_class {
        true => ("error", "caught.type", String::new()),
        false => {
            let stop = stopped_by_user(4, "caught.type", "caught.value");
            ("BaseException", "caught.type.__name__", stop)
        }
    };
    let body = format!(
        "    with pytest.raises({raised}) as caught:\n{}{stop}    \
         assert ({seen}, str(caught.value)) == (error, message)\n",
        BLACK.line(8, "", call, "\n"),
    );
    let columns = [parameters, &["error".to_string(), "message".to_string()]].concat();
    parametrised(test, &columns, rows.collect(), &body)
}

/// The observed behaviour is wrong, so that the opposite is asserted: it fails today, as expected, and the day it does
/// not, pytest says so.
fn faulty(test: &str, parameters: &[String], call: &Code, rows: Vec<String>) -> String {
    let columns = [parameters, &["wrong".to_string()]].concat();
    parametrised(&format!("{test}_faults"), &columns, rows, &asserted("seen", "", call, "", "!= wrong"))
}
