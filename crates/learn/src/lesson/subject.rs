//! The two texts of a lesson, and the excerpts of long ones.

use std::sync::Arc;

use base::path::DocPath;
use shingle_core::compare::Direction;
use shingle_core::pipeline::{DocInfo, IgnoredShingles, PairView};

/// Texts of the `php-shingles` article, in reverse order.
const GYM: [&str; 2] = [
    include_str!("../../assets/lesson/sport-b.txt"),
    include_str!("../../assets/lesson/sport-a.txt"),
];
const FERRY: [&str; 2] = [
    include_str!("../../assets/lesson/ferry-a.txt"),
    include_str!("../../assets/lesson/ferry-b.txt"),
];
const GLOSS: [&str; 2] = [
    include_str!("../../assets/lesson/sport-b-english.txt").trim_ascii_end(),
    include_str!("../../assets/lesson/sport-a-english.txt").trim_ascii_end(),
];

/// Words of [`GYM`], in canonical form without stemming, each with its English translation.
const WORDS: &str = include_str!("../../assets/lesson/sport-words.txt");

/// Translates words of the built-in Russian texts, or returns `None` for an unknown word.
pub(super) fn translate_to_english(words: &str) -> Option<String> {
    let english = |word: &str| {
        let word = word.to_lowercase();
        let mut pairs = WORDS.lines().filter_map(|line| line.split_once(' '));
        pairs.find(|(russian, _)| *russian == word).map(|(_, english)| english)
    };
    let all: Option<Vec<&str>> = words.split(' ').map(english).collect();
    all.map(|all| all.join(" "))
}

/// Lists of an inverted index that contain a text, counted in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct FolderLists {
    pub documents: u32,
    /// Number of distinct retained shingles of the text, each with a list.
    pub shingles: u32,
    /// Number of entries of other documents in these lists.
    pub entries: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    pub names: [DocPath; 2],
    /// Raw texts: `base::visible` must filter them before a terminal.
    pub texts: [Arc<str>; 2],
    /// For each text, the byte around which a long text is cut.
    pub excerpt_at: [u32; 2],
    pub direction: Direction,
    /// Ignored shingles of the folder under the parameters. `None` without a folder, which ignores templates only.
    pub left_out: Option<Arc<IgnoredShingles>>,
    pub is_of_folder: bool,
    /// Lists of text A in its folder, if counted.
    pub folder: Option<FolderLists>,
    pub gloss: Option<[&'static str; 2]>,
}

impl Subject {
    pub fn new(names: [DocPath; 2], texts: [Arc<str>; 2], direction: Direction) -> Self {
        Self {
            names,
            texts,
            excerpt_at: [0, 0],
            direction,
            left_out: None,
            is_of_folder: false,
            folder: None,
            gloss: None,
        }
    }

    pub(super) fn built_in(names: [&str; 2], texts: [&str; 2]) -> Self {
        let texts = texts.map(|text| text.trim_end().into());
        Self::new(names.map(DocPath::new), texts, Direction::First)
    }

    /// Returns two English texts that share shingles under the defaults and every preset.
    pub fn ferry_pair() -> Self {
        Self::built_in(["ferry.txt", "letter.txt"], FERRY)
    }

    /// Returns the sentence with which articles explain shingles, and a variation.
    pub fn rose_pair() -> Self {
        let texts = ["a rose is a rose is a rose", "a rose is a flower and a flower is a rose"];
        Self::built_in(["rose.txt", "flower.txt"], texts)
    }

    /// Returns two advertisements for gyms, the example of the `php-shingles` article.
    pub fn gym_pair() -> Self {
        Self { gloss: Some(GLOSS), ..Self::built_in(["club.txt", "gym.txt"], GYM) }
    }

    /// Takes the texts of an open pair. Excerpts of long texts surround the given or the longest passage.
    pub fn from_pair(view: &PairView, passage: Option<usize>, direction: Direction) -> Self {
        let excerpt_at =
            view.spans_of_passage(passage).map_or([0, 0], |spans| spans.map(|one| one.start));
        let name = |doc: &DocInfo| doc.record_id().map_or_else(|| doc.path.clone(), DocPath::new);
        let names = [name(&view.a.doc), name(&view.b.doc)];
        let texts = [Arc::clone(&view.a.text), Arc::clone(&view.b.text)];
        let left_out = Some(Arc::clone(&view.ignored));
        Self { excerpt_at, left_out, is_of_folder: true, ..Self::new(names, texts, direction) }
    }
}

/// Most bytes of a text in a lesson, about two thousand words. Longer texts get an excerpt.
pub const LONGEST: usize = 12_000;
const BEFORE: usize = 2_000;
/// Largest distance in bytes to a blank, for scripts with blanks.
const NEAR: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    pub text: Arc<str>,
    /// Number of bytes before the part in the text.
    pub before: usize,
    pub whole: usize,
}

impl Excerpt {
    /// Takes a short text whole, or of a long text the part around a byte.
    pub fn new(text: &Arc<str>, excerpt_at: u32) -> Self {
        let whole = text.len();
        if whole <= LONGEST {
            return Self { text: Arc::clone(text), before: 0, whole };
        }
        let start = (excerpt_at as usize).saturating_sub(BEFORE).min(whole - LONGEST);
        let start = if start == 0 { 0 } else { position_after_blank(text, start) };
        let end = start + LONGEST;
        let end = if end >= whole { whole } else { position_before_blank(text, end) };
        let part = text.get(start..end).unwrap_or_default();
        Self { text: part.into(), before: start, whole }
    }

    pub fn is_shortened(&self) -> bool {
        self.text.len() < self.whole
    }
}

/// Returns the offset after the first blank near `at`, or the next character boundary.
fn position_after_blank(text: &str, at: usize) -> usize {
    let at = text.ceil_char_boundary(at);
    let near = text.get(at..text.ceil_char_boundary(at + NEAR)).unwrap_or_default();
    let blank = near.char_indices().find(|(_, one)| one.is_whitespace());
    blank.map_or(at, |(place, one)| at + place + one.len_utf8())
}

/// Returns the offset before the last blank near `at`, or the previous character boundary.
fn position_before_blank(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let start = text.floor_char_boundary(at.saturating_sub(NEAR));
    let near = text.get(start..at).unwrap_or_default();
    near.rfind(char::is_whitespace).map_or(at, |place| start + place)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::{Excerpt, LONGEST};

    #[test]
    fn a_long_text_is_cut_between_words_around_the_place() {
        let text: Arc<str> = "lantern ".repeat(9_000).into();
        let excerpt = Excerpt::new(&text, 40_000);
        assert!(excerpt.is_shortened() && excerpt.before <= 40_000);
        assert!(excerpt.text.split_whitespace().all(|word| word == "lantern"));
    }

    proptest! {
        #[test]
        fn an_excerpt_is_a_part_of_its_text_and_never_longer_than_the_longest(
            unit in "[a-zж日 \n]{1,9}", times in 1_usize..9_000, excerpt_at in 0_u32..90_000,
        ) {
            let text: Arc<str> = unit.repeat(times).into();
            let excerpt = Excerpt::new(&text, excerpt_at);
            let end = excerpt.before + excerpt.text.len();
            prop_assert_eq!(text.get(excerpt.before..end), Some(&*excerpt.text));
            prop_assert!(excerpt.text.len() <= LONGEST);
            prop_assert_eq!(excerpt.is_shortened(), text.len() > LONGEST);
        }
    }
}
