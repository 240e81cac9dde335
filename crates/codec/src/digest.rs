//! A number by which a campaign tells pairs apart, and by which damage to it is noticed.

use autobva_core::{Candidate, Observation, Outcome, Value};

use crate::text::Text;

/// The digest of a pair. It is the same for pairs that are the same finding: their inputs read alike and their outcomes
/// are equal, whatever the run-time types of the numbers are.
///
/// It is part of the format, so it must be the same in every version. Among a million pairs, the chance that two of
/// them have the same digest is 1 in 30 million.
pub fn pair_digest(left: &Observation, right: &Observation) -> i64 {
    let mut digest = Digest::default();
    for side in [left, right] {
        side.input.iter().for_each(|value| digest.add_value(value));
        digest.add_outcome(&side.outcome);
    }
    digest.value() as i64
}

/// A hash of what may change about a pair while it stays the same finding: its score and its run-time types.
pub fn shown_digest(candidate: &Candidate) -> u64 {
    let mut digest = Digest::default();
    digest.add_word(candidate.score.to_bits());
    for value in candidate.left.input.iter().chain(candidate.right.input.iter()) {
        digest.add_word(runtime_type(value));
    }
    digest.value()
}

/// A number for the run-time type, if the schema of an argument leaves it open.
fn runtime_type(value: &Value) -> u64 {
    match value {
        Value::Int(int) => int.ty() as u64,
        Value::Float(_)
        | Value::Text(_)
        | Value::Bytes(_)
        | Value::Decimal(_)
        | Value::Moment(_)
        | Value::Choice(_)
        | Value::List(_)
        | Value::Record(_)
        | Value::Union(_) => u64::MAX,
    }
}

/// A number that tells texts apart, the same in every version.
pub fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> u64 {
    let mut digest = Digest::default();
    texts.into_iter().for_each(|text| digest.add_bytes(text.as_bytes()));
    digest.value()
}

/// MurmurHash3's mixing, eight bytes at a time.
#[derive(Default)]
struct Digest {
    state: u64,
}

impl Digest {
    #[inline]
    fn add_word(&mut self, word: u64) {
        let mixed =
            word.wrapping_mul(0x87c3_7b91_1142_53d5).rotate_left(31).wrapping_mul(0x4cf5_ad43_2745_937f);
        self.state = (self.state ^ mixed).rotate_left(27).wrapping_mul(5).wrapping_add(0x52dc_e729);
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        self.add_word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add_word(u64::from_le_bytes(word));
        }
    }

    fn add_value(&mut self, value: &Value) {
        match value {
            Value::Int(int) => match int.number().to_i128() {
                Some(number) => {
                    self.add_word(if int.is_bool() { 1 } else { 2 });
                    self.add_word(number as u64);
                    self.add_word((number >> 64) as u64);
                }
                None => self.add_bytes(int.number().to_string().as_bytes()),
            },
            Value::Float(_)
            | Value::Text(_)
            | Value::Bytes(_)
            | Value::Decimal(_)
            | Value::Moment(_)
            | Value::Choice(_)
            | Value::List(_)
            | Value::Record(_)
            | Value::Union(_) => {
                self.add_bytes(value.type_name().as_bytes());
                self.add_bytes(Text(value).to_string().as_bytes());
            }
        }
    }

    fn add_outcome(&mut self, outcome: &Outcome) {
        self.add_word(u64::from(outcome.is_valid()));
        self.add_bytes(outcome.type_name().as_bytes());
        self.add_bytes(outcome.text().as_bytes());
    }

    fn value(&self) -> u64 {
        let mut value = self.state;
        value = (value ^ (value >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        value = (value ^ (value >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        value ^ (value >> 33)
    }
}

#[cfg(test)]
mod tests {
    use autobva_core::{Observation, Signature};

    use super::*;

    fn candidate(signature: &str, values: [&str; 2], types: [&str; 2]) -> Candidate {
        let signature = Signature::parse([signature]).unwrap();
        let side = |i: usize| Observation {
            input: signature.read(&[values[i]], Some(&[types[i]])).unwrap(),
            outcome: Outcome::valid("String", values[i]),
        };
        Candidate { left: side(0), right: side(1), score: 1.0, count: 1 }
    }

    fn digest(candidate: &Candidate) -> i64 {
        pair_digest(&candidate.left, &candidate.right)
    }

    #[test]
    fn digests_never_change_and_tell_pairs_apart() {
        let narrow = candidate("n:int", ["9", "10"], ["Int8", "Int8"]);
        let wide = candidate("n:int", ["9", "10"], ["BigInt", "Int64"]);
        assert_eq!(digest(&narrow), digest(&wide), "the types do not matter");
        assert_ne!(shown_digest(&narrow), shown_digest(&wide));
        let others = [
            candidate("n:int", ["9", "11"], ["Int8", "Int8"]),
            candidate("n:int", ["0", "1"], ["Int8", "Int8"]),
            candidate("n:int", ["false", "true"], ["Bool", "Bool"]),
            candidate("n:f64", ["9", "10"], ["Float64", "Float64"]),
            candidate("n:str", ["9", "10"], ["String", "String"]),
        ];
        let mut digests: Vec<i64> = others.iter().chain([&narrow]).map(digest).collect();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), 6);
        // Existing files hold these numbers, so they must not change.
        assert_eq!(digest(&narrow), -7822489524451138658);
        assert_eq!(fingerprint(["find", "date"]), 658061714555811884);
    }
}
