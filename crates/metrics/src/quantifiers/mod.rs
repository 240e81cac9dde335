//! Quantifiers, one per file: how much of a boundary lies between two inputs.
//!
//! The trait is [`autobva_core::Quantifier`]. It is in the core crate because the search needs it, too.

mod program_derivative;

pub use program_derivative::ProgramDerivative;
