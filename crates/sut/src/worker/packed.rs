//! Packed answers, of workers that ask for the packed form: texts as lines, which Python writes in half the time of JSON.

use autobva_core::Outcome;
use serde::Deserialize;

use super::answer::{Answer, Names, write_run};
use crate::conditions::Limits;

/// The head of a packed answer, before the texts.
#[derive(Deserialize)]
struct Head<'a> {
    id: u64,
    /// Validity, type, and the number of consecutive texts that have them.
    #[serde(borrow)]
    runs: Vec<(&'a str, std::borrow::Cow<'a, str>, usize)>,
    #[serde(default)]
    restart: bool,
    #[serde(default)]
    left: Option<String>,
}

/// The length of the texts that follow, if a line is the head of a packed answer: `LENGTH {…}`.
pub(crate) fn body_length(line: &[u8]) -> Option<usize> {
    let space = line.iter().take(20).position(|byte| *byte == b' ')?;
    std::str::from_utf8(&line[..space]).ok()?.parse().ok()
}

/// Reads a packed answer into the outcomes that are expected next. An invalid answer yields nothing.
pub(crate) fn read_packed_answer(
    head: &[u8],
    body: &[u8],
    expected: &mut [Outcome],
    names: &Names,
    limits: &Limits,
) -> Option<Answer> {
    let start = head.iter().position(|byte| *byte == b' ')?;
    let head: Head<'_> = serde_json::from_slice(&head[start..]).ok()?;
    let mut texts = std::str::from_utf8(body).ok()?.split('\n');
    let mut next = expected.iter_mut();
    let mut count = 0;
    for (validity, name, length) in &head.runs {
        let mut written = 0;
        let own = texts.by_ref().take(*length).inspect(|_| written += 1);
        write_run(validity, names.get(name), own, &mut next, limits)?;
        (written == *length).then_some(())?;
        count += length;
    }
    let Head { id, restart, left, .. } = head;
    texts.next().is_none().then_some(Answer { id: Some(id), count, restart, left, again: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(head: &str, body: &str, expected: usize) -> Option<(Answer, Vec<Outcome>)> {
        let mut outcomes: Vec<Outcome> = (0..expected).map(|_| Outcome::default()).collect();
        let limits = Limits { output: 10, ..Limits::default() };
        let answer =
            read_packed_answer(head.as_bytes(), body.as_bytes(), &mut outcomes, &Names::default(), &limits)?;
        Some((answer, outcomes))
    }

    #[test]
    fn texts_are_lines() {
        let head = r#"9 {"id":3,"runs":[["valid","int",2],["error","E",1]]}"#;
        assert_eq!(body_length(head.as_bytes()), Some(9));
        let (answer, outcomes) = read(head, "1\n\nmuch too long", 4).unwrap();
        assert_eq!(answer, Answer { id: Some(3), count: 3, ..Answer::default() });
        assert_eq!(outcomes[..2], [Outcome::valid("int", "1"), Outcome::valid("int", "")]);
        assert_eq!(outcomes[2].type_name(), "OutputTooLong");
    }

    #[test]
    fn anything_else_is_no_answer() {
        for (head, body) in [
            (r#"1 {"id":3,"runs":[["valid","int",2]]}"#, "1"),
            (r#"3 {"id":3,"runs":[["valid","int",1]]}"#, "1\n2"),
            (r#"5 {"id":3,"runs":[["valid","int",3]]}"#, "1\n2\n3"),
            (r#"1 {"id":3,"runs":[["maybe","int",1]]}"#, "1"),
            ("1 hello", "1"),
        ] {
            assert!(read(head, body, 2).is_none(), "{head} was read");
        }
        assert_eq!(body_length(b"{\"id\":3}"), None);
        assert_eq!(body_length(b"-1 {}"), None);
    }
}
