//! `find --resume`: continues a campaign with another part of the random stream.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use autobva::{Invocation, Settings};
use autobva_report::campaign::{Campaign, CampaignError, StoredRun};
use clap::Parser;

use super::place::{ENDING, default_place, only_campaign};
use crate::find::FindArgs;
use crate::target::is_target;
use crate::{Cli, Command};

/// Fills in from the campaign what the command line leaves out. Returns the settings of this run, and the settings of a
/// run from the start.
pub fn resume(args: &mut FindArgs) -> Result<(Settings, Settings)> {
    let path = campaign_file(args)?;
    let campaign = Campaign::read(&path).map_err(|error| match error {
        CampaignError::Foreign(path, what) => anyhow!(
            "{} is no campaign: {what}; give a campaign to go on with, which 'autobva find TARGET' saves",
            path.display()
        ),
        error => error.into(),
    })?;
    check_target(args, &campaign.invocation, &path)?;
    let Some(last) = campaign.runs.last() else {
        bail!("{} has no run to go on with; leave out --resume", path.display());
    };
    let earlier = read_again(&last.settings)?;
    let mut from_start = earlier.search.settings(&earlier.budget, earlier.target.draws_types());
    let (calls, time) = used(&campaign.runs);
    args.target = earlier.target;
    args.words = earlier.words;
    args.program = earlier.program;
    args.campaign.campaign = Some(path);
    let mut settings = match args.budget.is_given() {
        true => {
            let given = earlier.search.settings(&args.budget, false);
            (from_start.stop, from_start.max_time) = (given.stop, given.max_time);
            from_start.clone()
        }
        false => left_of(&from_start, calls, time),
    };
    settings.seed = next_seed(from_start.seed, campaign.runs.len() as u64);
    Ok((settings, from_start))
}

fn campaign_file(args: &mut FindArgs) -> Result<PathBuf> {
    if let Some(path) = &args.campaign.campaign {
        return Ok(path.clone());
    }
    if let Some(file) = args.target.target.as_deref().filter(|word| is_file(word)).map(PathBuf::from) {
        args.target.target = None;
        return Ok(file);
    }
    match (&args.target.target, args.program.as_slice()) {
        (None, []) => only_campaign(),
        _ => Ok(default_place(&args.target.invocation(&args.words, &args.program))),
    }
}

/// Whether a word names a file rather than a target: a file that exists, or a name with the extension of campaigns.
fn is_file(word: &str) -> bool {
    let path = Path::new(word);
    let is_named = path.extension().is_some_and(|ending| ending == ENDING);
    path.is_file() || is_named || (path.is_dir() && !is_target(word))
}

/// Checks that a target that is given again is the same.
fn check_target(args: &FindArgs, known: &Invocation, path: &Path) -> Result<()> {
    let mut given = args.target.invocation(&args.words, &args.program);
    if given == Invocation::default() {
        return Ok(());
    }
    if given.target.is_none() && given.program.is_empty() {
        (given.target, given.program) = (known.target.clone(), known.program.clone());
    }
    if given != *known {
        let (known, given) = (known.words().join(" "), given.words().join(" "));
        bail!("{} is about '{known}', not about '{given}'; leave the target out", path.display());
    }
    Ok(())
}

fn read_again(words: &[String]) -> Result<FindArgs> {
    let words = ["autobva"].into_iter().chain(words.iter().map(String::as_str));
    match Cli::try_parse_from(words).map(|cli| cli.command) {
        Ok(Command::Find(args)) => Ok(*args),
        Ok(_) => bail!("the campaign was not made by find"),
        Err(error) => {
            Err(anyhow!("the settings of the campaign cannot be used any more: {}", error.render()))
        }
    }
}

/// What the latest attempts at the same budget have used of it; nothing if the last one ended by itself.
fn used(runs: &[StoredRun]) -> (u64, Duration) {
    let settings = runs.last().map(|run| &run.settings);
    let attempts = runs.iter().rev().take_while(|run| !run.is_complete && Some(&run.settings) == settings);
    attempts.fold((0, Duration::ZERO), |(calls, time), run| {
        (calls + run.record.info.calls, time + run.record.info.elapsed)
    })
}

/// The settings with the rest of the budget, or with all of it if nothing is left.
fn left_of(settings: &Settings, calls: u64, time: Duration) -> Settings {
    let (stop, max_time) = settings.budget();
    let mut left = Settings { stop, max_time, ..settings.clone() };
    let calls_left = left.stop.max_calls.map(|most| most.saturating_sub(calls));
    let time_left = left.max_time.map(|most| most.saturating_sub(time));
    if calls_left != Some(0) && time_left.is_none_or(|time| time >= LEAST_TIME) {
        (left.stop.max_calls, left.max_time) = (calls_left, time_left);
    }
    left
}

/// Less time than this counts as none.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// The seed of the run with this number, counted from 0, in a campaign that began with `seed`: a bijective mix of both
/// (that of SplitMix64), cut to a length that can be typed.
fn next_seed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) % 1_000_000_000
}
