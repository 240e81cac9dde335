//! Rust closures and functions as targets.
//!
//! ```
//! use autobva_core::{Outcome, Sut};
//! use autobva_sut::IntoSut;
//!
//! let target = |n: i64| if n < 10 { Ok(n * 2) } else { Err(format!("{n} is too large")) };
//! let target = target.into_sut().with_arguments(["n:i64[0..100]"]).unwrap();
//!
//! let mut outcome = Outcome::default();
//! target.run(&target.signature().read(&["10"], None).unwrap(), &mut outcome).unwrap();
//! assert_eq!(outcome, Outcome::error("String", "10 is too large"));
//! ```

mod from_value;
mod into_outcome;
mod panics;

use std::any::type_name;
use std::fmt;

use autobva_core::{Argument, Input, Outcome, Schema, Signature, SignatureError, Sut, SutError};

pub use from_value::FromValue;
pub use into_outcome::{Debugged, IntoOutcome, Shown, TypeNames};

type ClosureCall = dyn Fn(&Input, &mut Outcome) -> Result<(), SutError> + Send + Sync;

/// A Rust closure or function as a target.
///
/// A panic is caught and becomes an error of type `panic` with the panic's message; nothing is printed. The closure is
/// called again after a panic, so its state should survive one.
pub struct Closure {
    name: String,
    signature: Signature,
    taken: Vec<Schema>,
    call: Box<ClosureCall>,
}

/// What can be a target: a closure or function whose arguments are [`FromValue`] and whose result is [`IntoOutcome`],
/// or anything that already is a [`Sut`]. `Marker` distinguishes these and is always inferred.
///
/// ```
/// use autobva_core::Sut;
/// use autobva_sut::IntoSut;
///
/// assert_eq!((|a: i8, b: bool| if b { a } else { 0 }).into_sut().signature().len(), 2);
/// ```
pub trait IntoSut<Marker> {
    /// The target.
    type Target: Sut + 'static;

    /// Turns it into a target.
    fn into_sut(self) -> Self::Target;
}

/// Marks what already is a target.
#[doc(hidden)]
pub struct Already;

impl<S: Sut + 'static> IntoSut<Already> for S {
    type Target = S;

    fn into_sut(self) -> S {
        self
    }
}

macro_rules! closures {
    ($([$($argument:ident $position:literal)*])*) => { $(
        impl<F, R, $($argument),*> IntoSut<fn($($argument),*) -> R> for F
        where
            F: Fn($($argument),*) -> R + Send + Sync + 'static,
            R: IntoOutcome,
            $($argument: FromValue,)*
        {
            type Target = Closure;

            #[allow(non_snake_case)]
            fn into_sut(self) -> Closure {
                let names = R::type_names();
                let taken = vec![$($argument::schema()),*];
                let count = taken.len();
                Closure::new::<F>(taken, Box::new(move |input, outcome| {
                    if input.len() != count {
                        return Err(SutError(format!("{} values given, but the target takes {count}", input.len())));
                    }
                    $( let $argument = taken_from::<$argument>(input, $position)?; )*
                    panics::caught(outcome, |outcome| self($($argument),*).write(names, outcome));
                    Ok(())
                }))
            }
        }
    )* };
}
closures! {
    []
    [A 0]
    [A 0 B 1]
    [A 0 B 1 C 2]
    [A 0 B 1 C 2 D 3]
    [A 0 B 1 C 2 D 3 E 4]
    [A 0 B 1 C 2 D 3 E 4 G 5]
    [A 0 B 1 C 2 D 3 E 4 G 5 H 6]
    [A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7]
}

fn taken_from<A: FromValue>(input: &Input, position: usize) -> Result<A, SutError> {
    let value = &input[position];
    A::from_value(value)
        .ok_or_else(|| SutError(format!("argument {} takes {}, not {value:?}", position + 1, A::schema())))
}

impl Closure {
    fn new<F>(taken: Vec<Schema>, call: Box<ClosureCall>) -> Closure {
        let taken_as = |(i, schema): (usize, &Schema)| Argument::new(format!("a{}", i + 1), schema.clone());
        let arguments = taken.iter().enumerate().map(taken_as);
        let signature = Signature::new(arguments).expect("numbered names differ");
        Closure { name: function_name::<F>(), signature, taken, call }
    }

    /// The target with another name. By default a function has its own name, and a closure is called `closure`.
    #[must_use = "the renamed target is returned"]
    pub fn named(mut self, name: impl Into<String>) -> Closure {
        self.name = name.into();
        self
    }

    /// The target with named arguments, which are restricted if a range is given: `["year", "month:i64[0..13]"]`. The
    /// type may be left out; otherwise it must be that of the closure. By default the arguments are called a1, a2, ….
    pub fn with_arguments<S: AsRef<str>>(
        mut self,
        declarations: impl IntoIterator<Item = S>,
    ) -> Result<Closure, ArgumentsError> {
        let declarations: Vec<S> = declarations.into_iter().collect();
        if declarations.len() != self.taken.len() {
            let (declared, taken) = (declarations.len(), self.taken.len());
            return Err(ArgumentsError::Misfit(format!(
                "the closure takes {taken} arguments, but {declared} are declared; declare each, in order"
            )));
        }
        let arguments = declarations.iter().zip(&self.taken).map(|(d, taken)| declared(d.as_ref(), taken));
        self.signature = Signature::new(arguments.collect::<Result<Vec<_>, _>>()?)?;
        Ok(self)
    }
}

/// Reads a declaration, in which the type may be left out.
fn declared(declaration: &str, taken: &Schema) -> Result<Argument, ArgumentsError> {
    let argument: Argument = if declaration.contains(':') {
        declaration.parse()?
    } else {
        let range = declaration.find('[').unwrap_or(declaration.len());
        format!("{}:{taken}{}", &declaration[..range], &declaration[range..]).parse()?
    };
    if argument.schema().fits(taken) {
        return Ok(argument);
    }
    let (name, declared, taken) = (argument.name(), argument.schema().name(), taken.name());
    Err(ArgumentsError::Misfit(format!(
        "argument '{name}' is declared as {declared}, but the closure takes {taken}; write {name}:{taken}"
    )))
}

fn function_name<F>() -> String {
    let path = type_name::<F>();
    let last = path.rsplit("::").next().unwrap_or(path);
    let is_name = last.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name { last.to_string() } else { "closure".to_string() }
}

impl Sut for Closure {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        (self.call)(input, outcome)
    }

    fn grain(&self) -> usize {
        crate::IN_PROCESS_GRAIN
    }
}

impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.signature)
    }
}

/// Declarations that do not fit a closure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentsError {
    /// Their number or types differ from those of the closure.
    #[error("{0}")]
    Misfit(String),
    /// A declaration cannot be read.
    #[error(transparent)]
    Signature(#[from] SignatureError),
}
