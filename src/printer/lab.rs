//! The results of the laboratory, for people. It computes nothing.

mod border;
mod costs;
mod curve;
mod grid;
mod sketches;
mod thresholds;
mod variants;
mod widths;

use std::io::Write;

use shingle::lab::chance::ByChance;
use shingle::lab::gap::ScoreGap;
use shingle::lab::grid::Grid;
use shingle::lab::study::Study;
use shingle::lab::survey::Count;
use shingle::pipeline::parameters::Params;

use super::out::Stop;
use super::table::{count, footer};
use super::wrap::joined;

/// Prints all results for a folder; with `times`, also how long each sketch took.
pub(crate) fn study(
    out: &mut impl Write,
    study: &Study,
    times: bool,
    columns: Option<usize>,
) -> Result<(), Stop> {
    writeln!(
        out,
        "{}, {}\n",
        count(study.documents as u64, "document", "documents"),
        count(study.texts as u64, "distinct text", "distinct texts")
    )?;
    widths::print(out, study, columns)?;
    sketches::print(out, study, times, columns)?;
    costs::print(out, study, times, columns)?;
    sketches::pairs(out, study, columns)?;
    curve::print(out, &study.sketches.curve, columns)?;
    if let Some(tried) = &study.bands {
        curve::bands(out, tried, columns)?;
    }
    thresholds::print(out, study, columns)?;
    border::print(out, study, columns)?;
    variants::print(out, study, columns)?;
    writeln!(out, "{}", footer(&study.params, columns))?;
    Ok(())
}

/// Prints the results of all settings on labelled pairs.
pub(crate) fn grid(
    out: &mut impl Write,
    found: &Grid,
    params: &Params,
    columns: Option<usize>,
) -> Result<(), Stop> {
    grid::print(out, found, params, columns)?;
    writeln!(out, "{}", footer(params, columns))?;
    Ok(())
}

/// A sentence, wrapped where the terminal is too narrow.
fn sentence(text: &str, columns: Option<usize>) -> String {
    let words: Vec<String> = text.split(' ').map(str::to_string).collect();
    joined(&words, " ", columns, 0, 2)
}

/// A number of pairs; `~` marks a guess from a sample.
fn about(count: Count) -> String {
    format!("{}{}", if count.one_in > 1 { "~" } else { "" }, count.pairs)
}

/// The pairs that chance explains: their mean over all shuffles, and the range.
fn by_chance(chance: ByChance) -> String {
    let sign = if chance.one_in > 1 { "~" } else { "" };
    if chance.most == 0 {
        return format!("{sign}0");
    }
    format!("{sign}{:.1} ({}–{})", chance.mean, chance.least, chance.most)
}

/// The pairs that phrases explain: their mean; a dash where nobody knows.
fn by_phrases(found: Option<ByChance>) -> String {
    let sign = |found: ByChance| if found.one_in > 1 { "~" } else { "" };
    found.map_or_else(|| "–".into(), |found| format!("{}{:.1}", sign(found), found.mean))
}

/// A share in percent with one decimal; a dash for none.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_string(), |share| format!("{:.1}%", share * 100.0))
}

/// The range of a gap.
fn range(gap: Option<ScoreGap>) -> String {
    gap.map_or_else(|| "–".to_string(), |gap| format!("{}–{}%", gap.from, gap.to))
}

/// `share` of `last`, rounded to a whole number.
fn nearest(share: f64, last: usize) -> usize {
    let reaches = |step: &usize| share * last as f64 <= *step as f64 + 0.5;
    (0..last).find(reaches).unwrap_or(last)
}
