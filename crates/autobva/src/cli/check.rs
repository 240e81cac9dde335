//! `autobva check`: run the accepted boundaries again.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use autobva::guard::{CheckSettings, check};
use autobva_report::{Changes, LockedTarget, TargetChanges};
use clap::Args;

use super::Status;
use super::budget::count;
use super::changes::ChangesArgs;
use super::lock_file::{LOCK_FILE, again, read_lock};
use super::target::Started;
use super::target_args::TargetArgs;

/// Run the accepted boundaries again and tell which moved, changed or vanished
///
/// Two calls for each boundary; where the outcomes changed, some more to find out where it went. Exit code 0 if nothing
/// changed, 1 if something did, 2 if a target cannot be run.
#[derive(Args)]
pub struct CheckArgs {
    /// The lock file, as 'autobva accept' writes it
    #[arg(long, value_name = "FILE", default_value = LOCK_FILE)]
    lock: PathBuf,

    /// How many threads call a target; all cores if not given
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<u64>,

    #[command(flatten)]
    changes: ChangesArgs,
}

impl CheckArgs {
    pub fn run(self) -> Result<Status> {
        let lock = read_lock(&self.lock)?;
        if lock.targets.iter().all(|target| target.boundaries.is_empty()) {
            bail!("{} has no boundaries; 'autobva accept FILE' adds some", self.lock.display());
        }
        let out = self.changes.open()?;
        let mut changes = Changes::default();
        for target in &lock.targets {
            changes.targets.push(self.check(target).with_context(|| target.name())?);
        }
        self.changes.write(&changes, out)
    }

    fn check(&self, target: &LockedTarget) -> Result<TargetChanges> {
        let Started { sut, .. } = TargetArgs::start_again(&target.invocation)?;
        let (was, now) = (&target.signature, sut.signature());
        let boundaries = again(&target.boundaries, was, now).map_err(|fault| {
            anyhow!("its arguments were {was} and are {now}: {fault}; find and accept its boundaries again")
        })?;
        let mut settings = CheckSettings::default();
        settings.jobs = self.jobs.map_or(settings.jobs, |jobs| jobs as usize);
        let checked = check(&*sut, &boundaries, &settings)?;
        Ok(TargetChanges {
            name: target.name(),
            signature: now.clone(),
            verdicts: checked.verdicts,
            calls: checked.calls,
        })
    }
}
