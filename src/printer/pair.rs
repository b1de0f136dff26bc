//! Two documents as a table for people: how they compare, and the passages that both have. It compares nothing.

use std::io::Write;

use unicode_width::UnicodeWidthStr as _;

use shingle::base::visible::visible;
use shingle::compare::measure::Overlap;
use shingle::pipeline::document::info::different_languages;
use shingle::pipeline::document::pair::PairView;

use super::out::Stop;
use super::places::LineStarts;
use super::table::{about, count, folded, footer, percent, quote, score_name};
use super::wrap::joined;

/// The fewest columns of a passage that are quoted on a terminal.
const LEAST_QUOTED: usize = 15;

/// The column where the quotes of a list of passages begin.
const QUOTE_AT: usize = 41;

/// Prints two documents with all measures and their passages.
pub(crate) fn pair(
    out: &mut impl Write,
    view: &PairView,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let overlap = view.overlap;
    for (letter, doc) in [("a", &view.a.doc), ("b", &view.b.doc)] {
        let about = [doc.path.to_string(), about(doc, &view.params)];
        writeln!(out, "{letter}  {}", joined(&about, "  ", columns, 3, 3))?;
        if let Some(facts) = doc.facts.as_ref().filter(|facts| facts.tells()) {
            let told: Vec<String> =
                facts.told().iter().map(|fact| visible(fact).into_owned()).collect();
            writeln!(out, "   {}", joined(&told, ", ", columns, 3, 3))?;
        }
    }
    writeln!(out)?;
    writeln!(
        out,
        "{} {}{}",
        score_name(&view.params),
        percent(view.score),
        if overlap.exact_copy { ", copies" } else { "" }
    )?;
    if view.params.counts() {
        measures(out, overlap, columns)?;
    }
    if view.params.leaves_out() {
        let left_out = &view.surroundings.left_out;
        for (number, asked, what) in [
            (left_out.template, !view.params.template.is_empty(), "templates"),
            (left_out.phrases, !view.params.phrases.is_empty(), "phrases"),
        ] {
            if asked {
                let shingles = count(number.into(), "shingle", "shingles");
                writeln!(out, "{shingles} left out, in {what}")?;
            }
        }
    }
    if let Some([left, right]) =
        different_languages(&view.a.doc.languages, &view.b.doc.languages, &view.params)
    {
        writeln!(
            out,
            "read as {left} and as {right}: the same words may count as two; --language sets one for both"
        )?;
    }
    if !view.passages.is_empty() {
        writeln!(out)?;
        writeln!(
            out,
            "{:>4}  {:>7}  {:>11}  {:>11}  text in a",
            "", "counted", "lines of a", "lines of b"
        )?;
    }
    let (a_lines, b_lines) = (LineStarts::of(&view.a.text), LineStarts::of(&view.b.text));
    for passage in &view.passages {
        let moved = if passage.moved { "(moved) " } else { "" };
        let text = view.a.text.get(passage.a.range()).unwrap_or("");
        let text = columns.map_or_else(
            || folded(text),
            |columns| {
                // Leaves one column for the sign that the text was cut.
                quote(text, columns.saturating_sub(QUOTE_AT + moved.len() + 1).max(LEAST_QUOTED))
            },
        );
        writeln!(
            out,
            "{:>4}  {:>7}  {:>11}  {:>11}  {moved}{text}",
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
    writeln!(out)?;
    writeln!(out, "{}", footer(&view.params, columns))?;
    Ok(())
}

/// Prints the counts of a pair and all its measures.
fn measures(out: &mut impl Write, overlap: Overlap, columns: Option<usize>) -> Result<(), Stop> {
    let lead = format!(
        "{} shared of {} in a and {} in b: ",
        overlap.shared,
        count(overlap.a_shingles.into(), "shingle", "shingles"),
        overlap.b_shingles,
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
