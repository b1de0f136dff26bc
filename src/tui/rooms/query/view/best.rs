//! The longest passage that the text shares with the selected match, below the matches.
//!
//! ```text
//! ── Longest of 3 passages: 9 words · in essays/harbour.md ────────────────────────────────────────────
//!  … the old ferry left at dawn and the crew said little about the storm
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::base::numbers::{counted, thousands};
use shingle::pipeline::document::pair::PairView;

use crate::tui::drawing::glyphs::{columns, elide};
use crate::tui::drawing::pen::{Pen, rule};
use crate::tui::drawing::theme::Theme;
use crate::tui::drawing::wrap::WrappedRows;
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::view::line::{TextPart, draw};
use crate::tui::rooms::query::model::YOUR_TEXT;
use crate::tui::screen::model::Model;

/// A row of a text takes at most this many bytes for each column.
const BYTES: usize = 8;

/// Draws it, or says why there is none.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let [title, text] = [Rect { height: area.height.min(1), ..area }, below(area)];
    let Some(name) = model.query.name.as_ref().filter(|_| area.height >= 2) else { return };
    let shown = model.shown.as_ref().filter(|shown| {
        shown.names.0.to_string() == YOUR_TEXT
            && shown.names.1 == *name
            && shown.text.as_deref() == Some(&model.query.text)
    });
    let open = shown.and_then(|_| model.open());
    let longest = open.and_then(|open| Some((open, longest(&open.view)?)));
    let said = match (open, longest) {
        (None, _) => "The longest passage …".into(),
        (Some(open), Some((_, index))) => {
            let words = open.view.passages.get(index).map_or(0, |passage| passage.words);
            match open.view.passages.len() {
                1 => format!("The passage: {}", counted(u64::from(words), "word")),
                many => format!(
                    "Longest of {} passages: {}",
                    thousands(many as u64),
                    counted(u64::from(words), "word")
                ),
            }
        }
        (Some(_), None) => "No shared passage".into(),
    };
    let room = title.width.saturating_sub(columns(&said) + 10);
    let heading = format!("{said} · in {}", elide(&name.to_string(), room));
    rule(buffer, title, (&heading, theme.quiet), ("", theme.quiet), theme.line);
    let mut pen =
        Pen::at(buffer, Rect { x: text.x + 1, width: text.width.saturating_sub(2), ..text });
    if let Some((open, index)) = longest {
        passage(open, index, text.height, theme, &mut pen);
    } else if open.is_some() {
        pen.paragraph("Enter opens it, where it has the words of your text.", theme.quiet);
    }
}

const fn below(area: Rect) -> Rect {
    let height = area.height.saturating_sub(1);
    Rect { y: area.y + area.height - height, height, ..area }
}

/// The passage with most words, the first of equals.
fn longest(view: &PairView) -> Option<usize> {
    let passages = view.passages.iter().enumerate();
    passages
        .max_by_key(|(index, one)| (one.words, std::cmp::Reverse(*index)))
        .map(|(index, _)| index)
}

/// As much of the passage as fits, as the document words it, with its other words tinted as in the open pair.
fn passage(open: &OpenPair, index: usize, rows: u16, theme: &Theme, pen: &mut Pen<'_>) {
    let Some(passage) = open.view.passages.get(index) else { return };
    let (side, width) = (&open.view.b, pen.room());
    let start = passage.b.start as usize;
    let most = start + usize::from(width) * usize::from(rows) * BYTES;
    let end =
        (start..=most.min(side.text.len())).rev().find(|end| side.text.is_char_boundary(*end));
    let Some(part) = end.and_then(|end| side.text.get(start..end)) else { return };
    let laid_out = WrappedRows::new(part, width);
    for row in 0..usize::from(rows) {
        let Some(range) = laid_out.range(row, part.len()) else { break };
        let range = start + range.start..start + range.end;
        let text = TextPart {
            text: &side.text,
            lit: &side.lit,
            changed: &side.changed,
            dropped: &side.dropped,
            reasons: false,
            cursor: None,
            found: &[],
            current: None,
            width,
            range: range.clone(),
        };
        draw(&text, |one| theme.text(&open.tints, one as usize, one as usize == index), theme, pen);
        pen.down();
    }
}
