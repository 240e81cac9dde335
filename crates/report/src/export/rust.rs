//! Rust: one `#[test]` per case, known faults as `#[should_panic]`.

use autobva_core::{Entry, Float, Int, IntType, ListKind, Piece, RecordKind, Schema, Shape, Union};
use unicode_width::UnicodeWidthStr;

use super::choice::Mark;
use super::code::{Language, plain_word, quoted, write_tests};
use super::comments::{comment, commented, is_plain};
use super::layout::Code;
use super::literals::Literals;
use super::process::{Process, Stream};
use super::rust_call::{Call, NARROW, RUSTFMT, composed, named};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// Names that an argument must not have.
const TAKEN: &str = "Self abstract as async await become box break const continue crate do dyn else enum extern false \
    final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
    static struct super trait true try type typeof unsafe unsized use virtual where while yield child \
    done input program said seen stdin code run shown text word drop Err None Ok Some Stdio";

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
        let names = suite.parameters(&format!("{TAKEN} {function}"));
        let written = |case: &Case| {
            let call = Call::new(function, &names, case.input.iter().map(|value| cut(self.value(value))));
            let said = case.outcome.text();
            match (case.outcome.is_valid(), is_result) {
                (true, false) => test(case, call, ".to_string()", said),
                (true, true) => test(case, call, ".unwrap().to_string()", said),
                (false, _) if panics(case) => panicking(case, call),
                (false, _) => test(case, call, ".unwrap_err().to_string()", said),
            }
        };
        let bodies: Vec<Body> = suite.cases.iter().map(written).collect();
        Ok(format!("{}\n{import}{}", head(&suite), tests(&suite, &bodies)))
    }

    fn expresses(&self, schema: &Schema) -> bool {
        Literals::expresses(self, schema)
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let names = process.names(TAKEN);
        let bodies = suite.cases.iter().zip(&process.expected).map(|(case, expected)| {
            let values = expected.values.iter().map(|value| (text(value), ""));
            let call = Call::new("run", &names, values);
            match expected.code == process.ok {
                true => test(case, call, ".unwrap()", &expected.text),
                false => {
                    let said = format!("exit status {}: {}", expected.code, expected.text);
                    test(case, call, ".unwrap_err()", &said)
                }
            }
        });
        let bodies: Vec<Body> = bodies.collect();
        format!("{}\n{}\n{}", head(suite), run(process), tests(suite, &bodies))
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
        Mark::Fault(note) => commented("", "//", &format!("Known fault: {note}")) + "#[test]\n",
    }
}

/// What a test does with a case, and how it must end.
struct Body {
    /// What stands before the function if it must panic.
    panics: String,
    lines: String,
}

/// The tests: what must hold of a boundary is one; what panics, is a known fault or unclear is one for each case.
fn tests(suite: &Suite<'_>, bodies: &[Body]) -> String {
    let mut tests = Vec::new();
    for (index, family) in suite.families.iter().enumerate() {
        let cases = suite.cases.iter().zip(bodies).filter(|(case, _)| case.family == index);
        let (together, alone): (Vec<_>, Vec<_>) = cases.partition(|(case, body)| {
            family.is_boundary() && case.mark == Mark::Guard && body.panics.is_empty()
        });
        if !together.is_empty() {
            let lines: String = together.iter().map(|(_, body)| body.lines.as_str()).collect();
            tests.push(format!("#[test]\n{}{lines}}}\n", definition(&family.name)));
        }
        tests.extend(alone.into_iter().map(|(case, Body { panics, lines })| {
            format!("{}{panics}{}{lines}}}\n", attributes(case), definition(&case.name))
        }));
    }
    tests.join("\n")
}

/// A known fault is asserted not to be there, which panics as long as it is.
fn test(case: &Case, mut call: Call, after: &str, expected: &str) -> Body {
    let (panics, name) = match case.is_fault() {
        true => ("#[should_panic(expected = \"known fault\")]\n", "assert_ne!"),
        false => ("", "assert_eq!"),
    };
    let mut items = vec![call.seen(after), text(expected)];
    items.extend(case.is_fault().then(|| "\"known fault\"".to_string()));
    let line = items.join(", ");
    let lines = match line.width() <= NARROW {
        true => format!("    {name}({line});\n"),
        false => format!("    {name}(\n        {}\n    );\n", items.join(",\n        ")),
    };
    Body { panics: panics.to_string(), lines: call.prelude + &lines }
}

/// A panic is a test that should panic, be it right or wrong.
fn panicking(case: &Case, call: Call) -> Body {
    let message = format!("expected = {}", text(case.outcome.text()));
    let panics = match RUSTFMT.fits(0, &format!("#[should_panic({message})]")) {
        true => format!("#[should_panic({message})]"),
        false => format!("#[should_panic(\n    {message}\n)]"),
    };
    let line = call.line("");
    Body { panics: panics + "\n", lines: call.prelude + &line }
}

/// The first line of a test; rustfmt lets the brace go where the name leaves no room for it.
fn definition(name: &str) -> String {
    let name = super::names::identifier(&name.to_lowercase(), TAKEN);
    let line = format!("fn {name}() {{");
    let room = RUSTFMT.width - "fn () {".len();
    match name.len() {
        length if length <= room => line + "\n",
        // Whatever the reason, the brace goes to the beginning of a line only if it would have been the last character.
        length if length <= room + 2 => format!("fn {name}()\n{{\n"),
        _ => format!("fn {name}()\n {{\n"),
    }
}

/// The function that starts the process.
fn run(process: &Process) -> String {
    let parameters = process.names(TAKEN);
    let (prelude, child) = child(process, &parameters);
    let declared: Vec<String> = parameters.iter().map(|name| format!("{name}: &str")).collect();
    let declared = Code::list("fn run(", &declared, ")");
    let (success, failure) = process.streams(["shown(&done.stdout)", "shown(&done.stderr)", "String::new()"]);
    format!(
        "use std::io::Write;\nuse std::process::{{Command, Stdio}};\n\n\
         /// What is said, without the line ends at the end; an error if the exit code is not {}.\n\
         {}{prelude}{child}        \
         .stdin(Stdio::piped())\n        .stdout(Stdio::piped())\n        .stderr(Stdio::piped())\n        \
         .spawn()\n        .expect(\"the program starts\");\n    \
         let mut stdin = child.stdin.take().expect(\"a pipe\");\n    \
         let _ = stdin.write_all(input.as_bytes());\n    drop(stdin);\n    \
         let done = child.wait_with_output().expect(\"the program ends\");\n    \
         match done.status.code() {{\n        Some({}) => Ok({success}),\n        \
         Some(code) => Err(format!(\"exit status {{code}}: {{}}\", {failure})),\n        \
         None => Err(\"killed by a signal\".to_string()),\n    }}\n}}\n{}",
        process.ok,
        RUSTFMT.line(0, "", &declared, " -> Result<String, String> {\n"),
        process.ok,
        if success == failure && process.success == Stream::Neither { "" } else { SHOWN },
    )
}

/// The lines that give names to what is long and to the input, and the beginning of those that start the program.
fn child(process: &Process, parameters: &[String]) -> (String, String) {
    let mut prelude = String::new();
    let mut words = process.words.iter().map(|pieces| word(pieces, parameters));
    let mut program = words.next().map_or_else(String::new, |(program, _)| program);
    if !RUSTFMT.fits(4, &format!("let mut child = Command::new({program})")) {
        prelude.push_str(&named("program", &program));
        program = "program".into();
    }
    let mut child = format!("    let mut child = Command::new({program})\n");
    for (number, (word, is_composed)) in words.enumerate() {
        let is_long = word.width() + "format!()".len() > NARROW;
        child.push_str(&match (is_composed, is_long) {
            (false, _) => argument(&word),
            (true, false) => format!("        .arg(format!({word}))\n"),
            (true, true) => {
                let mut name = format!("word_{}", number + 1);
                while parameters.contains(&name) {
                    name.push('_');
                }
                prelude.push_str(&composed(&name, &word));
                format!("        .arg({name})\n")
            }
        });
    }
    prelude.push_str(&match word(&process.stdin, parameters) {
        (template, true) => composed("input", &template),
        (literal, false) => named("input", &literal),
    });
    (prelude, child)
}

/// A word of a program that is always the same, or a value.
fn argument(word: &str) -> String {
    let line = format!(".arg({word})");
    match !RUSTFMT.fits(8, &line) && RUSTFMT.fits(12, &format!("{word},")) {
        true => format!("        .arg(\n            {word},\n        )\n"),
        false => format!("        {line}\n"),
    }
}

/// A word as an expression, the name of a parameter or a literal; or as a template for `format!`, where it is both.
fn word(pieces: &[Piece], names: &[String]) -> (String, bool) {
    let in_template = |piece: &Piece| match piece {
        Piece::Text(part) => {
            let literal = text(&part.replace('{', "{{").replace('}', "}}"));
            literal[1..literal.len() - 1].to_string()
        }
        Piece::Value(index) => format!("{{{}}}", names[*index]),
    };
    match plain_word(pieces, names, text) {
        Some(word) => (word, false),
        None => (format!("\"{}\"", pieces.iter().map(in_template).collect::<String>()), true),
    }
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

/// What is called on the digits of a number that has no literal.
const PARSED: &str = ".parse().unwrap()";

/// The type of a literal is what the function takes.
impl Literals for Rust {
    fn integer(&self, int: &Int) -> String {
        let number = int.number();
        match number.to_i128().is_some() || IntType::UInt128.holds(number) {
            true => number.to_string(),
            false => format!("\"{number}\"{PARSED}"),
        }
    }

    fn float(&self, float: &Float) -> String {
        let ty = float.ty().declared_name();
        match float.value() {
            x if x.is_nan() => format!("{ty}::NAN"),
            f64::INFINITY => format!("{ty}::INFINITY"),
            f64::NEG_INFINITY => format!("{ty}::NEG_INFINITY"),
            _ => float.to_string(),
        }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }

    fn nothing(&self) -> String {
        "None".into()
    }

    fn list(&self, _kind: ListKind, items: Vec<Code>, _path: &str) -> Code {
        Code::group("vec![", items, "]")
    }

    /// Only tuples have literals; one of a single value has a comma.
    fn record(&self, _shape: &Shape, values: Vec<Code>) -> Code {
        match values.as_slice() {
            [one] => Code::atom(format!("({},)", one.flat())),
            _ => Code::group("(", values, ")"),
        }
    }

    fn alternative(&self, _union: &Union, value: Code) -> Code {
        match value.flat() == self.nothing() {
            true => value,
            false => Code::group("Some(", vec![value], ")"),
        }
    }

    /// Numbers, texts, lists, tuples, and each of these or nothing.
    fn expresses(&self, schema: &Schema) -> bool {
        match schema {
            Schema::Int(_) | Schema::Float(_) | Schema::Text(_) => true,
            Schema::Choice(choice) => choice.holds_only_texts(),
            Schema::List(list) => list.kind() == ListKind::List && Literals::expresses(self, list.item()),
            Schema::Record(record) => {
                *record.kind() == RecordKind::Tuple
                    && record.fields().iter().all(|field| Literals::expresses(self, field))
            }
            Schema::Union(union) => union.optional().is_some_and(|one| Literals::expresses(self, one)),
            Schema::Bytes(_) | Schema::Decimal(_) | Schema::Moment(_) => false,
        }
    }
}

/// A literal, and what is called on it.
fn cut(literal: String) -> (String, &'static str) {
    match literal.strip_suffix(PARSED) {
        Some(digits) => (digits.to_string(), PARSED),
        None => (literal, ""),
    }
}
