use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float64Builder, Int32Builder, StringBuilder,
};
use arrow_array::{ArrayRef, BinaryArray, Int32Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use base::problem::{Problem, ProblemKind};
use base::{json::write_compact, path::DocPath, ratio::Ratio};
use shingle_core::compare::measure::{Direction, Overlap};
use shingle_core::pipeline::parameters::scoring::{Criteria, score_pair};
use shingle_core::pipeline::results::lines::PairLine;

use crate::columns::{Columns, batch_to_python, build_batch, bytes_of_row};
use crate::plan::Plan;

/// Columns of one document of each pair.
struct Side<'a> {
    names: &'a BinaryArray,
    lines: &'a Int32Array,
    words: &'a Int32Array,
    shingles: &'a Int32Array,
}

struct Doc {
    path: DocPath,
    words: u32,
    shingles: u32,
}

impl<'a> Side<'a> {
    fn new(columns: &'a Columns, side: &str) -> PyResult<Self> {
        Ok(Self {
            names: columns.binary_column(&format!("{side}_name"))?,
            lines: columns.int_column(&format!("{side}_line"))?,
            words: columns.int_column(&format!("{side}_words"))?,
            shingles: columns.int_column(&format!("{side}_shingles"))?,
        })
    }

    fn document_in_row(&self, row: usize) -> Option<Doc> {
        Some(Doc {
            path: path_of_record(bytes_of_row(self.names, row), self.lines.value(row))?,
            words: self.words.value(row) as u32,
            shingles: self.shingles.value(row) as u32,
        })
    }
}

fn path_of_record(name: &[u8], line: i32) -> Option<DocPath> {
    Some(DocPath::from_bytes(name)?.at_line(line.unsigned_abs()))
}

/// Returns the pairs of documents that pass, with their lines and ranks. `agree` is the number of keys that the
/// sketches share, `exact` the number of shared shingles if sketches estimate. `same_text` is true for copies.
#[pyfunction]
pub(crate) fn pair_lines<'py>(
    py: Python<'py>,
    plan: &Plan,
    rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let columns = Columns::new(rows)?;
    let (left, right) = (Side::new(&columns, "a")?, Side::new(&columns, "b")?);
    let (agree, exact, same) = (
        columns.long_column("agree")?,
        columns.long_column("exact")?,
        columns.boolean_column("same_text")?,
    );
    let params = &plan.params;
    let made = py.detach(|| {
        let criteria = Criteria::new(params);
        let mut pairs = PairColumns::default();
        for row in 0..columns.len() {
            let Some((mut a, mut b)) = left.document_in_row(row).zip(right.document_in_row(row))
            else {
                continue;
            };
            if b.path < a.path {
                std::mem::swap(&mut a, &mut b);
            }
            let agree = agree.value(row) as u32;
            let overlap = Overlap {
                // If sketches only estimate, shared shingles are not counted, even for copies.
                shared: match (params.is_estimate(), params.is_verified()) {
                    (false, _) => agree,
                    (true, true) => exact.value(row) as u32,
                    (true, false) => 0,
                },
                a_shingles: a.shingles,
                b_shingles: b.shingles,
                a_words: a.words,
                b_words: b.words,
                one_in: params.modulo,
                exact_copy: same.value(row),
            };
            let score = score_pair(params, overlap, agree, Direction::Larger);
            let passes = criteria.passes(score, overlap, Direction::Larger)
                && (score > Ratio::ZERO || overlap.exact_copy);
            if passes {
                let line = PairLine::new(&a.path, &b.path, overlap, score, params);
                pairs.push_pair((&a.path, &b.path), overlap, score, &line);
            }
        }
        build_batch(pairs.finish())
    });
    batch_to_python(py, made)
}

#[derive(Default)]
pub(crate) struct CountColumns {
    shared: Int32Builder,
    counts: [Int32Builder; 4],
    shares: [Float64Builder; 6],
    copies: BooleanBuilder,
}

impl CountColumns {
    pub(crate) fn push_line(&mut self, line: &PairLine<'_>) {
        self.shared.append_option(line.shared.map(|shared| shared as i32));
        let counts = [line.a_shingles, line.b_shingles, line.a_words, line.b_words];
        for (column, count) in self.counts.iter_mut().zip(counts) {
            column.append_value(count as i32);
        }
        let shares = [
            line.jaccard,
            line.dice,
            line.overlap,
            line.containment_a,
            line.containment_b,
            Some(line.score),
        ];
        for (column, share) in self.shares.iter_mut().zip(shares) {
            column.append_option(share);
        }
        self.copies.append_value(line.exact_copy);
    }

    pub(crate) fn finish(mut self) -> Vec<(&'static str, ArrayRef)> {
        let mut columns: Vec<(&'static str, ArrayRef)> =
            vec![("shared", Arc::new(self.shared.finish()))];
        let counts = ["a_shingles", "b_shingles", "a_words", "b_words"];
        for (name, mut column) in counts.into_iter().zip(self.counts) {
            columns.push((name, Arc::new(column.finish())));
        }
        let shares = ["jaccard", "dice", "overlap", "containment_a", "containment_b", "score"];
        for (name, mut column) in shares.into_iter().zip(self.shares) {
            columns.push((name, Arc::new(column.finish())));
        }
        columns.push(("exact_copy", Arc::new(self.copies.finish())));
        columns
    }
}

#[derive(Default)]
struct PairColumns {
    rank: BinaryBuilder,
    names: [BinaryBuilder; 2],
    lines: [Int32Builder; 2],
    line: StringBuilder,
    shown: [StringBuilder; 2],
    counts: CountColumns,
}

impl PairColumns {
    fn push_pair(
        &mut self,
        (a, b): (&DocPath, &DocPath),
        overlap: Overlap,
        score: Ratio,
        line: &PairLine<'_>,
    ) {
        self.rank.append_value(encode_rank(overlap, score));
        for (at, path) in [a, b].into_iter().enumerate() {
            self.names[at].append_value(path.as_bytes());
            self.lines[at].append_value(path.line().unwrap_or(0) as i32);
        }
        let mut text = Vec::new();
        let _ = write_compact(&mut text, line);
        self.line.append_value(String::from_utf8_lossy(&text).trim_end());
        self.shown[0].append_value(&line.a);
        self.shown[1].append_value(&line.b);
        self.counts.push_line(line);
    }

    fn finish(mut self) -> Vec<(&'static str, ArrayRef)> {
        let [a_name, b_name] =
            self.names.map(|mut column| -> ArrayRef { Arc::new(column.finish()) });
        let [a_line, b_line] =
            self.lines.map(|mut column| -> ArrayRef { Arc::new(column.finish()) });
        let [a, b] = self.shown.map(|mut column| -> ArrayRef { Arc::new(column.finish()) });
        let mut columns: Vec<(&'static str, ArrayRef)> = vec![
            ("rank", Arc::new(self.rank.finish())),
            ("a_name", a_name),
            ("a_line", a_line),
            ("b_name", b_name),
            ("b_line", b_line),
            ("ndjson", Arc::new(self.line.finish())),
            ("a", a),
            ("b", b),
        ];
        columns.extend(self.counts.finish());
        columns
    }
}

/// Returns a sort key of a pair as bytes: copies, then the score, then shared shingles. Names come after it.
///
/// A score is a fraction of numbers below 2³⁴, so different scores differ by more than 2⁻⁶⁸. 80 binary places
/// distinguish them, and equal scores have equal bytes.
fn encode_rank(overlap: Overlap, score: Ratio) -> Vec<u8> {
    let (num, den) = score.numerator_and_denominator();
    let share = (u128::from(num) << 80) / u128::from(den);
    let mut bytes = vec![u8::from(!overlap.exact_copy)];
    bytes.extend_from_slice(&(!share).to_be_bytes());
    bytes.extend_from_slice(&(!overlap.shared).to_be_bytes());
    bytes
}

/// Returns the lines of documents. Each row has the line's text before and after the number of shingles.
#[pyfunction]
pub(crate) fn document_lines<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let columns = Columns::new(rows)?;
    let (names, lines) = (columns.binary_column("name")?, columns.int_column("line")?);
    let (heads, tails, shingles) = (
        columns.string_column("head")?,
        columns.string_column("tail")?,
        columns.int_column("shingles")?,
    );
    let words = columns.int_column("words")?;
    let mut written = StringBuilder::new();
    let mut shown = StringBuilder::new();
    for row in 0..columns.len() {
        let (head, tail) = (heads.value(row), tails.value(row));
        written.append_value(format!("{head}{}{tail}", shingles.value(row)));
        let path = path_of_record(bytes_of_row(names, row), lines.value(row));
        shown.append_option(path.map(|path| path.name().into_owned()));
    }
    let made: Vec<(&str, ArrayRef)> = vec![
        ("name", Arc::new(names.clone())),
        ("line", Arc::new(lines.clone())),
        ("ndjson", Arc::new(written.finish())),
        ("document", Arc::new(shown.finish())),
        ("words", Arc::new(words.clone())),
        ("shingles", Arc::new(shingles.clone())),
    ];
    batch_to_python(py, build_batch(made))
}

#[pyfunction]
pub(crate) fn problem_lines<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let columns = Columns::new(rows)?;
    let (names, lines) = (columns.binary_column("name")?, columns.int_column("line")?);
    let (kinds, reasons) = (columns.string_column("kind")?, columns.string_column("reason")?);
    let (mut written, mut shown) = (StringBuilder::new(), StringBuilder::new());
    for row in 0..columns.len() {
        let kind = ProblemKind::ALL.into_iter().find(|kind| kind.name() == kinds.value(row));
        let found = path_of_record(bytes_of_row(names, row), lines.value(row)).zip(kind);
        let problem = found.map(|(path, kind)| Problem::new(&path, kind, reasons.value(row)));
        let line = problem.as_ref().map(|problem| {
            let mut text = Vec::new();
            let _ = write_compact(&mut text, problem);
            String::from_utf8_lossy(&text).trim_end().to_string()
        });
        written.append_option(line);
        shown.append_option(problem.map(|problem| problem.path.name().into_owned()));
    }
    let made: Vec<(&str, ArrayRef)> = vec![
        ("name", Arc::new(names.clone())),
        ("line", Arc::new(lines.clone())),
        ("ndjson", Arc::new(written.finish())),
        ("path", Arc::new(shown.finish())),
        ("kind", Arc::new(kinds.clone())),
        ("reason", Arc::new(reasons.clone())),
    ];
    batch_to_python(py, build_batch(made))
}

#[derive(Serialize)]
struct MemberLine<'a> {
    cluster: i64,
    documents: i64,
    texts: i64,
    #[serde(flatten)]
    document: &'a DocPath,
    /// First document by path with the same text, perhaps the document itself.
    text: &'a DocPath,
}

/// Returns a line for each document of a cluster: number and sizes of the cluster, the document, and the first document
/// with its text.
#[pyfunction]
pub(crate) fn cluster_lines<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let columns = Columns::new(rows)?;
    let (clusters, documents, texts) = (
        columns.long_column("cluster")?,
        columns.long_column("documents")?,
        columns.long_column("texts")?,
    );
    let (names, lines) = (columns.binary_column("name")?, columns.int_column("line")?);
    let (firsts, first_lines) =
        (columns.binary_column("first_name")?, columns.int_column("first_line")?);
    let mut written = StringBuilder::new();
    let mut shown = [StringBuilder::new(), StringBuilder::new()];
    for row in 0..columns.len() {
        let document = path_of_record(bytes_of_row(names, row), lines.value(row));
        let first = path_of_record(bytes_of_row(firsts, row), first_lines.value(row));
        let Some((document, first)) = document.zip(first) else {
            return Err(PyValueError::new_err("a name that this system does not allow"));
        };
        let member = MemberLine {
            cluster: clusters.value(row),
            documents: documents.value(row),
            texts: texts.value(row),
            document: &document,
            text: &first,
        };
        let mut text = Vec::new();
        let _ = write_compact(&mut text, &member);
        written.append_value(String::from_utf8_lossy(&text).trim_end());
        for (column, path) in shown.iter_mut().zip([&document, &first]) {
            column.append_value(path.name());
        }
    }
    let [path, text] = shown.map(|mut column| -> ArrayRef { Arc::new(column.finish()) });
    let made: Vec<(&str, ArrayRef)> = vec![
        ("cluster", Arc::new(clusters.clone())),
        ("name", Arc::new(names.clone())),
        ("line", Arc::new(lines.clone())),
        ("ndjson", Arc::new(written.finish())),
        ("documents", Arc::new(documents.clone())),
        ("texts", Arc::new(texts.clone())),
        ("path", path),
        ("text", text),
    ];
    batch_to_python(py, build_batch(made))
}
