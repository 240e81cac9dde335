//! The summary for people: the clusters of each group, each with a description and its candidates.

use std::fmt::{self, Display, Formatter};

use autobva_core::{Decision, Group};
use autobva_summary::{Cluster, GroupSummary, Summary};

use super::Style;
use super::also::also;
use super::figures::{counted, score};
use super::paint::{Role, paint};
use super::table::{Table, group_title, write_title};
use super::wrap::wrap;
use crate::report::Report;

/// Which candidates of a cluster are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// Only its representatives.
    Representatives,
    Everything,
}

impl Listing {
    fn of(self, cluster: &Cluster) -> &[usize] {
        match self {
            Listing::Representatives => &cluster.representatives,
            Listing::Everything => &cluster.members,
        }
    }
}

/// The clusters of each group: description, size, and candidates, two lines each. Candidates have the same numbers as
/// in the other formats.
pub fn summary_view<'a>(
    report: impl Into<Report<'a>>,
    summary: &'a Summary,
    listing: Listing,
    style: Style,
) -> impl Display + 'a {
    let report = report.into();
    fmt::from_fn(move |f| {
        if summary.groups.is_empty() {
            return writeln!(f, "No candidates were found.");
        }
        for (i, group) in summary.groups.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write_group(f, report, group, listing, style)?;
        }
        Ok(())
    })
}

fn write_group(
    f: &mut Formatter,
    report: Report,
    group: &GroupSummary,
    listing: Listing,
    style: Style,
) -> fmt::Result {
    write_title(f, &title(group), style)?;
    let shown: Vec<usize> = group.clusters.iter().flat_map(|cluster| listing.of(cluster)).copied().collect();
    let table = Table::new(report, &shown, style);
    table.write_header(f)?;
    for cluster in &group.clusters {
        writeln!(f)?;
        write_words(f, group.group, cluster, style)?;
        write_decision(f, report.decision_on_cluster(cluster), "", style)?;
        for &index in listing.of(cluster) {
            table.write_pair(f, index)?;
            write_decision(f, report.own_decision(index), &format!("#{}, ", index + 1), style)?;
        }
        if listing == Listing::Representatives {
            write_also(f, report, cluster, style)?;
        }
    }
    Ok(())
}

/// The decision about a cluster, or about one of its candidates.
fn write_decision(f: &mut Formatter, decision: Option<&Decision>, of: &str, style: Style) -> fmt::Result {
    let Some(decision) = decision else { return Ok(()) };
    let indent = "  ";
    let lines = wrap(&decision_in_words(decision, of), style.room() - indent.len());
    lines.iter().try_for_each(|line| writeln!(f, "{indent}{}", paint(line, Role::Heading, style.color)))
}

/// `decided: debug (rounds too early)`.
pub(crate) fn decision_in_words(decision: &Decision, of: &str) -> String {
    let note = match decision.note.as_str() {
        "" => String::new(),
        note => format!(" ({note})"),
    };
    format!("{of}decided: {}{note}", decision.action)
}

/// Further places of the boundary.
fn write_also(f: &mut Formatter, report: Report, cluster: &Cluster, style: Style) -> fmt::Result {
    let words = also(&report.target.signature, report.candidates, cluster, &cluster.representatives);
    let indent = "  ";
    let lines = words.map_or(Vec::new(), |words| wrap(&words, style.room() - indent.len()));
    lines.iter().try_for_each(|line| writeln!(f, "{indent}{}", paint(line, Role::Quiet, style.color)))
}

fn title(group: &GroupSummary) -> String {
    let clusters = match group.clusters.len() {
        0 | 1 => String::new(),
        n => format!(" in {n} clusters"),
    };
    let silhouette = group.silhouette.map_or(String::new(), |s| format!(", silhouette {}", score(s)));
    let size = counted(group.size, "candidate");
    format!("{}: {size}{clusters}{silhouette}", kind(group.group, &group.types))
}

/// The validity and the types of a group in words.
pub(crate) fn kind(group: Group, (first, second): &(String, String)) -> String {
    let types = if first == second { first.clone() } else { format!("{first} | {second}") };
    format!("{}, {types}", group_title(group))
}

/// The description of a cluster, with its number and size.
pub fn cluster_title(group: Group, cluster: &Cluster, style: Style) -> impl Display + '_ {
    fmt::from_fn(move |f| write_words(f, group, cluster, style))
}

/// The line of a cluster; what does not fit continues below, indented.
fn write_words(f: &mut Formatter, group: Group, cluster: &Cluster, style: Style) -> fmt::Result {
    let name = format!("Cluster {} ({group}), {}:", cluster.id, counted(cluster.members.len(), "pair"));
    let indent = "  ";
    let words = format!("{name} {}", cluster.description);
    for (i, line) in wrap(&words, style.room() - indent.len()).iter().enumerate() {
        match line.strip_prefix(&name) {
            Some(rest) if i == 0 => writeln!(f, "{}{rest}", paint(&name, Role::Heading, style.color))?,
            _ => writeln!(f, "{indent}{line}")?,
        }
    }
    Ok(())
}
