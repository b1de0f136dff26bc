//! The short names of the lines of the key table. As they are variants, a misspelt name does not compile.

use shingle::pipeline::Parameter;

use crate::tui::actions::{
    Action, LessonAction, ListAction, Motion, PairAction, ParameterAction, ProgramAction, Room,
    StepDirection, StepSize,
};

macro_rules! key_names {
    ($($variant:ident $text:literal)*) => {
        /// The short name of a line of the key table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum KeyName {
            /// Goes into a room.
            Room(Room),
            /// Changes a parameter.
            Parameter(Parameter),
            $(#[doc = $text] $variant,)*
        }

        impl KeyName {
            /// As help and footer show it.
            pub(crate) const fn text(self) -> &'static str {
                match self {
                    Self::Room(room) => room.name(),
                    Self::Parameter(Parameter::Phrases) => "phrases left out",
                    Self::Parameter(Parameter::SkipOlder) => "skip older",
                    Self::Parameter(Parameter::SkipSame) => "skip same",
                    Self::Parameter(Parameter::StopWords) => "stop words",
                    Self::Parameter(parameter) => parameter.name(),
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

key_names! {
    Again "again"
    AllKeys "all keys"
    Back "back"
    Colours "colours"
    Commands "commands"
    Copy "copy"
    CopyAll "copy all"
    DotPlot "dot plot"
    Editor "editor"
    Ends "ends"
    Explain "explain"
    Filter "filter"
    Freeze "freeze"
    Ignored "ignored"
    Join "join"
    Layout "layout"
    LeaveOut "leave out"
    Lesson "lesson"
    Mark "mark"
    Mouse "mouse"
    Move "move"
    NextRegion "next region"
    Number "number"
    Open "open"
    OwnPhrase "own phrase"
    Page "page"
    Pair "pair"
    Passage "passage"
    Passages "passages"
    Pin "pin"
    Projector "projector"
    Quit "quit"
    Reflow "reflow"
    Report "report"
    Rescan "rescan"
    Sandbox "sandbox"
    Sideways "sideways"
    Sort "sort"
    Suspend "suspend"
    Terms "terms"
    TypeAValue "type a value"
    Undo "undo"
    Zoom "zoom"
}

/// The name of an action that is not just what its line says, or the other way.
pub(crate) const fn own_name(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::Move(Motion::Down) => "move down",
        Action::Move(Motion::Up) => "move up",
        Action::Move(Motion::PageDown) => "page down",
        Action::Move(Motion::PageUp) => "page up",
        Action::Move(Motion::HalfDown) => "half a page down",
        Action::Move(Motion::HalfUp) => "half a page up",
        Action::Move(Motion::First) => "to the first row",
        Action::Move(Motion::Last) => "to the last row",
        Action::Edge(StepDirection::Back) => "to the left edge",
        Action::Edge(StepDirection::Next) => "to the right edge",
        Action::Focus(StepDirection::Back) => "region before",
        Action::Side(StepDirection::Back) => "move left",
        Action::Side(StepDirection::Next) => "move right",
        Action::Far(StepDirection::Back) => "far left",
        Action::Far(StepDirection::Next) => "far right",
        Action::Pair(PairAction::Passage(StepDirection::Back)) => "passage before",
        Action::Pair(PairAction::Neighbour(StepDirection::Back)) => "pair before",
        Action::Pair(PairAction::Repetition(StepDirection::Back)) => "repetition before",
        Action::Lesson(LessonAction::Blank) => "blank",
        Action::Lesson(LessonAction::Ask) => "help or question",
        Action::List(ListAction::Reverse) => "reverse",
        Action::Parameter(ParameterAction::Redo) => "redo",
        Action::Parameter(ParameterAction::Change(_, direction, StepSize::Fine)) => match direction
        {
            StepDirection::Next => "threshold up by 1 %",
            StepDirection::Back => "threshold down by 1 %",
        },
        Action::Program(ProgramAction::Redraw) => "redraw",
        Action::Program(ProgramAction::Quit) => "quit",
        Action::Program(ProgramAction::Close) => "back, or quit from a list",
        _ => return None,
    })
}
