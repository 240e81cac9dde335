//! The report of a target whose behaviours were told apart: rulers, the list of boundaries, and maps.

use autobva_core::behaviour::{Behaviour, Boundary, BoundaryKind, Landscape, Place, Rule, Stretch};
use autobva_core::{Action, Candidate, Decision, Observation, Outcome, Scope, Selection, Signature};
use autobva_report::{Dossier, RunRecord, write_html};
use autobva_summary::Summary;

use crate::common::{findings, function};
use crate::html::{NASTY, check};

struct Target {
    signature: Signature,
    landscape: Landscape,
}

impl Target {
    fn new(declarations: &[&str], behaviours: &[(&str, bool)]) -> Target {
        let signature = Signature::parse(declarations).unwrap();
        let mut target = Target { signature, landscape: Landscape::default() };
        target.landscape.matters = declarations.iter().map(|_| true).collect();
        let zeros: Vec<&str> = declarations.iter().map(|_| "0").collect();
        for (id, (text, is_valid)) in (1..).zip(behaviours) {
            let example = target.seen(&zeros, text, *is_valid);
            target.landscape.behaviours.push(Behaviour {
                id,
                validity: example.outcome.validity(),
                type_name: example.outcome.type_name().into(),
                wording: text.to_string(),
                slots: Vec::new(),
                text: text.to_string(),
                domain: String::new(),
                calls: 5,
                example,
            });
        }
        target
    }

    fn seen(&self, values: &[&str], text: &str, is_valid: bool) -> Observation {
        let outcome = if is_valid { Outcome::valid("str", text) } else { Outcome::error("Fault", text) };
        Observation { input: self.signature.read(values, None).unwrap(), outcome }
    }

    fn place(&self, (left, from): (&[&str], u32), (right, to): (&[&str], u32)) -> Place {
        let side = |values: &[&str], id: u32| {
            let behaviour = self.landscape.behaviour(id).unwrap();
            self.seen(values, &behaviour.text, behaviour.example.outcome.is_valid())
        };
        Place { left: side(left, from), right: side(right, to) }
    }

    fn boundary(&mut self, kind: BoundaryKind, argument: &str, left: (&[&str], u32), right: (&[&str], u32)) {
        let id = self.landscape.boundaries.len() as u32 + 1;
        let example = self.place(left, right);
        self.landscape.boundaries.push(Boundary {
            id,
            kind,
            argument: argument.into(),
            from: left.1,
            to: right.1,
            sentence: format!("sentence of b{id}"),
            example,
            rule: None,
            places: Vec::new(),
            count: 1,
            flaky: false,
        });
    }

    fn dossier(self) -> Dossier {
        let names: Vec<String> = self.signature.arguments().iter().map(|a| a.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let pairs = self.landscape.boundaries.iter().flat_map(Boundary::all_places).map(|place| Candidate {
            left: place.left.clone(),
            right: place.right.clone(),
            score: 1.0,
            count: 1,
        });
        let mut found = findings(&names, pairs.collect());
        found.run.select = Selection::Behaviour;
        let run = RunRecord { info: found.run, started: 0, command: vec!["find".into()] };
        Dossier {
            target: found.target,
            called: Some(function("a:target")),
            runs: vec![run],
            candidates: found.candidates,
            summary: Summary::default(),
            decisions: Vec::new(),
            landscape: Some(self.landscape),
        }
    }
}

fn page(dossier: &Dossier) -> String {
    let mut out = Vec::new();
    write_html(dossier, &mut out).unwrap();
    let page = String::from_utf8(out).unwrap();
    check(&page);
    page
}

/// The pictures whose title begins like this.
fn pictures<'p>(page: &'p str, title: &str) -> Vec<&'p str> {
    let figures = page.split("<figure>").skip(1).map(|figure| figure.split("</figure>").next().unwrap());
    figures.filter(|figure| figure.contains(&format!("<h3>{title}"))).collect()
}

/// What follows each occurrence of a text in a picture, without its tags, up to the end of the item or cell.
fn texts(picture: &str, begins: &str) -> Vec<String> {
    let all = picture.split(begins).skip(1).map(|text| text.split_once('>').map_or("", |(_, text)| text));
    let ends = |text: &str| ["</span>", "</td>", "</p>"].iter().filter_map(|end| text.find(end)).min();
    let plain = |text: &str| {
        let parts = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        parts.collect::<String>()
    };
    all.map(|text| plain(&text[..ends(text).unwrap()])).collect()
}

/// Prices by pieces, far apart: below 0, up to 99, up to 2^63 - 1, and beyond.
fn prices() -> Target {
    let mut target = Target::new(
        &["q:int"],
        &[("{2.5 · q}", true), ("{2.25 · q}", true), ("negative", false), ("too many", false)],
    );
    target.boundary(BoundaryKind::Jump, "q", (&["99"], 1), (&["100"], 2));
    target.boundary(BoundaryKind::Error, "q", (&["-1"], 3), (&["0"], 1));
    target.boundary(BoundaryKind::Error, "q", (&["9223372036854775807"], 2), (&["9223372036854775808"], 4));
    let stretch = |behaviour, from: Option<&str>, to: Option<&str>, boundary| Stretch {
        behaviour,
        from: from.map(String::from),
        to: to.map(String::from),
        boundary,
    };
    target.landscape.stretches = vec![
        stretch(3, None, Some("-1"), Some(2)),
        stretch(1, Some("0"), Some("99"), Some(1)),
        stretch(2, Some("100"), Some("9223372036854775807"), Some(3)),
        stretch(4, Some("9223372036854775808"), None, None),
    ];
    target
}

#[test]
fn a_ruler_has_a_stretch_for_each_behaviour_and_a_place_for_each_boundary() {
    let page = page(&prices().dossier());
    assert!(page.contains("<h1>4 behaviours, 3 boundaries</h1>") && page.contains("123,456 calls"));
    let rulers = pictures(&page, "Along q");
    assert_eq!(texts(rulers[0], "class=\"place\""), ["-1 | 0 b2", "99 | 100 b1", "2^63 - 1 | 2^63 b3"]);
    let stretches = ["C negative", "A {2.5 · q}", "B {2.25 · q}", "D too many"];
    assert_eq!(texts(rulers[0], "class=\"stretch"), stretches);
    assert_eq!(rulers[0].matches(" over\"").count(), 2, "the errors are hatched");
    assert!(rulers[0].contains("From low to high, not to scale.") && !rulers[0].contains("…"));
}

#[test]
fn errors_come_first_with_rules_examples_decisions_and_marks() {
    let mut target = prices();
    let first = &mut target.landscape.boundaries[0];
    first.flaky = true;
    first.rule = Some(Rule { checked: 20, held: 19, ..("q <= 10^k - 1 for k 2..5").parse().unwrap() });
    let mut dossier = target.dossier();
    dossier.decisions.push(Decision {
        candidate: 0,
        scope: Scope::Boundary(1),
        action: Action::Debug,
        note: "off by one".into(),
    });
    let page = page(&dossier);
    let list = page.split("id=\"boundaries\"").nth(1).unwrap().split("id=\"run\"").next().unwrap();
    let at = |text: &str| list.find(text).unwrap_or_else(|| panic!("{text} is missing in {list}"));
    assert!(at("sentence of b2") < at("sentence of b3") && at("sentence of b3") < at("sentence of b1"));
    assert!(at("sentence of b1") < at("q &lt;= 10^k - 1 for k 2..5; held at 19 of 20"));
    assert!(at("kind flaky") > at("sentence of b3"), "the jump alone is flaky");
    assert!(list.matches("kind flaky").count() == 1 && list.matches("undecided").count() == 2);
    assert!(
        list.contains("<strong>debug</strong>: off by one")
            && page.contains("1 of 3 boundaries decided: 1 debug.")
    );
    assert!(
        !page.contains("cluster c") && !page.contains("program derivative"),
        "what tells a tester nothing"
    );
}

#[test]
fn along_an_argument_the_others_stay_the_same() {
    let behaviours = [("free", true), ("cheap", true), ("full", true), ("no zone", false)];
    let mut target = Target::new(&["age:int", "zones:int"], &behaviours);
    target.boundary(BoundaryKind::Error, "zones", (&["6", "0"], 4), (&["6", "1"], 2));
    target.boundary(BoundaryKind::Wording, "age", (&["5", "1"], 1), (&["6", "1"], 2));
    target.boundary(BoundaryKind::Wording, "age", (&["14", "2"], 2), (&["15", "2"], 3));
    // The third boundary has places in both zones; the picture of the first zone shows it, too.
    let place = target.place((&["14", "1"], 2), (&["15", "1"], 3));
    target.landscape.boundaries[2].places.push(place);
    let page = page(&target.dossier());
    let ages = pictures(&page, "Along age");
    assert_eq!(texts(ages[0], "class=\"heading\""), ["at zones 1"], "one line tells both");
    assert_eq!(texts(ages[0], "class=\"place\""), ["5 | 6 b2", "14 | 15 b3"]);
    assert_eq!(texts(ages[0], "class=\"stretch"), ["A free", "B cheap", "C full"]);
    assert_eq!(texts(pictures(&page, "Along zones")[0], "class=\"place\""), ["0 | 1 b1"]);
    assert!(pictures(&page, "age and zones together").is_empty(), "they decide one after the other");
}

#[test]
fn a_decision_about_one_pair_is_not_one_about_its_boundary() {
    let mut target = prices();
    let further = target.place((&["999"], 1), (&["1000"], 2));
    target.landscape.boundaries[0].places.push(further);
    let mut dossier = target.dossier();
    let action = Action::Debug;
    dossier.decisions.push(Decision { candidate: 1, scope: Scope::Candidate, action, note: String::new() });
    let page = page(&dossier);
    assert!(page.contains("Pair 2: <p class=\"decision debug\">"));
    assert!(page.contains("No boundary has been decided yet as a whole."));
}

#[test]
fn two_arguments_that_decide_together_have_a_map() {
    let mut target =
        Target::new(&["start:int", "end:int"], &[("ok", true), ("ends before it starts", false)]);
    target.boundary(BoundaryKind::Error, "start, end", (&["0", "0"], 1), (&["1", "0"], 2));
    for n in 1..6 {
        let [n, more] = [n, n + 1].map(|n| n.to_string());
        let along_start = target.place((&[&n, &n], 1), (&[&more, &n], 2));
        // Along the other argument the same boundary is crossed from the second behaviour to the first.
        let along_end = target.place((&[&more, &n], 2), (&[&more, &more], 1));
        target.landscape.boundaries[0].places.extend([along_start, along_end]);
    }
    let far = target.place((&["50", "50"], 1), (&["51", "50"], 2));
    target.landscape.boundaries[0].places.push(far);
    target.landscape.boundaries[0].rule = Some("start <= end".parse().unwrap());
    let page = page(&target.dossier());
    let maps = pictures(&page, "start and end together");
    assert_eq!(maps.len(), 1);
    let cells = texts(maps[0], "<td class=");
    let calls: Vec<&String> = cells.iter().filter(|text| !text.is_empty()).collect();
    assert_eq!(calls.len(), 15, "every call is there once");
    assert!(calls.iter().all(|letter| ["A", "B"].contains(&letter.as_str())));
    let beyond = texts(maps[0], "<td class=\"b1 over\"");
    assert_eq!(beyond.len(), 36, "all cells whose start is beyond their end, called or not");
    assert!(beyond.iter().all(|text| text.is_empty() || text == "B"));
}

#[test]
fn nothing_that_a_target_says_becomes_markup_or_code() {
    let texts: Vec<(&str, bool)> = NASTY.iter().enumerate().map(|(at, text)| (*text, at % 2 == 0)).collect();
    let mut target = Target::new(&["n:int", "m:int"], &texts);
    for n in 0..7u32 {
        let (left, right) = (n.to_string(), (n + 1).to_string());
        target.boundary(BoundaryKind::Error, "n", (&[&left, "0"], n + 1), (&[&right, "0"], n + 2));
        target.landscape.boundaries[n as usize].sentence = NASTY.join(" ");
    }
    for behaviour in &mut target.landscape.behaviours {
        behaviour.domain = behaviour.text.clone();
    }
    let page = page(&target.dossier());
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !page.contains("<script>alert"));
}

#[test]
fn one_behaviour_and_a_target_that_always_fails_have_a_page_too() {
    let plain = page(&Target::new(&["n:int"], &[("n", true)]).dossier());
    assert!(plain.contains("<h1>1 behaviour, no boundary</h1>") && !plain.contains("id=\"boundaries\""));
    let failing = page(&Target::new(&["n:int"], &[("not yet", false)]).dossier());
    assert!(failing.contains("All 123,456 calls raised Fault: not yet."), "{failing}");
}

#[test]
fn a_campaign_whose_last_run_went_by_the_derivative_keeps_its_page() {
    let mut dossier = prices().dossier();
    dossier.runs[0].info.select = Selection::Derivative;
    assert!(page(&dossier).contains("All candidates"));
}
