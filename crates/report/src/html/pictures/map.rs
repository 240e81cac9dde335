//! Behaviour and program derivative around a pair.

/// What a target does around a pair.
pub struct BehaviourMap {}
