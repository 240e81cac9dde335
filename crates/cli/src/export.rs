//! `autobva export`: tests and tables for the boundaries of a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use autobva::{Calling, Invocation, PythonCall, PythonFunction, Signature, SummarySettings};
use autobva_report::{
    Dossier, EXPORTERS, ExportSettings, Exporter, Template, Verdict, export, exporter, plain_reason,
};
use clap::Args;

use super::Status;
use super::campaign::file_or_campaign;
use super::dossier::{left_out, open_dossier};
use super::keepsake::{Written, is_same, keep_source};
use super::output::{Destination, is_standard};
use super::relative_path::relative;
use super::target_args::TargetArgs;

const EXAMPLES: &str = "\
Examples:
  autobva export shop.py:discount --to pytest -o tests/test_discount.py
  autobva export found.csv --to rust --call my_crate::discount -o tests/discount.rs
  autobva export --show-template pytest > ours.py.j2
  autobva export found.csv --to pytest --call shop.py:discount --template ours.py.j2";

/// Turn boundaries into tests: two cases each, one on either side, that assert what was observed
///
/// Those that stand for a cluster are exported, one for each further pair of behaviours, and those that somebody has
/// decided about. A boundary decided as debug or refine becomes a test that is expected to fail, one decided as clarify a
/// test that says what is not specified yet; skip and zoom are left out.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    /// A campaign or the name of its target, or a candidate CSV together with --call
    #[arg(required_unless_present = "show_template")]
    file: Option<PathBuf>,

    #[arg(long, value_name = "FORMAT", required_unless_present = "show_template", help = formats())]
    to: Option<String>,

    /// Export every candidate instead of those that stand for a cluster
    #[arg(long)]
    all: bool,

    /// Export what was decided in these ways alone, separated by commas: skip, extend, debug, clarify, refine, zoom, undecided
    #[arg(long, value_name = "DECISIONS", value_delimiter = ',')]
    only: Vec<Verdict>,

    /// Call this function, as the language names it, instead of what was run: shop.py:discount, my_crate::discount,
    /// ./shop.js:discount, com.acme.Shop.discount, shop.Discount
    #[arg(long, value_name = "FUNCTION")]
    call: Option<String>,

    /// Make the file look as this template says (Jinja; docs/exports.md has what it is given)
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,

    /// Print the template of a format, to start one of your own from, and do nothing else
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["file", "to", "template", "output"])]
    show_template: Option<String>,

    /// Write the tests to FILE instead of standard output, which is also -; the file appears whole or not at all
    #[arg(short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Replace FILE even if autobva has not written it; lock files, campaigns and files of the target are kept
    #[arg(long, help_heading = "Output")]
    force: bool,

    /// Print nothing but the result
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// The formats, for the help of `--to`.
fn formats() -> String {
    let names: Vec<&str> = EXPORTERS.iter().map(|exporter| exporter.entry.name).collect();
    let (last, others) = names.split_last().expect("there are formats");
    format!("The format: {} or {last} (`autobva list`)", others.join(", "))
}

impl ExportArgs {
    pub fn run(mut self) -> Result<Status> {
        self.output = self.output.filter(|path| !is_standard(path));
        if let Some(format) = &self.show_template {
            return show_template(exporter(format)?);
        }
        let (Some(file), Some(format)) = (self.file.clone(), &self.to) else {
            bail!("give the file to export and a format (--to)");
        };
        let file = file_or_campaign(file)?;
        let exporter = exporter(format)?;
        let template = self.template.as_deref().map(read_template).transpose()?;
        let dossier = open_dossier(&file, &SummarySettings::default())?;
        if let Some(output) = &self.output {
            self.keep_sources(output, &file, exporter, &dossier)?;
        }
        let (python, module_is_here, signature) = python_call(self.call.as_deref(), exporter, &dossier);
        let settings = ExportSettings {
            python,
            module_is_here,
            signature,
            template,
            all: self.all,
            only: if self.only.is_empty() { Verdict::USUAL.to_vec() } else { self.only },
            call: self.call,
            base: base(self.output.as_deref())?,
            file: self
                .output
                .as_deref()
                .and_then(Path::file_stem)
                .map(|stem| stem.to_string_lossy().into_owned()),
        };
        let exported = export(&dossier, exporter, &settings)?;
        let mut out = Destination::of(Written::result(self.force), self.output.as_deref())?;
        out.write_all(exported.text.as_bytes())?;
        out.finish()?;
        if !self.quiet {
            let (n, s) = (exported.boundaries, if exported.boundaries == 1 { "y" } else { "ies" });
            let place = self.output.map(|path| format!(" in {}", path.display())).unwrap_or_default();
            say!("autobva: {n} boundar{s} exported{place}");
            let what = "exported; --all exports every one";
            if let Some(line) = left_out(exported.more, exported.more_of_same, what) {
                say!("autobva: {line}");
            }
            if exported.flaky > 0 {
                say!("autobva: {} left out because they are answered differently each time", exported.flaky);
            }
        }
        Ok(Status::Done)
    }
}

impl ExportArgs {
    /// Refuses to overwrite the exported file or a file of the target.
    fn keep_sources(
        &self,
        output: &Path,
        file: &Path,
        exporter: &'static Exporter,
        dossier: &Dossier,
    ) -> Result<()> {
        keep_source(Some(output), file, "exported")?;
        if let Some(template) = &self.template {
            keep_source(Some(output), template, "the template")?;
        }
        let of_call = self.call.iter().flat_map(|call| exporter.files_called(call));
        let of_target = dossier.called.iter().flat_map(|called| called.files.clone());
        if of_call.chain(of_target).any(|file| is_same(output, Path::new(&file))) {
            let place = output.display();
            bail!("{place} belongs to the target, and would be lost; give the result another name");
        }
        Ok(())
    }
}

fn show_template(exporter: &'static Exporter) -> Result<Status> {
    let Some((_, text)) = exporter.template else {
        bail!("{} holds the candidates as they are, and has no template", exporter.entry.name);
    };
    let mut out = Destination::standard();
    out.write_all(text.as_bytes())?;
    out.finish()?;
    Ok(Status::Done)
}

/// Reads a template of the user's own.
fn read_template(path: &Path) -> Result<Template> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path)
        .map_err(|error| anyhow!("cannot read the template {name} ({})", plain_reason(&error)))?;
    let text = String::from_utf8(bytes).with_context(|| format!("the template {name} is no text"))?;
    Ok(Template { name, text })
}

/// How the Python function is called, whether its module is in this folder, and its arguments. If the target no longer
/// exists, it is treated as a plain function: its tests will show that.
fn python_call(
    call: Option<&str>,
    exporter: &'static Exporter,
    dossier: &Dossier,
) -> (PythonCall, bool, Option<Signature>) {
    let called = dossier.called.as_ref();
    let function = match (call, called.map(|called| &called.calling)) {
        (Some(call), _) if exporter.is_python() => call.parse::<PythonFunction>().ok(),
        (None, Some(Calling::Python(function))) => Some(function.clone()),
        _ => None,
    };
    let Some(function) = function.filter(|_| exporter.has_calls()) else { return Default::default() };
    let found = called.map(|called| called.invocation.clone()).unwrap_or_default();
    let asked = Invocation { target: Some(function.to_string()), program: Vec::new(), ..found };
    // Types that are not annotated are in the file.
    let arguments =
        dossier.target.signature.arguments().iter().map(|argument| argument.to_string()).collect();
    let started = TargetArgs::start_again(&asked)
        .or_else(|_| TargetArgs::start_again(&Invocation { arguments, ..asked.clone() }));
    let (python, signature) =
        started.map(|started| (started.python, Some(started.sut.signature().clone()))).unwrap_or_default();
    (python.unwrap_or_default(), is_here(&function), signature)
}

/// Whether the module of a function is in this folder.
fn is_here(function: &PythonFunction) -> bool {
    let top = function.place.split('.').next().unwrap_or(&function.place);
    Path::new(top).is_dir() || Path::new(&format!("{top}.py")).is_file()
}

/// The current folder, relative to the folder of the exported file.
fn base(output: Option<&Path>) -> Result<String> {
    let here = std::env::current_dir().context("there is no current folder")?;
    let folder = output.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let Some(folder) = folder else { return Ok(String::new()) };
    let folder = folder.canonicalize().unwrap_or_else(|_| here.join(folder));
    let here = here.canonicalize().unwrap_or(here);
    Ok(relative(&folder, &here).to_string_lossy().into_owned())
}
