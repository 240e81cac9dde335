//! Declarations and values: what is understood, and what is refused with which words.

use autobva_core::{Argument, Float, FloatType, IntSchema, IntType, Integer, Schema, Signature, Value};
use proptest::prelude::*;

fn argument(text: &str) -> Argument {
    text.parse().unwrap()
}

fn integers(text: &str) -> IntSchema {
    argument(text).schema().as_int().unwrap().clone()
}

fn refusal(text: &str) -> String {
    text.parse::<Argument>().unwrap_err().to_string()
}

#[test]
fn declarations_read_back_as_written() {
    for text in
        ["n:int", "n:int[0..250]", "year:i64", "x:f64[0.0..1.5]", "s:str[1..8]", "b:bool", "big:bigint"]
    {
        assert_eq!(argument(text).to_string(), text);
    }
    assert_eq!(argument(" n : Int64 ").to_string(), "n:i64");
}

#[test]
fn an_open_end_is_the_type_s() {
    assert_eq!(integers("n:i8[..5]").ends(), ((-128).into(), 5.into()));
    assert_eq!(integers("n:u8[5..]").ends(), (5.into(), 255.into()));
}

#[test]
fn the_abstract_integer_reaches_from_the_least_signed_to_the_greatest_unsigned() {
    assert_eq!(integers("n:int").ends(), (Integer::from(i128::MIN), Integer::from(u128::MAX)));
}

#[test]
fn bad_declarations_say_what_to_do() {
    assert!(refusal("n").starts_with("malformed argument 'n'; write NAME:TYPE"));
    assert!(refusal("n:").starts_with("malformed argument"));
    assert!(refusal("1n:int").starts_with("malformed argument"));
    assert!(refusal("n:int[0..5").starts_with("malformed argument"));
    assert_eq!(refusal("n:itn"), "argument 'n': unknown type 'itn'; did you mean 'int'?");
    assert_eq!(refusal("n:int[5..1]"), "argument 'n': the range 5..1 is empty; put the lesser end first");
    assert_eq!(refusal("n:i8[0..300]"), "argument 'n': 300 is outside i8, which reaches from -128 to 127");
    assert_eq!(refusal("n:i8[200..300]"), "argument 'n': 300 is outside i8, which reaches from -128 to 127");
    assert_eq!(
        refusal("n:int[a..5]"),
        "argument 'n': 'a' is not a whole number; a range is written lo..hi, for instance 0..250"
    );
    assert!(refusal("n:int[7]").contains("a range is written lo..hi"));
    let twice = Signature::parse(["a:int", "a:int"]).unwrap_err().to_string();
    assert_eq!(twice, "argument 'a' is declared twice; give each argument a name of its own");
}

#[test]
fn a_range_leaves_out_the_types_it_cannot_meet() {
    let types: Vec<_> = integers("n:int[1000..2000]").types(true).into_iter().map(|(t, _)| t).collect();
    assert!(
        !types.contains(&IntType::Bool) && !types.contains(&IntType::Int8) && types.contains(&IntType::Int16)
    );
    let bounds = integers("n:int[-5..1000]").bounds(IntType::UInt8).cloned();
    assert_eq!(bounds, Some((0.into(), 255.into())));
    assert_eq!(integers("n:int[300..400]").bounds(IntType::UInt8), None);
}

#[test]
fn a_concrete_argument_is_handed_its_own_type() {
    let types = integers("n:i16").types(true);
    assert!(types.iter().all(|(_, handed)| *handed == IntType::Int16));
    assert_eq!(types.len(), 4);
    assert_eq!(integers("n:int").types(false), [(IntType::Int128, IntType::Int128)]);
}

#[test]
fn values_get_the_type_they_ask_for() {
    let read = |text: &str, runtime: Option<&str>| argument("n:int").read(text, runtime).unwrap().type_name();
    assert_eq!(read("5", None), "Int128");
    assert_eq!(read("true", None), "Bool");
    assert_eq!(read("5", Some("UInt8")), "UInt8");
    assert_eq!(read("340282366920938463463374607431768211455", None), "UInt128");
    assert_eq!(read("340282366920938463463374607431768211456", None), "BigInt");
    assert_eq!(argument("n:i64").read("5", Some("Int8")).unwrap().type_name(), "Int64");
}

#[test]
fn values_outside_are_refused_with_the_range() {
    let refused =
        |spec: &str, text: &str, runtime| argument(spec).read(text, runtime).unwrap_err().to_string();
    assert_eq!(refused("n:i8", "300", None), "300 is outside argument 'n', which takes -128 to 127 (i8)");
    assert_eq!(
        refused("n:int[0..250]", "251", None),
        "251 is outside argument 'n', which takes 0 to 250 (int[0..250])"
    );
    assert_eq!(
        refused("n:int", "256", Some("UInt8")),
        "256 is outside argument 'n', which takes 0 to 255 (UInt8)"
    );
    assert_eq!(
        refused("n:int", "ten", None),
        "'ten' is not a value of argument 'n' (int); give a whole number"
    );
    assert!(refused("n:int", "1", Some("Int65")).contains("did you mean 'Int64'?"));
}

#[test]
fn the_number_of_values_must_fit() {
    let signature = Signature::parse(["height:int", "weight:int"]).unwrap();
    let error = signature.read(&["1"], None).unwrap_err().to_string();
    assert_eq!(error, "1 value given, but the target takes 2 arguments: height:int, weight:int");
    assert_eq!(signature.read(&["1", "2"], None).unwrap().to_string(), "1, 2");
    assert_eq!(signature.arguments()[0].schema(), &Schema::any_int());
}

/// Whether a value is read back from its text as it was.
fn is_read_back(argument: &Argument, value: Float) -> bool {
    argument.read(&value.to_string(), None).is_ok_and(|read| read == Value::Float(value))
}

proptest! {
    #[test]
    fn every_value_of_a_range_of_floats_is_read_back(
        a in -1e38..1e38f64,
        b in prop_oneof![-1e38..1e38f64, -1.0..1.0f64, Just(0.0), Just(f64::from(f32::MAX))],
        share in 0.0..=1.0f64,
        scale in prop_oneof![Just(1.0), Just(1e-38), Just(1e-45), Just(1e-60)],
    ) {
        let (lo, hi) = (a.min(b) * scale, a.max(b) * scale);
        for ty in [FloatType::Float32, FloatType::Float64] {
            let declared = argument(&format!("x:{}[{lo:?}..{hi:?}]", ty.declared_name()));
            prop_assert_eq!(&argument(&declared.to_string()), &declared);
            for drawn in [lo, hi, lo + share * (hi - lo)] {
                prop_assert!(is_read_back(&declared, Float::new(ty, drawn)), "{} of {}", drawn, declared);
            }
        }
    }
}

#[test]
fn the_ends_of_a_range_are_those_of_the_type() {
    let declared = argument("x:f32[0..0.123456789]");
    assert_eq!(declared.to_string(), "x:f32[0.0..0.12345679]");
    assert!(is_read_back(&declared, Float::new(FloatType::Float32, 0.123456789)));
    let beyond = declared.read("0.1234569", None).unwrap_err().to_string();
    assert!(beyond.contains("0.0 to 0.12345679"), "{beyond}");
    let whole = argument("x:f32[..3.4028235e38]");
    assert!(is_read_back(&whole, Float::new(FloatType::Float32, f64::from(f32::MAX))));
    assert!(refusal("x:f32[0..1e39]").contains("from -3.4028235e38 to 3.4028235e38"));
    let one_value = argument("x:f32[0.1..0.1]");
    assert!(is_read_back(&one_value, Float::new(FloatType::Float32, 0.1)));
}
