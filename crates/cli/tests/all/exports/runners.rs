//! The real test runners, where they are installed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use autobva_testing::skip;

use crate::program::BINARY;

/// What a runner said.
pub struct Ran {
    pub passed: bool,
    pub text: String,
}

impl Ran {
    #[track_caller]
    pub fn passes(&self, words: &[&str]) {
        assert!(self.passed, "{}", self.text);
        self.says(words);
    }

    #[track_caller]
    pub fn fails(&self, words: &[&str]) {
        assert!(!self.passed, "nothing was noticed:\n{}", self.text);
        self.says(words);
    }

    #[track_caller]
    fn says(&self, words: &[&str]) {
        for word in words {
            assert!(self.text.contains(word), "'{word}' is not in:\n{}", self.text);
        }
    }
}

/// A test runner: how it is started in a folder.
pub struct Runner {
    words: Vec<String>,
}

impl Runner {
    /// The runner that a variable names, or else this one, if it starts; `check` is what it is asked then.
    fn find(variable: &str, words: &[&str], check: &str) -> Option<Runner> {
        let words = match std::env::var(variable) {
            Ok(line) => shlex::split(&line).unwrap(),
            Err(_) => words.iter().map(|word| word.to_string()).collect(),
        };
        starts(&words, check).then_some(Runner { words })
    }

    /// The same; without it, the test that asks counts as skipped.
    fn require(name: &str, variable: &str, words: &[&str], check: &str) -> Option<Runner> {
        let runner = Runner::find(variable, words, check);
        if runner.is_none() {
            skip(format_args!("{name} is not installed; {variable} can name it"));
        }
        runner
    }

    fn with<const N: usize>(mut self, words: [&str; N]) -> Runner {
        self.words.extend(words.map(String::from));
        self
    }

    pub fn run(&self, folder: &Path, more: &[&str]) -> Ran {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).args(more).current_dir(folder);
        run(command)
    }
}

/// Whether a runner starts; it is asked once, since some take as long for that as for a test.
fn starts(words: &[String], check: &str) -> bool {
    static ASKED: Mutex<BTreeMap<Vec<String>, bool>> = Mutex::new(BTreeMap::new());
    let mut asked = ASKED.lock().unwrap_or_else(|e| e.into_inner());
    *asked.entry(words.to_vec()).or_insert_with(|| {
        let started = Command::new(&words[0]).args(&words[1..]).arg(check).output();
        started.is_ok_and(|output| output.status.success())
    })
}

/// Runs a command with the built binary first on PATH.
pub fn run(mut command: Command) -> Ran {
    let output = with_binary(&mut command).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    Ran { passed: output.status.success(), text: String::from_utf8_lossy(&text).into_owned() }
}

pub(super) fn with_binary(command: &mut Command) -> &mut Command {
    let binary = Path::new(BINARY);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(binary.parent().unwrap().to_path_buf()).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).unwrap()).env("PYTHONDONTWRITEBYTECODE", "1")
}

/// pytest, or else Python with as much of it as exported tests use.
pub fn pytest() -> Option<Runner> {
    if let Some(runner) = Runner::find("AUTOBVA_PYTEST", &["python3", "-m", "pytest"], "--version") {
        return Some(runner.with(["-v", "-p", "no:cacheprovider"]));
    }
    let python = Runner::require("Python", "AUTOBVA_PYTHON", &["python3"], "--version")?;
    Some(python.with([stand_in("pytest_stand_in.py").as_str()]))
}

fn stand_in(name: &str) -> String {
    eprintln!("{name} stands in");
    beside(name).display().to_string()
}

/// A file beside this one.
pub(super) fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/exports").join(name)
}

pub fn unittest() -> Option<Runner> {
    Runner::require("unittest", "AUTOBVA_UNITTEST", &["python3", "-m", "unittest", "-v"], "--help")
}

pub fn behave() -> Option<Runner> {
    Runner::require("behave", "AUTOBVA_BEHAVE", &["behave"], "--version")
}

/// Jest, or else node with as much of it as exported tests use.
pub fn jest() -> Option<Runner> {
    if let Some(runner) = Runner::find("AUTOBVA_JEST", &["npx", "--no-install", "jest"], "--version") {
        return Some(runner.with(["--verbose"]));
    }
    let node = Runner::require("node", "AUTOBVA_NODE", &["node"], "--version")?;
    Some(node.with([stand_in("jest_stand_in.js").as_str()]))
}

pub fn go() -> Option<Runner> {
    let runner = Runner::require("Go", "AUTOBVA_GO", &["go"], "version")?;
    Some(runner.with(["test", "-v", "-count=1", "./..."]))
}

/// Compiles a test file with rustc and runs it.
pub fn rust(folder: &Path, library: Option<&str>, tests: &str) -> Ran {
    let rustc = || {
        let mut command = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into()));
        command.current_dir(folder).args(["--edition", "2024", "-L", "."]);
        command
    };
    if let Some(library) = library {
        let mut command = rustc();
        command.args(["--crate-type", "lib", library]);
        run(command).passes(&[]);
    }
    let mut command = rustc();
    if library.is_some() {
        command.args(["--extern", "shop"]);
    }
    command.args(["-D", "warnings", "--test", tests, "-o", "tests.bin"]);
    run(command).passes(&[]);
    let mut command = Command::new(folder.join("tests.bin"));
    command.current_dir(folder);
    run(command)
}
