//! Values as Python writes them, and the imports that they need.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use autobva_core::{
    Decimal, Float, ListKind, Moment, MomentKind, PythonCall, RecordKind, Schema, Shape, is_python_name,
};

use super::literals::Literals;
use super::python::text;
use super::suite::{Case, Suite};

/// The modules and classes of Python's own that values use.
const DATETIME: &str = "datetime";
const DECIMAL: &str = "Decimal";
/// The class to which sets are converted if the function is declared that way.
const FROZENSET: &str = "frozenset";
/// Keywords of Python, which cannot be names of arguments.
const KEYWORDS: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield";

/// Python's literals, and the classes that they have used.
pub(crate) struct Python<'a> {
    calling: &'a PythonCall,
    used: RefCell<BTreeSet<String>>,
}

impl<'a> Python<'a> {
    /// The literals for a function that is called in this way.
    pub(crate) fn new(calling: &'a PythonCall) -> Python<'a> {
        Python { calling, used: RefCell::default() }
    }

    pub(crate) fn values(&self, suite: &Suite<'_>, case: &Case) -> Vec<String> {
        let values = case.input.iter().zip(suite.signature.arguments());
        values.map(|(value, argument)| self.value_at(value, argument.name())).collect()
    }

    /// The modules of the used classes, by name; `None` if the module is not known.
    pub(crate) fn used(&self) -> BTreeMap<String, Option<String>> {
        let module = |name: &String| match name.as_str() {
            DATETIME => Some(String::new()),
            DECIMAL => Some("decimal".to_string()),
            name => self.calling.imports.get(name).cloned(),
        };
        self.used.borrow().iter().map(|name| (name.clone(), module(name))).collect()
    }

    /// Whether a class of the target creates a value of the case, which may fail.
    pub(crate) fn may_fail(calling: &PythonCall, suite: &Suite<'_>, case: &Case) -> bool {
        let python = Python::new(calling);
        python.values(suite, case);
        let used = python.used.into_inner();
        used.iter().any(|name| ![DATETIME, DECIMAL, FROZENSET].contains(&name.as_str()))
    }

    fn uses(&self, name: &str) -> String {
        self.used.borrow_mut().insert(name.to_string());
        name.to_string()
    }
}

impl Literals for Python<'_> {
    fn boolean(&self, truth: bool) -> String {
        if truth { "True".into() } else { "False".into() }
    }

    /// Python's float holds a narrow float exactly, so all digits are written.
    fn float(&self, float: &Float) -> String {
        match float.value() {
            x if x.is_finite() => format!("{x:?}"),
            x => format!("float(\"{}\")", format!("{x:?}").to_lowercase()),
        }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }

    fn text_at(&self, value: &str, path: &str) -> String {
        match self.calling.turned.get(path).filter(|class| *class != FROZENSET) {
            Some(class) => format!("{}({})", self.uses(class), text(value)),
            None => text(value),
        }
    }

    fn bytes(&self, bytes: &[u8]) -> String {
        let plain = |byte: &u8| match byte {
            b'"' | b'\\' => format!("\\{}", char::from(*byte)),
            b' ' => " ".to_string(),
            byte if byte.is_ascii_graphic() => char::from(*byte).to_string(),
            byte => format!("\\x{byte:02x}"),
        };
        format!("b\"{}\"", bytes.iter().map(plain).collect::<String>())
    }

    fn decimal(&self, decimal: &Decimal) -> String {
        format!("{}(\"{decimal}\")", self.uses(DECIMAL))
    }

    fn moment(&self, moment: &Moment) -> String {
        let parts = moment.parts();
        let (class, least) = match moment.kind() {
            MomentKind::Date => ("date", 3),
            MomentKind::Time => ("time", 2),
            MomentKind::DateTime => ("datetime", 5),
            MomentKind::Duration => {
                let named = ["days", "seconds", "microseconds"].into_iter().zip(parts);
                let given: Vec<String> = named
                    .filter(|(_, part)| *part != 0)
                    .map(|(name, part)| format!("{name}={part}"))
                    .collect();
                return format!("{}.timedelta({})", self.uses(DATETIME), given.join(", "));
            }
        };
        // Seconds and smaller units are left out if they are zero.
        let length = parts.iter().rposition(|part| *part != 0).map_or(0, |last| last + 1).max(least);
        let parts: Vec<String> = parts[..length].iter().map(i128::to_string).collect();
        format!("{}.{class}({})", self.uses(DATETIME), parts.join(", "))
    }

    fn nothing(&self) -> String {
        "None".into()
    }

    fn member(&self, enumeration: &str, member: &str) -> String {
        format!("{}.{member}", self.uses(enumeration))
    }

    fn list(&self, kind: ListKind, items: Vec<String>, path: &str) -> String {
        let is_frozen = || self.calling.turned.get(path).is_some_and(|class| class == FROZENSET);
        let shown = items.join(", ");
        match kind {
            ListKind::List | ListKind::Dict => format!("[{shown}]"),
            ListKind::Tuple => tuple(items),
            ListKind::Set if items.is_empty() => if is_frozen() { "frozenset()" } else { "set()" }.into(),
            ListKind::Set if is_frozen() => format!("frozenset({{{shown}}})"),
            ListKind::Set => format!("{{{shown}}}"),
        }
    }

    fn record(&self, shape: &Shape, values: Vec<String>) -> String {
        let by_key = |values: Vec<String>| {
            self.dictionary(shape.fields.iter().map(|name| text(name)).zip(values).collect())
        };
        match &shape.kind {
            RecordKind::Tuple => tuple(values),
            RecordKind::Plain => by_key(values),
            RecordKind::Named(class) if shape.fields.iter().all(|name| is_parameter(name)) => {
                let fields = shape.fields.iter().zip(values).map(|(name, value)| format!("{name}={value}"));
                format!("{}({})", self.uses(class), fields.collect::<Vec<_>>().join(", "))
            }
            RecordKind::Named(class) => format!("{}(**{})", self.uses(class), by_key(values)),
        }
    }

    fn expresses(&self, _schema: &Schema) -> bool {
        true
    }
}

/// A tuple; one with a single item needs a comma.
fn tuple(items: Vec<String>) -> String {
    let comma = if items.len() == 1 { "," } else { "" };
    format!("({}{comma})", items.join(", "))
}

/// Whether a field can be passed by name.
fn is_parameter(name: &str) -> bool {
    is_python_name(name) && !KEYWORDS.split_whitespace().any(|word| word == name)
}
