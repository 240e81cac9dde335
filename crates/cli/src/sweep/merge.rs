//! `autobva merge`: merges the shards of a sweep.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use autobva_report::sweep::Sweep;
use clap::Args;

use super::folder::{Folder, INDEX, SweepReader};
use super::write::{ShownArgs, write_index, write_sweep};
use crate::Status;

/// Put the shards of a sweep together
///
/// Shards may overlap, come twice, or be missing; their order does not matter. What is missing is run by
/// 'autobva sweep --resume --out FOLDER'.
#[derive(Args)]
pub struct MergeArgs {
    /// Folders of 'autobva sweep --shard', or what its --format json wrote
    #[arg(required = true)]
    shards: Vec<PathBuf>,

    /// The folder of the whole sweep; nothing is kept if it is not given
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    #[command(flatten)]
    shown: ShownArgs,
}

impl MergeArgs {
    pub fn run(self) -> Result<Status> {
        let out = self.shown.output.open()?;
        if let Some(folder) = self.out.as_deref().filter(|folder| Folder::holds_sweep(folder)) {
            bail!("{} holds a sweep already; give another --out", folder.display());
        }
        let whole = merged(&self.shards)?;
        if let Some(folder) = &self.out {
            self.keep(&whole, folder)?;
        }
        write_sweep(
            &whole,
            self.shown.format,
            self.shown.all,
            self.out.as_deref().unwrap_or(Path::new(".")),
            out,
        )?;
        Ok(Status::Done)
    }

    fn keep(&self, whole: &Sweep, path: &Path) -> Result<()> {
        let mut folder = Folder::create(path, &whole.plan)?;
        folder.add_all(whole.entries.values())?;
        for shard in self.shards.iter().filter(|shard| shard.is_dir()) {
            folder.take_campaigns(shard)?;
        }
        write_index(whole, &path.join(INDEX), path)?;
        if !self.shown.output.quiet {
            say!("autobva: the sweep is in {0}, its index in {0}/{INDEX}", path.display());
        }
        Ok(())
    }
}

fn merged(shards: &[PathBuf]) -> Result<Sweep> {
    let mut whole: Option<(Sweep, &Path)> = None;
    let mut reader = SweepReader::default();
    for path in shards {
        let shard = reader.read(path)?;
        whole = Some(match whole {
            None => (shard, path),
            Some((mut whole, first)) => {
                let both = || format!("cannot merge {} and {}", first.display(), path.display());
                whole.merge(shard).with_context(both)?;
                (whole, first)
            }
        });
    }
    whole.map(|(whole, _)| whole).context("no shard is given")
}
