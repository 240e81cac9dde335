//! The stage itself: candidates in, summary out.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use autobva_core::{Candidate, Signature};

use crate::clustering::{Search, clustering};
use crate::description::describe;
use crate::features::{Feature, FeatureError, feature};
use crate::groups::{Kind, groups};
use crate::partition::{Parted, part, together};
use crate::representatives::{Seat, choose};
use crate::rows::{Member, Rows};
use crate::settings::{SettingsError, SummarySettings};
use crate::summary::{Cluster, GroupSummary, Summary};

/// Puts candidates into groups and clusters. Neither the clusters nor their numbers depend on the order of the candidates.
pub fn summarize(
    signature: &Signature,
    candidates: &[Candidate],
    settings: &SummarySettings,
) -> Result<Summary, SettingsError> {
    let (features, search) = (features(settings)?, search(settings)?);
    Ok(Stage { signature, candidates, settings }.summary(|rows| part(rows, &features, &search)))
}

/// Puts candidates into groups only, with one cluster each, which takes hardly any time.
pub fn summarize_groups(
    signature: &Signature,
    candidates: &[Candidate],
    settings: &SummarySettings,
) -> Summary {
    Stage { signature, candidates, settings }.summary(together)
}

pub(crate) fn features(settings: &SummarySettings) -> Result<Vec<Box<dyn Feature>>, SettingsError> {
    let features: Result<Vec<_>, _> = settings.features.iter().map(|name| feature(name)).collect();
    match features?.into_iter().collect::<Vec<_>>() {
        none if none.is_empty() => {
            Err(FeatureError("there is no feature; give at least one, for instance 'jaccard(WD)'".into())
                .into())
        }
        some => Ok(some),
    }
}

/// The search for the best partition that the settings ask for.
pub(crate) fn search(settings: &SummarySettings) -> Result<Search, SettingsError> {
    if settings.k.is_empty() || *settings.k.end() == 0 {
        return Err(SettingsError::EmptyRange(*settings.k.start(), *settings.k.end()));
    }
    for (count, what) in
        [(settings.repeats, "repeats"), (settings.per_cluster, "representatives per cluster")]
    {
        if count == 0 {
            return Err(SettingsError::Zero(what));
        }
    }
    Ok(Search {
        clustering: clustering(&settings.clustering)?,
        rule: settings.rule,
        k: settings.k.clone(),
        repeats: settings.repeats,
        seed: settings.seed,
    })
}

struct Stage<'a> {
    signature: &'a Signature,
    candidates: &'a [Candidate],
    settings: &'a SummarySettings,
}

impl Stage<'_> {
    /// The summary whose clusters `part` makes.
    fn summary(&self, part: impl Fn(&Rows<'_>) -> Parted) -> Summary {
        let mut summary = Summary::default();
        let mut next = 1..;
        for (kind, indices) in groups(self.candidates) {
            let mut group = self.group(kind, &indices, &part);
            for cluster in &mut group.clusters {
                cluster.id = next.next().unwrap_or(0);
            }
            summary.groups.push(group);
        }
        summary
    }

    fn group(&self, kind: Kind<'_>, indices: &[usize], part: impl Fn(&Rows<'_>) -> Parted) -> GroupSummary {
        let rows = Rows::new(self.candidates, indices, self.settings.ordered);
        let parted = part(&rows);
        let mut seats: BTreeMap<u32, Vec<Seat>> = BTreeMap::new();
        for (row, &label) in parted.labels.iter().enumerate() {
            let seat = |&member: &Member| Seat { member, remoteness: parted.remoteness[row] };
            seats.entry(label).or_default().extend(rows.members(row).iter().map(seat));
        }
        let mut clusters: Vec<Cluster> = seats.values().map(|seats| self.cluster(seats)).collect();
        clusters.sort_by(|a, b| self.by_representative(a, b));
        GroupSummary {
            group: kind.group,
            types: kind.types(),
            size: indices.len(),
            silhouette: parted.silhouette,
            clusters,
        }
    }

    fn cluster(&self, seats: &[Seat]) -> Cluster {
        let mut members: Vec<usize> = seats.iter().map(|seat| seat.member.candidate).collect();
        members.sort_unstable();
        let representatives =
            choose(seats, self.candidates, self.settings.representative, self.settings.per_cluster);
        let members_in_order: Vec<Member> = seats.iter().map(|seat| seat.member).collect();
        let description = describe(self.signature, self.candidates, &members_in_order);
        Cluster { id: 0, members, representatives, description }
    }

    /// Clusters with small, readable values come first.
    fn by_representative(&self, a: &Cluster, b: &Cluster) -> Ordering {
        let first = |cluster: &Cluster| &self.candidates[cluster.representatives[0]];
        let (a, b) = (first(a), first(b));
        let by_input = || {
            let by_left = a.left.input.cmp_reading(&b.left.input);
            by_left.then_with(|| a.right.input.cmp_reading(&b.right.input))
        };
        a.written_length().cmp(&b.written_length()).then_with(by_input)
    }
}
