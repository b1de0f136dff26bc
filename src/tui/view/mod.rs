//! Draws the model. It only reads.

mod footer;
mod gutter;
mod header;
mod help;
mod legend;
mod line;
mod list;
mod minimap;
mod pair;
mod pane;
mod params;
mod passages;
mod pen;
mod pinned;
mod problems;
mod row;
mod status;
mod strip;

use ratatui::Frame;

use super::layout::SMALLEST;
use super::model::pane::Which;
use super::model::prompt::Prompt;
use super::model::state::{Model, Overlay};
use super::theme::Theme;
use pen::Pen;

/// Draws everything.
pub(crate) fn view(model: &Model, theme: &Theme, frame: &mut Frame<'_>) {
    let buffer = frame.buffer_mut();
    let Some(areas) = model.areas() else {
        let (width, height) = SMALLEST;
        let sentence = format!("Please enlarge: {width}x{height} needed.");
        Pen::at(buffer, buffer.area).paragraph(&sentence, theme.strong);
        return;
    };
    header::render(model, theme, buffer, areas.header);
    params::render(model, theme, buffer, areas.params);
    let filter = model.prompt.as_ref().map_or("", Prompt::text);
    match model.overlay {
        Some(Overlay::Help(top)) => help::render(filter, top, theme, buffer, areas.body),
        Some(Overlay::Problems(top)) => problems::render(model, top, theme, buffer, areas.body),
        None | Some(Overlay::Passages) => {
            if let (Some(strip), Some(snapshot)) = (areas.strip, &model.snapshot) {
                strip::render(model, snapshot, theme, buffer, strip);
            }
            if let Some(list) = areas.list {
                list::render(model, theme, buffer, &list);
            }
            if let (Some(pair), Some(shown)) = (areas.pair, &model.shown) {
                pair::render(model, shown, theme, buffer, &pair);
                if let Some(open) = model.open() {
                    for (which, area) in [(Which::A, pair.a), (Which::B, pair.b)] {
                        if let Some(area) = area {
                            pane::render(model, open, which, theme, buffer, &area);
                        }
                    }
                }
            }
        }
    }
    footer::render(model, theme, buffer, areas.footer);
}
