//! `shingle dedup`: which documents repeat no other one, and what the others repeat. It formats nothing.

use std::cmp::Reverse;
use std::io::{self, Write as _};
use std::{path::Path, sync::Arc};

use hashbrown::HashMap;

use shingle::base::json::{compact, pretty};
use shingle::base::{
    ids::DocId, numbers::counted, numbers::thousands, path::DocPath, problem::Problem, ratio::Ratio,
};
use shingle::engine::batch::{LoadedBeside, load_beside};
use shingle::engine::kept_records::write_records;
use shingle::engine::{DocumentReader, Loaded, open_sketch_files::SketchFiles};
use shingle::folder::FileTarget;
use shingle::pipeline::sketch_files::write::write;
use shingle::pipeline::{CorpusView, Parameters, Params, Repeats, Task, are_detected};
use shingle::text::RecordFormat;

use super::input::{ReadFrom, is_standard_input};
use super::{
    Done, chosen_by, list_problems, note, note_lacks, nothing_read, read_name, show_stage,
};
use crate::cli::dedup::{DedupArgs, DedupFormat, Keep};
use crate::printer::dedup::{DedupListing, KeptNames, RepeatLine, RepeatLines, Repeated, name};
use crate::printer::json::problem_lines;
use crate::printer::out::{Out, Stop};

/// Runs the command.
pub(crate) fn run(args: &DedupArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let DedupArgs { input, reading, against, .. } = args;
    let old = against.as_deref().filter(|file| !args.update || file.exists());
    let old = old.map(|file| SketchFiles::open(&[file])).transpose().map_err(Stop::failed)?;
    let params = match &old {
        Some(files) => reading.params.resolve_for_sketches(files.params(), Task::Dedup, reader),
        None => reading.params.resolve(Task::Dedup, reader),
    };
    let params = Arc::new(params.map_err(Stop::failed)?);
    check(args, &params).map_err(Stop::failed)?;
    note_lacks(&params);
    let mut read = ReadFrom::new(input, &reading.walk, &params.records, reader)?;
    if against.is_none() {
        read = read.several(&params.records, reading.allow_empty)?;
    }
    // Checked before the work begins.
    let output = args.output.as_deref().filter(|file| !is_standard_input(file));
    let output = target(&read, output, args.force)?;
    let update = target(&read, against.as_deref().filter(|_| args.update), true)?;

    let old = old.map(|files| files.load(&params)).transpose().map_err(Stop::failed)?;
    let loaded = load_beside(&read.folder, &params, old, &show_stage);
    let loaded =
        loaded.map_err(|why| Stop::Failed(format!("{}: {why}", read_name(&read.folder))))?;
    let LoadedBeside { mut loaded, order, before, same, troubles } = loaded;
    let (documents, problems) = (order.len() - before + same.len(), loaded.problems());
    if documents == 0 {
        nothing_read(&read.folder, &problems, reading.allow_empty)?;
    }
    let index = match update {
        Some(_) => loaded.corpus.index(),
        None => loaded.corpus.take_index(),
    };
    let view = loaded.corpus.view();
    let (new, mut ranked) = (&order[before..], order.clone());
    if args.keep == Keep::Longest {
        ranked[before..].sort_by_key(|id| Reverse(view.docs[id.index()].words));
    }
    let repeats = Repeats::new(&view, &index, &ranked, before).all();
    let path = |id: &DocId| &view.docs[id.index()].path;
    let kept: Vec<DocId> = new.iter().copied().filter(|id| repeats[id.index()].is_none()).collect();
    let repeated = new.iter().filter_map(|id| Some((id, repeats[id.index()]?)));
    let repeated = repeated.map(|(id, repeat)| (path(id), path(&repeat.kept), repeat.score));
    let again = same.iter().map(|path| (path, path, Ratio::ONE));
    let repeated: Vec<Repeated<'_>> = repeated.chain(again).collect();

    let mut out = Out::new();
    let mut written = None;
    if args.output.is_some() {
        let places = places(&loaded, &view, &kept)?;
        let write = |out: &mut dyn io::Write| write_records(&read.folder, &params, &places, out);
        written = Some(match &output {
            None => write(&mut out).map_err(Stop::failed)?,
            Some((file, target)) => fill(file, target, write)?,
        });
    }
    let names: Vec<&DocPath> = kept.iter().map(path).collect();
    let all = counted(documents as u64, "document");
    let counts = format!("retained {} of {all}", thousands(kept.len() as u64));
    match (args.format, written, &output) {
        (DedupFormat::Names, Some(bytes), Some((file, _))) => {
            let bytes = counted(bytes, "byte");
            writeln!(out, "{}: {counts}, {bytes}", DocPath::new(file))?;
        }
        (DedupFormat::Names, Some(_), None) => note(&counts),
        (DedupFormat::Names, None, _) => {
            names.iter().try_for_each(|path| name(&mut out, path))?;
            note(&counts);
        }
        (DedupFormat::Ndjson, ..) => {
            let mut lines = repeated.iter().map(RepeatLine::from);
            lines.try_for_each(|line| compact(&mut out, &line))?;
        }
        (DedupFormat::Json, ..) => {
            let listing = DedupListing {
                parameters: Parameters::new(&params).in_folder(&chosen_by(loaded.walk.as_ref())),
                left_out: (&**loaded.corpus.left_out()).into(),
                problems: problem_lines(&problems),
                documents_found: documents,
                kept_found: kept.len(),
                documents_before: against.as_ref().map(|_| before),
                kept: KeptNames(&names),
                repeats: RepeatLines(&repeated),
            };
            pretty(&mut out, &listing)?;
        }
    }
    out.flush()?;
    if args.format != DedupFormat::Json {
        list_problems(&problems);
    }
    let done = Done::checked(args.exit.check, !repeated.is_empty());
    let done = done.strictly(args.exit.strict, &problems);
    // Last, so that nothing is in the file that nobody was told of.
    if let Some((file, target)) = update {
        let gone = new.iter().filter(|id| repeats[id.index()].is_some());
        let gone: Vec<DocPath> = gone.map(path).cloned().collect();
        for path in &gone {
            loaded.corpus.remove(path);
        }
        let all = all_problems(troubles, problems);
        fill(file, &target, |mut out| write(&loaded.corpus, &all, &mut out))?;
    }
    // The program ends here, so nothing is freed piece by piece.
    std::mem::forget(loaded);
    done
}

/// The problems of a sketch file and of what was read. A batch that comes again has them again.
fn all_problems(before: Vec<Problem>, new: Vec<Problem>) -> Vec<Problem> {
    let mut all = [before, new].concat();
    all.sort_by(|one, other| one.path.cmp(&other.path));
    all.dedup();
    all
}

/// Refuses what does not fit together.
fn check(args: &DedupArgs, params: &Params) -> Result<(), &'static str> {
    let to_standard_output = args.output.as_deref().is_some_and(is_standard_input);
    if args.output.is_some() && params.records == RecordFormat::Off {
        return Err("--output writes records; add --records, or copy the printed files");
    }
    if to_standard_output && args.format != DedupFormat::Names {
        return Err("--output - and --format both print to standard output; remove one option");
    }
    if to_standard_output && args.force {
        return Err("--force replaces a file; remove it when writing to standard output");
    }
    if args.against.is_none() {
        return Ok(());
    }
    if args.keep == Keep::Longest {
        return Err("--keep longest needs all documents at once; remove --keep or --against");
    }
    if params.leaves_out() {
        return Err(
            "--common, --template and --phrases need all documents at once; remove these options or --against",
        );
    }
    if are_detected(params) {
        return Err(
            "--against compares words across batches; set --language CODE, or turn stop words and stems off",
        );
    }
    Ok(())
}

/// A file to write, with its name.
type Target<'a> = (&'a Path, FileTarget);

fn target<'a>(
    read: &ReadFrom,
    file: Option<&'a Path>,
    replace: bool,
) -> Result<Option<Target<'a>>, Stop> {
    let Some(file) = file else { return Ok(None) };
    let target = read.target(file, replace);
    target
        .map(|target| Some((file, target)))
        .map_err(|why| Stop::Failed(format!("{}: {why}", DocPath::new(file))))
}

/// Writes a file whole or not at all.
fn fill<T, E: std::fmt::Display>(
    file: &Path,
    target: &FileTarget,
    write: impl FnOnce(&mut dyn io::Write) -> Result<T, E>,
) -> Result<T, Stop> {
    let filled = target.fill(|out| write(out).map_err(|why| io::Error::other(why.to_string())));
    filled.map_err(|why| Stop::Failed(format!("{}: {why}", DocPath::new(file))))
}

/// Where the kept records stand, in order.
fn places(loaded: &Loaded, view: &CorpusView<'_>, kept: &[DocId]) -> Result<Vec<DocPath>, Stop> {
    let docs = kept.iter().map(|id| &view.docs[id.index()]);
    if let Some(wide) = docs.clone().find(|doc| {
        doc.file.encoding.starts_with("UTF-16") || doc.file.encoding.starts_with("UTF-32")
    }) {
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
