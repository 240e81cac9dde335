//! Threshold rules: how good a pair must be to become a candidate.

use std::fmt;
use std::str::FromStr;

use crate::archive::Archive;

/// How good a pair must be to be added to the archive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Threshold {
    /// A score above a fixed value; 0, the rule of the study, keeps every pair whose outputs differ.
    Fixed(f64),
    /// A score above this percentile of the candidates so far.
    Percentile(f64),
    /// One of this many best scores so far; pairs that are no longer among them are dropped.
    Top(usize),
}

/// A rule that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a threshold; write a number such as 0 or 0.5, percentile:90, or top:100")]
pub struct ThresholdError(pub String);

impl Threshold {
    /// The score that a pair has to exceed, given the candidates so far.
    pub fn level(&self, archive: &Archive) -> f64 {
        match self {
            Threshold::Fixed(value) => *value,
            Threshold::Percentile(percent) => percentile(archive.scores().collect(), *percent),
            // A pair that scores as low as the worst of a full archive may have shorter inputs: the archive decides.
            Threshold::Top(_) => archive.lowest_when_full().map_or(0.0, f64::next_down).max(0.0),
        }
    }

    /// How many candidates the archive may keep under this rule.
    pub fn capacity(&self, otherwise: usize) -> usize {
        match self {
            Threshold::Top(n) => *n,
            _ => otherwise,
        }
    }
}

/// The least score that at least `percent` percent of the scores do not exceed; 0 if there are none.
fn percentile(mut scores: Vec<f64>, percent: f64) -> f64 {
    if scores.is_empty() {
        return 0.0;
    }
    let rank = (percent / 100.0 * scores.len() as f64).ceil() as usize;
    let index = rank.saturating_sub(1).min(scores.len() - 1);
    *scores.select_nth_unstable_by(index, f64::total_cmp).1
}

impl Default for Threshold {
    fn default() -> Self {
        Threshold::Fixed(0.0)
    }
}

impl FromStr for Threshold {
    type Err = ThresholdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fault = || ThresholdError(text.to_string());
        let number = |text: &str, most: f64| {
            text.parse::<f64>().ok().filter(|n| (0.0..=most).contains(n)).ok_or_else(fault)
        };
        match text.split_once(':') {
            Some(("percentile", percent)) => Ok(Threshold::Percentile(number(percent, 100.0)?)),
            Some(("top", n)) => n.parse().ok().filter(|n| *n > 0).map(Threshold::Top).ok_or_else(fault),
            Some(_) => Err(fault()),
            None => Ok(Threshold::Fixed(number(text, f64::MAX)?)),
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Threshold::Fixed(value) => write!(f, "{value}"),
            Threshold::Percentile(percent) => write!(f, "percentile:{percent}"),
            Threshold::Top(n) => write!(f, "top:{n}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back() {
        for text in ["0", "0.5", "percentile:90", "top:100"] {
            assert_eq!(text.parse::<Threshold>().unwrap().to_string(), text);
        }
        for bad in ["", "-1", "nan", "inf", "top:0", "top:-1", "percentile:101", "best:3", "0.5x"] {
            assert!(bad.parse::<Threshold>().is_err(), "{bad:?} was read");
        }
    }

    #[test]
    fn percentiles_are_scores_that_occur() {
        let scores = vec![5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!(percentile(scores.clone(), 0.0), 1.0);
        assert_eq!(percentile(scores.clone(), 40.0), 2.0);
        assert_eq!(percentile(scores.clone(), 90.0), 5.0);
        assert_eq!(percentile(vec![], 90.0), 0.0);
    }
}
