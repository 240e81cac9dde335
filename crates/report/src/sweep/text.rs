//! Sweeps for people: the plan, the result, and the differences between two.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::difference::SweepDifference;
use super::{Plan, Ranked, State, Sweep};
use crate::text::figures::{boundaries, counted, thousands};
use crate::text::shown::escaped;

/// How many functions, and how many boundaries of each, are shown unless all are wanted.
const MOST_FUNCTIONS: usize = 20;
const MOST_SENTENCES: usize = 5;
const LONGEST: usize = 160;

/// Writes what would be run, and what is not run with the reasons.
pub fn write_plan_text(plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    for function in &plan.functions {
        let args: Vec<String> = function
            .args
            .iter()
            .map(|arg| format!("{}: {}", arg.name, arg.declared.as_deref().unwrap_or("?")))
            .collect();
        let line = format!("{}({})", function.name, args.join(", "));
        writeln!(out, "{}  by {}", escaped(&line), function.known_by())?;
    }
    for left in &plan.left_out {
        writeln!(out, "left out: {}: {}", escaped(&left.name), escaped(&left.why))?;
    }
    let (run, left) = (plan.functions.len(), plan.left_out.len());
    writeln!(out, "{} would run, {left} left out", counted(run, "function"))
}

/// Writes the result: the most surprising functions, with their surprises and boundaries.
pub fn write_sweep_text(sweep: &Sweep, all: bool, out: &mut dyn Write) -> io::Result<()> {
    let totals = sweep.totals();
    let ranked = sweep.ranked();
    let told: Vec<&Ranked> =
        ranked.iter().filter(|one| one.score > 0 || !one.entry.boundaries.is_empty()).collect();
    let most = if all { told.len() } else { MOST_FUNCTIONS };
    for one in told.iter().take(most) {
        write_function(one, all, out)?;
    }
    if told.len() > most {
        writeln!(out, "… {} more with boundaries; --all shows them", told.len() - most)?;
    }
    write_without(&ranked, out)?;
    let share = 100.0 * totals.with_boundaries as f64 / totals.searched.max(1) as f64;
    writeln!(
        out,
        "{} searched, {} with boundaries ({share:.0} %): {}, {} killed a process, {} calls",
        counted(totals.searched, "function"),
        totals.with_boundaries,
        boundaries(totals.boundaries),
        totals.killers,
        thousands(totals.calls),
    )?;
    match totals.missing {
        0 => Ok(()),
        missing => writeln!(out, "{} not run yet", counted(missing, "function")),
    }
}

fn write_function(one: &Ranked, all: bool, out: &mut dyn Write) -> io::Result<()> {
    let entry = one.entry;
    let args: Vec<String> = entry
        .args
        .iter()
        .map(|arg| format!("{}: {}", arg.name, arg.declared.as_deref().unwrap_or("?")))
        .collect();
    let head = escaped(&format!("{}({})", entry.function, args.join(", ")));
    writeln!(
        out,
        "{head}: {}, surprise {}; arguments by {}",
        boundaries(entry.boundaries.len()),
        one.score,
        entry.known_by()
    )?;
    for surprise in &one.surprises {
        writeln!(out, "  ! {}: {}", surprise.what, short(&surprise.text))?;
    }
    let most = if all { usize::MAX } else { MOST_SENTENCES };
    for boundary in entry.boundaries.iter().take(most) {
        writeln!(out, "  b{} {}: {}", boundary.id, boundary.kind, short(&boundary.sentence))?;
    }
    match entry.boundaries.len().saturating_sub(most) {
        0 => writeln!(out),
        more => writeln!(out, "  … {more} more\n"),
    }
}

/// The functions without results by reason: the name of a single one, otherwise how many they are.
fn write_without(ranked: &[Ranked], out: &mut dyn Write) -> io::Result<()> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for one in ranked.iter().filter(|one| matches!(one.entry.state, State::Dropped | State::Slow)) {
        reasons.entry(one.entry.why.as_str()).or_default().push(one.entry.name());
    }
    reasons.iter().try_for_each(|(why, names)| match names[..] {
        [name] => writeln!(out, "{}: {}", escaped(name), escaped(why)),
        _ => writeln!(out, "{}: {}", counted(names.len(), "function"), escaped(why)),
    })
}

fn short(text: &str) -> String {
    let text = escaped(text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

pub fn write_difference_text(difference: &SweepDifference, out: &mut dyn Write) -> io::Result<()> {
    for (sign, names) in [("-", &difference.removed), ("+", &difference.added)] {
        names.iter().try_for_each(|name| writeln!(out, "{sign} {}", escaped(name)))?;
    }
    for one in &difference.changed {
        writeln!(out, "{}", escaped(&one.function))?;
        if !one.state.is_empty() {
            writeln!(out, "  {}", short(&one.state))?;
        }
        for (sign, texts) in [("-", &one.gone), ("+", &one.new)] {
            texts.iter().try_for_each(|text| writeln!(out, "  {sign} {}", short(text)))?;
        }
    }
    writeln!(
        out,
        "{} changed, {} added, {} removed, {} the same",
        counted(difference.changed.len(), "function"),
        difference.added.len(),
        difference.removed.len(),
        difference.same
    )
}
