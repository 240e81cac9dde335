//! The four functions of the study.

use autobva_core::UnknownName;

use super::published::{BMI, BMI_CLASS, BYTECOUNT, DATE, PublishedRow};
use crate::experiment::search::Truth;

/// A function of the study.
pub struct Function {
    /// The built-in of that name.
    pub name: &'static str,
    /// What the paper calls it.
    pub title: &'static str,
    /// How many arguments it has.
    pub arguments: usize,
    /// How the study declared them: numbers of 64 bits but for bytecount, as all numbers of its published data are.
    pub declared: &'static [&'static str],
    /// The paper's table of representatives, in the order of its ids.
    pub rows: &'static [PublishedRow],
    /// The rows of that table as kinds of candidates, in the same order.
    pub kinds: fn() -> Truth,
}

/// The functions, in the order of the paper's tables.
pub const FUNCTIONS: [Function; 4] = [BYTECOUNT, BMI_CLASS, BMI, DATE];

/// The function of that name.
pub fn function(name: &str) -> Result<&'static Function, UnknownName> {
    FUNCTIONS
        .iter()
        .find(|function| function.name == name)
        .ok_or_else(|| UnknownName::new("function of the study", name, FUNCTIONS.iter().map(|f| f.name)))
}
