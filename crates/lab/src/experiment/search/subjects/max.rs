//! `max` under `shape`: the result is one of the arguments, so that its sign and number of digits change as long as the
//! other argument is less.

use super::*;

pub(super) const SUBJECT: Subject =
    target("max", "two arguments, of which only the greater one matters", "shape", || built_in("max"), truth);

fn truth() -> Truth {
    let changes = numbers::kinds().map(|(name, [a, b])| Known::new(name, &[a, i64::MIN], &[b, i64::MIN]));
    Truth::kinds(changes.collect(), |pair| {
        pair.step()?;
        numbers::kind(pair.texts().0, pair.texts().1)
    })
}
