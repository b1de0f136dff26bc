//! What the watcher is doing, in words. It draws nothing.

use std::time::Duration;

use shingle::base::numbers::counted;
use shingle::base::visible::visible;
use shingle::folder::watch::WatchState;

use crate::tui::drawing::wrap::WrappedRows;
use crate::tui::rooms::room::Room;
use crate::tui::screen::model::Model;
use crate::tui::words::time::ago;

impl Model {
    /// How changes are noticed and when one was last seen, then each notice and warning. Each is a paragraph.
    pub(crate) fn watching(&self) -> Vec<String> {
        if let Some(reason) = &self.failed {
            return vec![format!("Stopped: {reason}")];
        }
        let state = match &self.watch {
            WatchState::Native => "Watching: the system tells of every change at once.".into(),
            WatchState::Polling(reason) => format!(
                "Polling: the folder is listed again every {}, because the system does not tell of changes ({reason}).",
                counted(self.pace.as_secs(), "second")
            ),
            WatchState::RootMissing => {
                "The folder is missing or cannot be read; it is looked for every second.".into()
            }
            WatchState::Starting => "Not watching yet.".to_string(),
            WatchState::Written => {
                "Not watching: this is a written result, which does not change with the texts."
                    .to_string()
            }
        };
        let seen = match self.changed {
            Some(at) => format!("The last change was seen {}.", ago(self.now.saturating_sub(at))),
            None => "No change was seen yet.".into(),
        };
        let warnings =
            self.parameter_state.warnings.sentences().map(|sentence| format!("! {sentence}."));
        let notices = self.notices.iter().map(|notice| format!("! {notice}."));
        let visit = self.last_visit.iter().flat_map(|last| last.sentences(self.now));
        let visit = visit.map(|one| format!("{one}."));
        std::iter::once(format!("{state} {seen}"))
            .chain(visit)
            .chain(notices)
            .chain(warnings)
            .collect()
    }

    /// When the time in [`Self::watching`] is no longer right, if it is on the screen.
    pub(crate) fn next_ago(&self) -> Option<Duration> {
        if self.rooms.here() != Room::Problems {
            return None;
        }
        let at = self.changed.into_iter().chain(self.activities.last()).max()?;
        let minutes = self.now.saturating_sub(at) >= Duration::from_mins(1);
        Some(Duration::from_secs(if minutes { 60 } else { 1 }))
    }

    /// The rows of paragraphs, and an empty one.
    pub(crate) fn rows_of(&self, paragraphs: &[String]) -> u16 {
        let width = self.size.0.saturating_sub(2);
        let rows: usize =
            paragraphs.iter().map(|part| WrappedRows::new(&visible(part), width).count()).sum();
        u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(1)
    }
}
