//! `power_by_squaring` under `shape`: the edges of the refusals, their number of digits, and changes of the power.
//!
//! A negative exponent is refused unless the base is 1 or −1, which gives an edge at the exponent 0 and four at the
//! bases. The refusal names the exponent, whose number of digits changes eighteen times. The first power of a number is
//! the number, so that sign and digits of the result change in every way; and the sign of −1 changes with the exponent.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "power_by_squaring",
    "a power that wraps at random, and refusals with two loopholes",
    "shape",
    || built_in("power_by_squaring"),
    truth,
);

/// The base on the left of each edge at the bases, from index 1 on.
const BASES: [i128; 4] = [-2, -1, 0, 1];
const ALTERNATION: usize = 1 + BASES.len();
const REFUSALS: usize = ALTERNATION + 1;
const DIGITS: usize = 18;

fn truth() -> Truth {
    let mut known = vec![Known::new("exponent -1 | 0", &[5i128, -1], &[5, 0])];
    let base = |x: i128| Known::new(format!("base {x} | {} refused", x + 1), &[x, -5], &[x + 1, -5]);
    known.extend(BASES.map(base));
    known.push(Known::new("base -1, odd | even exponent", &[-1i128, 3], &[-1, 4]));
    known.extend((1..=DIGITS).map(|d| {
        let p = -10i128.pow(d as u32);
        Known::new(format!("refusals of -{} | -{d} digits", d + 1), &[5, p], &[5, p + 1])
    }));
    known
        .extend(numbers::kinds().map(|(name, [a, b])| Known::new(format!("power {name}"), &[a, 1], &[b, 1])));
    Truth { known, recognise: Box::new(recognise) }
}

fn recognise(pair: &Pair<'_>, found: &mut Vec<usize>) {
    let (Some(step), Some(x), Some(p)) = (pair.step(), pair.left_number(0), pair.left_number(1)) else {
        return;
    };
    match pair.valid() {
        (true, true) => {
            if step == 1 && x == -1 {
                found.push(ALTERNATION);
            }
            found.extend(numbers::kind(pair.texts().0, pair.texts().1).map(|kind| REFUSALS + DIGITS + kind));
        }
        (false, false) if step == 1 => {
            // The exponents of −(d + 1) | −d digits; the kinds of negative numbers come after sign and positive ones.
            let kind = numbers::kind(&p.to_string(), &(p + 1).to_string());
            found.extend(kind.and_then(|kind| kind.checked_sub(1 + DIGITS)).map(|kind| REFUSALS + kind));
        }
        _ if step == 1 && p == -1 => found.push(0),
        _ if step == 0 => found.extend(BASES.iter().position(|base| *base == x).map(|place| 1 + place)),
        _ => {}
    }
}
