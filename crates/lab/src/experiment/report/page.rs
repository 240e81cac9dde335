//! All experiments on one page.

use super::{Finding, Report, Verdict};

pub struct Page<'a> {
    /// The command that makes it again.
    pub command: String,
    pub reports: &'a [Report],
    /// An experiment that is not a table of the paper.
    pub appendix: Option<&'a Report>,
}

pub const TITLE: &str = "The paper, reproduced";

impl Page<'_> {
    pub fn introduction(&self) -> Vec<String> {
        vec![
            "The evaluation of Automated Black-Box Boundary Value Detection (F. Dobslaw, R. Feldt, F. Gomes de Oliveira \
             Neto), run again: every table with the published figures (paper), those of the study's own rules (as published), and those of this program (here)."
                .to_string(),
            self.verdicts(),
        ]
    }

    /// All reports, the appendix last.
    pub fn all(&self) -> impl Iterator<Item = &Report> {
        self.reports.iter().chain(self.appendix)
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.reports.iter().flat_map(|report| &report.findings)
    }

    fn verdicts(&self) -> String {
        let count = |verdict: Verdict| self.findings().filter(|finding| finding.verdict == verdict).count();
        let (holds, fails, open) = (count(Verdict::Holds), count(Verdict::Fails), count(Verdict::Open));
        let open = if open == 0 { String::new() } else { format!(", {open} cannot be told from these runs") };
        let studied = self.findings().filter_map(|finding| finding.as_published.as_ref()).collect::<Vec<_>>();
        let holding = studied.iter().filter(|(verdict, _)| *verdict == Verdict::Holds).count();
        let studied = match studied.len() {
            0 => String::new(),
            all => format!(" By the rules of the study's own tool {holding} of {all} hold."),
        };
        format!(
            "Of {} findings of the paper {holds} hold here, {fails} do not{open}.{studied}",
            self.findings().count()
        )
    }

    /// The findings that do not hold here.
    pub fn failures(&self) -> Vec<&Finding> {
        self.findings().filter(|finding| finding.verdict == Verdict::Fails).collect()
    }
}
