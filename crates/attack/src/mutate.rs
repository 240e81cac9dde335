//! A small mutator that cuts, copies, swaps and spoils samples. It does the same for the same seed.

/// Bytes that parsers often trip over.
const SPICE: &[&[u8]] = &[
    b"",
    b"0",
    b"-",
    b"-1",
    b"99999999999999999999999999999999999999999",
    b"1e999",
    b"NaN",
    b"null",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\"",
    b"\\",
    b"'",
    b",",
    b"..",
    b"\n",
    b"\r",
    b"\0",
    b"\x1b[2J",
    b"\xff\xfe",
    b"\xf0\x9f\x98\x80",
    b"\\ud800",
    b"=",
    b":",
    b"~",
    b"|",
    b"; ",
    b"[[[[[[[[",
    b"{{",
    b"{n}",
    b"18446744073709551616",
    b"a",
    b" ",
];

/// Makes mutants of samples.
pub struct Mutator(u64);

impl Mutator {
    /// A mutator with a seed.
    pub fn new(seed: u64) -> Mutator {
        Mutator(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `most`, or 0 if `most` is 0.
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }

    /// A sample with one to four random changes.
    pub fn mutant(&mut self, samples: &[&str]) -> Vec<u8> {
        let pick = self.below(samples.len());
        let mut bytes = samples[pick].as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            self.spoil(&mut bytes, samples);
        }
        bytes
    }

    fn spoil(&mut self, bytes: &mut Vec<u8>, samples: &[&str]) {
        let at = self.below(bytes.len() + 1);
        let end = (at + self.below(12)).min(bytes.len());
        let replaced: Vec<u8> = match self.below(6) {
            0 => Vec::new(),
            1 | 2 => SPICE[self.below(SPICE.len())].to_vec(),
            3 => bytes[at..end].repeat(2 + self.below(40)),
            4 => {
                let pick = self.below(samples.len());
                let other = samples[pick].as_bytes();
                let from = self.below(other.len());
                other[from..(from + self.below(40)).min(other.len())].to_vec()
            }
            _ => vec![self.below(256) as u8],
        };
        bytes.splice(at..end, replaced);
        bytes.truncate(1 << 16);
    }
}
