//! What summaries of known data are: the clusters, their representatives, and their words.

use crate::common::{bytecount, clusters, memberships, pair, pairs, side, summarize};
use autobva_core::Candidate;
use autobva_summary::{Choice, Rule, SummarySettings, screen};

fn settings() -> SummarySettings {
    SummarySettings::default()
}

fn descriptions(candidates: &[Candidate], settings: &SummarySettings) -> Vec<String> {
    clusters(&summarize(candidates, settings)).iter().map(|cluster| cluster.description.clone()).collect()
}

#[test]
fn bytecount_has_the_clusters_of_the_study() {
    for seed in 0..5 {
        let summary = summarize(&bytecount(), &SummarySettings { seed, ..settings() });
        let mut sizes: Vec<usize> = clusters(&summary).iter().map(|cluster| cluster.members.len()).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 3, 6, 6, 7, 33], "seed {seed}");
        let silhouette = summary.groups[0].silhouette.unwrap();
        assert!((0.935..0.95).contains(&silhouette), "seed {seed}: {silhouette}");
    }
}

#[test]
fn both_orders_of_two_outputs_belong_together_unless_asked_otherwise() {
    let both = [("Normal", "Overweight"), ("Overweight", "Normal")].repeat(4);
    assert_eq!(
        descriptions(&pairs(both.clone()), &settings()),
        ["n changes by 1 at 0 to 70; Normal | Overweight"]
    );
    let ordered = SummarySettings { ordered: true, ..settings() };
    assert_eq!(clusters(&summarize(&pairs(both), &ordered)).len(), 2);
}

#[test]
fn names_that_recur_are_clusters_of_their_own() {
    let classes = ["Underweight", "Normal", "Overweight", "Obese", "Severely obese"];
    let mut outputs = Vec::new();
    for (i, left) in classes.iter().enumerate() {
        for right in &classes[i + 1..] {
            outputs.extend([(*left, *right), (*right, *left), (*left, *right)]);
        }
    }
    let candidates = pairs(outputs.clone());
    let summary = summarize(&candidates, &settings());
    assert_eq!(clusters(&summary).len(), 10);
    assert_eq!(summary.groups[0].silhouette, Some(1.0));
    let of = memberships(&summary, candidates.len());
    for (i, a) in outputs.iter().enumerate() {
        for (j, b) in outputs.iter().enumerate() {
            let same = a == b || (a.0, a.1) == (b.1, b.0);
            assert_eq!(of[i] == of[j], same, "{a:?} {b:?}");
        }
    }
}

#[test]
fn measurements_that_never_recur_are_not_names() {
    let outputs: Vec<(String, String)> =
        (1..9).map(|n| (format!("{}.5 m", "1".repeat(n)), format!("{}.5 m", "2".repeat(n)))).collect();
    let candidates = pairs(outputs.iter().map(|(a, b)| (a.as_str(), b.as_str())));
    assert!(clusters(&summarize(&candidates, &settings())).len() < candidates.len());
}

#[test]
fn groups_come_first_and_are_numbered_through() {
    let candidates =
        pairs([("!bad", "!worse"), ("1", "!bad"), ("!bad", "1"), ("1", "22"), ("!bad", "!worse")]);
    let summary = summarize(&candidates, &settings());
    let groups: Vec<(&str, usize)> =
        summary.groups.iter().map(|group| (group.group.name(), group.size)).collect();
    assert_eq!(groups, [("VV", 1), ("VE", 2), ("EE", 2)]);
    assert_eq!(summary.groups[1].types, ("String".to_string(), "Error".to_string()));
    assert_eq!(clusters(&summary).iter().map(|cluster| cluster.id).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(clusters(&summary)[1].members, [1, 2]);
}

#[test]
fn trivial_sets_simply_work() {
    let one = summarize(&pairs([("a", "b")]), &settings());
    assert_eq!((clusters(&one).len(), one.groups[0].silhouette), (1, None));
    assert_eq!(clusters(&summarize(&pairs([("a", "b"), ("b", "ccc")]), &settings())).len(), 2);
    let alike = summarize(&pairs(vec![("a", "b"); 30]), &settings());
    assert_eq!((clusters(&alike).len(), alike.groups[0].silhouette), (1, None));
    assert!(summarize(&[], &settings()).groups.is_empty());
    let few = pairs([("a", "b"), ("b", "ccc"), ("xxxxxx", "y")]);
    for clustering in ["kmeans", "kmedoids"] {
        for k in [1..=1, 2..=2, 5..=50, 3..=3] {
            let settings = SummarySettings { k: k.clone(), clustering: clustering.into(), ..settings() };
            let found = clusters(&summarize(&few, &settings)).len();
            assert!(found <= 3.min(*k.end()) && found >= 1, "{clustering} {k:?}: {found}");
        }
    }
}

#[test]
fn what_no_feature_tells_apart_is_one_cluster() {
    let summary = summarize(&pairs([("abc", "!x"), ("def", "!x"), ("ghi", "!x")]), &settings());
    assert_eq!((clusters(&summary).len(), summary.groups[0].silhouette), (1, None));
}

#[test]
fn representatives_are_chosen_as_asked() {
    let mut candidates =
        vec![pair(100_000, "x", "y"), pair(7, "x", "y"), pair(300, "x", "y"), pair(50, "x", "y")];
    candidates[0].score = f64::NAN;
    candidates[2].score = 9.0;
    candidates[3].score = f64::INFINITY;
    let chosen = |representative, per_cluster| {
        let settings = SummarySettings { representative, per_cluster, ..settings() };
        clusters(&summarize(&candidates, &settings))[0].representatives.clone()
    };
    assert_eq!(chosen(Choice::Shortest, 1), [1]);
    assert_eq!(chosen(Choice::Shortest, 3), [1, 3, 2]);
    assert_eq!(chosen(Choice::HighestScore, 9), [2, 1, 3, 0], "those without a proper score come last");
    assert_eq!(chosen(Choice::Medoid, 1), [1], "all are in the middle, so the shortest");
}

#[test]
fn a_medoid_is_in_the_middle() {
    let candidates = pairs([("a", "b"), ("a", "bbb"), ("a", "bbbbb")]);
    let middle = SummarySettings {
        representative: Choice::Medoid,
        features: vec!["strlen(WD)".into()],
        k: 1..=1,
        ..settings()
    };
    assert_eq!(clusters(&summarize(&candidates, &middle))[0].representatives, [1]);
}

#[test]
fn words_say_what_changes_and_what_is_common() {
    let day = |n: i64| format!("!Error(\"Day: {n} out of range (1:31)\")");
    let errors: Vec<String> = (40..60).map(day).collect();
    let candidates = pairs(errors.iter().map(|error| ("2020-01-31", error.as_str())));
    let one = SummarySettings { k: 1..=1, ..settings() };
    assert_eq!(
        descriptions(&candidates, &one),
        ["n changes by 1 at 0 to 190; 2020-01-31 → Day: … out of range (1:31)"]
    );
    let numbers = pairs([("9.5", "10.25"), ("9.75", "10.5"), ("-3", "12")]);
    assert_eq!(descriptions(&numbers, &one), ["n changes by 1 at 0 to 20; -3 to 9.75 → 10.25 to 12"]);
    let mut far = pair(5, "", "x");
    far.right = side("123456789012345678901", "x");
    assert_eq!(descriptions(&[far], &one), ["n 5 → 123456…678901; \"\" → x"]);
}

#[test]
fn the_rules_differ() {
    let best = summarize(&bytecount(), &SummarySettings { rule: Rule::BestSilhouette, ..settings() });
    let top = summarize(&bytecount(), &settings());
    assert!(best.groups[0].silhouette >= top.groups[0].silhouette);
    assert_eq!("best-silhouette".parse(), Ok(Rule::BestSilhouette));
    assert!("best".parse::<Rule>().unwrap_err().to_string().contains("unknown rule 'best'"));
}

#[test]
fn screening_ranks_the_combinations_of_the_study() {
    let screenings = screen(&bytecount(), &SummarySettings { repeats: 40, ..settings() }).unwrap();
    let rows = &screenings[0].combinations;
    assert_eq!(rows.len(), 63);
    let shown: Vec<(String, String, usize)> = rows
        .iter()
        .take(9)
        .map(|row| (row.features.join("+"), format!("{:.2}", row.silhouette.unwrap()), row.clusters))
        .collect();
    let wanted = [
        ("strlen(WD)+jaccard(WD)", "0.98", 5),
        ("strlen(WD)+jaccard(WD)+jaccard(U)", "0.94", 6),
        ("strlen(WD)+jaccard(U)", "0.94", 3),
        ("jaccard(WD)+jaccard(U)", "0.92", 5),
    ];
    for (row, (features, silhouette, clusters)) in shown.iter().zip(wanted) {
        assert_eq!(*row, (features.to_string(), silhouette.to_string(), clusters));
    }
    let singles = rows.iter().map(|row| row.features.len() == 1);
    assert!(singles.is_sorted(), "single features come last");
}

#[test]
fn faulty_settings_name_the_remedy() {
    let fault = |settings: SummarySettings| {
        autobva_summary::summarize(&crate::common::signature(), &[], &settings).unwrap_err().to_string()
    };
    let features = |name: &str| SummarySettings { features: vec![name.into()], ..settings() };
    assert!(fault(features("jaccard")).contains("write a distance and WD or U"));
    assert!(fault(features("jaccard(V)")).contains("unknown feature 'V'"));
    assert!(fault(features("jacard(U)")).contains("in feature 'jacard(U)': unknown output distance"));
    assert!(fault(SummarySettings { features: vec![], ..settings() }).contains("at least one"));
    assert!(
        fault(SummarySettings { clustering: "kmean".into(), ..settings() })
            .contains("did you mean 'kmeans'?")
    );
    #[allow(clippy::reversed_empty_ranges)]
    let empty = 5..=4;
    assert!(fault(SummarySettings { k: empty, ..settings() }).contains("for instance 2..15"));
    assert!(fault(SummarySettings { repeats: 0, ..settings() }).contains("number of repeats is zero"));
    assert!(
        fault(SummarySettings { per_cluster: 0, ..settings() })
            .contains("representatives per cluster is zero")
    );
}
