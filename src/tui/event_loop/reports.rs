//! What the engine says, as events. A pair is laid out on the way, by the engine's thread, so that even a large text does not
//! hold up keys. It asks for nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use shingle::engine::report::Report;

use crate::tui::pair::model::{PaneSizes, Prepared};
use crate::tui::screen::model::Model;

use super::event::Event;

/// How wide the texts of a pair are on the screen, in columns, told by the loop to the engine's threads: the first in the upper
/// half, the second in the lower; 0 when the screen is too small.
#[derive(Debug, Clone, Default)]
pub(crate) struct PaneWidths(Arc<AtomicU32>);

impl PaneWidths {
    /// Takes those that are on the screen now.
    pub(crate) fn follow(&self, model: &Model) {
        let sizes = model.pair_sizes();
        let widths = sizes.map_or(0, |sizes| u32::from(sizes.a.0) << 16 | u32::from(sizes.b.0));
        self.0.store(widths, Ordering::Relaxed);
    }

    /// What was said, as an event.
    pub(crate) fn heard(&self, report: Report) -> Event {
        let widths = self.0.load(Ordering::Relaxed);
        match report {
            Report::Pair { names, view: Ok(view) } if widths > 0 => {
                // Only how wide the texts are matters here.
                let (a, b) = (((widths >> 16) as u16, 1), (widths as u16, 1));
                Event::Pair(Box::new(Prepared::new(names, view, PaneSizes { a, b })))
            }
            report => Event::Report(report),
        }
    }
}
