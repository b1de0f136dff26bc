//! Earlier parameters, for undo and redo. It changes no parameter itself.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use shingle::base::path::DocPath;
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::action::ScreenParameter;

/// How many changes can be undone.
const LONGEST: usize = 200;
/// Steps of the same parameter that follow each other within this time are one change.
const BURST: Duration = Duration::from_millis(800);

/// The names of a selected pair.
pub(crate) type SelectedNames = (DocPath, DocPath);

/// Parameters, and the pair that was selected with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) params: Params,
    pub(crate) selected: Option<SelectedNames>,
}

/// What can be undone and redone.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// What undo goes back to, each with the time of the change after it, the newest last.
    past: VecDeque<(Duration, Past)>,
    /// What redo goes to, each with when it was undone, the next one last.
    future: Vec<(Duration, Past)>,
    /// The parameter that was changed last, and when.
    last: Option<(ScreenParameter, Duration)>,
}

impl History {
    /// Remembers what was in force before `parameter` was changed at `now`; `None` if several were changed at once. A
    /// change that continues a burst adds nothing. Returns whether it did.
    pub(crate) fn record(
        &mut self,
        before: Past,
        parameter: Option<ScreenParameter>,
        now: Duration,
    ) -> bool {
        let parameter = parameter.map(ScreenParameter::coarse);
        let goes_on = self.last.is_some_and(|(last, then)| {
            Some(last) == parameter && now.saturating_sub(then) < BURST && self.future.is_empty()
        });
        self.last = parameter.map(|parameter| (parameter, now));
        self.future.clear();
        if goes_on {
            return true;
        }
        if self.past.len() == LONGEST {
            self.past.pop_front();
        }
        self.past.push_back((now, before));
        false
    }

    /// What undo goes back to. `now` is what is in force, `at` the time.
    pub(crate) fn undo(&mut self, now: &Past, at: Duration) -> Option<Past> {
        self.last = None;
        // A burst may have ended where it began.
        while let Some((_, before)) = self.past.pop_back() {
            if before.params != now.params {
                self.future.push((at, now.clone()));
                return Some(before);
            }
        }
        None
    }

    /// What redo goes to. `now` is what is in force, `at` the time.
    pub(crate) fn redo(&mut self, now: &Past, at: Duration) -> Option<Past> {
        self.last = None;
        let (_, next) = self.future.pop()?;
        self.past.push_back((at, now.clone()));
        Some(next)
    }

    /// Takes other phrases into all parameters that leave any out. Phrases have a history of their own. `before` are those
    /// that were left out so far.
    pub(crate) fn take_phrases(&mut self, before: &[Arc<str>], now: &[Arc<str>]) {
        let all = self.past.iter_mut().chain(&mut self.future);
        for past in all.map(|(_, past)| past) {
            // Without any, they were switched off, unless there were none.
            if before.is_empty() || !past.params.phrases.is_empty() {
                past.params.phrases = now.to_vec();
            }
        }
    }

    /// Forgets what was undone.
    pub(crate) fn forget_undone(&mut self) {
        self.future.clear();
    }

    /// When the change was undone that redo makes again; `None` if there is none.
    pub(crate) fn undone(&self) -> Option<Duration> {
        self.future.last().map(|(undone, _)| *undone)
    }

    /// When the newest change that can be undone was made; `None` if there is none.
    pub(crate) fn newest(&self) -> Option<Duration> {
        self.past.back().map(|(made, _)| *made)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shingle::pipeline::parameters::Params;

    use super::{History, LONGEST, Past};
    use crate::tui::event_loop::action::ScreenParameter;

    fn past(params: Params) -> Past {
        Past { params, selected: None }
    }

    fn wide(width: u32) -> Past {
        past(Params { width, ..Params::defaults() })
    }

    const fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_burst_of_one_parameter_is_one_change() {
        let mut history = History::default();
        history.record(wide(3), Some(ScreenParameter::Width), at(0));
        history.record(wide(4), Some(ScreenParameter::Width), at(500));
        history.record(wide(5), Some(ScreenParameter::Width), at(1000));
        assert_eq!(history.undo(&wide(6), Duration::ZERO), Some(wide(3)));
        assert_eq!(history.undo(&wide(3), Duration::ZERO), None);
        assert_eq!(history.redo(&wide(3), Duration::ZERO), Some(wide(6)));
        assert_eq!(history.redo(&wide(6), Duration::ZERO), None);
    }

    #[test]
    fn a_pause_or_another_parameter_begins_a_new_change() {
        let mut history = History::default();
        history.record(wide(3), Some(ScreenParameter::Width), at(0));
        history.record(wide(4), Some(ScreenParameter::Width), at(5000));
        history.record(wide(5), Some(ScreenParameter::Modulo), at(5100));
        let last = past(Params { modulo: 2, ..wide(5).params });
        assert_eq!(history.undo(&last, Duration::ZERO), Some(wide(5)));
        assert_eq!(history.undo(&wide(5), Duration::ZERO), Some(wide(4)));
        assert_eq!(history.undo(&wide(4), Duration::ZERO), Some(wide(3)));
    }

    #[test]
    fn coarse_and_fine_steps_of_the_threshold_are_one_burst() {
        let mut history = History::default();
        history.record(wide(3), Some(ScreenParameter::Threshold), at(0));
        history.record(wide(4), Some(ScreenParameter::ThresholdFine), at(10));
        assert_eq!(history.undo(&wide(5), Duration::ZERO), Some(wide(3)));
    }

    #[test]
    fn a_change_after_undo_forgets_what_was_undone() {
        let mut history = History::default();
        history.record(wide(3), Some(ScreenParameter::Width), at(0));
        assert_eq!(history.undo(&wide(4), Duration::ZERO), Some(wide(3)));
        history.record(wide(3), Some(ScreenParameter::Width), at(1));
        assert_eq!(history.redo(&wide(9), Duration::ZERO), None);
        assert_eq!(history.undo(&wide(9), Duration::ZERO), Some(wide(3)));
    }

    #[test]
    fn a_burst_that_ends_where_it_began_is_passed_over() {
        let mut history = History::default();
        history.record(wide(2), Some(ScreenParameter::Width), at(0));
        history.record(wide(3), Some(ScreenParameter::Modulo), at(1));
        assert_eq!(history.undo(&wide(3), Duration::ZERO), Some(wide(2)));
    }

    #[test]
    fn only_so_many_changes_are_kept() {
        let mut history = History::default();
        for step in 0..=LONGEST as u64 {
            let parameter =
                if step % 2 == 0 { ScreenParameter::Width } else { ScreenParameter::Modulo };
            let params = Params { modulo: step as u32 + 1, ..wide(3).params };
            history.record(past(params), Some(parameter), at(0));
        }
        let mut now = wide(40);
        let mut steps = 0;
        while let Some(before) = history.undo(&now, Duration::ZERO) {
            now = before;
            steps += 1;
        }
        assert_eq!(steps, LONGEST);
        assert_eq!(now.params.modulo, 2);
    }
}
