//! A boundary in the product of two arguments: an area of at most 10^12. The known boundaries are the pieces of the
//! hyperbola by the number of digits of the width, each crossed along either argument, and the two edges of the error.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "product",
    "a limit on the product of two i64, at thirteen scales, two ways",
    "shape",
    || function(room.into_sut(), "product", &["width", "height"]),
    truth,
);

const LIMIT: i128 = 1_000_000_000_000;
const DIGITS: u32 = 13;

fn room(width: i64, height: i64) -> Result<&'static str, &'static str> {
    if width <= 0 || height <= 0 {
        return Err("no area");
    }
    Ok(if i128::from(width) * i128::from(height) <= LIMIT { "fits" } else { "too large" })
}

fn truth() -> Truth {
    let mut known = vec![
        Known::new("width 0 | 1", &[0i128, 5], &[1, 5]),
        Known::new("height 0 | 1", &[5i128, 0], &[5, 1]),
    ];
    for digits in 1..=DIGITS {
        // A power of ten divides the limit: this is the largest room of this width, one step from too large either way.
        let width = 10i128.pow(digits - 1);
        let height = LIMIT / width;
        known.push(Known::new(
            format!("width of {digits} digits, along width"),
            &[width, height],
            &[width + 1, height],
        ));
        known.push(Known::new(
            format!("width of {digits} digits, along height"),
            &[width, height],
            &[width, height + 1],
        ));
    }
    Truth::kinds(known, |pair| {
        let step = pair.step()?;
        if pair.valid() != (true, true) {
            return (pair.texts().0 != pair.texts().1).then_some(step);
        }
        let digits = pair.left_number(0)?.to_string().len();
        (pair.texts().0 != pair.texts().1).then_some(2 * digits + step)
    })
}
