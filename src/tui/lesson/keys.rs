//! The keys of the lesson.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::event_loop::action::{Action, LessonAction};
use crate::tui::keys::binding::{BACK, Binding, NEXT, Place, Section, key, special};
use crate::tui::keys::names::KeyName;

/// Where the lesson is opened or left.
const OPEN_OR_LEAVE: &[Place] = &[Place::Pair, Place::Dots, Place::Words, Place::Lesson];
/// Within the lesson.
const LESSON: &[Place] = &[Place::Lesson];

/// In the order of help.
pub(crate) static BINDINGS: &[Binding] = &[
    Binding {
        keys: &[key('L', Action::Lesson(LessonAction::Open))],
        shown: "L",
        places: OPEN_OR_LEAVE,
        section: Section::Lesson,
        name: KeyName::Lesson,
        help: "On the open pair: show step by step what the program does with the two texts; L again, or Esc, leads back.",
    },
    Binding {
        keys: &[
            special(KeyCode::Left, Action::Lesson(LessonAction::Step(BACK))),
            special(KeyCode::Right, Action::Lesson(LessonAction::Step(NEXT))),
        ],
        shown: "←/→",
        places: LESSON,
        section: Section::Lesson,
        name: KeyName::LessonStep,
        help: "To the previous or next step; ↓/↑ slide or scroll within it. Parameters do not leave it.",
    },
    Binding {
        keys: &[
            digit('0', 0),
            digit('1', 1),
            digit('2', 2),
            digit('3', 3),
            digit('4', 4),
            digit('5', 5),
            digit('6', 6),
            digit('7', 7),
            digit('8', 8),
            digit('9', 9),
        ],
        shown: "0-9",
        places: LESSON,
        section: Section::Lesson,
        name: KeyName::LessonNumber,
        help: "To the step of this number; two digits in a row make one number.",
    },
];

const fn digit(letter: char, digit: u8) -> (KeyModifiers, KeyCode, Action) {
    key(letter, Action::Lesson(LessonAction::Digit(digit)))
}
