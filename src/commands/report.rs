//! `shingle report`: writes what was found in a folder into a file. It formats nothing.

use std::env;
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use clap::ValueEnum as _;

use shingle::base::cancel::Cancel;
use shingle::base::ids::Epoch;
use shingle::base::numbers::counted;
use shingle::base::path::DocPath;
use shingle::base::visible::visible_lines;
use shingle::decisions::decided::Decided;
use shingle::decisions::decision::written;
use shingle::decisions::file::DecisionFile;
use shingle::folder::names::WalkOptions;
use shingle::folder::write::{FileTarget, WriteError};
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::results::clusters::Clusters;
use shingle::pipeline::results::publish::publish;

use crate::cli::args::report::{ReportArgs, ReportFormat};
use crate::cli::places;
use crate::commands::input::is_standard_input;
use crate::commands::{Done, chosen_by, list_problems, loaded, note_lacks};
use crate::printer::out::{Out, Stop};
use crate::report::again::CommandAgain;
use crate::report::contents::{Circumstance, DecidedChoice};
use crate::report::gather::ReportAsked;
use crate::report::{csv, html, markdown, sarif};

/// Rows without `--top`.
pub(crate) const TOP: usize = 300;

/// Runs the command.
pub(crate) fn run(asked: &ReportArgs) -> Result<Done, Stop> {
    let ReportArgs { folder, file, force, .. } = asked;
    let mut params = folder.params.resolve(Task::Report).map_err(Stop::Failed)?;
    params.linkage = asked.clusters.linkage.unwrap_or(params.linkage);
    let params = Arc::new(params);
    let name = DocPath::new(file);
    let failed = |error: WriteError| Stop::Failed(format!("{name}: {error}"));
    // Checked before the work begins.
    let target = (!is_standard_input(file)).then(|| FileTarget::new(file, &folder.dir, *force));
    let target = target.transpose().map_err(failed)?;
    note_lacks(&params);
    let decided = decisions(asked)?;
    let mut loaded = loaded(&folder.dir, &folder.walk, &params)?;
    let never = Cancel::never();
    // Never cancelled, so it always finishes.
    let _ = loaded.corpus.refresh(&never, &|_, _, _| ());
    let clusters = Clusters::of(&loaded.corpus.view(), 0, &never);
    let snapshot = publish(&loaded.corpus, &loaded.listing, Epoch::default());
    let gathered = ReportAsked {
        root: &folder.dir,
        snapshot: &snapshot,
        clusters: clusters.as_ref(),
        decided: &decided,
        made: circumstance(asked, &params, loaded.walk.as_ref()),
    };
    let fails = !asked.fail_on.is_empty() && !gathered.rows(&asked.fail_on).is_empty();
    let rows = gathered.rows(&asked.decided);
    let report = gathered.report(&rows, asked.top.unwrap_or(TOP));
    let mut out = Out::new();
    let text = match format(asked) {
        ReportFormat::Html => html::page(&report).into_bytes(),
        ReportFormat::Markdown => markdown::text(&report).into_bytes(),
        ReportFormat::Csv => csv::table(&report, target.is_none() && out.is_terminal)?,
        ReportFormat::Sarif => sarif::log(&report)?,
    };
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

/// The format asked for, or that of the file's ending.
fn format(asked: &ReportArgs) -> ReportFormat {
    let ending = asked.file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    asked.format.unwrap_or(match ending.as_deref() {
        Some("md" | "markdown") => ReportFormat::Markdown,
        Some("csv") => ReportFormat::Csv,
        Some("sarif") => ReportFormat::Sarif,
        _ => ReportFormat::Html,
    })
}

/// All decisions. Where the usual file cannot be read, it is said, and there are none; a file that was named must be readable.
fn decisions(asked: &ReportArgs) -> Result<Decided, Stop> {
    let note = |text: &str| {
        let _ = writeln!(std::io::stderr(), "shingle: note: {}", visible_lines(text));
    };
    let usual = || places::decisions().path();
    let Some(path) = asked.decisions.clone().or_else(usual) else { return Ok(Decided::default()) };
    let file = match DecisionFile::open(&path, &asked.folder.dir) {
        Ok(file) => file,
        Err(error) if asked.decisions.is_some() => return Err(Stop::Failed(error.to_string())),
        Err(error) => {
            note(&error.to_string());
            return Ok(Decided::default());
        }
    };
    if asked.decisions.is_some() && !path.exists() {
        note(&format!("{}: no such file yet, so nothing is decided", DocPath::new(&path)));
    }
    if file.strange() > 0 {
        let lines = counted(file.strange(), "line");
        note(&format!("{}: {lines} are no decisions, and were passed over", DocPath::new(&path)));
    }
    Ok(file.decided().clone())
}

/// How the report came about.
fn circumstance(asked: &ReportArgs, params: &Params, walk: Option<&WalkOptions>) -> Circumstance {
    let dir = &asked.folder.dir;
    let real = dir.canonicalize().unwrap_or_else(|_| dir.clone());
    let folder =
        real.file_name().map_or_else(|| dir.to_string_lossy(), |name| name.to_string_lossy());
    let typed = dir.to_string_lossy();
    let mut reading = Vec::new();
    let mut again = CommandAgain::new(&typed, params);
    if let (false, Some(list)) = (params.phrases.is_empty(), &asked.folder.params.phrases) {
        again.option("phrases", &[list.to_string_lossy()]);
    }
    for (name, is_set) in
        [("hidden", asked.folder.walk.hidden), ("ignored", asked.folder.walk.ignored)]
    {
        if is_set {
            again.option::<&str>(name, &[]);
            reading.push((name.to_string(), "on".to_string()));
        }
    }
    let [include, exclude] = chosen_by(walk);
    for (name, globs) in [("include", include), ("exclude", exclude)] {
        for glob in globs {
            again.option(name, &[&glob]);
            reading.push((name.to_string(), glob));
        }
    }
    for (name, limit) in asked.folder.limits.said() {
        again.option(name, &[&limit]);
        reading.push((name.to_string(), limit));
    }
    for converter in &asked.folder.limits.converters {
        let converter = converter.given.clone();
        again.option("converter", &[&converter]);
        reading.push(("converter".to_string(), converter));
    }
    for choice in &asked.decided {
        again.option("decided", &[choice.name()]);
    }
    if let Some(top) = asked.top {
        again.option("top", &[top.to_string()]);
    }
    if let Some(format) = asked.format.and_then(|format| format.to_possible_value()) {
        again.option("format", &[format.get_name()]);
    }
    let file = asked.file.file_name().unwrap_or(asked.file.as_os_str()).to_string_lossy();
    again.option("output", &[file]);
    Circumstance {
        folder: folder.into_owned(),
        typed: dir.clone(),
        place: real.display().to_string(),
        at: written(now()),
        command: again.line().to_string(),
        reading,
        chosen: chosen(&asked.decided),
    }
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
