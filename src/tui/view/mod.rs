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

use super::layout::SMALLEST;
use super::model::pane::Which;
use super::model::prompt::Prompt;
use super::model::rooms::Room;
use super::model::state::{Model, Overlay};
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
        _ if model.lesson.is_some() => {
            if let Some(classroom) = &model.lesson {
                lesson::render(classroom, theme, buffer, areas.body);
            }
        }
        _ if model.sandbox.is_some() => {
            if let Some(sandbox) = &model.sandbox {
                sandbox::render(model, sandbox, theme, buffer, areas.body);
            }
        }
        None | Some(Overlay::Palette | Overlay::Passages) => {
            if let (Some(strip), Some(snapshot)) = (areas.strip, &model.snapshot) {
                strip::render(model, snapshot, theme, buffer, strip);
            }
            if let (Some(areas), Some(dots), Some(shown)) = (areas.dots, &model.dots, &model.shown)
            {
                dots::render(model, dots, shown, theme, buffer, &areas);
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
            if let (Some(pair), Some(shown)) = (areas.pair, &model.shown) {
                if areas.dots.is_none() {
                    pair::render(model, shown, theme, buffer, &pair);
                }
                if let Some(open) =
                    model.open().filter(|_| areas.dots.is_none_or(|dots| dots.texts))
                {
                    for (which, area) in [(Which::A, pair.a), (Which::B, pair.b)] {
                        if let Some(area) = area {
                            pane::render(model, open, which, theme, buffer, &area);
                        }
                    }
                }
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
