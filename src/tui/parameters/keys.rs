//! The keys that act on any parameter, not on one of them.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::event_loop::action::{Action, ParameterAction, ProgramAction, ScreenParameter};
use crate::tui::keys::binding::{
    BACK, BAR, Binding, LETTER_KEYS, NEXT, OUTSIDE_LESSON, Place, Section, ctrl, key, special,
};
use crate::tui::keys::names::KeyName;

/// Where no pair has the focus. On a pair, `L` opens the lesson.
const NO_PAIR: &[Place] = &[Place::List, Place::Bar, Place::Top];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[
            key(
                '+',
                Action::Parameter(ParameterAction::Change(ScreenParameter::ThresholdFine, NEXT)),
            ),
            key(
                '-',
                Action::Parameter(ParameterAction::Change(ScreenParameter::ThresholdFine, BACK)),
            ),
        ],
        shown: "+/-",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::Threshold,
        help: "Change the threshold by 1 %; dragging the line in the histogram of scores does it too.",
    },
    Binding {
        keys: &[key(
            'L',
            Action::Parameter(ParameterAction::Change(ScreenParameter::Language, BACK)),
        )],
        shown: "L",
        places: NO_PAIR,
        section: Section::Parameters,
        name: KeyName::LanguageTheOtherWay,
        help: "The previous language; on the open pair this key opens the lesson.",
    },
    Binding {
        keys: &[key('=', Action::Parameter(ParameterAction::Type(None)))],
        shown: "=",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::TypeAValue,
        help: "Type the value of the parameter changed last, or of any: \"w 5\", \"threshold 35%\"; Enter sets it.",
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
            special(KeyCode::Left, Action::Parameter(ParameterAction::Choose(BACK))),
            special(KeyCode::Right, Action::Parameter(ParameterAction::Choose(NEXT))),
        ],
        shown: "←/→",
        places: BAR,
        section: Section::Parameters,
        name: KeyName::Choose,
        help: "Among the parameters, which you reach by Tab or a click: choose one. ↑/↓ and the wheel change it, Enter types its value.",
    },
    Binding {
        keys: &[key('u', Action::Parameter(ParameterAction::Undo))],
        shown: "u",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::Undo,
        help: "Take the last change of a parameter back, or the last mark.",
    },
    Binding {
        keys: &[
            key('U', Action::Parameter(ParameterAction::Redo)),
            ctrl('r', Action::Parameter(ParameterAction::Redo)),
        ],
        shown: "U Ctrl-R",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::Redo,
        help: "Make the change again that u took back.",
    },
    Binding {
        keys: &[key('*', Action::Parameter(ParameterAction::Pin))],
        shown: "*",
        places: OUTSIDE_LESSON,
        section: Section::Parameters,
        name: KeyName::Pin,
        help: "Pin this ranking: rows then tell how they moved against it (▲3 +4%, new); again to unpin it.",
    },
    Binding {
        keys: &[key('f', Action::Program(ProgramAction::Freeze))],
        shown: "f",
        places: OUTSIDE_LESSON,
        section: Section::Parameters,
        name: KeyName::Freeze,
        help: "Freeze the folder: hold its changes back, or let them in; parameters still act.",
    },
];

const fn digit(digit: char) -> (KeyModifiers, KeyCode, Action) {
    key(digit, Action::Parameter(ParameterAction::Type(Some(digit))))
}
