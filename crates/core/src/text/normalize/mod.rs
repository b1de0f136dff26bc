mod english;
pub mod letters;
pub mod stop_words;

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use self::letters::Letters;
use self::stop_words::{StopSet, build_stop_set};
use super::{language::Language, pos::Part};
use base::guard::run_catching_panic;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Case {
    /// All letters, by Unicode's full case folding: `ß` becomes `ss`, `ς` becomes `σ`, and a folded `İ` loses its dot.
    Unicode,
    /// Only A to Z, like the PHP code of the articles.
    Ascii,
    Keep,
}

base::named_values!(Case { Unicode = "unicode", Ascii = "ascii", Keep = "keep" });

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Confusables {
    /// In a word that mixes scripts, look-alike letters become letters of its most frequent script.
    On,
    Off,
}

base::named_values!(Confusables { On = "on", Off = "off" });

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Accents {
    Kept,
    /// Latin letters lose their accents and strokes.
    Ignored,
}

base::named_values!(Accents { Kept = "kept", Ignored = "ignored" });

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stem {
    On,
    Off,
}

base::named_values!(Stem { On = "on", Off = "off" });

#[derive(Debug, Clone)]
pub struct Normalizer {
    letters: Letters,
    stop: StopSet,
    stemmer: Option<Algorithm>,
    /// True to drop words by part of speech, and to make plural nouns singular.
    pub parts: bool,
    /// True to keep stop words inside shingles, though no shingle begins with one.
    pub inside: bool,
}

impl Normalizer {
    /// Builds a normalizer for words of `language`, without the words `stop`. Without a language, there is no stemmer.
    ///
    /// `letters` folds the stop words like the words of a text. The built-in lists are in lower case, so under
    /// [`Case::Keep`] they match only lower-case words.
    pub fn new<'w>(
        language: Option<Language>,
        letters: impl Into<Letters>,
        stop: impl IntoIterator<Item = &'w str>,
        stem: Stem,
    ) -> Self {
        let stemmer = match stem {
            Stem::On => language.and_then(Language::stemmer),
            Stem::Off => None,
        };
        let letters = letters.into().for_language(language);
        let stop = build_stop_set(letters, stop);
        Self { letters, stop, stemmer, parts: false, inside: false }
    }

    /// Returns true if folding ([`Self::with_folded`]) is all that the normalizer does.
    pub fn is_folding_only(&self) -> bool {
        self.stop.is_empty()
            && self.stemmer.is_none()
            && !self.parts
            && !self.inside
            && self.letters.folds_ascii_to_ascii()
    }

    #[inline]
    pub const fn fold_eight(&self, letters: u64) -> u64 {
        self.letters.fold_eight(letters)
    }

    pub fn with_folded<T>(&self, word: &str, with: impl FnOnce(&[u8]) -> T) -> T {
        self.letters.with_folded(word, with)
    }

    /// Returns true if the list of stop words has the word, with folded case and without stemming.
    pub fn is_stop_word(&self, word: &str) -> bool {
        !self.stop.is_empty() && self.letters.with_folded(word, |folded| self.stop.contains(folded))
    }

    /// Calls `with` with the form of a word: folded and stemmed, with `parts` first made singular. With `inside`, also
    /// passes true if a shingle may begin with the word. Skips stop words unless they stay inside, and ignored parts of
    /// speech.
    pub fn with_counted_form<T>(
        &self,
        word: &str,
        part: Part,
        with: impl FnOnce(&[u8], Option<bool>) -> T,
    ) -> Option<T> {
        if self.parts && part.is_ignored() {
            return None;
        }
        if self.parts && part == Part::Plural {
            // The lists have plurals too, so the word is looked up before it is made singular.
            let is_stop = self.is_stop_word(word);
            let one = make_singular(word);
            return self.letters.with_folded(&one, |one| self.stem_unless_stop(one, is_stop, with));
        }
        self.letters.with_folded(word, |folded| {
            self.stem_unless_stop(folded, self.stop.contains(folded), with)
        })
    }

    fn stem_unless_stop<T>(
        &self,
        folded: &[u8],
        is_stop: bool,
        with: impl FnOnce(&[u8], Option<bool>) -> T,
    ) -> Option<T> {
        if is_stop && !self.inside {
            return None;
        }
        let begins = self.inside.then_some(!is_stop);
        Some(match self.stemmer {
            Some(algorithm) => with_stem(folded, algorithm, |form| with(form, begins)),
            None => with(folded, begins),
        })
    }
}

/// Replaces a last `-ies` by `-y` and drops any other last `-s`. Words in `'s`, words of one letter and the bare ending
/// stay.
pub fn make_singular(word: &str) -> Cow<'_, str> {
    let is_longer = |count: usize| word.chars().nth(count).is_some();
    if word.ends_with("'s") || word.ends_with("’s") {
        return word.into();
    }
    match (word.strip_suffix("ies"), word.strip_suffix('s')) {
        (Some(stem), _) if is_longer(3) => format!("{stem}y").into(),
        (_, Some(stem)) if is_longer(2) => stem.into(),
        _ => word.into(),
    }
}

/// Longest word that is stemmed; longer ones occur only in crafted texts.
const LONGEST: usize = 100;

/// Calls `with` with the stem of a word, or with the word if the stem is empty, the word too long, or the stemmer
/// panics, as the Greek one does.
pub(super) fn with_stem<T>(word: &[u8], algorithm: Algorithm, with: impl FnOnce(&[u8]) -> T) -> T {
    let mut room = english::ROOM;
    if algorithm == Algorithm::English
        && let Some(stem) = english::stem(word, &mut room)
    {
        return with(if stem.is_empty() { word } else { stem });
    }
    match str::from_utf8(word) {
        Ok(word) => with(stem_word(word, algorithm).as_bytes()),
        Err(_) => with(word),
    }
}

fn stem_word(word: &str, algorithm: Algorithm) -> String {
    if word.chars().nth(LONGEST).is_some() {
        return word.to_string();
    }
    let stem = run_catching_panic(|| Stemmer::create(algorithm).stem(word).into_owned())
        .unwrap_or_default();
    if stem.is_empty() { word.to_string() } else { stem }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_stemmers::Algorithm;

    use super::{Case, Normalizer, Part, Stem, letters::Letters, stem_word};
    use crate::{text::Language, text::WordList};

    fn form(normalizer: &Normalizer, word: &str, part: Part) -> Option<String> {
        normalizer
            .with_counted_form(word, part, |form, _| String::from_utf8(form.to_vec()).unwrap())
    }

    fn kept(normalizer: &Normalizer, words: &str) -> Vec<String> {
        words.split(' ').filter_map(|word| form(normalizer, word, Part::Other)).collect()
    }

    fn english<'w>(case: Case, stop: impl IntoIterator<Item = &'w str>) -> Normalizer {
        Normalizer::new(Language::from_code("en"), case, stop, Stem::Off)
    }

    #[test]
    fn a_users_list_replaces_or_adds_and_is_folded_alike() {
        let list =
            WordList::parse("my.txt", "\u{feff}# mine\r\nReport\r\n\n  caf\u{65}\u{301} \nDon’t\n");
        assert_eq!((list.name.as_str(), list.words.len()), ("my.txt", 3));
        let words = || list.words.iter().map(String::as_str);
        assert_eq!(kept(&english(Case::Unicode, words()), "the REPORT café don't"), ["the"]);
        let both = english(Case::Unicode, ["the"].into_iter().chain(words()));
        assert_eq!(kept(&both, "the report says"), ["says"]);
        assert_eq!(kept(&english(Case::Keep, words()), "Report report"), ["report"]);
    }

    #[test]
    fn every_word_of_every_list_is_still_dropped() {
        let letters = Letters { equal: true, ..Letters::from(Case::Unicode) };
        for language in Language::all() {
            let words = language.stop_words().unwrap_or_default().iter().copied();
            let normalizer = Normalizer::new(Some(language), letters, words.clone(), Stem::On);
            for word in words {
                assert!(normalizer.is_stop_word(word), "{word} of {}", language.name());
                assert!(
                    normalizer.is_stop_word(&letters.fold(word)),
                    "{word} of {}",
                    language.name()
                );
            }
        }
    }

    #[test]
    fn a_stemmer_makes_one_stem_of_both_ways_to_write_a_letter() {
        let letters = Letters { equal: true, ..Letters::from(Case::Unicode) };
        for (code, words) in [
            ("de", ["Größe", "GRÖSSE", "grösse"]),
            ("el", ["λόγος", "ΛΌΓΟΣ", "λόγοσ"]),
            ("ru", ["Ещё", "ЕЩЕ", "еще"]),
            ("ru", ["самолётами", "Самолетами", "самолёта"]),
            ("tr", ["İşçiler", "işçiler", "I\u{307}şçi"]),
            ("tr", ["ışıkları", "IŞIKLARI", "ışıklar"]),
        ] {
            let language = Language::from_code(code);
            let normalizer = Normalizer::new(language, letters, [], Stem::On);
            let forms = words.map(|word| form(&normalizer, word, Part::Other));
            assert!(forms.iter().all(|form| *form == forms[0]), "{forms:?}");
        }
    }

    #[test]
    fn words_lose_their_endings_and_never_all_letters() {
        for (word, algorithm, stemmed) in [
            ("rewriting", Algorithm::English, "rewrit"),
            ("тренажеров", Algorithm::Russian, "тренажер"),
            // The Greek stemmer panics, then returns an empty stem.
            ("ισαισα", Algorithm::Greek, "ισαισα"),
            ("ισα", Algorithm::Greek, "ισα"),
        ] {
            assert_eq!(stem_word(word, algorithm), stemmed);
        }
    }

    #[test]
    fn words_of_other_scripts_stay_whole() {
        let words = ["walking", "тренажеров", "τρέχοντας", "المكتبات", "இந்தியாவின்"];
        let others = ["", "ru", "el", "ar", "ta"];
        for language in Language::all() {
            let Some(algorithm) = language.stemmer() else { continue };
            let own = others.iter().position(|code| *code == language.code()).unwrap_or(0);
            for (_, word) in words.iter().enumerate().filter(|(at, _)| *at != own) {
                assert_eq!(stem_word(word, algorithm), **word, "{algorithm:?}");
            }
        }
    }

    #[test]
    fn a_very_long_word_stays_whole() {
        let longest = format!("{}ing", "rewrit".repeat(17).split_at(97).0);
        assert_eq!(stem_word(&longest, Algorithm::English), longest.trim_end_matches("ing"));
        let longer = format!("w{longest}");
        assert_eq!(stem_word(&longer, Algorithm::English), longer);
        let word = "ing".repeat(700_000);
        assert_eq!(stem_word(&word, Algorithm::English), word);
    }

    proptest! {
        #[test]
        fn greek_syllables_never_panic_and_never_vanish(word in "(ισα|ισ|α|ου|ησ|ιζ|ι|σ|αι){1,6}") {
            prop_assert!(!stem_word(&word, Algorithm::Greek).is_empty());
        }

        #[test]
        fn no_text_makes_a_stemmer_panic(word in "\\PC{1,12}", which in 0..3_usize) {
            let algorithm = [Algorithm::English, Algorithm::Turkish, Algorithm::Tamil][which];
            prop_assert!(!stem_word(&word, algorithm).is_empty());
        }
    }
}
