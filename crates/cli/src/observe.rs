//! `find --observe FILE`: a line for every call, in the format of tools for property-based tests (OpenPBTStats).

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use anyhow::{Result, bail};
use autobva::{Input, Outcome, Settings, Signature, Sut, SutError, Value};
use autobva_codec::text::Types;
use serde_json::json;

use super::keepsake::Written;
use super::options::OutputArgs;
use super::output::{Destination, is_standard};

/// Where the lines go, and what they have in common.
#[derive(Clone)]
pub struct Observer {
    out: Arc<Mutex<Option<Destination>>>,
    how: String,
    run_start: f64,
}

impl Observer {
    /// Opens the file, if one was requested.
    pub fn asked(path: Option<&Path>, output: &OutputArgs, settings: &Settings) -> Result<Option<Observer>> {
        let Some(path) = path else { return Ok(None) };
        if is_standard(path) {
            bail!("--observe needs a file of its own; standard output has the result");
        }
        if output.file() == Some(path) {
            bail!("-o and --observe name the same file; give each its own");
        }
        let out = Destination::of(Written::result(output.force), Some(path))?;
        let how = format!("autobva, {}, seed {}", settings.strategy, settings.seed);
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        Ok(Some(Observer { out: Arc::new(Mutex::new(Some(out))), how, run_start: now.as_secs_f64() }))
    }

    /// The target with all its calls recorded.
    pub fn watch(&self, inner: Box<dyn Sut>) -> Box<dyn Sut> {
        Box::new(Observed { inner, observer: self.clone() })
    }

    /// Completes the file under its final name.
    pub fn finish(self) -> Result<()> {
        let out = self.out.lock().unwrap_or_else(PoisonError::into_inner).take();
        out.map_or(Ok(()), Destination::finish)
    }
}

/// A target whose calls are recorded.
struct Observed {
    inner: Box<dyn Sut>,
    observer: Observer,
}

impl Observed {
    /// Records calls that were made together, of which only the average time is known.
    fn tell(&self, inputs: &[Input], outcomes: &[Outcome], began: Instant) -> Result<(), SutError> {
        let seconds = began.elapsed().as_secs_f64() / inputs.len().max(1) as f64;
        let lines: String =
            inputs.iter().zip(outcomes).map(|(input, outcome)| self.line(input, outcome, seconds)).collect();
        let mut out = self.observer.out.lock().unwrap_or_else(PoisonError::into_inner);
        let written = out.as_mut().map_or(Ok(()), |out| out.write_all(lines.as_bytes()));
        written.map_err(|error| SutError(format!("cannot write what was observed: {error}")))
    }

    fn line(&self, input: &Input, outcome: &Outcome, seconds: f64) -> String {
        let name = self.inner.name();
        let arguments = || self.signature().arguments().iter().zip(input.iter());
        let shown: Vec<String> = arguments()
            .map(|(argument, value)| format!("{}={}", argument.name(), value.shown(str::to_string)))
            .collect();
        let values: serde_json::Map<_, _> =
            arguments().map(|(argument, value)| (argument.name().to_string(), as_json(value))).collect();
        let (status, reason) = match outcome.is_valid() {
            true => ("passed", String::new()),
            false => ("failed", format!("{}: {}", outcome.type_name(), outcome.text())),
        };
        let line = json!({
            "type": "test_case",
            "status": status,
            "status_reason": reason,
            "representation": format!("{name}({})", shown.join(", ")),
            "arguments": values,
            "how_generated": self.observer.how,
            "features": {"validity": outcome.validity().name(), "type": outcome.type_name()},
            "coverage": null,
            "timing": {"execute:test": seconds},
            "metadata": {"autobva": env!("CARGO_PKG_VERSION"), "output": outcome.text(), "types": Types(input)},
            "property": name,
            "run_start": self.observer.run_start,
        });
        format!("{line}\n")
    }
}

/// A value as JSON; a number that a JSON reader might round is written as a text.
fn as_json(value: &Value) -> serde_json::Value {
    const SAFE: u64 = 1 << 53;
    let text = value.to_string();
    let is_exact = |json: &serde_json::Value| match json.as_i64() {
        Some(number) => number.unsigned_abs() <= SAFE,
        None => json.is_f64() && value.as_float().is_some(),
    };
    let read = || serde_json::from_str::<serde_json::Value>(&text).ok();
    let json = match value {
        Value::Int(int) => int.as_bool().map(Into::into).or_else(|| read().filter(is_exact)),
        Value::Float(_) => read().filter(is_exact),
        Value::Text(_) | Value::Decimal(_) | Value::Moment(_) => None,
        Value::Bytes(_) | Value::Choice(_) | Value::List(_) | Value::Record(_) | Value::Union(_) => read(),
    };
    json.unwrap_or(serde_json::Value::String(text))
}

impl Sut for Observed {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        self.inner.signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        let began = Instant::now();
        self.inner.run(input, outcome)?;
        self.tell(std::slice::from_ref(input), std::slice::from_ref(outcome), began)
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        let began = Instant::now();
        self.inner.run_batch(inputs, outcomes)?;
        self.tell(inputs, outcomes, began)
    }

    fn inner(&self) -> Option<&dyn Sut> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Sut> {
        Some(&mut self.inner)
    }
}
