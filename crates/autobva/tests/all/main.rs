//! The tests of the library as one program.

mod examples;
mod targets;
mod texts;
