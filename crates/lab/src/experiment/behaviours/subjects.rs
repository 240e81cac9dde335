//! Functions with known boundaries, written as a shop, a school or an office would write them. They print numbers as
//! Python does.

use std::sync::atomic::{AtomicU64, Ordering};

use autobva_core::Sut;
use autobva_sut::IntoSut;

use crate::builtin::builtin;

pub struct Example {
    pub name: &'static str,
    /// The number of calls with which it is searched.
    pub calls: u64,
    pub make: fn() -> Box<dyn Sut>,
    /// What must be shown.
    pub truths: &'static [Expected],
    /// How many rows may show something else.
    pub extra: usize,
}

/// Something that must be shown.
#[derive(Debug, Clone, Copy)]
pub enum Expected {
    /// A boundary after this value of the first argument.
    After(&'static str),
    /// A change of slope at this value of the first argument; the pair on either side of the corner counts.
    Corner(i128),
    /// A rule with any of these texts.
    Rule(&'static [&'static str]),
    /// Two outcomes on either side of a boundary.
    Meet(&'static str, &'static str),
    /// A row about an irregular output, which is optional.
    Irregular,
}

use Expected::{After, Corner, Irregular, Meet, Rule};

/// A function with named arguments.
macro_rules! boxed {
    ($function:expr, $names:expr) => {
        Box::new($function.into_sut().with_arguments($names).expect("the names of a subject are sound"))
    };
}

/// A float as Python prints it.
fn float(x: f64) -> String {
    format!("{x:?}")
}

/// A text with a number that is different in every call, whatever the input.
fn receipt(_: i64) -> String {
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    format!("receipt {} printed", call.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40)
}

type Answer<T> = Result<T, String>;

fn price(q: i128) -> String {
    float(q as f64 * if q >= 100 { 2.25 } else { 2.5 })
}

fn discount(q: i128) -> Answer<String> {
    match q {
        ..0 => Err(format!("negative quantity {q}")),
        0..10 => Ok(float(0.0)),
        10..50 => Ok(float(0.05)),
        _ => Ok(float(0.1)),
    }
}

fn tax(income: i128) -> String {
    let i = income as f64;
    float(match income {
        ..12_571 => 0.0,
        12_571..50_271 => 0.2 * (i - 12_570.0),
        50_271..125_141 => 7_540.0 + 0.4 * (i - 50_270.0),
        _ => 37_488.0 + 0.45 * (i - 125_140.0),
    })
}

fn taxclass(income: i128) -> Answer<&'static str> {
    match income {
        ..0 => Err("income is negative".into()),
        0..12_571 => Ok("0%"),
        12_571..50_271 => Ok("20%"),
        50_271..125_141 => Ok("40%"),
        _ => Ok("45%"),
    }
}

fn shipping(grams: i128) -> Answer<String> {
    Ok(float(match grams {
        ..=0 => return Err(format!("weight {grams} is not positive")),
        1..51 => 0.95,
        51..501 => 1.6,
        501..1_001 => 2.75,
        1_001..2_001 => 4.5,
        _ => 4.5 + 1.2 * ((grams - 2_000) as f64 / 500.0).ceil(),
    }))
}

fn grade(score: i128) -> Answer<&'static str> {
    match score {
        90..=100 => Ok("A"),
        75..=89 => Ok("B"),
        50..=74 => Ok("C"),
        0..=49 => Ok("F"),
        _ => Err(format!("score {score} out of range")),
    }
}

fn status(code: i128) -> Answer<&'static str> {
    match code {
        100..=199 => Ok("informational"),
        200..=299 => Ok("success"),
        300..=399 => Ok("redirection"),
        400..=499 => Ok("client error"),
        500..=599 => Ok("server error"),
        _ => Err(format!("no such status: {code}")),
    }
}

fn percent(share: f64) -> Answer<&'static str> {
    match share {
        s if !(0.0..=100.0).contains(&s) => Err("out of range".into()),
        s if s < 33.5 => Ok("low"),
        s if s < 66.5 => Ok("medium"),
        _ => Ok("high"),
    }
}

fn days(month: i128) -> Answer<i128> {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Ok(31),
        4 | 6 | 9 | 11 => Ok(30),
        2 => Ok(28),
        _ => Err(format!("month {month} does not exist")),
    }
}

fn parking(minutes: i128) -> Answer<String> {
    if minutes < 0 {
        return Err("negative time".into());
    }
    Ok(float(((minutes as f64 / 30.0).ceil() * 1.5).min(18.0)))
}

fn triangle(a: i64, b: i64, c: i64) -> Answer<&'static str> {
    let [a, b, c] = [a, b, c].map(i128::from);
    if a <= 0 || b <= 0 || c <= 0 {
        return Err("sides must be positive".into());
    }
    if a + b <= c || a + c <= b || b + c <= a {
        return Err("no triangle".into());
    }
    Ok(match (a == b, b == c, a == c) {
        (true, true, _) => "equilateral",
        (false, false, false) => "scalene",
        _ => "isosceles",
    })
}

const N: &[&str] = &["n"];

/// A function by its name, the calls with which it is searched, and how many rows may show something else.
pub(super) const fn subject(
    name: &'static str,
    calls: u64,
    extra: usize,
    make: fn() -> Box<dyn Sut>,
    truths: &'static [Expected],
) -> Example {
    Example { name, calls, make, truths, extra }
}

/// The functions, in the order of the table.
pub const SUBJECTS: &[Example] = &[
    subject("price", 3_000, 1, || boxed!(price, &["q"]), &[After("99")]),
    subject("discount", 3_000, 1, || boxed!(discount, &["q"]), &[After("-1"), After("9"), After("49")]),
    subject("tax", 3_000, 1, || boxed!(tax, &["income"]), &[Corner(12_570), Corner(50_270), Corner(125_140)]),
    subject(
        "taxclass",
        3_000,
        1,
        || boxed!(taxclass, &["income"]),
        &[After("-1"), After("12570"), After("50270"), After("125140")],
    ),
    subject(
        "shipping",
        3_000,
        1,
        || boxed!(shipping, &["grams"]),
        &[After("0"), After("50"), After("500"), After("1000"), After("2000")],
    ),
    subject("clamp", 3_000, 1, || boxed!((|n: i128| n.clamp(0, 255)), N), &[Corner(0), Corner(255)]),
    subject(
        "grade",
        3_000,
        1,
        || boxed!(grade, &["score"]),
        &[After("-1"), After("49"), After("74"), After("89"), After("100")],
    ),
    subject("grade, 150 calls", 150, 3, || boxed!(grade, &["score"]), &[After("-1"), After("100")]),
    subject("str", 5_000, 0, || boxed!((|n: i128| n.to_string()), N), &[]),
    subject("square", 5_000, 0, || boxed!((|n: i64| i128::from(n) * i128::from(n)), N), &[]),
    subject("cube", 5_000, 0, || boxed!((|n: i32| i128::from(n) * i128::from(n) * i128::from(n)), N), &[]),
    subject(
        "isqrt",
        5_000,
        0,
        || boxed!((|n: i64| if n < 0 { Err("negative") } else { Ok(n.isqrt()) }), N),
        &[After("-1")],
    ),
    subject("n // 10", 5_000, 0, || boxed!((|n: i64| n.div_euclid(10)), N), &[]),
    subject(
        "round(n, -2)",
        5_000,
        0,
        || boxed!((|n: i64| (i128::from(n) + 50).div_euclid(100) * 100), N),
        &[],
    ),
    subject("n % 7", 5_000, 0, || boxed!((|n: i64| n.rem_euclid(7)), N), &[]),
    subject(
        "log",
        5_000,
        0,
        || boxed!((|n: i64| if n <= 0 { Err("math domain error") } else { Ok(float((n as f64).ln())) }), N),
        &[After("0")],
    ),
    // Infinities and NaN, in one row.
    subject("two decimals", 5_000, 1, || boxed!((|x: f64| format!("{x:.2}")), &["x"]), &[]),
    subject("abs", 5_000, 0, || boxed!((|n: i64| i128::from(n).abs()), N), &[Corner(0)]),
    subject("least fee", 5_000, 0, || boxed!((|n: i128| float((0.1 * n as f64).max(5.0))), N), &[Corner(50)]),
    subject(
        "checksum",
        5_000,
        0,
        || boxed!((|n: i64| (i128::from(n) * 7_919).rem_euclid(10_007) * 31 % 97), N),
        &[Irregular],
    ),
    subject("random number", 5_000, 0, || boxed!(receipt, N), &[Irregular]),
    subject(
        "shelf",
        5_000,
        1,
        || boxed!((|s: String| if s.as_str() < "M" { "front" } else { "back" }), &["s"]),
        &[After("L")],
    ),
    subject(
        "bytecount",
        5_000,
        2,
        || builtin("bytecount").expect("a built-in function"),
        &[
            After("999"),
            After("999949"),
            After("999949999"),
            After("999949999999"),
            After("999949999999999"),
            After("999949999999999999"),
            After("999999999999994822656"),
            After("999999999999994547404799"),
        ],
    ),
    subject(
        "bytecount_so",
        5_000,
        2,
        || builtin("bytecount_so").expect("a built-in function"),
        &[
            After("999"),
            After("999999"),
            After("999999999"),
            After("999999999999"),
            After("999999999999995"),
            After("999999999999995071"),
            After("999999999999994822656"),
            After("999999999999994547404799"),
        ],
    ),
    subject(
        "bmi_class",
        20_000,
        6,
        || builtin("bmi_class").expect("a built-in function"),
        &[
            Meet("DomainError", "Severely obese"),
            Meet("DomainError", "Underweight"),
            Meet("Underweight", "Normal"),
            Meet("Underweight", "Overweight"),
            Meet("Underweight", "Obese"),
            Meet("Underweight", "Severely obese"),
            Meet("Normal", "Overweight"),
            Meet("Normal", "Obese"),
            Meet("Normal", "Severely obese"),
            Meet("Overweight", "Obese"),
            Meet("Overweight", "Severely obese"),
            Meet("Obese", "Severely obese"),
        ],
    ),
    subject(
        "triangle",
        50_000,
        6,
        || boxed!(triangle, &["a", "b", "c"]),
        &[
            Rule(&["a < b", "a <= b"]),
            Rule(&["b < c", "b <= c"]),
            Rule(&["a < c", "a <= c"]),
            Rule(&["a <= -b + c"]),
            Rule(&["a <= b - c", "b <= a + c", "b < a + c"]),
            Rule(&["b <= a - c", "a < b + c"]),
        ],
    ),
    subject(
        "http status",
        20_000,
        2,
        || boxed!(status, &["code"]),
        &[After("99"), After("199"), After("299"), After("399"), After("499"), After("599")],
    ),
    subject(
        "percent classes",
        20_000,
        2,
        || boxed!(percent, &["share"]),
        &[
            Meet("out of range", "low"),
            Meet("low", "medium"),
            Meet("medium", "high"),
            Meet("high", "out of range"),
        ],
    ),
    subject(
        "days of a month",
        20_000,
        2,
        || boxed!(days, &["month"]),
        &[
            After("0"),
            After("1"),
            After("2"),
            After("3"),
            After("4"),
            After("5"),
            After("6"),
            After("8"),
            After("9"),
            After("10"),
            After("11"),
            After("12"),
        ],
    ),
    subject(
        "grades by tens",
        20_000,
        2,
        || boxed!((|s: i128| if (0..=100).contains(&s) { Ok(s / 10) } else { Err("no score") }), &["score"]),
        &[After("-1"), After("100")],
    ),
    subject("parking", 20_000, 2, || boxed!(parking, &["minutes"]), &[After("-1"), Corner(331)]),
];
