//! Conditions on texts: each is found, and is one row.

use autobva_core::behaviour::{Boundary, Landscape};
use autobva_explore::behaviours::BehaviourSearch;

use crate::support::{Target, plan, run};

fn landscape(function: impl Fn(&str) -> String + Send + Sync + 'static) -> Landscape {
    let mut plan = plan("lines", 20_000);
    plan.strategy = &BehaviourSearch::ENTRY;
    plan.cts = false;
    run(&Target::of_text(function), &plan).landscape.unwrap()
}

fn sentences(found: &Landscape) -> Vec<&str> {
    found.boundaries.iter().map(|boundary| boundary.sentence.as_str()).collect()
}

fn rules(found: &Landscape) -> Vec<String> {
    found.boundaries.iter().filter_map(|b| Some(b.rule.as_ref()?.to_string())).collect()
}

#[test]
fn the_number_of_words_has_limits() {
    let found = landscape(|s| {
        let kind = match s.split_whitespace().count() {
            0 => "empty",
            1..=5 => "tweet",
            _ => "article",
        };
        kind.to_string()
    });
    let limit = "number of words of s 5 | 6: tweet → article";
    assert!(sentences(&found).contains(&limit), "{:?}", sentences(&found));
}

#[test]
fn errors_are_not_told_as_values() {
    let value = |c: char| "IVXLCDM".find(c).map(|at| [1, 5, 10, 50, 100, 500, 1000][at]);
    let found = landscape(move |s| {
        let all: Option<Vec<i64>> = s.chars().map(value).collect();
        let missing = s.chars().find(|c| value(*c).is_none());
        match (all, missing) {
            _ if s.is_empty() => "error: empty".to_string(),
            (Some(all), None) => {
                let next = all.iter().skip(1).chain([&0]);
                all.iter().zip(next).map(|(a, b)| if b > a { -a } else { *a }).sum::<i64>().to_string()
            }
            (_, missing) => format!("error: '{}'", missing.unwrap_or_default()),
        }
    });
    let is_error = |text: &str| text.starts_with("error");
    let sides = |boundary: &Boundary| {
        let kinds = boundary.all_places().map(|place| {
            let mut kinds = [&place.left, &place.right].map(|side| is_error(side.outcome.text()));
            kinds.sort_unstable();
            kinds
        });
        kinds.collect::<Vec<_>>()
    };
    for boundary in found.boundaries.iter().filter(|boundary| !boundary.sentence.starts_with("length of s 0"))
    {
        let sides = sides(boundary);
        assert!(sides.windows(2).all(|pair| pair[0] == pair[1]), "{}", boundary.sentence);
    }
    assert!(rules(&found).contains(&"s has only one of \"CDILMVX\"".to_string()), "{:?}", sentences(&found));
}

#[test]
fn what_a_known_condition_explains_is_not_told_again() {
    let found = landscape(|s| {
        let told = match s.chars().next() {
            _ if s.chars().count() < 3 => "too short",
            _ if s.chars().count() > 20 => "too long",
            Some(c) if !c.is_alphabetic() => "must begin with a letter",
            _ if !s.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-') => "bad character",
            _ => "ok",
        };
        told.to_string()
    });
    let mut rules = rules(&found);
    rules.sort();
    let expected = ["s begins with a letter", "s has only letters and digits, or one of \"-_\""];
    assert_eq!(rules, expected, "{:?}", sentences(&found));
    assert_eq!(found.boundaries.len(), 4, "{:?}", sentences(&found));
}

#[test]
fn limits_of_numbers_are_found_among_texts_that_differ_in_their_outputs() {
    let found = landscape(|s| match s.split_once(':') {
        _ if s.is_empty() || s.starts_with(':') => "error: no host".to_string(),
        Some((host, port)) => match port.parse::<u64>() {
            Ok(port) if port < 65536 => format!("<{host}> at {port}"),
            Ok(_) => "error: port out of range".to_string(),
            Err(_) => "error: port must be a number".to_string(),
        },
        None => format!("<{s}> at 80"),
    });
    let text = |value: &autobva_core::Value| value.as_text().unwrap().to_string();
    let places = found.boundaries.iter().flat_map(Boundary::all_places);
    let mut pairs = places.map(|place| [&place.left, &place.right].map(|side| text(&side.input[0])));
    assert!(
        pairs.any(|[left, right]| left.ends_with(":65535") && right.ends_with(":65536")),
        "{:?}",
        sentences(&found)
    );
}
