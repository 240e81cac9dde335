//! One condition is one row, whichever behaviours it separates and whichever arguments it has.

use autobva_core::Value;
use autobva_core::behaviour::Boundary;
use autobva_explore::behaviours::BehaviourSearch;

use crate::rows::{boundaries, float, hinted, of_whole, rules, sentences};
use crate::support::{Target, plan, run};

#[test]
fn a_curve_of_three_arguments_is_a_rule() {
    let found = of_whole(&["x:i32", "y:i32", "r:i32"], |n| {
        let is_in = n[0] * n[0] + n[1] * n[1] <= n[2] * n[2];
        if is_in { "in" } else { "out" }.to_string()
    });
    assert_eq!(rules(&found), ["x^2 + y^2 - r^2 <= 0 for x"], "{:?}", sentences(&found));
    assert_eq!(found.len(), 1, "{:?}", sentences(&found));
    let found = of_whole(&["x:i32", "y:i32"], |n| (4 * n[0] * n[0] + 9 * n[1] * n[1] <= 3600).to_string());
    assert_eq!(rules(&found), ["4*x^2 + 9*y^2 <= 3600 for x"], "{:?}", sentences(&found));
}

#[test]
fn the_corner_of_two_limits_is_no_curve() {
    let found = of_whole(&["width:i32", "height:i32"], |n| {
        let (long, short) = (n[0].max(n[1]), n[0].min(n[1]));
        match (short < 90 || long < 140, long <= 353 && short <= 250) {
            (true, _) => "too small",
            (_, true) => "letter",
            _ => "parcel",
        }
        .to_string()
    });
    assert_eq!(rules(&found), Vec::<String>::new(), "{:?}", sentences(&found));
}

#[test]
fn one_rule_is_one_row_whichever_behaviours_it_separates() {
    let found = of_whole(&["h:i64[0..23]", "m:i64[0..59]", "d:i64[-1000..1000]"], |n| {
        let time = 60 * n[0] + n[1] + n[2];
        let part = if n[1] < 30 { "early" } else { "late" };
        if time < 0 { format!("{part} yesterday") } else { format!("today {part}") }
    });
    assert_eq!(rules(&found), ["m < -60*h - d"], "{:?}", sentences(&found));
    assert_eq!(found.len(), 2, "{:?}", sentences(&found));
}

#[test]
fn a_limit_that_several_arguments_have_in_common_is_one_row() {
    let found = of_whole(&["x:i32", "y:i32", "z:i32"], |n| {
        match n.iter().all(|n| (1..=8).contains(n)) {
            true if n[0] + n[1] > n[2] => "in front",
            true => "behind",
            false => "error: outside",
        }
        .to_string()
    });
    let outside = found.iter().filter(|b| b.sentence.contains("outside")).map(|b| b.argument.as_str());
    assert_eq!(outside.collect::<Vec<_>>(), ["x, y, z"; 2], "{:?}", sentences(&found));
}

#[test]
fn a_text_may_decide_where_a_limit_is() {
    let target = Target::of_values(&["kmh:int", "zone:str"], |input| {
        let limit = match input[1].as_text() {
            Some("city") => 50,
            Some("road") => 100,
            Some("motorway") => 130,
            _ => return "error: no such zone".to_string(),
        };
        let kmh = input[0].as_int().unwrap().number().to_i128().unwrap();
        if kmh <= limit { "fine" } else { "too fast" }.to_string()
    });
    let found = hinted(&target, &["city", "road", "motorway"]);
    let rule = "kmh <= 50 for zone \"city\"; 130 for zone \"motorway\"; 100 for zone \"road\"";
    assert!(rules(&found).contains(&rule.to_string()), "{:?}", rules(&found));
    assert_eq!(found.len(), 2, "{:?}", sentences(&found));
}

#[test]
fn the_greatest_of_a_list_is_compared_with_another_argument() {
    let target = Target::of_values(&["calls:list[int]", "now:int"], |input| {
        let Value::List(calls) = &input[0] else { panic!("no list") };
        let now = input[1].as_int().unwrap().number();
        let is_later = calls.items.iter().any(|call| call.as_int().unwrap().number() > now);
        if is_later { "error: in the future" } else { "fine" }.to_string()
    });
    let found = boundaries(&target);
    assert_eq!(rules(&found), ["max(calls) <= now"], "{:?}", sentences(&found));
}

#[test]
fn the_same_answer_to_many_inputs_is_a_behaviour_beside_free_texts() {
    let target = Target::of_values(&["name:str?", "phone:str?"], |input| {
        let text = |at: usize| match &input[at] {
            Value::Union(value) => value.value().as_text().map(str::to_string),
            _ => None,
        };
        match (text(0), text(1)) {
            (None, None) => "error: nothing known".to_string(),
            (None, _) => "unknown caller".to_string(),
            (Some(name), None) => name,
            (Some(name), Some(phone)) => format!("{name} ({phone})"),
        }
    });
    let found = boundaries(&target);
    let is_told = |from: &str, to: &str| {
        let leads = |b: &&Boundary| b.sentence.contains(from) && b.sentence.contains(to);
        found.iter().filter(leads).count() == 1
    };
    assert!(is_told("unknown caller", "nothing known"), "{:?}", sentences(&found));
    assert!(is_told("unknown caller", "varying"), "{:?}", sentences(&found));
}

#[test]
fn what_outgrows_the_floats_is_told_once() {
    let target = Target::of_values(&["part:f64", "times:f64"], |input| {
        let [part, times] = [0, 1].map(|at| float(input, at));
        match part < 0.0 || times < 0.0 {
            true => "error: negative".to_string(),
            false => format!("{:?}", part * times.powi(7)),
        }
    });
    let found = boundaries(&target);
    let infinite = found.iter().filter(|b| b.sentence.contains("inf") || b.sentence.contains("nan"));
    assert!(infinite.count() <= 1, "{:?}", sentences(&found));
}

#[test]
fn the_example_of_a_behaviour_is_the_plainest_of_its_first_runs() {
    let target = Target::of_values(&["a:f64", "b:f64", "c:f64"], |input| {
        let [a, b, c] = [0, 1, 2].map(|at| float(input, at));
        match (a == 0.0, b * b - 4.0 * a * c) {
            (true, _) => "error: not quadratic",
            (_, 0.0..) => "some",
            _ => "none",
        }
        .to_string()
    });
    let mut plan = plan("lines", 20_000);
    plan.strategy = &BehaviourSearch::ENTRY;
    let behaviours = run(&target, &plan).landscape.unwrap().behaviours;
    let examples: Vec<String> = behaviours.iter().map(|b| format!("{:?}", b.example.input)).collect();
    assert!(!examples.iter().any(|example| example.contains("e-")), "{examples:?}");
}

#[test]
fn places_of_an_unknown_relation_are_one_row() {
    let found = of_whole(&["a:i32", "b:i32", "c:i32"], |n| {
        let mixed = (n[0] ^ n[1]) + (n[1] ^ n[2]);
        if mixed > 1_000_000 { "over" } else { "within" }.to_string()
    });
    assert!(found.len() <= 2, "{:?}", sentences(&found));
}

#[test]
fn corners_of_lines_that_another_argument_tilts_are_one_rule() {
    let target = Target::of_values(&["days:int[4..60]", "amount:f64"], |input| {
        let days = input[0].as_int().unwrap().number().to_f64();
        let amount = float(input, 1);
        match amount > 0.0 {
            true => format!("{:?}", (amount * 0.01 * (days - 3.0)).max(2.5)),
            false => "error: no amount".to_string(),
        }
    });
    let found = boundaries(&target);
    assert!(
        rules(&found).contains(&"days*amount - 3*amount <= 250 for days".to_string()),
        "{:?}",
        rules(&found)
    );
    assert!(found.len() <= 4, "{:?}", sentences(&found));
}

#[test]
fn a_limit_that_happens_to_be_a_place_of_a_pattern_keeps_its_row() {
    let found = of_whole(&["year:i32", "day:i32[1..29]"], |n| match n[0] {
        1..=9999 if n[1] == 29 && n[0] % 4 != 0 => "error: no such day".to_string(),
        1..=9999 => "fine".to_string(),
        _ => "error: no such year".to_string(),
    });
    let is_limit = |at: i128| {
        let is_left = |b: &&Boundary| b.example.left.input[0].to_string() == at.to_string();
        found.iter().filter(is_left).any(|b| b.sentence.contains("no such year"))
    };
    assert!(is_limit(0) && is_limit(9999), "{:?}", sentences(&found));
}
