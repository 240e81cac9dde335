//! Signals to processes, without a program that sends them.

use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};

/// Sends a signal to a process that was started here.
pub fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}
