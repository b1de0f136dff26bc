//! What the looks of words that are not counted mean, each in its own look.
//!
//! ```text
//!  not counted: stop word   left out by modulo 8   in two passages, counted for the longer
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::pipeline::dropped::Why;
use shingle::pipeline::params::Params;

use super::super::theme::{Theme, dropped};
use super::super::words::thousands;
use super::pen::Pen;

/// Draws the row.
pub(super) fn render(params: &Params, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let mut pen = Pen::at(buffer, area);
    pen.skip(1);
    let wide = area.width >= 90;
    if wide {
        pen.put("not counted: ", theme.quiet);
    }
    let plain = Style::new();
    pen.put("stop word", plain.add_modifier(dropped(Why::StopWord))).skip(2);
    if params.modulo > 1 {
        let modulo = thousands(u64::from(params.modulo));
        let text =
            if wide { format!("left out by modulo {modulo}") } else { format!("modulo {modulo}") };
        pen.put(&text, plain.add_modifier(dropped(Why::SampledOut))).skip(2);
    }
    let text = if wide { "in two passages, lit for the longer" } else { "in two passages" };
    pen.put(text, theme.tint(0, false).add_modifier(dropped(Why::Overlap)));
}
