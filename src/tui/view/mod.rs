//! Draws the model, and changes nothing in it.

pub(crate) mod footer;
pub(crate) mod header;
pub(crate) mod lists;
pub(crate) mod pair;
pub(crate) mod pairs;
pub(crate) mod parameters;
pub(crate) mod projector;

use ratatui::{Frame, buffer::Buffer};

use self::pair::pane;
use crate::tui::actions::Place;
use crate::tui::drawing::{Pen, Theme};
use crate::tui::layout::{Areas, PaneSide, SMALLEST};
use crate::tui::model::Model;
use crate::tui::views::lesson::{self, OpenLesson};
use crate::tui::views::sandbox::{self, Sandbox};
use crate::tui::views::{current_list, dots, explain, help, palette};

pub(crate) fn view(model: &Model, theme: &Theme, frame: &mut Frame<'_>) {
    let buffer = frame.buffer_mut();
    let strong = model.projector.as_ref().map(|_| theme.for_projector());
    draw(model, strong.as_ref().unwrap_or(theme), buffer);
}

pub(crate) fn draw(model: &Model, theme: &Theme, buffer: &mut Buffer) {
    // The terminal may have shrunk since the last size event. The next frame uses the new size.
    let (width, height) = model.size;
    if buffer.area.width < width || buffer.area.height < height {
        return;
    }
    if model.layers.get::<OpenLesson>().is_some_and(|lesson| lesson.blank) {
        return;
    }
    let Some(areas) = model.areas else {
        let (width, height) = SMALLEST;
        let sentence = format!("Please enlarge: {width}x{height} needed.");
        Pen::at(buffer, buffer.area).put_paragraph(&sentence, theme.strong);
        return;
    };
    // The audience also reads the rows around a step.
    let afar = model.layers.has(Place::Lesson).then(|| theme.for_lecture());
    let theme = afar.as_ref().unwrap_or(theme);
    match (model.layers.get::<OpenLesson>(), model.layers.get::<Sandbox>()) {
        (Some(open_lesson), _) => {
            lesson::draw::header(open_lesson, &model.names, theme, buffer, areas.header);
        }
        (None, Some(sandbox)) => sandbox::draw::header(sandbox, theme, buffer, areas.header),
        (None, None) => header::render(model, theme, buffer, areas.header),
    }
    parameters::render(model, theme, buffer, areas.params);
    let place = model.place();
    match (model.layers.get::<OpenLesson>(), model.layers.get::<Sandbox>()) {
        _ if place == Place::Help => {
            help::render(model, theme, buffer, areas.body);
        }
        (Some(open_lesson), _) => {
            let is_projected = model.projector.is_some();
            lesson::draw::render(open_lesson, is_projected, theme, buffer, areas.body);
        }
        (None, Some(sandbox)) => sandbox::draw::render(model, sandbox, theme, buffer, areas.body),
        (None, None) => lists_and_pair(model, &areas, theme, buffer),
    }
    if place == Place::Palette {
        palette::render(model, theme, buffer);
    }
    let is_visible = !matches!(place, Place::Help | Place::Palette) && !model.is_covered();
    if let Some(explain) = model.layers.get().filter(|_| is_visible) {
        explain::render(model, explain, theme, buffer, areas.panel);
    }
    projector::render(model, theme, buffer, areas.band);
    footer::render(model, theme, buffer, areas.footer);
}

/// Draws the histogram, the current list, and the pair as texts, or as a plot with texts.
fn lists_and_pair(model: &Model, areas: &Areas, theme: &Theme, buffer: &mut Buffer) {
    if let (Some(strip), Some(snapshot)) = (areas.strip, &model.snapshot) {
        parameters::render_histogram(model, snapshot, theme, buffer, strip);
    }
    if let Some(list) = areas.list {
        current_list(model).render(model, theme, buffer, &list);
    }
    let (Some(pair), Some(current)) = (areas.pair, &model.pair) else { return };
    if let (Some(plot), Some(dots)) = (areas.dots, model.layers.get()) {
        dots::draw::render(model, dots, current, theme, buffer, &plot);
        if !plot.texts {
            return;
        }
    } else {
        pair::render(model, current, theme, buffer, &pair);
    }
    let Some(open) = model.open() else { return };
    for (which, area) in [(PaneSide::A, pair.a), (PaneSide::B, pair.b)] {
        if let Some(area) = area {
            pane::render(model, open, which, theme, buffer, &area);
        }
    }
}
