//! What every clustering promises.

use autobva_summary::CLUSTERINGS;
use autobva_summary::clustering::{Points, Random, clustering, silhouette};
use proptest::prelude::*;
use rand::SeedableRng;

proptest! {
    #[test]
    fn partitions_are_proper(
        places in prop::collection::vec((0..6u8, 0..6u8), 1..30),
        k in 1..8usize,
        seed in any::<u64>(),
    ) {
        let coordinates: Vec<f64> = places.iter().flat_map(|&(x, y)| [x, y].map(f64::from)).collect();
        let points = Points::new(2, &coordinates);
        let k = k.min(points.places());
        for entry in CLUSTERINGS {
            let clustering = clustering(entry.name).unwrap();
            let partition = clustering.partition(&points, k, &mut Random::seed_from_u64(seed));
            let clusters = partition.centres.len();
            prop_assert!((1..=k).contains(&clusters), "{}", entry.name);
            for label in 0..clusters as u32 {
                prop_assert!(partition.labels.contains(&label), "{}: cluster {label} is empty", entry.name);
            }
            prop_assert!(partition.labels.iter().all(|&label| (label as usize) < clusters));
            prop_assert!((-1.0..=1.0).contains(&silhouette(&points, &partition.labels, clusters)));
            if k == points.places() {
                for (i, a) in places.iter().enumerate() {
                    for (j, b) in places.iter().enumerate() {
                        let together = partition.labels[i] == partition.labels[j];
                        prop_assert!(together || a != b, "{}: one place in two clusters", entry.name);
                    }
                }
            }
            let again = clustering.partition(&points, k, &mut Random::seed_from_u64(seed));
            prop_assert_eq!(partition, again);
        }
    }
}

#[test]
fn far_groups_are_found() {
    let groups = [(0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (10.0, 10.0)];
    let coordinates: Vec<f64> = (0..80)
        .flat_map(|n| [groups[n % 4].0 + n as f64 / 100.0, groups[n % 4].1 - n as f64 / 100.0])
        .collect();
    let points = Points::new(2, &coordinates);
    for entry in CLUSTERINGS {
        let clustering = clustering(entry.name).unwrap();
        let best = (0..10)
            .map(|seed| clustering.partition(&points, 4, &mut Random::seed_from_u64(seed)))
            .map(|partition| silhouette(&points, &partition.labels, 4))
            .fold(f64::NEG_INFINITY, f64::max);
        assert!(best > 0.9, "{}: {best}", entry.name);
    }
}

#[test]
fn medoids_are_points() {
    let coordinates: Vec<f64> = (0..30).map(|n| f64::from(n * n % 17)).collect();
    let points = Points::new(1, &coordinates);
    let partition = clustering("kmedoids").unwrap().partition(&points, 4, &mut Random::seed_from_u64(3));
    for (label, centre) in partition.centres.iter().enumerate() {
        let is_own = |n: usize| points.at(n) == *centre && partition.labels[n] == label as u32;
        assert!((0..points.len()).any(is_own), "centre {centre:?} is no point of its cluster");
    }
}
