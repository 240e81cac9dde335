//! Functions on other machines: a process of the Python package gets jobs, one line of JSON each, and answers with a line
//! for each function in any order. The engine runs the functions of lost workers again; this side records the answers.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use autobva::StopSignal;
use autobva_report::sweep::Entry;

use super::helper::{Helper, lines_of};
use super::job::Job;

pub struct Engine<'a> {
    /// `ray`, `ray://HOST:PORT`, or `-` if the caller of this program is the engine.
    pub name: &'a str,
    /// How many functions run at a time, if the engine is started just for this sweep.
    pub many: usize,
    /// The interpreter that has the Python package.
    pub interpreter: &'a str,
}

/// The engine on the other side of standard input and output.
const CALLER: &str = "-";
/// The maximum number of jobs that an engine holds; a million of them would fill its memory.
const WINDOW: usize = 10_000;
/// How often to check for a stop.
const LOOK: Duration = Duration::from_millis(100);

pub fn known(name: &str) -> Result<String, String> {
    let is_known = name == CALLER || name == "ray" || name.starts_with("ray://");
    is_known.then(|| name.to_string()).ok_or_else(|| {
        format!("'{name}' is no engine; write ray, or ray://HOST:PORT for a cluster that is there")
    })
}

/// Hands over the jobs, and records each result as soon as it arrives.
pub fn run(
    engine: &Engine,
    jobs: Vec<Job>,
    signal: &StopSignal,
    mut hear: impl FnMut(Entry) -> Result<()>,
) -> Result<()> {
    let mut open = jobs.len();
    if open == 0 {
        return Ok(());
    }
    let (mut child, sink, source): (_, Box<dyn Write + Send>, Box<dyn Read + Send>) = match engine.name {
        CALLER => (None, Box::new(io::stdout()), Box::new(io::stdin())),
        _ => start(engine).map(|(child, sink, source)| (Some(child), sink, source))?,
    };
    let (done, room) = sync_channel(WINDOW);
    std::thread::spawn(move || hand_over(jobs, sink, room));
    let lines = lines_of(source);
    while open > 0 && !signal.is_raised() {
        let line = match lines.recv_timeout(LOOK) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => bail!(
                "the engine {} ended with {open} {} to go{}; --resume goes on",
                engine.name,
                if open == 1 { "function" } else { "functions" },
                last_words(child.as_mut())
            ),
        };
        hear(read(&line)?)?;
        open -= 1;
        let _ = SyncSender::try_send(&done, ());
    }
    Ok(())
}

fn read(line: &str) -> Result<Entry> {
    serde_json::from_str::<Entry>(line).map_err(|_| {
        let told: Option<serde_json::Value> = serde_json::from_str(line).ok();
        let error = told.as_ref().and_then(|told| told["error"].as_str());
        anyhow!(
            "{}",
            error.unwrap_or("the engine has sent what is no answer; is its autobva of this version?")
        )
    })
}

/// Sends jobs as long as there is room for them.
fn hand_over(jobs: Vec<Job>, mut sink: Box<dyn Write + Send>, room: Receiver<()>) {
    for (sent, job) in jobs.iter().enumerate() {
        if sent >= WINDOW && room.recv().is_err() {
            return;
        }
        let Ok(line) = serde_json::to_string(job) else { return };
        if writeln!(sink, "{line}").and_then(|()| sink.flush()).is_err() {
            return;
        }
    }
    // The pipe stays open until all answers have arrived: an engine takes its end for our end.
    while room.recv().is_ok() {}
}

/// Starts an engine; returns its two pipes.
#[allow(clippy::type_complexity)]
fn start(engine: &Engine) -> Result<(Helper, Box<dyn Write + Send>, Box<dyn Read + Send>)> {
    let interpreter = engine.interpreter;
    let child = Command::new(interpreter)
        .args(["-m", "autobva._engine", engine.name, &engine.many.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Its messages arrive as lines of JSON.
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| {
            anyhow!("cannot start {interpreter} ({error}); choose an interpreter with --python")
        })?;
    let mut child = Helper(child);
    match (child.0.stdin.take(), child.0.stdout.take()) {
        (Some(sink), Some(source)) => Ok((child, Box::new(sink), Box::new(source))),
        _ => bail!("the engine has no pipes"),
    }
}

/// Why it ended, as far as that is known.
fn last_words(child: Option<&mut Helper>) -> &'static str {
    let ended = child.and_then(|child| child.0.wait().ok());
    match ended.map(|status| status.code()) {
        Some(Some(1)) => {
            " (is the Python package autobva installed for the interpreter? --python chooses another one)"
        }
        _ => "",
    }
}
