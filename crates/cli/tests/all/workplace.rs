//! A folder with `autobva` at hand, for tests of campaigns.

use std::path::PathBuf;
use std::process::Command;

use autobva_report::campaign::Campaign;
use tempfile::TempDir;

use crate::program;

/// A folder to work in, with `autobva` at hand.
pub struct Workplace(pub TempDir);

impl Workplace {
    pub fn new() -> Workplace {
        Workplace(tempfile::tempdir().unwrap())
    }

    /// With files, in folders of their own where they are named so.
    pub fn with(files: &[(&str, &str)]) -> Workplace {
        let place = Workplace::new();
        for (name, text) in files {
            std::fs::create_dir_all(place.path(name).parent().unwrap()).unwrap();
            std::fs::write(place.path(name), text).unwrap();
        }
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn autobva(&self, arguments: &[&str]) -> Command {
        let mut command = program::autobva();
        command.current_dir(&self.0).args(arguments);
        command
    }

    /// Runs to a good end; returns what went to standard output and to standard error.
    pub fn run(&self, arguments: &[&str]) -> (String, String) {
        let output = self.autobva(arguments).output().unwrap();
        (program::success(&output), program::stderr(&output))
    }

    pub fn refusal(&self, arguments: &[&str]) -> String {
        program::refusal(&self.autobva(arguments).output().unwrap())
    }

    pub fn read(&self, name: &str) -> Campaign {
        Campaign::read(&self.path(name)).unwrap()
    }
}

/// Where a campaign of `date` is saved.
pub const DATE: &str = ".autobva/date.autobva";
