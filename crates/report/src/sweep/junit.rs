//! A sweep as JUnit XML for build servers: a suite per module, and a case per function, which fails if the function
//! crashes, hangs, or has an internal error.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Ranked, State, Sweep};
use crate::lock::xml;

/// The surprises that make a case fail.
const FAILING: [&str; 3] = ["crash", "hang", "internal"];

/// Writes a sweep as JUnit XML.
pub fn write_sweep_junit(sweep: &Sweep, out: &mut dyn Write) -> io::Result<()> {
    let ranked = sweep.ranked();
    let mut suites: BTreeMap<&str, Vec<&Ranked>> = BTreeMap::new();
    ranked.iter().for_each(|one| suites.entry(one.entry.module()).or_default().push(one));
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let (tests, failures, skipped) = counts(&ranked.iter().collect::<Vec<_>>());
    writeln!(
        out,
        "<testsuites name=\"autobva\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
    )?;
    for (module, functions) in suites {
        let (tests, failures, skipped) = counts(&functions);
        let name = xml(module);
        writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">"
        )?;
        functions.iter().try_for_each(|one| write_case(one, &name, out))?;
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn fails(one: &Ranked) -> bool {
    one.surprises.iter().any(|surprise| FAILING.contains(&surprise.what))
}

fn counts(functions: &[&Ranked]) -> (usize, usize, usize) {
    let failures = functions.iter().filter(|one| fails(one)).count();
    let skipped = functions.iter().filter(|one| one.entry.state == State::Dropped && !fails(one)).count();
    (functions.len(), failures, skipped)
}

fn write_case(one: &Ranked, suite: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "    <testcase classname=\"{suite}\" name=\"{}\"", xml(&one.entry.function))?;
    if fails(one) {
        let bad: Vec<_> = one.surprises.iter().filter(|surprise| FAILING.contains(&surprise.what)).collect();
        let texts: Vec<String> = bad.iter().map(|surprise| xml(&surprise.text)).collect();
        let (what, first) = (bad[0].what, &texts[0]);
        writeln!(
            out,
            ">\n      <failure message=\"{first}\" type=\"{what}\">{}</failure>",
            texts.join("\n")
        )?;
        return writeln!(out, "    </testcase>");
    }
    match one.entry.state {
        State::Dropped => {
            writeln!(out, ">\n      <skipped message=\"{}\"/>\n    </testcase>", xml(&one.entry.why))
        }
        State::Done | State::Slow | State::Failed => {
            let sentences: Vec<String> =
                one.entry.boundaries.iter().map(|boundary| xml(&boundary.sentence)).collect();
            writeln!(out, ">\n      <system-out>{}</system-out>\n    </testcase>", sentences.join("\n"))
        }
    }
}
