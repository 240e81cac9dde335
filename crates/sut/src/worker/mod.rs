//! Targets behind the worker protocol: long-lived processes that read batches of calls from standard input and write
//! outcomes to standard output. The protocol is described in `docs/worker-protocol.md`.
//!
//! The description of a worker (`hello`) and its answers (`answer`, `packed`) are also read without a process: Python
//! functions within the process of the caller use the same format.

mod adapter;
mod answer;
// A caller within the process does not need everything that a worker says about itself.
#[cfg_attr(not(feature = "processes"), allow(dead_code))]
mod hello;
mod packed;

#[cfg(feature = "processes")]
mod connection;
#[cfg(feature = "processes")]
mod exchange;
#[cfg(feature = "processes")]
mod launch;
#[cfg(feature = "processes")]
mod pool;
#[cfg(feature = "processes")]
mod request;
#[cfg(feature = "processes")]
mod target;

use autobva_core::Outcome;

pub use adapter::Workers;
pub(crate) use answer::{Names, read_answer};
pub(crate) use hello::Hello;
#[cfg(feature = "processes")]
pub(crate) use hello::REFUSES;
#[cfg(feature = "processes")]
pub(crate) use launch::Launch;
pub(crate) use packed::{body_length, read_packed_answer};
#[cfg(feature = "processes")]
pub use target::Worker;

use crate::conditions::Limits;

/// Reads bytes as a worker's first line and as answers in either form, for fuzzing.
#[doc(hidden)]
pub fn attack_worker(bytes: &[u8]) {
    if let Ok(hello) = Hello::read(bytes) {
        let _ = (hello.signature(), hello.hints.bounded());
    }
    let (names, limits) = (Names::default(), Limits::default());
    let mut outcomes = vec![Outcome::default(); 3];
    let _ = answer::read_answer(bytes, &mut outcomes, &names, &limits);
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (head, body) = bytes.split_at(end);
    let _ = packed::body_length(head);
    let _ =
        packed::read_packed_answer(head, body.get(1..).unwrap_or_default(), &mut outcomes, &names, &limits);
}
