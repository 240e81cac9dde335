//! Every row of the golden outputs, through `autobva call --inputs`.

use std::path::{Path, PathBuf};

use crate::program::autobva;

fn shared() -> PathBuf {
    std::env::var_os("AUTOBVA_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
}

fn rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(|r| r.unwrap()).collect()
}

#[test]
fn golden_rows_agree() {
    let targets = [
        ("bytecount", 1500),
        ("bytecount_so", 1500),
        ("bmi", 1500),
        ("bmi_class", 1500),
        ("date", 1500),
        ("circle", 900),
        ("cld", 900),
        ("fld", 900),
        ("fldmod1", 900),
        ("max", 900),
        ("power_by_squaring", 900),
    ];
    for (target, count) in targets {
        let path = shared().join(format!("golden/{target}.csv"));
        let Ok(golden) = std::fs::read_to_string(&path) else {
            eprintln!("skipped: {} is missing", path.display());
            continue;
        };
        let output = autobva().args(["call", target, "--inputs", path.to_str().unwrap()]).output().unwrap();
        let answers = rows(std::str::from_utf8(&output.stdout).unwrap());
        let golden = rows(&golden);
        assert_eq!((answers.len(), golden.len()), (count, count), "{target}");
        for (answer, expected) in answers.iter().zip(&golden) {
            assert_eq!(answer, expected, "{target}");
        }
    }
}
