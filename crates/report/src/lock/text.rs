//! What became of boundaries, for people.

use std::fmt;

use autobva_core::{Fate, Signature, Verdict};

use super::changes::{ChangeCounts, Changes, TargetChanges};
use super::shown::{Sides, place, types};
use crate::text::{Role, Style, paint};

/// How many changes of one kind are shown of a target unless all are wanted.
const SHOWN: usize = 20;

/// The view that a terminal shows; made by [`changes_view`].
#[must_use = "a view is written with `write!`"]
pub struct ChangesView<'a> {
    changes: &'a Changes,
    all: bool,
    style: Style,
}

/// What changed, target by target, and how much in all. Of many changes of one kind the first are shown unless `all` are
/// wanted.
pub fn changes_view(changes: &Changes, all: bool, style: Style) -> ChangesView<'_> {
    ChangesView { changes, all, style }
}

impl fmt::Display for ChangesView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for target in &self.changes.targets {
            self.write_target(f, target)?;
        }
        for fault in &self.changes.faults {
            let name = paint(&fault.name, Role::Heading, self.style.color);
            writeln!(f, "{name}: {}", paint("not run", Role::Error, self.style.color))?;
        }
        let counts = self.changes.counts();
        if self.changes.targets.len() > 1 {
            let calls = self.changes.targets.iter().map(|target| target.calls).sum();
            writeln!(f, "{}", self.heading("all", counts, calls))?;
        }
        Ok(())
    }
}

impl ChangesView<'_> {
    fn write_target(&self, f: &mut fmt::Formatter<'_>, target: &TargetChanges) -> fmt::Result {
        writeln!(f, "{}", self.heading(&target.name, target.counts(), target.calls))?;
        let is_kind = |kind: usize| move |verdict: &&Verdict| order(&verdict.fate) == kind;
        for kind in 1..=KINDS {
            let verdicts = || target.verdicts.iter().filter(is_kind(kind));
            let shown = if self.all { usize::MAX } else { SHOWN };
            for verdict in verdicts().take(shown) {
                self.write_verdict(f, verdict, &target.signature)?;
            }
            if let (Some(verdict), more @ 1..) = (verdicts().next(), verdicts().count().saturating_sub(shown))
            {
                writeln!(f, "  {:15}  … and {more} more; --all shows them", verdict.fate.name())?;
            }
        }
        Ok(())
    }

    fn heading(&self, name: &str, counts: ChangeCounts, calls: u64) -> String {
        let kinds = [
            (counts.moved, "moved"),
            (counts.outcome_changed, "outcome changed"),
            (counts.vanished, "vanished"),
            (counts.new, "new"),
            (counts.flaky, "flaky"),
        ];
        let told: Vec<String> = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        let told = if told.is_empty() { "nothing changed".to_string() } else { told.join(", ") };
        let calls = match calls {
            0 => String::new(),
            1 => " (1 call)".to_string(),
            calls => format!(" ({calls} calls)"),
        };
        let before = match counts.before() {
            1 => "1 boundary".to_string(),
            before => format!("{before} boundaries"),
        };
        let name = paint(name, Role::Heading, self.style.color);
        format!("{name}: {before}, {told}{calls}")
    }

    fn write_verdict(
        &self,
        f: &mut fmt::Formatter<'_>,
        verdict: &Verdict,
        signature: &Signature,
    ) -> fmt::Result {
        const INDENT: usize = 2 + 15 + 2;
        let room = self.style.width.max(Style::LEAST_WIDTH).saturating_sub(INDENT);
        let Verdict { boundary, fate } = verdict;
        let name = paint(&format!("{:15}", fate.name()), role(fate), self.style.color);
        let was = place(boundary, signature);
        let line = match fate {
            Fate::Moved(to) => format!("{was}  →  {}", place(to, signature)),
            _ => was,
        };
        let types = paint(&types(boundary, signature), Role::Quiet, self.style.color);
        writeln!(f, "  {name}  {line}{types}")?;
        let mut detail = |label: &str, sides: &Sides| {
            let text = sides.within(room.saturating_sub(label.len()));
            writeln!(f, "{:INDENT$}{}{text}", "", paint(label, Role::Quiet, self.style.color))
        };
        match fate.now().map(|now| Sides::was_and_now(boundary, now)) {
            Some((was, now)) if was != now => {
                detail("was  ", &was)?;
                detail("now  ", &now)
            }
            _ => detail("", &Sides::of(boundary)),
        }
    }
}

const KINDS: usize = 5;

/// In which order kinds of change are shown; 0 is not shown.
fn order(fate: &Fate) -> usize {
    match fate {
        Fate::Same => 0,
        Fate::Moved(_) => 1,
        Fate::OutcomeChanged(_) => 2,
        Fate::Vanished(_) => 3,
        Fate::New => 4,
        Fate::Flaky(_) => KINDS,
    }
}

fn role(fate: &Fate) -> Role {
    if fate.is_change() { Role::Error } else { Role::Quiet }
}
