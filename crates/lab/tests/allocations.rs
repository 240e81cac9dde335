//! The hot path does not allocate: neither a call of an in-process target, once its buffers have grown, nor a step
//! along an axis.

use allocation_counter::measure;
use autobva_core::{Axis, Input, Int, IntType, Integer, Middle, Outcome, Schema, Sut, Value, halve};
use autobva_lab::builtin::{builtin, entries};
use autobva_sut::IntoSut;

/// Inputs of machine integers over the whole range of magnitudes, both signs.
fn inputs(target: &dyn Sut) -> Vec<Input> {
    let arguments = target.signature().arguments();
    let ty = if *arguments[0].schema() == Schema::any_int() { IntType::Int128 } else { IntType::Int64 };
    let bits = if ty == IntType::Int128 { 127 } else { 63 };
    let value = |bit: usize, i: usize| {
        let magnitude = 0x6d2b_79f5_4c95_7f2d_1405_7b7e_f767_814f_i128 >> (127 - (bit + 7 * i) % bits);
        Value::Int(Int::new(ty, if (bit + i).is_multiple_of(5) { -magnitude } else { magnitude }).unwrap())
    };
    (0..4 * bits).map(|bit| (0..arguments.len()).map(|i| value(bit, i)).collect()).collect()
}

fn allocations(target: &dyn Sut) -> u64 {
    let inputs = inputs(target);
    let mut outcome = Outcome::default();
    let mut run_all = || inputs.iter().for_each(|input| target.run(input, &mut outcome).unwrap());
    run_all();
    measure(run_all).count_total
}

#[test]
fn built_in_functions() {
    for entry in entries() {
        assert_eq!(allocations(&builtin(entry.name).unwrap()), 0, "{}", entry.name);
    }
}

#[test]
fn closures() {
    let pair = |a: i64, b: i64| Some((a.wrapping_add(b), a < b));
    assert_eq!(allocations(&pair.into_sut()), 0);
    let checked = |a: i64, b: i64| a.checked_mul(b).ok_or("too large");
    assert_eq!(allocations(&checked.into_sut()), 0);
}

/// What `lns` and `bcs` do between two calls.
#[test]
fn steps_along_axes() {
    for name in ["bytecount", "date"] {
        let target = builtin(name).unwrap();
        let (signature, mut input) = (target.signature(), Input::default());
        let mut steps = 0;
        let inputs = inputs(&*target);
        input.clone_from(&inputs[0]);
        let counted = measure(|| {
            for from in &inputs {
                for argument in 0..from.len() {
                    input.clone_from(from);
                    let axis = Axis::main(from, argument);
                    for upwards in [true, false] {
                        steps +=
                            usize::from(axis.step(signature, &mut input, upwards, &Integer::Small(1000)));
                    }
                    let middle = halve(&axis.get(from), &Integer::ZERO, Middle::OfNumbers);
                    axis.set(&mut input, middle);
                }
            }
        });
        assert_eq!((counted.count_total, steps > inputs.len()), (0, true), "{name}");
    }
}
