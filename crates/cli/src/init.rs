//! `autobva init`: a first configuration file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use autobva::Invocation;
use autobva::sut::python::DEFAULT_INTERPRETER;
use autobva_codec::declaration::texts;
use autobva_report::campaign::stored_target;
use autobva_report::escaped;
use clap::Args;

use super::Status;
use super::campaign::campaigns;
use super::configuration::{Configuration, OWN_FILE, shown};
use super::keepsake::Written;
use super::output::{Destination, is_standard};
use super::target_args::NamedTarget;

/// Write a first configuration file with the functions of a Python module
///
/// The module is imported to see which of its functions have arguments that can be drawn; none of them is called. Without
/// MODULE the file has the targets that have campaigns under .autobva. 'autobva find' then searches all of its targets.
#[derive(Args)]
pub struct InitArgs {
    /// A Python file, or a module as package.module
    module: Option<String>,

    /// The file to write; - is standard output
    #[arg(short, value_name = "FILE", default_value = OWN_FILE)]
    output: PathBuf,

    /// Replace FILE if it is there
    #[arg(long)]
    force: bool,

    /// The Python interpreter, a name on PATH or a path
    #[arg(long, value_name = "PROGRAM", default_value = DEFAULT_INTERPRETER)]
    python: String,
}

/// Prints the names of the public functions of a file or module, one per line. Nothing of it is executed except, for a
/// module, the packages that contain it.
const NAMES: &str = include_str!("names.py");

const HEAD: &str = "\
# The targets of 'autobva find', 'autobva check' and 'autobva find --target NAME'; docs/configuration.md has all keys, which
# are the options of 'autobva find'. What stands here, above the first target, holds for all of them.
# max-calls = 20000
# seed = 1
";

impl InitArgs {
    pub fn run(self) -> Result<Status> {
        let out = Destination::of(Written::result(self.force), Some(&self.output))?;
        self.check_place()?;
        let targets = match &self.module {
            Some(module) => self.functions(module)?,
            None => known_targets()?,
        };
        self.write(&targets, out)?;
        if !is_standard(&self.output) {
            let (file, count) = (self.output.display(), targets.len());
            let them = if count == 1 { "target" } else { "targets" };
            say!("autobva: {count} {them} in {file}; 'autobva find' searches all of them");
        }
        Ok(Status::Done)
    }

    /// Checks the place: a folder with two configurations would have none that counts.
    fn check_place(&self) -> Result<()> {
        let is_there = |file: &Configuration| file.path.file_name() != Some(OWN_FILE.as_ref());
        let is_meant = self.output == Path::new(OWN_FILE);
        let here = std::env::current_dir().context("there is no current folder")?;
        match is_meant && !here.join(OWN_FILE).exists() {
            true => match Configuration::of_folder(&here)?.filter(is_there) {
                Some(file) => bail!("{} has [tool.autobva] already; add targets there", shown(&file.path)),
                None => Ok(()),
            },
            false => Ok(()),
        }
    }

    /// The functions of a module whose arguments can be drawn; prints why others are left out.
    fn functions(&self, module: &str) -> Result<Vec<Target>> {
        autobva::sut::check_processes()?;
        let names = self.names(module)?;
        let mut targets = Vec::new();
        for name in &names {
            let word = format!("{module}:{name}");
            let words = vec![word.clone(), format!("--python={}", self.python)];
            match NamedTarget::start(words, &[]) {
                Ok(started) if started.sut.signature().arguments().is_empty() => {
                    say!("autobva: {word} left out: it has no arguments");
                }
                Ok(started) => {
                    let called = Invocation { target: Some(word), ..Invocation::default() };
                    targets.push(Target { called, arguments: texts(started.sut.signature()) });
                }
                Err(error) => {
                    // The rest is a function to copy, which only makes sense if this function was asked for.
                    let told = format!("{error:#}");
                    let why = told.lines().next().unwrap_or_default().split("; name a function").next();
                    say!("autobva: {word} left out: {}", why.unwrap_or_default());
                }
            }
        }
        match targets.is_empty() {
            true => bail!(
                "{module} has no function whose arguments can be drawn; annotate some, or write {OWN_FILE} by hand, with args"
            ),
            false => Ok(targets),
        }
    }

    fn names(&self, module: &str) -> Result<Vec<String>> {
        if module.contains(':') {
            bail!("'{module}' is a function; give its module, or 'autobva find {module}'");
        }
        let mut python = Command::new(&self.python);
        let listed = python.args(["-c", NAMES, module]).stdin(Stdio::null()).output();
        let listed = listed.map_err(|error| {
            anyhow!("cannot start {} ({error}); choose an interpreter with --python", self.python)
        })?;
        if !listed.status.success() {
            let told = String::from_utf8_lossy(&listed.stderr);
            let why = told.lines().next_back().unwrap_or("it ended without a word");
            bail!("cannot read {module}: {why}; give a Python file, or a module as package.module");
        }
        Ok(String::from_utf8_lossy(&listed.stdout).lines().map(str::to_string).collect())
    }

    fn write(&self, targets: &[Target], mut out: Destination) -> Result<()> {
        write!(out, "{HEAD}")?;
        for target in targets {
            target.write(&mut out)?;
            if self.python != DEFAULT_INTERPRETER {
                writeln!(out, "python = {}", quoted(&self.python))?;
            }
        }
        out.finish()
    }
}

struct Target {
    called: Invocation,
    /// Its arguments without further declarations.
    arguments: Vec<String>,
}

impl Target {
    fn write(&self, out: &mut impl Write) -> Result<()> {
        let list = |items: &[String]| items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", ");
        writeln!(out, "\n[[target]]")?;
        match &self.called.target {
            Some(word) => writeln!(out, "name = {}", quoted(word))?,
            None => writeln!(out, "program = [{}]", list(&self.called.program))?,
        }
        match self.called.arguments.as_slice() {
            [] if self.arguments.is_empty() => {}
            [] => writeln!(out, "# args = [{}]", list(&self.arguments))?,
            declared => writeln!(out, "args = [{}]", list(declared))?,
        }
        for (name, value) in &self.called.options {
            let value = if value.is_empty() { "true".to_string() } else { quoted(value) };
            writeln!(out, "{} = {value}", name.trim_start_matches('-'))?;
        }
        Ok(())
    }
}

/// A quoted text; TOML reads JSON strings, too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// The targets that have campaigns here.
fn known_targets() -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    for path in campaigns() {
        match stored_target(&path) {
            Ok((about, called)) => targets.push(Target { called, arguments: texts(&about.signature) }),
            Err(error) => say!("autobva: {} left out: {error}", escaped(&path.display().to_string())),
        }
    }
    match targets.is_empty() {
        true => bail!(
            "there is no campaign here to take targets from; name a module, as in 'autobva init shop.py'"
        ),
        false => Ok(targets),
    }
}
