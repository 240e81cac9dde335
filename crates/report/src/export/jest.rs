//! Jest: a table for `test.each`, known faults in `test.failing.each`.

use autobva_core::{Integer, ListKind, TemplatePart};

use super::code::{best_quote, interpolated, quoted_by};
use super::languages::*;

/// Names that an argument must not have.
const TAKEN: &str = "arguments await break case catch class const continue debugger default delete do else enum eval \
    export extends false finally for function if implements import in instanceof interface let new null \
    package private protected public return static super switch this throw true try typeof var void \
    words while with yield code done error expect name outcome path program require run said spawnSync test undefined";

/// Names that the tests use at the top of the file, besides those that an argument must not have.
const USED: &str = "Infinity NaN String describe";

/// The name for a function whose own name the tests use otherwise.
const ALIAS: &str = "targetFunction";

pub(crate) struct Jest;

impl Language for Jest {
    fn literal(&self, value: &str) -> String {
        text(value)
    }

    fn taken(&self) -> &'static str {
        TAKEN
    }

    /// The name of a parameter, a literal, or a template of both.
    fn word(&self, pieces: &[TemplatePart], names: &[String]) -> String {
        let part = |part: &str| quoted_by('`', part, escaped).replace("${", "\\${");
        interpolated(pieces, names, text, part, ["`", "${", "}", "`"])
    }

    fn function<'a>(&self, suite: Suite<'a>, path: &str) -> Result<Tests<'a>, ExportError> {
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_$".contains(c));
        let Some((module, function)) = path.rsplit_once(':').filter(|(_, f)| f.split('.').all(is_name))
        else {
            let expected = "write module:function, such as ./shop.js:discount";
            return Err(ExportError::bad_call(path, expected));
        };
        let module = match module.strip_prefix("./").unwrap_or(module) {
            local if module.starts_with('.') && suite.base.is_empty() => format!("./{local}"),
            local if module.starts_with('.') => format!("{}/{local}", suite.base),
            _ => module.to_string(),
        };
        let imported = function.split('.').next().unwrap_or(function);
        let is_used = TAKEN.split(' ').chain(USED.split(' ')).any(|word| word == imported);
        let (import, alias) = match is_used {
            true => (format!("{imported}: {ALIAS}"), ALIAS),
            false => (imported.to_string(), imported),
        };
        let parameters = suite.parameters(&format!("{TAKEN} {alias}"));
        let call = format!("{}({})", function.replacen(imported, alias, 1), parameters.join(", "));
        let case = |case: &Case| {
            let values: Vec<String> = case.input.iter().map(|value| self.value(value)).collect();
            context! { values => values }
        };
        let cases = suite.cases.iter().map(case).collect();
        let file =
            context! { parameters => parameters, import => import, module => text(&module), call => call };
        Ok(Tests { suite, file, families: Vec::new(), cases })
    }

    fn expresses(&self, schema: &Schema) -> bool {
        Literals::expresses(self, schema)
    }
}

fn escaped(c: char) -> String {
    if is_plain(c) { c.to_string() } else { format!("\\u{{{:x}}}", c as u32) }
}

/// A text as a literal, in the quotes that need the fewest escapes.
fn text(text: &str) -> String {
    quoted_by(best_quote(text), text, escaped)
}

impl Literals for Jest {
    /// A number that does not fit a Number is a BigInt.
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
            // A Number holds a narrow float exactly, so all digits are written.
            x => format!("{x:?}"),
        }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }

    /// Everything that JSON can express.
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
