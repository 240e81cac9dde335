//! Stop rules: when a search has done enough.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use autobva_core::StopReason;

/// When a search ends; the first rule that is met is the reason. The search reads no clock: a time limit comes from
/// outside, as a [`StopSignal`].
#[derive(Debug, Clone, Default)]
pub struct StopRules {
    /// The number of calls, which is reached exactly unless another rule is met first.
    pub max_calls: Option<u64>,
    /// The number of candidates.
    pub max_candidates: Option<usize>,
    /// New candidates have become too rare.
    pub saturation: Option<Saturation>,
}

/// New candidates per call have fallen below a rate, over the latest half of all calls but at least over `window` calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Saturation {
    /// New candidates per call.
    pub rate: f64,
    /// The least number of calls to judge by.
    pub window: u64,
}

impl Default for Saturation {
    /// Fewer than one new candidate in 100,000 calls, judged by at least 50,000 calls.
    fn default() -> Self {
        Saturation { rate: 1e-5, window: 50_000 }
    }
}

/// Watches a search for saturation.
#[derive(Debug, Default)]
pub struct SaturationWatch {
    /// Calls made and candidates found, one entry per check.
    history: Vec<(u64, usize)>,
}

impl SaturationWatch {
    /// Records the state of the search and returns whether new candidates have become too rare.
    pub fn saturated(&mut self, rule: &Saturation, calls: u64, candidates: usize) -> bool {
        self.history.push((calls, candidates));
        let window = rule.window.max(calls / 2);
        let Some(since) = calls.checked_sub(window) else { return false };
        let before = self.history.partition_point(|(calls, _)| *calls <= since);
        let (calls_then, candidates_then) = before.checked_sub(1).map_or((0, 0), |i| self.history[i]);
        let new = candidates.saturating_sub(candidates_then) as f64;
        new < (rule.rate * (calls - calls_then) as f64).max(f64::MIN_POSITIVE)
    }
}

/// A flag by which the outside world stops a search: the time is up, or someone pressed Ctrl-C.
#[derive(Debug, Clone, Default)]
pub struct StopSignal {
    raised: Arc<AtomicU8>,
    /// The signal of someone who may interrupt several searches at once.
    above: Option<Arc<AtomicU8>>,
}

impl StopSignal {
    const TIME: u8 = 1;
    const INTERRUPT: u8 = 2;

    /// A signal for one of several searches. It is raised by an interrupt of `self`, and by the time limit of that
    /// search alone.
    pub fn for_one_search(&self) -> StopSignal {
        StopSignal { raised: Arc::default(), above: Some(Arc::clone(&self.raised)) }
    }

    /// Ends the search because its time is up.
    pub fn time_is_up(&self) {
        // An interrupt that came first stays the reason.
        let _ = self.raised.compare_exchange(0, StopSignal::TIME, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Ends the search because someone asked for it.
    pub fn interrupt(&self) {
        self.raised.store(StopSignal::INTERRUPT, Ordering::Relaxed);
    }

    /// Whether the search is to stop.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed) != 0 || self.is_interrupted_above()
    }

    fn is_interrupted_above(&self) -> bool {
        self.above.as_ref().is_some_and(|above| above.load(Ordering::Relaxed) == StopSignal::INTERRUPT)
    }

    /// Why the search is to stop, if it is.
    pub fn reason(&self) -> Option<StopReason> {
        match self.raised.load(Ordering::Relaxed) {
            _ if self.is_interrupted_above() => Some(StopReason::Interrupted),
            StopSignal::TIME => Some(StopReason::MaxTime),
            StopSignal::INTERRUPT => Some(StopReason::Interrupted),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saturation_waits_for_its_window_and_then_looks_at_the_latest_half() {
        let rule = Saturation { rate: 0.01, window: 100 };
        let mut watch = SaturationWatch::default();
        assert!(!watch.saturated(&rule, 50, 10), "too early to tell");
        assert!(!watch.saturated(&rule, 150, 20), "ten new ones in a hundred calls");
        assert!(!watch.saturated(&rule, 200, 21));
        assert!(watch.saturated(&rule, 400, 22), "one new one in two hundred calls");
    }

    #[test]
    fn nothing_found_at_all_is_saturated_too() {
        let rule = Saturation { rate: 1e-5, window: 100 };
        assert!(SaturationWatch::default().saturated(&rule, 100, 0));
    }

    #[test]
    fn the_first_signal_keeps_its_name_unless_interrupted() {
        let signal = StopSignal::default();
        assert_eq!(signal.reason(), None);
        signal.time_is_up();
        assert_eq!(signal.reason(), Some(StopReason::MaxTime));
        let signal = StopSignal::default();
        signal.interrupt();
        signal.time_is_up();
        assert_eq!(signal.reason(), Some(StopReason::Interrupted));
    }

    #[test]
    fn the_time_of_one_search_is_not_that_of_another() {
        let user = StopSignal::default();
        let [first, second] = [user.for_one_search(), user.for_one_search()];
        first.time_is_up();
        assert_eq!(first.reason(), Some(StopReason::MaxTime));
        assert!(!second.is_raised() && !user.is_raised());
        user.interrupt();
        assert_eq!(second.reason(), Some(StopReason::Interrupted));
    }
}
