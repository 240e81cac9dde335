//! A search with a distance of one's own, which is held to the same laws as the built-in ones: `cargo run --example own_distance`.

use autobva::find;
use autobva::metrics::{Laws, Range, TextDistance, check_text_distance_laws};

/// Outputs are one apart if they have different units.
struct Unit;

fn unit(text: &str) -> &str {
    text.trim_start_matches(|c: char| !c.is_alphabetic())
}

impl TextDistance for Unit {
    fn between(&self, a: &str, b: &str) -> f64 {
        f64::from(unit(a) != unit(b))
    }

    fn laws(&self) -> Laws {
        Laws { range: Range::Unit, triangle: true, separates: false }
    }
}

/// A number of bytes for people to read: 1500 is "1.5 kB".
fn size(bytes: u64) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"];
    let mut amount = bytes as f64;
    let mut unit = "B";
    for larger in units {
        if amount < 999.95 {
            break;
        }
        (amount, unit) = (amount / 1000.0, larger);
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{amount:.1} {unit}") }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    check_text_distance_laws(&Unit, &["", "1 kB", "2 kB", "999 B", "1.0 MB", "kB", "µs"])?;

    let findings = find(size).output_distance(Unit).seed(7).max_calls(20_000).run()?;
    for c in &findings.candidates {
        println!(
            "{} | {}: {} | {}",
            c.left.input,
            c.right.input,
            c.left.outcome.text(),
            c.right.outcome.text()
        );
    }
    // There is one boundary for each unit; 1.5 kB is none, because its digits do not count.
    assert_eq!(findings.candidates.len(), 6);
    assert!(findings.candidates.iter().any(|c| c.left.input.to_string() == "999949"));
    Ok(())
}
