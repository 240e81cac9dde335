//! The candidate CSV: what is written reads back, the published files are read, and faults are named.

use std::fs::File;

use crate::common::{any_findings, date_summary, dates};
use autobva_core::{Candidate, Findings, Group};
use autobva_report::{CandidateFile, read_candidate_csv, write_candidate_csv};
use autobva_testing::shared;
use proptest::prelude::*;

fn written(findings: &Findings, summary: Option<&autobva_summary::Summary>) -> String {
    let mut bytes = Vec::new();
    write_candidate_csv(findings, summary, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn fault(text: &str) -> String {
    read_candidate_csv(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn the_columns_are_those_of_the_original_tool() {
    let text = written(&dates(), Some(&date_summary()));
    let mut lines = text.lines();
    assert_eq!(
        lines.next().unwrap(),
        "year,month,day,output,outputtype,datatype,metric,\
         n_year,n_month,n_day,n_output,n_outputtype,n_datatype,count,clustering,cluster"
    );
    assert_eq!(
        lines.next().unwrap(),
        "2021,2,28,2021-02-28,Valid,String,41.0,\
         2021,2,29,\"ArgumentError(\"\"Day: 29 out of range (1:28)\"\")\",Error,ArgumentError,4,VE,2"
    );
    assert!(!written(&dates(), None).contains("cluster"));
}

#[test]
fn the_older_form_is_read() {
    let text = "h,w,output,type,metric,n_h,n_w,n_output,n_type,count,UMAP1b\n\
                0,1.5,Inf,String,NaN,-1,1.5,\"bad, very\",DomainError,7,0.1\n";
    let CandidateFile { signature, candidates } = read_candidate_csv(text.as_bytes()).unwrap();
    assert_eq!(signature.to_string(), "h:int, w:f64");
    let [candidate]: [Candidate; 1] = candidates.try_into().unwrap();
    assert_eq!(candidate.left.input.to_string(), "-1, 1.5", "the lesser input is on the left");
    assert_eq!(candidate.left.outcome.text(), "bad, very");
    assert_eq!(candidate.group(), Group::VE);
    assert!(candidate.score.is_nan());
    assert_eq!(candidate.count, 7);
}

#[test]
fn types_are_inferred_so_that_nothing_is_lost() {
    let inferred = |a: &str, b: &str| {
        let text = format!("x,output,type,metric,n_x,n_output,n_type,count\n{a},1,T,1,{b},2,T,1\n");
        let file = read_candidate_csv(text.as_bytes()).unwrap();
        let candidate = &file.candidates[0];
        (file.signature.to_string(), candidate.left.input.to_string(), candidate.right.input.to_string())
    };
    let of = |ty: &str, a: &str, b: &str| (format!("x:{ty}"), a.to_string(), b.to_string());
    assert_eq!(inferred("true", "7"), of("int", "true", "7"));
    assert_eq!(inferred("1", "2.5"), of("f64", "1.0", "2.5"));
    assert_eq!(inferred("007", "7"), of("str", "007", "7"));
    assert_eq!(inferred("7", ""), of("str", "", "7"));
    let long = "9".repeat(160);
    assert_eq!(inferred(&long, "1"), of("int", "1", &long));
}

#[test]
fn a_header_alone_is_an_empty_set() {
    let file = read_candidate_csv("n,output,type,metric,n_n,n_output,n_type,count\n".as_bytes()).unwrap();
    assert!(file.candidates.is_empty());
    assert_eq!(file.signature.to_string(), "n:int");
}

#[test]
fn faults_name_line_and_remedy() {
    let header = "n,output,outputtype,datatype,metric,n_n,n_output,n_outputtype,n_datatype,count";
    let with = |row: &str| fault(&format!("{header}\n{row}\n"));
    assert!(
        with("1,a,Valid,S,1,2,b,Maybe,S,1")
            .starts_with("line 2: 'Maybe' is no validity; write Valid or Error")
    );
    assert!(with("1,a,Valid,S,high,2,b,Valid,S,1").starts_with("line 2: the metric 'high' is not a number"));
    assert!(with("1,a,Valid,S,1,2,b,Valid,S,-1").starts_with("line 2: the count '-1' is not a whole number"));
    assert!(with("1,a,Valid,S,1,2,b,Valid").starts_with("line 2: 8 fields, but the header has 10"));
    assert!(
        with("1,\"a,Valid,S,1,2,b,Valid,S,1").starts_with("line 2: the quote opened here is never closed")
    );
    for column in header.split(',') {
        let rest: Vec<&str> = header.split(',').filter(|name| *name != column).collect();
        let text = fault(&rest.join(","));
        assert!(text.starts_with(&format!("line 1: column '{column}' is missing; ")), "{column}: {text}");
    }
    assert!(fault("n,output,metric,n_n,n_output,count\n").contains("'outputtype' is missing"));
    assert!(fault("n,output,type,metric,n_n,n_output,count\n").contains("'n_type' is missing"));
    assert!(fault("output,type,metric,n_output,n_type,count\n").contains("there are no arguments"));
    assert!(fault("").contains("the file is empty"));
}

#[test]
fn the_published_files_are_read() {
    let sizes = [
        ("BMI_30_all.csv", 16549),
        ("BMI_classification_30_all.csv", 4979),
        ("ByteCount_all.csv", 58),
        ("ByteCount_bcs_30_all.csv", 57),
        ("ByteCount_clustering.csv", 58),
        ("ByteCount_lns_30_all.csv", 11),
        ("Julia_Date_30_all.csv", 2444),
        ("Julia_Date_bcs_600_all.csv", 8227),
    ];
    for (name, size) in sizes {
        let Some(path) = shared(&format!("paper/{name}")) else { continue };
        let file = read_candidate_csv(File::open(path).unwrap()).unwrap();
        assert_eq!(file.candidates.len(), size, "{name}");
        assert!(file.signature.arguments().iter().all(|argument| argument.declared() == "int"), "{name}");
        let in_order = |c: &Candidate| c.left.input.cmp_reading(&c.right.input).is_lt();
        assert!(file.candidates.iter().all(in_order), "{name}");
    }
}

#[test]
fn the_published_groups_are_seen() {
    let Some(path) = shared("paper/ByteCount_clustering.csv") else { return };
    let file = read_candidate_csv(File::open(path).unwrap()).unwrap();
    let size = |group: Group| file.candidates.iter().filter(|c| c.group() == group).count();
    assert_eq!([Group::VV, Group::VE, Group::EE].map(size), [56, 1, 1]);
}

/// How a side reads: types may be narrower in the file, where a text column happens to hold only numbers.
fn reading(candidate: &Candidate) -> [(Vec<String>, autobva_core::Outcome); 2] {
    [&candidate.left, &candidate.right]
        .map(|side| (side.input.iter().map(ToString::to_string).collect(), side.outcome.clone()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_is_written_reads_back(findings in any_findings()) {
        let text = written(&findings, None);
        let file = read_candidate_csv(text.as_bytes()).unwrap();
        prop_assert_eq!(file.candidates.len(), findings.candidates.len());
        let names = |s: &autobva_core::Signature| s.arguments().iter().map(|a| a.name().to_string()).collect::<Vec<_>>();
        prop_assert_eq!(names(&file.signature), names(&findings.target.signature));
        for (read, given) in file.candidates.iter().zip(&findings.candidates) {
            prop_assert_eq!(read.count, given.count);
            prop_assert!(read.score == given.score || (read.score.is_nan() && given.score.is_nan()));
            if file.signature == findings.target.signature {
                prop_assert_eq!(reading(read), reading(given));
            }
        }
        let is_typed = file.signature == findings.target.signature;
        let same = || Findings { candidates: file.candidates.clone(), ..findings.clone() };
        prop_assert!(!is_typed || written(&same(), None) == text);
    }
}
