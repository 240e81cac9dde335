//! What an export needs to know about a language: how it writes texts, words of a program and calls. A template
//! determines what the tests look like.

use autobva_core::{Calling, Invocation, Schema, TargetSpec, TemplatePart};
use minijinja::context;
use minijinja::value::Value;

use super::comments::comment;
use super::file::Tests;
use super::process::Process;
use super::python_function::PythonFunction;
use super::suite::Suite;
use super::{ExportError, Request};

/// A language in which tests are written.
pub(crate) trait Language: Sync {
    /// A text as a literal. Nothing in it can end the literal, be invisible in an editor, or change the direction of a line.
    fn literal(&self, text: &str) -> String;

    /// Names that parameters of a function that starts a process must not have, separated by spaces.
    fn taken(&self) -> &'static str;

    /// A word of a program as an expression: texts, and parameters by their names.
    fn word(&self, pieces: &[TemplatePart], names: &[String]) -> String {
        let shown = pieces.iter().map(|piece| match piece {
            TemplatePart::Text(part) => self.literal(part),
            TemplatePart::Value(index) => names[*index].clone(),
        });
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() { self.literal("") } else { shown.join(" + ") }
    }

    /// A text for the comment that begins the file.
    fn comment(&self, text: &str) -> String {
        comment(text)
    }

    /// The name of a test, given its name in letters, digits and `_`, and a description.
    fn test_name(&self, name: &str, _phrase: &str) -> String {
        name.to_string()
    }

    /// Additional values for the template of any file.
    fn about(&self, _suite: &Suite<'_>) -> Value {
        context! {}
    }

    /// Whether Python functions are called directly, so that it matters how they are called.
    fn is_python(&self) -> bool {
        false
    }

    /// The files that `--call` names, in the syntax of the language.
    fn files_called(&self, call: &str) -> Vec<String> {
        call.rsplit_once(':').map(|(file, _)| file.to_string()).into_iter().collect()
    }

    /// The tests of a format that leaves all calls to its user; `None` for others.
    fn without_calls<'a>(&self, _request: &Request<'a>) -> Result<Option<Tests<'a>>, ExportError> {
        Ok(None)
    }

    fn function<'a>(&self, suite: Suite<'a>, path: &str) -> Result<Tests<'a>, ExportError>;

    /// Whether a function of the language can be called with values of a schema.
    fn expresses(&self, schema: &Schema) -> bool;
}

/// Writes the tests. They call the target in the most direct way that shows everything that was observed.
pub(crate) fn write_tests(language: &dyn Language, request: &Request<'_>) -> Result<String, ExportError> {
    let tests = match language.without_calls(request)? {
        Some(tests) => tests,
        None => tests(language, request)?,
    };
    let given = context! { ..tests.given(language), ..language.about(&tests.suite) };
    request.template().render(given)
}

fn tests<'a>(language: &dyn Language, request: &Request<'a>) -> Result<Tests<'a>, ExportError> {
    let suite = |name: String| Suite::new(request.dossier, name, request.settings, &request.choice);
    let called = match (&request.settings.call, &request.dossier.called) {
        (Some(call), _) if !language.is_python() => {
            let suite = Suite { title: call.clone(), ..suite(called_name(call)) };
            let mut arguments = suite.signature.arguments().iter();
            if let Some(argument) = arguments.find(|argument| !language.expresses(argument.schema())) {
                let remedy = "leave --call out, and the tests go through autobva";
                let format = request.exporter.entry.name;
                return Err(ExportError(format!(
                    "the values of '{argument}' have no form in {format}; {remedy}"
                )));
            }
            return language.function(suite, call);
        }
        (Some(call), found) => python_spec(call, found.as_ref())?,
        (None, Some(found)) => found.clone(),
        (None, None) => {
            let name = &request.dossier.target.name;
            let remedy = "give a campaign (autobva find --campaign FILE), or name what to call with --call";
            return Err(ExportError(format!("the file does not say how {name} is called; {remedy}")));
        }
    };
    let suite = suite(called.name.clone());
    let process = match &called.calling {
        Calling::Python(function)
            if language.is_python() && PythonFunction(function.clone()).shows(&suite) =>
        {
            let path = function.to_string();
            return language.function(Suite { title: path.clone(), ..suite }, &path);
        }
        Calling::Program(program) => Process::program(program, &suite),
        Calling::Python(_) | Calling::Autobva => None,
    };
    let process = process.unwrap_or_else(|| Process::call(&called.invocation, &suite));
    Ok(Tests::of_process(language, suite, &process))
}

/// The Python function that `--call` names, with the options of the original target.
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

/// The name for `--call` in the names of tests: the last part of its path.
pub(crate) fn called_name(call: &str) -> String {
    call.rsplit([':', '.']).next().unwrap_or(call).to_string()
}

/// The quote that needs the fewest escapes.
pub(crate) fn best_quote(text: &str) -> char {
    let count = |quote: char| text.chars().filter(|&c| c == quote).count();
    if count('\'') < count('"') { '\'' } else { '"' }
}

/// A text in double quotes. `code` writes the characters that editors may not show.
pub(crate) fn quoted(text: &str, code: impl Fn(char) -> String) -> String {
    quoted_by('"', text, code)
}

/// A text between quotes of this kind.
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

/// A word as an expression: a literal, the name of a parameter, or a template of both. A template is written between
/// `open` and `close`, with values between `before` and `after`; `part` quotes a text within it.
pub(crate) fn interpolated(
    pieces: &[TemplatePart],
    names: &[String],
    text: fn(&str) -> String,
    part: impl Fn(&str) -> String,
    [open, before, after, close]: [&str; 4],
) -> String {
    let inside = |piece: &TemplatePart| match piece {
        TemplatePart::Text(shown) => {
            let quoted = part(shown);
            quoted[1..quoted.len() - 1].to_string()
        }
        TemplatePart::Value(index) => format!("{before}{}{after}", names[*index]),
    };
    match pieces {
        [] => text(""),
        [TemplatePart::Text(part)] => text(part),
        [TemplatePart::Value(index)] => names[*index].clone(),
        mixed => format!("{open}{}{close}", mixed.iter().map(inside).collect::<String>()),
    }
}
