//! Watchers hear of candidates while a search goes on, such as a store that must not lose them.

use autobva_core::Candidate;

/// Hears of each candidate as it is found. The search itself does no I/O; what a watcher does with the news is its own
/// affair, but the search waits for it.
pub trait Watcher: Send + Sync {
    /// A pair has been found that was not in the archive when the round began. Lanes work apart and know nothing of
    /// each other, so that the same pair may be told of twice; its count is 1, whatever the archive will make of it.
    fn found(&self, candidate: Candidate);
}
