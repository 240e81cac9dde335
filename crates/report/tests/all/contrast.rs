//! Tests that texts and marks have enough contrast in every colour scheme, by the rules of WCAG 2 (AA).

use std::collections::HashMap;

const PAGE: &str = include_str!("../../src/html/style/page.css");
const PICTURES: &str = include_str!("../../src/html/style/pictures.css");

/// The colours that both style sheets declare under a heading.
fn declared(heading: &str) -> HashMap<String, u32> {
    let blocks = [PAGE, PICTURES].map(|style| {
        let after = style.split_once(heading).expect("the heading").1;
        let block = after.split_once(":root {").map_or(after, |(_, block)| block);
        block.split_once('}').expect("an end").0
    });
    let colours =
        blocks.iter().flat_map(|block| block.split("--").skip(1)).filter_map(|one| one.split_once(": #"));
    colours.map(|(name, rest)| (name.to_string(), colour(rest))).collect()
}

/// Reads `fff` or `ffffff`, whatever follows.
fn colour(text: &str) -> u32 {
    let digits: String = text.chars().take_while(char::is_ascii_hexdigit).collect();
    let all = match digits.len() {
        3 => digits.chars().flat_map(|c| [c, c]).collect(),
        _ => digits,
    };
    u32::from_str_radix(&all, 16).expect("a colour")
}

fn contrast(a: u32, b: u32) -> f64 {
    let light = |colour: u32| {
        let part = |shift: u32| {
            let value = f64::from(colour >> shift & 255) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn texts_and_marks_stand_out_in_every_scheme() {
    assert!((contrast(0, 0xffffff) - 21.0).abs() < 1e-9);
    let light = declared("");
    let over = |heading: &str| light.clone().into_iter().chain(declared(heading)).collect();
    let schemes: [HashMap<String, u32>; 3] =
        [light.clone(), over("@media (prefers-color-scheme: dark)"), over("@media print")];
    assert!(contrast(schemes[1]["paper"], 0) < 1.5 && contrast(schemes[0]["paper"], 0) > 15.0);
    for scheme in &schemes {
        let check = |front: &str, back: &str, least: f64| {
            let found = contrast(scheme[front], scheme[back]);
            assert!(found >= least, "{front} on {back} has {found:.2} in {scheme:x?}");
        };
        for back in ["paper", "panel", "code"] {
            ["ink", "quiet", "link", "error", "good"].iter().for_each(|front| check(front, back, 4.5));
        }
        check("ink", "mark", 4.5);
        ["mark-line", "strong-line", "focus"].iter().for_each(|front| check(front, "paper", 3.0));
        ["b0", "b1", "b2", "b3", "b4", "b5"].iter().for_each(|back| check("ink", back, 4.5));
    }
}
