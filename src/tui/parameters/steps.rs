//! Steps one parameter to its next or previous value. It knows no key and computes no result.

use std::sync::Arc;

use shingle::base::ratio::Ratio;
use shingle::pipeline::parameters::between::Between;
use shingle::pipeline::parameters::skip_older::SkipOlder;
use shingle::pipeline::parameters::skip_same::SkipSame;
use shingle::pipeline::parameters::template::Template;
use shingle::pipeline::parameters::{LanguageChoice, Params, StopWords};
use shingle::text::language::Language;
use shingle::text::normalize::WordList;

use crate::tui::actions::StepDirection;

/// What the values of some parameters depend on, besides the parameters themselves.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    /// The user's list of stop words, when one was given.
    pub(crate) list: Option<Arc<WordList>>,
    /// The languages detected in the folder, each once, by code.
    pub(crate) languages: Vec<Language>,
    /// The templates that were named last.
    pub(crate) templates: Vec<Arc<Template>>,
    /// The phrases that the folder's list leaves out.
    pub(crate) phrases: Vec<Arc<str>>,
    /// The sides that were named last.
    pub(crate) between: Option<Between>,
    /// The pattern of `--skip-same` that was named last.
    pub(crate) skip_same: SkipSame,
    /// The day of `--skip-older` that was named last.
    pub(crate) skip_older: SkipOlder,
}

/// Brings the parameters within what they allow each other: no step is longer than a shingle.
pub(crate) fn fitted(mut params: Params) -> Params {
    params.step = params.step.clamp(1, params.width);
    params
}

/// Moves the threshold by this many hundredths, or by one key if a sketch has few keys.
pub(crate) fn step_threshold(params: &mut Params, direction: StepDirection, hundredths: i64) {
    let forward = direction == StepDirection::Next;
    let (num, den) = params.threshold.parts();
    let few = params.sketch().size().filter(|_| params.sketch.fixed_functions().is_some());
    params.threshold = match few.map(u64::from) {
        None => params.threshold.step_hundredths(if forward { hundredths } else { -hundredths }),
        // The number of keys that the threshold demands.
        Some(size) if forward => Ratio::new((num * size / den + 1).min(size), size),
        Some(size) => Ratio::new((num * size).div_ceil(den).saturating_sub(1), size),
    };
}

/// The next or previous number of a ladder of values. Beyond the end of the ladder it moves by one.
pub(crate) fn ladder(
    range: std::ops::RangeInclusive<u32>,
    ladder: impl Iterator<Item = u32>,
    now: u32,
    direction: StepDirection,
) -> u32 {
    let (mut below, mut above, mut last) = (None, None, 0);
    for value in ladder {
        if value < now {
            below = Some(value);
        }
        if value > now && above.is_none() {
            above = Some(value);
        }
        last = value;
    }
    let next = match direction {
        StepDirection::Next => above.unwrap_or(now + 1),
        StepDirection::Back if now > last + 1 && last < *range.end() => now - 1,
        StepDirection::Back => below.unwrap_or(now),
    };
    if range.contains(&next) { next } else { now }
}

impl Choices {
    /// No template, then those that were named last.
    pub(crate) fn templates(&self) -> Vec<Vec<Arc<Template>>> {
        let named = Some(self.templates.clone()).filter(|named| !named.is_empty());
        [Vec::new()].into_iter().chain(named).collect()
    }

    /// No phrases, then those of the list.
    pub(crate) fn phrases(&self) -> Vec<Vec<Arc<str>>> {
        let listed = Some(self.phrases.clone()).filter(|listed| !listed.is_empty());
        [Vec::new()].into_iter().chain(listed).collect()
    }

    /// All pairs, then those between the sides that were named last.
    pub(crate) fn betweens(&self) -> Vec<Option<Between>> {
        let named = Some(self.between.clone()).filter(Option::is_some);
        [None].into_iter().chain(named).collect()
    }

    /// Off, the directory, then the pattern that was named last.
    pub(crate) fn skips(&self) -> Vec<SkipSame> {
        let mut all = vec![SkipSame::Off, SkipSame::Directory];
        if !all.contains(&self.skip_same) {
            all.push(self.skip_same.clone());
        }
        all
    }

    /// Off, then the day that was named last.
    pub(crate) fn days(&self) -> Vec<SkipOlder> {
        let mut all = vec![SkipOlder::OFF, self.skip_older];
        all.dedup();
        all
    }

    /// `auto`, then the languages of the folder, then all others that have a stemmer.
    pub(crate) fn languages(&self) -> Vec<LanguageChoice> {
        let mut all = self.languages.clone();
        for code in ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| [first, second])) {
            let found = Language::from_code(&code.iter().collect::<String>());
            let is_other = |one: &Language| one.has_stemmer() && !self.languages.contains(one);
            all.extend(found.filter(is_other));
        }
        std::iter::once(LanguageChoice::Auto)
            .chain(all.into_iter().map(LanguageChoice::Fixed))
            .collect()
    }

    /// The lists of stop words, the user's own after those that every language has.
    pub(crate) fn stop_words(&self) -> Vec<StopWords> {
        let mut lists = self.usual_stop_words();
        lists.push(StopWords::PhpShingles);
        lists
    }

    /// Those that a key steps through. The list of a published article is one of 26 Russian words: it is for its preset, and
    /// for whoever types it.
    pub(crate) fn usual_stop_words(&self) -> Vec<StopWords> {
        let mut lists = vec![StopWords::On, StopWords::Off, StopWords::Inside];
        lists.extend(self.list.clone().map(StopWords::List));
        lists
    }
}

/// The next or previous of some named values. After the last comes the first.
pub(crate) fn named<T: Copy + PartialEq>(all: &[(&str, T)], now: T, direction: StepDirection) -> T {
    let values: Vec<T> = all.iter().map(|(_, value)| *value).collect();
    cycle(&values, &now, direction)
}

/// The next or previous of some values. After the last comes the first.
pub(crate) fn cycle<T: Clone + PartialEq>(all: &[T], now: &T, direction: StepDirection) -> T {
    let count = all.len();
    let place = all.iter().position(|value| value == now);
    let index = match (place, direction) {
        (Some(place), StepDirection::Next) => (place + 1) % count,
        (Some(place), StepDirection::Back) => (place + count - 1) % count,
        (None, _) => 0,
    };
    all.get(index).unwrap_or(now).clone()
}
