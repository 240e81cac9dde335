//! Watchers are notified of candidates while a search runs; a store that must not lose any is one.

use autobva_core::Candidate;

/// Is notified of each candidate as it is found. The search itself does no I/O. A watcher may, but the search waits for it.
///
/// ```
/// use autobva_core::Candidate;
/// use autobva_explore::Watcher;
///
/// struct Printer;
///
/// impl Watcher for Printer {
///     fn found(&self, candidate: Candidate) {
///         println!("{} | {}", candidate.left.input, candidate.right.input);
///     }
/// }
/// ```
pub trait Watcher: Send + Sync {
    /// Reports a pair that was not in the archive when the round began. Lanes do not know of each other, so the same
    /// pair may be reported twice. Its count is always 1.
    fn found(&self, candidate: Candidate);
}
