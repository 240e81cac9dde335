//! The search in values that have parts: lists, records, options, dates, decimals, and numbers inside texts.

use autobva_core::behaviour::Landscape;
use autobva_core::{Input, Moment, MomentKind, Value};
use autobva_explore::behaviours::BehaviourSearch;

use crate::support::{Target, plan, run};

fn landscape(target: &Target, calls: u64, seed: u64) -> Landscape {
    let mut plan = plan("lines", calls);
    plan.strategy = &BehaviourSearch::ENTRY;
    plan.cts = false;
    plan.seed = seed;
    run(target, &plan).landscape.unwrap()
}

/// Every boundary as `argument left | right`, both inputs as they are written.
fn told(landscape: &Landscape) -> Vec<String> {
    let boundary = |b: &autobva_core::behaviour::Boundary| {
        format!("{}: {} | {}", b.argument, b.example.left.input, b.example.right.input)
    };
    landscape.boundaries.iter().map(boundary).collect()
}

/// All pairs that are shown, examples and places.
fn shown(landscape: &Landscape) -> Vec<(String, String)> {
    let places = landscape.boundaries.iter().flat_map(|b| b.all_places());
    places.map(|place| (place.left.input.to_string(), place.right.input.to_string())).collect()
}

fn shows(landscape: &Landscape, left: &str, right: &str) -> bool {
    shown(landscape).contains(&(left.to_string(), right.to_string()))
}

fn field(input: &Input, at: usize) -> i128 {
    let Value::Record(record) = &input[0] else { panic!("no record") };
    record.values[at].as_int().unwrap().number().to_i128().unwrap()
}

#[test]
fn fields_that_never_matter_are_said_not_to() {
    let target = Target::of_values(&["r:record{a: int, b: int, c: int, d: int}"], |input| {
        match (field(input, 1) >= 100, field(input, 3) < 7) {
            (true, _) => "big".into(),
            (_, true) => "low".into(),
            _ => "ok".into(),
        }
    });
    for seed in 1..=3 {
        let found = landscape(&target, 20_000, seed);
        let arguments: Vec<&str> = found.boundaries.iter().map(|b| b.argument.as_str()).collect();
        assert_eq!(arguments.len(), 2, "{:?}", told(&found));
        assert!(arguments.contains(&"r.b") && arguments.contains(&"r.d"));
        assert_eq!(found.idle, ["r.a", "r.c"]);
    }
}

#[test]
fn a_list_is_empty_or_too_long() {
    let target = Target::of_values(&["xs:list[int]"], |input| {
        let Value::List(list) = &input[0] else { panic!("no list") };
        match list.items.len() {
            0 => "error: empty".into(),
            1..=20 => "fine".into(),
            _ => "error: too many".into(),
        }
    });
    let found = landscape(&target, 5_000, 1);
    let lengths: Vec<String> = found.boundaries.iter().map(|b| b.sentence.clone()).collect();
    assert_eq!(lengths.len(), 2, "{lengths:?}");
    assert!(lengths.iter().any(|s| s.starts_with("length of xs 0 | 1")), "{lengths:?}");
    assert!(lengths.iter().any(|s| s.starts_with("length of xs 20 | 21")), "{lengths:?}");
}

#[test]
fn what_a_length_decides_alone_is_told_by_the_length() {
    let target = Target::of_text(|text| {
        let told = match text.chars().count() {
            ..3 => "too short",
            21.. => "too long",
            _ if !text.starts_with(char::is_alphabetic) => "must start with a letter",
            _ if text.contains(' ') => "no spaces",
            _ => "fine",
        };
        told.into()
    });
    for seed in 1..=2 {
        let found = landscape(&target, 20_000, seed);
        let told = told(&found);
        assert_eq!(found.boundaries.len(), 4, "{told:?}");
        for limit in ["length of s 2 | 3", "length of s 20 | 21"] {
            assert!(found.boundaries.iter().any(|b| b.sentence.starts_with(limit)), "{limit}: {told:?}");
        }
    }
}

#[test]
fn nothing_at_all_is_an_alternative() {
    let target = Target::of_values(&["s:str?"], |input| {
        let Value::Union(union) = &input[0] else { panic!("no union") };
        match union.value() {
            Value::Text(text) if text.is_empty() => "empty".into(),
            Value::Text(_) => "given".into(),
            _ => "none".into(),
        }
    });
    let found = landscape(&target, 5_000, 1);
    assert!(shows(&found, "\"\"", "null"), "{:?}", told(&found));
}

#[test]
fn numbers_inside_texts_have_limits() {
    let target = Target::of_text(|text| match text.trim().parse::<i64>() {
        Err(_) => "error: no number".into(),
        Ok(..0) => "error: negative".into(),
        Ok(0..1024) => "well-known".into(),
        Ok(1024..49152) => "registered".into(),
        Ok(49152..65536) => "dynamic".into(),
        Ok(_) => "error: too large".into(),
    });
    for seed in 1..=3 {
        let found = landscape(&target, 20_000, seed);
        for (left, right) in [("1023", "1024"), ("49151", "49152"), ("65535", "65536"), ("-1", "0")] {
            assert!(shows(&found, left, right), "{left} | {right}: {:?}", told(&found));
        }
        assert!(found.boundaries.len() <= 10, "{:?}", told(&found));
    }
}

/// Declarations that leave hardly anything, or nothing at all, to move.
#[test]
fn values_that_cannot_move_are_no_fault() {
    for declared in [
        "set[bool]",
        "set[\"a\" | \"b\"; 3..]",
        "list[\"a\"]",
        "list[null; 2..]",
        "list[int; 0..0]",
        "list[record{}]",
        "record{}",
        "record A{}",
        "record{a: record{}}",
        "bytes[..0]",
        "null",
        "str[0..0]",
        "int[5..5]",
    ] {
        let target = Target::of_values(&[&format!("x:{declared}")], |_| "the same".into());
        assert!(landscape(&target, 100, 1).boundaries.is_empty(), "{declared}");
    }
}

#[test]
fn a_date_and_a_decimal_are_squeezed_to_the_last_place() {
    let new_year = Moment::read(MomentKind::Date, "2000-01-01").unwrap();
    let target = Target::of_values(&["d:date"], move |input| {
        let Value::Moment(moment) = &input[0] else { panic!("no date") };
        (if *moment < new_year { "old" } else { "new" }).into()
    });
    let found = landscape(&target, 5_000, 1);
    assert_eq!(told(&found), ["d: 1999-12-31 | 2000-01-01"]);
    let target = Target::of_values(&["d:decimal"], |input| {
        let Value::Decimal(decimal) = &input[0] else { panic!("no decimal") };
        (if decimal.to_f64() < 9.95 { "small" } else { "large" }).into()
    });
    assert!(shows(&landscape(&target, 5_000, 1), "9.94", "9.95"));
}

#[test]
fn the_same_words_for_the_same_words_are_one_boundary() {
    let target = Target::of_values(&["n:int", "kind:\"a\" | \"b\" | \"c\""], |input| {
        let n = input[0].as_int().unwrap().number().to_i128().unwrap();
        let price = if n < 50 { "delivery costs" } else { "delivery is free" };
        format!("kind {}, {price}", input[1])
    });
    let found = landscape(&target, 5_000, 1);
    let limits = found.boundaries.iter().filter(|b| b.argument == "n").count();
    assert_eq!(limits, 1, "{:?}", told(&found));
}
