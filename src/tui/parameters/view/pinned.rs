//! What the list shows of a pinned ranking: which one it is, and how every row moved against it.
//!
//! ```text
//! ── 46 pairs · at least 25% … ──────────────────────────── * pinned: width 3, 58 pairs · row 2 of 46 ──
//!  #  score            pinned
//!  1   62% ██████      ▲3 +4%
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::base::numbers::counted;
use shingle::pipeline::ranking::row::Row;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;
use crate::tui::parameters::effect::change::listed;
use crate::tui::parameters::pin::{Pinning, RankChange};
use crate::tui::parameters::table::differences;
use crate::tui::screen::model::Model;

/// The heading of the column.
pub(crate) fn heading((x, width): (u16, u16), theme: &Theme, buffer: &mut Buffer, area: Rect) {
    Pen::at(buffer, area).go(x).put_cell("pinned", width, false, theme.quiet);
}

/// The mark in the title, with those parameters of the pinned ranking that have changed since. Empty if none is pinned.
pub(crate) fn remark(model: &Model, now: &Snapshot, width: u16) -> String {
    let pin = match &model.parameter_state.pin {
        Pinning::Off => return String::new(),
        Pinning::Awaited(_) => return "* pinning … · ".into(),
        Pinning::On(pin) => pin,
    };
    match width {
        0..60 => return "* ".into(),
        60..72 => return "* pinned · ".into(),
        _ => {}
    }
    let pinned = &pin.snapshot;
    let parameters = differences(&pinned.params, &now.params);
    let pairs = counted(pinned.pairs_found, "pair");
    match parameters.len() {
        0 => format!("* pinned: {pairs} · "),
        1..=3 => format!("* pinned: {}, {pairs} · ", listed(&parameters, &pinned.params)),
        many => format!("* pinned: {many} other parameters, {pairs} · "),
    }
}

/// Draws how a row changed.
pub(crate) fn cell(
    model: &Model,
    now: &Snapshot,
    (index, row): (usize, &Row),
    pen: &mut Pen<'_>,
    (x, width): (u16, u16),
    theme: &Theme,
) {
    // Among some documents a row has no rank.
    let pin = model.parameter_state.pin.pin().filter(|_| now.has_all_documents());
    let change = pin.and_then(|pin| pin.change(now, index, row));
    let (rank, score) = change.map_or_else(Default::default, RankChange::words);
    let style = if change == Some(RankChange::New) { theme.marks[0] } else { theme.strong };
    pen.go(x).put_cell(&rank, width.min(6), false, style);
    if width > 6 {
        pen.put_cell(&score, width - 6, true, theme.quiet);
    }
}
