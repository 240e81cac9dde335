//! The boundaries of a Rust closure: `cargo run --example closure`.

use autobva::{Error, find};

pub(crate) fn main() -> Result<(), Error> {
    let findings = find(|year: i64, month: i64, day: i64| -> Result<String, String> {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return Err(format!("there is no month {month}")),
        };
        if (1..=days).contains(&day) {
            Ok(format!("{year:04}-{month:02}-{day:02}"))
        } else {
            Err(format!("there is no day {day}"))
        }
    })
    .argument("year:i64[1900..2100]")
    .argument("month:i64[-3..15]")
    .argument("day:i64[-3..35]")
    .seed(7)
    .max_calls(100_000)
    .run()?;

    let landscape = findings.landscape.unwrap_or_default();
    println!("{} boundaries in {} calls:", landscape.boundaries.len(), findings.run.calls);
    for boundary in &landscape.boundaries {
        println!("  {} at ({})", boundary.sentence, boundary.example.left.input);
    }
    assert!(landscape.boundaries.iter().any(|boundary| boundary.argument == "month"));
    Ok(())
}
