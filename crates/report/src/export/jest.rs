//! Jest: a table for `test.each`, known faults in `test.failing.each`.

use autobva_core::{Entry, Integer, Piece, Value};

use super::choice::Purpose;
use super::code::{Language, comment, is_plain, quoted_by, write_tests};
use super::process::{Process, expression};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// Names that an argument must not have.
const TAKEN: &str = "arguments await break case catch class const continue debugger default delete do else enum eval \
    export extends false finally for function if implements import in instanceof interface let new null \
    package private protected public return static super switch this throw true try typeof var void \
    while with yield code done expect name outcome path require run said spawnSync test undefined";

/// Jest.
pub(crate) struct Jest;

impl Exporter for Jest {
    fn entry(&self) -> Entry {
        Entry { name: "jest", help: "JavaScript tests for Jest: tables, known faults as test.failing" }
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Jest {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$".contains(c));
        let Some((module, function)) = path.rsplit_once(':').filter(|(_, f)| f.split('.').all(is_name))
        else {
            let expected = "write module:function, such as ./shop.js:discount";
            return Err(ExportError::BadCall { call: path.to_string(), expected });
        };
        let imported = function.split('.').next().unwrap_or(function);
        let module = match module.strip_prefix("./").unwrap_or(module) {
            local if module.starts_with('.') && suite.base.is_empty() => format!("./{local}"),
            local if module.starts_with('.') => format!("{}/{local}", suite.base),
            _ => module.to_string(),
        };
        let parameters = suite.parameters(&format!("{TAKEN} {imported}"));
        let row = |case: &Case| {
            let error = if case.outcome.is_valid() { "null".into() } else { text(case.outcome.type_name()) };
            let values = case.input.iter().map(value).collect();
            [values, vec![error, text(case.outcome.text())]].concat()
        };
        let rows: Vec<Vec<String>> = suite.cases.iter().map(row).collect();
        let call = format!("outcome(() => {function}({}))", parameters.join(", "));
        let head = format!("const {{ {imported} }} = require({});\n", text(&module));
        Ok(format!(
            "{}{head}\n{OUTCOME}\n{}",
            title(suite),
            tables(suite, &parameters, ["error", "said"], rows, &call)
        ))
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let parameters = process.names(TAKEN);
        let row = |expected: &super::process::Expected| {
            let values = expected.values.iter().map(|value| text(value)).collect();
            [values, vec![expected.code.to_string(), text(&expected.text)]].concat()
        };
        let rows = process.expected.iter().map(row).collect();
        let call = format!("run({})", parameters.join(", "));
        let run = run(process, &parameters, suite.base);
        format!("{}{run}\n{}", title(suite), tables(suite, &parameters, ["code", "said"], rows, &call))
    }
}

/// What a function does: the name of an error or null, and the text of what it returns or throws.
const OUTCOME: &str = "\
// The name of the error, or null, and the text of what is returned or thrown.
function outcome(call) {
  try {
    return [null, String(call())];
  } catch (error) {
    return [error.name, error.message];
  }
}
";

fn title(suite: &Suite<'_>) -> String {
    format!("// Boundaries of {}, found by autobva.\n\n", comment(suite.title))
}

/// A table for each kind of mark that there is.
fn tables(
    suite: &Suite<'_>,
    parameters: &[String],
    seen: [&str; 2],
    rows: Vec<Vec<String>>,
    call: &str,
) -> String {
    let kinds = [
        ("test.each", "toEqual", Purpose::Guard),
        ("test.skip.each", "toEqual", Purpose::Question),
        ("test.failing.each", "not.toEqual", Purpose::Fault),
    ];
    let columns = [&["name".to_string()], parameters, &seen.map(String::from)].concat().join(", ");
    let table = |(test, matcher, purpose): (&str, &str, Purpose)| {
        let rows: String = (suite.cases.iter().zip(&rows))
            .filter(|(case, _)| case.mark.purpose() == purpose)
            .map(|(case, row)| listed(&[vec![text(&case.title())], row.clone()].concat()))
            .collect();
        let body = format!("    expect({call}).{matcher}([{}]);\n", seen.join(", "));
        (!rows.is_empty())
            .then(|| format!("  {test}([\n{rows}  ])(\"%s\", ({columns}) => {{\n{body}  }});\n"))
    };
    let tables: Vec<String> = kinds.into_iter().filter_map(table).collect();
    format!("describe({}, () => {{\n{}}});\n", text(&suite.name), tables.join("\n"))
}

/// Prettier breaks a line at 80 columns.
fn listed(items: &[String]) -> String {
    super::code::listed(4, 79, "[", items, "]").replace(&format!("\n{}", " ".repeat(8)), "\n      ") + ",\n"
}

/// The function that starts the process.
fn run(process: &Process, parameters: &[String], base: &str) -> String {
    let joined = |pieces: &[Piece]| expression(pieces, parameters, text);
    let words: Vec<String> = process.words.iter().map(|pieces| joined(pieces)).collect();
    let (program, arguments) = words.split_first().map_or((String::new(), &[][..]), |(p, a)| (p.clone(), a));
    let arguments = super::code::listed(2, 80, "const words = [", arguments, "];")
        .replace(&format!("\n{}", " ".repeat(6)), "\n    ");
    let stdin = joined(&process.stdin);
    let folder = match base {
        "" => "__dirname".to_string(),
        base => format!("path.join(__dirname, {})", text(base)),
    };
    let path = if base.is_empty() { "" } else { "const path = require(\"node:path\");\n" };
    let (success, failure) = process.streams(["done.stdout", "done.stderr", "\"\""]);
    let said = match success == failure {
        true => success.to_string(),
        false => format!("done.status === {} ? {success} : {failure}", process.ok),
    };
    format!(
        "const {{ spawnSync }} = require(\"node:child_process\");\n{path}\n\
         // The exit code, and what is said without the line ends at the end.\n\
         function run({}) {{\n{arguments}\n  const input = {stdin};\n  \
         const done = spawnSync({program}, words, {{ cwd: {folder}, input }});\n  \
         if (done.error) throw done.error;\n  const said = {said};\n  \
         return [done.status, said.toString().replace(/[\\r\\n]+$/, \"\")];\n}}\n",
        parameters.join(", "),
    )
}

/// A text as a literal, in the quotes that need the fewest escapes.
fn text(text: &str) -> String {
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    quoted_by(quote, text, |c| if is_plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", c as u32) })
}

/// A value as a literal; whole numbers that a Number cannot hold are BigInts.
fn value(value: &Value) -> String {
    const SAFE: i128 = (1 << 53) - 1;
    match value {
        Value::Text(value) => text(value),
        Value::Float(float) => match float.value() {
            x if x.is_nan() => "NaN".into(),
            x if x == f64::INFINITY => "Infinity".into(),
            x if x == f64::NEG_INFINITY => "-Infinity".into(),
            _ => value.to_string(),
        },
        Value::Int(int) if *int.number() > Integer::Small(SAFE) || *int.number() < Integer::Small(-SAFE) => {
            format!("{value}n")
        }
        value => value.to_string(),
    }
}
