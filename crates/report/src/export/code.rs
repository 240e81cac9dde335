//! What the languages share: which way a target is called, texts as literals, and lines that are not too long.

use autobva_core::{Invocation, Piece};

use super::process::Process;
use super::python_function::PythonFunction;
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// A language that tests are written in.
pub(crate) trait Language: Exporter {
    /// Tests that call a function of the language.
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError>;

    /// Tests that start a process.
    fn process(&self, suite: &Suite<'_>, process: &Process) -> String;
}

/// Writes the tests, calling the target in the most direct way that can show all that was observed.
pub(crate) fn write_tests(language: &dyn Language, request: &Request<'_>) -> Result<String, ExportError> {
    let suite = |name: String| Suite::new(request.dossier, name, request.settings, &request.chosen);
    let invocation = match (&request.settings.call, &request.dossier.invocation) {
        (Some(call), _) if !language.is_python() => {
            let suite = Suite { title: call, ..suite(called_name(call)) };
            return language.function(&suite, call);
        }
        (Some(call), found) => {
            PythonFunction::from_call(call)?;
            let found = found.clone().unwrap_or_default();
            Invocation { target: Some(call.clone()), program: Vec::new(), ..found }
        }
        (None, Some(found)) => found.clone(),
        (None, None) => return Err(ExportError::NoInvocation(request.dossier.target.name.clone())),
    };
    let suite = suite(name_of(&invocation).unwrap_or_else(|| request.dossier.target.name.clone()));
    if let Some(target) = invocation.target.as_deref().filter(|_| language.is_python())
        && PythonFunction::read(target).is_some()
        && !request.settings.python.converts
        && suite.cases.iter().all(super::python::shows_directly)
    {
        return language.function(&Suite { title: target, ..suite }, target);
    }
    let process = Process::program(&invocation, &suite).unwrap_or_else(|| Process::call(&invocation, &suite));
    Ok(language.process(&suite, &process))
}

/// Programs that run another one, which is what a name should be about.
const INTERPRETERS: &[&str] =
    &["bash", "cmd", "deno", "env", "java", "lua", "node", "perl", "php", "python", "python3", "ruby", "sh"];

/// What the target of a dossier is called in names.
pub(crate) fn name_of(invocation: &Invocation) -> Option<String> {
    if let Some(target) = &invocation.target {
        return Some(short_name(target));
    }
    let program = short_name(invocation.program.first()?);
    let is_file = |word: &&String| !word.starts_with('-') && !word.contains(['{', ' ', '=']);
    let names = invocation.program.iter().filter(is_file).map(|word| short_name(word));
    let script = names.into_iter().find(|name| !INTERPRETERS.contains(&name.as_str()));
    Some(script.filter(|_| INTERPRETERS.contains(&program.as_str())).unwrap_or(program))
}

/// What `--call` is called in names: the last part of its path.
pub(crate) fn called_name(call: &str) -> String {
    call.rsplit([':', '.']).next().unwrap_or(call).to_string()
}

/// The last part of a name, without folders and endings.
pub(crate) fn short_name(called: &str) -> String {
    let called = match called.strip_prefix("worker:") {
        Some(command) => command.split_whitespace().next().unwrap_or(command),
        None => called,
    };
    if let Some((_, function)) = called.rsplit_once(':').filter(|(_, function)| !function.contains('/')) {
        return function.replace('.', "_");
    }
    let file = called.rsplit('/').next().unwrap_or(called);
    let stem = file.split('.').find(|part| !part.is_empty()).unwrap_or(file);
    stem.to_string()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_named_after_what_is_run() {
        let name = |line: &str| {
            let program = line.split(' ').map(String::from).collect();
            name_of(&Invocation { program, ..Invocation::default() }).unwrap()
        };
        assert_eq!(name("/usr/bin/numfmt --to=si {n}"), "numfmt");
        assert_eq!(name("sh -e size.sh {n}"), "size");
        assert_eq!(name("env LC_ALL=C python3 tools/size.py {n}"), "size");
        assert_eq!(name("python3 -c {n}"), "python3");
    }
}
