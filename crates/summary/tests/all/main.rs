//! The tests of the summary as one program.

mod clusterings;
mod common;
mod properties;
mod summaries;
