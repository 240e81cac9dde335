//! The text output: whole renderings, and promises that hold for any data.

use std::time::Duration;

use crate::common::{any_findings, date_summary, dates, findings, pair};
use autobva_core::{Findings, StopReason};
use autobva_report::{Listing, Style, run_line, screening_table, summary_view};
use autobva_summary::{Cluster, Combination, GroupSummary, Screening, Summary};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

/// What every terminal code starts with.
const ESCAPE: char = '\u{1b}';

fn plain(width: usize) -> Style {
    Style { width, color: false }
}

/// All candidates, each a cluster.
fn everything(findings: &Findings, style: Style) -> String {
    summary_view(findings, &any_summary(findings), Listing::Everything, style).to_string()
}

#[test]
fn sides_are_compared_vertically() {
    let wanted = "\
Both valid (VV), String: 1 candidate
  #  score   year  month  day  output

Cluster 1 (VV), 1 pair: Cluster of candidate 1: one argument changes by one
  and so does the output.
  2      1   9999      2    3  9999-02-03
            10000      2    3  10000-02-03

One an error (VE), String | ArgumentError: 1 candidate
  #  score  year  month  day  output

Cluster 2 (VE), 1 pair: Cluster of candidate 0: one argument changes by one
  and so does the output.
  1     41  2021      2   28  2021-02-28
            2021      2   29  ✗ ArgumentError(\"Day: 29 out of range (1:28)\")

Both errors (EE), ArgumentError: 1 candidate
  #  score  year  month  day  output

Cluster 3 (EE), 1 pair: Cluster of candidate 2: one argument changes by one
  and so does the output.
  3    0.5     0      0   92  ✗ ArgumentError(\"Month: 0 out of range (1:12)\")
               0      1   92  ✗ ArgumentError(\"Day: 92 out of range (1:31)\")
";
    let text = summary_view(&dates(), &date_summary(), Listing::Representatives, plain(80)).to_string();
    assert_eq!(text, wanted);
}

#[test]
fn what_changes_is_bold_and_what_repeats_is_dim() {
    let text = everything(&dates(), Style { width: 80, color: true });
    let line = text.lines().find(|line| line.contains("2021-02-28")).unwrap();
    assert_eq!(line, "  1     41  2021      2   \u{1b}[1m28\u{1b}[0m  2021-02-28");
    let line = text.lines().rfind(|line| line.contains("Day: 29")).unwrap();
    assert!(
        line.starts_with(
            "            \u{1b}[2m2021\u{1b}[0m      \u{1b}[2m2\u{1b}[0m   \u{1b}[1m29\u{1b}[0m  "
        ),
        "{line:?}"
    );
    assert!(line.contains("\u{1b}[1m\u{1b}[31m✗\u{1b}[0m Arg"), "{line:?}");
}

#[test]
fn long_values_are_shortened_in_the_middle() {
    let (nines, power) = ("9".repeat(160), format!("1{}", "0".repeat(160)));
    let found = findings(&["n:int"], vec![pair(&["n:int"], 1.0, (&[&nines], "a\nb"), (&[&power], "a\tb"))]);
    let wanted = "\
  #  score                            n  output

Cluster 1 (VV), 1 pair: a\\tb
  1      1  9999999999999…9999999999999  a\\nb
            1000000000000…0000000000000  a\\tb
";
    let text = everything(&found, plain(47));
    assert!(text.ends_with(wanted), "{text}");
}

#[test]
fn many_arguments_on_a_narrow_terminal_are_stacked() {
    let text = everything(&dates(), plain(40));
    let wanted = "
  1  score 41
  year    2021
  month   2
  day     28
          29
           ^
  output  2021-02-28
          ✗ ArgumentError…range (1:28)\")
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn a_cluster_shows_its_representatives_or_everything() {
    let mut found = dates();
    found.candidates = vec![found.candidates[1].clone(), found.candidates[1].clone()];
    let mut summary = any_summary(&found);
    summary.groups.truncate(1);
    summary.groups[0].size = 2;
    summary.groups[0].clusters[0].members = vec![0, 1];
    let lines = |listing| summary_view(&found, &summary, listing, plain(80)).to_string().lines().count();
    assert_eq!(lines(Listing::Everything), lines(Listing::Representatives) + 2);
}

#[test]
fn a_screening_lists_combinations_before_single_features() {
    let combination = |features: &[&str], silhouette| Combination {
        features: features.iter().map(|name| name.to_string()).collect(),
        silhouette,
        clusters: 5,
    };
    let screening = Screening {
        group: autobva_core::Group::VV,
        types: ("String".into(), "String".into()),
        size: 56,
        combinations: vec![
            combination(&["strlen(WD)", "jaccard(WD)"], Some(0.98214)),
            combination(&["strlen(WD)"], None),
        ],
    };
    let wanted = "\
Both valid (VV), String: 56 candidates
silhouette  clusters  features
     0.982         5  strlen(WD) + jaccard(WD)
Single features:
      none         5  strlen(WD)
";
    assert_eq!(screening_table(std::slice::from_ref(&screening), plain(80)).to_string(), wanted);
    assert_eq!(screening_table(&[], plain(80)).to_string(), "No candidates were found.\n");
}

#[test]
fn the_closing_line_is_in_words() {
    let mut found = dates();
    assert_eq!(
        run_line(&found, (None, None)),
        "3 candidates in 123,456 calls (0.31 s, 398k calls/s); stopped: saturated"
    );
    found.run.dropped = 1200;
    assert!(run_line(&found, (None, None)).starts_with("3 candidates (1,200 more dropped) in "));
    let mut nothing = findings(&["n:int"], vec![]);
    assert_eq!(everything(&nothing, plain(80)), "No candidates were found.\n");
    assert!(run_line(&nothing, (None, None)).starts_with("0 candidates in "));
    nothing.run.stop = StopReason::MaxCalls;
    assert!(run_line(&nothing, (Some(123_456), None)).ends_with("stopped: max-calls"));
    let spared = "stopped: max-calls (the other 30,864 of 154,320 were kept for running candidates again)";
    assert!(run_line(&nothing, (Some(154_320), None)).ends_with(spared));
    nothing.run.stop = StopReason::MaxTime;
    let spared = "stopped: max-time (the rest of 0.50 s was kept for running candidates again)";
    assert!(run_line(&nothing, (None, Some(Duration::from_millis(500)))).ends_with(spared));
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
    summary_view(findings, &summary, Listing::Representatives, style).to_string()
}

fn without_codes(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let first = parts.next().unwrap().to_string();
    parts.fold(first, |plain, part| plain + part.split_once('m').unwrap().1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
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
