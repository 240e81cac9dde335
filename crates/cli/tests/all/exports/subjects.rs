//! Targets in a temporary folder, and dossiers of what they really do.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use autobva::sut::{Adapters, Named, StartOptions};
use autobva::{
    Action, Candidate, Decision, Invocation, Observation, Outcome, Scope, Signature, SummarySettings,
    TargetInfo, TargetSpec,
};
use autobva_lab::builtin::Builtins;
use autobva_report::{Dossier, ExportSettings, export, exporter};

use crate::program::autobva;

/// A folder with a target and its tests.
pub struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    pub fn new(files: &[(&str, &str)]) -> Bench {
        let bench = Bench { folder: tempfile::tempdir().unwrap() };
        files.iter().for_each(|(name, text)| bench.write(name, text));
        bench
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Writes the tests of every candidate of a dossier; `call` names the function to call.
    pub fn export(&self, dossier: &Dossier, format: &str, call: Option<&str>, file: &str) -> String {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let settings = ExportSettings {
            all: true,
            call: call.map(String::from),
            base: folder
                .split('/')
                .filter(|part| !part.is_empty())
                .map(|_| "..")
                .collect::<Vec<_>>()
                .join("/"),
            file: name.split('.').next().map(String::from),
            ..ExportSettings::default()
        };
        let text = export(dossier, exporter(format).unwrap(), &settings).unwrap().text;
        self.write(file, &text);
        text
    }

    /// Calls the target with both inputs of each pair and makes a dossier of what it does.
    pub fn observe(&self, invocation: Invocation, declared: &[&str], pairs: &[[&[&str]; 2]]) -> Dossier {
        let signature = Signature::parse(declared).unwrap();
        let mut inputs = csv::Writer::from_writer(Vec::new());
        inputs.write_record(signature.arguments().iter().map(|a| a.name())).unwrap();
        pairs.iter().flatten().for_each(|row| inputs.write_record(*row).unwrap());
        let outcomes = self.call(&invocation, &inputs.into_inner().unwrap());
        let mut sides = pairs.iter().flatten().zip(outcomes).map(|(row, outcome)| {
            let input = signature.read(row, None).unwrap();
            Observation { input, outcome }
        });
        let mut candidates = Vec::new();
        while let (Some(left), Some(right)) = (sides.next(), sides.next()) {
            candidates.push(Candidate { left, right, score: 1.0, count: 1 });
        }
        drop(sides);
        let name = invocation.line();
        let summary =
            autobva::summary::summarize(&signature, &candidates, &SummarySettings::default()).unwrap();
        let target = TargetInfo { name, signature };
        Dossier {
            target,
            called: Some(spec(invocation)),
            runs: vec![],
            candidates,
            summary,
            decisions: vec![],
            landscape: None,
        }
    }

    fn call(&self, invocation: &Invocation, inputs: &[u8]) -> Vec<Outcome> {
        let mut words = invocation.words();
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end..end, ["--inputs", "-"].map(String::from));
        let mut command = autobva();
        command.arg("call").args(words).current_dir(self.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(inputs).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
        let headers = reader.headers().unwrap().clone();
        let place = |name: &str| headers.iter().position(|header| header == name).unwrap();
        let (validity, ty, text) = (place("validity"), place("type"), place("output"));
        let outcome = |row: csv::StringRecord| match &row[validity] {
            "valid" => Outcome::valid(row[ty].to_string(), &row[text]),
            _ => Outcome::error(row[ty].to_string(), &row[text]),
        };
        reader.records().map(|row| outcome(row.unwrap())).collect()
    }
}

/// What the adapters of the program make of the words that name a target.
pub fn spec(invocation: Invocation) -> TargetSpec {
    let named = match &invocation.target {
        Some(word) => Named::Word(word, &[]),
        None => Named::Program(&invocation.program),
    };
    let recognised = Adapters::with(&[&Builtins]).read(named).unwrap();
    recognised.spec(invocation, &StartOptions::default())
}

/// A target by its name.
pub fn target(name: &str) -> Invocation {
    Invocation { target: Some(name.into()), ..Invocation::default() }
}

/// A program that is started once per call.
pub fn program(words: &[&str], arguments: &[&str]) -> Invocation {
    let owned = |words: &[&str]| words.iter().map(|word| word.to_string()).collect();
    Invocation { program: owned(words), arguments: owned(arguments), ..Invocation::default() }
}

/// The dossier with a decision about a candidate.
pub fn decided(mut dossier: Dossier, candidate: usize, action: Action, note: &str) -> Dossier {
    let scope = Scope::Candidate;
    dossier.decisions.push(Decision { candidate, scope, action, note: note.into() });
    dossier
}
