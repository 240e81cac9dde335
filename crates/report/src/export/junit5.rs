//! JUnit 5: `@ParameterizedTest` with a `@MethodSource` for each kind of case.

use autobva_core::{FloatType, IntType};
use minijinja::value::Value;

use super::code::quoted;
use super::comments::comment;
use super::languages::*;
use super::names::{camel, identifier};

/// Names that an argument must not have.
const TAKEN: &str = "abstract assert boolean break byte case catch char class const continue default do double else enum \
    extends false final finally float for goto if implements import instanceof int interface long native \
    new null package private protected public return short static strictfp super switch synchronized \
    this throw throws transient true try void volatile while _ code error name note said \
    Files List StandardCharsets builder closed process stderr stdin stdout text words";

/// Classes that the tests import, which hide those of the same name in the package of the target.
const IMPORTED: &str = "Arguments BigInteger MethodSource ParameterizedTest Stream";

pub(crate) struct Junit5;

impl Language for Junit5 {
    fn literal(&self, value: &str) -> String {
        text(value)
    }

    fn taken(&self) -> &'static str {
        TAKEN
    }

    /// A backslash followed by u would be interpreted even inside a comment.
    fn comment(&self, title: &str) -> String {
        comment(title).replace('\\', "\\\\")
    }

    fn test_name(&self, _name: &str, phrase: &str) -> String {
        lower_camel(phrase)
    }

    fn about(&self, suite: &Suite<'_>) -> Value {
        let class = suite.file.map_or_else(|| format!("{}BoundariesTest", camel(&suite.name)), camel_or_own);
        context! { class => class, most_rows => most_rows(suite) }
    }

    fn function<'a>(&self, suite: Suite<'a>, path: &str) -> Result<Tests<'a>, ExportError> {
        let is_name =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "_$".contains(c));
        let parts: Vec<&str> = path.split('.').collect();
        let ([package @ .., class, method], true) =
            (parts.as_slice(), parts.iter().all(|part| is_name(part)))
        else {
            let expected = "write the static method with its class, such as com.acme.Shop.discount";
            return Err(ExportError::bad_call(path, expected));
        };
        let suite = suite.typed();
        let is_hidden = IMPORTED.split(' ').any(|word| word == *class);
        let class = if is_hidden { parts[..parts.len() - 1].join(".") } else { class.to_string() };
        let first = class.split('.').next().unwrap_or_default();
        let parameters = suite.parameters(&format!("{TAKEN} {first}"));
        let types = Parameters.arguments(&suite);
        let case = |case: &Case| {
            let values = case.input.iter().zip(&types).map(|(v, ty)| ParameterValues(ty).value(v));
            context! { values => values.collect::<Vec<_>>() }
        };
        let cases = suite.cases.iter().map(case).collect();
        let file = context! {
            package => package.join("."),
            call => format!("{class}.{method}({})", parameters.join(", ")),
            // The names of the test's own classes must not hide the class of the method.
            Outcome => identifier("Outcome", first),
            Call => identifier("Call", first),
            has_big => types.iter().any(|ty| ty == BIG_INTEGER),
            parameters => parameters,
            types => types.clone(),
        };
        Ok(Tests { suite, file, families: Vec::new(), cases })
    }

    fn expresses(&self, schema: &Schema) -> bool {
        ParameterValues("").expresses(schema)
    }
}

/// A name for a method: every word except the first is capitalised.
fn lower_camel(phrase: &str) -> String {
    let name = camel(phrase);
    let lower = name[..1].to_lowercase() + &name[1..];
    identifier(&lower, TAKEN)
}

/// The name of a file as it is, if it is valid for a class.
fn camel_or_own(file: &str) -> String {
    let is_own = identifier(file, "") == file;
    if is_own { file.to_string() } else { camel(file) }
}

/// How many rows fit into one class: Java limits the length of a method and the constants of a class.
fn most_rows(suite: &Suite<'_>) -> usize {
    const MOST_ROWS: usize = 500;
    const MOST_ITEMS: usize = 3000;
    /// The name of a case, and what is expected of it.
    const MORE: usize = 3;
    (MOST_ITEMS / (suite.signature.arguments().len() + MORE)).clamp(1, MOST_ROWS)
}

/// A text as a literal, or as several that are joined at run time, because Java limits the length of a literal.
fn text(text: &str) -> String {
    match parts(text).as_slice() {
        [one] => literal(one),
        several => {
            let literals: Vec<String> = several.iter().map(|part| literal(part)).collect();
            format!("String.join(\"\", {})", literals.join(", "))
        }
    }
}

/// Splits a text into parts that are short enough for a literal; no character takes more than six bytes in a class file.
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

/// A text as one ASCII literal, because the encoding of a source file depends on the compiler.
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

/// The type for whole numbers that fit no other.
const BIG_INTEGER: &str = "BigInteger";

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
