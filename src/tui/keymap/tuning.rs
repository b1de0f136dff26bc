//! The keys of the parameters: a letter turns one on, its capital back.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::super::message::{Dial, TuningWish, Wish};
use super::{BACK, BAR, Binding, DESK, NEXT, Section, binding, ctrl, key, special};

/// A parameter: its key turns it on, the capital back.
macro_rules! dial {
    ($next:literal $back:literal, $shown:literal, $dial:ident, $name:literal, $help:literal) => {
        Binding {
            keys: &[
                key($next, Wish::Tuning(TuningWish::Turn(Dial::$dial, NEXT))),
                key($back, Wish::Tuning(TuningWish::Turn(Dial::$dial, BACK))),
            ],
            shown: $shown,
            places: DESK,
            section: Section::Parameters,
            name: $name,
            help: $help,
        }
    };
}

/// In the order in which help shows them.
pub(super) static BINDINGS: &[Binding] = &[
    dial!('w' 'W', "w/W", Width, "width", "How many words in a row make one shingle: more words, stricter matches."),
    dial!('t' 'T', "t/T", Threshold, "threshold", "The lowest score that is listed, up or down by 5 %."),
    binding!(
        Parameters,
        DESK,
        "+/-",
        [
            key('+', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, NEXT))),
            key('-', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, BACK))),
        ],
        "threshold",
        "The same by 1 %; so does dragging the line in the histogram of scores."
    ),
    dial!('a' 'A', "a/A", Measure, "measure", "How a pair is scored: jaccard, dice, containment, overlap or per word."),
    dial!('m' 'M', "m/M", Modulo, "modulo", "Keep only shingles whose hash is divisible by this: 1 keeps all, more is faster and rougher."),
    dial!('%' '|', "%/|", Common, "common", "Leave out shingles that stand in more than so many of the documents; \"template PATH\" leaves out those of a file."),
    dial!('l' 'L', "l/L", Language, "language", "Whose stop words and stemmer apply: detected per document, or one for all."),
    dial!('s' 'S', "s/S", StopWords, "stop words", "Leave out words like \"the\" and \"of\", or count them too."),
    dial!('e' 'E', "e/E", Stem, "stem", "Take \"walks\" and \"walking\" as one word, or keep words whole."),
    dial!('c' 'C', "c/C", Case, "case", "Take capital and small letters as the same, only A to Z so, or keep them apart."),
    dial!('o' 'O', "o/O", Words, "words", "What a word is: by Unicode, between spaces, or as the phpir article cuts."),
    dial!('h' 'H', "h/H", Hash, "hash", "The hash that modulo samples by."),
    dial!('b' 'B', "b/B", Above, "above", "Whether a score equal to the threshold is listed."),
    dial!('p' 'P', "p/P", Preset, "preset", "All parameters of a published system at once, or the defaults again."),
    binding!(
        Parameters,
        DESK,
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
        "Among the parameters, which Tab and a click lead to: choose one; ↑/↓ and the wheel turn it, Enter types its value."
    ),
    binding!(
        Parameters,
        DESK,
        "u",
        [key('u', Wish::Tuning(TuningWish::Undo))],
        "undo",
        "Take the last change of a parameter back."
    ),
    binding!(
        Parameters,
        DESK,
        "U Ctrl-R",
        [key('U', Wish::Tuning(TuningWish::Redo)), ctrl('r', Wish::Tuning(TuningWish::Redo))],
        "redo",
        "Make the change again that was taken back."
    ),
    binding!(
        Parameters,
        DESK,
        "*",
        [key('*', Wish::Tuning(TuningWish::Pin))],
        "pin",
        "Pin this ranking: rows then say how they moved against it, ▲3 +4% or new; again to let go of it."
    ),
    binding!(
        Parameters,
        DESK,
        "f",
        [key('f', Wish::Tuning(TuningWish::Freeze))],
        "freeze",
        "Hold back what changes in the folder, or let it in; parameters still act."
    ),
];

const fn digit(digit: char) -> (KeyModifiers, KeyCode, Wish) {
    key(digit, Wish::Tuning(TuningWish::Type(Some(digit))))
}
