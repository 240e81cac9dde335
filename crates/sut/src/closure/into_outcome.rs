//! How a closure's result becomes an outcome.

use std::any::type_name;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{Arguments, Debug, Display, Write};
use std::sync::{LazyLock, Mutex, PoisonError};

use autobva_core::{BigInt, Outcome};

/// A Rust type that a closure may return.
///
/// A returned `Err` is an error: its type is the short name of the error's Rust type, its text the output of `Display`.
/// Everything else is valid, even an error object that is returned as an ordinary value. For a type of your own, return
/// [`Shown`] or [`Debugged`], or implement this trait; only `push_text` is required.
///
/// ```
/// use autobva_sut::IntoOutcome;
///
/// struct Cents(u32);
///
/// impl IntoOutcome for Cents {
///     fn push_text(&self, text: &mut String) {
///         text.push_str(&format!("{}.{:02}", self.0 / 100, self.0 % 100));
///     }
/// }
///
/// let mut text = String::new();
/// Cents(1250).push_text(&mut text);
/// assert_eq!(text, "12.50");
/// ```
pub trait IntoOutcome: Sized {
    /// Appends the text.
    fn push_text(&self, text: &mut String);

    /// Appends the text as a part of another value, in which a string needs quotation marks.
    fn push_part(&self, text: &mut String) {
        self.push_text(text);
    }

    /// The short name of the type: `i64`, `Option<String>`. By default the compiler's name without paths.
    fn type_name() -> String {
        short(type_name::<Self>())
    }

    /// The type names of its outcomes; called once per target.
    fn type_names() -> TypeNames {
        TypeNames { valid: intern(Self::type_name()), error: "" }
    }

    /// Writes the outcome.
    fn write(self, names: TypeNames, outcome: &mut Outcome) {
        self.push_text(outcome.start_valid(names.valid));
    }
}

/// The type names of outcomes, made once per target so that a call does not allocate them.
#[derive(Debug, Clone, Copy)]
pub struct TypeNames {
    /// The type of a valid outcome.
    pub valid: &'static str,
    /// The type of an error.
    pub error: &'static str,
}

/// A result of any type that has `Display`, shown by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown<T>(pub T);

/// A result of any type that has `Debug`, shown by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Debugged<T>(pub T);

impl<T: IntoOutcome, E: Display> IntoOutcome for Result<T, E> {
    fn push_text(&self, text: &mut String) {
        match self {
            Ok(value) => push_wrapped("Ok", value, text),
            Err(error) => push(text, format_args!("Err({error})")),
        }
    }

    fn type_name() -> String {
        format!("Result<{}, {}>", T::type_name(), short(type_name::<E>()))
    }

    fn type_names() -> TypeNames {
        TypeNames { valid: intern(T::type_name()), error: intern(short(type_name::<E>())) }
    }

    fn write(self, names: TypeNames, outcome: &mut Outcome) {
        match self {
            Ok(value) => value.push_text(outcome.start_valid(names.valid)),
            Err(error) => push(outcome.start_error(names.error), format_args!("{error}")),
        }
    }
}

impl<T: Display> IntoOutcome for Shown<T> {
    fn push_text(&self, text: &mut String) {
        push(text, format_args!("{}", self.0));
    }

    fn type_name() -> String {
        short(type_name::<T>())
    }
}

impl<T: Debug> IntoOutcome for Debugged<T> {
    fn push_text(&self, text: &mut String) {
        push(text, format_args!("{:?}", self.0));
    }

    fn type_name() -> String {
        short(type_name::<T>())
    }
}

macro_rules! formatted {
    ($format:literal: $($rust:ty)*) => { $( impl IntoOutcome for $rust {
        fn push_text(&self, text: &mut String) {
            push(text, format_args!($format, self));
        }

        fn type_name() -> String {
            stringify!($rust).to_string()
        }
    } )* };
}
formatted!("{}": bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize BigInt);
formatted!("{:?}": () f32 f64); // `Debug` keeps the decimal point of 1.0.

macro_rules! quoted_as_a_part {
    ($($rust:ty as $name:literal),*) => { $( impl IntoOutcome for $rust {
        fn push_text(&self, text: &mut String) {
            push(text, format_args!("{self}"));
        }

        fn type_name() -> String {
            $name.to_string()
        }

        fn push_part(&self, text: &mut String) {
            push(text, format_args!("{self:?}"));
        }
    } )* };
}
quoted_as_a_part!(char as "char", String as "String", &'static str as "&str", Cow<'static, str> as "Cow<str>");

impl<T: IntoOutcome> IntoOutcome for Option<T> {
    fn push_text(&self, text: &mut String) {
        match self {
            Some(value) => push_wrapped("Some", value, text),
            None => text.push_str("None"),
        }
    }

    fn type_name() -> String {
        format!("Option<{}>", T::type_name())
    }
}

impl<T: IntoOutcome> IntoOutcome for Vec<T> {
    fn push_text(&self, text: &mut String) {
        text.push('[');
        for (i, item) in self.iter().enumerate() {
            text.push_str(if i > 0 { ", " } else { "" });
            item.push_part(text);
        }
        text.push(']');
    }

    fn type_name() -> String {
        format!("Vec<{}>", T::type_name())
    }
}

macro_rules! tuples {
    ($($first:ident $($part:ident)*;)*) => { $(
        impl<$first: IntoOutcome, $($part: IntoOutcome),*> IntoOutcome for ($first, $($part),*) {
            #[allow(non_snake_case)]
            fn push_text(&self, text: &mut String) {
                let ($first, $($part),*) = self;
                text.push('(');
                $first.push_part(text);
                $( text.push_str(", "); $part.push_part(text); )*
                text.push(')');
            }

            fn type_name() -> String {
                let names = [$first::type_name(), $($part::type_name()),*];
                format!("({})", names.join(", "))
            }
        }
    )* };
}
tuples! { A B; A B C; A B C D; }

/// A tuple of one item keeps its comma, as in Rust.
impl<T: IntoOutcome> IntoOutcome for (T,) {
    fn push_text(&self, text: &mut String) {
        text.push('(');
        self.0.push_part(text);
        text.push_str(",)");
    }

    fn type_name() -> String {
        format!("({},)", T::type_name())
    }
}

fn push_wrapped(name: &str, value: &impl IntoOutcome, text: &mut String) {
    text.push_str(name);
    text.push('(');
    value.push_part(text);
    text.push(')');
}

/// Appends formatted text. An error can only come from a `Display` implementation of the target; the text then ends
/// where it failed.
fn push(text: &mut String, arguments: Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}

/// The name of a type without paths and lifetimes: `Option<String>` for `core::option::Option<alloc::string::String>`.
fn short(name: &str) -> String {
    let mut short = String::new();
    let mut start = 0;
    for (i, c) in name.char_indices() {
        if c == ':' {
            start = i + 1;
        } else if !(c.is_alphanumeric() || c == '_') {
            short.push_str(&name[start..i]);
            short.push(c);
            start = i + c.len_utf8();
        }
    }
    (short + &name[start..]).replace("'_, ", "")
}

/// Keeps a name for ever; each distinct name is kept once, so memory does not grow with the number of targets.
fn intern(name: String) -> &'static str {
    static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.get(name.as_str()) {
        Some(known) => known,
        None => {
            let name: &'static str = name.leak();
            names.insert(name);
            name
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names() {
        for (name, expected) in [
            ("i64", "i64"),
            ("()", "()"),
            ("&str", "&str"),
            ("alloc::string::String", "String"),
            ("core::option::Option<alloc::string::String>", "Option<String>"),
            ("(i64, alloc::vec::Vec<my::own::Type>)", "(i64, Vec<Type>)"),
            ("alloc::borrow::Cow<'_, str>", "Cow<str>"),
            ("alloc::boxed::Box<dyn core::error::Error>", "Box<dyn Error>"),
        ] {
            assert_eq!(short(name), expected);
        }
    }
}
