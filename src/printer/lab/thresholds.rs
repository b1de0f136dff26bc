//! The answer to "Which threshold?": the histogram in steps of five percent, what each step gains and loses, and the
//! valley. It computes nothing.

use std::io::Write;

use shingle::lab::study::Study;

use super::{about, nearest, range, sentence};
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
        "{:>9}  {:>10}  {:>10}  {:>10}  scores from here to the next",
        "threshold", "pairs", "lost", "by chance"
    )?;
    for (at, row) in found.rows.iter().enumerate() {
        let is_set = found.row_set() == Some(at);
        let line = format!(
            "{:>8}%  {:>10}  {:>10}  {:>10}  {}{}",
            row.hundredths,
            about(row.pairs),
            about(row.lost),
            about(row.chance),
            bar(found.bar(at)),
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
                "The valley lies at {}: any threshold in it lists {}{}.",
                range(Some(gap)),
                if gap.from < found.exact_from { "about " } else { "" },
                gap.lists()
            )
        },
    );
    writeln!(out, "{}\n", sentence(&valley, columns))?;
    Ok(())
}

/// A bar with this share of the longest length; at least one sign for a share above 0.
fn bar(share: f64) -> String {
    "#".repeat(nearest(share, BAR).max(usize::from(share > 0.0)))
}
