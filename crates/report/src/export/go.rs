//! Go: table tests with `t.Run`.

use std::cell::Cell;

use autobva_core::{FloatType, IntType};
use minijinja::value::Value;

use super::code::quoted;
use super::languages::*;
use super::names::{camel, identifier};

/// Names that a field or a parameter must not have.
const TAKEN: &str = "break case chan const continue default defer else fallthrough for func go goto if import interface \
    map package range return select struct switch type var code failure name said \
    bytes exec strings testing string int error cmd err nil stdout stderr t";

/// Names in the tests that would hide a function.
const HIDING: &str = "c cases err failure said t value";

/// The type for whole numbers that fit no other.
const BIG_INT: &str = "*big.Int";

/// Go's own tests.
pub(crate) struct Go;

impl Language for Go {
    fn literal(&self, value: &str) -> String {
        text(value)
    }

    fn taken(&self) -> &'static str {
        TAKEN
    }

    fn test_name(&self, name: &str, _phrase: &str) -> String {
        camel(name)
    }

    fn about(&self, suite: &Suite<'_>) -> Value {
        context! { class => camel(&suite.name) }
    }

    fn function<'a>(&self, suite: Suite<'a>, path: &str) -> Result<Tests<'a>, ExportError> {
        let is_name = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        let (package, function) = path.split_once('.').unwrap_or(("main", path));
        if !is_name(package) || !is_name(function) {
            let expected = "write the function with its package, such as shop.Discount";
            return Err(ExportError::bad_call(path, expected));
        }
        let suite = suite.typed();
        let (parameters, types) = (suite.parameters(TAKEN), Fields.arguments(&suite));
        let big_int = identifier("bigInt", function);
        let uses_math = Cell::new(false);
        let case = |case: &Case| {
            let literals = |ty| FieldValues { ty, big_int: &big_int, uses_math: &uses_math };
            let values = case.input.iter().zip(&types).map(|(value, ty)| literals(ty).value(value));
            context! { values => values.collect::<Vec<_>>() }
        };
        let cases = suite.cases.iter().map(case).collect();
        let is_hidden = HIDING.split(' ').any(|word| word == function);
        let alias = is_hidden.then(|| format!("target{}", camel(function)));
        let file = context! {
            package => package,
            function => function,
            alias => alias,
            can_fail => suite.can_fail,
            uses_math => uses_math.get(),
            big_int => types.iter().any(|ty| ty == BIG_INT).then_some(big_int.as_str()),
            parameters => parameters,
            types => types.clone(),
        };
        Ok(Tests { suite, file, families: Vec::new(), cases })
    }

    fn expresses(&self, schema: &Schema) -> bool {
        FieldValues { ty: "", big_int: "", uses_math: &Cell::new(false) }.expresses(schema)
    }
}

fn text(text: &str) -> String {
    quoted(text, |c| match c as u32 {
        _ if is_plain(c) => c.to_string(),
        code @ ..=0x7f => format!("\\x{code:02x}"),
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    })
}

/// The types of the fields: as declared; `int` for the abstract integer if that suffices.
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

struct FieldValues<'a> {
    ty: &'a str,
    /// The function that makes a whole number from its digits.
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
