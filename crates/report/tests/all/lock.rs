//! The lock file: what is written is read again, and whatever else is read is a lock or a clear error.

use autobva_core::behaviour::{BoundaryKind, Condition, Rule};
use autobva_core::{
    About, Fate, Guarded, Int, IntType, Invocation, Observation, Outcome, Place, Signature, Value, Verdict,
};
use autobva_report::{
    Changes, FaultKind, Lock, LockedTarget, Style, TargetChanges, TargetFault, changes_view,
    write_changes_json, write_junit,
};
use proptest::prelude::*;

const LOCK: &str = r##"# A comment.
version = 1

[[target]]
call = "shop.py:price"
declare = ["items:int[0..100]"]
options = { timeout = "2s", cwd = "." }
arguments = ["items:int[0..100]"]
known = ['str "#" | str "free"']

[[target.boundary]]
left = { input = ["9"], validity = "valid", type = "str", output = "9.00" }
right = { input = ["10"], types = ["UInt8"], validity = "error", type = "ValueError", output = "too many" }
"##;

fn observation(signature: &Signature, text: &str, outcome: Outcome) -> Observation {
    Observation { input: signature.read(&[text], None).unwrap(), outcome }
}

/// A boundary of one integer between two texts.
fn boundary(left: (&str, &str), right: (&str, &str)) -> Place {
    let signature = Signature::parse(["n:int"]).unwrap();
    let [left, right] =
        [left, right].map(|(n, text)| observation(&signature, n, Outcome::valid("str", text)));
    Place { left, right }
}

fn target(call: &str, boundaries: Vec<Place>) -> LockedTarget {
    LockedTarget {
        invocation: Invocation { target: Some(call.to_string()), ..Invocation::default() },
        signature: Signature::parse(["n:int"]).unwrap(),
        known: Vec::new(),
        boundaries: boundaries.into_iter().map(Guarded::from).collect(),
    }
}

fn lock(targets: Vec<LockedTarget>) -> Lock {
    let mut lock = Lock::default();
    targets.into_iter().for_each(|target| lock.accept(target, true));
    lock
}

#[test]
fn everything_is_read() {
    let lock = Lock::read(LOCK).unwrap();
    let target = &lock.targets[0];
    let words = ["shop.py:price", "--arg", "items:int[0..100]", "--cwd", ".", "--timeout", "2s"];
    assert_eq!(target.invocation.words(), words);
    assert_eq!(target.known, [r##"str "#" | str "free""##]);
    let right = &target.boundaries[0].pair.right;
    assert_eq!(format!("{:?}", right.input), "[UInt8(10)]");
    assert_eq!(right.outcome, Outcome::error("ValueError", "too many"));
}

#[test]
fn what_is_written_is_stable_and_reads_well() {
    let lock = Lock::read(LOCK).unwrap();
    let text = lock.write();
    assert_eq!(Lock::read(&text).unwrap(), lock);
    assert_eq!(Lock::read(&text).unwrap().write(), text);
    let body: Vec<&str> = text.lines().skip_while(|line| line.starts_with('#')).collect();
    let expected: Vec<&str> = LOCK.lines().skip(1).collect();
    assert_eq!(
        body.join("\n"),
        expected
            .join("\n")
            .replace("timeout = \"2s\", cwd = \".\"", "cwd = \".\", timeout = \"2s\"")
            .replace("known = ['str \"#\" | str \"free\"']", "known = [\n  'str \"#\" | str \"free\"',\n]")
    );
}

#[test]
fn the_order_of_accepting_does_not_matter() {
    let (a, b) = (boundary(("9", "x"), ("10", "y")), boundary(("-1", "x"), ("0", "y")));
    let one = lock(vec![target("f.py:f", vec![a.clone(), b.clone()]), target("bytecount", vec![a.clone()])]);
    let other = lock(vec![target("bytecount", vec![a.clone()]), target("f.py:f", vec![b, a.clone(), a])]);
    assert_eq!(one.write(), other.write());
    assert!(one.write().find("\"-1\"").unwrap() < one.write().rfind("\"10\"").unwrap());
}

#[test]
fn accepting_again_replaces_or_adds() {
    let (old, new) = (boundary(("9", "x"), ("10", "y")), boundary(("11", "x"), ("12", "y")));
    let changed = boundary(("9", "x"), ("10", "z"));
    let mut added = lock(vec![target("f", vec![old.clone()])]);
    let mut replaced = added.clone();
    added.accept(target("f", vec![new.clone()]), true);
    assert_eq!(added.targets[0].boundaries, [old, new.clone()].map(Guarded::from));
    added.accept(target("f", vec![changed.clone()]), true);
    assert_eq!(added.targets[0].boundaries, [changed, new.clone()].map(Guarded::from));
    replaced.accept(target("f", vec![new.clone()]), false);
    assert_eq!(replaced.targets[0].boundaries, [new].map(Guarded::from));
}

#[test]
fn faults_have_a_line_and_a_remedy() {
    let fault = |from: &str, to: &str| Lock::read(&LOCK.replacen(from, to, 1)).unwrap_err().to_string();
    assert_eq!(
        fault("version = 1", "version = 7"),
        "line 2: the file has version 7, but this autobva knows versions up to 2; use a newer autobva"
    );
    assert!(fault("version = 1", "").starts_with("line 1: 'version' is missing"));
    assert!(fault("call =", "called =").starts_with("line 5: unknown field `called`"));
    assert!(
        fault("call = \"shop.py:price\"", "").starts_with("line 4: a target has either 'call' or 'program'")
    );
    assert!(
        fault("[\"items:int[0..100]\"]\nknown", "[\"items:integer\"]\nknown")
            .starts_with("line 8: argument 'items'")
    );
    assert!(fault("[\"9\"]", "[\"101\"]").starts_with("line 12: 101 is outside argument 'items'"));
    assert!(fault("[\"9\"]", "[]").starts_with("line 12: no values given"));
    assert!(fault("[\"9\"]", "[9]").starts_with("line 12: invalid type: integer `9`, expected a string"));
    assert!(fault("[\"UInt8\"]", "[]").starts_with("line 13: 'types' names 0 types for 1 values"));
    assert!(fault("[\"UInt8\"]", "[\"Octet\"]").starts_with("line 13: argument 'items'"));
    assert!(fault("\"error\"", "\"wrong\"").starts_with("line 13: 'wrong' is no validity"));
    assert!(fault("left = {", "left = [").starts_with("line 12: "));
    let twice = format!("{LOCK}\n{}", &LOCK[LOCK.find("[[target]]").unwrap()..]);
    assert!(
        Lock::read(&twice)
            .unwrap_err()
            .to_string()
            .starts_with("line 15: the target shop.py:price is there twice")
    );
    let nothing = Lock::read("").unwrap_err();
    assert_eq!(nothing.kind, FaultKind::Foreign);
    assert!(nothing.to_string().starts_with("line 1: 'version' is missing, so this is no lock file"));
    let deep = format!("version = 1\nx = {}", "[".repeat(100_000));
    assert!(
        Lock::read(&deep).unwrap_err().to_string().starts_with("line 2: "),
        "nesting does not use up the stack"
    );
}

fn any_value() -> impl Strategy<Value = Value> {
    let int = (any::<i128>(), 0..IntType::ALL.len(), 0u32..128).prop_map(|(n, ty, shift)| {
        let int = Int::new(IntType::ALL[ty], n >> shift);
        Value::Int(int.unwrap_or_else(|| Int::new(IntType::BigInt, n).unwrap()))
    });
    prop_oneof![int, any::<String>().prop_map(|text| Value::Text(text.into()))]
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    (any::<bool>(), any::<String>(), any::<String>(), 1usize..300).prop_map(|(valid, ty, text, times)| {
        let text = text.repeat(times);
        if valid { Outcome::valid(ty, text) } else { Outcome::error(ty, text) }
    })
}

fn any_rule() -> impl Strategy<Value = Option<Rule>> {
    let end = || prop::option::of("-?[0-9]{1,9}");
    let condition = ("[a-z]{1,5}( of [a-z])?", end(), end())
        .prop_map(|(argument, least, greatest)| Condition { argument, least, greatest });
    let form =
        prop_oneof![Just("n < m + 1"), Just("n <= 10^k - 1 for k 3..18"), Just("x^2 + y^2 <= 9 for x")];
    let rule = (form, prop::collection::vec(condition, 0..3));
    prop::option::of(rule.prop_map(|(form, guard)| Rule { guard, ..form.parse().unwrap() }))
}

/// Boundaries of two arguments, an integer of any type and a text, at any places and with any outcomes.
fn any_target() -> impl Strategy<Value = LockedTarget> {
    let side = || {
        (any_value(), any::<String>(), any_outcome()).prop_map(|(value, text, outcome)| {
            let number = match value {
                Value::Text(_) => Value::Int(Int::new(IntType::Int128, 7).unwrap()),
                number => number,
            };
            Observation { input: [number, Value::Text(text.into())].into_iter().collect(), outcome }
        })
    };
    let pair = || (side(), side()).prop_map(|(left, right)| Place { left, right });
    let places = prop::collection::vec(pair(), 0..3);
    let about = (0..BoundaryKind::ALL.len(), any::<String>(), any::<String>(), any_rule(), places).prop_map(
        |(kind, argument, sentence, rule, places)| About {
            kind: BoundaryKind::ALL[kind],
            argument,
            sentence,
            rule,
            places,
        },
    );
    let boundary = (pair(), prop::option::of(about)).prop_map(|(pair, about)| Guarded { pair, about });
    let words = || prop::collection::vec(any::<String>(), 0..3);
    let option = ("--[a-z-]{1,9}", any::<String>());
    (
        any::<String>(),
        words(),
        words(),
        prop::collection::btree_map(option.0, option.1, 0..3),
        prop::collection::vec(boundary, 0..5),
    )
        .prop_map(|(call, arguments, known, options, boundaries)| LockedTarget {
            invocation: Invocation {
                target: Some(call),
                program: Vec::new(),
                arguments,
                options: options.into_iter().collect(),
            },
            signature: Signature::parse(["n:int", "s:str"]).unwrap(),
            known,
            boundaries,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_lock_is_read_as_it_was_written(targets in prop::collection::vec(any_target(), 0..3)) {
        let lock = lock(targets);
        let text = lock.write();
        prop_assert!(text.is_ascii() || text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
        prop_assert_eq!(Lock::read(&text).unwrap(), lock.clone());
        prop_assert_eq!(Lock::read(&text).unwrap().write(), text);
    }

    #[test]
    fn any_text_is_a_lock_or_a_fault_in_a_line(text in any::<String>()) {
        if let Err(fault) = Lock::read(&text) {
            prop_assert!(fault.to_string().starts_with("line ") && !fault.to_string().contains('\n'), "{fault}");
        }
    }

    #[test]
    fn a_damaged_lock_is_a_lock_or_a_fault_in_a_line(cut in 0usize..600, put in "[a-z0-9\\[\\]{}=\"', \n.#-]{0,6}", skip in 0usize..12) {
        let from = cut.min(LOCK.len());
        let to = (from + skip).min(LOCK.len());
        let damaged = format!("{}{put}{}", &LOCK[..from], &LOCK[to..]);
        match Lock::read(&damaged) {
            Ok(lock) => prop_assert_eq!(Lock::read(&lock.write()).unwrap(), lock),
            Err(fault) => prop_assert!(fault.to_string().starts_with("line ") && !fault.to_string().contains('\n'), "{fault}"),
        }
    }
}

/// One boundary of each fate, with outcomes that markup and terminals would trip over.
fn changes() -> Changes {
    let was = || boundary(("9", "<b>low</b> & 'so' \"on\""), ("10", "high\u{1b}[31m\u{0}\u{ffff}"));
    let now = || boundary(("11", "<b>low</b> & 'so' \"on\""), ("12", "]]>"));
    let fates = [
        Fate::Same,
        Fate::Moved(now()),
        Fate::OutcomeChanged(now()),
        Fate::Vanished(None),
        Fate::Vanished(Some(now())),
        Fate::New,
        Fate::Flaky(now()),
    ];
    let verdicts = fates.into_iter().map(|fate| Verdict::on(was(), fate)).collect();
    let signature = Signature::parse(["n:int"]).unwrap();
    Changes {
        targets: vec![TargetChanges { name: "a<b>.py:\"f\"".to_string(), signature, verdicts, calls: 15 }],
        faults: vec![TargetFault {
            name: "gone.py:<g>".to_string(),
            message: "no \"file\" & so on".to_string(),
        }],
    }
}

#[test]
fn junit_is_xml_with_a_case_for_each_boundary() {
    let mut xml = Vec::new();
    write_junit(&changes(), &mut xml).unwrap();
    let xml = String::from_utf8(xml).unwrap();
    let document = roxmltree::Document::parse(&xml).unwrap();
    let all = |tag: &str| document.descendants().filter(|node| node.has_tag_name(tag)).collect::<Vec<_>>();
    let suite = all("testsuite")[0];
    assert_eq!(suite.attribute("name"), Some("a<b>.py:\"f\""));
    assert_eq!(
        (suite.attribute("tests"), suite.attribute("failures"), suite.attribute("skipped")),
        (Some("7"), Some("5"), Some("1"))
    );
    assert_eq!((all("testcase").len(), all("failure").len(), all("skipped").len()), (8, 5, 1));
    let suites = all("testsuites")[0];
    assert_eq!((suites.attribute("tests"), suites.attribute("errors")), (Some("8"), Some("1")));
    assert_eq!(all("error")[0].attribute("message"), Some("no \"file\" & so on"));
    let moved = all("failure")[0];
    assert_eq!(moved.attribute("message"), Some("moved from 9 | 10 to 11 | 12"));
    assert!(moved.text().unwrap().contains("<b>low</b> & 'so' \"on\" | high\\u{1b}[31m\\0\\u{ffff}"));
}

#[test]
fn json_has_everything() {
    let mut json = Vec::new();
    write_changes_json(&changes(), &mut json).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["schema"], "autobva-changes/1");
    assert_eq!(json["changed"], true);
    assert_eq!(json["counts"]["vanished"], 2);
    let kinds: Vec<&str> =
        json["boundaries"].as_array().unwrap().iter().map(|b| b["change"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["same", "moved", "outcome changed", "vanished", "vanished", "new", "flaky"]);
    assert_eq!(json["faults"][0]["target"], "gone.py:<g>");
    assert_eq!(json["boundaries"][1]["now"]["right"]["output"], "]]>");
}

#[test]
fn text_tells_each_change_once_and_hides_nothing() {
    let text = changes_view(&changes(), false, Style { width: 60, color: false }).to_string();
    assert!(
        text.starts_with(
            "a<b>.py:\"f\": 6 boundaries, 1 moved, 1 outcome changed, 1 new, 2 vanished, 1 flaky (15 calls)\n"
        ),
        "{text}"
    );
    assert!(text.contains("  moved            9 | 10  →  11 | 12\n"), "{text}");
    assert!(text.contains("gone.py:<g>: not run\n"), "{text}");
    assert!(!text.contains('\u{1b}') && !text.contains('\0'), "{text}");
    assert_eq!(text.matches("vanished  ").count(), 2);
    let with = |verdicts| Changes {
        targets: vec![TargetChanges { verdicts, ..changes().targets[0].clone() }],
        faults: Vec::new(),
    };
    let edge =
        |n: i32| Verdict::on(boundary((&n.to_string(), "low"), (&(n + 1).to_string(), "high")), Fate::New);
    let many = with((0..30).map(edge).collect());
    let text = changes_view(&many, false, Style::default()).to_string();
    assert!(text.contains("… and 10 more; --all shows them"), "{text}");
    assert!(!changes_view(&many, true, Style::default()).to_string().contains("more"));
    let often = with(vec![edge(7); 30]);
    let text = changes_view(&often, false, Style::default()).to_string();
    assert!(text.contains("  new              7 | 8 (30×)\n") && !text.contains("more"), "{text}");
    assert_eq!(changes_view(&often, true, Style::default()).to_string().matches("7 | 8\n").count(), 30);
}

const BEHAVIOURS: &str = r#"version = 2

[[target]]
call = "shop.py:price"
arguments = ["q:int"]

[[target.boundary]]
kind = "jump"
argument = "q"
sentence = "q 99 | 100: 2.5 · q → 2.25 · q"
rule = "q <= 100*k + 99"
where = ["q 0..9999"]
left = { input = ["99"], validity = "valid", type = "float", output = "247.5" }
right = { input = ["100"], validity = "valid", type = "float", output = "225.0" }
places = [
  { left = { input = ["199"], validity = "valid", type = "float", output = "447.75" }, right = { input = ["200"], validity = "valid", type = "float", output = "400.0" } },
]
"#;

#[test]
fn a_boundary_is_kept_with_what_it_separates() {
    let lock = Lock::read(BEHAVIOURS).unwrap();
    let about = lock.targets[0].boundaries[0].about.as_ref().unwrap();
    assert_eq!((about.kind, about.places.len()), (BoundaryKind::Jump, 1));
    assert_eq!(about.rule.as_ref().unwrap().guard[0].greatest, Some("9999".into()));
    assert!(lock.write().ends_with(&BEHAVIOURS[BEHAVIOURS.find("version").unwrap()..]), "{}", lock.write());
    let fault = |from: &str, to: &str| Lock::read(&BEHAVIOURS.replace(from, to)).unwrap_err().to_string();
    assert!(fault("\"jump\"", "\"hop\"").starts_with("line 8: 'hop' is no kind of boundary; write error,"));
    let no_rule = fault("q <= 100*k + 99", "now and then");
    assert!(no_rule.starts_with("line 11: 'now and then' is not a rule;"), "{no_rule}");
    assert!(fault("100*k", "0*k").starts_with("line 11: a rule with a step of 0 says nothing"));
    assert!(fault("q 0..9999", "sometimes").starts_with("line 12: 'sometimes' is no condition;"));
    assert!(fault("version = 2", "version = 3").contains("this autobva knows versions up to 2"));
}

#[test]
fn what_became_of_a_boundary_is_told_briefly() {
    let lock = Lock::read(BEHAVIOURS).unwrap();
    let guarded = &lock.targets[0].boundaries[0];
    let verdict = |fate: Fate| Verdict { boundary: guarded.pair.clone(), about: guarded.about.clone(), fate };
    let there = guarded.about.as_ref().unwrap().places[0].clone();
    let fates = [
        Fate::Same,
        Fate::Moved(there.clone()),
        Fate::OutcomeChanged(there.clone()),
        Fate::Vanished(None),
        Fate::Vanished(Some(there.clone())),
        Fate::New,
        Fate::RuleChanged(there),
    ];
    let changes = Changes {
        targets: vec![TargetChanges {
            name: "shop.py:price".into(),
            signature: lock.targets[0].signature.clone(),
            verdicts: fates.map(verdict).to_vec(),
            calls: 7,
        }],
        faults: Vec::new(),
    };
    let text = changes_view(&changes, false, Style { width: 100, color: false }).to_string();
    let expected = "\
shop.py:price: 6 boundaries, 1 moved, 1 outcome changed, 1 rule changed, 1 new, 2 vanished (7 calls)
  moved            q 99 | 100  →  199 | 200: 2.5 · q → 2.25 · q
  outcome changed  q 99 | 100
                   was  247.5 | 225.0
                   now  447.75 | 400.0
  rule changed     q <= 100*k + 99: not at 199 | 200, which is 447.75 | 400.0
  new              q 99 | 100: 2.5 · q → 2.25 · q
  vanished         q 99 | 100: 2.5 · q → 2.25 · q
  vanished         q 99 | 100: 2.5 · q → 2.25 · q; now 447.75 | 400.0
";
    assert_eq!(text, expected);
    let narrow = changes_view(&changes, false, Style { width: 60, color: false }).to_string();
    let moved = "  moved            q 99 | 100  →  199 | 200\n                   2.5 · q → 2.25 · q\n";
    assert!(narrow.contains(moved) && narrow.contains("vanished         q 99 | 100: 2.5"), "{narrow}");
}

#[test]
fn what_differs_stays_in_view() {
    let long = |middle: &str| format!("{}{middle}{}", "a".repeat(200), "b".repeat(200));
    let was = boundary(("9", &long("old")), ("10", "ten"));
    let now = boundary(("9", &long("new")), ("10", "ten"));
    let verdicts = vec![Verdict::on(was, Fate::OutcomeChanged(now))];
    let changes = Changes {
        targets: vec![TargetChanges { verdicts, ..changes().targets[0].clone() }],
        faults: Vec::new(),
    };
    let text = changes_view(&changes, false, Style { width: 80, color: false }).to_string();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let line = |label: &str| text.lines().find(|line| line.trim().starts_with(label)).unwrap();
    assert!(line("was").contains("aoldb") && line("was").ends_with(" | ten"), "{text}");
    assert!(line("now").contains("anewb") && line("now").ends_with(" | ten"), "{text}");
}
