//! Integers as text, without the detour through formatting machinery.

use autobva_core::{Int, IntType, Integer};
use std::fmt::Write;

/// Appends the integer as Julia's `string` writes it: a Boolean as a word.
pub(crate) fn push_integer(int: &Int, text: &mut String) {
    match int.number() {
        Integer::Small(number) if int.ty() == IntType::Bool => {
            text.push_str(if *number == 0 { "false" } else { "true" });
        }
        Integer::Small(number) => match i64::try_from(*number) {
            Ok(number) => push_i64(number, text),
            Err(_) => write_display(number, text),
        },
        Integer::Big(number) => write_display(number, text),
    }
}

/// Appends an Int64.
pub(crate) fn push_i64(number: i64, text: &mut String) {
    if number < 0 {
        text.push('-');
    }
    push_padded(number.unsigned_abs(), 1, text);
}

/// Appends a number without a sign, with zeros in front up to the given width.
pub(crate) fn push_padded(mut number: u64, width: usize, text: &mut String) {
    let mut digits = [b'0'; 20];
    let mut start = digits.len();
    while number >= 100 {
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    if number >= 10 {
        start -= 2;
        digits[start..start + 2].copy_from_slice(&PAIRS[number as usize]);
    } else if number > 0 {
        start -= 1;
        digits[start] = b'0' + number as u8;
    }
    start = start.min(digits.len() - width);
    text.push_str(std::str::from_utf8(&digits[start..]).expect("digits are ASCII"));
}

/// `00` to `99`: two digits per division.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut n = 0;
    while n < 100 {
        pairs[n] = [b'0' + (n / 10) as u8, b'0' + (n % 10) as u8];
        n += 1;
    }
    pairs
};

fn write_display(number: &dyn std::fmt::Display, text: &mut String) {
    write!(text, "{number}").expect("writing to a string does not fail");
}
