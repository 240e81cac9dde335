//! `circle`: whether a point lies within 80 of the origin; a sum of squares that overflows decides what is seen.

use autobva_core::Outcome;

use super::Definition;
use super::julia::push_shortest;

pub(super) const DEFINITION: Definition = Definition::of_two(
    "circle",
    "'in' or 'out' of a circle of radius 80 around the origin",
    &["x:i64", "y:i64"],
    call,
);

const RADIUS_SQUARED: i64 = 80 * 80;

fn call(x: i64, y: i64, outcome: &mut Outcome) {
    let squared = x.wrapping_mul(x).wrapping_add(y.wrapping_mul(y));
    if squared < 0 {
        let text = outcome.start_error("DomainError");
        text.push_str("DomainError(");
        push_shortest(squared as f64, text);
        text.push_str(", \"sqrt will only return a complex result if called with a complex argument. Try sqrt(Complex(x)).\")");
    } else if (x, y) == (0, 0) {
        let text = outcome.start_error("DomainError");
        text.push_str("DomainError(\"The point should not be at the origin (0, 0)\", \"\")");
    } else {
        // The square root of a whole number beyond 6400 is clearly beyond 80, also in Float64.
        outcome.start_valid("String").push_str(if squared <= RADIUS_SQUARED { "in" } else { "out" });
    }
}
