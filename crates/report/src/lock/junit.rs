//! What happened to boundaries, as JUnit XML for build servers: a suite per target, a case per boundary.

use std::io::{self, Write};

use autobva_core::{Boundary, Fate, Signature, Verdict};

use super::changes::{Changes, TargetChanges, TargetFault};
use super::shown::{Sides, place, sentence, types};

/// Writes every boundary as a test case: passed if it stayed the same, failed if it changed, skipped if it is flaky. A
/// target that could not be run is an error.
pub fn write_junit(changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    let counts = changes.counts();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuites name=\"autobva\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">",
        counts.before() + counts.new + changes.faults.len(),
        counts.changed(),
        changes.faults.len(),
        counts.flaky
    )?;
    changes.targets.iter().try_for_each(|target| write_suite(target, out))?;
    changes.faults.iter().try_for_each(|fault| write_fault(fault, out))?;
    writeln!(out, "</testsuites>")
}

fn write_suite(target: &TargetChanges, out: &mut dyn Write) -> io::Result<()> {
    let counts = target.counts();
    let name = escaped(&target.name);
    writeln!(
        out,
        "  <testsuite name=\"{name}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">",
        counts.before() + counts.new,
        counts.changed(),
        counts.flaky
    )?;
    target.verdicts.iter().try_for_each(|verdict| write_case(verdict, &name, &target.signature, out))?;
    writeln!(out, "  </testsuite>")
}

/// A target that could not be run: a suite of one case, which is an error.
fn write_fault(fault: &TargetFault, out: &mut dyn Write) -> io::Result<()> {
    let (name, message) = (escaped(&fault.name), escaped(&fault.message));
    writeln!(
        out,
        "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n    \
         <testcase classname=\"{name}\" name=\"can be run\">\n      \
         <error message=\"{message}\" type=\"not run\"/>\n    </testcase>\n  </testsuite>"
    )
}

fn write_case(verdict: &Verdict, suite: &str, signature: &Signature, out: &mut dyn Write) -> io::Result<()> {
    let Verdict { boundary, about, fate } = verdict;
    // Boundaries at the same place are distinguished by the types of their values.
    let name = match about {
        Some(about) => sentence(about, boundary, signature),
        None => place(boundary, signature) + &types(boundary, signature),
    };
    write!(out, "    <testcase classname=\"{suite}\" name=\"{}\"", escaped(&name))?;
    if *fate == Fate::Same {
        return writeln!(out, "/>");
    }
    let told = escaped(&message(verdict, signature));
    let details: Vec<String> = details(verdict, signature).iter().map(|line| escaped(line)).collect();
    match fate.is_change() {
        true => writeln!(
            out,
            ">\n      <failure message=\"{told}\" type=\"{}\">{}</failure>\n    </testcase>",
            fate.name(),
            details.join("\n")
        ),
        false => writeln!(out, ">\n      <skipped message=\"{told}\"/>\n    </testcase>"),
    }
}

/// The previous outcomes of the inputs, and the present ones if they are known.
fn details(Verdict { boundary, fate, .. }: &Verdict, signature: &Signature) -> Vec<String> {
    let told =
        |time: &str, at: &Boundary, sides: Sides| format!("{time}: {} gives {sides}", place(at, signature));
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

/// Escapes text for XML, and replaces characters that XML cannot contain at all.
pub(crate) fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\'' => xml.push_str("&apos;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => xml.extend(c.escape_unicode()),
            c => xml.push(c),
        }
    }
    xml
}
