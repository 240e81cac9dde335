//! `summarize`: from the candidates of a run to the handful that a tester reads.

use autobva_core::Findings;
use autobva_summary::{SettingsError, Summary, SummarySettings};

/// Puts the candidates of a run into groups and clusters, each with representatives and a description.
///
/// ```
/// let findings = autobva::find(|age: u8| if age < 18 { "minor" } else { "adult" })
///     .argument("age:u8")
///     .seed(7)
///     .max_calls(10_000)
///     .run()?;
/// let summary = autobva::summarize(&findings, &autobva::SummarySettings::default())?;
/// let cluster = &summary.groups[0].clusters[0];
/// assert_eq!(cluster.description, "age 17 → 18; minor → adult");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summarize(findings: &Findings, settings: &SummarySettings) -> Result<Summary, SettingsError> {
    autobva_summary::summarize(&findings.target.signature, &findings.candidates, settings)
}

/// Puts the candidates of a run into groups only, if there is no time for clusters.
pub fn summarize_groups(findings: &Findings, settings: &SummarySettings) -> Summary {
    autobva_summary::summarize_groups(&findings.target.signature, &findings.candidates, settings)
}
