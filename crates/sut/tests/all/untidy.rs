//! What a call leaves behind does not influence the calls after it.

use crate::support::{python, targets};
use autobva_core::{Outcome, PythonFunction, Sut};
use autobva_sut::{Conditions, Remarks};
use autobva_testing::needs;

/// What the function answers to 0, 1, 2 …, and what is remarked about it.
fn called(function: &str, count: usize, fresh: bool) -> (Vec<Outcome>, Vec<String>) {
    let target: PythonFunction = format!("{}:{function}", targets("untidy.py")).parse().unwrap();
    let remarks = Remarks::default();
    let conditions = Conditions { fresh, remarks: remarks.clone(), ..Conditions::default() };
    let sut = autobva_sut::python::start(&target, python(), &[], conditions).unwrap();
    let inputs: Vec<_> = (0..count).map(|n| sut.signature().read(&[n.to_string()], None).unwrap()).collect();
    let mut outcomes = vec![Outcome::default(); count];
    sut.run_batch(&inputs, &mut outcomes).unwrap();
    (outcomes, remarks.take())
}

fn is_fine(outcomes: &[Outcome]) -> bool {
    outcomes.iter().enumerate().all(|(n, outcome)| *outcome == Outcome::valid("str", format!("fine {n}")))
}

#[test]
fn who_left_something_is_found_and_the_others_are_not_blamed() {
    needs!("python3");
    for (function, left) in [
        ("environment", "another environment"),
        ("folder", "another folder"),
        ("limit", "another limit"),
        ("timer", "a timer"),
        ("closes", "other standard streams"),
    ] {
        let (outcomes, remarks) = called(function, 20, false);
        assert!(is_fine(&outcomes), "{function}: {outcomes:?}");
        assert!(remarks[0].contains(&format!("a call left {left} behind")), "{function}: {remarks:?}");
    }
}

#[test]
fn calls_that_leave_something_each_time_get_a_process_each() {
    needs!("python3");
    let (outcomes, remarks) = called("thread", 20, false);
    let crowded = outcomes.iter().filter(|outcome| outcome.text().starts_with("crowded")).count();
    assert!(crowded <= 3, "while it was tried whether the first call alone leaves a thread: {outcomes:?}");
    assert!(remarks[1].contains("each had a process of its own"), "{remarks:?}");
}

#[test]
fn a_fresh_process_knows_of_no_call_before() {
    needs!("python3");
    let (outcomes, remarks) = called("counts", 20, true);
    assert!(is_fine(&outcomes[..17]) && remarks.is_empty(), "{outcomes:?} {remarks:?}");
    assert_eq!(outcomes[17], Outcome::error("Crashed(SIGABRT)", "killed by SIGABRT"));
    assert_eq!(outcomes[18], Outcome::error("Exited(3)", "exit status 3"));
    assert_eq!(outcomes[19], Outcome::valid("str", "fine 19"));
}
