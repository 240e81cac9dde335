//! TARGET and its options: what `find` and `call` are told about the thing to run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use autobva::sut::{Adapter, Captured, Conditions, Limits, Recognised, Remarks, StartOptions, Started};
use autobva::{Calling, Find, Invocation, Sut, TargetSpec};
use autobva_codec::declaration::read_arguments;
use autobva_report::escaped;
use clap::{Args, Parser};

use super::budget::{duration, size};
use super::options::DAILY;
use super::target::{adapters, draws_types, recognise, recognise_again};

const DEFAULT_TIMEOUT: &str = "1s";
const DEFAULT_MEMORY: &str = "1G";
const DEFAULT_OUTPUT: &str = "1M";

/// What is run, and under which conditions.
#[derive(Args)]
#[command(next_help_heading = "Target")]
pub struct TargetArgs {
    /// A built-in example (`autobva list`), a Python function as file.py:function or package.module:function, or a
    /// worker as 'worker:PROGRAM ARG…'. A program that is started once per call comes last, after --, with {name} where
    /// the value of an argument belongs
    #[arg(allow_negative_numbers = true, help_heading = DAILY)]
    pub target: Option<String>,

    /// Declare or restrict an argument, e.g. 'bytes:int[0..250]'; repeat for more
    #[arg(long = "arg", value_name = "NAME:TYPE", help_heading = DAILY)]
    pub arguments: Vec<String>,

    #[command(flatten)]
    pub options: TargetOptions,

    /// How long a worker may take to start, where the whole run may take no longer.
    #[arg(skip)]
    pub start_within: Option<Duration>,

    /// What is worth telling about the calls.
    #[arg(skip)]
    pub remarks: Remarks,
}

/// Under which conditions a target is run.
#[derive(Args, Clone)]
#[command(next_help_heading = "Target")]
pub struct TargetOptions {
    /// The longest that one call may take. Built-in examples always answer, so that it changes nothing for them
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = DEFAULT_TIMEOUT, help_heading = DAILY)]
    timeout: Duration,

    /// The most memory that a process of the target may have
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = DEFAULT_MEMORY)]
    memory: u64,

    /// The longest output of one call; what the target prints on the way counts, too
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = DEFAULT_OUTPUT)]
    max_output: u64,

    /// The folder that processes of the target start in, instead of an empty temporary one
    #[arg(long, value_name = "FOLDER")]
    cwd: Option<PathBuf>,

    /// The Python interpreter, a name on PATH or a path; python3 if not given
    #[arg(long, value_name = "PROGRAM")]
    python: Option<String>,

    /// Give every call of a Python function a process of its own, forked from one in which nothing was called
    #[arg(long)]
    fresh: bool,

    /// What of a program is its output: stdout, stderr, both or exit (the exit code); stdout if not given
    #[arg(long = "output", value_name = "WHAT", value_parser = captured)]
    captured: Option<Captured>,

    /// The exit codes of a program that are valid, separated by commas; 0 if not given
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = clap::value_parser!(u8))]
    ok_codes: Vec<u8>,
}

impl TargetOptions {
    /// Makes these paths absolute, so that they mean the same in every folder.
    pub fn keep_paths(&mut self, cwd: bool, python: bool) -> Result<()> {
        if let Some(path) = self.cwd.as_mut().filter(|_| cwd) {
            *path = std::path::absolute(&*path)?;
        }
        // A name without a folder is looked up on PATH.
        if let Some(program) = self.python.as_mut().filter(|program| python && program.contains('/')) {
            *program = std::path::absolute(&*program)?.display().to_string();
        }
        Ok(())
    }
}

fn captured(text: &str) -> Result<Captured, String> {
    let fault = "is not stdout, stderr, both or exit; the result is written to a file with -o FILE";
    text.parse().map_err(|_| format!("'{text}' {fault}"))
}

impl TargetArgs {
    /// Starts the target; `words` are further words of a worker's command line, `program` are the words after `--`.
    pub fn start(&self, words: &[String], program: &[String]) -> Result<Started> {
        self.start_by(&[], words, program)
    }

    /// The same, with values that show the types of arguments without one. The declarations are then changed so that
    /// the target can be started without these values.
    pub fn start_by_example(
        &mut self,
        seed_values: &[String],
        words: &[String],
        program: &[String],
    ) -> Result<Started> {
        self.arguments = autobva::learned(&self.arguments, seed_values)?;
        let started = self.start_by(seed_values, words, program)?;
        if started.is_by_example {
            self.arguments = autobva_codec::declaration::texts(started.sut.signature());
        }
        Ok(started)
    }

    fn start_by(&self, seed_values: &[String], words: &[String], program: &[String]) -> Result<Started> {
        let Recognised { adapter, target } = recognise(self.target.as_deref(), words, program)?;
        self.check_options(adapter)?;
        let declared = read_arguments(&self.arguments)?;
        self.check_conditions()?;
        let examples = autobva::example_types(seed_values);
        Ok(target.start(&declared, &StartOptions { examples, ..self.start_options() })?)
    }

    /// Whether the types of its arguments are drawn by default.
    pub fn draws_types(&self) -> bool {
        draws_types(self.target.as_deref(), &[])
    }

    /// How to call the target again, with the options that were given.
    pub fn invocation(&self, words: &[String], program: &[String]) -> Invocation {
        let worker_words = words.iter().filter_map(|word| shlex::try_quote(word).ok());
        let mut options = self.limits_given();
        let mut given = |name: &str, value: Option<String>| {
            options.extend(value.map(|value| (name.to_string(), value)));
        };
        given("--cwd", self.options.cwd.as_ref().map(|cwd| cwd.display().to_string()));
        given("--python", self.options.python.clone());
        given("--fresh", self.options.fresh.then(String::new));
        given("--output", self.options.captured.map(|captured| captured.to_string()));
        let codes = self.options.ok_codes.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        given("--ok-codes", Some(codes).filter(|codes| !codes.is_empty()));
        Invocation {
            target: self
                .target
                .clone()
                .map(|target| worker_words.fold(target, |line, word| line + " " + &word)),
            program: program.to_vec(),
            arguments: self.arguments.clone(),
            options,
        }
    }

    /// The limits that differ from the defaults, as options.
    fn limits_given(&self) -> Vec<(String, String)> {
        let timeout = format!("{}ms", self.options.timeout.as_micros() as f64 / 1e3);
        let is_default = [
            duration(DEFAULT_TIMEOUT) == Ok(self.options.timeout),
            size(DEFAULT_MEMORY) == Ok(self.options.memory),
            size(DEFAULT_OUTPUT) == Ok(self.options.max_output),
        ];
        let limits = [
            ("--timeout", timeout),
            ("--memory", self.options.memory.to_string()),
            ("--max-output", self.options.max_output.to_string()),
        ];
        let given = limits.into_iter().zip(is_default).filter(|(_, is_default)| !is_default);
        given.map(|((name, value), _)| (name.to_string(), value)).collect()
    }

    /// Starts a target as it was called before, with the same declarations.
    pub fn start_again(invocation: &Invocation) -> Result<Started> {
        let Again { target, program } = Again::read(invocation.words())?;
        let started = target.start(&[], &program)?;
        Ok(Started { sut: Find::declared(started.sut, &target.arguments)?, ..started })
    }

    /// The description of a target that was called before. If it can no longer be read, only its words are known.
    pub fn spec(invocation: &Invocation) -> TargetSpec {
        let known = || -> Result<TargetSpec> {
            let options = Again::read(invocation.words())?.target.start_options();
            Ok(recognise_again(invocation)?.spec(invocation.clone(), &options))
        };
        known().unwrap_or_else(|_| TargetSpec {
            name: invocation.line(),
            invocation: invocation.clone(),
            calling: Calling::Autobva,
            files: Vec::new(),
        })
    }

    /// What would be run to call a target again, in one line: a file from elsewhere may name any program.
    pub fn would_run(invocation: &Invocation) -> String {
        let how = match TargetArgs::spec(invocation).calling {
            Calling::Program(_) => "would start once per call",
            Calling::Python(_) => "would import and call",
            Calling::Autobva if is_worker(invocation) => "would start",
            Calling::Autobva => "would call",
        };
        let words = invocation.words();
        let quoted = words.iter().map(|word| shlex::try_quote(word).unwrap_or(word.into()));
        format!("{how}: {}", escaped(&quoted.collect::<Vec<_>>().join(" ")))
    }

    /// Reads how a target is called from one line, with words quoted as in a shell.
    pub fn read_line(line: &str) -> Result<Invocation> {
        let words = shlex::split(line).ok_or_else(|| anyhow!("'{line}' has a quote that is not closed"))?;
        let may_be_program = words.len() > 1 && !words.iter().any(|word| word == "--");
        let Again { target, program } = Again::read(words).map_err(|error| match may_be_program {
            true => anyhow!("{error}; a program stands after --, as in '--arg n:int -- ./program {{n}}'"),
            false => error,
        })?;
        Ok(target.invocation(&[], &program))
    }

    fn check_conditions(&self) -> Result<()> {
        if let Some(cwd) = self.options.cwd.as_ref().filter(|cwd| !cwd.is_dir()) {
            bail!("--cwd {} is not a folder; give one that exists", cwd.display());
        }
        for (name, is_zero) in [
            ("--timeout", self.options.timeout.is_zero()),
            ("--memory", self.options.memory == 0),
            ("--max-output", self.options.max_output == 0),
        ] {
            if is_zero {
                bail!("{name} is zero, so no call could be made; give more");
            }
        }
        Ok(())
    }

    fn start_options(&self) -> StartOptions {
        let options = &self.options;
        let limits =
            Limits { timeout: options.timeout, memory: options.memory, output: options.max_output as usize };
        let absolute = |cwd: &PathBuf| std::path::absolute(cwd).unwrap_or_else(|_| cwd.clone());
        StartOptions {
            conditions: Conditions {
                limits,
                cwd: options.cwd.as_ref().map(absolute),
                start_within: self.start_within,
                fresh: options.fresh,
                remarks: self.remarks.clone(),
            },
            interpreter: options.python.clone(),
            captured: options.captured,
            ok_codes: options.ok_codes.iter().copied().map(i32::from).collect(),
            examples: Vec::new(),
        }
    }

    /// Rejects options that would have no effect.
    fn check_options(&self, adapter: &dyn Adapter) -> Result<()> {
        let given = self.invocation(&[], &[]).options;
        let is_given = |option: &str| given.iter().any(|(name, _)| name.strip_prefix("--") == Some(option));
        for other in adapters().iter() {
            let mut idle = other.options().iter().filter(|option| !adapter.options().contains(option));
            let Some(option) = idle.find(|option| is_given(option)) else { continue };
            let hint = match other.options().contains(&"output") {
                true => " (a file for the result is -o FILE)",
                false => "",
            };
            bail!("--{option} is for {}; leave it out here{hint}", other.plural());
        }
        Ok(())
    }
}

/// A target that was named as on a command line, and started.
pub struct NamedTarget {
    pub sut: Box<dyn Sut>,
    /// How to call it again.
    pub invocation: Invocation,
    /// Whether the types of its integers are drawn by default.
    pub draws_types: bool,
    /// What the user should know about its arguments, one sentence each.
    pub notes: Vec<String>,
}

impl NamedTarget {
    /// Starts the target with these words, TARGET and its options as `find` takes them; values to try early may show
    /// the types of arguments.
    pub fn start(words: Vec<String>, seed_values: &[String]) -> Result<NamedTarget> {
        let Again { mut target, program } = Again::read(words)?;
        let started = target.start_by_example(seed_values, &[], &program)?;
        let draws_types = draws_types(target.target.as_deref(), &program);
        let invocation = target.invocation(&[], &program);
        Ok(NamedTarget { sut: started.sut, invocation, draws_types, notes: started.notes })
    }
}

/// Whether a target is a program that speaks the worker protocol.
fn is_worker(invocation: &Invocation) -> bool {
    invocation.target.as_deref().is_some_and(|target| target.starts_with("worker:"))
}

/// A target as it was called before.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Again {
    #[command(flatten)]
    target: TargetArgs,
    #[arg(last = true)]
    program: Vec<String>,
}

impl Again {
    fn read(words: Vec<String>) -> Result<Again> {
        Again::try_parse_from(words).map_err(|error| {
            let told = error.to_string();
            // The rest is about the usage of a command that nobody has typed.
            let first = told.lines().next().unwrap_or_default();
            anyhow!("cannot call the target: {}", first.trim_start_matches("error: "))
        })
    }
}
