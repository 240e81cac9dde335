//! Go: table tests with `t.Run`.

use std::cell::Cell;

use autobva_core::{Entry, Float, FloatType, Int, IntType, Schema};

use super::choice::Purpose;
use super::code::{Language, quoted, write_tests};
use super::comments::{comment, is_plain};
use super::literals::{Literals, TypeNames};
use super::names::{camel, identifier};
use super::process::{Expected, Process, expression};
use super::suite::{Case, Suite};
use super::{ExportError, Exporter, Request};

/// Names that a field must not have.
const TAKEN: &str = "break case chan const continue default defer else fallthrough for func go goto if import interface \
    map package range return select struct switch type var code failure name said";

/// Names that a parameter must not have besides.
const USED: &str = "bytes exec strings testing string int error cmd err nil stdout stderr t";

/// Names of the tests that hide a function.
const HIDING: &str = "c cases err failure said t value";

/// Go's own tests.
pub(crate) struct Go;

impl Exporter for Go {
    fn entry(&self) -> Entry {
        Entry { name: "go", help: "Go tests: a table and t.Run" }
    }

    fn export(&self, request: &Request<'_>) -> Result<String, ExportError> {
        write_tests(self, request)
    }
}

impl Language for Go {
    fn function(&self, suite: &Suite<'_>, path: &str) -> Result<String, ExportError> {
        let is_name = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        let (package, function) = path.split_once('.').unwrap_or(("main", path));
        if !is_name(package) || !is_name(function) {
            let expected = "write the function with its package, such as shop.Discount";
            return Err(ExportError::BadCall { call: path.to_string(), expected });
        }
        let suite = suite.typed();
        let (names, types) = (suite.parameters(TAKEN), Fields.arguments(&suite));
        let big_int = identifier("bigInt", function);
        let fields = names.iter().cloned().zip(types.iter().cloned());
        let uses_math = Cell::new(false);
        let row = |case: &Case| {
            let literals = |ty| FieldValues { ty, big_int: &big_int, uses_math: &uses_math };
            let values = case.input.iter().zip(&types).map(|(value, ty)| literals(ty).value(value));
            let (said, failure) = match case.outcome.is_valid() {
                true => (text(case.outcome.text()), "\"\"".to_string()),
                false => ("\"\"".to_string(), text(case.outcome.text())),
            };
            values.chain([said].into_iter().chain(suite.can_fail.then_some(failure))).collect()
        };
        let arguments: Vec<String> = names.iter().map(|name| format!("c.{name}")).collect();
        let (alias, called) = aliased(function);
        let call = format!("{called}({})", arguments.join(", "));
        let failure = suite.can_fail.then(|| ("failure".to_string(), "string".to_string()));
        let rows: Vec<Vec<String>> = suite.cases.iter().map(row).collect();
        let has_big = types.iter().any(|ty| ty == BIG_INT);
        let imports = [("fmt", true), ("math", uses_math.get()), ("math/big", has_big), ("testing", true)];
        let code = Code {
            package,
            advice: "",
            imports: imports.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect(),
            helper: if has_big { alias + &BIG.replace("bigInt", &big_int) } else { alias },
            fields: fields.chain([("said".into(), "string".into())]).chain(failure).collect(),
            check: if suite.can_fail { fallible(&call) } else { infallible(&call) },
            rows,
        };
        Ok(code.written(&suite))
    }

    fn expresses(&self, schema: &Schema) -> bool {
        FieldValues { ty: "", big_int: "", uses_math: &Cell::new(false) }.expresses(schema)
    }

    fn process(&self, suite: &Suite<'_>, process: &Process) -> String {
        let names = process.names(&format!("{TAKEN} {USED}"));
        let row = |expected: &Expected| {
            let values = expected.values.iter().map(|value| text(value));
            values.chain([expected.code.to_string(), text(&expected.text)]).collect()
        };
        let fields = names.iter().map(|name| (name.clone(), "string".to_string()));
        let arguments: Vec<String> = names.iter().map(|name| format!("c.{name}")).collect();
        let function = format!("run{}", camel(&suite.name));
        let code = Code {
            package: "boundaries",
            // Go takes the result of a test for settled as long as its own files stay as they are.
            advice: "// Run with go test -count=1: Go does not notice when the program changes.\n",
            imports: vec!["bytes", "os/exec", "strings", "testing"],
            helper: run(&function, process, &names, suite.base),
            fields: fields.chain([("code".into(), "int".into()), ("said".into(), "string".into())]).collect(),
            check: format!(
                "\t\t\tcode, said := {function}(t, {})\n\t\t\tif code != c.code || said != c.said {{\n\t\t\t\t\
                 t.Errorf(\"got %d %q, want %d %q\", code, said, c.code, c.said)\n\t\t\t}}\n",
                arguments.join(", ")
            ),
            rows: process.expected.iter().map(row).collect(),
        };
        code.written(suite)
    }
}

/// The type of whole numbers that no other holds.
const BIG_INT: &str = "*big.Int";

const BIG: &str = "\
func bigInt(digits string) *big.Int {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		panic(digits)
	}
	return n
}

";

/// The line that gives a function another name, if it needs one, and what it is called in the tests.
fn aliased(function: &str) -> (String, String) {
    if !HIDING.split(' ').any(|word| word == function) {
        return (String::new(), function.to_string());
    }
    let alias = format!("target{}", camel(function));
    (format!("var {alias} = {function}\n\n"), alias)
}

fn infallible(call: &str) -> String {
    format!(
        "\t\t\tif said := fmt.Sprint({call}); said != c.said {{\n\t\t\t\t\
         t.Errorf(\"got %q, want %q\", said, c.said)\n\t\t\t}}\n"
    )
}

/// Where the target can fail, the function returns an error beside its value.
fn fallible(call: &str) -> String {
    format!(
        "\t\t\tsaid, failure := \"\", \"\"\n\t\t\tif value, err := {call}; err != nil {{\n\t\t\t\t\
         failure = err.Error()\n\t\t\t}} else {{\n\t\t\t\tsaid = fmt.Sprint(value)\n\t\t\t}}\n\t\t\t\
         if said != c.said || failure != c.failure {{\n\t\t\t\t\
         t.Errorf(\"got %q and error %q, want %q and error %q\", said, failure, c.said, c.failure)\n\t\t\t}}\n"
    )
}

/// What differs between calls of a function and of a process.
struct Code<'a> {
    package: &'a str,
    advice: &'a str,
    imports: Vec<&'a str>,
    helper: String,
    fields: Vec<(String, String)>,
    check: String,
    rows: Vec<Vec<String>>,
}

impl Code<'_> {
    fn written(&self, suite: &Suite<'_>) -> String {
        let kinds = [("", Purpose::Guard), ("Unclear", Purpose::Question), ("KnownFaults", Purpose::Fault)];
        let mut tests: Vec<String> = Vec::new();
        for family in 0..suite.families.len() {
            tests.extend(kinds.into_iter().filter_map(|kind| self.test(suite, family, kind)));
        }
        let imports: String = self.imports.iter().map(|name| format!("\t\"{name}\"\n")).collect();
        format!(
            "package {}\n\n// Boundaries of {}, found by autobva.\n{}{}\nimport (\n{imports})\n\n{}{}",
            self.package,
            comment(suite.title),
            suite.left_out("//"),
            self.advice,
            self.helper,
            tests.join("\n"),
        )
    }

    /// Go has no test that is expected to fail: the wrong behaviour is asserted, under a name that says so, and the
    /// test fails when the fault is mended.
    fn test(&self, suite: &Suite<'_>, family: usize, (kind, purpose): (&str, Purpose)) -> Option<String> {
        let mut fields = vec![("name".to_string(), "string".to_string())];
        fields.extend(self.fields.iter().cloned());
        let widest = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let fields: String = fields.iter().map(|(name, ty)| format!("\t\t{name:widest$} {ty}\n")).collect();
        let rows: String = (suite.cases.iter().zip(&self.rows))
            .filter(|(case, _)| case.family == family && case.mark.purpose() == purpose)
            .map(|(case, row)| format!("\t\t{{{}, {}}},\n", text(&case.title()), row.join(", ")))
            .collect();
        let skip = if kind == "Unclear" { "\t\t\tt.Skip(c.name)\n" } else { "" };
        (!rows.is_empty()).then(|| {
            format!(
                "func Test{}{kind}(t *testing.T) {{\n\tcases := []struct {{\n{fields}\t}}{{\n{rows}\t}}\n\t\
                 for _, c := range cases {{\n\t\tt.Run(c.name, func(t *testing.T) {{\n{skip}{}\t\t}})\n\t}}\n}}\n",
                camel(&suite.families[family].name),
                self.check,
            )
        })
    }
}

/// The function that starts the process.
fn run(function: &str, process: &Process, names: &[String], base: &str) -> String {
    // Among several arguments gofmt writes operators without spaces.
    let words = process.words.iter().map(|pieces| expression(pieces, names, "+", text));
    let words: Vec<String> = words.collect();
    let folder = if base.is_empty() { String::new() } else { format!("\tcmd.Dir = {}\n", text(base)) };
    let stdin = match process.stdin.as_slice() {
        [] => String::new(),
        pieces => {
            format!("\tcmd.Stdin = strings.NewReader({})\n", expression(pieces, names, " + ", text))
        }
    };
    let (success, failure) = process.streams(["stdout.String()", "stderr.String()", "\"\""]);
    let said = match success == failure {
        true => format!("\tsaid := {success}\n"),
        false => format!("\tsaid := {success}\n\tif code != {} {{\n\t\tsaid = {failure}\n\t}}\n", process.ok),
    };
    format!(
        "// {function} gives the exit code, and what is said without the line ends at the end.\n\
         func {function}(t *testing.T, {} string) (int, string) {{\n\tt.Helper()\n\t\
         var stdout, stderr bytes.Buffer\n\tcmd := exec.Command({})\n{folder}{stdin}\t\
         cmd.Stdout, cmd.Stderr = &stdout, &stderr\n\tif err := cmd.Run(); cmd.ProcessState == nil {{\n\t\t\
         t.Fatal(err)\n\t}}\n\tcode := cmd.ProcessState.ExitCode()\n{said}\t\
         return code, strings.TrimRight(strings.ToValidUTF8(said, \"\\ufffd\"), \"\\r\\n\")\n}}\n\n",
        names.join(", "),
        words.join(", "),
    )
}

/// A text as a literal.
fn text(text: &str) -> String {
    quoted(text, |c| match c as u32 {
        _ if is_plain(c) => c.to_string(),
        code @ ..=0x7f => format!("\\x{code:02x}"),
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    })
}

/// The types of the fields: as declared; `int` for the abstract integer where that suffices.
struct Fields;

impl TypeNames for Fields {
    fn integer(&self, ty: Option<IntType>, suffices: &dyn Fn(IntType) -> bool) -> String {
        let name = match ty {
            Some(IntType::Bool) => "bool",
            Some(IntType::Int8) => "int8",
            Some(IntType::Int16) => "int16",
            Some(IntType::Int32) => "int32",
            Some(IntType::Int64) => "int64",
            Some(IntType::UInt8) => "uint8",
            Some(IntType::UInt16) => "uint16",
            Some(IntType::UInt32) => "uint32",
            Some(IntType::UInt64) => "uint64",
            _ if suffices(IntType::Int64) => "int",
            _ => BIG_INT,
        };
        name.into()
    }

    fn float(&self, ty: FloatType) -> String {
        match ty {
            FloatType::Float32 => "float32".into(),
            FloatType::Float64 => "float64".into(),
        }
    }

    fn text(&self) -> String {
        "string".into()
    }
}

/// Values of a field.
struct FieldValues<'a> {
    /// Its type.
    ty: &'a str,
    /// The function that makes a whole number of its digits.
    big_int: &'a str,
    /// Whether the package math was needed.
    uses_math: &'a Cell<bool>,
}

impl Literals for FieldValues<'_> {
    fn integer(&self, int: &Int) -> String {
        match self.ty {
            BIG_INT => format!("{}(\"{}\")", self.big_int, int.number()),
            _ => int.number().to_string(),
        }
    }

    fn float(&self, float: &Float) -> String {
        let special = match float.value() {
            x if x.is_nan() => "math.NaN()",
            f64::INFINITY => "math.Inf(1)",
            f64::NEG_INFINITY => "math.Inf(-1)",
            x if x == 0.0 && x.is_sign_negative() => "math.Copysign(0, -1)",
            _ => return float.to_string(),
        };
        self.uses_math.set(true);
        if self.ty == "float32" { format!("float32({special})") } else { special.into() }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }
}
