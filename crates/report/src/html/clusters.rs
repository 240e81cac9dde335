//! Groups and clusters: a description of each, its representative pairs with the differences marked, and the decision.

use autobva_core::{Candidate, Decision, Outcome, Scope, Value as Data};
use autobva_summary::{Cluster, GroupSummary, changed_arguments};
use minijinja::context;
use minijinja::value::Value;

use super::page::{Page, group_in_words};
use super::pictures::ruler;
use super::template::stretches;
use super::{choice, decision, overview};
use crate::difference::differences;
use crate::text::also::also;
use crate::text::figures::{counted, score, thousands};
use crate::text::shorten::shorten_pair;
use crate::text::shown::{escaped, shown_value};

/// Outputs of more than 2,000 characters are shortened: more does not help in a table.
const LONGEST_OUTPUT: usize = 2000;
const LONGEST_VALUE: usize = 200;
/// At most 5 arguments fit side by side.
const MOST_COLUMNS: usize = 5;

pub(super) fn given(page: &Page) -> Value {
    let group = |group: &GroupSummary| {
        context! {
            title => title(page, group),
            words => words(group),
            clusters => group.clusters.iter().map(|cluster| given_cluster(page, cluster)).collect::<Value>(),
        }
    };
    let options = page.clusters().map(|(group, cluster)| {
        (cluster.id as u64, format!("c{} ({})", cluster.id, group.group), cluster.description.as_str())
    });
    context! {
        groups => page.groups().iter().map(group).collect::<Value>(),
        rulers => ruler::rulers_of_clusters(page),
        maps => Vec::<Value>::new(),
        choice => choice("Cluster", options),
    }
}

/// The validity of a group; the types are added if another group has the same validity.
fn title(page: &Page, group: &GroupSummary) -> String {
    let is_alone = page.groups().iter().filter(|other| other.group == group.group).count() == 1;
    let types = if is_alone { String::new() } else { format!(" ({})", types(group)) };
    let words = group_in_words(group.group);
    format!("{}{}{types}", words[..1].to_uppercase(), &words[1..])
}

fn types(group: &GroupSummary) -> String {
    let (first, second) = &group.types;
    if first == second { first.clone() } else { format!("{first} and {second}") }
}

fn words(group: &GroupSummary) -> String {
    let (pairs, clusters) = (counted(group.size, "pair"), counted(group.clusters.len(), "cluster"));
    format!("{pairs} in {clusters}. Types of the outputs: {}.", types(group))
}

fn given_cluster(page: &Page, cluster: &Cluster) -> Value {
    let dossier = page.dossier;
    let size = cluster.members.len();
    let changing = page.changing(cluster).into_iter().map(|(name, count)| {
        context! { name => name, part => (count < size).then_some(count) }
    });
    let is_own = |decision: &&Decision| {
        decision.scope == Scope::Candidate && cluster.members.binary_search(&decision.candidate).is_ok()
    };
    let own = dossier.decisions.iter().filter(is_own).map(|own| {
        context! { number => own.candidate + 1, action => own.action.name(), note => own.note.as_str() }
    });
    let known = |index: &usize| Some((*index, dossier.candidates.get(*index)?));
    let representatives = cluster.representatives.iter().filter_map(known);
    let sides = page.representative(cluster).map(|(_, c)| overview::sides(&c.left, &c.right).to_vec());
    let also = also(&dossier.target.signature, &dossier.candidates, cluster, &cluster.representatives);
    context! {
        id => cluster.id,
        description => cluster.description.as_str(),
        decision => decision(page.decision(cluster)),
        sides => sides.unwrap_or_default(),
        size => thousands(size as u64),
        pairs => counted(size, "pair"),
        is_single => size == 1,
        changing => changing.collect::<Value>(),
        representatives => representatives.map(|(index, one)| given_pair(page, index, one)).collect::<Value>(),
        also => also,
        own => own.collect::<Value>(),
    }
}

/// A candidate as a table of two rows.
fn given_pair(page: &Page, index: usize, candidate: &Candidate) -> Value {
    let arguments = page.dossier.target.signature.arguments();
    let columns = arguments.iter().enumerate().map(|(at, argument)| {
        match changed_arguments(candidate).any(|changed| changed == at) {
            true => format!("{} (changes)", argument.name()),
            false => argument.name().to_string(),
        }
    });
    let caption = format!(
        "Candidate {}, score {}, found {}{}",
        index + 1,
        score(candidate.score),
        counted(candidate.count as usize, "time"),
        if page.is_flaky(candidate) { "; answered differently when called again (flaky)" } else { "" }
    );
    let pairs = candidate.left.input.iter().zip(candidate.right.input.iter());
    let values: Vec<(bool, [Value; 2])> =
        pairs.map(|(left, right)| compared(&shown_value(left), &shown_value(right), LONGEST_VALUE)).collect();
    let [left, right] = [&candidate.left, &candidate.right].map(|side| shown_text(&side.outcome));
    let (_, outputs) = compared(&left, &right, LONGEST_OUTPUT);
    let row = |(at, name): (usize, &str)| {
        let side = if at == 0 { &candidate.left } else { &candidate.right };
        let value = |(value, (is_changed, texts)): (&Data, &(bool, [Value; 2]))| {
            context! { text => texts[at].clone(), is_changed => is_changed, type => run_time_type(page, value) }
        };
        context! {
            name => name,
            input => side.input.iter().zip(&values).map(value).collect::<Value>(),
            is_error => !side.outcome.is_valid(),
            output => outputs[at].clone(),
            type => side.outcome.type_name(),
        }
    };
    context! {
        caption => caption,
        is_wide => arguments.len() > MOST_COLUMNS,
        columns => columns.collect::<Vec<_>>(),
        rows => ["left", "right"].into_iter().enumerate().map(row).collect::<Value>(),
        note => shortened(page, candidate),
    }
}

/// Two texts, shortened by the same rule if they are long, with their differences marked; and whether they differ.
fn compared(left: &str, right: &str, room: usize) -> (bool, [Value; 2]) {
    let (left, right) = shorten_pair(left, right, room);
    let sides = differences(&left, &right);
    (left != right, [stretches(&sides.0), stretches(&sides.1)])
}

/// The text of an outcome, in quotes if its ends would be invisible.
fn shown_text(outcome: &Outcome) -> String {
    let text = escaped(outcome.text());
    if text.is_empty() || text.trim().len() != text.len() { format!("\"{text}\"") } else { text }
}

/// The run-time type, if the declared type leaves it open.
fn run_time_type(page: &Page, value: &Data) -> String {
    let is_open = page.dossier.target.signature.arguments().iter().any(|a| a.schema().is_abstract());
    if is_open && value.as_int().is_some() { value.type_name().to_string() } else { String::new() }
}

/// Says which texts were shortened.
fn shortened(page: &Page, candidate: &Candidate) -> Option<String> {
    let mut long = Vec::new();
    for (side, observation) in [("left", &candidate.left), ("right", &candidate.right)] {
        let values = page
            .names()
            .zip(observation.input.iter().map(shown_value))
            .map(|(name, text)| (name, text, LONGEST_VALUE));
        let output = ("output", escaped(observation.outcome.text()), LONGEST_OUTPUT);
        for (name, text, most) in values.chain([output]) {
            let length = text.chars().count();
            if length > most {
                long.push(format!("{name} on the {side} has {}", counted(length, "character")));
            }
        }
    }
    (!long.is_empty()).then(|| format!("Shortened where … stands: {}.", long.join(", ")))
}
