//! k-medoids: clusters around one of their points, by the swaps of FasterPAM (Schubert and Rousseeuw, 2021).

use super::kmeans::far_apart;
use super::{Clustering, Partition, Points, Random};

/// Clusters around medoids: the points whose distances to the rest of their cluster are least.
pub struct KMedoids;

impl Clustering for KMedoids {
    fn partition(&self, points: &Points, k: usize, random: &mut Random) -> Partition {
        let mut swaps = Swaps::new(points, far_apart(points, k, random));
        swaps.run();
        let centres = swaps.medoids.iter().map(|&medoid| points.at(medoid)).collect();
        Partition { labels: swaps.near.iter().map(|near| near.medoid as u32).collect(), centres }
    }

    /// Swaps end in only a few different optima, and a thousand points take ten times as long as with k-means.
    fn most_repeats(&self) -> usize {
        10
    }
}

/// The nearest medoid of a point, as an index into the list, and the distances to it and to the second nearest.
#[derive(Clone, Copy)]
struct Near {
    medoid: usize,
    first: f32,
    second: f32,
}

struct Swaps<'a> {
    points: &'a Points,
    medoids: Vec<usize>,
    near: Vec<Near>,
    /// The cost of removing each medoid.
    removal: Vec<f64>,
}

impl<'a> Swaps<'a> {
    fn new(points: &'a Points, medoids: Vec<usize>) -> Swaps<'a> {
        let mut swaps = Swaps { points, medoids, near: Vec::new(), removal: Vec::new() };
        swaps.refresh();
        swaps
    }

    /// Tries every point in place of every medoid, and makes each swap that helps, until a whole round of points brings
    /// no improvement.
    fn run(&mut self) {
        if self.medoids.len() < 2 {
            return self.single();
        }
        let (mut point, mut last_swap) = (0, 0);
        loop {
            if let Some(medoid) = self.best_swap(point) {
                self.medoids[medoid] = point;
                self.refresh();
                last_swap = point;
            }
            point = (point + 1) % self.points.len();
            if point == last_swap {
                break;
            }
        }
    }

    /// Finds the one medoid that is best for all points.
    fn single(&mut self) {
        let cost = |point: &usize| -> f64 {
            self.points.distances(*point).iter().map(|&distance| f64::from(distance)).sum()
        };
        let best = (0..self.points.len()).min_by(|a, b| cost(a).total_cmp(&cost(b)));
        self.medoids = best.into_iter().collect();
        self.refresh();
    }

    /// The medoid that the point should replace, if that reduces the sum of all distances.
    fn best_swap(&self, point: usize) -> Option<usize> {
        let mut change = self.removal.clone();
        let mut gain = 0.0;
        for (near, &distance) in self.near.iter().zip(self.points.distances(point)) {
            if distance < near.first {
                gain += f64::from(distance - near.first);
                change[near.medoid] += f64::from(near.first - near.second);
            } else if distance < near.second {
                change[near.medoid] += f64::from(distance - near.second);
            }
        }
        let (medoid, change) = change.into_iter().enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
        // Not simply 0, or rounding could make two points swap for ever.
        (change + gain < -1e-6).then_some(medoid)
    }

    fn refresh(&mut self) {
        self.near = (0..self.points.len()).map(|point| self.nearest(point)).collect();
        self.removal = vec![0.0; self.medoids.len()];
        for near in self.near.iter().filter(|near| near.second.is_finite()) {
            self.removal[near.medoid] += f64::from(near.second - near.first);
        }
    }

    fn nearest(&self, point: usize) -> Near {
        let distances = self.points.distances(point);
        let mut near = Near { medoid: 0, first: f32::INFINITY, second: f32::INFINITY };
        for (medoid, &place) in self.medoids.iter().enumerate() {
            // A medoid belongs to its own cluster even if another medoid is at distance 0.
            let distance = if place == point { -f32::MIN_POSITIVE } else { distances[place] };
            if distance < near.first {
                near = Near { medoid, first: distance, second: near.first };
            } else if distance < near.second {
                near.second = distance;
            }
        }
        near
    }
}
