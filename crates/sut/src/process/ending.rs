//! How a call can end without an answer, and the corresponding outcome.

use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use autobva_core::Outcome;

use super::Limits;

/// How a call ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It took too long.
    Timeout,
    /// It needed too much memory.
    OutOfMemory,
    /// It wrote too much.
    OutputTooLong,
    /// The process ended itself.
    Exited(i32),
    /// A signal ended the process.
    Crashed(i32),
    /// The process closed the pipe for its answers but continued to run.
    ClosedPipe,
    /// What it sent was not an answer.
    BadAnswer,
}

impl Ending {
    /// How a process ended that was not killed from here.
    pub(crate) fn of(status: ExitStatus, peak_memory: u64, limits: &Limits) -> Ending {
        match status.signal() {
            Some(_) if limits.is_memory_death(peak_memory) => Ending::OutOfMemory,
            Some(signal) => Ending::Crashed(signal),
            None => Ending::Exited(status.code().unwrap_or(0)),
        }
    }

    /// Writes the outcome. Its text depends only on the limits, so that equal endings are equal outcomes.
    pub(crate) fn write(self, limits: &Limits, outcome: &mut Outcome) {
        let written = match self {
            Ending::Timeout => {
                write!(outcome.start_error(Outcome::TIMEOUT), "{} {:?}", Outcome::NO_ANSWER, limits.timeout)
            }
            Ending::OutOfMemory => {
                let text = outcome.start_error(Outcome::OUT_OF_MEMORY);
                write!(text, "{} {} bytes of memory", Outcome::MORE_THAN, limits.memory)
            }
            Ending::OutputTooLong => {
                limits.write_too_long(outcome);
                Ok(())
            }
            Ending::Exited(code) => {
                write!(outcome.start_error(format!("Exited({code})")), "exit status {code}")
            }
            Ending::Crashed(signal) => {
                let name = signal_name(signal);
                write!(outcome.start_error(format!("Crashed({name})")), "killed by {name}")
            }
            Ending::ClosedPipe => {
                write!(outcome.start_error("ClosedPipe"), "closed the pipe for the answer")
            }
            Ending::BadAnswer => {
                write!(outcome.start_error("BadAnswer"), "sent what is no answer of the worker protocol")
            }
        };
        written.expect("writing to a text does not fail");
    }
}

/// `SIGSEGV`, or the number if there is no common name.
pub(crate) fn signal_name(signal: i32) -> String {
    const NAMES: &str = "SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS SIGFPE SIGKILL SIGUSR1 SIGSEGV SIGUSR2 SIGPIPE \
        SIGALRM SIGTERM SIGSTKFLT SIGCHLD SIGCONT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ \
        SIGVTALRM SIGPROF SIGWINCH SIGIO SIGPWR SIGSYS";
    let index = usize::try_from(signal - 1).unwrap_or(usize::MAX);
    NAMES.split(' ').nth(index).map_or_else(|| format!("signal {signal}"), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_errors_named_after_what_happened() {
        let named = |ending: Ending| {
            let mut outcome = Outcome::default();
            ending.write(&Limits::default(), &mut outcome);
            assert!(!outcome.is_valid());
            format!("{}: {}", outcome.type_name(), outcome.text())
        };
        assert_eq!(named(Ending::Timeout), "Timeout: no answer within 1s");
        assert_eq!(named(Ending::Crashed(11)), "Crashed(SIGSEGV): killed by SIGSEGV");
        assert_eq!(named(Ending::Crashed(40)), "Crashed(signal 40): killed by signal 40");
        assert_eq!(named(Ending::Exited(3)), "Exited(3): exit status 3");
    }

    #[test]
    fn a_signal_near_the_memory_limit_is_a_memory_death() {
        let limits = Limits::default();
        let aborted = ExitStatus::from_raw(6);
        assert_eq!(Ending::of(aborted, 1 << 20, &limits), Ending::Crashed(6));
        assert_eq!(Ending::of(aborted, (1 << 30) - 1, &limits), Ending::OutOfMemory);
        assert_eq!(Ending::of(ExitStatus::from_raw(3 << 8), u64::MAX, &limits), Ending::Exited(3));
    }
}
