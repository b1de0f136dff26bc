//! Prints two documents as a table for people: their comparison and the shared passages by line.

use std::io::Write;

use unicode_width::UnicodeWidthStr as _;

use shingle::base::numbers::{format_count, format_with_commas};
use shingle::base::visible::make_visible;
use shingle::base::wrap::join_and_wrap;
use shingle::compare::Overlap;
use shingle::pipeline::{PairView, SingleRuns, document::info::names_of_different_languages};

use super::out::{Out, Stop};
use super::table::{
    LineStarts, describe_document, describe_footer_of_listing, format_percent, quote_for_terminal,
    score_name,
};

const QUOTE_AT: usize = 48;

pub(crate) fn print_pair(out: &mut Out, view: &PairView) -> Result<(), Stop> {
    let (overlap, columns) = (view.overlap, out.columns);
    for (letter, doc) in [("a", &view.a.doc), ("b", &view.b.doc)] {
        let about = [doc.path.to_string(), describe_document(doc, &view.params)];
        writeln!(out, "{letter}  {}", join_and_wrap(&about, "  ", columns, 3, 3))?;
        if let Some(facts) = doc.file.facts.as_ref().filter(|facts| facts.has_author_or_dates()) {
            let facts_in_words: Vec<String> =
                facts.describe_facts().iter().map(|fact| make_visible(fact).into_owned()).collect();
            writeln!(out, "   {}", join_and_wrap(&facts_in_words, ", ", columns, 3, 3))?;
        }
    }
    writeln!(out)?;
    let has_direction = view.params.measure.is_directional() && !view.params.is_estimate();
    let of = if has_direction { " of a in b" } else { "" };
    let copies = if overlap.exact_copy { ", copies" } else { "" };
    let (name, score) = (score_name(&view.params), format_percent(view.score));
    writeln!(out, "{name}{of} {score}{copies}")?;
    if view.params.counts_shared_shingles() {
        print_measures(out, overlap)?;
    }
    if view.params.ignores_shingles() {
        let left_out = &view.ignored;
        for (number, is_option, what) in [
            (left_out.template, !view.params.template.is_empty(), "templates"),
            (left_out.phrases, !view.params.phrases.is_empty(), "phrases"),
        ] {
            if is_option {
                let shingles = format_count(number, "shingle");
                writeln!(out, "{shingles} ignored, in {what}")?;
            }
        }
    }
    if let Some([first, second]) =
        names_of_different_languages(&view.a.doc.languages, &view.b.doc.languages, &view.params)
    {
        writeln!(
            out,
            "read as {first} and as {second}: the same words may count as two; --language sets one for both"
        )?;
    }
    if !view.passages.is_empty() {
        writeln!(out)?;
        writeln!(out, "      words  unchanged  lines of a  lines of b  text in a")?;
    }
    let (a_lines, b_lines) = (LineStarts::new(&view.a.text), LineStarts::new(&view.b.text));
    for passage in &view.passages {
        let unchanged = passage.count_unchanged_words().to_string();
        let unchanged = if passage.is_word_for_word() { "all" } else { &unchanged };
        let moved = match (passage.moved, passage.reordered) {
            (false, 0) => String::new(),
            (true, 0) => "(moved) ".to_string(),
            (false, words) => format!("({words} words moved) "),
            (true, words) => format!("(moved, {words} words moved within it) "),
        };
        let disguised = match passage.disguised {
            0 => String::new(),
            words => format!("({} in look-alike letters) ", format_count(words, "word")),
        };
        let text = view.a.text.get(passage.a.range()).unwrap_or("");
        let text = quote_for_terminal(text, columns, QUOTE_AT + moved.len() + disguised.len());
        let (id, words) = (passage.id(), passage.words);
        let (a, b) = (a_lines.format_lines(passage.a), b_lines.format_lines(passage.b));
        writeln!(
            out,
            "{id:>4}  {words:>5}  {unchanged:>9}  {a:>10}  {b:>10}  {moved}{disguised}{text}"
        )?;
        let sections =
            [("a", view.a.section_at(passage.a.start)), ("b", view.b.section_at(passage.b.start))];
        let named = sections
            .into_iter()
            .filter_map(|(side, section)| Some(format!("{side}: {}", section?)));
        let named: Vec<String> = named.collect();
        if !named.is_empty() {
            writeln!(out, "{:>QUOTE_AT$}{}", "", make_visible(&named.join(", ")))?;
        }
    }
    if let Some(runs) = SingleRuns::count_outside_passages(&view.runs) {
        writeln!(out, "\n{runs}, in no passage")?;
    }
    writeln!(out)?;
    writeln!(out, "{}", describe_footer_of_listing(&view.params, columns))?;
    Ok(())
}

fn print_measures(out: &mut Out, overlap: Overlap) -> Result<(), Stop> {
    let [shared, b] = [overlap.shared, overlap.b_shingles].map(format_with_commas);
    let a = format_count(overlap.a_shingles, "shingle");
    let lead = format!("{shared} shared of {a} in a and {b} in b: ");
    let measures = [
        format!("jaccard {}", format_percent(overlap.jaccard())),
        format!("dice {}", format_percent(overlap.dice())),
        format!("overlap {}", format_percent(overlap.overlap_coefficient())),
        format!("a in b {}", format_percent(overlap.containment_a())),
        format!("b in a {}", format_percent(overlap.containment_b())),
        format!("per word of a {}", format_percent(overlap.shared_shingles_per_word_of_a())),
    ];
    writeln!(out, "{lead}{}", join_and_wrap(&measures, ", ", out.columns, lead.width(), 3))?;
    Ok(())
}
