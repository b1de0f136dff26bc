//! The short names of the lines of the key table. As they are variants, a misspelt name does not compile.

use crate::tui::rooms::room::Room;

macro_rules! key_names {
    ($($variant:ident $text:literal)*) => {
        /// The short name of a line of the key table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum KeyName {
            /// Goes into a room.
            Room(Room),
            $(#[doc = $text] $variant,)*
        }

        impl KeyName {
            /// As help and footer show it.
            pub(crate) const fn text(self) -> &'static str {
                match self {
                    Self::Room(room) => room.name(),
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

key_names! {
    Above "above"
    Again "again"
    AllKeys "all keys"
    Back "back"
    Between "between"
    Case "case"
    Choose "choose"
    Colours "colours"
    Commands "commands"
    Common "common"
    Confusables "confusables"
    Copy "copy"
    CopyAll "copy all"
    DotPlot "dot plot"
    Edges "edges"
    Editor "editor"
    Ends "ends"
    Explain "explain"
    Family "family"
    Far "far"
    Filter "filter"
    Freeze "freeze"
    Functions "functions"
    Hash "hash"
    Ignored "ignored"
    Join "join"
    Language "language"
    LanguageTheOtherWay "language, the other way"
    Layout "layout"
    LeaveOut "leave out"
    Lesson "lesson"
    LessonNumber "lesson number"
    LessonStep "lesson step"
    Linkage "linkage"
    Measure "measure"
    Modulo "modulo"
    Mark "mark"
    Mouse "mouse"
    Move "move"
    NextRegion "next region"
    Number "number"
    Open "open"
    Page "page"
    Pair "pair"
    Passage "passage"
    Passages "passages"
    Phrases "phrases left out"
    Pin "pin"
    PosRemoval "pos-removal"
    Preset "preset"
    Projector "projector"
    Quit "quit"
    Redo "redo"
    Redraw "redraw"
    Rescan "rescan"
    Reverse "reverse"
    Sandbox "sandbox"
    Sideways "sideways"
    Sketch "sketch"
    Sort "sort"
    Stem "stem"
    SkipSame "skip same"
    Step "step"
    StepByStep "step by step"
    StopWords "stop words"
    Suspend "suspend"
    Template "template"
    Threshold "threshold"
    Type "type"
    TypeAValue "type a value"
    Undo "undo"
    Unfold "unfold"
    Verify "verify"
    Width "width"
    Words "words"
    Zoom "zoom"
}
