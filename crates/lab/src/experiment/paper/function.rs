//! The four functions of the study.

use autobva_core::{UnknownName, named};

use super::kinds::{kinds, of_bmi, of_bmi_class, of_bytecount, of_date};
use super::published::{PublishedRow, representatives};
use crate::experiment::search::Truth;

pub struct Function {
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    pub arguments: usize,
    /// How the study declared them: as 64-bit numbers except for bytecount, like all numbers in its published data.
    pub declared: &'static [&'static str],
    /// The rows of the paper's table of representatives as kinds of candidates, in the order of its ids.
    pub kinds: fn() -> Truth,
}

/// The functions, in the order of the paper's tables.
pub const FUNCTIONS: [Function; 4] = [
    Function {
        name: "bytecount",
        title: "bytecount",
        arguments: 1,
        declared: &["bytes:int"],
        kinds: || kinds("bytecount", of_bytecount),
    },
    Function {
        name: "bmi_class",
        title: "BMI-class",
        arguments: 2,
        declared: &["h:i64", "w:i64"],
        kinds: || kinds("bmi_class", of_bmi_class),
    },
    Function {
        name: "bmi",
        title: "BMI",
        arguments: 2,
        declared: &["h:i64", "w:i64"],
        kinds: || kinds("bmi", of_bmi),
    },
    Function {
        name: "date",
        title: "Julia Date",
        arguments: 3,
        declared: &["year:i64", "month:i64", "day:i64"],
        kinds: of_date,
    },
];

impl Function {
    /// The paper's table of representatives, in the order of its ids.
    pub fn rows(&self) -> &'static [PublishedRow] {
        representatives(self.name)
    }
}

pub fn function(name: &str) -> Result<&'static Function, UnknownName> {
    named("function of the study", name, &FUNCTIONS, |function| function.name)
}
