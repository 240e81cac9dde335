//! `autobva accept`: write boundaries into the lock file.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use autobva::guard::{CheckSettings, hold};
use autobva::{Boundary, Invocation, SummarySettings, Sut};
use autobva_report::{Chosen, Dossier, LockedTarget};
use clap::Args;

use super::Status;
use super::budget::at_least_one;
use super::dossier::{left_out, open_dossier};
use super::lock_file::{LOCK_FILE, again, change_lock, plain, read_lock_or_none};
use super::target::recognise_again;
use super::target_args::TargetArgs;

/// Accept boundaries: write them into the lock file that 'autobva check' verifies
///
/// Without IDs these are all candidates if there are up to 24, else the representatives of the clusters, one boundary at
/// each place that is listed with them (also ...), and one for each further pair of behaviours, except what was decided to
/// skip, debug or refine; they replace what was accepted of the same target before. With IDs those are added.
#[derive(Args)]
pub struct AcceptArgs {
    /// A campaign, or a candidate CSV together with --target
    file: PathBuf,

    /// What to accept: c3 is a cluster, 17 a candidate
    #[arg(value_name = "ID")]
    ids: Vec<Chosen>,

    /// Accept so many places of each pair of behaviours that meet; 1 if there are many candidates and this is not given
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

    /// Print nothing
    #[arg(short, long)]
    quiet: bool,
}

/// How often other candidates are looked for in place of those that are outdated.
const MOST_ROUNDS: usize = 10;

impl AcceptArgs {
    pub fn run(self) -> Result<Status> {
        let dossier = open_dossier(&self.file, &SummarySettings::default())?;
        // A file that cannot be changed is told of before anything runs.
        read_lock_or_none(&self.lock)?;
        let (accepted, outdated) = self.accepted(&dossier)?;
        let (name, count) = (accepted.name(), accepted.boundaries.len());
        let unguarded = self.unguarded(&dossier, &accepted, &outdated);
        change_lock(&self.lock, |lock| {
            lock.accept(accepted, !self.ids.is_empty());
            Ok(())
        })?;
        let ending = if count == 1 { "y" } else { "ies" };
        self.tell(format!("{count} boundar{ending} of {name} accepted into {}", self.lock.display()));
        unguarded.into_iter().chain(self.flaky(&dossier)).for_each(|line| self.tell(line));
        Ok(Status::Done)
    }

    /// What to say about candidates that were not asked for by name and are left out because they are flaky.
    fn flaky(&self, dossier: &Dossier) -> Option<String> {
        let (flaky, why) = (dossier.flaky_ones(), "answered differently each time");
        match flaky {
            _ if !self.ids.is_empty() => None,
            0 => None,
            1 => Some(format!("1 candidate left out because it is {why}")),
            flaky => Some(format!("{} left out because they are {why}", candidates(flaky))),
        }
    }

    /// The target and the boundaries to accept, run once more, and the candidates that are outdated. A campaign may be older
    /// than the target, and a CSV says nothing about the types of values: a lock file that is wrong from the start would
    /// help nobody.
    fn accepted(&self, dossier: &Dossier) -> Result<(LockedTarget, HashSet<usize>)> {
        let file = self.file.display();
        let invocation = self.invocation(dossier)?;
        let mut outdated = HashSet::new();
        let mut chosen = self.choose(dossier, &outdated)?;
        if chosen.is_empty() {
            bail!(
                "{file} has nothing to accept: {}, and none left after decisions and flaky ones; \
                name some to accept them anyway",
                candidates(dossier.candidates.len())
            );
        }
        let sut = TargetArgs::start_again(&invocation)?.sut;
        let signature = sut.signature().clone();
        let mut boundaries: BTreeMap<usize, Boundary> = BTreeMap::new();
        for _ in 0..MOST_ROUNDS {
            chosen.retain(|index| !boundaries.contains_key(index) && !outdated.contains(index));
            if chosen.is_empty() {
                break;
            }
            let found = chosen.iter().map(|&index| Boundary::from(&dossier.candidates[index]).abbreviated());
            let found = again(&found.collect::<Vec<_>>(), &dossier.target.signature, &signature)
                .with_context(|| format!("{file} does not fit the target"))?;
            for (index, boundary) in chosen.into_iter().zip(holding(&*sut, &found)?) {
                match boundary {
                    Some(boundary) => drop(boundaries.insert(index, boundary)),
                    None => drop(outdated.insert(index)),
                }
            }
            chosen = self.choose(dossier, &outdated)?;
        }
        if boundaries.is_empty() {
            bail!("the target does nowhere what {file} says; run 'autobva find' again");
        }
        if !outdated.is_empty() {
            self.tell(format!(
                "{} left out: the target does not do there what {file} says, or not each time",
                outdated.len()
            ));
        }
        let boundaries: Vec<Boundary> = boundaries.into_values().collect();
        let known = dossier.known_besides(&boundaries);
        Ok((LockedTarget { known, invocation, signature, boundaries }.tidy(), outdated))
    }

    fn choose(&self, dossier: &Dossier, outdated: &HashSet<usize>) -> Result<Vec<usize>> {
        match self.ids.is_empty() {
            true => {
                let is_all = self.all || (self.per_kind.is_none() && dossier.has_few());
                let per_kind = self.per_kind.unwrap_or(1) as usize;
                let mut chosen = dossier.worth_guarding((!is_all).then_some(per_kind), outdated);
                if self.per_kind.is_none() && !is_all {
                    chosen.extend(dossier.listed(outdated));
                    chosen.sort_unstable();
                    chosen.dedup();
                }
                Ok(chosen)
            }
            false => Ok(dossier.chosen(&self.ids)?),
        }
    }

    /// What to say about boundaries that were not asked for by name, and are not guarded at any other place either.
    fn unguarded(
        &self,
        dossier: &Dossier,
        accepted: &LockedTarget,
        outdated: &HashSet<usize>,
    ) -> Option<String> {
        if !self.ids.is_empty() || self.all {
            return None;
        }
        let place = |boundary: &Boundary| (boundary.left.input.to_string(), boundary.right.input.to_string());
        let guarded: HashSet<_> = accepted.boundaries.iter().map(place).collect();
        let worth = dossier.worth_guarding(None, outdated).into_iter();
        let places: HashSet<_> =
            worth.map(|index| place(&Boundary::from(&dossier.candidates[index]))).collect();
        let more = places.difference(&guarded).count();
        left_out(more, accepted.known.is_empty(), "guarded; --all accepts every one")
    }

    fn tell(&self, message: String) {
        if !self.quiet {
            eprintln!("autobva: {message}");
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

fn candidates(count: usize) -> String {
    if count == 1 { "1 candidate".to_string() } else { format!("{count} candidates") }
}

/// Of each boundary what the target does, if it does: with values of plain types, where those will do, so that the file
/// need not tell of types that do not matter.
fn holding(sut: &dyn Sut, found: &[Boundary]) -> Result<Vec<Option<Boundary>>> {
    let plain: Vec<Boundary> = found
        .iter()
        .map(|boundary| plain(boundary, sut.signature()).unwrap_or_else(|| boundary.clone()))
        .collect();
    let mut holding = steady(sut, plain.iter().cloned().map(Some).collect())?;
    let others = holding.iter().zip(found).zip(&plain);
    let others =
        others.map(|((held, found), plain)| (held.is_none() && found != plain).then(|| found.clone()));
    let others = steady(sut, others.collect())?;
    holding.iter_mut().zip(others).for_each(|(held, other)| *held = held.take().or(other));
    Ok(holding)
}

/// How often a boundary is run where chance may have a say. Where both sides toss a coin one in sixty passes.
const ROUNDS: usize = 3;

/// Those that the target does, each time; none in place of the others.
fn steady(sut: &dyn Sut, mut boundaries: Vec<Option<Boundary>>) -> Result<Vec<Option<Boundary>>> {
    let jobs = CheckSettings::default().jobs;
    for _ in 0..if sut.repeatable() { 1 } else { ROUNDS } {
        let asked: Vec<Boundary> = boundaries.iter().flatten().cloned().collect();
        let holds = hold(sut, &asked, jobs)?;
        let wavering = boundaries.iter_mut().filter(|boundary| boundary.is_some()).zip(holds);
        wavering.filter(|(_, holds)| !holds).for_each(|(boundary, _)| *boundary = None);
    }
    Ok(boundaries)
}

/// The invocation without absolute paths into this folder, which others would not have.
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
