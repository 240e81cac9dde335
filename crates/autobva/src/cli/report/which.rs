//! Which candidates get a map.

use std::cmp::Reverse;
use std::str::FromStr;

use anyhow::{Result, bail};
use autobva::Group;
use autobva_report::{ChosenError, Dossier};

use crate::cli::desk::Subject;

/// What `--map` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// A candidate, or the pair that stands for a cluster.
    One(Subject),
    /// Nothing.
    None,
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Which, String> {
        if text == "none" {
            Ok(Which::None)
        } else {
            text.parse().map(Which::One).map_err(|error: ChosenError| error.to_string())
        }
    }
}

/// The candidates that were asked for, by their index, each once.
pub fn chosen(dossier: &Dossier, asked: &[Which]) -> Result<Vec<usize>> {
    let mut all = Vec::new();
    for which in asked {
        let index = match *which {
            Which::None => continue,
            Which::One(Subject::Candidate(number)) => match number.checked_sub(1) {
                Some(index) if index < dossier.candidates.len() => index,
                _ => bail!(
                    "there is no candidate {number}; they are numbered 1 to {}",
                    dossier.candidates.len()
                ),
            },
            Which::One(Subject::Cluster(id)) => {
                let mut clusters = dossier.summary.groups.iter().flat_map(|group| &group.clusters);
                match clusters.find(|cluster| cluster.id == id).and_then(|c| c.representatives.first()) {
                    Some(&index) => index,
                    None => bail!(
                        "there is no cluster c{id}; they are numbered from c1, as in `autobva summarize`"
                    ),
                }
            }
        };
        if !all.contains(&index) {
            all.push(index);
        }
    }
    Ok(all)
}

/// The representative of the largest cluster of each validity group: what shows most of the target in few pictures.
pub fn typical(dossier: &Dossier) -> Vec<usize> {
    let largest = |group: Group| {
        let groups = dossier.summary.groups.iter().filter(|summary| summary.group == group);
        let clusters = groups.flat_map(|group| &group.clusters);
        clusters.min_by_key(|cluster| Reverse(cluster.members.len()))?.representatives.first().copied()
    };
    [Group::VE, Group::VV, Group::EE].into_iter().filter_map(largest).collect()
}
