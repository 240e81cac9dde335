//! How values and schemas are written and read, once per format.
//!
//! - [`text`]: a value as a text with its run-time type beside it. Cells of CSV files, the JSON of `find`, campaigns and
//!   lock files hold values in this form.
//! - [`structured`]: values that hold others, from JSON by their schema.
//! - [`json`]: values as the worker protocol sends them.
//! - [`pickle`]: the same for workers that ask for the packed form.
//! - [`digest`]: the numbers by which a campaign tells pairs apart.
//! - [`declaration`]: arguments with their schemas.
//! - [`adopt`]: values of earlier declarations.
//!
//! All of these are formats that others rely on: files and workers of earlier versions are understood, and a new kind of
//! value joins them without changing what is there.

pub mod adopt;
pub mod declaration;
pub mod digest;
pub mod json;
pub mod pickle;
pub mod structured;
pub mod text;
