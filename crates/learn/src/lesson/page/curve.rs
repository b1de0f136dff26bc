//! Minima as pictures: the running share of functions that agree, and the curves of megashingles and of bands.

use super::{column_of_share, flow::Flow};
use crate::lesson::numbers::format_share;
use crate::lesson::step::text_piece;
use crate::lesson::{FigureRow, Ink, Lesson};
use base::numbers::{choose_verb, format_count};
use shingle_core::shingle::expected::{
    probability_of_any_band, probability_of_any_supershingle, probability_of_supershingle,
};
use shingle_core::shingle::{
    deviation_of_minhash, minhash::FUNCTIONS, probability_of_near_duplicate,
};

/// Positions of the moving point, one per percent of resemblance.
pub const POSITIONS: usize = 101;
pub const FIRST: usize = 90;
/// Numbers of bands that 84 minima can make, the usual one first.
pub(super) const BANDS: [u32; 12] = [6, 4, 3, 2, 1, 84, 42, 28, 21, 14, 12, 7];
const WIDEST_CURVE: usize = 121;
const MARGIN: usize = 6;
const TABLE: [f64; 6] = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99];

pub(super) fn resemblance_at(position: usize) -> f64 {
    position.min(POSITIONS - 1) as f64 / (POSITIONS - 1) as f64
}

/// Draws the chance that a pair is found, by its resemblance.
pub(super) fn draw_curve(
    width: usize,
    rows: usize,
    (point, pair): (f64, f64),
    chance: impl Fn(f64) -> f64,
) -> Vec<FigureRow> {
    let columns = width.saturating_sub(MARGIN + 1).clamp(2, WIDEST_CURVE);
    let high = rows.saturating_sub(1).max(1);
    let height = |resemblance: f64| high - 1 - column_of_share(chance(resemblance), high);
    let mut drawn: Vec<FigureRow> = (0..high)
        .map(|row| {
            let label = match row {
                0 => "100% ",
                _ if row + 1 == high => "  0% ",
                _ => "     ",
            };
            // A single sign per column, or the point would leave a steep curve.
            let is_marked = |column| {
                [point, pair].iter().any(|share| column_of_share(*share, columns) == column)
            };
            let cell = |column: usize| {
                let here = column as f64 / (columns - 1) as f64;
                let is_at =
                    |share: f64| column_of_share(share, columns) == column && height(share) == row;
                match () {
                    () if is_at(point) => text_piece("○", Ink::Now),
                    () if is_at(pair) => text_piece("×", Ink::Shared),
                    () if height(here) == row && !is_marked(column) => text_piece("•", Ink::Strong),
                    () => text_piece(" ", Ink::Plain),
                }
            };
            let axis = text_piece(format!("{label}│"), Ink::Quiet);
            std::iter::once(axis).chain((0..columns).map(cell)).collect()
        })
        .collect();
    let half = columns / 2;
    let middle = if half >= 20 { "r, resemblance  50%" } else { "50%" };
    let rest = columns - half - 2;
    let axis = format!("{:MARGIN$}0%{middle:>half$}{:>rest$}", "", "100%");
    drawn.push(vec![text_piece(axis, Ink::Quiet)]);
    drawn
}

pub(super) fn describe_point(point: f64, pair: f64) -> [FigureRow; 2] {
    let chances = |resemblance: f64| {
        let likeliest = format_share(probability_of_any_supershingle(resemblance));
        if likeliest.starts_with("under") {
            return format!("one, any of six, found: {likeliest}");
        }
        let one = format_share(probability_of_supershingle(resemblance));
        let found = format_share(probability_of_near_duplicate(resemblance));
        format!("one {one}, any of six {likeliest}, found {found}")
    };
    [("○", "at r =", point, Ink::Now), ("×", "here r =", pair, Ink::Shared)].map(
        |(sign, what, resemblance, ink)| {
            vec![
                text_piece(sign, ink),
                text_piece(format!(" {what} {}: ", format_share(resemblance)), Ink::Strong),
                text_piece(chances(resemblance), Ink::Plain),
            ]
        },
    )
}

/// Draws the chance that some band agrees, for the split at `position`.
pub(super) fn write_bands(flow: &mut Flow, lesson: &Lesson, rows: usize, position: usize) {
    let bands = BANDS[position.min(BANDS.len() - 1)];
    let minima = FUNCTIONS / bands;
    let steep = (1.0 / f64::from(bands)).powf(1.0 / f64::from(minima));
    let pair = lesson.overlap().jaccard().to_f64();
    let chance = |resemblance| probability_of_any_band(bands, minima, resemblance);
    let noun = choose_verb(minima, "minimum", "minima");
    let title = format!("{} of {minima} {noun}", format_count(bands, "band"));
    flow.push_sentence(&title, Ink::Strong);
    flow.end_row();
    flow.push_rows(draw_curve(flow.width(), rows, (steep, pair), chance));
    for (sign, what, resemblance, ink) in
        [("○", "steep at r =", steep, Ink::Now), ("×", "here r =", pair, Ink::Shared)]
    {
        let [at, found] = [resemblance, chance(resemblance)].map(format_share);
        let sentence = text_piece(format!(" {what} {at}: some band agrees {found}"), Ink::Plain);
        flow.push_row(vec![text_piece(sign, ink), sentence]);
    }
}

pub(super) fn write_probability_table(flow: &mut Flow) {
    let head = "resemblance   one given supershingle   any of six   found (two of six)";
    flow.push_line(head, Ink::Quiet);
    for chance in TABLE {
        let one = probability_of_supershingle(chance);
        let any = probability_of_any_supershingle(chance);
        let found = probability_of_near_duplicate(chance);
        let [chance, one, any, found] = [chance, one, any, found].map(format_share);
        flow.push_line(format!("{chance:>11}   {one:>22}   {any:>10}   {found:>18}"), Ink::Plain);
    }
}

/// Draws the share of functions up to this one that agree, within two standard deviations around the resemblance.
pub(super) fn draw_running_share(lesson: &Lesson, function: usize, width: usize) -> FigureRow {
    let so_far = (0..=function).filter(|one| lesson.minima.agrees_on(*one)).count();
    let share = so_far as f64 / (function + 1) as f64;
    let truth = lesson.overlap().jaccard().to_f64();
    let off = 2.0 * deviation_of_minhash(truth, function + 1);
    let sentence = format!(" {so_far} of {}: {}", function + 1, format_share(share));
    let columns = width.saturating_sub(32).clamp(4, 42);
    let at = |share: f64| column_of_share(share, columns);
    let band = at(truth - off)..=at(truth + off);
    let cell = |column: usize| match () {
        () if column == at(share) => text_piece("●", Ink::Now),
        () if column == at(truth) => text_piece("│", Ink::Strong),
        () if band.contains(&column) => text_piece("░", Ink::Quiet),
        () => text_piece("─", Ink::Quiet),
    };
    let before = text_piece("0%", Ink::Quiet);
    let after = [text_piece("100%", Ink::Quiet), text_piece(sentence, Ink::Strong)];
    std::iter::once(before).chain((0..columns).map(cell)).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::describe_point;

    #[test]
    fn chances_too_small_to_tell_are_said_together() {
        let [likely, unlikely] = describe_point(0.9, 3.0 / 32.0)
            .map(|row| row.iter().map(|piece| piece.text.as_str()).collect::<String>());
        assert!(likely.ends_with("one 22.88%, any of six 78.96%, found 41.51%"), "{likely}");
        assert!(unlikely.ends_with("found: under 0.000001%"), "{unlikely}");
    }
}
