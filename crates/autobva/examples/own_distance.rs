//! A distance of one's own, checked by the same laws as the built-in ones: `cargo run --example own_distance`.

use autobva::Quantifier;
use autobva::metrics::distances::input::Euclidean;
use autobva::metrics::{Laws, ProgramDerivative, Range, TextDistance, check_text_distance_laws};

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

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    check_text_distance_laws(&Unit, &["", "1 kB", "2 kB", "999 B", "1.0 MB", "kB", "µs"])?;

    let bytecount = autobva_lab::builtin("bytecount")?;
    let derivative = ProgramDerivative::new(Box::new(Unit), Box::new(Euclidean));
    let observe = |bytes: &str| -> Result<_, Box<dyn std::error::Error>> {
        let input = bytecount.signature().read(&[bytes], None)?;
        let mut outcome = autobva::Outcome::default();
        bytecount.run(&input, &mut outcome)?;
        Ok((input, outcome))
    };
    for (left, right) in [("998", "999"), ("999", "1000"), ("999949", "999950")] {
        let (a, b) = (observe(left)?, observe(right)?);
        let score = derivative.evaluate(&a.0, &a.1, &b.0, &b.1);
        println!("{left} | {right}: {} | {} scores {score}", a.1.text(), b.1.text());
        assert_eq!(score, f64::from(left != "998"));
    }
    Ok(())
}
