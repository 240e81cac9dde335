//! The hashes by which inputs are found again.

use std::hash::{BuildHasher, Hasher};

use autobva_core::{Input, Value};
use foldhash::fast::FixedState;

/// The hash of an input: the sum of what its values contribute.
pub fn key(input: &Input) -> u64 {
    (0..input.len()).fold(0, |sum, argument| sum.wrapping_add(part(argument, &input[argument])))
}

/// What the value of an argument contributes to the hash of an input.
fn part(argument: usize, value: &Value) -> u64 {
    let mut hasher = FixedState::with_seed(10).build_hasher();
    hasher.write_usize(argument);
    // Most values are integers, and few bytes are hashed faster than a name.
    match value.as_int().and_then(|int| Some((int.ty(), int.number().to_i128()?))) {
        Some((ty, n)) => {
            hasher.write_u64(ty as u64);
            hasher.write_i128(n);
        }
        None => {
            hasher.write(value.type_name().as_bytes());
            value.hash_reading(&mut hasher);
        }
    }
    hasher.finish()
}

/// The hashes of the inputs on a line: only one value differs, and only its part is computed anew.
pub struct LineKeys {
    argument: usize,
    rest: u64,
}

impl LineKeys {
    pub fn through(base: &Input, argument: usize) -> LineKeys {
        LineKeys { argument, rest: key(base).wrapping_sub(part(argument, &base[argument])) }
    }

    /// The hash of an input on the line.
    pub fn key(&self, input: &Input) -> u64 {
        self.rest.wrapping_add(part(self.argument, &input[self.argument]))
    }
}

#[cfg(test)]
mod tests {
    use autobva_core::{Axis, Integer, Signature};

    use super::*;

    #[test]
    fn the_hashes_along_a_line_are_those_of_its_inputs() {
        let signature = Signature::parse(["n:int", "s:str", "m:i64", "x:f64"]).unwrap();
        let base = signature.read(&["7", "ab", "7", "0.5"], None).unwrap();
        let swapped = signature.read(&["1", "ab", "7", "0.5"], None).unwrap();
        for axis in signature.axes(&base) {
            let keys = LineKeys::through(&base, axis.argument());
            assert_eq!(keys.key(&base), key(&base));
            let mut moved = base.clone();
            axis.set(&mut moved, &axis.get(&base) + &Integer::ONE);
            assert_eq!(keys.key(&moved), key(&moved), "{moved}");
            assert_ne!(key(&moved), key(&base), "{moved}");
        }
        let mut crossed = swapped.clone();
        Axis::main(&swapped, 0).set(&mut crossed, Integer::Small(7));
        Axis::main(&swapped, 2).set(&mut crossed, Integer::ONE);
        assert_ne!(key(&crossed), key(&swapped));
    }
}
