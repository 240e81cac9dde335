//! Whole runs: what the strategies promise, and when they stop.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::{Target, pairs, place, plan, run};
use autobva_core::{Input, Integer, Outcome, Signature, StopReason, Sut, SutError};
use autobva_explore::behaviours::BehaviourSearch;
use autobva_explore::samplers::TypeOrder;
use autobva_explore::{
    Archive, Plan, Progress, Saturation, SearchError, StopRules, StopSignal, Threshold, search,
};
use proptest::prelude::*;

/// As many characters as the number has decimal digits.
fn digits() -> Target {
    Target::new(&["n:int"], |n| n[0].to_string())
}

#[test]
fn bcs_finds_every_change_of_length() {
    let found = run(&digits(), &plan("bcs", 300_000));
    let lefts: Vec<String> = found.archive.iter().map(|c| c.left.input.to_string()).collect();
    for exponent in 1..=37u32 {
        let nines = (10i128.pow(exponent) - 1).to_string();
        assert!(lefts.contains(&nines), "{nines} is missing");
        let tens = (-10i128.pow(exponent)).to_string();
        assert!(lefts.contains(&tens), "{tens} is missing");
    }
    assert!(
        found
            .archive
            .iter()
            .all(|c| place(&c.left.input[0]).distance(&place(&c.right.input[0])) == Integer::ONE)
    );
}

#[test]
fn lns_finds_the_changes_near_zero() {
    let found = run(&digits(), &plan("lns", 30_000));
    let lefts: Vec<String> = found.archive.iter().map(|c| c.left.input.to_string()).collect();
    for left in ["-1", "9", "99", "-10", "-100"] {
        assert!(lefts.iter().any(|l| l == left), "{left} is missing from {lefts:?}");
    }
}

#[test]
fn a_call_budget_is_kept_to_the_last_call() {
    for name in ["lns", "bcs"] {
        for calls in [1, 2, 999, 1_000, 12_345, 100_001] {
            let found = run(&digits(), &plan(name, calls));
            assert_eq!((found.calls, found.stop), (calls, StopReason::MaxCalls), "{name}");
        }
    }
}

/// A target in another process, whose messages are counted. The number is its stretch.
struct Remote(Target, AtomicU64, usize);

impl Sut for Remote {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn signature(&self) -> &Signature {
        self.0.signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.run_batch(std::slice::from_ref(input), std::slice::from_mut(outcome))
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        inputs.iter().zip(outcomes).try_for_each(|(input, outcome)| self.0.run(input, outcome))
    }

    fn sends_messages(&self) -> bool {
        true
    }

    fn stretch(&self) -> usize {
        self.2
    }
}

#[test]
fn lanes_send_their_calls_together_and_find_the_same() {
    // Where a call may take long, a lane does not send many calls at a time.
    for (name, stretch, least) in
        [("lns", usize::MAX, 500), ("lns", 1, 12), ("bcs", usize::MAX, 20), ("bcs", 1, 5)]
    {
        for jobs in [1, 3] {
            let mut plan = plan(name, 40_000);
            let expected = run(&digits(), &plan);
            plan.jobs = jobs;
            let remote = Remote(digits(), AtomicU64::new(0), stretch);
            let found = search(&remote, &plan, &StopSignal::default(), &Progress::default()).unwrap();
            assert_eq!((found.calls, pairs(&found)), (expected.calls, pairs(&expected)), "{name}");
            let per_message = found.calls / remote.1.load(Ordering::Relaxed);
            assert!(per_message * jobs as u64 >= least, "{name}, {jobs} jobs: {per_message} calls a message");
        }
    }
}

#[test]
fn only_calls_that_may_take_long_are_first_made_a_few_at_a_time() {
    let plan = Plan { strategy: &BehaviourSearch::ENTRY, ..plan("lines", 256) };
    let messages = |stretch: usize| {
        let remote = Remote(digits(), AtomicU64::new(0), stretch);
        let found = search(&remote, &plan, &StopSignal::default(), &Progress::default()).unwrap();
        (found.calls, remote.1.load(Ordering::Relaxed))
    };
    let ((calls, careful), (others, bold)) = (messages(1 << 20), messages(usize::MAX));
    assert_eq!((calls, others), (256, 256));
    assert!(careful >= 64 && bold < 32, "{careful} and {bold} messages");
}

#[test]
fn a_target_that_breaks_for_one_lane_ends_the_search_for_all() {
    let breaks = |n: &[Integer]| if n[0] == Integer::Small(99) { "broken".into() } else { n[0].to_string() };
    let remote = Remote(Target::new(&["n:int"], breaks), AtomicU64::new(0), usize::MAX);
    let result = search(&remote, &plan("bcs", 300_000), &StopSignal::default(), &Progress::default());
    assert!(matches!(result, Err(SearchError::Sut(_))), "{:?}", result.map(|found| found.calls));
}

/// A target may be bound to the thread that asks for the search, as one within an interpreter is.
#[test]
fn one_job_is_the_thread_of_the_caller() {
    let me = std::thread::current().id();
    let target = Target::new(&["n:int"], move |n| {
        assert_eq!(std::thread::current().id(), me);
        n[0].to_string()
    });
    for name in ["lns", "bcs", "lines", "qd"] {
        let plan = Plan { jobs: 1, ..plan(name, 2_000) };
        assert_eq!(run(&target, &plan).calls, 2_000, "{name}");
    }
}

#[test]
fn the_result_does_not_depend_on_the_jobs() {
    let two = || {
        Target::new(&["a:int", "b:i16[-300..300]"], |n| {
            "x".repeat(if n[0] > n[1] { n[0].to_string().len() } else { 0 })
        })
    };
    for name in ["lns", "bcs"] {
        for threshold in [Threshold::Fixed(0.0), Threshold::Percentile(50.0), Threshold::Top(20)] {
            let result = |jobs| {
                let mut plan = plan(name, 50_000);
                (plan.jobs, plan.threshold) = (jobs, threshold);
                pairs(&run(&two(), &plan))
            };
            let one = result(1);
            assert!(!one.is_empty());
            assert_eq!(one, result(2), "{name} {threshold}");
            assert_eq!(one, result(5), "{name} {threshold}");
        }
    }
}

#[test]
fn another_seed_is_another_run() {
    let with_seed = |seed| {
        let mut plan = plan("lns", 20_000);
        plan.seed = seed;
        pairs(&run(&digits(), &plan))
    };
    assert_ne!(with_seed(1), with_seed(2));
}

#[test]
fn stops_when_saturated() {
    let mut plan = plan("bcs", u64::MAX);
    plan.stop =
        StopRules { saturation: Some(Saturation { rate: 1e-4, window: 10_000 }), ..StopRules::default() };
    let found = run(&digits(), &plan);
    assert_eq!(found.stop, StopReason::Saturated);
    assert!(found.archive.len() > 70, "{}", found.archive.len());
}

#[test]
fn stops_at_exactly_so_many_candidates() {
    let mut plan = plan("bcs", 1_000_000);
    plan.stop.max_candidates = Some(10);
    let found = run(&digits(), &plan);
    assert_eq!((found.archive.len(), found.stop), (10, StopReason::MaxCandidates));
    assert!(found.calls < 1_000_000);
}

#[test]
fn stops_when_told_to() {
    let signal = StopSignal::default();
    signal.interrupt();
    let found = search(&digits(), &plan("bcs", 1_000_000), &signal, &Progress::default()).unwrap();
    assert_eq!((found.calls, found.stop), (0, StopReason::Interrupted));
}

#[test]
fn one_single_value_cannot_be_searched_for_ever() {
    let target = Target::new(&["n:int[5..5]"], |_| "x".into());
    let mut plan = plan("bcs", 0);
    plan.stop = StopRules::default();
    assert_eq!(run(&target, &plan).stop, StopReason::Exhausted);
}

#[test]
fn a_top_list_drops_what_is_no_longer_good_enough() {
    // One change of length 5, many of length 1.
    let target = Target::new(&["n:int[900..1100]"], |n| {
        "x".repeat(if n[0] >= 1000.into() { 5 } else { 0 } + n[0].to_i128().unwrap() as usize % 2)
    });
    let mut plan = plan("lns", 50_000);
    plan.threshold = Threshold::Top(3);
    let found = run(&target, &plan);
    let best = found.archive.clone().into_sorted();
    assert_eq!(best.len(), 3);
    assert_eq!(best[0].score, 4.0, "999 | 1000 is the best");
    assert!(found.archive.dropped() > 0);
}

#[test]
fn a_percentile_becomes_stricter() {
    let target = || {
        Target::new(&["n:int[0..100000]"], |n| {
            "x".repeat(n[0].to_i128().unwrap().trailing_zeros().min(9) as usize)
        })
    };
    let count = |threshold| {
        let mut plan = plan("lns", 40_000);
        plan.threshold = threshold;
        run(&target(), &plan).archive.len()
    };
    let (all, good, best) = (
        count(Threshold::Fixed(0.0)),
        count(Threshold::Percentile(50.0)),
        count(Threshold::Percentile(90.0)),
    );
    assert!(all > good && good > best && best > 0, "{all} {good} {best}");
}

#[test]
fn a_target_without_arguments_is_refused_and_a_broken_adapter_ends_the_run() {
    let none = Target::new(&[], |_| "x".into());
    let error = search(&none, &plan("lns", 10), &StopSignal::default(), &Progress::default()).unwrap_err();
    assert_eq!(error, SearchError::NoArguments);
    let broken = Target::new(&["n:int"], |_| "broken".into());
    let error = search(&broken, &plan("lns", 10), &StopSignal::default(), &Progress::default()).unwrap_err();
    assert_eq!(error.to_string(), "the adapter broke");
}

#[test]
fn progress_counts_all_calls() {
    let progress = Progress::default();
    search(&digits(), &plan("lns", 12_345), &StopSignal::default(), &progress).unwrap();
    assert_eq!(progress.calls(), 12_345);
    assert!(progress.found() > 0);
}

#[test]
fn round_robin_and_no_cts_work_too() {
    for (cts, order) in [(true, TypeOrder::RoundRobin), (false, TypeOrder::Random)] {
        let mut plan = plan("bcs", 20_000);
        (plan.cts, plan.type_order) = (cts, order);
        assert!(run(&digits(), &plan).archive.len() > 30);
    }
}

#[test]
fn memory_is_bounded_by_the_capacity() {
    let target = Target::new(&["n:i64"], |n| "x".repeat(n[0].to_i128().unwrap().rem_euclid(2) as usize));
    let mut plan = plan("lns", 60_000);
    plan.capacity = 100;
    let found = run(&target, &plan);
    assert_eq!(found.archive.len(), 100);
    assert!(found.archive.dropped() > 1_000);
    assert_eq!(Archive::new(0).len(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    /// Whatever the target, all that BCS gives are neighbours along one argument whose outputs differ.
    #[test]
    fn bcs_gives_neighbours_on_any_target(kind in 0u8..4, a in 1i128..1_000_000, b in any::<i64>(), seed in any::<u64>()) {
        let target = Target::new(&["n:i64", "m:int[-1000..1000]"], move |n| {
            let (x, y) = (n[0].to_i128().unwrap(), n[1].to_i128().unwrap());
            "x".repeat(match kind {
                0 => usize::from(x > i128::from(b)) * 3,                          // a step
                1 => (x.rem_euclid(a) * 7 / a) as usize,                          // a saw
                2 => ((x ^ (x >> 7) ^ y).wrapping_mul(0x9E37_79B9) >> 3 & 7) as usize, // chaos
                _ => usize::from(x > y) + usize::from(x + y > i128::from(b)),       // diagonals
            })
        });
        let mut plan = plan("bcs", 5_000);
        plan.seed = seed;
        for c in run(&target, &plan).archive.into_sorted() {
            let gaps: Vec<Integer> =
                c.left.input.iter().zip(c.right.input.iter()).map(|(l, r)| place(l).distance(&place(r))).collect();
            prop_assert_eq!(gaps.iter().filter(|g| **g == Integer::ONE).count(), 1);
            prop_assert_eq!(gaps.iter().filter(|g| **g == Integer::ZERO).count(), 1);
            prop_assert!(c.left.outcome.text().len() != c.right.outcome.text().len());
            prop_assert!(c.score > 0.0);
        }
    }
}
