//! Text: the strength of a password by its length in characters.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "password",
    "a text with three limits on its length",
    "shape",
    || function(strength.into_sut(), "password", &["text"]),
    truth,
);

/// The least length of each strength but the first.
const LIMITS: [usize; 3] = [1, 8, 40];

fn strength(text: String) -> Result<&'static str, &'static str> {
    let length = text.chars().count();
    match LIMITS.iter().filter(|limit| length >= **limit).count() {
        0 => Err("empty"),
        1 => Ok("weak"),
        2 => Ok("fair"),
        _ => Ok("strong"),
    }
}

fn truth() -> Truth {
    let text = |length: usize| "x".repeat(length);
    let known = LIMITS.map(|limit| {
        Known::new(format!("{} | {limit} characters", limit - 1), &[text(limit - 1)], &[text(limit)])
    });
    Truth::kinds(known.to_vec(), |pair| {
        pair.step()?;
        let (a, b) = (pair.left.0[0].as_text()?, pair.right.0[0].as_text()?);
        let longer = a.chars().count().max(b.chars().count());
        LIMITS.iter().position(|limit| *limit == longer)
    })
}
