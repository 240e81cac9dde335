//! Mutation operators stop at the edge, whatever the number of steps.

use autobva_core::{Axis, Input, Integer, Signature};
use autobva_explore::MutationOperator::{self, Decrement, Increment};
use proptest::prelude::*;

fn moved(
    declaration: &str,
    value: &str,
    runtime: Option<&str>,
    op: MutationOperator,
    steps: i128,
) -> (String, bool) {
    let signature = Signature::parse([declaration]).unwrap();
    let value = signature.arguments()[0].read(value, runtime).unwrap();
    let mut input: Input = [value].into_iter().collect();
    let axis = Axis::main(&input, 0);
    let moved = op.apply(&axis, &signature, &mut input, &Integer::Small(steps));
    (input.to_string(), moved)
}

#[test]
fn one_step_and_many() {
    assert_eq!(moved("n:int", "9", None, Increment, 1), ("10".into(), true));
    assert_eq!(moved("n:int", "9", None, Decrement, 1000), ("-991".into(), true));
    assert_eq!(moved("b:bool", "false", None, Increment, 5), ("true".into(), true));
    assert_eq!(moved("x:f64", "1.0", None, Increment, 1), ("1.0000000000000002".into(), true));
    assert_eq!(moved("s:str", "ab", None, Decrement, 1), ("a".into(), true));
}

#[test]
fn the_edge_of_the_type_stops() {
    assert_eq!(moved("n:i8", "127", None, Increment, 1), ("127".into(), false));
    assert_eq!(moved("n:i8", "120", None, Increment, 1000), ("127".into(), true));
    assert_eq!(moved("n:int", "255", Some("UInt8"), Increment, 1), ("255".into(), false));
    assert_eq!(moved("n:int", "0", Some("UInt64"), Decrement, 1), ("0".into(), false));
    let most = i128::MAX.to_string();
    assert_eq!(moved("n:int", &most, None, Increment, i128::MAX), (most.clone(), false));
    assert_eq!(moved("s:str", "", None, Decrement, 1), (String::new(), false));
}

#[test]
fn the_edge_of_the_range_stops() {
    assert_eq!(moved("n:int[0..250]", "249", Some("UInt8"), Increment, 9), ("250".into(), true));
    assert_eq!(moved("n:int[0..250]", "100", Some("Int8"), Increment, 99), ("127".into(), true));
    assert_eq!(moved("x:f64[0..1]", "1", None, Increment, 1), ("1.0".into(), false));
    assert_eq!(moved("x:f64[0..1]", "0.5", None, Decrement, i128::MAX), ("0.0".into(), true));
}

proptest! {
    #[test]
    fn never_outside_never_backwards(n in any::<i64>(), steps in 1i128..=i128::MAX, up in any::<bool>()) {
        let signature = Signature::parse(["n:i64"]).unwrap();
        let mut input = signature.read(&[n.to_string()], None).unwrap();
        let op = if up { Increment } else { Decrement };
        let axis = Axis::main(&input, 0);
    let moved = op.apply(&axis, &signature, &mut input, &Integer::Small(steps));
        let there = axis.get(&input).to_i128().unwrap();
        let n = i128::from(n);
        let expected = if up { n.saturating_add(steps).min(i64::MAX.into()) } else { n.saturating_sub(steps).max(i64::MIN.into()) };
        prop_assert_eq!(there, expected);
        prop_assert_eq!(moved, there != n);
    }
}
