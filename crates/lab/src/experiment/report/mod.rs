//! Reports: tables with our figures beside the published ones, and conclusions, in any format.

mod cell;
mod csv;
mod html;
mod json;
mod markdown;
mod page;
mod table;
mod text;

pub use cell::{Cell, grouped};
pub use csv::write_csv;
pub use html::write_html;
pub use json::write_json;
pub use markdown::write_markdown;
pub use page::Page;
pub use table::{Column, Kind, Table};
pub use text::write_text;

/// One experiment's result.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub name: &'static str,
    pub title: String,
    /// How it was made, and where the published figures can be found.
    pub notes: Vec<String>,
    pub tables: Vec<Table>,
    /// The findings of the paper, and whether they hold here.
    pub findings: Vec<Finding>,
    /// Where our figures differ from the published ones, and why as far as the data shows it.
    pub differences: Vec<String>,
}

/// A finding of the paper, checked again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What the paper says.
    pub claim: String,
    pub here: String,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// The same with the rules of the study's own tool, if such runs were made.
    pub as_published: Option<(Verdict, String)>,
}

/// Whether a finding of the paper holds here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Fails,
    /// These runs cannot tell.
    Open,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Open => "open",
        }
    }

    /// The verb for a claim.
    pub fn verb(self) -> &'static str {
        if self == Verdict::Open { "cannot be told" } else { self.name() }
    }
}

impl Finding {
    /// A finding that was checked.
    pub fn new(claim: impl Into<String>, here: impl Into<String>, holds: bool) -> Finding {
        let verdict = if holds { Verdict::Holds } else { Verdict::Fails };
        Finding { claim: claim.into(), here: here.into(), verdict, as_published: None }
    }

    /// Combines findings of our runs with those of the runs by the study's rules, matched by claim.
    pub fn beside(mut ours: Vec<Finding>, study: Vec<Finding>) -> Vec<Finding> {
        for finding in study {
            if let Some(own) = ours.iter_mut().find(|own| own.claim == finding.claim) {
                own.as_published = Some((finding.verdict, finding.here));
            }
        }
        ours
    }

    /// The result of our runs, and of those by the study's rules.
    pub fn found(&self) -> String {
        match &self.as_published {
            None => self.here.clone(),
            Some((verdict, found)) => format!("{}; as published it {}: {found}", self.here, verdict.verb()),
        }
    }

    /// A finding that these runs cannot check.
    pub fn open(claim: impl Into<String>, why: impl Into<String>) -> Finding {
        Finding { claim: claim.into(), here: why.into(), verdict: Verdict::Open, as_published: None }
    }
}
