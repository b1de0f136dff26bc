//! What the screen shows at rest, as JSON: the fields of `scan --format json`, with the rows of the list in place of pairs.
//! It is for tests and may change.

use std::borrow::Cow;
use std::io::Write;

use serde::Serialize;

use shingle::base::ids::DocId;
use shingle::pipeline::ranking::row::{Mark, Row};
use shingle::pipeline::results::snapshot::Snapshot;

use super::documents::DocumentWriter;
use super::json::{Missing, Parameters, ProblemJson, pretty, trouble};
use super::line::PairLine;
use super::out::Stop;

#[derive(Debug, Serialize)]
struct StateJson<'a> {
    watch: String,
    parameters: Parameters,
    left_out: Missing,
    problems: Vec<ProblemJson<'a>>,
    documents: DocumentWriter<'a>,
    pairs_found: u64,
    rows: Vec<RowJson<'a>>,
}

#[derive(Debug, Serialize)]
struct RowJson<'a> {
    pair: PairLine<'a>,
    /// How many other copies there are of each.
    more: (u32, u32),
    /// All of a group of copies.
    members: Vec<Cow<'a, str>>,
    /// What the folder did to the row.
    mark: Option<&'static str>,
}

/// Prints a result with the given rows of it.
pub(crate) fn state(
    out: &mut impl Write,
    snapshot: &Snapshot,
    rows: &[&Row],
    watch: String,
) -> Result<(), Stop> {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let state = StateJson {
        watch,
        parameters: Parameters::of(&snapshot.params),
        left_out: (&*snapshot.surroundings.left_out).into(),
        problems: snapshot.problems.iter().map(trouble).collect(),
        documents: DocumentWriter { docs, rules: None },
        pairs_found: snapshot.pairs_found,
        rows: rows.iter().map(|row| row_json(snapshot, row)).collect(),
    };
    pretty(out, &state)
}

fn row_json<'a>(snapshot: &'a Snapshot, row: &Row) -> RowJson<'a> {
    let (a, b) = snapshot.names(row);
    let pair = row.pair();
    let name = |id: &DocId| snapshot.doc(*id).path.as_path().to_string_lossy();
    RowJson {
        pair: PairLine::new(a, b, pair.overlap, pair.score, &snapshot.params),
        more: match row {
            Row::Pair { more, .. } => *more,
            Row::Copies { .. } => (0, 0),
        },
        members: row.members().iter().map(name).collect(),
        mark: match row.mark() {
            Mark::None => None,
            Mark::New => Some("new"),
            Mark::Changed => Some("changed"),
            Mark::Gone => Some("gone"),
        },
    }
}
