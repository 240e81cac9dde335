//! Campaigns: what is written reads back, whatever it is.

use crate::common::{DATE, any_findings, dates, findings, pair};
use autobva_core::behaviour::{
    Behaviour, Boundary, BoundaryKind, Condition, Course, Landscape, Place, Rule, Stretch,
};
use autobva_core::{
    Action, Candidate, Findings, Flake, Invocation, Observation, Outcome, Recheck, Scope, Selection,
    StopReason,
};
use autobva_report::campaign::{Campaign, CampaignError, CampaignWriter, DecisionBook, Moment, RunStart};
use autobva_summary::{SummarySettings, best_first, summarize};
use proptest::prelude::*;
use std::path::Path;
use std::str::FromStr;

fn invocation() -> Invocation {
    Invocation {
        target: None,
        program: vec!["a \"program\"".into(), "{n}".into()],
        arguments: vec!["n:int[0..9]".into()],
        options: vec![("--timeout".into(), "2s".into())],
    }
}

fn start(path: &Path, findings: &Findings) -> Result<CampaignWriter, CampaignError> {
    let (mut writer, _) = CampaignWriter::open(path, &findings.target, &invocation(), findings.run.select)?;
    let (command, settings) = (["find".to_string(), "--seed=7".to_string()], ["find".to_string()]);
    writer.begin(&RunStart {
        info: &findings.run,
        started: 1_000,
        command: &command,
        settings: &settings,
    })?;
    Ok(writer)
}

fn save(path: &Path, findings: &Findings) {
    let mut writer = start(path, findings).unwrap();
    for candidate in &findings.candidates {
        writer.hear(Candidate { count: 1, ..candidate.clone() });
    }
    writer.save(&Moment::default()).unwrap();
    let settings = SummarySettings::default();
    let summary = summarize(&findings.target.signature, &findings.candidates, &settings).unwrap();
    let moment = Moment { calls: findings.run.calls, elapsed: findings.run.elapsed };
    writer.finish(findings, &summary, &moment).unwrap();
}

fn sorted(mut findings: Findings) -> Findings {
    // Each pair once, as in an archive.
    let mut unique: Vec<Candidate> = Vec::new();
    for mut candidate in findings.candidates {
        // SQLite does not keep the sign of zero; adding 0.0 turns -0.0 into 0.0.
        candidate.score += 0.0;
        if !unique.iter().any(|known| known.same_pair(&candidate)) {
            unique.push(candidate);
        }
    }
    (findings.candidates, _) = best_first(unique.into_iter().map(|candidate| (candidate, ())).collect());
    findings
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn what_is_written_reads_back(findings in any_findings().prop_map(sorted)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        save(&path, &findings);
        let campaign = Campaign::read(&path).unwrap();
        prop_assert_eq!(&campaign.target, &findings.target);
        prop_assert_eq!(campaign.invocation, invocation());
        prop_assert_eq!(&campaign.candidates, &findings.candidates);
        prop_assert_eq!(&campaign.runs[0].record.info, &findings.run);
        prop_assert_eq!(&campaign.runs[0].record.command, &["find", "--seed=7"]);
        let settings = SummarySettings::default();
        let summary = summarize(&findings.target.signature, &findings.candidates, &settings).unwrap();
        prop_assert_eq!(campaign.summary, Some(summary));
    }
}

#[test]
fn a_run_that_is_not_finished_is_interrupted_and_has_no_summary() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let findings = sorted(dates());
    let mut writer = start(&path, &findings).unwrap();
    writer.hear(findings.candidates[0].clone());
    writer.hear(findings.candidates[0].clone());
    writer.save(&Moment { calls: 99, ..Moment::default() }).unwrap();
    writer.hear(findings.candidates[1].clone());
    drop(writer);
    let campaign = Campaign::read(&path).unwrap();
    assert_eq!(campaign.candidates.len(), 1, "what was not saved is gone, and nothing else");
    assert_eq!((campaign.runs[0].record.info.calls, campaign.runs[0].is_complete), (99, false));
    assert_eq!(campaign.runs[0].record.info.stop, StopReason::Interrupted);
    assert_eq!(campaign.summary, None);
}

#[test]
fn what_a_run_drops_goes_unless_something_was_decided_about_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let all = sorted(dates());
    let mut writer = start(&path, &all).unwrap();
    all.candidates.iter().for_each(|candidate| writer.hear(candidate.clone()));
    writer.save(&Moment::default()).unwrap();
    let ids = Campaign::read(&path).unwrap().ids;
    let mut book = DecisionBook::open(&path).unwrap();
    book.decide(ids[2], Scope::Candidate, (Action::Debug, "mine"), &[]).unwrap();
    let best = Findings { candidates: all.candidates[..1].to_vec(), ..all.clone() };
    let settings = SummarySettings::default();
    let summary = summarize(&best.target.signature, &best.candidates, &settings).unwrap();
    writer.finish(&best, &summary, &Moment::default()).unwrap();
    let campaign = Campaign::read(&path).unwrap();
    assert_eq!(campaign.candidates.len(), 2);
    assert_eq!(campaign.decisions[0].candidate, 1);
    // Candidates of an earlier run stay in the file even if a later run keeps none.
    let none = Findings { candidates: campaign.candidates.clone(), ..all.clone() };
    save(&path, &none);
    assert_eq!(Campaign::read(&path).unwrap().candidates.len(), 2);
}

#[test]
fn flaky_inputs_of_all_runs_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let mut findings = sorted(dates());
    let flake = |index: usize| Flake {
        input: findings.candidates[index].left.input.clone(),
        first: Outcome::valid("String", "a\0b"),
        again: Outcome::error("Error", "'; DROP TABLE candidate; --"),
    };
    let flakes = [flake(0), flake(1)];
    for flake in &flakes {
        findings.run.recheck = Recheck { calls: 6, unchecked: 1, flaky: vec![flake.clone()] };
        save(&path, &findings);
    }
    let runs = Campaign::read(&path).unwrap().runs;
    assert_eq!(runs[0].record.info.recheck.flaky, flakes[..1]);
    let last = &runs[1].record.info.recheck;
    assert!(flakes.iter().all(|flake| last.flaky.contains(flake)) && last.flaky.len() == 2);
}

#[test]
fn a_decision_about_a_cluster_replaces_those_of_its_members() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let years = |year: i32| {
        let (left, right) = (year.to_string(), (year + 1).to_string());
        pair(&DATE, 1.0, (&[&left, "1", "1"], "old"), (&[&right, "1", "1"], "new"))
    };
    save(&path, &sorted(findings(&DATE, (1..=5).map(years).collect())));
    let ids = Campaign::read(&path).unwrap().ids;
    let mut book = DecisionBook::open(&path).unwrap();
    book.decide(ids[0], Scope::Cluster, (Action::Skip, ""), &ids).unwrap();
    book.decide(ids[1], Scope::Candidate, (Action::Extend, "this one"), &[]).unwrap();
    book.decide(ids[3], Scope::Cluster, (Action::Debug, "all"), &ids).unwrap();
    let decisions = Campaign::read(&path).unwrap().decisions;
    let mut about: Vec<_> =
        decisions.iter().map(|d| (d.candidate, d.scope == Scope::Cluster, d.action)).collect();
    about.sort();
    assert_eq!(about, [(1, false, Action::Extend), (3, true, Action::Debug)]);
}

#[test]
fn what_a_kill_left_half_done_is_undone_by_who_reads() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    save(&whole, &sorted(dates()));
    let before = Campaign::read(&whole).unwrap();
    // The files as they are in the middle of a transaction that has outgrown its memory.
    let writer = rusqlite::Connection::open(&whole).unwrap();
    writer
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN; UPDATE candidate SET score = 0; UPDATE run SET seed = 1;",
        )
        .unwrap();
    writer.execute_batch("CREATE TABLE filler AS SELECT randomblob(100000) AS many").unwrap();
    for ending in ["", "-journal"] {
        let name = |path: &Path| format!("{}{ending}", path.display());
        std::fs::copy(name(&whole), name(&killed)).unwrap();
    }
    assert!(std::fs::metadata(format!("{}-journal", killed.display())).unwrap().len() > 512);
    assert_eq!(Campaign::read(&killed).unwrap(), before);
}

/// Two boundaries of `findings(&["n:int"], …)`: at 9 | 10 by words, and at 99 | 100 and 999 | 1000 by a rule.
fn landscape(candidates: &[Candidate]) -> Landscape {
    let behaviour = |id: u32, example: &Observation| Behaviour {
        id,
        validity: example.outcome.validity(),
        type_name: example.outcome.type_name().into(),
        wording: format!("{{0}} {id}"),
        slots: vec![
            Course::Echo { of: "n".into(), how: Some("stripped".into()) },
            Course::Steps { of: "n".into(), width: "7".into(), height: "1".into() },
        ],
        text: format!("n {id}"),
        domain: "n … 9".into(),
        calls: 7,
        example: example.clone(),
    };
    let place = |c: &Candidate| Place { left: c.left.clone(), right: c.right.clone() };
    let boundary = |id: u32, kind, shown: &[Candidate], rule: Option<Rule>| Boundary {
        id,
        kind,
        argument: "n".into(),
        from: id,
        to: id + 1,
        sentence: "n 9 | 10: a → b".into(),
        example: place(&shown[0]),
        rule,
        places: shown[1..].iter().map(place).collect(),
        count: 3,
        flaky: id == 2,
    };
    let guard = vec![Condition { argument: "m".into(), least: Some("1".into()), greatest: None }];
    let rule = Rule { guard, checked: 20, held: 20, ..Rule::from_str("n <= 10^k - 1 for k 2..3").unwrap() };
    let stretch = |behaviour, from: Option<&str>, to: Option<&str>, boundary| Stretch {
        behaviour,
        from: from.map(String::from),
        to: to.map(String::from),
        boundary,
    };
    Landscape {
        behaviours: vec![
            behaviour(1, &candidates[0].left),
            behaviour(2, &candidates[0].right),
            behaviour(3, &candidates[1].right),
        ],
        boundaries: vec![
            boundary(1, BoundaryKind::Error, &candidates[..1], None),
            boundary(2, BoundaryKind::Jump, &candidates[1..], Some(rule)),
        ],
        matters: vec![true],
        idle: Vec::new(),
        stretches: vec![stretch(1, None, Some("9"), Some(1)), stretch(2, Some("10"), None, None)],
    }
}

const N: [&str; 1] = ["n:int"];

fn told() -> Findings {
    let pairs = vec![
        pair(&N, 0.0, (&["9"], "!a"), (&["10"], "b")),
        pair(&N, 0.0, (&["99"], "b"), (&["100"], "c")),
        pair(&N, 0.0, (&["999"], "b"), (&["1000"], "c")),
    ];
    let mut findings = findings(&N, pairs);
    findings.run.select = Selection::Behaviour;
    findings.landscape = Some(landscape(&findings.candidates));
    findings
}

#[test]
fn a_landscape_reads_back_and_a_boundary_keeps_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let first = told();
    save(&path, &first);
    let campaign = Campaign::read(&path).unwrap();
    assert_eq!(campaign.landscape, first.landscape);
    assert_eq!(campaign.runs[0].record.info.select, Selection::Behaviour);
    let inputs = |candidates: &[Candidate]| -> Vec<String> {
        candidates.iter().map(|c| c.left.input.to_string()).collect()
    };
    assert_eq!(inputs(&campaign.candidates), ["9", "99", "999"], "in the order of the boundaries");
    // The next run finds only the second boundary, as its first one; the boundary keeps its id.
    let (writer, _) = CampaignWriter::open(&path, &first.target, &invocation(), first.run.select).unwrap();
    let past = writer.past().unwrap();
    drop(writer);
    let mut again = told();
    let landscape = again.landscape.as_mut().unwrap();
    landscape.boundaries.remove(0);
    landscape.boundaries[0].id = 1;
    landscape.stretches.clear();
    again.landscape = Some(past.continued(landscape.clone(), 1));
    save(&path, &again);
    let ids: Vec<u32> =
        Campaign::read(&path).unwrap().landscape.unwrap().boundaries.iter().map(|b| b.id).collect();
    assert_eq!(ids, [1, 2]);
}

#[test]
fn what_is_gone_is_no_boundary_until_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let findings = told();
    save(&path, &findings);
    let ids = Campaign::read(&path).unwrap().ids;
    let shown = |gone: &[i64]| {
        let (mut writer, _) =
            CampaignWriter::open(&path, &findings.target, &invocation(), findings.run.select).unwrap();
        writer.note_gone(gone).unwrap();
        drop(writer);
        let landscape = Campaign::read(&path).unwrap().landscape.unwrap();
        let told = |b: &Boundary| format!("b{} {}", b.id, b.example.left.input);
        landscape.boundaries.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(shown(&ids[..1]), ["b2 99"]);
    assert_eq!(shown(&ids[1..2]), ["b1 9", "b2 999"], "another place shows it as well");
    assert_eq!(shown(&ids[1..]), ["b1 9"]);
    assert_eq!(shown(&[]), ["b1 9", "b2 99"]);
}

#[test]
fn decisions_about_pairs_and_clusters_carry_over_to_boundaries() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let all = told();
    let old = Findings { landscape: None, ..all.clone() };
    save(&path, &sorted(old));
    let campaign = Campaign::read(&path).unwrap();
    let of = |left: &str| {
        let at = campaign.candidates.iter().position(|c| c.left.input.to_string() == left).unwrap();
        campaign.ids[at]
    };
    let clusters = &campaign.summary.as_ref().unwrap().groups;
    let members = clusters
        .iter()
        .flat_map(|group| &group.clusters)
        .find(|cluster| cluster.members.iter().any(|&member| campaign.ids[member] == of("999")));
    let members: Vec<i64> = members.unwrap().members.iter().map(|&member| campaign.ids[member]).collect();
    let mut book = DecisionBook::open(&path).unwrap();
    book.decide(of("9"), Scope::Candidate, (Action::Debug, "mine"), &[]).unwrap();
    book.decide(of("999"), Scope::Cluster, (Action::Skip, "theirs"), &members).unwrap();
    let decided = || {
        let decisions = Campaign::read(&path).unwrap().decisions.into_iter();
        let about = decisions.filter_map(|d| match d.scope {
            Scope::Boundary(id) => Some((id, d.candidate, d.action, d.note)),
            Scope::Candidate | Scope::Cluster => None,
        });
        let mut about: Vec<_> = about.collect();
        about.sort();
        about
    };
    assert_eq!(decided(), []);
    save(&path, &all);
    assert_eq!(decided(), [(1, 0, Action::Debug, "mine".into()), (2, 1, Action::Skip, "theirs".into())]);
    // A decision about the boundary itself takes precedence over later decisions about its pairs.
    book.decide(0, Scope::Boundary(1), (Action::Extend, ""), &[]).unwrap();
    save(&path, &all);
    assert_eq!(decided()[0], (1, 0, Action::Extend, String::new()));
}

#[test]
fn a_file_of_an_older_format_is_read_and_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let findings = sorted(dates());
    save(&path, &findings);
    let whole = Campaign::read(&path).unwrap();
    let older = rusqlite::Connection::open(&path).unwrap();
    let tables = "place stretch argument boundary_decision boundary behaviour";
    let drop_all: String = tables.split(' ').map(|table| format!("DROP TABLE {table};")).collect();
    older.execute_batch(&drop_all).unwrap();
    older.execute_batch("ALTER TABLE run DROP COLUMN selection; PRAGMA user_version = 2").unwrap();
    assert_eq!(Campaign::read(&path).unwrap(), whole);
    older.execute_batch("DROP TABLE gone; PRAGMA user_version = 1").unwrap();
    assert_eq!(Campaign::read(&path).unwrap(), whole);
    drop(older);
    drop(DecisionBook::open(&path).unwrap());
    assert_eq!(Campaign::read(&path).unwrap(), whole, "now in the newest format");
}

/// Earlier versions called the action `zoom` (search here again) `refine`.
#[test]
fn the_refine_of_an_older_file_is_to_zoom_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    save(&path, &sorted(dates()));
    let ids = Campaign::read(&path).unwrap().ids;
    let mut book = DecisionBook::open(&path).unwrap();
    book.decide(ids[0], Scope::Candidate, (Action::Refine, "closer"), &[]).unwrap();
    let action = || Campaign::read(&path).unwrap().decisions[0].action;
    assert_eq!(action(), Action::Refine);
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 3").unwrap();
    assert_eq!(action(), Action::Zoom, "as it stands");
    drop(DecisionBook::open(&path).unwrap());
    assert_eq!(action(), Action::Zoom, "brought up to date");
}
