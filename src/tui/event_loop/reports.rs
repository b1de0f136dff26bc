//! Turns the engine's reports into events. A pair is laid out here, on the engine's thread, so that even a large text does
//! not delay keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering};

use shingle::engine::report::Report;

use crate::tui::pair::model::{PaneSizes, Prepared};
use crate::tui::pair::reading::LineBreaks;
use crate::tui::rooms::sources;
use crate::tui::rooms::sources::model::LaidSources;
use crate::tui::screen::model::Model;

use super::event::Event;

/// How wide the two texts of a pair are on the screen, in columns. The loop sets it, the engine's threads read it. The
/// upper half is the first text, the lower the second; 0 if the screen is too small.
#[derive(Debug, Clone, Default)]
pub(crate) struct PaneWidths {
    pair: Arc<AtomicU32>,
    /// Whether their lines stand as they were written.
    as_written: Arc<AtomicBool>,
    /// The text of the document whose sources are shown; 0 while it is not on the screen.
    sources: Arc<AtomicU16>,
}

impl PaneWidths {
    /// Takes the widths that are on the screen now.
    pub(crate) fn follow(&self, model: &Model) {
        let sizes = model.pair_sizes();
        let widths = sizes.map_or(0, |sizes| u32::from(sizes.a.0) << 16 | u32::from(sizes.b.0));
        self.pair.store(widths, Ordering::Relaxed);
        self.as_written.store(model.reading.lines == LineBreaks::AsWritten, Ordering::Relaxed);
        let sources = sources::update::areas(model).map_or(0, |areas| areas.text.width);
        self.sources.store(sources, Ordering::Relaxed);
    }

    /// A report as an event.
    pub(crate) fn event(&self, report: Report) -> Event {
        let widths = self.pair.load(Ordering::Relaxed);
        match report {
            Report::Pair { names, view: Ok(view) } if widths > 0 => {
                // Only the widths matter here.
                let (a, b) = (((widths >> 16) as u16, 1), (widths as u16, 1));
                let reflows = !self.as_written.load(Ordering::Relaxed);
                Event::Pair(Box::new(Prepared::new(names, view, PaneSizes { a, b, reflows })))
            }
            Report::Sources { number, answer } => {
                let width = self.sources.load(Ordering::Relaxed);
                Event::Sources(number, Box::new(answer.map(|found| LaidSources::new(found, width))))
            }
            report => Event::Report(report),
        }
    }
}
