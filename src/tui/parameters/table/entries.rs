//! The table of the screen's parameters, one entry each. Look-up and wording are elsewhere.

use shingle::base::numbers::thousands;
use shingle::compare::clusters::Linkage;
use shingle::compare::measure::{Above, Measure};
use shingle::pipeline::parameters::{
    MODULO_RANGE, Params, Preset, SketchKind, Verify, WIDTH_RANGE,
};
use shingle::shingle::hash::HashKind;
use shingle::shingle::minhash::{FUNCTIONS_RANGE, Family};
use shingle::text::normalize::{Case, Confusables, Stem};
use shingle::text::pos::PosRemoval;
use shingle::text::tokenize::Words;

use crate::tui::actions::binding::{BACK, LETTER_KEYS, NEXT, key, keyless};
use crate::tui::actions::{Action, Binding, KeyName, ParameterAction, ScreenParameter, Section};
use crate::tui::parameters::parsing;
use crate::tui::parameters::steps::{Choices, cycle, ladder, named, step_threshold};
use crate::tui::parameters::table::Entry;
use crate::tui::parameters::table::values::{
    COMMON, begin, between, common, phrases, preset, skip_same, stop_words, template,
};
use crate::tui::words::shares::{percent_exact, share};

/// The values that its key steps through for `--modulo`.
const MODULI: [u32; 31] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1_000,
    2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];
/// The values that its key steps through for `--functions`.
const FUNCTIONS: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 84, 128, 200, 256, 512, 1024];

/// In the order of the bar, of help and of the palette.
pub(crate) static ENTRIES: &[Entry] = &[
    of_numbers!(Width ["", "w", "idth"], ["", "w", ""], true,
        keys!(Width, 'w' 'W', "How many words in a row make one shingle: fewer than 3 often meet by chance, more than 4 lose much to each changed word."),
        width of WIDTH_RANGE, "1 to 50", 1..=12),
    entry!(Threshold ["", "t", "hreshold"], ["", "t", ""], true,
        Binding {
            keys: &[
                key('t', Action::Parameter(ParameterAction::Change(ScreenParameter::Threshold, NEXT))),
                key('T', Action::Parameter(ParameterAction::Change(ScreenParameter::Threshold, BACK))),
                key('+', Action::Parameter(ParameterAction::Change(ScreenParameter::ThresholdFine, NEXT))),
                key('-', Action::Parameter(ParameterAction::Change(ScreenParameter::ThresholdFine, BACK))),
            ],
            shown: "t/T +/-",
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::Threshold,
            help: "The lowest score that is listed: t and T by 5 %, or by one of six super- or fifteen megashingles; + and - by 1 %. Dragging the line in the histogram of scores does it too.",
        },
        range: "0% to 100%",
        value: |params, _| share(params.threshold, params),
        offered: |_| (0..=20).map(|step| format!("{}%", step * 5)).collect(),
        parse: |params, text, _| parsing::threshold(text).map(|share| params.threshold = share),
        step: |params, direction, _| step_threshold(params, direction, 5),
    ),
    of_words!(Measure ["me", "a", "sure"], ["", "a", ""], true,
        keys!(Measure, 'a' 'A', "How a pair is scored. Containment 45%: of 100 shingles of one text 45 stand in the other. Overlap is the same, but for a text of your own (Q): there containment is the share of that text, overlap that of the smaller."),
        measure of Measure, |params, value| params.measure = value),
    of_numbers!(Modulo ["", "m", "odulo"], ["", "m", "od"], true,
        keys!(Modulo, 'm' 'M', "Keep only shingles whose hash is divisible by this: 1 keeps all, more is faster and rougher."),
        modulo of MODULO_RANGE, "1 to 1,000,000", MODULI.into_iter()),
    of_words!(Sketch ["sketch", "", ""], ["sk", "", ""], false,
        typed!(Sketch, "sketch", "Count all kept shingles (modulo), or estimate from a few keys of each text, for very large folders (minhash, super- and megashingles)."),
        sketch of SketchKind, Params::take_sketch),
    of_choices!(Language ["language", "", ""], ["lang", "", ""], false,
        typed!(Language, "language", "Whose stop words and stemmer apply: detected per document, or one for all."), "",
        language of languages, |params, _| params.language.to_string(), ToString::to_string, |text, _| parsing::language(text)),
    entry!(StopWords ["", "s", "top-words"], ["", "s", "top"], true,
        keys!(StopWords, 's' 'S', "Leave out words like \"the\" and \"of\", or count them too."),
        range: "",
        value: stop_words,
        offered: |choices| choices.stop_words().iter().map(ToString::to_string).collect(),
        parse: |params, text, choices| {
            parsing::stop_words(text, choices).map(|list| params.stop_words = list)
        },
        step: |params, direction, choices| {
            params.stop_words = cycle(&choices.usual_stop_words(), &params.stop_words, direction);
        },
    ),
    of_words!(Stem ["stem", "", ""], ["stem", "", ""], false,
        typed!(Stem, "stem", "Take \"walks\" and \"walking\" as one word, or keep words whole."),
        stem of Stem, |params, value| params.stem = value),
    of_words!(PosRemoval ["pos-removal", "", ""], ["pos", "", ""], false,
        typed!(PosRemoval, "pos-removal", "Leave out adjectives, conjunctions, prepositions, interjections and determiners of English texts, and count plural nouns as one, or keep them all."),
        pos_removal of PosRemoval, |params, value| params.pos_removal = value),
    entry!(Common ["common", "", ""], ["com", "", ""], false,
        typed!(Common, "common", "Leave out shingles that more than this share of the documents contain; they are dim, and counted at the top."),
        range: "0% to 100%, or off",
        value: |params, _| params.common.map_or_else(|| "off".into(), percent_exact),
        offered: |_| {
            COMMON.iter().map(|share| share.map_or_else(|| "off".into(), percent_exact)).collect()
        },
        parse: |params, text, _| parsing::common(text).map(|share| params.common = share),
        step: |params, direction, _| params.common = common(params.common, direction),
    ),
    // It has no key: its values are files.
    of_choices!(Template ["template", "", ""], ["template", "", ""], false,
        Binding {
            keys: &[],
            shown: "=template",
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::Template,
            help: "Leave out the shingles of a file: type \"template PATH\" after =; \"template off\" counts them again.",
        }, "a file, or off",
        template of templates, template, |named| parsing::template_names(named), parsing::template),
    // Its values are the folder's list, or none of it.
    of_choices!(Phrases ["phrases", "", ""], ["phrases", "", ""], false,
        Binding {
            keys: &[],
            shown: "=phrases",
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::Phrases,
            help: "Leave out the shingles of the phrases that \\ has left out: type \"phrases off\" after = to count them, \"phrases on\" to leave them out again.",
        }, "on or off",
        phrases of phrases, |params, _| phrases(params), |listed| if listed.is_empty() { "off".into() } else { "on".into() }, parsing::phrases),
    // Nor has this one: its values are folders.
    of_choices!(Between ["between", "", ""], ["between", "", ""], false,
        Binding {
            keys: &[],
            shown: "=between",
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::Between,
            help: "List only pairs of a document in one folder with one in another: type \"between new archive\" after =; \"between off\" lists all.",
        }, "two folders or globs, or off",
        between of betweens, between, |named| parsing::between_name(named.as_ref()), |text, _| parsing::between(text)),
    of_choices!(SkipSame ["skip-same", "", ""], ["skip", "", ""], false,
        Binding {
            keys: &[],
            shown: "=skip-same",
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::SkipSame,
            help: "List no pairs within one directory, or of one author: type \"skip-same directory\" or \"skip-same students/{}/\" after =; \"skip-same off\" lists all.",
        }, "off, directory, or a path with {}",
        skip_same of skips, skip_same, ToString::to_string, |text, _| parsing::skip_same(text)),
    of_choices!(SkipOlder ["skip-older", "", ""], ["older", "", ""], false,
        Binding {
            keys: &[],
            shown: "=skip-older",
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::SkipOlder,
            help: "List only pairs with a newer document, none of two that are both older than a day: type \"skip-older 2026-11-16\" after =; \"skip-older off\" lists all.",
        }, "off, or a date such as 2026-11-16",
        skip_older of days, |params, _| params.skip_older.to_string(), ToString::to_string, |text, _| parsing::skip_older(text)),
    entry!(Preset ["preset", "", ""], ["pre", "", ""], false,
        typed!(Preset, "preset", "All parameters of a published system at once, or the defaults again."),
        range: "",
        value: preset,
        offered: |_| {
            let names = Preset::ALL.iter().map(|(name, _)| *name);
            ["none"].into_iter().chain(names).map(String::from).collect()
        },
        parse: |params, text, _| parsing::preset(text).map(|preset| begin(params, preset)),
        step: |params, direction, _| {
            let named = Preset::ALL.iter().map(|(_, preset)| Some(*preset));
            let all: Vec<_> = [None].into_iter().chain(named).collect();
            begin(params, cycle(&all, &params.preset, direction));
        },
    ),
    of_numbers!(Functions ["functions", "", ""], ["fn", "", ""], false,
    typed!(Functions, "functions", "How many hash functions minhash uses: more estimate better and take more memory."),
    functions of FUNCTIONS_RANGE, "1 to 1,024", FUNCTIONS.into_iter()),
    of_words!(Family ["family", "", ""], ["fam", "", ""], false,
        typed!(Family, "family", "How the functions of a sketch are made: fast, or MD5, which is slow but can be repeated by hand."),
        family of Family, |params, value| params.family = value),
    of_words!(Verify ["verify", "", ""], ["ver", "", ""], false,
        typed!(Verify, "verify", "Count exactly the pairs whose sketches agree, and drop those below the threshold; or trust the sketches."),
        verify of Verify, |params, value| params.verify = value),
    of_words!(Words ["words", "", ""], ["words", "", ""], false,
        typed!(Words, "words", "How texts are cut into words: by Unicode, between spaces, or as a published system does."),
        words of Words, |params, value| params.words = value),
    of_words!(Case ["case", "", ""], ["case", "", ""], false,
        typed!(Case, "case", "Take capital and small letters as the same: all letters, only A to Z, or none."),
        case of Case, |params, value| params.case = value),
    of_words!(Confusables ["confusables", "", ""], ["conf", "", ""], false,
        typed!(Confusables, "confusables", "Take letters that look alike as the same, in words that mix Latin, Cyrillic and Greek, or keep them apart."),
        confusables of Confusables, |params, value| params.confusables = value),
    of_numbers!(Step ["step", "", ""], ["step", "", ""], false,
        typed!(Step, "step", "Words by which the window moves: 1, so that shingles overlap, up to the width, where they do not."),
        step of WIDTH_RANGE, "1 to the width", 1..=6),
    of_words!(Hash ["hash", "", ""], ["hash", "", ""], false,
        typed!(Hash, "hash", "The hash that modulo samples by."),
        hash of HashKind, |params, value| params.hash = value),
    of_words!(Above ["above", "", ""], ["above", "", ""], false,
        typed!(Above, "above", "Whether a score equal to the threshold is listed."),
        above of Above, |params, value| params.above = value),
    of_words!(Linkage ["linkage", "", ""], ["link", "", ""], false,
        typed!(Linkage, "linkage", "What must reach the threshold in a cluster: a link to any member, the mean of all pairs, or every pair."),
        linkage of Linkage, |params, value| params.linkage = value),
];
