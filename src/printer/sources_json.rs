//! Where a text comes from, as JSON, NDJSON and CSV. It ranks nothing.

use std::io::Write;

use serde::Serialize;

use shingle::base::problem::Problem;
use shingle::base::ratio::Ratio;
use shingle::pipeline::corpus::cover::CoverLimits;
use shingle::pipeline::corpus::covered_words::CoveredSentence;
use shingle::pipeline::document::left_out::LeftOut;
use shingle::pipeline::document::original::{Earlier, Hint};
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::results::sources::{SourcePassage, Sources, TextSource};

use super::csv::CsvTable;
use super::documents::DocumentJson;
use super::groups::Named;
use super::json::{
    ChosenBy, Missing, Parameters, PassageJson, ProblemJson, compact, pretty, trouble,
};
use super::line::PairLine;
use super::out::Stop;

/// `{parameters, left_out, problems, text, documents_found, …, sources, elsewhere, own, sentences}`.
#[derive(Debug, Serialize)]
pub(crate) struct SourcesJson<'a> {
    parameters: Parameters,
    left_out: Missing,
    problems: Vec<ProblemJson<'a>>,
    text: DocumentJson<'a>,
    /// The documents of the folder without the text itself.
    documents_found: usize,
    /// Whether the text is a document of the folder.
    inside: bool,
    /// The least share that a source adds.
    least: f64,
    /// The counted shingles of the text, every occurrence counted.
    occurrences: u32,
    sources: Vec<SourceJson<'a>>,
    elsewhere: u32,
    elsewhere_words: u32,
    own: u32,
    own_words: u32,
    sentences: Vec<SentenceJson>,
}

#[derive(Debug, Serialize)]
struct SourceJson<'a> {
    #[serde(flatten)]
    line: PairLine<'a>,
    #[serde(flatten)]
    more: MoreOfSource,
    copies: Vec<Named<'a>>,
    ties: Vec<Named<'a>>,
    passages: Vec<SourcePassageJson<'a>>,
    hints: Vec<HintJson<'a>>,
}

/// The numbers of a source that a pair does not have. CSV has them too.
#[derive(Debug, Serialize)]
struct MoreOfSource {
    /// Its rank, from 1.
    number: usize,
    /// Occurrences of shingles that it covers.
    covers: u32,
    /// Those of them that no source before it covers.
    adds: u32,
    /// The same of words.
    adds_words: u32,
    /// The other documents that have all that it adds.
    ties_found: u32,
    /// `text` or `source`.
    original: Option<&'static str>,
    confidence: &'static str,
}

/// The names of these in CSV.
const MORE: [&str; 7] =
    ["number", "covers", "adds", "adds_words", "ties_found", "original", "confidence"];

#[derive(Debug, Serialize)]
struct SourcePassageJson<'a> {
    #[serde(flatten)]
    passage: PassageJson,
    adds: u32,
    also: Vec<Named<'a>>,
    also_found: u32,
}

#[derive(Debug, Serialize)]
struct HintJson<'a> {
    basis: &'static str,
    text: &'a str,
    source: &'a str,
    earlier: &'static str,
}

#[derive(Debug, Serialize)]
struct SentenceJson {
    span: [u32; 2],
    words: u32,
    source: Option<u32>,
    covered: u32,
    also: Vec<u32>,
}

impl<'a> SourcesJson<'a> {
    pub(crate) fn of(
        found: &'a Sources,
        (documents_found, inside): (usize, bool),
        limits: CoverLimits,
        (chosen, left_out): (&ChosenBy, &LeftOut),
        problems: &'a [Problem],
    ) -> Self {
        Self {
            parameters: Parameters::of_task(&found.params, Task::Sources).in_folder(chosen),
            left_out: left_out.into(),
            problems: problems.iter().map(trouble).collect(),
            text: DocumentJson::of(&found.text),
            documents_found,
            inside,
            least: limits.least.to_f64(),
            occurrences: found.shingles,
            sources: SourcesLines(found).all().collect(),
            elsewhere: found.elsewhere,
            elsewhere_words: found.elsewhere_words,
            own: found.own,
            own_words: found.own_words,
            sentences: found.sentences.iter().map(sentence).collect(),
        }
    }

    /// Prints it.
    pub(crate) fn print(&self, out: &mut impl Write) -> Result<(), Stop> {
        pretty(out, self)
    }
}

/// The sources alone, one a line.
pub(crate) struct SourcesLines<'a>(pub(crate) &'a Sources);

impl<'a> SourcesLines<'a> {
    fn all(&self) -> impl Iterator<Item = SourceJson<'a>> + use<'a> {
        let found = self.0;
        found.sources.iter().enumerate().map(move |(at, source)| SourceJson {
            line: line(found, source),
            more: MoreOfSource::of(source, at + 1),
            copies: source.copies.iter().map(Named::of).collect(),
            ties: source.ties.iter().map(Named::of).collect(),
            passages: source.passages.iter().map(passage).collect(),
            hints: source.originality.hints.iter().map(hint).collect(),
        })
    }

    /// Prints each with its passages.
    pub(crate) fn ndjson(&self, out: &mut impl Write) -> Result<(), Stop> {
        self.all().try_for_each(|source| compact(out, &source))
    }

    /// Prints each with its numbers.
    pub(crate) fn csv(&self, out: &mut impl Write, is_terminal: bool) -> Result<(), Stop> {
        let mut table = CsvTable::with(out, is_terminal, &MORE)?;
        for (at, source) in self.0.sources.iter().enumerate() {
            let more = MoreOfSource::of(source, at + 1);
            table.line_with(&line(self.0, source), &more.cells())?;
        }
        table.finish()
    }
}

impl MoreOfSource {
    fn of(source: &TextSource, number: usize) -> Self {
        let originality = &source.originality;
        Self {
            number,
            covers: source.covers,
            adds: source.adds,
            adds_words: source.adds_words,
            ties_found: source.ties_found,
            original: originality.original.map(Earlier::name),
            confidence: originality.confidence.name(),
        }
    }

    fn cells(&self) -> [String; MORE.len()] {
        [
            self.number.to_string(),
            self.covers.to_string(),
            self.adds.to_string(),
            self.adds_words.to_string(),
            self.ties_found.to_string(),
            self.original.unwrap_or_default().to_string(),
            self.confidence.to_string(),
        ]
    }
}

fn line<'a>(found: &'a Sources, source: &'a TextSource) -> PairLine<'a> {
    let share = Ratio::new(source.adds.into(), found.shingles.max(1).into());
    PairLine::new(&found.text.path, &source.doc.path, source.overlap, share, &found.params)
}

fn passage(of: &SourcePassage) -> SourcePassageJson<'_> {
    SourcePassageJson {
        passage: PassageJson::of(&of.passage, [of.a_section.clone(), of.b_section.clone()]),
        adds: of.adds,
        also: of.also.iter().map(Named::of).collect(),
        also_found: of.also_found,
    }
}

fn hint(hint: &Hint) -> HintJson<'_> {
    let (basis, earlier) = (hint.basis.name(), hint.earlier.name());
    HintJson { basis, text: &hint.text, source: &hint.source, earlier }
}

fn sentence(sentence: &CoveredSentence) -> SentenceJson {
    SentenceJson {
        span: [sentence.span.start, sentence.span.end],
        words: sentence.words,
        source: sentence.best.map(|at| at + 1),
        covered: sentence.covered,
        also: sentence.also.iter().map(|at| at + 1).collect(),
    }
}
