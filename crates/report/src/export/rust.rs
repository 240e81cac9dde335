//! Rust: one `#[test]` per boundary, known faults as `#[should_panic]`.

use autobva_core::{IntType, ListKind, RecordKind, Shape, TemplatePart, Union};

use super::code::{interpolated, quoted};
use super::languages::*;
use super::names::identifier;

/// Names that an argument must not have.
const TAKEN: &str = "Self abstract as async await become box break const continue crate do dyn else enum extern false \
    final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self \
    static struct super trait true try type typeof unsafe unsized use virtual where while yield child \
    done input program said seen stdin code run shown text word drop Err None Ok Some Stdio";

/// Rust's own tests.
pub(crate) struct Rust;

impl Language for Rust {
    fn literal(&self, value: &str) -> String {
        text(value)
    }

    fn taken(&self) -> &'static str {
        TAKEN
    }

    /// The name of a parameter, a literal, or `format!` for a mixture.
    fn word(&self, pieces: &[TemplatePart], names: &[String]) -> String {
        let part = |part: &str| text(&part.replace('{', "{{").replace('}', "}}"));
        interpolated(pieces, names, text, part, ["format!(\"", "{", "}", "\")"])
    }

    fn test_name(&self, name: &str, _phrase: &str) -> String {
        identifier(&name.to_lowercase(), TAKEN)
    }

    fn function<'a>(&self, suite: Suite<'a>, path: &str) -> Result<Tests<'a>, ExportError> {
        let is_name = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !path.split("::").all(is_name) {
            let expected = "write the path of a function, such as my_crate::discount";
            return Err(ExportError::bad_call(path, expected));
        }
        let suite = suite.typed();
        // Closures panic. A panic ends its test, so such a case must have a test of its own.
        let panics = |case: &Case| case.outcome.type_name() == "panic";
        let is_result =
            suite.can_fail && suite.cases.iter().any(|case| !case.outcome.is_valid() && !panics(case));
        let case = |case: &Case| {
            let values: Vec<String> = case.input.iter().map(|value| self.value(value)).collect();
            context! { values => values, alone => panics(case) }
        };
        let cases = suite.cases.iter().map(case).collect();
        let function = path.rsplit("::").next().unwrap_or(path);
        let import = path.contains("::").then_some(path);
        let file = context! { function => function, import => import, is_result => is_result };
        Ok(Tests { suite, file, families: Vec::new(), cases })
    }

    fn expresses(&self, schema: &Schema) -> bool {
        Literals::expresses(self, schema)
    }
}

fn text(text: &str) -> String {
    quoted(text, |c| if is_plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", c as u32) })
}

/// The type of a literal follows from the parameter of the function.
impl Literals for Rust {
    fn integer(&self, int: &Int) -> String {
        let number = int.number();
        match number.to_i128().is_some() || IntType::UInt128.holds(number) {
            true => number.to_string(),
            false => format!("\"{number}\".parse().unwrap()"),
        }
    }

    fn float(&self, float: &Float) -> String {
        let ty = float.ty().declared_name();
        match float.value() {
            x if x.is_nan() => format!("{ty}::NAN"),
            f64::INFINITY => format!("{ty}::INFINITY"),
            f64::NEG_INFINITY => format!("{ty}::NEG_INFINITY"),
            _ => float.to_string(),
        }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }

    fn nothing(&self) -> String {
        "None".into()
    }

    fn list(&self, _kind: ListKind, items: Vec<String>, _path: &str) -> String {
        format!("vec![{}]", items.join(", "))
    }

    /// Only tuples have literals; one with a single value needs a comma.
    fn record(&self, _shape: &Shape, values: Vec<String>) -> String {
        let comma = if values.len() == 1 { "," } else { "" };
        format!("({}{comma})", values.join(", "))
    }

    fn alternative(&self, _union: &Union, value: String) -> String {
        if value == self.nothing() { value } else { format!("Some({value})") }
    }

    /// Numbers, texts, lists, tuples, and options of these.
    fn expresses(&self, schema: &Schema) -> bool {
        match schema {
            Schema::Int(_) | Schema::Float(_) | Schema::Text(_) => true,
            Schema::Choice(choice) => choice.holds_only_texts(),
            Schema::List(list) => list.kind() == ListKind::List && Literals::expresses(self, list.item()),
            Schema::Record(record) => {
                *record.kind() == RecordKind::Tuple
                    && record.fields().iter().all(|field| Literals::expresses(self, field))
            }
            Schema::Union(union) => union.optional().is_some_and(|one| Literals::expresses(self, one)),
            Schema::Bytes(_) | Schema::Decimal(_) | Schema::Moment(_) => false,
        }
    }
}
