//! Interesting places on a line, at which programs tend to change their behaviour.

use autobva_core::{Decimal, Float, Integer, Moment, MomentKind, Motion, Value};

use super::texts::STARTS;

/// All interesting places between the ends of a line: zero, powers of two and ten and the number before each, the same
/// below zero, and the ends of the type or range with their neighbours.
pub fn thorough(motion: Motion, value: &Value, (lo, hi): &(Integer, Integer)) -> Vec<Integer> {
    let mut places = ends(lo, hi);
    match (motion, value) {
        (Motion::Number, Value::Int(_)) => {
            let most = lo.bit_length().max(hi.bit_length());
            powers(2, most).chain(powers(10, most)).for_each(|p| with_mirror(&mut places, &p));
        }
        (Motion::Number, Value::Float(float)) => {
            let exponents =
                [-300, -100, -16, -9, -6, -3, -2, -1, 0, 1, 2, 3, 6, 9, 12, 15, 16, 20, 38, 100, 300];
            for magnitude in
                exponents.map(|e| 10f64.powi(e)).into_iter().chain([0.5, 2.0, f64::EPSILON, 2f64.powi(53)])
            {
                for n in [magnitude, -magnitude] {
                    let place = Integer::Small(Float::new(float.ty(), n).place());
                    places.push(&place - &Integer::ONE);
                    places.push(place);
                }
            }
            places.extend([Integer::Small(-1), Integer::ZERO]);
        }
        (Motion::Number, Value::Decimal(decimal)) => {
            for n in (-2..=9).flat_map(|exponent| [1, 2, 5].map(|n| (n, exponent))) {
                let digits = decimal_digits(n, decimal.places());
                with_mirror(&mut places, &digits);
            }
            places.push(Integer::ZERO);
        }
        (Motion::Digits(_), _) => {
            powers(2, 65).chain(powers(10, 65)).for_each(|p| with_mirror(&mut places, &p));
            places.extend((0..=64).map(Integer::Small));
        }
        (Motion::Number | Motion::Count(_), Value::Moment(moment)) => {
            let here = motion.get(value);
            places.extend(moments(motion, *moment));
            places.extend(around(&here, 16));
        }
        (Motion::Alternative | Motion::Number, Value::Choice(_) | Value::Union(_)) | (Motion::Places, _) => {
            places.extend((0..64).map(Integer::Small));
        }
        _ => powers(2, 12).for_each(|p| places.extend([&p - &Integer::ONE, p.clone(), &p + &Integer::ONE])),
    }
    within(places, lo, hi)
}

/// A few places spread over the line.
pub fn sparse(motion: Motion, value: &Value, (lo, hi): &(Integer, Integer)) -> Vec<Integer> {
    let mut places = ends(lo, hi);
    match (motion, value) {
        (Motion::Number, Value::Int(_)) => {
            let round = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000, 1_000_000];
            let powers = [31, 32, 62, 100].map(|exponent| 1 << exponent);
            for n in round.into_iter().chain(powers).map(Integer::Small) {
                places.push(&Integer::ZERO - &n);
                places.push(n);
            }
        }
        (Motion::Number, Value::Float(float)) => {
            for n in [0.0, 0.5, 1.0, 2.0, 10.0, 100.0, 1e4, 1e9, 1e-3, 1e-9] {
                let place = |n| Integer::Small(Float::new(float.ty(), n).place());
                places.extend([place(n), place(-n)]);
            }
        }
        (Motion::Number, Value::Decimal(decimal)) => {
            for n in (-2..=4).flat_map(|exponent| [1, 2, 5].map(|n| (n, exponent))) {
                with_mirror(&mut places, &decimal_digits(n, decimal.places()));
            }
            places.push(Integer::ZERO);
        }
        (Motion::Digits(_), _) => {
            let round =
                [0, 1, 2, 5, 9, 10, 20, 50, 99, 100, 200, 255, 500, 1_000, 10_000, 100_000, 1_000_000];
            places.extend(round.into_iter().chain([1 << 32]).map(Integer::Small));
            places.extend([Integer::Small(-1), Integer::Small(-10)]);
        }
        (Motion::Number | Motion::Count(_), Value::Moment(moment)) => {
            places.extend(moments(motion, *moment));
            places.extend(around(&motion.get(value), 4));
        }
        (Motion::Alternative | Motion::Number, Value::Choice(_) | Value::Union(_)) | (Motion::Places, _) => {
            places.extend((0..64).map(Integer::Small));
        }
        _ => places.extend([0, 1, 2, 4, 8, 16, 32, 64].map(Integer::Small)),
    }
    within(places, lo, hi)
}

/// Starting values that a line through another value would not find.
pub fn starts(value: &Value) -> Vec<Value> {
    match value {
        Value::Int(_)
        | Value::Float(_)
        | Value::Bytes(_)
        | Value::Decimal(_)
        | Value::Moment(_)
        | Value::Choice(_)
        | Value::List(_)
        | Value::Record(_)
        | Value::Union(_) => Vec::new(),
        Value::Text(_) => STARTS.iter().map(|text| Value::Text((*text).into())).collect(),
    }
}

/// The digits of `n * 10^exponent`, written with this many decimal places.
fn decimal_digits((n, exponent): (i128, i32), places: u32) -> Integer {
    let number = match u32::try_from(exponent) {
        Ok(exponent) => Decimal::new(n * 10i128.pow(exponent), 0),
        Err(_) => Decimal::new(n, exponent.unsigned_abs()),
    };
    number.with_places(places).digits().clone()
}

/// Moments at which calendars and clocks turn: centuries, leap days, the beginnings of years and days.
pub fn moments(motion: Motion, moment: Moment) -> Vec<Integer> {
    let texts: &[&str] = match moment.kind() {
        MomentKind::Date => &[
            "1900-01-01",
            "1970-01-01",
            "2000-01-01",
            "2000-02-29",
            "2024-02-29",
            "2038-01-19",
            "2100-01-01",
        ],
        MomentKind::Time => &["06:00:00", "12:00:00", "18:00:00"],
        MomentKind::DateTime => {
            &["1970-01-01T00:00:00", "2000-02-29T12:00:00", "2024-02-29T00:00:00", "2038-01-19T03:14:08"]
        }
        MomentKind::Duration => {
            &["0", "1", "60", "3600", "86400", "604800", "31536000", "-1", "-60", "-3600", "-86400"]
        }
    };
    let read = |text: &&str| Moment::read(moment.kind(), text);
    texts.iter().filter_map(read).map(|moment| motion.get(&Value::Moment(moment))).collect()
}

/// Places around another one, at growing distances on both sides.
pub fn around(place: &Integer, doublings: u32) -> Vec<Integer> {
    let steps = (0..doublings).map(Integer::power_of_two);
    steps.flat_map(|step| [place + &step, place - &step]).chain([place.clone()]).collect()
}

/// The places between the ends, sorted and without duplicates.
pub fn within(mut places: Vec<Integer>, lo: &Integer, hi: &Integer) -> Vec<Integer> {
    places.retain(|p| p >= lo && p <= hi);
    places.sort();
    places.dedup();
    places
}

fn ends(lo: &Integer, hi: &Integer) -> Vec<Integer> {
    vec![lo.clone(), lo + &Integer::ONE, hi - &Integer::ONE, hi.clone()]
}

fn powers(base: i128, bits: u32) -> impl Iterator<Item = Integer> {
    let mut next = Integer::ONE;
    std::iter::from_fn(move || {
        let power = next.clone();
        next = (1..base).fold(power.clone(), |sum, _| &sum + &power);
        (power.bit_length() <= bits).then_some(power)
    })
}

fn with_mirror(places: &mut Vec<Integer>, power: &Integer) {
    for n in [power.clone(), power - &Integer::ONE] {
        places.push(&Integer::ZERO - &n);
        places.push(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Signature;

    type Choose = fn(Motion, &Value, &(Integer, Integer)) -> Vec<Integer>;

    fn chosen(declaration: &str, value: &str, choose: Choose) -> (Vec<Integer>, (Integer, Integer)) {
        let signature = Signature::parse([declaration]).unwrap();
        let argument = &signature.arguments()[0];
        let value = argument.read(value, None).unwrap();
        let motion = Motion::main(&value);
        let ends = motion.ends(argument.schema(), &value);
        (choose(motion, &value, &ends), ends)
    }

    fn of(declaration: &str, value: &str, choose: Choose) -> Vec<String> {
        chosen(declaration, value, choose).0.iter().map(|p| p.to_string()).collect()
    }

    #[test]
    fn powers_their_neighbours_and_the_ends() {
        let places = of("n:i8", "0", thorough);
        for expected in [
            "-128", "-127", "-100", "-99", "-10", "-9", "-1", "0", "1", "9", "10", "99", "100", "63", "64",
            "126", "127",
        ] {
            assert!(places.iter().any(|p| p == expected), "{expected} is missing from {places:?}");
        }
        assert_eq!(of("n:int[0..3]", "0", thorough), ["0", "1", "2", "3"]);
        assert_eq!(of("n:int[7..7]", "7", sparse), ["7"]);
    }

    #[test]
    fn places_are_ordered_and_within_the_range() {
        for (declaration, value) in
            [("n:int", "0"), ("n:u64[5..1000000]", "9"), ("x:f64", "0"), ("s:str[2..40]", "abc")]
        {
            for choose in [thorough, sparse] {
                let (places, (lo, hi)) = chosen(declaration, value, choose);
                assert!(places.windows(2).all(|w| w[0] < w[1]));
                assert!(places.iter().all(|p| *p >= lo && *p <= hi) && places.len() >= 4, "{declaration}");
            }
        }
    }
}
