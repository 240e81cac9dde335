//! What happened to boundaries, as JUnit XML: a suite per target, a case per boundary.

use std::io::{self, Write};

use autobva_core::{Fate, Place, Signature, Verdict};

use super::changes::Changes;
use super::shown::{Sides, place, sentence, types};
use crate::junit::{self, JunitSuite, Outcome};

/// Writes every boundary as a test case: passed if it stayed the same, failed if it changed, skipped if it is flaky. A
/// target that could not be run is an error.
pub fn write_junit(changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    let suites = changes.targets.iter().map(|target| {
        let cases = target.verdicts.iter().map(|verdict| case(verdict, &target.signature));
        (target.name.clone(), cases.collect())
    });
    let faults = changes.faults.iter().map(|fault| {
        let broken = Outcome::Broken(fault.message.clone(), "not run");
        (fault.name.clone(), vec![("can be run".to_string(), broken)])
    });
    junit::write(&suites.chain(faults).collect::<Vec<JunitSuite>>(), out)
}

fn case(verdict: &Verdict, signature: &Signature) -> (String, Outcome) {
    let Verdict { boundary, about, fate } = verdict;
    // Boundaries at the same place are distinguished by the types of their values.
    let name = match about {
        Some(about) => sentence(about, boundary, signature),
        None => place(boundary, signature) + &types(boundary, signature),
    };
    let outcome = match fate {
        Fate::Same => Outcome::Passed,
        fate if fate.is_change() => {
            let details = details(verdict, signature).join("\n");
            Outcome::Failed(message(verdict, signature), fate.name(), details)
        }
        _ => Outcome::Skipped(message(verdict, signature)),
    };
    (name, outcome)
}

/// The previous outcomes of the inputs, and the present ones if they are known.
fn details(Verdict { boundary, fate, .. }: &Verdict, signature: &Signature) -> Vec<String> {
    let told =
        |time: &str, at: &Place, sides: Sides| format!("{time}: {} gives {sides}", place(at, signature));
    match fate.now() {
        None => vec![told("was", boundary, Sides::of(boundary))],
        Some(now) => {
            let (sides_were, sides_are) = Sides::was_and_now(boundary, now);
            vec![told("was", boundary, sides_were), told("now", now, sides_are)]
        }
    }
}

/// What happened to a boundary, in one line.
pub(super) fn message(verdict: &Verdict, signature: &Signature) -> String {
    let was = place(&verdict.boundary, signature);
    match &verdict.fate {
        Fate::Moved(to) => format!("moved from {was} to {}", place(to, signature)),
        Fate::OutcomeChanged(now) => {
            let (before, after) = Sides::was_and_now(&verdict.boundary, now);
            format!("outcome changed at {was}: {before} became {after}")
        }
        Fate::RuleChanged(there) => {
            let rule = verdict.about.as_ref().and_then(|about| about.rule.as_ref());
            let rule = rule.map_or(String::new(), ToString::to_string);
            format!("rule changed: {rule} does not hold at {}", place(there, signature))
        }
        Fate::Vanished(_) => format!("vanished: {was} was {}", Sides::of(&verdict.boundary)),
        Fate::New => format!("new: {was} is {}", Sides::of(&verdict.boundary)),
        Fate::Flaky(now) => format!("flaky: {was} was {} at times", Sides::of(now)),
        Fate::Same => String::new(),
    }
}
