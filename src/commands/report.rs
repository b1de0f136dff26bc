//! `shingle report`, and the report of what the screen's list shows: writes what was found in a folder into a file. It formats
//! nothing.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, io, sync::Arc};

use clap::ValueEnum as _;

use shingle::base::numbers::{counted, thousands};
use shingle::decisions::DecidedChoice;
use shingle::decisions::decision::{LAST_TIME, written};
use shingle::engine::{DocumentFolder, DocumentReader};
use shingle::folder::{FileTarget, WalkOptions, WriteError};
use shingle::pipeline::{
    Clusters, CopyGroups, Mark, Parameter, Params, Snapshot, Stage, Task, publish,
};
use shingle::{
    base::cancel::Cancel, base::ids::Epoch, base::path::DocPath, base::visible::visible,
};

use super::{Done, chosen_by, list_problems, loaded, note_lacks, show_stage};
use super::{input::is_standard_input, marks::decisions};
use crate::cli::args::{ReportArgs, ReportFormat, TargetArgs};
use crate::printer::out::{Out, Stop};
use crate::report::contents::{Circumstance, Report};
use crate::report::{html, markdown, sarif};
use crate::tui::model::ListedRows;
use crate::{cli::options::LimitArgs, report::again::CommandAgain, report::gather::ReportAsked};

/// Rows without `--top`.
pub(crate) const TOP: usize = 300;

/// Runs the command.
pub(crate) fn run(args: &ReportArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let ReportArgs { folder, target: TargetArgs { file, force }, .. } = args;
    let params = folder.reading.params.resolve(Task::Report, reader).map_err(Stop::failed)?;
    let params = Arc::new(params);
    let name = DocPath::new(file);
    let failed = |error: WriteError| Stop::Failed(format!("{name}: {error}"));
    // Checked before the work begins.
    let format = args.format.map_or_else(|| format_of(file), Ok);
    let format = format.map_err(|why| Stop::Failed(format!("{name}: {why}, or add --format")))?;
    let target = (!is_standard_input(file)).then(|| FileTarget::new(file, &[&folder.dir], *force));
    let target = target.transpose().map_err(failed)?;
    let at = now().map_err(Stop::Failed)?;
    note_lacks(&params);
    let decided = decisions(args.decisions.as_deref(), &folder.dir)?;
    let folder = folder.reading.walk.folder(&folder.dir, reader);
    let mut loaded = loaded(&folder, &params, args.folder.reading.allow_empty)?;
    let never = Cancel::never();
    // Never cancelled, so it always finishes.
    let _ = loaded.corpus.refresh(&never, &show_stage);
    show_stage(Stage::Label, 0, 0);
    let clusters = Clusters::new(&loaded.corpus.view(), 0, &never);
    let snapshot = publish(&loaded.corpus, &loaded.listing, Epoch::default());
    let gathered = ReportAsked {
        folder: &folder,
        snapshot: &snapshot,
        clusters: clusters.as_ref(),
        decided: &decided,
        copies: CopyGroups::new(&snapshot),
        circumstance: asked_for(args, &params, loaded.walk.as_ref(), at),
    };
    let fails = !args.fail_on.is_empty() && !gathered.rows(&args.fail_on).is_empty();
    let rows = gathered.rows(&args.decided);
    let report = gathered.report(&rows, args.top.unwrap_or(TOP));
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
    let done = Done::checked(fails, true).strictly(args.strict, &snapshot.problems);
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
                "a report cannot be written as .{other}: end its name with .html, .md or .sarif"
            ));
        }
    })
}

/// How a report to this file comes about, with the title and the summary that its author gives it. It is made again by `again`,
/// these, and the name of the file.
fn circumstance(
    how: &HowRead,
    mut again: CommandAgain,
    [title, summary]: [&str; 2],
    file: &Path,
    at: SystemTime,
) -> Circumstance {
    let dir = &how.dir;
    let real = dir.canonicalize().unwrap_or_else(|_| dir.clone());
    let folder =
        real.file_name().map_or_else(|| dir.to_string_lossy(), |name| name.to_string_lossy());
    for (name, text) in [("title", title), ("summary", summary)] {
        if !text.is_empty() {
            again.option(name, &[text]);
        }
    }
    again.option("output", &[named_again(file)]);
    Circumstance {
        folder: folder.into_owned(),
        title: title.into(),
        summary: summary.into(),
        typed: dir.clone(),
        place: real.display().to_string(),
        at: written(at),
        command: again.line().to_string(),
        reading: how.in_words(),
        chosen: String::new(),
        is_filtered: false,
    }
}

/// The name of a file beside the report: the report itself is there already, and would not be replaced.
fn named_again(file: &Path) -> String {
    let name = |part: &std::ffi::OsStr| part.to_string_lossy().into_owned();
    let whole = name(file.file_name().unwrap_or(file.as_os_str()));
    match (file.file_stem(), file.extension()) {
        _ if is_standard_input(file) => whole,
        (Some(stem), Some(ending)) => format!("{}-again.{}", name(stem), name(ending)),
        _ => format!("{whole}-again"),
    }
}

/// The same for what the command line asks for.
fn asked_for(
    args: &ReportArgs,
    params: &Params,
    walk: Option<&WalkOptions>,
    at: SystemTime,
) -> Circumstance {
    let phrases = args.folder.reading.params.text(Parameter::Phrases).map(Path::new);
    let how = HowRead::new(&args.folder.dir, walk, &args.folder.reading.limits, phrases)
        .deciding_by(args.decisions.as_deref());
    let mut again = how.again(params);
    for choice in &args.decided {
        again.option("decided", &[choice.name()]);
    }
    if let Some(top) = args.top {
        again.option("top", &[top.to_string()]);
    }
    if let Some(format) = args.format.and_then(|format| format.to_possible_value()) {
        again.option("format", &[format.get_name()]);
    }
    let words = [&args.title, &args.summary].map(|text| text.as_deref().unwrap_or_default());
    Circumstance {
        chosen: chosen(&args.decided),
        ..circumstance(&how, again, words, &args.target.file, at)
    }
}

/// The rows asked for, in words; empty for all.
fn chosen(choices: &[DecidedChoice]) -> String {
    let names: Vec<&str> = choices.iter().map(|choice| choice.name()).collect();
    if names.is_empty() { String::new() } else { format!("rows that are {}", names.join(" or ")) }
}

/// The time, or that of `SOURCE_DATE_EPOCH`, by which the same report is made at any time.
///
/// # Errors
/// What is wrong with the variable.
fn now() -> Result<SystemTime, String> {
    const NAME: &str = "SOURCE_DATE_EPOCH";
    const LAST: u64 = LAST_TIME / 1000;
    let Some(fixed) = env::var_os(NAME) else { return Ok(SystemTime::now()) };
    let seconds = fixed.to_str().and_then(|seconds| seconds.parse().ok());
    match seconds.filter(|seconds| *seconds <= LAST) {
        Some(seconds) => Ok(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)),
        None => Err(format!(
            "{NAME} is \"{}\"; set it to seconds since 1970, at most {LAST}, or not at all",
            fixed.display()
        )),
    }
}

/// Writes what is listed to a file, in the format of its ending. Returns a sentence about what was written.
pub(crate) fn write_listed(
    folder: &DocumentFolder,
    how: &HowRead,
    (file, replace): (&Path, bool),
    listed: &ListedRows,
) -> Result<String, WriteError> {
    let ListedRows { title, summary, snapshot, rows, filter, choice, decided, clusters } = listed;
    let clusters = clusters.as_deref();
    // Checked before the work begins.
    let impossible = |why: String| WriteError::Refused(io::Error::other(why));
    let format = format_of(file).map_err(impossible)?;
    let at = now().map_err(impossible)?;
    let target = FileTarget::new(file, &[&how.dir], replace)?;
    let listed = rows.len();
    // There is no text any more to tell the passages of a pair that is gone, and no command finds it again.
    let is_there =
        |row: &&usize| snapshot.rows.get(**row).is_some_and(|row| row.mark() != Mark::Gone);
    let rows: Vec<usize> = rows.iter().filter(is_there).copied().collect();
    let gone = listed - rows.len();
    if rows.is_empty() {
        let why =
            "every row that the list shows is of a document that is gone: Esc lists the others";
        return Err(WriteError::Refused(io::Error::other(why)));
    }
    let mut again = how.again(&snapshot.params);
    if let Some(choice) = choice {
        again.option("decided", &[choice]);
    }
    let mut made = circumstance(how, again, [title, summary], file, at);
    if !filter.is_empty() {
        made.chosen = format!("rows that pass the filter {filter}");
        made.is_filtered = choice.is_none();
    }
    let fitting = clusters.filter(|found| are_of(found, snapshot));
    let gathered = ReportAsked {
        folder,
        snapshot,
        clusters: fitting,
        decided,
        copies: CopyGroups::new(snapshot),
        circumstance: made,
    };
    let report = gathered.report(&rows, TOP);
    let text = bytes(&report, format).map_err(refused)?;
    target.fill(|out| out.write_all(&text))?;
    let mut listed = counted(report.pairs.len() as u64, "row");
    if report.pairs.len() < rows.len() {
        listed = format!("the first {listed} of {}", thousands(rows.len() as u64));
    }
    let bytes = counted(text.len() as u64, "byte");
    let other = if clusters.is_some() && fitting.is_none() {
        ", without clusters: the folder or a parameter changed meanwhile"
    } else {
        ""
    };
    let without = match gone {
        0 => String::new(),
        gone => format!(", without {} of files that are gone", counted(gone as u64, "row")),
    };
    Ok(format!("wrote {listed} to {}: {bytes}{without}{other}", DocPath::new(file)))
}

/// Whether clusters are of the documents and parameters of a ranking: the folder may have changed between the two.
fn are_of(clusters: &Clusters, snapshot: &Snapshot) -> bool {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    clusters.params == snapshot.params && *clusters.docs == docs
}

fn refused(stop: Stop) -> WriteError {
    match stop {
        Stop::Failed(reason) => WriteError::Refused(io::Error::other(reason)),
        Stop::Closed => WriteError::Refused(io::ErrorKind::BrokenPipe.into()),
    }
}

/// The options by which a folder is read, besides the parameters.
#[derive(Debug, Clone)]
pub(crate) struct HowRead {
    /// The folder as it was typed.
    pub(crate) dir: PathBuf,
    /// The list of phrases: a file, or what the screen keeps.
    phrases: Option<String>,
    /// The file of decisions, if one was named.
    decisions: Option<String>,
    /// The options with their values; one that only is there has none.
    options: Vec<(&'static str, Option<String>)>,
}

impl HowRead {
    /// Takes them from the command line.
    pub(crate) fn new(
        dir: &Path,
        walk: Option<&WalkOptions>,
        limits: &LimitArgs,
        phrases: Option<&Path>,
    ) -> Self {
        let mut options = Vec::new();
        for (name, is_set) in [
            ("hidden", walk.is_some_and(|walk| walk.hidden)),
            ("ignored", walk.is_some_and(|walk| walk.ignored)),
        ] {
            if is_set {
                options.push((name, None));
            }
        }
        let [include, exclude] = chosen_by(walk);
        let globs = |name: &'static str, globs: Vec<String>| {
            globs.into_iter().map(move |glob| (name, Some(glob)))
        };
        options.extend(globs("include", include));
        options.extend(globs("exclude", exclude));
        options.extend(limits.by_name().map(|(name, limit)| (name, Some(limit))));
        let converters = limits.converters.iter();
        options.extend(converters.map(|one| ("converter", Some(one.definition.clone()))));
        let phrases = phrases.map(|list| list.to_string_lossy().into_owned());
        Self { dir: dir.to_path_buf(), phrases, decisions: None, options }
    }

    /// The same with the file of decisions that was named on the command line.
    pub(crate) fn deciding_by(self, decisions: Option<&Path>) -> Self {
        Self { decisions: decisions.map(|file| file.to_string_lossy().into_owned()), ..self }
    }

    /// The command line that reads the folder so again, as far as it goes.
    pub(crate) fn again(&self, params: &Params) -> CommandAgain {
        let mut again = CommandAgain::new(&self.dir.to_string_lossy(), params);
        if let Some(list) = self.phrases.as_ref().filter(|_| !params.phrases.is_empty()) {
            again.option("phrases", &[list]);
        }
        if let Some(file) = &self.decisions {
            again.option("decisions", &[file]);
        }
        for (name, value) in &self.options {
            again.option(name, value.as_slice());
        }
        again
    }

    /// The same in words: a name and a value each.
    pub(crate) fn in_words(&self) -> Vec<(String, String)> {
        let in_words = |(name, value): &(&str, Option<String>)| {
            ((*name).to_string(), value.clone().unwrap_or_else(|| "on".to_string()))
        };
        self.options.iter().map(in_words).collect()
    }
}
