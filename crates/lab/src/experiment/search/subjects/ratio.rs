//! A boundary in the ratio of two arguments: the shape of a picture. The kinds of transition are found by brute force
//! over small pictures, where one step changes the ratio most; the class `square` is a diagonal one number wide.

use super::*;
use std::collections::BTreeMap;

pub(super) const SUBJECT: Subject = target(
    "ratio",
    "classes by the ratio of two i64, one of them a diagonal one number wide",
    "shape",
    || function(format.into_sut(), "ratio", &["width", "height"]),
    truth,
);

fn format(width: i64, height: i64) -> Result<&'static str, &'static str> {
    if width <= 0 || height <= 0 {
        return Err("not a picture");
    }
    let (width, height) = (i128::from(width), i128::from(height));
    Ok(match width.cmp(&height) {
        _ if 3 * width < 2 * height => "tall",
        _ if 2 * width > 3 * height => "wide",
        std::cmp::Ordering::Less => "portrait",
        std::cmp::Ordering::Equal => "square",
        std::cmp::Ordering::Greater => "landscape",
    })
}

/// Beyond this size one step changes the ratio too little to skip a class.
const SMALL: i64 = 40;

fn truth() -> Truth {
    let text = |w, h| format(w, h).unwrap_or_else(|error| error);
    let mut kinds: BTreeMap<[&str; 2], [[i64; 2]; 2]> = BTreeMap::new();
    for w in -1..SMALL {
        for h in -1..SMALL {
            for (w2, h2) in [(w + 1, h), (w, h + 1)] {
                let mut kind = [text(w, h), text(w2, h2)];
                kind.sort_unstable();
                if kind[0] != kind[1] {
                    kinds.entry(kind).or_insert([[w, h], [w2, h2]]);
                }
            }
        }
    }
    let known =
        kinds.iter().map(|([a, b], [left, right])| Known::new(format!("{a} | {b}"), left, right)).collect();
    let kinds: Vec<[&str; 2]> = kinds.into_keys().collect();
    Truth::kinds(known, move |pair| {
        pair.step()?;
        let mut kind = [pair.texts().0, pair.texts().1];
        kind.sort_unstable();
        kinds.iter().position(|known| *known == kind)
    })
}
