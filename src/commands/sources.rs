//! `shingle sources`: finds the sources of a text in a folder, their passages, and the source of each sentence.

use std::{io::Write as _, sync::Arc};

use serde::Serialize;

use shingle::base::wrap::join_and_wrap;
use shingle::base::{
    numbers::format_count, numbers::format_with_commas, path::DocPath, problem::Problem,
    ratio::Ratio, span::Span, visible::make_visible,
};
use shingle::compare::{Above, Measure};
use shingle::engine::batch::sketch_whole_folder;
use shingle::engine::sources::{SourcesQuestion, find_sources_of_text};
use shingle::pipeline::corpus::covered_words::CoveredSentence;
use shingle::pipeline::results::sources::SourcePassage;
use shingle::pipeline::{
    Corpus, CoverLimits, DocumentLine, PairLine, Parameters, Params, Sources, Task,
};

use super::input::{NamedText, is_standard_input, resolve_folder_or_records};
use super::query::QueryText;
use super::{Run, exit_code, head_of_documents, load_documents, merge_problems};
use crate::cli::args::SourcesArgs;
use crate::printer::json::{List, object};
use crate::printer::out::{Out, Stop};
use crate::printer::progress::show_progress;
use crate::printer::rows::{columns_of_pair, emit};
use crate::printer::table::{self, LineStarts};

const NAMES_AT: usize = 40;
const QUOTE_AT: usize = 32;
const COLUMNS: usize = QUOTE_AT + 61;
/// Columns of CSV beside those of a pair.
const MORE: [&str; 7] =
    ["number", "covers", "adds", "adds_words", "ties_found", "original", "confidence"];

pub(crate) fn run(args: &SourcesArgs, run: &Run) -> Result<u8, Stop> {
    let folder = &args.folder;
    let params = run.params_of_all_shingles(Task::Sources, Task::Sources)?;
    // Any document may be a source, even with a small share.
    let (measure, above) = (Measure::Containment, Above::AtLeast);
    let params = Arc::new(Params { measure, above, threshold: Ratio::ZERO, ..params });
    let inside = Some(&*folder.dir);
    let named = NamedText::find(&args.file, inside, folder.id.as_deref(), &params, &run.reader)?;
    let mut folder = resolve_folder_or_records(folder, &params.records, &run.reader)?;
    let QueryText { name, text, loaded, is_inside, .. } =
        QueryText::read(&named, Some(&folder.root), &params, &run.reader, || {
            let allow_empty = args.folder.reading.allow_empty;
            load_documents(sketch_whole_folder, &folder, &params, allow_empty)
        })?;
    loaded.store_record_places_in(&mut folder);
    let limits = CoverLimits {
        most: args.top.unwrap_or(CoverLimits::USUAL.most),
        least: args.least.unwrap_or(CoverLimits::USUAL.least),
    };
    let file = Some(named.place.as_path()).filter(|file| !is_standard_input(file));
    show_progress("finding sources", 0, 0);
    let (folder, name, text) = (&folder, &name, &text);
    // The corpus no longer contains the query itself.
    let question = SourcesQuestion { folder, name, text, file, itself: None, limits };
    // Never `None`, because the search is never stopped.
    let found = find_sources_of_text(&loaded.corpus, &question, &|| false);
    let Some((found, _)) = found else { return Ok(0) };
    let problems = merge_problems(&loaded, &found.problems);
    let (corpus, text) = (&loaded.corpus, &*text.text);
    let table =
        SourcesTable { found: &found, text, corpus, is_inside, problems: &problems, limits };
    let object = || {
        let parameters = Parameters::for_task(&found.params, Task::Sources);
        object! {
            #[serde(flatten)] head: head_of_documents(&loaded, parameters, &problems),
            text: DocumentLine::from(&found.text),
            documents_found: loaded.corpus.entries().len(),
            inside: is_inside,
            least: limits.least,
            occurrences: found.shingles,
            sources: List(|| rows(&found)),
            elsewhere: found.elsewhere,
            elsewhere_words: found.elsewhere_words,
            own: found.own,
            own_words: found.own_words,
            uncounted_words: found.uncounted_words,
            sentences: List(|| found.sentences.iter().map(sentence_object)),
        }
    };
    let rows = (columns_of_pair(&MORE), rows(&found));
    emit((args.result.format, &problems), |out| table.print(out), object, rows)?;
    exit_code(false, args.result.strict, &problems)
}

fn rows(found: &Sources) -> impl Iterator<Item = impl Serialize> {
    (1..).zip(&found.sources).map(|(number, source): (usize, _)| {
        let share = Ratio::new(source.adds.into(), found.shingles.max(1).into());
        let paths = (&found.text.path, &source.doc.path);
        object! {
            #[serde(flatten)] line: PairLine::new(paths.0, paths.1, source.overlap, share, &found.params),
            number: number,
            covers: source.covers,
            adds: source.adds,
            adds_words: source.adds_words,
            ties_found: source.ties_found,
            original: source.originality.original,
            confidence: source.originality.confidence,
            copies: &source.copies,
            ties: &source.ties,
            passages: List(|| source.passages.iter().map(passage_object)),
            hints: &source.originality.hints,
        }
    })
}

fn passage_object(one: &SourcePassage) -> impl Serialize {
    object! { id: one.passage.id(), #[serde(flatten)] passage: one }
}

/// The numbers of sources begin at 1, as in their list.
fn sentence_object(sentence: &CoveredSentence) -> impl Serialize {
    object! {
        span: sentence.span,
        words: sentence.words,
        source: sentence.best.map(|at| at + 1),
        covered: sentence.covered,
        also: sentence.also.iter().map(|at| at + 1).collect::<Vec<u32>>(),
    }
}

struct SourcesTable<'a> {
    found: &'a Sources,
    text: &'a str,
    corpus: &'a Corpus,
    is_inside: bool,
    problems: &'a [Problem],
    limits: CoverLimits,
}

impl SourcesTable<'_> {
    fn print(&self, out: &mut Out) -> Result<(), Stop> {
        self.print_sources(out)?;
        self.print_passages(out)?;
        self.print_sentences(out)?;
        self.print_summary(out)
    }

    fn print_sources(&self, out: &mut Out) -> Result<(), Stop> {
        let Sources { sources, elsewhere, elsewhere_words, own_words, uncounted_words, .. } =
            self.found;
        writeln!(out, "counted   share  a in b  b in a       source")?;
        for (number, source) in (1..).zip(sources) {
            let copies = std::iter::once(&source.doc.path).chain(&source.copies);
            let copies: Vec<String> = copies.map(ToString::to_string).collect();
            let names = join_and_wrap(&copies, " = ", out.columns, NAMES_AT, NAMES_AT);
            let (words, share) = (source.adds_words, self.format_share(source.adds_words));
            let [a, b] = [source.overlap.containment_a(), source.overlap.containment_b()];
            let [a, b] = [a, b].map(table::format_percent);
            writeln!(out, "{words:>7}  {share:>6}  {a:>6}  {b:>6}  {number:>3}  {names}")?;
            if source.adds_words == 0 {
                let why = "adds runs of words; earlier sources have each of the words";
                writeln!(out, "{:NAMES_AT$}{why}", "")?;
            } else if source.may_be_chance(self.found.text.words) {
                let words = format_count(source.covers_words, "counted word");
                writeln!(out, "{:NAMES_AT$}{words} in all: may be chance or common wording", "")?;
            }
            if source.ties_found > 0 {
                let ties = names_and_count_of_rest(&source.ties, source.ties_found);
                let ties = join_and_wrap(&ties, ", ", out.columns, NAMES_AT + 18, NAMES_AT);
                writeln!(out, "{:NAMES_AT$}as much is in {ties}", "")?;
            }
            if let Some(runs) = source.single_runs.filter(|_| source.passages.is_empty()) {
                writeln!(out, "{:NAMES_AT$}{runs}, in no passage", "")?;
            }
            let sides = ["the file", "this source"];
            let (original, dates) = source.describe_original_and_dates(&self.found.text, sides, 3);
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
            writeln!(out, "source  unchanged        lines  passage")?;
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
        writeln!(out, "source    counted        lines  sentence")?;
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
        let quote = table::quote_for_terminal(text, out.columns.or(Some(COLUMNS)), QUOTE_AT);
        Ok(writeln!(out, "{source:>6}  {words:>9}  {place:>11}  {quote}")?)
    }

    fn print_summary(&self, out: &mut Out) -> Result<(), Stop> {
        let Sources { text, sources, .. } = self.found;
        let itself = if self.is_inside { " without itself" } else { "" };
        let trouble = table::describe_problems(self.problems);
        writeln!(
            out,
            "\n{}: {} in {}, {} among {}{itself}{trouble}{}",
            text.path,
            format_count(text.shingles, "distinct shingle"),
            format_count(self.found.counted_words(), "counted word"),
            format_count(sources.len() as u64, "source"),
            format_count(self.corpus.entries().len() as u64, "document"),
            table::describe_ignored_shingles(self.corpus.ignored_shingles(), &self.found.params),
        )?;
        writeln!(
            out,
            "sources are sorted by the shingles they add; counted and share count words; a in b and b in a count shingles"
        )?;
        let mut parts = vec![format!("least {}", table::format_percent(self.limits.least))];
        if self.limits.most < usize::MAX {
            parts.push(format!("top {}", self.limits.most));
        }
        writeln!(out, "{}", table::describe_parameters(parts, &self.found.params, out.columns))?;
        Ok(())
    }

    fn format_share(&self, words: u32) -> String {
        table::format_percent(self.found.share(words))
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
