//! A panic is an outcome, not the end: `cargo run --example panics`.

use autobva::{Error, Group, find};

pub(crate) fn main() -> Result<(), Error> {
    let squares: Vec<u32> = (0..10).map(|n| n * n).collect();
    let findings = find(move |index: u8| squares[usize::from(index)]).seed(1).max_calls(5_000).run()?;

    let edge = findings.candidates.iter().find(|c| c.group() == Group::VE).expect("the end of the table");
    println!("{} gives {}", edge.left.input, edge.left.outcome.text());
    println!("{} panics: {}", edge.right.input, edge.right.outcome.text());
    assert_eq!((edge.left.input.to_string(), edge.right.input.to_string()), ("9".into(), "10".into()));
    Ok(())
}
