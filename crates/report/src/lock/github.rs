//! What became of boundaries, as the commands by which a workflow of GitHub has lines of files marked.

use std::io::{self, Write};

use super::changes::Changes;
use super::junit::message;
use super::shown::sentence;

/// Writes an annotation for every boundary that changed, and for every target that could not be run; one that is flaky is a
/// warning. `line_of` says in which file and line a target of that name is.
pub fn write_annotations(
    changes: &Changes,
    line_of: &dyn Fn(&str) -> Option<(String, usize)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let command = |level: &str, target: &str, text: &str| {
        let place = line_of(target).map(|(file, line)| format!("file={},line={line},", property(&file)));
        let (place, title) = (place.unwrap_or_default(), property(target));
        format!("::{level} {place}title=boundaries of {title}::{}", data(text))
    };
    for target in &changes.targets {
        for verdict in &target.verdicts {
            let level = match verdict.fate.is_change() {
                true => "error",
                false if verdict.fate == autobva_core::Fate::Same => continue,
                false => "warning",
            };
            let about = verdict.about.as_ref();
            let known = about.map(|about| sentence(about, &verdict.boundary, &target.signature));
            let known = known.map_or(String::new(), |sentence| format!("{sentence}\n"));
            let text = format!("{known}{}", message(verdict, &target.signature));
            writeln!(out, "{}", command(level, &target.name, &text))?;
        }
    }
    changes
        .faults
        .iter()
        .try_for_each(|fault| writeln!(out, "{}", command("error", &fault.name, &fault.message)))
}

/// The text of a command, which ends with its line.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of a command, which ends with a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
