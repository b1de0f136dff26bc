//! `shingle scan`: compares all documents of a folder, or of sketch files, with each other. It formats nothing.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use shingle::base::cancel::Cancel;
use shingle::base::ids::{DocId, Epoch};
use shingle::engine::batch::Loaded;
use shingle::engine::reader::DocumentReader;
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::ranking::corpus_view::CorpusView;
use shingle::pipeline::ranking::row::{Pair, Row};
use shingle::pipeline::results::snapshot::Snapshot;
use shingle::pipeline::results::snapshot::publish;
use shingle::pipeline::results::stream::Stream;

use crate::cli::args::ScanArgs;
use crate::cli::args::output::OutputFormat;
use crate::commands::clusters::joined;
use crate::commands::marks::{Marks, PairMark};
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
pub(crate) fn run(asked: &ScanArgs, reader: &DocumentReader) -> Result<Done, Stop> {
    let (mut params, documents) = prepare(&asked.documents, asked.task(), reader)?;
    params.linkage = asked.linkage.unwrap_or(params.linkage);
    let params = Arc::new(params);
    let mut loaded = documents.load(&params)?;
    note_sides(&loaded);
    let output = &asked.output;
    let folder = asked.documents.dir.as_deref().unwrap_or(Path::new(""));
    let marks = Marks::asked(asked.decisions.as_deref(), &asked.decided, folder)?;
    let marks = marks.as_ref();
    let found = match (output.format, output.top) {
        (OutputFormat::Table, top) => table(&mut loaded, top.unwrap_or(TOP), marks)?,
        (OutputFormat::Json, top) => {
            listing(&mut loaded, top.unwrap_or(TOP), asked.clusters, marks)?
        }
        (OutputFormat::Ndjson, top) => lines(&loaded, (top, marks), output.documents)?,
        (OutputFormat::Csv, top) => comma_separated(&loaded, (top, marks))?,
    };
    let done = Done::checked(output.check, found > 0);
    let done = if output.strict { done.strictly(true, &loaded.problems()) } else { Ok(done) };
    // The program ends here. Freeing a folder's memory piece by piece would take a twentieth of the run.
    std::mem::forget(loaded);
    done
}

fn table(loaded: &mut Loaded, top: usize, marks: Option<&Marks>) -> Result<u64, Stop> {
    // Never cancelled, so it always finishes.
    let _ = loaded.corpus.refresh(&Cancel::never(), &|_, _, _| ());
    let snapshot = publish(&loaded.corpus, &loaded.listing, Epoch::default());
    let mut out = Out::new();
    let columns = out.columns;
    let is_wanted = |row: &&Row| {
        let (a, b) = docs(&snapshot, row);
        marks.is_none_or(|marks| marks.takes(a, b))
    };
    let wanted = snapshot.rows.iter().filter(is_wanted).count();
    let rows_wanted = snapshot.rows.iter().filter(is_wanted).take(top);
    let shown: Vec<TableRow> = rows_wanted.map(|row| table_row(&snapshot, row, marks)).collect();
    rows(&mut out, &shown, &snapshot.params, columns)?;
    out.flush()?;
    list_problems(&snapshot.problems);

    let cut = if wanted > top || snapshot.cut {
        stopped(shown.len(), "row", "rows")
    } else {
        String::new()
    };
    let trouble =
        troubles(&snapshot.problems).map_or_else(String::new, |text| format!(" ({text})"));
    let empty = snapshot.docs.iter().filter(|doc| doc.words == 0).count();
    let empty = if empty > 0 { format!(", {empty} of them empty") } else { String::new() };
    let lead = if shown.is_empty() { "" } else { "\n" };
    let chosen = if wanted < snapshot.rows.len() {
        format!(", {} by what was decided", count(wanted as u64, "row", "rows"))
    } else {
        String::new()
    };
    writeln!(
        out,
        "{lead}{}{empty}{trouble}, {}{chosen}{cut}{}",
        count(snapshot.present as u64, "document", "documents"),
        count(snapshot.pairs_found, "pair", "pairs"),
        ruled_out(snapshot.ruled_out, &snapshot.params)
            + &left_out(&snapshot.surroundings.left_out, &snapshot.params),
    )?;
    write!(out, "{}", languages(&snapshot.docs, &snapshot.params, columns))?;
    writeln!(out, "{}", footer(&snapshot.params, columns))?;
    out.flush()?;
    let all = snapshot.pairs_found.max(snapshot.rows.len() as u64);
    Ok(if wanted < snapshot.rows.len() { wanted as u64 } else { all })
}

/// The documents by which a row is marked.
fn docs<'a>(snapshot: &'a Snapshot, row: &Row) -> (&'a DocInfo, &'a DocInfo) {
    let pair = row.pair();
    (snapshot.doc(pair.a), snapshot.doc(pair.b))
}

fn table_row(snapshot: &Snapshot, row: &Row, marks: Option<&Marks>) -> TableRow {
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
    let mark = marks.map(|marks| {
        let (a, b) = docs(snapshot, row);
        let PairMark { verdict, note } = marks.of(a, b);
        (verdict.name(), note.to_string())
    });
    let Pair { score, overlap, .. } = row.pair();
    TableRow { score: *score, overlap: *overlap, documents, mark, separator }
}

fn listing(
    loaded: &mut Loaded,
    top: usize,
    with_clusters: bool,
    marks: Option<&Marks>,
) -> Result<u64, Stop> {
    let clusters = with_clusters.then(|| joined(loaded)).flatten();
    let view = loaded.corpus.view();
    let index = loaded.corpus.index();
    let stream = Stream::new(&view, &index);
    let (pairs, found, left_out) = stream.best_of(top, &|pair| takes(&view, marks, pair));
    let lines = pairs.iter().map(|pair| line(&view, pair, marks)).collect();
    let problems = loaded.problems();
    let mut out = Out::new();
    let made = (&**view.params, &chosen_by(loaded.walk.as_ref()), &view.surroundings);
    let docs = view.docs.as_slice();
    json::listing(
        &mut out,
        made,
        &problems,
        (None, docs, view.rules.map(|rules| &**rules)),
        (lines, found, Some(left_out)),
        clusters.as_ref(),
    )?;
    out.flush()?;
    Ok(found)
}

fn lines(loaded: &Loaded, chosen: Chosen<'_>, documents: bool) -> Result<u64, Stop> {
    list_problems(&loaded.problems());
    let mut out = Out::new();
    if documents {
        let view = loaded.corpus.view();
        let date = |id| view.rules.and_then(|rules| rules.date(DocId(id)));
        let mut docs = (0..).zip(view.docs.iter());
        docs.try_for_each(|(id, doc)| json::judged_document(&mut out, doc, date(id)))?;
    }
    let marks = chosen.1;
    let found = each(loaded, chosen, |view, pairs| {
        // Half of the time of a long listing goes into formatting numbers, so all threads format lines.
        let pieces: Vec<Vec<u8>> = pairs
            .par_chunks(LINES_A_PIECE)
            .map(|piece| {
                let mut text = Vec::with_capacity(piece.len() * 256);
                piece
                    .iter()
                    .try_for_each(|pair| json::line(&mut text, &line(view, pair, marks)))?;
                Ok(text)
            })
            .collect::<Result<_, Stop>>()?;
        pieces.iter().try_for_each(|piece| Ok(out.write_all(piece)?))
    })?;
    out.flush()?;
    Ok(found)
}

fn comma_separated(loaded: &Loaded, chosen: Chosen<'_>) -> Result<u64, Stop> {
    list_problems(&loaded.problems());
    let out = Out::new();
    let is_terminal = out.is_terminal;
    let marks = chosen.1;
    let mut table = match marks {
        Some(_) => csv::CsvTable::marked(out, is_terminal)?,
        None => csv::CsvTable::new(out, is_terminal)?,
    };
    let found = each(loaded, chosen, |view, pairs| {
        pairs.iter().try_for_each(|pair| table.line(&line(view, pair, marks)))
    })?;
    table.finish()?;
    Ok(found)
}

/// Passes every pair in path order to `emit`, or the best pairs ranked, in chunks. Returns how many pairs passed.
fn each(
    loaded: &Loaded,
    (top, marks): Chosen<'_>,
    mut print: impl FnMut(&CorpusView<'_>, &[Pair]) -> Result<(), Stop>,
) -> Result<u64, Stop> {
    let (view, index) = rayon::join(|| loaded.corpus.view(), || loaded.corpus.index());
    let all = Stream::new(&view, &index);
    if let Some(top) = top {
        let (pairs, found, _) = all.best_of(top, &|pair| takes(&view, marks, pair));
        print(&view, &pairs)?;
        return Ok(found);
    }
    note_size(all.estimate());
    let mut found = 0;
    all.run(|pairs| {
        let Some(marks) = marks else {
            found += pairs.len() as u64;
            return print(&view, pairs);
        };
        let wanted = pairs.iter().filter(|pair| takes(&view, Some(marks), pair));
        let wanted: Vec<Pair> = wanted.copied().collect();
        found += wanted.len() as u64;
        print(&view, &wanted)
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

/// How many of the pairs are wanted, best first, `None` for all of them in path order; and their marks, where these are wanted.
type Chosen<'a> = (Option<usize>, Option<&'a Marks>);

/// Whether a pair is wanted by what was decided about it.
fn takes(view: &CorpusView<'_>, marks: Option<&Marks>, pair: &Pair) -> bool {
    marks.is_none_or(|marks| marks.takes(&view.docs[pair.a.index()], &view.docs[pair.b.index()]))
}

fn line<'a>(view: &'a CorpusView<'_>, pair: &Pair, marks: Option<&Marks>) -> PairLine<'a> {
    let (a, b) = (&view.docs[pair.a.index()], &view.docs[pair.b.index()]);
    let line = PairLine::new(&a.path, &b.path, pair.overlap, pair.score, view.params);
    match marks.map(|marks| marks.of(a, b)) {
        Some(PairMark { verdict, note }) => line.marked(verdict.name(), note),
        None => line,
    }
}
