//! Draws the model, and changes nothing in it.

pub(crate) mod footer;
pub(crate) mod header;
pub(crate) mod pair;
pub(crate) mod parameters;
pub(crate) mod projector;

use ratatui::Frame;

use self::pair::pane;
use crate::tui::actions::Place;
use crate::tui::drawing::{Canvas, Theme};
use crate::tui::layout::{Areas, PaneSide, SMALLEST};
use crate::tui::model::Model;
use crate::tui::views::lesson::{self, OpenLesson};
use crate::tui::views::sandbox::{self, Sandbox};
use crate::tui::views::{current_list, dots, explain, help, palette};

pub(crate) fn view(model: &Model, theme: &Theme, frame: &mut Frame<'_>) {
    let strong = model.projector.as_ref().map(|_| theme.for_projector());
    let theme = strong.as_ref().unwrap_or(theme);
    // The audience also reads the rows around a step.
    let afar = model.layers.has(Place::Lesson).then(|| theme.for_lecture());
    let theme = afar.as_ref().unwrap_or(theme);
    draw(model, &mut Canvas { buffer: frame.buffer_mut(), theme });
}

pub(crate) fn draw(model: &Model, canvas: &mut Canvas<'_>) {
    // The terminal may have shrunk since the last size event. The next frame uses the new size.
    let (width, height) = model.size;
    if canvas.buffer.area.width < width || canvas.buffer.area.height < height {
        return;
    }
    if model.layers.get::<OpenLesson>().is_some_and(|lesson| lesson.blank) {
        return;
    }
    let Some(areas) = model.areas else {
        let (width, height) = SMALLEST;
        let sentence = format!("Please enlarge: {width}x{height} needed.");
        let (whole, strong) = (canvas.buffer.area, canvas.theme.strong);
        canvas.pen(whole).put_paragraph(&sentence, strong);
        return;
    };
    match (model.layers.get::<OpenLesson>(), model.layers.get::<Sandbox>()) {
        (Some(open_lesson), _) => {
            lesson::draw::header(open_lesson, &model.names, canvas, areas.header);
        }
        (None, Some(sandbox)) => sandbox::draw::header(sandbox, canvas, areas.header),
        (None, None) => header::render(model, canvas, areas.header),
    }
    parameters::render(model, canvas, areas.params);
    let place = model.place();
    match (model.layers.get::<OpenLesson>(), model.layers.get::<Sandbox>()) {
        _ if place == Place::Help => {
            help::render(model, canvas, areas.body);
        }
        (Some(open_lesson), _) => {
            let is_projected = model.projector.is_some();
            lesson::draw::render(open_lesson, is_projected, canvas, areas.body);
        }
        (None, Some(sandbox)) => sandbox::draw::render(model, sandbox, canvas, areas.body),
        (None, None) => lists_and_pair(model, &areas, canvas),
    }
    if place == Place::Palette {
        palette::render(model, canvas);
    }
    let is_visible = !matches!(place, Place::Help | Place::Palette) && !model.is_covered();
    if let Some(explain) = model.layers.get().filter(|_| is_visible) {
        explain::render(model, explain, canvas, areas.panel);
    }
    projector::render(model, canvas, areas.band);
    footer::render(model, canvas, areas.footer);
}

fn lists_and_pair(model: &Model, areas: &Areas, canvas: &mut Canvas<'_>) {
    if let (Some(strip), Some(snapshot)) = (areas.strip, &model.snapshot) {
        parameters::render_histogram(model, snapshot, canvas, strip);
    }
    if let Some(list) = areas.list {
        current_list(model).render(model, canvas, &list);
    }
    let (Some(pair), Some(current)) = (areas.pair, &model.pair) else { return };
    if let (Some(plot), Some(dots)) = (areas.dots, model.layers.get()) {
        dots::draw::render(model, dots, current, canvas, &plot);
        if !plot.texts {
            return;
        }
    } else {
        pair::render(model, current, canvas, &pair);
    }
    let Some(open) = model.open() else { return };
    for (which, area) in [(PaneSide::A, pair.a), (PaneSide::B, pair.b)] {
        if let Some(area) = area {
            pane::render(model, open, which, canvas, &area);
        }
    }
}
