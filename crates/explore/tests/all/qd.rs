//! What the strategy `qd` promises: its budget, its independence of the jobs, and pairs squeezed inside their cells.

use std::sync::Mutex;

use crate::support::{Length, Target, pairs, plan, run};
use autobva_core::{Input, Integer, Outcome, Quantifier, StopReason};
use autobva_explore::strategies::qd::{CellMap, Outputs};
use autobva_explore::{Quantifiers, Threshold};

/// As many characters as the number has decimal digits.
fn digits() -> Target {
    Target::new(&["n:i64"], |n| n[0].to_string())
}

fn two() -> Target {
    Target::new(&["a:i64", "b:i16[-300..300]"], |n| {
        if n[1] == Integer::ZERO {
            "error: none".into()
        } else {
            n[0].to_string() + &"x".repeat(usize::from(n[0] > n[1]))
        }
    })
}

/// Keeps a map of what is proposed.
struct Proposed(Mutex<CellMap>);

impl Quantifier for Proposed {
    fn evaluate(&self, a: &Input, x: &Outcome, b: &Input, y: &Outcome) -> f64 {
        let score = Length.evaluate(a, x, b, y);
        self.0.lock().unwrap().offer((a, x), (b, y), score);
        score
    }
}

#[test]
fn a_call_budget_is_kept_to_the_last_call() {
    for calls in [1, 2, 63, 64, 65, 999, 12_345] {
        let found = run(&digits(), &plan("qd", calls));
        assert_eq!((found.calls, found.stop), (calls, StopReason::MaxCalls));
    }
}

#[test]
fn the_result_does_not_depend_on_the_jobs() {
    for threshold in [Threshold::Fixed(0.0), Threshold::Top(20)] {
        let result = |jobs| {
            let mut plan = plan("qd", 20_000);
            (plan.jobs, plan.threshold) = (jobs, threshold);
            pairs(&run(&two(), &plan))
        };
        let one = result(1);
        assert!(!one.is_empty());
        assert_eq!(one, result(2), "{threshold}");
        assert_eq!(one, result(5), "{threshold}");
    }
}

#[test]
fn every_number_of_digits_has_its_neighbours() {
    let proposed = Proposed(Mutex::new(CellMap::new(Outputs::Lengths)));
    let mut plan = plan("qd", 200_000);
    plan.quantifiers = Quantifiers { search: &Length, archive: Some(&proposed) };
    run(&digits(), &plan);
    let map = proposed.0.into_inner().unwrap();
    for exponent in 1..=18u32 {
        // d | d + 1 digits: the only neighbours of that cell are 9…9 | 10…0 and, a sign being a character, the
        // negative ones of one digit less.
        let length = 2 * exponent + 1;
        let elite = map
            .elites()
            .iter()
            .find(|e| (e.cell.length, e.cell.behaviour, e.cell.variance) == (length, 1, 0));
        let elite = elite.unwrap_or_else(|| panic!("no pair of {exponent} and one more digits"));
        assert_eq!(elite.score, 1.0, "{} | {}", elite.left.input, elite.right.input);
    }
}

/// The ranges of the numbers that take so many characters: the positive ones, and the negative ones.
fn ranges(length: u32) -> Vec<(i128, i128)> {
    let power = |digits: u32| 10i128.pow(digits);
    let within = |(lo, hi): (i128, i128)| (lo.max(i64::MIN.into()), hi.min(i64::MAX.into()));
    let mut ranges = vec![within((if length == 1 { 0 } else { power(length - 1) }, power(length) - 1))];
    if length > 1 {
        ranges.push(within((1 - power(length - 1), -power(length - 2))));
    }
    ranges.retain(|(lo, hi)| lo <= hi);
    ranges
}

/// How near to each other two numbers of these lengths can be.
fn closest(a: u32, b: u32) -> i128 {
    let gap = |x: &(i128, i128), y: &(i128, i128)| (x.0 - y.1).max(y.0 - x.1);
    let (a, b) = (ranges(a), ranges(b));
    a.iter().flat_map(|x| b.iter().map(move |y| gap(x, y))).min().unwrap()
}

#[test]
fn every_cell_is_found_and_its_pair_squeezed() {
    let proposed = Proposed(Mutex::new(CellMap::new(Outputs::Lengths)));
    let mut plan = plan("qd", 300_000);
    plan.quantifiers = Quantifiers { search: &Length, archive: Some(&proposed) };
    run(&digits(), &plan);
    let map = proposed.0.into_inner().unwrap();
    let apart: Vec<_> = map.elites().iter().filter(|e| e.score > 0.0).collect();
    // An i64 takes 1 to 20 characters, and each pair of two lengths is a cell.
    assert_eq!(apart.len(), 190);
    let share: f64 = apart
        .iter()
        .map(|e| {
            let [a, b] = [&e.left, &e.right].map(|side| side.outcome.text().len() as u32);
            e.score / (f64::from(a.abs_diff(b)) / closest(a, b) as f64)
        })
        .sum();
    assert!(share / 190.0 > 0.99, "{}", share / 190.0);
}
