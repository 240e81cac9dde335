//! Arguments that are kept at a value: the search sees a target without them, everyone else the whole one.

use autobva_core::behaviour::Landscape;
use autobva_core::{
    Candidate, Input, Observation, Outcome, Quantifier, Signature, SignatureError, Sut, SutError, Value,
};
use autobva_explore::Watcher;

use crate::error::Error;

/// For each argument the value that it is kept at, if any.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    values: Vec<Option<Value>>,
}

impl Kept {
    /// Reads what is to be kept as `NAME=VALUE`; of two values for an argument the later one counts.
    pub(crate) fn read(fixed: &[String], signature: &Signature) -> Result<Kept, Error> {
        let mut values = vec![None; signature.len()];
        for text in fixed {
            let (name, value) = text.split_once('=').ok_or_else(|| Error::Fix(text.clone()))?;
            let name = name.trim();
            let at = signature.arguments().iter().position(|argument| argument.name() == name);
            let at = at.ok_or_else(|| SignatureError::NoSuchArgument {
                argument: name.to_string(),
                signature: signature.to_string(),
            })?;
            values[at] = Some(autobva_codec::text::read(&signature.arguments()[at], value, None)?);
        }
        match values.iter().all(Option::is_some) {
            true => Err(Error::AllFixed),
            false => Ok(Kept { values }),
        }
    }

    /// Whether every argument is varied.
    pub(crate) fn is_nothing(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }

    /// The names and values of what is kept.
    pub(crate) fn told(&self, signature: &Signature) -> Vec<(String, String)> {
        let both = signature.arguments().iter().zip(&self.values);
        both.filter_map(|(a, value)| {
            Some((a.name().to_string(), autobva_codec::text::Text(value.as_ref()?).to_string()))
        })
        .collect()
    }

    /// What belongs to the arguments that are varied, of something for each argument.
    pub(crate) fn of_varied<T>(&self, all: impl IntoIterator<Item = T>) -> Vec<T> {
        let both = all.into_iter().zip(&self.values);
        both.filter(|(_, value)| value.is_none()).map(|(one, _)| one).collect()
    }

    /// The input with the values that are kept.
    fn whole(&self, varied: &Input) -> Input {
        let mut given = varied.iter().cloned();
        Input(self.values.iter().filter_map(|value| value.clone().or_else(|| given.next())).collect())
    }

    /// The candidate as the search would have found it; none if it has other values than those that are kept.
    pub(crate) fn narrowed(&self, mut candidate: Candidate) -> Option<Candidate> {
        for side in [&mut candidate.left, &mut candidate.right] {
            let mut both = side.input.iter().zip(&self.values);
            if !both.all(|(value, kept)| kept.as_ref().is_none_or(|kept| value.reads_as(kept))) {
                return None;
            }
            side.input = Input(self.of_varied(side.input.iter().cloned()));
        }
        Some(candidate)
    }

    /// The candidate with the values that are kept.
    pub(crate) fn widened(&self, mut candidate: Candidate) -> Candidate {
        [&mut candidate.left, &mut candidate.right].into_iter().for_each(|side| self.widen(side));
        candidate
    }

    fn widen(&self, side: &mut Observation) {
        if !self.is_nothing() {
            side.input = self.whole(&side.input);
        }
    }

    /// Gives every input of a landscape the values that are kept. What is kept is not seen to matter.
    pub(crate) fn widen_all(&self, landscape: &mut Landscape) {
        landscape.behaviours.iter_mut().for_each(|behaviour| self.widen(&mut behaviour.example));
        for boundary in &mut landscape.boundaries {
            for place in [&mut boundary.example].into_iter().chain(&mut boundary.places) {
                [&mut place.left, &mut place.right].into_iter().for_each(|side| self.widen(side));
            }
        }
        let mut varied = std::mem::take(&mut landscape.matters).into_iter();
        landscape.matters =
            self.values.iter().map(|kept| kept.is_none() && varied.next().unwrap_or(false)).collect();
    }
}

/// The target as the search sees it: without the arguments that are kept.
pub(crate) struct Narrowed<'a> {
    inner: &'a dyn Sut,
    kept: &'a Kept,
    signature: Signature,
}

impl<'a> Narrowed<'a> {
    pub(crate) fn new(inner: &'a dyn Sut, kept: &'a Kept) -> Result<Narrowed<'a>, SignatureError> {
        let signature = Signature::new(kept.of_varied(inner.signature().arguments().iter().cloned()))?;
        Ok(Narrowed { inner, kept, signature })
    }
}

impl Sut for Narrowed<'_> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.inner.run(&self.kept.whole(input), outcome)
    }

    fn run_batch(&self, inputs: &[Input], outcomes: &mut [Outcome]) -> Result<(), SutError> {
        let inputs: Vec<Input> = inputs.iter().map(|input| self.kept.whole(input)).collect();
        self.inner.run_batch(&inputs, outcomes)
    }

    fn grain(&self) -> usize {
        self.inner.grain()
    }

    fn stretch(&self) -> usize {
        self.inner.stretch()
    }

    fn check_surroundings(&self) -> Result<(), SutError> {
        self.inner.check_surroundings()
    }

    fn repeatable(&self) -> bool {
        self.inner.repeatable()
    }
}

/// Tells a watcher of whole candidates.
pub(crate) struct Widening<'a> {
    pub(crate) watcher: &'a dyn Watcher,
    pub(crate) kept: &'a Kept,
}

impl Watcher for Widening<'_> {
    fn found(&self, candidate: Candidate) {
        self.watcher.found(self.kept.widened(candidate));
    }
}

/// Scores pairs with the values that are kept, which a quantifier or a distance of the user's own may look at.
pub(crate) struct Whole<'a> {
    pub(crate) inner: &'a dyn Quantifier,
    pub(crate) kept: &'a Kept,
}

impl Quantifier for Whole<'_> {
    fn evaluate(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> f64 {
        self.inner.evaluate(&self.kept.whole(a), output_a, &self.kept.whole(b), output_b)
    }

    fn tells_apart(&self, a: &Input, output_a: &Outcome, b: &Input, output_b: &Outcome) -> bool {
        self.inner.tells_apart(&self.kept.whole(a), output_a, &self.kept.whole(b), output_b)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Selection, find};

    fn fee(weight: u16, express: bool, zone: u8) -> Result<u32, String> {
        match (weight, zone) {
            (0, _) => Err("nothing to send".to_string()),
            (1..=500, 1) => Ok(if express { 9 } else { 4 }),
            _ => Ok(if express { 19 } else { 7 }),
        }
    }

    fn found(select: Selection, fixed: &[&str]) -> Vec<String> {
        let mut run = find(fee).argument("weight:u16").argument("express:bool").argument("zone:u8");
        for argument in fixed {
            run = run.fix(*argument);
        }
        let found = run.select(select).seed(1).max_calls(4_000).run().unwrap();
        assert_eq!(found.target.signature.len(), 3);
        found.candidates.iter().map(|c| format!("{} | {}", c.left.input, c.right.input)).collect()
    }

    #[test]
    fn what_is_kept_is_in_every_input_and_never_varies() {
        for select in [Selection::Behaviour, Selection::Derivative] {
            let pairs = found(select, &["zone=1", "express=false"]);
            assert!(pairs.contains(&"0, false, 1 | 1, false, 1".to_string()), "{select:?}: {pairs:?}");
            assert!(pairs.iter().all(|pair| pair.matches("false, 1").count() == 2), "{select:?}: {pairs:?}");
        }
        assert!(found(Selection::Behaviour, &["zone=1"]).iter().any(|pair| pair.contains("true")));
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        let refusal = |fixed: &[&str]| {
            let run = fixed.iter().fold(find(fee), |run, argument| run.fix(*argument));
            run.max_calls(10).run().unwrap_err().to_string()
        };
        let unknown = refusal(&["zon=1"]);
        assert!(unknown.contains("no argument 'zon'; its arguments are a1:u16, a2:bool, a3:u8"), "{unknown}");
        assert!(refusal(&["a1=x"]).contains("'x' is not a value of argument 'a1'"));
        assert!(refusal(&["a1"]).contains("write NAME=VALUE"));
        assert!(refusal(&["a1=1", "a2=true", "a3=7"]).contains("nothing to vary"));
    }
}
