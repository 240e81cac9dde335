//! What leaves the program: the view on a terminal, JSON and CSV; and the CSV files that come in.
//!
//! Everything here turns plain data into bytes, or bytes into plain data. Nothing opens a file or looks at the
//! terminal, except for campaigns, which are files by nature: the caller passes a reader, a writer or a [`Style`].
//!
//! ```
//! let csv = "n,output,type,metric,n_n,n_output,n_type,count\n9,9B,String,1.0,10,10B,String,4\n";
//! let file = autobva_report::read_candidate_csv(csv.as_bytes())?;
//! assert_eq!(file.signature.to_string(), "n:int");
//! assert_eq!(file.candidates[0].right.outcome.text(), "10B");
//! # Ok::<(), autobva_report::FileFault>(())
//! ```

#![allow(missing_docs)] // Only the command and the Python module use it: what a name says needs no comment.

mod boundaries;
#[cfg(feature = "campaign")]
pub mod campaign;
mod candidate_columns;
mod candidate_csv;
mod candidate_reader;
mod course;
mod difference;
mod dossier;
mod export;
mod fault;
mod html;
mod inputs_csv;
mod json;
mod json_lines;
mod junit;
mod lock;
mod membership;
mod reason;
mod report;
mod rows;
pub mod sweep;
mod text;

use autobva_core::Entry;

pub use candidate_csv::write_candidate_csv;
pub use candidate_reader::{CandidateFile, names_candidates, read_candidate_csv};
pub use dossier::{Dossier, RunRecord};
pub use export::{
    EXPORTERS, ExportError, ExportSettings, Exported, Exporter, Template, Verdict, VerdictError, export,
    exporter, is_export,
};
pub use fault::{FaultKind, FileFault};
pub use html::{write_fragment, write_html};
pub use inputs_csv::{InputRow, Inputs, OutcomeWriter, read_inputs};
pub use json::{write_json, write_landscape_json};
pub use lock::{
    ChangeCounts, Changes, ChangesView, Chosen, ChosenError, LineOf, Lock, LockedTarget, TargetChanges,
    TargetFault, changes_view, is_lock, write_annotations, write_changes_json, write_junit, write_sarif,
};
pub use reason::plain_reason;
pub use report::Report;
pub use text::figures::thousands;
pub use text::{
    Listing, RunLimits, Style, boundary_title, cluster_title, comparison, digits_hint, escaped,
    escaped_lines, landscape_view, run_line, screening_table, summary_view, width as columns, wrap,
};

/// The formats of `--format`, each with a line of help.
pub const FORMATS: &[Entry] = &[
    Entry { name: "text", help: "tables for a person to read, as wide as the terminal" },
    Entry {
        name: "json",
        help: "one object with the run, behaviours and boundaries (schema autobva/2), or candidates and clusters (autobva/1)",
    },
    Entry { name: "csv", help: "one row per candidate, in the columns of the original tool" },
    Entry { name: "junit", help: "what check and diff found, as the XML that build servers read" },
];
