//! The keys that act on any parameter, not on one of them.

use crate::tui::event_loop::action::{Action, ParameterAction, ProgramAction};
use crate::tui::keys::binding::{
    Binding, LETTER_KEYS, OUTSIDE_LESSON, Section, ctrl, key, keyless,
};
use crate::tui::keys::names::KeyName;

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('=', Action::Parameter(ParameterAction::Type))],
        shown: "=",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::TypeAValue,
        help: "Type the value of the parameter changed last, or of any: \"w 5\", \"threshold 35%\"; all parameters are shown meanwhile, Tab goes through them, Enter sets the value.",
    },
    Binding {
        keys: &[
            key('u', Action::Parameter(ParameterAction::Undo)),
            key('U', Action::Parameter(ParameterAction::Redo)),
            ctrl('r', Action::Parameter(ParameterAction::Redo)),
        ],
        shown: "u U Ctrl-R",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::Undo,
        help: "Take the last change of a parameter back, or the last mark. U makes the change again that u took back.",
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
        keys: &[keyless(Action::Program(ProgramAction::Freeze))],
        shown: ":freeze",
        places: OUTSIDE_LESSON,
        section: Section::Parameters,
        name: KeyName::Freeze,
        help: "Freeze the folder: hold its changes back, or let them in; parameters still act.",
    },
];
