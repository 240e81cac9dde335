//! What a search must find in everyday functions without hints, in at most as many rows as a person reads.

use serde_json::Value;

use crate::workplace::Workplace;

const FUNCTIONS: &str = r#"
import datetime, ipaddress, json, uuid
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import List, Literal, Optional


@dataclass
class Item:
    qty: int
    price: Decimal


def total(items: List[Item], coupon: Optional[str]):
    if len(items) > 20:
        raise ValueError("too many items")
    if coupon == "":
        raise ValueError("empty coupon")
    return "free delivery" if sum(i.qty * i.price for i in items) >= 50 else "delivery 4.90"


def port(s: str):
    n = int(s)
    if not 0 <= n <= 65535:
        raise ValueError("port out of range")
    return "well-known" if n < 1024 else "registered" if n < 49152 else "dynamic"


def private(s: str):
    return ipaddress.ip_address(s).is_private


def version(s: str):
    parts = s.split(".")
    if len(parts) != 3:
        raise ValueError("a version has three parts")
    for p in parts:
        if not p.isdigit():
            raise ValueError("not a number")
        if len(p) > 1 and p[0] == "0":
            raise ValueError("leading zero")
    return "version"


def clock(s: str):
    hour, minute, second = s.split(":")
    if not (int(hour) < 24 and int(minute) < 60 and int(second) < 60):
        raise ValueError("no time")
    return "am" if int(hour) < 12 else "pm"


def email(s: str):
    local, at, domain = s.partition("@")
    return bool(at and local and "." in domain and len(local) <= 64)


def number(s: str):
    return str(uuid.UUID(s))


def loads(s: str):
    return json.loads(s)


def age(born: date, on: date):
    if on < born:
        return "not born"
    years = on.year - born.year - ((on.month, on.day) < (born.month, born.day))
    return "adult" if years >= 18 else "minor"


@dataclass
class Address:
    street: str
    zip: str


@dataclass
class Customer:
    name: str
    age: int
    address: Address


def rises(xs: List[int]):
    return "rises" if all(a <= b for a, b in zip(xs, xs[1:])) else "falls somewhere"


def doubles(xs: List[str]):
    return "all different" if len(set(xs)) == len(xs) else "one twice"


def peak(xs: List[int]):
    if not xs:
        raise ValueError("no numbers")
    at = xs.index(max(xs))
    return "at the front" if at == 0 else "at the back" if at == len(xs) - 1 else "inside"


def speeding(kmh: int, zone: Literal["school", "in town", "rural"], night: bool):
    over = kmh - {"school": 30, "in town": 50, "rural": 100}[zone]
    return "ok" if over <= 0 else "warning" if over <= 10 else "fine"


@dataclass
class Crate:
    bottles: int
    litres: int


def cellar(crates: List[Crate], cooled: bool):
    if any(crate.bottles > 24 for crate in crates):
        return "broken"
    if sum(crate.bottles * crate.litres for crate in crates) > 60:
        return "stored outside"
    return "cooled" if cooled else "stored"


def caption(text: str, width: int):
    return "cut" if len(text) > width else "whole"


def bicycle(out: datetime.datetime, back: datetime.datetime):
    if back < out:
        raise ValueError("brought back too early")
    return "free" if back - out <= datetime.timedelta(minutes=45) else "paid"


@dataclass
class Device:
    name: str
    volts: int
    amperes: int
    phase: int
    year: int
    floor: int
    room: int
    rack: int
    weight: int
    price: int
    note: str
    spare: bool


def together(d: Device):
    return "too much" if d.rack + d.amperes > 100 else "fine"


def item(xs: List[int], k: int):
    return xs[k]


def most(xs: List[int]):
    return max(xs)


def charge(prices: List[int], member: bool):
    total = sum(prices) * (0.75 if member else 1.0)
    return total if total >= 50 else total + 5.0


def quality(values: List[int]):
    if len(values) < 3:
        return "too few"
    return "unstable" if max(values) - min(values) > 50 else "stable"


def timesheet(hours: List[float]):
    if any(h < 0 or h > 24 for h in hours):
        raise ValueError("a day has 24 hours")
    return "overtime" if sum(hours) > 40 else "full time" if sum(hours) >= 35 else "part time"


def greeting(name: Optional[str], loud: bool):
    return f"{'HELLO' if loud else 'hello'}, {name!r}" if name else "nobody"


def register(c: Customer):
    if not c.name:
        raise ValueError("name missing")
    if c.age < 18:
        return "minor"
    return "registered" if len(c.address.zip) == 5 and c.address.zip.isdigit() else "bad zip"
"#;

/// The boundaries of a function; fails if there are more than `most`.
fn boundaries(function: &str, most: usize) -> Vec<Value> {
    let workplace = Workplace::new();
    std::fs::write(workplace.path("shop.py"), FUNCTIONS).unwrap();
    let target = format!("shop.py:{function}");
    let options =
        ["--max-calls", "20000", "--hints", "off", "--seed", "1", "--format", "json", "--no-campaign"];
    let (out, _) = workplace.run(&[&["find", target.as_str()], &options[..]].concat());
    let found: Value = serde_json::from_str(&out).unwrap();
    let rows = found["boundaries"].as_array().unwrap().clone();
    assert!(rows.len() <= most, "{function}: {} rows\n{}", rows.len(), sentences(&rows));
    rows
}

fn sentences(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{}\n", row["sentence"].as_str().unwrap())).collect()
}

/// Whether a row has two inputs for which a condition holds, in either order: its example, or one of its places.
fn shows(rows: &[Value], holds: impl Fn(&[&str], &[&str]) -> bool) -> bool {
    let texts = |side: &Value| -> Vec<String> {
        side["input"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
    };
    let places = |row: &Value| row["places"].as_array().cloned().unwrap_or_default();
    rows.iter().flat_map(|row| [vec![row.clone()], places(row)].concat()).any(|place| {
        let [left, right] = [texts(&place["left"]), texts(&place["right"])];
        let [left, right] = [&left, &right].map(|side| side.iter().map(String::as_str).collect::<Vec<_>>());
        holds(&left, &right) || holds(&right, &left)
    })
}

fn shows_pair(rows: &[Value], a: &str, b: &str) -> bool {
    shows(rows, |left, right| left == [a] && right == [b])
}

/// Whether the number at a position of a text goes from one to the next.
fn shows_number(rows: &[Value], at: usize, from: u64) -> bool {
    let number = |text: &str| {
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        numbers.map(|part| part.parse::<u64>().unwrap_or(u64::MAX)).nth(at)
    };
    shows(rows, |left, right| number(left[0]) == Some(from) && number(right[0]) == Some(from + 1))
}

fn says(rows: &[Value], words: &str) -> bool {
    sentences(rows).contains(words)
}

#[test]
fn a_cart_by_its_items_prices_quantities_and_coupon() {
    autobva_testing::needs!("python3");
    let rows = boundaries("total", 8);
    let items = |input: &[&str]| serde_json::from_str::<Vec<Value>>(input[0]).unwrap();
    let is_bare = |item: &Value| item["qty"] == 0 && item["price"] == "0.00";
    assert!(shows(&rows, |left, right| items(left).len() == 20
        && items(right).len() == 21
        && items(right).iter().all(is_bare)));
    assert!(shows(&rows, |left, right| left[1] == "null" && right[1] == "\"\""));
    // The example is reduced to one item with quantity 1.
    let one = |price: &str| format!(r#"[{{"qty": 1, "price": "{price}"}}]"#);
    assert!(shows(&rows, |left, right| left[0] == one("49.99") && right[0] == one("50.00")));
    let qty = |input: &[&str]| items(input).first().map(|item| item["qty"].clone());
    assert!(shows(&rows, |left, right| items(left).len() == items(right).len() && qty(left) != qty(right)));
}

#[test]
fn numbers_inside_texts_are_limits_each() {
    autobva_testing::needs!("python3");
    let rows = boundaries("port", 14);
    for (a, b) in [("1023", "1024"), ("49151", "49152"), ("65535", "65536"), ("-1", "0")] {
        assert!(shows_pair(&rows, a, b), "{a} | {b}\n{}", sentences(&rows));
    }
    let rows = boundaries("private", 30);
    for (at, from) in [(0, 255), (1, 255), (2, 255), (3, 255), (0, 9), (0, 10), (1, 167), (1, 168)] {
        assert!(shows_number(&rows, at, from), "{from} at {at}\n{}", sentences(&rows));
    }
    let rows = boundaries("clock", 15);
    for (at, from) in [(0, 11), (0, 23), (1, 59), (2, 59)] {
        assert!(shows_number(&rows, at, from), "{from} at {at}\n{}", sentences(&rows));
    }
}

#[test]
fn messages_that_repeat_the_text_are_one_behaviour() {
    autobva_testing::needs!("python3");
    let rows = boundaries("number", 8);
    assert!(says(&rows, "badly formed hexadecimal UUID string") && !says(&rows, "varying"));
    assert!(shows(&rows, |left, right| left[0].len() != right[0].len()));
    assert!(shows(&rows, |left, right| left[0].len() == right[0].len()));
    let rows = boundaries("version", 14);
    for words in ["three parts", "not a number", "leading zero"] {
        assert!(says(&rows, words), "{words}\n{}", sentences(&rows));
    }
    let rows = boundaries("email", 8);
    let local = |input: &[&str]| input[0].split('@').next().map_or(0, str::len);
    assert!(shows(&rows, |left, right| local(left) == 64 && local(right) == 65));
}

#[test]
fn each_kind_of_json_against_an_error() {
    autobva_testing::needs!("python3");
    let rows = boundaries("loads", 12);
    for kind in ["int", "float", "str", "list", "dict", "bool", "NoneType"] {
        let is_kind = |side: &Value| side["validity"] == "valid" && side["type"] == kind;
        let is_error = |side: &Value| side["validity"] == "error";
        let pairs = |row: &&Value| {
            [[row["left"].clone(), row["right"].clone()], [row["right"].clone(), row["left"].clone()]]
        };
        let found = rows.iter().any(|row| pairs(&row).iter().any(|[a, b]| is_kind(a) && is_error(b)));
        assert!(found, "{kind}\n{}", sentences(&rows));
    }
}

#[test]
fn a_birthday_also_in_leap_years() {
    autobva_testing::needs!("python3");
    let rows = boundaries("age", 2);
    assert!(says(&rows, "born <= on - 18 years: adult → minor"), "{}", sentences(&rows));
    let all = serde_json::to_string(&rows).unwrap();
    assert!(all.contains("-02-29"), "{}", sentences(&rows));
}

#[test]
fn limits_that_another_argument_decides_are_one_table() {
    autobva_testing::needs!("python3");
    let rows = boundaries("speeding", 2);
    let words = r#"kmh <= 30 for zone "school"; 50 for zone "in town"; 100 for zone "rural": ok → warning"#;
    assert!(says(&rows, words), "{}", sentences(&rows));
    for limit in ["30", "50", "100"] {
        assert!(shows(&rows, |left, _| left[0] == limit), "{limit}\n{}", sentences(&rows));
    }
}

#[test]
fn lists_by_their_order_their_largest_item_and_repeated_ones() {
    autobva_testing::needs!("python3");
    for (function, words) in [
        ("rises", &["order of xs unsorted | sorted: falls somewhere → rises"][..]),
        ("doubles", &["copies of xs[0] 1 | 2: all different → one twice"]),
        (
            "peak",
            &[
                "length of xs 0 | 1",
                "position of the largest of xs 0 | 1: at the front → inside",
                "position of the largest of xs 1 | 2: inside → at the back",
            ],
        ),
    ] {
        let rows = boundaries(function, 10);
        for words in words {
            assert!(says(&rows, words), "{words}\n{}", sentences(&rows));
        }
    }
}

#[test]
fn fields_of_records_in_records_with_plain_examples() {
    autobva_testing::needs!("python3");
    let rows = boundaries("register", 8);
    let bare = |name: &str, age: u32| {
        format!(r#"{{"name": "{name}", "age": {age}, "address": {{"street": "", "zip": ""}}}}"#)
    };
    assert!(shows_pair(&rows, &bare("", 18), &bare("a", 18)), "{}", sentences(&rows));
    assert!(says(&rows, "c.age 17 | 18"), "{}", sentences(&rows));
    assert!(says(&rows, "length of c.address.zip 4 | 5"), "{}", sentences(&rows));
}

#[test]
fn lists_texts_and_moments_are_compared_by_what_is_read_from_them() {
    autobva_testing::needs!("python3");
    let rows = boundaries("cellar", 5);
    for rule in ["sum(crates.bottles·crates.litres) <= 60", "max(crates.bottles) <= 24"] {
        assert!(says(&rows, rule), "{}", sentences(&rows));
    }
    assert!(says(&boundaries("caption", 2), "length of text <= width"));
    let rows = boundaries("bicycle", 3);
    assert!(says(&rows, "out < back - 45 minutes"), "{}", sentences(&rows));
}

#[test]
fn two_fields_of_many_are_compared_with_each_other() {
    autobva_testing::needs!("python3");
    let rows = boundaries("together", 1);
    assert!(says(&rows, "d.amperes <= -d.rack + 100"), "{}", sentences(&rows));
}

#[test]
fn what_is_read_from_a_list_is_one_behaviour() {
    autobva_testing::needs!("python3");
    let rows = boundaries("item", 5);
    assert!(says(&rows, "length of xs <= k"), "{}", sentences(&rows));
    let rows = boundaries("most", 1);
    assert!(says(&rows, "length of xs 0 | 1: ✗ ValueError: max() arg is an empty sequence → max(xs)"));
    let rows = boundaries("charge", 3);
    assert!(says(&rows, "sum(prices) + 5 → sum(prices)"), "{}", sentences(&rows));
    assert!(says(&rows, "0.75 · sum(prices)"), "{}", sentences(&rows));
}

#[test]
fn limits_of_a_list_are_told_by_their_rules_alone() {
    autobva_testing::needs!("python3");
    let rows = boundaries("quality", 2);
    assert!(says(&rows, "spread(values) <= 50: stable → unstable"), "{}", sentences(&rows));
    let rows = boundaries("timesheet", 5);
    for rule in ["min(hours) < 0", "max(hours) <= 24", "sum(hours) < 35", "sum(hours) <= 40"] {
        assert!(says(&rows, rule), "{rule}\n{}", sentences(&rows));
    }
}

#[test]
fn a_text_that_comes_back_in_quotes_is_one_behaviour() {
    autobva_testing::needs!("python3");
    let rows = boundaries("greeting", 4);
    assert!(says(&rows, "hello, '{name}' → HELLO, '{name}'"), "{}", sentences(&rows));
}
