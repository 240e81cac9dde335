//! `autobva find`: detect, save, print.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use autobva::behaviour::{Boundary, Landscape};
use autobva::{
    Action, Decision, Findings, Paced, Prepared, Progress, Redeclared, Scope, Settings, SlowInputs,
    StopReason, Summary, SummarySettings, Sut, TargetInfo, Timer,
};
use autobva_report::campaign::stored_target;
use autobva_report::{
    Listing, Report, Style, digits_hint, landscape_view, run_line, summary_view, write_candidate_csv,
    write_json, write_landscape_json,
};
use clap::Args;

use super::Status;
use super::campaign::{CampaignArgs, Purpose, Session, resume};
use super::configuration::fits;
use super::desk::{Desk, Subject};
use super::interrupt::{on_interrupt, search_is_over};
use super::observe::Observer;
use super::options::{DAILY, Format, OutputArgs, say_in_lines, width_or};
use super::output::{Destination, print_lines};
use super::progress::{Limits, ProgressLine};
use super::search_args::{BudgetArgs, PAPER, SearchArgs};
use super::target::{recognise_again, tell};
use super::target_args::TargetArgs;

/// Find the boundaries of a target, save and print them
///
/// The target really runs, many times. Without a budget the search stops when nothing new has turned up for long, and
/// after 10 seconds at the latest. What is found is saved while the search goes on, in a campaign under .autobva; another
/// run on the same target adds to it.
/// Without TARGET, all targets of autobva.toml, or of [tool.autobva] in pyproject.toml, are searched; the file is looked for
/// in this folder and those above it.
#[derive(Args)]
pub struct FindArgs {
    #[command(flatten)]
    pub target: TargetArgs,

    /// Of the targets of the configuration file, search the one of this name
    #[arg(id = "picked", long = "target", value_name = "NAME", help_heading = "Target")]
    picked: Option<String>,

    /// Further words of a worker's command line
    #[arg(hide = true)]
    pub words: Vec<String>,

    /// The program to start once per call
    #[arg(last = true, value_name = "PROGRAM ARG", help_heading = DAILY)]
    pub program: Vec<String>,

    #[command(flatten)]
    pub budget: BudgetArgs,

    #[command(flatten)]
    pub campaign: CampaignArgs,

    /// Run nothing; say what would be run, as a campaign from elsewhere (--resume FILE) may name any program
    #[arg(long, help_heading = "Target")]
    dry_run: bool,

    /// How to write the result
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = DAILY)]
    format: Format,

    /// Show every behaviour and boundary instead of a screen of them, or every candidate instead of one per cluster
    #[arg(long, help_heading = DAILY)]
    all: bool,

    #[command(flatten)]
    output: OutputArgs,

    /// Write a line of JSON for every call to FILE, as Tyche and its like read them (OpenPBTStats)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    observe: Option<PathBuf>,

    #[command(flatten)]
    pub search: SearchArgs,

    /// Show the pairs in clusters, as the paper does, instead of behaviours and boundaries
    #[arg(long, help_heading = PAPER)]
    clusters: bool,

    /// The boundaries that are of no interest, and the configuration file that says so.
    #[arg(skip)]
    ignored: (Vec<String>, String),

    /// Ends the search when a call exceeds a limit, for a sweep that then searches smaller numbers.
    #[arg(skip)]
    pub until_overrun: Option<Arc<SlowInputs>>,
}

/// Summarising 50,000 candidates takes more than a second.
const MANY: usize = 50_000;
/// The time for making clusters when the time limit is reached.
const SHORT: Duration = Duration::from_millis(300);
/// After 30 seconds slow inputs are reported.
const PATIENCE: Duration = Duration::from_secs(30);

impl FindArgs {
    /// Whether the configuration file determines what is run.
    pub fn is_without_target(&self) -> bool {
        self.target.target.is_none() && self.program.is_empty() && !self.campaign.resume
    }

    /// The target of the configuration file that is asked for.
    pub fn picked_target(&self) -> Option<&str> {
        self.picked.as_deref()
    }

    /// Whether nothing is to be run.
    pub fn is_dry(&self) -> bool {
        self.dry_run
    }

    /// An option that several targets cannot share, if one is given.
    pub fn for_one_target(&self) -> Option<&'static str> {
        let options = [
            (self.output.file().is_some(), "-o"),
            (self.campaign.campaign.is_some(), "--campaign"),
            (self.observe.is_some(), "--observe"),
            (self.format != Format::Text, "--format json or csv"),
        ];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }

    /// Makes the paths of the command line absolute, so that they mean the same in every folder.
    pub fn keep_paths(&mut self, cwd: bool, python: bool) -> Result<()> {
        let paths = [&mut self.campaign.campaign, &mut self.observe];
        for path in paths.into_iter().flatten() {
            *path = std::path::absolute(&*path)?;
        }
        self.output.keep_path()?;
        self.target.options.keep_paths(cwd, python)
    }

    /// Turns this into a run that a configuration file asks for.
    pub fn is_of_file(&mut self, file: &str, ignored: &[String]) {
        self.picked = None;
        self.ignored = (ignored.to_vec(), file.to_string());
    }

    pub fn run(mut self) -> Result<Status> {
        let begun = Instant::now();
        if self.picked.is_some() {
            bail!("--target picks a target of the configuration file; leave it out where TARGET is given");
        }
        let (settings, from_start) = match self.campaign.resume {
            true => resume(&mut self)?,
            false => {
                let settings = self.search.settings(&self.budget, self.target.draws_types());
                (settings.clone(), settings)
            }
        };
        if self.dry_run {
            let invocation = self.target.invocation(&self.words, &self.program);
            // Something that is not a target would not be run.
            recognise_again(&invocation)?;
            return print_lines([TargetArgs::would_run(&invocation)].into_iter());
        }
        let examples = &settings.seed_values;
        self.target.start_within = settings.max_time;
        let mut started = self.target.start_by_example(examples, &self.words, &self.program)?;
        tell(&started, self.output.quiet);
        started.sut = self.recalled(started.sut);
        let destination = self.output.open()?;
        let observer = Observer::asked(self.observe.as_deref(), &self.output, &settings)?;
        if let Some(observer) = &observer {
            started.sut = observer.watch(started.sut);
        }
        let slow = self.until_overrun.clone().unwrap_or_default();
        let sut: Box<dyn Sut> = match started.sut.repeatable() {
            true => started.sut,
            false => Box::new(Paced::new(started.sut, &slow)),
        };
        let mut run = autobva::find(sut);
        for argument in &self.target.arguments {
            run = run.argument(argument);
        }
        let mut run = run.settings(settings.clone()).prepare()?;
        if settings.max_time.is_some() {
            run = run.since(begun);
        }
        let progress = Arc::new(Progress::default());
        let invocation = &self.target.invocation(&self.words, &self.program);
        let resumes = self.campaign.resume;
        let purpose = Purpose { invocation, settings: &settings, from_start: &from_start, resumes };
        let (session, run) = Session::open(&self.campaign, &purpose, run, &progress)?;
        let findings = self.search(run, &settings, &progress, slow)?;
        observer.map_or(Ok(()), Observer::finish)?;
        if !self.output.quiet {
            self.target.remarks.take().iter().for_each(|remark| say!("autobva: {remark}"));
        }
        if findings.run.calls == 0 && findings.run.stop == StopReason::MaxTime {
            bail!(
                "no call was made within --max-time, because the target took too long to start; allow more"
            );
        }
        let words = session.as_ref().map(|session| {
            let path = session.path().display();
            format!(
                "not printed to the end; what was found is in {path}, and 'autobva summarize {path}' shows it"
            )
        });
        search_is_over(words);
        let deadline = self.deadline(&findings, &settings, begun);
        self.conclude(findings, &settings, session, destination, deadline)
    }

    /// Until when the findings may be clustered: shortly after an interruption or the time limit; `None` without a time
    /// limit.
    fn deadline(&self, findings: &Findings, settings: &Settings, begun: Instant) -> Option<Instant> {
        let now = Instant::now();
        match (findings.run.stop, settings.max_time) {
            (StopReason::Interrupted, _) => Some(now + SHORT),
            (_, Some(time)) => Some(begun.checked_add(time)?.max(now) + SHORT),
            (_, None) => None,
        }
    }

    /// The target as the campaign knows it, if an earlier version has declared it differently.
    fn recalled(&self, sut: Box<dyn Sut>) -> Box<dyn Sut> {
        let invocation = self.target.invocation(&self.words, &self.program);
        let Some(path) = self.campaign.place(&invocation).filter(|path| path.exists()) else { return sut };
        let Ok((TargetInfo { signature: was, .. }, _)) = stored_target(&path) else { return sut };
        let now = sut.signature().to_string();
        let sut = Redeclared::as_earlier(sut, &was);
        if sut.signature().to_string() != now && !self.output.quiet {
            let path = path.display();
            say!(
                "autobva: {path} knows the arguments as {was}, and goes on so; with another --campaign FILE they are {now}"
            );
        }
        sut
    }

    fn search(
        &self,
        run: Prepared,
        settings: &Settings,
        progress: &Arc<Progress>,
        slow: Arc<SlowInputs>,
    ) -> Result<Findings> {
        if !self.output.quiet {
            let name = run.target().name;
            say!("autobva: {name} with {}, seed {}", settings.strategy, settings.seed);
        }
        let signal = slow.signal();
        on_interrupt(&signal);
        let (stop, time) = settings.budget();
        let limits = Limits { time, calls: stop.max_calls };
        let _line = ProgressLine::start(progress, limits, self.output.quiet);
        let (quiet, signature) = (self.output.quiet, run.target().signature);
        let _patience = Timer::after(PATIENCE, move || {
            slow.told(&signature).filter(|_| !quiet).into_iter().for_each(|told| say!("autobva: {told}"));
        });
        Ok(run.run(&signal, progress)?)
    }

    /// Saves the findings, and shows them together with those of earlier runs.
    fn conclude(
        &self,
        mut findings: Findings,
        settings: &Settings,
        mut session: Option<Session>,
        out: Destination,
        deadline: Option<Instant>,
    ) -> Result<Status> {
        // Known candidates that this run has not found itself are added below with their counts.
        findings.candidates.retain(|candidate| candidate.count > 0);
        let (stop, time) = settings.budget();
        let closing_line = run_line(&findings, (stop.max_calls, time));
        if let Some(session) = &mut session {
            session.merge_into(&mut findings);
        }
        let findings = Arc::new(findings);
        let landscape = findings.landscape.as_ref().filter(|_| !self.clusters);
        // Clustering takes as long as the search, so it is left out if neither a person nor a campaign sees the result.
        let is_needed = session.is_some() || landscape.is_none() || self.format == Format::Csv;
        let summary = is_needed.then(|| self.summary(&findings, deadline)).transpose()?;
        // The findings are saved before they are printed, but they are printed even if they cannot be saved.
        let path = session.as_ref().map(|session| session.path().to_path_buf());
        let saved =
            session.zip(summary.as_ref()).map(|(session, summary)| session.finish(&findings, summary));
        let saved = saved.transpose();
        let (line, mut decisions) = saved.as_ref().ok().cloned().flatten().unwrap_or_default();
        let path = path.filter(|_| saved.is_ok());
        self.skip_ignored(findings.landscape.as_ref(), path.as_deref(), &mut decisions)?;
        let report = Report { decisions: &decisions, ..Report::from(&*findings) };
        self.print(report, landscape, summary.as_ref(), out)?;
        if !self.output.quiet {
            say_in_lines(&closing_line);
            let hint = if findings.landscape.is_none() { digits_hint(&findings) } else { None };
            hint.into_iter().for_each(|hint| say_in_lines(&hint));
        }
        if saved?.is_some() && !self.output.quiet {
            say_in_lines(&line);
        }
        Ok(if findings.run.stop == StopReason::Interrupted { Status::Interrupted } else { Status::Done })
    }

    /// Decides to skip the boundaries that the configuration file ignores, unless there is another decision: `accept`,
    /// `export` and `review` know how to treat that.
    fn skip_ignored(
        &self,
        landscape: Option<&Landscape>,
        campaign: Option<&Path>,
        decisions: &mut Vec<Decision>,
    ) -> Result<()> {
        let ((texts, file), Some(landscape)) = (&self.ignored, landscape) else { return Ok(()) };
        for text in texts {
            let is_meant = |boundary: &&Boundary| fits(text, Some(boundary.id), &boundary.sentence);
            let mut meant =
                landscape.boundaries.iter().filter(is_meant).map(|boundary| boundary.id).peekable();
            if meant.peek().is_none() && !self.output.quiet {
                say!("autobva: {file} ignores '{text}', which is no boundary here");
            }
            for id in meant {
                let scope = Scope::Boundary(id);
                if decisions.iter().any(|decision| decision.scope == scope) {
                    continue;
                }
                let note = format!("ignored in {file}");
                if let Some(campaign) = campaign {
                    Desk::open(campaign)?.decide(Subject::Boundary(id), Action::Skip, &note)?;
                }
                decisions.push(Decision { candidate: 0, scope, action: Action::Skip, note });
            }
        }
        Ok(())
    }

    /// Clusters, or groups only if clustering takes too long.
    fn summary(&self, findings: &Arc<Findings>, deadline: Option<Instant>) -> Result<Summary> {
        if findings.candidates.len() >= MANY && !self.output.quiet {
            say!("autobva: summarising {} candidates", findings.candidates.len());
        }
        let settings = SummarySettings { seed: findings.run.seed, ..SummarySettings::default() };
        let Some(deadline) = deadline else { return Ok(autobva::summarize(findings, &settings)?) };
        let (sender, summary) = channel();
        let (its_findings, its_settings) = (Arc::clone(findings), settings.clone());
        // The thread is not joined: it ends with the program.
        let made = move || drop(sender.send(autobva::summarize(&its_findings, &its_settings)));
        std::thread::Builder::new().spawn(made)?;
        match summary.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(summary) => Ok(summary?),
            Err(_) => {
                say!(
                    "autobva: there was no time to put {} candidates into clusters; 'autobva summarize' does so",
                    findings.candidates.len()
                );
                Ok(autobva::summarize_groups(findings, &settings))
            }
        }
    }

    /// Prints behaviours and boundaries if there are any, otherwise pairs in clusters.
    fn print(
        &self,
        report: Report,
        landscape: Option<&Landscape>,
        summary: Option<&Summary>,
        mut out: Destination,
    ) -> Result<()> {
        // Boundaries in words are laid out for a screen of 100 columns where no terminal has another width.
        let width = width_or(if landscape.is_some() { 100 } else { 80 });
        let style = Style { width, color: self.output.colored() };
        let listing = if self.all { Listing::Everything } else { Listing::Representatives };
        match (self.format, landscape) {
            (Format::Csv, _) => write_candidate_csv(report, summary, &mut out)?,
            (Format::Json, None) => write_json(report, summary, &mut out)?,
            (Format::Json, Some(landscape)) => write_landscape_json(report, landscape, &mut out)?,
            (Format::Text, None) => {
                if let Some(summary) = summary {
                    write!(out, "{}", summary_view(report, summary, listing, style))?;
                }
            }
            (Format::Text, Some(landscape)) => {
                write!(out, "{}", landscape_view(report, landscape, listing, style))?;
            }
        }
        out.finish()
    }
}
