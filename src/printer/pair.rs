//! Prints two documents as a table for people: their comparison and the shared passages by line.

use std::io::Write;

use memchr::memchr_iter;
use unicode_width::UnicodeWidthStr as _;

use shingle::base::numbers::{counted, thousands};
use shingle::base::{span::Span, visible::visible};
use shingle::compare::Overlap;
use shingle::pipeline::{PairView, document::info::different_languages};

use super::out::{Stop, joined};
use super::table::{about, footer, percent, quoted, score_name};

const QUOTE_AT: usize = 48;

pub(crate) fn pair(
    out: &mut impl Write,
    view: &PairView,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let overlap = view.overlap;
    for (letter, doc) in [("a", &view.a.doc), ("b", &view.b.doc)] {
        let about = [doc.path.to_string(), about(doc, &view.params)];
        writeln!(out, "{letter}  {}", joined(&about, "  ", columns, 3, 3))?;
        if let Some(facts) = doc.file.facts.as_ref().filter(|facts| facts.is_worth_listing()) {
            let facts_in_words: Vec<String> =
                facts.described().iter().map(|fact| visible(fact).into_owned()).collect();
            writeln!(out, "   {}", joined(&facts_in_words, ", ", columns, 3, 3))?;
        }
    }
    writeln!(out)?;
    writeln!(
        out,
        "{}{} {}{}",
        score_name(&view.params),
        if view.params.measure.is_directional() && !view.params.estimates() {
            " of a in b"
        } else {
            ""
        },
        percent(view.score),
        if overlap.exact_copy { ", copies" } else { "" }
    )?;
    if view.params.counts() {
        measures(out, overlap, columns)?;
    }
    if view.params.leaves_out() {
        let left_out = &view.surroundings.left_out;
        for (number, is_option, what) in [
            (left_out.template, !view.params.template.is_empty(), "templates"),
            (left_out.phrases, !view.params.phrases.is_empty(), "phrases"),
        ] {
            if is_option {
                let shingles = counted(number, "shingle");
                writeln!(out, "{shingles} ignored, in {what}")?;
            }
        }
    }
    if let Some([first, second]) =
        different_languages(&view.a.doc.languages, &view.b.doc.languages, &view.params)
    {
        writeln!(
            out,
            "read as {first} and as {second}: the same words may count as two; --language sets one for both"
        )?;
    }
    if !view.passages.is_empty() {
        writeln!(out)?;
        writeln!(
            out,
            "{:>4}  {:>5}  {:>9}  {:>10}  {:>10}  text in a",
            "", "words", "unchanged", "lines of a", "lines of b"
        )?;
    }
    let (a_lines, b_lines) = (LineStarts::new(&view.a.text), LineStarts::new(&view.b.text));
    for passage in &view.passages {
        let unchanged =
            if passage.is_word_for_word() { "all".to_string() } else { passage.alike.to_string() };
        let moved = match (passage.moved, passage.reordered) {
            (false, 0) => String::new(),
            (true, 0) => "(moved) ".to_string(),
            (false, words) => format!("({words} words moved) "),
            (true, words) => format!("(moved, {words} words moved within it) "),
        };
        let text = view.a.text.get(passage.a.range()).unwrap_or("");
        let text = quoted(text, columns, QUOTE_AT + moved.len());
        writeln!(
            out,
            "{:>4}  {:>5}  {unchanged:>9}  {:>10}  {:>10}  {moved}{text}",
            passage.id(),
            passage.words,
            a_lines.named(passage.a),
            b_lines.named(passage.b),
        )?;
        let sections =
            [("a", view.a.section_at(passage.a.start)), ("b", view.b.section_at(passage.b.start))];
        let named = sections
            .into_iter()
            .filter_map(|(side, section)| Some(format!("{side}: {}", section?)));
        let named: Vec<String> = named.collect();
        if !named.is_empty() {
            writeln!(out, "{:>QUOTE_AT$}{}", "", visible(&named.join(", ")))?;
        }
    }
    if let Some(runs) = view.single_runs() {
        writeln!(out, "\n{runs}, in no passage")?;
    }
    writeln!(out)?;
    writeln!(out, "{}", footer(&view.params, columns))?;
    Ok(())
}

fn measures(out: &mut impl Write, overlap: Overlap, columns: Option<usize>) -> Result<(), Stop> {
    let lead = format!(
        "{} shared of {} in a and {} in b: ",
        thousands(overlap.shared),
        counted(overlap.a_shingles, "shingle"),
        thousands(overlap.b_shingles),
    );
    let measures = [
        format!("jaccard {}", percent(overlap.jaccard())),
        format!("dice {}", percent(overlap.dice())),
        format!("overlap {}", percent(overlap.overlap())),
        format!("a in b {}", percent(overlap.containment_a())),
        format!("b in a {}", percent(overlap.containment_b())),
        format!("per word of a {}", percent(overlap.per_word_a())),
    ];
    writeln!(out, "{lead}{}", joined(&measures, ", ", columns, lead.width(), 3))?;
    Ok(())
}

/// A range of a text by lines and columns from 1, with an exclusive end. Columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextRegion {
    /// First line.
    pub(crate) line: u32,
    /// First column.
    pub(crate) column: u32,
    /// Last line.
    pub(crate) end_line: u32,
    /// Exclusive end column.
    pub(crate) end_column: u32,
}

/// Index of lines and characters, because a line may be as long as the text.
pub(crate) struct LineStarts<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// Characters before each block of [`BLOCK`] bytes.
    characters: Vec<usize>,
}

/// Maximal bytes counted for a place.
const BLOCK: usize = 4096;

/// Counts the characters that begin in these bytes.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

impl<'t> LineStarts<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let ends = memchr_iter(b'\n', text.as_bytes());
        let starts = std::iter::once(0).chain(ends.map(|end| end + 1)).collect();
        let blocks = text.as_bytes().chunks(BLOCK);
        let sum = |sum: &mut usize, block: &[u8]| {
            *sum += begun(block);
            Some(*sum)
        };
        let characters = std::iter::once(0).chain(blocks.scan(0, sum)).collect();
        Self { text, starts, characters }
    }

    pub(crate) fn region(&self, span: Span) -> TextRegion {
        let (line, column) = self.place(span.start as usize);
        let (end_line, end_column) = self.place(span.end as usize);
        TextRegion { line, column, end_line, end_column }
    }

    /// Formats the lines of a span: `3`, or `3-5`.
    pub(crate) fn named(&self, span: Span) -> String {
        let TextRegion { line, end_line, .. } = self.region(span);
        if line == end_line { line.to_string() } else { format!("{line}-{end_line}") }
    }

    fn place(&self, byte: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied();
        let before = self.characters_before(byte) - self.characters_before(start.unwrap_or(0));
        (line as u32, before as u32 + 1)
    }

    fn characters_before(&self, byte: usize) -> usize {
        let block = byte / BLOCK;
        let rest = self.text.as_bytes().get(block * BLOCK..byte).unwrap_or_default();
        self.characters.get(block).copied().unwrap_or(0) + begun(rest)
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::span::Span;

    use super::{LineStarts, TextRegion};

    #[test]
    fn lines_and_columns_begin_at_one_and_columns_count_characters() {
        let text = "été\r\nzwei\n\nDom";
        let lines = LineStarts::new(text);
        let region = |start, end| {
            let TextRegion { line, column, end_line, end_column } =
                lines.region(Span::new(start, end));
            [line, column, end_line, end_column]
        };
        assert_eq!(region(0, 5), [1, 1, 1, 4]);
        assert_eq!(region(2, 9), [1, 2, 2, 3]);
        assert_eq!(region(13, 16), [4, 1, 4, 4]);
        assert_eq!(
            [(0, 5), (2, 9)].map(|(start, end)| lines.named(Span::new(start, end))),
            ["1", "1-2"]
        );
    }

    #[test]
    fn columns_of_a_long_line_count_all_characters_before() {
        let text = format!("short\n{}", "aé中\u{1f980}".repeat(5_000));
        let lines = LineStarts::new(&text);
        for (at, _) in text.char_indices().skip(6).step_by(777) {
            let region = lines.region(Span::new(at as u32, text.len() as u32));
            let column = text.get(6..at).unwrap().chars().count() as u32 + 1;
            assert_eq!([region.line, region.column, region.end_column], [2, column, 20_001]);
        }
    }
}
