//! The tests of the search as one program.

mod archive;
mod behaviours;
mod lines;
mod mutation;
mod qd;
mod rows;
mod sampling;
mod search;
mod structure;
mod support;
mod watching;
