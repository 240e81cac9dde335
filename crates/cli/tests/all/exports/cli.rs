//! `autobva export` as a user meets it.

use super::runners;
use super::subjects::Bench;
use crate::program::{self, run_in};

fn done(bench: &Bench, arguments: &[&str]) -> String {
    program::success(&run_in(bench.path(), arguments))
}

fn refusal(bench: &Bench, arguments: &[&str]) -> String {
    program::refusal(&run_in(bench.path(), arguments))
}

/// A folder in which the boundaries of a built-in example are in `found.csv`.
fn found() -> Bench {
    let bench = Bench::new(&[]);
    let words = [
        "find",
        "bmi_class",
        "--max-calls",
        "3000",
        "--seed",
        "7",
        "--format",
        "csv",
        "-o",
        "found.csv",
        "-q",
    ];
    done(&bench, &words);
    bench
}

const SHOP: &str = r#"
import enum


class Size(enum.Enum):
    SMALL = "s"
    LARGE = "l"


class Account:
    def __init__(self):
        self.balance = 100

    def withdraw(self, amount: int) -> int:
        if amount > self.balance:
            raise ArithmeticError("not enough")
        return self.balance - amount

    @staticmethod
    def fee(amount: int) -> str:
        return "none" if amount < 1000 else "one"


async def later(n: int):
    return None if n < 5 else n > 7


def discount(n: int, table=object, *, vip: bool = False):
    return "half" if vip and n >= 10 else "full"


def price(n: int, size: Size):
    return f"{size.name} {n >= 3}"
"#;

/// Finds, exports, runs, moves a boundary by one, and runs again.
fn check_python(target: &str, more: &[&str], says: &str, moved: (&str, &str)) {
    let Some(unittest) = runners::unittest() else { return };
    let place = target.split_once(':').unwrap().0;
    let file = if place.ends_with(".py") { place.to_string() } else { place.replace('.', "/") + ".py" };
    let bench = Bench::new(&[(file.as_str(), SHOP), ("shop/__init__.py", "")]);
    done(
        &bench,
        &["find", target, "--max-calls", "3000", "--seed", "7", "--format", "csv", "-o", "found.csv"],
    );
    std::fs::create_dir(bench.path().join("tests")).unwrap();
    let words = ["export", "found.csv", "--to", "unittest", "--call", target, "-o", "tests/test_it.py"];
    done(&bench, &[&words[..], more].concat());
    let text = std::fs::read_to_string(bench.path().join("tests/test_it.py")).unwrap();
    assert!(text.contains(says), "{says} is not in:\n{text}");
    let run = || unittest.run(&bench.path().join("tests"), &["test_it"]);
    run().passes(&["OK"]);
    bench.write(&file, &SHOP.replace(moved.0, moved.1));
    run().fails(&["FAILED"]);
}

#[test]
fn methods_are_called_on_new_objects() {
    check_python(
        "shop.parts:Account.withdraw",
        &["--all"],
        "Account().withdraw(101)",
        ("> self.balance", "> self.balance + 1"),
    );
}

#[test]
fn static_methods_are_not() {
    check_python("shop-2.py:Account.fee", &["--all"], "Account.fee(1000), \"one\"", ("< 1000", "< 1001"));
}

#[test]
fn coroutines_are_awaited_and_types_are_told_apart() {
    check_python("shop/parts.py:later", &["--all"], "result = asyncio.run(later(4))", ("< 5", "< 6"));
}

#[test]
fn keywords_are_given_by_name() {
    check_python("shop-2.py:discount", &["--all"], "discount(10, vip=True)", ("n >= 10", "n >= 11"));
}

#[test]
fn choices_are_given_as_what_they_are() {
    check_python("shop-2.py:price", &["--all"], "price(3, Size.SMALL)", ("n >= 3", "n >= 4"));
}

/// A function with a limit that its own file defines or imports.
fn limited(front: &str, limit: &str) -> String {
    format!(
        "{front}\n\ndef f(n: int) -> str:\n    if n < 0:\n        raise ValueError('negative')\n    \
         return 'low' if n < {limit} else 'quite high'\n"
    )
}

/// Tests of one target in `tests/NAME.py`.
fn unittests_of(bench: &Bench, target: &str, name: &str) {
    let campaign = format!("{name}.autobva");
    done(bench, &["find", target, "-q", "--max-calls", "600", "--seed", "1", "--campaign", &campaign]);
    done(bench, &["export", &campaign, "--to", "unittest", "-o", &format!("tests/{name}.py")]);
}

#[test]
fn what_is_true_is_no_text_that_says_so() {
    let Some(unittest) = runners::unittest() else { return };
    let source = |answer: &str| format!("def f(n: int) -> bool:\n    return {answer}\n");
    let bench = Bench::new(&[("yes.py", &source("n >= 10"))]);
    std::fs::create_dir(bench.path().join("tests")).unwrap();
    unittests_of(&bench, "yes.py:f", "test_yes");
    let run = || unittest.run(&bench.path().join("tests"), &["test_yes"]);
    run().passes(&["OK"]);
    bench.write("yes.py", &source("str(n >= 10)"));
    run().fails(&["'False' is not False"]);
    let text = done(&bench, &["export", "test_yes.autobva", "--to", "pytest"]);
    assert!(text.contains("assert f(n) is expected\n"), "{text}");
}

#[test]
fn files_of_one_name_are_told_apart() {
    let Some(unittest) = runners::unittest() else { return };
    let files = ["eu/shop.py", "us/shop.py", "lib/calendar.py", "my lib/p-q.py"];
    let names = ["test_eu", "test_us", "test_calendar", "test_hyphen"];
    let bench = Bench::new(&[("my lib/helper.py", "LIMIT = 50\n")]);
    std::fs::create_dir(bench.path().join("tests")).unwrap();
    for file in files {
        let (front, limit) =
            if file.starts_with("my") { ("from helper import LIMIT", "LIMIT") } else { ("", "50") };
        bench.write(file, &limited(front, limit));
    }
    for (file, name) in files.iter().zip(names) {
        unittests_of(&bench, &format!("{file}:f"), name);
    }
    let run = || unittest.run(&bench.path().join("tests"), &names);
    run().passes(&[]);
    bench.write("us/shop.py", &limited("", "51"));
    run().fails(&["test_us"]);
    bench.write("us/shop.py", &limited("", "50"));
    bench.write("my lib/helper.py", "LIMIT = 51\n");
    run().fails(&["test_hyphen", "FAIL: test_f_n_49_low_50_quite_high (test_hyphen."]);
}

#[test]
fn what_would_not_work_is_refused() {
    let bench = found();
    let refused = |more: &[&str]| refusal(&bench, &[&["export", "found.csv"], more].concat());
    let message = refused(&["--to", "pytest"]);
    assert!(message.contains("does not say how found is called; give a campaign"), "{message}");
    assert!(refused(&["--to", "junit"]).contains("did you mean 'junit5'?"));
    assert!(refused(&["--to", "csv", "--only", "debug"]).contains("that were found is debug"));
    let message = refused(&["--to", "csv", "--only", "later"]);
    assert!(
        message.contains("'later' is no decision") && message.contains("refine, zoom and undecided"),
        "{message}"
    );
    for format in ["csv", "json"] {
        let message = refused(&["--to", format, "--call", "bmi.py:classify"]);
        let expected =
            format!("--call is for tests, and {format} holds the candidates as they are; leave --call");
        assert!(message.contains(&expected), "{message}");
    }
    for (format, expected) in [
        ("pytest", "write file.py:function"),
        ("rust", "my_crate::discount"),
        ("jest", "./shop.js:discount"),
        ("junit5", "com.acme.Shop.discount"),
        ("go", "shop.Discount"),
    ] {
        let message = refused(&["--to", format, "--call", "a b;(", "-o", "out"]);
        assert!(message.contains(expected), "{message}");
        assert!(!bench.path().join("out").exists());
    }
    assert!(refusal(&bench, &["export", "missing.csv", "--to", "csv"]).contains("cannot read missing.csv"));
}

#[test]
fn tables_hold_the_representatives_or_all() {
    let bench = found();
    let all = done(&bench, &["export", "found.csv", "--to", "csv", "--all"]);
    let few = done(&bench, &["export", "found.csv", "--to", "csv"]);
    assert!(few.lines().count() < all.lines().count());
    assert_eq!(
        all.lines().count(),
        std::fs::read_to_string(bench.path().join("found.csv")).unwrap().lines().count()
    );
    let json: serde_json::Value =
        serde_json::from_str(&done(&bench, &["export", "found.csv", "--to", "json"])).unwrap();
    assert_eq!(json["schema"], "autobva/1");
    let candidates = json["candidates"].as_array().unwrap();
    assert_eq!(candidates.len() + 1, few.lines().count());
    let clusters = json["groups"].as_array().unwrap().iter().flat_map(|g| g["clusters"].as_array().unwrap());
    let representatives = candidates.iter().filter(|candidate| candidate["representative"] == true);
    assert_eq!(representatives.count(), clusters.count());
    let sizes = json["groups"].as_array().unwrap().iter().map(|group| group["size"].as_u64().unwrap());
    assert_eq!(sizes.sum::<u64>(), candidates.len() as u64);
}

#[test]
fn every_format_is_listed_and_exports_to_a_file() {
    let bench = found();
    let list = done(&bench, &["list", "--format", "json"]);
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let formats = list["export_formats"].as_array().unwrap();
    assert_eq!(formats.len(), 9);
    for format in formats {
        let name = format["name"].as_str().unwrap();
        let call = CALLS.iter().find(|(format, _)| *format == name).map(|(_, call)| ["--call", call]);
        let call = call.as_ref().map_or(&[][..], |call| call);
        done(&bench, &[&["export", "found.csv", "--to", name, "-o", name], call].concat());
        assert!(bench.path().join(name).metadata().unwrap().len() > 500, "{name}");
    }
}

/// The formats that have a template, with a function to call.
const CALLS: [(&str, &str); 7] = [
    ("pytest", "bmi.py:classify"),
    ("unittest", "bmi.py:classify"),
    ("rust", "bmi::classify"),
    ("jest", "./bmi.js:classify"),
    ("junit5", "com.acme.Bmi.classify"),
    ("go", "bmi.Classify"),
    ("gherkin", "bmi.Classify"),
];

#[test]
fn a_template_that_is_shown_makes_the_same_file() {
    let bench = found();
    for (format, call) in CALLS {
        let words = ["export", "found.csv", "--to", format, "--call", call];
        bench.write("own.j2", &done(&bench, &["export", "--show-template", format]));
        let own = done(&bench, &[&words[..], &["--template", "own.j2"]].concat());
        assert_eq!(own, done(&bench, &words), "{format}");
    }
    bench.write("own.j2", "{% for case in families[0].cases %}\n{{ case.call }}\n{% endfor %}\n");
    let words =
        ["export", "found.csv", "--to", "pytest", "--call", "bmi.py:classify", "--template", "own.j2"];
    let lines = done(&bench, &words);
    assert!(lines.lines().count() > 2 && lines.lines().all(|line| line.starts_with("classify(")), "{lines}");
}

#[test]
fn a_bad_template_is_a_sentence_with_its_line_and_no_file() {
    let bench = found();
    let words = ["export", "found.csv", "--to", "pytest", "--call", "bmi.py:classify", "-o", "test_it.py"];
    let refused = |template: &str| {
        bench.write("own.j2", template);
        let message = refusal(&bench, &[&words[..], &["--template", "own.j2"]].concat());
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
        message
    };
    for (template, expected) in [
        ("a\n{% for x in families %}\n", "own.j2, line 2: unexpected end of input"),
        ("a\n\n{{ familys }}\n", "own.j2, line 3: `familys` is undefined"),
        ("{{ families[0].nam }}", "own.j2, line 1: `families[0].nam` is undefined"),
        ("\n{{ target | shout }}", "own.j2, line 2: filter shout is unknown"),
    ] {
        let message = refused(template);
        assert!(message.contains(expected), "{message}");
        assert!(!bench.path().join("test_it.py").exists(), "{template}");
    }
    done(&bench, &words);
    let before = std::fs::read(bench.path().join("test_it.py")).unwrap();
    refused("{{ familys }}");
    assert!(std::fs::read(bench.path().join("test_it.py")).unwrap() == before);
    let table = ["export", "found.csv", "--to", "csv", "--template", "own.j2"];
    assert!(refusal(&bench, &table).contains("csv holds the candidates as they are, and has no template"));
    let message = refusal(&bench, &["export", "--show-template", "pytst"]);
    assert!(message.contains("did you mean 'pytest'?"), "{message}");
}

#[test]
fn what_is_tested_is_not_overwritten() {
    autobva_testing::needs!("python3");
    let bench = found();
    bench.write("shop/price.py", "def of(n: int):\n    return n < 3\n");
    bench.write("size.sh", "[ $1 -lt 3 ] && echo low || echo high\n");
    bench.write("autobva.lock.toml", "version = 1\n");
    let budget = ["--max-calls", "1000", "--seed", "1", "-q"];
    let find = |more: &[&str]| drop(done(&bench, &[&["find"], &budget[..], more].concat()));
    find(&["shop/price.py:of", "--campaign", "file.autobva"]);
    find(&["shop.price:of", "--campaign", "module.autobva"]);
    find(&["--campaign", "program.autobva", "--arg", "n:int[0..9]", "--", "sh", "size.sh", "{n}"]);
    for (file, output, more) in [
        ("file.autobva", "shop/price.py", &[][..]),
        ("file.autobva", "shop/../shop/price.py", &[]),
        ("module.autobva", "shop/price.py", &[]),
        ("program.autobva", "size.sh", &[]),
        ("program.autobva", "autobva.lock.toml", &[]),
        ("found.csv", "shop/price.py", &["--call", "shop/price.py:of"]),
        ("found.csv", "found.csv", &["--call", "shop/price.py:of"]),
    ] {
        let before = std::fs::read(bench.path().join(output)).unwrap();
        let message = refusal(&bench, &[&["export", file, "--to", "pytest", "-o", output], more].concat());
        assert!(message.contains("would be lost; give the result another name"), "{message}");
        assert!(std::fs::read(bench.path().join(output)).unwrap() == before, "{output}");
    }
    done(&bench, &["export", "file.autobva", "--to", "pytest", "-o", "shop/test_price.py"]);
}

/// From a search to a test that fails when the target changes, with a decision on the way.
#[test]
fn a_campaign_becomes_tests() {
    let Some(unittest) = runners::unittest() else { return };
    let bench = Bench::new(&[]);
    done(
        &bench,
        &["find", "bytecount", "--max-calls", "20000", "--seed", "7", "-q", "--campaign", "found.autobva"],
    );
    let list = done(&bench, &["export", "found.autobva", "--to", "json", "--all"]);
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let rounding =
        list["candidates"].as_array().unwrap().iter().find(|c| c["left"]["input"][0] == "999949").unwrap();
    let id = rounding["id"].to_string();
    done(&bench, &["decide", "found.autobva", &id, "debug", "--note", "not yet 1 MB"]);
    done(&bench, &["export", "found.autobva", "--to", "unittest", "-o", "test_it.py"]);
    let text = std::fs::read_to_string(bench.path().join("test_it.py")).unwrap();
    assert!(text.contains("# Known fault: not yet 1 MB"), "{text}");
    assert!(text.contains("def test_bytecount_bytes_999_gives_999B_1000_gives_1_0_kB(self)"), "{text}");
    assert!(text.contains("def test_bytecount_bytes_boundary_at_999999999999994547404799(self)"), "{text}");
    assert!(text.contains("def test_bytecount_999949_gives_999_9_kB(self)"), "{text}");
    unittest.run(bench.path(), &["test_it"]).passes(&["expected failures=2"]);
    // The same function without the fault.
    bench.write("test_it.py", &text.replace("\"call\", \"bytecount\"", "\"call\", \"bytecount_so\""));
    unittest.run(bench.path(), &["test_it"]).fails(&["unexpected success"]);
}
