//! The columns left of a text: the sign of a moved passage, the numbers of those that begin in the row, and the bracket of
//! their block.
//!
//! ```text
//!      2┌      the block begins
//!       │
//!       ┊      nothing but a gap that joins two passages
//!      3├      its next passage begins
//!       └
//!  ⇄   4[      a block of one row; its passage moved
//!      5┏      the active passage
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::pipeline::document::pair::Passage;

use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;

use super::row::TextRow;

/// Draws the gutter of a row.
pub(crate) fn render(row: &TextRow<'_>, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let mut pen = Pen::at(buffer, area);
    let bracket_at = area.width.saturating_sub(2);
    let active = row.pair.active.map(|active| active as u32);
    let owner = row.lit.iter().find(|lit| Some(lit.passage) == active).or(row.lit.first());
    let Some(owner) = owner.map(|lit| lit.passage) else {
        if let Some(around) = around(row, active) {
            let is_active = Some(around) == active;
            let strength = if is_active { theme.strong } else { theme.line };
            pen.go(bracket_at).put(bracket(row, around, is_active), strength);
        } else if row.pair.blocks.is_gap(row.which, &row.range) {
            pen.go(bracket_at).put("┊", theme.line);
        }
        return;
    };
    let mut beginning: Vec<u32> = Vec::new();
    for lit in row.lit {
        if row.extent(lit.passage).0 == row.line && !beginning.contains(&lit.passage) {
            beginning.push(lit.passage);
        }
    }
    if let Some(place) = active.and_then(|active| beginning.iter().position(|one| *one == active)) {
        beginning.swap(0, place);
    }
    let passage = |index: u32| row.pair.view.passages.get(index as usize);
    let first = beginning.first().copied();
    let moved = first.and_then(passage).is_some_and(|one| one.moved);
    pen.put(if moved { "⇄" } else { " " }, theme.strong);
    let room = usize::from(area.width.saturating_sub(3));
    let ids: Vec<String> =
        beginning.iter().filter_map(|index| passage(*index)).map(Passage::id).collect();
    let mut number = ids.join(",");
    // Several numbers leave a column free after the sign before them.
    if number.len() > room || ids.len() > 1 && number.len() == room {
        number = ids.first().cloned().unwrap_or_default();
        if ids.len() > 1 && number.len() < room {
            number.push('+');
        }
    }
    let number_style = first.map_or(theme.line, |index| row.look(theme, index).counted);
    pen.skip((room - number.len().min(room)) as u16).put(&number, number_style);
    let is_active = Some(owner) == active;
    let strength = if is_active { theme.strong } else { theme.line };
    pen.go(bracket_at).put(bracket(row, owner, is_active), strength);
}

/// The passage that a row without tinted words is within: the active one, else the one before the row.
fn around(row: &TextRow<'_>, active: Option<u32>) -> Option<u32> {
    let lit = &row.pair.side(row.which).lit;
    let before = lit.partition_point(|lit| lit.span.end as usize <= row.range.start);
    let before = before.checked_sub(1).and_then(|index| lit.get(index)).map(|lit| lit.passage);
    let goes_on = |passage: &u32| {
        let (first, last) = row.extent(*passage);
        first < row.line && row.line < last
    };
    active.filter(goes_on).or(before.filter(goes_on))
}

/// The bracket of the block of a passage, heavy for the active passage.
fn bracket(row: &TextRow<'_>, owner: u32, heavy: bool) -> &'static str {
    let (from, to) = row.pair.blocks.ends(owner);
    let (first, last) = (row.extent(from).0, row.extent(to).1);
    let begins =
        row.lit.iter().any(|lit| lit.passage != from && row.extent(lit.passage).0 == row.line);
    match (row.line == first, row.line == last, heavy) {
        (true, true, _) => "[",
        (true, false, false) => "┌",
        (true, false, true) => "┏",
        (false, true, false) => "└",
        (false, true, true) => "┗",
        (false, false, false) if begins => "├",
        (false, false, true) if begins => "┣",
        (false, false, false) => "│",
        (false, false, true) => "┃",
    }
}
