//! Functions of several arguments.

use std::fmt;

use crate::integer::Integer;

/// A function of several arguments that is compared with a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Function {
    /// `x*y/z^2`: a product of arguments to the power of 1, 2, -1 or -2.
    Powers(Vec<(String, i8)>),
    /// `b^2 - 4*a*c`: a sum of products of up to two arguments, each with a factor.
    Polynomial(Vec<(i64, Vec<String>)>),
}

impl Function {
    /// The value of the function; `None` if the value of an argument is not known.
    pub fn of(&self, value: &dyn Fn(&str) -> Option<f64>) -> Option<f64> {
        match self {
            Function::Powers(factors) => {
                let [mut above, mut below] = [1.0; 2];
                for (name, power) in factors {
                    let side = if *power > 0 { &mut above } else { &mut below };
                    *side *= value(name)?.powi(i32::from(power.abs()));
                }
                Some(above / below)
            }
            Function::Polynomial(terms) => terms.iter().try_fold(0.0, |sum, (factor, names)| {
                let product = names.iter().try_fold(1.0, |product, name| Some(product * value(name)?));
                Some(sum + *factor as f64 * product?)
            }),
        }
    }

    /// The names of its arguments.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Function::Powers(factors) => factors.iter().map(|(name, _)| name.as_str()).collect(),
            Function::Polynomial(terms) => {
                terms.iter().flat_map(|(_, names)| names).map(String::as_str).collect()
            }
        }
    }

    /// The greatest whole number of an argument at which the function passes its limit, given the other arguments.
    pub(super) fn last_place(
        &self,
        argument: &str,
        limit: &str,
        value: &dyn Fn(&str) -> Option<Integer>,
    ) -> Option<Integer> {
        let limit: f64 = limit.parse().ok()?;
        let at =
            |n: f64| self.of(&|name| if name == argument { Some(n) } else { Some(value(name)?.to_f64()) });
        let guess = match self {
            Function::Powers(factors) => {
                let (_, power) = factors.iter().find(|(name, _)| name == argument)?;
                (limit / at(1.0)?).powf(1.0 / f64::from(*power))
            }
            Function::Polynomial(_) => {
                let [below, there, above] = [at(-1.0)?, at(0.0)?, at(1.0)?];
                greatest_root((below + above) / 2.0 - there, (above - below) / 2.0, there - limit)?
            }
        };
        // Floats may be off by one, so check on which side of the limit the neighbours are.
        let near = [guess.floor() - 1.0, guess.floor(), guess.floor() + 1.0];
        let is_low = |n: f64| at(n).is_some_and(|value| value <= limit);
        let found = near.into_iter().find(|n| is_low(*n) != is_low(n + 1.0))?;
        Some(Integer::Small(found as i128))
    }

    /// Reads a function; a single argument is none.
    pub(super) fn read(text: &str) -> Option<Function> {
        let text = text.trim();
        match text.contains(" + ") || text.contains(" - ") {
            true => read_polynomial(text),
            false => read_powers(text),
        }
    }
}

/// The greatest `x` for which `a·x² + b·x + c` is zero.
fn greatest_root(a: f64, b: f64, c: f64) -> Option<f64> {
    if a == 0.0 {
        return Some(-c / b).filter(|root| root.is_finite());
    }
    let root = (b * b - 4.0 * a * c).sqrt();
    Some(((root - b) / (2.0 * a)).max((-root - b) / (2.0 * a))).filter(|root| root.is_finite())
}

fn read_powers(text: &str) -> Option<Function> {
    let (mut factors, mut rest, mut sign) = (Vec::new(), text, 1);
    loop {
        let end = rest.find(['*', '/']).unwrap_or(rest.len());
        let word = rest[..end].trim();
        let (name, power) = word.strip_suffix("^2").map_or((word, 1), |name| (name, 2));
        if name.is_empty() || name.parse::<f64>().is_ok() {
            return None;
        }
        factors.push((name.to_string(), sign * power));
        sign = match rest.get(end..=end) {
            Some("/") => -1,
            Some(_) => 1,
            None => return (factors.len() > 1).then_some(Function::Powers(factors)),
        };
        rest = &rest[end + 1..];
    }
}

fn read_polynomial(text: &str) -> Option<Function> {
    let mut terms = Vec::new();
    for part in text.replace(" - ", " + -").split(" + ") {
        let part = part.trim();
        let (sign, part) = part.strip_prefix('-').map_or((1, part), |part| (-1, part));
        let mut words: Vec<&str> = part.split('*').map(str::trim).collect();
        let factor = match words[0].parse::<i64>() {
            Ok(factor) => {
                words.remove(0);
                factor
            }
            Err(_) => 1,
        };
        let names = words.into_iter().flat_map(|word| match word.strip_suffix("^2") {
            Some(name) => vec![name.to_string(); 2],
            None => vec![word.to_string()],
        });
        let names: Vec<String> = names.collect();
        let is_name = |name: &String| !name.is_empty() && name.parse::<f64>().is_err();
        if names.is_empty() || names.len() > 2 || !names.iter().all(is_name) {
            return None;
        }
        terms.push((factor.checked_mul(sign)?, names));
    }
    Some(Function::Polynomial(terms))
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Function::Powers(factors) => factors.iter().enumerate().try_for_each(|(at, (name, power))| {
                let sign = if *power < 0 {
                    "/"
                } else if at > 0 {
                    "*"
                } else {
                    ""
                };
                write!(f, "{sign}{name}{}", if power.abs() == 2 { "^2" } else { "" })
            }),
            Function::Polynomial(terms) => terms.iter().enumerate().try_for_each(|(at, (factor, names))| {
                f.write_str(match (at, *factor < 0) {
                    (0, false) => "",
                    (0, true) => "-",
                    (_, false) => " + ",
                    (_, true) => " - ",
                })?;
                if factor.unsigned_abs() != 1 {
                    write!(f, "{}*", factor.unsigned_abs())?;
                }
                match &names[..] {
                    [one, other] if one == other => write!(f, "{one}^2"),
                    _ => f.write_str(&names.join("*")),
                }
            }),
        }
    }
}
