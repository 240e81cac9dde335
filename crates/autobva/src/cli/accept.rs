//! `autobva accept`: write boundaries into the lock file.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use autobva::{Boundary, Invocation, Signature, SummarySettings, Sut};
use autobva_report::{Chosen, Dossier, Lock, LockedTarget};
use clap::Args;

use super::Status;
use super::dossier::open_dossier;
use super::lock_file::{LOCK_FILE, again, read_lock};
use super::output::Destination;
use super::target_args::TargetArgs;

/// Accept boundaries: write them into the lock file that 'autobva check' verifies
///
/// Without IDs these are the representatives of the clusters and one boundary for each further pair of behaviours, except
/// what was decided to skip, debug or refine; they replace what was accepted of the same target before. With IDs those
/// are added.
#[derive(Args)]
pub struct AcceptArgs {
    /// A campaign, or a candidate CSV together with --target
    file: PathBuf,

    /// What to accept: c3 is a cluster, 17 a candidate
    #[arg(value_name = "ID")]
    ids: Vec<Chosen>,

    /// Accept every candidate instead of one of each kind
    #[arg(long, conflicts_with = "ids")]
    all: bool,

    /// The lock file to write
    #[arg(long, value_name = "FILE", default_value = LOCK_FILE)]
    lock: PathBuf,

    /// How the target is called, as one word: what would stand after 'autobva find'; for a candidate CSV, which does
    /// not say it
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,

    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
}

impl AcceptArgs {
    pub fn run(self) -> Result<Status> {
        let dossier = open_dossier(&self.file, &SummarySettings::default())?;
        let mut lock = if self.lock.exists() { read_lock(&self.lock)? } else { Lock::default() };
        let chosen = match self.ids.is_empty() {
            true => dossier.worth_guarding(self.all),
            false => dossier.chosen(&self.ids)?,
        };
        if chosen.is_empty() {
            let all = dossier.candidates.len();
            bail!(
                "{} has nothing to accept: of {all} candidates none is left after decisions and flaky ones; name them to accept them anyway",
                self.file.display()
            );
        }
        let boundaries: Vec<Boundary> =
            chosen.iter().map(|&index| Boundary::from(&dossier.candidates[index])).collect();
        let known = dossier.known_besides(&boundaries);
        let (invocation, signature, boundaries) = self.target(&dossier, boundaries)?;
        let accepted = LockedTarget { invocation, signature, known, boundaries };
        let (name, count) = (accepted.name(), accepted.boundaries.len());
        lock.accept(accepted, !self.ids.is_empty());
        let mut out = Destination::open(Some(&self.lock))?;
        out.write_all(lock.write().as_bytes())?;
        out.finish()?;
        if !self.quiet {
            let s = if count == 1 { "y" } else { "ies" };
            eprintln!("autobva: {count} boundar{s} of {name} accepted into {}", self.lock.display());
        }
        Ok(Status::Done)
    }

    /// How the target is called, its arguments, and the boundaries as values of these arguments. A CSV has no types, so
    /// the target is asked.
    fn target(
        &self,
        dossier: &Dossier,
        boundaries: Vec<Boundary>,
    ) -> Result<(Invocation, Signature, Vec<Boundary>)> {
        let file = self.file.display();
        match (&dossier.invocation, &self.target) {
            (Some(_), Some(_)) => {
                bail!("{file} says how its target is called; leave --target out")
            }
            (Some(invocation), None) => {
                Ok((portable(invocation.clone()), dossier.target.signature.clone(), boundaries))
            }
            (None, None) => bail!(
                "{file} does not say how the target is called; add for instance --target 'file.py:function'"
            ),
            (None, Some(line)) => {
                let invocation = portable(TargetArgs::read_line(line)?);
                let started = TargetArgs::start_again(&invocation)?;
                let signature = started.sut.signature().clone();
                let boundaries = again(&boundaries, &dossier.target.signature, &signature)
                    .with_context(|| format!("{file} does not fit {line}"))?;
                Ok((invocation, signature, boundaries))
            }
        }
    }
}

/// The invocation without absolute paths into this folder, which others would not have.
fn portable(mut invocation: Invocation) -> Invocation {
    let Ok(here) = std::env::current_dir() else { return invocation };
    let shorten = |text: &mut String| {
        if let Ok(relative) = Path::new(text.as_str()).strip_prefix(&here) {
            *text = if relative.as_os_str().is_empty() { ".".into() } else { relative.display().to_string() };
        }
    };
    invocation.target.as_mut().map(shorten);
    let paths =
        invocation.options.iter_mut().filter(|(name, _)| matches!(name.as_str(), "--cwd" | "--python"));
    paths.for_each(|(_, value)| shorten(value));
    invocation
}
