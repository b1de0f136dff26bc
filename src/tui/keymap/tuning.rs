//! The keys of the parameters: a letter turns one on, its capital back.

use super::super::message::{Dial, TuningWish, Wish};
use super::{BACK, Binding, DESK, NEXT, Section, binding, key};

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
            key('=', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, NEXT))),
            key('-', Wish::Tuning(TuningWish::Turn(Dial::ThresholdFine, BACK))),
        ],
        "threshold",
        "The same by 1 %."
    ),
    dial!('a' 'A', "a/A", Measure, "measure", "How a pair is scored: jaccard, dice, containment, overlap or per word."),
    dial!('m' 'M', "m/M", Modulo, "modulo", "Keep only shingles whose hash is divisible by this: 1 keeps all, more is faster and rougher."),
    dial!('l' 'L', "l/L", Language, "language", "Whose stop words and stemmer apply: detected per document, or one for all."),
    dial!('s' 'S', "s/S", StopWords, "stop words", "Leave out words like \"the\" and \"of\", or count them too."),
    dial!('e' 'E', "e/E", Stem, "stem", "Take \"walks\" and \"walking\" as one word, or keep words whole."),
    dial!('c' 'C', "c/C", Case, "case", "Take capital and small letters as the same, only A to Z so, or keep them apart."),
    dial!('o' 'O', "o/O", Words, "words", "What a word is: by Unicode, between spaces, or as the phpir article cuts."),
    dial!('h' 'H', "h/H", Hash, "hash", "The hash that modulo samples by."),
    dial!('b' 'B', "b/B", Above, "above", "Whether a score equal to the threshold is listed."),
    dial!('p' 'P', "p/P", Preset, "preset", "All parameters of a published system at once, or the defaults again."),
];
