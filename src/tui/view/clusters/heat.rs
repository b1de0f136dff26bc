//! A cluster as a heat map: how all its texts resemble each other. Each cell has a sign that is readable without colour,
//! and a number if there is room; in less room a number alone.
//!
//! ```text
//!                        1   2   3
//! 1 essays/harbour.md  ╲   █ 87  · 12
//! 2 essays/pier.md    █ 87 ╲    ▒ 44
//!   · below 20%  ░ from 20%  ▒ from 40%  ▓ from 60%  █ from 80%
//! ```

use ratatui::style::{Modifier, Style};
use ratatui::{buffer::Buffer, layout::Rect};

use shingle::base::{ratio::Ratio, visible::visible};
use shingle::compare::Above;
use shingle::pipeline::results::clusters::{FULL, HeatCell};
use shingle::pipeline::{Cluster, Clusters, Params};

use crate::tui::drawing::glyphs::{columns, elide_apart, elide_path};
use crate::tui::drawing::{Pen, Theme};
use crate::tui::model::clusters::{NUMBER_ALONE, SIGN_AND_NUMBER};
use crate::tui::model::{Map, Tree};
use crate::tui::{layout::TitledList, view::pairs::empty, words::shares::percent_exact};

/// Signs for equal steps from the threshold to a score of 1.
const SIGNS: [&str; 4] = ["░", "▒", "▓", "█"];
/// What the numbers in the cells are.
const NUMBER: &str = "score in %";
/// Above cells without room for all their numbers, every so many have one.
const EVERY: usize = 5;
/// For a score below the threshold.
const BELOW: &str = "·";
/// For a text and itself.
const SELF: &str = "╲";

/// The score of a cell, as far as it is kept. Sketches have only few scores; if it is one of them, it is exact.
pub(crate) fn share(cell: HeatCell, params: &Params) -> Ratio {
    let (score, full) = (u64::from(cell.score), u64::from(FULL));
    let keys = |size: u64| ((score * size).div_ceil(full), size);
    let of_sketch = params.sketch().size().map(|size| keys(size.into()));
    // Kept scores are rounded down.
    let (some, all) =
        of_sketch.filter(|(some, all)| some * full / all == score).unwrap_or((score, full));
    Ratio::new(some, all)
}

/// Draws the map, its numbers and names, and the legend.
pub(crate) fn render(
    tree: &Tree,
    cluster: &Cluster,
    clusters: &Clusters,
    theme: &Theme,
    buffer: &mut Buffer,
    part: &TitledList,
) {
    let area = part.columns.union(part.rows);
    let Some(map) = tree.map(part.rows) else {
        empty(buffer, area, "There is no room for a heat map here.", theme.quiet);
        return;
    };
    numbers(&map, tree, theme, buffer, part.rows);
    // What the numbers in the cells are; those at the edges number the texts.
    let corner = Rect { width: map.cells.x - part.rows.x, height: 1, ..part.rows };
    let has_numbers = map.cell >= NUMBER_ALONE;
    let is_told = has_numbers && columns(NUMBER) + 2 <= corner.width;
    if is_told {
        Pen::at(buffer, corner).put(NUMBER, theme.quiet);
    }
    for (row, text) in map.rows().enumerate() {
        let line = Rect { y: map.cells.y + row as u16, height: 1, ..part.rows };
        named(&map, tree, text, theme, buffer, line);
        for (column, other) in map.columns().enumerate() {
            let x = map.cells.x + column as u16 * map.cell;
            let place = Rect { x, width: map.cell, ..line };
            let is_aim = tree.cross == (text, other);
            let cell = cluster.heat.as_ref().and_then(|heat| heat.at(text, other));
            let (text, style) = cell.map_or_else(
                || (itself(map.cell), theme.line),
                |cell| cell_text(cell, clusters, map.cell, theme),
            );
            let mut pen = Pen::at(buffer, place);
            pen.put(&text, style);
            if is_aim {
                pen.row_style(theme.selected);
            }
        }
    }
    // Right below the map, with a blank row between them if there is one.
    let y = (map.cells.bottom() + 1).min(part.rows.bottom() - 1);
    let below = Rect { y, height: 1, ..part.rows };
    legend(clusters, (map.cell, has_numbers && !is_told), theme, buffer, below);
}

/// A text and itself, in a cell of this many columns.
fn itself(width: u16) -> String {
    if width == NUMBER_ALONE { format!("{SELF:>4}") } else { SELF.to_string() }
}

/// A cell in this many columns: its sign, and its score if there is room.
fn cell_text(cell: HeatCell, clusters: &Clusters, width: u16, theme: &Theme) -> (String, Style) {
    let level = level(cell, clusters.params.threshold);
    let (sign, style) = match level {
        None if cell.score == 0 => (" ", theme.quiet),
        None => (BELOW, theme.quiet),
        Some(level) => {
            let strong = if level >= 2 { Modifier::BOLD } else { Modifier::empty() };
            (SIGNS[level.min(SIGNS.len() - 1)], theme.bar.add_modifier(strong))
        }
    };
    let text = match width {
        SIGN_AND_NUMBER.. if cell.score == 0 => format!("{BELOW}  0"),
        NUMBER_ALONE.. => {
            let score = (cell.score + 50) / 100;
            // An estimate of 100 % leaves no room for the sign.
            let estimate = if clusters.params.estimates() && score < 100 { "≈" } else { "" };
            let sign = if width >= SIGN_AND_NUMBER { sign } else { " " };
            format!("{sign}{:>3}", format!("{estimate}{score}"))
        }
        width => sign.repeat(usize::from(width)),
    };
    (text, style)
}

/// The step between threshold and 1 that a score is on. `None` below the threshold.
fn level(cell: HeatCell, threshold: Ratio) -> Option<usize> {
    let (num, den) = threshold.parts();
    let (num, den, full) = (u128::from(num), u128::from(den), u128::from(FULL));
    // How far above the threshold it is, out of how far it could be.
    let above = (u128::from(cell.score) * den).saturating_sub(num * full);
    let step = (above * SIGNS.len() as u128).checked_div((den - num) * full);
    let last = SIGNS.len() - 1;
    cell.passes.then(|| step.map_or(last, |step| (step as usize).min(last)))
}

/// The numbers above the columns, as far as they fit.
fn numbers(map: &Map, tree: &Tree, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let aim = tree.cross.1;
    let place = |text: usize| {
        let column = text.saturating_sub(map.columns().start) as u16;
        let width = (text + 1).to_string().len() as u16;
        // Above the last column of a sign, or of a sign and a number.
        let end = map.cells.x + column * map.cell + map.cell.min(4);
        Rect { x: end.saturating_sub(width).max(area.x), y: area.y, width, height: 1 }
    };
    let strong = place(aim);
    Pen::at(buffer, strong).put(&(aim + 1).to_string(), theme.strong);
    // With a blank between them, all have numbers or every fifth, as on an axis.
    let all = map.digits < map.cell;
    let has_name =
        |text: &usize| *text != aim && (all || *text == 0 || (text + 1).is_multiple_of(EVERY));
    for text in map.columns().filter(has_name) {
        let place = place(text);
        if place.right() < strong.x || place.x > strong.right() {
            Pen::at(buffer, place).put(&(text + 1).to_string(), theme.quiet);
        }
    }
}

/// The number and the name before a row.
fn named(map: &Map, tree: &Tree, text: usize, theme: &Theme, buffer: &mut Buffer, line: Rect) {
    let is_aim = tree.cross.0 == text;
    let style = if is_aim { theme.strong } else { theme.quiet };
    let mut pen = Pen::at(buffer, line);
    pen.put_cell(&(text + 1).to_string(), map.digits, true, style).skip(1);
    // Without room folders go first. If files have one name, what it has in common with the row above tells nothing.
    let neighbour = if text > 0 { text - 1 } else { 1 };
    if map.names > 0
        && let Some((name, other)) = tree.names((text, neighbour))
    {
        let (name, other) = (name.to_string(), other.to_string());
        let (name, other) = (visible(&name), visible(&other));
        let label = if name.rsplit('/').next() == other.rsplit('/').next() {
            elide_apart((&name, &other), (map.names, map.names)).0
        } else {
            elide_path(&name, map.names)
        };
        pen.put(&label, style);
    }
}

/// The meaning of the signs in cells of this many columns, and of the numbers if that is said nowhere else.
fn legend(
    clusters: &Clusters,
    (cell, numbers): (u16, bool),
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let threshold = clusters.params.threshold;
    let (from, steps) = (threshold.to_f64(), SIGNS.len() as f64);
    let below = match clusters.params.above {
        Above::AtLeast => "below",
        Above::Strictly => "up to",
    };
    let mut pen = Pen::at(buffer, area);
    if clusters.params.estimates() {
        pen.put("≈ estimates  ", theme.quiet);
    }
    let is_number = cell == NUMBER_ALONE;
    let sign = if is_number { "faint:" } else { BELOW };
    pen.put(&format!("{sign} {below} {}", percent_exact(threshold)), theme.quiet);
    for (step, sign) in SIGNS.iter().enumerate().filter(|_| !is_number) {
        let share = ((from + (1.0 - from) * step as f64 / steps) * 100.0).round();
        let text = format!("{share}%");
        if pen.room() < text.len() as u16 + 4 {
            break;
        }
        let strong = if step >= 2 { Modifier::BOLD } else { Modifier::empty() };
        pen.skip(2).put(sign, theme.bar.add_modifier(strong)).skip(1).put(&text, theme.quiet);
    }
    if numbers && columns(NUMBER) + 2 <= pen.room() {
        pen.skip(2).put(NUMBER, theme.quiet);
    }
}
