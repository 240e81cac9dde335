//! Distances: how far apart two texts, or two inputs, are.
//!
//! [`text`] has the distances of outputs, [`input`] those of inputs; any text distance also serves as an input
//! distance, over the input's written form. Each states its [`Laws`], and one shared test holds it to them.

pub mod input;
mod laws;
mod registry;
pub mod text;

pub use input::{INPUT_DISTANCES, InputDistance, input_distance};
pub use laws::{Laws, Range, check_input_distance_laws, check_text_distance_laws};
pub use registry::NameError;
pub use text::{OUTPUT_DISTANCES, TextDistance, TextSet, text_distance};

/// The number itself, or the greatest finite one if it overflowed or is not a number.
fn saturated(distance: f64) -> f64 {
    // `min` ignores a NaN, so that it too becomes the greatest finite number.
    distance.min(f64::MAX)
}
