//! Everything that `update` understands. A message says what is wanted, never how it is done.

use std::time::Duration;

use shingle::engine::report::Report;

use super::model::pair::Prepared;

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
    /// To the first row.
    First,
    /// To the last row.
    Last,
}

/// The next value, or the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The next, or the larger.
    Next,
    /// The one before, or the smaller.
    Back,
}

/// A parameter that a key changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dial {
    /// `--language`.
    Language,
    /// `--words`.
    Words,
    /// `--case`.
    Case,
    /// `--stop-words`.
    StopWords,
    /// `--stem`.
    Stem,
    /// `--width`.
    Width,
    /// `--hash`.
    Hash,
    /// `--modulo`.
    Modulo,
    /// `--measure`.
    Measure,
    /// `--threshold`, by five hundredths.
    Threshold,
    /// `--threshold`, by one hundredth.
    ThresholdFine,
    /// `--above`.
    Above,
    /// `--preset`.
    Preset,
}

/// What is asked of `update`.
#[derive(Debug, Clone)]
pub(crate) enum Message {
    /// Move in whatever has the focus.
    Move(Motion),
    /// Open the selected pair, or give it the whole screen.
    Enter,
    /// One level back.
    Leave,
    /// The other pane.
    Focus,
    /// Next or previous passage, in both panes.
    Passage(Turn),
    /// Next or previous pair of the list.
    Pair(Turn),
    /// Change a parameter.
    Turn(Dial, Turn),
    /// Show or hide the keys.
    Help,
    /// Show or hide the problems.
    Problems,
    /// List the folder again.
    Rescan,
    /// Draw everything anew.
    Redraw,
    /// Stop until continued.
    Suspend,
    /// End.
    Quit,
    /// The screen has this many columns and rows.
    Resized(u16, u16),
    /// So much time has passed since the start.
    Clock(Duration),
    /// The engine says something.
    Report(Report),
    /// The engine answered with a pair, and its texts are laid out already.
    Opened(Box<Prepared>),
}
