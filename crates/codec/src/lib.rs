//! How values and schemas are written and read, once per format.
//!
//! - [`text`]: a value as a text with its run-time type beside it. CSV files, the JSON of `find`, campaigns and lock
//!   files hold values in this form.
//! - [`structured`]: values that hold others, read from JSON by their schema.
//! - [`json`]: values as the worker protocol sends them.
//! - [`pickle`]: the same for workers that ask for the packed form.
//! - [`digest`]: the numbers by which a campaign tells pairs apart.
//! - [`declaration`]: arguments with their schemas.
//! - [`adopt`]: values of earlier declarations.
//!
//! Others rely on all of these formats. Files and workers of earlier versions are still understood, and a new kind of
//! value is added without changing what is there.

pub mod adopt;
pub mod declaration;
pub mod digest;
pub mod json;
pub mod pickle;
pub mod structured;
pub mod text;
