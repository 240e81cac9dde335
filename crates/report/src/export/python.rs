//! What pytest and unittest share: literals, imports, and how a function or a process is called.

use autobva_core::{Piece, Value};

use super::ExportError;
use super::code::{is_plain, quoted_by};
use super::process::{Process, expression};
use super::suite::{Case, Suite};

/// The longest line, as Black has it.
pub(crate) const WIDTH: usize = 88;

/// Names that an argument must not have: keywords, what the tests use themselves, and pytest's `request`.
const TAKEN: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield code error \
    expected kind message said wrong outcome request self str type pytest unittest caught done \
    subprocess sys Path result ROOT stdin words";

/// Exceptions that are nearly always Python's own.
const OWN_EXCEPTIONS: &[&str] = &[
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "IndexError",
    "KeyError",
    "LookupError",
    "NotImplementedError",
    "OverflowError",
    "RecursionError",
    "RuntimeError",
    "TypeError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "ValueError",
    "ZeroDivisionError",
];

/// A Python function as a target names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PythonFunction {
    place: String,
    is_file: bool,
    /// The dotted name within the module.
    path: String,
}

impl PythonFunction {
    /// Reads `path/file.py:function` or `package.module:function`.
    pub(crate) fn read(text: &str) -> Option<PythonFunction> {
        let (place, path) = text.rsplit_once(':')?;
        let is_file = place.ends_with(".py") || place.contains('/');
        let is_dotted = |names: &str| names.split('.').all(is_name);
        let reads = is_dotted(path) && (is_file || is_dotted(place));
        reads.then(|| PythonFunction { place: place.into(), is_file, path: path.into() })
    }

    /// Reads what `--call` says.
    pub(crate) fn from_call(call: &str) -> Result<PythonFunction, ExportError> {
        PythonFunction::read(call).ok_or_else(|| ExportError::BadCall {
            call: call.to_string(),
            expected: "write file.py:function or package.module:function",
        })
    }

    /// The name that is imported.
    fn imported(&self) -> &str {
        self.path.split('.').next().unwrap_or(&self.path)
    }

    /// The modules of the standard library, and the lines that import the function.
    pub(crate) fn import(&self, suite: &Suite<'_>) -> (Vec<&'static str>, String) {
        let (calling, is_here) = suite.python;
        let mut modules = if calling.is_awaited { vec!["import asyncio"] } else { Vec::new() };
        let name = self.imported();
        let (folder, file) = match self.is_file {
            true => self.place.rsplit_once('/').unwrap_or(("", &self.place)),
            false => ("", self.place.as_str()),
        };
        let module = if self.is_file { file.strip_suffix(".py").unwrap_or(file) } else { file };
        if !self.is_file && !is_here {
            return (modules, format!("from {module} import {name}\n"));
        }
        let folder = here(&joined(suite.base, folder));
        if self.is_file && (!is_name(module) || TAKEN.split(' ').any(|word| word == module)) {
            modules.extend(["import runpy", "from pathlib import Path"]);
            let load = format!("{name} = runpy.run_path(str({folder} / {}))[{}]\n", text(file), text(name));
            return (modules, load);
        }
        modules.extend(["import sys", "from pathlib import Path"]);
        let path = format!("sys.path.insert(0, str({folder}))\n\n");
        (modules, format!("{path}from {module} import {name}  # noqa: E402\n"))
    }

    /// A call with these arguments.
    pub(crate) fn call(&self, suite: &Suite<'_>, values: &[String]) -> String {
        let (calling, _) = suite.python;
        let by_name = |name: &str| calling.keywords.iter().any(|keyword| keyword == name);
        let arguments = suite.signature.arguments().iter().zip(values);
        let arguments = arguments.map(|(argument, value)| match by_name(argument.name()) {
            true => format!("{}={value}", argument.name()),
            false => value.clone(),
        });
        let function = match self.path.rsplit_once('.') {
            Some((class, method)) if calling.on_object => format!("{class}().{method}"),
            _ => self.path.clone(),
        };
        let call = format!("{function}({})", arguments.collect::<Vec<_>>().join(", "));
        if calling.is_awaited { format!("asyncio.run({call})") } else { call }
    }

    /// The names of the parameters, none of which hides the function.
    pub(crate) fn parameters(&self, suite: &Suite<'_>) -> Vec<String> {
        suite.parameters(&format!("{TAKEN} {}", self.imported()))
    }
}

/// The words that have no place in a name of ours.
pub(crate) fn process_parameters(process: &Process) -> Vec<String> {
    process.names(TAKEN)
}

/// Whether Python takes it for a name.
fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && characters.all(|c| c.is_alphanumeric() || c == '_')
}

/// The one path after the other; an absolute one stands alone.
fn joined(base: &str, folder: &str) -> String {
    match (base, folder) {
        (base, "" | ".") => base.to_string(),
        ("", folder) => folder.to_string(),
        (_, folder) if folder.starts_with('/') => folder.to_string(),
        (base, folder) => format!("{base}/{folder}"),
    }
}

/// A folder as seen from the file of the tests.
fn here(folder: &str) -> String {
    let own = "Path(__file__).resolve().parent";
    if folder.is_empty() { own.to_string() } else { format!("{own} / {}", text(folder)) }
}

/// Whether calling the function shows what was observed. Where autobva had to look at the process, it does not; nor
/// where it has made texts the same that differ from run to run.
pub(crate) fn shows_directly(case: &Case) -> bool {
    let (text, type_name) = (case.outcome.text(), case.outcome.type_name());
    let is_steady =
        !text.contains(" at 0x…") && !text.contains('\u{fffd}') && !["set", "frozenset"].contains(&type_name);
    let is_long_number = type_name == "int" && text.len() > 4000;
    is_steady && !is_long_number && (case.outcome.is_valid() || (is_name(type_name) && !is_ending(type_name)))
}

/// Outcomes that are seen from outside only.
fn is_ending(type_name: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "Timeout",
        "OutOfMemory",
        "OutputTooLong",
        "ClosedPipe",
        "BadAnswer",
        "KeyboardInterrupt",
        "GeneratorExit",
    ];
    ENDINGS.contains(&type_name)
}

/// A text as a literal, in the quotes that need the fewest escapes.
pub(crate) fn text(text: &str) -> String {
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    quoted_by(quote, text, |c| match c as u32 {
        _ if is_plain(c) => c.to_string(),
        code @ ..=0xff => format!("\\x{code:02x}"),
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    })
}

/// A value as a literal.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::Text(value) => text(value),
        Value::Float(float) if !float.value().is_finite() => {
            format!("float(\"{}\")", value.to_string().to_lowercase())
        }
        value => match value.to_string().as_str() {
            "true" => "True".into(),
            "false" => "False".into(),
            number => number.into(),
        },
    }
}

/// Two literals as a tuple within the arguments of a call.
pub(crate) fn pair(first: String, second: String) -> String {
    super::code::listed(12, WIDTH - 1, "(", &[first, second], ")").trim_start().to_string()
}

/// How the answers of a function are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// All are texts.
    Text,
    /// All are whole numbers.
    Whole,
    /// All are of one type: by their texts.
    Shown,
    /// Types differ: by type and text.
    Typed,
}

impl Comparison {
    pub(crate) fn of(valid: &[&Case]) -> Comparison {
        let mut types: Vec<&str> = valid.iter().map(|case| case.outcome.type_name()).collect();
        types.sort_unstable();
        types.dedup();
        match types.as_slice() {
            ["str"] => Comparison::Text,
            ["int"] => Comparison::Whole,
            [_] => Comparison::Shown,
            _ => Comparison::Typed,
        }
    }

    /// The columns of what is expected.
    pub(crate) fn columns(self) -> Vec<String> {
        let columns: &[&str] = if self == Comparison::Typed { &["kind", "expected"] } else { &["expected"] };
        columns.iter().map(|column| column.to_string()).collect()
    }

    /// What is expected.
    pub(crate) fn expected(self, case: &Case) -> Vec<String> {
        match self {
            Comparison::Whole => vec![case.outcome.text().to_string()],
            Comparison::Typed => vec![text(case.outcome.type_name()), text(case.outcome.text())],
            Comparison::Text | Comparison::Shown => vec![text(case.outcome.text())],
        }
    }
}

/// The exception of a case: its class if it is nearly certainly Python's own, else the name of its class.
pub(crate) fn exception(case: &Case, by_class: bool) -> String {
    if by_class { case.outcome.type_name().to_string() } else { text(case.outcome.type_name()) }
}

/// Whether all exceptions can be given by their classes.
pub(crate) fn are_own_exceptions(errors: &[&Case]) -> bool {
    errors.iter().all(|case| OWN_EXCEPTIONS.contains(&case.outcome.type_name()))
}

/// The function that tells what the target does, whatever it does.
pub(crate) fn outcome_function(call: &str, parameters: &[String]) -> String {
    format!(
        "def outcome({}):\n    \"\"\"The class and the text of what is returned or raised.\"\"\"\n    try:\n        \
         result = {call}\n    except Exception as error:\n        result = error\n    \
         return type(result).__name__, str(result)\n",
        parameters.join(", ")
    )
}

/// The folder that processes start in, and the function that starts one.
pub(crate) fn process_function(name: &str, process: &Process, parameters: &[String], base: &str) -> String {
    let joined = |pieces: &[Piece]| expression(pieces, parameters, text);
    let words: Vec<String> = process.words.iter().map(|pieces| joined(pieces)).collect();
    let words = super::code::listed(4, WIDTH, "words = [", &words, "]");
    let stdin = joined(&process.stdin);
    let (success, failure) = process.streams(["done.stdout", "done.stderr", "b\"\""]);
    let said = match success == failure {
        true => success.to_string(),
        false => format!("{success} if done.returncode == {} else {failure}", process.ok),
    };
    format!(
        "ROOT = {}\n\n\ndef {name}({}):\n    \
         \"\"\"The exit code, and what is said without the line ends at the end.\"\"\"\n{words}\n    \
         stdin = {stdin}\n    \
         done = subprocess.run(words, cwd=ROOT, input=stdin.encode(), capture_output=True)\n    said = {said}\n    \
         return done.returncode, said.decode(errors=\"replace\").rstrip(\"\\r\\n\")\n",
        here(base),
        parameters.join(", "),
    )
}
