//! The keys of the parameters that are not those of one alone.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::event_loop::wish::{Dial, ProgramWish, TuningWish, Wish};
use crate::tui::keys::binding::{
    BACK, BAR, Binding, CLASS, DESK, NEXT, Place, Section, ctrl, key, special,
};
use crate::tui::keys::names::KeyName;

/// Where no pair has the focus, on which the key opens the lesson.
const BESIDE: &[Place] = &[Place::List, Place::Bar, Place::Top];

/// In the order in which help shows them.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[
            key('+', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, NEXT))),
            key('-', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, BACK))),
        ],
        shown: "+/-",
        places: CLASS,
        section: Section::Parameters,
        name: KeyName::Threshold,
        help: "Turn the threshold by 1 %; dragging the line in the histogram of scores does it too.",
    },
    Binding {
        keys: &[key('L', Wish::Tuning(TuningWish::Turn(Dial::Language, BACK)))],
        shown: "L",
        places: BESIDE,
        section: Section::Parameters,
        name: KeyName::LanguageTheOtherWay,
        help: "The previous language; on the open pair this key opens the lesson.",
    },
    Binding {
        keys: &[key('=', Wish::Tuning(TuningWish::Type(None)))],
        shown: "=",
        places: CLASS,
        section: Section::Parameters,
        name: KeyName::TypeAValue,
        help: "Type the value of the parameter turned last, or of any: \"w 5\", \"threshold 35%\"; Enter sets it.",
    },
    Binding {
        keys: &[
            digit('0'),
            digit('1'),
            digit('2'),
            digit('3'),
            digit('4'),
            digit('5'),
            digit('6'),
            digit('7'),
            digit('8'),
            digit('9'),
        ],
        shown: "0-9",
        places: BAR,
        section: Section::Parameters,
        name: KeyName::Type,
        help: "Among the parameters: type the value of the chosen one, beginning with this digit.",
    },
    Binding {
        keys: &[
            special(KeyCode::Left, Wish::Tuning(TuningWish::Choose(BACK))),
            special(KeyCode::Right, Wish::Tuning(TuningWish::Choose(NEXT))),
        ],
        shown: "←/→",
        places: BAR,
        section: Section::Parameters,
        name: KeyName::Choose,
        help: "Among the parameters, which you reach by Tab or a click: choose one. ↑/↓ and the wheel turn it, Enter types its value.",
    },
    Binding {
        keys: &[key('u', Wish::Tuning(TuningWish::Undo))],
        shown: "u",
        places: CLASS,
        section: Section::Parameters,
        name: KeyName::Undo,
        help: "Take the last change of a parameter back.",
    },
    Binding {
        keys: &[
            key('U', Wish::Tuning(TuningWish::Redo)),
            ctrl('r', Wish::Tuning(TuningWish::Redo)),
        ],
        shown: "U Ctrl-R",
        places: CLASS,
        section: Section::Parameters,
        name: KeyName::Redo,
        help: "Make the change again that u took back.",
    },
    Binding {
        keys: &[key('*', Wish::Tuning(TuningWish::Pin))],
        shown: "*",
        places: DESK,
        section: Section::Parameters,
        name: KeyName::Pin,
        help: "Pin this ranking: rows then tell how they moved against it (▲3 +4%, new); again to unpin it.",
    },
    Binding {
        keys: &[key('f', Wish::Program(ProgramWish::Freeze))],
        shown: "f",
        places: DESK,
        section: Section::Parameters,
        name: KeyName::Freeze,
        help: "Freeze the folder: hold its changes back, or let them in; parameters still act.",
    },
];

const fn digit(digit: char) -> (KeyModifiers, KeyCode, Wish) {
    key(digit, Wish::Tuning(TuningWish::Type(Some(digit))))
}
