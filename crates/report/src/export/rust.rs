//! Rust: one `#[test]` per case, known faults as `#[should_panic]`.

use autobva_core::{Entry, FloatType, IntType, Piece, Value};
use unicode_width::UnicodeWidthStr;

use super::choice::Mark;
use super::code::{Language, comment, is_plain, quoted, write_tests};
use super::process::{Process, Stream};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// How wide the arguments of a call may be on one line, as rustfmt has it.
const NARROW: usize = 60;
/// The longest line.
const WIDTH: usize = 100;

/// Names that an argument must not have.
const TAKEN: &str = "Self abstract as async await become box break const continue crate do dyn else enum extern false \
    final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
    static struct super trait true try type typeof unsafe unsized use virtual where while yield child \
    done said stdin code run shown text";

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
        let is_result =
            suite.can_fail && suite.cases.iter().any(|case| !case.outcome.is_valid() && !panics(case));
        let import = if path.contains("::") { format!("use {path};\n\n") } else { String::new() };
        let written = |case: &Case| {
            let values: Vec<String> = case.input.iter().map(value).collect();
            let plain = format!("{function}({})", values.join(", "));
            let call = call(function, &values);
            match (case.outcome.is_valid(), is_result) {
                (true, false) => test(case, &[&call, ".to_string()"], case.outcome.text()),
                (true, true) => test(case, &[&call, ".unwrap()", ".to_string()"], case.outcome.text()),
                (false, _) if panics(case) => panicking(case, &plain),
                (false, _) => test(case, &[&call, ".unwrap_err()", ".to_string()"], case.outcome.text()),
            }
        };
        let tests: Vec<String> = suite.cases.iter().map(written).collect();
        Ok(format!("{}\n{import}{}", head(&suite), tests.join("\n")))
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let tests = suite.cases.iter().zip(&process.expected).map(|(case, expected)| {
            let values: Vec<String> = expected.values.iter().map(|value| text(value)).collect();
            let call = call("run", &values);
            match expected.code == process.ok {
                true => test(case, &[&call, ".unwrap()"], &expected.text),
                false => {
                    let said = format!("exit status {}: {}", expected.code, expected.text);
                    test(case, &[&call, ".unwrap_err()"], &said)
                }
            }
        });
        let tests: Vec<String> = tests.collect();
        format!("{}\n{}\n{}", head(suite), run(process), tests.join("\n"))
    }
}

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
fn test(case: &Case, seen: &[&str], expected: &str) -> String {
    let (panics, name) = match case.is_fault() {
        true => ("#[should_panic(expected = \"known fault\")]\n", "assert_ne!"),
        false => ("", "assert_eq!"),
    };
    let mut items = vec![chain(seen), text(expected)];
    items.extend(case.is_fault().then(|| "\"known fault\"".to_string()));
    let line = items.join(", ");
    let lines = match line.width() <= NARROW && !line.contains('\n') {
        true => format!("    {name}({line});\n"),
        false => format!("    {name}(\n        {}\n    );\n", items.join(",\n        ")),
    };
    format!("{}{panics}fn {}() {{\n{lines}}}\n", attributes(case), function_name(case))
}

/// A call and what is called on its result, on one line if that is short enough; rustfmt is more patient with one dot
/// than with two.
fn chain(parts: &[&str]) -> String {
    if parts[0].contains('\n') {
        return parts.join("\n        ");
    }
    let line = parts.concat();
    let most = if parts.len() == 2 { WIDTH - "        ,".len() } else { NARROW };
    if line.width() <= most { line } else { parts.join("\n            ") }
}

/// A call within an assertion: long arguments stand below each other.
fn call(function: &str, values: &[String]) -> String {
    let line = values.join(", ");
    if values.len() < 2 || line.width() <= NARROW {
        return format!("{function}({line})");
    }
    let argument = |value: &String| match value.strip_suffix(PARSED) {
        Some(text) if value.width() > NARROW => [text, ".parse()", ".unwrap()"].join("\n                "),
        _ => value.clone(),
    };
    let arguments: Vec<String> = values.iter().map(argument).collect();
    format!("{function}(\n            {}\n        )", arguments.join(",\n            "))
}

/// What makes a number of a text.
const PARSED: &str = ".parse().unwrap()";

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
    let parameters = process.names(TAKEN);
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
    let (success, failure) = process.streams(["shown(&done.stdout)", "shown(&done.stderr)", "String::new()"]);
    format!(
        "use std::io::Write;\nuse std::process::{{Command, Stdio}};\n\n\
         /// What is said, without the line ends at the end; an error if the exit code is not {}.\n\
         fn run({}) -> Result<String, String> {{\n    let mut child = Command::new({program})\n{arguments}        \
         .stdin(Stdio::piped())\n        .stdout(Stdio::piped())\n        .stderr(Stdio::piped())\n        \
         .spawn()\n        .expect(\"the program starts\");\n    \
         let mut stdin = child.stdin.take().expect(\"a pipe\");\n    \
         let _ = stdin.write_all({}.as_bytes());\n    drop(stdin);\n    \
         let done = child.wait_with_output().expect(\"the program ends\");\n    \
         match done.status.code() {{\n        Some({}) => Ok({success}),\n        \
         Some(code) => Err(format!(\"exit status {{code}}: {{}}\", {failure})),\n        \
         None => Err(\"killed by a signal\".to_string()),\n    }}\n}}\n{}",
        process.ok,
        declared.join(", "),
        joined(&process.stdin),
        process.ok,
        if success == failure && process.success == Stream::Neither { "" } else { SHOWN },
    )
}

const SHOWN: &str = "
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.trim_end_matches(['\\r', '\\n']).to_string()
}
";

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
            format!("\"{value}\"{PARSED}")
        }
        value => value.to_string(),
    }
}
