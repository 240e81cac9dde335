//! A bounded memory of the outcomes so far.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use autobva_core::Input;
use foldhash::fast::FixedState;

use super::novelty::Sighting;

/// Outcomes by input, so that no input is run twice. There are two generations of bounded size: when the younger is
/// full it becomes the elder, and the previous elder is forgotten.
///
/// Inputs are identified by 128 bits of hash, which include the types. Among a million inputs, the chance that any two
/// collide is about one in 10^26.
#[derive(Debug)]
pub struct Memory {
    young: HashMap<u128, Arc<Sighting>, FixedState>,
    old: HashMap<u128, Arc<Sighting>, FixedState>,
    capacity: usize,
}

/// The key of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InputKey(u128);

impl InputKey {
    /// The key of this input.
    pub fn of(input: &Input) -> InputKey {
        let half = |seed: u64| {
            let mut hasher = FixedState::with_seed(seed).build_hasher();
            for value in input.iter() {
                hasher.write(value.type_name().as_bytes());
                value.hash_reading(&mut hasher);
            }
            u128::from(hasher.finish())
        };
        InputKey(half(1) << 64 | half(2))
    }
}

impl Memory {
    /// A memory of at most this many outcomes.
    pub fn new(capacity: usize) -> Memory {
        let empty = || HashMap::with_hasher(FixedState::with_seed(0));
        Memory { young: empty(), old: empty(), capacity }
    }

    /// Whether an input was run before. If so, it moves to the younger generation and is kept for longer.
    pub fn recalls(&mut self, key: InputKey) -> bool {
        if self.young.contains_key(&key.0) {
            return true;
        }
        let Some(outcome) = self.old.get(&key.0).cloned() else { return false };
        self.insert(key, outcome);
        true
    }

    /// Limits the number of outcomes that are remembered from now on.
    pub fn shrink(&mut self, capacity: usize) {
        self.capacity = self.capacity.min(capacity);
    }

    /// The outcome of an input that was run before.
    pub fn get(&self, key: InputKey) -> Option<Arc<Sighting>> {
        self.young.get(&key.0).or_else(|| self.old.get(&key.0)).cloned()
    }

    /// Remembers the outcome of an input.
    pub fn insert(&mut self, key: InputKey, outcome: Arc<Sighting>) {
        if self.young.len() >= self.capacity / 2 {
            self.old = std::mem::replace(&mut self.young, HashMap::with_hasher(FixedState::with_seed(0)));
        }
        self.young.insert(key.0, outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Outcome, Signature};

    #[test]
    fn remembers_the_latest_and_stays_within_bounds() {
        let signature = Signature::parse(["n:int"]).unwrap();
        let key =
            |n: i32, ty: &str| InputKey::of(&signature.read(&[n.to_string().as_str()], Some(&[ty])).unwrap());
        let mut memory = Memory::new(100);
        for n in 0..1_000 {
            memory.insert(key(n, "Int64"), Arc::new(Sighting::new(Outcome::valid("Int64", n.to_string()))));
            assert!(memory.young.len() + memory.old.len() <= 100);
        }
        assert_eq!(memory.get(key(999, "Int64")).unwrap().outcome.text(), "999");
        assert!(memory.get(key(0, "Int64")).is_none());
        assert!(memory.get(key(999, "Int32")).is_none(), "another type is another input");
    }
}
