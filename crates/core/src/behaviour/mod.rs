//! Behaviours: ways of making the output from the input, and how they are told apart.
//!
//! [`Parsed`] takes a text apart into wording and slots; [`pieces`] finds the courses of a slot along a line; a
//! [`Landscape`] is what a search makes of both: behaviours, and the boundaries between them with their rules.

pub mod calendar;
mod continuity;
mod landscape;
mod number;
mod rule;
mod series;
mod text_rule;
mod wording;

pub use continuity::Past;
pub use landscape::{Behaviour, Boundary, BoundaryKind, Course, Landscape, Place, Stretch};
pub use number::Number;
pub use rule::{Condition, Function, Rule, RuleError, RuleForm};
pub use series::{Fit, Piece, Point, bends, in_common, pieces};
pub use text_rule::{CharKind, Sought, TextPart, TextRule};
pub use wording::{Mark, Parsed};
