//! Helpers that several benches of searches use.

use std::sync::Mutex;
use std::time::Instant;

use autobva::{Input, Outcome, Signature, Sut, SutError};

/// The middle one of some values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs a piece of work; returns its seconds and its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

/// The same in seconds of this process's processor time, on which other programs have less influence.
#[allow(dead_code)] // Not every bench asks for it.
pub fn cpu_timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let now = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let start = now();
    let result = work();
    (now() - start, result)
}

/// Keeps every input that it is called with.
pub struct Recorder(pub Box<dyn Sut>, pub &'static Mutex<Vec<Input>>);

impl Sut for Recorder {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn signature(&self) -> &Signature {
        self.0.signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.1.lock().expect("one thread").push(input.clone());
        self.0.run(input, outcome)
    }

    fn repeatable(&self) -> bool {
        self.0.repeatable()
    }
}
