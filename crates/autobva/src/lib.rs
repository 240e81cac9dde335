//! Where does this program's behaviour change?
//!
//! `autobva` finds pairs of neighbouring inputs whose outputs are far apart: boundary candidates. It is black-box: no
//! source, no instrumentation, no specification. A closure with typed arguments is all it needs:
//!
//! ```
//! let findings = autobva::find(|age: u8| if age < 18 { "minor" } else { "adult" })
//!     .seed(7)
//!     .max_calls(10_000)
//!     .run()?;
//! let boundary = &findings.candidates[0];
//! assert_eq!(boundary.left.input.to_string(), "17");
//! assert_eq!(boundary.right.input.to_string(), "18");
//! # Ok::<(), autobva::Error>(())
//! ```
//!
//! An `Err` and a panic are errors of the target, and a boundary between an answer and an error is often the most
//! interesting one:
//!
//! ```
//! let findings = autobva::find(|percent: i32| -> Result<String, String> {
//!     if (0..=100).contains(&percent) { Ok(format!("{percent} %")) } else { Err("out of range".into()) }
//! })
//! .argument("percent:i32")
//! .seed(7)
//! .max_calls(20_000)
//! .run()?;
//! let lefts: Vec<String> = findings.candidates.iter().map(|c| c.left.input.to_string()).collect();
//! assert!(lefts.contains(&"-1".to_string()) && lefts.contains(&"100".to_string()));
//! # Ok::<(), autobva::Error>(())
//! ```

mod batch;
mod choice;
mod error;
mod examples;
mod find;
pub mod guard;
mod hints;
mod kept;
mod prepared;
mod recheck;
mod redeclared;
mod settings;
mod slow;
mod summarize;
mod target;
mod timer;

pub use autobva_core::behaviour;
pub use autobva_core::{
    ACTIONS, About, Action, Argument, Axis, BigInt, Calling, Candidate, Decision, Entry, Fate, Findings,
    Flake, Float, Group, Guarded, Hints, Input, Int, IntType, Integer, Invocation, Likeness, Motion,
    Observation, Outcome, Place, PythonCall, PythonFunction, Quantifier, Recheck, RunInfo, Schema,
    SchemaError, Scope, Selection, Signature, SignatureError, StopCheck, StopReason, Sut, SutError,
    TargetInfo, TargetSpec, UnknownName, Validity, Value, ValueError, Verdict,
};
pub use autobva_explore::samplers::TypeOrder;
pub use autobva_explore::{
    Progress, Saturation, SearchError, StopSignal, Threshold, ThresholdError, Watcher,
};
pub use autobva_metrics as metrics;
pub use autobva_summary as summary;
pub use autobva_summary::{Cluster, GroupSummary, Summary, SummarySettings};
pub use autobva_sut as sut;
pub use autobva_sut::{Closure, Debugged, FromValue, IntoOutcome, IntoSut, Shown};
pub use batch::run_all;
pub use choice::{Choice, IntoChoice, Registered};
pub use error::{Budget, Error};
pub use examples::{example_types, learned};
pub use find::{Find, find};
pub use prepared::Prepared;
pub use recheck::Standing;
pub use redeclared::Redeclared;
pub use settings::{Distances, Settings, processors};
pub use slow::{Paced, SlowInputs};
pub use summarize::{summarize, summarize_groups};
pub use target::{ChosenTarget, IntoTarget};
pub use timer::Timer;

/// The engine behind [`find`]: samplers, strategies, archive.
pub use autobva_explore as explore;
