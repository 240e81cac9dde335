//! Watching a search and going on with what is known: neither changes what it finds.

use std::sync::Mutex;

use crate::support::{Target, pairs, plan, run};
use autobva_core::{Candidate, Integer};
use autobva_explore::{Archive, Watcher};

#[derive(Default)]
struct Notes(Mutex<Vec<Candidate>>);

impl Watcher for Notes {
    fn found(&self, candidate: Candidate) {
        self.0.lock().unwrap().push(candidate);
    }
}

/// Changes everywhere near zero, and at the powers of ten.
fn target() -> Target {
    Target::new(&["n:int", "m:int"], |n| {
        let small = n[0].distance(&Integer::ZERO) < Integer::Small(500);
        if small { "x".repeat((&n[0].distance(&n[1]).to_f64() % 7.0) as usize) } else { n[0].to_string() }
    })
}

#[test]
fn a_watcher_hears_of_every_candidate_and_changes_nothing() {
    for strategy in ["lns", "bcs", "lines", "qd"] {
        for jobs in [1, 3] {
            let alone = run(&target(), &plan(strategy, 8_000));
            let notes = Notes::default();
            let mut watched = plan(strategy, 8_000);
            watched.watcher = Some(&notes);
            watched.jobs = jobs;
            let found = run(&target(), &watched);
            assert_eq!(pairs(&found), pairs(&alone), "{strategy}, {jobs} jobs");
            let heard = std::mem::take(&mut *notes.0.lock().unwrap());
            let mut archive = Archive::new(heard.len() + 1);
            assert!(heard.iter().all(|candidate| candidate.count == 1));
            for candidate in heard {
                archive.add(candidate);
            }
            let missed = found.archive.iter().find(|candidate| !archive.contains(candidate));
            assert!(missed.is_none(), "{strategy}: {missed:?}");
            assert_eq!(
                archive.len(),
                found.archive.len(),
                "{strategy}: something was told that was not kept"
            );
        }
    }
}

#[test]
fn what_is_known_stays_is_not_told_again_and_counts_go_on() {
    let first = run(&target(), &plan("lns", 10_000));
    let notes = Notes::default();
    let mut again = plan("lns", 10_000);
    again.known =
        first.archive.iter().cloned().map(|candidate| Candidate { count: 0, ..candidate }).collect();
    again.watcher = Some(&notes);
    // The same seed finds the same again, and nothing else.
    let second = run(&target(), &again);
    assert_eq!(pairs(&second), pairs(&first));
    assert!(notes.0.lock().unwrap().is_empty());
    again.seed = 8;
    again.watcher = None;
    let third = run(&target(), &again);
    assert!(first.archive.iter().all(|candidate| third.archive.contains(candidate)));
    assert!(third.archive.len() > first.archive.len());
    assert!(third.archive.iter().any(|candidate| candidate.count == 0), "not all are found again");
}
