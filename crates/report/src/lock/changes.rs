//! What happened to boundaries: the result of `check` and `diff`.

use autobva_core::{Fate, Signature, Verdict};
use serde::Serialize;

/// What happened to the boundaries of all targets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes {
    /// One for each target that was run or compared.
    pub targets: Vec<TargetChanges>,
    /// The targets that could not be run.
    pub faults: Vec<TargetFault>,
}

/// Why a target could not be run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TargetFault {
    /// The words that name it.
    #[serde(rename = "target")]
    pub name: String,
    /// What is wrong, in a sentence.
    pub message: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TargetChanges {
    /// The words that name it.
    pub name: String,
    pub signature: Signature,
    /// One for each boundary, including those that stayed the same.
    pub verdicts: Vec<Verdict>,
    /// How many calls were made; 0 if recordings were compared.
    pub calls: u64,
}

/// How many boundaries had each fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[allow(missing_docs)] // The names are those of the fates.
pub struct ChangeCounts {
    pub same: usize,
    pub moved: usize,
    pub outcome_changed: usize,
    pub rule_changed: usize,
    pub vanished: usize,
    pub new: usize,
    pub flaky: usize,
}

impl ChangeCounts {
    fn note(&mut self, fate: &Fate) {
        *match fate {
            Fate::Same => &mut self.same,
            Fate::Moved(_) => &mut self.moved,
            Fate::OutcomeChanged(_) => &mut self.outcome_changed,
            Fate::RuleChanged(_) => &mut self.rule_changed,
            Fate::Vanished(_) => &mut self.vanished,
            Fate::New => &mut self.new,
            Fate::Flaky(_) => &mut self.flaky,
        } += 1;
    }

    pub fn changed(&self) -> usize {
        self.moved + self.outcome_changed + self.rule_changed + self.vanished + self.new
    }

    /// All boundaries that existed before.
    pub fn before(&self) -> usize {
        self.same + self.moved + self.outcome_changed + self.rule_changed + self.vanished + self.flaky
    }
}

impl Changes {
    /// How many boundaries had each fate, over all targets.
    pub fn counts(&self) -> ChangeCounts {
        count(self.targets.iter().flat_map(|target| &target.verdicts))
    }
}

impl TargetChanges {
    /// How many boundaries had each fate.
    pub fn counts(&self) -> ChangeCounts {
        count(&self.verdicts)
    }
}

fn count<'a>(verdicts: impl IntoIterator<Item = &'a Verdict>) -> ChangeCounts {
    let mut counts = ChangeCounts::default();
    verdicts.into_iter().for_each(|verdict| counts.note(&verdict.fate));
    counts
}
