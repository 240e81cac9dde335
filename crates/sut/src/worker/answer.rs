//! Answers of a worker: lines of JSON with outcomes in the order of the calls.

use std::borrow::Cow;
use std::fmt;
use std::sync::Mutex;

use autobva_core::Outcome;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

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

/// Reads a line into the outcomes that are expected next.
pub(crate) fn read_answer(
    line: &[u8],
    expected: &mut [Outcome],
    names: &Names,
    limits: &Limits,
) -> Result<Answer, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let answer = AnswerSeed { expected, names, limits }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(answer)
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

struct AnswerSeed<'a> {
    expected: &'a mut [Outcome],
    names: &'a Names,
    limits: &'a Limits,
}

impl<'de> DeserializeSeed<'de> for AnswerSeed<'_> {
    type Value = Answer;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Answer, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for AnswerSeed<'_> {
    type Value = Answer;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with id and outcomes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answer, A::Error> {
        let mut answer = Answer::default();
        while let Some(key) = map.next_key::<Cow<'_, str>>()? {
            match &*key {
                "id" => answer.id = Some(map.next_value()?),
                "restart" => answer.restart = map.next_value()?,
                "again" => answer.again = map.next_value()?,
                "left" => answer.left = Some(map.next_value()?),
                "outcomes" => {
                    let expected = &mut self.expected[answer.count..];
                    answer.count +=
                        map.next_value_seed(Runs { expected, names: self.names, limits: self.limits })?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(answer)
    }
}

/// A list of runs; yields the number of outcomes.
struct Runs<'a> {
    expected: &'a mut [Outcome],
    names: &'a Names,
    limits: &'a Limits,
}

impl<'de> DeserializeSeed<'de> for Runs<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Runs<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of outcomes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut runs: A) -> Result<usize, A::Error> {
        let mut count = 0;
        loop {
            let expected = &mut self.expected[count..];
            match runs.next_element_seed(Run(Runs { expected, names: self.names, limits: self.limits }))? {
                Some(more) => count += more,
                None => return Ok(count),
            }
        }
    }
}

/// One outcome as validity, type and text; further texts are outcomes of the same validity and type.
struct Run<'a>(Runs<'a>);

impl<'de> DeserializeSeed<'de> for Run<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Run<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("validity, type and text")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut run: A) -> Result<usize, A::Error> {
        let Runs { expected, names, limits } = self.0;
        let missing = || A::Error::custom("an outcome has validity, type and text");
        let is_valid = match &*run.next_element::<Cow<'_, str>>()?.ok_or_else(missing)? {
            "valid" => true,
            "error" => false,
            _ => return Err(A::Error::custom("the validity is \"valid\" or \"error\"")),
        };
        let name = names.get(&run.next_element::<Cow<'_, str>>()?.ok_or_else(missing)?);
        let mut count = 0;
        loop {
            let Some(outcome) = expected.get_mut(count) else {
                return match run.next_element::<IgnoredAny>()? {
                    Some(_) => Err(A::Error::custom("more outcomes than calls")),
                    None if count == 0 => Err(A::Error::custom("more outcomes than calls")),
                    None => Ok(count),
                };
            };
            let text = match is_valid {
                true => outcome.start_valid(name.clone()),
                false => outcome.start_error(name.clone()),
            };
            match run.next_element_seed(Text(text))? {
                Some(()) if outcome.text().len() > limits.output => limits.write_too_long(outcome),
                Some(()) => {}
                None if count == 0 => return Err(missing()),
                None => return Ok(count),
            }
            count += 1;
        }
    }
}

/// A text that is written directly into its destination.
struct Text<'a>(&'a mut String);

impl<'de> DeserializeSeed<'de> for Text<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Text<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, expected: usize) -> Result<(Answer, Vec<Outcome>), String> {
        let mut outcomes: Vec<Outcome> = (0..expected).map(|_| Outcome::default()).collect();
        let limits = Limits { output: 10, ..Limits::default() };
        let answer = read_answer(line.as_bytes(), &mut outcomes, &Names::default(), &limits);
        answer.map(|answer| (answer, outcomes)).map_err(|e| e.to_string())
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
            assert!(read(line, expected).is_err(), "{line} was read");
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
