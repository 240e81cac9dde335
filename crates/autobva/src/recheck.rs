//! Running candidates again before they are reported: a target whose outcomes change is flaky.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use autobva_core::{
    Candidate, Findings, Flake, Input, Outcome, Recheck, Selection, StopCheck, StopReason, Sut, SutError,
};
use autobva_explore::StopSignal;

use crate::batch::run_all;

/// How much of a budget is reserved for running candidates again: one call in the first number, and at most the second.
/// Boundaries between behaviours are few.
fn reserve(select: Selection) -> (u32, u64) {
    match select {
        Selection::Derivative => (5, u64::MAX),
        Selection::Behaviour => (20, 500),
    }
}
/// The maximum number of inputs between two checks of the time.
const LONGEST_ROUND: usize = 4096;
/// Fewer inputs than this are run several times in one round, because a message of its own for each call would be slow. The
/// outcomes of a round are held in memory, so it must not be many more.
const SHORT_ROUND: usize = 64;

/// How many of the calls and how much of the time the search may use.
pub(crate) fn search_share(
    sut: &dyn Sut,
    select: Selection,
    calls: Option<u64>,
    time: Option<Duration>,
) -> (Option<u64>, Option<Duration>) {
    if sut.repeatable() {
        return (calls, time);
    }
    let (share, most) = reserve(select);
    let calls = calls.map(|calls| calls - most.min(calls / u64::from(share)));
    (calls, time.map(|time| time - time / share))
}

/// The limits for running candidates again.
#[derive(Clone)]
pub(crate) struct CallLimits {
    /// How many calls are left.
    pub(crate) calls: Option<u64>,
    /// When the time is up.
    pub(crate) deadline: Option<Instant>,
    /// How many threads call the target.
    pub(crate) jobs: usize,
    /// Reports an interruption.
    pub(crate) signal: StopSignal,
}

impl CallLimits {
    /// Whether the time is up or someone asks to stop. The time limit of the search itself no longer matters.
    fn is_over(&self) -> bool {
        self.signal.reason() == Some(StopReason::Interrupted)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The same as a check for the target.
    pub(crate) fn stop_check(&self) -> StopCheck {
        let allowance = self.clone();
        Arc::new(move || allowance.is_over())
    }
}

type Side<'a> = (&'a Input, &'a Outcome);

/// Runs every input of the candidates again, the best candidates first, and the examples of behaviours. If a search by
/// behaviour has used up its calls, all reserved calls are used: the more often an input is run, the sooner a wavering
/// outcome shows.
pub(crate) fn recheck(
    sut: &dyn Sut,
    findings: &Findings,
    allowance: &CallLimits,
) -> Result<Recheck, SutError> {
    let mut recheck = Recheck::default();
    if sut.repeatable() {
        return Ok(recheck);
    }
    let (mut sides, last) = sides(&findings.candidates, &mut recheck);
    let behaviours = findings.landscape.iter().flat_map(|landscape| &landscape.behaviours);
    sides.extend(behaviours.map(|behaviour| (&behaviour.example.input, &behaviour.example.outcome)));
    let left = allowance.calls.and_then(|calls| usize::try_from(calls).ok()).unwrap_or(usize::MAX);
    let goes_on =
        findings.landscape.is_some() && findings.run.stop == StopReason::MaxCalls && !sides.is_empty();
    let most = if goes_on { left } else { left.min(sides.len()) };
    let mut made = 0;
    while made < most && !allowance.is_over() {
        let round = sut.stretch().saturating_mul(allowance.jobs).clamp(1, LONGEST_ROUND);
        let round = round.min(sides.len().max(SHORT_ROUND)).min(most - made);
        let batch: Vec<&Side<'_>> = sides.iter().cycle().skip(made % sides.len()).take(round).collect();
        let inputs: Vec<Input> = batch.iter().map(|side| side.0.clone()).collect();
        let outcomes = match run_all(sut, &inputs, allowance.jobs) {
            Err(_) if allowance.is_over() => break,
            result => result?,
        };
        for (side, again) in batch.iter().zip(outcomes) {
            if !are_same(&again, side.1) {
                recheck.note(Flake { input: side.0.clone(), first: side.1.clone(), again });
            }
        }
        made += batch.len();
    }
    recheck.calls = made as u64;
    recheck.unchecked = last.iter().filter(|last| **last >= made).count();
    Ok(recheck)
}

/// Whether two outcomes are the same, although the search may have abbreviated one.
fn are_same(one: &Outcome, other: &Outcome) -> bool {
    one == other || one.clone().abbreviated() == other.clone().abbreviated()
}

/// How often a candidate that seems to be gone is run again, because the target may be flaky.
const RERUNS: usize = 2;
/// After 8 timeouts of inputs that had been answered before, the target counts as hanging, and the rest is not run again.
const MOST_HANGS: usize = 8;

/// The state of the candidates of earlier runs.
pub struct Standing {
    /// Which of them the target still shows; those that were not run again count as present.
    pub holds: Vec<bool>,
    /// How many were not run again, because that would have cost too much.
    pub unasked: usize,
}

/// Which candidates of earlier runs the target still shows, in one of several runs.
pub(crate) fn still_hold(
    sut: &dyn Sut,
    candidates: &[Candidate],
    allowance: &CallLimits,
) -> Result<Standing, SutError> {
    let all = candidates.len();
    let mut standing = Standing { holds: vec![true; all], unasked: 0 };
    if sut.repeatable() {
        return Ok(standing);
    }
    let most = allowance.calls.and_then(|calls| usize::try_from(calls).ok()).unwrap_or(usize::MAX);
    let longest = (sut.stretch().saturating_mul(allowance.jobs) / 2).clamp(1, LONGEST_ROUND);
    let mut cost = Cost::default();
    let mut asked = 0;
    while asked < all && !allowance.is_over() {
        let round = longest.min(most.saturating_sub(cost.calls) / 2);
        if round == 0 {
            break;
        }
        let next = asked..all.min(asked + round);
        let now = match ask_again(sut, &candidates[next.clone()], allowance.jobs, &mut cost) {
            Err(_) if allowance.is_over() => break,
            result => result?,
        };
        if cost.hangs > MOST_HANGS {
            return Ok(Standing { holds: vec![true; all], unasked: 0 });
        }
        standing.holds[next.clone()].copy_from_slice(&now);
        asked = next.end;
    }
    standing.unasked = all - asked;
    if standing.holds.contains(&false) {
        sut.check_surroundings()?;
    }
    Ok(standing)
}

/// The cost so far.
#[derive(Default)]
struct Cost {
    calls: usize,
    /// Timeouts of inputs that had been answered before.
    hangs: usize,
}

/// Which of some candidates the target shows in one of several runs.
fn ask_again(
    sut: &dyn Sut,
    candidates: &[Candidate],
    jobs: usize,
    cost: &mut Cost,
) -> Result<Vec<bool>, SutError> {
    let mut holds = vec![false; candidates.len()];
    for _ in 0..=RERUNS {
        let open: Vec<usize> = (0..holds.len()).filter(|at| !holds[*at]).collect();
        let sides = |at: &usize| [&candidates[*at].left, &candidates[*at].right];
        let inputs: Vec<Input> = open.iter().flat_map(sides).map(|side| side.input.clone()).collect();
        let outcomes = run_all(sut, &inputs, jobs)?;
        cost.calls += inputs.len();
        for (at, now) in open.iter().zip(outcomes.chunks_exact(2)) {
            let was = sides(at).map(|side| &side.outcome);
            holds[*at] = are_same(was[0], &now[0]) && are_same(was[1], &now[1]);
            cost.hangs += usize::from(!holds[*at] && now.iter().any(Outcome::is_hang));
        }
        if cost.hangs > MOST_HANGS {
            break;
        }
    }
    Ok(holds)
}

/// The distinct inputs of the candidates, and for each candidate the index of its later one. An input with different
/// outcomes in two candidates is already flaky.
fn sides<'a>(candidates: &'a [Candidate], recheck: &mut Recheck) -> (Vec<Side<'a>>, Vec<usize>) {
    let mut sides: Vec<Side> = Vec::new();
    let mut places: HashMap<&Input, usize> = HashMap::new();
    let mut last = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let both = [&candidate.left, &candidate.right].map(|side| {
            let place = *places.entry(&side.input).or_insert(sides.len());
            match sides.get(place) {
                None => sides.push((&side.input, &side.outcome)),
                Some((input, first)) if **first != side.outcome => recheck.note(Flake {
                    input: (*input).clone(),
                    first: (*first).clone(),
                    again: side.outcome.clone(),
                }),
                Some(_) => {}
            }
            place
        });
        last.push(both[0].max(both[1]));
    }
    (sides, last)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use crate::find;

    #[test]
    fn steady_targets_are_run_again_within_the_budget() {
        let findings = find(|n: u8| n >= 100).seed(1).max_calls(1000).run().unwrap();
        let recheck = &findings.run.recheck;
        assert!(findings.run.calls <= 1000 && recheck.calls >= 2, "{:?}", findings.run);
        assert_eq!((recheck.unchecked, recheck.flaky.len()), (0, 0));
    }

    #[test]
    fn all_calls_of_a_budget_are_made() {
        for calls in [150, 3_000, 20_000] {
            for target in [|n: u64| n.is_multiple_of(3), |_: u64| true] {
                let findings = find(target).seed(1).max_calls(calls).run().unwrap();
                assert_eq!(findings.run.calls, calls);
                assert_eq!(findings.run.recheck.flaky.len(), 0);
            }
        }
    }

    #[test]
    fn a_flaky_input_is_named_and_its_pairs_are_marked() {
        let calls = AtomicU64::new(0);
        // All numbers are steady except for 200, whose outcome changes with every call.
        let target = move |n: u8| match n {
            200 => format!("odd {}", calls.fetch_add(1, Ordering::Relaxed)),
            0..100 => "low".to_string(),
            _ => "high".to_string(),
        };
        let findings = find(target).seed(1).max_calls(5000).run().unwrap();
        let recheck = &findings.run.recheck;
        let flaky: Vec<String> = recheck.flaky.iter().map(|flake| flake.input.to_string()).collect();
        assert_eq!(flaky, ["200"]);
        for candidate in &findings.candidates {
            let has_200 =
                [&candidate.left, &candidate.right].iter().any(|side| side.input.to_string() == "200");
            assert_eq!(recheck.is_flaky(candidate), has_200);
        }
        assert!(findings.candidates.iter().any(|candidate| !recheck.is_flaky(candidate)));
    }

    #[test]
    fn what_the_budget_does_not_reach_is_counted() {
        // Every number differs from its neighbours, so nearly every call yields a candidate.
        let find = find(|n: u64| n).strategy("lns").output_distance("levenshtein");
        let findings = find.seed(1).max_calls(50).run().unwrap();
        let recheck = &findings.run.recheck;
        assert_eq!(findings.run.calls, 50);
        assert!(recheck.unchecked > 0 && recheck.unchecked < findings.candidates.len(), "{recheck:?}");
    }
}
