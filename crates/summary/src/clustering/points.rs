//! Points in the space of features, and the distances between them.

/// Points, and all distances between them.
pub struct Points {
    size: usize,
    /// One list per coordinate, so that the same step for several points is one vector instruction.
    columns: Vec<Vec<f32>>,
    distances: Vec<f32>,
}

impl Points {
    /// Points from their coordinates, `width` for each point, one point after the other.
    pub fn new(width: usize, coordinates: &[f64]) -> Points {
        let column = |at: usize| coordinates.iter().skip(at).step_by(width).map(|&x| x as f32).collect();
        let columns: Vec<Vec<f32>> = (0..width).map(column).collect();
        let mut points = Points { size: coordinates.len() / width.max(1), columns, distances: Vec::new() };
        points.distances = points.all_distances();
        points
    }

    fn all_distances(&self) -> Vec<f32> {
        let mut distances = vec![0.0; self.size * self.size];
        for (point, row) in distances.chunks_mut(self.size.max(1)).enumerate() {
            self.add_squared(&self.at(point), row);
            row.iter_mut().for_each(|distance| *distance = distance.sqrt());
        }
        distances
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.size
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// How many coordinates a point has.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The coordinates of a point.
    pub fn at(&self, point: usize) -> Vec<f32> {
        self.columns.iter().map(|column| column[point]).collect()
    }

    /// One coordinate of all points.
    pub fn column(&self, coordinate: usize) -> &[f32] {
        &self.columns[coordinate]
    }

    /// The distances from a point to all of them.
    pub fn distances(&self, point: usize) -> &[f32] {
        &self.distances[point * self.size..][..self.size]
    }

    /// Adds the squared distances from a place to all points.
    pub(super) fn add_squared(&self, place: &[f32], sums: &mut [f32]) {
        for (column, x) in self.columns.iter().zip(place) {
            sums.iter_mut().zip(column).for_each(|(sum, y)| *sum += (x - y) * (x - y));
        }
    }

    /// How many different places the points have.
    pub fn places(&self) -> usize {
        let bits = |point: usize| self.at(point).iter().map(|x| x.to_bits()).collect::<Vec<u32>>();
        (0..self.size).map(bits).collect::<std::collections::HashSet<_>>().len()
    }
}

/// The square of the Euclidean distance.
pub(crate) fn squared(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}
