//! Campaigns as a user meets them: saved while searching, killed, resumed, added to.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use crate::workplace::{DATE, Workplace};
use autobva::{Candidate, Outcome, StopReason};
use autobva_lab::builtin::builtin;

/// Pairs by the program derivative are saved as they are found.
const BY_DERIVATIVE: [&str; 4] = ["find", "date", "--output-distance", "shape"];

fn pairs(candidates: &[Candidate]) -> Vec<(String, u64)> {
    candidates.iter().map(|c| (format!("{} | {}", c.left.input, c.right.input), c.count)).collect()
}

#[test]
fn a_run_is_saved_and_reads_back_as_it_was_printed() {
    let place = Workplace::new();
    let (printed, err) =
        place.run(&[&BY_DERIVATIVE[..], &["--seed", "7", "--max-calls", "8k", "--format", "json"]].concat());
    assert!(err.contains("candidates in .autobva/date.autobva"), "{err}");
    assert_eq!(std::fs::read_to_string(place.path(".autobva/.gitignore")).unwrap(), "*\n");
    let (again, _) = place.run(&["summarize", DATE, "--format", "json"]);
    assert_eq!(again, printed, "the same candidates, clusters, representatives and run");
    let unsaved = place
        .run(
            &[&BY_DERIVATIVE[..], &["--seed", "7", "--max-calls", "8k", "--format", "csv", "--no-campaign"]]
                .concat(),
        )
        .0;
    assert_eq!(place.run(&["summarize", DATE, "--format", "csv"]).0, unsaved);
    let campaign = place.read(DATE);
    let run = &campaign.runs[0];
    assert_eq!((run.record.info.calls, run.record.info.stop), (8_000, StopReason::MaxCalls));
    let command = ["find", "date", "--seed", "7", "--output-distance", "shape", "--max-calls", "8000"];
    assert_eq!(run.record.command, command);
    assert!(!place.path(".autobva/date.autobva-wal").exists(), "one file is left");
}

#[test]
fn another_run_adds_and_the_same_run_counts_again() {
    let place = Workplace::new();
    let find = |seed: &str, file: &str| {
        place.run(&[
            "find",
            "date",
            "--seed",
            seed,
            "--max-calls",
            "8k",
            "--campaign",
            file,
            "--format",
            "csv",
        ])
    };
    find("1", "a");
    let first = pairs(&place.read("a").candidates);
    let (_, err) = find("1", "a");
    assert!(err.contains(", 0 of them new"), "{err}");
    let doubled: Vec<(String, u64)> = first.iter().map(|(pair, count)| (pair.clone(), 2 * count)).collect();
    assert_eq!(pairs(&place.read("a").candidates), doubled);
    find("2", "b");
    find("2", "a");
    let (mut both, mut other) = (pairs(&place.read("a").candidates), doubled);
    for (pair, count) in pairs(&place.read("b").candidates) {
        match other.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, total)) => *total += count,
            None => other.push((pair, count)),
        }
    }
    both.sort();
    other.sort();
    assert_eq!(both, other);
    assert_eq!(place.read("a").runs.len(), 3);
}

/// There may be hundreds of thousands of pairs by the derivative. A run by behaviour leaves them in the file, and
/// neither it nor what is shown afterwards depends on them.
#[test]
fn a_run_by_behaviour_leaves_pairs_of_the_derivative_alone() {
    let place = Workplace::new();
    let by_derivative = [&BY_DERIVATIVE[..], &["--seed", "7", "--max-calls", "8k"]].concat();
    place.run(&by_derivative);
    let many = place.read(DATE).candidates.len();
    place.run(&["find", "date", "--seed", "7", "--max-calls", "5k"]);
    let campaign = place.read(DATE);
    let boundaries = &campaign.landscape.as_ref().expect("boundaries").boundaries;
    let there: HashSet<String> = pairs(&campaign.candidates).into_iter().map(|(pair, _)| pair).collect();
    assert!(there.len() < many, "{} pairs, {many} before", there.len());
    let mut places = boundaries.iter().flat_map(|boundary| boundary.all_places());
    assert!(places.all(|place| there.contains(&format!("{} | {}", place.left.input, place.right.input))));
    // The same run again finds every pair a second time.
    place.run(&by_derivative);
    let counts = pairs(&place.read(DATE).candidates);
    assert!(counts.len() >= many, "{} pairs, {many} before", counts.len());
    assert!(counts.iter().filter(|(_, count)| *count >= 2).count() >= many * 9 / 10);
}

/// A small run that selects by the derivative reads the best of many pairs; the others stay in the file, and count.
#[test]
fn a_small_run_leaves_most_of_many_pairs_alone() {
    let place = Workplace::new();
    let find = |more: &[&str]| {
        let words =
            ["find", "circle", "--strategy", "lns", "--output-distance", "levenshtein", "--campaign", "a"];
        place.run(&[&words[..], more].concat())
    };
    let large = ["--seed", "1", "--max-candidates", "6000"];
    find(&large);
    let many = place.read("a").candidates.len();
    assert!(many >= 6000, "{many}");
    let (out, err) = find(&["--seed", "2", "--max-calls", "500", "--format", "csv"]);
    assert!(err.contains(&format!("{} of earlier runs are not shown", many - 4000)), "{err}");
    assert!((4000..5000).contains(&out.lines().count()), "{} lines", out.lines().count());
    let all = place.read("a").candidates;
    assert!(all.len() > many && err.contains(&format!("autobva: {} candidates", all.len())), "{err}");
    // A pair that is found again is counted, whether it was read or not.
    find(&large);
    assert!(pairs(&place.read("a").candidates).iter().filter(|(_, count)| *count >= 2).count() > 5000);
}

fn is_true_of(target: &str, candidate: &Candidate) -> bool {
    let sut = builtin(target).unwrap();
    let mut outcome = Outcome::default();
    [&candidate.left, &candidate.right].into_iter().all(|side| {
        sut.run(&side.input, &mut outcome).unwrap();
        outcome == side.outcome
    })
}

/// How many candidates the last complete line says are saved.
fn announced(err: &str) -> usize {
    let complete = &err[..err.rfind('\n').map_or(0, |end| end + 1)];
    let lines = complete.lines().filter_map(|line| line.strip_prefix("autobva: saved "));
    { lines }.next_back().map_or(0, |line| line.split(' ').next().unwrap().parse().unwrap())
}

/// A random time up to so many milliseconds.
fn some_time(most: u64) -> Duration {
    Duration::from_micros(RandomState::new().hash_one(()) % (1_000 * most))
}

#[test]
fn what_was_announced_as_saved_is_there_after_a_hundred_kills() {
    const KILLS: usize = 100;
    let place = Workplace::new();
    let errors = place.path("errors");
    let said = || announced(&std::fs::read_to_string(&errors).unwrap());
    let (mut seen, mut torn) = (0, 0);
    for kill in 0..KILLS {
        // Five runs share a file, so that runs continue what killed ones have left.
        let (file, seed) = (format!("{}.autobva", kill / 5), kill.to_string());
        let mut child = place
            .autobva(&["find", "bmi", "--strategy", "lns", "--max-time", "60s", "--jobs", "1", "--verbose"])
            .args(["--seed", &seed, "--campaign", &file])
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        // Half of the kills come at any moment, perhaps before there is a file, the other half after something was
        // announced.
        let is_early = kill % 2 == 0;
        while !is_early && said() == 0 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(some_time(if is_early { 100 } else { 30 }));
        child.kill().unwrap();
        child.wait().unwrap();
        let saved = said();
        assert!(saved > 0 || is_early, "{}", std::fs::read_to_string(&errors).unwrap());
        if place.path(&file).exists() {
            let campaign = place.read(&file);
            assert!(campaign.candidates.len() >= saved, "{} of {saved} are left", campaign.candidates.len());
            assert!(campaign.candidates.iter().step_by(29).all(|candidate| is_true_of("bmi", candidate)));
            assert!(campaign.runs.iter().all(|run| !run.is_complete));
        } else {
            assert_eq!(saved, 0);
        }
        torn += usize::from(place.path(&format!("{file}-wal")).exists());
        seen += usize::from(saved > 0);
    }
    assert!(
        seen >= KILLS / 2 && torn > KILLS / 4,
        "{seen} times something was saved, {torn} times in the middle"
    );
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    const CALLS: u64 = 30_000;
    let place = Workplace::new();
    let mut child = place
        .autobva(&BY_DERIVATIVE)
        .args(["--max-calls", &CALLS.to_string(), "--seed", "3", "--verbose", "-q"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 8];
    child.stderr.as_mut().unwrap().read_exact(&mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let before = place.read(DATE);
    let used = before.runs[0].record.info.calls;
    assert_eq!(before.runs[0].record.info.stop, StopReason::Interrupted);
    assert!(!before.candidates.is_empty() && used < CALLS);
    let shown = place.run(&["summarize", DATE, "--format", "csv"]).0;
    assert_eq!(shown.lines().count(), before.candidates.len() + 1, "an interrupted campaign can be read");
    place.run(&["find", "--resume"]);
    let after = place.read(DATE);
    let run = &after.runs[1].record;
    assert_eq!(run.info.calls, CALLS - used, "what was left of the budget");
    assert_ne!(run.info.seed, 3, "another stretch of the random stream");
    let (known, all) = (pairs(&before.candidates), pairs(&after.candidates));
    let is_kept =
        |(pair, count): &(String, u64)| all.iter().any(|(other, more)| other == pair && more >= count);
    assert!(known.iter().all(is_kept) && all.len() > known.len());
}

#[test]
fn a_run_that_ended_is_made_again_with_its_whole_budget() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "700", "--seed", "3", "--strategy", "bcs", "--cts", "off"]);
    place.run(&["find", "date", "--resume", "-q"]);
    place.run(&["find", "--resume", DATE, "--max-calls", "500"]);
    place.run(&["find", "--resume", "--campaign", DATE]);
    let runs = place.read(DATE).runs;
    let calls: Vec<u64> = runs.iter().map(|run| run.record.info.calls).collect();
    assert_eq!(calls, [700, 700, 500, 500]);
    let seeds: HashSet<u64> = runs.iter().map(|run| run.record.info.seed).collect();
    assert_eq!(seeds.len(), 4);
    assert!(runs.iter().all(|run| run.record.info.strategy == "bcs" && !run.record.info.cts));
}

#[test]
fn resume_says_what_it_cannot_do() {
    let place = Workplace::new();
    assert!(place.refusal(&["find", "--resume"]).contains("there is no campaign to go on with"));
    assert!(
        place.refusal(&["find", "date", "--resume"]).contains("there is no campaign .autobva/date.autobva")
    );
    place.run(&["find", "date", "--max-calls", "100", "--seed", "1"]);
    place.run(&["find", "max", "--max-calls", "100", "--seed", "1"]);
    assert!(
        place
            .refusal(&["find", "--resume"])
            .contains("holds several campaigns (.autobva/date.autobva, .auto")
    );
    assert!(
        place
            .refusal(&["find", "--resume", "max", "--campaign", DATE])
            .contains("is about 'date', not about 'max'")
    );
    assert!(place.refusal(&["find", "--resume", DATE, "--seed", "1"]).contains("cannot be used with"));
    assert!(
        place.refusal(&["find", "--resume", DATE, "--arg", "day:i64[1..2]"]).contains("leave the target out")
    );
}

#[test]
fn only_one_searches_into_a_campaign_while_others_read_and_decide() {
    let place = Workplace::new();
    let mut child = place
        .autobva(&BY_DERIVATIVE)
        .args(["--strategy", "bcs", "--max-time", "60s", "--jobs", "1", "--verbose", "-q"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 8];
    child.stderr.as_mut().unwrap().read_exact(&mut first).unwrap();
    let message = place.refusal(&["find", "date", "--max-calls", "100"]);
    assert!(
        message.contains("date.autobva is being written to by another autobva; wait for it"),
        "{message}"
    );
    assert!(!place.run(&["summarize", DATE]).0.is_empty());
    place.run(&["decide", DATE, "1", "skip", "--note", "while it runs"]);
    assert!(child.try_wait().unwrap().is_none());
    crate::signal::send(&child, rustix::process::Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let campaign = place.read(DATE);
    assert_eq!(campaign.decisions[0].note, "while it runs");
    assert_eq!(campaign.runs[0].record.info.stop, StopReason::Interrupted);
}
