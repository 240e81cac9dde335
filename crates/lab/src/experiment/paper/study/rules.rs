//! The rules of the study's own tool that the paper does not mention, each as a setting.

use std::fmt;
use std::str::FromStr;

use autobva_core::{Entry, UnknownName, named};

/// A rule of the study's tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The archive is keyed by the input and reports only the strongest neighbour of each.
    Archive,
    /// BCS gives up after 120 recursions.
    Breaker,
    /// The first step of BCS is half the value.
    FirstStep,
    /// Findings are kept as text and run again, which makes signed numbers lose their width.
    Text,
    /// The arguments of BMI and Date are 64-bit numbers, like all numbers in the published data.
    Arguments,
}

pub const RULES: [Entry; 5] = [
    Entry { name: "archive", help: "of each input found its strongest neighbour alone is reported" },
    Entry { name: "breaker", help: "BCS gives up after 120 recursions" },
    Entry { name: "first-step", help: "the first step of BCS is half the value" },
    Entry { name: "text", help: "inputs found are kept as text and run again, so that widths are lost" },
    Entry { name: "arguments", help: "the arguments of BMI, BMI-class and Date are numbers of 64 bits" },
];

impl Rule {
    /// All of them, in the order of [`RULES`].
    pub const ALL: [Rule; 5] = [Rule::Archive, Rule::Breaker, Rule::FirstStep, Rule::Text, Rule::Arguments];

    pub fn name(self) -> &'static str {
        RULES[self as usize].name
    }
}

impl FromStr for Rule {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Rule, UnknownName> {
        named("rule of the study", text, &Rule::ALL, |rule| rule.name()).copied()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Rules(u8);

impl Rules {
    /// No rules: the search is ours.
    pub const NONE: Rules = Rules(0);
    /// All rules: the search is the study's.
    pub const ALL: Rules = Rules(0b11111);

    /// Whether the set contains this rule.
    pub fn has(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u8) != 0
    }

    /// The set with this rule added.
    #[must_use]
    pub fn with(self, rule: Rule) -> Rules {
        Rules(self.0 | (1 << rule as u8))
    }

    /// The set without this rule.
    #[must_use]
    pub fn without(self, rule: Rule) -> Rules {
        Rules(self.0 & !(1 << rule as u8))
    }
}

impl FromIterator<Rule> for Rules {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Rules {
        rules.into_iter().fold(Rules::NONE, Rules::with)
    }
}

/// The names of the rules, separated by commas.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Rule::ALL.into_iter().filter(|rule| self.has(*rule)).map(Rule::name);
        f.pad(&names.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        assert_eq!(Rules::ALL.to_string(), "archive,breaker,first-step,text,arguments");
        let read = Rules::ALL.to_string().split(',').map(|name| name.parse::<Rule>().unwrap()).collect();
        assert_eq!(Rules::ALL, read);
        assert_eq!(Rules::ALL.without(Rule::Text).to_string(), "archive,breaker,first-step,arguments");
        assert!("half".parse::<Rule>().is_err());
    }
}
