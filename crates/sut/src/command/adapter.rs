//! Programs as targets: a command line with placeholders for the values.

use autobva_core::{Argument, Calling, Entry, ProgramCall, SutError};

use crate::adapter::{Adapter, Named, StartOptions, Started, Target, TargetError, stem};

/// The kind of targets that are programs, started once per call.
pub struct Programs;

impl Adapter for Programs {
    fn forms(&self) -> &'static [Entry] {
        &[Entry {
            name: "-- PROGRAM '{n}'",
            help: "a program, started once per call; {n} is the value of --arg n:TYPE",
        }]
    }

    fn plural(&self) -> &'static str {
        "programs after --"
    }

    fn options(&self) -> &'static [&'static str] {
        &["output", "ok-codes"]
    }

    fn read(&self, named: Named<'_>) -> Result<Option<Box<dyn Target>>, TargetError> {
        let Named::Program(words) = named else { return Ok(None) };
        Ok(Some(Box::new(ProgramTarget { words: words.to_vec() })))
    }
}

/// A program by its command line.
struct ProgramTarget {
    words: Vec<String>,
}

impl Target for ProgramTarget {
    fn name(&self) -> String {
        program_name(&self.words)
    }

    fn calling(&self, options: &StartOptions) -> Calling {
        let mut called = ProgramCall::new(self.words.clone());
        called.captured = options.captured.unwrap_or_default();
        called.has_folder = options.conditions.cwd.is_some();
        if !options.ok_codes.is_empty() {
            called.ok_codes = options.ok_codes.clone();
        }
        Calling::Program(called)
    }

    fn files(&self) -> Vec<String> {
        self.words.clone()
    }

    /// A program gets text, whatever the type.
    fn tells_types(&self) -> bool {
        false
    }

    #[cfg(feature = "processes")]
    fn start(&self, declared: &[Argument], options: &StartOptions) -> Result<Started, SutError> {
        let mut command = super::Command::new(&self.words, declared, options.conditions.clone())?;
        if let Some(captured) = options.captured {
            command = command.capturing(captured);
        }
        if !options.ok_codes.is_empty() {
            command = command.accepting(&options.ok_codes);
        }
        Ok(Started::plain(command))
    }

    #[cfg(not(feature = "processes"))]
    fn start(&self, _: &[Argument], _: &StartOptions) -> Result<Started, SutError> {
        Err(crate::adapter::no_processes())
    }
}

/// Programs that run other programs; a target should be named after the latter.
const INTERPRETERS: &[&str] =
    &["bash", "cmd", "deno", "env", "java", "lua", "node", "perl", "php", "python", "python3", "ruby", "sh"];

/// The name of a program; for an interpreter, the name of its script.
fn program_name(words: &[String]) -> String {
    let program = words.first().map(|word| stem(word)).unwrap_or_default();
    let is_interpreter = |name: &String| INTERPRETERS.contains(&name.as_str());
    if !is_interpreter(&program) {
        return program;
    }
    let is_file = |word: &&String| !word.starts_with('-') && !word.contains(['{', ' ', '=']);
    let mut names = words.iter().filter(is_file).map(|word| stem(word));
    names.find(|name| !is_interpreter(name)).unwrap_or(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_named_after_what_is_run() {
        let name = |line: &str| program_name(&line.split(' ').map(String::from).collect::<Vec<_>>());
        assert_eq!(name("/usr/bin/numfmt --to=si {n}"), "numfmt");
        assert_eq!(name("sh -e size.sh {n}"), "size");
        assert_eq!(name("env LC_ALL=C python3 tools/size.py {n}"), "size");
        assert_eq!(name("python3 -c {n}"), "python3");
    }
}
