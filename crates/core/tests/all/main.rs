//! The tests of the vocabulary as one program.

mod signatures;
mod text_rules;
