//! Behaviours: ways of making the output from the input, and how they are told apart.

mod calendar;
mod number;
mod series;
mod wording;

pub use number::Number;
pub use series::{Fit, Piece, Point, pieces};
pub use wording::{Mark, Parsed};
