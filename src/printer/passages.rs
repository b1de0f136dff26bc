//! The passages of a folder, as a table for people. It ranks nothing.

use std::io::Write;

use shingle::base::problem::Problem;
use shingle::pipeline::document::left_out::LeftOut;
use shingle::pipeline::results::sources::FolderPassages;

use super::out::Stop;
use super::table::{count, folded, footer_of, left_out, quote, stopped, troubles};
use super::wrap::joined;

/// The column where quotes and names begin.
const QUOTE_AT: usize = 35;
/// The fewest columns of a passage that are quoted on a terminal.
const LEAST_QUOTED: usize = 15;
/// The most documents that are named below a passage; JSON and CSV name all.
const NAMED: usize = 10;

/// What is printed.
pub(crate) struct PassagesTable<'a> {
    pub(crate) found: &'a FolderPassages,
    pub(crate) left_out: &'a LeftOut,
    pub(crate) problems: &'a [Problem],
    pub(crate) columns: Option<usize>,
}

impl PassagesTable<'_> {
    /// Prints it.
    pub(crate) fn print(&self, out: &mut impl Write) -> Result<(), Stop> {
        let FolderPassages { params, found, documents, passages, .. } = self.found;
        if !passages.is_empty() {
            let heads = ["counted", "documents", "repeated"];
            writeln!(out, "      {:>7}  {:>9}  {:>8}  passage", heads[0], heads[1], heads[2])?;
        }
        // Leaves one column for the sign that the text was cut. Where there is no terminal, nothing is cut.
        let room = |columns: usize| columns.saturating_sub(QUOTE_AT + 1).max(LEAST_QUOTED);
        let quoted = |text: &str| {
            self.columns.map_or_else(|| folded(text), |columns| quote(text, room(columns)))
        };
        for (number, one) in (1..).zip(passages) {
            let (held, quote) = (one.documents.len(), quoted(&one.text));
            writeln!(
                out,
                "{number:>4}  {:>7}  {held:>9}  {:>8}  {quote}",
                one.words, one.repeated
            )?;
            let mut named: Vec<String> =
                one.documents.iter().take(NAMED).map(ToString::to_string).collect();
            if held > NAMED {
                named.push(format!("{} more", held - NAMED));
            }
            let named = joined(&named, ", ", self.columns, QUOTE_AT + 3, QUOTE_AT);
            writeln!(out, "{:QUOTE_AT$}in {named}", "")?;
        }
        if !passages.is_empty() {
            writeln!(out)?;
        }
        let all = count(*found as u64, "passage", "passages");
        let cut = if *found > passages.len() {
            stopped(passages.len(), "passage", "passages")
        } else {
            String::new()
        };
        let documents = count(*documents as u64, "document", "documents");
        let trouble = troubles(self.problems).map_or_else(String::new, |text| format!(" ({text})"));
        let left_out = left_out(self.left_out, params);
        writeln!(out, "{all}{cut} among {documents}{trouble}{left_out}")?;
        let least = format!("least {}", self.found.least);
        let sort = format!("sort {}", self.found.order.name());
        writeln!(out, "{}", footer_of(vec![least, sort], params, self.columns))?;
        Ok(())
    }
}
