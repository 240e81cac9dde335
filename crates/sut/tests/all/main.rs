//! The tests of targets as one program; only the one that sets the panic hook of the process is its own.

mod annotations;
mod closures;
mod commands;
mod killers;
mod python;
mod support;
mod untidy;
mod workers;
