//! Fresh texts for conditions, and conditions as they are written.

use autobva_core::behaviour::{CharKind, Sought, TextPart, TextRule};

#[test]
fn fresh_texts_mostly_have_the_length_of_the_known_one() {
    let digits = TextRule { part: TextPart::Only, what: Sought::Kind(CharKind::Digit, false) };
    let mut state = 1u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % end
    };
    let pairs: Vec<[String; 2]> = (0..200).filter_map(|_| digits.fresh("0000", &mut below)).collect();
    let kept = pairs.iter().filter(|pair| pair.iter().all(|text| text.chars().count() == 4)).count();
    assert!(kept * 10 > pairs.len() * 8, "{kept} of {}", pairs.len());
}

#[test]
fn one_of_several_characters_is_read_as_it_is_written() {
    let text = "s contains \"!\" or \"?\"";
    let (name, rule) = TextRule::read(text).unwrap();
    assert_eq!(format!("{name} {rule}"), text);
    assert_eq!(["a!b", "?", "ab"].map(|text| rule.holds(text)), [Some(true), Some(true), Some(false)]);
}
