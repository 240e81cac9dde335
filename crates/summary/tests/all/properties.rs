//! What holds for any candidates.

use crate::common::{clusters, memberships, pair, summarize};
use autobva_core::Candidate;
use autobva_summary::SummarySettings;
use proptest::prelude::*;

/// Texts that recur, texts that are alike, and errors.
fn output() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Normal".to_string()),
        Just("Overweight".to_string()),
        "-?[0-9]{1,4}B",
        "!Day: [0-9]{1,2} out of range",
        "[a-c]{0,3}",
    ]
}

fn candidates(most: usize) -> impl Strategy<Value = Vec<Candidate>> {
    prop::collection::vec((output(), output(), any::<bool>()), 1..most).prop_map(|outputs| {
        let at = |(i, (left, right, flip)): (usize, &(String, String, bool))| match flip {
            true => pair(i as i64 * 3, right, left),
            false => pair(i as i64 * 3, left, right),
        };
        outputs.iter().enumerate().map(at).collect()
    })
}

fn any_settings() -> impl Strategy<Value = SummarySettings> {
    (prop_oneof![Just("kmeans"), Just("kmedoids")], 1..4usize, 1..9usize, any::<u64>()).prop_map(
        |(clustering, per_cluster, repeats, seed)| SummarySettings {
            clustering: clustering.into(),
            per_cluster,
            repeats,
            seed,
            k: 2..=6,
            ..SummarySettings::default()
        },
    )
}

/// The content of a summary, independent of the order of its candidates.
fn said(
    candidates: &[Candidate],
    settings: &SummarySettings,
) -> Vec<(usize, Vec<String>, Vec<String>, String)> {
    let summary = summarize(candidates, settings);
    let shown = |indices: &[usize]| -> Vec<String> {
        indices.iter().map(|&index| format!("{:?}", candidates[index])).collect()
    };
    let of = |cluster: &&autobva_summary::Cluster| {
        let mut members = shown(&cluster.members);
        members.sort();
        (cluster.id, members, shown(&cluster.representatives), cluster.description.clone())
    };
    clusters(&summary).iter().map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_candidate_is_in_exactly_one_cluster(candidates in candidates(40), settings in any_settings()) {
        let summary = summarize(&candidates, &settings);
        memberships(&summary, candidates.len());
        for group in &summary.groups {
            prop_assert_eq!(group.size, group.clusters.iter().map(|cluster| cluster.members.len()).sum::<usize>());
            prop_assert_eq!(group.silhouette.is_some(), group.clusters.len() > 1);
            prop_assert!(group.silhouette.is_none_or(|score| (-1.0..=1.0).contains(&score)));
        }
        for (cluster, number) in clusters(&summary).into_iter().zip(1..) {
            prop_assert_eq!(cluster.id, number);
            prop_assert_eq!(cluster.representatives.len(), settings.per_cluster.min(cluster.members.len()));
            prop_assert!(cluster.representatives.iter().all(|shown| cluster.members.contains(shown)));
            prop_assert!(cluster.members.is_sorted() && !cluster.description.is_empty());
        }
    }

    #[test]
    fn the_order_of_candidates_does_not_matter(
        (candidates, shuffled) in candidates(30).prop_flat_map(|c| (Just(c.clone()), Just(c).prop_shuffle())),
        settings in any_settings(),
    ) {
        prop_assert_eq!(said(&candidates, &settings), said(&shuffled, &settings));
    }

    #[test]
    fn the_same_outputs_are_together_in_either_order(candidates in candidates(40), settings in any_settings()) {
        let of = memberships(&summarize(&candidates, &settings), candidates.len());
        let outputs = |candidate: &Candidate| {
            let mut sides = [&candidate.left, &candidate.right].map(|side| format!("{:?}", side.outcome));
            sides.sort();
            sides
        };
        for (i, a) in candidates.iter().enumerate() {
            for (j, b) in candidates.iter().enumerate().skip(i) {
                prop_assert!(outputs(a) != outputs(b) || of[i] == of[j], "{a:?} and {b:?} are apart");
            }
        }
    }
}

#[test]
fn a_large_set_is_assigned_whole_and_always_alike() {
    let candidates: Vec<Candidate> = (0..2500i64)
        .map(|n| match n % 2 {
            0 => pair(n * 3, &format!("{n} kB"), &format!("{}.5 MB", n * 7)),
            _ => pair(n * 3, &format!("-{n}"), &format!("unit {n} is far too long to be shown")),
        })
        .collect();
    for clustering in ["kmeans", "kmedoids"] {
        let settings =
            SummarySettings { clustering: clustering.into(), repeats: 5, k: 2..=4, ..Default::default() };
        let summary = summarize(&candidates, &settings);
        let of = memberships(&summary, candidates.len());
        assert_eq!(summary, summarize(&candidates, &settings));
        assert!(
            (1..2500).all(|n| (of[n] == of[0]) == (n % 2 == 0)),
            "{clustering}: two kinds are two clusters"
        );
    }
}
