//! Recasting: replaces numbers of a pair so that the sum and the variance of their lengths, and therefore the cell,
//! stay the same.
//!
//! A cell knows its pair only by the lengths of the written values, so the digits of the best pair may be distributed
//! quite differently from those of the first pair. Which lengths stay in the cell is known without a call.

use autobva_core::{Input, Integer, Motion, Signature, Value};
use rand::RngExt;

use super::cell::{variance, written_length};
use super::variation::move_to;
use crate::samplers::Random;

/// The most digits that a new number gets; a number with one digit more still fits into 128 bits.
const MOST_DIGITS: u32 = 37;

/// Gives some arguments of both sides new numbers, as close together as their lengths allow.
pub(super) fn recast(signature: &Signature, random: &mut Random, left: &mut Input, right: &mut Input) {
    let chosen = some_numbers(left, right, random);
    let mut lengths: Vec<u32> = left.iter().chain(right.iter()).map(written_length).collect();
    let spots: Vec<usize> = chosen.iter().flat_map(|&at| [at, left.len() + at]).collect();
    trade_digits(&mut lengths, &spots, random);
    let mut dealt: Vec<u32> = spots.iter().map(|&spot| lengths[spot]).collect();
    dealt.sort_unstable();
    let mut free = chosen;
    for pair in dealt.chunks_exact(2) {
        let argument = free.swap_remove(random.random_range(0..free.len()));
        let mut numbers = closest(pair[0].min(MOST_DIGITS), pair[1].min(MOST_DIGITS), random);
        if random.random() {
            numbers.reverse();
        }
        set(signature, argument, [left, right], numbers.map(Integer::Small));
    }
}

/// Gives an argument new numbers on both sides. A number that does not fit its value's type takes the other side's type.
fn set(signature: &Signature, argument: usize, sides: [&mut Input; 2], numbers: [Integer; 2]) {
    let declared = &signature.arguments()[argument];
    let originals = [0, 1].map(|side: usize| sides[side][argument].clone());
    for (at, (side, number)) in sides.into_iter().zip(&numbers).enumerate() {
        let holds = |value: &Value| {
            let (lo, hi) = Motion::main(value).ends(declared.schema(), value);
            (lo..=hi).contains(number)
        };
        if !holds(&originals[at]) && holds(&originals[1 - at]) {
            side[argument].clone_from(&originals[1 - at]);
        }
        move_to(signature, side, argument, number);
    }
}

/// Some of the arguments that are numbers on both sides; at least one, if there are any.
fn some_numbers(left: &Input, right: &Input, random: &mut Random) -> Vec<usize> {
    let is_number = |value: &Value| value.as_int().is_some_and(|int| !int.is_bool());
    let mut numbers: Vec<usize> =
        (0..left.len()).filter(|&at| is_number(&left[at]) && is_number(&right[at])).collect();
    let most = numbers.len();
    if most > 0 {
        let wanted = random.random_range(1..=most);
        while numbers.len() > wanted {
            numbers.swap_remove(random.random_range(0..numbers.len()));
        }
    }
    numbers
}

/// Moves digits between the values at `spots` so that the variance of all lengths, rounded down, stays the same. If
/// that does not succeed, the lengths stay as they are.
fn trade_digits(lengths: &mut [u32], spots: &[usize], random: &mut Random) {
    const MOST_TRADES: usize = 24;
    let wanted = variance(lengths.iter().copied());
    let before = lengths.to_vec();
    let least = random.random_range(0..=4);
    for trade in 0..MOST_TRADES {
        if spots.is_empty() || (trade >= least && variance(lengths.iter().copied()) == wanted) {
            return;
        }
        let [from, to] = [(); 2].map(|()| spots[random.random_range(0..spots.len())]);
        if from != to && lengths[from] > 1 {
            lengths[from] -= 1;
            lengths[to] += 1;
        }
    }
    lengths.clone_from_slice(&before);
}

/// Two numbers of the given lengths, the shorter first, as close together as the signs that are drawn for them allow.
fn closest(short: u32, long: u32, random: &mut Random) -> [i128; 2] {
    let lengths = [short, long];
    let below_zero = lengths.map(|length| length > 1 && random.random());
    // A minus sign takes a character, too.
    let digits = [0, 1].map(|side| lengths[side] - u32::from(below_zero[side]));
    let least = [0, 1].map(|side| least(digits[side], below_zero[side]));
    let sizes = match below_zero {
        [false, true] | [true, false] => least,
        _ if short < long => [10i128.pow(digits[0]) - 1, least[1]],
        _ => around_a_carry(digits[0], least[0], random),
    };
    [0, 1].map(|side| if below_zero[side] { -sizes[side] } else { sizes[side] })
}

/// The least number with this many digits; there is no negative zero.
fn least(digits: u32, below_zero: bool) -> i128 {
    if digits == 1 && !below_zero { 0 } else { 10i128.pow(digits - 1) }
}

/// Two neighbouring numbers with this many digits, between which some digits carry over.
fn around_a_carry(digits: u32, least: i128, random: &mut Random) -> [i128; 2] {
    let number = random.random_range(least..10i128.pow(digits));
    let carry = (number - number % 10i128.pow(random.random_range(0..digits))).max(least + 1);
    [carry - 1, carry]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samplers::lane_randoms;

    #[test]
    fn numbers_are_as_long_as_asked_for() {
        let mut random = lane_randoms(1).next().unwrap();
        for (short, long) in (1..=20).flat_map(|short| (short..=20).map(move |long| (short, long))) {
            for _ in 0..20 {
                let [a, b] = closest(short, long, &mut random);
                let written = [a.to_string().len(), b.to_string().len()];
                let wanted = [short, long].map(|length| length as usize);
                assert!(written == wanted, "{a} and {b} for {short} and {long}");
                assert_ne!(a, b);
            }
        }
    }

    #[test]
    fn traded_digits_stay_in_the_cell() {
        let mut random = lane_randoms(2).next().unwrap();
        let mut moved = 0;
        for _ in 0..1_000 {
            let before: Vec<u32> = (0..6).map(|_| random.random_range(1..20)).collect();
            let mut after = before.clone();
            trade_digits(&mut after, &[0, 2, 3, 5], &mut random);
            assert_eq!(before.iter().sum::<u32>(), after.iter().sum::<u32>());
            assert_eq!(variance(before.iter().copied()), variance(after.iter().copied()));
            assert_eq!((before[1], before[4]), (after[1], after[4]));
            moved += usize::from(before != after);
        }
        assert!(moved > 300, "{moved} of 1000 moved");
    }
}
