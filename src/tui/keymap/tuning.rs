//! The keys of the parameters that are not those of one alone.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::super::binding::{
    BACK, BAR, Binding, CLASS, DESK, NEXT, Place, Section, ctrl, key, special,
};
use super::super::wish::{Dial, TuningWish, Wish};
use super::binding;

/// Where no pair has the focus, on which the key opens the lesson.
const BESIDE: &[Place] = &[Place::List, Place::Bar, Place::Top];

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    binding!(
        Parameters,
        CLASS,
        "+/-",
        [
            key('+', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, NEXT))),
            key('-', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, BACK))),
        ],
        "threshold",
        "Turn the threshold by 1 %; dragging the line in the histogram of scores does it too."
    ),
    binding!(
        Parameters,
        BESIDE,
        "L",
        [key('L', Wish::Tuning(TuningWish::Turn(Dial::Language, BACK)))],
        "language, the other way",
        "The previous language; on the open pair this key opens the lesson."
    ),
    binding!(
        Parameters,
        CLASS,
        "=",
        [key('=', Wish::Tuning(TuningWish::Type(None)))],
        "type a value",
        "Type the value of the parameter turned last, or of any: \"w 5\", \"threshold 35%\"; Enter sets it."
    ),
    binding!(
        Parameters,
        BAR,
        "0-9",
        [
            digit('0'),
            digit('1'),
            digit('2'),
            digit('3'),
            digit('4'),
            digit('5'),
            digit('6'),
            digit('7'),
            digit('8'),
            digit('9')
        ],
        "type",
        "Among the parameters: type the value of the chosen one, beginning with this digit."
    ),
    binding!(
        Parameters,
        BAR,
        "←/→",
        [
            special(KeyCode::Left, Wish::Tuning(TuningWish::Choose(BACK))),
            special(KeyCode::Right, Wish::Tuning(TuningWish::Choose(NEXT))),
        ],
        "choose",
        "Among the parameters, which you reach by Tab or a click: choose one. ↑/↓ and the wheel turn it, Enter types its value."
    ),
    binding!(
        Parameters,
        CLASS,
        "u",
        [key('u', Wish::Tuning(TuningWish::Undo))],
        "undo",
        "Take the last change of a parameter back."
    ),
    binding!(
        Parameters,
        CLASS,
        "U Ctrl-R",
        [key('U', Wish::Tuning(TuningWish::Redo)), ctrl('r', Wish::Tuning(TuningWish::Redo))],
        "redo",
        "Make the change again that u took back."
    ),
    binding!(
        Parameters,
        DESK,
        "*",
        [key('*', Wish::Tuning(TuningWish::Pin))],
        "pin",
        "Pin this ranking: rows then tell how they moved against it (▲3 +4%, new); again to unpin it."
    ),
    binding!(
        Parameters,
        DESK,
        "f",
        [key('f', Wish::Tuning(TuningWish::Freeze))],
        "freeze",
        "Freeze the folder: hold its changes back, or let them in; parameters still act."
    ),
];

const fn digit(digit: char) -> (KeyModifiers, KeyCode, Wish) {
    key(digit, Wish::Tuning(TuningWish::Type(Some(digit))))
}
