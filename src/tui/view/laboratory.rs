//! The laboratory: a page for each of its questions.
//!
//! ```text
//! ── Laboratory: which width? ───────────────────────────────── ←/→[widths] sketches  pairs  curve  … ──
//!  Take width 3: …
//!
//!   width       pairs   chance       gap  shingles  modulo
//! ▸     3         154     0.0%         –        62       1  set, recommended
//! ```

pub(crate) mod cells;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::numbers::{counted, thousands};
use shingle::lab::chance::SHUFFLES;
use shingle::lab::curve::Curve;
use shingle::lab::estimates::modulo_of;
use shingle::lab::study::Study;
use shingle::lab::widths::SAFE_SAMPLE;
use shingle::shingle::expected::near_duplicate;

use self::cells::{A_MILLION, AT_MOST, BY_CHANCE, MEDIAN, PHRASES, SHINGLES, cell, columns};
use crate::tui::drawing::glyphs::columns as columns_of;
use crate::tui::drawing::pen::{inset, rule};
use crate::tui::drawing::{Pen, Theme};
use crate::tui::layout::ListAreas;
use crate::tui::model::laboratory::MANY;
use crate::tui::model::{Focus, Lab, LabPage, LabTitle, Model};
use crate::tui::view::pairs::{bar, empty};
use crate::tui::words::shares::percent_exact;

/// Columns of the labels beside the curve.
const LABELS: u16 = 6;

/// Draws the page.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
    let lab = &model.lab;
    let has_keys = model.focus == Focus::List;
    let style = theme.heading(has_keys);
    let title = LabTitle::new(model, areas.title.width);
    let LabTitle { heading, remark, .. } = &title;
    rule(buffer, areas.title, (heading, style), (remark, theme.quiet), theme.line);
    let Some(study) = lab.study() else {
        let sentence = match (&lab.shown, &lab.step) {
            (Some(Err(reason)), _) => format!("The laboratory has no answer: {reason}."),
            _ => "Trying widths, sketches and thresholds on this folder … Esc ends it.".to_string(),
        };
        empty(buffer, areas.rows, &sentence, theme.quiet);
        return;
    };
    let mut pen = Pen::at(buffer, inset(areas.above));
    let says = lab.says(areas.rows.width);
    for said in &says {
        pen.paragraph(said, Style::new());
    }
    // The rows include an empty one behind the sentences.
    if model.rows_of(&says) > areas.above.height + 1 && areas.above.height > 0 {
        let inner = inset(areas.above);
        let end = Rect { y: inner.bottom() - 1, height: 1, ..inner };
        Pen::at(buffer, end).go(end.width.saturating_sub(2)).put(" …", theme.quiet);
    }
    if lab.page == LabPage::Curve {
        curve(&study.sketches.curve, theme, buffer, areas.columns.union(areas.rows));
        return;
    }
    let columns = columns(study, lab.page, areas.rows.width);
    let mut pen = Pen::at(buffer, areas.columns);
    pen.skip(2);
    for (name, width) in &columns {
        pen.put_cell(name, *width, true, theme.quiet).skip(2);
    }
    let room = pen.room();
    let heading = last(lab.page).iter().find(|heading| columns_of(heading) <= room);
    pen.put(heading.copied().unwrap_or_default(), theme.quiet);
    if lab.lines() == 0 {
        empty(buffer, areas.rows, "No pair reaches the threshold.", theme.quiet);
    }
    for place in 0..areas.rows.height {
        let index = lab.cursor.top + usize::from(place);
        if index >= lab.lines() {
            break;
        }
        let area = Rect { y: areas.rows.y + place, height: 1, ..areas.rows };
        let selected = index == lab.cursor.selected;
        let mut pen = Pen::at(buffer, area);
        pen.put(if selected { "▸ " } else { "  " }, theme.strong);
        line(study, lab, index, &columns, theme, &mut pen);
        if selected {
            pen.select_row(theme.selection(has_keys));
        }
    }
}

/// The heading of the rest of a line, the longest form first.
const fn last(page: LabPage) -> &'static [&'static str] {
    match page {
        LabPage::Widths | LabPage::Sketches | LabPage::Curve | LabPage::Variants => &[],
        LabPage::Pairs | LabPage::Border => &["documents"],
        LabPage::Thresholds => &["scores up to the next (logarithmic)", "scores (log)", "scores"],
    }
}

fn line(
    study: &Study,
    lab: &Lab,
    index: usize,
    columns: &[(String, u16)],
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    for (at, (column, width)) in columns.iter().enumerate() {
        let text = cell(study, lab.page, index, column);
        let style = if at == 0 { theme.strong } else { Style::new() };
        pen.put_cell(&text, *width, true, style).skip(2);
    }
    let room = pen.room();
    match lab.page {
        LabPage::Widths => {
            let row = study.widths.rows.get(index).map(|row| row.width);
            let (is_set, recommended) =
                (row == Some(study.params.width), row == study.widths.recommended);
            let notes: &[&str] = match (is_set, recommended) {
                (true, true) => &["set, recommended", "recommended"],
                (true, false) => &["set"],
                (false, true) => &["recommended"],
                (false, false) => &[],
            };
            let note = notes.iter().find(|note| columns_of(note) <= room);
            pen.put(note.copied().unwrap_or_default(), theme.key);
        }
        LabPage::Pairs | LabPage::Border => {
            if let Some((a, b)) = lab.pair_at(index) {
                let half = room.saturating_sub(3) / 2;
                pen.put_elided(&a.to_string(), half, Style::new()).put(" ↔ ", theme.quiet);
                pen.put_elided(&b.to_string(), half, Style::new());
            }
        }
        LabPage::Thresholds => {
            let mark = if lab.line_set() == Some(index) { " set" } else { "" };
            bar(pen, study.thresholds.bar(index), room.saturating_sub(5).min(40), theme);
            pen.put(mark, theme.key);
        }
        LabPage::Sketches => {
            pen.put(if lab.line_set() == Some(index) { "set" } else { "" }, theme.key);
        }
        LabPage::Curve | LabPage::Variants => {}
    }
}

/// Draws the curve, as far as there is room, with the folder's own pairs on it.
fn curve(curve: &Curve, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if area.width < LABELS + 10 || area.height < 4 {
        return;
    }
    let (columns, rows) = ((area.width - LABELS - 1).min(101), area.height - 1);
    let row_of = |share: f64| {
        let below = (0..rows - 1).find(|row| share * f64::from(rows - 1) <= f64::from(*row) + 0.5);
        rows - 1 - below.unwrap_or(rows - 1)
    };
    let column_of = |share: f64| {
        let reaches = |column: &u16| share * f64::from(columns - 1) <= f64::from(*column) + 0.5;
        (0..columns - 1).find(reaches).unwrap_or(columns - 1)
    };
    let mut put = |column: u16, row: u16, text: &str, style: Style| {
        let at =
            Rect { x: area.x + column, y: area.y + row, width: area.width - column, height: 1 };
        Pen::at(buffer, at).put(text, style);
    };
    for (row, label) in [(0, "100%"), ((rows - 1) / 2, " 50%"), (rows - 1, "  0%")] {
        put(1, row, label, theme.quiet);
    }
    for (column, label) in [(0, "0%"), (columns / 2, "50%"), (columns.saturating_sub(4), "100%")] {
        put(LABELS + column, rows, label, theme.quiet);
    }
    for column in 0..columns {
        let share = near_duplicate(f64::from(column) / f64::from(columns - 1));
        put(LABELS + column, row_of(share), "·", theme.quiet);
    }
    for point in curve.points {
        if let Some((resemblance, share)) = point.resemblance().zip(point.share()) {
            let dot = if point.pairs >= MANY { "●" } else { "○" };
            put(LABELS + column_of(resemblance), row_of(share), dot, theme.key);
        }
    }
}

// The sentences above a page of the laboratory.

impl Lab {
    /// The paragraphs above the page, on a screen of this width. They explain the columns that it has there.
    pub(crate) fn says(&self, width: u16) -> Vec<String> {
        let Some(study) = self.study() else { return Vec::new() };
        let measure = study.params.measure;
        let columns = columns(study, self.page, width);
        let has = |name: &str| columns.iter().any(|(column, _)| column == name);
        match self.page {
            LabPage::Widths => {
                let mut said = vec![study.widths.reason.clone()];
                said.extend(study.widths.warning.clone());
                said.extend(starved(study));
                let chance = if has(BY_CHANCE) {
                    format!(
                        "By chance: pairs with the words of every text shuffled, {SHUFFLES} times, mean and range; chance: \
                         their share. "
                    )
                } else {
                    format!(
                        "Chance: the share of the pairs that there are with the words of every text shuffled, {SHUFFLES} \
                         times. "
                    )
                };
                let phrases =
                    if has(PHRASES) { "Phrases: with all sentences dealt out anew. " } else { "" };
                let lengths = match (has(SHINGLES), has(MEDIAN)) {
                    (false, _) => "",
                    (true, false) => "Shingles: nine documents in ten have at least so many. ",
                    (true, true) => {
                        "Shingles: nine documents in ten have at least so many; median: half of them. "
                    }
                };
                said.push(format!("{chance}{phrases}{lengths}Enter takes a width."));
                said
            }
            LabPage::Sketches => vec![
                study.sketches.reason(),
                format!(
                    "{} of distinct texts by {measure} at {}, {} by jaccard, which all but modulo estimate. {}Enter takes a \
                     sketch.",
                    counted(study.sketches.listed, "pair"),
                    percent_exact(study.params.threshold),
                    thousands(study.sketches.alike),
                    if has(A_MILLION) {
                        "A million: the memory for a million such documents. "
                    } else {
                        ""
                    },
                ),
            ],
            LabPage::Pairs => vec![format!(
                "Each pair by {measure}, by modulo {}, by 84 minima (jaccard, ± one standard deviation); found: two of six \
                 supershingles agree. Enter opens a pair.",
                modulo_of(&study.params)
            )],
            LabPage::Curve => vec![format!(
                "The share of pairs in which two of six supershingles agree, by their jaccard: · by formula, ● the folder's \
                     own, ○ where they are fewer than {MANY}."
            )],
            LabPage::Thresholds => {
                vec![format!("{} Enter takes a threshold.", study.thresholds.reason())]
            }
            LabPage::Border => vec![format!(
                "The pairs nearest to {}, on both sides: they tell whether the threshold should be higher or lower. Enter opens a \
                 pair.",
                percent_exact(study.border.threshold)
            )],
            LabPage::Variants => vec![format!(
                "The pairs with other stop words, stems or boilerplate, beside those with what is set. Moved: how far the scores of \
                 the pairs with what is set move, in percentage points, in the mean{}.",
                if has(AT_MOST) { "; at most: the farthest" } else { "" }
            )],
        }
    }
}

/// A warning if the current modulo keeps too few shingles.
fn starved(study: &Study) -> Option<String> {
    let modulo = study.params.modulo;
    let short = study.sketches.modulo(modulo)?.short;
    (short > 0).then(|| {
        format!(
            "! Modulo {modulo} leaves fewer than {SAFE_SAMPLE} shingles in {} of {} (n/{SAFE_SAMPLE} is exceeded).",
            thousands(short),
            counted(study.documents as u64, "document")
        )
    })
}
