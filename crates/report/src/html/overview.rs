//! What a tester wants to know first: how much was found, of which kinds, and what remains to be decided.

use autobva_core::{Action, Group, Observation};
use minijinja::context;
use minijinja::value::Value;

use super::page::{Page, group_in_words};
use super::template::stretches;
use crate::difference::differences;
use crate::text::figures::{counted, duration, thousands};
use crate::text::shorten::shorten_pair;
use crate::text::shown::{shown_outcome, shown_value};

/// The paragraphs below the headline, each with its class.
pub(super) fn lead(page: &Page) -> Vec<(&'static str, String)> {
    let cautions = cautions(page).into_iter().map(|caution| ("caution", caution));
    [("lead", found(page)), ("", decided(page))].into_iter().chain(cautions).collect()
}

pub(super) fn headline(page: &Page) -> String {
    let boundaries = page.dossier.candidates.len();
    let shown =
        if boundaries == 1 { "1 boundary".into() } else { thousands(boundaries as u64) + " boundaries" };
    match (boundaries, page.clusters().count()) {
        (0, _) => "No boundaries found".into(),
        (_, kinds) => format!("{shown} of {}", counted(kinds, "kind")),
    }
}

/// The numbers of calls, pairs and groups.
fn found(page: &Page) -> String {
    let pairs = match page.dossier.candidates.len() {
        0 => "no pair".to_string(),
        number => counted(number, "pair"),
    };
    let runs = &page.dossier.runs;
    let calls: u64 = runs.iter().map(|run| run.info.calls).sum();
    let elapsed = runs.iter().map(|run| run.info.elapsed).sum();
    let several = if runs.len() > 1 { format!(" in {} runs", runs.len()) } else { String::new() };
    let what = "of neighbouring inputs whose outputs differ";
    let opening = match runs.is_empty() {
        true => format!("The file has {pairs} {what}; it does not say how they were found."),
        false => format!(
            "{} in {}{several} found {pairs} {what}.",
            counted(calls as usize, "call"),
            duration(elapsed)
        ),
    };
    let shares: Vec<String> =
        [Group::VV, Group::VE, Group::EE].into_iter().filter_map(|g| share(page, g)).collect();
    let clusters = page.clusters().count();
    match shares.is_empty() {
        true => opening,
        false if clusters == 1 => format!("{opening} They are all alike: {}.", shares.join("; ")),
        false => {
            format!(
                "{opening} They fall into {clusters} clusters of pairs that are alike: {}.",
                shares.join("; ")
            )
        }
    }
}

/// The numbers of pairs and clusters in a validity group: `in 6 of them (69 pairs) both outputs are valid`.
fn share(page: &Page, group: Group) -> Option<String> {
    let of_group = || page.clusters().filter(|(g, _)| g.group == group);
    let pairs: usize = of_group().map(|(_, cluster)| cluster.members.len()).sum();
    let (own, all) = (of_group().count(), page.clusters().count());
    let in_words = group_in_words(group);
    match own {
        0 => None,
        _ if own == all => Some(in_words.to_string()),
        _ => Some(format!("in {own} ({}) {in_words}", counted(pairs, "pair"))),
    }
}

fn decided(page: &Page) -> String {
    let all = page.clusters().count();
    let by_action: Vec<(Action, usize)> = Action::ALL
        .into_iter()
        .map(|action| (action, page.decided(action)))
        .filter(|(_, n)| *n > 0)
        .collect();
    let done: usize = by_action.iter().map(|(_, n)| n).sum();
    let listed: Vec<String> = by_action.iter().map(|(action, n)| format!("{n} {action}")).collect();
    match (all, done) {
        (0, _) => "A longer run, narrower ranges for the arguments, or another distance between outputs may find some; or \
                   the target does the same everywhere."
            .into(),
        (_, 0) => "Nothing has been decided yet.".into(),
        (all, done) if all == done => format!("Every cluster is decided: {}.", listed.join(", ")),
        (all, done) => {
            format!("{done} of {} decided: {}.", counted(all, "cluster"), listed.join(", "))
        }
    }
}

/// Reasons why the figures should be read with caution.
fn cautions(page: &Page) -> Vec<String> {
    let dropped: u64 = page.dossier.runs.iter().map(|run| run.info.dropped).sum();
    let dropped = (dropped > 0).then(|| {
        let were = if dropped == 1 { "was" } else { "were" };
        format!("{} more {were} found, but not kept.", counted(dropped as usize, "candidate"))
    });
    flaky_caution(page, "Pairs").into_iter().chain(dropped).collect()
}

/// A caution that the target is flaky, and which marks say so.
pub(crate) fn flaky_caution(page: &Page, marked: &str) -> Option<String> {
    let flaky: usize = page.dossier.runs.iter().map(|run| run.info.recheck.flaky.len()).sum();
    (flaky > 0).then(|| {
        let inputs = counted(flaky, "input");
        format!(
            "The target is flaky: {inputs} had another answer when called again. {marked} with such an input are marked."
        )
    })
}

/// A pair with two lines per side: the input, compared argument by argument, above the output.
pub(super) fn sides(left: &Observation, right: &Observation) -> [Value; 2] {
    const LONGEST_VALUE: usize = 40;
    const LONGEST_OUTPUT: usize = 64;
    let compared = |left: String, right: String, room: usize| {
        let (left, right) = shorten_pair(&left, &right, room);
        let (left, right) = differences(&left, &right);
        [stretches(&left), stretches(&right)]
    };
    let values = left.input.iter().zip(right.input.iter());
    let inputs: Vec<[Value; 2]> =
        values.map(|(a, b)| compared(shown_value(a), shown_value(b), LONGEST_VALUE)).collect();
    let outputs = compared(shown_outcome(&left.outcome), shown_outcome(&right.outcome), LONGEST_OUTPUT);
    [(0, "From", left), (1, "To", right)].map(|(at, column, side)| {
        context! {
            column => column,
            input => inputs.iter().map(|sides| sides[at].clone()).collect::<Value>(),
            is_error => !side.outcome.is_valid(),
            output => outputs[at].clone(),
        }
    })
}
