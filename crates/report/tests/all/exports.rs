//! Exports: what is chosen, what it is called, and that nothing a target says becomes code.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{
    DATE, any_findings, calling, date_summary, dates, dossier, findings, found, pair, program,
    with_boundaries,
};
use autobva_core::behaviour::BoundaryKind;
use autobva_core::{Action, Captured, Decision, Flake, Outcome, ProgramCall, Scope};
use autobva_report::{Dossier, EXPORTERS, ExportSettings, Verdict, export, exporter};
use autobva_summary::{SummarySettings, summarize};
use autobva_testing::tool;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn date_dossier() -> Dossier {
    dossier(dates(), date_summary())
}

fn decide(dossier: &mut Dossier, candidate: usize, scope: Scope, action: Action) {
    dossier.decisions.push(Decision { candidate, scope, action, note: format!("a note on {candidate}") });
}

fn unittests(dossier: &Dossier, settings: &ExportSettings) -> String {
    export(dossier, exporter("unittest").unwrap(), settings).unwrap().text
}

/// The names of the test methods.
fn methods(text: &str) -> Vec<&str> {
    let methods = text.lines().filter_map(|line| line.trim().strip_prefix("def test_"));
    methods.map(|line| line.split('(').next().unwrap()).collect()
}

#[test]
fn names_are_those_a_person_would_give() {
    let text = unittests(&date_dossier(), &ExportSettings::default());
    let expected = [
        "date_year_9999_month_2_day_3_gives_9999_02_03",
        "date_year_10000_month_2_day_3_gives_10000_02_03",
        "date_year_2021_month_2_day_28_is_accepted",
        "date_day_29_is_rejected",
        "date_year_0_month_0_day_92_is_rejected",
        "date_year_0_month_1_day_92_is_rejected",
    ];
    assert_eq!(methods(&text), expected);
}

#[test]
fn decisions_choose() {
    let mut dossier = date_dossier();
    decide(&mut dossier, 0, Scope::Cluster, Action::Debug);
    decide(&mut dossier, 1, Scope::Cluster, Action::Clarify);
    decide(&mut dossier, 2, Scope::Candidate, Action::Skip);
    let text = unittests(&dossier, &ExportSettings::default());
    assert_eq!(methods(&text).len(), 4);
    assert_eq!(text.matches("# Known fault: a note on 0\n    @unittest.expectedFailure\n").count(), 2);
    assert_eq!(text.matches("# Not specified yet: a note on 1\n    def ").count(), 2);
    let only = |verdicts: &[&str]| ExportSettings {
        only: verdicts.iter().map(|verdict| verdict.parse::<Verdict>().unwrap()).collect(),
        ..ExportSettings::default()
    };
    assert_eq!(methods(&unittests(&dossier, &only(&["debug"]))).len(), 2);
    assert_eq!(methods(&unittests(&dossier, &only(&["skip", "clarify"]))).len(), 4);
    let error = export(&dossier, exporter("csv").unwrap(), &only(&["undecided"])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no boundary to export: none of the 3 that were found is undecided; choose others with --only"
    );
}

#[test]
fn a_decision_of_its_own_exports_what_stands_for_nothing() {
    let candidates = (0..6).map(|n| {
        let (left, right) = (format!("{}", 10 * n), format!("{}", 10 * n + 1));
        pair(&["n:int"], 1.0, (&[left.as_str()], "low"), (&[right.as_str()], "high"))
    });
    let findings = findings(&["n:int"], candidates.collect());
    let summary =
        summarize(&findings.target.signature, &findings.candidates, &SummarySettings::default()).unwrap();
    let mut dossier = dossier(findings, summary);
    assert_eq!(methods(&unittests(&dossier, &ExportSettings::default())).len(), 2, "one stands for all");
    decide(&mut dossier, 5, Scope::Candidate, Action::Extend);
    assert_eq!(methods(&unittests(&dossier, &ExportSettings::default())).len(), 4);
    assert_eq!(
        methods(&unittests(&dossier, &ExportSettings { all: true, ..ExportSettings::default() })).len(),
        12
    );
}

#[test]
fn an_input_on_two_boundaries_is_one_case_for_the_strongest_reason() {
    let candidates = vec![
        pair(&["n:int"], 2.0, (&["9"], "a"), (&["10"], "bb")),
        pair(&["n:int"], 1.0, (&["10"], "bb"), (&["11"], "ccc")),
    ];
    let findings = findings(&["n:int"], candidates);
    let summary =
        summarize(&findings.target.signature, &findings.candidates, &SummarySettings::default()).unwrap();
    let mut dossier = dossier(findings, summary);
    decide(&mut dossier, 1, Scope::Candidate, Action::Debug);
    let text = unittests(&dossier, &ExportSettings { all: true, ..ExportSettings::default() });
    assert_eq!(methods(&text), ["date_9_gives_a", "date_10_gives_bb", "date_11_gives_ccc"]);
    assert_eq!(text.matches("@unittest.expectedFailure").count(), 2);
    dossier.decisions.clear();
    decide(&mut dossier, 1, Scope::Candidate, Action::Clarify);
    let text = unittests(&dossier, &ExportSettings { all: true, ..ExportSettings::default() });
    assert_eq!(text.matches("# Not specified yet: ").count(), 2, "{text}");
    assert!(!text.contains("@unittest"), "what is intended has to pass: {text}");
    dossier.decisions.clear();
    decide(&mut dossier, 1, Scope::Candidate, Action::Refine);
    let text = unittests(&dossier, &ExportSettings { all: true, ..ExportSettings::default() });
    assert_eq!(text.matches("@unittest.expectedFailure").count(), 2, "{text}");
    assert!(text.contains("(the specification is to change, too)"), "{text}");
}

#[test]
fn flaky_inputs_are_left_out_and_counted() {
    let mut dossier = date_dossier();
    let flake = Flake {
        input: dossier.candidates[0].left.input.clone(),
        first: Outcome::valid("str", "a"),
        again: Outcome::valid("str", "b"),
    };
    dossier.runs[0].info.recheck.flaky = vec![flake];
    let exported = export(&dossier, exporter("unittest").unwrap(), &ExportSettings::default()).unwrap();
    assert_eq!((exported.boundaries, exported.flaky), (2, 1));
}

#[test]
fn what_a_direct_start_cannot_show_goes_through_autobva() {
    let candidate = |output| pair(&["n:int"], 1.0, (&["9"], "a"), (&["10"], output));
    let plain = || ProgramCall::new(vec!["size".into(), "{n}".into()]);
    let goes_direct = |output: &str, called: ProgramCall| {
        let findings = findings(&["n:int"], vec![candidate("b")]);
        let summary =
            summarize(&findings.target.signature, &findings.candidates, &SummarySettings::default()).unwrap();
        let mut dossier = dossier(findings, summary);
        if let Some((ty, text)) = output.split_once(": ") {
            dossier.candidates[0].right.outcome = Outcome::error(ty.to_string(), text);
        }
        dossier.called = Some(program(called, &["n:int"]));
        let text = export(&dossier, exporter("go").unwrap(), &ExportSettings::default()).unwrap().text;
        !text.contains("\"autobva\"")
    };
    assert!(goes_direct("b", plain()));
    assert!(goes_direct("b", ProgramCall { captured: Captured::Stderr, ok_codes: vec![3], ..plain() }));
    assert!(goes_direct("Exited(2): exit status 2: no", ProgramCall { captured: Captured::Exit, ..plain() }));
    for outcome in
        ["Crashed(SIGSEGV): killed by SIGSEGV", "Timeout: no answer", "Exited(2): exit status 2: \u{fffd}"]
    {
        assert!(!goes_direct(outcome, plain()), "{outcome}");
    }
    assert!(!goes_direct("b", ProgramCall { captured: Captured::Both, ..plain() }));
    assert!(!goes_direct("b", ProgramCall { ok_codes: vec![0, 1], ..plain() }));
    assert!(!goes_direct("b", ProgramCall { has_folder: true, ..plain() }));
}

#[test]
fn narrow_floats_are_written_as_the_language_is_handed_them() {
    let declared = ["x:f32", "y:f64"];
    let dossier =
        found(&declared, vec![pair(&declared, 1.0, (&["0.1", "0.1"], "a"), (&["-0.0", "0.3"], "b"))]);
    let widened = "0.10000000149011612, 0.1, ";
    assert!(calling(&dossier, "pytest", "g.py:f").contains(&format!("({widened}\"a\"")));
    assert!(calling(&dossier, "unittest", "g.py:f").contains("f(0.10000000149011612, 0.1)"));
    assert!(calling(&dossier, "jest", "./g.js:f").contains(&format!("{widened}null, \"a\"")));
    assert!(calling(&dossier, "junit5", "G.f").contains("0.1f, 0.1, null"));
    assert!(calling(&dossier, "rust", "g::f").contains("f(0.1, 0.1)"));
}

#[test]
fn go_imports_what_its_floats_need() {
    let imports_math = |ty: &str, value: &str| {
        let declared = [format!("x:{ty}")];
        let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
        let dossier = found(&declared, vec![pair(&declared, 1.0, (&["1"], "a"), (&[value], "b"))]);
        calling(&dossier, "go", "g.F").contains("\t\"math\"\n")
    };
    for value in ["-0.0", "NaN", "inf", "-inf"] {
        assert!(imports_math("f32", value) && imports_math("f64", value), "{value}");
    }
    assert!(!imports_math("f32", "0.0") && !imports_math("str", "math.NaN()"));
}

/// Lets a program read a list of sources; if it is missing, the test counts as skipped.
fn checked(program: &str, script: &str, sources: &[String]) {
    let option = if program == "node" { "-e" } else { "-c" };
    let Some(path) = tool(program) else { return };
    let mut command = Command::new(path);
    command.args([option, script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(serde_json::to_string(sources).unwrap().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), sources.len().to_string());
}

/// Any arguments, values, outputs, notes and titles make files that the languages can read.
#[test]
fn nothing_breaks_out_of_its_literal() {
    let mut runner = TestRunner::deterministic();
    let (mut python, mut javascript, mut rust) = (Vec::new(), Vec::new(), String::new());
    let strategy = (any_findings(), any::<bool>(), crate::common::nasty_text(), crate::common::nasty_text());
    for _ in 0..75 {
        let (findings, is_program, note, title) = strategy.new_tree(&mut runner).unwrap().current();
        let summary =
            summarize(&findings.target.signature, &findings.candidates, &SummarySettings::default()).unwrap();
        let mut dossier = dossier(findings, summary);
        dossier.target.name = title;
        if is_program {
            let words = vec!["date".into(), "{".into(), note.clone()];
            dossier.called = Some(program(ProgramCall::new(words), &[]));
        }
        for (candidate, action) in
            (0..dossier.candidates.len()).zip([Action::Debug, Action::Clarify, Action::Extend])
        {
            dossier.decisions.push(Decision {
                candidate,
                scope: Scope::Candidate,
                action,
                note: note.clone(),
            });
        }
        for exporter in EXPORTERS {
            let settings = ExportSettings { all: true, ..ExportSettings::default() };
            let Ok(exported) = export(&dossier, exporter, &settings) else { continue };
            match exporter.entry.name {
                "pytest" | "unittest" => python.push(exported.text),
                "jest" => javascript.push(exported.text),
                "rust" => rust += &format!("mod m{} {{\n{}}}\n", rust.len(), exported.text),
                _ => {}
            }
        }
    }
    assert!(python.len() > 100 && javascript.len() > 50);
    checked(
        "python3",
        "import json, sys\nsources = json.load(sys.stdin)\nfor s in sources: compile(s, 'x', 'exec')\nprint(len(sources))",
        &python,
    );
    checked(
        "node",
        "const sources = JSON.parse(require('fs').readFileSync(0)); sources.forEach((s) => new Function(s)); console.log(sources.length)",
        &javascript,
    );
    let Some(rustfmt) = tool("rustfmt") else { return };
    let mut rustfmt = Command::new(rustfmt)
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    rustfmt.stdin.take().unwrap().write_all(rust.as_bytes()).unwrap();
    assert!(rustfmt.wait().unwrap().success(), "rustfmt cannot read the tests");
}

#[test]
fn a_wide_date_is_one_line_each() {
    let text =
        export(&date_dossier(), exporter("gherkin").unwrap(), &ExportSettings::default()).unwrap().text;
    let rows: Vec<&str> = text.lines().filter(|line| line.trim().starts_with('|')).collect();
    assert_eq!(rows.len(), 2 + 6, "{text}");
    assert!(text.contains("When it is called with <year>, <month>, <day>"), "{}", DATE.join(","));
}

/// A boundary by words, one by numbers that is a family of two places, and one with an error; a candidate shows none.
fn shop() -> Dossier {
    let q = ["q:int"];
    let told = found(
        &q,
        vec![
            pair(&q, 4.0, (&["49"], "low"), (&["50"], "high")),
            pair(&q, 3.0, (&["99"], "247.5"), (&["100"], "225.0")),
            pair(&q, 2.0, (&["999"], "2247.75"), (&["1000"], "2000.0")),
            pair(&q, 1.0, (&["-1"], "!negative"), (&["0"], "0.0")),
            pair(&q, 0.5, (&["7"], "17.5"), (&["8"], "20.0")),
        ],
    );
    let kinds = [BoundaryKind::Wording, BoundaryKind::Jump, BoundaryKind::Error];
    with_boundaries(told, &[(kinds[0], "q", &[0]), (kinds[1], "q", &[1, 2]), (kinds[2], "q", &[3])])
}

#[test]
fn a_boundary_is_one_test_that_says_what_changes_where() {
    let text = unittests(&shop(), &ExportSettings::default());
    let expected = ["date_q_49_low_50_high", "date_q_99_100_jump", "date_q_minus_1_rejected_0_accepted"];
    assert_eq!(methods(&text), expected, "{text}");
    let family = &text[text.find("def test_date_q_99_100_jump").unwrap()..];
    let family = &family[..family.find("\n\n").unwrap()];
    assert_eq!(family.matches("assertEqual").count(), 4, "{family}");
    let exported = export(&shop(), exporter("pytest").unwrap(), &ExportSettings::default()).unwrap();
    assert_eq!((exported.boundaries, exported.more, exported.flaky), (3, 0, 0));
    assert_eq!(
        methods(&exported.text),
        [
            "date_q_49_low_50_high",
            "date_q_99_100_jump",
            "date_q_minus_1_rejected_0_accepted",
            "date_q_minus_1_rejected_0_accepted_rejects"
        ]
    );
    let all = ExportSettings { all: true, ..ExportSettings::default() };
    assert!(methods(&unittests(&shop(), &all)).contains(&"date_7_gives_17_5"), "what shows no boundary");
}

#[test]
fn every_format_has_a_test_for_each_boundary() {
    let call = |format: &str, function: &str| calling(&shop(), format, function);
    let named = |text: &str, names: &[&str]| names.iter().filter(|name| text.contains(**name)).count();
    let rust = call("rust", "shop::price");
    assert_eq!(named(&rust, &["fn price_q_49_low_50_high()", "fn price_q_99_100_jump()"]), 2, "{rust}");
    let jest = call("jest", "./shop.js:price");
    assert_eq!(
        named(&jest, &["describe(\"price q 99 100 jump\"", "describe(\"price q 49 low 50 high\""]),
        2,
        "{jest}"
    );
    let junit = call("junit5", "com.acme.Shop.price");
    assert_eq!(named(&junit, &["void q99100Jump(", "Stream<Arguments> q49Low50High()"]), 2, "{junit}");
    let go = call("go", "shop.Price");
    assert_eq!(named(&go, &["func TestPriceQ99100Jump(t", "func TestPriceQ49Low50High(t"]), 2, "{go}");
    let settings = ExportSettings::default();
    let gherkin = export(&shop(), exporter("gherkin").unwrap(), &settings).unwrap().text;
    assert_eq!(named(&gherkin, &["Scenario Outline: date_q_99_100_jump <case>"]), 1, "{gherkin}");
}

#[test]
fn one_decision_makes_the_tests_of_a_boundary() {
    let mut dossier = shop();
    decide(&mut dossier, 1, Scope::Boundary(2), Action::Debug);
    decide(&mut dossier, 0, Scope::Boundary(1), Action::Skip);
    let text = unittests(&dossier, &ExportSettings::default());
    assert_eq!(
        text.matches("# Known fault: a note on 1\n    @unittest.expectedFailure\n").count(),
        4,
        "{text}"
    );
    assert!(!text.contains("49_low"), "{text}");
    let guarded = |dossier: &Dossier| {
        let all = dossier.guarded_boundaries().map(|b| (b.id, b.all_places().count()));
        all.collect::<Vec<_>>()
    };
    assert_eq!(guarded(&dossier), [(3, 1)], "a lock has what must pass");
    decide(&mut dossier, 2, Scope::Candidate, Action::Extend);
    assert_eq!(guarded(&dossier), [(2, 1), (3, 1)], "the one place that was decided to be right");
    let text = unittests(&dossier, &ExportSettings::default());
    assert_eq!(text.matches("expectedFailure").count(), 2, "one place has a decision of its own: {text}");
    assert!(text.contains("def test_date_q_99_100_jump(self)"), "{text}");
}

/// A boundary without a decision of its own has the decision of its pairs or of their clusters, and an export contains
/// the same boundaries as a lock file.
#[test]
fn decisions_about_clusters_reach_boundaries() {
    let mut dossier = shop();
    let clusters: Vec<usize> =
        dossier.summary.groups.iter().flat_map(|g| &g.clusters).map(|c| c.representatives[0]).collect();
    for representative in clusters {
        decide(&mut dossier, representative, Scope::Cluster, Action::Skip);
    }
    let taken = |dossier: &Dossier| {
        let guarded: Vec<u32> = dossier.guarded_boundaries().map(|boundary| boundary.id).collect();
        let exported = export(dossier, exporter("unittest").unwrap(), &ExportSettings::default());
        (guarded, exported.map_or(0, |exported| exported.boundaries))
    };
    assert_eq!(taken(&dossier), (vec![], 0));
    decide(&mut dossier, 1, Scope::Boundary(2), Action::Extend);
    assert_eq!(taken(&dossier), (vec![2], 1), "its own decision comes first");
    decide(&mut dossier, 3, Scope::Candidate, Action::Clarify);
    assert_eq!(taken(&dossier), (vec![2, 3], 2));
}
