//! The summary as a person reads it: per group its clusters, each in words and with its representatives.

use std::fmt::{self, Display, Formatter};

use autobva_core::Findings;
use autobva_summary::{Cluster, GroupSummary, Summary};

use super::Style;
use super::figures::{counted, score};
use super::paint::{Role, paint};
use super::table::{Table, group_title, write_title};
use super::wrap::wrap;

/// The clusters of each group: what they are in words, how large, and their representatives, two lines each.
pub fn summary_view<'a>(findings: &'a Findings, summary: &'a Summary, style: Style) -> impl Display + 'a {
    fmt::from_fn(move |f| {
        if summary.groups.is_empty() {
            return writeln!(f, "No candidates were found.");
        }
        for (i, group) in summary.groups.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write_group(f, findings, group, style)?;
        }
        Ok(())
    })
}

fn write_group(f: &mut Formatter, findings: &Findings, group: &GroupSummary, style: Style) -> fmt::Result {
    write_title(f, &title(group), style)?;
    let shown: Vec<usize> = group.clusters.iter().flat_map(|c| c.representatives.iter().copied()).collect();
    let table = Table::new(findings, &shown, style);
    for cluster in &group.clusters {
        writeln!(f)?;
        write_cluster(f, &table, cluster, style)?;
    }
    Ok(())
}

fn title(group: &GroupSummary) -> String {
    let (left, right) = &group.types;
    let types = if left == right { left.clone() } else { format!("{left} | {right}") };
    let clusters = match group.clusters.len() {
        0 | 1 => String::new(),
        n => format!(" in {n} clusters"),
    };
    let silhouette = group.silhouette.map_or(String::new(), |s| format!(", silhouette {}", score(s)));
    format!(
        "{}, {types}: {}{clusters}{silhouette}",
        group_title(group.group),
        counted(group.size, "candidate")
    )
}

fn write_cluster(f: &mut Formatter, table: &Table, cluster: &Cluster, style: Style) -> fmt::Result {
    let indent = "  ";
    let size = counted(cluster.members.len(), "candidate");
    let title = format!("Cluster {}, {size}", cluster.id);
    writeln!(f, "{indent}{}", paint(&title, Role::Heading, style.color))?;
    for line in wrap(&cluster.description, style.room() - indent.len()) {
        writeln!(f, "{indent}{line}")?;
    }
    table.write_header(f)?;
    cluster.representatives.iter().try_for_each(|&index| table.write_pair(f, index))
}
