//! Which threshold? The histogram in steps of five percent, what each step gains and loses, and the valley. It computes
//! nothing.

use std::io::Write;

use shingle::base::ratio::Ratio;
use shingle::lab::study::Study;
use shingle::lab::thresholds::STEP;

use super::{about, nearest, range, sentence};
use crate::printer::out::Stop;

/// The longest bar.
const BAR: usize = 30;

/// Prints the answer to the third question.
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
        "{:>9}  {:>10}  {:>10}  {:>10}  scores from here to the next",
        "threshold", "pairs", "lost", "by chance"
    )?;
    let here = |row: usize| {
        let next = found.rows.get(row + 1).map_or(0, |row| row.pairs);
        found.rows.get(row).map_or(0, |row| row.pairs - next)
    };
    let longest = (0..found.rows.len()).map(here).max().unwrap_or(0);
    for (at, row) in found.rows.iter().enumerate() {
        let is_set = Ratio::new(row.hundredths as u64, 100) == found.set;
        let line = format!(
            "{:>8}%  {:>10}  {:>10}  {:>10}  {}{}",
            row.hundredths,
            about(row.pairs, found.one_in_from(row.hundredths)),
            about(row.lost, found.one_in_from(row.hundredths - STEP)),
            row.chance,
            bar(here(at), longest),
            if is_set { " set" } else { "" }
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    let valley = found.valley.map_or_else(
        || {
            "There is no clear valley: a run of five percent or more with hardly a pair in it, and twenty pairs or more above it."
                .to_string()
        },
        |gap| {
            format!(
                "The valley lies at {}: any threshold in it lists {} to {} pairs.",
                range(Some(gap)),
                about(gap.least, found.one_in_from(gap.to + 1)),
                about(gap.most, found.one_in_from(gap.from))
            )
        },
    );
    writeln!(out, "{}\n", sentence(&valley, columns))?;
    Ok(())
}

/// A bar whose length grows with the logarithm: millions and ones are seen beside each other.
fn bar(pairs: u64, longest: u64) -> String {
    let size = |pairs: u64| (pairs as f64 + 1.0).ln();
    let length = if longest == 0 { 0 } else { nearest(size(pairs) / size(longest), BAR) };
    "#".repeat(length.max(usize::from(pairs > 0)))
}
