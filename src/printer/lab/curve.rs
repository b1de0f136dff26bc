//! The S-curve as a text plot, with the folder's pairs in it. It computes no probability.

use std::io::Write;

use shingle::lab::curve::{BINS, Curve};
use shingle::shingle::expected::near_duplicate;

use super::{nearest, percent, sentence};
use crate::printer::out::Stop;

/// The columns of the plot: resemblance in fortieths, both ends included.
const COLUMNS: usize = 41;
/// The rows of the plot: probability in tenths, both ends included.
const ROWS: usize = 11;

/// Prints the plot and its points as numbers.
pub(super) fn print(
    out: &mut impl Write,
    curve: &Curve,
    columns: Option<usize>,
) -> Result<(), Stop> {
    writeln!(out, "Found by 2 of 6 supershingles: . by formula, o the folder's pairs, @ both\n")?;
    for (row, line) in plot(curve).iter().enumerate() {
        let label = 100 - row * 10;
        writeln!(out, "{label:>4}% |{}", line.trim_end())?;
    }
    writeln!(out, "      +{}", "-".repeat(COLUMNS))?;
    writeln!(out, "       0%{:16}50%{:17}100%  jaccard", "", "")?;
    writeln!(out)?;
    let points: Vec<String> = (0..BINS)
        .filter(|bin| curve.points[*bin].pairs > 0)
        .map(|bin| {
            let point = curve.points[bin];
            format!(
                "{}–{}%: {} of {} ({} expected)",
                bin * 5,
                bin * 5 + 5,
                point.found,
                point.pairs,
                percent(point.expected())
            )
        })
        .collect();
    if !points.is_empty() {
        writeln!(out, "{}\n", sentence(&points.join(", "), columns))?;
    }
    Ok(())
}

/// The rows from the highest probability down.
fn plot(curve: &Curve) -> Vec<String> {
    let mut cells = vec![[' '; COLUMNS]; ROWS];
    let row_of = |share: f64| ROWS - 1 - nearest(share, ROWS - 1);
    let resemblance = |column: usize| column as f64 / (COLUMNS - 1) as f64;
    let by_formula =
        (0..COLUMNS).map(|column| (row_of(near_duplicate(resemblance(column))), column));
    by_formula.for_each(|(row, column)| cells[row][column] = '.');
    for point in curve.points {
        if let Some((resemblance, share)) = point.resemblance().zip(point.share()) {
            let cell = &mut cells[row_of(share)][nearest(resemblance, COLUMNS - 1)];
            *cell = if *cell == ' ' { 'o' } else { '@' };
        }
    }
    cells.into_iter().map(|row| row.into_iter().collect()).collect()
}
