use std::{path::Path, sync::Arc};

use arrow_array::builder::{BinaryBuilder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use hashbrown::HashSet;
use pyo3::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use base::problem::Problem;
use base::{cancel::Cancel, json::write_compact, path::DocPath};
use documents::{Limits, Source};
use engine::folder::read::{OpenFolder, Unread};
use engine::reader::{DocumentReader, RECORDS_LIMIT};
use shingle_core::pipeline::document::info::DocInfo;
use shingle_core::pipeline::results::lines::DocumentLine;
use shingle_core::pipeline::source::records::RecordTroubles;
use shingle_core::pipeline::texts::canonical_table::CanonicalTables;
use shingle_core::pipeline::texts::record::{DocWords, DocWordsReader};
use shingle_core::pipeline::texts::sketches::{SketchDraft, Sketches};
use shingle_core::texts::text_source;
use shingle_core::{
    pipeline::parameters::Params, pipeline::source::NoSource,
    pipeline::source::problem_of_undecoded,
};
use shingle_core::{text::lexicon::Lexicon, text::records::RecordFormat};

use crate::columns::{Columns, batch_to_python, build_batch, bytes_of_row, pack_keys};
use crate::plan::Plan;

/// Sketches a batch of documents: files by name below `root`, or texts with names. `sketched` has the texts that this
/// task has sketched before.
#[pyfunction]
#[pyo3(signature = (plan, rows, root, seed, sketched))]
pub(crate) fn sketch<'py>(
    py: Python<'py>,
    plan: &Plan,
    rows: &Bound<'py, PyAny>,
    root: Option<&str>,
    seed: u64,
    sketched: &SeenTexts,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let columns = Columns::new(rows)?;
    let params = &plan.params;
    let mut found = Rows { seed, ..Rows::default() };
    let made = py.detach(|| {
        let mut known = sketched.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match root {
            Some(root) => sketch_files(&columns, Path::new(root), plan, &mut found, &mut known),
            None => sketch_texts(&columns, params, plan.reader.limits(), &mut found, &mut known),
        }
    });
    made?;
    found.close_row();
    found.full.into_iter().map(|full| batch_to_python(py, full)).collect()
}

#[pyclass(frozen, module = "shingle._native")]
#[derive(Default)]
pub(crate) struct SeenTexts(std::sync::Mutex<HashSet<u128>>);

#[pymethods]
impl SeenTexts {
    #[new]
    fn new() -> Self {
        Self::default()
    }
}

/// Sketches files, each of which is a document or has several records.
fn sketch_files(
    columns: &Columns,
    root: &Path,
    plan: &Plan,
    rows: &mut Rows,
    seen: &mut HashSet<u128>,
) -> PyResult<()> {
    let names = columns.binary_column("name")?;
    let (params, reader, folder) = (&plan.params, &plan.reader, OpenFolder::new(root));
    let lexicon = Lexicon::default();
    let mut work = Work::new(params, &lexicon, seen);
    let mut content = Vec::new();
    for row in 0..columns.len() {
        let Some(path) = DocPath::from_bytes(bytes_of_row(names, row)) else { continue };
        if params.records == RecordFormat::Off {
            match folder.read_file_into(path.as_path(), reader.largest_file_size(), &mut content) {
                Err(Unread::Vanished | Unread::NotAFile(_)) => {}
                Err(unread) => rows.push_refused(&path, &NoSource::Refused(unread.to_string())),
                Ok(_) => {
                    let source = reader.read_source(path.as_path(), &content, params.encoding);
                    work.take(path, source, rows);
                }
            }
        } else {
            sketch_records((&folder, reader), &path, &mut work, rows);
        }
    }
    work.sketch_pending(rows);
    Ok(())
}

fn sketch_records(
    (folder, reader): (&OpenFolder, &DocumentReader),
    path: &DocPath,
    work: &mut Work<'_>,
    rows: &mut Rows,
) {
    let mut content = Vec::new();
    let cut = match folder.read_file_into(path.as_path(), RECORDS_LIMIT, &mut content) {
        Err(Unread::Vanished | Unread::NotAFile(_)) => return,
        Err(unread) => Err(NoSource::Refused(unread.to_string())),
        Ok(_) => reader.split_records(path.as_path(), content, work.params, None),
    };
    let cut = match cut {
        Ok(cut) => cut,
        Err(reason) => return rows.push_refused(path, &reason),
    };
    let mut troubles = RecordTroubles::default();
    for at in 0..cut.len() {
        let line = cut.line_of_record(at);
        match cut.source_of_record(at) {
            Ok(source) => work.take(path.at_line(line), Ok(source), rows),
            Err(why) => troubles.add_trouble(line, why),
        }
    }
    let loss = cut.problem_of_file(path).map(|loss| (path.clone(), loss));
    for (name, trouble) in
        loss.into_iter().chain(troubles.list_troubles(path, || cut.describe_fields()))
    {
        rows.push_refused(&name, &trouble);
    }
}

fn sketch_texts(
    columns: &Columns,
    params: &Params,
    limits: &Limits,
    rows: &mut Rows,
    seen: &mut HashSet<u128>,
) -> PyResult<()> {
    let (names, texts) = (columns.binary_column("name")?, columns.string_column("text")?);
    let lexicon = Lexicon::default();
    let mut work = Work::new(params, &lexicon, seen);
    for row in 0..columns.len() {
        let Some(path) = DocPath::from_bytes(bytes_of_row(names, row)) else { continue };
        if texts.is_null(row) {
            rows.push_refused(&path, &NoSource::Refused("its text is null".into()));
            continue;
        }
        let text = texts.value(row);
        let source =
            limits.check_text_size(text).map_err(NoSource::from).map(|()| text_source(text));
        work.take(path, source, rows);
    }
    work.sketch_pending(rows);
    Ok(())
}

/// Number of words at which the documents read so far are sketched and freed.
const MANY_WORDS: usize = 1 << 21;

/// Documents that were read but not sketched yet.
struct Work<'a> {
    params: &'a Params,
    lexicon: &'a Lexicon,
    reader: DocWordsReader<'a>,
    ready: Vec<(DocPath, DocWords)>,
    words: usize,
    seen: &'a mut HashSet<u128>,
}

impl<'a> Work<'a> {
    fn new(params: &'a Params, lexicon: &'a Lexicon, seen: &'a mut HashSet<u128>) -> Self {
        Self {
            params,
            lexicon,
            reader: DocWordsReader::for_any_params(params, lexicon),
            ready: Vec::new(),
            words: 0,
            seen,
        }
    }

    /// Adds a document, or the reason why there is none.
    fn take(&mut self, path: DocPath, source: Result<Source<'_>, NoSource>, rows: &mut Rows) {
        match source.and_then(|source| self.reader.read(&source)) {
            Ok(record) => {
                self.words += record.words().len();
                self.ready.push((path, record));
            }
            Err(reason) => rows.push_refused(&path, &reason),
        }
        if self.words > MANY_WORDS {
            self.sketch_pending(rows);
        }
    }

    /// Sketches the documents added since the last call.
    fn sketch_pending(&mut self, rows: &mut Rows) {
        self.words = 0;
        let ready = std::mem::take(&mut self.ready);
        let mut canon = CanonicalTables::default();
        let records: Vec<&DocWords> = ready.iter().map(|(_, record)| record).collect();
        let sketches =
            Sketches::new(self.params, self.lexicon, &mut canon, records.iter().copied());
        let drafts =
            sketches.sketch_documents(&records, &Cancel::never_cancelled()).unwrap_or_default();
        for ((path, record), draft) in ready.iter().zip(drafts) {
            let is_new = draft.identity.is_some_and(|identity| self.seen.insert(identity));
            rows.push_sketched((path, record), draft, is_new);
        }
    }
}

/// Size of keys at which a batch is sent: 64 MiB.
const FULL: usize = 64 << 20;

/// The result: a row for each document and for each problem.
#[derive(Default)]
struct Rows {
    seed: u64,
    /// Size of keys since the last batch, in bytes.
    size: usize,
    full: Vec<Result<RecordBatch, ArrowError>>,
    names: BinaryBuilder,
    lines: Int32Builder,
    kinds: StringBuilder,
    reasons: StringBuilder,
    texts: Int64Builder,
    identities: BinaryBuilder,
    words: Int32Builder,
    keys: Int32Builder,
    shingles: Int32Builder,
    heads: StringBuilder,
    tails: StringBuilder,
    sketches: BinaryBuilder,
    kept: BinaryBuilder,
}

impl Rows {
    fn push_name(&mut self, path: &DocPath) {
        self.names.append_value(path.as_bytes());
        self.lines.append_value(path.line().unwrap_or(0) as i32);
    }

    fn push_refused(&mut self, path: &DocPath, reason: &NoSource) {
        self.push_problem(&reason.to_problem(path));
    }

    fn push_problem(&mut self, problem: &Problem) {
        self.push_name(&problem.path);
        self.kinds.append_value(problem.kind.name());
        self.reasons.append_value(&problem.reason);
        self.push_without_sketch();
    }

    fn push_without_sketch(&mut self) {
        self.texts.append_null();
        self.identities.append_null();
        self.words.append_null();
        self.keys.append_null();
        self.shingles.append_null();
        self.heads.append_null();
        self.tails.append_null();
        self.sketches.append_null();
        self.kept.append_null();
    }

    /// Adds a row with the sketch, if the text is new; otherwise without it.
    fn push_sketched(
        &mut self,
        (path, record): (&DocPath, &DocWords),
        draft: SketchDraft,
        is_new: bool,
    ) {
        let SketchDraft { identity, words, mut keys, sketched } = draft;
        self.push_name(path);
        self.kinds.append_null();
        self.reasons.append_null();
        let identity = identity.map(u128::to_be_bytes);
        self.texts.append_option(identity.map(|id| xxh3_64_with_seed(&id, self.seed) as i64));
        self.identities.append_option(identity);
        let has_text = identity.is_some();
        self.words.append_value(if has_text { words as i32 } else { 0 });
        self.keys.append_value(if has_text { sketched.keys as i32 } else { 0 });
        self.shingles.append_value(if has_text { sketched.shingles as i32 } else { 0 });
        let info = record.build_info(path.clone(), if has_text { words } else { 0 }, 0);
        let (head, tail) = split_hashes(&info);
        self.heads.append_value(head);
        self.tails.append_value(tail);
        if is_new {
            keys.sort_unstable();
            self.sketches.append_value(pack_keys(&keys));
            self.kept.append_value(pack_keys(&sketched.shingle_keys));
            self.size += (keys.len() + sketched.shingle_keys.len()) * 8;
        } else {
            self.sketches.append_null();
            self.kept.append_null();
        }
        // A loss is reported once for the file, not for each record.
        let lost = || {
            problem_of_undecoded(
                path,
                info.file.undecoded.into(),
                info.file.encoding,
                info.file.certainty,
            )
        };
        if let Some(problem) = path.line().is_none().then(lost).flatten() {
            self.push_problem(&problem);
        }
        if self.size >= FULL {
            self.close_row();
        }
    }

    fn close_row(&mut self) {
        self.size = 0;
        let columns = self.finish();
        self.full.push(build_batch(columns));
    }

    fn finish(&mut self) -> Vec<(&'static str, ArrayRef)> {
        vec![
            ("name", Arc::new(self.names.finish())),
            ("line", Arc::new(self.lines.finish())),
            ("kind", Arc::new(self.kinds.finish())),
            ("reason", Arc::new(self.reasons.finish())),
            ("text", Arc::new(self.texts.finish())),
            ("identity", Arc::new(self.identities.finish())),
            ("words", Arc::new(self.words.finish())),
            ("keys", Arc::new(self.keys.finish())),
            ("shingles", Arc::new(self.shingles.finish())),
            ("head", Arc::new(self.heads.finish())),
            ("tail", Arc::new(self.tails.finish())),
            ("sketch", Arc::new(self.sketches.finish())),
            ("kept", Arc::new(self.kept.finish())),
        ]
    }
}

/// Returns the line of a document, before and after its number of shingles. That number is known only when ignored
/// shingles are known.
fn split_hashes(info: &DocInfo) -> (String, String) {
    let mut line = Vec::new();
    let _ = write_compact(&mut line, &DocumentLine::from(info));
    let line = String::from_utf8(line).unwrap_or_default();
    // No text contains this, because quotation marks are escaped.
    let (head, tail) = line.trim_end().split_once(NUMBER).unwrap_or((&line, ""));
    (format!("{head}{}", NUMBER.trim_end_matches("0,")), format!(",{tail}"))
}

/// The field with the number of shingles, as written in a line.
const NUMBER: &str = ",\"shingles\":0,";
