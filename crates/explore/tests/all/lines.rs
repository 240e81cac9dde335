//! The default strategy: what it finds, and what it does not waste.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::support::{Target, pairs, place, plan, run};
use autobva_core::{Integer, Signature, StopReason};
use autobva_explore::StopRules;

fn text(length: usize) -> String {
    "x".repeat(length)
}

/// The left sides of what a run found.
fn lefts(target: &Target, calls: u64) -> Vec<String> {
    run(target, &plan("lines", calls)).archive.iter().map(|c| c.left.input.to_string()).collect()
}

#[test]
fn a_small_domain_is_searched_to_the_end_with_each_input_run_once() {
    let counts: Arc<Mutex<HashMap<String, u32>>> = Arc::default();
    let seen = Arc::clone(&counts);
    let target = Target::new(&["n:i64[0..500]"], move |n| {
        *seen.lock().unwrap().entry(n[0].to_string()).or_default() += 1;
        text(match n[0].to_i128().unwrap() {
            0..=122 => 0,
            123 => 3,
            124..=400 => 1,
            _ => 2,
        })
    });
    let mut plan = plan("lines", 0);
    plan.stop = StopRules::default();
    let found = run(&target, &plan);
    assert_eq!((found.stop, found.calls), (StopReason::Exhausted, 501));
    assert_eq!(found.archive.len(), 3);
    let counts = counts.lock().unwrap();
    assert!(counts.len() == 501 && counts.values().all(|n| *n == 1));
}

#[test]
fn nothing_is_run_twice_in_a_large_domain() {
    let counts: Arc<Mutex<HashMap<String, u32>>> = Arc::default();
    let seen = Arc::clone(&counts);
    let target = Target::new(&["a:i64", "b:i32"], move |n| {
        *seen.lock().unwrap().entry(format!("{n:?}")).or_default() += 1;
        text(usize::from(n[0] > n[1]) + usize::from(n[1] > 777.into()))
    });
    run(&target, &plan("lines", 20_000));
    assert!(counts.lock().unwrap().values().all(|n| *n == 1));
}

#[test]
fn what_the_first_look_shows_is_found_with_a_small_budget() {
    let threshold =
        |limit: i128| Target::new(&["n:int"], move |n| text(usize::from(n[0] >= limit.into()) * 3));
    for limit in [10, 50, 60, 7_000, -300] {
        assert_eq!(lefts(&threshold(limit), 200), [(limit - 1).to_string()]);
    }
}

#[test]
fn nothing_that_the_first_look_shows_is_lost() {
    for special in [5, 20, 50, 200, 500, -500] {
        let target = Target::new(&["n:int"], move |n| text(usize::from(n[0] == special.into()) * 3));
        let mut found = lefts(&target, 2_000);
        found.sort();
        let mut expected = [(special - 1).to_string(), special.to_string()];
        expected.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn thresholds_of_every_size_are_found_in_few_calls() {
    let limits: [i128; 5] =
        [-123_456_789_012_345_678_901_234, -77, 1_234, 987_654_321, 31_415_926_535_897_932_384];
    let target =
        Target::new(&["n:int"], move |n| text(limits.iter().filter(|l| n[0] > Integer::Small(**l)).count()));
    let found = lefts(&target, 2_000);
    for limit in limits {
        assert!(found.contains(&limit.to_string()), "{limit} is missing from {found:?}");
    }
}

#[test]
fn a_boundary_is_followed_into_the_other_dimension() {
    // Every b in 0..40 moves the boundary of a; the kinds of change differ with b.
    let target = Target::new(&["a:i64", "b:i64"], |n| {
        let (a, b) = (n[0].to_i128().unwrap(), n[1].to_i128().unwrap());
        let kind = (b.clamp(0, 40) / 4) as usize;
        if a > 1_000 + b.clamp(-1, 41) { text(20 + kind) } else { text(kind) }
    });
    let found = run(&target, &plan("lines", 20_000));
    let kinds: std::collections::BTreeSet<usize> = found
        .archive
        .iter()
        .filter(|c| c.right.outcome.text().len() == c.left.outcome.text().len() + 20)
        .map(|c| c.left.outcome.text().len())
        .collect();
    assert_eq!(kinds.len(), 11, "{kinds:?}");
}

#[test]
fn a_diagonal_that_no_single_argument_crosses_from_the_middle_is_found() {
    let target = Target::new(&["a:i64", "b:i64"], |n| {
        text(usize::from(n[0] > 1_000_003.into() && n[1] > 1_000_003.into()) * 4)
    });
    let found = run(&target, &plan("lines", 5_000));
    assert!(found.archive.iter().any(|c| c.left.input.to_string().contains("1000003")));
}

/// Each plateau is a fifth as wide as the one around it, and seen only from within.
#[test]
fn what_lies_within_rare_behaviour_is_found() {
    const TOP: i128 = 98_765_432_109;
    let edges = |depth: u32| (TOP - 3 * 5i128.pow(depth), TOP + 2 * 5i128.pow(depth));
    let target = Target::new(&["n:i64"], move |n| {
        let n = n[0].to_i128().unwrap();
        text((0..15).rev().take_while(|depth| (edges(*depth).0..edges(*depth).1).contains(&n)).count())
    });
    let found = lefts(&target, 10_000);
    for depth in 0..15 {
        let (first, beyond) = edges(depth);
        assert!(found.contains(&(first - 1).to_string()), "into plateau {depth}");
        assert!(found.contains(&(beyond - 1).to_string()), "out of plateau {depth}");
    }
}

#[test]
fn chaos_does_not_eat_the_budget() {
    // Beyond a million every neighbour differs; the real boundaries are below, in another argument.
    let target = Target::new(&["a:i64", "b:i64"], |n| {
        let (a, b) = (n[0].to_i128().unwrap(), n[1].to_i128().unwrap());
        let noise =
            if a.abs() > 1_000_000 { (a.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & 15) as usize } else { 0 };
        text(40 + noise + [3, 77, 40_404, 123_456_789].iter().filter(|l| b > **l).count() * 20)
    });
    let found = run(&target, &plan("lines", 10_000));
    for limit in ["3", "77", "40404", "123456789"] {
        let crossed = |c: &autobva_core::Candidate| {
            c.left.input[1].to_string() == limit && place(&c.right.input[1]) > place(&c.left.input[1])
        };
        assert!(found.archive.iter().any(crossed), "{limit} is missing");
    }
}

#[test]
fn the_result_does_not_depend_on_the_jobs() {
    let target =
        || Target::new(&["a:int", "b:i16"], |n| text(n[0].to_string().len() + usize::from(n[0] > n[1]) * 50));
    let result = |jobs| {
        let mut plan = plan("lines", 8_000);
        plan.jobs = jobs;
        pairs(&run(&target(), &plan))
    };
    let one = result(1);
    assert!(one.len() > 50);
    assert_eq!(one, result(2));
    assert_eq!(one, result(5));
}

#[test]
fn a_budget_is_kept_to_the_last_call() {
    for calls in [1, 7, 100, 4_321] {
        let found = run(&Target::new(&["n:int"], |n| n[0].to_string()), &plan("lines", calls));
        assert_eq!((found.calls, found.stop), (calls, StopReason::MaxCalls));
    }
}

#[test]
fn hints_are_looked_at() {
    let target = Target::new(&["n:i64"], |n| text(usize::from(n[0] == 271_828_182_845i64.into()) * 3));
    let mut plan = plan("lines", 1_000);
    assert!(run(&target, &plan).archive.is_empty(), "a needle cannot be found without a hint");
    let signature = Signature::parse(["n:i64"]).unwrap();
    plan.hints = vec![vec![signature.arguments()[0].read("271828182845", None).unwrap()]];
    assert_eq!(run(&target, &plan).archive.len(), 2);
}

#[test]
fn floats_and_texts_have_lines_too() {
    use autobva_core::Float;
    let warm = Integer::Small(Float::new(autobva_core::FloatType::Float64, 36.6).place());
    let target = Target::new(&["x:f64", "s:str[0..40]"], move |n| {
        text(usize::from(n[0] > warm) * 10 + usize::from(n[1] > 11.into()) * 30)
    });
    let found = run(&target, &plan("lines", 1_500));
    let hot = found
        .archive
        .iter()
        .any(|c| c.left.input[0].to_string() == "36.6" && c.left.input[1] == c.right.input[1]);
    let long = found
        .archive
        .iter()
        .any(|c| place(&c.left.input[1]) == 11.into() && place(&c.right.input[1]) == 12.into());
    assert!(hot && long);
}
