//! k-means: Lloyd's algorithm from centres that are drawn far apart (k-means++).

use rand::RngExt;

use super::{Clustering, Partition, Points, Random};

/// Clusters around means.
pub struct KMeans;

/// The study's limit; a thousand points need about twenty rounds.
const MOST_ROUNDS: usize = 200;

impl Clustering for KMeans {
    fn partition(&self, points: &Points, k: usize, random: &mut Random) -> Partition {
        let drawn = far_apart(points, k, random);
        let mut centres: Vec<Vec<f32>> = drawn.into_iter().map(|point| points.at(point)).collect();
        let mut assignment = Assignment::new(points);
        for _ in 0..MOST_ROUNDS {
            if !assignment.take_nearest(&centres) {
                break;
            }
            centres = means(points, &mut assignment.labels, centres.len());
        }
        Partition { labels: assignment.labels, centres }
    }
}

/// The starting points: the first is random, and each further one is more likely the farther it is from those before.
/// No two are at the same place.
pub(super) fn far_apart(points: &Points, k: usize, random: &mut Random) -> Vec<usize> {
    let mut drawn = vec![random.random_range(0..points.len())];
    let mut nearest: Vec<f32> = points.distances(drawn[0]).to_vec();
    while drawn.len() < k {
        let Some(next) = draw(&nearest, random) else { break };
        let to_next = points.distances(next);
        nearest.iter_mut().zip(to_next).for_each(|(nearest, distance)| *nearest = nearest.min(*distance));
        drawn.push(next);
    }
    drawn
}

/// A random point, weighted by the square of its distance.
fn draw(distances: &[f32], random: &mut Random) -> Option<usize> {
    let chance = |distance: f32| f64::from(distance) * f64::from(distance);
    let total: f64 = distances.iter().map(|&distance| chance(distance)).sum();
    let mut left = random.random::<f64>() * total;
    let mut last = None;
    for (point, &distance) in distances.iter().enumerate().filter(|(_, distance)| **distance > 0.0) {
        last = Some(point);
        left -= chance(distance);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Labels, and buffers for computing the next ones.
struct Assignment<'a> {
    points: &'a Points,
    labels: Vec<u32>,
    next: Vec<u32>,
    nearest: Vec<f32>,
    distances: Vec<f32>,
}

impl<'a> Assignment<'a> {
    fn new(points: &'a Points) -> Self {
        let size = points.len();
        let floats = vec![0.0; size];
        let (labels, next) = (vec![u32::MAX; size], vec![0; size]);
        Assignment { points, labels, next, nearest: floats.clone(), distances: floats }
    }

    /// Gives each point the label of its nearest centre, the first of several; returns whether any label changed. Comparing
    /// all points with one centre after the other is five times as fast as comparing one point with all centres.
    fn take_nearest(&mut self, centres: &[Vec<f32>]) -> bool {
        self.nearest.fill(f32::INFINITY);
        for (label, centre) in centres.iter().enumerate() {
            self.distances.fill(0.0);
            self.points.add_squared(centre, &mut self.distances);
            let best = self.next.iter_mut().zip(&mut self.nearest);
            for ((next, nearest), &distance) in best.zip(&self.distances) {
                *next = if distance < *nearest { label as u32 } else { *next };
                *nearest = nearest.min(distance);
            }
        }
        std::mem::swap(&mut self.labels, &mut self.next);
        self.labels != self.next
    }
}

/// The means of the clusters. A cluster without points is removed, and the labels are renumbered.
fn means(points: &Points, labels: &mut [u32], k: usize) -> Vec<Vec<f32>> {
    let mut sizes = vec![0.0f64; k];
    labels.iter().for_each(|&label| sizes[label as usize] += 1.0);
    let mut centres = vec![Vec::with_capacity(points.width()); k];
    for coordinate in 0..points.width() {
        let mut sums = vec![0.0f64; k];
        let values = points.column(coordinate).iter().zip(labels.iter());
        values.for_each(|(&x, &label)| sums[label as usize] += f64::from(x));
        for ((centre, sum), size) in centres.iter_mut().zip(sums).zip(&sizes) {
            centre.push((sum / size) as f32);
        }
    }
    close_ranks(labels, &sizes);
    let taken = centres.into_iter().zip(sizes).filter(|(_, size)| *size > 0.0);
    taken.map(|(centre, _)| centre).collect()
}

fn close_ranks(labels: &mut [u32], sizes: &[f64]) {
    if sizes.iter().all(|&size| size > 0.0) {
        return;
    }
    let before = |label: usize| sizes[..label].iter().filter(|&&size| size > 0.0).count() as u32;
    let names: Vec<u32> = (0..sizes.len()).map(before).collect();
    labels.iter_mut().for_each(|label| *label = names[*label as usize]);
}
