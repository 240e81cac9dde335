//! Distances by the share of N-grams that two texts do not have in common.

use std::marker::PhantomData;

use super::grams::{Counts, GramLength};
use super::sets::gram_sets;
use super::{TextDistance, TextSet};
use crate::distances::{Laws, Range};

/// How much of two sets is not shared, from 0 to 1.
pub trait Share: Copy + Send + Sync + 'static {
    /// Whether the triangle inequality holds.
    const TRIANGLE: bool;

    /// Takes the sizes of two sets and of what they share, in 32 bits because vector instructions can convert these.
    fn unshared(left: i32, right: i32, common: i32) -> f64;
}

/// A distance over the sets of N-grams of both texts; a text shorter than a gram counts as one gram of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GramDistance<S>(GramLength, PhantomData<S>);

impl<S: Share> GramDistance<S> {
    /// The distance over grams of this length.
    pub fn new(length: GramLength) -> GramDistance<S> {
        GramDistance(length, PhantomData)
    }
}

impl<S: Share> TextDistance for GramDistance<S> {
    fn between(&self, a: &str, b: &str) -> f64 {
        if a == b {
            return 0.0;
        }
        let Counts { left, right, common } = Counts::of(a, b, self.0);
        S::unshared(left as i32, right as i32, common as i32)
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::Unit, triangle: S::TRIANGLE, separates: false }
    }

    fn sets<'a>(&'a self, texts: &'a [&'a str], count: usize) -> Vec<Box<dyn TextSet + 'a>> {
        gram_sets(self, texts, self.0, count, S::unshared)
    }
}
