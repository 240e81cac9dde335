//! Smaller numbers for a function of which a call exceeded a limit of time, memory or output.

use autobva::{Input, Integer, Schema};

/// The largest whole numbers with which a function is searched again. The search tries all numbers up to 1,000 anyway,
/// and a loop over so many is short; where time grows with a product of two numbers, 100 is short.
const LIMITS: [i64; 2] = [1_000, 100];

/// The arguments of a function, with limits for those that had large numbers.
pub struct SmallerNumbers(Vec<Limited>);

/// An argument, and how many of the limits apply to it.
struct Limited {
    name: String,
    schema: Schema,
    limits: usize,
}

impl SmallerNumbers {
    /// The arguments, each with its name and its declaration, without limits. If a declaration cannot be read, no argument
    /// ever gets one.
    pub fn of<'a>(declared: impl Iterator<Item = (&'a str, &'a str)>) -> SmallerNumbers {
        let limited = |(name, declared): (&str, &str)| {
            Some(Limited { name: name.to_string(), schema: declared.parse().ok()?, limits: 0 })
        };
        SmallerNumbers(declared.map(limited).collect::<Option<_>>().unwrap_or_default())
    }

    /// Applies the next limit to each argument that is beyond it in this input; says whether that makes a difference.
    pub fn avoid(&mut self, input: &Input) -> bool {
        let mut is_smaller = false;
        for (arg, value) in self.0.iter_mut().zip(input.iter()) {
            let Some(next) = LIMITS.get(arg.limits) else { continue };
            let size = value.as_int().map(|int| int.number().distance(&Integer::ZERO));
            let is_large = size.is_none_or(|size| size > Integer::from(*next));
            if is_large && arg.schema.with_numbers_within(*next) != arg.schema {
                arg.limits += 1;
                is_smaller = true;
            }
        }
        is_smaller
    }

    /// The declarations of all arguments; none if no limit applies.
    pub fn declared(&self) -> Vec<String> {
        let declared = |arg: &Limited| match arg.limits.checked_sub(1) {
            Some(at) => format!("{}:{}", arg.name, arg.schema.with_numbers_within(LIMITS[at])),
            None => format!("{}:{}", arg.name, arg.schema),
        };
        let is_limited = self.0.iter().any(|arg| arg.limits > 0);
        self.0.iter().filter(|_| is_limited).map(declared).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_arguments_with_large_numbers_get_limits() {
        let declared = [("w", "int"), ("year", "int"), ("s", "str")];
        let signature = autobva::Signature::parse(["w:int", "year:int", "s:str"]).unwrap();
        let input = |w: &str, year: &str| signature.read(&[w, year, "a"], None).unwrap();
        let mut smaller = SmallerNumbers::of(declared.into_iter());
        assert!(smaller.declared().is_empty());
        assert!(smaller.avoid(&input("1000000", "7")));
        assert_eq!(smaller.declared(), ["w:int[-1000..1000]", "year:int", "s:str"]);
        assert!(smaller.avoid(&input("900", "7")));
        assert_eq!(smaller.declared(), ["w:int[-100..100]", "year:int", "s:str"]);
        assert!(!smaller.avoid(&input("100", "7")));
    }
}
