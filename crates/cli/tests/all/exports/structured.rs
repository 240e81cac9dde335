//! Tests of functions that take lists, records, dates and choices: they are called with what Python makes of them.

use autobva::{Candidate, Observation, Outcome, Signature, SummarySettings, TargetInfo};
use autobva_codec::text::read_input;
use autobva_report::Dossier;

use super::runners;
use super::subjects::Bench;
use crate::program::{self, run_in};

fn done(bench: &Bench, arguments: &[&str]) -> String {
    program::success(&run_in(bench.path(), arguments))
}

const SHOP: &str = r#"
import enum
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Dict, FrozenSet, List, Optional, Tuple

from sizes import Size


@dataclass
class Item:
    qty: int
    price: Decimal = Decimal("9.90")

    def __post_init__(self):
        if self.qty < 1:
            raise ValueError("no quantity")


def fee(items: List[Item], due: date, size: Size, home: Path, tags: FrozenSet[str], pair: Tuple[int, Decimal],
        grace: timedelta, rates: Dict[str, float], note: Optional[str]) -> str:
    assert isinstance(home, Path) and isinstance(tags, frozenset) and isinstance(pair, tuple)
    if not items:
        return "nothing"
    return "%s, %s" % (size.name, "early" if due + timedelta(0) < date(2024, 2, 29) else "late")
"#;

const SIZES: &str = "import enum\n\n\nclass Size(enum.Enum):\n    SMALL = 's'\n    LARGE = 'l'\n";

/// Finds, exports and runs; moves a boundary, and runs again.
fn check(format: &str, run: impl Fn(&Bench) -> runners::Ran) -> String {
    let bench = Bench::new(&[("shop.py", SHOP), ("sizes.py", SIZES)]);
    std::fs::create_dir(bench.path().join("tests")).unwrap();
    done(
        &bench,
        &["find", "shop.py:fee", "-q", "--max-calls", "4000", "--seed", "1", "--campaign", "fee.autobva"],
    );
    done(&bench, &["export", "fee.autobva", "--to", format, "-o", "tests/test_fee.py"]);
    run(&bench).passes(&[]);
    bench.write("shop.py", &SHOP.replace("if not items", "if len(items) < 2"));
    run(&bench).fails(&[]);
    std::fs::read_to_string(bench.path().join("tests/test_fee.py")).unwrap()
}

const WRITTEN: &[&str] = &[
    "from shop import Item, fee  # noqa: E402\nfrom sizes import Size  # noqa: E402\n",
    "import datetime\n",
    "from decimal import Decimal\nfrom pathlib import Path\n",
    "Item(qty=1, price=Decimal(\"",
    "datetime.date(20",
    "datetime.timedelta(",
    "Size.SMALL",
    "Path(\"",
    "frozenset(",
    "None",
];

#[test]
fn pytest_makes_the_values() {
    let Some(pytest) = runners::pytest() else { return };
    let text = check("pytest", |bench| pytest.run(bench.path(), &["tests"]));
    for written in WRITTEN {
        assert!(text.contains(written), "{written} is not in:\n{text}");
    }
    // A value that its class refuses is made inside the test, because making it is what fails.
    let refused = "lambda: fee([Item(qty=0, price=Decimal(\"";
    assert!(text.contains(refused), "{refused} is not in:\n{text}");
}

#[test]
fn unittest_makes_the_values() {
    let Some(unittest) = runners::unittest() else { return };
    let text = check("unittest", |bench| unittest.run(&bench.path().join("tests"), &["test_fee"]));
    for written in WRITTEN {
        assert!(text.contains(written), "{written} is not in:\n{text}");
    }
}

#[test]
fn other_languages_go_through_autobva_and_tables_hold_json() {
    autobva_testing::needs!("python3");
    let bench = Bench::new(&[("shop.py", SHOP), ("sizes.py", SIZES)]);
    done(
        &bench,
        &["find", "shop.py:fee", "-q", "--max-calls", "2000", "--seed", "1", "--campaign", "fee.autobva"],
    );
    for format in ["rust", "jest", "junit5", "go"] {
        let text = done(&bench, &["export", "fee.autobva", "--to", format]);
        assert!(text.contains("autobva") && text.contains("shop.py:fee") && text.contains("qty"), "{text}");
    }
    let refused =
        |call: &[&str]| program::refusal(&run_in(bench.path(), &[&["export", "fee.autobva"], call].concat()));
    let message = refused(&["--to", "rust", "--call", "shop::fee"]);
    assert!(message.contains("have no form in rust; leave --call out"), "{message}");
    let csv = done(&bench, &["export", "fee.autobva", "--to", "csv"]);
    assert!(csv.contains("\"[{\"\"qty\"\": 1, \"\"price\"\": \"\""), "{csv}");
    let gherkin = done(&bench, &["export", "fee.autobva", "--to", "gherkin"]);
    assert!(gherkin.contains("| [{\"qty\": 1, \"price\": \""), "{gherkin}");
    // A CSV does not contain declarations; they come from the target.
    bench.write("fee.csv", &csv);
    let text = done(&bench, &["export", "fee.csv", "--to", "pytest", "--call", "shop.py:fee"]);
    assert!(text.contains("Item(qty=1, price=Decimal(\"") && text.contains("Size.SMALL"), "{text}");
}

#[test]
fn rust_has_lists_options_and_tuples() {
    let source = "pub fn first(xs: Vec<i64>, least: Option<i64>, pair: (i64, &str)) -> String {\n    \
        let found = xs.iter().find(|x| least.is_none_or(|least| **x >= least));\n    \
        format!(\"{found:?} {} {}\", pair.0, pair.1)\n}\n";
    let signature = Signature::parse(["xs:list[i64]", "least:i64?", "pair:tuple[i64, str]"]).unwrap();
    let side = |input: [&str; 3], output: &str| Observation {
        input: read_input(&signature, &input, None).unwrap(),
        outcome: Outcome::valid("String", output),
    };
    let candidates = vec![Candidate {
        left: side(["[]", "null", "[1, \"a\"]"], "None 1 a"),
        right: side(["[4, 7]", "5", "[1, \"a\"]"], "Some(7) 1 a"),
        score: 1.0,
        count: 1,
    }];
    let summary = autobva::summary::summarize(&signature, &candidates, &SummarySettings::default()).unwrap();
    let target = TargetInfo { name: "first".into(), signature };
    let dossier = Dossier {
        target,
        called: None,
        runs: vec![],
        candidates,
        summary,
        decisions: vec![],
        landscape: None,
    };
    let bench = Bench::new(&[("shop.rs", source)]);
    let text = bench.export(&dossier, "rust", Some("shop::first"), "tests/first.rs");
    assert!(text.contains("first(vec![], None, (1, \"a\"))"), "{text}");
    assert!(text.contains("first(vec![4, 7], Some(5), (1, \"a\"))"), "{text}");
    runners::rust(bench.path(), Some("shop.rs"), "tests/first.rs").passes(&[]);
}
