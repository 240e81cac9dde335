//! Closures as targets: every type of argument and result, errors against returned error objects, and declarations.

use std::borrow::Cow;
use std::fmt;
use std::num::ParseIntError;

use autobva_core::{BigInt, Int, IntType, Outcome, Schema, Sut};
use autobva_sut::{Debugged, IntoSut, Shown};

fn run(target: &dyn Sut, values: &[&str]) -> Outcome {
    let mut outcome = Outcome::default();
    target.run(&target.signature().read(values, None).unwrap(), &mut outcome).unwrap();
    outcome
}

/// What a target without arguments does.
fn outcome<M>(target: impl IntoSut<M>) -> Outcome {
    run(&target.into_sut(), &[])
}

fn valid(type_name: &'static str, text: &str) -> Outcome {
    Outcome::valid(type_name, text)
}

#[test]
fn every_type_of_argument() {
    fn echo<M>(target: impl IntoSut<M>, ty: &str, value: &str) {
        let target = target.into_sut();
        assert_eq!(target.signature().to_string(), format!("a1:{ty}"));
        assert_eq!(run(&target, &[value]).text(), value);
    }
    echo(|a: bool| a, "bool", "true");
    echo(|a: i8| a, "i8", "-128");
    echo(|a: i16| a, "i16", "-32768");
    echo(|a: i32| a, "i32", "-2147483648");
    echo(|a: i64| a, "i64", "-9223372036854775808");
    echo(|a: i128| a, "i128", "-170141183460469231731687303715884105728");
    echo(|a: u8| a, "u8", "255");
    echo(|a: u16| a, "u16", "65535");
    echo(|a: u32| a, "u32", "4294967295");
    echo(|a: u64| a, "u64", "18446744073709551615");
    echo(|a: u128| a, "u128", "340282366920938463463374607431768211455");
    echo(|a: usize| a, "u64", "18446744073709551615");
    echo(|a: isize| a, "i64", "-9223372036854775808");
    echo(|a: BigInt| a, "bigint", "-1000000000000000000000000000000000000000000");
    echo(|a: f32| a, "f32", "0.1");
    echo(|a: f64| a, "f64", "-1e300");
    echo(|a: String| a, "str", "añ\"b");
}

#[test]
fn the_abstract_integer_brings_its_run_time_type() {
    let target = (|n: Int| n.ty().name()).into_sut();
    assert_eq!(target.signature().arguments()[0].schema(), &Schema::any_int());
    let mut outcome = Outcome::default();
    for ty in IntType::ALL {
        target.run(&target.signature().read(&["1"], Some(&[ty.name()])).unwrap(), &mut outcome).unwrap();
        assert_eq!(outcome.text(), ty.name());
    }
}

#[test]
fn every_type_of_result() {
    assert_eq!(outcome(|| ()), valid("()", "()"));
    assert_eq!(outcome(|| true), valid("bool", "true"));
    assert_eq!(outcome(|| -7i8), valid("i8", "-7"));
    assert_eq!(outcome(|| u128::MAX), valid("u128", "340282366920938463463374607431768211455"));
    assert_eq!(outcome(|| 7usize), valid("usize", "7"));
    assert_eq!(outcome(|| 1.0f64), valid("f64", "1.0"));
    assert_eq!(outcome(|| f32::NAN), valid("f32", "NaN"));
    assert_eq!(outcome(|| 'ñ'), valid("char", "ñ"));
    assert_eq!(outcome(|| "text"), valid("&str", "text"));
    assert_eq!(outcome(|| String::from("text")), valid("String", "text"));
    assert_eq!(outcome(|| Cow::Borrowed("text")), valid("Cow<str>", "text"));
    assert_eq!(outcome(|| BigInt::from(1) << 100u32), valid("BigInt", "1267650600228229401496703205376"));
    assert_eq!(outcome(|| Some(1u8)), valid("Option<u8>", "Some(1)"));
    assert_eq!(outcome(|| None::<String>), valid("Option<String>", "None"));
    assert_eq!(outcome(|| (1i32,)), valid("(i32,)", "(1,)"));
    assert_eq!(outcome(|| (1i32, "a")), valid("(i32, &str)", "(1, \"a\")"));
    assert_eq!(outcome(|| (1i32, 'b', 2.5f64)), valid("(i32, char, f64)", "(1, 'b', 2.5)"));
    assert_eq!(outcome(|| ((), true, 1u8, None::<u8>)).text(), "((), true, 1, None)");
    assert_eq!(outcome(|| vec!["a, b", "c"]), valid("Vec<&str>", "[\"a, b\", \"c\"]"));
    assert_eq!(outcome(Vec::<i64>::new), valid("Vec<i64>", "[]"));
    assert_eq!(outcome(|| vec![Some((1u8, 'x'))]).text(), "[Some((1, 'x'))]");
}

#[derive(Debug)]
struct Celsius(f64);

impl fmt::Display for Celsius {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} °C", self.0)
    }
}

#[test]
fn types_of_one_s_own() {
    assert_eq!(outcome(|| Shown(Celsius(1.5))), valid("Celsius", "1.5 °C"));
    assert_eq!(outcome(|| Debugged(Celsius(1.5))), valid("Celsius", "Celsius(1.5)"));
    assert_eq!(outcome(|| vec![Shown(Celsius(1.5))]).text(), "[1.5 °C]");
}

#[test]
fn an_err_is_an_error_and_a_returned_error_is_not() {
    let parse = |text: String| text.parse::<i64>();
    assert_eq!(run(&parse.into_sut(), &["12"]), valid("i64", "12"));
    let invalid = Outcome::error("ParseIntError", "invalid digit found in string");
    assert_eq!(run(&parse.into_sut(), &["x"]), invalid);

    let returned = |text: String| Shown(text.parse::<i64>().unwrap_err());
    assert_eq!(run(&returned.into_sut(), &["x"]), valid("ParseIntError", "invalid digit found in string"));
    let inside_ok = |text: String| Ok::<_, String>(text.parse::<i64>());
    let type_name = "Result<i64, ParseIntError>";
    assert_eq!(run(&inside_ok.into_sut(), &["x"]), valid(type_name, "Err(invalid digit found in string)"));
    assert_eq!(run(&inside_ok.into_sut(), &["1"]), valid(type_name, "Ok(1)"));
    let inside_vec = || vec![Ok::<u8, ParseIntError>(1)];
    assert_eq!(outcome(inside_vec), valid("Vec<Result<u8, ParseIntError>>", "[Ok(1)]"));

    let dynamic = || -> Result<(), Box<dyn std::error::Error>> { Err("no".into()) };
    assert_eq!(outcome(dynamic), Outcome::error("Box<dyn Error>", "no"));
}

#[test]
fn up_to_eight_arguments() {
    let sum = |a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8| {
        [a, b, c, d, e, f, g, h].into_iter().map(u32::from).sum::<u32>()
    };
    assert_eq!(run(&sum.into_sut(), &["1"; 8]), valid("u32", "8"));
    let mixed = |a: bool, b: i128, c: f64, d: String| format!("{a} {b} {c} {d}");
    assert_eq!(run(&mixed.into_sut(), &["true", "-1", "0.5", "x"]).text(), "true -1 0.5 x");
}

fn double(n: i64) -> i64 {
    n.wrapping_mul(2)
}

#[test]
fn functions_keep_their_name() {
    assert_eq!(double.into_sut().name(), "double");
    assert_eq!((|n: i64| n).into_sut().name(), "closure");
    assert_eq!((|n: i64| n).into_sut().named("same").name(), "same");
}

#[test]
fn what_is_a_target_already_stays_one() {
    let boxed: Box<dyn Sut> = Box::new(double.into_sut());
    assert_eq!(run(&boxed.into_sut(), &["21"]).text(), "42");
    let target = double.into_sut().named("twice").into_sut();
    assert_eq!(target.name(), "twice");
}

#[test]
fn arguments_are_named_and_restricted() {
    let target = |year: i64, month: i64, leap: bool| format!("{year} {month} {leap}");
    let declared = target.into_sut().with_arguments(["year:i64", "month:i64[0..13]", "leap:bool"]).unwrap();
    assert_eq!(declared.signature().to_string(), "year:i64, month:i64[0..13], leap:bool");
    let short = target.into_sut().with_arguments(["year", "month[0..13]", "leap"]).unwrap();
    assert_eq!(short.signature(), declared.signature());
    assert_eq!(run(&declared, &["1", "2", "false"]).text(), "1 2 false");
    let narrowed = (|n: Int| n.ty().name()).into_sut().with_arguments(["n:u8[1..5]"]).unwrap();
    assert_eq!(run(&narrowed, &["3"]).text(), "UInt8");
}

#[test]
fn declarations_that_do_not_fit_are_refused() {
    let refusal = |declarations: &[&str]| {
        let target = (|a: i64, b: u8| a + i64::from(b)).into_sut();
        target.with_arguments(declarations).unwrap_err().to_string()
    };
    assert_eq!(
        refusal(&["n:i64"]),
        "the closure takes 2 arguments, but 1 are declared; declare each, in order"
    );
    assert_eq!(
        refusal(&["n:i64", "m:i64"]),
        "argument 'm' is declared as i64, but the closure takes u8; write m:u8"
    );
    assert_eq!(refusal(&["n", "n"]), "argument 'n' is declared twice; give each argument a name of its own");
    assert!(refusal(&["n:i65", "m"]).contains("unknown type 'i65'; did you mean 'i64'?"));
    assert!(refusal(&["n[5..1]", "m"]).contains("the range 5..1 is empty"));
}

#[test]
fn a_wrong_input_is_an_error_of_the_caller() {
    let target = (|a: i8| a).into_sut();
    let mut outcome = Outcome::default();
    let text = (|a: String| a).into_sut().signature().read(&["x"], None).unwrap();
    let error = target.run(&text, &mut outcome).unwrap_err();
    assert_eq!(error.to_string(), "argument 1 takes i8, not String(x)");
    let none = (|| ()).into_sut().signature().read::<&str>(&[], None).unwrap();
    assert_eq!(
        target.run(&none, &mut outcome).unwrap_err().to_string(),
        "0 values given, but the target takes 1"
    );
}
