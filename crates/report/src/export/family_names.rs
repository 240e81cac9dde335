//! Names for boundaries: `points 49 failed 50 passed`.

use autobva_core::behaviour::{Boundary, BoundaryKind, Place};
use autobva_core::{Observation, Outcome, Value};

use super::literals::Literals;
use super::names::slug;
use super::words::{Words, shortened, spoken};

/// The maximum length of a name.
const LONGEST: usize = 60;
/// Outputs of up to 16 characters appear in the name of a boundary.
const LONGEST_SIDE: usize = 16;

/// What changes where at a boundary: `points 49 failed 50 passed`, `score 100 accepted 101 rejected`, `q 99 100 jump`.
/// If that would be long, the name says less: `n accepted up to 999999999999994822656`,
/// `n boundary at 999999999999994547404799`.
pub(crate) fn family_phrase(boundary: &Boundary) -> String {
    let Place { left, right } = &boundary.example;
    let at = |in_full: bool| {
        [(left, right), (right, left)].map(|(own, other)| crossed_words(boundary, own, other, in_full))
    };
    let ([at_left, at_right], [short_left, _]) = (at(true), at(false));
    let kind = boundary.kind.name();
    let [on_left, on_right] = side_words(boundary.kind, &left.outcome, &right.outcome)
        .unwrap_or_else(|| [String::new(), kind.to_string()]);
    let limit = match (boundary.kind, left.outcome.is_valid(), right.outcome.is_valid()) {
        (BoundaryKind::Error, true, false) => format!("accepted up to {at_left}"),
        (BoundaryKind::Error, false, true) => format!("accepted from {at_right}"),
        _ => format!("{at_left} {at_right} {kind}"),
    };
    let argument = slug(&boundary.argument).replace('_', " ");
    let ways = [
        format!("{argument} {at_left} {on_left} {at_right} {on_right}"),
        format!("{argument} {limit}"),
        format!("{argument} boundary at {at_left}"),
        format!("{argument} boundary at {short_left}"),
    ];
    let mut ways = ways.map(|way| way.split_whitespace().collect::<Vec<_>>().join(" ")).into_iter();
    let last = ways.next_back().unwrap_or_default();
    ways.find(|way| way.len() <= LONGEST).unwrap_or_else(|| shortened(last, LONGEST))
}

/// The values of a side that differ from the other side, in words. With `in_full`, long whole numbers have all their digits.
fn crossed_words(boundary: &Boundary, own: &Observation, other: &Observation, in_full: bool) -> String {
    let is_length = boundary.argument.starts_with("length of ");
    let values = own.input.iter().zip(other.input.iter()).filter(|(own, other)| !own.reads_as(other));
    let words = values.map(|(own, _)| match own {
        Value::Text(text) if is_length => text.chars().count().to_string(),
        Value::Int(int) if in_full => int.number().to_string().replace('-', "minus "),
        own => Words.value(own),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What each side does, in a word or two; `None` if that would be long, or if only numbers change.
fn side_words(kind: BoundaryKind, left: &Outcome, right: &Outcome) -> Option<[String; 2]> {
    let sides = [left, right];
    match kind {
        BoundaryKind::Error if left.is_valid() != right.is_valid() => {
            Some(sides.map(|side| if side.is_valid() { "accepted" } else { "rejected" }.to_string()))
        }
        BoundaryKind::Wording | BoundaryKind::Value => {
            let words = sides.map(|side| spoken(side.text()));
            let is_short = |words: &String| !words.is_empty() && words.chars().count() <= LONGEST_SIDE;
            // Two numbers side by side would run into each other.
            let gives = |words: String| match words.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                true => format!("gives {words}"),
                false if words.starts_with("minus ") => format!("gives {words}"),
                false => words,
            };
            words.iter().all(is_short).then(|| words.map(gives))
        }
        BoundaryKind::Error | BoundaryKind::Type | BoundaryKind::Jump | BoundaryKind::Kink => None,
    }
}

#[cfg(test)]
mod tests {
    use autobva_core::Signature;

    use super::*;

    fn named(kind: BoundaryKind, argument: &str, sides: [(&str, Outcome); 2]) -> String {
        let declared = if argument == "q" { "q:int" } else { "s:str" };
        let signature = Signature::parse([declared]).unwrap();
        let [left, right] = sides.map(|(value, outcome)| Observation {
            input: autobva_codec::text::read_input(&signature, &[value], None).unwrap(),
            outcome,
        });
        family_phrase(&Boundary {
            id: 1,
            kind,
            argument: argument.into(),
            from: 1,
            to: 2,
            sentence: String::new(),
            example: Place { left, right },
            rule: None,
            places: Vec::new(),
            count: 1,
            flaky: false,
        })
    }

    #[test]
    fn what_changes_where() {
        let said = |text: &str| Outcome::valid("str", text);
        let failed = |text: &str| Outcome::error("ValueError", text);
        let q = |kind, left: (&str, Outcome), right: (&str, Outcome)| named(kind, "q", [left, right]);
        assert_eq!(q(BoundaryKind::Jump, ("99", said("247.5")), ("100", said("225.0"))), "q 99 100 jump");
        assert_eq!(
            q(BoundaryKind::Wording, ("49", said("failed")), ("50", said("passed"))),
            "q 49 failed 50 passed"
        );
        assert_eq!(
            q(BoundaryKind::Error, ("-1", failed("out")), ("0", said("F"))),
            "q minus 1 rejected 0 accepted"
        );
        assert_eq!(q(BoundaryKind::Error, ("0", failed("a")), ("1", failed("b"))), "q 0 1 error");
        let long = said("a long answer that no name repeats");
        assert_eq!(q(BoundaryKind::Wording, ("1", long), ("2", said("b"))), "q 1 2 wording");
        let kilo = (("999949", said("999.9 kB")), ("999950", said("1.0 MB")));
        assert_eq!(q(BoundaryKind::Wording, kilo.0, kilo.1), "q 999949 gives 999.9 kB 999950 gives 1.0 MB");
        let far = ["999999999999994822656", "999999999999994822657"];
        let accepted = q(BoundaryKind::Error, (far[0], said("1000 EB")), (far[1], failed("none")));
        assert_eq!(accepted, "q accepted up to 999999999999994822656");
        let accepted = q(BoundaryKind::Error, (far[0], failed("none")), (far[1], said("1")));
        assert_eq!(accepted, "q accepted from 999999999999994822657");
        let far = ["999999999999994547404799", "999999999999994547404800"];
        let grows = q(BoundaryKind::Value, (far[0], failed("index 7")), (far[1], failed("index 8")));
        assert_eq!(grows, "q 999999999999994547404799 999999999999994547404800 value");
        let far = ["999999999999990217800035866771456", "999999999999990217800035866771457"];
        let grows = q(BoundaryKind::Value, (far[0], failed("index 10")), (far[1], failed("index 11")));
        assert_eq!(grows, "q boundary at 999999999999990217800035866771456");
        let lengths = [("1234567", said("ok")), ("12345678", said("too long"))];
        assert_eq!(named(BoundaryKind::Wording, "length of s", lengths), "length of s 7 ok 8 too long");
    }
}
