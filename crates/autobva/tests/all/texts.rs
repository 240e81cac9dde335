//! Functions of texts: the default search finds limits of length and the ends of the kinds of characters.

use autobva::{Findings, Hints, Settings, find};

fn username(name: String) -> Result<&'static str, &'static str> {
    let letters = || name.chars();
    match letters().count() {
        0..3 => Err("too short"),
        13.. => Err("too long"),
        _ if !letters().next().is_some_and(|c| c.is_ascii_alphabetic()) => Err("must begin with a letter"),
        _ if !letters().all(|c| c.is_ascii_alphanumeric()) => Err("bad character"),
        _ => Ok("fine"),
    }
}

/// What becomes of the first character, or of the last one, at the given pairs of neighbours.
fn missing(findings: &Findings, pairs: &[(char, char)], pick: fn(&str) -> Option<char>) -> Vec<(char, char)> {
    let found = |(left, right): &(char, char)| {
        findings.candidates.iter().any(|candidate| {
            let (a, b) = (candidate.left.input.to_string(), candidate.right.input.to_string());
            candidate.left.outcome.is_valid() != candidate.right.outcome.is_valid()
                && a.chars().count() == b.chars().count()
                && (pick(&a), pick(&b)) == (Some(*left), Some(*right))
        })
    };
    pairs.iter().copied().filter(|pair| !found(pair)).collect()
}

#[test]
fn limits_of_length_and_kinds_of_characters() {
    for seed in 1..=3 {
        let findings = find(username).seed(seed).max_calls(6_000).run().unwrap();
        let lengths = |left: usize, texts: (&str, &str)| {
            findings.candidates.iter().any(|candidate| {
                let shown = |side: &autobva::Observation| {
                    side.outcome.text().trim_matches('"') == texts.0
                        || side.outcome.text().trim_matches('"') == texts.1
                };
                let length = |side: &autobva::Observation| side.input[0].to_string().chars().count();
                length(&candidate.left) == left
                    && length(&candidate.right) == left + 1
                    && shown(&candidate.left)
                    && shown(&candidate.right)
            })
        };
        assert!(lengths(2, ("too short", "fine")), "seed {seed}");
        assert!(lengths(12, ("fine", "too long")), "seed {seed}");
        let first = [('@', 'A'), ('Z', '['), ('`', 'a'), ('z', '{')];
        assert_eq!(missing(&findings, &first, |name| name.chars().next()), [], "seed {seed}");
        let last = [('/', '0'), ('9', ':'), ('@', 'A'), ('Z', '['), ('`', 'a'), ('z', '{')];
        assert_eq!(missing(&findings, &last, |name| name.chars().next_back()), [], "seed {seed}");
    }
}

#[test]
fn hints_of_another_version_are_looked_at_unless_they_are_off() {
    let met = |hints: bool| {
        let more_hints = Hints { numbers: Vec::new(), texts: vec!["crimson".to_string()] };
        let settings = Settings { more_hints, hints, seed: 1, ..Settings::default() };
        let run = find(|s: String| if s == "crimson" { "red" } else { "other" }).settings(settings);
        run.max_calls(1_000).run().unwrap().candidates.len()
    };
    assert!(met(true) > 0);
    assert_eq!(met(false), 0);
}
