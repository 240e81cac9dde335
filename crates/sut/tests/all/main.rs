//! The tests of targets as one program; only the one that sets the panic hook of the process is its own.

#[cfg(feature = "processes")]
mod annotations;
mod closures;
#[cfg(feature = "processes")]
mod commands;
#[cfg(feature = "processes")]
mod killers;
#[cfg(feature = "processes")]
mod python;
#[cfg(feature = "processes")]
mod support;
#[cfg(feature = "processes")]
mod untidy;
#[cfg(feature = "processes")]
mod workers;
