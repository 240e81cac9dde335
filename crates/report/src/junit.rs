//! JUnit XML for build servers.

use std::io::{self, Write};

/// A suite: the name, and the cases with their names.
pub(crate) type JunitSuite = (String, Vec<(String, Outcome)>);

pub(crate) enum Outcome {
    Passed,
    /// It passed, and this is what it has to say.
    Told(String),
    /// A message, its kind, and the details.
    Failed(String, &'static str, String),
    Skipped(String),
    /// A message, and its kind.
    Broken(String, &'static str),
}

pub(crate) fn write(suites: &[JunitSuite], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let all = suites.iter().flat_map(|(_, cases)| cases);
    writeln!(out, "<testsuites name=\"autobva\" {}>", totals(all))?;
    for (name, cases) in suites {
        let name = escaped(name);
        writeln!(out, "  <testsuite name=\"{name}\" {}>", totals(cases.iter()))?;
        for (case, outcome) in cases {
            write!(out, "    <testcase classname=\"{name}\" name=\"{}\"", escaped(case))?;
            match element(outcome) {
                Some(element) => writeln!(out, ">\n      {element}\n    </testcase>")?,
                None => writeln!(out, "/>")?,
            }
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn totals<'c>(cases: impl Iterator<Item = &'c (String, Outcome)>) -> String {
    let (mut tests, mut failures, mut errors, mut skipped) = (0, 0, 0, 0);
    for (_, outcome) in cases {
        tests += 1;
        match outcome {
            Outcome::Passed | Outcome::Told(_) => {}
            Outcome::Failed(..) => failures += 1,
            Outcome::Skipped(_) => skipped += 1,
            Outcome::Broken(..) => errors += 1,
        }
    }
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"")
}

fn element(outcome: &Outcome) -> Option<String> {
    Some(match outcome {
        Outcome::Passed => return None,
        Outcome::Told(text) => format!("<system-out>{}</system-out>", escaped_lines(text)),
        Outcome::Failed(message, kind, details) => {
            let (message, details) = (escaped(message), escaped_lines(details));
            format!("<failure message=\"{message}\" type=\"{kind}\">{details}</failure>")
        }
        Outcome::Skipped(message) => format!("<skipped message=\"{}\"/>", escaped(message)),
        Outcome::Broken(message, kind) => {
            format!("<error message=\"{}\" type=\"{kind}\"/>", escaped(message))
        }
    })
}

fn escaped_lines(text: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// Escapes text for XML, and replaces characters that XML cannot contain at all.
fn escaped(text: &str) -> String {
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
