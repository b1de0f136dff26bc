//! Turns one parameter to its next or previous value. It knows no key and computes no result.

use std::sync::Arc;

use shingle::base::ratio::Ratio;
use shingle::pipeline::boilerplate::Template;
use shingle::pipeline::params::{LanguageChoice, Params, Preset, StopWords, WIDTH_RANGE};
use shingle::text::language::Language;
use shingle::text::normalize::WordList;

use super::super::message::{Dial, Turn};

/// The values that `--modulo` takes by its key.
pub(super) const MODULI: [u32; 31] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1_000,
    2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
];

/// The values that `--common` takes by its key.
pub(super) const COMMON: [Option<Ratio>; 7] = [
    None,
    Some(Ratio::new(50, 100)),
    Some(Ratio::new(20, 100)),
    Some(Ratio::new(10, 100)),
    Some(Ratio::new(5, 100)),
    Some(Ratio::new(2, 100)),
    Some(Ratio::new(1, 100)),
];

/// What the ladders of values depend on besides the parameters themselves.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    /// The user's list of stop words, when one was given.
    pub(crate) list: Option<Arc<WordList>>,
    /// The languages that were detected in the folder, without repetition, by code.
    pub(crate) languages: Vec<Language>,
    /// The templates that were named last.
    pub(crate) templates: Vec<Arc<Template>>,
}

/// The parameters with one of them turned.
pub(crate) fn turned(params: &Params, dial: Dial, turn: Turn, choices: &Choices) -> Params {
    let mut next = params.clone();
    let step = match turn {
        Turn::Next => 1,
        Turn::Back => -1,
    };
    match dial {
        Dial::Language => {
            next.language = cycle(&languages(choices), &params.language, turn);
        }
        Dial::Words => next.words = named(shingle::text::tokenize::Words::ALL, params.words, turn),
        Dial::Case => next.case = named(shingle::text::normalize::Case::ALL, params.case, turn),
        Dial::StopWords => {
            let mut lists = vec![StopWords::On, StopWords::Off, StopWords::PhpShingles];
            lists.extend(choices.list.clone().map(StopWords::List));
            next.stop_words = cycle(&lists, &params.stop_words, turn);
        }
        Dial::Stem => next.stem = named(shingle::text::normalize::Stem::ALL, params.stem, turn),
        Dial::Width => {
            next.width = match turn {
                Turn::Next => params.width.saturating_add(1),
                Turn::Back => params.width.saturating_sub(1),
            }
            .clamp(*WIDTH_RANGE.start(), *WIDTH_RANGE.end());
        }
        Dial::Hash => next.hash = named(shingle::shingle::hash::HashKind::ALL, params.hash, turn),
        Dial::Modulo => next.modulo = modulo(params.modulo, turn),
        Dial::Common => next.common = common(params.common, turn),
        Dial::Template => {
            let all = [Vec::new(), choices.templates.clone()];
            next.template = cycle(&all, &params.template, turn);
        }
        Dial::Measure => {
            next.measure = named(shingle::compare::measure::Measure::ALL, params.measure, turn);
        }
        Dial::Threshold => next.threshold = params.threshold.step_hundredths(5 * step),
        Dial::ThresholdFine => next.threshold = params.threshold.step_hundredths(step),
        Dial::Above => {
            next.above = named(shingle::compare::measure::Above::ALL, params.above, turn);
        }
        Dial::Preset => return preset(params, turn),
    }
    next
}

/// All parameters of the next preset; what no preset names stays.
fn preset(params: &Params, turn: Turn) -> Params {
    let presets = [None, Some(Preset::Phpir), Some(Preset::PhpShingles)];
    let preset = cycle(&presets, &params.preset, turn).map_or(Params::defaults(), Params::preset);
    params.beside(preset)
}

/// The next smaller share, or the next larger one; beyond the largest none.
fn common(now: Option<Ratio>, turn: Turn) -> Option<Ratio> {
    let size = |share: &Option<Ratio>| share.unwrap_or(Ratio::new(2, 1));
    match turn {
        Turn::Next => COMMON.iter().find(|share| size(share) < size(&now)),
        Turn::Back => COMMON.iter().rev().find(|share| size(share) > size(&now)),
    }
    .copied()
    .unwrap_or(now)
}

fn modulo(now: u32, turn: Turn) -> u32 {
    match turn {
        Turn::Next => MODULI.iter().find(|value| **value > now),
        Turn::Back => MODULI.iter().rev().find(|value| **value < now),
    }
    .copied()
    .unwrap_or(now)
}

/// `auto`, then the languages of the folder, then all others that have a stemmer.
pub(super) fn languages(choices: &Choices) -> Vec<LanguageChoice> {
    let mut all = choices.languages.clone();
    let is_new = |language: &Language| !choices.languages.contains(language);
    all.extend(Language::all().filter(|language| language.has_stemmer()).filter(is_new));
    std::iter::once(LanguageChoice::Auto)
        .chain(all.into_iter().map(LanguageChoice::Fixed))
        .collect()
}

fn named<T: Copy + PartialEq>(all: &[(&str, T)], now: T, turn: Turn) -> T {
    let values: Vec<T> = all.iter().map(|(_, value)| *value).collect();
    cycle(&values, &now, turn)
}

fn cycle<T: Clone + PartialEq>(all: &[T], now: &T, turn: Turn) -> T {
    let count = all.len();
    let place = all.iter().position(|value| value == now);
    let index = match (place, turn) {
        (Some(place), Turn::Next) => (place + 1) % count,
        (Some(place), Turn::Back) => (place + count - 1) % count,
        (None, _) => 0,
    };
    all.get(index).unwrap_or(now).clone()
}
