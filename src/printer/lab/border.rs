//! The answer to "Which pairs to read first?". It computes nothing.

use std::io::Write;

use shingle::base::numbers::thousands;
use shingle::lab::study::Study;

use super::sentence;
use crate::printer::out::Stop;
use crate::printer::table::percent as exactly;
use crate::printer::wrap::joined;

/// The column where the names of a pair begin.
const NAMES_AT: usize = 18;

/// Prints the pairs nearest to the recommended threshold.
pub(super) fn print(
    out: &mut impl Write,
    study: &Study,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let border = &study.border;
    if border.pairs.is_empty() {
        return Ok(());
    }
    let threshold = exactly(border.threshold);
    let head = format!(
        "Which pairs to read first? Those nearest to {threshold}, of distinct texts: they tell whether it should be higher or \
         lower"
    );
    writeln!(out, "{}\n", sentence(&head, columns))?;
    writeln!(out, "{:>6}  {:>8}  documents", "score", "shared")?;
    let mut is_above = false;
    for pair in &border.pairs {
        if is_above && pair.score < border.threshold {
            writeln!(out, "{:>6}  {:->8}  {threshold}", "------", "")?;
        }
        is_above = pair.score >= border.threshold;
        let documents = [pair.a.to_string(), pair.b.to_string()];
        writeln!(
            out,
            "{:>6}  {:>8}  {}",
            exactly(pair.score),
            thousands(pair.exact.shared),
            joined(&documents, ", ", columns, NAMES_AT, NAMES_AT)
        )?;
    }
    writeln!(out)?;
    if border.one_in > 1 {
        let text = format!("Of some pairs only: those of one text in {}.", border.one_in);
        writeln!(out, "{}\n", sentence(&text, columns))?;
    }
    Ok(())
}
