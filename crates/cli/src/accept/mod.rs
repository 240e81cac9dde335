//! `autobva accept`: write boundaries into the lock file.

mod running;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use autobva::{Guarded, Invocation, Place, Signature, SummarySettings};
use autobva_report::{Chosen, Dossier, LockedTarget};
use clap::Args;

use self::running::holding;
use super::Status;
use super::budget::at_least_one;
use super::campaign::file_or_campaign;
use super::dossier::{left_out, open_dossier};
use super::lock_file::{LOCK_FILE, change_lock, read_lock_or_none};
use super::output::print_lines;
use super::target::recognise_again;
use super::target_args::TargetArgs;

/// Accept boundaries: write them into the lock file that 'autobva check' verifies
///
/// Without IDs these are all boundaries, each with its rule and up to 20 places, except what was decided to skip, debug,
/// refine or zoom; they replace what was accepted of the same target before. With IDs those are added. Of candidates that were
/// selected by distance these are all if there are up to 24, else the representatives of the clusters, one at each place that
/// is listed with them (also ...), and one for each further pair of behaviours.
#[derive(Args)]
pub struct AcceptArgs {
    /// A campaign or the name of its target, or a candidate CSV together with --target
    file: PathBuf,

    /// What to accept: b3 is a boundary, c3 a cluster, 17 a candidate
    #[arg(value_name = "ID")]
    ids: Vec<Chosen>,

    /// Of candidates that were selected by distance, accept this many places of each pair of behaviours that meet; 1 if there
    /// are many candidates and this is not given
    #[arg(long, value_name = "N", value_parser = at_least_one, conflicts_with = "ids")]
    per_kind: Option<u64>,

    /// Accept every candidate
    #[arg(long, conflicts_with_all = ["ids", "per_kind"])]
    all: bool,

    /// The lock file to write
    #[arg(long, value_name = "FILE", default_value = LOCK_FILE)]
    lock: PathBuf,

    /// How the target is called, as one word: what would stand after 'autobva find'; for a candidate CSV, which does
    /// not say it
    #[arg(long, value_name = "TARGET", allow_hyphen_values = true)]
    target: Option<String>,

    /// Run and write nothing; say what would be run, as a campaign from elsewhere may name any program
    #[arg(long)]
    dry_run: bool,

    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
}

/// At most 10 times, other candidates are chosen in place of outdated ones.
const MOST_ROUNDS: usize = 10;

impl AcceptArgs {
    pub fn run(mut self) -> Result<Status> {
        self.file = file_or_campaign(self.file)?;
        let dossier = open_dossier(&self.file, &SummarySettings::default())?;
        if self.dry_run {
            return print_lines([TargetArgs::would_run(&self.invocation(&dossier)?)].into_iter());
        }
        // Report a file that cannot be changed before anything runs.
        read_lock_or_none(&self.lock)?;
        let (accepted, outdated) = self.accepted(&dossier)?;
        let (name, count) = (accepted.name(), boundaries(accepted.boundaries.len()));
        let unguarded = self.unguarded(&dossier, &accepted, &outdated);
        change_lock(&self.lock, |lock| {
            lock.accept(accepted, !self.ids.is_empty());
            Ok(())
        })?;
        self.tell(format!("{count} of {name} accepted into {}", self.lock.display()));
        unguarded.into_iter().chain(self.flaky(&dossier)).for_each(|line| self.tell(line));
        Ok(Status::Done)
    }

    /// A message about flaky boundaries that are left out, unless boundaries were named.
    fn flaky(&self, dossier: &Dossier) -> Option<String> {
        let why = "answered differently each time";
        let (flaky, them) = match dossier.boundaries().is_empty() {
            true => (dossier.flaky_ones(), candidates(dossier.flaky_ones())),
            false => (dossier.flaky_boundaries(), boundaries(dossier.flaky_boundaries())),
        };
        match flaky {
            _ if !self.ids.is_empty() => None,
            0 => None,
            1 => Some(format!("{them} left out because it is {why}")),
            _ => Some(format!("{them} left out because they are {why}")),
        }
    }

    /// The target with the boundaries to accept, which are run once more, and the candidates that are outdated. A
    /// campaign may be older than the target, and a CSV does not contain the types of values; a lock file that is wrong
    /// from the start would help nobody.
    fn accepted(&self, dossier: &Dossier) -> Result<(LockedTarget, HashSet<usize>)> {
        let invocation = self.invocation(dossier)?;
        if dossier.landscape.is_some() && self.per_kind.is_some() {
            bail!("--per-kind is for candidates that were selected by distance; leave it out");
        }
        let (boundaries, signature, outdated) = match dossier.landscape.is_some() || !self.ids.is_empty() {
            true => self.accepted_boundaries(dossier, &invocation)?,
            false => self.accepted_pairs(dossier, &invocation)?,
        };
        let known = match dossier.landscape.is_some() {
            true => dossier.marks_besides(&boundaries),
            false => dossier.known_besides(&boundaries.iter().map(|b| b.pair.clone()).collect::<Vec<_>>()),
        };
        Ok((LockedTarget { known, invocation, signature, boundaries }.tidy(), outdated))
    }

    /// The named boundaries, or else all that are to be guarded.
    fn accepted_boundaries(
        &self,
        dossier: &Dossier,
        invocation: &Invocation,
    ) -> Result<(Vec<Guarded>, Signature, HashSet<usize>)> {
        let mut wanted: Vec<Guarded> = match self.ids.is_empty() {
            true => dossier.guarded_boundaries().map(|boundary| Guarded::from(&boundary)).collect(),
            false => dossier.guarded(&self.ids)?,
        };
        if self.all {
            let shown = dossier.boundaries_shown();
            let others = dossier.worth_guarding(None, &HashSet::new()).into_iter();
            let others = others.filter(|index| !shown.contains_key(index));
            wanted.extend(others.map(|index| Guarded::from(Place::from(&dossier.candidates[index]))));
        }
        if wanted.is_empty() {
            bail!(self.nothing(&boundaries(dossier.boundaries().len())));
        }
        let wanted: Vec<Guarded> = wanted.into_iter().map(Guarded::abbreviated).collect();
        let sut = TargetArgs::start_again(invocation)?.sut;
        let held = holding(&*sut, &wanted, &dossier.target.signature, &self.file.display().to_string())?;
        let accepted: Vec<Guarded> = held.into_iter().flatten().collect();
        self.tell_outdated(accepted.len(), wanted.len() - accepted.len())?;
        Ok((accepted, sut.signature().clone(), HashSet::new()))
    }

    /// The candidates to be guarded; outdated ones are replaced by others.
    fn accepted_pairs(
        &self,
        dossier: &Dossier,
        invocation: &Invocation,
    ) -> Result<(Vec<Guarded>, Signature, HashSet<usize>)> {
        let mut outdated = HashSet::new();
        let mut chosen = self.choose(dossier, &outdated);
        if chosen.is_empty() {
            bail!(self.nothing(&candidates(dossier.candidates.len())));
        }
        let sut = TargetArgs::start_again(invocation)?.sut;
        let file = self.file.display().to_string();
        let mut boundaries: BTreeMap<usize, Guarded> = BTreeMap::new();
        for _ in 0..MOST_ROUNDS {
            chosen.retain(|index| !boundaries.contains_key(index) && !outdated.contains(index));
            if chosen.is_empty() {
                break;
            }
            let found = chosen.iter().map(|&index| Place::from(&dossier.candidates[index]).abbreviated());
            let found: Vec<Guarded> = found.map(Guarded::from).collect();
            let held = holding(&*sut, &found, &dossier.target.signature, &file)?;
            for (index, boundary) in chosen.into_iter().zip(held) {
                match boundary {
                    Some(boundary) => drop(boundaries.insert(index, boundary)),
                    None => drop(outdated.insert(index)),
                }
            }
            chosen = self.choose(dossier, &outdated);
        }
        self.tell_outdated(boundaries.len(), outdated.len())?;
        Ok((boundaries.into_values().collect(), sut.signature().clone(), outdated))
    }

    fn nothing(&self, found: &str) -> String {
        let file = self.file.display();
        format!(
            "{file} has nothing to accept: {found}, and none left after decisions and flaky ones; \
             name some to accept them anyway"
        )
    }

    fn tell_outdated(&self, accepted: usize, outdated: usize) -> Result<()> {
        let file = self.file.display();
        if accepted == 0 {
            bail!("the target does nowhere what {file} says; run 'autobva find' again");
        }
        if outdated > 0 {
            self.tell(format!(
                "{outdated} left out: the target does not do there what {file} says, or not each time"
            ));
        }
        Ok(())
    }

    fn choose(&self, dossier: &Dossier, outdated: &HashSet<usize>) -> Vec<usize> {
        let is_all = self.all || (self.per_kind.is_none() && dossier.has_few());
        let per_kind = self.per_kind.unwrap_or(1) as usize;
        let mut chosen = dossier.worth_guarding((!is_all).then_some(per_kind), outdated);
        if self.per_kind.is_none() && !is_all {
            chosen.extend(dossier.listed(outdated));
            chosen.sort_unstable();
            chosen.dedup();
        }
        chosen
    }

    /// A message about boundaries that were not named and are not guarded at any other place.
    fn unguarded(
        &self,
        dossier: &Dossier,
        accepted: &LockedTarget,
        outdated: &HashSet<usize>,
    ) -> Option<String> {
        if !self.ids.is_empty() || self.all || dossier.landscape.is_some() {
            return None;
        }
        let place = |boundary: &Place| (boundary.left.input.to_string(), boundary.right.input.to_string());
        let guarded: HashSet<_> = accepted.boundaries.iter().map(|guarded| place(&guarded.pair)).collect();
        let worth = dossier.worth_guarding(None, outdated).into_iter();
        let places: HashSet<_> = worth.map(|index| place(&Place::from(&dossier.candidates[index]))).collect();
        let more = places.difference(&guarded).count();
        left_out(more, accepted.known.is_empty(), "guarded; --all accepts every one")
    }

    fn tell(&self, message: String) {
        if !self.quiet {
            say!("autobva: {message}");
        }
    }

    fn invocation(&self, dossier: &Dossier) -> Result<Invocation> {
        let file = self.file.display();
        match (&dossier.called, &self.target) {
            (Some(_), Some(_)) => bail!("{file} says how its target is called; leave --target out"),
            (Some(called), None) => Ok(portable(called.invocation.clone())),
            (None, Some(line)) => Ok(portable(TargetArgs::read_line(line)?)),
            (None, None) => bail!(
                "{file} does not say how the target is called; add for instance --target 'file.py:function'"
            ),
        }
    }
}

fn boundaries(count: usize) -> String {
    if count == 1 { "1 boundary".to_string() } else { format!("{count} boundaries") }
}

fn candidates(count: usize) -> String {
    if count == 1 { "1 candidate".to_string() } else { format!("{count} candidates") }
}

/// The invocation without absolute paths into this folder, which other users would not have.
fn portable(mut invocation: Invocation) -> Invocation {
    let Ok(here) = std::env::current_dir() else { return invocation };
    let shorten = |text: &mut String| {
        if let Ok(relative) = Path::new(text.as_str()).strip_prefix(&here) {
            *text = if relative.as_os_str().is_empty() { ".".into() } else { relative.display().to_string() };
        }
    };
    let word = recognise_again(&invocation).ok().and_then(|recognised| recognised.target.seen_from(&here));
    invocation.target = word.or(invocation.target);
    let paths =
        invocation.options.iter_mut().filter(|(name, _)| matches!(name.as_str(), "--cwd" | "--python"));
    paths.for_each(|(_, value)| shorten(value));
    invocation
}
