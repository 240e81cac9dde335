//! The kinds of target that this program supports: those of the library, and the built-in examples.

use anyhow::{Result, bail};
use autobva::Invocation;
use autobva::sut::{Adapters, Named, Recognised, Started};
use autobva_lab::builtin::Builtins;

pub fn adapters() -> Adapters {
    Adapters::with(&[&Builtins])
}

/// Reads TARGET, the words after it, and the words after `--`.
pub fn recognise(target: Option<&str>, words: &[String], program: &[String]) -> Result<Recognised> {
    let named = match (target, program) {
        (None, []) => {
            bail!("no target is given; name one, or put a program after --; 'autobva list' has examples")
        }
        (None, program) => Named::Program(program),
        (Some(target), []) => Named::Word(target, words),
        (Some(target), _) => {
            bail!("both '{target}' and a program after -- are given; give one of the two")
        }
    };
    Ok(adapters().read(named)?)
}

/// Reads a target that was called before.
pub fn recognise_again(invocation: &Invocation) -> Result<Recognised> {
    recognise(invocation.target.as_deref(), &[], &invocation.program)
}

/// Whether the types of a target's integers are drawn by default.
pub fn draws_types(target: Option<&str>, program: &[String]) -> bool {
    recognise(target, &[], program).is_ok_and(|recognised| recognised.target.tells_types())
}

/// Whether a word is meant as a target, even if it has a fault.
pub fn is_target(word: &str) -> bool {
    adapters().read(Named::Word(word, &[])).map_or_else(|error| !error.is_foreign(), |_| true)
}

/// Prints the notes about a target.
pub fn tell(started: &Started, quiet: bool) {
    if !quiet {
        started.notes.iter().for_each(|note| say!("autobva: {note}"));
    }
}
