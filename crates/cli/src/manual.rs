//! `autobva completions` and `autobva man`, from the definition that also makes `--help`.

use std::io::Write;

use anyhow::{Context, Result, bail};
use autobva::UnknownName;
use clap::Args;
use clap_complete::Shell;

use super::output::Destination;
use super::{Status, definition};

/// Print the completions for a shell
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print the manual page of autobva, or of one of its commands
#[derive(Args)]
pub struct ManArgs {
    /// The command; all of them follow each other if none is given
    command: Option<String>,
}

impl CompletionsArgs {
    pub fn run(self) -> Result<Status> {
        // In memory first, because the generator panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition(), "autobva", &mut script);
        let mut out = Destination::standard();
        out.write_all(&script).context("cannot write to standard output")?;
        out.finish()?;
        Ok(Status::Done)
    }
}

impl ManArgs {
    pub fn run(self) -> Result<Status> {
        let mut all = definition();
        all.build();
        let mut out = Destination::standard();
        match &self.command {
            None => {
                clap_mangen::Man::new(all.clone()).render(&mut out)?;
                for command in all.get_subcommands().filter(|c| c.get_name() != "help") {
                    page(command, &mut out)?;
                }
            }
            Some(name) => match all.find_subcommand(name) {
                Some(command) => page(command, &mut out)?,
                None => bail!(UnknownName::new("command", name, all.get_subcommands().map(|c| c.get_name()))),
            },
        }
        out.finish()?;
        Ok(Status::Done)
    }
}

fn page(command: &clap::Command, out: &mut dyn Write) -> Result<()> {
    let named = command.clone().display_name(format!("autobva-{}", command.get_name()));
    clap_mangen::Man::new(named).render(out)?;
    Ok(())
}
