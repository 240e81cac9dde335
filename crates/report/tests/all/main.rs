//! The tests of all output formats, as one program.

#[cfg(feature = "campaign")]
mod campaign;
mod candidate_csv;
mod common;
mod compiled_exports;
mod contrast;
mod exports;
mod html;
mod html_landscape;
mod inputs_csv;
mod json;
mod landscape;
mod lock;
mod text;
