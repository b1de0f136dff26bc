//! The S-curve as a text plot, with the folder's pairs in it. It computes no probability.

use std::io::Write;

use shingle::base::numbers::{counted, verb};
use shingle::lab::bands::BandTrial;
use shingle::lab::curve::{BINS, Curve};
use shingle::shingle::expected::near_duplicate;

use super::{nearest, percent, sentence};
use crate::printer::out::Stop;
use crate::printer::table::percent as exactly;

/// The columns of the plot: resemblance in fortieths, both ends included.
const COLUMNS: usize = 41;
/// The rows of the plot: probability in tenths, both ends included.
const ROWS: usize = 11;

/// Prints the plot of near-duplicates and its points as numbers.
pub(super) fn print(
    out: &mut impl Write,
    curve: &Curve,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let title = "Found by 2 of 6 supershingles: . by formula, o the folder's pairs, @ both";
    drawn(out, title, (curve, &near_duplicate), columns)
}

/// Prints the same of bands of one's own, with the chance at the threshold.
pub(super) fn bands(
    out: &mut impl Write,
    tried: &BandTrial,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let (filter, (threshold, chance)) = (tried.bands, tried.at);
    let title = format!(
        "Candidates by {} of {} (minhash {}): . by formula, o the folder's pairs, @ both",
        counted(filter.bands, "band"),
        counted(filter.rows, "row"),
        filter.functions()
    );
    let candidate = |resemblance| filter.candidate(resemblance);
    drawn(out, &title, (&tried.curve, &candidate), columns)?;
    let part = if tried.one_in > 1 {
        format!(" (one pair in {} was tried)", tried.one_in)
    } else {
        String::new()
    };
    let text = format!(
        "A pair with a resemblance of {} is a candidate with a chance of {}, every second pair at {}. Of {} that resemble so \
         much here, {} {}{part}.",
        exactly(threshold),
        percent(Some(chance)),
        percent(Some(filter.middle())),
        counted(tried.found.of, "pair"),
        tried.found.part,
        verb(tried.found.part, "is a candidate", "are candidates")
    );
    writeln!(out, "{}\n", sentence(&text, columns))?;
    Ok(())
}

/// A curve by its formula, with the folder's pairs.
type Drawn<'a> = (&'a Curve, &'a dyn Fn(f64) -> f64);

fn drawn(
    out: &mut impl Write,
    title: &str,
    (curve, formula): Drawn<'_>,
    columns: Option<usize>,
) -> Result<(), Stop> {
    writeln!(out, "{title}\n")?;
    for (row, line) in plot(curve, formula).iter().enumerate() {
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
fn plot(curve: &Curve, formula: &dyn Fn(f64) -> f64) -> Vec<String> {
    let mut cells = vec![[' '; COLUMNS]; ROWS];
    let row_of = |share: f64| ROWS - 1 - nearest(share, ROWS - 1);
    let resemblance = |column: usize| column as f64 / (COLUMNS - 1) as f64;
    let by_formula = (0..COLUMNS).map(|column| (row_of(formula(resemblance(column))), column));
    by_formula.for_each(|(row, column)| cells[row][column] = '.');
    for point in curve.points {
        if let Some((resemblance, share)) = point.resemblance().zip(point.share()) {
            let cell = &mut cells[row_of(share)][nearest(resemblance, COLUMNS - 1)];
            *cell = if *cell == ' ' { 'o' } else { '@' };
        }
    }
    cells.into_iter().map(|row| row.into_iter().collect()).collect()
}
