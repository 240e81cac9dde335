//! The tests of distances and quantifiers as one program; only the one that counts allocations is its own.

mod laws;
mod paper_table;
