//! Objects and lists of results in JSON. `docs/json.md` explains their fields.

use std::io::Write;

use serde::{Serialize, Serializer};
use serde_json::json;

use shingle::base::{ids::DocId, json::write_pretty};
use shingle::pipeline::{
    DocInfo, DocumentLine, Mark, PairLine, PairRules, Parameters, Row, SharesElsewhere, Snapshot,
};

use super::out::Stop;

/// Makes an object of the fields, in their order. A flattened `None` adds no field.
macro_rules! object {
    ($($(#[$flatten:meta])? $name:ident: $value:expr),* $(,)?) => {{
        #[allow(non_camel_case_types, clippy::too_many_arguments)]
        fn object<$($name: serde::Serialize),*>($($name: $name),*) -> impl serde::Serialize {
            #[derive(serde::Serialize)]
            struct Object<$($name),*> { $($(#[$flatten])? $name: $name),* }
            Object { $($name),* }
        }
        object($($value),*)
    }};
}
pub(crate) use object;

/// A list that is serialized one by one. A million documents at once would take as much memory as the folder.
pub(crate) struct List<F>(pub(crate) F);

impl<I: IntoIterator<Item: Serialize>, F: Fn() -> I> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq((self.0)())
    }
}

pub(crate) fn document_lines<'a>(
    docs: &'a [DocInfo],
    rules: Option<&'a PairRules>,
    elsewhere: Option<&'a SharesElsewhere>,
) -> impl Iterator<Item = DocumentLine<'a>> {
    (0..).map(DocId).zip(docs).map(move |(id, doc)| {
        DocumentLine::from(doc)
            .with_rule_date(rules.and_then(|rules| rules.date_of(id)))
            .with_elsewhere(elsewhere.and_then(|counted| counted.share_of_document(id, doc)))
    })
}

/// Writes the state of the screen at rest: the fields of `scan`, with rows instead of pairs. For tests, without
/// stability.
pub(crate) fn write_screen_state(
    out: &mut impl Write,
    snapshot: &Snapshot,
    rows: &[&Row],
    watch: &str,
) -> Result<(), Stop> {
    let row = |row: &&Row| {
        let ((a, b), pair) = (snapshot.names(row), row.pair());
        let line = PairLine::new(a, b, pair.overlap, pair.score, &snapshot.params);
        let name = |id: &DocId| snapshot.doc(*id).path.as_path().to_string_lossy();
        json!({
            "pair": line.with_passage(pair.passage),
            "more": match row {
                Row::Pair { more, .. } => *more,
                Row::Copies { .. } => (0, 0),
            },
            "members": row.members().iter().map(name).collect::<Vec<_>>(),
            "mark": match row.mark() {
                Mark::None => None,
                Mark::New => Some("new"),
                Mark::Changed => Some("changed"),
                Mark::Gone => Some("gone"),
            },
        })
    };
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let screen = json!({
        "watch": watch,
        "parameters": Parameters::new(&snapshot.params),
        "left_out": &*snapshot.ignored,
        "problems": &snapshot.problems,
        "documents": docs.iter().map(DocumentLine::from).collect::<Vec<_>>(),
        "pairs_found": snapshot.pairs_found,
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
    });
    Ok(write_pretty(out, &screen)?)
}
