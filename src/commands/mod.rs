//! Runs each command: from options to the engine to a printer.

pub(crate) mod clusters;
pub(crate) mod compare;
pub(crate) mod dedup;
pub(crate) mod doctor;
pub(crate) mod explored;
pub(crate) mod input;
pub(crate) mod lab;
pub(crate) mod log_file;
pub(crate) mod marks;
pub(crate) mod passages;
pub(crate) mod program;
pub(crate) mod query;
pub(crate) mod report;
pub(crate) mod scan;
pub(crate) mod screen;
pub(crate) mod sketch;
pub(crate) mod sources;
pub(crate) mod teach;
pub(crate) mod visits;

use std::{io::Write as _, mem::ManuallyDrop, path::Path, sync::Arc};

use serde::Serialize;

use shingle::base::problem::{Problem, ProblemKind, summarize_other_files};
use shingle::base::{numbers::format_count, path::DocPath, visible::make_lines_visible};
use shingle::engine::batch::{LoadError, Loaded, sketch_whole_folder};
use shingle::engine::open_sketch_files::SketchFiles;
use shingle::engine::{DocumentFolder, DocumentReader, OptionValues, list_missing_tools};
use shingle::folder::names::{WalkOptions, list_names};
use shingle::pipeline::{
    FileGlobs, Parameter, Parameters, Params, Progress, Stage, Task,
    document::info::describe_documents_with_look_alikes,
};

use self::input::{ReadFrom, is_standard_input};
use crate::cli::{limits::LimitArgs, options::DocumentArgs};
use crate::printer::progress::{clear_line_and_lock, show_progress};
use crate::printer::{json::object, out::Stop};

pub(crate) struct Run {
    pub(crate) values: OptionValues,
    pub(crate) reader: DocumentReader,
    pub(crate) limits: LimitArgs,
}

impl Run {
    /// Returns the parameters for a task. Prints a note if the program lacks tools for the language.
    pub(crate) fn params(&self, task: Task) -> Result<Arc<Params>, Stop> {
        let params = self.values.resolve_params(task, &self.reader)?;
        note_missing_tools(&params);
        Ok(Arc::new(params))
    }

    /// Returns the parameters for a task without sketches, from the defaults of the task `start`. Notes lacking tools too.
    pub(crate) fn params_of_all_shingles(&self, task: Task, start: Task) -> Result<Params, Stop> {
        let params = self.values.resolve_params_of_all_shingles(task, start, &self.reader)?;
        note_missing_tools(&params);
        Ok(params)
    }
}

/// Returns the exit code of a command: 1 if `--check` or `--fail-on` found something, else 0. With `--strict`, fails if a
/// file failed to read. Skipped files that are obviously no documents do not count.
pub(crate) fn exit_code(found: bool, strict: bool, problems: &[Problem]) -> Result<u8, Stop> {
    let failed = || problems.iter().filter(|problem| problem.kind == ProblemKind::Failed);
    let files = failed().filter(|problem| problem.record_count().is_none()).count() as u64;
    let records: u64 = failed().filter_map(Problem::record_count).sum();
    let parts = [(files, "file"), (records, "record")].into_iter().filter(|part| part.0 > 0);
    let parts: Vec<String> = parts.map(|(number, noun)| format_count(number, noun)).collect();
    if !strict || parts.is_empty() {
        return Ok(u8::from(found));
    }
    let what = parts.join(" and ");
    Err(format!("{what} could not be read; --strict treats this as an error").into())
}

/// Returns the problems of documents and of a search, in path order.
pub(crate) fn merge_problems(loaded: &Loaded, found: &[Problem]) -> Vec<Problem> {
    let mut problems = loaded.problems();
    problems.extend(found.iter().cloned());
    problems.sort_by(|one, other| one.path.cmp(&other.path));
    problems
}

pub(crate) const TOP: usize = 10_000;

/// Documents of a command. The program ends with the command, so freeing memory piece by piece would waste time.
pub(crate) type LoadedToTheEnd = ManuallyDrop<Loaded>;

/// A function that reads the documents of a folder.
type LoadFolder = fn(&DocumentFolder, &Arc<Params>, Progress<'_>) -> Result<Loaded, LoadError>;

/// Loads the documents of a folder, of which there must be some, unless `allow_empty` is set.
pub(crate) fn load_documents(
    load: LoadFolder,
    folder: &DocumentFolder,
    params: &Arc<Params>,
    allow_empty: bool,
) -> Result<LoadedToTheEnd, Stop> {
    let loaded = load(folder, params, &show_stage_progress);
    let loaded = loaded.map_err(|reason| format!("{}: {reason}", name_of_input(folder)))?;
    if loaded.corpus.entries().is_empty() {
        report_nothing_read(folder, &loaded.problems(), allow_empty)?;
        return Ok(ManuallyDrop::new(loaded));
    }
    check_documents(loaded, allow_empty)
}

/// Notes look-alike letters. Fails if a side of `--between` has no document, unless `--allow-empty` is set.
fn check_documents(loaded: Loaded, allow_empty: bool) -> Result<LoadedToTheEnd, Stop> {
    note_mixed_alphabets(loaded.corpus.count_documents_mixing_alphabets());
    if loaded.corpus.params().between.is_some() && !allow_empty {
        let name = Parameter::Between.name();
        let problems = loaded.problems();
        if let Some(side) = problems.iter().find(|problem| problem.is_from_unmatched_option(name)) {
            return Err(side.to_string().into());
        }
    }
    Ok(ManuallyDrop::new(loaded))
}

/// Returns the first fields of an object about documents.
pub(crate) fn head_of_documents(
    loaded: &Loaded,
    parameters: Parameters,
    problems: &[Problem],
) -> impl Serialize {
    object! {
        parameters: parameters.with_chosen_files(&globs_of_walk(loaded.walk.as_ref())),
        left_out: &**loaded.corpus.ignored_shingles(),
        problems: problems,
    }
}

/// Reports that no document was read, as an error unless allowed.
pub(crate) fn report_nothing_read(
    folder: &DocumentFolder,
    problems: &[Problem],
    allow_empty: bool,
) -> Result<(), Stop> {
    let root = name_of_input(folder);
    list_problems(if allow_empty { &[] } else { problems });
    let are_unread = problems.iter().any(|problem| problem.kind != ProblemKind::Unmatched);
    let why = if are_unread { "no file could be read" } else { explain_empty_folder(folder) };
    if allow_empty {
        print_note(&format!("{root}: no documents: {why}"));
        return Ok(());
    }
    Err(format!("{root}: no documents: {why}; use --allow-empty to accept this").into())
}

pub(crate) fn globs_of_walk(walk: Option<&WalkOptions>) -> FileGlobs {
    walk.map_or_else(FileGlobs::default, WalkOptions::include_and_exclude_globs)
}

pub(crate) fn name_of_input(folder: &DocumentFolder) -> DocPath {
    match folder.walk.only.as_deref() {
        Some([file]) if is_standard_input(file.as_path()) => DocPath::new("standard input"),
        Some([file]) => file.clone(),
        _ => DocPath::new(&folder.root),
    }
}

fn explain_empty_folder(folder: &DocumentFolder) -> &'static str {
    let DocumentFolder { root, walk, .. } = folder;
    let WalkOptions { hidden, ignored, globs, only } = walk.clone();
    if only.is_some() {
        return "no text found";
    }
    let has_with = |hidden, ignored, globs| {
        let options = WalkOptions { hidden, ignored, globs, only: None };
        list_names(root, &options).is_ok_and(|found| !found.files.is_empty())
    };
    let has = |hidden, ignored| has_with(hidden, ignored, globs.clone());
    match (has(true, ignored), has(hidden, true)) {
        _ if globs.is_some() && has_with(hidden, ignored, None) => {
            "--include and --exclude skip every file; remove these options to see all files"
        }
        (true, false) => "all files are hidden; read hidden files with --hidden",
        (false, true) => "git ignores all files; read ignored files with --ignored",
        (false, false) if !has(true, true) => "the folder is empty",
        _ => "all files are hidden or ignored by git; use --hidden and --ignored",
    }
}

pub(crate) enum ReadyDocuments {
    In(Box<ReadFrom>),
    /// Sketch files, with the field that names their records.
    Sketched(Box<SketchFiles>, Option<String>),
}

/// Returns the parameters, and the folder or sketch files. Options override the parameters of sketch files. Prints a
/// note if the program lacks tools for the language.
pub(crate) fn prepare_documents(
    args: &DocumentArgs,
    Run { values, reader, .. }: &Run,
    task: Task,
) -> Result<(Arc<Params>, ReadyDocuments), Stop> {
    let DocumentArgs { input, files, reading } = args;
    let (params, documents) = if files.is_empty() {
        let params = values.resolve_params(task, reader)?;
        let from = (&*input.inputs, input.id.as_deref());
        let mut read = ReadFrom::new(from, &reading.walk, &params.records, reader)?;
        if task != Task::Query {
            read = read.require_several_documents(&params.records, reading.allow_empty)?;
        }
        (params, ReadyDocuments::In(Box::new(read)))
    } else {
        show_progress("reading sketches", 0, 0);
        let files = SketchFiles::open(files)?;
        let params = values.resolve_params_for_sketches(files.params(), task, reader);
        let id = files.record_id_field(input.id.as_deref())?;
        (params?, ReadyDocuments::Sketched(Box::new(files), id))
    };
    note_missing_tools(&params);
    Ok((Arc::new(params), documents))
}

impl ReadyDocuments {
    /// Returns the folder of the documents; `None` for sketch files.
    pub(crate) fn root(&self) -> Option<&Path> {
        match self {
            Self::In(read) => Some(&read.folder.root),
            Self::Sketched(..) => None,
        }
    }

    /// Returns the field that names records.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Self::In(read) => read.folder.id.as_deref(),
            Self::Sketched(_, id) => id.as_deref(),
        }
    }

    pub(crate) fn load(
        &self,
        params: &Arc<Params>,
        allow_empty: bool,
    ) -> Result<LoadedToTheEnd, Stop> {
        match self {
            Self::In(read) => {
                load_documents(sketch_whole_folder, &read.folder, params, allow_empty)
            }
            Self::Sketched(files, _) => {
                check_documents(files.merge_into_corpus(params)?, allow_empty)
            }
        }
    }
}

pub(crate) fn show_stage_progress(stage: Stage, done: usize, all: usize) {
    let what = match stage {
        Stage::Read => "reading files",
        Stage::Normalize | Stage::Sketch | Stage::Ignore => "cutting shingles",
        Stage::Join => "comparing texts",
        Stage::ClustersOnly => "making clusters",
    };
    show_progress(what, done, all);
}

pub(crate) fn print_note(text: &str) {
    let _ = writeln!(clear_line_and_lock(), "shingle: note: {}", make_lines_visible(text));
}

pub(crate) fn note_missing_tools(params: &Params) {
    for lack in list_missing_tools(params) {
        print_note(&lack);
    }
}

pub(crate) fn note_mixed_alphabets(documents: u64) {
    if documents > 0 {
        let documents = describe_documents_with_look_alikes(documents);
        print_note(&format!("{documents}: --confusables on"));
    }
}

/// Skipped files (binary files, links) listed by name. A folder of pictures must not hide other problems.
const SKIPS_NAMED: usize = 10;

/// Lists problems on standard error, one a line. Skipped files are counted beyond the first.
pub(crate) fn list_problems(problems: &[Problem]) {
    let mut err = clear_line_and_lock();
    let mut skips = 0;
    for problem in problems {
        skips += usize::from(problem.kind == ProblemKind::Skipped);
        if problem.kind != ProblemKind::Skipped || skips <= SKIPS_NAMED {
            let _ = writeln!(err, "shingle: {problem}");
        }
    }
    if skips > SKIPS_NAMED
        && let Some(others) = summarize_other_files(problems)
    {
        let named = format!("{SKIPS_NAMED} are named here, `--format json` names them all");
        let _ = writeln!(err, "shingle: {others}; {named}");
    }
}
