//! What the search sees of the arguments: arguments that are kept at a value are hidden, and the fields of a record
//! appear as arguments of their own, so that everything the search can do with arguments works for them, too. Everyone
//! else sees whole inputs.

use std::sync::Arc;

use autobva_core::behaviour::Landscape;
use autobva_core::{
    Argument, Candidate, Hints, Input, Observation, Outcome, Quantifier, Record, Schema, Selection, Shape,
    Signature, SignatureError, Step, Sut, SutError, Value, ValuePath,
};
use autobva_explore::Watcher;

use crate::error::Error;

/// What the search sees of each argument.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    parts: Vec<Part>,
}

/// What the search sees of an argument or a field.
#[derive(Debug, Clone)]
enum Part {
    /// Nothing: it is kept at this value.
    Fixed(Value),
    Varied,
    Fields(Arc<Shape>, Vec<Part>),
}

impl Part {
    fn of(schema: &Schema) -> Part {
        match schema {
            Schema::Record(record) if !record.fields().is_empty() => {
                Part::Fields(Arc::clone(record.shape()), record.fields().iter().map(Part::of).collect())
            }
            _ => Part::Varied,
        }
    }

    /// The number of arguments that the search sees of it.
    fn len(&self) -> usize {
        match self {
            Part::Fixed(_) => 0,
            Part::Varied => 1,
            Part::Fields(_, parts) => parts.iter().map(Part::len).sum(),
        }
    }

    /// Adds the paths to everything that the search sees.
    fn paths(&self, path: ValuePath, found: &mut Vec<ValuePath>) {
        match self {
            Part::Fixed(_) => {}
            Part::Varied => found.push(path),
            Part::Fields(_, parts) => {
                for (at, part) in parts.iter().enumerate() {
                    part.paths(path.and(Step::Field(at)), found);
                }
            }
        }
    }

    /// Puts the whole value together from the values of the search.
    fn whole(&self, given: &mut dyn Iterator<Item = Value>) -> Option<Value> {
        match self {
            Part::Fixed(value) => Some(value.clone()),
            Part::Varied => given.next(),
            Part::Fields(shape, parts) => {
                let values: Option<Vec<Value>> = parts.iter().map(|part| part.whole(given)).collect();
                Some(Value::Record(Box::new(Record::new(Arc::clone(shape), values?))))
            }
        }
    }
}

impl Kept {
    /// Reads the arguments to be kept, as `NAME=VALUE`; if an argument has two values, the later one counts. In a
    /// search by the derivative records stay whole, because distances are between whole values.
    pub(crate) fn read(fixed: &[String], signature: &Signature, select: Selection) -> Result<Kept, Error> {
        let part = |argument: &Argument| match (select, Part::of(argument.schema())) {
            (Selection::Behaviour, part) if part.len() > 1 => part,
            _ => Part::Varied,
        };
        let mut parts: Vec<Part> = signature.arguments().iter().map(part).collect();
        for text in fixed {
            let (name, value) = text.split_once('=').ok_or_else(|| Error::Fix(text.clone()))?;
            let name = name.trim();
            let at = signature.arguments().iter().position(|argument| argument.name() == name);
            let at = at.ok_or_else(|| SignatureError::no_such_argument(name, signature))?;
            parts[at] = Part::Fixed(autobva_codec::text::read(&signature.arguments()[at], value, None)?);
        }
        match parts.iter().all(|part| part.len() == 0) {
            true => Err(Error::AllFixed),
            false => Ok(Kept { parts }),
        }
    }

    /// Whether the search sees every argument as it is.
    pub(crate) fn is_nothing(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Varied))
    }

    /// The names and values of the kept arguments.
    pub(crate) fn told(&self, signature: &Signature) -> Vec<(String, String)> {
        let both = signature.arguments().iter().zip(&self.parts);
        both.filter_map(|(a, part)| match part {
            Part::Fixed(value) => Some((a.name().to_string(), autobva_codec::text::Text(value).to_string())),
            Part::Varied | Part::Fields(..) => None,
        })
        .collect()
    }

    /// The paths to everything that the search sees, in order.
    fn paths(&self) -> Vec<ValuePath> {
        let mut paths = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            part.paths(ValuePath::to(at), &mut paths);
        }
        paths
    }

    /// The arguments of the search.
    fn signature(&self, whole: &Signature) -> Result<Signature, SignatureError> {
        let argument = |path: ValuePath| match path.schema(whole) {
            Some(schema) if !path.is_whole() => Argument::new(path.name(whole), schema.clone()),
            _ => whole.arguments()[path.argument()].clone(),
        };
        Signature::new(self.paths().into_iter().map(argument))
    }

    /// The starting values for the arguments of the search, given those for the whole arguments.
    pub(crate) fn hints(&self, hints: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
        let of = |path: ValuePath| {
            let values = hints.get(path.argument()).into_iter().flatten();
            values.filter_map(|value| path.inside_of(value).cloned()).collect()
        };
        self.paths().into_iter().map(of).collect()
    }

    fn whole(&self, varied: &Input) -> Input {
        let mut given = varied.iter().cloned();
        Input(self.parts.iter().filter_map(|part| part.whole(&mut given)).collect())
    }

    /// The candidate as the search would have found it; `None` if it differs from the kept values.
    pub(crate) fn narrowed(&self, mut candidate: Candidate) -> Option<Candidate> {
        let paths = self.paths();
        for side in [&mut candidate.left, &mut candidate.right] {
            let is_kept = |(value, part): (&Value, &Part)| match part {
                Part::Fixed(kept) => value.reads_as(kept),
                Part::Varied | Part::Fields(..) => true,
            };
            if !side.input.iter().zip(&self.parts).all(is_kept) {
                return None;
            }
            let values = paths.iter().map(|path| path.value(&side.input).cloned());
            side.input = Input(values.collect::<Option<_>>()?);
        }
        Some(candidate)
    }

    /// The candidate with the kept values.
    pub(crate) fn widened(&self, mut candidate: Candidate) -> Candidate {
        [&mut candidate.left, &mut candidate.right].into_iter().for_each(|side| self.widen(side));
        candidate
    }

    fn widen(&self, side: &mut Observation) {
        if !self.is_nothing() {
            side.input = self.whole(&side.input);
        }
    }

    /// Makes every input of a landscape whole. Kept arguments count as not mattering, and for a record that matters the
    /// fields that do not are named.
    pub(crate) fn widen_all(&self, landscape: &mut Landscape, signature: &Signature) {
        landscape.behaviours.iter_mut().for_each(|behaviour| self.widen(&mut behaviour.example));
        for boundary in &mut landscape.boundaries {
            for place in [&mut boundary.example].into_iter().chain(&mut boundary.places) {
                [&mut place.left, &mut place.right].into_iter().for_each(|side| self.widen(side));
            }
        }
        let varied = std::mem::take(&mut landscape.matters);
        landscape.matters = vec![false; self.parts.len()];
        for (path, matters) in self.paths().iter().zip(&varied) {
            landscape.matters[path.argument()] |= matters;
        }
        let idle = self
            .paths()
            .into_iter()
            .zip(varied)
            .filter(|(path, matters)| !matters && !path.is_whole() && landscape.matters[path.argument()]);
        landscape.idle.extend(idle.map(|(path, _)| path.name(signature)).collect::<Vec<_>>());
    }
}

/// The target as the search sees it.
pub(crate) struct Narrowed<'a> {
    inner: &'a dyn Sut,
    kept: &'a Kept,
    signature: Signature,
}

impl<'a> Narrowed<'a> {
    pub(crate) fn new(inner: &'a dyn Sut, kept: &'a Kept) -> Result<Narrowed<'a>, SignatureError> {
        let signature = kept.signature(inner.signature())?;
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

    /// The search gets defaults and hints by its own arguments, in its plan.
    fn defaults(&self) -> &[Option<String>] {
        &[]
    }

    fn hints(&self) -> &Hints {
        Hints::NONE
    }

    fn inner(&self) -> Option<&dyn Sut> {
        Some(self.inner)
    }
}

/// Passes whole candidates to a watcher.
pub(crate) struct Widening<'a> {
    pub(crate) watcher: &'a dyn Watcher,
    pub(crate) kept: &'a Kept,
}

impl Watcher for Widening<'_> {
    fn found(&self, candidate: Candidate) {
        self.watcher.found(self.kept.widened(candidate));
    }
}

/// Scores pairs with the kept values, which a user's own quantifier or distance may use.
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
    use super::*;
    use crate::find;

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
    fn fields_have_rules_and_are_told_if_they_never_matter() {
        let record = "a:record Account{balance: int[-1000..1000], limit: int[0..1000], note: str}";
        let withdraw = |input: &Input| {
            let number = |at: usize| match &input[0] {
                Value::Record(account) => account.values[at].to_string().parse::<i64>().unwrap_or(0),
                _ => 0,
            };
            let amount: i64 = input[1].to_string().parse().unwrap_or(0);
            match amount {
                _ if amount > number(0) + number(1) => "declined",
                _ if amount > number(0) => "overdraft",
                _ => "ok",
            }
        };
        let signature = Signature::parse([record, "n:int[1..1000]"]).unwrap();
        let target = Function { signature, call: withdraw };
        let found = find(Box::new(target) as Box<dyn Sut>).seed(1).max_calls(6_000).run().unwrap();
        let landscape = found.landscape.unwrap();
        let rules: Vec<String> =
            landscape.boundaries.iter().filter_map(|b| Some(b.rule.as_ref()?.to_string())).collect();
        assert!(rules.contains(&"a.balance < n".to_string()), "{rules:?}");
        assert!(rules.contains(&"a.balance < -a.limit + n".to_string()), "{rules:?}");
        assert_eq!((landscape.matters, landscape.idle), (vec![true, true], vec!["a.note".to_string()]));
        assert!(found.candidates.iter().all(|c| c.left.input.len() == 2));
    }

    struct Function {
        signature: Signature,
        call: fn(&Input) -> &'static str,
    }

    impl Sut for Function {
        fn name(&self) -> &str {
            "function"
        }

        fn signature(&self) -> &Signature {
            &self.signature
        }

        fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
            outcome.start_valid("str").push_str((self.call)(input));
            Ok(())
        }
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
