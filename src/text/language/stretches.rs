//! The languages of a text by stretches of its words: what is sure by the words themselves, and what is left to the
//! folder. It reads no text.

use std::{ops::Range, sync::Arc};

use super::{Language, evidence::Script};

/// What is found of the language of a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StretchLanguage {
    /// By its own words and those around them, or because one was chosen for all.
    Sure(Language),
    /// Its words leave it open; it is read as the folder's texts of this script are.
    Folder(Language),
    /// Its words leave it open, and nothing else was asked yet, or nothing helped.
    Open(Script),
    /// None of the languages that are detected, or no letters.
    Unknown,
}

impl StretchLanguage {
    /// The language that its words are read in; `None` where there is none.
    pub const fn language(self) -> Option<Language> {
        match self {
            Self::Sure(language) | Self::Folder(language) => Some(language),
            Self::Open(_) | Self::Unknown => None,
        }
    }

    /// Whether the words themselves show it.
    pub const fn is_sure(self) -> bool {
        matches!(self, Self::Sure(_))
    }
}

/// A run of words in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// One more than the place of its last word.
    pub end: u32,
    /// What is found of its language.
    pub found: StretchLanguage,
}

/// All stretches of a text, in order: they cover its words without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretches(Runs);

/// Nearly every text has one language, which takes no memory of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Runs {
    One(Stretch),
    Many(Arc<[Stretch]>),
}

impl Stretches {
    /// A text of so many words of which the same is found everywhere.
    pub const fn one(words: u32, found: StretchLanguage) -> Self {
        Self(Runs::One(Stretch { end: words, found }))
    }

    /// Of stretches in order, neighbours of which the same is found as one; none: a text without words.
    pub fn new(stretches: impl IntoIterator<Item = Stretch>) -> Self {
        let mut runs: Vec<Stretch> = Vec::new();
        for stretch in stretches {
            match runs.last_mut() {
                Some(last) if last.found == stretch.found => last.end = stretch.end,
                _ => runs.push(stretch),
            }
        }
        match runs.as_slice() {
            [] => Self::one(0, StretchLanguage::Unknown),
            [only] => Self(Runs::One(*only)),
            _ => Self(Runs::Many(runs.into())),
        }
    }

    /// Of the lengths of stretches in order.
    pub fn in_row(stretches: impl IntoIterator<Item = (u32, StretchLanguage)>) -> Self {
        let mut end = 0_u32;
        Self::new(stretches.into_iter().map(|(words, found)| {
            end = end.saturating_add(words);
            Stretch { end, found }
        }))
    }

    /// What is left behind the first words.
    #[must_use]
    pub fn from_word(&self, words: usize) -> Self {
        if words == 0 {
            return self.clone();
        }
        let rest = self.runs().filter(|(range, _)| range.end > words);
        Self::new(rest.map(|(range, found)| Stretch { end: (range.end - words) as u32, found }))
    }

    /// All of them; at least one.
    pub fn all(&self) -> &[Stretch] {
        match &self.0 {
            Runs::One(only) => std::slice::from_ref(only),
            Runs::Many(all) => all,
        }
    }

    /// All of them with the places of their words.
    pub fn runs(&self) -> impl Iterator<Item = (Range<usize>, StretchLanguage)> {
        let mut start = 0;
        self.all().iter().map(move |stretch| {
            let range = start..stretch.end as usize;
            start = range.end;
            (range, stretch.found)
        })
    }

    /// What is found of the language of the word at a place.
    pub fn at(&self, word: usize) -> StretchLanguage {
        let all = self.all();
        let after = all.partition_point(|stretch| stretch.end as usize <= word);
        all.get(after).or(all.last()).map_or(StretchLanguage::Unknown, |stretch| stretch.found)
    }

    /// The language of the whole, where it has one alone.
    pub fn only(&self) -> Option<StretchLanguage> {
        match &self.0 {
            Runs::One(only) => Some(only.found),
            Runs::Many(_) => None,
        }
    }

    /// Whether the folder is to be asked about some of them.
    pub fn is_open(&self) -> bool {
        self.all().iter().any(|stretch| matches!(stretch.found, StretchLanguage::Open(_)))
    }

    /// Those of which the folder is to be asked: their scripts and the places of their words.
    pub fn open(&self) -> impl Iterator<Item = (Script, Range<usize>)> {
        self.runs().filter_map(|(range, found)| match found {
            StretchLanguage::Open(script) => Some((script, range)),
            _ => None,
        })
    }

    /// The same with an answer for each that is open: `answer` is given the script and the places of the words.
    #[must_use]
    pub fn settled(
        &self,
        mut answer: impl FnMut(Script, Range<usize>) -> Option<Language>,
    ) -> Self {
        if !self.is_open() {
            return self.clone();
        }
        Self::new(self.runs().map(|(range, found)| {
            let end = range.end as u32;
            let found = match found {
                StretchLanguage::Open(script) => {
                    answer(script, range).map_or(found, StretchLanguage::Folder)
                }
                found => found,
            };
            Stretch { end, found }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Script, Stretch, StretchLanguage, Stretches};
    use crate::text::language::Language;

    fn language(code: &str) -> Language {
        Language::from_code(code).unwrap()
    }

    #[test]
    fn neighbours_of_one_language_are_one_stretch() {
        let (english, german) =
            (StretchLanguage::Sure(language("en")), StretchLanguage::Sure(language("de")));
        let of = |ends: &[(u32, StretchLanguage)]| {
            Stretches::new(ends.iter().map(|&(end, found)| Stretch { end, found }))
        };
        let found = of(&[(3, english), (5, english), (9, german), (12, english)]);
        assert_eq!(found, of(&[(5, english), (9, german), (12, english)]));
        assert_eq!(
            found.runs().collect::<Vec<_>>(),
            [(0..5, english), (5..9, german), (9..12, english)]
        );
        assert_eq!(
            [0, 4, 5, 8, 9, 11, 99].map(|at| found.at(at)),
            [english, english, german, german, english, english, english]
        );
        assert_eq!(of(&[(3, english), (5, english)]).only(), Some(english));
        assert_eq!(of(&[]).only(), Some(StretchLanguage::Unknown));
    }

    #[test]
    fn what_is_open_is_settled_and_nothing_else() {
        let (sure, open) =
            (StretchLanguage::Sure(language("de")), StretchLanguage::Open(Script::Latin));
        let text = Stretches::new(
            [(4, sure), (7, open), (9, sure)].map(|(end, found)| Stretch { end, found }),
        );
        assert!(text.is_open());
        let settled = text.settled(|script, range| {
            assert_eq!((script, range), (Script::Latin, 4..7));
            Some(language("fr"))
        });
        let found: Vec<StretchLanguage> = settled.all().iter().map(|one| one.found).collect();
        assert_eq!(found, [sure, StretchLanguage::Folder(language("fr")), sure]);
        assert!(!settled.is_open() && !settled.at(5).is_sure());
        assert_eq!(text.settled(|_, _| None), text);
    }
}
