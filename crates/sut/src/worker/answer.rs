//! Answers of a worker: lines of JSON with outcomes in the order of the calls.

use std::borrow::Cow;
use std::sync::Mutex;

use autobva_core::Outcome;
use serde::Deserialize;

use crate::conditions::Limits;

/// The content of a line of outcomes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The request that it answers.
    pub(crate) id: Option<u64>,
    /// How many outcomes were written.
    pub(crate) count: usize,
    /// Whether the worker asks to be replaced.
    pub(crate) restart: bool,
    /// Whether it asks for the calls of the request to be repeated one by one.
    pub(crate) again: bool,
    /// What the last call has left behind.
    pub(crate) left: Option<String>,
}

#[derive(Deserialize)]
struct Line<'a> {
    id: u64,
    /// Validity, type, and one or more texts that have them.
    #[serde(borrow, default)]
    outcomes: Vec<Vec<Part<'a>>>,
    #[serde(default)]
    restart: bool,
    #[serde(default)]
    again: bool,
    left: Option<String>,
}

/// A text that is not copied unless it contains escapes.
#[derive(Deserialize)]
struct Part<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads a line into the outcomes that are expected next. An invalid answer yields nothing.
pub(crate) fn read_answer(
    line: &[u8],
    expected: &mut [Outcome],
    names: &Names,
    limits: &Limits,
) -> Option<Answer> {
    let Line { id, outcomes, restart, again, left } = serde_json::from_slice(line).ok()?;
    let mut next = expected.iter_mut();
    let mut count = 0;
    for run in outcomes {
        let [Part(validity), Part(name), texts @ ..] = run.as_slice() else { return None };
        write_run(validity, names.get(name), texts.iter().map(|text| &*text.0), &mut next, limits)?;
        count += texts.len();
        (!texts.is_empty()).then_some(())?;
    }
    Some(Answer { id: Some(id), count, restart, again, left })
}

/// Writes texts of one validity and type into the next outcomes.
pub(super) fn write_run<'o, 't>(
    validity: &str,
    name: Cow<'static, str>,
    texts: impl Iterator<Item = &'t str>,
    next: &mut impl Iterator<Item = &'o mut Outcome>,
    limits: &Limits,
) -> Option<()> {
    let is_valid = validity == "valid";
    (is_valid || validity == "error").then_some(())?;
    for text in texts {
        let outcome = next.next()?;
        match is_valid {
            _ if text.len() > limits.output => limits.write_too_long(outcome),
            true => outcome.start_valid(name.clone()).push_str(text),
            false => outcome.start_error(name.clone()).push_str(text),
        }
    }
    Some(())
}

/// Names of types, each kept once: a million outcomes have only a handful of types.
#[derive(Default)]
pub(crate) struct Names(Mutex<Vec<&'static str>>);

impl Names {
    /// The limit keeps a target that invents a new name for each outcome from filling the memory.
    const MOST: usize = 256;

    pub(crate) fn get(&self, name: &str) -> Cow<'static, str> {
        let mut known = self.0.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(same) = known.iter().find(|known| **known == name) {
            return Cow::Borrowed(same);
        }
        if known.len() < Names::MOST {
            known.push(Box::leak(name.into()));
        }
        Cow::Owned(name.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, expected: usize) -> Option<(Answer, Vec<Outcome>)> {
        let mut outcomes: Vec<Outcome> = (0..expected).map(|_| Outcome::default()).collect();
        let limits = Limits { output: 10, ..Limits::default() };
        let answer = read_answer(line.as_bytes(), &mut outcomes, &Names::default(), &limits);
        answer.map(|answer| (answer, outcomes))
    }

    #[test]
    fn outcomes_come_one_by_one_or_in_runs() {
        let line = r#"{"id":3,"outcomes":[["valid","int","1","2"],["error","E","a\nb"]],"new":[1]}"#;
        let (answer, outcomes) = read(line, 4).unwrap();
        assert_eq!(answer, Answer { id: Some(3), count: 3, ..Answer::default() });
        let wanted = [Outcome::valid("int", "1"), Outcome::valid("int", "2"), Outcome::error("E", "a\nb")];
        assert_eq!(outcomes[..3], wanted);
    }

    #[test]
    fn long_texts_are_refused_one_by_one() {
        let (_, outcomes) =
            read(r#"{"id":3,"outcomes":[["valid","str","short","much too long","x"]]}"#, 3).unwrap();
        let types: Vec<&str> = outcomes.iter().map(Outcome::type_name).collect();
        assert_eq!(types, ["str", "OutputTooLong", "str"]);
    }

    #[test]
    fn anything_else_is_no_answer() {
        for (line, expected) in [
            ("hello", 1),
            ("", 1),
            ("[]", 1),
            (r#"{"id":3,"outcomes":[["valid","int","1"],["valid","int","1"]]}"#, 1),
            (r#"{"id":3,"outcomes":[["valid","int","1","2"]]}"#, 1),
            (r#"{"id":3,"outcomes":[["valid","int"]]}"#, 1),
            (r#"{"id":3,"outcomes":[["maybe","int","1"]]}"#, 1),
            (r#"{"id":3,"outcomes":[["valid","int",1]]}"#, 1),
            (r#"{"id":3,"outcomes":[["valid","int","1"]]} x"#, 1),
        ] {
            assert!(read(line, expected).is_none(), "{line} was read");
        }
    }

    #[test]
    fn names_are_kept_once_and_not_without_end() {
        let names = Names::default();
        assert!(matches!(names.get("int"), Cow::Owned(_)));
        assert!(matches!(names.get("int"), Cow::Borrowed("int")));
        (0..1000).for_each(|i| drop(names.get(&i.to_string())));
        assert_eq!(names.0.lock().unwrap().len(), Names::MOST);
    }
}
