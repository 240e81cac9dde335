//! Selection: how far apart two outputs or two inputs are, and how much of a boundary lies between them.
//!
//! [`distances`] holds the distances, each with its laws; [`quantifiers`] turns a pair of them into a score.
//!
//! ```
//! use autobva_core::{Input, Int, IntType, Outcome, Quantifier, Value};
//! use autobva_metrics::ProgramDerivative;
//!
//! let input = |n: i128| Input(vec![Value::Int(Int::new(IntType::Int64, n).unwrap())]);
//! let output = |text: &str| Outcome::valid("String", text);
//!
//! let derivative = ProgramDerivative::by_name("strlen", "euclidean")?;
//! let score = derivative.evaluate(&input(9), &output("9B"), &input(10), &output("10B"));
//! assert_eq!(score, 1.0);
//! # Ok::<(), autobva_metrics::NameError>(())
//! ```

pub mod distances;
pub mod quantifiers;

pub use distances::{
    INPUT_DISTANCES, InputDistance, Laws, NameError, OUTPUT_DISTANCES, Range, TextDistance, TextSet,
    check_input_distance_laws, check_text_distance_laws, input_distance, text_distance,
};
pub use quantifiers::ProgramDerivative;
