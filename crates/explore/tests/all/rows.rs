//! Every boundary has one row: rounding, further characters and further results do not repeat it.

use autobva_core::behaviour::{Boundary, BoundaryKind};
use autobva_core::{Hints, Input, Motion, Value};
use autobva_explore::behaviours::BehaviourSearch;

use crate::support::{Target, place, plan, run};

const CALLS: u64 = 20_000;

pub fn boundaries(target: &Target) -> Vec<Boundary> {
    hinted(target, &[])
}

pub fn hinted(target: &Target, texts: &[&str]) -> Vec<Boundary> {
    let mut plan = plan("lines", CALLS);
    plan.strategy = &BehaviourSearch::ENTRY;
    plan.cts = false;
    let texts = texts.iter().map(|text| text.to_string()).collect();
    plan.target_hints = Hints { texts, ..Hints::default() };
    run(target, &plan).landscape.unwrap().boundaries
}

pub fn sentences(found: &[Boundary]) -> Vec<&str> {
    found.iter().map(|boundary| boundary.sentence.as_str()).collect()
}

pub fn rules(found: &[Boundary]) -> Vec<String> {
    let mut rules: Vec<String> = found.iter().filter_map(|b| Some(b.rule.as_ref()?.to_string())).collect();
    rules.sort();
    rules
}

fn of_text(function: impl Fn(&str) -> &'static str + Send + Sync + 'static) -> Vec<Boundary> {
    boundaries(&Target::of_text(move |s| function(s).to_string()))
}

pub fn float(input: &Input, at: usize) -> f64 {
    let Value::Float(float) = &input[at] else { panic!("no float") };
    float.value()
}

/// Rounded to two decimals, as Python prints it.
fn rounded(value: f64) -> String {
    format!("{:?}", (value * 100.0).round() / 100.0)
}

#[test]
fn texts_of_symbols_are_tidied_like_others() {
    let found = boundaries(&Target::of_text(|s| {
        let first: String = s.chars().take(40).collect();
        first.to_lowercase().replace(' ', "-")
    }));
    let is_cut = |boundary: &Boundary| boundary.sentence.ends_with("{s, tidied} → {s, cut}");
    assert!(matches!(&found[..], [alone] if is_cut(alone)), "{:?}", sentences(&found));
}

#[test]
fn one_place_of_an_argument_is_one_boundary_whatever_is_on_its_sides() {
    let target = Target::new(&["a:i64", "b:i64"], |n| {
        let [a, b] = [&n[0], &n[1]].map(|n| n.to_i128().unwrap());
        match (a < 12, b < 100) {
            (true, true) => "child, short",
            (true, false) => "tall one",
            (false, true) => "grown-up",
            (false, false) => "giant",
        }
        .to_string()
    });
    let found = boundaries(&target);
    let mut arguments: Vec<&str> = found.iter().map(|boundary| boundary.argument.as_str()).collect();
    arguments.sort_unstable();
    assert_eq!(arguments, ["a", "b"], "{:?}", sentences(&found));
}

#[test]
fn steps_of_rounding_are_no_boundaries_and_rounded_lines_meet_where_the_author_meant() {
    let target = Target::of_values(&["hours:f64", "rate:f64"], |input| {
        let [hours, rate] = [0, 1].map(|at| float(input, at));
        match (0.0..=80.0).contains(&hours) && rate >= 0.0 {
            true => rounded((hours + (hours - 40.0).max(0.0) / 2.0) * rate),
            false => "error: hours or rate".to_string(),
        }
    });
    let found = boundaries(&target);
    let is_plain = |boundary: &&Boundary| {
        let left = &boundary.example.left.input;
        (0..2).all(|at| (1e-100..1e100).contains(&float(left, at).abs()))
    };
    let plain: Vec<&Boundary> = found.iter().filter(is_plain).collect();
    let kinks: Vec<String> = plain.iter().map(|b| b.example.left.input[0].to_string()).collect();
    assert_eq!(kinks, ["80.0", "40.0"], "{:?}", sentences(&found));
}

#[test]
fn places_of_a_product_that_has_no_rule_are_one_row() {
    let target = Target::of_values(&["l:f64", "w:f64", "h:f64", "kg:f64"], |input| {
        let [l, w, h, kg] = [0, 1, 2, 3].map(|at| float(input, at));
        match l > 0.0 && w > 0.0 && h > 0.0 && kg > 0.0 {
            true => rounded(kg.max(l * w * h / 5000.0)),
            false => "error: all must be positive".to_string(),
        }
    });
    let found = boundaries(&target);
    // Four ends at zero, the product by one of its factors and by the weight, and floats that nobody uses.
    assert!(found.len() <= 7, "{:?}", sentences(&found));
}

#[test]
fn a_limit_that_rounding_hides_from_the_rule_belongs_to_it() {
    let target = Target::of_values(&["weight:f64", "height:f64"], |input| {
        let [weight, height] = [0, 1].map(|at| float(input, at));
        match (weight > 0.0 && height > 0.0, weight / (height * height)) {
            (false, _) => "error: positive numbers",
            (_, ..18.5) => "under",
            (_, ..25.0) => "normal",
            _ => "over",
        }
        .to_string()
    });
    let found = boundaries(&target);
    assert_eq!(rules(&found), ["weight/height^2 <= 18.5 for weight", "weight/height^2 <= 25 for weight"]);
    assert!(found.len() <= 5, "{:?}", sentences(&found));
}

#[test]
fn an_optional_number_is_compared_like_any_other() {
    let target = Target::of_values(&["n:int", "limit:int?"], |input| {
        let Value::Union(limit) = &input[1] else { panic!("not optional") };
        match (limit.value().as_int(), input[0].as_int()) {
            (Some(limit), Some(n)) if n.number() > limit.number() => "beyond",
            (Some(_), _) => "within",
            (None, _) => "no limit",
        }
        .to_string()
    });
    let found = boundaries(&target);
    assert_eq!(rules(&found), ["n <= limit"], "{:?}", sentences(&found));
    assert_eq!(found.len(), 2, "{:?}", sentences(&found));
}

#[test]
fn a_share_of_another_argument_is_a_rule() {
    let target = Target::of_values(&["hits:list[int]", "limit:int[1..100000]"], |input| {
        let Value::List(hits) = &input[0] else { panic!("no list") };
        let hits = hits.items.iter().filter_map(|hit| hit.as_int()?.number().to_i128());
        let sum = hits.fold(0, i128::saturating_add);
        let limit = input[1].as_int().unwrap().number().to_i128().unwrap();
        (if sum.saturating_mul(5) >= 4 * limit { "warn" } else { "fine" }).to_string()
    });
    let found = boundaries(&target);
    assert_eq!(rules(&found), ["5*sum(hits) <= 4*limit - 1"], "{:?}", sentences(&found));
}

#[test]
fn one_of_several_characters_is_a_rule() {
    let target = Target::of_text(|s| {
        match (s.contains(['!', '?']), s.contains('"')) {
            (true, _) => "loud",
            (_, true) => "quoted",
            _ => "plain",
        }
        .to_string()
    });
    let found = hinted(&target, &["!", "?", "\""]);
    let loud = "s contains one of \"!?\"".to_string();
    assert!(rules(&found).contains(&loud), "{:?}", sentences(&found));
    assert_eq!(found.len(), 2, "{:?}", sentences(&found));
}

#[test]
fn a_symbol_that_only_makes_a_text_long_enough_is_no_part_of_a_rule() {
    let found = of_text(|s| {
        if s.chars().count() < 8 {
            return "too short";
        }
        let has = |is: fn(char) -> bool| usize::from(s.contains(is));
        let kinds = has(|c| c.is_ascii_digit()) + has(|c| c.is_uppercase()) + has(|c| "!@#$%".contains(c));
        ["weak", "fair", "good", "strong"][kinds]
    });
    let rules = rules(&found);
    let of_symbols = || rules.iter().filter(|rule| rule.contains('"'));
    let symbols = |rule: &String| rule.split('"').skip(1).step_by(2).collect::<String>();
    assert!(of_symbols().next().is_some(), "{rules:?}");
    assert!(of_symbols().all(|rule| symbols(rule).chars().all(|c| "!@#$%".contains(c))), "{rules:?}");
}

#[test]
fn a_character_that_spoils_a_text_is_no_rule_beside_those_that_may_be_used() {
    let found = of_text(|s| {
        let is_name = !s.is_empty() && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_name { "name" } else { "none" }
    });
    assert!(!rules(&found).iter().any(|rule| rule.contains("contains")), "{:?}", rules(&found));
}

#[test]
fn a_refused_text_is_one_row_whatever_would_have_come_of_it() {
    let found = of_text(|s| match s.chars().count() {
        _ if s.contains(|c| c >= 'n') => "error: a letter that we lack",
        ..4 => "short",
        4..8 => "middle",
        _ => "long",
    });
    let refused = found.iter().filter(|b| b.sentence.contains("that we lack")).count();
    assert_eq!((refused, found.len()), (1, 3), "{:?}", sentences(&found));
}

pub fn of_whole(
    arguments: &[&str],
    function: impl Fn(&[i128]) -> String + Send + Sync + 'static,
) -> Vec<Boundary> {
    boundaries(&Target::new(arguments, move |n| {
        let n: Vec<i128> = n.iter().map(|n| n.to_i128().unwrap()).collect();
        function(&n)
    }))
}

#[test]
fn a_rounded_quotient_of_two_arguments_has_no_boundaries_of_its_own() {
    let found = of_whole(&["litres:i64", "bottle:i64[1..]"], |n| match n[0] < 0 {
        true => "error: nothing to fill".to_string(),
        false => n[0].div_euclid(n[1]).to_string(),
    });
    assert!(found.len() <= 2, "{:?}", sentences(&found));
}

#[test]
fn what_rounding_moves_between_giants_is_no_boundary() {
    let found = of_whole(&["won:i64", "played:i64[1..]"], |n| match n[0] < 0 || n[0] > n[1] {
        true => "error: more than all".to_string(),
        false if n[0] as f64 / n[1] as f64 >= 0.625 => "ahead".to_string(),
        false => "behind".to_string(),
    });
    let sides = found.iter().flat_map(|b| [&b.example.left.input, &b.example.right.input]);
    let digits = sides.flat_map(|input| input.iter().map(|n| n.to_string().len())).max();
    assert!(digits < Some(15) && found.len() <= 4, "{:?}", sentences(&found));
}

#[test]
fn a_share_below_a_cap_is_a_relation_of_two_numbers() {
    let found = of_whole(&["taken:i64[0..]", "seats:i64[1..]"], |n| {
        let percent = 100 * n[0].min(1 << 60) / n[1].min(90);
        if percent >= 75 { "busy" } else { "calm" }.to_string()
    });
    assert_eq!(rules(&found), ["4*taken <= 3*seats - 1"], "{:?}", sentences(&found));
}

#[test]
fn two_arguments_together_say_what_a_number_is() {
    let found = of_whole(&["hours:int[0..80]", "wage:int[0..100]"], |n| {
        (2 * n[1] * n[0] + (n[0] - 40).max(0) * n[1]).to_string()
    });
    assert!(
        matches!(sentences(&found)[..], [alone] if alone.ends_with("2 · hours · wage → wage · (3 · hours - 40)")),
        "{:?}",
        sentences(&found)
    );
}

#[test]
fn the_argument_that_is_chosen_is_a_behaviour() {
    let names = ["a:i64", "b:i64", "c:i64"];
    let median = of_whole(&names, |n| n[0].max(n[1]).min(n[0].min(n[1]).max(n[2])).to_string());
    let clamp = of_whole(&names, |n| n[0].min(n[2]).max(n[1]).to_string());
    for found in [median, clamp] {
        let pair = |boundary: &Boundary| {
            let mut sides: Vec<String> =
                boundary.sentence.rsplit(": ").next().unwrap().split(" → ").map(str::to_string).collect();
            sides.sort();
            sides.concat()
        };
        let mut pairs: Vec<String> = found.iter().map(pair).collect();
        pairs.sort();
        assert_eq!(pairs, ["ab", "ac", "bc"], "{:?}", sentences(&found));
        let is_sure =
            |b: &Boundary| b.rule.as_ref().is_some_and(|rule| rule.held > 0) && b.kind == BoundaryKind::Kink;
        assert!(found.iter().all(is_sure), "{:?} {:?}", sentences(&found), rules(&found));
    }
}

#[test]
fn a_number_that_is_sometimes_an_argument_is_no_choice() {
    let found = of_whole(&["a:i64", "b:i64"], |n| (n[0] + n[1] % 2).to_string());
    assert!(
        !sentences(&found).iter().any(|told| told.ends_with("→ a") || told.ends_with("→ b")),
        "{:?}",
        sentences(&found)
    );
}

#[test]
fn a_percentage_of_two_arguments_is_one_way_of_making_a_number() {
    let found = of_whole(&["used:i64", "limit:i64"], |n| match n[1] {
        ..=0 => "no limit".to_string(),
        limit => match (n[0].saturating_mul(100)).div_euclid(limit) {
            100.. => "exceeded".to_string(),
            percent @ 90.. => format!("warning {percent}%"),
            percent => format!("ok {percent}%"),
        },
    });
    assert_eq!(found.len(), 3, "{:?}", sentences(&found));
    assert_eq!(rules(&found), ["10*used <= 9*limit - 1", "used < limit"]);
}

#[test]
fn a_corner_that_is_seen_one_place_later_belongs_to_its_rule() {
    let found = of_whole(&["apples:i64[0..]", "pears:i64[0..]"], |n| {
        let pairs = n[0].min(n[1]);
        (pairs * 150 + (n[0] - pairs) * 100 + (n[1] - pairs) * 80).to_string()
    });
    assert_eq!(found.len(), 1, "{:?}", sentences(&found));
}

#[test]
fn a_curve_of_rounded_numbers_has_no_steps() {
    let target = Target::of_values(&["part:f64", "whole:f64"], |input| {
        let [part, whole] = [0, 1].map(|at| float(input, at));
        match (whole > 0.0, part / whole * 100.0) {
            (false, _) => "error: nothing".to_string(),
            (_, 100.0..) => "all".to_string(),
            (_, share) => format!("{}", share.round_ties_even()),
        }
    });
    let found = boundaries(&target);
    let is_plain = |boundary: &&Boundary| {
        let left = &boundary.example.left.input;
        (0..2).all(|at| float(left, at) == 0.0 || (1e-100..1e100).contains(&float(left, at).abs()))
    };
    assert_eq!(found.iter().filter(is_plain).count(), 2, "{:?}", sentences(&found));
}

#[test]
fn constants_beside_a_product_are_boundaries() {
    let found = of_whole(&["a:i64[1..]", "b:i64[1..]"], |n| {
        match (n[0] >= 1000, n[1] >= 50) {
            (false, _) => 100 * n[0] / n[1],
            (true, false) => 7,
            (true, true) => 9,
        }
        .to_string()
    });
    let is_known = |at: usize, place: i128| {
        found.iter().any(|b| b.all_places().any(|p| p.left.input[at].to_string() == place.to_string()))
    };
    assert!(is_known(0, 999) && is_known(1, 49) && found.len() == 2, "{:?}", sentences(&found));
}

#[test]
fn a_length_that_decides_alone_is_told_as_a_length_whatever_makes_the_text_longer() {
    let found = of_text(|s| match s.chars().count() {
        3..=20 if !s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') => "characters",
        3..=20 if s.starts_with(|c: char| c.is_ascii_digit()) => "begins with a digit",
        3..=20 => "ok",
        _ => "length",
    });
    for limit in ["length of s 2 | 3", "length of s 20 | 21"] {
        let rows = found.iter().filter(|boundary| boundary.sentence.starts_with(limit)).count();
        assert_eq!(rows, 1, "{limit}: {:?}", sentences(&found));
    }
    let told = found.iter().filter(|boundary| boundary.sentence.contains("length")).count();
    assert_eq!(told, 2, "{:?}", sentences(&found));
}

#[test]
fn numbers_that_are_read_from_a_text_in_another_base_have_no_boundaries() {
    let found = boundaries(&Target::of_text(|s| {
        let digits = s.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        number.map_or("none".to_string(), |n| format!("({}, {}, {})", n >> 16, (n >> 8) % 256, n % 256))
    }));
    let is_of_numbers = |boundary: &&Boundary| !boundary.sentence.contains("none");
    assert_eq!(found.iter().find(is_of_numbers).map(|b| &b.sentence), None, "{:?}", sentences(&found));
    let formula =
        |boundary: &Boundary| boundary.sentence.contains('·') || boundary.sentence.contains("curve");
    assert!(!found.iter().any(formula), "{:?}", sentences(&found));
}

#[test]
fn numbers_inside_a_format_that_few_functions_know_have_their_limits() {
    let found = of_text(|s| match s.split_once("-W") {
        Some((year, week)) if year.len() == 4 && week.len() == 2 && year.parse::<u16>().is_ok() => {
            match week.parse::<u8>() {
                Ok(1..=53) => "week",
                Ok(_) => "no such week",
                Err(_) => "none",
            }
        }
        _ => "none",
    });
    let is_last =
        |boundary: &&Boundary| boundary.sentence.contains("-W53") && boundary.sentence.contains("-W54");
    assert_eq!(found.iter().filter(is_last).count(), 1, "{:?}", sentences(&found));
}

#[test]
fn equal_items_of_a_set_count_once() {
    let found = boundaries(&Target::of_values(&["s:set[i64]"], |input| {
        let Value::List(set) = &input[0] else { panic!("no set") };
        if set.effective().len() > 2 { "many" } else { "few" }.to_string()
    }));
    assert_eq!(sentences(&found), ["length of s 2 | 3: few → many"]);
}

#[test]
fn bytes_begin_with_hints_as_texts_do() {
    let target = Target::of_values(&["b:bytes"], |input| {
        let Value::Bytes(bytes) = &input[0] else { panic!("no bytes") };
        if bytes.starts_with(b"\x89PNG") { "picture" } else { "?" }.to_string()
    });
    let is_beside = |boundary: &Boundary| {
        let length = |input: &Input| Motion::Length.get(&input[0]);
        length(&boundary.example.left.input) < length(&boundary.example.right.input)
    };
    assert!(hinted(&target, &["\u{89}PNG"]).iter().any(is_beside));
    assert!(boundaries(&target).is_empty());
}

#[test]
fn what_never_changes_is_told_as_it_is() {
    for answer in ["?", "3", "none"] {
        let target = Target::of_values(&["b:bytes"], |_| answer.to_string());
        let mut plan = plan("lines", 1_000);
        plan.strategy = &BehaviourSearch::ENTRY;
        let behaviours = run(&target, &plan).landscape.unwrap().behaviours;
        let texts: Vec<&str> = behaviours.iter().map(|behaviour| behaviour.text.as_str()).collect();
        assert_eq!(texts, [answer]);
    }
}

#[test]
fn what_a_text_turns_out_to_repeat_while_rules_are_tested_is_told() {
    let target = Target::of_values(&["name:str", "size:i64"], |input| {
        let name = input[0].as_text().unwrap().trim();
        let size = place(&input[1]).to_i128().unwrap();
        if name.chars().count() as i128 <= size {
            return name.to_string();
        }
        name.chars().take((size.max(2) - 2) as usize).chain("..".chars()).collect()
    });
    for seed in 1..=3 {
        let mut plan = plan("lines", CALLS);
        plan.strategy = &BehaviourSearch::ENTRY;
        plan.seed = seed;
        let found = run(&target, &plan).landscape.unwrap().boundaries;
        let rules = rules(&found);
        assert!(rules.iter().any(|rule| rule.contains("length of name <= size")), "{:?}", sentences(&found));
    }
}

#[test]
fn formulas_have_no_terms_that_come_from_rounding() {
    let target = Target::of_values(&["n:i64", "w:f64"], |input| {
        let (n, w) = (place(&input[0]).to_f64(), float(input, 1));
        format!("{:?}", if n > 10.0 { n * w * 0.95 + 4.9 } else { n * w + 4.9 })
    });
    for seed in 1..=3 {
        let mut plan = plan("lines", CALLS);
        plan.strategy = &BehaviourSearch::ENTRY;
        (plan.cts, plan.seed) = (false, seed);
        let behaviours = run(&target, &plan).landscape.unwrap().behaviours;
        let texts: Vec<&str> = behaviours.iter().map(|behaviour| behaviour.text.as_str()).collect();
        assert!(!texts.iter().any(|text| text.contains("e-") || text.contains("n / 20")), "{texts:?}");
    }
}

#[test]
fn what_is_made_of_parts_of_a_text_is_free_text_however_often_some_of_it_occurs() {
    fn first(word: &str) -> String {
        word.chars().take(1).collect()
    }
    fn initials(s: &str) -> String {
        s.split_whitespace().take(4).map(first).collect::<String>().to_uppercase()
    }
    fn acronym(s: &str) -> String {
        s.split_whitespace().take(3).map(first).collect::<Vec<_>>().join(".")
    }
    fn swapped(s: &str) -> String {
        s.split_once(' ').map_or(s.to_string(), |(a, b)| format!("{b}, {a}"))
    }
    for function in [initials as fn(&str) -> String, acronym, swapped] {
        for seed in 1..=2 {
            let mut plan = plan("lines", CALLS);
            plan.strategy = &BehaviourSearch::ENTRY;
            plan.seed = seed;
            let target = Target::of_text(function);
            let found = run(&target, &plan).landscape.unwrap().boundaries;
            assert!(found.len() <= 5, "{} rows: {:?}", found.len(), &sentences(&found)[..5]);
        }
    }
}
