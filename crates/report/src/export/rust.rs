//! Rust: one `#[test]` per case, known faults as `#[should_panic]`.

use autobva_core::{Entry, FloatType, IntType, Piece, Value};

use super::choice::Mark;
use super::code::{Language, comment, is_plain, quoted, write_tests};
use super::names::identifiers;
use super::process::{Process, Stream};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// The longest line, as rustfmt has it.
const WIDTH: usize = 100;

/// Names that an argument must not have.
const TAKEN: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual",
    "where", "while", "yield", "child", "done", "said", "stdin",
];

/// Rust's own tests.
pub(crate) struct Rust;

impl Exporter for Rust {
    fn entry(&self) -> Entry {
        Entry { name: "rust", help: "Rust tests: a function each, known faults as should_panic" }
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Rust {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let is_name = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !path.split("::").all(is_name) {
            let expected = "write the path of a function, such as my_crate::discount";
            return Err(ExportError::BadCall { call: path.to_string(), expected });
        }
        let suite = suite.typed();
        let function = path.rsplit("::").next().unwrap_or(path);
        let fails =
            suite.can_fail && suite.cases.iter().any(|case| !case.outcome.is_valid() && !panics(case));
        let import = if path.contains("::") { format!("use {path};\n") } else { String::new() };
        let helper = if fails { OUTCOME } else { "" };
        let test = |case: &Case| {
            let values: Vec<String> = case.input.iter().map(value).collect();
            let call = format!("{function}({})", values.join(", "));
            let said = text(case.outcome.text());
            let (seen, expected) = match (case.outcome.is_valid(), fails) {
                (true, false) => (format!("{call}.to_string()"), said),
                (true, true) => (format!("outcome({call})"), format!("Ok({said}.into())")),
                (false, _) => (format!("outcome({call})"), format!("Err({said}.into())")),
            };
            match panics(case) {
                true => panicking(case, &call),
                false => test(case, seen, expected),
            }
        };
        let tests: Vec<String> = suite.cases.iter().map(test).collect();
        let parts = [import.as_str(), helper, &tests.join("\n")];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Ok(format!("{}\n{}", head(&suite), parts.join("\n")))
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let tests = suite.cases.iter().zip(&process.expected).map(|(case, expected)| {
            let values: Vec<String> = expected.values.iter().map(|value| text(value)).collect();
            let seen = format!("run({})", values.join(", "));
            test(case, seen, format!("({}, {}.into())", expected.code, text(&expected.text)))
        });
        let tests: Vec<String> = tests.collect();
        format!("{}\n{}\n{}", head(suite), run(process), tests.join("\n"))
    }
}

/// The one place that differs for functions that return a `Result`.
const OUTCOME: &str = "\
fn outcome<T: ToString, E: ToString>(result: Result<T, E>) -> Result<String, String> {
    result.map(|value| value.to_string()).map_err(|error| error.to_string())
}
";

fn head(suite: &Suite<'_>) -> String {
    format!("//! Boundaries of {}, found by autobva.\n{}", comment(suite.title), suite.left_out("//!"))
}

/// Whether the target panicked, as closures do.
fn panics(case: &Case) -> bool {
    case.outcome.type_name() == "panic"
}

fn attributes(case: &Case) -> String {
    match &case.mark {
        Mark::Guard => "#[test]\n".into(),
        Mark::Question(note) => format!("#[test]\n#[ignore = {}]\n", text(note)),
        Mark::Fault(note) => format!("// Known fault: {}\n#[test]\n", comment(note)),
    }
}

/// A known fault is asserted not to be there, which panics as long as it is.
fn test(case: &Case, seen: String, expected: String) -> String {
    let (panics, assertion) = match case.is_fault() {
        true => ("#[should_panic(expected = \"known fault\")]\n", ("assert_ne!", ", \"known fault\"")),
        false => ("", ("assert_eq!", "")),
    };
    let (name, message) = assertion;
    let line = format!("    {name}({seen}, {expected}{message});\n");
    let lines = match line.chars().count() - 1 <= WIDTH {
        true => line,
        false => {
            let message = message.replace(", ", ",\n        ");
            format!("    {name}(\n        {seen},\n        {expected}{message}\n    );\n")
        }
    };
    format!("{}{panics}fn {}() {{\n{lines}}}\n", attributes(case), function_name(case))
}

/// A panic is a test that should panic, be it right or wrong.
fn panicking(case: &Case, call: &str) -> String {
    let message = text(case.outcome.text());
    let attributes = attributes(case);
    format!(
        "{attributes}#[should_panic(expected = {message})]\nfn {}() {{\n    {call};\n}}\n",
        function_name(case)
    )
}

fn function_name(case: &Case) -> String {
    super::names::identifier(&case.name.to_lowercase(), TAKEN)
}

/// The function that starts the process.
fn run(process: &Process) -> String {
    let parameters = identifiers(process.parameters.iter().map(String::as_str), TAKEN);
    let joined = |pieces: &[Piece]| {
        let shown: Vec<String> = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(part) => text(part),
                Piece::Value(index) => parameters[*index].clone(),
            })
            .collect();
        match shown.as_slice() {
            [] => "\"\"".to_string(),
            [one] => one.clone(),
            several => format!("[{}].concat()", several.join(", ")),
        }
    };
    let mut words = process.words.iter().map(|pieces| joined(pieces));
    let program = words.next().unwrap_or_default();
    let arguments: String = words.map(|word| format!("        .arg({word})\n")).collect();
    let declared: Vec<String> = parameters.iter().map(|name| format!("{name}: &str")).collect();
    let stream = |stream: Stream| match stream {
        Stream::Stdout => "done.stdout",
        Stream::Stderr => "done.stderr",
        Stream::Neither => "Vec::new()",
    };
    let (success, failure) = (stream(process.success), stream(process.failure));
    let said = match success == failure {
        true => success.to_string(),
        false => format!("if code == {} {{ {success} }} else {{ {failure} }}", process.ok),
    };
    format!(
        "use std::io::Write;\nuse std::process::{{Command, Stdio}};\n\n\
         /// The exit code, and what is said without the line ends at the end.\n\
         fn run({}) -> (i32, String) {{\n    let mut child = Command::new({program})\n{arguments}        \
         .stdin(Stdio::piped())\n        .stdout(Stdio::piped())\n        .stderr(Stdio::piped())\n        \
         .spawn()\n        .expect(\"the program starts\");\n    \
         let mut stdin = child.stdin.take().expect(\"a pipe\");\n    \
         let _ = stdin.write_all({}.as_bytes());\n    drop(stdin);\n    \
         let done = child.wait_with_output().expect(\"the program ends\");\n    \
         let code = done.status.code().unwrap_or(-1);\n    let said = {said};\n    \
         let said = String::from_utf8_lossy(&said);\n    \
         (code, said.trim_end_matches(['\\r', '\\n']).to_string())\n}}\n",
        declared.join(", "),
        joined(&process.stdin),
    )
}

/// A text as a literal.
fn text(text: &str) -> String {
    quoted(text, |c| if is_plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", c as u32) })
}

/// A value as a literal, whose type the function decides.
fn value(value: &Value) -> String {
    match value {
        Value::Text(value) => text(value),
        Value::Float(float) if !float.value().is_finite() => {
            let ty = if float.ty() == FloatType::Float32 { "f32" } else { "f64" };
            match float.value() {
                x if x.is_nan() => format!("{ty}::NAN"),
                x if x > 0.0 => format!("{ty}::INFINITY"),
                _ => format!("{ty}::NEG_INFINITY"),
            }
        }
        Value::Int(int) if int.number().to_i128().is_none() && !IntType::UInt128.holds(int.number()) => {
            format!("\"{value}\".parse().unwrap()")
        }
        value => value.to_string(),
    }
}
