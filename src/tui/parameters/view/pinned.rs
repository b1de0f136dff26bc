//! What the list says of a ranking that is pinned: which one it is, and how every row moved against it.
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

/// The mark in the title, with the parameters of the pinned ranking that are others now; empty when none is pinned.
pub(crate) fn remark(model: &Model, now: &Snapshot, width: u16) -> String {
    let pin = match &model.tune.pin {
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
    let dials = differences(&pinned.params, &now.params);
    let pairs = counted(pinned.pairs_found, "pair");
    match dials.len() {
        0 => format!("* pinned: {pairs} · "),
        1..=3 => format!("* pinned: {}, {pairs} · ", listed(&dials, &pinned.params)),
        many => format!("* pinned: {many} other parameters, {pairs} · "),
    }
}

/// What became of a row.
pub(crate) fn cell(
    model: &Model,
    now: &Snapshot,
    (index, row): (usize, &Row),
    pen: &mut Pen<'_>,
    (x, width): (u16, u16),
    theme: &Theme,
) {
    let change = model.tune.pin.pin().and_then(|pin| pin.change(now, index, row));
    let (rank, score) = change.map_or_else(Default::default, RankChange::words);
    let style = if change == Some(RankChange::New) { theme.marks[0] } else { theme.strong };
    pen.go(x).put_cell(&rank, width.min(6), false, style);
    if width > 6 {
        pen.put_cell(&score, width - 6, true, theme.quiet);
    }
}
