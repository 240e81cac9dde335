//! `autobva summarize` against the published data of the study.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use autobva_testing::shared;
use serde_json::Value;

use crate::program::{autobva, success};

fn json(file: &Path, arguments: &[&str]) -> Value {
    let output =
        autobva().arg("summarize").arg(file).args(["--format", "json"]).args(arguments).output().unwrap();
    serde_json::from_str(&success(&output)).unwrap()
}

/// The partition of the candidates, by what they read.
fn partition(json: &Value) -> BTreeMap<u64, BTreeSet<String>> {
    let mut clusters: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for candidate in json["candidates"].as_array().unwrap() {
        let pair = format!("{}|{}", candidate["left"]["input"], candidate["right"]["input"]);
        let is_new = clusters.entry(candidate["cluster"].as_u64().unwrap()).or_default().insert(pair);
        assert!(is_new, "a candidate is there twice");
    }
    clusters
}

#[test]
fn bytecount_has_the_published_clusters() {
    let Some(path) = shared("paper/ByteCount_clustering.csv") else { return };
    let mut published: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for row in csv::Reader::from_path(&path).unwrap().deserialize::<BTreeMap<String, String>>() {
        let row = row.unwrap();
        let pair = format!("[\"{}\"]|[\"{}\"]", row["bytes"], row["n_bytes"]);
        published.entry((row["clustering"].clone(), row["cluster"].clone())).or_default().insert(pair);
    }
    let wanted: BTreeSet<_> = published.into_values().collect();
    assert_eq!(wanted.len(), 8);
    for arguments in
        [&[][..], &["--ordered"], &["--seed", "2"], &["--seed", "77"], &["--clustering", "kmedoids"]]
    {
        let found = json(&path, arguments);
        assert_eq!(partition(&found).into_values().collect::<BTreeSet<_>>(), wanted, "{arguments:?}");
        let valid = &found["groups"][0];
        assert_eq!((&valid["group"], &valid["size"]), (&"VV".into(), &56.into()));
        let silhouette = valid["silhouette"].as_f64().unwrap();
        assert_eq!(format!("{silhouette:.2}"), "0.94", "{arguments:?}");
    }
}

#[test]
fn screening_has_the_published_order() {
    let Some(path) = shared("paper/ByteCount_clustering.csv") else { return };
    let found = json(&path, &["--screen"]);
    let rows = found[0]["combinations"].as_array().unwrap();
    assert_eq!(rows.len(), 63);
    // Table B of the study: features, silhouette, clusters.
    let published = [
        (&["strlen(WD)", "jaccard(WD)"][..], 0.982, 5),
        (&["strlen(WD)", "jaccard(WD)", "jaccard(U)"], 0.942, 6),
        (&["strlen(WD)", "jaccard(U)"], 0.938, 3),
        (&["jaccard(WD)", "jaccard(U)"], 0.924, 5),
        (&["strlen(WD)", "levenshtein(U)"], 0.779, 3),
        (&["strlen(WD)", "jaccard(WD)", "levenshtein(WD)", "jaccard(U)"], 0.777, 4),
        (&["levenshtein(WD)", "jaccard(U)"], 0.773, 2),
        (&["strlen(WD)", "levenshtein(WD)", "jaccard(U)"], 0.771, 3),
        (&["strlen(WD)", "jaccard(WD)", "levenshtein(U)"], 0.760, 4),
    ];
    for (row, (features, silhouette, clusters)) in rows.iter().zip(published) {
        assert_eq!(row["features"], serde_json::json!(features));
        assert_eq!(row["clusters"], clusters, "{features:?}");
        let difference = row["silhouette"].as_f64().unwrap() - silhouette;
        assert!(difference.abs() < 0.01, "{features:?}: {difference}");
    }
}

#[test]
fn every_pair_of_classes_has_a_cluster_of_its_own() {
    let Some(path) = shared("paper/BMI_classification_30_all.csv") else { return };
    for arguments in [&[][..], &["--seed", "5"]] {
        let found = json(&path, arguments);
        let mut clusters: BTreeMap<BTreeSet<String>, BTreeSet<u64>> = BTreeMap::new();
        for candidate in found["candidates"].as_array().unwrap() {
            let outputs = ["left", "right"].map(|side| candidate[side]["output"].to_string());
            clusters.entry(outputs.into()).or_default().insert(candidate["cluster"].as_u64().unwrap());
        }
        assert_eq!(clusters.len(), 11);
        assert!(clusters.values().all(|ids| ids.len() == 1), "a pair of classes is in two clusters");
        let different: BTreeSet<&u64> = clusters.values().flatten().collect();
        assert_eq!(different.len(), 11, "a cluster mixes two pairs of classes");
    }
}
