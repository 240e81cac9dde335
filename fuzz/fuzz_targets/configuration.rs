//! Attacks the parser `configuration` of `crates/attack`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| autobva_attack::configuration(bytes));
