//! Lists the functions of Python code, by asking Python in a process that an import may end.

use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use autobva::sut::python::survey::SURVEY;
use autobva_report::sweep::{Argument, Function, LeftOut};
use serde::Deserialize;

use super::helper::{Helper, lines_of};

#[derive(Default)]
pub struct Survey {
    pub python: String,
    pub functions: Vec<Function>,
    pub left_out: Vec<LeftOut>,
}

pub struct Question<'a> {
    pub targets: &'a [String],
    pub allow: &'a [String],
    pub deny: &'a [String],
    pub interpreter: &'a str,
}

/// The time limit of an import.
const PATIENCE: Duration = Duration::from_secs(30);

/// A line of the script's output; the fields that are present determine its meaning.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Line {
    module: Option<String>,
    function: Option<String>,
    folder: String,
    args: Vec<Argument>,
    mentions: Vec<String>,
    left: Option<String>,
    why: String,
    error: Option<String>,
    version: Option<String>,
}

/// Lists the functions. A module whose import ends Python or takes too long is left out, and the rest is listed again.
pub fn survey(question: &Question) -> Result<Survey> {
    let mut fatal: Vec<LeftOut> = Vec::new();
    loop {
        match ask(question, &fatal)? {
            Ok(mut found) => {
                found.left_out.extend(fatal);
                return Ok(found);
            }
            Err(left) => fatal.push(left),
        }
    }
}

/// The answer of Python, or the module that ended it.
fn ask(question: &Question, fatal: &[LeftOut]) -> Result<Result<Survey, LeftOut>> {
    let Question { targets, allow, deny, interpreter } = question;
    let skip: Vec<&str> = fatal.iter().map(|left| left.name.as_str()).collect();
    let asked = serde_json::json!({"targets": targets, "allow": allow, "deny": deny, "skip": skip});
    let mut said = tempfile::tempfile().context("cannot make a temporary file")?;
    let child = Command::new(interpreter)
        .args(["-B", "-c", SURVEY, &asked.to_string()])
        .env("PYTHONHASHSEED", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(said.try_clone()?)
        .spawn()
        .map_err(|error| {
            anyhow!("cannot start {interpreter} ({error}); choose an interpreter with --python")
        })?;
    let mut python = Helper(child);
    let lines = lines_of(python.0.stdout.take().context("Python has no pipe")?);
    let (mut survey, mut module) = (Survey::default(), None);
    loop {
        let read = |line: String| serde_json::from_str(&line).map_err(|_| RecvTimeoutError::Disconnected);
        let line: Line = match lines.recv_timeout(PATIENCE).and_then(read) {
            Ok(line) => line,
            Err(end) => {
                let Some(name) = module else {
                    bail!("{interpreter} cannot list functions: {}", last_line(&mut said))
                };
                let why = match end {
                    RecvTimeoutError::Timeout => "its import takes too long",
                    RecvTimeoutError::Disconnected => "its import ends Python",
                };
                return Ok(Err(LeftOut { name, why: why.to_string() }));
            }
        };
        if let Some(error) = line.error {
            bail!("{error}");
        }
        if let Some(version) = line.version {
            survey.python = version;
            return Ok(Ok(survey));
        }
        if line.module.is_some() {
            module = line.module;
        } else if let Some(name) = line.function {
            let Line { folder, args, mentions, .. } = line;
            survey.functions.push(Function { name, folder, args, mentions });
        } else if let Some(name) = line.left {
            survey.left_out.push(LeftOut { name, why: line.why });
        }
    }
}

fn last_line(said: &mut File) -> String {
    let mut text = String::new();
    let _ = said.rewind().and_then(|()| said.read_to_string(&mut text));
    text.lines().next_back().unwrap_or("it ended without a word").to_string()
}
