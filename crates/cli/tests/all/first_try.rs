//! What somebody tries who has never used it before.

use std::process::{Command, Stdio};

use autobva_testing::{needs, tool};

use crate::program::{BINARY, run_in, stdout, success};
use crate::workplace::{DATE, Workplace};

#[test]
fn a_file_of_a_package_is_told_as_a_module() {
    needs!("python3");
    let code = "from .more import LIMIT\ndef f(x: int) -> bool:\n    return x > LIMIT\n";
    let place = Workplace::with(&[
        ("shop/__init__.py", ""),
        ("shop/old/__init__.py", ""),
        ("shop/old/more.py", "LIMIT = 5\n"),
        ("shop/old/prices.py", code),
    ]);
    let told = place.refusal(&["call", "shop/old/prices.py:f", "5"]);
    assert!(told.contains("it belongs to a package: name it as the module shop.old.prices:f\n"), "{told}");
    assert_eq!(place.run(&["call", "shop.old.prices:f", "6"]).0, "valid bool: True\n");
    let inside = run_in(&place.path("shop/old"), &["call", "prices.py:f", "5"]);
    let told = crate::program::refusal(&inside);
    assert!(told.contains("shop.old.prices:f in the folder /"), "{told}");
}

#[test]
fn values_after_a_target_may_begin_with_a_dash() {
    let place = Workplace::new();
    assert_eq!(place.run(&["call", "bytecount", "--", "-5"]).0, place.run(&["call", "bytecount", "-5"]).0);
    let (said, _) = place.run(&["call", "date", "--arg", "s:str", "--", "printf", "%s", "{s}"]);
    assert_eq!(said, "valid String: date\n", "a program is one, whatever its value reads like");
}

#[test]
fn help_begins_with_the_daily_options() {
    let help = success(&run_in(&std::env::temp_dir(), &["find", "--help"]));
    let section = |from: &str, to: &str| {
        let rest = help.split_once(from).unwrap_or_else(|| panic!("no {from} in {help}")).1;
        rest.split_once(to).map_or(rest, |(section, _)| section).to_string()
    };
    let daily = section("\nOptions:\n", "\nTarget:\n");
    let options = daily.lines().filter(|line| line.trim_start().starts_with('-') && !line.contains("- "));
    assert!((10..=14).contains(&options.count()), "{daily}");
    assert!(daily.contains("--max-calls") && !daily.contains("--sampler"), "{daily}");
    let paper = section("as in the paper:\n", "\0");
    assert!(["--sampler", "--output-distance", "--clusters"].iter().all(|o| paper.contains(o)), "{paper}");
}

const FUNCTIONS: &str = "\
def half(x: float) -> float:
    return x / 2 if x < 100 else x / 4
def size(n: int) -> str:
    return 'low' if n < 12345678901234567 else 'high'
";

#[test]
fn floats_are_compared_as_floats_and_long_numbers_written_out() {
    needs!("python3");
    let place = Workplace::with(&[("f.py", FUNCTIONS)]);
    let (shown, _) = place.run(&["find", "f.py:size", "--max-calls", "500", "--seed", "1"]);
    assert!(shown.contains("  12345678901234567 … "), "{shown}");
    place.run(&["find", "f.py:half", "--max-calls", "2000", "--seed", "1"]);
    let (tests, _) = place.run(&["export", ".autobva/f.py-half.autobva", "--to", "pytest"]);
    assert!(
        tests.contains("pytest.param(100.0, 25.0, id=") && tests.contains("assert half(x) == expected"),
        "{tests}"
    );
    assert!(!tests.contains("str(half"), "{tests}");
    place.run(&["export", ".autobva/f.py-half.autobva", "--to", "unittest", "-o", "test_half.py"]);
    let run = Command::new("python3").args(["-m", "unittest", "test_half"]).current_dir(&place.0).output();
    assert!(run.as_ref().unwrap().status.success(), "{run:?}");
}

#[test]
fn the_last_words_break_between_words() {
    let Some(script) = tool("script") else { return };
    let place = Workplace::new();
    let line = format!("'{BINARY}' find bytecount --max-calls 500 --seed 1");
    let shown = Command::new(script)
        .args(["-qec", &line, "/dev/null"])
        .current_dir(&place.0)
        .env("COLUMNS", "60")
        .stdin(Stdio::null())
        .output();
    let shown = stdout(&shown.unwrap());
    assert!(shown.contains(" calls/s); stopped:\r\nmax-calls\r\nautobva: "), "{shown}");
}

#[test]
fn a_target_names_its_campaign() {
    let place = Workplace::new();
    let none = place.refusal(&["review", "date"]);
    assert!(
        none.contains("there is no campaign of date under .autobva; 'autobva find date' makes one"),
        "{none}"
    );
    assert!(place.run(&["status"]).0.contains("'autobva find TARGET' makes one"));
    place.run(&["find", "date", "--max-calls", "500", "--seed", "1"]);
    place.run(&["find", "bmi", "--max-calls", "500", "--seed", "1"]);
    assert_eq!(place.run(&["decide", "date", "b1", "extend"]).0, "boundary b1: extend\n");
    for (words, wanted) in [
        (["summarize", "date", "--quiet", "--format", "json"], "\"name\": \"date\""),
        (["export", "date", "--quiet", "--to", "json"], "\"date\""),
        (["report", "date", "--quiet", "--color", "never"], "<html"),
    ] {
        let (named, by_path) =
            (place.run(&words).0, place.run(&[words[0], DATE, words[2], words[3], words[4]]).0);
        assert!(named == by_path && named.contains(wanted), "{words:?}: {named}");
    }
    place.run(&["accept", "date", "b1"]);
    place.run(&["accept", "bmi", "b1"]);
    std::fs::remove_file(place.path(".autobva/bmi.autobva")).unwrap();
    let rows = place.run(&["status"]).0;
    let cells: Vec<Vec<&str>> =
        rows.lines().map(|row| row.split("  ").filter(|cell| !cell.is_empty()).collect()).collect();
    let cells: Vec<Vec<&str>> =
        cells.into_iter().map(|row| row.into_iter().map(str::trim).collect()).collect();
    assert_eq!(cells[0], ["target", "last run", "found", "undecided", "guarded"], "{rows}");
    let all: usize = cells[1][2].strip_suffix(" boundaries").unwrap().parse().unwrap();
    assert_eq!(cells[1], ["date", "just now", cells[1][2], &(all - 1).to_string(), "1"], "{rows}");
    assert_eq!(cells[2], ["bmi", "no campaign", "-", "-", "1"], "{rows}");
    place.run(&["find", "date", "--arg", "day:i64[1..31]", "--max-calls", "200"]);
    let several = place.refusal(&["accept", "date"]);
    assert!(
        several.contains("date has several campaigns (.autobva/date") && several.contains("give the file"),
        "{several}"
    );
    std::fs::write(place.path("date"), "no campaign").unwrap();
    assert!(
        place.refusal(&["review", "date"]).contains("date is no campaign"),
        "a file is meant where there is one"
    );
}

const WORDS: &str = "\
from dataclasses import dataclass

@dataclass
class Customer:
    age: int
    country: str
    orders: int
    member: bool

def level(c: Customer) -> str:
    if c.age < 18:
        raise PermissionError('minors cannot join')
    if not c.member:
        return 'none'
    return 'gold' if c.orders >= 50 else 'silver' if c.orders >= 10 else 'bronze'

def shown(status: str) -> str:
    s = status.strip().lower()
    if s == 'new':
        return 'Waiting for payment'
    if s in ('paid', 'packed'):
        return 'In progress'
    if s == 'shipped':
        return 'On its way'
    raise ValueError(f'unknown status: {status!r}')

def carrier(country: str, kg: int) -> str:
    if kg <= 0:
        raise ValueError('no weight')
    return 'DHL' if country == 'DE' else 'Post' if country == 'AT' else 'abroad'
";

const LISTS: &str = "\
from datetime import date, datetime
from typing import List

def discount(prices: List[int]) -> int:
    if not prices:
        raise ValueError('empty basket')
    if any(price < 0 for price in prices):
        raise ValueError('negative price')
    total = sum(prices)
    return 10 if total >= 1000 else 5 if total >= 500 else 0

def delivery(prices: List[float]) -> str:
    return 'free' if sum(prices) >= 49.5 else 'paid'

def grade(scores: List[int]) -> str:
    if not scores:
        return 'none'
    return 'good' if max(scores) >= 90 else 'fair' if sum(scores) / len(scores) > 10 else 'poor'

def stock(items: List[int], need: int) -> str:
    return 'enough' if sum(items) >= need else 'short'

def shift(t: datetime) -> str:
    return 'early' if 6 <= t.hour < 14 else 'late' if 14 <= t.hour < 22 else 'night'

def rate(t: datetime, night: bool) -> str:
    return 'weekend' if t.weekday() >= 5 else 'night' if night else 'day'

def quarter(d: date) -> int:
    return (d.month - 1) // 3 + 1

def vat(country: str) -> int:
    return {'SE': 25, 'DE': 19, 'FR': 20, 'LU': 17}[country]
";

/// Limits of lists have rules about their sum, least or greatest item or mean, limits of moments about the time of day,
/// and numbers that name a result are told apart.
#[test]
fn lists_and_moments_have_rules_and_few_results_are_told_apart() {
    needs!("python3");
    let place = Workplace::with(&[("lists.py", LISTS)]);
    for (function, rules) in [
        ("discount", &["min(prices) <= -1", "sum(prices) <= 499", "sum(prices) <= 999"][..]),
        ("delivery", &["sum(prices) < 49.5"]),
        ("grade", &["max(scores) <= 89"]),
        ("stock", &["sum(items) < need"]),
        ("shift", &["3 boundaries", "t < 06:00:00 of every day", "t < 22:00:00 of every day"]),
        ("rate", &["t < 00:00:00 of every Saturday", "t < 00:00:00 of every Monday"]),
        ("quarter", &["4 boundaries", "d < 04-01 of every year", "d < 01-01 of every year"]),
        ("vat", &["country is \"SE\"", "→ 25", "→ 19", "→ 20", "→ 17"]),
    ] {
        let target = format!("lists.py:{function}");
        let found = place.run(&["find", &target, "--seed", "1", "--max-calls", "20000"]).0;
        for rule in rules {
            assert!(found.contains(rule), "{rule} in\n{found}");
        }
    }
}

/// Words that a function returns are results of their own, and a country that happens to be part of a word does not
/// count as repeated by it.
#[test]
fn words_are_results_of_their_own() {
    needs!("python3");
    let place = Workplace::with(&[("words.py", WORDS)]);
    let found = |function: &str| {
        place.run(&["find", &format!("words.py:{function}"), "--seed", "1", "--max-calls", "20000"]).0
    };
    let level = found("level");
    assert!(level.contains("4 boundaries") && !level.contains("tidied"), "{level}");
    let shown = found("shown");
    for words in ["Waiting for payment", "In progress", "On its way", "\"packed\" or \"paid\" (any case"] {
        assert!(shown.contains(words), "{words} in\n{shown}");
    }
    let carrier = found("carrier");
    assert!(carrier.contains("3 boundaries"), "{carrier}");
    for words in ["country is \"DE\"; held at 20 of 20", "country is \"AT\"; held at 20 of 20"] {
        assert!(carrier.contains(words), "{words} in\n{carrier}");
    }
}

const AMOUNTS: &str = r#"
from decimal import Decimal
from typing import Optional

def clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"

def duration(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"

def fee(total: Decimal, member: bool) -> str:
    if total < 0:
        raise ValueError("negative")
    if member and total >= 50:
        return "free"
    return "half" if total >= Decimal("99.50") else "full"

def reduced(code: Optional[str], total: Decimal) -> Decimal:
    if code is None:
        return total
    if code.startswith("VIP") and total >= 100:
        return total - 20
    raise KeyError(code)
"#;

/// A periodic output is one behaviour, and a limit of a decimal is reported once, at its last place.
#[test]
fn clocks_repeat_and_limits_of_decimals_are_told_once() {
    needs!("python3");
    let place = Workplace::with(&[("amounts.py", AMOUNTS)]);
    let found = |function: &str| {
        place.run(&["find", &format!("amounts.py:{function}"), "--seed", "1", "--max-calls", "20000"]).0
    };
    let clock = found("clock");
    assert!(clock.contains("one behaviour in 20,000 calls: {repeats every 1440 minutes}\n"), "{clock}");
    let duration = found("duration");
    assert!(
        duration.contains("1 boundary") && duration.contains("  0 …     {time by seconds}\n"),
        "{duration}"
    );
    let fee = found("fee");
    assert!(fee.contains("4 boundaries"), "{fee}");
    for limit in ["total -0.01 | 0.00", "total 49.99 | 50.00", "total 99.49 | 99.50"] {
        assert!(fee.contains(limit), "{limit} in\n{fee}");
    }
    let reduced = found("reduced");
    assert!(reduced.contains("total 99.99 | 100.00"), "the code decides, too, but not this:\n{reduced}");
}
