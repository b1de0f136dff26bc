//! Draws the model. It only reads.

mod ascii;
mod clusters;
mod documents;
mod dots;
mod explain;
mod footer;
mod gutter;
mod header;
mod heat;
mod help;
mod lab;
mod legend;
mod lesson;
mod line;
mod list;
mod minimap;
mod pair;
mod palette;
mod pane;
mod params;
mod passages;
mod pen;
mod pinned;
mod problems;
mod projector;
mod query;
mod row;
mod sandbox;
mod status;
mod strip;
mod table;

use ratatui::Frame;
use ratatui::buffer::Buffer;

use super::layout::{Areas, SMALLEST};
use super::model::focus::Overlay;
use super::model::pane::Which;
use super::model::prompt::Prompt;
use super::model::rooms::Room;
use super::model::state::Model;
use super::theme::Theme;
use pen::Pen;

/// Draws everything.
pub(crate) fn view(model: &Model, theme: &Theme, frame: &mut Frame<'_>) {
    let buffer = frame.buffer_mut();
    let strong = model.projector.as_ref().map(|_| theme.projected());
    draw(model, strong.as_ref().unwrap_or(theme), buffer);
    ascii::finish(buffer, model.look.ascii);
}

fn draw(model: &Model, theme: &Theme, buffer: &mut Buffer) {
    let Some(areas) = model.areas() else {
        let (width, height) = SMALLEST;
        let sentence = format!("Please enlarge: {width}x{height} needed.");
        Pen::at(buffer, buffer.area).paragraph(&sentence, theme.strong);
        return;
    };
    match (&model.lesson, &model.sandbox) {
        (Some(classroom), _) => lesson::header(classroom, theme, buffer, areas.header),
        (None, Some(sandbox)) => sandbox::header(sandbox, theme, buffer, areas.header),
        (None, None) => header::render(model, theme, buffer, areas.header),
    }
    params::render(model, theme, buffer, areas.params);
    let filter = model.prompt.as_ref().map_or("", Prompt::text);
    match model.overlay {
        Some(Overlay::Help) => help::render(model.help, filter, theme, buffer, areas.body),
        None | Some(Overlay::Palette | Overlay::Passages) => {
            match (&model.lesson, &model.sandbox) {
                (Some(classroom), _) => lesson::render(classroom, theme, buffer, areas.body),
                (None, Some(sandbox)) => sandbox::render(model, sandbox, theme, buffer, areas.body),
                (None, None) => desk(model, &areas, theme, buffer),
            }
        }
    }
    if model.overlay == Some(Overlay::Palette) {
        palette::render(&model.palette, theme, buffer, areas.body);
    }
    let is_seen = matches!(model.overlay, None | Some(Overlay::Passages)) && !model.is_covered();
    if let Some(explain) = model.explain.as_ref().filter(|_| is_seen) {
        explain::render(model, explain, theme, buffer, areas.panel);
    }
    projector::render(model, theme, buffer, areas.band);
    footer::render(model, theme, buffer, areas.footer);
}

/// The histogram, the list that one is in, and the pair: as texts, or as a plot with texts.
fn desk(model: &Model, areas: &Areas, theme: &Theme, buffer: &mut Buffer) {
    if let (Some(strip), Some(snapshot)) = (areas.strip, &model.snapshot) {
        strip::render(model, snapshot, theme, buffer, strip);
    }
    if let Some(list) = areas.list {
        match model.rooms.here() {
            Room::Pairs | Room::Resembling => list::render(model, theme, buffer, &list),
            Room::Documents => documents::render(model, theme, buffer, &list),
            Room::Clusters => clusters::render(model, theme, buffer, &list),
            Room::Query => query::render(model, theme, buffer, &list),
            Room::Problems => problems::render(model, theme, buffer, &list),
            Room::Lab => lab::render(model, theme, buffer, &list),
        }
    }
    let (Some(pair), Some(shown)) = (areas.pair, &model.shown) else { return };
    if let (Some(plot), Some(dots)) = (areas.dots, &model.dots) {
        dots::render(model, dots, shown, theme, buffer, &plot);
        if !plot.texts {
            return;
        }
    } else {
        pair::render(model, shown, theme, buffer, &pair);
    }
    let Some(open) = model.open() else { return };
    for (which, area) in [(Which::A, pair.a), (Which::B, pair.b)] {
        if let Some(area) = area {
            pane::render(model, open, which, theme, buffer, &area);
        }
    }
}
