//! What a tester decides: `decide` and `review`.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::program::{BINARY, stdout, success};
use crate::workplace::{DATE, Workplace};
use autobva::{Action, Scope};
use autobva_report::campaign::Campaign;
use autobva_testing::{skip, tool};

#[test]
fn decisions_are_shown_and_survive_another_run() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "3000", "--seed", "1"]);
    let first = place.read(DATE);
    let clusters = first.summary.unwrap().groups.iter().map(|group| group.clusters.len()).sum::<usize>();
    let (said, _) = place.run(&["decide", DATE, "c1", "c2", "debug", "--note", "rounds, it seems"]);
    assert_eq!(said, "cluster 1: debug\ncluster 2: debug\n");
    place.run(&["decide", DATE, "5", "extend"]);
    let (said, _) = place.run(&["decide", DATE, "c2", "clarify"]);
    assert_eq!(said, "cluster 2: clarify (the note stays: rounds, it seems)\n");
    place.run(&["decide", DATE, "c2", "clarify", "--note", ""]);
    let decided = place.read(DATE).decisions;
    assert_eq!(decided.len(), 3, "a new decision replaces the old one: {decided:?}");
    let (shown, _) = place.run(&["summarize", DATE]);
    assert!(
        shown.contains("  decided: debug (rounds, it seems)\n") && shown.contains("  decided: clarify\n"),
        "{shown}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&place.run(&["summarize", DATE, "--format", "json"]).0).unwrap();
    assert_eq!(json["candidates"][4]["decision"], "extend");
    let too_many = place.refusal(&["decide", DATE, &format!("c{}", clusters + 1), "skip"]);
    assert!(too_many.contains(&format!("the campaign has c1 to c{clusters}")), "{too_many}");
    assert!(place.refusal(&["decide", DATE, "c1", "ship"]).contains("the actions are skip, extend, debug"));
    assert!(
        place.refusal(&["decide", DATE, "one", "skip"]).contains("write b3 for boundary 3, c3 for cluster 3")
    );
    let about = |campaign: &Campaign| {
        let inputs = |index: usize| campaign.candidates[index].left.input.to_string();
        let decisions = campaign.decisions.iter();
        let mut about: Vec<_> = decisions
            .map(|d| (inputs(d.candidate), d.scope == Scope::Cluster, d.action, d.note.clone()))
            .collect();
        about.sort();
        about
    };
    let before = about(&place.read(DATE));
    let (found, _) = place.run(&["find", "date", "--max-calls", "9000", "--seed", "2", "--clusters"]);
    assert_eq!(about(&place.read(DATE)), before);
    assert_eq!(found, place.run(&["summarize", DATE]).0, "find shows decisions as summarize does");
    assert!(found.contains("  decided: clarify\n"), "{found}");
}

/// Starts `review` on a terminal of its own; where there is none to be had, the test counts as skipped.
fn review_on_terminal(place: &Workplace) -> Option<Child> {
    let script = tool("script")?;
    let tried = Command::new(&script).args(["-qec", "true", "/dev/null"]).stdin(Stdio::null()).output();
    if !tried.unwrap().status.success() {
        skip("this machine gives no terminals");
        return None;
    }
    let line = format!("'{BINARY}' review {DATE}");
    let child = Command::new(script)
        .args(["-qec", &line, "/dev/null"])
        .current_dir(&place.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    Some(child.unwrap())
}

#[test]
fn a_terminal_is_asked_with_one_prompt() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "1000", "--seed", "1"]);
    let Some(mut child) = review_on_terminal(&place) else { return };
    let mut keyboard = child.stdin.take().unwrap();
    until_asked(&mut child);
    // Keys that arrive together with the first one were typed before the second boundary was visible, so they are
    // dropped.
    keyboard.write_all(b"deee").unwrap();
    let after = until_asked(&mut child);
    keyboard.write_all(b"q").unwrap();
    let rest = stdout(&child.wait_with_output().unwrap());
    let shown = after + &rest;
    assert!(shown.contains("debug\r\n"), "{shown}");
    assert!(shown.contains("? help › quit") && !shown.contains("› ›"), "{shown}");
    assert_eq!(place.read(DATE).decisions.len(), 1);
}

/// What is shown until a key is asked for.
fn until_asked(child: &mut Child) -> String {
    let (mut shown, mut byte) = (Vec::new(), [0]);
    while !shown.ends_with("? help ›".as_bytes()) {
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        shown.extend(byte);
    }
    String::from_utf8_lossy(&shown).into_owned()
}

#[test]
fn a_decision_is_undone_and_what_was_decided_is_listed() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "1000", "--seed", "1"]);
    place.run(&["decide", DATE, "b1", "clarify", "--note", "who knows"]);
    let shown = review(&place, b"ude uuq", &["--all"]);
    assert!(shown.starts_with("[1/") && shown.contains("there is nothing to undo\n"), "{shown}");
    assert!(shown.contains("undone\n") && shown.contains("\n0 decided now;"), "{shown}");
    let decided = place.read(DATE).decisions;
    assert_eq!(decided.len(), 1, "what held before holds again: {decided:?}");
    assert_eq!((decided[0].action, decided[0].note.as_str()), (Action::Clarify, "who knows"));
    let shown = review(&place, b"dn why\nsq", &["--all"]);
    assert!(shown.contains("\n  b1  debug (who knows)\n  b2  skip (why)\n2 decided now;"), "{shown}");
    let last = review(&place, &[b'e'; 100], &["--all"]);
    assert!(last.ends_with(" 0 of 8 boundaries are undecided.\n"), "{last}");
}

#[test]
fn escape_and_arrows_write_no_note_on_a_terminal() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "1000", "--seed", "1"]);
    let Some(mut child) = review_on_terminal(&place) else { return };
    let mut keyboard = child.stdin.take().unwrap();
    until_asked(&mut child);
    for keys in ["\x1b", "n", "see", "\x1b[D", "\x1b", " tickex\x7ft", "\n", "\x1b", "d", "q"] {
        keyboard.write_all(keys.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }
    drop(keyboard);
    let shown = stdout(&child.wait_with_output().unwrap());
    let decisions = place.read(DATE).decisions;
    let noted: Vec<_> = decisions.iter().map(|decision| (decision.action, decision.note.as_str())).collect();
    assert_eq!(noted, [(Action::Debug, "see ticket")], "{shown}");
    assert!(shown.contains("note: see tickex\u{8} \u{8}t\r\n"), "{shown:?}");
}

fn review(place: &Workplace, keys: &[u8], arguments: &[&str]) -> String {
    let mut child = place
        .autobva(&[&["review", DATE], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(keys).unwrap();
    let output = child.wait_with_output().unwrap();
    success(&output)
}

#[test]
fn a_note_cannot_command_the_terminal() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "1000", "--seed", "1"]);
    place.run(&["decide", DATE, "b1", "debug", "--note", "\u{1b}]0;owned\u{7}\u{1b}[2J"]);
    let expected = "(the note stays: \\u{1b}]0;owned\\u{7}\\u{1b}[2J)";
    let (said, _) = place.run(&["decide", DATE, "b1", "extend"]);
    assert!(said.contains(expected), "{said:?}");
    let said = review(&place, b"q", &["--all"]);
    assert!(said.contains("so far: extend (\\u{1b}]0;owned"), "{said:?}");
    let said = review(&place, "n a\u{202e}b\nq".as_bytes(), &["--all"]);
    assert!(said.contains("note: a\\u{202e}b\n") && said.contains("after it: a\\u{202e}b\n"), "{said:?}");
}

#[test]
fn review_goes_through_what_is_undecided() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "3000", "--seed", "1"]);
    let shown = review(&place, b"s?n off by one\nd e\nbcq", &[]);
    assert!(!shown.contains('\u{1b}'), "no colour in a pipe");
    assert!(shown.contains("^\n"), "the difference is marked without colour: {shown}");
    assert!(shown.contains("extend: as specified") && shown.contains("note: off by one\n"), "{shown}");
    assert!(shown.contains("3 decided now;"), "one of them twice: {shown}");
    let actions = |place: &Workplace| {
        let campaign = place.read(DATE);
        let decision = |id: u32| {
            let about = |d: &&autobva::Decision| d.scope == Scope::Boundary(id);
            campaign.decisions.iter().find(about).map(|d| (d.action, d.note.clone()))
        };
        let boundaries = &campaign.landscape.as_ref().unwrap().boundaries;
        boundaries.iter().map(|boundary| decision(boundary.id)).take(5).collect::<Vec<_>>()
    };
    let note = |action, note: &str| Some((action, note.to_string()));
    // The space skips the third; after the fourth the key b goes back to it.
    assert_eq!(
        actions(&place),
        [note(Action::Skip, ""), note(Action::Debug, "off by one"), None, note(Action::Clarify, ""), None,]
    );
    let lost = "the note is not saved, because no action came after it: hello\n";
    for (keys, is_lost) in [("n hello", true), ("n hello\nq", true), ("n hello\nbq", true), ("q", false)] {
        let shown = review(&place, keys.as_bytes(), &[]);
        assert!(shown.contains(lost) == is_lost && shown.contains("0 decided now;"), "{keys}: {shown}");
    }
    let rest = review(&place, b"zq", &[]);
    assert!(rest.contains("1 decided now;"));
    assert_eq!(actions(&place)[2], note(Action::Zoom, ""));
    let again = review(&place, b"sq", &["--all"]);
    assert!(again.contains("so far: skip"), "{again}");
    assert!(place.refusal(&["review", "missing.autobva"]).contains("there is no campaign missing.autobva"));
    std::fs::write(place.path("a.csv"), "n,output\n").unwrap();
    assert!(place.refusal(&["review", "a.csv"]).contains("a.csv is no campaign"));
}
