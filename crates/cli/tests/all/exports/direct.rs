//! Tests that call a function of their own language, named by `--call`.

use autobva::{Action, Candidate, Observation, Outcome, Signature, SummarySettings, TargetInfo};
use autobva_report::Dossier;

use super::runners::{self, Ran};
use super::subjects::{Bench, decided};

/// What `size` below does, in any of the languages: the boundaries of a size in bytes.
fn sizes(error: &str) -> Dossier {
    let signature = Signature::parse(["bytes:i64"]).unwrap();
    let side = |(input, output): (&str, &str)| Observation {
        input: signature.read(&[input], None).unwrap(),
        outcome: match output.strip_prefix('!') {
            Some(message) => Outcome::error(error.to_string(), message),
            None => Outcome::valid("String", output),
        },
    };
    let pair = |left, right| Candidate { left: side(left), right: side(right), score: 1.0, count: 1 };
    let candidates = vec![
        pair(("999", "999B"), ("1000", "1.0 kB")),
        pair(("-1", "!a \"negative\" size: -1"), ("0", "0B")),
    ];
    let summary = autobva::summary::summarize(&signature, &candidates, &SummarySettings::default()).unwrap();
    let target = TargetInfo { name: "size".into(), signature };
    Dossier { target, called: None, runs: vec![], candidates, summary, decisions: vec![], landscape: None }
}

/// Runs exported tests on a function as it is, with both of its boundaries moved, with a known fault, and with that mended.
pub(super) fn check(
    bench: &Bench,
    format: &str,
    file: &str,
    call: &str,
    error: &str,
    source: (&str, &str),
    run: impl Fn(&Bench) -> Ran,
) {
    bench.write(source.0, source.1);
    let moved = source.1.replace("< 1000", "< 1001");
    assert_ne!(moved, source.1);
    bench.export(&sizes(error), format, Some(call), file);
    run(bench).passes(&[]);
    bench.write(source.0, &moved.replace("< 0", "< -1"));
    // A test that expects a panic does not say what came instead.
    let accepted = if error == "panic" { "minus_1_is_rejected - should panic ... FAILED" } else { "-1B" };
    run(bench).fails(&["1000B", accepted]);

    bench.write(source.0, source.1);
    bench.export(
        &decided(sizes(error), 0, Action::Debug, "a note: \"{}\" */ \\u000a"),
        format,
        Some(call),
        file,
    );
    run(bench).passes(&[]);
    bench.write(source.0, &moved);
    run(bench).fails(&["1000"]);
}

#[test]
fn rust_calls_a_function() {
    let source = r#"
pub fn size(bytes: i64) -> Result<String, String> {
    if bytes < 0 {
        return Err(format!("a \"negative\" size: {bytes}"));
    }
    Ok(if bytes < 1000 { format!("{bytes}B") } else { format!("{}.0 kB", bytes / 1000) })
}
"#;
    check(&Bench::new(&[]), "rust", "tests.rs", "shop::size", "String", ("shop.rs", source), |bench| {
        runners::rust(bench.path(), Some("shop.rs"), "tests.rs")
    });
}

#[test]
fn rust_expects_panics() {
    let source = r#"
pub fn size(bytes: i64) -> String {
    assert!(!(bytes < 0), "a \"negative\" size: {bytes}");
    if bytes < 1000 { format!("{bytes}B") } else { format!("{}.0 kB", bytes / 1000) }
}
"#;
    check(&Bench::new(&[]), "rust", "tests.rs", "shop::size", "panic", ("shop.rs", source), |bench| {
        runners::rust(bench.path(), Some("shop.rs"), "tests.rs")
    });
}

#[test]
fn jest_calls_a_function() {
    let Some(jest) = runners::jest() else { return };
    let source = r#"
exports.size = (bytes) => {
  if (bytes < 0) throw new RangeError(`a "negative" size: ${bytes}`);
  return bytes < 1000 ? `${bytes}B` : `${Math.floor(bytes / 1000)}.0 kB`;
};
"#;
    check(
        &Bench::new(&[]),
        "jest",
        "tests/size.test.js",
        "./shop.js:size",
        "RangeError",
        ("shop.js", source),
        |bench| {
            bench.write("package.json", "{}");
            jest.run(bench.path(), &["tests/size.test.js"])
        },
    );
}

#[test]
fn go_calls_a_function() {
    let Some(go) = runners::go() else { return };
    let source = r#"
package shop

import "fmt"

func Size(bytes int64) (string, error) {
	if bytes < 0 {
		return "", fmt.Errorf("a \"negative\" size: %d", bytes)
	}
	if bytes < 1000 {
		return fmt.Sprintf("%dB", bytes), nil
	}
	return fmt.Sprintf("%d.0 kB", bytes/1000), nil
}
"#;
    check(&Bench::new(&[]), "go", "shop_test.go", "shop.Size", "error", ("shop.go", source), |bench| {
        bench.write("go.mod", "module shop\n\ngo 1.19\n");
        go.run(bench.path(), &[])
    });
}

/// Numbers that are hard to write: beyond 64 and 128 bits, without a finite value, with the least and the greatest one.
const NUMBERS: [(&str, &str); 6] = [
    ("9223372036854775808", "NaN"),
    ("-170141183460469231731687303715884105728", "inf"),
    ("1606938044258990275541962092341162602522202993782792835301376", "-inf"),
    ("0", "-0.0"),
    ("-1", "5e-324"),
    ("9007199254740993", "1.7976931348623157e308"),
];

/// What `show` below does, in any of the languages: the digits, and the bits in hexadecimal.
pub(super) fn numbers() -> Dossier {
    let signature = Signature::parse(["n:bigint", "x:f64"]).unwrap();
    let side = |(n, x): (&str, &str)| {
        let value: f64 = x.parse().unwrap();
        let bits = if value.is_nan() { "NaN".to_string() } else { format!("{:016x}", value.to_bits()) };
        let input = signature.read(&[n, x], None).unwrap();
        Observation { input, outcome: Outcome::valid("String", format!("{n} {bits}")) }
    };
    let pairs = NUMBERS.chunks_exact(2);
    let pairs = pairs.map(|p| Candidate { left: side(p[0]), right: side(p[1]), score: 1.0, count: 1 });
    let candidates: Vec<Candidate> = pairs.collect();
    let summary = autobva::summary::summarize(&signature, &candidates, &SummarySettings::default()).unwrap();
    let target = TargetInfo { name: "show".into(), signature };
    Dossier { target, called: None, runs: vec![], candidates, summary, decisions: vec![], landscape: None }
}

#[test]
fn numbers_in_rust() {
    let source = r#"
pub struct Digits(String);

impl std::str::FromStr for Digits {
    type Err = String;

    fn from_str(text: &str) -> Result<Digits, String> {
        Ok(Digits(text.to_string()))
    }
}

/// Takes any whole number, in a literal or parsed.
pub fn show(n: Digits, x: f64) -> String {
    let bits = if x.is_nan() { "NaN".to_string() } else { format!("{:016x}", x.to_bits()) };
    format!("{} {bits}", n.0)
}
"#;
    // What no type of Rust holds is parsed into whatever the function takes; all others are plain literals.
    let is_beyond = |candidate: &Candidate| candidate.left.input.to_string().starts_with("160693");
    let (mut within, mut beyond) = (numbers(), numbers());
    within.candidates.retain(|candidate| !is_beyond(candidate));
    beyond.candidates.retain(is_beyond);
    beyond.candidates.iter_mut().for_each(|candidate| candidate.right = candidate.left.clone());
    for (mut dossier, source) in
        [(within, source.replace("n: Digits", "n: i128").replace("n.0", "n")), (beyond, source.to_string())]
    {
        let (signature, candidates) = (&dossier.target.signature, &dossier.candidates);
        dossier.summary =
            autobva::summary::summarize(signature, candidates, &SummarySettings::default()).unwrap();
        let bench = Bench::new(&[("shop.rs", source.as_str())]);
        bench.export(&dossier, "rust", Some("shop::show"), "tests.rs");
        runners::rust(bench.path(), Some("shop.rs"), "tests.rs").passes(&["ok"]);
    }
}

#[test]
fn numbers_in_javascript() {
    let Some(jest) = runners::jest() else { return };
    let source = r#"
exports.show = (n, x) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0).toString(16).padStart(16, "0");
  return `${n} ${Number.isNaN(x) ? "NaN" : bits}`;
};
"#;
    let bench = Bench::new(&[("shop.js", source), ("package.json", "{}")]);
    bench.export(&numbers(), "jest", Some("./shop.js:show"), "show.test.js");
    jest.run(bench.path(), &["show.test.js"]).passes(&["9007199254740993"]);
}

#[test]
fn numbers_in_go() {
    let Some(go) = runners::go() else { return };
    let source = r#"
package shop

import (
	"fmt"
	"math"
	"math/big"
)

func Show(n *big.Int, x float64) string {
	if math.IsNaN(x) {
		return n.String() + " NaN"
	}
	return fmt.Sprintf("%s %016x", n, math.Float64bits(x))
}
"#;
    let bench = Bench::new(&[("shop.go", source), ("go.mod", "module shop\n\ngo 1.19\n")]);
    bench.export(&numbers(), "go", Some("shop.Show"), "shop_test.go");
    go.run(bench.path(), &[]).passes(&["PASS"]);
}
