//! The tests of the vocabulary as one program.

mod signatures;
