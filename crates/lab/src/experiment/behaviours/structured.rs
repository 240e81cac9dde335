//! Functions of texts and lists with known boundaries, for the ablation: what the heuristics for texts and lists are worth
//! shows at these alone.

use autobva_core::{Input, Outcome, Signature, Sut, SutError, Value};
use autobva_sut::IntoSut;

use super::Example;
use super::subjects::Expected::{self, After, Meet};
use super::subjects::subject;

macro_rules! of_text {
    ($function:expr) => {
        Box::new($function.into_sut().with_arguments(&["s"]).expect("the names of a subject are sound"))
    };
}

fn port(s: String) -> Result<&'static str, String> {
    let port: i64 = s.parse().map_err(|_| "not a number".to_string())?;
    match port {
        0..1024 => Ok("well-known"),
        1024..49152 => Ok("registered"),
        49152..65536 => Ok("dynamic"),
        _ => Err("out of range".to_string()),
    }
}

fn version(s: String) -> Result<&'static str, String> {
    let parts: Vec<&str> = s.split('.').collect();
    match parts.len() {
        3 if parts.iter().any(|part| part.is_empty()) => Err("an empty part".to_string()),
        3 if !parts.concat().bytes().all(|b| b.is_ascii_digit()) => Err("not a number".to_string()),
        3 if parts.iter().any(|part| part.len() > 1 && part.starts_with('0')) => {
            Err("a leading zero".to_string())
        }
        3 => Ok("version"),
        _ => Err("three parts, please".to_string()),
    }
}

fn distance(s: String) -> Result<&'static str, String> {
    match s.as_str() {
        "km" => Ok("kilometres"),
        "mile" => Ok("miles"),
        _ => Err("unknown unit, use 'km' or 'mile'".to_string()),
    }
}

fn password(s: String) -> &'static str {
    match () {
        () if s.chars().count() < 8 => "too short",
        () if !s.contains(|c: char| c.is_ascii_digit()) => "needs a digit",
        () if !s.contains(|c: char| c.is_ascii_uppercase()) => "needs a capital",
        () => "ok",
    }
}

fn day(s: String) -> Result<&'static str, String> {
    let parts: Vec<&str> = s.split('-').collect();
    let [year, month, day] = parts[..] else { return Err("year-month-day, please".to_string()) };
    let number = |text: &str| text.parse::<u32>().map_err(|_| "not a number".to_string());
    match (number(year)?, number(month)?, number(day)?) {
        (_, 0 | 13.., _) => Err("no such month".to_string()),
        (_, _, 0 | 32..) => Err("no such day".to_string()),
        (..2000, _, _) => Ok("last century"),
        _ => Ok("this century"),
    }
}

/// A function of one list of whole numbers.
struct OfList {
    signature: Signature,
    function: fn(&[i128]) -> Result<&'static str, &'static str>,
}

fn of_list(function: fn(&[i128]) -> Result<&'static str, &'static str>) -> Box<dyn Sut> {
    let signature = Signature::parse(["xs:list[int]"]).expect("the declaration of a subject is sound");
    Box::new(OfList { signature, function })
}

impl Sut for OfList {
    fn name(&self) -> &str {
        "a function of a list"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        let Value::List(list) = &input[0] else { return Ok(()) };
        let numbers = list.items.iter().filter_map(|item| item.as_int()?.number().to_i128());
        *outcome = match (self.function)(&numbers.collect::<Vec<_>>()) {
            Ok(text) => Outcome::valid("str", text),
            Err(text) => Outcome::error("ValueError", text),
        };
        Ok(())
    }
}

fn rises(xs: &[i128]) -> Result<&'static str, &'static str> {
    Ok(if xs.is_sorted() { "rises" } else { "falls somewhere" })
}

fn peak(xs: &[i128]) -> Result<&'static str, &'static str> {
    let most = xs.iter().max().ok_or("no numbers")?;
    Ok(match xs.iter().position(|x| x == most) {
        Some(0) => "at the front",
        Some(at) if at + 1 == xs.len() => "at the back",
        _ => "inside",
    })
}

/// A function that is searched with 10,000 calls and may have 8 rows that nobody expects.
const fn structured(name: &'static str, make: fn() -> Box<dyn Sut>, truths: &'static [Expected]) -> Example {
    subject(name, 10_000, 8, make, truths)
}

pub const STRUCTURED: &[Example] = &[
    structured(
        "port",
        || of_text!(port),
        &[After("1023"), After("49151"), After("65535"), Meet("not a number", "well-known")],
    ),
    structured(
        "version",
        || of_text!(version),
        &[
            Meet("three parts, please", "an empty part"),
            Meet("not a number", "version"),
            Meet("a leading zero", "version"),
        ],
    ),
    structured(
        "distance",
        || of_text!(distance),
        &[Meet("unknown unit", "kilometres"), Meet("unknown unit", "miles")],
    ),
    structured(
        "password rules",
        || of_text!(password),
        &[
            Meet("too short", "needs a digit"),
            Meet("needs a digit", "needs a capital"),
            Meet("needs a capital", "ok"),
        ],
    ),
    structured(
        "day",
        || of_text!(day),
        &[
            Meet("no such month", "this century"),
            Meet("no such day", "this century"),
            Meet("last century", "this century"),
        ],
    ),
    structured("rises", || of_list(rises), &[Meet("rises", "falls somewhere")]),
    structured(
        "peak",
        || of_list(peak),
        &[Meet("no numbers", "at the front"), Meet("at the front", "inside"), Meet("inside", "at the back")],
    ),
];

#[cfg(test)]
mod tests {
    use super::super::{owed, score};
    use super::*;

    #[test]
    fn all_boundaries_are_found() {
        for subject in STRUCTURED {
            let score = score(subject, 1).unwrap();
            assert_eq!(score.found, owed(subject).count(), "{}", subject.name);
        }
    }
}
