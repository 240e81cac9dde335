//! JUnit 5: `@ParameterizedTest` with a `@MethodSource` for each kind of case.

use autobva_core::{Entry, Float, FloatType, Int, IntType, Piece, Schema};

use super::choice::{Mark, Purpose};
use super::code::{Language, quoted, write_tests};
use super::comments::comment;
use super::literals::{Literals, TypeNames};
use super::names::{camel, identifier};
use super::process::{Process, expression};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// Names that an argument must not have.
const TAKEN: &str = "abstract assert boolean break byte case catch char class const continue default do double else enum \
    extends false final finally float for goto if implements import instanceof int interface long native \
    new null package private protected public return short static strictfp super switch synchronized \
    this throw throws transient true try void volatile while _ code error name note said \
    Files List StandardCharsets builder closed process stderr stdin stdout text words";

/// Classes that the tests import, which hide those of the same name in the package of the target.
const IMPORTED: &str = "Arguments BigInteger MethodSource ParameterizedTest Stream";

/// JUnit 5.
pub(crate) struct Junit5;

impl Exporter for Junit5 {
    fn entry(&self) -> Entry {
        Entry { name: "junit5", help: "Java tests for JUnit 5: @ParameterizedTest with @MethodSource" }
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Junit5 {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let is_name =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "_$".contains(c));
        let parts: Vec<&str> = path.split('.').collect();
        let ([package @ .., class, method], true) =
            (parts.as_slice(), parts.iter().all(|part| is_name(part)))
        else {
            let expected = "write the static method with its class, such as com.acme.Shop.discount";
            return Err(ExportError::BadCall { call: path.to_string(), expected });
        };
        let suite = suite.typed();
        let is_hidden = IMPORTED.split(' ').any(|word| word == *class);
        let class = if is_hidden { parts[..parts.len() - 1].join(".") } else { class.to_string() };
        let first = class.split('.').next().unwrap_or_default();
        let names = suite.parameters(&format!("{TAKEN} {first}"));
        let [outcome, call] = ["Outcome", "Call"].map(|own| identifier(own, first));
        let types = Parameters.arguments(&suite);
        let declared: Vec<String> =
            types.iter().zip(&names).map(|(ty, name)| format!("{ty} {name}")).collect();
        let row = |case: &Case| {
            let values = case.input.iter().zip(&types).map(|(v, ty)| ParameterValues(ty).value(v));
            let error = if case.outcome.is_valid() { "null".into() } else { text(case.outcome.type_name()) };
            values.chain([error, text(case.outcome.text())]).collect()
        };
        let code = Code {
            package: package.join("."),
            imports: if types.iter().any(|ty| ty == BIG_INTEGER) {
                "import java.math.BigInteger;\n"
            } else {
                ""
            },
            declared: [declared, vec!["String error".into(), "String said".into()]].concat(),
            expected: format!("new {outcome}(error, said)"),
            seen: format!("outcome(() -> {class}.{method}({}))", names.join(", ")),
            helper: OUTCOME.replace("Outcome", &outcome).replace("Call", &call),
            rows: suite.cases.iter().map(row).collect(),
        };
        Ok(code.written(&suite))
    }

    fn expresses(&self, schema: &Schema) -> bool {
        ParameterValues("").expresses(schema)
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let names = process.names(TAKEN);
        let declared = names.iter().map(|name| format!("String {name}"));
        let row = |expected: &super::process::Expected| {
            let values = expected.values.iter().map(|value| text(value));
            values.chain([expected.code.to_string(), text(&expected.text)]).collect()
        };
        let code = Code {
            package: String::new(),
            imports: "import java.nio.charset.StandardCharsets;\nimport java.nio.file.Files;\nimport java.nio.file.Path;\n\
                      import java.util.List;\n",
            declared: declared.chain(["int code".into(), "String said".into()]).collect(),
            expected: "new Outcome(code, said)".into(),
            seen: format!("run({})", names.join(", ")),
            helper: run(process, &names),
            rows: process.expected.iter().map(row).collect(),
        };
        code.written(suite)
    }
}

/// What differs between calls of a method and of a process.
struct Code {
    package: String,
    imports: &'static str,
    declared: Vec<String>,
    expected: String,
    seen: String,
    helper: String,
    rows: Vec<Vec<String>>,
}

impl Code {
    fn written(&self, suite: &Suite<'_>) -> String {
        let package =
            if self.package.is_empty() { String::new() } else { format!("package {};\n\n", self.package) };
        let is_unclear = suite.cases.iter().any(|case| matches!(case.mark, Mark::Question(_)));
        let assume =
            if is_unclear { "import static org.junit.jupiter.api.Assumptions.assumeTrue;\n" } else { "" };
        let class = suite.file.map_or_else(|| format!("{}BoundariesTest", camel(&suite.name)), camel_or_own);
        let kinds =
            [("boundaries", Purpose::Guard), ("unclear", Purpose::Question), ("knownFaults", Purpose::Fault)];
        let mut tests: Vec<String> = Vec::new();
        for (index, family) in suite.families.iter().enumerate() {
            tests.extend(kinds.into_iter().filter_map(|(kind, purpose)| {
                let name = match (family.is_boundary(), purpose) {
                    (false, _) => kind.to_string(),
                    (true, Purpose::Guard) => lower_camel(&family.phrase),
                    (true, _) => format!("{}{}", lower_camel(&family.phrase), camel(kind)),
                };
                self.test(suite, index, &name, purpose)
            }));
        }
        format!(
            "{package}import static org.junit.jupiter.api.Assertions.assertEquals;\n{assume}\
             import static org.junit.jupiter.params.provider.Arguments.arguments;\n\n{}\
             import java.util.stream.Stream;\nimport org.junit.jupiter.params.ParameterizedTest;\n\
             import org.junit.jupiter.params.provider.Arguments;\n\
             import org.junit.jupiter.params.provider.MethodSource;\n\n\
             // Boundaries of {}, found by autobva.\n{}class {class} {{\n{}\n{}}}\n",
            self.imports,
            // A backslash and a u would be read before the comment is.
            comment(suite.title).replace('\\', "\\\\"),
            suite.left_out("//"),
            self.helper,
            tests.join("\n"),
        )
    }

    /// JUnit has no test that is expected to fail: the wrong behaviour is asserted, under a name that says so, and the
    /// test fails when the fault is mended.
    fn test(&self, suite: &Suite<'_>, family: usize, name: &str, purpose: Purpose) -> Option<String> {
        let rows: Vec<Vec<String>> = (suite.cases.iter().zip(&self.rows))
            .filter(|(case, _)| case.family == family && case.mark.purpose() == purpose)
            .map(|(case, row)| [vec![text(&case.title())], row.clone()].concat())
            .collect();
        let assume = if purpose == Purpose::Question { "    assumeTrue(false, name);\n" } else { "" };
        // Not every report of Maven has the names of the cases, but all have the message.
        let message = if purpose == Purpose::Fault { "name + \" (has it been mended?)\"" } else { "name" };
        let declared = [&["String name".to_string()], &self.declared[..]].concat().join(", ");
        (!rows.is_empty()).then(|| {
            format!(
                "{}\n  \
                 @ParameterizedTest(name = \"{{0}}\")\n  @MethodSource\n  \
                 void {name}({declared}) throws Exception {{\n{assume}    \
                 assertEquals({}, {}, {message});\n  }}\n",
                source(name, &rows),
                self.expected,
                self.seen,
            )
        })
    }
}

/// A name for a method: words of which all but the first begin with a capital.
fn lower_camel(phrase: &str) -> String {
    let name = camel(phrase);
    let lower = name[..1].to_lowercase() + &name[1..];
    identifier(&lower, TAKEN)
}

/// The name of a file as it is, if it can be that of a class.
fn camel_or_own(file: &str) -> String {
    let is_own = identifier(file, "") == file;
    if is_own { file.to_string() } else { camel(file) }
}

/// Rows that one class is sure to have room for: Java limits the length of a method and the constants of a class.
fn rows_per_class(rows: &[Vec<String>]) -> usize {
    const MOST_ROWS: usize = 500;
    const MOST_ITEMS: usize = 3000;
    let widest = rows.iter().map(Vec::len).max().unwrap_or(1);
    (MOST_ITEMS / widest).clamp(1, MOST_ROWS)
}

/// The method that gives the rows; where they are many, it collects them from classes of their own.
fn source(name: &str, rows: &[Vec<String>]) -> String {
    let most = rows_per_class(rows);
    if rows.len() <= most {
        return stream(2, name, rows);
    }
    let class = |number: usize| format!("{}{}", camel(name), number + 1);
    let classes = rows.chunks(most).enumerate().map(|(number, rows)| {
        format!("\n  static class {} {{\n{}  }}\n", class(number), stream(4, "rows", rows))
    });
    let classes: Vec<String> = classes.collect();
    let parts: Vec<String> = (0..classes.len()).map(|number| format!("{}.rows()", class(number))).collect();
    format!(
        "  static Stream<Arguments> {name}() {{\n    return Stream.of(\n            {})\n        \
         .flatMap(rows -> rows);\n  }}\n{}",
        parts.join(",\n            "),
        classes.concat(),
    )
}

/// A method that gives these rows.
fn stream(indent: usize, name: &str, rows: &[Vec<String>]) -> String {
    let margin = " ".repeat(indent);
    let rows: Vec<String> = rows.iter().map(|row| listed(indent + 6, row)).collect();
    format!(
        "{margin}static Stream<Arguments> {name}() {{\n{margin}  return Stream.of(\n{});\n{margin}}}\n",
        rows.join(",\n")
    )
}

fn listed(indent: usize, items: &[String]) -> String {
    let end = format!(",\n{})", " ".repeat(indent));
    super::code::listed(indent, 99, "arguments(", items, ")").replace(&end, ")")
}

const OUTCOME: &str = "  \
  record Outcome(String error, String said) {}

  interface Call {
    Object make() throws Exception;
  }

  // The class of the exception, or null, and the text of what is returned or thrown.
  static Outcome outcome(Call call) {
    try {
      return new Outcome(null, String.valueOf(call.make()));
    } catch (Throwable thrown) {
      return new Outcome(thrown.getClass().getSimpleName(), String.valueOf(thrown.getMessage()));
    }
  }
";

/// The method that starts the process.
fn run(process: &Process, names: &[String]) -> String {
    let joined = |pieces: &[Piece]| expression(pieces, names, " + ", text);
    let words: Vec<String> = process.words.iter().map(|pieces| joined(pieces)).collect();
    let words = super::code::listed(6, 100, "List<String> words = List.of(", &words, ");")
        .replace(",\n      );", ");");
    let stdin = match process.stdin.as_slice() {
        several @ [_, _, ..] => format!("({})", joined(several)),
        one => joined(one),
    };
    let declared: Vec<String> = names.iter().map(|name| format!("String {name}")).collect();
    let (success, failure) =
        process.streams(["Files.readAllBytes(stdout)", "Files.readAllBytes(stderr)", "new byte[0]"]);
    let said = match success == failure {
        true => success.to_string(),
        false => format!("code == {} ? {success} : {failure}", process.ok),
    };
    format!(
        "  record Outcome(int code, String said) {{}}\n\n  \
           // The exit code, and what is said without the line ends at the end.\n  \
           static Outcome run({}) throws Exception {{\n    Path stdout = Files.createTempFile(\"stdout\", null);\n    \
             Path stderr = Files.createTempFile(\"stderr\", null);\n    try {{\n{words}\n      \
               ProcessBuilder builder = new ProcessBuilder(words);\n      \
               builder.redirectOutput(stdout.toFile()).redirectError(stderr.toFile());\n      \
               Process process = builder.start();\n      try (var stdin = process.getOutputStream()) {{\n        \
                 stdin.write({stdin}.getBytes(StandardCharsets.UTF_8));\n      \
               }} catch (java.io.IOException closed) {{\n        \
                 // The program does not read its input.\n      }}\n      int code = process.waitFor();\n      \
               byte[] said = {said};\n      String text = new String(said, StandardCharsets.UTF_8);\n      \
               return new Outcome(code, text.replaceAll(\"[\\\\r\\\\n]+\\\\z\", \"\"));\n    }} finally {{\n      \
               Files.delete(stdout);\n      Files.delete(stderr);\n    }}\n  }}\n",
        declared.join(", "),
    )
}

/// A text as a literal, or as several that are joined when the tests run, because Java limits the length of one.
fn text(text: &str) -> String {
    match parts(text).as_slice() {
        [one] => literal(one),
        several => {
            let literals: Vec<String> = several.iter().map(|part| literal(part)).collect();
            format!("String.join(\"\", {})", literals.join(", "))
        }
    }
}

/// A text in parts that are short enough for a literal; no character takes more than six bytes in a class file.
fn parts(text: &str) -> Vec<&str> {
    const LONGEST: usize = 65_534;
    const MOST_BYTES: usize = 6;
    let (mut parts, mut start, mut length) = (Vec::new(), 0, 0);
    for (place, c) in text.char_indices() {
        let bytes = if c.is_ascii() && c != '\0' { 1 } else { MOST_BYTES };
        if length + bytes > LONGEST {
            parts.push(&text[start..place]);
            (start, length) = (place, 0);
        }
        length += bytes;
    }
    parts.push(&text[start..]);
    parts
}

/// A text as one literal, of ASCII alone, because the encoding of a source file is the compiler's business.
fn literal(text: &str) -> String {
    quoted(text, |c| match c as u32 {
        code @ (..=0x1f | 0x7f) => format!("\\{code:03o}"),
        _ => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    })
}

/// The types of the parameters: as declared, and wide enough for every case.
struct Parameters;

impl TypeNames for Parameters {
    fn integer(&self, ty: Option<IntType>, suffices: &dyn Fn(IntType) -> bool) -> String {
        let name = match ty {
            Some(IntType::Bool) => "boolean",
            Some(IntType::Int8) => "byte",
            Some(IntType::Int16) => "short",
            Some(IntType::Int64) => "long",
            _ if suffices(IntType::Int32) => "int",
            _ if suffices(IntType::Int64) => "long",
            _ => BIG_INTEGER,
        };
        name.into()
    }

    fn float(&self, ty: FloatType) -> String {
        match ty {
            FloatType::Float32 => "float".into(),
            FloatType::Float64 => "double".into(),
        }
    }

    fn text(&self) -> String {
        "String".into()
    }
}

/// The type of whole numbers that no other holds.
const BIG_INTEGER: &str = "BigInteger";

/// Values of a parameter of that type.
struct ParameterValues<'a>(&'a str);

impl Literals for ParameterValues<'_> {
    fn integer(&self, int: &Int) -> String {
        let number = int.number();
        match self.0 {
            "long" => format!("{number}L"),
            "byte" | "short" => format!("({}) {number}", self.0),
            BIG_INTEGER => format!("new BigInteger({})", text(&number.to_string())),
            _ => number.to_string(),
        }
    }

    fn float(&self, float: &Float) -> String {
        let (class, suffix) = if self.0 == "float" { ("Float", "f") } else { ("Double", "") };
        match float.value() {
            x if x.is_nan() => format!("{class}.NaN"),
            f64::INFINITY => format!("{class}.POSITIVE_INFINITY"),
            f64::NEG_INFINITY => format!("{class}.NEGATIVE_INFINITY"),
            _ => format!("{float}{suffix}"),
        }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }
}
