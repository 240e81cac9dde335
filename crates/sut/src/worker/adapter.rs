//! Workers as targets: `worker:PROGRAM ARG…`.

use autobva_core::{Argument, Entry, SutError};

use crate::adapter::{Adapter, Named, StartOptions, Started, Target, TargetError, stem};

/// The prefix of a worker's command line.
const PREFIX: &str = "worker:";

/// The kind of targets that speak the worker protocol.
pub struct Workers;

impl Adapter for Workers {
    fn forms(&self) -> &'static [Entry] {
        &[Entry { name: "'worker:PROGRAM'", help: "a program that speaks the worker protocol, started once" }]
    }

    fn plural(&self) -> &'static str {
        "workers"
    }

    fn read(&self, named: Named<'_>) -> Result<Option<Box<dyn Target>>, TargetError> {
        let Named::Word(word, more) = named else { return Ok(None) };
        let Some(line) = word.strip_prefix(PREFIX) else { return Ok(None) };
        let words = shlex::split(line)
            .ok_or_else(|| TargetError::Faulty(format!("'{line}' has a quote that is not closed")))?;
        Ok(Some(Box::new(WorkerTarget { words: words.into_iter().chain(more.iter().cloned()).collect() })))
    }

    fn spans(&self, line: &str) -> bool {
        line.starts_with(PREFIX)
    }
}

/// A worker by its command line.
struct WorkerTarget {
    words: Vec<String>,
}

impl Target for WorkerTarget {
    fn name(&self) -> String {
        self.words.first().map(|program| stem(program)).unwrap_or_default()
    }

    fn files(&self) -> Vec<String> {
        self.words.clone()
    }

    #[cfg(feature = "processes")]
    fn start(&self, declared: &[Argument], options: &StartOptions) -> Result<Started, SutError> {
        Ok(super::Worker::start(&self.words, declared, options.conditions.clone())?.started())
    }

    #[cfg(not(feature = "processes"))]
    fn start(&self, _: &[Argument], _: &StartOptions) -> Result<Started, SutError> {
        Err(crate::adapter::no_processes())
    }
}
