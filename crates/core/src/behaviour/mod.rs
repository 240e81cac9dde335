//! Behaviours: ways in which a target makes its output from the input.
//!
//! [`Parsed`] splits a text into wording and slots. [`pieces`] finds the courses of a slot along a line. A
//! [`Landscape`] is the result of a search: behaviours, and the boundaries between them with their rules.

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
pub use rule::{Condition, Function, Recurrence, Rule, RuleError, RuleForm};
pub use series::{Fit, Piece, Point, bends, gcd, in_common, pieces};
pub use text_rule::{CharKind, Sought, TextPart, TextRule, Tidying};
pub use wording::{Mark, Parsed};
