use std::io::Write as _;

use serde::Serialize;

use shingle::base::wrap::join_and_wrap;
use shingle::pipeline::{
    FileGlobs, FolderPassage, FolderPassages, IgnoredCounts, IgnoredShingles, Parameters, PathName,
    ProblemLine, Task,
};
use shingle::{base::numbers::format_count, base::problem::Problem, base::span::Span};

use super::out::{Out, Stop};
use super::table::{
    describe_cut_listing, describe_ignored_shingles, describe_parameters, describe_problems,
    quote_for_terminal,
};
use super::{csv::CsvTable, json::problem_lines};

const QUOTE_AT: usize = 35;
/// Largest number of documents named below a passage in a table. JSON and CSV name all documents.
const NAMED: usize = 10;

pub(crate) struct PassagesTable<'a> {
    pub(crate) found: &'a FolderPassages,
    pub(crate) ignored: &'a IgnoredShingles,
    pub(crate) problems: &'a [Problem],
}

impl PassagesTable<'_> {
    pub(crate) fn print(&self, out: &mut Out) -> Result<(), Stop> {
        let FolderPassages { params, found, documents, passages, .. } = self.found;
        if !passages.is_empty() {
            let heads = ["counted", "documents", "repeated"];
            writeln!(out, "      {:>7}  {:>9}  {:>8}  passage", heads[0], heads[1], heads[2])?;
        }
        for (number, one) in (1..).zip(passages) {
            let (documents, quote) =
                (one.documents.len(), quote_for_terminal(&one.text, out.columns, QUOTE_AT));
            writeln!(
                out,
                "{number:>4}  {:>7}  {documents:>9}  {:>8}  {quote}",
                one.words, one.repeated
            )?;
            let mut named: Vec<String> =
                one.documents.iter().take(NAMED).map(ToString::to_string).collect();
            if documents > NAMED {
                named.push(format!("{} more", documents - NAMED));
            }
            let named = join_and_wrap(&named, ", ", out.columns, QUOTE_AT + 3, QUOTE_AT);
            writeln!(out, "{:QUOTE_AT$}in {named}", "")?;
        }
        if !passages.is_empty() {
            writeln!(out)?;
        }
        let all = format_count(*found as u64, "passage");
        let cut = describe_cut_listing(passages.len(), *found, "passage", "passages");
        let documents = format_count(*documents as u64, "document");
        let trouble = describe_problems(self.problems);
        let left_out = describe_ignored_shingles(self.ignored, params);
        writeln!(out, "{all}{cut} among {documents}{trouble}{left_out}")?;
        let least = format!("least {}", self.found.least);
        let sort = format!("sort {}", self.found.order.name());
        writeln!(out, "{}", describe_parameters(vec![least, sort], params, out.columns))?;
        Ok(())
    }
}

/// `{parameters, left_out, problems, documents_found, least, sort, passages_found, passages}`.
#[derive(Debug, Serialize)]
pub(crate) struct PassagesJson<'a> {
    parameters: Parameters,
    left_out: IgnoredCounts,
    problems: Vec<ProblemLine<'a>>,
    documents_found: usize,
    least: u32,
    sort: &'static str,
    passages_found: usize,
    passages: Vec<FolderPassageJson<'a>>,
}

#[derive(Debug, Serialize)]
pub(crate) struct FolderPassageJson<'a> {
    /// Rank of the passage, from 1.
    number: usize,
    words: u32,
    documents_found: usize,
    repeated: u64,
    span: Span,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'a str>,
    text: &'a str,
    documents: Vec<PathName<'a>>,
}

/// Columns of the CSV output.
const COLUMNS: [&str; 9] =
    ["number", "words", "documents", "repeated", "path", "start", "end", "text", "path_b64"];

impl<'a> PassagesTable<'a> {
    pub(crate) fn build_json(&self, chosen: &FileGlobs) -> PassagesJson<'a> {
        let found = self.found;
        PassagesJson {
            parameters: Parameters::for_task(&found.params, Task::Passages)
                .with_chosen_files(chosen),
            left_out: self.ignored.into(),
            problems: problem_lines(self.problems),
            documents_found: found.documents,
            least: found.least,
            sort: found.order.name(),
            passages_found: found.found,
            passages: FolderPassageJson::all_passages(found).collect(),
        }
    }
}

impl<'a> FolderPassageJson<'a> {
    pub(crate) fn all_passages(found: &'a FolderPassages) -> impl Iterator<Item = Self> {
        (1..).zip(&found.passages).map(|(number, one): (usize, &FolderPassage)| Self {
            number,
            words: one.words,
            documents_found: one.documents.len(),
            repeated: one.repeated,
            span: one.span,
            section: one.section.as_deref(),
            text: &one.text,
            documents: one.documents.iter().map(PathName::from).collect(),
        })
    }
}

/// A line for a passage and a document. The first document's line has the text and its span.
#[derive(Serialize)]
struct PassageRow<'a> {
    number: usize,
    words: u32,
    documents: usize,
    repeated: u64,
    #[serde(flatten)]
    path: PathName<'a>,
    start: Option<u32>,
    end: Option<u32>,
    text: Option<&'a str>,
}

pub(crate) fn print_csv(out: &mut Out, found: &FolderPassages) -> Result<(), Stop> {
    let mut table = CsvTable::new(out, COLUMNS.to_vec())?;
    for (number, one) in (1..).zip(&found.passages) {
        let FolderPassage { words, repeated, .. } = *one;
        for (at, path) in one.documents.iter().enumerate() {
            let first = Some(one).filter(|_| at == 0);
            table.write_row(&PassageRow {
                number,
                words,
                documents: one.documents.len(),
                repeated,
                path: path.into(),
                start: first.map(|one| one.span.start),
                end: first.map(|one| one.span.end),
                text: first.map(|one| &*one.text),
            })?;
        }
    }
    table.finish()
}
