//! A lock file notices changes of one token in everyday functions, and stays silent when code is rewritten without a
//! change of behaviour.

use autobva_testing::needs;

use crate::program::{code, stderr, stdout};
use crate::workplace::Workplace;

const SHOP: &str = include_str!("../shop/shop.py");

/// A function, a part of its text, and what replaces it; each part occurs once in its function.
const MUTANTS: [(&str, &str, &str); 30] = [
    ("price", "q >= 100", "q > 100"),
    ("price", "2.25", "2.2"),
    ("discount", "q < 0", "q <= 0"),
    ("discount", "q >= 50", "q > 50"),
    ("discount", "q >= 10", "q >= 12"),
    ("discount", "    if q >= 50:\n        return q * 8 * 0.9\n", ""),
    ("tax", "0.4 *", "0.42 *"),
    ("tax", "income <= 125140", "income <= 125000"),
    ("tax", "    if income < 0:\n        raise ValueError(\"negative income\")\n", ""),
    ("taxclass", "income <= 12570", "income < 12570"),
    ("taxclass", "40%", "42%"),
    ("taxclass", "50270", "50170"),
    ("shipping", "grams <= 0", "grams < 0"),
    ("shipping", "grams <= 500:", "grams < 500:"),
    ("shipping", "4.9", "4.8"),
    ("shipping", "grams <= 31500", "grams < 31500"),
    ("clamp", "max(0", "max(1"),
    ("clamp", "255", "256"),
    ("grade", "score > 100", "score >= 100"),
    ("grade", "score >= 90", "score > 90"),
    ("grade", "    if score >= 50:\n        return \"B\"\n", ""),
    ("parking", "+ 29", "+ 30"),
    ("parking", "24.0", "26.0"),
    ("status", "code < 100", "code <= 100"),
    ("status", "code < 300", "code <= 300"),
    ("fee", "5.0", "6.0"),
    ("fee", "0.1", "0.2"),
    ("shelf", "\"M\"", "\"P\""),
    ("ticket", "age >= 65", "age > 65"),
    ("ticket", "member == 1", "member == 2"),
];

/// The functions of a file, by name.
fn functions(source: &str) -> Vec<&str> {
    source.lines().filter_map(|line| line.strip_prefix("def ")?.split('(').next()).collect()
}

/// The shop with a lock for each of its functions.
fn locked_shop() -> Workplace {
    let place = Workplace::new();
    std::fs::write(place.path("shop.py"), SHOP).unwrap();
    for function in functions(SHOP) {
        let (target, campaign) = (format!("shop.py:{function}"), format!("{function}.autobva"));
        let budget = ["--seed", "1", "--max-calls", "3000", "--jobs", "1", "--quiet"];
        place.run(&[&["find", &target, "--campaign", &campaign], &budget[..]].concat());
        place.run(&["accept", &campaign, "--lock", &format!("{function}.toml")]);
    }
    place
}

/// Whether the lock of a function reports a change, and what `check` prints.
fn told(place: &Workplace, function: &str) -> (bool, String) {
    // One job, because starting the interpreter takes most of the time of a check.
    let check =
        place.autobva(&["check", "--jobs", "1", "--lock", &format!("{function}.toml")]).output().unwrap();
    assert!(code(&check) < 2, "{function}: {}", stderr(&check));
    (code(&check) == 1, stdout(&check))
}

/// The shop with a slip in one of its functions.
fn mutated((function, from, to): (&str, &str, &str)) -> String {
    let begin = SHOP.find(&format!("def {function}(")).unwrap();
    let end = SHOP[begin..].find("\n\n\n").map_or(SHOP.len(), |length| begin + length);
    let body = &SHOP[begin..end];
    assert_eq!(body.matches(from).count(), 1, "{function}: {from}");
    [&SHOP[..begin], &body.replace(from, to), &SHOP[end..]].concat()
}

#[test]
fn slips_of_one_token_are_noticed_and_rewriting_is_not() {
    needs!("python3");
    let place = locked_shop();
    let unnoticed = MUTANTS.into_iter().filter(|mutant| {
        std::fs::write(place.path("shop.py"), mutated(*mutant)).unwrap();
        !told(&place, mutant.0).0
    });
    let unnoticed: Vec<_> = unnoticed.collect();
    assert!(MUTANTS.len() - unnoticed.len() >= 29, "unnoticed: {unnoticed:#?}");
    let mut rewritten = 0;
    for source in [include_str!("../shop/rewritten.py"), include_str!("../shop/rewritten_again.py")] {
        std::fs::write(place.path("shop.py"), source).unwrap();
        for function in functions(source) {
            let (is_changed, said) = told(&place, function);
            assert!(!is_changed, "{said}");
            rewritten += 1;
        }
    }
    assert_eq!(rewritten, 20);
}
