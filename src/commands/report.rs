//! `shingle report`: writes what was found in a folder into a file. It formats nothing.

pub(crate) mod how_read;
pub(crate) mod on_screen;

use std::env;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use clap::ValueEnum as _;

use shingle::base::cancel::Cancel;
use shingle::base::ids::Epoch;
use shingle::base::numbers::counted;
use shingle::base::path::DocPath;
use shingle::base::visible::visible;
use shingle::decisions::decision::written;
use shingle::engine::reader::DocumentReader;
use shingle::folder::names::WalkOptions;
use shingle::folder::write::{FileTarget, WriteError};
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::results::clusters::Clusters;
use shingle::pipeline::results::snapshot::CopyGroups;
use shingle::pipeline::results::snapshot::publish;

use crate::cli::args::report::{ReportArgs, ReportFormat};
use crate::commands::input::is_standard_input;
use crate::commands::marks::decisions;
use crate::commands::{Done, list_problems, loaded, note_lacks};
use crate::printer::out::{Out, Stop};
use crate::report::again::CommandAgain;
use crate::report::contents::{Circumstance, DecidedChoice, Report};
use crate::report::gather::ReportAsked;
use crate::report::{html, markdown, sarif};

use self::how_read::HowRead;

/// Rows without `--top`.
pub(crate) const TOP: usize = 300;

/// Runs the command.
pub(crate) fn run(asked: &ReportArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let ReportArgs { folder, file, force, .. } = asked;
    let mut params = folder.params.resolve(Task::Report, reader).map_err(Stop::Failed)?;
    params.linkage = asked.clusters.linkage.unwrap_or(params.linkage);
    let params = Arc::new(params);
    let name = DocPath::new(file);
    let failed = |error: WriteError| Stop::Failed(format!("{name}: {error}"));
    // Checked before the work begins.
    let format = asked.format.map_or_else(|| format_of(file), Ok);
    let format = format.map_err(|why| Stop::Failed(format!("{name}: {why}, or add --format")))?;
    let target = (!is_standard_input(file)).then(|| FileTarget::new(file, &folder.dir, *force));
    let target = target.transpose().map_err(failed)?;
    note_lacks(&params);
    let decided = decisions(asked.decisions.as_deref(), &folder.dir)?;
    let folder = folder.walk.folder(&folder.dir, reader);
    let mut loaded = loaded(&folder, &params)?;
    let never = Cancel::never();
    // Never cancelled, so it always finishes.
    let _ = loaded.corpus.refresh(&never, &|_, _, _| ());
    let clusters = Clusters::new(&loaded.corpus.view(), 0, &never);
    let snapshot = publish(&loaded.corpus, &loaded.listing, Epoch::default());
    let gathered = ReportAsked {
        folder: &folder,
        snapshot: &snapshot,
        clusters: clusters.as_ref(),
        decided: &decided,
        copies: CopyGroups::new(&snapshot),
        made: asked_for(asked, &params, loaded.walk.as_ref()),
    };
    let fails = !asked.fail_on.is_empty() && !gathered.rows(&asked.fail_on).is_empty();
    let rows = gathered.rows(&asked.decided);
    let report = gathered.report(&rows, asked.top.unwrap_or(TOP));
    let mut out = Out::new();
    let text = bytes(&report, format)?;
    if let Some(target) = target {
        target.fill(|file| file.write_all(&text)).map_err(failed)?;
        let rows = counted(report.pairs.len() as u64, "row");
        writeln!(out, "{name}: {rows}, {}", counted(text.len() as u64, "byte"))?;
    } else {
        out.write_all(&text)?;
    }
    out.flush()?;
    list_problems(&snapshot.problems);
    let done = Done::checked(fails, true).strictly(asked.strict, &snapshot.problems);
    // The program ends here, so nothing is freed piece by piece.
    std::mem::forget(loaded);
    done
}

/// The report in a format.
fn bytes(report: &Report<'_>, format: ReportFormat) -> Result<Vec<u8>, Stop> {
    Ok(match format {
        ReportFormat::Html => html::page(report).into_bytes(),
        ReportFormat::Markdown => markdown::text(report).into_bytes(),
        ReportFormat::Sarif => sarif::log(report)?,
    })
}

/// The format of a file's ending; a page for a browser without any.
///
/// # Errors
/// What is wrong with the ending, and which there are. A page under another name would be opened by a program that cannot read it.
fn format_of(file: &Path) -> Result<ReportFormat, String> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    Ok(match ending.as_deref() {
        None | Some("html" | "htm") => ReportFormat::Html,
        Some("md" | "markdown") => ReportFormat::Markdown,
        Some("sarif") => ReportFormat::Sarif,
        Some(other) => {
            let other = visible(other);
            return Err(format!(
                "no report is written as .{other}: end its name with .html, .md or .sarif"
            ));
        }
    })
}

/// How a report to this file comes about, which is made again by `again` and the name of the file.
fn circumstance(how: &HowRead, mut again: CommandAgain, file: &Path) -> Circumstance {
    let dir = &how.dir;
    let real = dir.canonicalize().unwrap_or_else(|_| dir.clone());
    let folder =
        real.file_name().map_or_else(|| dir.to_string_lossy(), |name| name.to_string_lossy());
    again.option("output", &[beside(file)]);
    Circumstance {
        folder: folder.into_owned(),
        typed: dir.clone(),
        place: real.display().to_string(),
        at: written(now()),
        command: again.line().to_string(),
        reading: how.said(),
        chosen: String::new(),
        is_filtered: false,
    }
}

/// The name of a file beside the report: the report itself is there already, and would not be replaced.
fn beside(file: &Path) -> String {
    let name = |part: &std::ffi::OsStr| part.to_string_lossy().into_owned();
    let whole = name(file.file_name().unwrap_or(file.as_os_str()));
    match (file.file_stem(), file.extension()) {
        _ if is_standard_input(file) => whole,
        (Some(stem), Some(ending)) => format!("{}-again.{}", name(stem), name(ending)),
        _ => format!("{whole}-again"),
    }
}

/// The same for what the command line asks for.
fn asked_for(asked: &ReportArgs, params: &Params, walk: Option<&WalkOptions>) -> Circumstance {
    let phrases = asked.folder.params.phrases.as_deref();
    let how = HowRead::of(&asked.folder.dir, walk, &asked.folder.limits, phrases)
        .deciding_by(asked.decisions.as_deref());
    let mut again = how.again(params);
    for choice in &asked.decided {
        again.option("decided", &[choice.name()]);
    }
    if let Some(top) = asked.top {
        again.option("top", &[top.to_string()]);
    }
    if let Some(format) = asked.format.and_then(|format| format.to_possible_value()) {
        again.option("format", &[format.get_name()]);
    }
    Circumstance { chosen: chosen(&asked.decided), ..circumstance(&how, again, &asked.file) }
}

/// The rows asked for, in words; empty for all.
fn chosen(choices: &[DecidedChoice]) -> String {
    let names: Vec<&str> = choices.iter().map(|choice| choice.name()).collect();
    if names.is_empty() { String::new() } else { format!("rows that are {}", names.join(" or ")) }
}

/// The time, or that of `SOURCE_DATE_EPOCH`, by which the same report is made at any time.
fn now() -> SystemTime {
    let fixed = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let fixed =
        fixed.and_then(|seconds| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    fixed.unwrap_or_else(SystemTime::now)
}
