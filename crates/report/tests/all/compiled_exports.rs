//! Exports that are hard to compile: names that the tests use themselves, many cases, long texts. Real compilers read
//! them.

use std::path::Path;
use std::process::Command;

use crate::common::{calling, found, pair, program, side};
use autobva_core::{Action, Candidate, Decision, Observation, Outcome, ProgramCall, Scope};
use autobva_report::{Dossier, ExportSettings, export, exporter};
use autobva_testing::{needs, tool};
use tempfile::{TempDir, tempdir};

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Runs a program of the machine in a folder; without it, the test counts as skipped.
#[track_caller]
fn succeeds(folder: &Path, program: &str, words: &[&str]) {
    if let Some(path) = tool(program) {
        runs(folder, &path, words);
    }
}

/// Runs a program in a folder.
#[track_caller]
fn runs(folder: &Path, program: &Path, words: &[&str]) {
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).env("PYTHONPATH", folder).env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{program:?} {words:?}:\n{said}");
}

/// A script that stands in for a test runner.
fn stand_in(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/all/exports");
    folder.join(name).display().to_string()
}

/// As much of JUnit as exported tests are compiled with.
const JUNIT: [(&str, &str); 5] = [
    (
        "junit/Assertions.java",
        "package org.junit.jupiter.api;\npublic class Assertions {\n\
         public static void assertEquals(Object expected, Object seen, String message) {}\n}\n",
    ),
    (
        "junit/Assumptions.java",
        "package org.junit.jupiter.api;\npublic class Assumptions {\n\
         public static void assumeTrue(boolean holds, String message) {}\n}\n",
    ),
    (
        "junit/ParameterizedTest.java",
        "package org.junit.jupiter.params;\npublic @interface ParameterizedTest { String name(); }\n",
    ),
    (
        "junit/Arguments.java",
        "package org.junit.jupiter.params.provider;\npublic interface Arguments {\n\
         static Arguments arguments(Object... values) { return null; }\n}\n",
    ),
    (
        "junit/MethodSource.java",
        "package org.junit.jupiter.params.provider;\npublic @interface MethodSource {}\n",
    ),
];

/// Compiles Java files together with what stands for JUnit.
#[track_caller]
fn compiles_in_java(files: &[(String, String)]) {
    let folder = folder(&JUNIT);
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    let junit = JUNIT.iter().map(|(name, _)| *name);
    let names: Vec<&str> = junit.chain(files.iter().map(|(name, _)| name.as_str())).collect();
    // Flags for short runs: no second compiler and no threads of the garbage collector.
    let quick_start = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"];
    succeeds(folder.path(), "javac", &[&quick_start[..], &["-d", "out"], &names].concat());
}

/// Every name in a text.
fn names_in(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut names: Vec<String> =
        words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())).map(String::from).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Marks the first boundary as a known fault and the second one as not specified.
fn marked(mut dossier: Dossier) -> Dossier {
    for (candidate, action) in [Action::Debug, Action::Clarify].into_iter().enumerate() {
        dossier.decisions.push(Decision {
            candidate,
            scope: Scope::Candidate,
            action,
            note: "a note".into(),
        });
    }
    dossier
}

/// What `echo` does with arguments of these names.
fn echoed(names: &[String]) -> Dossier {
    let declared: Vec<String> = names.iter().map(|name| format!("{name}:int")).collect();
    let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
    let values = |first: &str| -> Vec<String> {
        std::iter::once(first).chain(names.iter().skip(1).map(|_| "1")).map(String::from).collect()
    };
    let side = |first: u8| {
        let values = values(&first.to_string());
        side(&declared, &values.iter().map(String::as_str).collect::<Vec<_>>(), &values.join(" "))
    };
    let candidate = |first: u8| Candidate { left: side(first), right: side(first + 1), score: 1.0, count: 1 };
    let mut dossier = marked(found(&declared, [1, 3, 5].map(candidate).to_vec()));
    let words = names.iter().map(|name| format!("{{{name}}}"));
    let words = std::iter::once("echo".to_string()).chain(words).collect();
    dossier.called = Some(program(ProgramCall::new(words), &declared));
    dossier
}

/// Tests of a program whose arguments have all the names that occur in such tests.
fn echo_tests(format: &str) -> String {
    let settings = ExportSettings { all: true, ..ExportSettings::default() };
    let tests = |dossier: &Dossier| export(dossier, exporter(format).unwrap(), &settings).unwrap().text;
    let plain = tests(&echoed(&["n".to_string()]));
    let keyword = |name: &String| !name.starts_with("test_") && name != "n";
    let names: Vec<String> = names_in(&plain).into_iter().filter(keyword).collect();
    assert!(names.len() > 30 && !plain.contains("autobva\""), "{plain}");
    tests(&echoed(&names))
}

#[test]
fn arguments_of_programs_may_have_the_names_of_the_tests_in_python() {
    let folder = folder(&[("u/test_u.py", &echo_tests("unittest")), ("p/test_p.py", &echo_tests("pytest"))]);
    succeeds(folder.path(), "python3", &["-m", "unittest", "u/test_u.py"]);
    succeeds(folder.path(), "python3", &[&stand_in("pytest_stand_in.py"), "p"]);
}

#[test]
fn arguments_of_programs_may_have_the_names_of_the_tests_in_javascript() {
    let folder = folder(&[("echo.test.js", &echo_tests("jest"))]);
    succeeds(folder.path(), "node", &[&stand_in("jest_stand_in.js"), "echo.test.js"]);
}

#[test]
fn arguments_of_programs_may_have_the_names_of_the_tests_in_go() {
    let folder = folder(&[("echo_test.go", &echo_tests("go")), ("go.mod", "module boundaries\n\ngo 1.19\n")]);
    succeeds(folder.path(), "go", &["vet", "./..."]);
}

#[test]
fn arguments_of_programs_may_have_the_names_of_the_tests_in_rust() {
    let folder = folder(&[("tests.rs", &echo_tests("rust"))]);
    succeeds(folder.path(), "rustc", &["--edition", "2024", "--test", "tests.rs", "-o", "tests"]);
    runs(folder.path(), Path::new("./tests"), &[]);
}

/// What `behave` does in any of the languages: it tells odd numbers from even ones and fails for negative ones. The
/// arguments that come after the number change nothing.
fn behaviour(error: &str, more: &[String]) -> Dossier {
    let declared: Vec<String> = more.iter().map(|name| format!("{name}:i64")).collect();
    let declared: Vec<&str> = std::iter::once("n:i64").chain(declared.iter().map(String::as_str)).collect();
    let side = |n: i64| {
        let text = n.to_string();
        let values: Vec<&str> = std::iter::once(text.as_str()).chain(more.iter().map(|_| "7")).collect();
        let outcome = match n {
            ..0 => Outcome::error(error.to_string(), "negative"),
            n if n % 2 == 1 => Outcome::valid("Odd", "odd"),
            _ => Outcome::valid("str", "even"),
        };
        Observation { outcome, ..side(&declared, &values, "") }
    };
    let candidate = |(left, right)| Candidate { left: side(left), right: side(right), score: 1.0, count: 1 };
    marked(found(&declared, [(-5, 6), (7, 8), (0, 1), (-1, 2), (3, -2)].map(candidate).to_vec()))
}

/// The function `behave` under each of these names, in Python. What it raises is no `Exception`.
fn python_functions(names: &[String]) -> String {
    format!(
        "class Stop(BaseException):\n    pass\n\n\nclass Odd(str):\n    pass\n\n\n\
         def behave(n, *more, Stop=Stop, Odd=Odd):\n    if n < 0:\n        raise Stop(\"negative\")\n    \
         return Odd(\"odd\") if n % 2 else \"even\"\n\n\nglobals().update(dict.fromkeys({names:?}, behave))\n",
    )
}

/// Names in a text that Python does not keep for itself.
fn python_names(text: &str) -> Vec<String> {
    const KEYWORDS: [&str; 21] = [
        "False", "None", "True", "and", "as", "assert", "class", "def", "except", "for", "from", "if",
        "import", "in", "is", "not", "or", "raise", "return", "try", "with",
    ];
    names_in(text).into_iter().filter(|name| !KEYWORDS.contains(&name.as_str())).collect()
}

#[test]
fn python_functions_may_have_the_names_of_the_tests() {
    for (format, words) in [
        ("unittest", ["-m", "unittest", "discover"].map(String::from).to_vec()),
        ("pytest", vec![stand_in("pytest_stand_in.py")]),
    ] {
        let dossier = behaviour("Stop", &[]);
        let mut names = python_names(&calling(&dossier, format, "g:behave"));
        names.extend(["asyncio", "float", "test_behave", "Path"].map(String::from));
        let folder = folder(&[("g.py", &python_functions(&names))]);
        for name in &names {
            let tests = calling(&dossier, format, &format!("g:{name}"));
            write(folder.path(), &format!("test_{name}.py"), &tests);
        }
        succeeds(folder.path(), "python3", &words.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// Exported tests catch exceptions of all kinds, but Ctrl-C must still stop them.
#[test]
fn python_tests_can_be_stopped() {
    let source = "def behave(n):\n    raise KeyboardInterrupt\n";
    needs!("python3");
    let mut rejected = behaviour("Stop", &[]);
    rejected.decisions.clear();
    rejected.candidates.iter_mut().for_each(|candidate| candidate.right = candidate.left.clone());
    rejected.candidates.retain(|candidate| !candidate.left.outcome.is_valid());
    let rejected = found(&["n:i64"], rejected.candidates);
    let faulty = marked(found(&["n:i64"], rejected.candidates[..1].to_vec()));
    let runner = stand_in("pytest_stand_in.py");
    for (dossier, format, words) in [
        (&rejected, "unittest", &["-m", "unittest", "test_g"][..]),
        (&faulty, "unittest", &["-m", "unittest", "test_g"]),
        (&rejected, "pytest", &[runner.as_str()]),
        (&faulty, "pytest", &[runner.as_str()]),
    ] {
        let folder = folder(&[("g.py", source), ("test_g.py", &calling(dossier, format, "g:behave"))]);
        let output = Command::new("python3")
            .args(words)
            .current_dir(&folder)
            .env("PYTHONPATH", folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && said.trim_end().ends_with("KeyboardInterrupt"),
            "{format}: {said}"
        );
    }
}

#[test]
fn python_functions_that_are_loaded_from_a_file_have_aliases_too() {
    let tests = calling(&behaviour("Stop", &[]), "pytest", "my-g.py:kind");
    let folder = folder(&[("my-g.py", &python_functions(&["kind".into()])), ("test_g.py", &tests)]);
    succeeds(folder.path(), "python3", &[&stand_in("pytest_stand_in.py")]);
}

#[test]
fn arguments_of_functions_may_have_the_names_of_the_tests() {
    for (format, call) in [("unittest", "g:behave"), ("pytest", "g:behave"), ("jest", "./g.js:behave")] {
        let plain = calling(&behaviour("Stop", &[]), format, call);
        let names: Vec<String> = names_in(&plain).into_iter().filter(|name| name != "n").collect();
        let tests = calling(&behaviour("Stop", &names), format, call);
        let folder = folder(&[("g.py", &python_functions(&[])), ("g.js", JAVASCRIPT), ("test_g.py", &tests)]);
        write(folder.path(), "g.test.js", &tests);
        match format {
            "unittest" => succeeds(folder.path(), "python3", &["-m", "unittest", "test_g"]),
            "pytest" => succeeds(folder.path(), "python3", &[&stand_in("pytest_stand_in.py")]),
            _ => succeeds(folder.path(), "node", &[&stand_in("jest_stand_in.js"), "g.test.js"]),
        }
    }
}

const JAVASCRIPT: &str = r#"
exports.behave = (n) => {
  if (n < 0) throw Object.assign(new Error("negative"), { name: "Stop" });
  return n % 2 ? "odd" : "even";
};
"#;

#[test]
fn javascript_functions_may_have_the_names_of_the_tests() {
    let dossier = behaviour("Stop", &[]);
    let names = names_in(&calling(&dossier, "jest", "./g.js:behave"));
    let all = format!("{JAVASCRIPT}\nfor (const name of {names:?}) exports[name] = exports.behave;\n");
    let folder = folder(&[("g.js", &all)]);
    for name in &names {
        let tests = calling(&dossier, "jest", &format!("./g.js:{name}"));
        write(folder.path(), &format!("{name}.test.js"), &tests);
    }
    let all: String = names.iter().map(|name| format!("require(\"./{name}.test.js\");\n")).collect();
    write(folder.path(), "all.js", &all);
    succeeds(folder.path(), "node", &[&stand_in("jest_stand_in.js"), "all.js"]);
}

#[test]
fn rust_functions_may_have_the_names_of_the_tests() {
    let dossier = behaviour("String", &[]);
    let mut source = String::new();
    for name in ["seen", "text", "run", "shown", "test", "to_string", "unwrap", "assert_eq"] {
        let function = format!(
            "pub fn {name}(n: i64) -> Result<&'static str, String> {{\n    \
             if n < 0 {{ Err(\"negative\".into()) }} else {{ Ok([\"even\", \"odd\"][n as usize % 2]) }}\n}}\n",
        );
        let tests = calling(&dossier, "rust", &format!("crate::g_{name}::{name}"));
        source += &format!("mod g_{name} {{\n{function}}}\nmod tests_{name} {{\n{tests}}}\n");
    }
    let folder = folder(&[("tests.rs", &source)]);
    succeeds(folder.path(), "rustc", &["--edition", "2024", "--test", "tests.rs", "-o", "tests"]);
    runs(folder.path(), Path::new("./tests"), &[]);
}

#[test]
fn go_functions_may_have_the_names_of_the_tests() {
    let folder = folder(&[("go.mod", "module shop\n\ngo 1.19\n")]);
    let dossier = behaviour("error", &[]);
    for name in ["c", "cases", "err", "failure", "said", "t", "value", "name"] {
        let function =
            format!("package shop\n\nfunc {name}(n int64) (string, error) {{\n\treturn \"\", nil\n}}\n");
        write(folder.path(), &format!("{name}/shop.go"), &function);
        write(
            folder.path(),
            &format!("{name}/shop_test.go"),
            &calling(&dossier, "go", &format!("shop.{name}")),
        );
    }
    succeeds(folder.path(), "go", &["vet", "./..."]);
    let declared = ["n:bigint"];
    let big = ("9223372036854775808", "9223372036854775809");
    let dossier = found(&declared, vec![pair(&declared, 1.0, (&[big.0], "a"), (&[big.1], "b"))]);
    let tests = calling(&dossier, "go", "shop.bigInt");
    assert!(tests.contains("func bigInt_(") && tests.contains("bigInt(c.n)"), "{tests}");
}

/// Classes named like the types that exported tests import, and tests of their methods.
fn java_classes() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for name in ["Arguments", "BigInteger", "Call", "MethodSource", "Outcome", "Stream", "Shop"] {
        let package = name.to_lowercase();
        let parameters = ["com", "Call", "Outcome", "Shop"].map(String::from);
        let class = format!(
            "package com.{package};\nclass {name} {{\n  \
             static String size(long n, long a, long b, long c, long d) {{ return \"\"; }}\n}}\n"
        );
        files.push((format!("{package}/{name}.java"), class));
        let tests = calling(&behaviour("Stop", &parameters), "junit5", &format!("com.{package}.{name}.size"));
        files.push((format!("{package}/SizeBoundariesTest.java"), tests));
    }
    // The same for a class without a package.
    files
        .push(("SizeBoundariesTest.java".into(), calling(&behaviour("Stop", &[]), "junit5", "Outcome.size")));
    let class = "class Outcome {\n  static String size(long n) { return \"\"; }\n}\n";
    files.push(("Outcome.java".into(), class.into()));
    files
}

/// A dossier in which all boundaries are of one cluster, which takes no time to find.
fn one_cluster(declared: &[&str], candidates: Vec<Candidate>) -> Dossier {
    let mut summary = crate::common::date_summary();
    summary.groups.truncate(1);
    summary.groups[0].size = candidates.len();
    summary.groups[0].clusters[0].members = (0..candidates.len()).collect();
    crate::common::dossier(crate::common::findings(declared, candidates), summary)
}

/// Tests of `rows.Shop.size` with that many boundaries, in Java.
fn many(boundaries: usize) -> String {
    let declared = ["x:f64", "s:str", "n:i64"];
    let side = |n: usize| {
        let texts = [format!("{n}.5"), format!("text {n}"), format!("{}", 100_000 + n)];
        side(&declared, &texts.each_ref().map(String::as_str), &format!("output {n}"))
    };
    let candidate = |n: usize| Candidate { left: side(2 * n), right: side(2 * n + 1), score: 1.0, count: 1 };
    calling(&one_cluster(&declared, (0..boundaries).map(candidate).collect()), "junit5", "rows.Shop.size")
}

/// Tests of `texts.Shop.size` with texts beyond what a literal of Java holds.
fn long_texts() -> String {
    let declared = ["x:f64", "s:str", "n:i64"];
    let sides = ["a", "\0", "é", "漢", "🎉"].map(|c| side(&declared, &["1", &c.repeat(70_000), "1"], c));
    let candidates = sides.windows(2).map(|sides| {
        let (left, right) = (sides[0].clone(), sides[1].clone());
        Candidate { left, right, score: 1.0, count: 1 }
    });
    calling(&one_cluster(&declared, candidates.collect()), "junit5", "texts.Shop.size")
}

/// The class `Shop` of a package.
fn shop(package: &str) -> (String, String) {
    let class = "class Shop {\n  static String size(double x, String s, long n) { return s; }\n}\n";
    (format!("{package}/Shop.java"), format!("package {package};\n{class}"))
}

/// Everything that is hard for Java in one compilation, because starting the compiler takes most of the time.
#[test]
fn names_of_the_tests_many_rows_and_long_texts_compile_in_java() {
    let few = many(250);
    assert!(few.contains("boundaries() {\n    return Stream.of(\n        arguments("), "{few}");
    assert!(!few.contains("static class"));
    let rows = many(4000);
    assert_eq!(rows.matches("  static class Boundaries").count(), 16);
    let texts = long_texts();
    assert!(texts.contains("String.join(\"\", \"aaa"));
    let mut files = java_classes();
    files.push(("EchoBoundariesTest.java".into(), echo_tests("junit5")));
    files.extend([shop("rows"), ("rows/Test.java".into(), rows)]);
    files.extend([shop("texts"), ("texts/Test.java".into(), texts)]);
    compiles_in_java(&files);
}
