//! The requests of keys, mouse and palette. An action is independent of its keys and of its execution.

#[macro_use]
pub(crate) mod binding;
pub(crate) mod view_name;

pub(crate) use self::binding::{Binding, KeyName, Place, Section};
pub(crate) use self::view_name::{ViewName, VisitedViews, WholePair};

use ratatui::crossterm::event::MouseEventKind;

use shingle::pipeline::Parameter;

/// A step through a list or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    Down,
    Up,
    PageDown,
    PageUp,
    HalfDown,
    HalfUp,
    First,
    Last,
}

/// Steps per notch of the wheel.
pub(crate) const NOTCH: usize = 3;

impl Motion {
    pub(crate) const fn of_wheel(kind: MouseEventKind) -> Option<Self> {
        match kind {
            MouseEventKind::ScrollDown => Some(Self::Down),
            MouseEventKind::ScrollUp => Some(Self::Up),
            _ => None,
        }
    }

    /// Returns the direction and the number of rows, for screens of `page` rows. `None` for moves to an end.
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

    /// Returns the target row for a move from row `at`. The last row is `last` and a screen has `page` rows.
    pub(crate) fn target_row(self, at: usize, last: usize, page: usize) -> usize {
        match self.rows(page) {
            Some((StepDirection::Next, by)) => at.saturating_add(by).min(last),
            Some((StepDirection::Back, by)) => at.saturating_sub(by).min(last),
            None if self == Self::First => 0,
            None => last,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepDirection {
    /// The next or the larger value.
    Next,
    /// The previous or the smaller value.
    Back,
}

impl StepDirection {
    /// Returns the place after or before a place, cyclically, and true if the step wrapped.
    pub(crate) const fn step(self, place: usize, count: usize) -> (usize, bool) {
        match self {
            Self::Next => ((place + 1) % count, place + 1 == count),
            Self::Back => ((place + count - 1) % count, place == 0),
        }
    }

    /// Returns the item after or before `now`, cyclically; the first item if `now` is missing.
    pub(crate) fn neighbour<'a, T: PartialEq>(self, all: &'a [T], now: &T) -> Option<&'a T> {
        let place = all.iter().position(|one| one == now);
        all.get(place.map_or(0, |place| self.step(place, all.len()).0))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepSize {
    /// To the next value; for the threshold by five hundredths.
    Usual,
    /// By one hundredth for the threshold; else like `Usual`.
    Fine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Move in the part that has the focus.
    Move(Motion),
    /// Open the selected item, or give it the whole screen. In a line of input: finish.
    Enter,
    Leave,
    /// One step to the left or right: of the cross-hair, the words, the parameters or the lesson; in a list, fold or
    /// unfold.
    Side(StepDirection),
    /// Ten steps of the cross-hair; elsewhere like `Side`.
    Far(StepDirection),
    /// Go to the beginning or the end: of the row if it has words or dots, else of the whole content.
    Edge(StepDirection),
    /// A digit of a passage's number, of a step's number, or of the value of the selected parameter.
    Digit(u8),
    /// Give the focus to the next or previous region.
    Focus(StepDirection),

    /// Type a filter of the list, or search in the open pair.
    Filter,
    /// Sort the list by the next or previous column.
    Sort(StepDirection),
    Reverse,
    /// Enter a view. In that view, perform the function of its key.
    Go(ViewName),
    /// Mark the selected pair.
    Decide,
    /// Ignore the active passage from now on, or count the selected phrase again.
    LeaveOut,
    /// Type words to ignore from now on.
    OwnPhrase,

    /// Next or previous passage of the open pair, in both panes.
    Passage(StepDirection),
    Neighbour(StepDirection),
    /// Next or previous repetition of the active passage.
    Repetition(StepDirection),
    Passages,
    /// Scroll the two texts together, or each by itself.
    Join,
    /// Next or previous layout of the two texts.
    Shape(StepDirection),
    /// Show one text alone, or both again.
    Alone,
    /// Join lines that were broken by hand, or show the original lines.
    Reflow,
    /// Show or hide ignored words.
    Dropped,
    Dots,
    Explain,

    Lesson,
    Terms,
    /// Blank the screen until the next key.
    Blank,
    /// Hide the step of the lesson and show an exercise; then show the step again, with the answer. Elsewhere: help.
    Ask,
    Sandbox,

    Change(Parameter, StepDirection, StepSize),
    TypeValue,
    Undo,
    Redo,
    Pin,

    Help,
    Palette,
    /// Give the mouse to the terminal, or to the program again.
    Mouse,
    Theme,
    /// Start or stop projector mode: few strong tints, large score and key, the folder frozen.
    Projector,
    Edit,
    CopyPassage,
    CopyPair,
    Report,
    Freeze,
    Rescan,
    Redraw,
    Suspend,
    Quit,
    Close,
}

impl Action {
    /// Returns true if the action changes the listed rows or opens another list.
    pub(crate) const fn is_on_list(self) -> bool {
        matches!(self, Self::Filter | Self::Sort(_) | Self::Reverse | Self::Go(_))
    }

    /// Returns true if the action concerns the texts of the open pair, its dot plot or its words.
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
