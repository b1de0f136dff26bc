//! Tables for people. Every name passes `base::visible`.

use std::{cmp::Reverse, collections::BTreeMap, fmt, io::Write};

use memchr::memchr_iter;

use shingle::base::problem::{Problem, ProblemKind, summarize_other_files};
use shingle::base::wrap::join_and_wrap;
use shingle::compare::{Above, Overlap};
use shingle::pipeline::document::info::{
    describe_languages, describe_missing_tools, detects_languages,
};
use shingle::pipeline::{Common, DocInfo, IgnoredShingles, Parameter, Params};
use shingle::text::Language;
use shingle::{
    base::numbers::{choose_verb, format_count, format_with_commas},
    base::ratio::Ratio,
    base::span::Span,
    base::visible::make_visible,
};

use super::out::{Out, Stop};
use crate::tui::drawing::glyphs::longest_fitting_start;

pub(crate) struct TableRow {
    pub(crate) score: Ratio,
    pub(crate) overlap: Overlap,
    pub(crate) passage: Option<u32>,
    pub(crate) documents: Vec<String>,
    pub(crate) mark: Option<(&'static str, String)>,
    pub(crate) separator: &'static str,
}

const NAMES_AT: usize = 33;
const VERDICT: usize = 11;

/// Prints rows as a table. Documents that do not fit on one line get several lines.
pub(crate) fn print_rows(out: &mut Out, rows: &[TableRow], params: &Params) -> Result<(), Stop> {
    if rows.is_empty() {
        return Ok(());
    }
    let is_marked = rows.iter().any(|row| row.mark.is_some());
    let verdict = if is_marked { format!("{:<VERDICT$}", "verdict") } else { String::new() };
    let passage = |words: Option<&dyn fmt::Display>| {
        words.map_or_else(String::new, |words| format!("{words:>7}  "))
    };
    let heading = passage(params.passage.as_ref().map(|_| &"passage" as _));
    let names_at = NAMES_AT + heading.len() + verdict.len();
    writeln!(out, " score  a in b  b in a   shared  {heading}{verdict}documents")?;
    let counted =
        |text: String| if params.counts_shared_shingles() { text } else { "–".to_string() };
    for row in rows {
        let (verdict, note) =
            row.mark.as_ref().map_or(("", ""), |(verdict, note)| (*verdict, note));
        let verdict = if is_marked { format!("{verdict:<VERDICT$}") } else { String::new() };
        let passage = passage(row.passage.as_ref().map(|words| words as _));
        let Overlap { shared, .. } = row.overlap;
        let contained = [row.overlap.containment_a(), row.overlap.containment_b()];
        let [a, b] = contained.map(|share| counted(format_percent(share)));
        let (score, shared) = (format_percent(row.score), counted(shared.to_string()));
        let names = join_and_wrap(&row.documents, row.separator, out.columns, names_at, names_at);
        writeln!(out, "{score:>6}  {a:>6}  {b:>6}  {shared:>7}  {passage}{verdict}{names}")?;
        if !note.is_empty() {
            writeln!(out, "{:names_at$}{}", "", make_visible(note))?;
        }
    }
    Ok(())
}

pub(crate) fn describe_footer_of_listing(params: &Params, columns: Option<usize>) -> String {
    if let Some(words) = params.passage {
        return describe_parameters(vec![format!("passage {words}")], params, columns);
    }
    let above = match params.above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    };
    let scored = match (params.is_estimate(), params.is_verified()) {
        (false, _) => params.measure.to_string(),
        (true, false) => "estimate".to_string(),
        (true, true) => format!("estimate and {}", params.measure),
    };
    let scored = format!("{scored} {above} {}", format_percent(params.threshold));
    describe_parameters(vec![scored], params, columns)
}

/// Formats the parameters about texts and shingles behind other `parts`.
pub(crate) fn describe_parameters(
    mut parts: Vec<String>,
    params: &Params,
    columns: Option<usize>,
) -> String {
    use Parameter as P;
    let defaults = Params::defaults();
    let text =
        |one: &P| format!("{} {}", one.name(), make_visible(&one.value_texts(params).join(" ")));
    let changed = |all: &[P]| {
        let all = all.iter().filter(|one| one.is_changed(params, &defaults));
        all.map(text).collect::<Vec<String>>()
    };
    parts.push(text(&P::Width));
    parts.extend(changed(&[P::Step]));
    if let Some((functions, _)) = params.sketch().functions() {
        let functions = format!("functions {functions}");
        parts.extend([text(&P::Sketch), functions, text(&P::Family), text(&P::Verify)]);
    }
    let always = [P::Modulo, P::Hash, P::Words, P::Language, P::Case, P::StopWords, P::Stem];
    parts.extend(always.iter().map(text));
    if params.ignores_shingles() {
        parts.extend(params.common.map(|common| match common {
            Common::Auto => "common auto".into(),
            Common::Share(share) => format!("common {}", format_percent(share)),
        }));
        parts.extend(params.template.iter().map(|one| format!("template {}", one.name)));
        if !params.phrases.is_empty() {
            parts.push(format!("phrases {}", params.phrases.len()));
        }
    }
    let between = params.between.as_ref();
    parts.extend(between.map(|between| format!("between {}", make_visible(&between.to_string()))));
    parts.extend(changed(&[P::SkipSame, P::SkipOlder, P::PosRemoval, P::Confusables, P::Accents]));
    parts.extend(changed(&[P::StopWordsAdd, P::Records, P::Encoding]));
    if let Some(preset) = params.preset {
        let changed = if params.is_preset_changed() { " (changed)" } else { "" };
        parts.push(format!("preset {preset}{changed}"));
    }
    join_and_wrap(&parts, ", ", columns, 0, 0)
}

/// Prints the end of a listing: the languages of the documents, and the parameters.
pub(crate) fn print_footer(out: &mut Out, docs: &[DocInfo], params: &Params) -> Result<(), Stop> {
    write!(out, "{}", describe_folder_languages(docs, params, out.columns))?;
    Ok(writeln!(out, "{}", describe_footer_of_listing(params, out.columns))?)
}

/// Formats the languages of documents with words below a listing, the most frequent first; empty without effect.
fn describe_folder_languages(docs: &[DocInfo], params: &Params, columns: Option<usize>) -> String {
    const LEAD: &str = "languages: ";
    let mut counts: BTreeMap<Option<Language>, usize> = BTreeMap::new();
    for doc in docs.iter().filter(|doc| doc.words > 0) {
        *counts.entry(doc.languages.main_language()).or_default() += 1;
    }
    if counts.is_empty() || !detects_languages(params) {
        return String::new();
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(language, count)| {
        (language.is_none(), Reverse(*count), language.map(Language::name))
    });
    let describe = |(language, count): (Option<Language>, usize)| {
        let name = language.map_or("unsure", Language::name);
        let lacks = describe_missing_tools(language, params);
        let lacks = lacks.map_or_else(String::new, |lacks| format!(" ({lacks})"));
        format!("{} {name}{lacks}", format_with_commas(count as u64))
    };
    let parts: Vec<String> = counts.into_iter().map(describe).collect();
    format!("{LEAD}{}\n", join_and_wrap(&parts, ", ", columns, LEAD.len(), LEAD.len()))
}

/// Names a number of copies behind a document: ` (+1 copy)`; empty without any.
pub(crate) fn describe_copies(copies: usize) -> String {
    let noun = choose_verb(copies as u64, "copy", "copies");
    if copies == 0 { String::new() } else { format!(" (+{} {noun})", format_with_commas(copies)) }
}

/// Notes that a listing of `all` was cut: `the best 2 rows are shown`. Empty otherwise.
pub(crate) fn describe_cut_listing(listed: usize, all: usize, thing: &str, things: &str) -> String {
    if listed >= all {
        return String::new();
    }
    let thing = choose_verb(listed as u64, thing, things);
    let are = choose_verb(listed as u64, "is", "are");
    format!(" (the best {} {thing} {are} shown; see --top)", format_with_commas(listed as u64))
}

/// Describes the numbers of ignored shingles, as the end of a sentence. Empty if no option ignores shingles.
pub(crate) fn describe_ignored_shingles(left_out: &IgnoredShingles, params: &Params) -> String {
    if !params.ignores_shingles() {
        return String::new();
    }
    let IgnoredShingles { common, .. } = left_out;
    let of_common = params.common.map(|by| match by {
        Common::Auto => format!("{common} in many groups of similar texts"),
        Common::Share(share) => {
            format!("{common} in more than {} of the documents", format_percent(share))
        }
    });
    let mut parts = Vec::from_iter(of_common);
    if !params.template.is_empty() {
        parts.push(format!("{} in templates", left_out.template));
    }
    if !params.phrases.is_empty() {
        parts.push(format!("{} in phrases", left_out.phrases));
    }
    let shingles = format_count(left_out.count_shingles(), "shingle");
    format!(", {shingles} ignored ({})", parts.join(", "))
}

/// Describes the number of pairs hidden by rules, as the end of a sentence. Empty without rules.
pub(crate) fn describe_pairs_hidden_by_rules(pairs: u64, params: &Params) -> String {
    if !params.has_rules() {
        return String::new();
    }
    format!(", {} hidden by rules", format_count(pairs, "pair"))
}

/// Describes the numbers of problems by kind, then of skipped files, as the end of a sentence. Empty without problems.
pub(crate) fn describe_problems(problems: &[Problem]) -> String {
    let mut parts = Vec::new();
    for kind in ProblemKind::ALL {
        let of_kind = || problems.iter().filter(|problem| problem.kind == kind);
        let files = of_kind().filter(|problem| problem.record_count().is_none()).count();
        if files > 0 && kind != ProblemKind::Skipped {
            parts.push(format!("{files} {}", kind.name()));
        }
        let records: u64 = of_kind().filter_map(Problem::record_count).sum();
        if records > 0 {
            parts.push(format!("{} {}", format_count(records, "record"), kind.name()));
        }
    }
    let parts = (!parts.is_empty()).then(|| parts.join(", "));
    let all: Vec<String> = parts.into_iter().chain(summarize_other_files(problems)).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) }
}

pub(crate) fn score_name(params: &Params) -> String {
    if params.is_estimate() {
        format!("{} estimate", params.sketch)
    } else {
        params.measure.to_string()
    }
}

pub(crate) fn describe_document(doc: &DocInfo, params: &Params) -> String {
    let words = if params.drops_words() { "counted word" } else { "word" };
    let (words, shingles) = (format_count(doc.words, words), format_count(doc.shingles, "shingle"));
    let mut parts = vec![words, shingles, doc.file.encoding.to_string()];
    if params.depend_on_language() || doc.languages.main_language().is_some() {
        parts.push(describe_languages(&doc.languages, params));
    }
    if doc.file.undecoded > 0 {
        parts.push(format!("{} not decoded", format_count(doc.file.undecoded, "byte")));
    }
    if doc.file.hidden > 0 {
        parts.push(format!("{} hidden", format_count(doc.file.hidden, "word")));
    }
    if doc.mixed > 0 {
        parts.push(format_count(doc.mixed, "look-alike word"));
    }
    format!("({})", parts.join(", "))
}

/// Formats a percentage with at most two decimals: 13.04 % stays 13.04 %.
pub(crate) fn format_percent(ratio: Ratio) -> String {
    ratio.format_precise_percent()
}

const LEAST_QUOTED: usize = 15;

/// Quotes a passage on one line from a column: its beginning on a terminal, otherwise all.
pub(crate) fn quote_for_terminal(text: &str, columns: Option<usize>, at: usize) -> String {
    match columns {
        None => make_visible(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned(),
        Some(columns) => shorten_quote(text, columns.saturating_sub(at + 1).max(LEAST_QUOTED)),
    }
}

/// Quotes the beginning in at most `room` columns, with a sign if cut.
fn shorten_quote(text: &str, room: usize) -> String {
    let folded = text.split_whitespace().take(room + 1).collect::<Vec<_>>().join(" ");
    let visible_text = make_visible(&folded);
    let start = longest_fitting_start(&visible_text, u16::try_from(room).unwrap_or(u16::MAX));
    if start.len() < visible_text.len() { format!("{start}…") } else { start.to_string() }
}

pub(crate) struct LineStarts(Vec<usize>);

impl LineStarts {
    pub(crate) fn new(text: &str) -> Self {
        let ends = memchr_iter(b'\n', text.as_bytes());
        Self(std::iter::once(0).chain(ends.map(|end| end + 1)).collect())
    }

    /// Returns the first and the last line of a span, from 1.
    pub(crate) fn lines(&self, span: Span) -> [u32; 2] {
        let line = |byte: u32| self.0.partition_point(|start| *start <= byte as usize);
        [line(span.start), line(span.end)].map(|line| line as u32)
    }

    /// Formats the lines of a span: `3`, or `3-5`.
    pub(crate) fn format_lines(&self, span: Span) -> String {
        let [first, last] = self.lines(span);
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::span::Span;

    use super::LineStarts;

    #[test]
    fn lines_begin_at_one() {
        let lines = LineStarts::new("été\r\nzwei\n\nDom");
        for (start, end, named) in [(0, 5, "1"), (2, 9, "1-2"), (13, 16, "4")] {
            assert_eq!(lines.format_lines(Span::new(start, end)), named);
        }
    }
}
