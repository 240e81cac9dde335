//! Slow inputs: measures calls, so that a slow run can say which inputs are to blame, or end at the first that exceeds a
//! limit.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use autobva_core::{Input, Integer, Outcome, Signature, Sut, SutError};
use autobva_explore::StopSignal;

/// A call that takes less than 5 ms is never slow.
const LEAST: Duration = Duration::from_millis(5);
/// A call is slow if it takes 10 times as long as a quick one.
const TIMES: u32 = 10;
/// At most 4,096 calls are remembered.
const MOST: usize = 4096;
/// At most 60 characters of an input are shown.
const SHOWN: usize = 60;

/// A target whose calls are timed. A batch of several calls says something about each call only if it was quick.
pub struct Paced {
    inner: Box<dyn Sut>,
    slow: Arc<SlowInputs>,
}

impl Paced {
    /// Reports the durations of calls to `slow`.
    pub fn new(inner: Box<dyn Sut>, slow: &Arc<SlowInputs>) -> Paced {
        Paced { inner, slow: Arc::clone(slow) }
    }
}

/// The durations of a target's calls, and the first call that exceeded a limit of time, memory or output.
#[derive(Default)]
pub struct SlowInputs {
    timed: Mutex<Vec<Timed>>,
    overrun: OnceLock<Input>,
    /// Interrupted by the first call that exceeds a limit, if that is wanted.
    stop: Option<StopSignal>,
}

impl SlowInputs {
    /// Ends a search at the first call that exceeds a limit, by this signal.
    pub fn ending(stop: &StopSignal) -> SlowInputs {
        SlowInputs { stop: Some(stop.clone()), ..SlowInputs::default() }
    }

    /// The signal that ends the search; a new one if no call is to end it.
    pub fn signal(&self) -> StopSignal {
        self.stop.clone().unwrap_or_default()
    }

    /// The input of the first call that exceeded a limit.
    pub fn overrun(&self) -> Option<&Input> {
        self.overrun.get()
    }

    fn note_overrun(&self, inputs: &[Input], outcomes: &[Outcome]) {
        if let Some(at) = outcomes.iter().position(Outcome::is_overrun) {
            self.overrun.get_or_init(|| inputs[at].clone());
            self.stop.iter().for_each(StopSignal::interrupt);
        }
    }

    fn note(&self, inputs: &[Input], took: Duration) {
        let each = took / u32::try_from(inputs.len().max(1)).unwrap_or(u32::MAX);
        if inputs.len() > 1 && each >= LEAST {
            return;
        }
        let mut noted = self.timed.lock().unwrap_or_else(|e| e.into_inner());
        let room = MOST.saturating_sub(noted.len());
        noted.extend(inputs.iter().take(room).map(|input| (each, input.clone())));
    }

    /// A sentence about the slow inputs, with a range that would avoid them; `None` if all calls take about the same time.
    pub fn told(&self, signature: &Signature) -> Option<String> {
        let mut noted = self.timed.lock().unwrap_or_else(|e| e.into_inner()).clone();
        noted.sort_by_key(|(took, _)| *took);
        let usual = noted.get(noted.len() / 4)?.0;
        let limit = LEAST.max(usual * TIMES);
        let (quick, slow) = noted.split_at(noted.partition_point(|(took, _)| *took < limit));
        let (longest, slowest) = slow.last()?;
        let avoided = match range(signature, quick, slow) {
            Some(range) => format!("--arg '{range}' would avoid such inputs"),
            None => "declare a smaller range with --arg to avoid such inputs".to_string(),
        };
        let shown: String = slowest.to_string().chars().take(SHOWN).collect();
        let mark = if shown.len() < slowest.to_string().len() { "…" } else { "" };
        Some(format!(
            "some inputs take up to {longest:.1?} a call, such as {shown}{mark}, where others take {usual:.1?}; {avoided}"
        ))
    }
}

type Timed = (Duration, Input);

/// The range of an argument in which nothing was slow, as a declaration, if it contains most quick inputs.
fn range(signature: &Signature, quick: &[Timed], slow: &[Timed]) -> Option<String> {
    let number = |at: usize| move |(_, input): &Timed| Some(input.0.get(at)?.as_int()?.number().clone());
    for (at, argument) in signature.arguments().iter().enumerate() {
        let slow: Vec<Integer> = slow.iter().filter_map(number(at)).collect();
        let zero = Integer::from(0);
        let (below, above): (Vec<_>, Vec<_>) = slow.into_iter().partition(|n| *n < zero);
        let (below, above) = (below.into_iter().max(), above.into_iter().min());
        let is_within = |n: &Integer| {
            below.as_ref().is_none_or(|below| n > below) && above.as_ref().is_none_or(|above| n < above)
        };
        let within: Vec<Integer> = quick.iter().filter_map(number(at)).filter(is_within).collect();
        if (below.is_some() || above.is_some()) && 2 * within.len() > quick.len() {
            let (low, high) = (within.iter().min()?, within.iter().max()?);
            return Some(format!("{}:{}[{low}..{high}]", argument.name(), argument.schema().name()));
        }
    }
    None
}

impl Sut for Paced {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        self.inner.signature()
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.run_batch(std::slice::from_ref(input), std::slice::from_mut(outcome))
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        let start = Instant::now();
        let result = self.inner.run_batch(inputs, outcomes);
        self.slow.note(inputs, start.elapsed());
        if result.is_ok() {
            self.slow.note_overrun(inputs, outcomes);
        }
        result
    }

    fn inner(&self) -> Option<&dyn Sut> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Sut> {
        Some(&mut self.inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(took: impl Fn(i64) -> u64) -> Option<String> {
        let signature = Signature::parse(["n:int"]).unwrap();
        let slow = SlowInputs::default();
        for n in [-5_000_i64, -20, -3, 0, 1, 2, 7, 40, 900, 70_000, 1_000_000] {
            let input = signature.read(&[n.to_string()], None).unwrap();
            slow.note(&[input], Duration::from_micros(took(n)));
        }
        slow.told(&signature)
    }

    #[test]
    fn slow_inputs_are_named_with_the_range_that_avoids_them() {
        let sentence = told(|n| if n > 50_000 { 900_000 } else { 100 }).unwrap();
        assert!(sentence.contains("up to 900.0ms a call, such as 1000000, where"), "{sentence}");
        assert!(sentence.contains("--arg 'n:int[-5000..900]'"), "{sentence}");
        let sentence = told(|n| if n.abs() > 1_000 { 900_000 } else { 100 }).unwrap();
        assert!(sentence.contains("--arg 'n:int[-20..900]'"), "{sentence}");
    }

    #[test]
    fn a_target_that_is_slow_throughout_has_none() {
        assert_eq!(told(|_| 900_000), None);
    }
}
