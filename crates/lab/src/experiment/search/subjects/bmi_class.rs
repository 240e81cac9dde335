//! `bmi_class` under `strlen`'s finer sibling `shape`: the kinds of transition between two classes, or a class and the
//! error.
//!
//! Found by brute force over small people, where one step changes the index most: of the fifteen pairs of five classes
//! and an error twelve occur. The other three cannot: an error lies beside a height of 0, whose class is the last one,
//! or a weight of 0, whose class is the first one.

use super::*;
use autobva_core::Outcome;
use std::collections::BTreeMap;

pub(super) const SUBJECT: Subject = target(
    "bmi_class",
    "two arguments, a quotient; some kinds only for tiny people",
    "shape",
    || built_in("bmi_class"),
    truth,
);

/// Heights and weights, both from −1. Beyond a few centimetres one step of the weight no longer skips a class.
const HEIGHTS: i128 = 150;
const WEIGHTS: i128 = 80;

fn truth() -> Truth {
    let sut = built_in("bmi_class");
    let class = |h: i128, w: i128| {
        let input = sut.signature().read(&[h.to_string(), w.to_string()], None).expect("two numbers");
        let mut outcome = Outcome::default();
        sut.run(&input, &mut outcome).expect("a built-in function runs");
        outcome.text().to_string()
    };
    let classes: Vec<Vec<String>> =
        (-1..=HEIGHTS).map(|h| (-1..=WEIGHTS).map(|w| class(h, w)).collect()).collect();
    let mut kinds: BTreeMap<[String; 2], [[i128; 2]; 2]> = BTreeMap::new();
    for h in -1..HEIGHTS {
        for w in -1..WEIGHTS {
            let at = |h: i128, w: i128| &classes[(h + 1) as usize][(w + 1) as usize];
            for (h2, w2) in [(h + 1, w), (h, w + 1)] {
                if at(h, w) != at(h2, w2) {
                    kinds.entry(kind(at(h, w), at(h2, w2))).or_insert([[h, w], [h2, w2]]);
                }
            }
        }
    }
    let known =
        kinds.iter().map(|([a, b], [left, right])| Known::new(format!("{a} | {b}"), left, right)).collect();
    let kinds: Vec<[String; 2]> = kinds.into_keys().collect();
    Truth::kinds(known, move |pair| {
        pair.step()?;
        let (a, b) = pair.texts();
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        kinds.iter().position(|kind| kind[0] == a && kind[1] == b)
    })
}

/// Both outputs, whichever comes first.
fn kind(a: &str, b: &str) -> [String; 2] {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    [a.to_string(), b.to_string()]
}
