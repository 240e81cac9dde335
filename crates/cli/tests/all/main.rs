//! The tests of the command line as one program: a build links it once, and the helpers stand once.

#[cfg(unix)]
mod accepting;
mod bars;
mod browser;
#[cfg(unix)]
mod campaign;
#[cfg(unix)]
mod campaign_refusals;
#[cfg(unix)]
mod changed_target;
mod cli;
#[cfg(unix)]
mod configuration;
#[cfg(unix)]
mod decisions;
mod diff;
#[cfg(unix)]
mod docs;
#[cfg(unix)]
mod earlier;
mod earlier_types;
mod experiment;
mod exports;
#[cfg(feature = "processes")]
mod faults;
#[cfg(unix)]
mod first_try;
mod golden;
mod guard;
mod hints;
mod lock;
#[cfg(unix)]
mod messages;
#[cfg(unix)]
mod mutants;
mod observe;
#[cfg(unix)]
mod outputs;
#[cfg(unix)]
mod packaging;
mod paper;
mod program;
mod published_summary;
mod report;
mod report_layout;
mod school;
#[cfg(unix)]
mod signal;
mod structured;
mod summarize;
#[cfg(unix)]
mod sweep;
#[cfg(target_os = "linux")]
mod sweep_scale;
mod targets;
#[cfg(unix)]
mod trust;
mod within;
mod workplace;
