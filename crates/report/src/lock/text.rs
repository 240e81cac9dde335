//! What happened to boundaries, for people.

use std::fmt;

use autobva_core::{Fate, Signature, Verdict};

use super::alike::{Alike, alike, single};
use super::changes::{ChangeCounts, Changes, TargetChanges};
use super::shown::{Sides, in_lines, place, types};
use crate::text::also::times;
use crate::text::{Role, Style, paint};

/// At most 20 changes of one kind are shown per target, unless all are wanted.
const SHOWN: usize = 20;

/// The view that a terminal shows; made by [`changes_view`].
#[must_use = "a view is written with `write!`"]
pub struct ChangesView<'a> {
    changes: &'a Changes,
    all: bool,
    style: Style,
}

/// What changed, target by target, and the totals. Changes that say the same are shown once, with a count; of many
/// changes of one kind only the first are shown, unless `all` are wanted.
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
            self.write_kind(f, target.verdicts.iter().filter(is_kind(kind)), &target.signature)?;
        }
        Ok(())
    }

    /// Writes the verdicts of one kind: the first ones, and how many more there are.
    fn write_kind<'v>(
        &self,
        f: &mut fmt::Formatter<'_>,
        verdicts: impl Iterator<Item = &'v Verdict>,
        signature: &Signature,
    ) -> fmt::Result {
        let (all, shown) = match self.all {
            true => (single(verdicts), usize::MAX),
            false => (alike(verdicts, signature), SHOWN),
        };
        all.iter().take(shown).try_for_each(|one| self.write_verdict(f, one, signature))?;
        match all.get(shown) {
            None => Ok(()),
            Some(next) => {
                let more: usize = all[shown..].iter().map(|one| one.count).sum();
                writeln!(f, "  {:15}  … and {more} more; --all shows them", next.verdict.fate.name())
            }
        }
    }

    fn heading(&self, name: &str, counts: ChangeCounts, calls: u64) -> String {
        let kinds = [
            (counts.moved, "moved"),
            (counts.outcome_changed, "outcome changed"),
            (counts.rule_changed, "rule changed"),
            (counts.new, "new"),
            (counts.vanished, "vanished"),
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
        Alike { verdict, count }: &Alike,
        signature: &Signature,
    ) -> fmt::Result {
        const INDENT: usize = 2 + 15 + 2;
        let room = self.style.width.max(Style::LEAST_WIDTH).saturating_sub(INDENT);
        let Verdict { boundary, about, fate } = *verdict;
        let name = paint(&format!("{:15}", fate.name()), role(fate), self.style.color);
        let was = place(boundary, signature);
        let lines = match (about, fate) {
            (Some(about), _) => in_lines(about, boundary, fate, signature, room),
            (None, Fate::Moved(to)) => vec![format!("{was}  →  {}", place(to, signature))],
            (None, _) => vec![was],
        };
        let types = if about.is_some() { String::new() } else { types(boundary, signature) };
        let more = paint(&(types + &times(*count)), Role::Quiet, self.style.color);
        for (index, line) in lines.iter().enumerate() {
            match index {
                0 => writeln!(f, "  {name}  {line}{more}")?,
                _ => writeln!(f, "{:INDENT$}{line}", "")?,
            }
        }
        for (label, sides) in details(verdict, room) {
            writeln!(f, "{:INDENT$}{}{sides}", "", paint(label, Role::Quiet, self.style.color))?;
        }
        Ok(())
    }
}

/// The previous outcomes of the inputs, and the present ones if they are known, in `room` columns; only what the line
/// above does not say.
fn details(Verdict { boundary, about, fate }: &Verdict, room: usize) -> Vec<(&'static str, Sides)> {
    const LABELS: [&str; 2] = ["was  ", "now  "];
    let told = fate.now().map(|now| Sides::was_and_now(boundary, now)).filter(|(was, now)| was != now);
    let told = told.map(|(was, now)| Sides::both_within(&was, &now, room.saturating_sub(LABELS[0].len())));
    match (about, fate, told) {
        (Some(_), Fate::Moved(_) | Fate::RuleChanged(_) | Fate::New | Fate::Vanished(_) | Fate::Same, _) => {
            Vec::new()
        }
        (_, _, Some((was, now))) => LABELS.into_iter().zip([was, now]).collect(),
        (_, _, None) => vec![("", Sides::of(boundary).within(room))],
    }
}

const KINDS: usize = 6;

/// The order in which kinds of change are shown; 0 is not shown.
fn order(fate: &Fate) -> usize {
    match fate {
        Fate::Same => 0,
        Fate::Moved(_) => 1,
        Fate::OutcomeChanged(_) => 2,
        Fate::RuleChanged(_) => 3,
        Fate::New => 4,
        Fate::Vanished(_) => 5,
        Fate::Flaky(_) => KINDS,
    }
}

fn role(fate: &Fate) -> Role {
    if fate.is_change() { Role::Error } else { Role::Quiet }
}
