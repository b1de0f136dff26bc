use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::{path::Path, sync::Arc};

use flate2::{Compression, write::GzEncoder};
use hashbrown::HashMap;
use serde::Serialize;

use shingle::base::numbers::{choose_verb, format_count, format_with_commas};
use shingle::base::system_error::format_system_error;
use shingle::base::{ids::DocId, path::DocPath, problem::Problem, ratio::Ratio};
use shingle::engine::batch::{LoadedBeside, load_beside_earlier_documents};
use shingle::engine::kept_records::{WriteRecordsError, WrittenRecords, write_records};
use shingle::engine::{DocumentReader, Loaded, OptionValues, open_sketch_files::SketchFiles};
use shingle::folder::{FileTarget, write::UpdateLock, write::lock_for_update};
use shingle::pipeline::sketch_files::{shape::Collection, write::write_sketch_file};
use shingle::pipeline::{Corpus, Parameters, Params, Repeats, Task};
use shingle::text::RecordFormat;

use super::input::{ReadFrom, is_standard_input};
use super::{
    LoadedToTheEnd, Run, exit_code, head_of_documents, name_of_input, note_missing_tools,
    print_note, report_nothing_read, show_stage_progress,
};
use crate::cli::{args::DedupArgs, args::Keep, options::OutputFormat};
use crate::printer::json::{List, object};
use crate::printer::out::{Out, Stop, print_name};
use crate::printer::rows::emit;

pub(crate) fn run(args: &DedupArgs, Run { values, reader, .. }: &Run) -> Result<u8, Stop> {
    let DedupArgs { input, reading, against, .. } = args;
    // Locked to the end, so that no other run reads the file before this run has written it.
    let _lock = against.as_deref().filter(|_| args.update).and_then(lock_against_file);
    let old = against.as_deref().filter(|file| !args.update || file.exists());
    let old = old.map(open_against_file).transpose()?;
    let (params, id) = resolve_params(args, values, old.as_ref(), reader)?;
    note_missing_tools(&params);
    let from = (&*input.inputs, id.as_deref());
    let mut read = ReadFrom::new(from, &reading.walk, &params.records, reader)?;
    if against.is_none() {
        read = read.require_several_documents(&params.records, reading.allow_empty)?;
    }
    let output = args.output.as_deref().filter(|file| !is_standard_input(file));
    let target = |file, replace| Ok::<_, Stop>((file, read.output_target(file, replace)?));
    let output = output.map(|file| target(file, args.force)).transpose()?;
    let update = against.as_deref().filter(|_| args.update);
    let update = update.map(|file| read.output_target(file, true)).transpose()?;

    let old = old.map(|files| files.merge_into_corpus(&params)).transpose()?;
    let loaded = load_beside_earlier_documents(&read.folder, &params, old, &show_stage_progress);
    let loaded = loaded.map_err(|why| format!("{}: {why}", name_of_input(&read.folder)))?;
    let LoadedBeside { loaded, order, before, same, troubles } = loaded;
    let mut loaded = LoadedToTheEnd::new(loaded);
    let (documents, problems) = (order.len() - before + same.len(), loaded.problems());
    if documents == 0 {
        report_nothing_read(&read.folder, &problems, reading.allow_empty)?;
    }
    let index = match update {
        Some(_) => loaded.corpus.build_index(),
        None => loaded.corpus.build_index_freeing_sketches(),
    };
    let corpus = &loaded.corpus;
    let (new, mut ranked) = (&order[before..], order.clone());
    if args.keep == Keep::Longest {
        ranked[before..].sort_by_key(|id| Reverse(corpus.docs()[id.index()].words));
    }
    let repeats = Repeats::new(corpus, &index, &ranked, before).find_repeats();
    let path = |id: &DocId| &corpus.docs()[id.index()].path;
    let kept: Vec<DocId> = new.iter().copied().filter(|id| repeats[id.index()].is_none()).collect();
    let repeated = new.iter().filter_map(|id| Some((id, repeats[id.index()]?)));
    let repeated = repeated.map(|(id, repeat)| (path(id), path(&repeat.kept), repeat.score));
    let again = same.iter().map(|path| (path, path, Ratio::ONE));
    let repeated: Vec<Repeated<'_>> = repeated.chain(again).collect();

    if let Some(against) = against.as_ref().filter(|_| kept.is_empty() && !same.is_empty()) {
        refuse_to_replace_output(output.as_ref().map(|(file, _)| *file), against)?;
    }
    let mut written = None;
    if args.output.is_some() {
        let places = places_of_records(&loaded, corpus, &kept)?;
        let from = (files_of_records(&places, &problems), places);
        let write = |out: &mut dyn io::Write| write_records(&read.folder, &params, &from, out);
        written = Some(match &output {
            None => {
                let mut out = Out::new();
                let written = write(&mut out)?;
                out.flush()?;
                written
            }
            Some((file, target))
                if file.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz")) =>
            {
                write_to_target(target, |out| pack_output(out, write))?
            }
            Some((_, target)) => write_to_target(target, write)?,
        });
    }
    let names: Vec<&DocPath> = kept.iter().map(path).collect();
    let file = output.as_ref().map(|(file, _)| *file);
    let table = |out: &mut Out| print_names(out, (documents, &names), (written, &problems), file);
    let object = || {
        object! {
            #[serde(flatten)] head: head_of_documents(&loaded, Parameters::new(&params), &problems),
            documents_found: documents,
            kept_found: kept.len(),
            #[serde(flatten)] before: against.as_ref().map(|_| object! { documents_before: before }),
            kept: &names,
            repeats: List(|| repeated.iter().map(repeat_line)),
        }
    };
    let rows = (Vec::new(), repeated.iter().map(repeat_line));
    emit((args.result.format, &problems), table, object, rows)?;
    if args.check && !repeated.is_empty() {
        print_note(&describe_repeats(&repeated));
    }
    let done = exit_code(args.check && !repeated.is_empty(), args.result.strict, &problems);
    // Writes the sketch file last, so that it holds only reported results.
    if let Some(target) = update {
        let gone = new.iter().filter(|id| repeats[id.index()].is_some());
        let gone: Vec<DocPath> = gone.map(path).cloned().collect();
        let all = [troubles, problems].concat();
        let collection = Collection::without_repeats(id.as_deref(), &params);
        update_sketch_file(&mut loaded.corpus, &gone, all, collection, &target)?;
    }
    done
}

fn open_against_file(file: &Path) -> Result<SketchFiles, Stop> {
    if !file.exists() {
        let name = DocPath::new(file);
        return Err(format!("{name}: no such file; --update begins it").into());
    }
    Ok(SketchFiles::open(&[file])?)
}

/// Says that a batch that runs again adds no record, and refuses to replace an existing output.
fn refuse_to_replace_output(file: Option<&Path>, against: &Path) -> Result<(), Stop> {
    let against = DocPath::new(against);
    let Some(name) = file.filter(|file| file.exists()).map(DocPath::new) else {
        print_note(&format!("{against}: has all these records already"));
        return Ok(());
    };
    let why = format!("has all these records already, so {name} stays as an earlier run wrote it");
    Err(format!("{against}: {why}").into())
}

/// Locks the sketch file, or prints a note if the system cannot lock it.
fn lock_against_file(file: &Path) -> Option<UpdateLock> {
    let locked = lock_for_update(file);
    // Without its folder, a later check refuses the file.
    if let Err(error) = &locked
        && error.kind() != io::ErrorKind::NotFound
    {
        let (name, reason) = (DocPath::new(file), format_system_error(error));
        print_note(&format!("{name}: cannot be locked ({reason}); run one update at a time"));
    }
    locked.ok()
}

fn resolve_params(
    args: &DedupArgs,
    typed: &OptionValues,
    old: Option<&SketchFiles>,
    reader: &DocumentReader,
) -> Result<(Arc<Params>, Option<String>), Stop> {
    let params = match old {
        Some(files) => {
            let before = files.params_for_dedup()?;
            typed.resolve_params_for_sketches(&before, Task::Dedup, reader)
        }
        None => typed.resolve_params(Task::Dedup, reader),
    };
    let params = params?;
    check_args(args, &params)?;
    let id = args.input.id.as_deref();
    let params = Arc::new(params);
    let Some(files) = old else { return Ok((params, id.map(str::to_string))) };
    files.check_params_for_dedup(&params)?;
    Ok((params, files.record_id_field(id)?))
}

/// Compresses the output of `write`, and returns its counts.
fn pack_output(
    out: &mut dyn io::Write,
    write: impl FnOnce(&mut dyn io::Write) -> Result<WrittenRecords, WriteRecordsError>,
) -> Result<WrittenRecords, WriteRecordsError> {
    let mut packed = GzEncoder::new(out, Compression::default());
    let written = write(&mut packed)?;
    packed.finish()?;
    Ok(written)
}

/// Prints the retained names, or the records `written` to `file` or standard output, and the numbers of `others`.
fn print_names(
    out: &mut Out,
    (documents, kept): (usize, &[&DocPath]),
    (written, problems): (Option<WrittenRecords>, &[Problem]),
    file: Option<&Path>,
) -> Result<(), Stop> {
    let all = format_count(documents as u64, "document");
    let counts = format!("retained {} of {all}", format_with_commas(kept.len() as u64));
    let others = describe_unusable_records(problems, written.map_or(0, |written| written.doubtful));
    if let (Some(written), Some(file)) = (&written, file) {
        let bytes = format_count(written.bytes, "byte");
        writeln!(out, "{}: {counts}, {bytes}{others}", DocPath::new(file))?;
        return Ok(());
    }
    if written.is_none() {
        kept.iter().try_for_each(|path| print_name(out, path))?;
    }
    print_note(&format!("{counts}{others}"));
    Ok(())
}

/// A removed document, the retained document that it repeats, and their score.
type Repeated<'a> = (&'a DocPath, &'a DocPath, Ratio);

fn repeat_line((path, kept, score): &Repeated<'_>) -> impl Serialize {
    object! { #[serde(flatten)] name: path, repeats: kept, score: score }
}

fn describe_repeats(repeated: &[Repeated<'_>]) -> String {
    let named = repeated.iter().take(3).map(|(path, kept, score)| {
        format!("{path} repeats {kept} ({})", score.format_precise_percent())
    });
    let named: Vec<String> = named.collect();
    let (all, more) = (repeated.len() as u64, if repeated.len() > 3 { ", …" } else { "" });
    let repeat = choose_verb(all, "repeats another", "repeat others");
    format!("{} {repeat}: {}{more}", format_count(all, "document"), named.join(", "))
}

/// Writes the documents except those at the paths `gone`, with the problems of the old file and of this run.
fn update_sketch_file(
    corpus: &mut Corpus,
    gone: &[DocPath],
    mut problems: Vec<Problem>,
    collection: Collection,
    target: &FileTarget,
) -> Result<(), Stop> {
    for path in gone {
        corpus.remove(path);
    }
    // A repeated batch has the same problems again.
    problems.sort_by(|one, other| one.path.cmp(&other.path));
    problems.dedup();
    write_to_target(target, |mut out| write_sketch_file(corpus, &problems, collection, &mut out))?;
    Ok(())
}

fn check_args(args: &DedupArgs, params: &Params) -> Result<(), &'static str> {
    let to_standard_output = args.output.as_deref().is_some_and(is_standard_input);
    if args.output.is_some() && params.records == RecordFormat::Off {
        return Err("--output writes records; add --records, or copy the printed files");
    }
    if let Some(file) = &args.output {
        check_output_ending(file, &params.records)?;
    }
    if to_standard_output && args.result.format != OutputFormat::Table {
        return Err("--output - and --format both print to standard output; remove one option");
    }
    if to_standard_output && args.force {
        return Err("--force replaces a file; remove it when writing to standard output");
    }
    let Some(against) = &args.against else { return Ok(()) };
    if args.update && args.input.inputs.contains(against) {
        return Err("--update takes no value; use --against FILE --update");
    }
    if args.keep == Keep::Longest {
        return Err("--keep longest needs all documents at once; remove --keep or --against");
    }
    if params.ignores_shingles() {
        return Err(
            "--common, --template and --phrases need all documents at once; remove these options or --against",
        );
    }
    Ok(())
}

/// Refuses a name that promises another format than the records, which are written as they were read.
fn check_output_ending(file: &Path, records: &RecordFormat) -> Result<(), &'static str> {
    let ending = |file: &Path| file.extension().and_then(|end| end.to_str()).map(str::to_lowercase);
    let last = ending(file).unwrap_or_default();
    let inner = ending(&file.with_extension("")).filter(|_| last == "gz");
    match (inner.as_ref().unwrap_or(&last).as_str(), records) {
        ("bz2" | "xz" | "zip" | "zst", _) => {
            Err("--output packs by gzip only; end the name with .gz, or name an unpacked file")
        }
        ("arrow" | "avro" | "feather" | "orc" | "parquet" | "xlsx", _)
        | ("csv" | "tsv", RecordFormat::Jsonl(_))
        | ("jsonl" | "ndjson", RecordFormat::Csv(_)) => Err(
            "--output keeps the format of the records; end the name like the file that was read",
        ),
        _ => Ok(()),
    }
}

fn write_to_target<T, E: std::fmt::Display>(
    target: &FileTarget,
    write: impl FnOnce(&mut dyn io::Write) -> Result<T, E>,
) -> Result<T, Stop> {
    let filled = target
        .write_file_atomically(|out| write(out).map_err(|why| io::Error::other(why.to_string())));
    Ok(filled?)
}

fn files_of_records(places: &[DocPath], problems: &[Problem]) -> BTreeSet<DocPath> {
    let with_problems = problems.iter().filter(|problem| problem.record_count().is_some());
    places
        .iter()
        .chain(with_problems.map(|problem| &problem.path))
        .map(DocPath::path_of_file)
        .collect()
}

/// Describes the numbers of records without usable text, as the end of a sentence.
fn describe_unusable_records(problems: &[Problem], doubtful: u64) -> String {
    let unread: u64 = problems.iter().filter_map(Problem::record_count).sum();
    let parts = [
        (doubtful, "copied", "with misplaced quotes or too many fields"),
        (unread.saturating_sub(doubtful), "ignored", "without usable text or id"),
    ];
    let parts = parts.into_iter().filter(|(number, ..)| *number > 0);
    let parts =
        parts.map(|(number, did, why)| [did, &format_count(number, "record"), why].join(" "));
    parts.map(|part| "; ".to_string() + &part).collect()
}

fn places_of_records(
    loaded: &Loaded,
    corpus: &Corpus,
    kept: &[DocId],
) -> Result<Vec<DocPath>, Stop> {
    let docs = kept.iter().map(|id| &corpus.docs()[id.index()]);
    if let Some(wide) = docs.clone().find(|doc| doc.file.encoding.starts_with("UTF-16")) {
        let (name, encoding) = (&wide.path, wide.file.encoding);
        return Err(Stop::Failed(format!(
            "{name}: --output copies bytes and cannot cut {encoding}; convert the file to UTF-8 first"
        )));
    }
    if loaded.places.is_empty() {
        return Ok(docs.map(|doc| doc.path.clone()).collect());
    }
    let of: HashMap<&DocPath, &DocPath> =
        loaded.places.iter().map(|(id, place)| (id, place)).collect();
    Ok(docs.filter_map(|doc| of.get(&doc.path).copied().cloned()).collect())
}
