//! The search by behaviour: what is one behaviour, what makes another, and what it does not waste.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use autobva_core::behaviour::{BoundaryKind, Landscape};
use autobva_explore::behaviours::BehaviourSearch;
use proptest::prelude::*;

use crate::support::{Target, plan, run};

const CALLS: u64 = 3_000;

fn landscape(target: &Target, calls: u64, jobs: usize) -> Landscape {
    let mut plan = plan("lines", calls);
    plan.strategy = &BehaviourSearch::ENTRY;
    plan.cts = false;
    plan.jobs = jobs;
    run(target, &plan).landscape.unwrap()
}

/// The boundaries of a function of one number: what changes, and the last number on the left.
fn boundaries(function: impl Fn(i128) -> String + Send + Sync + 'static) -> Vec<(BoundaryKind, i128)> {
    let target = Target::new(&["n:i64"], move |n| function(n[0].to_i128().unwrap()));
    let of = |boundary: &autobva_core::behaviour::Boundary| {
        (boundary.kind, boundary.example.left.input[0].to_string().parse().unwrap())
    };
    landscape(&target, CALLS, 1).boundaries.iter().map(of).collect()
}

/// A float as Python prints it.
fn float(value: f64) -> String {
    format!("{value:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn steps_curves_echoes_and_growing_numbers_are_one_behaviour(
        width in 2..60i128,
        height in 1..9i128,
        a in 1..50i128,
        b in -500..500i128,
    ) {
        prop_assert_eq!(boundaries(move |n| (n.div_euclid(width) * height).to_string()), []);
        prop_assert_eq!(boundaries(move |n| float(a as f64 * (n as f64).powi(2) + b as f64)), []);
        prop_assert_eq!(boundaries(move |n| format!("{n} is no answer")), []);
        prop_assert_eq!(boundaries(move |n| format!("costs {}.00 EUR", a * n + b)), []);
    }

    #[test]
    fn another_constant_level_slope_wording_type_or_validity_makes_another(
        at in prop_oneof![-900..900i128, 1_000..2_000_000i128],
        a in 1..50i128,
        more in 1..50i128,
    ) {
        let last = at - 1;
        let constant = boundaries(move |n| (if n < at { a } else { a + more }).to_string());
        prop_assert_eq!(constant, [(BoundaryKind::Value, last)]);
        let level = boundaries(move |n| (a * n + if n < at { 0 } else { 1_000 * more }).to_string());
        prop_assert_eq!(level, [(BoundaryKind::Jump, last)]);
        let slope = boundaries(move |n| (a * n + more * (n - at).max(0)).to_string());
        prop_assert!(matches!(slope[..], [(BoundaryKind::Kink, left)] if left == at || left == last), "{slope:?}");
        let wording = boundaries(move |n| format!("{} {n}", if n < at { "below" } else { "beyond" }));
        prop_assert_eq!(wording, [(BoundaryKind::Wording, last)]);
        let validity = boundaries(move |n| if n < at { n.to_string() } else { format!("error: {n}") });
        prop_assert_eq!(validity, [(BoundaryKind::Error, last)]);
    }
}

/// A condition on two numbers and a limit on one.
fn loan(counts: Arc<Mutex<HashMap<String, u32>>>) -> Target {
    Target::new(&["amount:i64", "income:i64"], move |n| {
        *counts.lock().unwrap().entry(format!("{n:?}")).or_default() += 1;
        let [amount, income] = [&n[0], &n[1]].map(|n| n.to_i128().unwrap());
        let told = match amount {
            ..=0 => "error: nothing to lend",
            _ if amount > 3 * income => "rejected",
            _ => "approved",
        };
        told.to_string()
    })
}

#[test]
fn nothing_is_run_twice_and_the_jobs_do_not_matter() {
    let counts: Arc<Mutex<HashMap<String, u32>>> = Arc::default();
    let one = landscape(&loan(Arc::clone(&counts)), 8_000, 1);
    assert!(counts.lock().unwrap().values().all(|n| *n == 1));
    assert_eq!(one, landscape(&loan(Arc::default()), 8_000, 3));
    let rules: Vec<String> =
        one.boundaries.iter().filter_map(|b| b.rule.as_ref()).map(|r| r.to_string()).collect();
    assert_eq!(rules, ["amount <= 3*income"]);
}

#[test]
fn an_argument_that_never_mattered_is_said_not_to() {
    let target = Target::new(&["n:i64", "idle:i64"], |n| if n[0] > 7.into() { "many" } else { "few" }.into());
    let found = landscape(&target, CALLS, 1);
    assert_eq!(found.matters, [true, false]);
    assert_eq!(found.boundaries.len(), 1);
}
