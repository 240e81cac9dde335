//! Texts and numbers that are hard to write, read back by the real languages.

use super::runners::{self, Ran};
use super::subjects::{Bench, program, target};

/// What ends a literal, a comment, a line or a table cell somewhere, and what editors do not show.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "\\",
    "`",
    "${x}",
    "{}",
    "{0}",
    "%s",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\0",
    "\x07",
    "\x1b[31m",
    "*/",
    "//",
    "#",
    "\"\"\"",
    "'''",
    "\\u000a",
    "\\n",
    "|",
    "<output>",
    "é",
    "漢字",
    "🎉",
    "\u{301}",
    "\u{202e}",
    "\u{2028}",
    "\u{feff}",
    "\u{7f}",
    "\u{85}",
    "\u{10ffff}",
    "a",
    "B",
    "0",
    " ",
    "  ",
    "\\x41",
    "\u{e000}",
    "$",
    "-",
    "١",
];

/// Each piece alone and between letters, and some in a row.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = PIECES.iter().map(|piece| format!("{piece}.")).collect();
    texts.extend(PIECES.iter().map(|piece| format!("x{piece}y")));
    let mut state = 7_u64;
    let mut draw = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        PIECES[(state >> 33) as usize % PIECES.len()]
    };
    texts.extend((0..40).map(|_| (0..6).map(|_| draw()).collect::<String>() + "."));
    texts
}

/// Exports tests that send every text to a program, and expect its output: the bytes in hexadecimal, and the text.
pub(super) fn check(bench: &Bench, format: &str, file: &str, run: impl Fn(&Bench) -> Ran) {
    let texts = texts();
    let rows: Vec<[&str; 1]> = texts.iter().map(|text| [text.as_str()]).collect();
    let pairs: Vec<[&[&str]; 2]> = rows.chunks_exact(2).map(|pair| [&pair[0][..], &pair[1][..]]).collect();
    for words in [&["od", "-An", "-v", "-tx1", "{-}"][..], &["cat", "{-}"]] {
        let dossier = bench.observe(program(words, &["s:str"]), &["s:str"], &pairs);
        assert!(dossier.candidates.len() > 60);
        bench.export(&dossier, format, None, file);
        run(bench).passes(&[]);
    }
}

#[test]
fn texts_in_python() {
    let Some(unittest) = runners::unittest() else { return };
    check(&Bench::new(&[]), "unittest", "test_texts.py", |bench| unittest.run(bench.path(), &["test_texts"]));
}

#[test]
fn texts_in_rust() {
    check(&Bench::new(&[]), "rust", "tests.rs", |bench| runners::rust(bench.path(), None, "tests.rs"));
}

#[test]
fn texts_in_javascript() {
    let Some(jest) = runners::jest() else { return };
    check(&Bench::new(&[]), "jest", "texts.test.js", |bench| {
        bench.write("package.json", "{}");
        jest.run(bench.path(), &["texts.test.js"])
    });
}

#[test]
fn texts_in_go() {
    let Some(go) = runners::go() else { return };
    check(&Bench::new(&[]), "go", "texts_test.go", |bench| {
        bench.write("go.mod", "module example\n\ngo 1.19\n");
        go.run(bench.path(), &[])
    });
}

const SHOW: &str = r#"
def parts(s: str, x: float):
    return {s, repr(x)}


def show(n: int, x: float, s: str):
    return f"{n!r} {x!r} {s!r}"
"#;

#[test]
fn numbers_in_python() {
    let Some(unittest) = runners::unittest() else { return };
    let bench = Bench::new(&[("show.py", SHOW)]);
    let pairs: &[[&[&str]; 2]] = &[
        [&["-170141183460469231731687303715884105728", "NaN", ""], &["true", "inf", "'"]],
        [&["340282366920938463463374607431768211455", "-inf", "\""], &["false", "-0.0", "\\"]],
        [&["-1", "5e-324", "'\""], &["0", "1.7976931348623157e308", "\n"]],
        [&["9007199254740993", "0.1", "é"], &["-0", "1e21", "🎉"]],
    ];
    let declared = ["n:int", "x:f64", "s:str"];
    let dossier = bench.observe(target("show.py:show"), &declared, pairs);
    let text = bench.export(&dossier, "unittest", None, "test_show.py");
    assert!(!text.contains("subprocess"), "the function is called directly");
    unittest.run(bench.path(), &["test_show"]).passes(&["Ran 8 tests"]);
}

#[test]
fn values_keep_their_types_through_autobva() {
    let Some(unittest) = runners::unittest() else { return };
    let bench = Bench::new(&[("show.py", SHOW)]);
    let pairs: &[[&[&str]; 2]] =
        &[[&["", "NaN"], &["a,\"b\"\n", "-0.0"]], [&["-1", "inf"], &["\0\u{202e}🎉\r\n ", "1e300"]]];
    let dossier = bench.observe(target("show.py:parts"), &["s:str", "x:f64"], pairs);
    let text = bench.export(&dossier, "unittest", None, "test_show.py");
    assert!(text.contains("\"autobva\", \"call\""), "the order of a set differs from run to run");
    unittest.run(bench.path(), &["test_show"]).passes(&["Ran 4 tests"]);
    bench.write("show.py", &SHOW.replace("{s, repr(x)}", "{s + s, repr(x)}"));
    unittest.run(bench.path(), &["test_show"]).fails(&["failures=3"]);
}
