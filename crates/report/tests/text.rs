//! What a person reads: whole renderings, and the promises that hold for any data.

mod common;

use autobva_core::Findings;
use autobva_report::{Style, candidate_table, run_line, summary_view};
use autobva_summary::{Cluster, GroupSummary, Summary};
use common::{any_findings, date_summary, dates, findings, pair};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

/// What every terminal code starts with.
const ESCAPE: char = '\u{1b}';

fn plain(width: usize) -> Style {
    Style { width, color: false }
}

#[test]
fn sides_are_compared_vertically() {
    let wanted = "\
Both valid (VV): 1 candidate
  #  score   year  month  day  output
  2      1   9999      2    3  9999-02-03
            10000      2    3  10000-02-03

One an error (VE): 1 candidate
  #  score  year  month  day  output
  1     41  2021      2   28  2021-02-28
            2021      2   29  ✗ ArgumentError(\"Day: 29 out of range (1:28)\")

Both errors (EE): 1 candidate
  #  score  year  month  day  output
  3    0.5     0      0   92  ✗ ArgumentError(\"Month: 0 out of range (1:12)\")
               0      1   92  ✗ ArgumentError(\"Day: 92 out of range (1:31)\")
";
    assert_eq!(candidate_table(&dates(), None, plain(80)).to_string(), wanted);
}

#[test]
fn what_changes_is_bold_and_what_repeats_is_dim() {
    let text = candidate_table(&dates(), None, Style { width: 80, color: true }).to_string();
    let line = text.lines().find(|line| line.contains("2021-02-28")).unwrap();
    assert_eq!(line, "  1     41  2021      2   \u{1b}[1m28\u{1b}[0m  2021-02-28");
    let line = text.lines().find(|line| line.contains("Day: 29")).unwrap();
    assert!(
        line.starts_with(
            "            \u{1b}[2m2021\u{1b}[0m      \u{1b}[2m2\u{1b}[0m   \u{1b}[1m29\u{1b}[0m  "
        )
    );
    assert!(line.contains("\u{1b}[1m\u{1b}[31m✗\u{1b}[0m Arg"), "{line:?}");
}

#[test]
fn long_values_are_shortened_in_the_middle() {
    let (nines, power) = ("9".repeat(160), format!("1{}", "0".repeat(160)));
    let found = findings(&["n:int"], vec![pair(&["n:int"], 1.0, (&[&nines], "a\nb"), (&[&power], "a\tb"))]);
    let wanted = "\
Both valid (VV): 1 candidate
  #  score                            n  output
  1      1  9999999999999…9999999999999  a\\nb
            1000000000000…0000000000000  a\\tb
";
    assert_eq!(candidate_table(&found, None, plain(47)).to_string(), wanted);
}

#[test]
fn many_arguments_on_a_narrow_terminal_are_stacked() {
    let text = candidate_table(&dates(), None, plain(40)).to_string();
    let wanted = "\
One an error (VE): 1 candidate
  1  score   41
     year    2021
     month   2
     day     28
             29
     output  2021-02-28
             ✗ ArgumentErro…nge (1:28)\")
";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn a_limit_leaves_no_group_out() {
    let mut found = dates();
    let extra = found.candidates[0].clone();
    found.candidates.extend(std::iter::repeat_n(extra, 9));
    let text = candidate_table(&found, Some(6), plain(80)).to_string();
    assert!(text.contains("One an error (VE): 10 candidates"));
    assert!(text.contains("  … 6 more\n"));
    assert!(text.contains("Both errors (EE): 1 candidate\n  #"));
}

#[test]
fn the_summary_shows_each_cluster_with_its_representative() {
    let wanted = "\
One an error (VE), String | ArgumentError: 1 candidate

  Cluster 2, 1 candidate
  Cluster of candidate 0: one argument changes by one and so does the output.
  #  score  year  month  day  output
  1     41  2021      2   28  2021-02-28
";
    let text = summary_view(&dates(), &date_summary(), plain(80)).to_string();
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn the_closing_line_is_in_words() {
    let mut found = dates();
    assert_eq!(run_line(&found), "3 candidates in 123,456 calls (0.31 s, 398k calls/s); stopped: saturated");
    found.run.dropped = 1200;
    assert!(run_line(&found).starts_with("3 candidates (1,200 more dropped) in "));
    let nothing = findings(&["n:int"], vec![]);
    assert_eq!(candidate_table(&nothing, None, plain(80)).to_string(), "No candidates were found.\n");
    assert!(run_line(&nothing).starts_with("0 candidates in "));
}

/// Each candidate a cluster, each cluster a group.
fn any_summary(findings: &Findings) -> Summary {
    let groups = findings.candidates.iter().enumerate().map(|(index, candidate)| GroupSummary {
        group: candidate.group(),
        types: (candidate.left.outcome.type_name().into(), candidate.right.outcome.type_name().into()),
        size: 1,
        silhouette: Some(0.123),
        clusters: vec![Cluster {
            id: index + 1,
            members: vec![index],
            representatives: vec![index],
            description: candidate.right.outcome.text().into(),
        }],
    });
    Summary { groups: groups.collect() }
}

fn renderings(findings: &Findings, style: Style) -> String {
    let summary = any_summary(findings);
    format!("{}{}", candidate_table(findings, Some(4), style), summary_view(findings, &summary, style))
}

fn without_codes(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap().to_string();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

proptest! {
    #[test]
    fn lines_fit_and_codes_need_colour(findings in any_findings(), width in 40usize..200) {
        let text = renderings(&findings, plain(width));
        for line in text.lines() {
            prop_assert!(line.width() <= width, "{} > {width}: {line:?}", line.width());
        }
        prop_assert!(!text.contains(ESCAPE));
        let coloured = renderings(&findings, Style { width, color: true });
        prop_assert_eq!(without_codes(&coloured), text);
    }
}
