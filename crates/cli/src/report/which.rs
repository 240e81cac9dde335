//! Which candidates get a map.

use std::cmp::Reverse;
use std::str::FromStr;

use anyhow::{Result, bail};
use autobva::Group;
use autobva_report::{Chosen, ChosenError, Dossier};

/// What `--map` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// A candidate, or the pair that stands for a cluster.
    One(Chosen),
    /// Nothing.
    None,
}

impl FromStr for Which {
    type Err = ChosenError;

    fn from_str(text: &str) -> Result<Which, ChosenError> {
        if text == "none" { Ok(Which::None) } else { text.parse().map(Which::One) }
    }
}

/// The candidates that were asked for, by their index, each once.
pub fn chosen(dossier: &Dossier, asked: &[Which]) -> Result<Vec<usize>> {
    if asked.contains(&Which::None) && asked.iter().any(|which| *which != Which::None) {
        bail!("--map none asks for no map, and another --map for one; leave one of them out");
    }
    let one = |which: &Which| match which {
        Which::One(name) => Some(*name),
        Which::None => None,
    };
    let names: Vec<Chosen> = asked.iter().filter_map(one).collect();
    Ok(dossier.chosen(&names)?)
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
