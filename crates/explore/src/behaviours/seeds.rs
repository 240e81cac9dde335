//! The places to run first along a line.

use autobva_core::{Decimal, Direction, FloatType, Integer, Line, Motion, Value, char_place};

use super::draft::widest_gaps;
use super::track::Track;
use crate::strategies::lines::{constants, texts};

/// Which places of a line are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// A few places all over the line.
    Sparse,
    /// Places at which crossings were found before, and a few small numbers.
    Learned,
    /// Powers, the ends, and their neighbours.
    Powers,
    /// Round numbers, and numbers at which people like to draw limits.
    Limits,
    /// The middles of the widest gaps.
    Gaps,
    /// Every small number; of a character, every printable one.
    Dense,
}

/// Numbers at which people draw limits: ages, hours, minutes, days, percentages, years, sizes.
const LIMITS: [i128; 62] = [
    3,
    4,
    6,
    7,
    9,
    12,
    13,
    14,
    15,
    16,
    18,
    21,
    24,
    25,
    28,
    29,
    30,
    31,
    36,
    37,
    40,
    42,
    45,
    48,
    52,
    59,
    60,
    61,
    65,
    66,
    70,
    72,
    75,
    80,
    85,
    90,
    99,
    120,
    144,
    150,
    168,
    180,
    240,
    250,
    300,
    360,
    365,
    366,
    400,
    600,
    750,
    1440,
    1500,
    1900,
    1970,
    2100,
    3600,
    8760,
    86_400,
    604_800,
    2_147_483_647,
    31_536_000,
];
/// The small numbers that a dense look tries one by one.
const SMALL: std::ops::RangeInclusive<i128> = -10..=1000;
/// The same for a number in a text, of which there may be several: the days of a year, and what a byte holds.
const IN_TEXTS: std::ops::RangeInclusive<i128> = 0..=367;
/// The multiples of each power of ten that count as round.
const ROUND: [i128; 10] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15];

/// The places of a look that lie on the line.
pub fn places(line: &Line, track: &Track, look: Look) -> Vec<Integer> {
    let axis = track.axis();
    let Some(value) = axis.path.value(&line.strands[0]) else { return Vec::new() };
    let mut places = match (axis.motion, look) {
        (Motion::Char(_), Look::Dense) => (' '..='~').map(char_place).collect(),
        (Motion::Char(_), _) => texts::telling(),
        (Motion::Digits(_), Look::Dense) => IN_TEXTS.map(Integer::Small).collect(),
        (Motion::Digits(_), Look::Limits) => {
            LIMITS.iter().flat_map(|n| [n - 1, *n, n + 1]).map(Integer::Small).collect()
        }
        (motion, Look::Sparse) => constants::sparse(motion, value, &line.ends),
        (motion, Look::Powers) => constants::thorough(motion, value, &line.ends),
        (Motion::Number, Look::Limits) => limits(value),
        (Motion::Number, Look::Dense) => dense(value),
        (_, Look::Limits) => Vec::new(),
        (_, Look::Dense) => (0..=64).map(Integer::Small).collect(),
        (_, Look::Learned) => match value {
            Value::Int(_) => [-1, 0, 1, 2, 10, 100].map(Integer::Small).into(),
            _ => Vec::new(),
        },
        (_, Look::Gaps) => widest_gaps(track),
    };
    places.extend(specials(line).into_iter().flatten().map(Integer::Small));
    places.push(line.origin());
    constants::within(places, &line.ends.0, &line.ends.1)
}

/// Extends a line of floats without a declared range to the infinities and, one place further up, to NaN.
pub fn extend_to_specials(line: &mut Line) {
    if let Some([_, lowest, .., highest]) = specials(line) {
        let all = [lowest, highest].map(Integer::Small);
        let [lo, hi] = all;
        line.ends = (lo, hi);
    }
}

/// The places of the lowest float, minus infinity, the greatest float, infinity and NaN, if the line covers all floats.
fn specials(line: &Line) -> Option<[i128; 5]> {
    let Direction::Along(axis) = &line.direction else { return None };
    let Some(Value::Float(float)) = axis.path.value(&line.strands[0]) else { return None };
    let place = |value: f64| autobva_core::Float::new(float.ty(), value).place();
    let most = match float.ty() {
        FloatType::Float32 => f64::from(f32::MAX),
        FloatType::Float64 => f64::MAX,
    };
    let (least, most) = (place(-most), place(most));
    let is_whole = line.ends.0 <= Integer::Small(least) && line.ends.1 >= Integer::Small(most);
    is_whole.then_some([least, least - 1, most, most + 1, most + 2])
}

fn limits(value: &Value) -> Vec<Integer> {
    let mut places = Vec::new();
    match value {
        Value::Int(_) => {
            for n in LIMITS {
                places.extend([n - 1, n, n + 1, -n].map(Integer::Small));
            }
            for exponent in 1..=9u32 {
                let power = 10i128.pow(exponent);
                places.extend(ROUND.iter().flat_map(|n| [n * power, -n * power]).map(Integer::Small));
            }
        }
        Value::Float(float) => {
            let near = LIMITS.iter().chain(&ROUND).map(|n| *n as f64);
            let round = ROUND.iter().flat_map(|n| (-3..=7).map(move |e| *n as f64 * 10f64.powi(e)));
            for n in near.chain(round).flat_map(|n| [n, -n]) {
                places.push(Integer::Small(autobva_core::Float::new(float.ty(), n).place()));
            }
        }
        Value::Decimal(decimal) => {
            let near = LIMITS.iter().chain(&ROUND).flat_map(|n| [*n, -n]);
            places.extend(near.map(|n| decimal_place(n, decimal.places())));
        }
        Value::Moment(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Choice(_)
        | Value::List(_)
        | Value::Record(_)
        | Value::Union(_) => {}
    }
    places
}

fn dense(value: &Value) -> Vec<Integer> {
    match value {
        Value::Int(_) => SMALL.map(Integer::Small).collect(),
        Value::Float(float) => {
            let place = |n: f64| Integer::Small(autobva_core::Float::new(float.ty(), n).place());
            (-40..=400)
                .map(|n| place(f64::from(n) / 4.0))
                .chain((101..=300).map(|n| place(f64::from(n))))
                .collect()
        }
        Value::Decimal(decimal) => {
            let places = decimal.places();
            (0..=1_000).map(|cents| decimal_place(cents, places.saturating_sub(1))).collect()
        }
        // The days around this one include the ends of months, every weekday and the end of a year.
        Value::Moment(moment) => (-60..=400).map(|by| Integer::Small(moment.number() + by)).collect(),
        Value::Choice(choice) => (0..choice.options().written.len()).map(Integer::from).collect(),
        Value::Text(_) | Value::Bytes(_) | Value::List(_) | Value::Record(_) | Value::Union(_) => Vec::new(),
    }
}

/// The digits of a whole number that is written with this many decimal places.
fn decimal_place(number: i128, places: u32) -> Integer {
    Decimal::new(number, 0).with_places(places).digits().clone()
}
