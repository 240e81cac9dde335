//! The silhouette: how much closer points are to their own cluster than to the next one.

use super::Points;

/// The mean silhouette of all points, from −1 to 1. A point alone in its cluster counts as 0; with a single cluster
/// there is nothing to compare, and all points count as 0.
pub fn silhouette(points: &Points, labels: &[u32], k: usize) -> f64 {
    let size = points.len();
    if k < 2 || size == 0 {
        return 0.0;
    }
    let mut sizes = vec![0usize; k];
    // The sums of the distances from each point to each cluster. Adding whole rows of the matrix compiles to vector
    // instructions; going through the distances point by point takes ten times as long.
    let mut sums = vec![0.0f32; k * size];
    for (point, &label) in labels.iter().enumerate() {
        sizes[label as usize] += 1;
        let row = sums[label as usize * size..][..size].iter_mut().zip(points.distances(point));
        row.for_each(|(sum, distance)| *sum += distance);
    }
    let of_point = |(point, &label): (usize, &u32)| {
        let label = label as usize;
        if sizes[label] < 2 {
            return 0.0;
        }
        let mean_to =
            |cluster: usize, size: usize| f64::from(sums[cluster * points.len() + point]) / size as f64;
        let own = mean_to(label, sizes[label] - 1);
        let others = (0..k).filter(|&cluster| cluster != label && sizes[cluster] > 0);
        let next = others.map(|cluster| mean_to(cluster, sizes[cluster])).fold(f64::INFINITY, f64::min);
        let larger = own.max(next);
        if larger > 0.0 && next.is_finite() { (next - own) / larger } else { 0.0 }
    };
    labels.iter().enumerate().map(of_point).sum::<f64>() / size as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Rousseeuw's definition, word for word.
    fn by_definition(places: &[f64], labels: &[u32]) -> f64 {
        let mean = |point: usize, cluster: u32| {
            let others = (0..places.len()).filter(|&other| other != point && labels[other] == cluster);
            let distances: Vec<f64> = others.map(|other| (places[other] - places[point]).abs()).collect();
            (!distances.is_empty()).then(|| distances.iter().sum::<f64>() / distances.len() as f64)
        };
        let clusters: std::collections::BTreeSet<u32> = labels.iter().copied().collect();
        let of_point = |point: usize| {
            let Some(own) = mean(point, labels[point]) else { return 0.0 };
            let others = clusters.iter().filter(|&&cluster| cluster != labels[point]);
            let next = others.filter_map(|&cluster| mean(point, cluster)).fold(f64::INFINITY, f64::min);
            if next.is_infinite() || own.max(next) == 0.0 { 0.0 } else { (next - own) / own.max(next) }
        };
        (0..places.len()).map(of_point).sum::<f64>() / places.len() as f64
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(points in prop::collection::vec((0.0..1.0f64, 0..4u32), 1..40)) {
            let (places, labels): (Vec<f64>, Vec<u32>) = points.into_iter().unzip();
            let found = silhouette(&Points::new(1, &places), &labels, 4);
            prop_assert!((-1.0..=1.0).contains(&found));
            prop_assert!((found - by_definition(&places, &labels)).abs() < 1e-4);
        }
    }
}
