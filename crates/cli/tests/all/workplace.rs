//! A folder with `autobva` at hand, for tests of campaigns.

use std::path::PathBuf;
use std::process::{Command, Output};

use autobva_report::campaign::Campaign;
use tempfile::TempDir;

/// A folder to work in, with `autobva` at hand.
pub struct Workplace(pub TempDir);

impl Workplace {
    pub fn new() -> Workplace {
        Workplace(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn autobva(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("autobva"));
        command.current_dir(&self.0).env_remove("COLUMNS").args(arguments);
        command
    }

    /// Runs to a good end; returns what went to standard output and to standard error.
    pub fn run(&self, arguments: &[&str]) -> (String, String) {
        let output = self.autobva(arguments).output().unwrap();
        let (out, err) = texts(&output);
        assert!(output.status.success(), "{arguments:?}: {err}");
        (out, err)
    }

    pub fn refusal(&self, arguments: &[&str]) -> String {
        let output = self.autobva(arguments).output().unwrap();
        let (out, err) = texts(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert_eq!(out, "", "{arguments:?}");
        assert!(err.starts_with("error: ") && !err.contains("panicked"), "{arguments:?}: {err}");
        err
    }

    pub fn read(&self, name: &str) -> Campaign {
        Campaign::read(&self.path(name)).unwrap()
    }
}

pub fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// Where a campaign of `date` is saved.
pub const DATE: &str = ".autobva/date.autobva";
