//! Values as Python writes them, and what has to be imported for that.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use autobva_core::{
    Decimal, Float, ListKind, Moment, MomentKind, PythonCall, RecordKind, Schema, Shape, is_python_name,
};

use super::layout::Code;
use super::literals::Literals;
use super::python::text;
use super::suite::{Case, Suite};

/// The modules that are imported whole, and the classes of Python's own that need no word of the target.
const DATETIME: &str = "datetime";
const DECIMAL: &str = "Decimal";
/// The class that sets are made to, where a function says so.
const FROZENSET: &str = "frozenset";
/// Words of Python that no argument can be named by.
const KEYWORDS: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield";

/// Python's literals, and the classes that those were written with.
pub(crate) struct Python<'a> {
    calling: &'a PythonCall,
    used: RefCell<BTreeSet<String>>,
}

impl<'a> Python<'a> {
    /// The literals of a function that is called so.
    pub(crate) fn new(calling: &'a PythonCall) -> Python<'a> {
        Python { calling, used: RefCell::default() }
    }

    /// The arguments of a case.
    pub(crate) fn values(&self, suite: &Suite<'_>, case: &Case) -> Vec<Code> {
        let values = case.input.iter().zip(suite.signature.arguments());
        values.map(|(value, argument)| self.code(value, argument.name())).collect()
    }

    /// The modules of the classes that were used, by name; none in place of one that nobody knows.
    pub(crate) fn used(&self) -> BTreeMap<String, Option<String>> {
        let module = |name: &String| match name.as_str() {
            DATETIME => Some(String::new()),
            DECIMAL => Some("decimal".to_string()),
            name => self.calling.imports.get(name).cloned(),
        };
        self.used.borrow().iter().map(|name| (name.clone(), module(name))).collect()
    }

    /// Whether a class of the target's own makes a value of the case: it may refuse to.
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

    /// Python gets the number that a narrow float stands for, all digits of it.
    fn float(&self, float: &Float) -> String {
        match float.value() {
            x if x.is_finite() => format!("{x:?}"),
            x => format!("float(\"{}\")", format!("{x:?}").to_lowercase()),
        }
    }

    fn text(&self, value: &str) -> String {
        text(value)
    }

    fn text_at(&self, value: &str, path: &str) -> Code {
        match self.calling.turned.get(path).filter(|class| *class != FROZENSET) {
            Some(class) => Code::list(format!("{}(", self.uses(class)), &[text(value)], ")"),
            None => Code::atom(text(value)),
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
        // Seconds and what is below them are left out where there are none.
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

    fn list(&self, kind: ListKind, items: Vec<Code>, path: &str) -> Code {
        let set = |items: Vec<Code>| match items.is_empty() {
            true => Code::atom("set()"),
            false => Code::group("{", items, "}"),
        };
        match kind {
            ListKind::List | ListKind::Dict => Code::group("[", items, "]"),
            ListKind::Tuple => tuple(items),
            ListKind::Set if self.calling.turned.get(path).is_some_and(|class| class == FROZENSET) => {
                let items = if items.is_empty() { Vec::new() } else { vec![set(items)] };
                Code::group("frozenset(", items, ")")
            }
            ListKind::Set => set(items),
        }
    }

    fn record(&self, shape: &Shape, values: Vec<Code>) -> Code {
        let fields = shape.fields.iter().zip(values);
        let by_key = |fields: Vec<(&Box<str>, Code)>| {
            self.dictionary(fields.into_iter().map(|(name, value)| (Code::atom(text(name)), value)).collect())
        };
        match &shape.kind {
            RecordKind::Tuple => tuple(fields.map(|(_, value)| value).collect()),
            RecordKind::Plain => by_key(fields.collect()),
            RecordKind::Named(class) if shape.fields.iter().all(|name| is_parameter(name)) => {
                let fields = fields.map(|(name, value)| value.after(&format!("{name}=")));
                Code::group(format!("{}(", self.uses(class)), fields.collect(), ")")
            }
            RecordKind::Named(class) => {
                let all = by_key(fields.collect()).after("**");
                Code::group(format!("{}(", self.uses(class)), vec![all], ")")
            }
        }
    }

    fn expresses(&self, _schema: &Schema) -> bool {
        true
    }
}

/// A tuple; one of a single item has a comma, and is not broken for that.
fn tuple(items: Vec<Code>) -> Code {
    match items.as_slice() {
        [one] => Code::atom(format!("({},)", one.flat())),
        _ => Code::group("(", items, ")"),
    }
}

/// Whether a field can be given by its name.
fn is_parameter(name: &str) -> bool {
    is_python_name(name) && !KEYWORDS.split_whitespace().any(|word| word == name)
}
