//! Prints the sources of a text, their passages, and its sentences as a table for people, JSON, NDJSON and CSV.

use std::io::Write as _;

use serde::Serialize;

use shingle::base::wrap::join_and_wrap;
use shingle::base::{
    numbers::format_count, numbers::format_with_commas, path::DocPath, problem::Problem,
    ratio::Ratio, span::Span, visible::make_visible,
};
use shingle::pipeline::document::original::{Confidence, Hint};
use shingle::pipeline::{
    CoverLimits, DocumentLine, Earlier, FileGlobs, IgnoredCounts, IgnoredShingles, PairLine,
    Parameters, PathName, ProblemLine, Sources, Task, TextSource,
};

use super::json::{PassageJson, problem_lines};
use super::out::{Out, Stop};
use super::pair::LineStarts;
use super::table::{
    describe_ignored_shingles, describe_parameters, describe_problems, format_percent,
    quote_for_terminal,
};

const NAMES_AT: usize = 40;
const QUOTE_AT: usize = 32;
const COLUMNS: usize = QUOTE_AT + 61;

pub(crate) struct SourcesTable<'a> {
    pub(crate) found: &'a Sources,
    pub(crate) text: &'a str,
    pub(crate) documents: usize,
    pub(crate) is_inside: bool,
    pub(crate) ignored: &'a IgnoredShingles,
    pub(crate) problems: &'a [Problem],
    pub(crate) limits: CoverLimits,
}

impl SourcesTable<'_> {
    pub(crate) fn print(&self, out: &mut Out) -> Result<(), Stop> {
        self.print_sources(out)?;
        self.print_passages(out)?;
        self.print_sentences(out)?;
        self.print_summary(out)
    }

    fn print_sources(&self, out: &mut Out) -> Result<(), Stop> {
        let Sources { sources, elsewhere, elsewhere_words, own_words, uncounted_words, .. } =
            self.found;
        writeln!(
            out,
            "{:>7}  {:>6}  {:>6}  {:>6}       source",
            "counted", "share", "a in b", "b in a"
        )?;
        for (number, source) in (1..).zip(sources) {
            let copies = std::iter::once(&source.doc.path).chain(&source.copies);
            let copies: Vec<String> = copies.map(ToString::to_string).collect();
            writeln!(
                out,
                "{:>7}  {:>6}  {:>6}  {:>6}  {number:>3}  {}",
                source.adds_words,
                self.format_share(source.adds_words),
                format_percent(source.overlap.containment_a()),
                format_percent(source.overlap.containment_b()),
                join_and_wrap(&copies, " = ", out.columns, NAMES_AT, NAMES_AT)
            )?;
            if source.adds_words == 0 {
                let why = "adds runs of words; earlier sources have each of the words";
                writeln!(out, "{:NAMES_AT$}{why}", "")?;
            } else if source.may_be_chance(self.found.text.words) {
                let words = format_count(source.covers_words, "counted word");
                writeln!(out, "{:NAMES_AT$}{words} in all: may be chance or common wording", "")?;
            }
            if source.ties_found > 0 {
                let ties = join_and_wrap(
                    &names_and_count_of_rest(&source.ties, source.ties_found),
                    ", ",
                    out.columns,
                    NAMES_AT + 18,
                    NAMES_AT,
                );
                writeln!(out, "{:NAMES_AT$}as much is in {ties}", "")?;
            }
            if let Some(runs) = source.single_runs.filter(|_| source.passages.is_empty()) {
                writeln!(out, "{:NAMES_AT$}{runs}, in no passage", "")?;
            }
            let (original, dates) = source.describe_original_and_dates(
                &self.found.text,
                ["the file", "this source"],
                3,
            );
            let dates = original.iter().flat_map(|_| &dates);
            for line in original.iter().chain(dates) {
                writeln!(out, "{:NAMES_AT$}{}", "", make_visible(line))?;
            }
        }
        let mut rest = |words: u32, share: &str, what: &str| {
            writeln!(out, "{words:>7}  {share:>6}  {:>21}{what}", "")
        };
        if *elsewhere > 0 {
            let share = self.format_share(*elsewhere_words);
            rest(*elsewhere_words, &share, "in other documents that add too little")?;
        }
        rest(*own_words, &self.format_share(*own_words), "unshared: in no shared run")?;
        if *uncounted_words > 0 {
            rest(*uncounted_words, "", "not counted: ignored, or a short run")?;
        }
        Ok(())
    }

    fn print_passages(&self, out: &mut Out) -> Result<(), Stop> {
        let numbered = (1_u32..).zip(&self.found.sources);
        let all = numbered.flat_map(|(number, source)| {
            source.passages.iter().filter(|one| one.adds > 0).map(move |one| (number, one))
        });
        let mut all = all.peekable();
        if all.peek().is_some() {
            writeln!(out)?;
            writeln!(out, "{:>6}  {:>9}  {:>11}  passage", "source", "unchanged", "lines")?;
        }
        let lines = LineStarts::new(self.text);
        for (number, one) in all {
            let span = one.passage.a;
            let words = format!("{}/{}", one.passage.count_unchanged_words(), one.passage.words);
            self.print_quote(out, (&number.to_string(), &words), span, &lines)?;
            if one.passage.disguised > 0 {
                let words = format_with_commas(one.passage.disguised);
                writeln!(out, "{:QUOTE_AT$}{words} in look-alike letters", "")?;
            }
            let also = names_and_count_of_rest(&one.also, one.also_found);
            if !also.is_empty() {
                let also = join_and_wrap(&also, ", ", out.columns, QUOTE_AT + 8, QUOTE_AT);
                writeln!(out, "{:QUOTE_AT$}also in {also}", "")?;
            }
        }
        Ok(())
    }

    fn print_sentences(&self, out: &mut Out) -> Result<(), Stop> {
        if self.found.sentences.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        writeln!(out, "{:>6}  {:>9}  {:>11}  sentence", "source", "counted", "lines")?;
        let lines = LineStarts::new(self.text);
        for sentence in &self.found.sentences {
            let best = sentence.best.map_or_else(|| "–".to_string(), |at| (at + 1).to_string());
            let more = if sentence.also.is_empty() { "" } else { "+" };
            let words = format!("{}/{}", sentence.covered, sentence.words);
            self.print_quote(out, (&format!("{best}{more}"), &words), sentence.span, &lines)?;
        }
        Ok(())
    }

    fn print_quote(
        &self,
        out: &mut Out,
        (source, words): (&str, &str),
        span: Span,
        lines: &LineStarts,
    ) -> Result<(), Stop> {
        let (place, text) = (lines.format_lines(span), self.text.get(span.range()).unwrap_or(""));
        let quote = quote_for_terminal(text, out.columns.or(Some(COLUMNS)), QUOTE_AT);
        Ok(writeln!(out, "{source:>6}  {words:>9}  {place:>11}  {quote}")?)
    }

    fn print_summary(&self, out: &mut Out) -> Result<(), Stop> {
        let Sources { text, sources, .. } = self.found;
        let itself = if self.is_inside { " without itself" } else { "" };
        let trouble = describe_problems(self.problems);
        writeln!(
            out,
            "\n{}: {} in {}, {} among {}{itself}{trouble}{}",
            text.path,
            format_count(text.shingles, "distinct shingle"),
            format_count(self.found.counted_words(), "counted word"),
            format_count(sources.len() as u64, "source"),
            format_count(self.documents as u64, "document"),
            describe_ignored_shingles(self.ignored, &self.found.params),
        )?;
        writeln!(
            out,
            "sources are sorted by the shingles they add; counted and share count words; a in b and b in a count shingles"
        )?;
        let mut parts = vec![format!("least {}", format_percent(self.limits.least))];
        if self.limits.most < usize::MAX {
            parts.push(format!("top {}", self.limits.most));
        }
        writeln!(out, "{}", describe_parameters(parts, &self.found.params, out.columns))?;
        Ok(())
    }

    fn format_share(&self, words: u32) -> String {
        format_percent(self.found.share(words))
    }
}

fn names_and_count_of_rest(some: &[DocPath], found: u32) -> Vec<String> {
    let mut named: Vec<String> = some.iter().map(DocPath::to_string).collect();
    let more = found as usize - named.len();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named
}

/// `{parameters, left_out, problems, text, documents_found, …, sources, elsewhere, own, sentences}`.
#[derive(Debug, Serialize)]
pub(crate) struct SourcesJson<'a> {
    parameters: Parameters,
    left_out: IgnoredCounts,
    problems: Vec<ProblemLine<'a>>,
    text: DocumentLine<'a>,
    documents_found: usize,
    inside: bool,
    least: f64,
    /// Number of counted shingles, with repetitions.
    occurrences: u32,
    sources: Vec<SourceJson<'a>>,
    elsewhere: u32,
    elsewhere_words: u32,
    own: u32,
    own_words: u32,
    uncounted_words: u32,
    sentences: Vec<SentenceJson>,
}

#[derive(Debug, Serialize)]
pub(crate) struct SourceJson<'a> {
    #[serde(flatten)]
    line: PairLine<'a>,
    /// Rank of the source, from 1.
    number: usize,
    /// Number of the text's shingles, with repetitions, that the source has.
    covers: u32,
    /// Number of the text's shingles, with repetitions, that no earlier source has.
    adds: u32,
    /// Number of the text's words that no earlier source has.
    adds_words: u32,
    /// Other documents with everything that the source adds.
    ties_found: u32,
    /// The probable original: `text` or `source`.
    original: Option<Earlier>,
    confidence: Confidence,
    copies: Vec<PathName<'a>>,
    ties: Vec<PathName<'a>>,
    passages: Vec<SourcePassageJson<'a>>,
    hints: &'a [Hint],
}

/// Columns of CSV beside those of a pair.
pub(crate) const MORE: [&str; 7] =
    ["number", "covers", "adds", "adds_words", "ties_found", "original", "confidence"];

#[derive(Debug, Serialize)]
struct SourcePassageJson<'a> {
    #[serde(flatten)]
    passage: PassageJson<'a>,
    adds: u32,
    also: Vec<PathName<'a>>,
    also_found: u32,
}

#[derive(Debug, Serialize)]
struct SentenceJson {
    span: Span,
    words: u32,
    source: Option<u32>,
    covered: u32,
    also: Vec<u32>,
}

impl<'a> SourcesTable<'a> {
    pub(crate) fn build_json(&self, chosen: &FileGlobs) -> SourcesJson<'a> {
        let found = self.found;
        let sentences = found.sentences.iter().map(|sentence| SentenceJson {
            span: sentence.span,
            words: sentence.words,
            source: sentence.best.map(|at| at + 1),
            covered: sentence.covered,
            also: sentence.also.iter().map(|at| at + 1).collect(),
        });
        SourcesJson {
            parameters: Parameters::for_task(&found.params, Task::Sources)
                .with_chosen_files(chosen),
            left_out: self.ignored.into(),
            problems: problem_lines(self.problems),
            text: (&found.text).into(),
            documents_found: self.documents,
            inside: self.is_inside,
            least: self.limits.least.to_f64(),
            occurrences: found.shingles,
            sources: SourceJson::all_sources(found).collect(),
            elsewhere: found.elsewhere,
            elsewhere_words: found.elsewhere_words,
            own: found.own,
            own_words: found.own_words,
            uncounted_words: found.uncounted_words,
            sentences: sentences.collect(),
        }
    }
}

impl<'a> SourceJson<'a> {
    pub(crate) fn all_sources(found: &'a Sources) -> impl Iterator<Item = Self> {
        (1..).zip(&found.sources).map(|(number, source)| Self {
            line: pair_line(found, source),
            number,
            covers: source.covers,
            adds: source.adds,
            adds_words: source.adds_words,
            ties_found: source.ties_found,
            original: source.originality.original,
            confidence: source.originality.confidence,
            copies: source.copies.iter().map(PathName::from).collect(),
            ties: source.ties.iter().map(PathName::from).collect(),
            passages: source
                .passages
                .iter()
                .map(|one| SourcePassageJson {
                    passage: PassageJson {
                        id: one.passage.id(),
                        passage: &one.passage,
                        runs: one.runs.clone(),
                        a_section: one.a_section.clone(),
                        b_section: one.b_section.clone(),
                    },
                    adds: one.adds,
                    also: one.also.iter().map(PathName::from).collect(),
                    also_found: one.also_found,
                })
                .collect(),
            hints: &source.originality.hints,
        })
    }
}

fn pair_line<'a>(found: &'a Sources, source: &'a TextSource) -> PairLine<'a> {
    let share = Ratio::new(source.adds.into(), found.shingles.max(1).into());
    PairLine::new(&found.text.path, &source.doc.path, source.overlap, share, &found.params)
}
