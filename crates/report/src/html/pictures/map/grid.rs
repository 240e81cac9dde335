//! The cells of a map.

use super::super::super::markup::{Attributes, Markup, Px};
use super::super::figure::{area, label};
use super::BehaviourMap;
use super::kinds::Kinds;

/// How many shades a derivative has.
const SHADES: usize = 5;

/// Draws cells of one class at a place, of a size.
type DrawRun<'a> = &'a dyn Fn(&mut Markup, usize, (f64, f64), (f64, f64));

/// A map with its upper left corner.
pub(super) struct Grid<'a> {
    pub(super) map: &'a BehaviourMap,
    /// The side of a cell.
    pub(super) cell: f64,
    pub(super) corner: (f64, f64),
}

impl Grid<'_> {
    fn columns(&self) -> usize {
        self.map.across.values.len()
    }

    fn rows(&self) -> usize {
        self.map.up.values.len()
    }

    /// The upper left corner of a cell; rows count from the bottom.
    fn at(&self, column: usize, row: usize) -> (f64, f64) {
        let from_top = (self.rows() - 1 - row) as f64;
        (self.corner.0 + column as f64 * self.cell, self.corner.1 + from_top * self.cell)
    }

    /// The cells by kind, lines between kinds, a letter in each, and the pair.
    pub(super) fn draw_behaviour(&self, svg: &mut Markup, kinds: &Kinds) {
        self.draw_runs(svg, &kinds.of_cell, &|svg, kind, at, size| {
            area(svg, &format_args!("cell b{kind}"), at, size);
            if kinds.all[kind].is_error {
                area(svg, &"cell over", at, size);
            }
        });
        let attributes: &Attributes = &[("class", &"edge"), ("d", &self.edges(&kinds.of_cell))];
        svg.leaf("path", attributes);
        for (kind, shown) in kinds.all.iter().enumerate() {
            if let Some((column, row)) = self.inside(&kinds.of_cell, kind) {
                let (x, y) = self.at(column, row);
                label(svg, "letter middle", (x + self.cell / 2.0, y + self.cell / 2.0 + 4.0), shown.letter);
            }
        }
        self.draw_frame(svg);
    }

    /// The cells by how much the output changes there.
    pub(super) fn draw_derivative(&self, svg: &mut Markup) {
        // One that no number holds would leave the rest without shades; the darkest is dark enough for it.
        let finite = self.map.derivatives.iter().copied().filter(|&derivative| derivative < f64::MAX);
        let most = finite.fold(f64::MIN_POSITIVE, f64::max);
        let shade = |&derivative: &f64| match derivative > 0.0 {
            true => {
                (SHADES as f64 * derivative.ln_1p() / most.ln_1p()).ceil().clamp(1.0, SHADES as f64) as usize
            }
            false => 0,
        };
        let shades: Vec<usize> = self.map.derivatives.iter().map(shade).collect();
        self.draw_runs(svg, &shades, &|svg, shade, at, size| {
            area(svg, &format_args!("cell d{shade}"), at, size);
        });
        self.draw_frame(svg);
    }

    /// Neighbours of one class in a row are one rectangle.
    fn draw_runs(&self, svg: &mut Markup, classes: &[usize], draw: DrawRun) {
        for (row, classes) in classes.chunks(self.columns()).enumerate() {
            let mut column = 0;
            for run in classes.chunk_by(|a, b| a == b) {
                draw(svg, run[0], self.at(column, row), (run.len() as f64 * self.cell, self.cell));
                column += run.len();
            }
        }
    }

    /// The lines between cells of different kinds.
    fn edges(&self, kinds: &[usize]) -> String {
        let kind = |column: usize, row: usize| kinds[row * self.columns() + column];
        let mut path = String::new();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                let (x, y) = self.at(column, row);
                if column > 0 && kind(column, row) != kind(column - 1, row) {
                    path += &format!("M{} {}v{}", Px(x), Px(y), Px(self.cell));
                }
                if row > 0 && kind(column, row) != kind(column, row - 1) {
                    path += &format!("M{} {}h{}", Px(x), Px(y + self.cell), Px(self.cell));
                }
            }
        }
        path
    }

    /// The cell of a kind that is farthest from any other kind.
    fn inside(&self, kinds: &[usize], kind: usize) -> Option<(usize, usize)> {
        let columns = self.columns();
        let place = |at: usize| (at % columns, at / columns);
        let others: Vec<(usize, usize)> =
            (0..kinds.len()).filter(|&at| kinds[at] != kind).map(place).collect();
        let depth = |(column, row): (usize, usize)| {
            let edge = [column + 1, row + 1, columns - column, self.rows() - row].into_iter().min();
            let other = others.iter().map(|&(c, r)| c.abs_diff(column).max(r.abs_diff(row))).min();
            other.into_iter().chain(edge).min()
        };
        (0..kinds.len()).filter(|&at| kinds[at] == kind).map(place).max_by_key(|&cell| depth(cell))
    }

    /// The frame around all, and the rings around the pair.
    fn draw_frame(&self, svg: &mut Markup) {
        let size = (self.columns() as f64 * self.cell, self.rows() as f64 * self.cell);
        area(svg, &"frame", self.corner, size);
        let (across, up) = (self.map.across.sides, self.map.up.sides);
        for cell in [(across.0, up.0), (across.1, up.1)] {
            let (x, y) = self.at(cell.0, cell.1);
            area(svg, &"ring under", (x, y), (self.cell, self.cell));
            area(svg, &"ring", (x, y), (self.cell, self.cell));
        }
    }
}
