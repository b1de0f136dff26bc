//! Tables for people. Every name passes `base::visible`. It ranks nothing.

use std::io::Write;

use unicode_width::UnicodeWidthStr as _;

use shingle::base::problem::{Problem, ProblemKind};
use shingle::base::ratio::Ratio;
use shingle::base::visible::visible;
use shingle::compare::measure::{Above, Overlap};
use shingle::pipeline::pair::PairView;
use shingle::pipeline::params::{Params, StopWords};
use shingle::pipeline::snapshot::DocInfo;

use super::out::Stop;

/// One row of a listing: the counts, and what stands in the last column.
pub(crate) struct TableRow {
    pub(crate) score: Ratio,
    pub(crate) overlap: Overlap,
    pub(crate) documents: String,
}

/// At most this many characters of a passage are quoted.
const QUOTED: usize = 60;

/// The ranked rows with a header line.
pub(crate) fn rows(out: &mut impl Write, rows: &[TableRow]) -> Result<(), Stop> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "{:>6}  {:>6}  {:>6}  {:>7}  documents", "score", "a in b", "b in a", "shared")?;
    for row in rows {
        let share = |ratio: Ratio| percent(ratio);
        writeln!(
            out,
            "{:>6}  {:>6}  {:>6}  {:>7}  {}",
            share(row.score),
            share(row.overlap.containment_a()),
            share(row.overlap.containment_b()),
            row.overlap.shared,
            row.documents
        )?;
    }
    Ok(())
}

/// The line below a listing: what was compared and how.
pub(crate) fn footer(params: &Params) -> String {
    let above = match params.above {
        Above::AtLeast => "at least",
        Above::Strictly => "more than",
    };
    let mut parts = vec![
        format!("{} {above} {}", params.measure, percent(params.threshold)),
        format!("width {}", params.width),
        format!("modulo {}", params.modulo),
        format!("hash {}", params.hash),
        format!("words {}", params.words),
        format!("language {}", params.language),
        format!("case {}", params.case),
        format!("stop-words {}", visible(&params.stop_words.to_string())),
        format!("stem {}", params.stem),
    ];
    if let Some(list) = &params.stop_words_add {
        parts.push(format!("stop-words-add {}", visible(&list.name)));
    }
    if let Some(charset) = params.encoding {
        parts.push(format!("encoding {}", charset.name()));
    }
    if let Some(preset) = params.preset {
        parts.push(format!("preset {preset}"));
    }
    parts.join(", ")
}

/// How many problems of each kind, in words; `None` without problems.
pub(crate) fn troubles(problems: &[Problem]) -> Option<String> {
    let count = |kind| problems.iter().filter(|problem| problem.kind == kind).count();
    let parts: Vec<String> = [ProblemKind::Skipped, ProblemKind::Failed, ProblemKind::Lossy]
        .into_iter()
        .filter(|kind| count(*kind) > 0)
        .map(|kind| format!("{} {}", count(kind), kind.name()))
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Two documents with all measures and their passages.
pub(crate) fn pair(out: &mut impl Write, view: &PairView) -> Result<(), Stop> {
    let overlap = view.overlap;
    writeln!(out, "a  {}  {}", view.a.doc.path, about(&view.a.doc, &view.params))?;
    writeln!(out, "b  {}  {}", view.b.doc.path, about(&view.b.doc, &view.params))?;
    writeln!(out)?;
    writeln!(
        out,
        "{} {}{}",
        view.params.measure,
        percent(view.score),
        if overlap.exact_copy { ", exact copies" } else { "" }
    )?;
    writeln!(
        out,
        "{} shared of {} shingles in a and {} in b: jaccard {}, dice {}, overlap {}, a in b {}, b in a {}, per word of a {}",
        overlap.shared,
        overlap.a_shingles,
        overlap.b_shingles,
        percent(overlap.jaccard()),
        percent(overlap.dice()),
        percent(overlap.overlap()),
        percent(overlap.containment_a()),
        percent(overlap.containment_b()),
        percent(overlap.per_word_a()),
    )?;
    if !view.passages.is_empty() {
        writeln!(out)?;
        writeln!(
            out,
            "{:>4}  {:>5}  {:>15}  {:>15}  text in a",
            "", "words", "bytes of a", "bytes of b"
        )?;
    }
    for passage in &view.passages {
        writeln!(
            out,
            "{:>4}  {:>5}  {:>15}  {:>15}  {}{}",
            passage.id(),
            passage.words,
            format!("{}-{}", passage.a.start, passage.a.end),
            format!("{}-{}", passage.b.start, passage.b.end),
            if passage.moved { "(moved) " } else { "" },
            quote(view.a.text.get(passage.a.range()).unwrap_or(""))
        )?;
    }
    writeln!(out)?;
    writeln!(out, "{}", footer(&view.params))?;
    Ok(())
}

/// What is said of a document beside its name.
fn about(doc: &DocInfo, params: &Params) -> String {
    let mut parts = vec![
        format!("{} words", doc.words),
        format!("{} shingles", doc.shingles),
        doc.encoding.to_string(),
    ];
    match doc.language {
        Some(language) => parts.push(language.name().to_string()),
        None if params.stop_words == StopWords::On => {
            parts.push("language unsure: no stop words, no stemmer".to_string())
        }
        None => parts.push("language unsure".to_string()),
    }
    if doc.undecoded > 0 {
        parts.push(format!("{} bytes not decoded", doc.undecoded));
    }
    format!("({})", parts.join(", "))
}

/// A share as a percentage of at most two decimals, so that 13.04 % stays 13.04 %.
pub(crate) fn percent(ratio: Ratio) -> String {
    let text = format!("{:.2}", ratio.to_f64() * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

fn quote(text: &str) -> String {
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut quoted = String::new();
    for character in folded.chars() {
        if quoted.width() >= QUOTED {
            quoted.push('…');
            break;
        }
        quoted.push(character);
    }
    visible(&quoted).into_owned()
}
