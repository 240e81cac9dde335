//! Python functions within the process of the caller, which owns the interpreter: they use the same script as the
//! worker and the same packed form of values and outcomes, but no process and no pipes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use autobva_codec::pickle::pickle;
use autobva_core::{Hints, Input, Outcome, Signature, StopCheck, Sut, SutError};

use crate::conditions::Limits;
use crate::worker::{Hello, Names, body_length, read_answer, read_packed_answer};

/// The script, in the order in which its parts build on each other. It is executed in a namespace of its own and defines
/// the class `Within`: its constructor takes a callable, its `hello` is for [`Within::new`], and its `call` makes calls.
pub const SCRIPT: &str = concat!(
    include_str!("script/1_shared.py"),
    "\n\n",
    include_str!("script/2_target.py"),
    "\n\n",
    include_str!("script/2_hints.py"),
    "\n\n",
    include_str!("script/3_classes.py"),
    "\n\n",
    include_str!("script/3_types.py"),
    "\n\n",
    include_str!("script/4_arguments.py"),
    "\n\n",
    include_str!("script/5_calls.py"),
    "\n\n",
    include_str!("script/6_within.py"),
);

/// Receives the outcomes of some calls in the form of the protocol.
pub type Hear<'a> = dyn FnMut(&[u8]) -> Result<(), SutError> + 'a;

/// Makes a number of calls with the values of a pickle, and passes the outcomes on.
pub type Call = dyn Fn(&[u8], usize, &mut Hear<'_>) -> Result<(), SutError> + Send + Sync;

/// How long calls are made between two checks for a stop.
const PATIENCE: Duration = Duration::from_millis(20);
/// The size of the first batch, before the duration of a call is known.
const FIRST: usize = 8;
/// The maximum number of calls at a time; more would only take more memory.
const MOST: usize = 8192;

/// A callable of the interpreter in this process.
pub struct Within {
    name: String,
    signature: Signature,
    defaults: Vec<Option<String>>,
    hints: Hints,
    notes: Vec<String>,
    names: Names,
    limits: Limits,
    call: Box<Call>,
    stop: Option<StopCheck>,
    /// How many calls to make at a time.
    room: AtomicUsize,
}

impl Within {
    /// A target that `hello` describes, as the script writes it.
    pub fn new(hello: &str, call: Box<Call>) -> Result<Within, SutError> {
        let hello = Hello::read(hello.as_bytes()).map_err(SutError)?;
        Ok(Within {
            signature: hello.signature()?,
            name: hello.name.unwrap_or_default(),
            defaults: hello.args.into_iter().map(|argument| argument.default).collect(),
            hints: hello.hints.bounded(),
            notes: hello.notes,
            names: Names::default(),
            limits: Limits::default(),
            call,
            stop: None,
            room: AtomicUsize::new(FIRST),
        })
    }

    /// What the user should know about the arguments, one sentence each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn run_some(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        let mut heard = 0;
        (self.call)(&pickle(inputs), inputs.len(), &mut |answer| {
            heard += self.read(answer, &mut outcomes[heard..])?;
            Ok(())
        })?;
        match heard == inputs.len() {
            true => Ok(()),
            false => Err(SutError(format!("{} calls have {heard} outcomes", inputs.len()))),
        }
    }

    /// Reads outcomes, and returns their number.
    fn read(&self, answer: &[u8], expected: &mut [Outcome]) -> Result<usize, SutError> {
        let end = answer.iter().position(|byte| *byte == b'\n').unwrap_or(answer.len());
        let (head, body) = (&answer[..end], answer.get(end + 1..).unwrap_or_default());
        let read = match body_length(head) {
            Some(_) => read_packed_answer(head, body, expected, &self.names, &self.limits),
            None => read_answer(head, expected, &self.names, &self.limits),
        };
        read.map(|answer| answer.count).ok_or_else(|| SutError("the outcomes of calls cannot be read".into()))
    }
}

impl Sut for Within {
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
        self.run_some(std::slice::from_ref(input), std::slice::from_mut(outcome))
    }

    /// Runs a batch. Nothing can end a call, but between calls there is a check for a stop.
    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        let mut made = 0;
        while made < inputs.len() {
            if made > 0 && self.stop.as_ref().is_some_and(|stop| stop()) {
                return Err(SutError("stopped".into()));
            }
            let room = self.room.load(Ordering::Relaxed);
            let next = made..inputs.len().min(made + room);
            let (count, start) = (next.len(), Instant::now());
            self.run_some(&inputs[next.clone()], &mut outcomes[next.clone()])?;
            let each = start.elapsed().as_nanos().max(1) / count as u128;
            let fit = usize::try_from(PATIENCE.as_nanos() / each.max(1)).unwrap_or(MOST);
            // A few slow calls halve the size of the next batch at most.
            self.room.store(fit.clamp(room / 2, 4 * room).clamp(1, MOST), Ordering::Relaxed);
            made = next.end;
        }
        Ok(())
    }

    fn stop_when(&mut self, check: StopCheck) {
        self.stop = Some(check);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: &str = r#"{"autobva":2,"name":"f","args":[{"name":"n","type":"int"}],"notes":[]}"#;

    fn target(call: Box<Call>) -> Within {
        Within::new(HELLO, call).unwrap()
    }

    #[test]
    fn outcomes_come_in_any_number_of_parts() {
        let sut = target(Box::new(|_, count, hear| {
            (0..count).try_for_each(|_| hear(b"2 {\"id\":0,\"runs\":[[\"valid\",\"int\",1]]}\n42"))
        }));
        let inputs: Vec<Input> =
            (0..100).map(|n| sut.signature().read(&[&n.to_string()], None).unwrap()).collect();
        let mut outcomes = vec![Outcome::default(); inputs.len()];
        sut.run_batch(&inputs, &mut outcomes).unwrap();
        assert!(outcomes.iter().all(|outcome| *outcome == Outcome::valid("int", "42")));
    }

    #[test]
    fn calls_without_outcomes_are_a_fault() {
        let sut = target(Box::new(|_, _, _| Ok(())));
        let input = sut.signature().read(&["1"], None).unwrap();
        assert!(sut.run(&input, &mut Outcome::default()).is_err());
        let sut = target(Box::new(|_, _, hear| hear(b"nonsense")));
        assert!(sut.run(&input, &mut Outcome::default()).is_err());
    }

    #[test]
    fn a_batch_of_slow_calls_ends_when_asked() {
        let answer = b"{\"id\":0,\"outcomes\":[[\"valid\",\"int\",\"1\"]]}\n";
        let mut sut = target(Box::new(move |_, count, hear| {
            std::thread::sleep(5 * count as u32 * Duration::from_millis(1));
            (0..count).try_for_each(|_| hear(answer))
        }));
        sut.stop_when(std::sync::Arc::new(|| true));
        let inputs = vec![sut.signature().read(&["1"], None).unwrap(); 1000];
        let mut outcomes = vec![Outcome::default(); 1000];
        assert!(sut.run_batch(&inputs, &mut outcomes).is_err());
    }
}
