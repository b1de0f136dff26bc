//! The languages of a text by stretches of words: sure by the words themselves, or open until the folder settles them.

use std::{ops::Range, sync::Arc};

use super::{Language, evidence::Script};

/// Finding about the language of a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StretchLanguage {
    /// Sure by the stretch's words and the words around, or chosen by the user for all texts.
    Sure(Language),
    /// Inconclusive words, settled by the folder's texts of this script.
    Folder(Language),
    /// Inconclusive words of a script, not settled so far.
    Open(Script),
    /// No detectable language, or no letters.
    Unknown,
}

impl StretchLanguage {
    /// The language used to process the words, if any.
    pub const fn language(self) -> Option<Language> {
        match self {
            Self::Sure(language) | Self::Folder(language) => Some(language),
            Self::Open(_) | Self::Unknown => None,
        }
    }

    /// Returns true if the words themselves show the language.
    pub const fn is_sure(self) -> bool {
        matches!(self, Self::Sure(_))
    }
}

/// A run of words in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// Exclusive end, as an index of words.
    pub end: u32,
    /// Finding about the language.
    pub found: StretchLanguage,
}

/// All stretches of a text, in order and without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretches(Runs);

/// Nearly every text has one language, which needs no allocation.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Runs {
    One(Stretch),
    Many(Arc<[Stretch]>),
}

impl Stretches {
    /// A text of `words` words with one finding.
    pub const fn one(words: u32, found: StretchLanguage) -> Self {
        Self(Runs::One(Stretch { end: words, found }))
    }

    /// Joins neighbours with the same finding. An empty iterator makes a text without words.
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

    /// Builds stretches from their lengths in order.
    pub fn in_row(stretches: impl IntoIterator<Item = (u32, StretchLanguage)>) -> Self {
        let mut end = 0_u32;
        Self::new(stretches.into_iter().map(|(words, found)| {
            end = end.saturating_add(words);
            Stretch { end, found }
        }))
    }

    /// The stretches behind the first `words` words.
    #[must_use]
    pub fn from_word(&self, words: usize) -> Self {
        if words == 0 {
            return self.clone();
        }
        let rest = self.runs().filter(|(range, _)| range.end > words);
        Self::new(rest.map(|(range, found)| Stretch { end: (range.end - words) as u32, found }))
    }

    /// All stretches, at least one.
    pub fn all(&self) -> &[Stretch] {
        match &self.0 {
            Runs::One(only) => std::slice::from_ref(only),
            Runs::Many(all) => all,
        }
    }

    /// All stretches with their ranges of words.
    pub fn runs(&self) -> impl Iterator<Item = (Range<usize>, StretchLanguage)> {
        let mut start = 0;
        self.all().iter().map(move |stretch| {
            let range = start..stretch.end as usize;
            start = range.end;
            (range, stretch.found)
        })
    }

    /// The finding about the word at an index.
    pub fn at(&self, word: usize) -> StretchLanguage {
        let all = self.all();
        let after = all.partition_point(|stretch| stretch.end as usize <= word);
        all.get(after).or(all.last()).map_or(StretchLanguage::Unknown, |stretch| stretch.found)
    }

    /// The finding about the whole text, or `None` for several stretches.
    pub fn only(&self) -> Option<StretchLanguage> {
        match &self.0 {
            Runs::One(only) => Some(only.found),
            Runs::Many(_) => None,
        }
    }

    /// Returns true if the folder must settle a stretch.
    pub fn is_open(&self) -> bool {
        self.all().iter().any(|stretch| matches!(stretch.found, StretchLanguage::Open(_)))
    }

    /// Scripts and word ranges of the open stretches.
    pub fn open(&self) -> impl Iterator<Item = (Script, Range<usize>)> {
        self.runs().filter_map(|(range, found)| match found {
            StretchLanguage::Open(script) => Some((script, range)),
            _ => None,
        })
    }

    /// Settles open stretches: `answer` gets the script and the range of words.
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
