//! Every row of the golden outputs in the repository, through `autobva call --inputs`.

use std::path::Path;

use crate::program::{autobva, success};

fn rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(|r| r.unwrap()).collect()
}

#[test]
fn golden_rows_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/tests/golden");
    let mut compared = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let Some(target) = path.to_str().and_then(|path| path.strip_suffix(".csv")) else { continue };
        let target = target.rsplit('/').next().unwrap();
        let output = autobva().args(["call", target, "--inputs"]).arg(&path).output().unwrap();
        let (answers, golden) = (rows(&success(&output)), rows(&std::fs::read_to_string(&path).unwrap()));
        assert_eq!(answers, golden, "{target}");
        compared += golden.len();
    }
    assert_eq!(compared, 4_472);
}
