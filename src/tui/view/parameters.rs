//! Draws the bar of parameters, each with its value and its key. The key is in brackets, or underlined if columns are
//! scarce. A sign precedes the chosen parameter, and its meaning is below the bar. A `!` follows a value with a
//! warning.
//!
//! ```text
//!  [w]idth 3→4  [t]hreshold 20%  language en  [=] +20
//! ```

use ratatui::layout::Rect;

use shingle::base::numbers::{format_count, thousands, verb};
use shingle::base::ratio::Ratio;
use shingle::compare::Above;
use shingle::pipeline::{Criteria, Histogram, Row, Snapshot};

use crate::tui::actions::Place;
use crate::tui::drawing::{Canvas, Pen, Theme, glyphs::columns};
use crate::tui::model::{HistogramScale, Model, Pinning, RankChange};
use crate::tui::parameters::bar::{self, BarCell, BarShows, ParameterBar, ValueState};
use crate::tui::parameters::values::{differences, meaning};
use crate::tui::words::score::counted_by;
use crate::tui::{model::effect::list_values, model::parameters::WORDS, words::shares::share};

/// Free columns before the words about the measure.
const GAP: u16 = 2;

pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let bar = ParameterBar::new(model.values(), area.width);
    let (mut pen, mut group) = (canvas.pen(area), "");
    for (row_number, row) in bar.rows.iter().enumerate() {
        let Some(first) = row.first() else { continue };
        let mut column = 1 + first.indent();
        if std::mem::replace(&mut group, first.group) != first.group {
            pen.skip(1).put(first.group, theme.quiet);
        }
        for cell in row {
            let chosen = model.values().chosen.map(BarShows::Parameter) == Some(cell.shows);
            // The column before the cell holds the sign of the chosen parameter.
            pen.move_to(column - 1);
            if chosen {
                pen.put("▸", theme.focused);
            }
            pen.move_to(column);
            column += cell.width() + bar::GAP;
            let [before, key, after] = cell.name;
            pen.put(before, theme.quiet);
            let is_inactive = cell.state == ValueState::Inactive;
            let key_style = if is_inactive { theme.quiet } else { theme.key };
            if cell.bracketed {
                pen.put("[", theme.quiet).put(key, key_style).put("]", theme.quiet);
            } else if !key.is_empty() {
                pen.put(key, key_style.underlined());
            }
            let style = match () {
                () if cell.shows == BarShows::More => theme.quiet,
                () if cell.state == ValueState::Pending => theme.pending,
                () if chosen => theme.selected,
                () if cell.state == ValueState::Inactive => theme.quiet,
                () => theme.strong,
            };
            pen.put(after, theme.quiet).skip(1).put(&cell.value, style);
            if cell.warned {
                pen.put("!", theme.alarm);
            }
        }
        if row_number + 1 == bar.rows.len() {
            measure(model, column, theme, &mut pen);
        }
        pen.move_down();
    }
    if let Some(chosen) = model.values().chosen {
        let is_inactive = |cell: &BarCell| cell.state == ValueState::Inactive;
        let has_dim = bar.rows.iter().flatten().any(is_inactive);
        let dim = if has_dim { " Dim values are inactive now." } else { "" };
        pen.skip(1).put_paragraph(&(meaning(chosen, &model.params) + dim), theme.quiet);
    }
}

/// Writes the meaning of the measure at the right end of a row, if it fits. The row is free from column `end` on.
fn measure(model: &Model, end: u16, theme: &Theme, pen: &mut Pen<'_>) {
    // The lesson has a step about measures. The histogram describes the measure below its bars.
    let histogram = model.areas.is_some_and(|areas| areas.strip.is_some());
    if model.values().chosen.is_some() || model.layers.has(Place::Lesson) || histogram {
        return;
    }
    let measure = model.current_params().measure;
    let text = format!("{measure}: {}", measure.words().gloss);
    let x = pen.width().saturating_sub(columns(&text) + 1);
    if x >= end + GAP {
        pen.move_to(x).put(&text, theme.quiet);
    }
}

// Draws the histogram of scores with a line at the threshold, and explains the line beside the bars.
//
//           │▂▂  ▂     ▂                              46 pairs reach 20%
//           │██▂▁█▁    █                          ▂   12 pairs below it
//  0%       │20%               50%             100%   pairs by score: how much of the smaller is in the larger

/// Label of scores without counted pairs: the comparison excluded those pairs before it had their scores.
const LABEL: &str = "not scored";
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

pub(crate) fn render_histogram(
    model: &Model,
    snapshot: &Snapshot,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let scale = HistogramScale::for_width(area.width);
    let histogram = &*snapshot.histogram;
    let least = snapshot.params.passage.filter(|_| histogram.longest > 0);
    let (threshold, label) = if let Some(least) = least {
        let least = model.params.passage.unwrap_or(least);
        let line = Ratio::new(least.into(), histogram.longest.into()).min(Ratio::ONE);
        (line, thousands(u64::from(least)))
    } else {
        let threshold = Criteria::of_pairs(&model.params).bar.threshold;
        (threshold, share(threshold, &model.params))
    };
    let drawn = DrawnHistogram {
        scale,
        line: scale.line_column(threshold),
        bars: bars(histogram, scale),
        first: histogram.first() as u16 / scale.step,
        ends: [0, 50, 100].map(|hundredth| (hundredth, histogram.value(hundredth.into()))),
    };
    // Without room beside the bars, the words are in a row below.
    let left = scale.bars() + 4;
    let is_narrow = area.width < left + WORDS;
    // A single row shows the bars.
    let rows = area.height.saturating_sub(1 + u16::from(is_narrow)).max(1);
    for row in 0..rows {
        let at = Rect { x: area.x + 1, y: area.y + row, height: 1, ..area };
        drawn.row(rows - 1 - row, rows, canvas, at);
    }
    drawn.uncounted(rows, canvas, area);
    let foot = Rect { y: area.y + rows, height: 1, ..area }.intersection(area);
    let from = share(histogram.joined_from, &snapshot.params);
    drawn.foot((&label, &from), canvas, foot);
    // The label in the bars already shows this fact.
    let facts = facts(snapshot, !drawn.is_labelled());
    if is_narrow {
        let below = Rect { y: foot.y + 1, height: 1, ..area }.intersection(area);
        let line = facts.join(" · ");
        stale(model, theme, canvas.pen(below).skip(1)).put(&line, theme.quiet);
    } else {
        let right = Rect { x: area.x + left, width: area.width - left, ..area };
        let mut pen = canvas.pen(right);
        stale(model, theme, &mut pen);
        for (place, fact) in facts.iter().enumerate() {
            let style = if place == 0 { theme.strong } else { theme.quiet };
            // The last row beside the bars holds the remaining facts that fit.
            if place == 0 || place < usize::from(rows) {
                pen.put(fact, style);
            } else if columns(fact) + 3 <= pen.free_width() {
                pen.put(" · ", theme.quiet).put(fact, style);
            }
            if place + 1 < usize::from(rows) {
                pen.move_down();
            }
        }
        let room = right.width.saturating_sub(1);
        let right = Rect { y: foot.y, height: foot.height, ..right };
        canvas.pen(right).put_truncated(&counted_by(&snapshot.params), room, theme.quiet);
    }
}

fn stale<'p, 'b>(model: &Model, theme: &Theme, pen: &'p mut Pen<'b>) -> &'p mut Pen<'b> {
    if model.is_stale() {
        pen.put("stale", theme.pending).skip(1);
    }
    pen
}

/// Returns the pairs of each bar. Pairs of exactly 100% are in the last bar.
fn bars(histogram: &Histogram, scale: HistogramScale) -> Vec<u64> {
    let mut bars = vec![0; usize::from(scale.bars())];
    for (hundredth, pairs) in histogram.counts.iter().enumerate().skip(histogram.first()) {
        let place = (hundredth / usize::from(scale.step)).min(bars.len() - 1);
        if let Some(bar) = bars.get_mut(place) {
            *bar += pairs;
        }
    }
    bars
}

struct DrawnHistogram {
    scale: HistogramScale,
    line: u16,
    bars: Vec<u64>,
    /// First column with counted pairs.
    first: u16,
    /// Labels of some hundredths.
    ends: [(u16, String); 3],
}

impl DrawnHistogram {
    fn row(&self, row: u16, rows: u16, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let most = self.bars.iter().copied().max().unwrap_or(0).max(1);
        let mut pen = canvas.pen(area);
        for (place, pairs) in self.bars.iter().enumerate() {
            let place = place as u16;
            if place == self.line {
                pen.put("│", theme.strong);
            }
            // In eighths of a row. A bar with any pair is at least one eighth high.
            let height = u128::from(*pairs) * u128::from(rows * 8) / u128::from(most);
            let height = (height as u16).max(u16::from(*pairs > 0));
            let eighths = usize::from(height.saturating_sub(row * 8).min(8));
            let style = if place < self.line { theme.quiet } else { theme.bar };
            pen.put(EIGHTHS[eighths], style);
        }
        if self.line == self.scale.bars() {
            pen.put("│", theme.strong);
        }
    }

    fn is_labelled(&self) -> bool {
        self.first.min(self.line) >= columns(LABEL)
    }

    fn uncounted(&self, rows: u16, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        if !self.is_labelled() {
            return;
        }
        let width = self.first.min(self.line);
        // The column before the bars stays free.
        let inner = Rect { x: area.x + 1, y: area.y + rows.saturating_sub(1), width, height: 1 };
        canvas.pen(inner.intersection(area)).put(LABEL, theme.quiet);
    }

    /// Draws the scale below the bars, the threshold below its line, and the start of counting.
    fn foot(&self, (label, from): (&str, &str), canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let end = self.scale.bars() + 2;
        let at = (1 + self.line).min(end.saturating_sub(columns(label)));
        let mut used = Vec::new();
        used.push(at.saturating_sub(1)..at + columns(label) + 1);
        // Start of counting, if it is below the threshold.
        let first = (1 + self.first, format!("└{from}"));
        let first = (0 < self.first && self.first < self.line).then_some(first);
        let marks = self.ends.iter().map(|(hundredth, text)| {
            (1 + hundredth / self.scale.step + u16::from(*hundredth > 0), text.clone())
        });
        for (column, text) in first.into_iter().chain(marks) {
            let column = column.min(end.saturating_sub(columns(&text)));
            let place = column..column + columns(&text);
            if used.iter().all(|one| place.end <= one.start || one.end <= place.start) {
                canvas.pen(area).move_to(column).put(&text, theme.quiet);
                used.push(place.start.saturating_sub(1)..place.end + 1);
            }
        }
        canvas.pen(area).move_to(at).put(label, theme.strong);
    }
}

/// Returns the number of pairs on either side of the line. With `from`, adds the score at which counting starts.
fn facts(snapshot: &Snapshot, from: bool) -> Vec<String> {
    let params = &snapshot.params;
    let histogram = &snapshot.histogram;
    let threshold = share(params.threshold, params);
    let pairs = snapshot.pairs_found;
    let passes = match (params.passage, params.above) {
        (Some(words), _) => format!("from {words} words"),
        (None, Above::Strictly) => format!("{} {threshold}", verb(pairs, "exceeds", "exceed")),
        (None, Above::AtLeast) => format!("{} {threshold}", verb(pairs, "reaches", "reach")),
    };
    let mut facts = vec![format!("{} {passes}", format_count(pairs, "pair"))];
    if params.passage.is_some() {
        return facts;
    }
    let below = histogram.from(0).saturating_sub(snapshot.pairs_found);
    if below > 0 {
        // These pairs may score enough by estimate, but an exact count excluded them.
        let side = if params.verifies() { "not listed" } else { "below it" };
        facts.push(format!("{} {side}", format_count(below, "pair")));
    }
    if from && histogram.first() > 0 {
        let from = share(histogram.joined_from, params);
        let until = if histogram.strictly { "up to" } else { "below" };
        facts.push(format!("scores {until} {from} {LABEL}"));
    }
    facts
}

// Draws the comparison with a pinned ranking: its name in the title, and the change of every row.
//
// ── 46 pairs · at least 25% … ──────────────────────────── * pinned: width 3, 58 pairs · row 2 of 46 ──
//  #  score            pinned
//  1   62% ██████      ▲3 +4%

pub(crate) fn heading((x, width): (u16, u16), canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    canvas.pen(area).move_to(x).put_cell("pinned", width, false, theme.quiet);
}

/// Returns the remark in the title, with the pinned values of changed parameters. Empty without a pinned ranking.
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
    let pairs = format_count(pinned.pairs_found, "pair");
    match parameters.len() {
        0 => format!("* pinned: {pairs} · "),
        1..=3 => format!("* pinned: {}, {pairs} · ", list_values(&parameters, &pinned.params)),
        many => format!("* pinned: {many} other parameters, {pairs} · "),
    }
}

pub(crate) fn cell(
    model: &Model,
    now: &Snapshot,
    (index, row): (usize, &Row),
    pen: &mut Pen<'_>,
    (x, width): (u16, u16),
    theme: &Theme,
) {
    // A row has a rank only among all documents.
    let pin = model.parameter_state.pin.pin().filter(|_| now.has_all_documents());
    let change = pin.and_then(|pin| pin.rank_change(now, index, row));
    let (rank, score) = change.map_or_else(Default::default, RankChange::list_text);
    let style = if change == Some(RankChange::New) { theme.marks[0] } else { theme.strong };
    pen.move_to(x).put_cell(&rank, width.min(6), false, style);
    if width > 6 {
        pen.put_cell(&score, width - 6, true, theme.quiet);
    }
}
