//! The curve of megashingles: how likely a pair is found, by its resemblance, with a point that moves along it.

use crate::lesson::numbers::percent_of;
use crate::lesson::step::{FigurePiece, FigureRow, Ink};
use crate::shingle::expected::{any_supershingle, near_duplicate, supershingle};

use super::cell_of;
use super::flow::Flow;

/// The positions of the moving point: one for each percent of resemblance.
pub const POSITIONS: usize = 101;
/// Where the point begins: 90 %.
pub const FIRST: usize = 90;
/// The fewest rows of the curve with the buckets above and the chances below it.
pub const ROWS: usize = 10;
/// The widest curve.
const WIDEST: usize = 61;
/// Columns for the chances at the left.
const MARGIN: usize = 6;
/// The resemblances of the table on paper.
const TABLE: [f64; 6] = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99];

/// The resemblance, 0 to 1, of a position.
pub(super) fn resemblance(position: usize) -> f64 {
    position.min(POSITIONS - 1) as f64 / (POSITIONS - 1) as f64
}

/// The curve in this many rows, the last of them the axis: the moving point `○`, this pair `×`.
pub(super) fn curve(width: usize, rows: usize, point: f64, pair: f64) -> Vec<FigureRow> {
    let columns = width.saturating_sub(MARGIN + 1).clamp(2, WIDEST);
    let high = rows.saturating_sub(1).max(1);
    let height = |resemblance: f64| high - 1 - cell_of(near_duplicate(resemblance), high);
    let mut drawn: Vec<FigureRow> = (0..high)
        .map(|row| {
            let label = match row {
                0 => "100% ",
                _ if row + 1 == high => "  0% ",
                _ => "     ",
            };
            // One sign in a column: the point would stand above or below the curve where that is steep.
            let is_marked =
                |column| [point, pair].iter().any(|share| cell_of(*share, columns) == column);
            let cell = |column: usize| {
                let here = column as f64 / (columns - 1) as f64;
                let is_at = |share: f64| cell_of(share, columns) == column && height(share) == row;
                match () {
                    () if is_at(point) => FigurePiece::own("○", Ink::Now),
                    () if is_at(pair) => FigurePiece::own("×", Ink::Shared),
                    () if height(here) == row && !is_marked(column) => {
                        FigurePiece::own("•", Ink::Strong)
                    }
                    () => FigurePiece::own(" ", Ink::Plain),
                }
            };
            let axis = FigurePiece::own(format!("{label}│"), Ink::Quiet);
            std::iter::once(axis).chain((0..columns).map(cell)).collect()
        })
        .collect();
    let half = columns / 2;
    let axis =
        format!("{:MARGIN$}0%{:>half$}{:>rest$}", "", "50%", "100%", rest = columns - half - 2);
    drawn.push(vec![FigurePiece::own(axis, Ink::Quiet)]);
    drawn
}

/// The chances at the moving point, and those of this pair.
pub(super) fn reading(point: f64, pair: f64) -> [FigureRow; 2] {
    let chances = |resemblance: f64| {
        let likeliest = percent_of(any_supershingle(resemblance));
        // The other two are smaller still.
        if likeliest.starts_with("under") {
            return format!("one given, any of six, found: {likeliest}");
        }
        format!(
            "one given {}, any of six {likeliest}, found {}",
            percent_of(supershingle(resemblance)),
            percent_of(near_duplicate(resemblance))
        )
    };
    [("○", "at r =", point, Ink::Now), ("×", "here r =", pair, Ink::Shared)].map(
        |(sign, what, resemblance, ink)| {
            vec![
                FigurePiece::own(sign, ink),
                FigurePiece::own(format!(" {what} {}: ", percent_of(resemblance)), Ink::Strong),
                FigurePiece::own(chances(resemblance), Ink::Plain),
            ]
        },
    )
}

/// The chances at some resemblances, for paper.
pub(super) fn table(flow: &mut Flow) {
    let head = "resemblance   one given supershingle   any of six   found (two of six)";
    flow.row(vec![FigurePiece::own(head, Ink::Quiet)]);
    for chance in TABLE {
        let line = format!(
            "{:>11}   {:>22}   {:>10}   {:>18}",
            percent_of(chance),
            percent_of(supershingle(chance)),
            percent_of(any_supershingle(chance)),
            percent_of(near_duplicate(chance))
        );
        flow.row(vec![FigurePiece::own(line, Ink::Plain)]);
    }
}

#[cfg(test)]
mod tests {
    use super::reading;

    #[test]
    fn chances_too_small_to_tell_are_written_as_in_the_sentences() {
        let said = reading(0.9, 3.0 / 32.0).map(|row| {
            row.iter().map(|piece| piece.text.clone()).collect::<Vec<String>>().concat()
        });
        assert_eq!(said[0], "○ at r = 90%: one given 22.88%, any of six 78.96%, found 41.51%");
        assert_eq!(said[1], "× here r = 9.38%: one given, any of six, found: under 0.000001%");
    }
}
