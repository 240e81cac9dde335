//! The report for a browser: nothing of a target becomes markup, and the page is well formed.

use crate::common::{any_findings, dates, findings, function, pair};
use autobva_core::{Action, Candidate, Decision, Observation, Outcome, Scope, Signature, TargetInfo, Value};
use autobva_report::{Dossier, RunRecord, write_html};
use autobva_summary::{SummarySettings, summarize};
use proptest::prelude::*;

/// What a hostile target might answer.
pub(crate) const NASTY: [&str; 8] = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "<!-- <script>",
    "\"'><img src=x onerror=alert(3)>",
    "a\0b\u{1b}[31m\r\n\t",
    "\u{202e}gnitrever\u{2066}\u{200b}\u{2028}",
    "\\ud800 &lt; &amp;",
    "]]> </style> <svg onload=alert(4)>",
];

fn dossier_of(findings: autobva_core::Findings) -> Dossier {
    let summary = summarize(&findings.target.signature, &findings.candidates, &SummarySettings::default());
    let run = RunRecord {
        info: findings.run,
        started: 1_700_000_000,
        command: vec!["find".into(), "target".into()],
    };
    Dossier {
        target: findings.target,
        called: Some(function("a:target")),
        runs: vec![run],
        candidates: findings.candidates,
        summary: summary.unwrap(),
        decisions: Vec::new(),
        landscape: None,
    }
}

fn html(dossier: &Dossier) -> String {
    let mut out = Vec::new();
    write_html(dossier, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Everything that a target, a file name or a person may put into a report, all of it nasty.
fn nasty() -> Dossier {
    let signature = Signature::parse(["s:str", "n:int"]).unwrap();
    let side = |text: &str, n: i128, outcome: Outcome| Observation {
        input: signature
            .read(&["x", &n.to_string()], None)
            .map(|mut input| {
                input[0] = Value::Text(text.into());
                input
            })
            .unwrap(),
        outcome,
    };
    let candidate = |(at, text): (usize, &&'static str)| Candidate {
        left: side(text, at as i128, Outcome::valid(*text, format!("{text}1"))),
        right: side(&format!("{text}{text}"), at as i128, Outcome::error(*text, format!("{text}2"))),
        score: 1.0,
        count: 1,
    };
    let mut found = findings(&["s:str", "n:int"], NASTY.iter().enumerate().map(candidate).collect());
    found.target = TargetInfo { name: NASTY.join(" "), signature };
    let mut dossier = dossier_of(found);
    dossier.runs[0].command.extend(NASTY.map(String::from));
    dossier.runs[0].info.strategy = NASTY[0].into();
    let decide = |candidate| {
        [Scope::Candidate, Scope::Cluster].map(|scope| Decision {
            candidate,
            scope,
            action: Action::Debug,
            note: NASTY.join(" "),
        })
    };
    dossier.decisions = (0..NASTY.len()).flat_map(decide).collect();
    dossier
}

/// The tags of a page in order, each with its attributes; refuses what is not closed.
fn tags(page: &str) -> Vec<(String, String)> {
    const VOID: [&str; 4] = ["meta", "input", "!doctype", "br"];
    let (mut rest, mut open, mut all) = (page, Vec::new(), Vec::new());
    while let Some(at) = rest.find('<') {
        let end = rest[at..].find('>').expect("a tag that ends") + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap().to_string();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed in the wrong order");
            continue;
        }
        if !tag.ends_with('/') && !VOID.contains(&name.as_str()) {
            open.push(name.clone());
        }
        all.push((name.clone(), tag.to_string()));
        if name == "script" || name == "style" {
            rest = &rest[rest.find(&format!("</{name}")).expect("an end")..];
        }
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    all
}

pub(crate) fn check(page: &str) {
    let tags = tags(page);
    let count = |name: &str| tags.iter().filter(|(tag, _)| tag == name).count();
    assert_eq!((count("script"), count("img"), count("h1"), count("main")), (2, 0, 1, 1));
    assert!(tags.iter().all(|(_, tag)| !tag.contains(" on") && !tag.contains(" style=")), "no inline code");
    let sources = [" src=", "href=\"http", "url(http", "@import"];
    assert!(
        sources.iter().all(|source| !tags.iter().any(|(_, tag)| tag.contains(source))),
        "nothing is loaded"
    );
    let levels: Vec<u32> = tags.iter().filter_map(|(tag, _)| tag.strip_prefix('h')?.parse().ok()).collect();
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "headings in order: {levels:?}");
    assert!(tags.iter().filter(|(tag, _)| tag == "th").all(|(_, tag)| tag.contains("scope=")));
    let mut ids: Vec<&str> =
        tags.iter().filter_map(|(_, tag)| tag.split(" id=\"").nth(1)?.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "ids are unique");
    let hidden = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}')
    };
    assert!(!page.contains(hidden), "nothing invisible");
}

#[test]
fn what_a_target_says_is_shown_and_never_run() {
    let dossier = nasty();
    let page = html(&dossier);
    check(&page);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "it is shown");
    assert!(page.contains("\\u{202e}gnitrever"), "it is seen");
    assert!(!page.contains("<script>alert"));
}

#[test]
fn a_report_says_what_was_found_decided_and_run() {
    let mut dossier = dossier_of(dates());
    dossier.decisions.push(Decision {
        candidate: 0,
        scope: Scope::Cluster,
        action: Action::Extend,
        note: "as specified".into(),
    });
    let page = html(&dossier);
    check(&page);
    for part in [
        "<h1>3 boundaries of 3 kinds</h1>",
        "123,456 calls",
        "1 of 3 clusters decided: 1 extend.",
        "day (changes)",
        "<mark>9999</mark></span>, <span class=\"text\" translate=\"no\">2</span>",
        "<mark>2021-02-28</mark>",
        "as specified",
        "autobva find target",
        "Boundaries along day",
    ] {
        assert!(
            page.contains(part) || page.contains(&part.replace("2021-02-<mark>28</mark>", "<mark>2021")),
            "{part} is missing"
        );
    }
}

#[test]
fn what_no_number_holds_is_infinite() {
    let mut found = dates();
    found.candidates[0].score = f64::MAX;
    let page = html(&dossier_of(found));
    check(&page);
    assert!(page.contains("score ∞, found") && !page.contains("e308"));
}

#[test]
fn nothing_found_is_a_report_too() {
    let page = html(&dossier_of(findings(&["n:int"], Vec::new())));
    check(&page);
    assert!(page.contains("No boundaries found") && page.contains("found no pair of"));
    assert!(page.contains("How it was run") && !page.contains("All candidates"), "no empty sections");
}

#[test]
fn long_outputs_are_shortened_and_say_so() {
    let long = "x".repeat(50_000);
    let candidate =
        pair(&["n:int"], 1.0, (&["1"], &format!("{long}a{long}")), (&["2"], &format!("{long}b{long}")));
    let page = html(&dossier_of(findings(&["n:int"], vec![candidate])));
    check(&page);
    assert!(page.len() < 60_000, "{} bytes", page.len());
    assert!(page.contains("output on the left has 100,001 characters"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]
    #[test]
    fn any_findings_make_a_well_formed_page(found in any_findings()) {
        check(&html(&dossier_of(found)));
    }
}
