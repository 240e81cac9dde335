//! BMI classification: the representatives of its fifteen clusters. A cluster is a pair of classes in one order.

use autobva_core::Group;

use super::row::PublishedRow;
use crate::experiment::paper::function::Function;
use crate::experiment::search::Pair;

/// Table "Representative candidates for each cluster for BMI classification"; the long inputs are those of
/// `BMI_classification_representatives.csv`.
pub const BMI_CLASS: Function = Function {
    name: "bmi_class",
    title: "BMI-class",
    arguments: 2,
    rows: &[
        PublishedRow {
            group: Group::VV,
            left: &["1", "0"],
            left_output: "Underweight",
            right: &["1", "1"],
            right_output: "Severely obese",
            size: 19,
            bcs: 19,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["21", "1"],
            left_output: "Normal",
            right: &["21", "2"],
            right_output: "Severely obese",
            size: 5,
            bcs: 5,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["26", "1"],
            left_output: "Underweight",
            right: &["26", "2"],
            right_output: "Obese",
            size: 5,
            bcs: 5,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["29", "1"],
            left_output: "Underweight",
            right: &["29", "2"],
            right_output: "Overweight",
            size: 3,
            bcs: 3,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["29", "2"],
            left_output: "Overweight",
            right: &["29", "3"],
            right_output: "Severely obese",
            size: 2,
            bcs: 1,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["101", "18"],
            left_output: "Underweight",
            right: &["101", "19"],
            right_output: "Normal",
            size: 511,
            bcs: 459,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["101", "30"],
            left_output: "Obese",
            right: &["101", "31"],
            right_output: "Severely obese",
            size: 394,
            bcs: 358,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["108", "26"],
            left_output: "Normal",
            right: &["108", "27"],
            right_output: "Overweight",
            size: 125,
            bcs: 40,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["115", "32"],
            left_output: "Overweight",
            right: &["115", "33"],
            right_output: "Obese",
            size: 139,
            bcs: 49,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["132", "44"],
            left_output: "Obese",
            right: &["133", "44"],
            right_output: "Overweight",
            size: 93,
            bcs: 28,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["133", "41"],
            left_output: "Overweight",
            right: &["134", "41"],
            right_output: "Normal",
            size: 103,
            bcs: 38,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["1015", "3087"],
            left_output: "Severely obese",
            right: &["1016", "3087"],
            right_output: "Obese",
            size: 814,
            bcs: 747,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VV,
            left: &["100075388", "18477829017537"],
            left_output: "Normal",
            right: &["100075389", "18477829017537"],
            right_output: "Underweight",
            size: 871,
            bcs: 818,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VE,
            left: &["-1", "0"],
            left_output: "DomainError(\"Height or Weight cannot be negative.\", \"\")",
            right: &["0", "0"],
            right_output: "Severely obese",
            size: 35_176,
            bcs: 3_809,
            only_bcs: false,
        },
        PublishedRow {
            group: Group::VE,
            left: &["1", "-1"],
            left_output: "DomainError(\"Height or Weight cannot be negative.\", \"\")",
            right: &["1", "0"],
            right_output: "Underweight",
            size: 35_051,
            bcs: 3_991,
            only_bcs: false,
        },
    ],
    kinds: || super::row::kinds(BMI_CLASS.rows, kind),
};

/// The cluster of a pair, from 0: the row with the same outputs in the same order.
fn kind(pair: &Pair<'_>) -> Option<usize> {
    pair.step()?;
    BMI_CLASS.rows.iter().position(|row| (row.left_output, row.right_output) == pair.texts())
}
