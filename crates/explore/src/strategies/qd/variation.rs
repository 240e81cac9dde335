//! Variation: makes a child of a parent's pair.

use autobva_core::{Axis, Input, Integer, Motion, Signature};
use rand::RngExt;

use super::map::Elite;
use super::recast::recast;
use crate::mutation::MutationOperator;
use crate::samplers::{Random, integer_between};

/// The child: two inputs that are overwritten.
pub(super) struct Child<'a> {
    pub signature: &'a Signature,
    pub random: &'a mut Random,
    pub left: &'a mut Input,
    pub right: &'a mut Input,
}

impl Child<'_> {
    /// Makes a child of `parent`. Arguments may be taken from the pair `other` or from the new input `fresh`.
    pub(super) fn vary(&mut self, parent: &Elite, other: &Elite, fresh: &Input) {
        self.left.clone_from(&parent.left.input);
        self.right.clone_from(&parent.right.input);
        let argument = self.random.random_range(0..self.left.len());
        match self.random.random_range(0..10u8) {
            0 | 1 => self.between(argument),
            2..=4 => {
                let target = self.rewritten(argument, fresh);
                self.shift(argument, &target);
            }
            5 => {
                self.left[argument].clone_from(&other.left.input[argument]);
                self.right[argument].clone_from(&other.right.input[argument]);
            }
            6 | 7 => {
                let target = self.rewritten(argument, fresh);
                move_to(self.signature, self.left, argument, &target);
            }
            8 => {
                self.right.clone_from(self.left);
                let direction = MutationOperator::ALL[self.random.random_range(0..2)];
                direction.apply(&Axis::main(self.right, argument), self.signature, self.right, &Integer::ONE);
            }
            _ => self.regroup(),
        }
    }

    /// Makes a child of `parent` that is likely to stay in its cell: it is recast, or has digits traded or signs
    /// changed and is then regrouped or moved to another carry.
    pub(super) fn rearrange(&mut self, parent: &Elite) {
        self.left.clone_from(&parent.left.input);
        self.right.clone_from(&parent.right.input);
        match self.random.random_range(0..6u8) {
            0 => {}
            1 => self.trade(),
            2 | 3 => self.change_signs(),
            _ => return recast(self.signature, self.random, self.left, self.right),
        }
        if self.left.len() > 1 && self.random.random() {
            return self.regroup();
        }
        let argument = self.random.random_range(0..self.left.len());
        let target = self.carried(argument);
        if let Some(target) = target {
            self.shift(argument, &target);
        }
    }

    /// Takes a digit from one value and gives it to another: the total length stays the same, and perhaps the variance.
    fn trade(&mut self) {
        for longer in [true, false] {
            let argument = self.random.random_range(0..self.left.len());
            let side = if self.random.random() { &mut *self.left } else { &mut *self.right };
            if let Some(n) = place(side, argument).to_i128() {
                let target = if longer { n.saturating_mul(10) } else { n / 10 };
                move_to(self.signature, side, argument, &Integer::Small(target));
            }
        }
    }

    /// Changes the sign of some values and adds or removes a digit, so that they are written with the same length as before.
    fn change_signs(&mut self) {
        let both = self.random.random();
        let argument = self.random.random_range(0..self.left.len());
        for side in [&mut *self.left, &mut *self.right] {
            if (both || self.random.random())
                && let Some(n) = place(side, argument).to_i128()
            {
                let target = if n < 0 { n.saturating_mul(-10) } else { -(n / 10) };
                move_to(self.signature, side, argument, &Integer::Small(target));
            }
        }
    }

    /// Redistributes the values of both sides so that each argument gets two that are adjacent in size. The lengths,
    /// and so usually the cell, stay the same, but the sides come as close as possible.
    fn regroup(&mut self) {
        let values = self.left.iter().chain(self.right.iter());
        let mut places: Vec<Integer> = values.map(|value| Motion::main(value).get(value)).collect();
        places.sort_unstable();
        let mut arguments: Vec<usize> = (0..self.left.len()).collect();
        for pair in places.chunks_exact(2) {
            let argument = arguments.swap_remove(self.random.random_range(0..arguments.len()));
            let turned = self.random.random_range(0..2);
            move_to(self.signature, self.left, argument, &pair[turned]);
            move_to(self.signature, self.right, argument, &pair[1 - turned]);
        }
    }

    /// The published search's mutation: moves the left input a random quarter to three quarters of the way to the right
    /// one (after a possible swap), with one argument disturbed by at most their distance.
    fn between(&mut self, disturbed: usize) {
        const PARTS: i128 = 64;
        let share = self.random.random_range(PARTS / 4..=3 * PARTS / 4);
        if self.random.random() {
            std::mem::swap(self.left, self.right);
        }
        for argument in 0..self.left.len() {
            let (here, there) = (place(self.left, argument), place(self.right, argument));
            if let (Some(a), Some(b)) = (here.to_i128(), there.to_i128()) {
                let gap = b.saturating_sub(a);
                let mut target = a.saturating_add(gap / PARTS * share + gap % PARTS * share / PARTS);
                if argument == disturbed && gap != 0 {
                    let most = Integer::Small(gap.saturating_abs());
                    let least = &Integer::ZERO - &most;
                    let by = integer_between(&least, &most, self.random);
                    target = target.saturating_add(by.to_i128().unwrap_or(0));
                }
                move_to(self.signature, self.left, argument, &Integer::Small(target));
            }
        }
    }

    /// Moves an argument on both sides by the amount that brings the left one to `target`.
    fn shift(&mut self, argument: usize, target: &Integer) {
        let gap = &place(self.right, argument) - &place(self.left, argument);
        move_to(self.signature, self.left, argument, target);
        let partner = &place(self.left, argument) + &gap;
        move_to(self.signature, self.right, argument, &partner);
    }

    /// Another number for an argument of the left side: with a digit more or less, with the other sign, at the next
    /// carry, or newly drawn.
    fn rewritten(&mut self, argument: usize, fresh: &Input) -> Integer {
        let here = place(self.left, argument);
        let Some(n) = here.to_i128() else { return place(fresh, argument) };
        let rewritten = match self.random.random_range(0..6u8) {
            0 => n.saturating_mul(10).saturating_add(self.random.random_range(0..10)),
            1 => n / 10,
            2 => n.saturating_neg(),
            3 | 4 => return self.carried(argument).unwrap_or(here),
            _ => return place(fresh, argument),
        };
        Integer::Small(rewritten)
    }
}

impl Child<'_> {
    /// The number at which some digits of an argument carry over between the left side and the right one.
    fn carried(&mut self, argument: usize) -> Option<Integer> {
        let [n, partner] = [&*self.left, &*self.right].map(|side| place(side, argument).to_i128());
        let (n, partner) = (n?, partner?);
        let digits = n.unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
        let power = 10i128.pow(self.random.random_range(1..=digits.min(38)));
        let last = n.checked_sub(n.rem_euclid(power))?.saturating_add(power - 1);
        Some(Integer::Small(if partner < n { last.saturating_add(1) } else { last }))
    }
}

/// The place of an argument on its main axis.
pub(super) fn place(input: &Input, argument: usize) -> Integer {
    Axis::main(input, argument).get(input)
}

/// Moves an argument to a place, or as near as its type and range allow.
pub(super) fn move_to(signature: &Signature, input: &mut Input, argument: usize, target: &Integer) {
    let axis = Axis::main(input, argument);
    let here = axis.get(input);
    let direction = if *target > here { MutationOperator::Increment } else { MutationOperator::Decrement };
    direction.apply(&axis, signature, input, &here.distance(target));
}
