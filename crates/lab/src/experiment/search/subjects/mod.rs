//! The subjects of the benchmark: one file each, or one for a family, and one line each in [`SUBJECTS`].
//!
//! First come the functions of the two studies, with the output distance for which their boundaries were published;
//! then functions of our own, each hard in its own way. The known boundaries of a subject are derived in its file from
//! the definition of the function, by reasoning, bisection of monotone pieces, or brute force.

mod bmi_class;
mod bytecount;
mod circle;
mod date;
mod date_ends;
mod diagonal;
mod five;
mod island;
mod max;
mod needles;
mod nested;
mod password;
mod periodic;
mod plateaus;
mod power;
mod product;
mod quotients;
mod ratio;
mod staircase;
mod stripes;
mod tailjoin;
mod thermometer;

use autobva_core::{Entry, Sut, UnknownName, named};
use autobva_sut::IntoSut;

use super::numbers;
use super::steps::steps;
use super::subject::{Known, Pair, Subject, Truth, function};
use crate::builtin::builtin;

pub const SUBJECTS: &[Subject] = &[
    bytecount::BYTECOUNT,
    bytecount::BYTECOUNT_SO,
    bmi_class::SUBJECT,
    date::SUBJECT,
    date_ends::SUBJECT,
    circle::SUBJECT,
    quotients::CLD,
    quotients::FLD,
    quotients::FLDMOD1,
    max::SUBJECT,
    power::SUBJECT,
    tailjoin::SUBJECT,
    needles::ROUND,
    needles::ARBITRARY,
    stripes::SUBJECT,
    staircase::SUBJECT,
    diagonal::SUBJECT,
    ratio::SUBJECT,
    product::SUBJECT,
    nested::SUBJECT,
    five::SUBJECT,
    periodic::SUBJECT,
    plateaus::SUBJECT,
    island::SUBJECT,
    thermometer::SUBJECT,
    password::SUBJECT,
];

pub fn subject(name: &str) -> Result<&'static Subject, UnknownName> {
    named("target of the benchmark", name, SUBJECTS, |subject| subject.entry.name)
}

/// A subject by its name, what makes it hard, and the output distance for which its boundaries are known.
const fn target(
    name: &'static str,
    help: &'static str,
    output_distance: &'static str,
    sut: fn() -> Box<dyn Sut>,
    truth: fn() -> Truth,
) -> Subject {
    Subject { entry: Entry { name, help }, output_distance, sut, truth }
}

/// A built-in function as the target of a subject.
fn built_in(name: &str) -> Box<dyn Sut> {
    builtin(name).expect("the subject names a built-in function")
}

#[cfg(test)]
mod tests {
    use autobva_core::{Outcome, Quantifier};
    use autobva_metrics::ProgramDerivative;

    use super::*;
    use crate::experiment::search::subject::Pair;

    #[test]
    fn every_known_boundary_is_proved_by_its_example() {
        for subject in SUBJECTS {
            let (sut, truth) = ((subject.sut)(), (subject.truth)());
            let derivative = ProgramDerivative::by_name(subject.output_distance, "euclidean").unwrap();
            for (place, known) in truth.known.iter().enumerate() {
                let [left, right] = known.example.each_ref().map(|texts| {
                    let input = sut.signature().read(texts, None).unwrap();
                    let mut outcome = Outcome::default();
                    sut.run(&input, &mut outcome).unwrap();
                    (input, outcome)
                });
                let what = format!("{}: {}", subject.entry.name, known.name);
                assert!(
                    derivative.evaluate(&left.0, &left.1, &right.0, &right.1) > 0.0,
                    "{what} scores nothing"
                );
                let mut found = Vec::new();
                (truth.recognise)(&Pair::new((&right.0, &right.1), (&left.0, &left.1)), &mut found);
                assert!(found.contains(&place), "{what} is not recognised: {found:?}");
            }
        }
    }

    #[test]
    fn the_number_of_known_boundaries() {
        let count = |name: &str| (subject(name).unwrap().truth)().known.len();
        assert_eq!(count("bytecount"), 63, "62 pairs of numbers over Int128, and false | true");
        assert_eq!(count("bytecount_so"), 68);
        assert_eq!(count("bmi_class"), 12);
        assert_eq!(count("date"), 11);
        assert_eq!(count("date_ends"), 13);
        for subject in SUBJECTS {
            let mut names: Vec<String> = (subject.truth)().known.into_iter().map(|k| k.name).collect();
            let known = names.len();
            names.sort();
            names.dedup();
            assert_eq!((names.len(), known > 0), (known, true), "{}", subject.entry.name);
        }
    }

    #[test]
    fn longer_numbers_booleans_and_pieces_of_a_relation_are_no_changes_of_their_own() {
        let count = |name: &str| {
            let subject = subject(name).unwrap();
            (subject.truth)().of_behaviour(&*(subject.sut)()).known.len()
        };
        assert_eq!(count("bytecount"), 7, "six units and the error beyond the last");
        assert_eq!(count("max"), 0, "only digits and signs change");
        assert_eq!(count("fld"), 4, "the edges of the errors");
        assert_eq!(count("periodic"), 7);
        assert_eq!(count("plateaus"), 30);
        assert_eq!(count("diagonal"), 2, "one relation, along either argument");
    }

    #[test]
    fn names_differ_and_an_unknown_one_gets_the_nearest() {
        let mut names: Vec<&str> = SUBJECTS.iter().map(|s| s.entry.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SUBJECTS.len());
        let error = subject("bytecuont").err().unwrap();
        assert_eq!(
            error.to_string(),
            "unknown target of the benchmark 'bytecuont'; did you mean 'bytecount'?"
        );
    }
}
