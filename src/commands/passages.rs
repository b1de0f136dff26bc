use std::io::Write as _;
use std::sync::Arc;

use serde::Serialize;

use shingle::base::wrap::join_and_wrap;
use shingle::base::{cancel::Cancel, numbers::format_count, problem::Problem};
use shingle::engine::{PassagesQuestion, batch::load_words, passages::find_passages};
use shingle::pipeline::{
    FolderPassages, IgnoredShingles, Parameters, Task, corpus::passages::params_of_all_words,
};

use super::input::resolve_folder_or_records;
use super::{
    Run, exit_code, head_of_documents, load_documents, merge_problems, show_stage_progress,
};
use crate::cli::{args::PassagesArgs, options::OutputFormat};
use crate::printer::json::{List, object};
use crate::printer::out::{Out, Stop};
use crate::printer::table;
use crate::printer::{progress::show_progress, rows::emit};

const QUOTE_AT: usize = 35;
/// Largest number of documents named below a passage in a table. JSON and CSV name all documents.
const NAMED: usize = 10;
const COLUMNS: [&str; 9] =
    ["number", "words", "documents", "repeated", "path", "start", "end", "text", "path_b64"];

pub(crate) fn run(args: &PassagesArgs, run: &Run) -> Result<u8, Stop> {
    let folder = &args.folder;
    let params = run.params_of_all_shingles(Task::Passages, Task::Passages)?;
    let params = Arc::new(params_of_all_words(params));
    let usual = PassagesQuestion::USUAL;
    let limits = PassagesQuestion {
        least: args.least.map_or(usual.least, |least| u32::try_from(least).unwrap_or(u32::MAX)),
        top: args.top.unwrap_or(usual.top),
        order: args.sort.unwrap_or(usual.order),
    };
    let allow_empty = folder.reading.allow_empty;
    let mut folder = resolve_folder_or_records(folder, &params.records, &run.reader)?;
    let mut loaded = load_documents(load_words, &folder, &params, allow_empty)?;
    loaded.store_record_places_in(&mut folder);
    // Cannot fail, because it is never cancelled.
    let _ = loaded.corpus.refresh_sketches(&Cancel::never_cancelled(), &show_stage_progress);
    show_progress("finding passages", 0, 0);
    let found = find_passages(&folder, &loaded.corpus, limits, &|| false)?;
    let Some(found) = found else { return Ok(0) };
    let problems = merge_problems(&loaded, &found.problems);
    let format = args.result.format;
    let ignored = loaded.corpus.ignored_shingles();
    let table = |out: &mut Out| print_table(out, &found, ignored, &problems);
    let object = || {
        let parameters = Parameters::for_task(&found.params, Task::Passages);
        object! {
            #[serde(flatten)] head: head_of_documents(&loaded, parameters, &problems),
            documents_found: found.documents,
            least: found.least,
            sort: found.order.name(),
            passages_found: found.found,
            passages: List(|| rows(&found)),
        }
    };
    if format == OutputFormat::Csv {
        emit((format, &problems), table, object, (COLUMNS.to_vec(), rows_by_document(&found)))?;
    } else {
        emit((format, &problems), table, object, (Vec::new(), rows(&found)))?;
    }
    exit_code(false, args.result.strict, &problems)
}

fn print_table(
    out: &mut Out,
    found: &FolderPassages,
    ignored: &IgnoredShingles,
    problems: &[Problem],
) -> Result<(), Stop> {
    let FolderPassages { params, passages, .. } = found;
    if !passages.is_empty() {
        writeln!(out, "      counted  documents  repeated  passage")?;
    }
    for (number, one) in (1..).zip(passages) {
        let quote = table::quote_for_terminal(&one.text, out.columns, QUOTE_AT);
        let (words, documents, repeated) = (one.words, one.documents.len(), one.repeated);
        writeln!(out, "{number:>4}  {words:>7}  {documents:>9}  {repeated:>8}  {quote}")?;
        let mut named: Vec<String> =
            one.documents.iter().take(NAMED).map(ToString::to_string).collect();
        if documents > NAMED {
            named.push(format!("{} more", documents - NAMED));
        }
        let named = join_and_wrap(&named, ", ", out.columns, QUOTE_AT + 3, QUOTE_AT);
        writeln!(out, "{:QUOTE_AT$}in {named}", "")?;
    }
    if !passages.is_empty() {
        writeln!(out)?;
    }
    let all = format_count(found.found as u64, "passage");
    let cut = table::describe_cut_listing(passages.len(), found.found, "passage", "passages");
    let documents = format_count(found.documents as u64, "document");
    let trouble = table::describe_problems(problems);
    let left_out = table::describe_ignored_shingles(ignored, params);
    writeln!(out, "{all}{cut} among {documents}{trouble}{left_out}")?;
    let parts = vec![format!("least {}", found.least), format!("sort {}", found.order.name())];
    writeln!(out, "{}", table::describe_parameters(parts, params, out.columns))?;
    Ok(())
}

fn rows(found: &FolderPassages) -> impl Iterator<Item = impl Serialize> {
    (1..).zip(&found.passages).map(|(number, one): (usize, _)| {
        object! {
            number: number,
            words: one.words,
            documents_found: one.documents.len(),
            repeated: one.repeated,
            span: one.span,
            #[serde(flatten)] section: one.section.as_deref().map(|section| object! { section: section }),
            text: &*one.text,
            documents: &one.documents,
        }
    })
}

/// A row for each passage and document. The row of the first document has the text and its span.
fn rows_by_document(found: &FolderPassages) -> impl Iterator<Item = impl Serialize> {
    (1..).zip(&found.passages).flat_map(|(number, one): (usize, _)| {
        one.documents.iter().enumerate().map(move |(at, path)| {
            let first = Some(one).filter(|_| at == 0);
            object! {
                number: number,
                words: one.words,
                documents: one.documents.len(),
                repeated: one.repeated,
                #[serde(flatten)] path: path,
                start: first.map(|one| one.span.start),
                end: first.map(|one| one.span.end),
                text: first.map(|one| &*one.text),
            }
        })
    })
}
