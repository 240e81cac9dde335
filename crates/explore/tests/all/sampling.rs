//! Sampling by distribution, not by one draw.

use std::sync::Arc;

use crate::support::place;
use autobva_core::{Input, IntType, Integer, Signature, Value};
use autobva_explore::samplers::{
    BitUniform, InputSampler, IntegerRange, Random, Sampler, TypeOrder, Uniform, integer_between,
    lane_randoms,
};
use proptest::prelude::*;

fn lane_random(seed: u64, lane: usize) -> Random {
    lane_randoms(seed).nth(lane).unwrap()
}

fn random() -> Random {
    lane_random(42, 0)
}

/// The chi-square statistic of counts that should be equal.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|c| (*c as f64 - expected).powi(2) / expected).sum()
}

/// Far beyond the 99.99th percentile of the statistic for that many degrees of freedom, so that only a wrong
/// distribution exceeds it; the seed is fixed, so that the test does not depend on luck.
fn bound(degrees: usize) -> f64 {
    let k = degrees as f64;
    k + 5.0 * (2.0 * k).sqrt()
}

#[test]
fn uniform_over_all_128_bits() {
    let mut random = random();
    let range = IntegerRange::new(Integer::from(i128::MIN), Integer::from(i128::MAX));
    let mut top_byte = [0u64; 256];
    let mut low_byte = [0u64; 256];
    let mut middle_byte = [0u64; 256];
    for _ in 0..200_000 {
        let n = Uniform.integer(&range, &mut random).to_i128().unwrap() as u128;
        top_byte[(n >> 120) as usize] += 1;
        middle_byte[(n >> 64) as usize & 255] += 1;
        low_byte[n as usize & 255] += 1;
    }
    for counts in [top_byte, middle_byte, low_byte] {
        assert!(chi_square(&counts) < bound(255), "{}", chi_square(&counts));
    }
}

#[test]
fn uniform_over_ranges_that_are_no_power_of_two() {
    let mut random = random();
    for (lo, width) in
        [(Integer::from(-3), 7i128), (Integer::power_of_two(540), 100), (Integer::from(i128::MAX), 9)]
    {
        let hi = &lo + &Integer::Small(width - 1);
        let mut counts = vec![0u64; width as usize];
        for _ in 0..50_000 {
            let n = integer_between(&lo, &hi, &mut random);
            counts[(&n - &lo).to_i128().unwrap() as usize] += 1;
        }
        assert!(chi_square(&counts) < bound(width as usize - 1));
    }
}

#[test]
fn bituniform_over_bit_lengths_of_either_sign() {
    let mut random = random();
    for ty in [IntType::Int8, IntType::Int64, IntType::Int128, IntType::UInt128, IntType::BigInt] {
        let (lo, hi) = (ty.least(), ty.greatest());
        let range = IntegerRange::new(lo.clone(), hi.clone());
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..200_000 {
            let n = BitUniform.integer(&range, &mut random);
            *counts.entry((n.is_negative(), n.bit_length())).or_insert(0u64) += 1;
        }
        let classes = lo.bit_length() as usize + hi.bit_length() as usize + 1 + usize::from(lo.is_negative());
        let counts: Vec<u64> = counts.into_values().collect();
        assert_eq!(counts.len(), classes, "{ty}");
        assert!(chi_square(&counts) < bound(classes - 1), "{ty}: {}", chi_square(&counts));
    }
}

#[test]
fn bituniform_within_a_bit_length_is_uniform() {
    let mut random = random();
    let mut counts = [0u64; 64];
    let range = IntegerRange::new(Integer::ZERO, Integer::from(u64::MAX));
    let mut drawn = 0;
    while drawn < 64_000 {
        let n = BitUniform.integer(&range, &mut random).to_i128().unwrap();
        if (64..128).contains(&n) {
            counts[n as usize - 64] += 1;
            drawn += 1;
        }
    }
    assert!(chi_square(&counts) < bound(63));
}

fn types_drawn(cts: bool, order: TypeOrder, draws: usize) -> Vec<IntType> {
    let signature = Signature::parse(["n:int"]).unwrap();
    let mut sampler = InputSampler::new(Arc::new(BitUniform), &signature, cts, order);
    let mut random = random();
    let mut input = Input::default();
    let mut drawn = Vec::new();
    for _ in 0..draws {
        sampler.sample(&mut random, &mut input);
        drawn.push(input[0].as_int().unwrap().ty());
    }
    drawn
}

#[test]
fn compatible_types_are_drawn_evenly_or_in_turn_or_not_at_all() {
    let mut counts = [0u64; 12];
    types_drawn(true, TypeOrder::Random, 120_000).iter().for_each(|t| counts[*t as usize] += 1);
    assert!(chi_square(&counts) < bound(11));

    let in_turn = types_drawn(true, TypeOrder::RoundRobin, 24);
    assert_eq!(in_turn[..12], IntType::ALL);
    assert_eq!(in_turn[..12], in_turn[12..]);

    assert!(types_drawn(false, TypeOrder::Random, 100).iter().all(|t| *t == IntType::Int128));
}

#[test]
fn round_robin_reaches_every_combination_of_two_arguments() {
    let signature = Signature::parse(["a:int", "b:int"]).unwrap();
    let mut sampler = InputSampler::new(Arc::new(BitUniform), &signature, true, TypeOrder::RoundRobin);
    let (mut random, mut input) = (random(), Input::default());
    let mut seen = std::collections::HashSet::new();
    for _ in 0..1_000 {
        sampler.sample(&mut random, &mut input);
        seen.insert((input[0].type_name(), input[1].type_name()));
    }
    assert_eq!(seen.len(), 144);
}

#[test]
fn floats_cover_every_exponent_bituniformly_and_the_range_uniformly() {
    let signature = Signature::parse(["x:f64", "y:f64[-1..3]", "z:f32[0..1]"]).unwrap();
    let (mut random, mut input) = (random(), Input::default());
    let mut sampler = InputSampler::new(Arc::new(BitUniform), &signature, true, TypeOrder::Random);
    let mut tiny = 0;
    for _ in 0..10_000 {
        sampler.sample(&mut random, &mut input);
        let Value::Float(x) = &input[0] else { panic!() };
        tiny += u32::from(x.value().abs() < 1e-100);
    }
    assert!((2_000..5_000).contains(&tiny), "{tiny}: about a third of all exponents");

    let mut sampler = InputSampler::new(Arc::new(Uniform), &signature, true, TypeOrder::Random);
    let mut counts = [0u64; 8];
    for _ in 0..40_000 {
        sampler.sample(&mut random, &mut input);
        let (Value::Float(y), Value::Float(z)) = (&input[1], &input[2]) else { panic!() };
        assert!((-1.0..=3.0).contains(&y.value()) && (0.0..=1.0).contains(&z.value()));
        counts[((y.value() + 1.0) * 2.0).min(7.0) as usize] += 1;
    }
    assert!(chi_square(&counts) < bound(7));
}

#[test]
fn texts_have_lengths_of_their_range() {
    let signature = Signature::parse(["s:str[2..5]"]).unwrap();
    let mut sampler = InputSampler::new(Arc::new(Uniform), &signature, true, TypeOrder::Random);
    let (mut random, mut input) = (random(), Input::default());
    let mut counts = [0u64; 4];
    for _ in 0..10_000 {
        sampler.sample(&mut random, &mut input);
        counts[place(&input[0]).to_i128().unwrap() as usize - 2] += 1;
    }
    assert!(chi_square(&counts) < bound(3));
}

#[test]
fn texts_of_a_pattern_match_it() {
    let signature =
        Signature::parse([r#"s:list[str~"[A-Z]{2}\d{1,4}"; 3..3]"#, r#"t:str[3..3]~"x+""#]).unwrap();
    let mut sampler = InputSampler::new(Arc::new(Uniform), &signature, true, TypeOrder::Random);
    let (mut random, mut input) = (random(), Input::default());
    for _ in 0..200 {
        sampler.sample(&mut random, &mut input);
        let Value::List(list) = &input[0] else { panic!("{input}") };
        for text in list.items.iter().map(|item| item.as_text().unwrap()) {
            let (letters, digits) = text.split_at(2);
            assert!(letters.bytes().all(|byte| byte.is_ascii_uppercase()), "{text}");
            assert!((1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()));
        }
        assert_eq!(input[1].as_text(), Some("xxx"));
    }
}

#[test]
fn lanes_have_different_streams_and_a_seed_always_the_same() {
    let draw = |seed, lane| {
        let mut random = lane_random(seed, lane);
        (0..4).map(|_| integer_between(&0.into(), &u64::MAX.into(), &mut random)).collect::<Vec<_>>()
    };
    assert_eq!(draw(1, 3), draw(1, 3));
    assert_ne!(draw(1, 0), draw(1, 1));
    assert_ne!(draw(1, 0), draw(2, 0));
}

proptest! {
    #[test]
    fn ranges_are_respected(lo in any::<i128>(), width in any::<u128>(), shift in 0u32..128, seed in any::<u64>()) {
        let lo = Integer::from(lo);
        let hi = &lo + &Integer::from(width >> shift);
        let mut random = lane_random(seed, 0);
        let samplers: [&dyn Sampler; 2] = [&Uniform, &BitUniform];
        for sampler in samplers {
            let n = sampler.integer(&IntegerRange::new(lo.clone(), hi.clone()), &mut random);
            prop_assert!(n >= lo && n <= hi, "{} is outside {}..{}", n, lo, hi);
        }
    }

    #[test]
    fn every_type_stays_within_the_declared_range(lo in -1_000i64..1_000, width in 0i64..100_000, seed in any::<u64>()) {
        let signature = Signature::parse([format!("n:int[{lo}..{}]", lo + width)]).unwrap();
        let (mut random, mut input) = (lane_random(seed, 0), Input::default());
        let mut sampler = InputSampler::new(Arc::new(BitUniform), &signature, true, TypeOrder::Random);
        for _ in 0..20 {
            sampler.sample(&mut random, &mut input);
            let n = place(&input[0]);
            prop_assert!(n >= lo.into() && n <= (lo + width).into());
            prop_assert!(input[0].as_int().unwrap().ty().holds(&n));
        }
    }
}
