//! The answer to "Which threshold?": the histogram in steps of five percent, what each step gains and loses, and the
//! valley. It computes nothing.

use std::io::Write;

use shingle::lab::study::Study;

use super::{about, by_chance, by_phrases, nearest, sentence};
use crate::printer::out::Stop;

/// The length of the longest bar.
const BAR: usize = 30;

/// Prints the histogram and the valley.
pub(super) fn print(
    out: &mut impl Write,
    study: &Study,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let found = &study.thresholds;
    writeln!(
        out,
        "Which threshold? Pairs by {} at width {}\n",
        study.params.measure, study.params.width
    )?;
    writeln!(
        out,
        "{:>9}  {:>10}  {:>10}  {:>14}  {:>8}  scores up to the next (bars are logarithmic)",
        "threshold", "pairs", "lost", "by chance", "phrases"
    )?;
    for (at, row) in found.rows.iter().enumerate() {
        let is_set = found.row_set() == Some(at);
        let line = format!(
            "{:>8}%  {:>10}  {:>10}  {:>14}  {:>8}  {}{}",
            row.hundredths,
            about(row.pairs),
            about(row.lost),
            by_chance(row.chance),
            by_phrases(row.phrases),
            bar(found.bar(at)),
            if is_set { " set" } else { "" }
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    writeln!(out, "{}\n", sentence(&found.reason(), columns))?;
    Ok(())
}

/// A bar with this share of the longest length; at least one sign for a share above 0.
fn bar(share: f64) -> String {
    "#".repeat(nearest(share, BAR).max(usize::from(share > 0.0)))
}
