//! `shingle report` and the report of the screen: chooses rows or a document, and writes the page.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{borrow::Cow, collections::HashSet, env, sync::Arc};

use shingle::base::numbers::{format_count, format_with_commas};
use shingle::decisions::decision::{LAST_TIME, format_time};
use shingle::decisions::{MarkChoice, NewestMarks};
use shingle::engine::DocumentFolder;
use shingle::engine::SourcingError;
use shingle::engine::batch::{Loaded, sketch_whole_folder};
use shingle::engine::sources::find_sources_of_document;
use shingle::folder::{FileTarget, WalkOptions, WriteError};
use shingle::pipeline::{Corpus, Mark, Params, Snapshot, SourcedText, Task, take_snapshot};
use shingle::{
    base::cancel::Cancel, base::ids::Epoch, base::path::DocPath, base::visible::make_visible,
};

use super::input::{is_standard_input, resolve_folder_or_records};
use super::{Run, exit_code, list_problems, load_documents, show_stage_progress};
use super::{marks::read_marks, query::name_in_folder};
use crate::cli::{args::ReportArgs, args::TargetArgs, limits::LimitArgs};
use crate::printer::out::{Out, Stop};
use crate::report::contents::{Circumstance, Names, Report};
use crate::report::{gather::ReportInput, html};
use crate::tui::{views::report::ListedRows, words::ShortNames};

const HIDDEN: usize = 25;
/// Number of listed rows without `--top`.
pub(crate) const TOP: usize = 300;

pub(crate) fn run(args: &ReportArgs, run: &Run) -> Result<u8, Stop> {
    let ReportArgs { folder, target: TargetArgs { file, force }, .. } = args;
    let params = run.params(Task::Report)?;
    let name = DocPath::new(file);
    check_file_extension(file).map_err(|why| format!("{name}: {why}"))?;
    let target = (!is_standard_input(file)).then(|| FileTarget::new(file, &[&folder.dir], *force));
    let target = target.transpose()?;
    let at = current_time()?;
    let mut decided = read_marks(args.decisions.as_deref(), &folder.dir)?;
    let mut folder = resolve_folder_or_records(folder, &params.records, &run.reader)?;
    let allow_empty = args.folder.reading.allow_empty;
    let mut loaded = load_documents(sketch_whole_folder, &folder, &params, allow_empty)?;
    loaded.store_record_places_in(&mut folder);
    let never = Cancel::never_cancelled();
    // Never cancelled.
    let _ = loaded.corpus.refresh(&never, &show_stage_progress);
    let snapshot = take_snapshot(&loaded.corpus, &loaded.listing, Epoch::default());
    decided.changed_copies = decided.find_changed_copies(|path| {
        Some(snapshot.doc(snapshot.find_present_document(path)?).file.content)
    });
    let reading = list_reading_options(&folder.walk, &run.limits);
    let about = args.about.as_deref();
    let about = about.map(|file| find_sources_of_file(&loaded, &folder, file)).transpose()?;
    let short = short_names(&snapshot);
    let subject = about.as_ref().map(|about| about.sources.text.path.clone());
    let circumstance = Circumstance {
        title: args.title.clone().unwrap_or_default(),
        summary: args.summary.clone().unwrap_or_default(),
        full: args.full,
        again: format_repeating_command(args),
        ..build_circumstance(&folder.root, reading, at)
    };
    let choice = (&decided, &*args.decided);
    let mut gathered = ReportInput::new(&folder, &snapshot, choice, circumstance);
    let fails = !args.fail_on.is_empty() && !gathered.rows_with_marks(&args.fail_on).is_empty();
    let rows = gathered.rows_with_marks(&args.decided);
    if about.is_none() {
        let names: Vec<&str> = args.decided.iter().map(|choice| choice.name()).collect();
        let marked = (!names.is_empty()).then(|| format!("rows that are {}", names.join(" or ")));
        gathered.circumstance.chosen = describe_chosen_rows(marked, &params, args.anonymous);
        let is_cut = args.top.is_some_and(|top| top < rows.len());
        gathered.circumstance.is_partial = is_cut || !gathered.circumstance.chosen.is_empty();
    }
    let names = Names::new(&short, args.anonymous, subject);
    let mut report = match about {
        Some(about) => gathered.build_report_on_document(about, names),
        None => gathered.build_report((&rows, args.top.unwrap_or(TOP)), true, names),
    };
    if report.hides_pairs() {
        add_hidden_pairs(&mut loaded.corpus, &folder, &mut report, &decided);
    }
    let mut out = Out::new();
    let text = html::render_page(&report);
    if let Some(target) = target {
        target.write_file_atomically(|file| file.write_all(text.as_bytes()))?;
        let bytes = format_count(text.len() as u64, "byte");
        writeln!(out, "{name}: {}, {bytes}", report.describe_number_of_rows())?;
    } else {
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    list_problems(&snapshot.problems);
    exit_code(fails, args.strict, &snapshot.problems)
}

fn add_hidden_pairs(
    corpus: &mut Corpus,
    folder: &DocumentFolder,
    report: &mut Report<'_>,
    decided: &NewestMarks,
) {
    let Some(rules) = report.snapshot.rules.clone() else { return };
    corpus.set_params(Arc::new(corpus.params().without_rules()));
    // Never cancelled.
    let _ = corpus.refresh(&Cancel::never_cancelled(), &show_stage_progress);
    let snapshot = take_snapshot(corpus, &[], Epoch::default());
    let gathered = ReportInput::new(folder, &snapshot, (decided, &[]), report.circumstance.clone());
    let hidden = gathered.pairs_of_rows(0..snapshot.rows.len());
    let hidden = hidden.filter(|(_, [a, b])| !rules.allows_pair(*a, *b));
    // A marked pair is among the findings, even if a rule hides it.
    let found: HashSet<_> = report.all_findings().map(|one| one.names.each_ref()).collect();
    let (found, mut hidden): (Vec<_>, Vec<_>) =
        hidden.partition(|(_, ids)| found.contains(&ids.map(|id| &snapshot.doc(id).path)));
    hidden.truncate(HIDDEN);
    report.hidden_pairs = report.hidden_pairs.saturating_sub(found.len() as u64);
    report.hidden = gathered.open_findings(hidden);
}

fn find_sources_of_file(
    loaded: &Loaded,
    folder: &DocumentFolder,
    file: &Path,
) -> Result<Arc<SourcedText>, Stop> {
    let name = DocPath::new(file);
    let name = name_in_folder(&name, &folder.root).unwrap_or(name);
    if let Some(problem) = loaded.problems().iter().find(|problem| problem.path == name) {
        return Err(problem.to_string().into());
    }
    let found = find_sources_of_document(&loaded.corpus, folder, &name, &|| false);
    let found = found.map_err(|error| match error {
        SourcingError::Gone(name) => {
            let near = loaded.corpus.entries().keys().map(|one| one.name().into_owned());
            let near: Vec<String> =
                near.filter(|one| one.contains(&*name.name())).take(3).collect();
            let name_one = if near.is_empty() { "a path in it" } else { &*near.join(" or ") };
            format!("{name}: not a document of the folder; name {name_one}")
        }
        error => error.to_string(),
    })?;
    Ok(found.map(Arc::new).ok_or_else(|| format!("{name}: stopped"))?)
}

/// Rejects a file ending that another program than a browser would open.
///
/// # Errors
/// Advice on naming the file.
fn check_file_extension(file: &Path) -> Result<(), String> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        None | Some("html" | "htm") => Ok(()),
        Some(other) => Err(format!(
            "a report is a page, not .{}: end its name with .html",
            make_visible(other)
        )),
    }
}

/// Returns the command that repeats the report with look-alike letters counted as equal. For an anonymous report, the
/// command names no file.
fn format_repeating_command(args: &ReportArgs) -> String {
    if args.anonymous {
        return "shingle report … --confusables on".to_string();
    }
    let force = (!args.target.force && !is_standard_input(&args.target.file)).then_some("--force");
    let typed =
        env::args_os().skip(1).map(|one| quote_for_shell(&one.to_string_lossy()).into_owned());
    let more = ["--confusables", "on"].into_iter().chain(force).map(str::to_string);
    let words = std::iter::once("shingle".to_string()).chain(typed).chain(more);
    words.collect::<Vec<_>>().join(" ")
}

/// Quotes a word of a command line if a shell would split or change it.
pub(crate) fn quote_for_shell(word: &str) -> Cow<'_, str> {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./:=,+%@".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', "'\\''")))
}

fn build_circumstance(
    folder: &Path,
    reading: Vec<(String, String)>,
    at: SystemTime,
) -> Circumstance {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let name =
        real.file_name().map_or_else(|| folder.to_string_lossy(), |name| name.to_string_lossy());
    Circumstance {
        folder: name.into_owned(),
        place: real.display().to_string(),
        at: format_time(at),
        reading,
        again: "=confusables on, then :report".to_string(),
        ..Circumstance::default()
    }
}

/// Describes the chosen rows. An anonymous report has no patterns.
fn describe_chosen_rows(of_list: Option<String>, params: &Params, is_anonymous: bool) -> String {
    let between = params.between.as_ref().map(|between| match between.sides() {
        _ if is_anonymous => "rows between two sets of documents".to_string(),
        [one, other] => format!("rows between {one} and {other}"),
    });
    of_list.into_iter().chain(between).collect::<Vec<_>>().join(", ")
}

/// Returns the time, or `SOURCE_DATE_EPOCH` for reproducible reports.
fn current_time() -> Result<SystemTime, String> {
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

pub(crate) fn write_listed_rows(
    folder: &DocumentFolder,
    reading: &[(String, String)],
    (file, replace): (&Path, bool),
    listed: &ListedRows,
) -> Result<String, WriteError> {
    let ListedRows { snapshot, rows, filter, decided, about } = listed;
    let at = current_time().map_err(|why| WriteError::with_reason(file, &why))?;
    let target = report_target(folder, file, replace)?;
    // A removed document has no text for the passages.
    let is_gone = |row: &usize| snapshot.rows.get(*row).is_none_or(|row| row.mark() == Mark::Gone);
    let (gone, rows): (Vec<usize>, Vec<usize>) = rows.iter().copied().partition(is_gone);
    if rows.is_empty() && about.is_none() {
        let why = "every listed row belongs to a removed document; Esc lists the other rows";
        return Err(WriteError::with_reason(file, why));
    }
    let mut made = build_circumstance(&folder.root, reading.to_vec(), at);
    if about.is_none() {
        let filtered = || format!("rows that pass the filter {filter}");
        let filtered = (!filter.is_empty()).then(filtered);
        made.chosen = describe_chosen_rows(filtered, &snapshot.params, false);
    }
    made.is_partial = !made.chosen.is_empty();
    let short = short_names(snapshot);
    // A filter by a mark also lists the marked pairs without a row.
    let is_filter = |(name, _): &&(&str, MarkChoice)| filter.strip_prefix("is:") == Some(*name);
    let choice = MarkChoice::ALL.iter().find(is_filter).map(|(_, choice)| *choice);
    let gathered = ReportInput::new(folder, snapshot, (decided, choice.as_slice()), made);
    let names = Names::new(&short, false, None);
    let mut report = match about {
        Some(about) => gathered.build_report_on_document(Arc::clone(about), names),
        None => gathered.build_report((&rows, TOP), filter.is_empty() || choice.is_some(), names),
    };
    if report.hides_pairs()
        && let Ok(mut loaded) = sketch_whole_folder(folder, &snapshot.params, &|_, _, _| ())
    {
        add_hidden_pairs(&mut loaded.corpus, folder, &mut report, decided);
    }
    let text = html::render_page(&report);
    target.write_file_atomically(|out| out.write_all(text.as_bytes()))?;
    let mut listed = report.describe_number_of_rows();
    if report.of_list.1 < report.of_list.0 {
        let [first, all] = [report.of_list.1, report.of_list.0].map(format_with_commas);
        listed = format!("{listed} on the first {first} of {all} rows of the list");
    }
    let bytes = format_count(text.len() as u64, "byte");
    // The page names the marked pairs of texts that are gone.
    let is_named = |(a, b): (&DocPath, &DocPath)| {
        let names = [a.name(), b.name()].map(Cow::into_owned);
        report.lost.iter().any(|mark| names.iter().all(|name| mark.then.names.contains(name)))
    };
    let gone = gone.iter().filter_map(|row| Some(snapshot.names(snapshot.rows.get(*row)?)));
    let without = match gone.filter(|names| about.is_none() && !is_named(*names)).count() {
        0 => String::new(),
        left => format!(", without {} of files that are gone", format_count(left as u64, "row")),
    };
    Ok(format!("wrote {listed} to {}: {bytes}{without}", DocPath::new(file)))
}

pub(crate) fn report_target(
    folder: &DocumentFolder,
    file: &Path,
    replace: bool,
) -> Result<FileTarget, WriteError> {
    check_file_extension(file).map_err(|why| WriteError::with_reason(file, &why))?;
    FileTarget::new(file, &folder.input_paths(), replace)
}

pub(crate) fn list_reading_options(
    walk: &WalkOptions,
    limits: &LimitArgs,
) -> Vec<(String, String)> {
    let flags = [("hidden", walk.hidden), ("ignored", walk.ignored)].into_iter();
    let flags = flags.filter(|(_, is_set)| *is_set).map(|(name, _)| (name, "on".to_string()));
    let [include, exclude] = walk.include_and_exclude_globs();
    let include = include.into_iter().map(|glob| ("include", glob));
    let exclude = exclude.into_iter().map(|glob| ("exclude", glob));
    let converters = limits.converters.iter().map(|one| ("converter", one.definition.clone()));
    let all = flags.chain(include).chain(exclude).chain(limits.limit_values()).chain(converters);
    all.map(|(name, value)| (name.to_string(), value)).collect()
}

fn short_names(snapshot: &Snapshot) -> impl Fn(&DocPath) -> String {
    let names = ShortNames::default().for_other_snapshot(snapshot);
    move |path| names.short_name(path).to_string()
}
