//! The section of groups and clusters: a description of each, its representative pair, and the decision.

use autobva_core::{Decision, Scope};
use autobva_summary::{Cluster, GroupSummary};

use super::markup::{Attributes, Markup};
use super::page::{Page, group_in_words};
use super::pair::write_pair;
use crate::text::also::also;
use crate::text::figures::counted;

/// Writes the section.
pub(crate) fn write(markup: &mut Markup, page: &Page) {
    for group in page.groups() {
        markup.element("h3", &[], title(page, group));
        markup.element("p", &[("class", &"note")], words(group));
        for cluster in &group.clusters {
            write_cluster(markup, page, cluster);
        }
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

fn write_cluster(markup: &mut Markup, page: &Page, cluster: &Cluster) {
    let id = format!("c{}", cluster.id);
    let title = format!("{id}-title");
    markup.within("article", &[("id", &id), ("aria-labelledby", &title)], |article| {
        article.within("header", &[], |header| {
            header.within("h4", &[("id", &title)], |heading| {
                heading.element("span", &[("class", &"id")], &id);
                heading.fixed(" ");
                heading.text(&cluster.description);
            });
            write_decision(header, page.decision(cluster));
        });
        write_facts(article, page, cluster);
        for &index in &cluster.representatives {
            if let Some(candidate) = page.dossier.candidates.get(index) {
                write_pair(article, page, index, candidate);
            }
        }
        let (signature, candidates) = (&page.dossier.target.signature, &page.dossier.candidates);
        if let Some(words) = also(signature, candidates, cluster, &cluster.representatives) {
            article.element("p", &[("class", &"note also")], words);
        }
        write_own_decisions(article, page, cluster);
    });
}

/// The size of the cluster, and what changes in it.
fn write_facts(markup: &mut Markup, page: &Page, cluster: &Cluster) {
    let size = cluster.members.len();
    markup.within("p", &[("class", &"facts")], |facts| {
        let shown = counted(size, "pair");
        match size {
            1 => facts.text(shown),
            _ => {
                let attributes: &Attributes = &[("href", &"#candidates"), ("data-cluster", &cluster.id)];
                facts.element("a", attributes, format_args!("All {shown}"));
            }
        }
        for (at, (name, count)) in page.changing(cluster).into_iter().enumerate() {
            facts.fixed(if at == 0 { " · changes: " } else { ", " });
            facts.element("b", &[("translate", &"no")], name);
            if count < size {
                facts.text(format_args!(" (in {count})"));
            }
        }
    });
}

/// Writes a decision, or that there is none.
pub(crate) fn write_decision(markup: &mut Markup, decision: Option<&Decision>) {
    match decision {
        Some(decision) => {
            let class = format!("decision {}", decision.action);
            markup.within("p", &[("class", &class)], |inner| {
                inner.element("strong", &[], decision.action);
                if !decision.note.is_empty() {
                    inner.text(format_args!(": {}", decision.note));
                }
            });
        }
        None => markup.fixed("<p class=\"decision open\">undecided</p>"),
    }
}

/// The decisions about single candidates of the cluster.
fn write_own_decisions(markup: &mut Markup, page: &Page, cluster: &Cluster) {
    let is_own = |decision: &&Decision| {
        decision.scope == Scope::Candidate && cluster.members.binary_search(&decision.candidate).is_ok()
    };
    let own: Vec<&Decision> = page.dossier.decisions.iter().filter(is_own).collect();
    if own.is_empty() {
        return;
    }
    markup.within("ul", &[("class", &"own")], |list| {
        for decision in own {
            list.within("li", &[], |item| {
                item.text(format_args!("Candidate {}: ", decision.candidate + 1));
                item.element("strong", &[], decision.action);
                if !decision.note.is_empty() {
                    item.text(format_args!(", {}", decision.note));
                }
            });
        }
    });
}
