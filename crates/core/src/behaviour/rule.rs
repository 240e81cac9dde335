//! Rules: where a boundary lies, as a condition that holds on one side and not on the other.

mod function;
mod reading;
mod recurrence;

use std::fmt;

use super::calendar::{EVEN_MONTH, day_up_to, even_place};
use super::text_rule::TextRule;
use crate::integer::Integer;
use crate::value::Unit;
pub use function::Function;
pub use reading::RuleError;
pub use recurrence::Recurrence;

/// Where a boundary lies. For numbers the rule is `argument <= place`, which holds on the left side; `form` says how
/// the place is computed. For a text it is a condition that holds on the side of `to`.
///
/// A rule is written as a text such as `a <= b + c - 1`, which can be parsed again.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// The argument that is compared.
    pub argument: String,
    /// How the last place of the left side is computed.
    pub form: RuleForm,
    /// The values of the other arguments for which the rule was observed.
    pub guard: Vec<Condition>,
    /// At how many fresh places it was tested.
    pub checked: u32,
    /// At how many of them it held.
    pub held: u32,
}

/// The kinds of rules, the simplest first.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)] // The formulas say what the fields are.
pub enum RuleForm {
    /// `scale · base^k + shift` for each exponent from the first to the last.
    Family { scale: i64, base: i64, shift: i64, exponents: (u32, u32) },
    /// `start + step · k` for every whole k.
    Progression { start: i64, step: i64 },
    /// The places of some progressions of one step, except those of a longer step, but including those of a still
    /// longer one: years divisible by 4, not by 100, but by 400.
    Congruence { step: i64, starts: Vec<i64>, without: Option<(i64, i64)>, but: Option<(i64, i64)> },
    /// `(sum of factor · argument + constant) / divisor`, rounded down.
    Linear { terms: Vec<(i64, String)>, constant: i64, divisor: i64 },
    /// A number, or the last one before it: what is compared is read from a list, such as `sum(prices)`.
    Limit { number: String, is_strict: bool },
    /// The moment of another argument plus a number of units, or the last moment before that. With months and years the
    /// day of the month stays the same, however long the months are.
    Calendar { of: String, count: i64, unit: Unit, is_strict: bool },
    /// Right before a moment that comes again.
    Recurring(Recurrence),
    /// A function of several arguments is at most a limit.
    Quadratic { function: Function, limit: String },
    /// The product of two other arguments, plus a constant.
    Product { of: [String; 2], constant: i64 },
    /// A place for each value of another argument, or several places if a third argument matters; values with the same
    /// places share a row.
    Table { by: String, rows: Vec<(Vec<String>, Vec<Integer>)> },
    /// A condition on a text, which one side meets and the other does not.
    Text(TextRule),
}

impl RuleForm {
    /// The name of the form, as used in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            RuleForm::Family { .. } => "family",
            RuleForm::Progression { .. } => "progression",
            RuleForm::Congruence { .. } => "congruence",
            RuleForm::Quadratic { .. } | RuleForm::Product { .. } => "quadratic",
            RuleForm::Linear { .. } => "linear",
            RuleForm::Limit { .. } => "limit",
            RuleForm::Calendar { .. } => "calendar",
            RuleForm::Recurring(_) => "recurring",
            RuleForm::Table { .. } => "table",
            RuleForm::Text(_) => "text",
        }
    }
}

/// A condition on another argument: its value lies in a closed range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The argument.
    pub argument: String,
    /// The least value, if there is one.
    pub least: Option<String>,
    /// The greatest value, if there is one.
    pub greatest: Option<String>,
}

/// The days of all years with four digits, and the number of months in those years.
const DAYS: std::ops::RangeInclusive<i128> = 1..=3_652_059;
const MOST_MONTHS: i128 = 12 * 9999;

impl Rule {
    /// The last places of the left side for given values of the other arguments: one place, or for families and
    /// progressions the places with the given numbers `k`. Empty if the rule says nothing about these values.
    pub fn places(&self, value: &dyn Fn(&str) -> Option<Integer>, k: &[u32]) -> Vec<Integer> {
        match &self.form {
            RuleForm::Family { scale, base, shift, exponents } => k
                .iter()
                .filter(|k| (exponents.0..=exponents.1).contains(*k))
                .filter_map(|k| {
                    let power = i128::from(*base).checked_pow(*k)?;
                    power.checked_mul(i128::from(*scale))?.checked_add(i128::from(*shift)).map(Integer::Small)
                })
                .collect(),
            RuleForm::Progression { start, step } => {
                let place = |k: &u32| Integer::Small(i128::from(*start) + i128::from(*step) * i128::from(*k));
                k.iter().map(place).collect()
            }
            RuleForm::Congruence { step, starts, .. } => {
                let place = |k: &u32| {
                    starts
                        .iter()
                        .map(|start| i128::from(*start) + i128::from(*step) * i128::from(*k))
                        .collect::<Vec<_>>()
                };
                k.iter().flat_map(place).filter(|place| self.has_place(*place)).map(Integer::Small).collect()
            }
            RuleForm::Recurring(moment) => k.iter().map(|k| Integer::Small(moment.place(*k))).collect(),
            RuleForm::Quadratic { function, limit } => {
                function.last_place(&self.argument, limit, value).into_iter().collect()
            }
            RuleForm::Product { of: [x, y], constant } => {
                let product =
                    value(x).zip(value(y)).and_then(|(x, y)| x.to_i128()?.checked_mul(y.to_i128()?));
                let place = product.and_then(|product| product.checked_add(i128::from(*constant)));
                place.map(Integer::Small).into_iter().collect()
            }
            RuleForm::Linear { terms, constant, divisor } => {
                let mut sum = i128::from(*constant);
                for (factor, name) in terms {
                    let term = value(name).and_then(|v| v.to_i128()?.checked_mul(i128::from(*factor)));
                    let Some(more) = term.and_then(|term| sum.checked_add(term)) else { return Vec::new() };
                    sum = more;
                }
                vec![Integer::Small(sum.div_euclid(i128::from(*divisor)))]
            }
            RuleForm::Calendar { of, count, unit, is_strict } => {
                let of = value(of).and_then(|of| of.to_i128());
                let later = of.and_then(|of| later(of, i128::from(*count), *unit, i128::from(*is_strict)));
                later.map(Integer::Small).into_iter().collect()
            }
            RuleForm::Table { by, .. } => {
                value(by).and_then(|value| self.place_beside(&value.to_string())).into_iter().collect()
            }
            RuleForm::Limit { .. } | RuleForm::Text(_) => Vec::new(),
        }
    }
}

impl Rule {
    /// The place in a table beside a value of the deciding argument, written as a person does.
    pub fn place_beside(&self, decides: &str) -> Option<Integer> {
        let RuleForm::Table { rows, .. } = &self.form else { return None };
        let (_, places) = rows.iter().find(|(values, _)| values.iter().any(|value| value == decides))?;
        // If there are several places, none is certain.
        if let [place] = &places[..] { Some(place.clone()) } else { None }
    }

    /// The names of all arguments in the rule.
    pub fn names(&self) -> Vec<&str> {
        let mut names = vec![self.argument.as_str()];
        match &self.form {
            RuleForm::Family { .. }
            | RuleForm::Progression { .. }
            | RuleForm::Congruence { .. }
            | RuleForm::Recurring(_)
            | RuleForm::Limit { .. }
            | RuleForm::Text(_) => {}
            RuleForm::Linear { terms, .. } => names.extend(terms.iter().map(|(_, name)| name.as_str())),
            RuleForm::Quadratic { function, .. } => names.extend(function.names()),
            RuleForm::Product { of, .. } => names.extend(of.iter().map(String::as_str)),
            RuleForm::Table { by: other, .. } | RuleForm::Calendar { of: other, .. } => names.push(other),
        }
        names
    }

    /// Whether the rule mentions an argument, by itself or what is read from it: `sum(prices)` speaks of `prices`.
    pub fn speaks_of(&self, argument: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        self.names()
            .into_iter()
            .any(|name| name == argument || name.split(|c| !is_part(c)).any(|word| word == argument))
    }

    /// Whether a family, progression or congruence, or a time of every day, has this place.
    pub fn has_place(&self, place: i128) -> bool {
        let is_of = |(step, start): (i64, i64)| {
            let step = i128::from(step);
            step != 0 && place.rem_euclid(step) == i128::from(start).rem_euclid(step)
        };
        match &self.form {
            RuleForm::Progression { start, step } => is_of((*step, *start)),
            RuleForm::Recurring(moment) => moment.has_place(place),
            RuleForm::Congruence { step, starts, without, but } => {
                starts.iter().any(|start| is_of((*step, *start)))
                    && (!without.is_some_and(is_of) || but.is_some_and(is_of))
            }
            RuleForm::Family { .. } => {
                let all: Vec<u32> = (0..=127).collect();
                self.places(&|_| None, &all).contains(&Integer::Small(place))
            }
            RuleForm::Linear { .. }
            | RuleForm::Limit { .. }
            | RuleForm::Calendar { .. }
            | RuleForm::Quadratic { .. }
            | RuleForm::Product { .. }
            | RuleForm::Table { .. }
            | RuleForm::Text(_) => false,
        }
    }
}

/// The moment that is some units after another one, less a number of steps. Dates are numbered by days, and all other
/// moments by microseconds, so that small numbers are dates.
fn later(of: i128, count: i128, unit: Unit, less: i128) -> Option<i128> {
    let is_date = DAYS.contains(&of);
    let months = match unit {
        Unit::Month => count,
        Unit::Year => 12 * count,
        Unit::Day if is_date => return of.checked_add(count)?.checked_sub(less),
        _ => return of.checked_add(count.checked_mul(unit.length()?)?)?.checked_sub(less),
    };
    let months = months.clamp(-MOST_MONTHS, MOST_MONTHS);
    is_date.then(|| day_up_to(even_place(of) + EVEN_MONTH * months - less))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.argument;
        match &self.form {
            RuleForm::Text(rule) => write!(f, "{name} {rule}"),
            RuleForm::Family { scale, base, shift, exponents } => {
                write!(f, "{name} <= ")?;
                if *scale != 1 {
                    write!(f, "{scale}*")?;
                }
                write!(f, "{base}^k{} for k {}..{}", Signed(*shift), exponents.0, exponents.1)
            }
            RuleForm::Progression { start, step } => write!(f, "{name} <= {step}*k{}", Signed(*start)),
            RuleForm::Congruence { step, starts, without, but } => {
                write!(f, "{name} <= ")?;
                for (index, start) in starts.iter().enumerate() {
                    write!(f, "{}{step}*k{}", if index > 0 { ", " } else { "" }, Signed(*start))?;
                }
                for (word, part) in [("not", without), ("but", but)] {
                    if let Some((step, start)) = part {
                        write!(f, ", {word} {step}*k{}", Signed(*start))?;
                    }
                }
                Ok(())
            }
            RuleForm::Quadratic { function, limit } => write!(f, "{function} <= {limit} for {name}"),
            RuleForm::Product { of: [x, y], constant: -1 } => write!(f, "{name} < {x}*{y}"),
            RuleForm::Product { of: [x, y], constant } => {
                write!(f, "{name} <= {x}*{y}{}", Signed(*constant))
            }
            RuleForm::Limit { number, is_strict } => {
                write!(f, "{name} {} {number}", if *is_strict { "<" } else { "<=" })
            }
            RuleForm::Linear { terms, constant, divisor } => {
                write_linear(f, name, terms, *constant, *divisor)
            }
            RuleForm::Calendar { of, count, unit, is_strict } => {
                let sign = if *count < 0 { '-' } else { '+' };
                let (count, unit) = (count.unsigned_abs(), unit.name());
                let plural = if count == 1 { "" } else { "s" };
                let less = if *is_strict { "<" } else { "<=" };
                write!(f, "{name} {less} {of} {sign} {count} {unit}{plural}")
            }
            RuleForm::Recurring(moment) => write!(f, "{name} < {moment}"),
            RuleForm::Table { by, rows } => {
                write!(f, "{name} <= ")?;
                for (index, (values, places)) in rows.iter().enumerate() {
                    let bar = if index > 0 { "; " } else { "" };
                    let places: Vec<String> = places.iter().map(Integer::to_string).collect();
                    write!(f, "{bar}{} for {by} {}", places.join(" or "), values.join(", "))?;
                }
                Ok(())
            }
        }
    }
}

/// ` + 3`, ` - 3` or nothing.
struct Signed(i64);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            n if n < 0 => write!(f, " - {}", n.unsigned_abs()),
            n => write!(f, " + {n}"),
        }
    }
}

fn write_linear(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    terms: &[(i64, String)],
    constant: i64,
    divisor: i64,
) -> fmt::Result {
    // `a <= b - 1` is `a < b`, which is easier to read.
    let strict = divisor == 1 && constant == -1;
    let constant = if strict { 0 } else { constant };
    if divisor != 1 {
        write!(f, "{divisor}*")?;
    }
    write!(f, "{name} {}", if strict { "<" } else { "<=" })?;
    for (index, (factor, argument)) in terms.iter().enumerate() {
        let sign = match (index, *factor < 0) {
            (0, false) => " ",
            (0, true) => " -",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        match factor.unsigned_abs() {
            1 => write!(f, "{sign}{argument}")?,
            size => write!(f, "{sign}{size}*{argument}")?,
        }
    }
    write!(f, "{}", Signed(constant))
}

impl Rule {
    /// A rule that has not been tested yet.
    pub fn untested(argument: impl Into<String>, form: RuleForm) -> Rule {
        Rule { argument: argument.into(), form, guard: Vec::new(), checked: 0, held: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in [
            "a < b",
            "a <= b + c",
            "a < b + c",
            "a <= -b + 2*c - 7",
            "3*a <= 2*b + 1",
            "n <= 10^k - 1 for k 3..18",
            "n <= 2*1000^k for k 0..6",
            "n <= 7*k + 3",
            "year <= 4*k + 3, not 100*k + 99, but 400*k + 399",
            "n <= 15*k + 2, 15*k + 8, 15*k + 11",
            "w/h^2 <= 0.00185 for w",
            "x^2 + y^2 <= 6400 for y",
            "x^2 + y^2 - r^2 <= 0 for x",
            "b^2 - 4*a*c <= -1 for b",
            "-2*a + b*c + 3*length of s <= 7.5 for b",
            "a*c/b^2 <= 0.25 for b",
            "w*h*d <= 10000 for h",
            "a <= b*c + 3",
            "a < b*c",
            "sum(prices) <= 499",
            "min(prices) <= -1",
            "sum(prices) < 49.5",
            "sum(stock.values()) <= 49",
            "need <= sum(items) + 2",
            "born <= on - 18 years",
            "due < start + 1 month",
            "start <= end - 29 days",
            "leave < arrive + 15 minutes",
            "length of xs <= k",
            "k <= length of xs + 1",
            "amount <= acc.balance + acc.limit",
            "sum(lines.price·lines.qty) < 100",
            "t < 06:00:00 of every day",
            "t < 23:59:59.000001 of every Saturday",
            "d < 06-15 of every year",
            "day <= 31 for month 1, 3, 5; 30 for month 4, 6; 28 or 29 for month 2",
            "used <= 90 for tier Tier.FREE; 900 for tier Tier.PRO, Tier.TEAM",
            "kmh <= 30 for zone \"in town\"; 100 for zone \"rural\"",
            "s contains an upper-case letter",
            "s begins with \"a <= b\"",
        ] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.to_string(), text);
            assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule);
        }
        assert!("a = b".parse::<Rule>().is_err() && "<= 3".parse::<Rule>().is_err());
        // A lock file may contain such texts after someone has edited it.
        for text in [
            "n <= 0*k + 3, 0*k + 1",
            "a <= b - 9223372036854775807 months",
            "a <= b - 9223372036854775807 days",
            "a < b - 9223372036854775808",
            "a <= 9223372036854775807*b*b + 9",
        ] {
            if let Ok(rule) = text.parse::<Rule>() {
                rule.places(&|_| Some(Integer::Small(i128::MAX)), &[u32::MAX]);
                rule.has_place(i128::MIN);
            }
        }
    }

    #[test]
    fn places_follow_from_the_other_arguments() {
        let place = |text: &str, k: &[u32]| {
            let rule: Rule = text.parse().unwrap();
            let value = |name: &str| Some(Integer::Small(if name == "b" { 5 } else { 2 }));
            rule.places(&value, k).iter().map(|p| p.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(place("a < b + c", &[]), ["6"]);
        assert_eq!(place("3*a <= 2*b + 1", &[]), ["3"]);
        assert_eq!(place("n <= 10^k - 1 for k 3..18", &[2, 3, 4]), ["999", "9999"]);
        assert_eq!(place("day <= 30 for c 2, 4", &[]), ["30"]);
        assert_eq!(place("day <= 30 for c 3", &[]), Vec::<String>::new());
        assert_eq!(place("a*b <= 42 for a", &[]), ["8"]);
        assert_eq!(place("a < b*c", &[]), ["9"]);
        assert_eq!(place("a^2 + b^2 <= 41 for a", &[]), ["4"]);
        assert_eq!(place("c*b/a^2 <= 0.4 for a", &[]), ["4"]);
        assert_eq!(place("b^2 - 4*a*c <= 0 for a", &[]), ["3"]);
        assert_eq!(place("a^2 - 4*b*c <= 0 for a", &[]), ["6"]);
        assert_eq!(place("a^2 - 10*a + b <= 0 for a", &[]), ["9"]);
        assert_eq!(place("a*b*c <= 42 for a", &[]), ["4"]);
        let day = |text: &str, date: [i128; 3]| {
            let on = Integer::Small(super::super::calendar::day_of(date));
            let last = text.parse::<Rule>().unwrap().places(&|_| Some(on.clone()), &[]).remove(0);
            super::super::calendar::parts_of_day(last.to_i128().unwrap())
        };
        assert_eq!(day("born <= on - 18 years", [2018, 3, 1]), [2000, 3, 1]);
        assert_eq!(day("born <= on - 18 years", [2024, 2, 29]), [2006, 2, 28]);
        assert_eq!(day("born < on - 18 years", [2018, 3, 1]), [2000, 2, 29]);
        assert_eq!(day("due <= start + 1 month", [2023, 1, 31]), [2023, 2, 28]);
        assert_eq!(day("start <= end - 29 days", [2023, 3, 1]), [2023, 1, 31]);
        let minutes = "leave < arrive + 15 minutes".parse::<Rule>().unwrap();
        let arrive = Integer::Small(63_000_000_000_000_000);
        assert_eq!(minutes.places(&|_| Some(arrive.clone()), &[])[0].to_string(), "63000000899999999");
        assert_eq!(place("n <= 4*k + 3, not 100*k + 99", &[23, 24, 25]), ["95", "103"]);
    }
}
