//! A program that is started once per call, and how its outcome is derived.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use autobva_core::{Argument, Captured, Input, Outcome, Signature, StopCheck, Sut, SutError, Template};

use super::call::{Called, Live};
use super::folders::Folders;
use crate::process::{Conditions, Ending, Keeper, locate, located_words, signal_name};

/// A program that is started once per call.
pub struct Command {
    name: String,
    signature: Signature,
    pub(super) program: PathBuf,
    pub(super) shown_program: String,
    pub(super) template: Template,
    /// Files in the command line: the full path that the program gets, and the word that the user wrote.
    files: Vec<(String, String)>,
    captured: Captured,
    ok_codes: Vec<i32>,
    pub(super) conditions: Conditions,
    calls: AtomicU64,
    pace: Pace,
    pub(super) stop: StopCheck,
    pub(super) folders: Folders,
    pub(super) live: Live,
    pub(super) keeper: Keeper,
}

impl Command {
    /// The program and its command line, in which `{name}` stands for the value of an argument.
    pub fn new(words: &[String], declared: &[Argument], conditions: Conditions) -> Result<Command, SutError> {
        let Some(program) = words.first() else {
            return Err(SutError(
                "there is no program after --; write for instance -- numfmt --to=si '{n}'".into(),
            ));
        };
        let signature = Signature::new(declared.iter().cloned()).map_err(|e| SutError(e.to_string()))?;
        let located = located_words(words);
        Ok(Command {
            name: words.join(" "),
            program: locate(program)?,
            shown_program: program.clone(),
            template: Template::read(&located[1..], &signature)?,
            files: located
                .into_iter()
                .zip(words.iter().cloned())
                .filter(|(full, word)| full != word)
                .collect(),
            signature,
            captured: Captured::default(),
            ok_codes: vec![0],
            conditions,
            calls: AtomicU64::new(0),
            pace: Pace::default(),
            stop: Arc::new(|| false),
            folders: Folders::default(),
            live: Live::default(),
            keeper: Keeper::start()?,
        })
    }

    /// Takes another output than standard output.
    #[must_use = "the changed command is returned"]
    pub fn capturing(mut self, captured: Captured) -> Command {
        self.captured = captured;
        self
    }

    /// The exit codes that are valid, instead of 0.
    #[must_use = "the changed command is returned"]
    pub fn accepting(mut self, codes: &[i32]) -> Command {
        self.ok_codes = codes.to_vec();
        self
    }

    /// The mark that every process of this target, and no other, has in its environment.
    pub fn marker(&self) -> &str {
        self.keeper.id()
    }

    fn write(&self, called: &Called, outcome: &mut Outcome) {
        let (stdout, stderr) = (self.shown(&called.stdout), self.shown(&called.stderr));
        let code = match called.ending {
            Ending::Exited(code) if self.ok_codes.contains(&code) => code,
            ending => return self.write_error(ending, &stderr, outcome),
        };
        let text = outcome.start_valid("String");
        match self.captured {
            Captured::Stdout => text.push_str(&stdout),
            Captured::Stderr => text.push_str(&stderr),
            Captured::Both => {
                text.push_str(&stdout);
                if !stdout.is_empty() && !stderr.is_empty() {
                    text.push('\n');
                }
                text.push_str(&stderr);
            }
            Captured::Exit => {
                let _ = write!(text, "{code}");
            }
        }
    }

    /// Writes the exit status and standard error.
    fn write_error(&self, ending: Ending, stderr: &str, outcome: &mut Outcome) {
        let text = match ending {
            Ending::Exited(code) => {
                let text = outcome.start_error(format!("Exited({code})"));
                let _ = write!(text, "exit status {code}");
                text
            }
            Ending::Crashed(signal) => {
                let name = signal_name(signal);
                let text = outcome.start_error(format!("Crashed({name})"));
                let _ = write!(text, "killed by {name}");
                text
            }
            other => return other.write(&self.conditions.limits, outcome),
        };
        if self.captured != Captured::Exit && !stderr.is_empty() {
            let _ = write!(text, ": {stderr}");
        }
    }

    /// Bytes as text, without trailing line ends. Programs mention themselves and their files in messages; full paths
    /// are replaced by the user's words, so that the same program in another folder prints the same.
    fn shown(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes).trim_end_matches(['\n', '\r']).to_string();
        self.files.iter().fold(text, |text, (full, word)| match text.contains(full) {
            true => text.replace(full, word),
            false => text,
        })
    }
}

impl Sut for Command {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        let number = self.calls.fetch_add(1, Ordering::Relaxed);
        let start = Instant::now();
        let called = self.call(input, number);
        self.pace.note(start.elapsed());
        match called {
            Ok(called) => {
                self.write(&called, outcome);
                if !outcome.is_valid() {
                    self.keeper.check()?;
                }
            }
            Err(e) if is_about_the_values(&e) => {
                let _ = write!(outcome.start_error("NotStarted"), "the values cannot be handed over: {e}");
            }
            Err(e) => return Err(SutError(format!("cannot start '{}': {e}", self.name))),
        }
        Ok(())
    }

    fn stretch(&self) -> usize {
        self.pace.calls_within(Duration::from_millis(50))
    }

    fn stop_when(&mut self, check: StopCheck) {
        self.stop = check;
    }

    fn check_surroundings(&self) -> Result<(), SutError> {
        self.keeper.check()
    }
}

/// The average duration of calls, weighted towards the latest.
#[derive(Default)]
struct Pace(AtomicU64);

impl Pace {
    fn note(&self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX / 2);
        let before = self.0.load(Ordering::Relaxed);
        self.0.store(before - before / 4 + took / 4, Ordering::Relaxed);
    }

    fn calls_within(&self, time: Duration) -> usize {
        match self.0.load(Ordering::Relaxed) {
            // The pace is not known before the first call.
            0 => 1,
            pace => (time.as_micros() as u64 / pace).clamp(1, 64) as usize,
        }
    }
}

/// Whether a start failed because of the values: too long, or containing a zero byte.
fn is_about_the_values(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ArgumentListTooLong, InvalidInput};
    matches!(error.kind(), ArgumentListTooLong | InvalidInput)
}
