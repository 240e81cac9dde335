//! `power_by_squaring`: Julia's integer power, which wraps, and refuses most negative exponents at length.

use autobva_core::Outcome;

use super::Definition;
use super::julia::{push_i64, push_shortest};

pub(super) const DEFINITION: Definition = Definition::of_two(
    "power_by_squaring",
    "Julia's integer power x^p, which wraps on overflow",
    &["x:i64", "p:i64"],
    call,
);

fn call(x: i64, p: i64, outcome: &mut Outcome) {
    match (x, p) {
        (1, _) => write(1, outcome),
        (-1, _) => write(if p % 2 == 0 { 1 } else { -1 }, outcome),
        (_, ..0) => write_refusal(p, outcome),
        _ => write(wrapping_power(x, p), outcome),
    }
}

fn write(power: i64, outcome: &mut Outcome) {
    push_i64(power, outcome.start_valid("Int64"));
}

fn wrapping_power(x: i64, p: i64) -> i64 {
    let (mut square, mut rest, mut power) = (x, p, 1i64);
    while rest > 0 {
        if rest & 1 == 1 {
            power = power.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        rest >>= 1;
    }
    power
}

/// The message is shown in quotation marks, hence its line break is a backslash and an `n`.
fn write_refusal(p: i64, outcome: &mut Outcome) {
    let text = outcome.start_error("DomainError");
    let mut say = |before: &str, number: i64| {
        text.push_str(before);
        push_i64(number, text);
    };
    say("DomainError(", p);
    say(", \"Cannot raise an integer x to a negative power ", p);
    say(".\\nMake x or ", p);
    say(" a float by adding a zero decimal (e.g., 2.0^", p);
    text.push_str(" or 2^");
    push_shortest(p as f64, text);
    let mut say = |before: &str, number: i64| {
        text.push_str(before);
        push_i64(number, text);
    };
    say(" instead of 2^", p);
    say("), or write 1/x^", p.wrapping_neg());
    say(", float(x)^", p);
    say(", x^float(", p);
    say(") or (x//1)^", p);
    text.push_str("\")");
}
