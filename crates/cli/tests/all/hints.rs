//! What a search is told beside the outcomes: hints in the code of the target, examples of values, patterns.

use std::process::{Command, Output};

use autobva_testing::needs;

use crate::program::{self, stderr, stdout};

const PYTHON: &str = r#"
RATES = {"DE": 4.9, "FR": 7.5, "US": 19.0}

def shipping(country: str, weight: float):
    if country not in RATES:
        raise ValueError("unknown country")
    return "%.1f" % (RATES[country] + (5 if weight > 31.5 else 0))

def zone(country: str, weight: float):
    if country == "DE":
        return "home"
    return "near" if country == "AT" or country == "CH" else "world"

def needle(n: int):
    return "found" if n == 73211 else "not"

def customs(country: str, n: int):
    if country == "DE":
        return 5
    if country == "FR":
        return "once" if n == 86400 else 7
    return 20 if country == "US" else 30

def fee(amount, country="DE"):
    return "free" if amount >= 50 else "not free"

def code(s: str):
    return "good" if len(s) == 6 and s[:2].isupper() and s[2:].isdigit() else "bad"
"#;

/// A folder with the functions above, in `shop.py`.
struct Shop(tempfile::TempDir);

impl Shop {
    fn new() -> Shop {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("shop.py"), PYTHON).unwrap();
        Shop(folder)
    }

    fn run(&self, line: &[&str]) -> Output {
        let mut command: Command = program::autobva();
        command.current_dir(self.0.path()).args(line).output().unwrap()
    }

    /// What `find` writes as CSV.
    fn found(&self, target: &str, seed: u32, more: &[&str]) -> String {
        let seed = seed.to_string();
        let line =
            ["find", target, "--max-calls", "2000", "--no-campaign", "--format", "csv", "--seed", &seed];
        let output = self.run(&[&line, more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    }
}

/// Whether a CSV has a row with that cell.
fn has(csv: &str, cell: &str) -> bool {
    csv.lines().any(|line| line.split(',').any(|found| found == cell))
}

#[test]
fn single_places_in_the_code_are_found_within_two_thousand_calls() {
    needs!("python3");
    let shop = Shop::new();
    let targets: [(&str, &[&str]); 4] = [
        ("shop.py:shipping", &["DE", "FR", "US"]),
        ("shop.py:zone", &["DE", "AT", "CH"]),
        ("shop.py:needle", &["73210", "73211", "73212"]),
        ("shop.py:customs", &["DE", "FR", "US", "86399", "86400", "86401"]),
    ];
    for (target, cells) in targets {
        for seed in 1..=5 {
            let found = shop.found(target, seed, &[]);
            assert!(cells.iter().all(|cell| has(&found, cell)), "{target}, seed {seed}:\n{found}");
        }
        // DE is a text that functions tell apart, so that it is in the dictionary; the others are not.
        let black_box = shop.found(target, 1, &["--hints", "off"]);
        let last = cells.last().unwrap();
        assert!(!has(&black_box, last), "{target}:\n{black_box}");
    }
}

#[test]
fn an_example_shows_the_type_of_an_argument() {
    needs!("python3");
    let shop = Shop::new();
    let asks = program::refusal(&shop.run(&["find", "shop.py:fee"]));
    assert!(asks.contains("or give an example with --seed-value amount=VALUE"), "{asks}");
    let line = [
        "find",
        "shop.py:fee",
        "--seed-value",
        "amount=3",
        "--campaign",
        "fee.autobva",
        "--max-calls",
        "3000",
        "--seed",
        "1",
    ];
    let output = shop.run(&line);
    assert!(stdout(&output).contains("amount 49 | 50"), "{}{}", stdout(&output), stderr(&output));
    // What was learned is kept, so that the target can be run again without the example.
    let accepted = shop.run(&["accept", "fee.autobva"]);
    assert!(accepted.status.success(), "{}", stderr(&accepted));
    let checked = shop.run(&["check"]);
    assert!(checked.status.success(), "{}{}", stdout(&checked), stderr(&checked));
}

#[test]
fn json_is_learned_from_an_example() {
    needs!("python3");
    let shop = Shop::new();
    let program =
        ["--", "python3", "-c", "import json, sys; print(len(json.loads(sys.argv[1])['items']))", "{order}"];
    let find = |more: &[&str]| {
        let line = [
            "find",
            "--no-campaign",
            "--timeout",
            "30s",
            "--max-calls",
            "60",
            "--seed",
            "1",
            "--format",
            "json",
            "--arg",
            "order:json",
        ];
        shop.run(&[&line, more, &program].concat())
    };
    let output = find(&["--seed-value", r#"order={"items": [{"qty": 1}]}"#]);
    assert!(output.status.success(), "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let declared = json["target"]["args"][0]["type"].as_str().unwrap_or_default();
    assert_eq!(declared, "record{items: list[record{qty: int}]}", "{}", json["target"]);
    let called = shop.run(
        &[&["call", "--timeout", "30s", "--arg", "order:json", r#"{"items": [1, 2]}"#], &program[..]]
            .concat(),
    );
    assert_eq!(stdout(&called), "valid String: 2\n", "{}", stderr(&called));
    assert_eq!(
        program::refusal(&find(&[])),
        "error: argument 'order' is json, whose type an example shows; give one with --seed-value 'order=VALUE'\n"
    );
}

#[test]
fn texts_of_a_pattern_are_drawn() {
    needs!("python3");
    let shop = Shop::new();
    let found = shop.found("shop.py:code", 1, &["--arg", r#"s:str~"[A-Z]{2}\d{4}""#]);
    assert!(found.contains("good") && found.contains("bad"), "{found}");
    let refused = shop.run(&["find", "shop.py:code", "--arg", r#"s:str~"[A-Z{2}""#]);
    let refused = program::refusal(&refused);
    assert!(refused.starts_with("error: argument 's': the pattern cannot be used: unclosed"), "{refused}");
    assert_eq!(refused.lines().count(), 1);
}
