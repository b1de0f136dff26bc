use std::{ops::Range, sync::Arc};

use super::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// Index of the first word after the stretch.
    pub end: u32,
    /// Language of the words; `None` if unknown.
    pub language: Option<Language>,
}

/// A list that mostly has one element, which then needs no allocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OneOrMany<T> {
    One(T),
    Many(Arc<[T]>),
}

impl<T: Copy> OneOrMany<T> {
    /// Makes a list, or one of `none` if there are no elements.
    pub fn new(all: Vec<T>, none: T) -> Self {
        match *all {
            [] => Self::One(none),
            [only] => Self::One(only),
            _ => Self::Many(all.into()),
        }
    }

    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(only) => std::slice::from_ref(only),
            Self::Many(all) => all,
        }
    }
}

/// The languages of a text: stretches of words, in order and without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretches(OneOrMany<Stretch>);

impl Stretches {
    pub const fn single(words: u32, language: Option<Language>) -> Self {
        Self(OneOrMany::One(Stretch { end: words, language }))
    }

    /// Joins neighbouring stretches in the same language.
    pub fn new(stretches: impl IntoIterator<Item = Stretch>) -> Self {
        let mut runs: Vec<Stretch> = Vec::new();
        for stretch in stretches {
            match runs.last_mut() {
                Some(last) if last.language == stretch.language => last.end = stretch.end,
                _ => runs.push(stretch),
            }
        }
        Self(OneOrMany::new(runs, Stretch { end: 0, language: None }))
    }

    /// Builds stretches from their lengths in words, in order.
    pub fn from_lengths(stretches: impl IntoIterator<Item = (u32, Option<Language>)>) -> Self {
        let mut end = 0_u32;
        Self::new(stretches.into_iter().map(|(words, language)| {
            end = end.saturating_add(words);
            Stretch { end, language }
        }))
    }

    #[must_use]
    pub fn of_words(&self, words: Range<usize>) -> Self {
        let is_whole = |last: &Stretch| words.start == 0 && last.end as usize <= words.end;
        if self.as_slice().last().is_none_or(is_whole) {
            return self.clone();
        }
        let inside = self
            .word_ranges()
            .filter(|(range, _)| range.end > words.start && range.start < words.end);
        Self::new(inside.map(|(range, language)| {
            let end = range.end.min(words.end) - words.start;
            Stretch { end: end as u32, language }
        }))
    }

    pub fn as_slice(&self) -> &[Stretch] {
        self.0.as_slice()
    }

    pub fn word_ranges(&self) -> impl Iterator<Item = (Range<usize>, Option<Language>)> {
        let mut start = 0;
        self.as_slice().iter().map(move |stretch| {
            let range = start..stretch.end as usize;
            start = range.end;
            (range, stretch.language)
        })
    }

    pub fn single_language(&self) -> Option<Option<Language>> {
        if let [only] = self.as_slice() { Some(only.language) } else { None }
    }
}
