//! Attacks the parser `lock` of `crates/attack`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| autobva_attack::lock(bytes));
