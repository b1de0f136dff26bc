//! `shingle query`: compares a text with the documents of a folder or of sketch files.

use std::io::Write as _;
use std::path::Path;

use serde::Serialize;

use shingle::base::numbers::{choose_verb, format_count, format_with_commas};
use shingle::base::{cancel::Cancel, path::DocPath};
use shingle::engine::{DocumentReader, Loaded};
use shingle::pipeline::corpus::query::query_corpus as find_hits;
use shingle::pipeline::document::info::{
    format_language_shares as in_words, names_of_different_languages,
};
use shingle::pipeline::{
    DocInfo, Document, DocumentLine, Hit, PairLine, Parameters, Params, QueryHits, Task,
};
use shingle::text::Confusables;

use super::input::{NamedText, is_standard_input, read_bytes};
use super::{
    LoadedToTheEnd, Run, TOP, exit_code, head_of_documents, note_mixed_alphabets,
    prepare_documents, print_note, show_stage_progress,
};
use crate::cli::{args::QueryArgs, options::OutputFormat};
use crate::printer::json::{List, document_lines, object};
use crate::printer::out::{Out, Stop};
use crate::printer::rows::{columns_of_pair, emit};
use crate::printer::table::{self, TableRow};

pub(super) struct QueryText {
    /// Name of the query in the output: its id, else its name inside the folder, else the name on the command line.
    pub(super) name: DocPath,
    pub(super) text: Document,
    pub(super) found: QueryHits,
    pub(super) loaded: LoadedToTheEnd,
    pub(super) is_inside: bool,
}

impl QueryText {
    /// Reads the text, and excludes it from the documents if it is a text of the folder `dir`.
    pub(super) fn read(
        named: &NamedText,
        dir: Option<&Path>,
        params: &Params,
        reader: &DocumentReader,
        load: impl FnOnce() -> Result<LoadedToTheEnd, Stop>,
    ) -> Result<Self, Stop> {
        let NamedText { name, place } = named;
        let has_id = name != place;
        let inside = dir.and_then(|dir| name_in_folder(place, dir));
        let bytes = read_bytes(place, reader)?;
        let is_empty = bytes.is_empty();
        let mut loaded = load()?;
        // A sketch file has the names of records and no places.
        let own = inside.clone().or_else(|| (has_id && dir.is_none()).then(|| name.clone()));
        let is_inside = own.is_some_and(|own| remove_own_document(&mut loaded, &own));
        let name = inside.filter(|_| !has_id).unwrap_or_else(|| name.clone());
        let mut text = reader.read_document(place, bytes, params)?;
        named.note_whole_file(params);
        let is_mixed = text.info(name.clone(), 0).mixes_alphabets();
        let is_mixed = is_mixed && !is_inside && params.confusables == Confusables::Off;
        note_mixed_alphabets(u64::from(is_mixed));
        text.set_ignored_shingles(loaded.corpus.ignored_shingles());
        let found = find_hits(&loaded.corpus, &text);
        if text.canonical.is_empty() {
            let why = match (is_empty, is_standard_input(place.as_path())) {
                (true, true) => "standard input is empty".to_string(),
                (true, false) => format!("{name}: the file is empty"),
                (false, _) => format!("{name}: no words found"),
            };
            print_note(&format!("{why}: nothing can match it"));
        }
        Ok(Self { name, text, found, loaded, is_inside })
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum QueryLine<'a> {
    Document(DocumentLine<'a>),
    Pair(PairLine<'a>),
}

/// Formats a line about the best document if no document passes, by the measure overlap. Empty for none.
fn describe_best_below(hit: Option<&Hit>, docs: &[DocInfo]) -> String {
    let Some((hit, doc)) = hit.and_then(|hit| Some((hit, docs.get(hit.doc.index())?))) else {
        return String::new();
    };
    let (share, path, overlap) = (table::format_percent(hit.score), &doc.path, hit.overlap);
    let scores = if overlap.containment_b() > overlap.containment_a() {
        format!("{share} of {path} is in the query")
    } else {
        format!("{share} of the query is in {path}")
    };
    format!("nearest by --measure overlap: {scores}\n")
}

pub(crate) fn run(args: &QueryArgs, run: &Run) -> Result<u8, Stop> {
    let output = &args.output;
    let (params, documents) = prepare_documents(&args.documents, run, Task::Query)?;
    let inside = args.documents.input.only_path();
    let named = NamedText::find(&args.file, inside, documents.id(), &params, &run.reader)?;
    let QueryText { name, text, found, loaded, .. } =
        QueryText::read(&named, documents.root(), &params, &run.reader, || {
            documents.load(&params, args.documents.reading.allow_empty)
        })?;
    let QueryHits { hits, below } = found;
    let info = text.info(name.clone(), text.counted_keys().len());
    let corpus = &loaded.corpus;

    let ranked = matches!(output.result.format, OutputFormat::Table | OutputFormat::Json);
    let top = output.top.unwrap_or(if ranked { TOP } else { usize::MAX });
    let mut listed: Vec<&Hit> = hits.iter().take(top).collect();
    if !ranked && output.top.is_none() {
        listed.sort_unstable_by_key(|hit| hit.doc);
    }
    let problems = loaded.problems();
    let line = |hit: &&Hit| {
        PairLine::new(&name, &corpus.docs()[hit.doc.index()].path, hit.overlap, hit.score, &params)
    };

    let print = |out: &mut Out| {
        let row = |hit: &&Hit| {
            let (path, is_copy) = (&corpus.docs()[hit.doc.index()].path, hit.overlap.exact_copy);
            TableRow {
                mark: None,
                score: hit.score,
                overlap: hit.overlap,
                passage: None,
                documents: vec![format!("{}{path}", if is_copy { "= " } else { "" })],
                separator: "",
            }
        };
        let table: Vec<TableRow> = listed.iter().map(row).collect();
        table::print_rows(out, &table, &params)?;
        let trouble = table::describe_problems(&problems);
        let cut = table::describe_cut_listing(listed.len(), hits.len(), "match", "matches");
        let lead = if table.is_empty() { "" } else { "\n" };
        writeln!(
            out,
            "{lead}{name} against {}{trouble}, {} {}{cut}{}",
            format_count(corpus.docs().len() as u64, "document"),
            format_with_commas(hits.len() as u64),
            choose_verb(hits.len() as u64, "match", "matches"),
            table::describe_ignored_shingles(loaded.corpus.ignored_shingles(), &params),
        )?;
        write!(out, "{}", describe_best_below(below.as_ref(), corpus.docs()))?;
        let docs = || listed.iter().map(|hit| &corpus.docs()[hit.doc.index()].languages);
        let others = docs()
            .filter(|doc| names_of_different_languages(&info.languages, doc, &params).is_some())
            .count();
        if others > 0 {
            let read = in_words(&info.languages);
            let are = choose_verb(others as u64, "match is", "matches are");
            writeln!(
                out,
                "{name} is read as {read}, but {others} {are} in another language: the same word may count as two"
            )?;
        }
        table::print_footer(out, corpus.docs(), &params)
    };
    let object = || {
        object! {
            #[serde(flatten)] head: head_of_documents(&loaded, Parameters::new(&params), &problems),
            query: DocumentLine::from(&info),
            documents: List(|| document_lines(corpus.docs(), None, None)),
            pairs_found: hits.len(),
            pairs: List(|| listed.iter().map(line)),
        }
    };
    let documents = std::iter::once(&info).chain(corpus.docs().iter()).filter(|_| output.documents);
    let documents = documents.map(|doc| QueryLine::Document(doc.into()));
    let lines = documents.chain(listed.iter().map(|hit| QueryLine::Pair(line(hit))));
    emit((output.result.format, &problems), print, object, (columns_of_pair(&[]), lines))?;
    exit_code(output.check && !hits.is_empty(), output.result.strict, &problems)
}

/// Removes the query from the folder, so that it matches no copy of itself and makes no shingle frequent. Removes all
/// records if `own` is a file of records. Returns true if the folder had such documents.
fn remove_own_document(loaded: &mut Loaded, own: &DocPath) -> bool {
    let is_own =
        |place: &DocPath| place == own || own.line().is_none() && place.path_of_file() == *own;
    let named = loaded.places.iter().filter(|(_, place)| is_own(place));
    let mut all: Vec<DocPath> = named.map(|(id, _)| id.clone()).collect();
    let corpus = &mut loaded.corpus;
    if loaded.places.is_empty() {
        all = if own.line().is_some() { vec![own.clone()] } else { corpus.names_in_file(own) };
    }
    let was_there = all.iter().any(|own| corpus.has_document_or_problem(own));
    for own in all {
        corpus.remove(&own);
    }
    // Never cancelled.
    let _ = corpus.refresh_sketches(&Cancel::never_cancelled(), &show_stage_progress);
    was_there
}

/// Returns the name of the query inside the folder, if the query is one of its documents.
pub(super) fn name_in_folder(named: &DocPath, dir: &Path) -> Option<DocPath> {
    let file = named.as_path();
    if is_standard_input(file) {
        return None;
    }
    let (file, dir) = (file.canonicalize().ok()?, dir.canonicalize().ok()?);
    let own = file.strip_prefix(dir).ok().map(DocPath::new)?;
    Some(named.line().map_or_else(|| own.clone(), |line| own.at_line(line)))
}
