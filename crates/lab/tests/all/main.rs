//! The tests of the laboratory as one program; only the one that counts allocations is its own.

mod golden;
mod samples;
