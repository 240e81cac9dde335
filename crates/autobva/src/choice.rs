//! Parts of a run that can be chosen: an entry of a registry by its name, or an implementation of the user's own.

use std::fmt;
use std::sync::Arc;

use autobva_explore::samplers::{Sampler, sampler};
use autobva_explore::strategies::{MakeStrategy, strategy};
use autobva_metrics::{InputDistance, TextDistance, input_distance, text_distance};

use crate::error::Error;

/// An entry of a registry by its name, or an implementation of the user's own.
pub enum Choice<T: ?Sized> {
    /// The entry with this name in the registry.
    Named(String),
    /// An implementation of the user's own.
    Own(Arc<T>),
}

/// The name that is shown for implementations outside a registry.
pub(crate) const OWN: &str = "own";

/// What can be chosen: a name, or an implementation. `Marker` distinguishes the two and is always inferred.
///
/// ```
/// use autobva::{explore::samplers::Uniform, find};
///
/// let _by_name = find(|n: i8| n).sampler("uniform");
/// let _by_value = find(|n: i8| n).sampler(Uniform);
/// ```
pub trait IntoChoice<T: ?Sized, Marker> {
    /// The choice.
    fn into_choice(self) -> Choice<T>;
}

/// Marks a choice by name.
#[doc(hidden)]
pub struct ByName;

/// Marks a choice of an implementation.
#[doc(hidden)]
pub struct ByValue;

impl<T: ?Sized, N: Into<String>> IntoChoice<T, ByName> for N {
    fn into_choice(self) -> Choice<T> {
        Choice::Named(self.into())
    }
}

/// A trait whose implementations are in a registry.
///
/// ```
/// use autobva::{Registered, metrics::TextDistance};
///
/// let strlen = <dyn TextDistance>::by_name("strlen").unwrap();
/// assert_eq!(strlen.between("9B", "10B"), 1.0);
/// ```
pub trait Registered {
    /// The entry with this name.
    fn by_name(name: &str) -> Result<Arc<Self>, Error>;
}

macro_rules! registries {
    ($($kind:ident: $by_name:expr;)*) => { $(
        impl Registered for dyn $kind {
            fn by_name(name: &str) -> Result<Arc<dyn $kind>, Error> {
                Ok($by_name(name)?)
            }
        }

        impl<V: $kind + 'static> IntoChoice<dyn $kind, ByValue> for V {
            fn into_choice(self) -> Choice<dyn $kind> {
                Choice::Own(Arc::new(self))
            }
        }
    )* };
}

registries! {
    MakeStrategy: |name| strategy(name).map(|&entry| Arc::new(entry) as Arc<dyn MakeStrategy>);
    Sampler: sampler;
    TextDistance: |name| text_distance(name).map(Arc::from);
    InputDistance: |name| input_distance(name).map(Arc::from);
}

impl<T: Registered + ?Sized> Choice<T> {
    /// The chosen implementation, if the registry has it.
    pub fn get(&self) -> Result<Arc<T>, Error> {
        match self {
            Choice::Named(name) => T::by_name(name),
            Choice::Own(own) => Ok(Arc::clone(own)),
        }
    }
}

impl<T: ?Sized, N: Into<String>> From<N> for Choice<T> {
    fn from(name: N) -> Self {
        Choice::Named(name.into())
    }
}

impl<T: ?Sized> Clone for Choice<T> {
    fn clone(&self) -> Self {
        match self {
            Choice::Named(name) => Choice::Named(name.clone()),
            Choice::Own(own) => Choice::Own(Arc::clone(own)),
        }
    }
}

/// The name; an implementation of the user's own is shown as `own`.
impl<T: ?Sized> fmt::Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Named(name) => f.pad(name),
            Choice::Own(_) => f.pad(OWN),
        }
    }
}

impl<T: ?Sized> fmt::Debug for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
