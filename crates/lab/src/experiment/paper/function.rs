//! The four functions of the study.

use autobva_core::{UnknownName, named};

use super::published::{BMI, BMI_CLASS, BYTECOUNT, DATE, PublishedRow};
use crate::experiment::search::Truth;

/// A function of the study.
pub struct Function {
    /// The name of the built-in function.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    pub arguments: usize,
    /// How the study declared them: as 64-bit numbers except for bytecount, like all numbers in its published data.
    pub declared: &'static [&'static str],
    /// The paper's table of representatives, in the order of its ids.
    pub rows: &'static [PublishedRow],
    /// The rows of that table as kinds of candidates, in the same order.
    pub kinds: fn() -> Truth,
}

/// The functions, in the order of the paper's tables.
pub const FUNCTIONS: [Function; 4] = [BYTECOUNT, BMI_CLASS, BMI, DATE];

pub fn function(name: &str) -> Result<&'static Function, UnknownName> {
    named("function of the study", name, &FUNCTIONS, |function| function.name)
}
