//! A target behind the worker protocol: how it is started, and how it describes itself.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use autobva_core::{Argument, Hints, Input, Outcome, PythonCall, Signature, StopCheck, Sut, SutError};

use super::Launch;
use super::pool::Pool;
use crate::adapter::Started;
use crate::process::{Conditions, Keeper, locate, located_words};

/// A target behind the worker protocol. There are as many workers as threads that call it.
pub struct Worker {
    name: String,
    signature: Signature,
    defaults: Vec<Option<String>>,
    hints: Hints,
    is_by_example: bool,
    notes: Vec<String>,
    calling: Option<PythonCall>,
    pool: Pool,
}

impl Worker {
    /// Starts a program that speaks the worker protocol; `declared` are arguments that the user has declared, which the
    /// worker is told.
    pub fn start(
        words: &[String],
        declared: &[Argument],
        conditions: Conditions,
    ) -> Result<Worker, SutError> {
        let Some((program, words)) = words.split_first() else {
            return Err(SutError("the worker has no program; write worker:PROGRAM ARG…".into()));
        };
        let launch = Launch {
            program: locate(program)?,
            words: located_words(words).into_iter().map(Into::into).collect(),
            environment: Vec::new(),
            conditions,
            declared: declared.to_vec(),
            extra: serde_json::json!({}),
            keeper: Keeper::start()?,
            direct: OnceLock::new(),
            untidy: AtomicU64::new(0),
        };
        Worker::launch(launch, &format!("the worker '{program}'"))
    }

    /// Starts the first worker, which gives the name and the arguments of the target; errors begin with `label`.
    pub(crate) fn launch(launch: Launch, label: &str) -> Result<Worker, SutError> {
        let (pool, hello) = Pool::start(launch, label)?;
        let name = hello.name.clone().unwrap_or_else(|| label.to_string());
        let signature = hello.signature()?;
        let hints = hello.hints.bounded();
        let is_by_example = hello.args.iter().any(|argument| argument.by_example);
        let defaults = hello.args.into_iter().map(|argument| argument.default).collect();
        let calling = hello.calling.map(PythonCall::from);
        Ok(Worker { name, signature, defaults, hints, is_by_example, notes: hello.notes, calling, pool })
    }

    /// The mark that every process of this target, and no other, has in its environment.
    pub fn marker(&self) -> &str {
        self.pool.marker()
    }

    /// What the user should know about the arguments, one sentence each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How the function is called, if it is a Python function.
    pub fn calling(&self) -> Option<&PythonCall> {
        self.calling.as_ref()
    }

    pub(crate) fn started(self) -> Started {
        let is_by_example = self.is_by_example;
        let (notes, python) = (self.notes.clone(), self.calling.clone());
        Started { notes, python, is_by_example, sut: Box::new(self) }
    }
}

impl Sut for Worker {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn defaults(&self) -> &[Option<String>] {
        &self.defaults
    }

    fn hints(&self) -> &Hints {
        &self.hints
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.pool.run(std::slice::from_ref(input), std::slice::from_mut(outcome))
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        self.pool.run(inputs, outcomes)
    }

    /// A round trip takes as long as dozens of quick calls, but a slow call is worth one.
    fn grain(&self) -> usize {
        self.pool.grain()
    }

    fn stretch(&self) -> usize {
        self.pool.stretch()
    }

    fn sends_messages(&self) -> bool {
        true
    }

    fn stop_when(&mut self, check: StopCheck) {
        self.pool.stop_when(check);
    }

    fn check_surroundings(&self) -> Result<(), SutError> {
        self.pool.check_surroundings()
    }
}
