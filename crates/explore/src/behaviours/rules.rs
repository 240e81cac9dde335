//! When rules are derived and tested, and what happens when one fails.

use super::table::Table;
use super::*;

/// Beside a table by a text, 8 further texts are tried.
const MOST_WORDS: usize = 8;
/// A rule that says nothing at more than 4 times as many places as those at which it held is no rule.
const MOSTLY: usize = 4;

impl BehaviourSearch {
    /// Tests the rules that explain the crossings, at fresh places. If a law fails, the next best one takes its place.
    pub(super) fn test_rules(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        if !probe.rules() {
            return Ok(());
        }
        let mut crossings = self.all_crossings();
        let mut now = (crossings.len(), self.followed);
        if self.settled == Some(now) {
            return Ok(());
        }
        let mut is_settled = false;
        let samples = laws::samples(&self.runs);
        for _ in 0..self.tuning.most_laws_tried {
            if self.counts_otherwise() {
                crossings = self.all_crossings();
                now = (crossings.len(), self.followed);
            }
            let untried = Allowed::Untried(&self.failed);
            let signature = probe.signature();
            let laws = &mut self.laws;
            let groups = groups(&crossings, &self.runs, &self.tracks, signature, laws, &samples, untried);
            let (mut failed, mut untested) = (false, false);
            self.complete_tables(&groups, &crossings);
            for group in &groups {
                // The crossings are out of date, and what they show is no verdict about a rule.
                if self.counts_otherwise() {
                    failed = true;
                    break;
                }
                let Some(rule) = group.rule(probe.signature()) else { continue };
                let key = rule_key(&rule, group);
                let is_known = match &group.shape {
                    Shape::Text(law) => law.verdict(&self.verdicts).is_some(),
                    _ => self.verdicts.contains_key(&key),
                };
                untested |= !is_known && !self.has_calls_for_rules();
                if is_known || !self.has_calls_for_rules() {
                    continue;
                }
                if let Shape::Text(law) = &group.shape {
                    failed |= !self.test_text(law, group, &crossings, probe)?;
                    continue;
                }
                let verdict = self.test(group, &crossings, probe)?;
                failed |= verdict.1 < verdict.0;
                if let Shape::Law(law) = &group.shape
                    && verdict.1 < verdict.0
                {
                    self.laws.ban(law);
                    failed = true;
                }
                // Where no place was found to test it at, more crossings may lead to one.
                if verdict.0 > 0 {
                    self.verdicts.insert(key, verdict);
                }
            }
            if !failed {
                is_settled = !untested;
                break;
            }
        }
        self.settled = is_settled.then_some(now);
        Ok(())
    }

    /// Whether the runs of a test have shown that outcomes count as other behaviours than when the crossings were computed: a text
    /// may have turned out to repeat the input.
    fn counts_otherwise(&self) -> bool {
        self.runs.free_kinds() != self.free_kinds
    }

    fn has_calls_for_rules(&self) -> bool {
        (self.calls / self.tuning.rule_share).saturating_sub(self.rule_calls) >= 2 * TRIALS as u64
    }

    /// Tests a condition on a text. There is always another text to try, so it must hold at the full number of places.
    fn test_text(
        &mut self,
        law: &TextLaw,
        group: &Group,
        crossings: &[Crossing],
        probe: &mut Probe<'_>,
    ) -> Result<bool, Halt> {
        let (mut checked, mut held, mut silent) = (0, 0, 0);
        let trials = fresh::trials(group, crossings, &self.runs, probe.signature(), false, probe.random());
        // Most conditions that fail do so at once.
        for few in trials.chunks(TRIALS / 4) {
            if !self.has_calls_for_rules() {
                // The condition is neither tested nor failed.
                return Ok(true);
            }
            self.run_trials(few, probe)?;
            for verdict in
                few.iter().filter_map(|trial| fresh::verdict(trial, &self.runs)).take(TRIALS - checked)
            {
                checked += 1;
                held += usize::from(verdict);
            }
            silent += few.iter().filter(|trial| self.is_silent(trial)).count();
            if held < checked || checked == TRIALS || silent > TRIALS / 2 {
                break;
            }
        }
        let holds = held == checked && checked == TRIALS;
        match holds {
            true => law.verdict_keys().into_iter().for_each(|key| {
                self.verdicts.insert(key, (checked as u32, held as u32));
            }),
            false => drop(self.failed.insert(law.key())),
        }
        Ok(holds)
    }

    /// Drafts the rows that a table has no place for yet, and the rows for which a third argument matters.
    fn complete_tables(&mut self, groups: &[Group], crossings: &[Crossing]) {
        let is_dense = self.is_dense();
        for group in groups {
            let Shape::Table(table) = &group.shape else { continue };
            let Some(known) = group.members.first() else { continue };
            let known = self.runs.run(crossings[*known].left).input.clone();
            for (base, places) in table.missing(&known) {
                let axis = Axis::main(&base, table.argument);
                self.drafts.add(0, Draft { axis, base, look: None, extra: places });
                self.next_rules = self.next_rules.min(self.soon());
            }
            self.draft_words(table);
            for base in table.unsure(&known) {
                let others = (0..self.arguments).filter(|i| *i != table.argument && *i != table.by);
                for axis in others.map(|other| Axis::main(&base, other)) {
                    if self.closely < self.tuning.most_closely && axis.is_number() && is_dense {
                        self.closely += 1;
                        self.drafts.add(0, Draft::new(axis, base.clone(), Look::Dense));
                    }
                }
            }
        }
    }

    /// Drafts the tracks at which other texts may have a row of a table.
    fn draft_words(&mut self, table: &Table) {
        let mut met: Vec<Value> = Vec::new();
        for id in 0..self.runs.len() as RunId {
            let input = &self.runs.run(id).input;
            if table.lacks(input, self.runs.told(id)) && !met.contains(&input[table.by]) {
                met.push(input[table.by].clone());
                let axis = Axis::main(input, table.argument);
                self.drafts.add(0, Draft::new(axis, input.clone(), Look::Sparse));
                self.next_rules = self.next_rules.min(self.soon());
            }
            if met.len() == MOST_WORDS {
                return;
            }
        }
    }

    /// At how many fresh places the rule of a group was tested, and at how many it held.
    fn test(
        &mut self,
        group: &Group,
        crossings: &[Crossing],
        probe: &mut Probe<'_>,
    ) -> Result<(u32, u32), Halt> {
        let (mut checked, mut held, mut silent) = (0, 0, 0);
        for together in [false, true] {
            let trials =
                fresh::trials(group, crossings, &self.runs, probe.signature(), together, probe.random());
            for few in trials.chunks(TRIALS) {
                self.run_trials(few, probe)?;
                for trial in few {
                    let Some(verdict) = fresh::verdict(trial, &self.runs) else { continue };
                    checked += 1;
                    held += u32::from(verdict);
                    if !verdict {
                        self.look_again(trial);
                    }
                }
                checked += self.narrowly_missed(few, probe)?;
                silent += few.iter().filter(|trial| self.is_silent(trial)).count();
                // A line through the corner of two limits has few places at which it is the boundary.
                let is_corner = (checked as usize) < TRIALS / 2 && silent > MOSTLY * checked as usize;
                if held == checked && checked > 0 && silent >= TRIALS && is_corner {
                    return Ok((checked + 1, held));
                }
                if checked as usize >= TRIALS || held < checked {
                    return Ok((checked, held));
                }
            }
            if checked as usize >= TRIALS / 4 {
                break;
            }
        }
        Ok((checked, held))
    }

    /// Whether a rule seemed to say nothing at a place, because both inputs showed the side that further conditions may cause.
    fn is_silent(&self, trial: &Trial) -> bool {
        let told = |input: &Input| self.runs.known(input).map(|run| self.runs.told(run));
        let (low, high) = trial.sides;
        let other = trial.strict.map(|strict| if strict == low { high } else { low });
        other.is_some() && trial.inputs.iter().all(|input| told(input) == other)
    }

    /// At how many places the rule seemed to say nothing, because both inputs showed the side that further conditions
    /// may cause, although the change is just one step further on: there the rule has failed. Two places must show it,
    /// since at a single one a further condition may apply by chance.
    fn narrowly_missed(&mut self, trials: &[Trial], probe: &mut Probe<'_>) -> Result<u32, Halt> {
        let silent = trials.iter().filter(|trial| self.is_silent(trial));
        let beside: Vec<Trial> = silent.filter_map(Trial::beside).collect();
        self.run_trials(&beside, probe)?;
        let mut missed = 0;
        for trial in &beside {
            let told = |input: &Input| self.runs.known(input).map(|run| self.runs.told(run));
            if trial.inputs.iter().all(|input| told(input) == trial.strict) {
                missed += 1;
                self.look_again(trial);
            }
        }
        Ok(missed)
    }

    /// Drafts the surroundings of a place at which a rule failed: the true place leads to a better rule.
    fn look_again(&mut self, trial: &Trial) {
        let base = trial.inputs[0].clone();
        let here = trial.axis.get(&base);
        let mut draft = Draft::new(trial.axis.clone(), base, Look::Sparse);
        draft.extra = (-3..=3).map(|d| &here + &Integer::Small(d)).collect();
        self.drafts.add(0, draft);
        self.next_rules = self.next_rules.min(self.soon());
    }

    fn run_trials(&mut self, trials: &[Trial], probe: &mut Probe<'_>) -> Result<(), Halt> {
        let mut queue = Queue::new();
        for input in trials.iter().flat_map(|trial| &trial.inputs) {
            let key = runs::key(input);
            if self.runs.known_by(key, input).is_none() {
                queue.add(key, input.clone());
            }
        }
        self.rule_calls += self.run_queue(queue, probe)?.into_iter().flatten().count() as u64;
        Ok(())
    }

    /// The number of calls at which rules are derived again after something to learn from turned up.
    fn soon(&self) -> u64 {
        self.calls + self.tuning.soon.max(self.calls / self.tuning.soon_share)
    }

    /// The number of calls at which rules are derived next: when the calls have doubled, and before the budget ends.
    pub(super) fn next_rules(&self) -> u64 {
        let last = self.budget.map_or(u64::MAX, |most| most - most / self.tuning.rule_share);
        let left = self.budget.map_or(0, |most| most.saturating_sub(self.calls));
        let is_enough = self.budget.is_none_or(|most| left > most / self.tuning.last_rules);
        match (self.calls >= last, is_enough) {
            // Shortly before the last time not much less is known than at the last time, so wait for that.
            (false, _) if self.calls.saturating_mul(3) > last => last,
            (false, _) => (self.calls * 2).max(self.tuning.first_rules).min(last),
            // Rules of what the last calls find are tested as well.
            (true, true) => self.calls + left - left / 4,
            (true, false) => u64::MAX,
        }
    }
}
