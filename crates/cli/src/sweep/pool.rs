//! Runs functions in parallel on this machine, each in a process of this program.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use autobva::StopSignal;
use autobva_report::sweep::{Budget, Entry, State};

use super::job::{Job, PATIENCE};

/// The hidden command that does one job.
pub const ONE: &str = "sweep-function";
/// The time for starting, saving and writing a page, in addition to the search.
const AROUND: Duration = Duration::from_secs(15);
/// How often to check whether it has ended.
const LOOK: Duration = Duration::from_millis(5);
/// The variable with which a program that embeds this one says how to start it.
const COMMAND: &str = "AUTOBVA_COMMAND";

/// Does the jobs, several at a time, and passes on each result as soon as it is there.
pub fn run(
    jobs: Vec<Job>,
    many: usize,
    signal: &StopSignal,
    mut hear: impl FnMut(Entry) -> Result<()>,
) -> Result<()> {
    let queue: Mutex<VecDeque<Job>> = Mutex::new(jobs.into());
    let (sender, entries) = channel();
    std::thread::scope(|scope| {
        for _ in 0..many {
            let sender = sender.clone();
            scope.spawn(|| work(&queue, sender, signal));
        }
        drop(sender);
        for entry in entries {
            // If a result cannot be recorded, no further function needs to be run.
            if let Err(error) = entry.and_then(&mut hear) {
                signal.interrupt();
                return Err(error);
            }
        }
        Ok(())
    })
}

fn work(queue: &Mutex<VecDeque<Job>>, sender: Sender<Result<Entry>>, signal: &StopSignal) {
    while !signal.is_raised() {
        let next = queue.lock().unwrap_or_else(|e| e.into_inner()).pop_front();
        let Some(job) = next else { return };
        let entry = done_in_time(job, signal);
        // A job that was cut short by an interruption is run again later.
        if signal.is_raised() || sender.send(entry).is_err() {
            return;
        }
    }
}

/// The result of a job, with fewer calls if they take too long.
fn done_in_time(mut job: Job, signal: &StopSignal) -> Result<Entry> {
    loop {
        let entry = done(&job, signal)?;
        match job.smaller() {
            Some(less) if entry.is_given_up() && !signal.is_raised() => job = less,
            _ => return Ok(entry),
        }
    }
}

/// The result of a job. A process that ends without an answer was killed by what it ran.
fn done(job: &Job, signal: &StopSignal) -> Result<Entry> {
    let mut child = start()?;
    // The pipe is kept open: when it closes, the process ends.
    let mut pipe = child.stdin.take();
    let text = serde_json::to_string(job)?;
    if let Some(pipe) = &mut pipe {
        let _ = pipe.write_all(format!("{text}\n").as_bytes());
    }
    let answer = answer(&mut child);
    let ended = wait(&mut child, deadline(job), signal)?;
    drop(pipe);
    let told = answer.map(|thread| thread.join().unwrap_or_default()).unwrap_or_default();
    let entry =
        serde_json::from_str::<Entry>(&told).ok().filter(|_| ended.is_some_and(|status| status.success()));
    Ok(entry.unwrap_or_else(|| {
        let (name, args) = (&job.function.name, &job.function.args);
        Entry::without(name, args, State::Failed, why(ended))
    }))
}

fn start() -> Result<Child> {
    let mut words: Vec<String> = match std::env::var(COMMAND) {
        Ok(line) => shlex::split(&line).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    if words.is_empty() {
        words.push(own_program()?);
    }
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).arg(ONE).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().map_err(|error| anyhow!("cannot start {} ({error})", words[0]))
}

/// The path of this program, even if its file has been replaced since it was started.
fn own_program() -> Result<String> {
    const RUNNING: &str = "/proc/self/exe";
    if Path::new(RUNNING).exists() {
        return Ok(RUNNING.to_string());
    }
    let own = std::env::current_exe().context("this program does not know where it is")?;
    Ok(own.display().to_string())
}

fn answer(child: &mut Child) -> Option<JoinHandle<String>> {
    let mut source = child.stdout.take()?;
    Some(std::thread::spawn(move || {
        let mut text = String::new();
        let _ = source.read_to_string(&mut text);
        text
    }))
}

/// When to stop waiting for a process. It ends itself in time, unless something prevents that.
fn deadline(job: &Job) -> Instant {
    let search = match job.settings.per_function {
        Budget::Calls(_) => job.settings.longest_ms.saturating_mul(u64::from(PATIENCE)),
        Budget::Ms(time) => time,
    };
    Instant::now()
        + Duration::from_millis(search)
        + 2 * Duration::from_millis(job.settings.timeout_ms)
        + AROUND
}

/// Waits for the end; `None` if the deadline passes or a stop is requested.
fn wait(child: &mut Child, deadline: Instant, signal: &StopSignal) -> Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() > deadline || signal.is_raised() {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(None);
        }
        std::thread::sleep(LOOK);
    }
}

fn why(ended: Option<ExitStatus>) -> String {
    let Some(status) = ended else { return "its search did not end in time".to_string() };
    match status.code() {
        Some(code) => format!("its search ended with exit code {code}"),
        None => format!("its search was killed by {}", signal(status)),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    status.signal().map_or("a signal".to_string(), |number| format!("signal {number}"))
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> String {
    "the system".to_string()
}
