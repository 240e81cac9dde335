//! BMI classification: the representatives of its fifteen clusters. A cluster is a pair of classes in one order.

use autobva_core::Group::{VE, VV};

use super::row::row;
use crate::experiment::paper::function::Function;
use crate::experiment::search::Pair;

/// Table "Representative candidates for each cluster for BMI classification"; the long inputs are those of
/// `BMI_classification_representatives.csv`.
pub const BMI_CLASS: Function = Function {
    name: "bmi_class",
    title: "BMI-class",
    arguments: 2,
    declared: &["h:i64", "w:i64"],
    rows: &[
        row(VV, (&["1", "0"], "Underweight"), (&["1", "1"], "Severely obese"), 19, 19),
        row(VV, (&["21", "1"], "Normal"), (&["21", "2"], "Severely obese"), 5, 5),
        row(VV, (&["26", "1"], "Underweight"), (&["26", "2"], "Obese"), 5, 5),
        row(VV, (&["29", "1"], "Underweight"), (&["29", "2"], "Overweight"), 3, 3),
        row(VV, (&["29", "2"], "Overweight"), (&["29", "3"], "Severely obese"), 2, 1),
        row(VV, (&["101", "18"], "Underweight"), (&["101", "19"], "Normal"), 511, 459),
        row(VV, (&["101", "30"], "Obese"), (&["101", "31"], "Severely obese"), 394, 358),
        row(VV, (&["108", "26"], "Normal"), (&["108", "27"], "Overweight"), 125, 40),
        row(VV, (&["115", "32"], "Overweight"), (&["115", "33"], "Obese"), 139, 49),
        row(VV, (&["132", "44"], "Obese"), (&["133", "44"], "Overweight"), 93, 28),
        row(VV, (&["133", "41"], "Overweight"), (&["134", "41"], "Normal"), 103, 38),
        row(VV, (&["1015", "3087"], "Severely obese"), (&["1016", "3087"], "Obese"), 814, 747),
        row(
            VV,
            (&["100075388", "18477829017537"], "Normal"),
            (&["100075389", "18477829017537"], "Underweight"),
            871,
            818,
        ),
        row(
            VE,
            (&["-1", "0"], "DomainError(\"Height or Weight cannot be negative.\", \"\")"),
            (&["0", "0"], "Severely obese"),
            35_176,
            3_809,
        ),
        row(
            VE,
            (&["1", "-1"], "DomainError(\"Height or Weight cannot be negative.\", \"\")"),
            (&["1", "0"], "Underweight"),
            35_051,
            3_991,
        ),
    ],
    kinds: || super::row::kinds(BMI_CLASS.rows, kind),
};

/// The cluster of a pair, from 0: the row with the same outputs in the same order.
fn kind(pair: &Pair<'_>) -> Option<usize> {
    pair.step()?;
    BMI_CLASS.rows.iter().position(|row| (row.left_output, row.right_output) == pair.texts())
}
