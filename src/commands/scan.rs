//! `shingle scan`: compares all documents of a folder or of sketch files with each other.

use std::io::Write as _;
use std::path::Path;

use rayon::prelude::*;

use shingle::base::ids::{DocId, Epoch};
use shingle::base::numbers::format_count;
use shingle::base::{cancel::Cancel, json::write_pretty};
use shingle::decisions::{MarkKind, UserMark};
use shingle::engine::Loaded;
use shingle::pipeline::{
    Corpus, DocInfo, Pair, PairLine, Parameters, Row, SharesElsewhere, Snapshot, Stream, Task,
    take_snapshot,
};

use super::{Run, TOP, exit_code, head_of_documents, list_problems, prepare_documents, print_note};
use super::{marks::Marks, show_stage_progress};
use crate::cli::{args::ScanArgs, options::OutputFormat};
use crate::printer::json::{List, document_lines, object};
use crate::printer::out::{Out, Stop};
use crate::printer::progress::show_progress;
use crate::printer::rows::{RowFormat, columns_of_pair};
use crate::printer::table::{self, TableRow};

/// Smallest number of pairs for which a note announces the listing.
const MANY: u64 = 2_000_000;
/// Assumed bytes per pair in a listing.
const BYTES_A_LINE: u64 = 280;
const LONGEST_PASSAGE: &str = "longest_passage";
const LINES_A_PIECE: usize = 1024;

pub(crate) fn run(args: &ScanArgs, run: &Run) -> Result<u8, Stop> {
    let output = &args.output;
    let (params, documents) = prepare_documents(&args.documents, run, Task::Scan)?;
    let mut loaded = documents.load(&params, args.documents.reading.allow_empty)?;
    if let Some(least) = params.passage {
        // Never cancelled.
        let common = loaded
            .corpus
            .refresh_and_count_boilerplate_pairs(&Cancel::never_cancelled(), &show_stage_progress);
        if let Some(pairs) = common.filter(|pairs| *pairs > 0) {
            let pairs = format_count(pairs, "pair");
            print_note(&format!(
                "{pairs} with fewer than {least} shared words outside text that many documents have: --common auto"
            ));
        }
    }
    let folder = args.documents.input.only_path().unwrap_or(Path::new(""));
    let decisions = args.decisions.as_deref();
    let marks = Marks::for_choices(decisions, &args.decided, folder, &loaded.corpus)?;
    let marks = marks.as_ref();
    let found = match (output.result.format, output.top) {
        (OutputFormat::Table, top) => print_table(&mut loaded, top.unwrap_or(TOP), marks)?,
        (OutputFormat::Json, top) => print_json(&loaded, top.unwrap_or(TOP), marks)?,
        (format, top) => print_lines(&loaded, (format, output.documents), (top, marks))?,
    };
    exit_code(output.check && found > 0, output.result.strict, &loaded.problems())
}

fn print_table(loaded: &mut Loaded, top: usize, marks: Option<&Marks>) -> Result<u64, Stop> {
    // Never cancelled.
    let _ = loaded.corpus.refresh(&Cancel::never_cancelled(), &show_stage_progress);
    let snapshot = take_snapshot(&loaded.corpus, &loaded.listing, Epoch::default());
    let mut out = Out::new();
    let is_wanted = |row: &&Row| {
        let (a, b) = documents_of_row(&snapshot, row);
        marks.is_none_or(|marks| marks.lists_pair(a, b))
    };
    let listed = snapshot.rows.iter().filter(is_wanted).count();
    let rows_wanted = snapshot.rows.iter().filter(is_wanted).take(top);
    let table: Vec<TableRow> = rows_wanted.map(|row| table_row(&snapshot, row, marks)).collect();
    table::print_rows(&mut out, &table, &snapshot.params)?;
    out.flush()?;
    list_problems(&snapshot.problems);

    let all = if snapshot.cut { usize::MAX } else { listed };
    let cut = table::describe_cut_listing(table.len(), all, "row", "rows");
    let trouble = table::describe_problems(&snapshot.problems);
    let empty = snapshot.docs.iter().filter(|doc| doc.words == 0).count();
    let empty = if empty > 0 { format!(", including {empty} empty") } else { String::new() };
    let lead = if table.is_empty() { "" } else { "\n" };
    let chosen = if listed < snapshot.rows.len() {
        format!(", {} after filtering by mark", format_count(listed as u64, "row"))
    } else {
        String::new()
    };
    writeln!(
        out,
        "{lead}{}{empty}{trouble}, {}{chosen}{cut}{}",
        format_count(snapshot.present as u64, "document"),
        format_count(snapshot.pairs_found, "pair"),
        table::describe_pairs_hidden_by_rules(snapshot.ruled_out, &snapshot.params)
            + &table::describe_ignored_shingles(&snapshot.ignored, &snapshot.params),
    )?;
    table::print_footer(&mut out, &snapshot.docs, &snapshot.params)?;
    out.flush()?;
    let all = snapshot.pairs_found.max(snapshot.rows.len() as u64);
    Ok(if listed < snapshot.rows.len() { listed as u64 } else { all })
}

fn documents_of_row<'a>(snapshot: &'a Snapshot, row: &Row) -> (&'a DocInfo, &'a DocInfo) {
    let pair = row.pair();
    (snapshot.doc(pair.a), snapshot.doc(pair.b))
}

fn table_row(snapshot: &Snapshot, row: &Row, marks: Option<&Marks>) -> TableRow {
    let name = |id: DocId| snapshot.doc(id).path.to_string();
    let with_copies = |id: DocId, more: u32| name(id) + &table::describe_copies(more as usize);
    let (documents, separator) = match row {
        Row::Pair { pair, more, .. } => {
            (vec![with_copies(pair.a, more.0), with_copies(pair.b, more.1)], "  ")
        }
        Row::Copies { members, .. } => {
            let mut names: Vec<String> = members.iter().map(|id| name(*id)).collect();
            if let Some(first) = names.first_mut() {
                *first = format!("= {} copies: {first}", members.len());
            }
            (names, ", ")
        }
    };
    let mark = marks.map(|marks| {
        let (a, b) = documents_of_row(snapshot, row);
        let mark = marks.mark_of_pair(a, b);
        let named = |mark: &UserMark| (mark.verdict.name(), mark.note.clone());
        mark.map_or((MarkKind::Undecided.name(), String::new()), |mark| named(&mark))
    });
    let Pair { score, overlap, passage, .. } = *row.pair();
    let passage = snapshot.params.passage.map(|_| passage);
    TableRow { score, overlap, passage, documents, mark, separator }
}

fn print_json(loaded: &Loaded, top: usize, marks: Option<&Marks>) -> Result<u64, Stop> {
    let corpus = &loaded.corpus;
    let index = loaded.corpus.build_index();
    let stream = Stream::new(corpus, &index).with_progress(&show_stage_progress);
    let (pairs, found, left_out) =
        stream.best_wanted_pairs(top, &|pair| lists_pair(corpus, marks, pair));
    let elsewhere = SharesElsewhere::count_shared_elsewhere(corpus, &Cancel::never_cancelled());
    let problems = loaded.problems();
    let rules = corpus.rules().map(|rules| &**rules);
    let listing = object! {
        #[serde(flatten)] head: head_of_documents(loaded, Parameters::new(corpus.params()), &problems),
        documents: List(|| document_lines(corpus.docs(), rules, elsewhere.as_ref())),
        pairs_found: found,
        pairs_left_out: left_out,
        pairs: List(|| pairs.iter().map(|pair| pair_line(corpus, pair, marks))),
    };
    let mut out = Out::new();
    write_pretty(&mut out, &listing)?;
    out.flush()?;
    Ok(found)
}

fn print_lines(
    loaded: &Loaded,
    (format, with_documents): (OutputFormat, bool),
    chosen: Chosen<'_>,
) -> Result<u64, Stop> {
    list_problems(&loaded.problems());
    let mut out = Out::new();
    let marks = chosen.1;
    let passage = loaded.corpus.params().passage.map(|_| LONGEST_PASSAGE);
    let mark = if marks.is_some() { &["verdict", "source", "note"][..] } else { &[] };
    let more: Vec<&'static str> = passage.into_iter().chain(mark.iter().copied()).collect();
    let format = RowFormat::begin(&mut out, format, columns_of_pair(&more))?;
    if with_documents {
        // Lists the documents without shares, because `clusters` prints the same lines and knows only pairs.
        let corpus = &loaded.corpus;
        document_lines(corpus.docs(), corpus.rules().map(|rules| &**rules), None)
            .try_for_each(|line| format.write_row(&mut out, &line))?;
    }
    let found = print_pairs(loaded, chosen, |corpus, pairs| {
        // Formatting numbers takes half the time of a long listing, so all threads format lines.
        let pieces: Vec<Vec<u8>> = pairs
            .par_chunks(LINES_A_PIECE)
            .map(|piece| {
                let mut text = Vec::with_capacity(piece.len() * 256);
                let mut lines = piece.iter().map(|pair| pair_line(corpus, pair, marks));
                lines.try_for_each(|line| format.write_row(&mut text, &line))?;
                Ok(text)
            })
            .collect::<Result<_, Stop>>()?;
        pieces.iter().try_for_each(|piece| Ok(out.write_all(piece)?))
    })?;
    out.flush()?;
    Ok(found)
}

/// Passes every pair in path order to `print`, or only the best pairs by rank, in chunks. Returns the number of pairs.
fn print_pairs(
    loaded: &Loaded,
    (top, marks): Chosen<'_>,
    mut print: impl FnMut(&Corpus, &[Pair]) -> Result<(), Stop>,
) -> Result<u64, Stop> {
    let corpus = &loaded.corpus;
    // Numbers the documents and makes the rules while the index is built; the corpus keeps both.
    let (_, index) = rayon::join(|| corpus.rules(), || corpus.build_index());
    let all = Stream::new(corpus, &index).with_progress(&show_stage_progress);
    if let Some(top) = top {
        let (pairs, found, _) = all.best_wanted_pairs(top, &|pair| lists_pair(corpus, marks, pair));
        print(corpus, &pairs)?;
        return Ok(found);
    }
    let about = all.estimated_pair_count();
    note_many_pairs(about);
    let mut found = 0;
    all.stream_pairs(|pairs| {
        show_progress("writing pairs", found as usize, about as usize);
        let Some(marks) = marks else {
            found += pairs.len() as u64;
            return print(corpus, pairs);
        };
        let chosen = pairs.iter().filter(|pair| lists_pair(corpus, Some(marks), pair));
        let chosen: Vec<Pair> = chosen.copied().collect();
        found += chosen.len() as u64;
        print(corpus, &chosen)
    })?;
    Ok(found)
}

/// Announces a long listing, because writing takes most of the time.
fn note_many_pairs(pairs: u64) {
    if pairs >= MANY {
        let (millions, megabytes) = (pairs / 1_000_000, pairs * BYTES_A_LINE / 1_000_000);
        print_note(&format!(
            "about {millions} million pairs will be written, some {megabytes} MB; limit the output with --top N, or raise the threshold with -t"
        ));
    }
}

/// The number of best pairs, or `None` for all pairs in path order, and the wanted marks.
type Chosen<'a> = (Option<usize>, Option<&'a Marks>);

fn lists_pair(corpus: &Corpus, marks: Option<&Marks>, pair: &Pair) -> bool {
    marks.is_none_or(|marks| {
        marks.lists_pair(&corpus.docs()[pair.a.index()], &corpus.docs()[pair.b.index()])
    })
}

fn pair_line<'a>(corpus: &'a Corpus, pair: &Pair, marks: Option<&Marks>) -> PairLine<'a> {
    let (a, b) = (&corpus.docs()[pair.a.index()], &corpus.docs()[pair.b.index()]);
    let line = PairLine::new(&a.path, &b.path, pair.overlap, pair.score, corpus.params())
        .with_passage(pair.passage);
    let Some(marks) = marks else { return line };
    let (mut verdict, mut note, mut source) = (MarkKind::Undecided, String::new(), None);
    if let Some(mark) = marks.mark_of_pair(a, b) {
        (verdict, note) = (mark.verdict, mark.note.clone());
        // The source is the marked document, not a copy of this document.
        if mark.marked_pair_of_copies([a, b], corpus.docs()).is_none() {
            let place = mark.side_of_source([a.file.content, b.file.content]);
            source = place.and_then(|place| ["a", "b"].get(place).copied());
        }
    }
    PairLine { verdict: Some(verdict.name()), source, note: Some(note), ..line }
}
