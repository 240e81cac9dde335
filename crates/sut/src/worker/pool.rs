//! The workers of a target: one for each caller at a time, replaced when one breaks, so that each call gets its own outcome.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use autobva_core::{Input, Outcome, StopCheck, SutError};

use super::answer::Names;
use super::connection::Connection;
use super::exchange::{Break, Culprit, Exchange};
use super::hello::Hello;
use super::launch::Launch;

/// A worker may end twice in a row without a culprit; after that the first unanswered call is blamed.
const MOST_EXCUSES: u32 = 2;

/// How often processes that calls have left behind are looked for: every search examines all processes, and may take at
/// most a twentieth of the time.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The workers of a target.
pub(crate) struct Pool {
    label: String,
    // Dropped before the launch, so that its keeper has little left to do.
    idle: Mutex<Vec<Connection>>,
    launch: Launch,
    names: Names,
    started: AtomicU64,
    /// How many calls were sent together recently: many if they are quick.
    chunk: AtomicUsize,
    /// How long it took to start the first worker, and how long calls have taken since, in microseconds.
    start_time: AtomicU64,
    call_time: AtomicU64,
    stop: StopCheck,
}

/// Calls to be made.
struct Work {
    calls: Range<usize>,
    /// Make one call at a time, because one of them broke a worker.
    singly: bool,
    excuses: u32,
}

impl Pool {
    /// Starts the first worker, and with it the pool.
    pub(crate) fn start(launch: Launch, label: &str) -> Result<(Pool, Hello), SutError> {
        let pool = Pool {
            label: label.to_string(),
            idle: Mutex::default(),
            launch,
            names: Names::default(),
            started: AtomicU64::new(0),
            chunk: AtomicUsize::new(1),
            start_time: AtomicU64::new(0),
            call_time: AtomicU64::new(0),
            stop: Arc::new(|| false),
        };
        let begun = Instant::now();
        let (connection, hello) = pool.start_worker()?;
        pool.start_time.store(micros_since(begun), Ordering::Relaxed);
        if let Some(program) = &hello.program {
            let _ = pool.launch.direct.set(program.into());
        }
        pool.give_back(connection);
        Ok((pool, hello))
    }

    pub(crate) fn marker(&self) -> &str {
        self.launch.keeper.id()
    }

    /// How many calls are worth a round trip. Sharing them with a second worker does not pay off before calls have
    /// taken as long as starting one.
    pub(crate) fn grain(&self) -> usize {
        let is_alone = self.started.load(Ordering::Relaxed) == 1;
        if is_alone && self.call_time.load(Ordering::Relaxed) < self.start_time.load(Ordering::Relaxed) {
            return usize::MAX;
        }
        (self.chunk.load(Ordering::Relaxed) / 16).max(1)
    }

    /// How many calls can be made between two checks for a stop: one if a call may take long.
    pub(crate) fn stretch(&self) -> usize {
        match self.chunk.load(Ordering::Relaxed) {
            1 => 1,
            chunk => chunk * 4,
        }
    }

    pub(crate) fn stop_when(&mut self, check: StopCheck) {
        self.stop = check;
    }

    pub(crate) fn check_surroundings(&self) -> Result<(), SutError> {
        self.launch.keeper.check()
    }

    fn start_worker(&self) -> Result<(Connection, Hello), SutError> {
        self.launch.keeper.check_shell()?;
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        Connection::start(&self.launch, number, &self.stop).map_err(|reason| {
            self.launch.keeper.clear(number);
            SutError(format!("{} {reason}", self.label))
        })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(|e| e.into_inner())
    }

    fn take(&self) -> Result<Connection, SutError> {
        loop {
            let Some(mut connection) = self.idle().pop() else {
                return self.start_worker().map(|(connection, _)| connection);
            };
            if connection.is_ready() {
                return Ok(connection);
            }
            self.discard(connection);
        }
    }

    fn give_back(&self, mut connection: Connection) {
        self.chunk.store(connection.chunk, Ordering::Relaxed);
        let now = Instant::now();
        if now >= connection.next_look {
            if self.launch.keeper.has_daemon(connection.number, connection.pid()) {
                return self.discard(connection);
            }
            connection.next_look = now + LOOK_EVERY.max(20 * now.elapsed());
        }
        self.idle().push(connection);
    }

    fn discard(&self, connection: Connection) {
        let number = connection.number;
        drop(connection);
        self.launch.keeper.clear(number);
    }

    /// Makes the calls, and writes each outcome at the index of its input.
    pub(crate) fn run(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        let mut left = vec![Work { calls: 0..inputs.len(), singly: false, excuses: 0 }];
        while let Some(work) = left.pop() {
            if work.calls.is_empty() {
                continue;
            }
            let (inputs, outcomes) = (&inputs[work.calls.clone()], &mut outcomes[work.calls.clone()]);
            let mut connection = self.take()?;
            let begun = Instant::now();
            let limits = &self.launch.conditions.limits;
            let exchange = Exchange {
                connection: &mut connection,
                inputs,
                outcomes: &mut *outcomes,
                names: &self.names,
                limits,
                singly: work.singly,
                stop: &self.stop,
            };
            let result = exchange.run();
            self.call_time.fetch_add(micros_since(begun), Ordering::Relaxed);
            let broken = match result {
                Ok(broken) => broken,
                Err(e) => {
                    self.discard(connection);
                    return Err(SutError(format!("{} cannot be reached: {e}", self.label)));
                }
            };
            let Some(broken) = broken else {
                self.give_back(connection);
                continue;
            };
            self.discard(connection);
            self.chunk.store(1, Ordering::Relaxed);
            if let Some(left) = &broken.left {
                self.launch.remark(left);
            }
            if (self.stop)() {
                return Err(SutError("the run was stopped".into()));
            }
            self.check_surroundings()?;
            left.extend(work.after(&broken));
            if let Culprit::Call(culprit) = work.culprit(&broken) {
                broken.ending.write(limits, &mut outcomes[culprit]);
            }
        }
        Ok(())
    }
}

fn micros_since(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX)
}

impl Work {
    /// The call that gets the outcome of a break. A break without a culprit is excused a few times; after that the
    /// first unanswered call is blamed.
    fn culprit(&self, broken: &Break) -> Culprit {
        match broken.culprit {
            Culprit::Nobody if broken.answered == 0 && self.excuses >= MOST_EXCUSES => Culprit::Call(0),
            other => other,
        }
    }

    /// The remaining work after a break, in reverse order: no call is lost, and none is repeated without need.
    fn after(&self, broken: &Break) -> impl Iterator<Item = Work> + use<> {
        let Range { start, end } = self.calls.clone();
        let (answered, sent) = (start + broken.answered, start + broken.sent);
        let singly = self.singly;
        let fresh = move |calls: Range<usize>, singly: bool| Work { calls, singly, excuses: 0 };
        match self.culprit(broken) {
            // Answers before the culprit may have been on their way; those calls are made again.
            Culprit::Call(culprit) => {
                let culprit = start + culprit;
                vec![fresh(culprit + 1..end, singly), fresh(answered..culprit, singly)]
            }
            Culprit::Unknown => vec![fresh(sent..end, singly), fresh(answered..sent, true)],
            Culprit::Nobody => {
                let excuses = if broken.answered == 0 { self.excuses + 1 } else { 0 };
                vec![Work { calls: answered..end, singly, excuses }]
            }
        }
        .into_iter()
    }
}
