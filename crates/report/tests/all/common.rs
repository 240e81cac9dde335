//! Candidates and findings to write in tests.

use std::time::Duration;

use autobva_core::behaviour::{Boundary, BoundaryKind, Landscape, Place};
use autobva_core::{
    Calling, Candidate, Findings, Input, Invocation, Observation, Outcome, ProgramCall, PythonFunction,
    Recheck, RunInfo, Schema, Signature, StopReason, TargetInfo, TargetSpec, Value,
};
use autobva_report::{Dossier, ExportSettings, RunRecord, export, exporter};
use autobva_summary::{Cluster, GroupSummary, Summary, SummarySettings, summarize};
use proptest::prelude::*;

/// A run of a target with those arguments that found those candidates.
pub fn findings(declarations: &[&str], candidates: Vec<Candidate>) -> Findings {
    let signature = Signature::parse(declarations).unwrap();
    Findings {
        target: TargetInfo { name: "target".into(), signature },
        run: RunInfo {
            select: autobva_core::Selection::Derivative,
            fixed: Vec::new(),
            strategy: "bcs".into(),
            sampler: "bituniform".into(),
            cts: true,
            output_distance: "strlen".into(),
            input_distance: "euclidean".into(),
            threshold: "0".into(),
            seed: 7,
            jobs: 2,
            calls: 123_456,
            elapsed: Duration::from_millis(310),
            stop: StopReason::Saturated,
            dropped: 0,
            recheck: Recheck::default(),
        },
        candidates,
        landscape: None,
    }
}

/// A side: the values as texts, and the output, which is an error if it starts with `!`.
pub fn side(declarations: &[&str], values: &[&str], output: &str) -> Observation {
    let input = Signature::parse(declarations).unwrap().read(values, None).unwrap();
    let outcome = match output.strip_prefix('!') {
        Some(text) => Outcome::error("ArgumentError", text),
        None => Outcome::valid("String", output),
    };
    Observation { input, outcome }
}

/// A pair of sides.
pub fn pair(declarations: &[&str], score: f64, left: (&[&str], &str), right: (&[&str], &str)) -> Candidate {
    let [left, right] = [left, right].map(|(values, output)| side(declarations, values, output));
    Candidate { left, right, score, count: 4 }
}

pub const DATE: [&str; 3] = ["year:int", "month:int", "day:int"];

/// Three pairs of `date`, one per group.
pub fn dates() -> Findings {
    findings(
        &DATE,
        vec![
            pair(
                &DATE,
                41.0,
                (&["2021", "2", "28"], "2021-02-28"),
                (&["2021", "2", "29"], "!ArgumentError(\"Day: 29 out of range (1:28)\")"),
            ),
            pair(&DATE, 1.0, (&["9999", "2", "3"], "9999-02-03"), (&["10000", "2", "3"], "10000-02-03")),
            pair(
                &DATE,
                0.5,
                (&["0", "0", "92"], "!ArgumentError(\"Month: 0 out of range (1:12)\")"),
                (&["0", "1", "92"], "!ArgumentError(\"Day: 92 out of range (1:31)\")"),
            ),
        ],
    )
}

/// A summary of [`dates`]: each pair is a cluster.
pub fn date_summary() -> Summary {
    use autobva_core::Group;
    let group = |group, types: (&str, &str), id, member| GroupSummary {
        group,
        types: (types.0.into(), types.1.into()),
        size: 1,
        silhouette: None,
        clusters: vec![Cluster {
            id,
            members: vec![member],
            representatives: vec![member],
            description: format!(
                "Cluster of candidate {member}: one argument changes by one and so does the output."
            ),
        }],
    };
    Summary {
        groups: vec![
            group(Group::VV, ("String", "String"), 1, 1),
            group(Group::VE, ("String", "ArgumentError"), 2, 0),
            group(Group::EE, ("ArgumentError", "ArgumentError"), 3, 2),
        ],
    }
}

/// A Python function as a target.
pub fn function(named: &str) -> TargetSpec {
    let function: PythonFunction = named.parse().unwrap();
    TargetSpec {
        invocation: Invocation { target: Some(named.into()), ..Invocation::default() },
        name: function.name(),
        files: function.files(),
        calling: Calling::Python(function),
    }
}

/// A program as a target.
pub fn program(called: ProgramCall, arguments: &[&str]) -> TargetSpec {
    TargetSpec {
        invocation: Invocation {
            program: called.words.clone(),
            arguments: arguments.iter().map(|argument| argument.to_string()).collect(),
            ..Invocation::default()
        },
        name: called.words[0].clone(),
        files: called.words.clone(),
        calling: Calling::Program(called),
    }
}

/// What is known of a target after a run of it.
pub fn dossier(findings: Findings, summary: Summary) -> Dossier {
    Dossier {
        target: findings.target,
        called: Some(function("dates.py:date")),
        runs: vec![RunRecord { info: findings.run, started: 0, command: vec![] }],
        candidates: findings.candidates,
        summary,
        decisions: vec![],
        landscape: findings.landscape,
    }
}

/// A dossier of the boundaries of a target with those arguments, each of which stands for itself.
pub fn found(declarations: &[&str], candidates: Vec<Candidate>) -> Dossier {
    let findings = findings(declarations, candidates);
    let summary =
        summarize(&findings.target.signature, &findings.candidates, &SummarySettings::default()).unwrap();
    dossier(findings, summary)
}

/// The dossier with a boundary for each of these lists of candidates, the plainest place first.
pub fn with_boundaries(mut dossier: Dossier, boundaries: &[(BoundaryKind, &str, &[usize])]) -> Dossier {
    let place = |index: &usize| {
        let Candidate { left, right, .. } = dossier.candidates[*index].clone();
        Place { left, right }
    };
    let boundary = |(index, (kind, argument, places)): (usize, &(BoundaryKind, &str, &[usize]))| Boundary {
        id: index as u32 + 1,
        kind: *kind,
        argument: argument.to_string(),
        from: 1,
        to: 2,
        sentence: format!("{argument} changes"),
        example: place(&places[0]),
        rule: None,
        places: places[1..].iter().map(place).collect(),
        count: 1,
        flaky: false,
    };
    let boundaries = boundaries.iter().enumerate().map(boundary).collect();
    dossier.landscape = Some(Landscape { boundaries, ..Landscape::default() });
    dossier
}

/// All boundaries as tests of that format, which call this.
pub fn calling(dossier: &Dossier, format: &str, call: &str) -> String {
    let settings = ExportSettings { all: true, call: Some(call.into()), ..ExportSettings::default() };
    export(dossier, exporter(format).unwrap(), &settings).unwrap().text
}

/// Texts that are hard to write, to quote and to measure.
pub fn nasty_text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[\",;\r\n '\\\\]{0,12}",
        "[a-z]{0,5}[\u{301}漢字🎉\u{fe0f}\u{202e}é1 ]{0,20}",
        "[0-9]{0,60}",
        any::<String>(),
        "[a-zA-Z(): ]{0,150}"
    ]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    (any::<bool>(), prop_oneof![Just("String".to_string()), "[A-Z][a-z]{0,8}Error"], nasty_text())
        .prop_map(|(valid, ty, text)| if valid { Outcome::valid(ty, text) } else { Outcome::error(ty, text) })
}

fn value(schema: &Schema) -> BoxedStrategy<Value> {
    let texts = match schema {
        Schema::Text(_) => nasty_text().boxed(),
        Schema::Float(_) => any::<f64>().prop_map(|x| format!("{x:?}")).boxed(),
        Schema::Int(_) => prop_oneof!["-?[1-9][0-9]{0,3}", "-?[1-9][0-9]{30,160}", "true|false"].boxed(),
        Schema::Decimal(_) => "-?[0-9]{1,12}\\.[0-9]{0,6}".boxed(),
        Schema::Moment(_) => {
            prop_oneof!["[12][0-9]{3}-0[1-9]-[12][0-8]", Just("0001-01-01".to_string())].boxed()
        }
        Schema::Bytes(_) => any::<Vec<u8>>().prop_map(|bytes| Value::Bytes(bytes.into()).to_string()).boxed(),
        Schema::List(_) => prop::collection::vec(nasty_text(), 0..4)
            .prop_map(|items| serde_json::to_string(&items).unwrap())
            .boxed(),
        Schema::Union(_) => prop_oneof![
            Just("null".to_string()),
            nasty_text().prop_map(|text| serde_json::to_string(&text).unwrap())
        ]
        .boxed(),
        Schema::Record(_) => (any::<i64>(), nasty_text())
            .prop_map(|(n, text)| serde_json::json!({"a": n, "b": text}).to_string())
            .boxed(),
        Schema::Choice(choice) => {
            let written = choice.options().written.clone();
            (0..written.len()).prop_map(move |at| written[at].to_string()).boxed()
        }
    };
    let argument = autobva_core::Argument::new("x", schema.clone());
    texts.prop_map(move |text| autobva_codec::text::read(&argument, &text, None).unwrap()).boxed()
}

fn candidate(schemas: Vec<Schema>) -> impl Strategy<Value = Candidate> {
    let input = move || schemas.iter().map(value).collect::<Vec<_>>();
    let side = |values: Vec<BoxedStrategy<Value>>| {
        (values, outcome()).prop_map(|(values, outcome)| Observation { input: Input(values), outcome })
    };
    (side(input()), side(input()), any::<f64>(), any::<u64>()).prop_map(|(a, b, score, count)| {
        let (left, right) = if a.input.cmp_reading(&b.input).is_gt() { (b, a) } else { (a, b) };
        Candidate { left, right, score, count }
    })
}

/// Up to ten arguments of any type and a few candidates.
pub fn any_findings() -> impl Strategy<Value = Findings> {
    let ty = prop::sample::select(vec![
        "int",
        "f64",
        "str",
        "bytes",
        "decimal",
        "date",
        "list[str]",
        "str?",
        "record{a: int, b: str}",
        "\"a\" | 3 | null",
        "enum Color{RED, BLUE}",
    ]);
    let name = prop_oneof!["[a-z]{1,3}", "[a-z_]{1,30}", Just("output".into()), Just("count".into())];
    prop::collection::btree_map(name, ty, 1..10).prop_flat_map(|arguments| {
        let declarations: Vec<String> = arguments.iter().map(|(name, ty)| format!("{name}:{ty}")).collect();
        let schemas = arguments.values().map(|ty| ty.parse().unwrap()).collect();
        prop::collection::vec(candidate(schemas), 0..6).prop_map(move |candidates| {
            let declarations: Vec<&str> = declarations.iter().map(String::as_str).collect();
            findings(&declarations, candidates)
        })
    })
}
