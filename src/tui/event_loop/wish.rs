//! What a key, the mouse or the palette can ask for. A wish says what is wanted, never how it is done; it knows no keys.

use shingle::pipeline::parameters::catalogue::Parameter;

use crate::tui::rooms::room::Room;

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
    /// `--pos-removal`.
    PosRemoval,
    /// `--case`.
    Case,
    /// `--confusables`.
    Confusables,
    /// `--stop-words`.
    StopWords,
    /// `--stem`.
    Stem,
    /// `--width`.
    Width,
    /// `--step`.
    Step,
    /// `--hash`.
    Hash,
    /// `--modulo`.
    Modulo,
    /// `--common`.
    Common,
    /// `--template`.
    Template,
    /// `--sketch`.
    Sketch,
    /// `--functions`.
    Functions,
    /// `--family`.
    Family,
    /// `--verify`.
    Verify,
    /// `--measure`.
    Measure,
    /// `--threshold`, by five hundredths.
    Threshold,
    /// `--threshold`, by one hundredth.
    ThresholdFine,
    /// `--above`.
    Above,
    /// `--linkage`.
    Linkage,
    /// `--preset`.
    Preset,
}

impl Dial {
    /// What changes a parameter on the screen; `None` of those that are settled when the program starts.
    pub(crate) const fn of(parameter: Parameter) -> Option<Self> {
        Some(match parameter {
            // Every file is read anew, and a list of words is a file that was named.
            Parameter::Encoding | Parameter::StopWordsAdd => return None,
            Parameter::Language => Self::Language,
            Parameter::Words => Self::Words,
            Parameter::PosRemoval => Self::PosRemoval,
            Parameter::Case => Self::Case,
            Parameter::Confusables => Self::Confusables,
            Parameter::StopWords => Self::StopWords,
            Parameter::Stem => Self::Stem,
            Parameter::Width => Self::Width,
            Parameter::Step => Self::Step,
            Parameter::Hash => Self::Hash,
            Parameter::Modulo => Self::Modulo,
            Parameter::Common => Self::Common,
            Parameter::Template => Self::Template,
            Parameter::Sketch => Self::Sketch,
            Parameter::Functions => Self::Functions,
            Parameter::Family => Self::Family,
            Parameter::Verify => Self::Verify,
            Parameter::Measure => Self::Measure,
            Parameter::Threshold => Self::Threshold,
            Parameter::Above => Self::Above,
            Parameter::Linkage => Self::Linkage,
            Parameter::Preset => Self::Preset,
        })
    }

    /// The parameter that it changes.
    pub(crate) const fn parameter(self) -> Parameter {
        match self {
            Self::Language => Parameter::Language,
            Self::Words => Parameter::Words,
            Self::PosRemoval => Parameter::PosRemoval,
            Self::Case => Parameter::Case,
            Self::Confusables => Parameter::Confusables,
            Self::StopWords => Parameter::StopWords,
            Self::Stem => Parameter::Stem,
            Self::Width => Parameter::Width,
            Self::Step => Parameter::Step,
            Self::Hash => Parameter::Hash,
            Self::Modulo => Parameter::Modulo,
            Self::Common => Parameter::Common,
            Self::Template => Parameter::Template,
            Self::Sketch => Parameter::Sketch,
            Self::Functions => Parameter::Functions,
            Self::Family => Parameter::Family,
            Self::Verify => Parameter::Verify,
            Self::Measure => Parameter::Measure,
            Self::Threshold | Self::ThresholdFine => Parameter::Threshold,
            Self::Above => Parameter::Above,
            Self::Linkage => Parameter::Linkage,
            Self::Preset => Parameter::Preset,
        }
    }

    /// The parameter itself, however large its steps.
    pub(crate) const fn coarse(self) -> Self {
        match self {
            Self::ThresholdFine => Self::Threshold,
            other => other,
        }
    }
}

/// What is wanted of the ranked list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListWish {
    /// Go into a room; in it, what its key means there.
    Go(Room),
    /// Sort by the next column or the one before.
    Sort(Turn),
    /// Sort the other way round.
    Reverse,
    /// Type a filter.
    Filter,
    /// Show what lies below the selected line.
    Unfold,
    /// Hide it.
    Fold,
}

/// What is wanted of the open pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PairWish {
    /// Next or previous passage, in both panes.
    Passage(Turn),
    /// Next or previous pair of the list.
    Neighbour(Turn),
    /// The passage whose number begins with this digit.
    Digit(u8),
    /// Next or previous repetition of the active passage.
    Repetition(Turn),
    /// Show or hide the list of passages.
    Passages,
    /// Join the texts, or let each scroll by itself.
    Join,
    /// Next or previous way in which the texts stand.
    Shape(Turn),
    /// Give one text all the room, or bring the other back.
    Alone,
    /// Show or hide which words are not counted.
    Dropped,
}

/// What is wanted of the cross-hair in the dot plot or of the word that is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CursorWish {
    /// Show or leave the dot plot.
    Dots,
    /// Explain a word, or no more.
    Explain,
    /// One to the side.
    Side(Turn),
    /// Ten to the side.
    Far(Turn),
}

/// What is wanted of the lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LessonWish {
    /// Open it on the open pair, or leave it.
    Open,
    /// To the next step, or to the one before.
    Step(Turn),
    /// To the step of a number that this digit begins or goes on with.
    Digit(u8),
}

/// What is wanted of the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TuningWish {
    /// Change a parameter.
    Turn(Dial, Turn),
    /// Go to the next parameter of the bar, or to the one before.
    Choose(Turn),
    /// Open a line of input for a value, with this digit in it.
    Type(Option<char>),
    /// Take the last change back.
    Undo,
    /// Make the change again that was taken back.
    Redo,
    /// Keep the ranking to compare later ones with it, or let go of it.
    Pin,
}

/// What is wanted of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgramWish {
    /// Show or hide the keys.
    Help,
    /// Open the command palette.
    Palette,
    /// Give the mouse to the terminal, or take it again.
    Mouse,
    /// Other colours.
    Theme,
    /// Few strong tints, the score and the last key large, the folder held back; or no more.
    Projector,
    /// Open a file in the editor.
    Edit,
    /// Copy the active passage.
    CopyPassage,
    /// Copy a report of the open pair.
    CopyPair,
    /// Hold back what the watcher brings, or let it in.
    Freeze,
    /// List the folder again.
    Rescan,
    /// Draw everything anew.
    Redraw,
    /// Stop until continued.
    Suspend,
    /// End.
    Quit,
}

/// What a key, the mouse or the palette asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Move in whatever has the focus.
    Move(Motion),
    /// Open what is selected, or give it the whole screen; in a line of input: done.
    Enter,
    /// One level back.
    Leave,
    /// Give the focus to the next region, or to the one before.
    Focus(Turn),
    /// Of the ranked list.
    List(ListWish),
    /// Of the open pair.
    Pair(PairWish),
    /// To the beginning or the end: of the row where there are words or dots in it, else of everything.
    Edge(Turn),
    /// Of the cross-hair or the word that is explained.
    Cursor(CursorWish),
    /// Of the lesson.
    Lesson(LessonWish),
    /// Open the sandbox, or leave it.
    Sandbox,
    /// Of the parameters.
    Tuning(TuningWish),
    /// Of the program.
    Program(ProgramWish),
}
