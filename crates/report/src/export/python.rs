//! What pytest and unittest share: literals, comparisons, and how a process is called.

use autobva_core::{Piece, is_python_name};

use super::code::{best_quote, plain_word, quoted_by};
use super::comments::{comment, is_plain};
use super::layout::{Code, Layout};
use super::process::Process;
use super::python_function::here;
use super::suite::Case;

/// Lines as Black breaks them.
pub(crate) const BLACK: Layout = Layout { width: 88, step: 4 };

/// Names that an argument must not have: keywords, what the tests use themselves, and pytest's `request`.
pub(crate) const TAKEN: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield code error \
    expected kind message said wrong outcome request self str type pytest unittest caught done \
    subprocess sys Path result MODULE ROOT seen stdin words asyncio BaseException KeyboardInterrupt";

/// Exceptions that are nearly always Python's own.
pub(crate) const OWN_EXCEPTIONS: &[&str] = &[
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

/// The names of the parameters of the function that starts the process, none of which hides it.
pub(crate) fn process_parameters(process: &Process, function: &str) -> Vec<String> {
    process.names(&format!("{TAKEN} {function}"))
}

/// Whether calling the function shows what was observed. Where autobva had to look at the process, it does not; nor
/// where it has made texts the same that differ from run to run.
pub(crate) fn shows_directly(case: &Case) -> bool {
    let (text, type_name) = (case.outcome.text(), case.outcome.type_name());
    let is_steady =
        !text.contains(" at 0x…") && !text.contains('\u{fffd}') && !["set", "frozenset"].contains(&type_name);
    let is_long_number = type_name == "int" && text.len() > 4000;
    is_steady
        && !is_long_number
        && (case.outcome.is_valid() || (is_python_name(type_name) && !is_ending(type_name)))
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
    quoted_by(best_quote(text), text, escaped)
}

fn escaped(c: char) -> String {
    match c as u32 {
        _ if is_plain(c) => c.to_string(),
        code @ ..=0xff => format!("\\x{code:02x}"),
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// A word as an expression: the name of a parameter, a literal, or an f-string of both.
fn word(pieces: &[Piece], names: &[String]) -> String {
    let texts = pieces.iter().map(|piece| match piece {
        Piece::Text(part) => part.as_str(),
        Piece::Value(_) => "",
    });
    let quote = best_quote(&texts.collect::<String>());
    let in_braces = |piece: &Piece| match piece {
        Piece::Text(part) => {
            let literal = quoted_by(quote, part, escaped);
            literal[1..literal.len() - 1].replace('{', "{{").replace('}', "}}")
        }
        Piece::Value(index) => format!("{{{}}}", names[*index]),
    };
    let mixed = || format!("f{quote}{}{quote}", pieces.iter().map(in_braces).collect::<String>());
    plain_word(pieces, names, text).unwrap_or_else(mixed)
}

/// A docstring of one line.
pub(crate) fn docstring(title: &str) -> String {
    let title = comment(title).replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    format!("\"\"\"Boundaries of {title}, found by autobva.\"\"\"\n")
}

/// A literal that gets a name; Black puts one that is a little too long between brackets.
fn assigned(indent: usize, name: &str, literal: &str) -> String {
    let (margin, line) = (" ".repeat(indent), format!("{name} = {literal}"));
    match !BLACK.fits(indent, &line) && BLACK.fits(indent + BLACK.step, literal) {
        true => format!("{margin}{name} = (\n{margin}    {literal}\n{margin})\n"),
        false => format!("{margin}{line}\n"),
    }
}

/// Two literals as a tuple.
pub(crate) fn pair(first: String, second: String) -> Code {
    Code::list("(", &[first, second], ")")
}

/// How the answers of a function are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// All are texts.
    Text,
    /// All are whole numbers.
    Whole,
    /// All are true or false.
    Truth,
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
            ["bool"] => Comparison::Truth,
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
            Comparison::Whole | Comparison::Truth => vec![case.outcome.text().to_string()],
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

/// The lines that let a user stop the tests where every exception is caught.
pub(crate) fn stopped_by_user(indent: usize, class: &str, error: &str) -> String {
    let margin = " ".repeat(indent);
    format!("{margin}if {class} is KeyboardInterrupt:\n{margin}    raise {error}\n")
}

/// The result of a call gets a name. Where not even the name of the function has room beside it, Black puts the call
/// between brackets.
pub(crate) fn result(indent: usize, name: &str, call: &Code) -> String {
    let Code::Group { open, .. } = call else { return BLACK.line(indent, name, call, "\n") };
    let before = format!("{name} = ");
    let has_room = BLACK.fits(indent, &format!("{before}{open}"));
    if has_room || !BLACK.fits(indent + BLACK.step, open) {
        return BLACK.line(indent, &before, call, "\n");
    }
    let margin = " ".repeat(indent);
    format!("{margin}{before}(\n{}{margin})\n", BLACK.line(indent + BLACK.step, "", call, "\n"))
}

/// The first line of a function.
pub(crate) fn definition(indent: usize, name: &str, parameters: &[String]) -> String {
    BLACK.line(indent, "", &Code::list(format!("def {name}("), parameters, ")"), ":\n")
}

/// The function that tells what the target does, whatever it does. What a target raises need not be an `Exception`; a
/// user who wants to stop the tests still can.
pub(crate) fn outcome_function(call: &Code, parameters: &[String]) -> String {
    format!(
        "{}    \"\"\"The class and the text of what is returned or raised.\"\"\"\n    try:\n{}    \
         except BaseException as error:\n        if type(error) is KeyboardInterrupt:\n            \
         raise\n        result = error\n    \
         return type(result).__name__, str(result)\n",
        definition(0, "outcome", parameters),
        result(8, "result", call),
    )
}

/// The folder that processes start in, and the function that starts one.
pub(crate) fn process_function(name: &str, process: &Process, parameters: &[String], base: &str) -> String {
    let words: Vec<String> = process.words.iter().map(|pieces| word(pieces, parameters)).collect();
    let (assigned, stdin) = match process.stdin.as_slice() {
        [] => (String::new(), "b\"\""),
        pieces => (assigned(4, "stdin", &word(pieces, parameters)), "stdin.encode()"),
    };
    let (success, failure) = process.streams(["done.stdout", "done.stderr", "b\"\""]);
    let said = match success == failure {
        true => success.to_string(),
        false => format!("{success} if done.returncode == {} else {failure}", process.ok),
    };
    format!(
        "{}\n\n\n{}    \"\"\"The exit code, and what is said without the line ends at the end.\"\"\"\n{}\n{assigned}    \
         done = subprocess.run(words, cwd=ROOT, input={stdin}, capture_output=True)\n    said = {said}\n    \
         return done.returncode, said.decode(errors=\"replace\").rstrip(\"\\r\\n\")\n",
        BLACK.line(0, "ROOT = ", &here(base), ""),
        definition(0, name, parameters),
        BLACK.line(4, "words = ", &Code::list("[", &words, "]"), ""),
    )
}
