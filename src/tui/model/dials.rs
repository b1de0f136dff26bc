//! The one table of parameters: how each is called, which keys turn it, which values it takes, and when it decides nothing.
//! Bar, keys, palette, typing and help are made from it. A further parameter is one entry here and one name in `Dial`.

use shingle::base::numbers::thousands;
use shingle::base::ratio::Ratio;
use shingle::base::visible::visible;
use shingle::compare::clusters::Linkage;
use shingle::compare::measure::{Above, Measure};
use shingle::pipeline::params::{MODULO_RANGE, Params, Preset, SketchKind, Verify, WIDTH_RANGE};
use shingle::shingle::hash::HashKind;
use shingle::shingle::minhash::{FUNCTIONS_RANGE, Family};
use shingle::text::normalize::{Case, Stem};
use shingle::text::pos::PosRemoval;
use shingle::text::tokenize::Words;

use super::super::keymap::{BACK, Binding, CLASS, NEXT, Section, key};
use super::super::message::{Dial, TuningWish, Turn, Wish};
use super::super::words::{percent_exact, share};
use super::glyphs::elide;
use super::tuning::{Choices, cycle, ladder, named, step_threshold};
use super::typed;

/// Why a parameter decides nothing beside the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rests {
    /// In words that go on after its name and value.
    pub(crate) why: &'static str,
    /// There is nothing that it could be turned for: it is not shown.
    pub(crate) away: bool,
}

/// A parameter.
pub(crate) struct Entry {
    /// Which it is.
    pub(crate) dial: Dial,
    /// The name of its option.
    pub(crate) name: &'static str,
    /// Its name around its key, as the bar shows it.
    pub(crate) long: [&'static str; 3],
    /// The same where columns are scarce.
    pub(crate) short: [&'static str; 3],
    /// Always in the bar; others only where their value is not the one they began with, or while the bar has the focus.
    pub(crate) essential: bool,
    /// Its keys, with what it means in one sentence.
    pub(crate) binding: Binding,
    /// The range of its numbers; empty where values are words.
    pub(crate) range: &'static str,
    /// Its value as it is written, at length or not.
    pub(crate) value: fn(&Params, bool) -> String,
    /// Values worth offering, as they would be typed, in the order of the ladder.
    pub(crate) offered: fn(&Choices) -> Vec<String>,
    /// Sets it to what was typed, or says what is expected.
    pub(crate) typed: fn(&mut Params, &str, &Choices) -> Result<(), String>,
    /// Sets it to its next value, or the one before.
    pub(crate) turn: fn(&mut Params, Turn, &Choices),
    /// Why it decides nothing, where it does not.
    pub(crate) rests: fn(&Params) -> Option<Rests>,
}

/// The two keys of a parameter, and its line of help.
macro_rules! keys {
    ($dial:ident, $next:literal, $shown:literal, $name:literal, $help:literal) => {
        Binding {
            keys: &[key($next, Wish::Tuning(TuningWish::Turn(Dial::$dial, NEXT)))],
            shown: $shown,
            places: CLASS,
            section: Section::Parameters,
            name: $name,
            help: $help,
        }
    };
    ($dial:ident, $next:literal $back:literal, $shown:literal, $name:literal, $help:literal) => {
        Binding {
            keys: &[
                key($next, Wish::Tuning(TuningWish::Turn(Dial::$dial, NEXT))),
                key($back, Wish::Tuning(TuningWish::Turn(Dial::$dial, BACK))),
            ],
            shown: $shown,
            places: CLASS,
            section: Section::Parameters,
            name: $name,
            help: $help,
        }
    };
}

/// A parameter whose values are words.
macro_rules! of_words {
    (
        $dial:ident $name:literal, $long:expr, $short:expr, $essential:literal, $binding:expr,
        $field:ident of $type:ident, $set:expr, $rests:expr
    ) => {
        Entry {
            dial: Dial::$dial,
            name: $name,
            long: $long,
            short: $short,
            essential: $essential,
            binding: $binding,
            range: "",
            value: |params, _| params.$field.to_string(),
            offered: |_| $type::ALL.iter().map(|(name, _)| (*name).to_string()).collect(),
            typed: |params, text, _| {
                let set: fn(&mut Params, $type) = $set;
                typed::named($type::ALL, text).map(|value| set(params, value))
            },
            turn: |params, turn, _| {
                let set: fn(&mut Params, $type) = $set;
                set(params, named($type::ALL, params.$field, turn));
            },
            rests: $rests,
        }
    };
}

/// A parameter whose values are whole numbers, turned by a ladder of them.
macro_rules! of_numbers {
    (
        $dial:ident $name:literal, $long:expr, $short:expr, $essential:literal, $binding:expr,
        $field:ident of $range:expr, $shown:literal, $ladder:expr, $rests:expr
    ) => {
        Entry {
            dial: Dial::$dial,
            name: $name,
            long: $long,
            short: $short,
            essential: $essential,
            binding: $binding,
            range: $shown,
            value: |params, _| thousands(params.$field),
            offered: |_| $ladder.map(|number: u32| number.to_string()).collect(),
            typed: |params, text, _| {
                typed::within(&$range, text).map(|number| params.$field = number)
            },
            turn: |params, turn, _| {
                params.$field = ladder($range, $ladder, params.$field, turn);
            },
            rests: $rests,
        }
    };
}

/// The values that `--modulo` takes by its key.
const MODULI: [u32; 31] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1_000,
    2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];
/// The values that `--functions` takes by its key.
const FUNCTIONS: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 84, 128, 200, 256, 512, 1024];
/// The values that `--common` takes by its key.
const COMMON: [Option<Ratio>; 7] = [
    None,
    Some(Ratio::new(50, 100)),
    Some(Ratio::new(20, 100)),
    Some(Ratio::new(10, 100)),
    Some(Ratio::new(5, 100)),
    Some(Ratio::new(2, 100)),
    Some(Ratio::new(1, 100)),
];
/// A short name of a list of words has at most so many columns.
const LIST_NAME: u16 = 20;

const fn acts(_: &Params) -> Option<Rests> {
    None
}

/// In the order of the bar, of help and of what is offered.
pub(crate) static DIALS: &[Entry] = &[
    of_numbers!(Width "width", ["", "w", "idth"], ["", "w", ""], true,
        keys!(Width, 'w' 'W', "w/W", "width", "How many words in a row make one shingle: more words, stricter matches."),
        width of WIDTH_RANGE, "1 to 50", 1..=12, acts),
    Entry {
        dial: Dial::Threshold,
        name: "threshold",
        long: ["", "t", "hreshold"],
        short: ["", "t", ""],
        essential: true,
        binding: keys!(Threshold, 't' 'T', "t/T", "threshold", "The lowest score that is listed, up or down by 5 %, or by one where a sketch has six or fifteen keys."),
        range: "0% to 100%",
        value: |params, _| share(params.threshold, params),
        offered: |_| (0..=20).map(|step| format!("{}%", step * 5)).collect(),
        typed: |params, text, _| typed::threshold(text).map(|share| params.threshold = share),
        turn: |params, turn, _| step_threshold(params, turn, 5),
        rests: acts,
    },
    of_words!(Measure "measure", ["me", "a", "sure"], ["", "a", ""], true,
        keys!(Measure, 'a' 'A', "a/A", "measure", "How a pair is scored: jaccard, dice, containment, overlap or per word."),
        measure of Measure, |params, value| params.measure = value,
        |params| (!params.counts()).then_some(Rests { why: "not measured, with verify off the sketches alone decide", away: false })),
    of_numbers!(Modulo "modulo", ["", "m", "odulo"], ["", "m", "od"], true,
        keys!(Modulo, 'm' 'M', "m/M", "modulo", "Keep only shingles whose hash is divisible by this: 1 keeps all, more is faster and rougher."),
        modulo of MODULO_RANGE, "1 to 1,000,000", MODULI.into_iter(), acts),
    of_words!(Sketch "sketch", ["", "~", " sketch"], ["", "~", ""], true,
        keys!(Sketch, '~' '`', "~/`", "sketch", "Count all kept shingles (modulo), or estimate from a few keys of each text, for very large folders (minhash, super- and megashingles)."),
        sketch of SketchKind, Params::take_sketch, acts),
    Entry {
        dial: Dial::Language,
        name: "language",
        long: ["", "l", "anguage"],
        short: ["", "l", "ang"],
        essential: true,
        binding: keys!(
            Language,
            'l',
            "l",
            "language",
            "Whose stop words and stemmer apply: detected per document, or one for all."
        ),
        range: "",
        value: |params, _| params.language.to_string(),
        offered: |choices| choices.languages().iter().map(ToString::to_string).collect(),
        typed: |params, text, _| typed::language(text).map(|value| params.language = value),
        turn: |params, turn, choices| {
            params.language = cycle(&choices.languages(), &params.language, turn);
        },
        rests: acts,
    },
    Entry {
        dial: Dial::StopWords,
        name: "stop-words",
        long: ["", "s", "top-words"],
        short: ["", "s", "top"],
        essential: true,
        binding: keys!(StopWords, 's' 'S', "s/S", "stop words", "Leave out words like \"the\" and \"of\", or count them too."),
        range: "",
        value: stop_words,
        offered: |choices| choices.stop_words().iter().map(ToString::to_string).collect(),
        typed: |params, text, choices| {
            typed::stop_words(text, choices).map(|value| params.stop_words = value)
        },
        turn: |params, turn, choices| {
            params.stop_words = cycle(&choices.stop_words(), &params.stop_words, turn);
        },
        rests: acts,
    },
    of_words!(Stem "stem", ["st", "e", "m"], ["st", "e", "m"], true,
        keys!(Stem, 'e' 'E', "e/E", "stem", "Take \"walks\" and \"walking\" as one word, or keep words whole."),
        stem of Stem, |params, value| params.stem = value, acts),
    of_words!(PosRemoval "pos-removal", ["", "_", " pos-removal"], ["", "_", " pos"], false,
        keys!(PosRemoval, '_', "_", "pos-removal", "Leave out adjectives, conjunctions, prepositions, interjections and determiners of English texts, and count plural nouns as one, or keep them all."),
        pos_removal of PosRemoval, |params, value| params.pos_removal = value, acts),
    Entry {
        dial: Dial::Common,
        name: "common",
        long: ["", "%", " common"],
        short: ["", "%", " com"],
        essential: false,
        binding: keys!(Common, '%' '|', "%/|", "common", "Leave out the shingles of more than so many of the documents; what is left out is dim, and counted on top."),
        range: "0% to 100%, or off",
        value: |params, _| params.common.map_or_else(|| "off".into(), percent_exact),
        offered: |_| {
            COMMON.iter().map(|share| share.map_or_else(|| "off".into(), percent_exact)).collect()
        },
        typed: |params, text, _| typed::common(text).map(|share| params.common = share),
        turn: |params, turn, _| params.common = common(params.common, turn),
        rests: left_out,
    },
    Entry {
        dial: Dial::Template,
        name: "template",
        // No key turns it: its values are files.
        long: ["template", "", ""],
        short: ["template", "", ""],
        essential: false,
        binding: Binding {
            keys: &[],
            shown: "=template",
            places: CLASS,
            section: Section::Parameters,
            name: "template",
            help: "Leave out the shingles of a file: type \"template PATH\" after =; \"template off\" counts them again.",
        },
        range: "a file, or off",
        value: template,
        offered: |choices| {
            let all = choices.templates().into_iter();
            all.map(|template| typed::template_names(&template)).collect()
        },
        typed: |params, text, choices| {
            typed::template(text, choices).map(|template| params.template = template)
        },
        turn: |params, turn, choices| {
            params.template = cycle(&choices.templates(), &params.template, turn);
        },
        rests: left_out,
    },
    Entry {
        dial: Dial::Preset,
        name: "preset",
        long: ["", "p", "reset"],
        short: ["", "p", "re"],
        essential: false,
        binding: keys!(Preset, 'p' 'P', "p/P", "preset", "All parameters of a published system at once, or the defaults again."),
        range: "",
        value: preset,
        offered: |_| {
            let names = Preset::ALL.iter().map(|(name, _)| *name);
            ["none"].into_iter().chain(names).map(String::from).collect()
        },
        typed: |params, text, _| typed::preset(text).map(|preset| begin(params, preset)),
        turn: |params, turn, _| {
            let named = Preset::ALL.iter().map(|(_, preset)| Some(*preset));
            let all: Vec<_> = [None].into_iter().chain(named).collect();
            begin(params, cycle(&all, &params.preset, turn));
        },
        rests: acts,
    },
    of_numbers!(Functions "functions", ["", ")", " functions"], ["", ")", " fn"], false,
    keys!(Functions, ')' '(', ")/(", "functions", "How many hash functions minhash asks: more estimate better and take more memory."),
    functions of FUNCTIONS_RANGE, "1 to 1,024", FUNCTIONS.into_iter(),
    |params| match params.sketch {
        SketchKind::MinHash => None,
        SketchKind::Modulo => Some(Rests { why: "only for sketch minhash, to which ~ turns", away: true }),
        SketchKind::SuperShingle | SketchKind::MegaShingle => {
            Some(Rests { why: "super- and megashingles are made of 84; ~ turns to minhash", away: true })
        }
    }),
    of_words!(Family "family", ["", "F", " family"], ["", "F", "am"], false,
        keys!(Family, 'F', "F", "family", "Where the functions of a sketch come from: fast, or MD5, slow but to be repeated by hand."),
        family of Family, |params, value| params.family = value, counted),
    of_words!(Verify "verify", ["", "^", " verify"], ["", "^", " ver"], false,
        keys!(Verify, '^', "^", "verify", "Count exactly the pairs whose sketches agree, and drop those below the threshold; or trust the sketches."),
        verify of Verify, |params, value| params.verify = value, counted),
    of_words!(Words "words", ["w", "o", "rds"], ["w", "o", "rds"], false,
        keys!(Words, 'o' 'O', "o/O", "words", "What a word is: by Unicode, between spaces, or as an article cuts."),
        words of Words, |params, value| params.words = value, acts),
    of_words!(Case "case", ["", "c", "ase"], ["", "c", "ase"], false,
        keys!(Case, 'c' 'C', "c/C", "case", "Take capital and small letters as the same, only A to Z so, or keep them apart."),
        case of Case, |params, value| params.case = value, acts),
    of_numbers!(Step "step", ["", "}", " step"], ["", "}", " step"], false,
        keys!(Step, '}' '{', "}/{", "step", "Words from one shingle to the next: 1, so that they overlap, up to the width, where they do not."),
        step of WIDTH_RANGE, "1 to the width", 1..=6, acts),
    of_words!(Hash "hash", ["", "h", "ash"], ["", "h", "ash"], false,
        keys!(Hash, 'h' 'H', "h/H", "hash", "The hash that modulo samples by."),
        hash of HashKind, |params, value| params.hash = value,
        |params| (params.modulo == 1).then_some(Rests { why: "modulo 1 keeps all shingles, whatever their hash; x shows it", away: false })),
    of_words!(Above "above", ["a", "b", "ove"], ["", "b", ""], false,
        keys!(Above, 'b' 'B', "b/B", "above", "Whether a score equal to the threshold is listed."),
        above of Above, |params, value| params.above = value, acts),
    of_words!(Linkage "linkage", ["", "@", " linkage"], ["", "@", ""], false,
        keys!(Linkage, '@', "@", "linkage", "What holds a cluster together: a link to any member, the mean of all pairs, or every pair."),
        linkage of Linkage, |params, value| params.linkage = value, acts),
];

/// For what the sketches that estimate have and modulo has not.
fn counted(params: &Params) -> Option<Rests> {
    let why = "only for sketches that estimate, to which ~ turns; the scores of modulo are counted";
    (!params.estimates()).then_some(Rests { why, away: true })
}

/// For what only kept shingles themselves have.
fn left_out(params: &Params) -> Option<Rests> {
    let why = "nothing is left out of sketches that estimate; ~ turns back to modulo";
    params.estimates().then_some(Rests { why, away: false })
}

fn template(params: &Params, long: bool) -> String {
    let names = typed::template_names(&params.template);
    if long { names } else { elide(&names, LIST_NAME) }
}

/// The next smaller share, or the next larger one; beyond the largest none.
fn common(now: Option<Ratio>, turn: Turn) -> Option<Ratio> {
    let size = |share: Option<Ratio>| share.unwrap_or(Ratio::new(2, 1));
    match turn {
        Turn::Next => COMMON.iter().find(|share| size(**share) < size(now)),
        Turn::Back => COMMON.iter().rev().find(|share| size(**share) > size(now)),
    }
    .copied()
    .unwrap_or(now)
}

fn stop_words(params: &Params, long: bool) -> String {
    let added = if params.stop_words_add.is_some() { "+list" } else { "" };
    let name = params.stop_words.to_string();
    let name = visible(&name);
    let name = if long { name.into_owned() } else { elide(&name, LIST_NAME) };
    format!("{name}{added}")
}

fn preset(params: &Params, long: bool) -> String {
    let changed = match params.is_preset_changed() {
        false => "",
        true if long => ", changed",
        true => "*",
    };
    params.preset.map_or_else(|| "none".into(), |preset| format!("{preset}{changed}"))
}

/// Takes all parameters of a preset, or the defaults; those that no preset names stay.
fn begin(params: &mut Params, preset: Option<Preset>) {
    let named = preset.map_or_else(Params::defaults, Params::preset);
    *params = params.beside(named);
}

/// The entry of a parameter.
pub(crate) fn entry(dial: Dial) -> Option<&'static Entry> {
    DIALS.iter().find(|entry| entry.dial == dial.coarse())
}

/// Why a parameter decides nothing beside the others.
pub(crate) fn rests(dial: Dial, params: &Params) -> Option<Rests> {
    entry(dial).and_then(|entry| (entry.rests)(params))
}

/// The name of a parameter's option.
pub(crate) fn name_of(dial: Dial) -> &'static str {
    entry(dial).map_or("", |entry| entry.name)
}

/// The key that turns it, as it is written; its name, where none does.
pub(crate) fn letter(dial: Dial) -> &'static str {
    entry(dial).map_or("", |entry| match entry.long[1] {
        "" => entry.name,
        key => key,
    })
}

/// A parameter's value as it is written where there is room.
pub(crate) fn value(dial: Dial, params: &Params) -> String {
    entry(dial).map_or(String::new(), |entry| (entry.value)(params, true))
}

/// What a parameter is for, or why it decides nothing, in one sentence.
pub(crate) fn meaning(dial: Dial, params: &Params) -> String {
    let Some(entry) = entry(dial) else { return String::new() };
    match (entry.rests)(params) {
        Some(rests) => format!("{} {}: {}.", entry.name, (entry.value)(params, true), rests.why),
        None => format!("{}: {}", entry.name, entry.binding.help),
    }
}

/// Whether the two have another value of a parameter.
pub(crate) fn differs(entry: &Entry, one: &Params, other: &Params) -> bool {
    match entry.dial {
        // That it was changed shows in what was changed.
        Dial::Preset => one.preset != other.preset,
        _ => (entry.value)(one, true) != (entry.value)(other, true),
    }
}

/// Every parameter whose value differs between the two and decides something in one of them, in the order of the table.
pub(crate) fn differences(one: &Params, other: &Params) -> Vec<Dial> {
    let is_away = |entry: &Entry, params| (entry.rests)(params).is_some_and(|rests| rests.away);
    let seen = |entry: &&Entry| !is_away(entry, one) || !is_away(entry, other);
    let differing = |entry: &&Entry| differs(entry, one, other);
    DIALS.iter().filter(seen).filter(differing).map(|entry| entry.dial).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shingle::pipeline::params::Params;

    use super::super::tuning::Choices;
    use super::{DIALS, entry, letter};

    #[test]
    fn every_parameter_stands_in_the_table_once_with_a_name_and_keys_of_its_own() {
        let names: BTreeSet<&str> = DIALS.iter().map(|entry| entry.name).collect();
        let letters: BTreeSet<&str> = DIALS.iter().map(|entry| letter(entry.dial)).collect();
        assert_eq!((names.len(), letters.len()), (DIALS.len(), DIALS.len()));
        for one in DIALS {
            assert_eq!(entry(one.dial).unwrap().name, one.name);
            assert!(one.binding.shown.starts_with(one.long[1]), "{}", one.name);
            assert_eq!(one.long[1], one.short[1], "{}", one.name);
        }
    }

    #[test]
    fn every_value_offered_can_be_typed_and_is_what_is_shown_then() {
        let choices = Choices::default();
        for one in DIALS {
            for value in (one.offered)(&choices) {
                let mut params = Params::defaults();
                (one.typed)(&mut params, &value, &choices).unwrap();
                let shown = (one.value)(&params, true).replace(',', "");
                assert_eq!(shown, value, "{}", one.name);
            }
        }
    }
}
