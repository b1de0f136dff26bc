//! The answer to "Which sketch?": the table of sketches, and the best pairs under each. It computes nothing.

use std::io::Write;

use shingle::compare::measure::{Direction, Measure};
use shingle::lab::candidates::{CandidateSketch, name};
use shingle::lab::estimates::modulo_of;
use shingle::lab::sketches::{SketchTrial, share};
use shingle::lab::study::Study;
use shingle::shingle::minhash::FUNCTIONS;

use super::{about, percent, sentence};
use crate::printer::out::Stop;
use crate::printer::table::percent as exactly;
use crate::printer::wrap::joined;

/// The column where the names of a pair begin.
const NAMES_AT: usize = 63;

/// Prints the table of sketches.
pub(super) fn print(
    out: &mut impl Write,
    study: &Study,
    times: bool,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let (params, sketches) = (&study.params, &study.sketches);
    let threshold = exactly(params.threshold);
    let alike = if params.measure == Measure::Jaccard {
        String::new()
    } else {
        format!(", {} by jaccard, which the others estimate", sketches.alike)
    };
    let part = if sketches.one_in > 1 {
        format!("; of one text in {} alone, for there are too many", sketches.one_in)
    } else {
        String::new()
    };
    let head = format!(
        "Which sketch? Pairs of distinct texts at {threshold}: {} by {}{alike}{part}",
        sketches.listed, params.measure
    );
    writeln!(out, "{}\n", sentence(&head, columns))?;
    let time = if times { format!("  {:>8}", "time") } else { String::new() };
    writeln!(
        out,
        "{:<13} {:>7} {:>7} {:>9} {:>11} {:>6} {:>8} {:>9} {:>6}{time}",
        "sketch",
        "found",
        "recall",
        "precision",
        params.measure,
        "error",
        "at most",
        "bytes/doc",
        "short"
    )?;
    for tried in &sketches.tried {
        line(out, tried, sketches.listed, times)?;
    }
    writeln!(out)?;
    writeln!(out, "{}", sentence(&sketches.reason(), columns))?;
    let text = format!(
        "recall, precision: against the pairs by the measure that the sketch estimates ({} for modulo, jaccard for the \
         others; super- and megashingles look for near-duplicates, by their own rule of 2/6 and 1/15). {}: the share of its \
         pairs that are found. error: of the estimate, its mean and most. short: documents with fewer than 50 shingles for \
         each that is kept (n/50 < m).",
        params.measure, params.measure
    );
    writeln!(out, "{}\n", sentence(&text, columns))?;
    Ok(())
}

fn line(out: &mut impl Write, tried: &SketchTrial, listed: u64, times: bool) -> Result<(), Stop> {
    let error = |of: fn((f64, f64)) -> f64| percent(tried.errors.map(of));
    let short = match tried.kind {
        CandidateSketch::Modulo(modulo) if modulo > 1 => tried.short.to_string(),
        _ => "–".to_string(),
    };
    let time = if times { format!("  {:>5} ms", tried.time().as_millis()) } else { String::new() };
    writeln!(
        out,
        "{:<13} {:>7} {:>7} {:>9} {:>11} {:>6} {:>8} {:>9.0} {short:>6}{time}",
        name(tried.kind),
        about(tried.found),
        percent(tried.recall()),
        percent(tried.precision()),
        percent(share(tried.listed, listed)),
        error(|(mean, _)| mean),
        error(|(_, most)| most),
        tried.bytes,
    )?;
    Ok(())
}

/// Prints the best pairs.
pub(super) fn pairs(
    out: &mut impl Write,
    study: &Study,
    columns: Option<usize>,
) -> Result<(), Stop> {
    if study.sketches.pairs.is_empty() {
        return Ok(());
    }
    let modulo = format!("modulo {}", modulo_of(&study.params));
    writeln!(
        out,
        "{:>6}  {:>7}  {:>10}  {:>13}  {:>5}  {:>5}  {:>5}  documents",
        "score",
        "jaccard",
        modulo,
        format!("{FUNCTIONS} minima"),
        "super",
        "mega",
        "found"
    )?;
    for pair in &study.sketches.pairs {
        let (estimate, error) = pair.minhash();
        let score = pair.exact.score(study.params.measure, Direction::Larger);
        let documents = [pair.a.to_string(), pair.b.to_string()];
        writeln!(
            out,
            "{:>6}  {:>7}  {:>10}  {:>13}  {:>5}  {:>5}  {:>5}  {}",
            exactly(score),
            exactly(pair.exact.jaccard()),
            exactly(pair.modulo),
            format!("{:.1}% ±{:.1}", estimate * 100.0, error * 100.0),
            format!("{}/6", pair.supershingles),
            format!("{}/15", pair.megashingles),
            if pair.is_found() { "yes" } else { "no" },
            joined(&documents, ", ", columns, NAMES_AT, NAMES_AT)
        )?;
    }
    writeln!(out)?;
    let text = format!(
        "score: {}, exact, and {modulo}'s estimate of it. {FUNCTIONS} minima: the estimate of jaccard and its standard \
         deviation at the exact value. found: by the filter that asks for 2 of 6 supershingles, or 1 of 15 megashingles.",
        study.params.measure
    );
    writeln!(out, "{}\n", sentence(&text, columns))?;
    Ok(())
}
