//! Tests that call a function of their own language, named by `--call`.

use autobva::{Action, Candidate, Invocation, Observation, Outcome, Signature, SummarySettings, TargetInfo};
use autobva_report::Dossier;

use crate::runners::{self, Ran};
use crate::subjects::{Bench, decided};

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
    let invocation: Option<Invocation> = None;
    Dossier { target, invocation, runs: vec![], candidates, summary, decisions: vec![] }
}

/// Runs exported tests on a function as it is, with its boundary moved, with a known fault, and with that mended.
fn check(
    format: &str,
    file: &str,
    call: &str,
    error: &str,
    source: (&str, &str),
    run: impl Fn(&Bench) -> Ran,
) {
    let bench = Bench::new(&[source]);
    let moved = source.1.replace("< 1000", "< 1001");
    assert_ne!(moved, source.1);
    bench.export(&sizes(error), format, Some(call), file);
    run(&bench).passes(&[]);
    bench.write(source.0, &moved);
    run(&bench).fails(&["1000"]);
    bench.write(source.0, &source.1.replace("< 0", "< -1"));
    run(&bench).fails(&["1"]);

    bench.write(source.0, source.1);
    bench.export(
        &decided(sizes(error), 0, Action::Debug, "a note: \"{}\" */ \\u000a"),
        format,
        Some(call),
        file,
    );
    run(&bench).passes(&[]);
    bench.write(source.0, &moved);
    run(&bench).fails(&["1000"]);
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
    check("rust", "tests.rs", "shop::size", "String", ("shop.rs", source), |bench| {
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
    check("rust", "tests.rs", "shop::size", "panic", ("shop.rs", source), |bench| {
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
    check("jest", "tests/size.test.js", "./shop.js:size", "RangeError", ("shop.js", source), |bench| {
        bench.write("package.json", "{}");
        jest.run(bench.path(), &["tests/size.test.js"])
    });
}

#[test]
fn junit_calls_a_method() {
    let Some(junit) = runners::junit() else { return };
    let source = r#"
package com.acme;

class Shop {
  static String size(long bytes) {
    if (bytes < 0) throw new IllegalArgumentException("a \"negative\" size: " + bytes);
    return bytes < 1000 ? bytes + "B" : bytes / 1000 + ".0 kB";
  }
}
"#;
    let (call, error) = ("com.acme.Shop.size", "IllegalArgumentException");
    check("junit5", "ShopTest.java", call, error, ("Shop.java", source), |bench| {
        runners::run_junit(&junit, bench.path(), &["Shop.java", "ShopTest.java"], "com.acme.ShopTest")
    });
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
    check("go", "shop_test.go", "shop.Size", "error", ("shop.go", source), |bench| {
        bench.write("go.mod", "module shop\n\ngo 1.19\n");
        runners::is_formatted(bench.path(), &["gofmt", "-l", "shop_test.go"]);
        go.run(bench.path(), &[])
    });
}
