//! Parses rules.

use std::str::FromStr;

use super::{Function, Recurrence, Rule, RuleForm};
use crate::behaviour::text_rule::TextRule;
use crate::value::Unit;

/// A text that is not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a rule; write for instance a < b + c, n <= 10^k - 1 for k 3..18, or day <= 31 for month 1, 3; 30 for month 4"
)]
pub struct RuleError(pub String);

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let fault = || RuleError(text.to_string());
        if let Some((argument, rule)) = TextRule::read(text) {
            return Ok(Rule::untested(argument, RuleForm::Text(rule)));
        }
        let (left, strict, right) = match (text.split_once("<="), text.split_once('<')) {
            (Some((left, right)), _) => (left, false, right),
            (None, Some((left, right))) => (left, true, right),
            (None, None) => return Err(fault()),
        };
        if let Some(function) = Function::read(left).filter(|_| right.contains(" for ")) {
            let (limit, argument) = right.split_once(" for ").ok_or_else(fault)?;
            let limit = limit.trim().to_string();
            let form = RuleForm::Quadratic { function, limit };
            return Ok(Rule::untested(argument.trim(), form));
        }
        let (divisor, argument) = match left.split_once('*') {
            Some((divisor, name)) => (divisor.trim().parse().map_err(|_| fault())?, name.trim()),
            None => (1i64, left.trim()),
        };
        let right = right.trim();
        let form = if divisor == 1 && right.parse::<f64>().is_ok_and(f64::is_finite) {
            RuleForm::Limit { number: right.to_string(), is_strict: strict }
        } else if right.contains("*k") && right.contains(", ") {
            read_congruence(right).ok_or_else(fault)?
        } else if let Some(moment) = Recurrence::read(right).filter(|_| strict && divisor == 1) {
            RuleForm::Recurring(moment)
        } else if right.contains(" for ") && !right.contains('^') {
            read_table(right).ok_or_else(fault)?
        } else if right.contains('^') {
            read_family(right).ok_or_else(fault)?
        } else if let Some((of, count, unit)) = read_calendar(right).filter(|_| divisor == 1) {
            RuleForm::Calendar { of, count, unit, is_strict: strict }
        } else if let Some((of, constant)) = read_product(right).filter(|_| divisor == 1) {
            let constant = constant.checked_sub(i64::from(strict)).ok_or_else(fault)?;
            RuleForm::Product { of, constant }
        } else {
            let (terms, constant) = read_sum(right).ok_or_else(fault)?;
            match &terms[..] {
                [(step, name)] if name == "k" && *step != 1 => {
                    RuleForm::Progression { start: constant, step: *step }
                }
                _ => {
                    // A strict `m*a < e` is `m*a <= e - 1`.
                    let constant = constant.checked_sub(i64::from(strict)).ok_or_else(fault)?;
                    RuleForm::Linear { terms, constant, divisor }
                }
            }
        };
        if argument.is_empty() || divisor < 1 {
            return Err(fault());
        }
        Ok(Rule::untested(argument, form))
    }
}

/// Reads `4*k + 3, not 100*k + 99, but 400*k + 399`.
fn read_congruence(text: &str) -> Option<RuleForm> {
    let progression = |text: &str| -> Option<(i64, i64)> {
        match &read_sum(text)? {
            (terms, start) if terms.len() == 1 && terms[0].1 == "k" && terms[0].0 > 0 => {
                Some((terms[0].0, *start))
            }
            _ => None,
        }
    };
    let (mut step, mut starts, mut without, mut but) = (None, Vec::new(), None, None);
    for part in text.split(',').map(str::trim) {
        if let Some(rest) = part.strip_prefix("not ") {
            without = Some(progression(rest)?);
        } else if let Some(rest) = part.strip_prefix("but ") {
            but = Some(progression(rest)?);
        } else {
            let (this, start) = progression(part)?;
            step = Some(this);
            starts.push(start);
        }
    }
    Some(RuleForm::Congruence { step: step?, starts, without, but })
}

/// Reads `b*c + 3`.
fn read_product(text: &str) -> Option<([String; 2], i64)> {
    let (x, rest) = text.split_once('*')?;
    let end = rest.find(' ').unwrap_or(rest.len());
    let (y, shift) = rest.split_at(end);
    let is_name =
        |name: &str| !name.is_empty() && !name.starts_with(['-', '+']) && name.parse::<f64>().is_err();
    match read_sum(shift)? {
        (terms, constant) if terms.is_empty() && is_name(x) && is_name(y) && !y.contains('*') => {
            Some(([x.to_string(), y.to_string()], constant))
        }
        _ => None,
    }
}

/// Reads `on - 18 years`.
fn read_calendar(text: &str) -> Option<(String, i64, Unit)> {
    let [name, sign @ ("+" | "-"), count, unit] = text.split_whitespace().collect::<Vec<_>>()[..] else {
        return None;
    };
    let singular = unit.strip_suffix('s').unwrap_or(unit);
    let unit = Unit::ALL.into_iter().find(|unit| unit.name() == singular)?;
    let count: i64 = count.parse().ok().filter(|count| *count >= 0)?;
    Some((name.to_string(), if sign == "-" { -count } else { count }, unit))
}

/// Stands for the spaces in the name of a length, which is one word of a sum.
const JOINED: &str = "length\u{a0}of\u{a0}";

/// Reads `2*b - c + 3`.
fn read_sum(text: &str) -> Option<(Vec<(i64, String)>, i64)> {
    let (mut terms, mut constant) = (Vec::new(), 0i64);
    let spaced = text.replace("length of ", JOINED).replace('-', " -").replace('+', " +");
    let mut sign = 1i64;
    for word in spaced.split_ascii_whitespace() {
        let (flip, word) = match word.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, word.strip_prefix('+').unwrap_or(word)),
        };
        sign *= flip;
        if word.is_empty() {
            continue;
        }
        let (factor, name) = match word.split_once('*') {
            Some((factor, name)) => (factor.parse().ok()?, name),
            None => (1, word),
        };
        match name.parse::<i64>() {
            Ok(number) => constant = number.checked_mul(sign.checked_mul(factor)?)?.checked_add(constant)?,
            Err(_) => terms.push((sign.checked_mul(factor)?, name.replace(JOINED, "length of "))),
        }
        sign = 1;
    }
    Some((terms, constant))
}

/// Reads `2*10^k - 1 for k 3..18`.
fn read_family(text: &str) -> Option<RuleForm> {
    let (formula, exponents) = text.split_once(" for k ")?;
    let (first, last) = exponents.split_once("..")?;
    let (power, shift) = formula.split_once("^k")?;
    let (scale, base) = power.split_once('*').unwrap_or(("1", power));
    let (_, shift) = read_sum(shift)?;
    Some(RuleForm::Family {
        scale: scale.trim().parse().ok()?,
        base: base.trim().parse().ok()?,
        shift,
        exponents: (first.trim().parse().ok()?, last.trim().parse().ok()?),
    })
}

/// Reads `31 for month 1, 3; 30 for month 4, 6`.
fn read_table(text: &str) -> Option<RuleForm> {
    let mut by = None;
    let mut rows = Vec::new();
    for row in text.split(';') {
        let (places, values) = row.split_once(" for ")?;
        let (name, values) = values.trim().split_once(' ')?;
        by = Some(name.to_string());
        let places = places.split(" or ").map(|place| place.trim().parse().ok()).collect::<Option<_>>()?;
        rows.push((values.split(',').map(|v| v.trim().to_string()).collect(), places));
    }
    Some(RuleForm::Table { by: by?, rows })
}
