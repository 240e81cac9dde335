//! What TARGET means, and how each kind is started.

use anyhow::{Result, anyhow, bail};
use autobva::sut::python::DEFAULT_INTERPRETER;
use autobva::sut::{Captured, Command, Conditions, PythonTarget, Worker};
use autobva::{Argument, PythonCall, Sut};
use autobva_lab::builtin::builtin;

/// The kinds of target.
pub enum Kind {
    /// A built-in example.
    Builtin(String),
    /// A Python function.
    Python(PythonTarget),
    /// A program that speaks the worker protocol, with its command line.
    Worker(Vec<String>),
    /// A program that is started once per call, with its command line.
    Program(Vec<String>),
}

/// A target that is ready to be called.
pub struct Started {
    /// The target.
    pub sut: Box<dyn Sut>,
    /// What the user should know about its arguments.
    pub notes: Vec<String>,
    /// How it is called, if it is a Python function.
    pub calling: Option<PythonCall>,
}

impl Kind {
    /// Reads TARGET, the words after it, and what stands after `--`.
    pub fn read(target: Option<&str>, words: &[String], program: &[String]) -> Result<Kind> {
        let target = match (target, program) {
            (None, []) => {
                bail!("no target is given; name one, or put a program after --; 'autobva list' has examples")
            }
            (None, program) => return Ok(Kind::Program(program.to_vec())),
            (Some(target), []) => target,
            (Some(target), _) => {
                bail!("both '{target}' and a program after -- are given; give one of the two")
            }
        };
        if let Some(line) = target.strip_prefix("worker:") {
            let split =
                shlex::split(line).ok_or_else(|| anyhow!("'{line}' has a quote that is not closed"))?;
            return Ok(Kind::Worker(split.into_iter().chain(words.iter().cloned()).collect()));
        }
        if let [extra, ..] = words {
            bail!("'{extra}' is not expected after '{target}'; a program with its words stands after --");
        }
        if !target.contains(':') {
            if target.ends_with(".py") {
                bail!("'{target}' names no function; write {target}:FUNCTION");
            }
            return Ok(Kind::Builtin(target.to_string()));
        }
        let python = PythonTarget::read(target).ok_or_else(|| {
            anyhow!(
                "'{target}' is no target; write file.py:function, package.module:function or 'worker:PROGRAM'"
            )
        })?;
        Ok(Kind::Python(python))
    }

    /// Starts the target.
    pub fn start(
        &self,
        declared: &[Argument],
        conditions: Conditions,
        python: Option<&str>,
        (captured, ok_codes): (Option<Captured>, &[i32]),
    ) -> Result<Started> {
        let plain = |sut: Box<dyn Sut>| Started { sut, notes: Vec::new(), calling: None };
        let told = |worker: Worker| Started {
            notes: worker.notes().to_vec(),
            calling: worker.calling().cloned(),
            sut: Box::new(worker),
        };
        Ok(match self {
            Kind::Builtin(name) => plain(builtin(name)?),
            Kind::Python(target) => {
                told(target.start(python.unwrap_or(DEFAULT_INTERPRETER), declared, conditions)?)
            }
            Kind::Worker(words) => told(Worker::start(words, declared, conditions)?),
            Kind::Program(words) => {
                let mut command = Command::new(words, declared, conditions)?;
                if let Some(captured) = captured {
                    command = command.capturing(captured);
                }
                if !ok_codes.is_empty() {
                    command = command.accepting(ok_codes);
                }
                plain(Box::new(command))
            }
        })
    }
}

impl Started {
    /// Tells what the user should know.
    pub fn tell(&self, quiet: bool) {
        if !quiet {
            self.notes.iter().for_each(|note| eprintln!("autobva: {note}"));
        }
    }
}
