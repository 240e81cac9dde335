//! `max` under `shape`: the result is one of the arguments, so that its sign and number of digits change as long as the
//! other argument is less.

use autobva_core::Entry;

use super::built_in;
use crate::experiment::search::numbers;
use crate::experiment::search::subject::{Known, Subject, Truth};

pub(super) const SUBJECT: Subject = Subject {
    entry: Entry { name: "max", help: "two arguments, of which only the greater one matters" },
    output_distance: "shape",
    sut: || built_in("max"),
    truth,
};

fn truth() -> Truth {
    let changes = numbers::kinds().map(|(name, [a, b])| Known::new(name, &[a, i64::MIN], &[b, i64::MIN]));
    Truth::kinds(changes.collect(), |pair| {
        pair.step()?;
        numbers::kind(pair.texts().0, pair.texts().1)
    })
}
