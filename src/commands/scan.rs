//! `shingle scan`: compares all documents of a folder, or of sketch files, with each other. It formats nothing.

use std::io::Write as _;
use std::sync::Arc;

use rayon::prelude::*;

use shingle::base::cancel::Cancel;
use shingle::base::ids::{DocId, Epoch};
use shingle::engine::batch::Loaded;
use shingle::pipeline::ranking::corpus_view::CorpusView;
use shingle::pipeline::ranking::row::{Pair, Row};
use shingle::pipeline::results::publish::publish;
use shingle::pipeline::results::snapshot::Snapshot;
use shingle::pipeline::results::stream::Stream;

use crate::cli::args::ScanArgs;
use crate::cli::args::output::OutputFormat;
use crate::commands::clusters::joined;
use crate::commands::{Done, TOP, chosen_by, list_problems, note_sides, prepare};
use crate::printer::line::PairLine;
use crate::printer::out::{Out, Stop};
use crate::printer::table::{
    TableRow, count, footer, languages, left_out, rows, ruled_out, stopped, troubles,
};
use crate::printer::{csv, json};

/// Longer listings are announced before they begin.
const MANY: u64 = 2_000_000;
/// The size of a pair in a listing, in bytes.
const BYTES_A_LINE: u64 = 280;
/// Lines that a thread formats at a time.
const LINES_A_PIECE: usize = 1024;

/// Runs the command.
pub(crate) fn run(asked: &ScanArgs) -> Result<Done, Stop> {
    let (mut params, documents) = prepare(&asked.documents, asked.task())?;
    params.linkage = asked.linkage.unwrap_or(params.linkage);
    let params = Arc::new(params);
    let mut loaded = documents.load(&params)?;
    note_sides(&loaded);
    let output = &asked.output;
    let found = match (output.format, output.top) {
        (OutputFormat::Table, top) => table(&mut loaded, top.unwrap_or(TOP))?,
        (OutputFormat::Json, top) => listing(&mut loaded, top.unwrap_or(TOP), asked.clusters)?,
        (OutputFormat::Ndjson, top) => lines(&loaded, top, output.documents)?,
        (OutputFormat::Csv, top) => comma_separated(&loaded, top)?,
    };
    let done = Done::checked(output.check, found > 0);
    let done = if output.strict { done.strictly(true, &loaded.problems()) } else { Ok(done) };
    // The program ends here. Freeing a folder's memory piece by piece would take a twentieth of the run.
    std::mem::forget(loaded);
    done
}

fn table(loaded: &mut Loaded, top: usize) -> Result<u64, Stop> {
    // Never cancelled, so it always finishes.
    let _ = loaded.corpus.refresh(&Cancel::never(), &|_, _, _| ());
    let snapshot = publish(&loaded.corpus, &loaded.listing, Epoch::default());
    let mut out = Out::new();
    let columns = out.columns;
    let shown: Vec<TableRow> =
        snapshot.rows.iter().take(top).map(|row| table_row(&snapshot, row)).collect();
    rows(&mut out, &shown, &snapshot.params, columns)?;
    out.flush()?;
    list_problems(&snapshot.problems);

    let cut = if snapshot.rows.len() > top || snapshot.cut {
        stopped(shown.len(), "row", "rows")
    } else {
        String::new()
    };
    let trouble =
        troubles(&snapshot.problems).map_or_else(String::new, |text| format!(" ({text})"));
    let empty = snapshot.docs.iter().filter(|doc| doc.words == 0).count();
    let empty = if empty > 0 { format!(", {empty} of them empty") } else { String::new() };
    let lead = if shown.is_empty() { "" } else { "\n" };
    writeln!(
        out,
        "{lead}{}{empty}{trouble}, {}{cut}{}",
        count(snapshot.present as u64, "document", "documents"),
        count(snapshot.pairs_found, "pair", "pairs"),
        ruled_out(snapshot.ruled_out, &snapshot.params)
            + &left_out(&snapshot.surroundings.left_out, &snapshot.params),
    )?;
    write!(out, "{}", languages(&snapshot.docs, &snapshot.params, columns))?;
    writeln!(out, "{}", footer(&snapshot.params, columns))?;
    out.flush()?;
    Ok(snapshot.pairs_found.max(snapshot.rows.len() as u64))
}

fn table_row(snapshot: &Snapshot, row: &Row) -> TableRow {
    let name = |id: DocId| snapshot.doc(id).path.to_string();
    let with_copies = |id: DocId, more: u32| match more {
        0 => name(id),
        more => format!("{} (+{})", name(id), count(more.into(), "copy", "copies")),
    };
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
    TableRow { score: row.pair().score, overlap: row.pair().overlap, documents, separator }
}

fn listing(loaded: &mut Loaded, top: usize, with_clusters: bool) -> Result<u64, Stop> {
    let clusters = with_clusters.then(|| joined(loaded)).flatten();
    let view = loaded.corpus.view();
    let (pairs, found, left_out) = Stream::new(&view, &loaded.corpus.index()).best(top);
    let lines = pairs.iter().map(|pair| line(&view, pair)).collect();
    let problems = loaded.problems();
    let mut out = Out::new();
    let made = (&**view.params, &chosen_by(loaded.walk.as_ref()), &view.surroundings);
    let docs = view.docs.as_slice();
    json::listing(
        &mut out,
        made,
        &problems,
        (None, docs),
        (lines, found, Some(left_out)),
        clusters.as_ref(),
    )?;
    out.flush()?;
    Ok(found)
}

fn lines(loaded: &Loaded, top: Option<usize>, documents: bool) -> Result<u64, Stop> {
    list_problems(&loaded.problems());
    let mut out = Out::new();
    if documents {
        let view = loaded.corpus.view();
        view.docs.iter().try_for_each(|doc| json::document(&mut out, doc))?;
    }
    let found = each(loaded, top, |view, pairs| {
        // Half of the time of a long listing goes into formatting numbers, so all threads format lines.
        let pieces: Vec<Vec<u8>> = pairs
            .par_chunks(LINES_A_PIECE)
            .map(|piece| {
                let mut text = Vec::with_capacity(piece.len() * 256);
                piece.iter().try_for_each(|pair| json::line(&mut text, &line(view, pair)))?;
                Ok(text)
            })
            .collect::<Result<_, Stop>>()?;
        pieces.iter().try_for_each(|piece| Ok(out.write_all(piece)?))
    })?;
    out.flush()?;
    Ok(found)
}

fn comma_separated(loaded: &Loaded, top: Option<usize>) -> Result<u64, Stop> {
    list_problems(&loaded.problems());
    let out = Out::new();
    let is_terminal = out.is_terminal;
    let mut table = csv::CsvTable::new(out, is_terminal)?;
    let found = each(loaded, top, |view, pairs| {
        pairs.iter().try_for_each(|pair| table.line(&line(view, pair)))
    })?;
    table.finish()?;
    Ok(found)
}

/// Passes every pair in path order to `emit`, or the best pairs ranked, in chunks. Returns how many pairs passed.
fn each(
    loaded: &Loaded,
    top: Option<usize>,
    mut print: impl FnMut(&CorpusView<'_>, &[Pair]) -> Result<(), Stop>,
) -> Result<u64, Stop> {
    let (view, index) = rayon::join(|| loaded.corpus.view(), || loaded.corpus.index());
    let all = Stream::new(&view, &index);
    if let Some(top) = top {
        let (pairs, found, _) = all.best(top);
        print(&view, &pairs)?;
        return Ok(found);
    }
    note_size(all.estimate());
    let mut found = 0;
    all.run(|pairs| {
        found += pairs.len() as u64;
        print(&view, pairs)
    })?;
    Ok(found)
}

/// Announces a long listing, whose writing takes most of the time.
fn note_size(pairs: u64) {
    if pairs >= MANY {
        let note = format!(
            "about {} million pairs will be written, some {} MB; `--top N` keeps the best, `-t` leaves out the weak",
            pairs / 1_000_000,
            pairs * BYTES_A_LINE / 1_000_000
        );
        let _ = writeln!(std::io::stderr(), "shingle: note: {note}");
    }
}

fn line<'a>(view: &'a CorpusView<'_>, pair: &Pair) -> PairLine<'a> {
    PairLine::new(
        &view.docs[pair.a.index()].path,
        &view.docs[pair.b.index()].path,
        pair.overlap,
        pair.score,
        view.params,
    )
}
