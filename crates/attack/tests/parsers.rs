//! No parser panics on a sample or on some mutants of each, the same ones every time.

use autobva_attack::{Mutator, PARSERS};

/// A campaign is a file, and takes a millisecond.
fn mutants(name: &str) -> usize {
    if name == "campaign" { 40 } else { 300 }
}

#[test]
fn no_parser_panics() {
    for parser in PARSERS {
        for sample in parser.samples {
            (parser.read)(sample.as_bytes());
        }
        let mut mutator = Mutator::new(17);
        for _ in 0..mutants(parser.name) {
            let mutant = mutator.mutant(parser.samples);
            let read = std::panic::catch_unwind(|| (parser.read)(&mutant));
            assert!(read.is_ok(), "{}: {:?}", parser.name, String::from_utf8_lossy(&mutant));
        }
    }
}
