//! What the languages share: which way a target is called, texts as literals, and lines that are not too long.

use autobva_core::{Calling, Invocation, Piece, Schema, TargetSpec};

use super::process::Process;
use super::python_function::PythonFunction;
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// A language that tests are written in.
pub(crate) trait Language: Exporter {
    /// Tests that call a function of the language.
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError>;

    /// Whether a function of the language can be called with what a schema takes.
    fn expresses(&self, schema: &Schema) -> bool;

    /// Tests that start a process.
    fn process(&self, suite: &Suite<'_>, process: &Process) -> String;
}

/// Writes the tests, calling the target in the most direct way that can show all that was observed.
pub(crate) fn write_tests(language: &dyn Language, request: &Request<'_>) -> Result<String, ExportError> {
    let suite = |name: String| Suite::new(request.dossier, name, request.settings, &request.choice);
    let called = match (&request.settings.call, &request.dossier.called) {
        (Some(call), _) if !language.is_python() => {
            let suite = Suite { title: call, ..suite(called_name(call)) };
            let mut arguments = suite.signature.arguments().iter();
            if let Some(argument) = arguments.find(|argument| !language.expresses(argument.schema())) {
                let (format, argument) = (language.entry().name, argument.to_string());
                return Err(ExportError::NotExpressible { format, argument });
            }
            return language.function(&suite, call);
        }
        (Some(call), found) => python_spec(call, found.as_ref())?,
        (None, Some(found)) => found.clone(),
        (None, None) => return Err(ExportError::NoInvocation(request.dossier.target.name.clone())),
    };
    let suite = suite(called.name.clone());
    let process = match &called.calling {
        Calling::Python(function)
            if language.is_python() && PythonFunction(function.clone()).shows(&suite) =>
        {
            let path = function.to_string();
            return language.function(&Suite { title: &path, ..suite }, &path);
        }
        Calling::Program(program) => Process::program(program, &suite),
        Calling::Python(_) | Calling::Autobva => None,
    };
    let process = process.unwrap_or_else(|| Process::call(&called.invocation, &suite));
    Ok(language.process(&suite, &process))
}

/// What `--call` names for tests in Python, under the options of what was found.
fn python_spec(call: &str, found: Option<&TargetSpec>) -> Result<TargetSpec, ExportError> {
    let function = PythonFunction::from_call(call)?.0;
    let found = found.map(|found| found.invocation.clone()).unwrap_or_default();
    Ok(TargetSpec {
        invocation: Invocation { target: Some(call.to_string()), program: Vec::new(), ..found },
        name: function.name(),
        files: function.files(),
        calling: Calling::Python(function),
    })
}

/// What `--call` is called in names: the last part of its path.
pub(crate) fn called_name(call: &str) -> String {
    call.rsplit([':', '.']).next().unwrap_or(call).to_string()
}

/// The quote that needs the fewest escapes, as formatters choose it.
pub(crate) fn best_quote(text: &str) -> char {
    let count = |quote: char| text.chars().filter(|&c| c == quote).count();
    if count('\'') < count('"') { '\'' } else { '"' }
}

/// A text in double quotes. Whatever could end the literal, hide in an editor or change the direction of the line is
/// escaped by `code`.
pub(crate) fn quoted(text: &str, code: impl Fn(char) -> String) -> String {
    quoted_by('"', text, code)
}

/// A text between quotes of that kind.
pub(crate) fn quoted_by(quote: char, text: &str, code: impl Fn(char) -> String) -> String {
    let mut literal = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => literal.push_str("\\\\"),
            c if c == quote => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c if c == ' ' || c.is_ascii_graphic() => literal.push(c),
            c => literal.push_str(&code(c)),
        }
    }
    literal.push(quote);
    literal
}

/// A word as an expression where it is all literal or all one parameter; none where it is a mixture, which each language
/// writes in its own way.
pub(crate) fn plain_word(pieces: &[Piece], names: &[String], text: fn(&str) -> String) -> Option<String> {
    match pieces {
        [] => Some(text("")),
        [Piece::Text(part)] => Some(text(part)),
        [Piece::Value(index)] => Some(names[*index].clone()),
        _ => None,
    }
}

/// A list between brackets: on one line if it fits, else one item per line, each with a comma.
pub(crate) fn listed(indent: usize, width: usize, open: &str, items: &[String], close: &str) -> String {
    let margin = " ".repeat(indent);
    let line = format!("{margin}{open}{}{close}", items.join(", "));
    if line.chars().count() <= width && !line.contains('\n') {
        return line;
    }
    let items: String = items.iter().map(|item| format!("{margin}    {item},\n")).collect();
    format!("{margin}{open}\n{items}{margin}{close}")
}

/// Those cases that answer, and those that fail.
pub(crate) fn by_validity<'a>(cases: &[&'a Case]) -> (Vec<&'a Case>, Vec<&'a Case>) {
    cases.iter().partition(|case| case.outcome.is_valid())
}
