//! Exported tests, run by the real runners: they pass on the target as it is, and fail on a target whose boundary was
//! moved by one.

mod cli;
mod direct;
mod java;
mod literals;
mod runners;
mod structured;
mod subjects;

use autobva::Action;
use autobva_report::Dossier;

use runners::Ran;
use subjects::{Bench, decided, program, target};

const SCHOOL: &str = r#"
def grade(points: int) -> str:
    print("noise")
    if points < 0:
        raise ValueError('negative "points"\n')
    return "passed" if points >= 50 else "failed"
"#;

const SIZE: &str = r#"
if [ "$1" -lt 0 ]; then echo "negative: $1" >&2; exit 3; fi
if [ "$1" -lt 1000 ]; then echo "$1B"; else echo "$(($1 / 1000)).0 kB"; fi
"#;

const MENDED_FAULT: &str = "rounds \"up\" ${too} early */ \\";

/// Two boundaries of `grade`.
fn school(bench: &Bench) -> Dossier {
    bench.observe(target("school.py:grade"), &["points:int"], &[[&["49"], &["50"]], [&["-1"], &["0"]]])
}

/// Two boundaries of a shell script.
fn size(bench: &Bench) -> Dossier {
    let invocation = program(&["sh", "size.sh", "{n}"], &["n:int"]);
    bench.observe(invocation, &["n:int"], &[[&["999"], &["1000"]], [&["-1"], &["0"]]])
}

/// Runs exported tests of the shell script on it as it is, with its boundary moved, with a known fault, and with that
/// fault mended.
fn check_program(bench: &Bench, format: &str, file: &str, run: impl Fn(&Bench) -> Ran) {
    bench.write("size.sh", SIZE);
    let dossier = size(bench);
    bench.export(&dossier, format, None, file);
    run(bench).passes(&[]);
    let moved = SIZE.replace("-lt 1000", "-lt 1001");
    bench.write("size.sh", &moved);
    run(bench).fails(&["1000"]);

    bench.write("size.sh", SIZE);
    bench.export(&decided(dossier, 0, Action::Debug, MENDED_FAULT), format, None, file);
    run(bench).passes(&[]);
    bench.write("size.sh", &moved);
    run(bench).fails(&["1000"]);
}

#[test]
fn a_program_that_repeats_its_path_says_the_same_in_a_test() {
    let Some(unittest) = runners::unittest() else { return };
    let bench = Bench::new(&[("size.sh", "[ $1 -lt 10 ] || { echo $0 >&2; exit 1; }")]);
    let invocation = program(&["sh", "size.sh", "{n}"], &["n:int"]);
    let dossier = bench.observe(invocation, &["n:int"], &[[&["9"], &["10"]]]);
    let text = bench.export(&dossier, "unittest", None, "test_size.py");
    assert!(!text.contains("\"autobva\",") && text.contains("size.sh"), "{text}");
    unittest.run(bench.path(), &["test_size"]).passes(&["Ran 2 tests"]);
}

#[test]
fn names_say_what_holds_and_no_more() {
    let bench = Bench::new(&[]);
    let declared = ["year:int", "month:int", "day:int"];
    let pairs: &[[&[&str]; 2]] = &[
        [&["2024", "2", "0"], &["2024", "2", "1"]],
        [&["2023", "2", "28"], &["2023", "2", "29"]],
        [&["2024", "2", "29"], &["2024", "2", "30"]],
    ];
    let dossier = bench.observe(target("date"), &declared, pairs);
    let text = bench.export(&dossier, "unittest", None, "test_date.py");
    let mut names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("    def ")?.strip_suffix("(self):")).collect();
    names.sort_unstable();
    // Day 29 is rejected in one year and accepted in another.
    let expected = [
        "test_date_day_0_is_rejected",
        "test_date_day_30_is_rejected",
        "test_date_year_2023_month_2_day_28_is_accepted",
        "test_date_year_2023_month_2_day_29_is_rejected",
        "test_date_year_2024_month_2_day_1_is_accepted",
        "test_date_year_2024_month_2_day_29_is_accepted",
    ];
    assert_eq!(names, expected);
}

/// A note of several lines stays one, in comments as in literals.
#[test]
fn notes_keep_their_lines() {
    autobva_testing::needs!("python3");
    let bench = Bench::new(&[("school.py", SCHOOL)]);
    let note = "rounds up – why?\nfmt: off\n\x1b[31m\tsee #12";
    let dossier = decided(school(&bench), 0, Action::Debug, note);
    let python = bench.export(&dossier, "unittest", None, "test_it.py");
    let lines = ["# Known fault: rounds up – why?", "#   fmt: off", "#   <U+001B>[31m    see #12"];
    let comment =
        |mark: &str, margin: &str| lines.map(|line| format!("{margin}{}\n", line.replacen('#', mark, 1)));
    assert!(python.contains(&comment("#", "    ").concat()), "{python}");
    let rust = bench.export(&dossier, "rust", None, "it.rs");
    assert!(rust.contains(&comment("//", "").concat()), "{rust}");
    let pytest = bench.export(&dossier, "pytest", None, "test_more.py");
    assert!(pytest.contains(r#"reason="rounds up – why?\nfmt: off\n\x1b[31m\tsee #12""#), "{pytest}");
    if let Some(unittest) = runners::unittest() {
        unittest.run(bench.path(), &["test_it"]).passes(&["expected failures=2"]);
    }
}

#[test]
fn pytest_calls_python_functions() {
    let Some(pytest) = runners::pytest() else { return };
    let bench = Bench::new(&[("school.py", SCHOOL)]);
    let dossier = school(&bench);
    bench.export(&dossier, "pytest", None, "tests/test_grade.py");
    let names =
        ["test_grade[50_gives_passed] PASSED", "test_grade_rejects[minus_1_is_rejected] PASSED", "4 passed"];
    pytest.run(bench.path(), &["tests"]).passes(&names);
    bench.write("school.py", &SCHOOL.replace(">= 50", ">= 51"));
    pytest.run(bench.path(), &["tests"]).fails(&["1 failed, 3 passed"]);
    bench.write("school.py", &SCHOOL.replace("< 0", "< 1"));
    pytest.run(bench.path(), &["tests"]).fails(&["1 failed, 3 passed"]);
    bench.write("school.py", &SCHOOL.replace("negative", "less than no"));
    pytest.run(bench.path(), &["tests"]).fails(&["1 failed, 3 passed"]);
}

#[test]
fn pytest_expects_known_faults_and_guards_what_is_not_specified() {
    let Some(pytest) = runners::pytest() else { return };
    let bench = Bench::new(&[("school.py", SCHOOL)]);
    let dossier = decided(school(&bench), 0, Action::Debug, MENDED_FAULT);
    bench.export(&dossier, "pytest", None, "tests/test_grade.py");
    pytest.run(bench.path(), &["-rx"]).passes(&["2 passed, 2 xfailed", MENDED_FAULT]);
    bench.write("school.py", &SCHOOL.replace(">= 50", ">= 51"));
    pytest.run(bench.path(), &[]).fails(&["1 failed, 2 passed, 1 xfailed", "XPASS(strict)"]);

    let dossier = decided(school(&bench), 1, Action::Clarify, "is 0 a grade?");
    bench.export(&dossier, "pytest", None, "tests/test_grade.py");
    pytest.run(bench.path(), &["-v"]).passes(&["4 passed"]);
    let exported = std::fs::read_to_string(bench.path().join("tests/test_grade.py")).unwrap();
    assert!(exported.contains("# Not specified yet: is 0 a grade?"));
}

#[test]
fn pytest_starts_programs() {
    let Some(pytest) = runners::pytest() else { return };
    check_program(&Bench::new(&[]), "pytest", "tests/test_size.py", |bench| {
        pytest.run(bench.path(), &["tests"])
    });
}

#[test]
fn unittest_calls_python_functions() {
    let Some(unittest) = runners::unittest() else { return };
    let bench = Bench::new(&[("school.py", SCHOOL)]);
    let dossier = school(&bench);
    bench.export(&dossier, "unittest", None, "tests/test_grade.py");
    let run = |bench: &Bench| unittest.run(&bench.path().join("tests"), &["test_grade"]);
    run(&bench).passes(&["test_grade_50_gives_passed", "test_grade_minus_1_is_rejected", "Ran 4 tests"]);
    bench.write("school.py", &SCHOOL.replace(">= 50", ">= 51"));
    run(&bench).fails(&["FAILED (failures=1)"]);

    bench.write("school.py", SCHOOL);
    let dossier = decided(dossier, 0, Action::Debug, MENDED_FAULT);
    let dossier = decided(dossier, 1, Action::Clarify, "is 0 a grade?");
    bench.export(&dossier, "unittest", None, "tests/test_grade.py");
    run(&bench).passes(&["OK (expected failures=2)"]);
    bench.write("school.py", &SCHOOL.replace(">= 50", ">= 51"));
    run(&bench).fails(&["FAILED (expected failures=1, unexpected successes=1)"]);
}

#[test]
fn unittest_starts_programs() {
    let Some(unittest) = runners::unittest() else { return };
    check_program(&Bench::new(&[]), "unittest", "test_size.py", |bench| {
        unittest.run(bench.path(), &["test_size"])
    });
}

#[test]
fn rust_starts_programs() {
    check_program(&Bench::new(&[]), "rust", "tests/size.rs", |bench| {
        runners::rust(bench.path(), None, "tests/size.rs")
    });
}

#[test]
fn jest_starts_programs() {
    let Some(jest) = runners::jest() else { return };
    check_program(&Bench::new(&[]), "jest", "tests/size.test.js", |bench| {
        bench.write("package.json", "{}");
        jest.run(bench.path(), &["tests/size.test.js"])
    });
}

#[test]
fn go_starts_programs() {
    let Some(go) = runners::go() else { return };
    check_program(&Bench::new(&[]), "go", "tests/size_test.go", |bench| {
        bench.write("go.mod", "module example\n\ngo 1.19\n");
        go.run(bench.path(), &[])
    });
}

/// A file that the page about exports shows.
fn documented(name: &str) -> String {
    let page = include_str!("../../../../../docs/exports.md");
    let start = page.find(&format!("title=\"{name}\"\n")).expect("the page shows the file");
    let rest = page[start..].split_once('\n').unwrap().1;
    rest.split_once("\n```").unwrap().0.to_string() + "\n"
}

#[test]
fn behave_reads_features() {
    let Some(behave) = runners::behave() else { return };
    let name = "features/steps/autobva_steps.py";
    let steps = documented(name);
    let run = |bench: &Bench| {
        bench.write(name, &steps);
        behave.run(bench.path(), &["--no-color"])
    };
    check_program(&Bench::new(&[]), "gherkin", "features/size.feature", run);
    let bench = Bench::new(&[("school.py", SCHOOL)]);
    let dossier = decided(school(&bench), 1, Action::Clarify, "is 0 a grade?");
    bench.export(&dossier, "gherkin", None, "features/grade.feature");
    run(&bench).passes(&["4 scenarios passed, 0 failed"]);
    bench.write("school.py", &SCHOOL.replace(">= 50", ">= 51"));
    run(&bench).fails(&["3 scenarios passed, 1 failed"]);
}
