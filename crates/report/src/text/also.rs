//! Further places of a cluster's boundary: other changes of input, in a line or two.

use autobva_core::{Candidate, Signature};
use autobva_summary::{Change, Cluster, changed_arguments, changes, same_change};

use super::figures::thousands;
use super::shorten::shorten_pair;
use super::shown::{escaped, shown_value};

/// At most 8 are shown, because more would not be read; `--all` shows the rest.
pub(crate) const MOST: usize = 8;
/// Values of up to 20 columns are shown in full.
const LONGEST: usize = 20;

/// The changes of a cluster besides those of the candidates that are shown, in words; `None` if there are none.
pub(crate) fn also(
    signature: &Signature,
    all: &[Candidate],
    cluster: &Cluster,
    shown: &[usize],
) -> Option<String> {
    let is_shown =
        |change: &Change| shown.iter().any(|&index| same_change(&all[index], &all[change.candidate]));
    let mut others = changes(all, &cluster.members);
    others.retain(|change| !is_shown(change));
    let mut parts: Vec<String> = others
        .iter()
        .take(MOST)
        .map(|change| in_words(signature, &all[change.candidate]) + &times(change.count))
        .collect();
    match others.len().saturating_sub(MOST) {
        0 => {}
        rest => parts.push(format!("and {} more", thousands(rest as u64))),
    }
    (!parts.is_empty()).then(|| format!("also {}", parts.join(", ")))
}

/// How often it occurs, if more than once: ` (86×)`.
pub(crate) fn times(count: usize) -> String {
    if count > 1 { format!(" ({}×)", thousands(count as u64)) } else { String::new() }
}

/// A change in words: `month 12 → 13`, or without the name if there is only one argument.
fn in_words(signature: &Signature, candidate: &Candidate) -> String {
    let part = |argument: usize| {
        let side = |input: &autobva_core::Input| shown_value(&input[argument]);
        let (left, right) = (side(&candidate.left.input), side(&candidate.right.input));
        let (left, right) = shorten_pair(&left, &right, LONGEST);
        match signature.arguments() {
            [_] => format!("{left} → {right}"),
            several => format!("{} {left} → {right}", escaped(several[argument].name())),
        }
    };
    changed_arguments(candidate).map(part).collect::<Vec<_>>().join(" with ")
}
