//! Reading a lock file, which anyone may have edited.

use autobva_codec::text::{InputError, read_input};
use autobva_core::{Boundary, Invocation, Observation, Outcome, Signature, SignatureError, ValueError};
use toml::Spanned;

use super::document::{Document, Head, Side, Target};
use super::{Lock, LockedTarget, VERSION};

/// A text that is no lock file; the error has the line and the remedy, but not the file name.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LockError {
    /// It is no TOML, or something is missing, misspelt or of the wrong type.
    #[error("line {line}: {message}; a lock file is written by 'autobva accept', see docs/lock.md")]
    Form {
        /// The line.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The version is missing.
    #[error("line 1: 'version' is missing, so this is no lock file; 'autobva accept' writes one")]
    NoVersion,
    /// The version is not known.
    #[error(
        "line {line}: the file has version {found}, but this autobva knows version {VERSION} only; use a newer autobva"
    )]
    Version {
        /// The line.
        line: usize,
        /// What stands there.
        found: i64,
    },
    /// A target without exactly one way to call it.
    #[error("line {line}: a target has either 'call' or 'program'; give one of the two")]
    Call {
        /// The line.
        line: usize,
    },
    /// A target that stands there twice.
    #[error("line {line}: the target {name} is there twice; put its boundaries under one [[target]]")]
    Twice {
        /// The line.
        line: usize,
        /// How it is called.
        name: String,
    },
    /// The arguments cannot be read.
    #[error("line {line}: {fault}")]
    Arguments {
        /// The line.
        line: usize,
        /// What is wrong with them.
        fault: SignatureError,
    },
    /// A value cannot be read.
    #[error("line {line}: {fault}")]
    Value {
        /// The line.
        line: usize,
        /// What is wrong with it.
        fault: Box<ValueError>,
    },
    /// There are not as many types as values.
    #[error(
        "line {line}: 'types' names {types} types for {values} values; name one for each, or leave 'types' out"
    )]
    Types {
        /// The line.
        line: usize,
        /// How many types there are.
        types: usize,
        /// How many values there are.
        values: usize,
    },
    /// Neither valid nor an error.
    #[error("line {line}: '{text}' is no validity; write valid or error")]
    Validity {
        /// The line.
        line: usize,
        /// What stands there.
        text: String,
    },
}

/// Where things stand in the text.
struct Lines<'a>(&'a str);

impl Lines<'_> {
    /// The line of a byte, from 1.
    fn at(&self, byte: usize) -> usize {
        1 + self.0.bytes().take(byte).filter(|byte| *byte == b'\n').count()
    }

    fn of<T>(&self, spanned: &Spanned<T>) -> usize {
        self.at(spanned.span().start)
    }

    fn form(&self, error: &toml::de::Error) -> LockError {
        let line = error.span().map_or(1, |span| self.at(span.start));
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        LockError::Form { line, message }
    }
}

pub(super) fn read(text: &str) -> Result<Lock, LockError> {
    let lines = Lines(text);
    let document: Document = toml::from_str(text).map_err(|error| fault(&lines, &error))?;
    check_version(&document.version, &lines)?;
    let mut lock = Lock::default();
    for target in document.targets {
        let line = lines.of(&target);
        let target = read_target(target.into_inner(), line, &lines)?;
        if lock.targets.iter().any(|earlier| earlier.invocation == target.invocation) {
            return Err(LockError::Twice { line, name: target.name() });
        }
        lock.accept(target, true);
    }
    Ok(lock)
}

/// What to tell about a text that cannot be read. The version comes first: of a newer one nothing else is known.
fn fault(lines: &Lines, error: &toml::de::Error) -> LockError {
    match toml::from_str::<Head>(lines.0) {
        Ok(Head { version: None }) => LockError::NoVersion,
        Ok(Head { version: Some(version) }) => {
            check_version(&version, lines).err().unwrap_or_else(|| lines.form(error))
        }
        Err(_) => lines.form(error),
    }
}

fn check_version(version: &Spanned<i64>, lines: &Lines) -> Result<(), LockError> {
    match *version.get_ref() {
        VERSION => Ok(()),
        found => Err(LockError::Version { line: lines.of(version), found }),
    }
}

fn read_target(target: Target, line: usize, lines: &Lines) -> Result<LockedTarget, LockError> {
    if target.call.is_some() != target.program.is_empty() {
        return Err(LockError::Call { line });
    }
    let at = lines.of(&target.arguments);
    let signature = Signature::parse(target.arguments.get_ref())
        .map_err(|fault| LockError::Arguments { line: at, fault })?;
    let mut boundaries = Vec::with_capacity(target.boundaries.len());
    for boundary in target.boundaries {
        let [left, right] = [boundary.left, boundary.right].map(|side| read_side(side, &signature, lines));
        boundaries.push(Boundary { left: left?, right: right? });
    }
    Ok(LockedTarget {
        invocation: Invocation {
            target: target.call,
            program: target.program,
            arguments: target.declare,
            options: target.options.into_iter().map(|(name, value)| (format!("--{name}"), value)).collect(),
        },
        signature,
        known: target.known,
        boundaries,
    })
}

fn read_side(side: Spanned<Side>, signature: &Signature, lines: &Lines) -> Result<Observation, LockError> {
    // Counting lines takes time, and most sides have no fault.
    let line = || lines.of(&side);
    let Side { input, types, validity, r#type, output } = side.get_ref();
    let input = read_input(signature, input, types.as_deref()).map_err(|error| match error {
        InputError::Types { types, values } => LockError::Types { line: line(), types, values },
        InputError::Value(fault) => LockError::Value { line: line(), fault },
    })?;
    let outcome = match validity.as_str() {
        "valid" => Outcome::valid(r#type.clone(), output),
        "error" => Outcome::error(r#type.clone(), output),
        text => return Err(LockError::Validity { line: line(), text: text.to_string() }),
    };
    Ok(Observation { input, outcome })
}
