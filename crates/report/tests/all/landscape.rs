//! Behaviours and boundaries: as a person reads them, and as JSON has them.

use autobva_core::behaviour::{Behaviour, Boundary, BoundaryKind, Course, Landscape, Place, Rule, Stretch};
use autobva_core::{Action, Candidate, Decision, Findings, Observation, Outcome, Scope, Selection, Validity};
use autobva_report::{Listing, Report, Style, columns, landscape_view, write_landscape_json};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::findings;

fn seen(declarations: &[&str], values: &[&str], outcome: Outcome) -> Observation {
    let signature = autobva_core::Signature::parse(declarations).unwrap();
    Observation { input: signature.read(values, None).unwrap(), outcome }
}

fn behaviour(id: u32, text: &str, domain: &str, example: &Observation) -> Behaviour {
    Behaviour {
        id,
        validity: example.outcome.validity(),
        type_name: example.outcome.type_name().to_string(),
        wording: "{0}".into(),
        slots: Vec::new(),
        text: text.into(),
        domain: domain.into(),
        calls: 7,
        example: example.clone(),
    }
}

fn boundary(id: u32, kind: BoundaryKind, argument: &str, (from, to): (u32, u32), example: Place) -> Boundary {
    Boundary {
        id,
        kind,
        argument: argument.into(),
        from,
        to,
        sentence: format!("sentence {id}"),
        example,
        rule: None,
        places: Vec::new(),
        count: 1,
        flaky: false,
    }
}

fn with_landscape(declarations: &[&str], landscape: Landscape) -> Findings {
    let pairs = landscape.boundaries.iter().flat_map(Boundary::all_places).map(|place| Candidate {
        left: place.left.clone(),
        right: place.right.clone(),
        score: 0.5,
        count: 1,
    });
    let mut findings = findings(declarations, pairs.collect());
    findings.run.select = Selection::Behaviour;
    findings.run.strategy = "lines".into();
    findings.run.cts = false;
    findings.landscape = Some(landscape);
    findings
}

fn view(findings: &Findings, listing: Listing) -> String {
    let style = Style { width: 100, color: false };
    landscape_view(findings, findings.landscape.as_ref().unwrap(), listing, style).to_string()
}

/// A shop's price: ten percent off from 100 pieces.
fn price() -> Findings {
    let q = ["q:int"];
    let side = |value: &str, price: &str| seen(&q, &[value], Outcome::valid("float", price));
    let (left, right) = (side("99", "247.5"), side("100", "225.0"));
    let mut cheap = behaviour(1, "2.5 · q", "q … 99", &side("1", "2.5"));
    let line = |slope: &str| Course::Linear {
        of: "q".into(),
        slope: slope.into(),
        offset: "0".into(),
        quantum: None,
    };
    cheap.slots.push(line("2.5"));
    let mut cheaper = behaviour(2, "2.25 · q", "q 100 …", &right);
    cheaper.slots.push(line("2.25"));
    let mut jump = boundary(1, BoundaryKind::Jump, "q", (1, 2), Place { left, right });
    jump.sentence = "q 99 | 100: 2.5 · q → 2.25 · q".into();
    let stretch = |behaviour, from: Option<&str>, to: Option<&str>, boundary| Stretch {
        behaviour,
        from: from.map(Into::into),
        to: to.map(Into::into),
        boundary,
    };
    let landscape = Landscape {
        behaviours: vec![cheap, cheaper],
        boundaries: vec![jump],
        matters: vec![true],
        idle: Vec::new(),
        stretches: vec![stretch(1, None, Some("99"), Some(1)), stretch(2, Some("100"), None, None)],
    };
    with_landscape(&q, landscape)
}

/// Days of a month: a rule, an error, and an argument that does not matter.
fn days() -> Findings {
    let args = ["month:int", "day:int", "note:str"];
    let side = |month: &str, day: &str, outcome: Outcome| seen(&args, &[month, day, "x"], outcome);
    let (good, bad) = (Outcome::valid("str", "ok"), Outcome::error("ValueError", "no such day"));
    let place = |month: &str, last: i32| Place {
        left: side(month, &last.to_string(), good.clone()),
        right: side(month, &(last + 1).to_string(), bad.clone()),
    };
    let mut last = boundary(1, BoundaryKind::Error, "day", (1, 2), place("1", 31));
    last.places = vec![place("4", 30)];
    let rule: Rule = "day <= 31 for month 1, 3; 30 for month 4".parse().unwrap();
    last.rule = Some(Rule { checked: 20, held: 20, ..rule });
    let behaviours = vec![
        behaviour(1, "ok", "day 1 … last", &last.example.left),
        behaviour(2, "✗ ValueError: no such day", "day … 0 and after the last", &last.example.right),
    ];
    let landscape = Landscape {
        behaviours,
        boundaries: vec![last],
        matters: vec![true, true, false],
        idle: Vec::new(),
        stretches: Vec::new(),
    };
    with_landscape(&args, landscape)
}

#[test]
fn one_argument_is_told_by_its_stretches() {
    assert_eq!(
        view(&price(), Listing::Representatives),
        "target(q: int): 2 behaviours, 1 boundary\n      \
             … 99  2.5 · q   b1  jump  99 | 100: 247.5 → 225.0\n  \
         100 …     2.25 · q\n"
    );
}

#[test]
fn several_arguments_are_told_by_behaviours_and_boundaries() {
    let expected = "\
target(month: int, day: int, note: str): 2 behaviours, 1 boundary
  ok                         day 1 … last
  ✗ ValueError: no such day  day … 0 and after the last

  b1  error  day 31 | 32  ok → ✗ no such day  at month 1
      day <= 31 for month 1, 3; 30 for month 4; held at 20 of 20
  note never changed an outcome
";
    let mut findings = days();
    assert_eq!(view(&findings, Listing::Representatives), expected);
    let boundary = &mut findings.landscape.as_mut().unwrap().boundaries[0];
    boundary.rule = None;
    boundary.flaky = true;
    let text = view(&findings, Listing::Representatives);
    assert!(text.contains("  b1~  error  ") && text.contains("  no rule; also day 30 | 31\n"), "{text}");
    findings.run.fixed = vec![("note".into(), "x".into())];
    let text = view(&findings, Listing::Representatives);
    assert!(text.ends_with("\n  kept: note at x\n"), "{text}");
}

#[test]
fn the_other_arguments_have_a_line_of_their_own_where_they_do_not_fit() {
    let mut findings = days();
    let landscape = findings.landscape.as_mut().unwrap();
    landscape.behaviours[0].text =
        "the price of a room for one night, with a long description of what it has".into();
    let boundary = &mut landscape.boundaries[0];
    (boundary.kind, boundary.rule) = (BoundaryKind::Wording, None);
    boundary.places.clear();
    let text = view(&findings, Listing::Representatives);
    assert!(text.contains("\n      at month 1\n"), "{text}");
    // An error mostly depends on one argument alone.
    findings.landscape.as_mut().unwrap().boundaries[0].kind = BoundaryKind::Error;
    let text = view(&findings, Listing::Representatives);
    assert!(!text.contains("at month 1"), "{text}");
}

#[test]
fn decisions_stand_below_their_boundary() {
    let findings = days();
    let shown = |scope: Scope| {
        let decision = Decision { scope, candidate: 1, action: Action::Debug, note: "why 30?".into() };
        let report = Report { decisions: &[decision], ..Report::from(&findings) };
        let landscape = findings.landscape.as_ref().unwrap();
        landscape_view(report, landscape, Listing::Representatives, Style::default()).to_string()
    };
    let text = shown(Scope::Boundary(1));
    assert!(text.contains("\n      decided: debug (why 30?)\n"), "{text}");
    let text = shown(Scope::Candidate);
    assert!(text.contains("\n      #2, decided: debug (why 30?)\n"), "one of its places: {text}");
}

#[test]
fn length_limits_are_said_as_such() {
    let s = ["s:str"];
    let side = |text: &str, answer: &str| seen(&s, &[text], Outcome::valid("str", answer));
    let (left, right) = (side("aaaaaaa", "short"), side("aaaaaaaa", "long"));
    let behaviours = vec![behaviour(1, "short", "", &left), behaviour(2, "long", "", &right)];
    let length = boundary(1, BoundaryKind::Wording, "length of s", (1, 2), Place { left, right });
    let landscape = Landscape {
        behaviours,
        boundaries: vec![length],
        matters: vec![true],
        idle: Vec::new(),
        stretches: Vec::new(),
    };
    let text = view(&with_landscape(&s, landscape), Listing::Representatives);
    assert!(text.contains("  b1  wording  length of s 7 | 8  short → long\n"), "{text}");
}

#[test]
fn no_boundary_and_no_success_are_said() {
    let n = ["n:int"];
    let one = |outcome: Outcome, text: &str| {
        let example = seen(&n, &["1"], outcome);
        let landscape = Landscape {
            behaviours: vec![behaviour(1, text, "", &example)],
            matters: vec![false],
            ..Landscape::default()
        };
        view(&with_landscape(&n, landscape), Listing::Representatives)
    };
    let same = one(Outcome::valid("int", "3"), "3 · n");
    assert_eq!(same, "target(n: int): one behaviour in 123,456 calls: 3 · n\n");
    let raised = one(Outcome::error("AttributeError", "no attribute 'x'"), "✗ …");
    assert_eq!(raised, "target(n: int): all 123,456 calls raised AttributeError: no attribute 'x'\n");
    let ended = one(Outcome::error("Exited(3)", "exit status 3"), "✗ …");
    assert_eq!(ended, "target(n: int): all 123,456 calls ended in Exited(3): exit status 3\n");
}

#[test]
fn json_has_the_shape_of_the_contract() {
    let written = |findings: &Findings| -> Value {
        let mut bytes = Vec::new();
        write_landscape_json(findings, findings.landscape.as_ref().unwrap(), &mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    let side = |value: &str, output: &str| json!({"input": [value], "types": ["int"], "validity": "valid", "type": "float", "output": output});
    let line = |slope: &str| json!([{"course": "linear", "of": "q", "slope": slope, "offset": "0"}]);
    assert_eq!(
        written(&price()),
        json!({
            "schema": "autobva/2",
            "target": {"name": "target", "args": [{"name": "q", "type": "int", "matters": true}]},
            "run": {"select": "behaviour", "strategy": "lines", "seed": 7, "jobs": 2, "calls": 123456,
                "elapsed_ms": 310, "stop": "saturated"},
            "behaviours": [
                {"id": 1, "validity": "valid", "type": "float", "wording": "{0}", "slots": line("2.5"),
                    "text": "2.5 · q", "domain": "q … 99", "calls": 7, "example": {"input": ["1"], "output": "2.5"}},
                {"id": 2, "validity": "valid", "type": "float", "wording": "{0}", "slots": line("2.25"),
                    "text": "2.25 · q", "domain": "q 100 …", "calls": 7,
                    "example": {"input": ["100"], "output": "225.0"}},
            ],
            "boundaries": [
                {"id": 1, "kind": "jump", "argument": "q", "from": 1, "to": 2,
                    "sentence": "q 99 | 100: 2.5 · q → 2.25 · q", "left": side("99", "247.5"),
                    "right": side("100", "225.0"), "rule": null, "count": 1, "flaky": false},
            ],
            "candidates": [
                {"id": 1, "group": "VV", "boundary": 1, "pdq": 0.5, "count": 1, "left": side("99", "247.5"),
                    "right": side("100", "225.0")},
            ],
        })
    );
    let days = written(&days());
    let rule = json!({"form": "table", "text": "day <= 31 for month 1, 3; 30 for month 4", "checked": 20, "held": 20});
    let boundary = &days["boundaries"][0];
    assert_eq!(boundary["rule"], rule);
    assert_eq!(boundary["places"].as_array().unwrap().len(), 2);
    assert_eq!(boundary["places"][0]["left"], boundary["left"]);
    assert_eq!(boundary["places"][1]["right"]["input"], json!(["4", "31", "x"]));
    assert_eq!(days["candidates"][1]["boundary"], 1);
    assert_eq!(days["target"]["args"][2], json!({"name": "note", "type": "str", "matters": false}));
}

/// Any landscape of a target with one to four arguments, texts of every kind in it, often more than a screen holds.
fn landscapes() -> impl Strategy<Value = Findings> {
    let texts = prop::collection::vec("[a-z✗{}·漢\\n 0-9]{0,120}", 1..40);
    let numbers = prop::collection::vec((any::<i128>(), 0u32..60, 0u32..60, any::<bool>()), 0..60);
    (1usize..5, texts, numbers).prop_map(|(arguments, texts, numbers)| landscape(arguments, &texts, &numbers))
}

fn landscape(arguments: usize, texts: &[String], numbers: &[(i128, u32, u32, bool)]) -> Findings {
    let names: Vec<String> = (0..arguments).map(|at| format!("argument{at}:int")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let at = |number: i128, text: &str| {
        let values: Vec<String> = (0..arguments).map(|_| number.to_string()).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        seen(&names, &values, Outcome::valid("str", text))
    };
    let behaviours: Vec<Behaviour> = texts
        .iter()
        .zip(1..)
        .map(|(text, id)| behaviour(id, text, &text.replace('a', "… "), &at(i128::from(id), text)))
        .collect();
    let count = behaviours.len() as u32;
    let mut boundaries = Vec::new();
    let mut stretches = Vec::new();
    for (id, (number, from, to, odd)) in (1..).zip(numbers) {
        let number = (*number).min(i128::MAX - 9);
        let place =
            |shift| Place { left: at(number + shift, "left"), right: at(number + shift + 1, "right") };
        let kind = BoundaryKind::ALL[id as usize % BoundaryKind::ALL.len()];
        let mut one = boundary(id, kind, "argument0", (1 + from % count, 1 + to % count), place(0));
        if *odd {
            one.places = (1..7).map(place).collect();
            one.flaky = true;
        }
        let end = Some(number.to_string());
        stretches.push(Stretch { behaviour: one.from, from: end.clone(), to: end, boundary: Some(id) });
        boundaries.push(one);
    }
    // A stretch may end at a boundary of another stretch, and some boundaries end no stretch.
    stretches.truncate(numbers.len() * 2 / 3);
    if let Some(first) = stretches.first().cloned() {
        stretches.push(Stretch { from: None, ..first });
    }
    let matters = (0..arguments).map(|at| at % 3 != 2).collect();
    with_landscape(&names, Landscape { behaviours, boundaries, matters, idle: Vec::new(), stretches })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn a_view_is_a_screen_at_the_most(findings in landscapes(), color: bool) {
        for width in [40, 80, 100, 250] {
            let landscape = findings.landscape.as_ref().unwrap();
            let style = Style { width, color };
            let text = landscape_view(&findings, landscape, Listing::Representatives, style).to_string();
            prop_assert!(text.lines().count() <= 40, "{text}");
            if !color {
                let widest = text.lines().map(columns).max().unwrap_or(0);
                prop_assert!(widest <= width.clamp(72, 100), "{widest} of {width}:\n{text}");
            }
        }
    }

    #[test]
    fn all_shows_every_boundary_once_and_what_is_left_out_is_counted(findings in landscapes()) {
        let shown = |text: &str| -> Vec<u32> {
            let words = text.lines().flat_map(str::split_whitespace);
            let ids = words.filter_map(|word| word.strip_prefix('b')?.trim_end_matches('~').parse().ok());
            ids.collect()
        };
        // No text may contain a word that looks like the id of a boundary.
        let mut findings = findings;
        let landscape = findings.landscape.as_mut().unwrap();
        for behaviour in &mut landscape.behaviours {
            behaviour.text.retain(|c| c != 'b');
            behaviour.domain.retain(|c| c != 'b');
        }
        let all = landscape.boundaries.len();
        let mut ids = shown(&view(&findings, Listing::Everything));
        ids.sort();
        prop_assert_eq!(ids, (1..=all as u32).collect::<Vec<_>>());
        let some = view(&findings, Listing::Representatives);
        let left_out = all - shown(&some).len();
        if left_out > 0 {
            let last = some.lines().last().unwrap();
            let counted = if left_out == 1 { "1 boundary".to_string() } else { format!("{left_out} boundaries") };
            prop_assert!(last.contains(&counted) && last.contains("--all"), "{last}");
        }
    }
}

#[test]
fn an_error_has_its_colour() {
    let findings = days();
    let landscape = findings.landscape.as_ref().unwrap();
    let style = Style { width: 80, color: true };
    let text = landscape_view(&findings, landscape, Listing::Representatives, style).to_string();
    assert!(text.contains("\u{1b}[31m✗\u{1b}[0m ValueError") || text.contains("31m✗"), "{text:?}");
    assert!(landscape.behaviours[1].validity == Validity::Error);
}
