//! The tests of the search as one program.

mod archive;
mod behaviours;
mod conditions;
mod lines;
mod merging;
mod mutation;
mod qd;
mod rows;
mod sampling;
mod search;
mod structure;
mod support;
mod watching;
