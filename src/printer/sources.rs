//! Where a text comes from, as a table for people: its sources, their passages, its sentences. It ranks nothing.

use std::io::Write;

use shingle::base::path::DocPath;
use shingle::base::problem::Problem;
use shingle::base::ratio::Ratio;
use shingle::base::span::Span;
use shingle::base::visible::visible;
use shingle::pipeline::corpus::cover::CoverLimits;
use shingle::pipeline::document::left_out::LeftOut;
use shingle::pipeline::results::sources::{SourcePassage, Sources, TextSource};

use super::out::Stop;
use super::places::LineStarts;
use super::table::{count, footer_of, left_out, percent, quote, troubles};
use super::wrap::joined;

/// The column where the names of the sources begin.
const NAMES_AT: usize = 40;
/// The column where the quotes of passages and sentences begin.
const QUOTE_AT: usize = 30;
/// The most columns of a quote without a terminal.
const QUOTED: usize = 60;

/// What is printed.
pub(crate) struct SourcesTable<'a> {
    pub(crate) found: &'a Sources,
    /// The text, which the places of sentences point into.
    pub(crate) text: &'a str,
    /// The documents of the folder without the text itself.
    pub(crate) documents: usize,
    /// Whether the text is one of the folder.
    pub(crate) is_inside: bool,
    pub(crate) left_out: &'a LeftOut,
    pub(crate) problems: &'a [Problem],
    pub(crate) limits: CoverLimits,
    pub(crate) columns: Option<usize>,
}

impl SourcesTable<'_> {
    /// Prints it.
    pub(crate) fn print(&self, out: &mut impl Write) -> Result<(), Stop> {
        self.sources(out)?;
        self.passages(out)?;
        self.sentences(out)?;
        self.summary(out)
    }

    fn sources(&self, out: &mut impl Write) -> Result<(), Stop> {
        let Sources { sources, elsewhere, elsewhere_words, own_words, .. } = self.found;
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
                self.share(source.adds_words),
                percent(source.overlap.containment_a()),
                percent(source.overlap.containment_b()),
                joined(&copies, " = ", self.columns, NAMES_AT, NAMES_AT)
            )?;
            if source.adds_words == 0 {
                let why = "adds runs of words, each of which stands in a source before";
                writeln!(out, "{:NAMES_AT$}{why}", "")?;
            } else if source.is_slight(self.found.text.words) {
                let words = count(source.covers_words.into(), "counted word", "counted words");
                writeln!(out, "{:NAMES_AT$}{words} in all: may be chance or common wording", "")?;
            }
            if source.ties_found > 0 {
                let ties = joined(&ties(source), ", ", self.columns, NAMES_AT + 18, NAMES_AT);
                writeln!(out, "{:NAMES_AT$}as much stands in {ties}", "")?;
            }
            for told in source.originality.told("the file") {
                writeln!(out, "{:NAMES_AT$}{}", "", visible(&told))?;
            }
        }
        let mut rest = |words: u32, what: &str| {
            writeln!(out, "{words:>7}  {:>6}  {:>21}{what}", self.share(words), "")
        };
        if *elsewhere > 0 {
            rest(*elsewhere_words, "in other documents, which add too little")?;
        }
        rest(*own_words, "own: in no other document")?;
        Ok(())
    }

    /// The passages that a source adds, at least in part.
    fn passages(&self, out: &mut impl Write) -> Result<(), Stop> {
        let numbered = (1_u32..).zip(&self.found.sources);
        let all = numbered.flat_map(|(number, source)| {
            source.passages.iter().filter(|one| one.adds > 0).map(move |one| (number, one))
        });
        let mut all = all.peekable();
        if all.peek().is_some() {
            writeln!(out)?;
            writeln!(out, "{:>6}  {:>7}  {:>11}  passage", "source", "counted", "lines")?;
        }
        let lines = LineStarts::of(self.text);
        for (number, one) in all {
            let span = one.passage.a;
            let words = one.passage.words.to_string();
            self.quoted(out, (&number.to_string(), &words), span, &lines)?;
            let also = also(one);
            if !also.is_empty() {
                let also = joined(&also, ", ", self.columns, QUOTE_AT + 8, QUOTE_AT);
                writeln!(out, "{:QUOTE_AT$}also in {also}", "")?;
            }
        }
        Ok(())
    }

    fn sentences(&self, out: &mut impl Write) -> Result<(), Stop> {
        if self.found.sentences.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        writeln!(out, "{:>6}  {:>7}  {:>11}  sentence", "source", "counted", "lines")?;
        let lines = LineStarts::of(self.text);
        for sentence in &self.found.sentences {
            let best = sentence.best.map_or_else(|| "–".to_string(), |at| (at + 1).to_string());
            let more = if sentence.also.is_empty() { "" } else { "+" };
            let words = format!("{}/{}", sentence.covered, sentence.words);
            self.quoted(out, (&format!("{best}{more}"), &words), sentence.span, &lines)?;
        }
        Ok(())
    }

    /// A line with the beginning of a part of the text.
    fn quoted(
        &self,
        out: &mut impl Write,
        (source, words): (&str, &str),
        span: Span,
        lines: &LineStarts<'_>,
    ) -> Result<(), Stop> {
        // Leaves one column for the sign that the text was cut.
        let room = self
            .columns
            .map_or(QUOTED, |columns| columns.saturating_sub(QUOTE_AT + 1).max(QUOTED / 4));
        let place = lines.named(span);
        let quote = quote(self.text.get(span.range()).unwrap_or(""), room);
        Ok(writeln!(out, "{source:>6}  {words:>7}  {place:>11}  {quote}")?)
    }

    fn summary(&self, out: &mut impl Write) -> Result<(), Stop> {
        let Sources { text, sources, .. } = self.found;
        let itself = if self.is_inside { " without itself" } else { "" };
        let trouble = troubles(self.problems).map_or_else(String::new, |text| format!(" ({text})"));
        writeln!(
            out,
            "\n{}: {} in {}, {} among {}{itself}{trouble}{}",
            text.path,
            count(text.shingles.into(), "distinct shingle", "distinct shingles"),
            count(text.words.into(), "counted word", "counted words"),
            count(sources.len() as u64, "source", "sources"),
            count(self.documents as u64, "document", "documents"),
            left_out(self.left_out, &self.found.params),
        )?;
        writeln!(
            out,
            "sources stand in the order of the shingles that they add; counted and share are of words; a in b and b in a count shingles, as compare does"
        )?;
        let mut parts = vec![format!("least {}", percent(self.limits.least))];
        if self.limits.most < usize::MAX {
            parts.push(format!("top {}", self.limits.most));
        }
        writeln!(out, "{}", footer_of(parts, &self.found.params, self.columns))?;
        Ok(())
    }

    /// A share of the text's counted words.
    fn share(&self, words: u32) -> String {
        percent(Ratio::new(words.into(), self.found.text.words.max(1).into()))
    }
}

/// The documents that have a passage too.
fn also(passage: &SourcePassage) -> Vec<String> {
    named(&passage.also, passage.also_found)
}

/// The documents that have the very words that a source adds.
fn ties(source: &TextSource) -> Vec<String> {
    named(&source.ties, source.ties_found)
}

/// Some documents, and how many more were found.
fn named(some: &[DocPath], found: u32) -> Vec<String> {
    let mut named: Vec<String> = some.iter().map(DocPath::to_string).collect();
    let more = found as usize - named.len();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named
}
