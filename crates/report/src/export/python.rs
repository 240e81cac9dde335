//! Tests in Python, for pytest and unittest: literals, names and comparisons.

use autobva_core::{TemplatePart, is_python_name};
use minijinja::value::Value;

use super::code::{best_quote, interpolated, quoted_by};
use super::comments::comment;
use super::languages::*;
use super::names::camel;
use super::python_function::PythonFunction;
use super::python_values::Python;

/// The tests of pytest and of unittest, which differ only in their templates.
pub(crate) struct PythonTests;

/// Names that an argument must not have: keywords, names that the tests use themselves, and pytest's `request`.
pub(crate) const TAKEN: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield code error \
    expected kind message said outcome request self run call str type pytest unittest caught done \
    subprocess sys Path result MODULE ROOT seen stdin words asyncio BaseException KeyboardInterrupt";

/// Names that almost always mean Python's own exceptions.
pub(crate) const OWN_EXCEPTIONS: &str = "\
    ArithmeticError AssertionError AttributeError IndexError KeyError LookupError NotImplementedError \
    OverflowError RecursionError RuntimeError TypeError UnicodeDecodeError UnicodeEncodeError ValueError \
    ZeroDivisionError";

impl Language for PythonTests {
    fn is_python(&self) -> bool {
        true
    }

    fn files_called(&self, call: &str) -> Vec<String> {
        PythonFunction::from_call(call).map(|function| function.0.files()).unwrap_or_default()
    }

    fn literal(&self, value: &str) -> String {
        text(value)
    }

    fn taken(&self) -> &'static str {
        TAKEN
    }

    /// The name of a parameter, a literal, or an f-string of both.
    fn word(&self, pieces: &[TemplatePart], names: &[String]) -> String {
        let texts = pieces.iter().map(|piece| match piece {
            TemplatePart::Text(part) => part.as_str(),
            TemplatePart::Value(_) => "",
        });
        let quote = best_quote(&texts.collect::<String>());
        let part = |part: &str| quoted_by(quote, part, escaped).replace('{', "{{").replace('}', "}}");
        interpolated(pieces, names, text, part, [&format!("f{quote}"), "{", "}", &quote.to_string()])
    }

    /// The title is in a docstring.
    fn comment(&self, title: &str) -> String {
        comment(title).replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"")
    }

    fn about(&self, suite: &Suite<'_>) -> Value {
        context! { class => camel(&suite.name) }
    }

    fn function<'a>(&self, suite: Suite<'a>, path: &str) -> Result<Tests<'a>, ExportError> {
        let function = PythonFunction::from_call(path)?;
        let python = Python::new(suite.python.0);
        let comparisons: Vec<Comparison> =
            (0..suite.families.len()).map(|family| Comparison::of(&suite, family)).collect();
        let case = |case: &Case| {
            let values = python.values(&suite, case);
            let (comparison, outcome) = (&comparisons[case.family], &case.outcome);
            let is_text = !["equal", "same", "close"].contains(&comparison.answers);
            context! {
                call => function.call(&suite, &values),
                values => values,
                kind => text(outcome.type_name()),
                expected => match outcome.type_name() {
                    "int" | "bool" if !is_text => outcome.text().to_string(),
                    "float" if !is_text => float(outcome.text()),
                    _ => text(outcome.text()),
                },
                is_nan => comparison.answers == "close" && outcome.text() == NAN,
                error => match comparison.by_class {
                    true => outcome.type_name().to_string(),
                    false => text(outcome.type_name()),
                },
                message => text(outcome.text()),
            }
        };
        let cases = suite.cases.iter().map(case).collect();
        let (imports, set_up) = function.import(&suite, &python);
        let parameters = suite.parameters(&format!("{TAKEN} {}", function.known_as()));
        let call = function.call(&suite, &parameters);
        let families = comparisons.into_iter().map(Comparison::given).collect();
        let file = context! { imports => imports, set_up => set_up, parameters => parameters, call => call };
        Ok(Tests { suite, file, families, cases })
    }

    fn expresses(&self, _schema: &Schema) -> bool {
        true
    }
}

/// How the outcomes of a family are compared with what was observed.
struct Comparison {
    /// Results: `equal` if all are texts, all whole numbers or all floats; `close` if one of the floats is NaN, which
    /// equals nothing; `same` if all are Booleans; `text` if all are of one other type; `type and text` if types differ.
    answers: &'static str,
    /// Exceptions: by class if all are almost certainly Python's own, otherwise by the name of the class.
    by_class: bool,
    /// Whether a class may fail to create an argument of the function.
    is_late: bool,
}

impl Comparison {
    fn of(suite: &Suite<'_>, family: usize) -> Comparison {
        let cases = suite.cases_of(family).filter(|case| !case.is_fault());
        let (valid, errors): (Vec<&Case>, Vec<&Case>) = cases.partition(|case| case.outcome.is_valid());
        let mut types: Vec<&str> = valid.iter().map(|case| case.outcome.type_name()).collect();
        types.sort_unstable();
        types.dedup();
        let all = |holds: fn(&str) -> bool| valid.iter().all(|case| holds(case.outcome.text()));
        let is_whole = |text: &str| text.trim_start_matches('-').bytes().all(|digit| digit.is_ascii_digit());
        let answers = match types.as_slice() {
            ["str"] => "equal",
            ["int"] if all(is_whole) => "equal",
            ["float"] if all(is_float) => {
                if all(|text| text != NAN) {
                    "equal"
                } else {
                    "close"
                }
            }
            ["bool"] if all(|text| ["True", "False"].contains(&text)) => "same",
            [_] => "text",
            _ => "type and text",
        };
        Comparison {
            answers,
            by_class: errors
                .iter()
                .all(|case| OWN_EXCEPTIONS.split(' ').any(|known| known == case.outcome.type_name())),
            is_late: errors.iter().any(|case| Python::may_fail(suite.python.0, suite, case)),
        }
    }

    fn given(self) -> Value {
        context! { answers => self.answers, by_class => self.by_class, is_late => self.is_late }
    }
}

/// Whether a direct call shows what was observed. It does not if autobva had to watch the process, or has normalised
/// texts that differ from run to run.
pub(crate) fn shows_directly(case: &Case) -> bool {
    let (text, type_name) = (case.outcome.text(), case.outcome.type_name());
    let is_steady =
        !text.contains(" at 0x…") && !text.contains('\u{fffd}') && !["set", "frozenset"].contains(&type_name);
    let is_long_number = type_name == "int" && text.len() > 4000;
    is_steady
        && !is_long_number
        && (case.outcome.is_valid() || (is_python_name(type_name) && !is_ending(type_name)))
}

/// Outcomes that can only be seen from outside the process.
fn is_ending(type_name: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "Timeout",
        "OutOfMemory",
        "OutputTooLong",
        "ClosedPipe",
        "BadAnswer",
        "KeyboardInterrupt",
        "GeneratorExit",
    ];
    ENDINGS.contains(&type_name)
}

/// How Python writes a float that is not a number.
const NAN: &str = "nan";

/// Whether comparing with the float is as strict as comparing texts: minus zero equals zero.
fn is_float(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(|number| number != 0.0 || number.is_sign_positive())
}

/// A float as an expression, from its text.
fn float(shown: &str) -> String {
    match shown.bytes().any(|c| c.is_ascii_digit()) {
        true => shown.to_string(),
        false => format!("float({})", text(shown)),
    }
}

/// A text as a literal, in the quotes that need the fewest escapes.
pub(crate) fn text(text: &str) -> String {
    quoted_by(best_quote(text), text, escaped)
}

fn escaped(c: char) -> String {
    match c as u32 {
        _ if is_plain(c) => c.to_string(),
        code @ ..=0xff => format!("\\x{code:02x}"),
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}
