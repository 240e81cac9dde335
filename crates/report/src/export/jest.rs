//! Jest: a table for `test.each`, known faults in `test.failing.each`.

use autobva_core::{Entry, Float, Int, Integer, ListKind, Piece, Schema};

use super::choice::Purpose;
use super::code::{Language, best_quote, plain_word, quoted_by, write_tests};
use super::comments::{comment, is_plain};
use super::layout::{Code, Layout};
use super::literals::Literals;
use super::process::Process;
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// Names that an argument must not have.
const TAKEN: &str = "arguments await break case catch class const continue debugger default delete do else enum eval \
    export extends false finally for function if implements import in instanceof interface let new null \
    package private protected public return static super switch this throw true try typeof var void \
    words while with yield code done error expect name outcome path program require run said spawnSync test undefined";

/// Names that the tests use at the top of the file, besides those that an argument must not have.
const USED: &str = "Infinity NaN String describe";

/// What a function is called whose own name the tests cannot use.
const ALIAS: &str = "targetFunction";

/// Lines as Prettier breaks them.
const PRETTIER: Layout = Layout { width: 80, step: 2 };

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
        let (clause, alias) = import_clause(imported);
        let parameters = suite.parameters(&format!("{TAKEN} {alias}"));
        let row = |case: &Case| {
            let error = if case.outcome.is_valid() { "null".into() } else { text(case.outcome.type_name()) };
            let values = case.input.iter().map(|value| self.value(value)).collect();
            [values, vec![error, text(case.outcome.text())]].concat()
        };
        let rows: Vec<Vec<String>> = suite.cases.iter().map(row).collect();
        let called = function.replacen(imported, alias, 1);
        let call = Code::list(format!("{called}("), &parameters, ")");
        let call = Code::group("outcome(() => ", vec![call], ")");
        let head = Code::list("{ ", &[clause], " }");
        let head = PRETTIER.line(0, "const ", &head, &format!(" = require({});\n", text(&module)));
        Ok(format!(
            "{}{head}\n{OUTCOME}\n{}",
            title(suite),
            tables(suite, &parameters, ["error", "said"], rows, &call)
        ))
    }

    fn expresses(&self, schema: &Schema) -> bool {
        Literals::expresses(self, schema)
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let parameters = process.names(TAKEN);
        let row = |expected: &super::process::Expected| {
            let values = expected.values.iter().map(|value| text(value)).collect();
            [values, vec![expected.code.to_string(), text(&expected.text)]].concat()
        };
        let rows = process.expected.iter().map(row).collect();
        let call = Code::list("run(", &parameters, ")");
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

/// What is written between the braces of an import, and what the name is called in the tests: another name where they
/// use it themselves.
fn import_clause(name: &str) -> (String, &str) {
    let is_used = TAKEN.split(' ').chain(USED.split(' ')).any(|word| word == name);
    if is_used { (format!("{name}: {ALIAS}"), ALIAS) } else { (name.to_string(), name) }
}

fn title(suite: &Suite<'_>) -> String {
    format!("// Boundaries of {}, found by autobva.\n\n", comment(suite.title))
}

/// A table for each kind of mark that there is.
fn tables(
    suite: &Suite<'_>,
    parameters: &[String],
    seen: [&str; 2],
    rows: Vec<Vec<String>>,
    call: &Code,
) -> String {
    let kinds = [
        ("test.each", ".toEqual", Purpose::Guard),
        ("test.skip.each", ".toEqual", Purpose::Question),
        ("test.failing.each", ".not.toEqual", Purpose::Fault),
    ];
    let columns = [&["name".to_string()], parameters, &seen.map(String::from)].concat();
    let table = |family: usize, (test, matcher, purpose): (&str, &str, Purpose)| {
        let rows: Vec<Code> = (suite.cases.iter().zip(&rows))
            .filter(|(case, _)| case.family == family && case.mark.purpose() == purpose)
            .map(|(case, row)| Code::list("[", &[vec![text(&case.title())], row.clone()].concat(), "]"))
            .collect();
        let body = |indent: usize| assertion(indent, call, matcher, &seen);
        (!rows.is_empty()).then(|| parametrised(&head(test, rows), &columns, body))
    };
    let described = suite.families.iter().enumerate().map(|(index, family)| {
        let tables: Vec<String> = kinds.into_iter().filter_map(|kind| table(index, kind)).collect();
        let name = format!("{} {}", suite.name, family.phrase);
        format!("describe({}, () => {{\n{}}});\n", text(name.trim_end()), tables.join("\n"))
    });
    described.collect::<Vec<_>>().join("\n")
}

/// The call that takes the table; more than one row stand below each other.
fn head(test: &str, rows: Vec<Code>) -> String {
    let is_one = rows.len() == 1;
    let table = Code::group(format!("{test}(["), rows.clone(), "])");
    if is_one && PRETTIER.fits(2, &format!("{}(", table.flat())) {
        return format!("  {}", table.flat());
    }
    let rows: String = rows.iter().map(|row| PRETTIER.line(4, "", row, ",\n")).collect();
    format!("  {test}([\n{rows}  ])")
}

/// What is expected of a call. Prettier breaks what comes last, as long as the rest has room.
fn assertion(indent: usize, call: &Code, matcher: &str, seen: &[&str]) -> String {
    let seen: Vec<String> = seen.iter().map(|name| name.to_string()).collect();
    let call = Code::group("expect(", vec![call.clone()], ")");
    let before = format!("{}{matcher}", call.flat());
    let fits = |bracket: &str| PRETTIER.fits(indent, &format!("{before}{bracket}"));
    let list = Code::list("[", &seen, "]");
    match () {
        () if fits("([") => PRETTIER.line(indent, &format!("{before}("), &list, ");\n"),
        () if fits("(") => PRETTIER.line(indent, &before, &Code::group("(", vec![list], ")"), ";\n"),
        () => PRETTIER.line(indent, "", &call, &format!("{matcher}({});\n", list.flat())),
    }
}

/// The function that runs for each row behind the call that takes the table.
fn parametrised(head: &str, columns: &[String], body: impl Fn(usize) -> String) -> String {
    let last = head.lines().last().unwrap_or_default();
    let columns = Code::list("(", columns, ") => {");
    let line = format!("(\"%s\", {}", columns.flat());
    match PRETTIER.fits(0, &format!("{last}{line}")) {
        true => format!("{head}{line}\n{}  }});\n", body(4)),
        false => {
            let columns = PRETTIER.line(4, "", &columns, "\n");
            format!("{head}(\n    \"%s\",\n{columns}{}    }},\n  );\n", body(6))
        }
    }
}

/// The function that starts the process.
fn run(process: &Process, parameters: &[String], base: &str) -> String {
    let words: Vec<String> = process.words.iter().map(|pieces| word(pieces, parameters)).collect();
    let words = PRETTIER.line(2, "const [program, ...words] = ", &Code::list("[", &words, "]"), ";\n");
    let (path, folder) = match base {
        "" => ("", Code::atom("__dirname")),
        base => {
            let folder = Code::list("path.join(", &["__dirname".to_string(), text(base)], ")");
            ("const path = require(\"node:path\");\n", folder)
        }
    };
    let (success, failure) = process.streams(["done.stdout", "done.stderr", "\"\""]);
    let said = match success == failure {
        true => success.to_string(),
        false => format!("done.status === {} ? {success} : {failure}", process.ok),
    };
    format!(
        "const {{ spawnSync }} = require(\"node:child_process\");\n{path}\n\
         // The exit code, and what is said without the line ends at the end.\n\
         {}{words}  const done = spawnSync(program, words, {{\n{}    input: {},\n  }});\n  \
         if (done.error) throw done.error;\n  const said = {said};\n  \
         return [done.status, said.toString().replace(/[\\r\\n]+$/, \"\")];\n}}\n",
        PRETTIER.line(0, "", &Code::list("function run(", parameters, ") {"), "\n"),
        PRETTIER.line(4, "cwd: ", &folder, ",\n"),
        word(&process.stdin, parameters),
    )
}

/// A word as an expression: the name of a parameter, a literal, or a template of both.
fn word(pieces: &[Piece], names: &[String]) -> String {
    let in_template = |piece: &Piece| match piece {
        Piece::Text(part) => {
            let literal = quoted_by('`', part, escaped);
            literal[1..literal.len() - 1].replace("${", "\\${")
        }
        Piece::Value(index) => format!("${{{}}}", names[*index]),
    };
    let mixed = || format!("`{}`", pieces.iter().map(in_template).collect::<String>());
    plain_word(pieces, names, text).unwrap_or_else(mixed)
}

fn escaped(c: char) -> String {
    if is_plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", c as u32) }
}

/// A text as a literal, in the quotes that need the fewest escapes.
fn text(text: &str) -> String {
    quoted_by(best_quote(text), text, escaped)
}

impl Literals for Jest {
    /// What a Number cannot hold is a BigInt.
    fn integer(&self, int: &Int) -> String {
        const SAFE: Integer = Integer::Small((1 << 53) - 1);
        let number = int.number();
        if number.distance(&Integer::ZERO) > SAFE { format!("{number}n") } else { number.to_string() }
    }

    fn float(&self, float: &Float) -> String {
        match float.value() {
            x if x.is_nan() => "NaN".into(),
            f64::INFINITY => "Infinity".into(),
            f64::NEG_INFINITY => "-Infinity".into(),
            // A Number is the number that a narrow float stands for, all digits of it.
            x => format!("{x:?}"),
        }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }

    fn dictionary(&self, pairs: Vec<(Code, Code)>) -> Code {
        let pair = |(key, value): (Code, Code)| value.after(&format!("{}: ", key.flat()));
        match pairs.is_empty() {
            true => Code::atom("{}"),
            false => Code::group("{ ", pairs.into_iter().map(pair).collect(), " }"),
        }
    }

    /// Whatever JSON has a word for.
    fn expresses(&self, schema: &Schema) -> bool {
        match schema {
            Schema::Int(_) | Schema::Float(_) | Schema::Text(_) => true,
            Schema::Choice(choice) => choice.options().name.is_none(),
            Schema::List(list) => list.kind() != ListKind::Set && Literals::expresses(self, list.item()),
            Schema::Record(record) => record.fields().iter().all(|field| Literals::expresses(self, field)),
            Schema::Union(union) => union.alternatives().iter().all(|part| Literals::expresses(self, part)),
            Schema::Bytes(_) | Schema::Decimal(_) | Schema::Moment(_) => false,
        }
    }
}
