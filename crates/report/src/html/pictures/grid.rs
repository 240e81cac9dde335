//! The cells of a map.

use super::super::markup::{Attributes, Markup, Px};
use super::figure::{area, label};

/// Draws a rectangle of cells of one class.
type DrawRun<'a> = &'a dyn Fn(&mut Markup, usize, (f64, f64), (f64, f64));

/// The appearance of a kind of cell.
pub(super) struct CellLook {
    /// The number of its colour.
    pub(super) colour: usize,
    pub(super) letter: String,
    pub(super) is_error: bool,
}

/// Rows of square cells, and their upper left corner.
pub(super) struct Grid {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The side of a cell.
    pub(super) cell: f64,
    pub(super) corner: (f64, f64),
}

impl Grid {
    /// The upper left corner of a cell; rows count from the bottom.
    fn at(&self, column: usize, row: usize) -> (f64, f64) {
        let from_top = (self.rows - 1 - row) as f64;
        (self.corner.0 + column as f64 * self.cell, self.corner.1 + from_top * self.cell)
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, column: usize, row: usize) -> (f64, f64) {
        let (x, y) = self.at(column, row);
        (x + self.cell / 2.0, y + self.cell / 2.0)
    }

    /// Draws the cells by kind, and lines between kinds.
    pub(super) fn draw_kinds(&self, svg: &mut Markup, of_cell: &[usize], looks: &[CellLook]) {
        self.draw_runs(svg, of_cell, &|svg, kind, at, size| {
            area(svg, &format_args!("cell b{}", looks[kind].colour), at, size);
            if looks[kind].is_error {
                area(svg, &"cell over", at, size);
            }
        });
        let attributes: &Attributes = &[("class", &"edge"), ("d", &self.edges(of_cell))];
        svg.leaf("path", attributes);
        self.draw_frame(svg);
    }

    /// Draws a letter in each kind, starting with the largest; a kind without room for a letter has only its colour.
    pub(super) fn draw_letters(&self, svg: &mut Markup, of_cell: &[usize], looks: &[CellLook]) {
        let size = |kind: &usize| of_cell.iter().filter(|of_cell| *of_cell == kind).count();
        let mut order: Vec<usize> = (0..looks.len()).collect();
        order.sort_by_key(|kind| std::cmp::Reverse(size(kind)));
        let mut taken: Vec<(f64, f64, f64)> = Vec::new();
        for kind in order {
            let Some((column, row)) = self.inside(of_cell, kind) else { continue };
            let ((x, y), half) = (self.middle(column, row), 5.0 * looks[kind].letter.chars().count() as f64);
            if taken.iter().all(|(a, b, other)| (a - x).abs() > half + other || (b - y).abs() > 13.0) {
                label(svg, "letter middle", (x, y + 4.0), &looks[kind].letter);
                taken.push((x, y, half));
            }
        }
    }

    /// Draws adjacent cells of one class in a row as one rectangle.
    fn draw_runs(&self, svg: &mut Markup, classes: &[usize], draw: DrawRun) {
        for (row, classes) in classes.chunks(self.columns).enumerate() {
            let mut column = 0;
            for run in classes.chunk_by(|a, b| a == b) {
                draw(svg, run[0], self.at(column, row), (run.len() as f64 * self.cell, self.cell));
                column += run.len();
            }
        }
    }

    /// The lines between cells of different kinds.
    fn edges(&self, kinds: &[usize]) -> String {
        let kind = |column: usize, row: usize| kinds[row * self.columns + column];
        let mut path = String::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
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
        let columns = self.columns;
        let place = |at: usize| (at % columns, at / columns);
        let others: Vec<(usize, usize)> =
            (0..kinds.len()).filter(|&at| kinds[at] != kind).map(place).collect();
        let depth = |(column, row): (usize, usize)| {
            let edge = [column + 1, row + 1, columns - column, self.rows - row].into_iter().min();
            let other = others.iter().map(|&(c, r)| c.abs_diff(column).max(r.abs_diff(row))).min();
            other.into_iter().chain(edge).min()
        };
        (0..kinds.len()).filter(|&at| kinds[at] == kind).map(place).max_by_key(|&cell| depth(cell))
    }

    fn draw_frame(&self, svg: &mut Markup) {
        let size = (self.columns as f64 * self.cell, self.rows as f64 * self.cell);
        area(svg, &"frame", self.corner, size);
    }
}
