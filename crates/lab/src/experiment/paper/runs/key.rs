//! Identifies a run: everything that distinguishes one run of an experiment from another.

use super::super::settings::Budget;
use super::super::study::Rules;

/// A run of an experiment. Tables that need the same run share it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunKey {
    /// The repetition, from 1. It comes first, so that sorted plans begin with one run of everything.
    pub repetition: u64,
    /// The function, by the name of the built-in.
    pub function: &'static str,
    pub strategy: &'static str,
    pub sampler: &'static str,
    /// Whether compatible type sampling is on.
    pub cts: bool,
    /// How long it may take.
    pub budget: Budget,
    /// The rules of the study's tool that apply; none if the run is ours.
    pub rules: Rules,
}

impl RunKey {
    /// A run with the sampling of the main study: bituniform, with compatible types.
    pub fn of_study(
        function: &'static str,
        strategy: &'static str,
        budget: Budget,
        repetition: u64,
    ) -> RunKey {
        let rules = Rules::NONE;
        RunKey { repetition, function, strategy, sampler: "bituniform", cts: true, budget, rules }
    }

    /// The same run with other rules.
    #[must_use]
    pub fn by(self, rules: Rules) -> RunKey {
        RunKey { rules, ..self }
    }

    pub fn name(&self) -> String {
        let RunKey { repetition, function, strategy, sampler, cts, budget, rules } = self;
        let cts = if *cts { "cts" } else { "plain" };
        let rules = match *rules {
            Rules::NONE => String::new(),
            Rules::ALL => "-as-published".to_string(),
            some => format!("-by-{}", some.to_string().replace(',', "-")),
        };
        format!("{function}-{strategy}-{sampler}-{cts}-{}{rules}-{repetition}", budget.tag())
    }

    /// The seed of the run. It depends on the name, so that no two runs draw the same numbers.
    pub fn seed(&self, base: u64) -> u64 {
        // FNV-1a and a final mix: a few lines that will never change, while the hasher of a library might.
        let bytes = base.to_le_bytes().into_iter().chain(self.name().into_bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let mixed = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_has_a_seed_of_its_own() {
        let run = |strategy, repetition| RunKey::of_study("date", strategy, Budget::seconds(30), repetition);
        assert_eq!(run("lns", 1).name(), "date-lns-bituniform-cts-30s-1");
        let seeds = [run("lns", 1), run("lns", 2), run("bcs", 1)].map(|run| run.seed(1));
        assert!(seeds[0] != seeds[1] && seeds[0] != seeds[2]);
        assert_ne!(run("lns", 1).seed(1), run("lns", 1).seed(2));
        assert_eq!(run("lns", 1).by(Rules::ALL).name(), "date-lns-bituniform-cts-30s-as-published-1");
    }
}
