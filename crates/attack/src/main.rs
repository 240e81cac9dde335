//! Attacks every parser, or only the named ones, for some seconds each: `autobva-attack [SECONDS] [NAME…]`.

use std::time::{Duration, Instant};

use autobva_attack::{Mutator, PARSERS};

/// A mutant that takes longer than this counts as a hang.
const LONG: Duration = Duration::from_secs(5);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let seconds = words.first().and_then(|word| word.parse().ok()).unwrap_or(60);
    let names = &words[words.len().min(1)..];
    let mut faults = 0;
    for parser in
        PARSERS.iter().filter(|parser| names.is_empty() || names.iter().any(|name| name == parser.name))
    {
        let mut mutator = Mutator::new(std::process::id().into());
        let (begun, mut tried, mut slowest) = (Instant::now(), 0_u64, Duration::ZERO);
        while begun.elapsed() < Duration::from_secs(seconds) {
            let mutant = mutator.mutant(parser.samples);
            let start = Instant::now();
            let outcome = std::panic::catch_unwind(|| (parser.read)(&mutant));
            slowest = slowest.max(start.elapsed());
            tried += 1;
            if outcome.is_err() || start.elapsed() > LONG {
                faults += 1;
                println!("{}: {:?}", parser.name, String::from_utf8_lossy(&mutant));
            }
        }
        println!("{}: {tried} mutants, the slowest in {slowest:.1?}", parser.name);
    }
    std::process::exit(i32::from(faults > 0));
}
