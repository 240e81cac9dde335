//! How surprising a function is: unexpected properties, in words and with weights.

use serde::Serialize;

use super::{Entry, Failure, FoundBoundary, Function, State};

/// Something that nobody would expect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Surprise {
    /// `crash`, `hang`, `internal`, `undocumented`, `asymmetry` or `odd`.
    pub what: &'static str,
    pub weight: u32,
    pub text: String,
}

/// Exceptions that reveal an internal error of a function rather than a fault of its input.
const INTERNAL: &str = "\
    IndexError KeyError RecursionError AttributeError TypeError UnboundLocalError NameError \
    AssertionError SystemError MemoryError StopIteration ZeroDivisionError UnicodeEncodeError \
    UnicodeDecodeError NotImplementedError RuntimeError";
/// Exceptions that a wrongly guessed type explains.
const OF_TYPES: [&str; 2] = ["TypeError", "AttributeError"];

const CRASH: u32 = 100;
const HANG: u32 = 60;
const INSIDE: u32 = 30;
const UNDOCUMENTED: u32 = 5;
const ASYMMETRY: u32 = 8;
const ODD: u32 = 3;
/// More than 3 odd places say nothing more.
const MOST_ODD: usize = 3;

pub fn score(surprises: &[Surprise]) -> u32 {
    surprises.iter().map(|surprise| surprise.weight).sum()
}

/// The surprises of a function, the greatest first.
pub fn surprises(function: Option<&Function>, entry: &Entry) -> Vec<Surprise> {
    let mut found = Vec::new();
    if entry.state == State::Failed {
        found.push(Surprise { what: "crash", weight: CRASH, text: entry.why.clone() });
    }
    if entry.is_given_up() {
        found.push(Surprise { what: "hang", weight: HANG, text: entry.why.clone() });
    }
    let mentions = function.map_or(&[][..], |function| &function.mentions);
    let is_guessed = entry.args.iter().any(|arg| arg.how != "annotation" && arg.how != "default");
    for failure in &entry.failures {
        let name = failure.kind.rsplit('.').next().unwrap_or_default();
        let is_mentioned = mentions.iter().any(|mentioned| mentioned == name);
        let (what, weight) = match failure.kind.as_str() {
            "Timeout" | "OutOfMemory" | "OutputTooLong" | Failure::OVERRUN => ("hang", HANG),
            _ if failure.is_killing() => ("crash", CRASH),
            _ if is_mentioned || is_guessed && OF_TYPES.contains(&name) => continue,
            _ if INTERNAL.split(' ').any(|known| known == name) => ("internal", INSIDE),
            _ => ("undocumented", UNDOCUMENTED),
        };
        let text = format!("{} for ({}): {}", failure.kind, failure.input.join(", "), failure.output);
        found.push(Surprise { what, weight, text });
    }
    let places: Vec<Crossed> = entry.boundaries.iter().filter_map(|one| Crossed::of(one, entry)).collect();
    found.extend(asymmetries(&places));
    found.extend(places.iter().filter(|place| place.is_odd()).take(MOST_ODD).map(Crossed::surprise));
    found.sort_by_key(|surprise| std::cmp::Reverse(surprise.weight));
    found
}

/// A boundary that whole numbers cross.
struct Crossed<'a> {
    argument: &'a str,
    left: i128,
    right: i128,
    sentence: &'a str,
}

impl<'a> Crossed<'a> {
    fn of(boundary: &'a FoundBoundary, entry: &Entry) -> Option<Crossed<'a>> {
        let at = entry.args.iter().position(|arg| arg.name == boundary.argument)?;
        let number = |input: &[String]| input.get(at)?.parse::<i128>().ok();
        let (left, right) = (number(&boundary.left.input)?, number(&boundary.right.input)?);
        // Numbers this large cannot be negated.
        let fits = left.checked_abs().and(right.checked_abs()).is_some();
        fits.then_some(Crossed { argument: &boundary.argument, left, right, sentence: &boundary.sentence })
    }

    /// Whether nobody would choose this place: it is neither small, nor round, nor next to a power of two.
    fn is_odd(&self) -> bool {
        ![self.left, self.right].into_iter().any(is_plain)
    }

    fn surprise(&self) -> Surprise {
        Surprise { what: "odd", weight: ODD, text: format!("an odd place: {}", self.sentence) }
    }

    /// Whether the other place is almost, but not exactly, the mirror image of this one.
    fn is_askew(&self, other: &Crossed) -> bool {
        let (mirrored, right) = (-other.left, self.right);
        let apart = mirrored.abs_diff(right);
        self.argument == other.argument
            && self.left > 0
            && other.right < 0
            // The two ends of a machine integer are almost mirror images by nature.
            && !(is_near_power(self.right) && is_near_power(other.left))
            && apart > 0
            && apart <= (right.unsigned_abs() / 50).max(1)
    }
}

fn is_plain(number: i128) -> bool {
    let size = number.unsigned_abs();
    let mut digits = size;
    while digits > 0 && digits.is_multiple_of(10) {
        digits /= 10;
    }
    size <= 130 || digits < 100 || is_near_power(number)
}

/// Whether a number is next to a power of two.
fn is_near_power(number: i128) -> bool {
    let size = number.unsigned_abs();
    [size.saturating_sub(1), size, size + 1].into_iter().any(u128::is_power_of_two)
}

fn asymmetries(places: &[Crossed]) -> Vec<Surprise> {
    let mut found = Vec::new();
    for above in places {
        // An exact mirror image is no surprise, whatever else is near.
        let is_mirrored = places.iter().any(|below| -below.left == above.right && -below.right == above.left);
        let askew = places.iter().find(|below| above.is_askew(below)).filter(|_| !is_mirrored);
        found.extend(askew.map(|below| Surprise {
            what: "asymmetry",
            weight: ASYMMETRY,
            text: format!(
                "not the same on both sides of 0: {} {} | {} and {} | {}",
                above.argument, below.left, below.right, above.left, above.right
            ),
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Argument, Side};
    use super::*;

    fn entry(how: &str, places: &[(i64, i64)], failures: &[&str]) -> Entry {
        let args = [Argument { name: "n".into(), declared: Some("int".into()), how: how.into() }];
        let mut entry = Entry::without("m:f", &args, State::Done, "");
        let side = |n: i64| Side {
            input: vec![n.to_string()],
            validity: "valid".into(),
            kind: "int".into(),
            output: String::new(),
        };
        entry.boundaries = places
            .iter()
            .map(|&(left, right)| FoundBoundary {
                id: 1,
                kind: "jump".into(),
                argument: "n".into(),
                sentence: format!("n {left} | {right}"),
                left: side(left),
                right: side(right),
            })
            .collect();
        let failure = |kind: &&str| Failure { kind: kind.to_string(), input: vec![], output: "".into() };
        entry.failures = failures.iter().map(failure).collect();
        entry
    }

    fn whats(entry: &Entry, mentions: &[&str]) -> Vec<&'static str> {
        let mentions = mentions.iter().map(ToString::to_string).collect();
        let function = Function { name: "m:f".into(), folder: "".into(), args: vec![], mentions };
        surprises(Some(&function), entry).iter().map(|surprise| surprise.what).collect()
    }

    #[test]
    fn exceptions_are_weighed_by_what_they_tell() {
        let all = ["Crashed(SIGSEGV)", "Timeout", "IndexError", "ValueError", "shop.Full"];
        let found = entry("annotation", &[], &all);
        assert_eq!(whats(&found, &["ValueError"]), ["crash", "hang", "internal", "undocumented"]);
        assert_eq!(whats(&entry("annotation", &[], &["TypeError"]), &[]), ["internal"]);
        assert!(whats(&entry("trying", &[], &["TypeError"]), &[]).is_empty());
    }

    #[test]
    fn places_are_odd_where_nobody_would_choose_them() {
        assert_eq!(whats(&entry("annotation", &[(999_949, 999_950)], &[]), &[]), ["odd"]);
        for plain in [(99, 100), (65_535, 65_536), (999, 1000), (1899, 1900), (-129, -128)] {
            assert!(whats(&entry("annotation", &[plain], &[]), &[]).is_empty(), "{plain:?}");
        }
    }

    #[test]
    fn what_is_nearly_mirrored_is_askew() {
        assert_eq!(whats(&entry("annotation", &[(-1001, -1000), (999, 1000)], &[]), &[]), ["asymmetry"]);
        assert!(whats(&entry("annotation", &[(-1000, -999), (999, 1000)], &[]), &[]).is_empty());
        assert!(whats(&entry("annotation", &[(-32769, -32768), (32767, 32768)], &[]), &[]).is_empty());
        assert!(whats(&entry("annotation", &[(-500, -499), (999, 1000)], &[]), &[]).is_empty());
    }
}
