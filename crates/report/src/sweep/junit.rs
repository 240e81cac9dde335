//! A sweep as JUnit XML: a suite per module, and a case per function, which fails if the function crashes, hangs, or has an
//! internal error.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Ranked, State, Sweep};
use crate::junit::{self, JunitSuite, Outcome};

/// The surprises that make a case fail.
const FAILING: [&str; 3] = ["crash", "hang", "internal"];

pub fn write_sweep_junit(sweep: &Sweep, out: &mut dyn Write) -> io::Result<()> {
    let mut suites: BTreeMap<&str, Vec<(String, Outcome)>> = BTreeMap::new();
    for one in sweep.ranked() {
        let entry = one.entry;
        suites.entry(entry.module()).or_default().push((entry.function.clone(), outcome(&one)));
    }
    let suites = suites.into_iter().map(|(module, cases)| (module.to_string(), cases));
    junit::write(&suites.collect::<Vec<JunitSuite>>(), out)
}

fn outcome(one: &Ranked) -> Outcome {
    let bad: Vec<_> = one.surprises.iter().filter(|surprise| FAILING.contains(&surprise.what)).collect();
    if let Some(first) = bad.first() {
        let texts: Vec<&str> = bad.iter().map(|surprise| surprise.text.as_str()).collect();
        return Outcome::Failed(first.text.clone(), first.what, texts.join("\n"));
    }
    match one.entry.state {
        State::Dropped => Outcome::Skipped(one.entry.why.clone()),
        State::Done | State::Slow | State::Failed => {
            let sentences = one.entry.boundaries.iter().map(|boundary| boundary.sentence.as_str());
            Outcome::Told(sentences.collect::<Vec<_>>().join("\n"))
        }
    }
}
