//! What a key, the mouse or the palette can ask for. An action says what to do, not how, and knows no key.

#[macro_use]
pub(crate) mod binding;
pub(crate) mod room;

pub(crate) use self::binding::{Binding, KeyName, Place, Section};
pub(crate) use self::room::{Room, Rooms, WholePair};

use shingle::pipeline::Parameter;

/// A step through a list or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    /// One row down.
    Down,
    /// One row up.
    Up,
    /// One screen down.
    PageDown,
    /// One screen up.
    PageUp,
    /// Half a screen down.
    HalfDown,
    /// Half a screen up.
    HalfUp,
    /// To the first row.
    First,
    /// To the last row.
    Last,
}

impl Motion {
    /// The direction, and how many rows it goes where a screen is `page` rows. `None` for those that go to an end.
    pub(crate) fn rows(self, page: usize) -> Option<(StepDirection, usize)> {
        let half = page.div_ceil(2);
        Some(match self {
            Self::Down => (StepDirection::Next, 1),
            Self::Up => (StepDirection::Back, 1),
            Self::PageDown => (StepDirection::Next, page),
            Self::PageUp => (StepDirection::Back, page),
            Self::HalfDown => (StepDirection::Next, half),
            Self::HalfUp => (StepDirection::Back, half),
            Self::First | Self::Last => return None,
        })
    }

    /// The row that it leads to from row `at`, if the last row is `last` and a screen is `page` rows.
    pub(crate) fn row_from(self, at: usize, last: usize, page: usize) -> usize {
        match self.rows(page) {
            Some((StepDirection::Next, by)) => at.saturating_add(by).min(last),
            Some((StepDirection::Back, by)) => at.saturating_sub(by).min(last),
            None if self == Self::First => 0,
            None => last,
        }
    }
}

/// The next value or the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepDirection {
    /// The next, or the larger.
    Next,
    /// The previous, or the smaller.
    Back,
}

/// How far a step goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepSize {
    /// To the next value, for the threshold by five hundredths.
    Usual,
    /// By one hundredth for the threshold; else as usual.
    Fine,
}

/// What a key, the mouse or the palette asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Move in the part that has the focus.
    Move(Motion),
    /// Open the selected item, or give it the whole screen. In a line of input: finish.
    Enter,
    /// Go one level back.
    Leave,
    /// One step to the left or right: of the cross-hair, the words, the parameters or the lesson; in a list, fold or unfold.
    Side(StepDirection),
    /// Ten steps of the cross-hair. Elsewhere as one.
    Far(StepDirection),
    /// Go to the beginning or the end: of the row if it has words or dots, else of everything.
    Edge(StepDirection),
    /// A digit: of a passage's number, of a step's, or of the value of the chosen parameter.
    Digit(u8),
    /// Give the focus to the next or previous region.
    Focus(StepDirection),

    /// Type a filter of the list, or search in the open pair.
    Filter,
    /// Sort the list by the next or previous column.
    Sort(StepDirection),
    /// Reverse the order of the list.
    Reverse,
    /// Go into a room, or, in that room, do what its key does there.
    Go(Room),
    /// Decide about the selected pair.
    Decide,
    /// Never count the active passage again, or count the selected phrase again.
    LeaveOut,
    /// Type words that are never counted again.
    OwnPhrase,

    /// Next or previous passage of the open pair, in both panes.
    Passage(StepDirection),
    /// Next or previous pair of the list.
    Neighbour(StepDirection),
    /// Next or previous repetition of the active passage.
    Repetition(StepDirection),
    /// Show or hide the list of passages.
    Passages,
    /// Scroll the two texts together, or each by itself.
    Join,
    /// Next or previous layout of the two texts.
    Shape(StepDirection),
    /// Show one text alone, or both again.
    Alone,
    /// Join lines that were broken by hand, or show them as they were written.
    Reflow,
    /// Show or hide which words are left out.
    Dropped,
    /// Show or leave the dot plot.
    Dots,
    /// Start or stop explaining a word.
    Explain,

    /// Open the lesson on the open pair, or close it.
    Lesson,
    /// Show the terms of the lesson, or go back from them.
    Terms,
    /// Blank the screen until the next key.
    Blank,
    /// Hide the step of the lesson and ask one of its exercises; then show it, with the answer. Elsewhere: help.
    Ask,
    /// Open the sandbox, or close it.
    Sandbox,

    /// Change a parameter.
    Change(Parameter, StepDirection, StepSize),
    /// Open a line of input for a value.
    TypeValue,
    /// Undo the last change.
    Undo,
    /// Redo the change that was undone.
    Redo,
    /// Pin the ranking, or unpin it.
    Pin,

    /// Show or hide the keys.
    Help,
    /// Open the command palette.
    Palette,
    /// Give the mouse to the terminal, or take it back.
    Mouse,
    /// Switch to the next colours.
    Theme,
    /// Start or stop projector mode: few strong tints, large score and key, the folder frozen.
    Projector,
    /// Open a file in the editor.
    Edit,
    /// Copy the active passage.
    CopyPassage,
    /// Copy a report of the open pair.
    CopyPair,
    /// Write a report of what the list shows.
    Report,
    /// Hold back the changes of the folder, or let them in.
    Freeze,
    /// List the folder again.
    Rescan,
    /// Draw everything anew.
    Redraw,
    /// Stop until continued.
    Suspend,
    /// Quit.
    Quit,
    /// One level back, or quit from a list.
    Close,
}

impl Action {
    /// Whether it changes which rows are listed, or goes to another list.
    pub(crate) const fn is_on_list(self) -> bool {
        matches!(self, Self::Filter | Self::Sort(_) | Self::Reverse | Self::Go(_))
    }

    /// Whether it is on the texts of the open pair, on its dot plot or on one of its words.
    pub(crate) const fn is_on_pair(self) -> bool {
        matches!(
            self,
            Self::Passage(_)
                | Self::Neighbour(_)
                | Self::Repetition(_)
                | Self::Passages
                | Self::Join
                | Self::Shape(_)
                | Self::Alone
                | Self::Reflow
                | Self::Dropped
                | Self::Dots
                | Self::Explain
        )
    }
}
