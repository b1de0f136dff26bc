//! A report as CSV: a row of the ranking a line, with what was decided.

use std::borrow::Cow;

use shingle::base::visible::visible;
use shingle::pipeline::ranking::row::Row;

use super::contents::{Report, ReportedPair};
use crate::printer::csv::{CsvTable, guard};
use crate::printer::line::PairLine;
use crate::printer::out::Stop;

/// The columns besides those of a pair.
const MORE: [&str; 5] = ["rank", "documents", "passages", "verdict", "note"];

/// The whole table.
pub(crate) fn table(report: &Report<'_>, is_terminal: bool) -> Result<Vec<u8>, Stop> {
    let mut text = Vec::new();
    let mut table = CsvTable::with(&mut text, is_terminal, &MORE)?;
    for pair in &report.pairs {
        let (a, b) = report.snapshot.names(&pair.row);
        let one = pair.row.pair();
        let line = PairLine::new(a, b, one.overlap, one.score, &report.snapshot.params);
        let note = pair.note();
        let note = if is_terminal { visible(note) } else { Cow::Borrowed(note) };
        let passages = pair.passages.as_ref().map(|passages| passages.count.to_string());
        let more = [
            pair.rank.to_string(),
            documents(pair).to_string(),
            passages.unwrap_or_default(),
            pair.verdict().to_string(),
            guard(&note),
        ];
        table.line_with(&line, &more)?;
    }
    table.finish()?;
    Ok(text)
}

/// How many documents a row stands for.
fn documents(pair: &ReportedPair) -> usize {
    match &pair.row {
        Row::Pair { more, .. } => 2 + more.0 as usize + more.1 as usize,
        Row::Copies { members, .. } => members.len(),
    }
}
