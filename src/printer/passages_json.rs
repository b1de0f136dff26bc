//! The passages of a folder, as JSON, NDJSON and CSV. It ranks nothing.

use std::io::Write;

use serde::Serialize;

use shingle::base::problem::Problem;
use shingle::pipeline::document::left_out::LeftOut;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::results::sources::{FolderPassage, FolderPassages};

use super::csv::CsvRows;
use super::groups::Named;
use super::json::{ChosenBy, Missing, Parameters, ProblemJson, compact, pretty, trouble};
use super::line::base64_of;
use super::out::Stop;

/// `{parameters, left_out, problems, documents_found, least, sort, passages_found, passages}`.
#[derive(Debug, Serialize)]
pub(crate) struct PassagesJson<'a> {
    parameters: Parameters,
    left_out: Missing,
    problems: Vec<ProblemJson<'a>>,
    documents_found: usize,
    /// The least words of a passage.
    least: u32,
    sort: &'static str,
    /// The number of all passages, which may be more than are listed.
    passages_found: usize,
    passages: Vec<FolderPassageJson<'a>>,
}

#[derive(Debug, Serialize)]
struct FolderPassageJson<'a> {
    /// Its rank, from 1.
    number: usize,
    words: u32,
    documents_found: usize,
    repeated: u64,
    /// In the text of the first document.
    span: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'a str>,
    text: &'a str,
    documents: Vec<Named<'a>>,
}

/// The columns of CSV.
const COLUMNS: [&str; 9] =
    ["number", "words", "documents", "repeated", "path", "start", "end", "text", "path_b64"];

impl<'a> PassagesJson<'a> {
    pub(crate) fn of(
        found: &'a FolderPassages,
        (chosen, left_out): (&ChosenBy, &LeftOut),
        problems: &'a [Problem],
    ) -> Self {
        Self {
            parameters: Parameters::of_task(&found.params, Task::Passages).in_folder(chosen),
            left_out: left_out.into(),
            problems: problems.iter().map(trouble).collect(),
            documents_found: found.documents,
            least: found.least,
            sort: found.order.name(),
            passages_found: found.found,
            passages: PassageLines(found).all().collect(),
        }
    }

    /// Prints it.
    pub(crate) fn print(&self, out: &mut impl Write) -> Result<(), Stop> {
        pretty(out, self)
    }
}

/// The passages alone, one a line.
pub(crate) struct PassageLines<'a>(pub(crate) &'a FolderPassages);

impl<'a> PassageLines<'a> {
    fn all(&self) -> impl Iterator<Item = FolderPassageJson<'a>> + use<'a> {
        (1..).zip(&self.0.passages).map(|(number, one)| FolderPassageJson::of(number, one))
    }

    /// Prints each with its documents.
    pub(crate) fn ndjson(&self, out: &mut impl Write) -> Result<(), Stop> {
        self.all().try_for_each(|passage| compact(out, &passage))
    }

    /// Prints a line for each passage and document. The text stands in the line of the first document, to which its place
    /// belongs.
    pub(crate) fn csv(&self, out: &mut impl Write, is_terminal: bool) -> Result<(), Stop> {
        let mut table = CsvRows::new(out, is_terminal, &COLUMNS)?;
        for (number, one) in (1_usize..).zip(&self.0.passages) {
            let counts =
                [number as u64, one.words.into(), one.documents.len() as u64, one.repeated];
            let counts = counts.map(|count| count.to_string());
            let mut place =
                [one.span.start.to_string(), one.span.end.to_string(), one.text.to_string()];
            for path in &one.documents {
                let (name, exact) = (path.name(), base64_of(path).unwrap_or_default());
                let cells = counts.iter().map(String::as_str).chain([&*name]);
                let cells = cells.chain(place.iter().map(String::as_str)).chain([&*exact]);
                table.row(cells)?;
                place = Default::default();
            }
        }
        table.finish()
    }
}

impl<'a> FolderPassageJson<'a> {
    fn of(number: usize, one: &'a FolderPassage) -> Self {
        Self {
            number,
            words: one.words,
            documents_found: one.documents.len(),
            repeated: one.repeated,
            span: [one.span.start, one.span.end],
            section: one.section.as_deref(),
            text: &one.text,
            documents: one.documents.iter().map(Named::of).collect(),
        }
    }
}
