//! What was done on this visit, for undo and redo: changes of parameters, marks and phrases, in the order in which they were
//! made. It changes nothing itself.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use shingle::base::path::DocPath;
use shingle::decisions::{Decision, PhraseLine};
use shingle::pipeline::{Parameter, Params};

/// How many changes can be undone.
const LONGEST: usize = 200;
/// Steps of the same parameter that follow each other within this time are one change. So are all steps by letters, because
/// they may be a word typed by mistake, by somebody who types slowly.
const BURST: Duration = Duration::from_secs(2);
/// Different letters that follow each other within this time are written, and no keys that act one by one.
const WRITING: Duration = Duration::from_secs(1);

/// The names of a selected pair.
pub(crate) type SelectedNames = (DocPath, DocPath);

/// Parameters, and the pair that was selected with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) params: Params,
    pub(crate) selected: Option<SelectedNames>,
}

/// Something that can be undone, or done again.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// The parameters to go back to, or on to.
    Parameters(Past),
    /// Marks: what was in force before, and what was made.
    Marks(Vec<(Decision, Decision)>),
    /// A phrase that was left out, or that counts again.
    Phrase(PhraseLine),
}

/// Letters that are typed one after the other.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// The last letter, and when it was typed.
    last: (char, Duration),
    /// How many other letters were written right before it.
    written: usize,
    /// Whether a letter changed a parameter.
    changed: bool,
}

/// What can be undone and redone.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// The newest last.
    past: VecDeque<Change>,
    /// What was undone, the next to be done again last.
    future: Vec<Change>,
    /// The parameter that was changed last, and when.
    last: Option<(Parameter, Duration)>,
    /// What is being typed; `None` after a key that writes no letter.
    word: Option<Word>,
}

impl History {
    /// Remembers a change. What was undone before is forgotten, so that nothing comes back that is out of sight.
    pub(crate) fn record(&mut self, change: Change) {
        self.future.clear();
        self.repeat(change);
    }

    /// Remembers a change that was done again.
    pub(crate) fn repeat(&mut self, change: Change) {
        (self.last, self.word) = (None, None);
        if self.past.len() == LONGEST {
            self.past.pop_front();
        }
        self.past.push_back(change);
    }

    /// Remembers what was in force before `parameter` was changed at `now`; `None` if several were changed at once. A
    /// change that continues a burst or a word adds nothing. Returns whether it did.
    pub(crate) fn record_parameters(
        &mut self,
        before: Past,
        parameter: Option<Parameter>,
        now: Duration,
    ) -> bool {
        let is_same = self.last.is_some_and(|(last, then)| {
            Some(last) == parameter && now.saturating_sub(then) < BURST
        });
        let goes_on = (is_same || self.is_word()) && self.future.is_empty();
        let word = self.word.map(|word| Word { changed: parameter.is_some(), ..word });
        if !goes_on {
            self.record(Change::Parameters(before));
        }
        self.last = parameter.map(|parameter| (parameter, now));
        self.word = word;
        goes_on
    }

    /// Notes, before it acts, which letter was typed, or that something else was done.
    pub(crate) fn typed(&mut self, letter: Option<char>, now: Duration) {
        let before = |within| self.word.filter(|word| now.saturating_sub(word.last.1) < within);
        let is_other = |word: &Word| word.last.0.is_alphabetic() && Some(word.last.0) != letter;
        let other = before(WRITING).filter(is_other);
        let written = other.map_or(0, |word| word.written + 1);
        let changed = before(BURST).is_some_and(|word| word.changed);
        self.word = letter.map(|letter| Word { last: (letter, now), written, changed });
    }

    /// Whether the changes made last may belong to a word that is being typed.
    pub(crate) fn is_word(&self) -> bool {
        self.word.is_some_and(|word| word.changed)
    }

    /// Whether the last letter stands within a word, so that it does not mean what came before the word.
    pub(crate) fn is_amid_word(&self) -> bool {
        self.word.is_some_and(|word| word.written > usize::from(word.changed))
    }

    /// The change to be undone. `params` are in force.
    pub(crate) fn undo(&mut self, params: &Params) -> Option<Change> {
        (self.last, self.word) = (None, None);
        // A burst may have ended where it began.
        let changes_nothing =
            |change: &Change| matches!(change, Change::Parameters(past) if past.params == *params);
        while self.past.back().is_some_and(changes_nothing) {
            self.past.pop_back();
        }
        self.past.pop_back()
    }

    /// Remembers a change that was undone.
    pub(crate) fn undone(&mut self, change: Change) {
        self.future.push(change);
    }

    /// The change to be done again.
    pub(crate) fn redo(&mut self) -> Option<Change> {
        (self.last, self.word) = (None, None);
        self.future.pop()
    }

    /// Takes other phrases into all parameters that leave any out, because phrases are undone by themselves. `before` are those
    /// that were left out so far.
    pub(crate) fn replace_phrases(&mut self, before: &[Arc<str>], now: &[Arc<str>]) {
        for change in self.past.iter_mut().chain(&mut self.future) {
            // Without any, they were switched off, unless there were none.
            if let Change::Parameters(past) = change
                && (before.is_empty() || !past.params.phrases.is_empty())
            {
                past.params.phrases = now.to_vec();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shingle::decisions::phrase::PhraseLine;
    use shingle::pipeline::parameters::Params;

    use super::{Change, History, LONGEST, Past};
    use shingle::pipeline::parameters::catalogue::Parameter;

    fn past(params: Params) -> Past {
        Past { params, selected: None }
    }

    fn wide(width: u32) -> Past {
        past(Params { width, ..Params::defaults() })
    }

    const fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn parameters(change: Option<Change>) -> Option<Past> {
        change.map(|change| match change {
            Change::Parameters(past) => past,
            other => panic!("{other:?}"),
        })
    }

    fn undo(history: &mut History, now: &Past) -> Option<Past> {
        let before = parameters(history.undo(&now.params))?;
        history.undone(Change::Parameters(now.clone()));
        Some(before)
    }

    fn redo(history: &mut History, now: &Past) -> Option<Past> {
        let next = parameters(history.redo())?;
        history.repeat(Change::Parameters(now.clone()));
        Some(next)
    }

    #[test]
    fn a_burst_of_one_parameter_is_one_change() {
        let mut history = History::default();
        history.record_parameters(wide(3), Some(Parameter::Width), at(0));
        history.record_parameters(wide(4), Some(Parameter::Width), at(500));
        history.record_parameters(wide(5), Some(Parameter::Width), at(1000));
        assert_eq!(undo(&mut history, &wide(6)), Some(wide(3)));
        assert_eq!(undo(&mut history, &wide(3)), None);
        assert_eq!(redo(&mut history, &wide(3)), Some(wide(6)));
        assert_eq!(redo(&mut history, &wide(6)), None);
    }

    #[test]
    fn a_pause_or_another_parameter_begins_a_new_change() {
        let mut history = History::default();
        history.record_parameters(wide(3), Some(Parameter::Width), at(0));
        history.typed(Some('w'), at(5000));
        history.record_parameters(wide(4), Some(Parameter::Width), at(5000));
        history.typed(None, at(5050));
        history.record_parameters(wide(5), Some(Parameter::Modulo), at(5100));
        let last = past(Params { modulo: 2, ..wide(5).params });
        assert_eq!(undo(&mut history, &last), Some(wide(5)));
        assert_eq!(undo(&mut history, &wide(5)), Some(wide(4)));
        assert_eq!(undo(&mut history, &wide(4)), Some(wide(3)));
    }

    #[test]
    fn letters_that_follow_each_other_are_one_change() {
        let mut history = History::default();
        history.typed(Some('w'), at(0));
        history.record_parameters(wide(3), Some(Parameter::Width), at(0));
        for millis in [1900, 3800] {
            history.typed(Some('m'), at(millis));
        }
        history.record_parameters(wide(4), Some(Parameter::Modulo), at(3800));
        assert_eq!(undo(&mut history, &wide(5)), Some(wide(3)));
        assert_eq!(undo(&mut history, &wide(3)), None);
    }

    #[test]
    fn coarse_and_fine_steps_of_the_threshold_are_one_burst() {
        let mut history = History::default();
        history.record_parameters(wide(3), Some(Parameter::Threshold), at(0));
        history.record_parameters(wide(4), Some(Parameter::Threshold), at(10));
        assert_eq!(undo(&mut history, &wide(5)), Some(wide(3)));
    }

    #[test]
    fn a_change_after_undo_forgets_what_was_undone() {
        let mut history = History::default();
        history.record_parameters(wide(3), Some(Parameter::Width), at(0));
        assert_eq!(undo(&mut history, &wide(4)), Some(wide(3)));
        history.record_parameters(wide(3), Some(Parameter::Width), at(1));
        assert_eq!(redo(&mut history, &wide(9)), None);
        assert_eq!(undo(&mut history, &wide(9)), Some(wide(3)));
    }

    #[test]
    fn a_burst_that_ends_where_it_began_is_passed_over() {
        let mut history = History::default();
        history.record_parameters(wide(2), Some(Parameter::Width), at(0));
        history.record_parameters(wide(3), Some(Parameter::Modulo), at(1));
        assert_eq!(undo(&mut history, &wide(3)), Some(wide(2)));
    }

    #[test]
    fn marks_phrases_and_parameters_are_undone_in_the_order_in_which_they_were_made() {
        let mut history = History::default();
        history.record_parameters(wide(3), Some(Parameter::Width), at(0));
        history.record(Change::Phrase(PhraseLine::default()));
        // A burst ends where something else is done.
        history.record_parameters(wide(4), Some(Parameter::Width), at(1));
        history.record(Change::Marks(Vec::new()));
        assert!(matches!(history.undo(&wide(5).params), Some(Change::Marks(_))));
        assert_eq!(undo(&mut history, &wide(5)), Some(wide(4)));
        assert!(matches!(history.undo(&wide(4).params), Some(Change::Phrase(_))));
        assert_eq!(undo(&mut history, &wide(4)), Some(wide(3)));
    }

    #[test]
    fn only_so_many_changes_are_kept() {
        let mut history = History::default();
        for step in 0..=LONGEST as u64 {
            let parameter = if step % 2 == 0 { Parameter::Width } else { Parameter::Modulo };
            let params = Params { modulo: step as u32 + 1, ..wide(3).params };
            history.record_parameters(past(params), Some(parameter), at(0));
        }
        let mut now = wide(40);
        let mut steps = 0;
        while let Some(before) = undo(&mut history, &now) {
            now = before;
            steps += 1;
        }
        assert_eq!(steps, LONGEST);
        assert_eq!(now.params.modulo, 2);
    }
}
