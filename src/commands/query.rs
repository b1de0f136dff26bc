//! `shingle query`: compares one file with all documents of a folder or of sketch files. It formats nothing.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::base::path::DocPath;
use shingle::base::visible::visible_lines;
use shingle::engine::reader::DocumentReader;
use shingle::pipeline::corpus::Corpus;
use shingle::pipeline::corpus::query::{Hit, QueryHits, ask};
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::document::info::{different_languages, named as in_words};
use shingle::pipeline::parameters::decides_nothing::Task;

use crate::cli::args::QueryArgs;
use crate::cli::args::output::OutputFormat;
use crate::commands::input::{bytes, is_standard_input, named};
use crate::commands::{Done, TOP, chosen_by, list_problems, prepare};
use crate::printer::line::PairLine;
use crate::printer::out::{Out, Stop};
use crate::printer::table::{
    TableRow, count, footer, languages, left_out, percent, rows, stopped, troubles,
};
use crate::printer::{csv, json};

/// The name of a hit; a sign before it says that it is a copy.
fn hit_name(hit: &Hit, path: &DocPath) -> String {
    let sign = if hit.overlap.exact_copy { "= " } else { "" };
    format!("{sign}{path}")
}

/// A line about the best document below the threshold, by the smaller of both texts; empty for none.
fn best_below(hit: Option<&Hit>, docs: &[DocInfo]) -> String {
    let Some((hit, doc)) = hit.and_then(|hit| Some((hit, docs.get(hit.doc.index())?))) else {
        return String::new();
    };
    let (share, path, overlap) = (percent(hit.score), &doc.path, hit.overlap);
    let said = if overlap.containment_b() > overlap.containment_a() {
        format!("{share} of {path} stands in it")
    } else {
        format!("{share} of it stands in {path}")
    };
    format!("best below the threshold: {said}\n")
}

/// Runs the command.
pub(crate) fn run(asked: &QueryArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let (file, output) = (&asked.file, &asked.output);
    let (params, documents) = prepare(&asked.documents, Task::Query, reader)?;
    let params = Arc::new(params);
    let named = named(file, &params);
    let inside = asked.documents.dir.as_ref().and_then(|dir| inside(&named, dir));
    let name = inside.clone().unwrap_or_else(|| named.clone());
    let bytes = bytes(&named, reader)?;
    let is_empty = bytes.is_empty();
    let mut loaded = documents.load(&params)?;
    if let Some(own) = &inside {
        leave_out(&mut loaded.corpus, own);
    }
    let folder = loaded.corpus.languages();
    let mut text = reader.document(&name, bytes, &params, folder).map_err(Stop::failed)?;
    text.leave_out(loaded.corpus.left_out());
    let view = loaded.corpus.view();
    let (text, QueryHits { hits, below }) = ask(&view, text);
    let info = text.info(name.clone(), text.sketch().len());
    note_wordless(info.words, file, &name, is_empty);

    let ranked = matches!(output.format, OutputFormat::Table | OutputFormat::Json);
    let top = output.top.unwrap_or(if ranked { TOP } else { usize::MAX });
    let mut shown: Vec<&Hit> = hits.iter().take(top).collect();
    if !ranked && output.top.is_none() {
        shown.sort_unstable_by_key(|hit| hit.doc);
    }
    let problems = loaded.problems();
    let line = |hit: &&Hit| {
        PairLine::new(&name, &view.docs[hit.doc.index()].path, hit.overlap, hit.score, &params)
    };

    let mut out = Out::new();
    let columns = out.columns;
    match output.format {
        OutputFormat::Table => {
            let table: Vec<TableRow> = shown
                .iter()
                .map(|hit| TableRow {
                    mark: None,
                    score: hit.score,
                    overlap: hit.overlap,
                    documents: vec![hit_name(hit, &view.docs[hit.doc.index()].path)],
                    separator: "",
                })
                .collect();
            rows(&mut out, &table, &params, columns)?;
            let trouble = troubles(&problems).map_or_else(String::new, |text| format!(" ({text})"));
            let cut =
                if hits.len() > top { stopped(top, "match", "matches") } else { String::new() };
            let lead = if table.is_empty() { "" } else { "\n" };
            writeln!(
                out,
                "{lead}{name} against {}{trouble}, {}{cut}{}",
                count(view.docs.len() as u64, "document", "documents"),
                count(hits.len() as u64, "match", "matches"),
                left_out(loaded.corpus.left_out(), &params),
            )?;
            write!(out, "{}", best_below(below.as_ref(), view.docs))?;
            let docs = || shown.iter().map(|hit| &view.docs[hit.doc.index()].languages);
            let others = docs()
                .filter(|doc| different_languages(&info.languages, doc, &params).is_some())
                .count();
            if others > 0 {
                let read = in_words(&info.languages);
                writeln!(
                    out,
                    "{name} is read as {read}, {others} of these otherwise: the same words may count as two"
                )?;
            }
            write!(out, "{}", languages(view.docs, &params, columns))?;
            writeln!(out, "{}", footer(&params, columns))?;
        }
        OutputFormat::Json => json::listing(
            &mut out,
            (&params, &chosen_by(loaded.walk.as_ref()), &loaded.corpus.surroundings()),
            &problems,
            (Some(&info), view.docs, None),
            (shown.iter().map(line).collect(), hits.len() as u64, None),
            None,
        )?,
        OutputFormat::Ndjson => {
            if output.documents {
                std::iter::once(&info)
                    .chain(view.docs.iter())
                    .try_for_each(|doc| json::document(&mut out, doc))?;
            }
            shown.iter().try_for_each(|hit| json::line(&mut out, &line(hit)))?;
        }
        OutputFormat::Csv => {
            let is_terminal = out.is_terminal;
            let mut table = csv::CsvTable::new(&mut out, is_terminal)?;
            shown.iter().try_for_each(|hit| table.line(&line(hit)))?;
            table.finish()?;
        }
    }
    out.flush()?;
    if output.format != OutputFormat::Json {
        list_problems(&problems);
    }
    Done::checked(output.check, !hits.is_empty()).strictly(output.strict, &problems)
}

/// Takes the query out of the folder: it is not compared with itself, and does not make a shingle common. Where it is a whole
/// file of records, all of these. Tells whether it was there.
pub(crate) fn leave_out(corpus: &mut Corpus, own: &DocPath) -> bool {
    let all = if own.line().is_some() { vec![own.clone()] } else { corpus.names_of(own) };
    let was_there = all.iter().any(|own| corpus.has(own));
    for own in all {
        corpus.remove(&own);
    }
    // Never cancelled, so it always finishes.
    let _ = corpus.sketch(&Cancel::never(), &|_, _, _| ());
    was_there
}

/// Reports on standard error why nothing can match a query without words.
pub(crate) fn note_wordless(words: u32, file: &Path, name: &DocPath, is_empty: bool) {
    if words > 0 {
        return;
    }
    let why = match (is_empty, is_standard_input(file)) {
        (true, true) => "standard input is empty".to_string(),
        (true, false) => format!("{name}: the file is empty"),
        (false, _) => format!("{name}: no words in it"),
    };
    let note = format!("{why}: nothing can match it");
    let _ = writeln!(std::io::stderr(), "shingle: note: {}", visible_lines(&note));
}

/// The name of the query inside the folder, if it is one of its documents. It is then neither compared with itself nor
/// counted.
pub(crate) fn inside(named: &DocPath, dir: &Path) -> Option<DocPath> {
    let file = named.as_path();
    if is_standard_input(file) {
        return None;
    }
    let (file, dir) = (file.canonicalize().ok()?, dir.canonicalize().ok()?);
    let own = file.strip_prefix(dir).ok().map(DocPath::new)?;
    Some(named.line().map_or_else(|| own.clone(), |line| own.at_line(line)))
}
