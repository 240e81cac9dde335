//! The real test runners, where they are installed.

use std::path::Path;
use std::process::Command;

use autobva_testing::{on_path, skip, tool};

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
        let started = Command::new(&words[0]).args(&words[1..]).arg(check).output();
        started.is_ok_and(|output| output.status.success()).then_some(Runner { words })
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

/// Runs a command with the built binary first on PATH.
pub fn run(mut command: Command) -> Ran {
    let binary = Path::new(BINARY);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(binary.parent().unwrap().to_path_buf()).chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).unwrap()).env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    Ran { passed: output.status.success(), text: String::from_utf8_lossy(&text).into_owned() }
}

/// pytest, or else Python with as much of it as exported tests use.
pub fn pytest() -> Option<Runner> {
    if let Some(runner) = Runner::find("AUTOBVA_PYTEST", &["python3", "-m", "pytest"], "--version") {
        return Some(runner.with(["-v", "-p", "no:cacheprovider"]));
    }
    let python = Runner::require("Python", "AUTOBVA_PYTHON", &["python3"], "--version")?;
    Some(python.with([stand_in("pytest_stand_in.py").as_str()]))
}

/// A script beside this file.
fn stand_in(name: &str) -> String {
    eprintln!("{name} stands in");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/exports").join(name).display().to_string()
}

pub fn unittest() -> Option<Runner> {
    Runner::require("unittest", "AUTOBVA_UNITTEST", &["python3", "-m", "unittest", "-v"], "--help")
}

/// Black, which is asked whether it would change anything.
pub fn black() -> Option<Runner> {
    let runner = Runner::require("Black", "AUTOBVA_BLACK", &["black"], "--version")?;
    Some(runner.with(["--check", "--diff", "--quiet"]))
}

/// Prettier, which is asked whether it would change anything.
pub fn prettier() -> Option<Runner> {
    let words = ["npx", "--no-install", "prettier"];
    let runner = Runner::require("Prettier", "AUTOBVA_PRETTIER", &words, "--version")?;
    Some(runner.with(["--check"]))
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
    is_formatted(folder, &["rustfmt", "--check", "--edition", "2024", tests]);
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

/// A formatter would leave a file as it is: it says nothing. Without it, the test counts as skipped.
#[track_caller]
pub fn is_formatted(folder: &Path, words: &[&str]) {
    let Some(formatter) = tool(words[0]) else { return };
    let output = Command::new(formatter).args(&words[1..]).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.is_empty(), "{words:?} would change the file:\n{said}");
}

/// The class path of JUnit, from the variable or from where Linux distributions put it.
pub fn junit() -> Option<String> {
    const PARTS: [&str; 9] = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-jupiter-params",
        "junit-platform-commons",
        "junit-platform-console",
        "junit-platform-engine",
        "junit-platform-launcher",
        "junit-platform-reporting",
        "opentest4j",
    ];
    if let Ok(path) = std::env::var("AUTOBVA_JUNIT") {
        return Some(path);
    }
    let jars = PARTS.map(|part| format!("/usr/share/java/{part}.jar"));
    if jars.iter().all(|jar| Path::new(jar).exists()) && on_path("javac").is_some() {
        let more = ["apiguardian-api", "opentest4j-reporting-events", "picocli", "univocity-parsers"];
        let more = more.map(|part| format!("/usr/share/java/{part}.jar"));
        return Some([&jars[..], &more[..]].concat().join(":"));
    }
    skip("JUnit 5 is not installed; AUTOBVA_JUNIT can be its class path");
    None
}

/// What runs for a second pays for neither the second compiler nor the threads of the collector.
const QUICK_START: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Compiles Java files and runs the tests of a class.
pub fn run_junit(class_path: &str, folder: &Path, files: &[&str], class: &str) -> Ran {
    let mut javac = Command::new("javac");
    javac
        .current_dir(folder)
        .args(QUICK_START.map(|option| format!("-J{option}")))
        .args(["-cp", class_path, "-d", "out", "-Xlint:all,-path", "-Werror"])
        .args(files);
    run(javac).passes(&[]);
    let mut java = Command::new("java");
    java.current_dir(folder).args(QUICK_START).args(["-cp", &format!("{class_path}:out")]);
    java.args(["org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--disable-ansi-colors"]);
    java.args(["--select-class", class]);
    run(java)
}
