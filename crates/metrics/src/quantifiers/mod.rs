//! Quantifiers, one per file: how much of a boundary lies between two inputs.
//!
//! The trait is [`autobva_core::Quantifier`]; it lives with the vocabulary because the search asks for it.

mod program_derivative;

pub use program_derivative::ProgramDerivative;
