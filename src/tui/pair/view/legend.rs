//! The legend of words that are not counted, each in its own look.
//!
//! ```text
//!  stop word: not counted   modulo 8: left out   shared by two passages: tinted as the longer
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::numbers::thousands;
use shingle::pipeline::document::dropped::Why;
use shingle::pipeline::parameters::Params;
use shingle::text::pos::PosRemoval;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::{Theme, dropped};

/// Draws the row.
pub(crate) fn render(params: &Params, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let mut pen = Pen::at(buffer, area);
    pen.skip(1);
    let plain = Style::new();
    let mut parts = vec![("stop word".to_string(), ": not counted", plain, Why::StopWord)];
    if params.pos_removal == PosRemoval::On {
        parts.push(("part of speech".into(), ": left out", plain, Why::PartOfSpeech));
    }
    if params.modulo > 1 {
        let name = format!("modulo {}", thousands(u64::from(params.modulo)));
        parts.push((name, ": left out", plain, Why::SampledOut));
    }
    if params.common.is_some() && params.leaves_out() {
        parts.push(("common".into(), ": left out", plain, Why::Common));
    }
    if !params.template.is_empty() && params.leaves_out() {
        parts.push(("template".into(), ": left out", plain, Why::Template));
    }
    if !params.phrases.is_empty() && params.leaves_out() {
        parts.push(("phrase".into(), ": left out", plain, Why::Phrase));
    }
    let both = if area.width >= 60 { "shared by two passages" } else { "in two passages" };
    parts.push((both.into(), ": tinted as the longer", theme.tint(0, false), Why::Overlap));
    // The meanings are written out if all of them fit.
    let width = |entries: usize| {
        let entries = parts.iter().take(entries).map(|part| columns(part.1));
        let names = parts.iter().map(|part| columns(&part.0) + 2);
        names.chain(entries).sum::<u16>()
    };
    let entries =
        (0..=parts.len()).rev().find(|entries| width(*entries) <= pen.room()).unwrap_or(0);
    for (index, (name, meaning, style, why)) in parts.iter().enumerate() {
        pen.put(name, style.add_modifier(dropped(*why)));
        if index < entries {
            pen.put(meaning, theme.quiet);
        }
        pen.skip(2);
    }
}
