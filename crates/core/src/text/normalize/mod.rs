mod english;
pub mod letters;
pub mod stop_words;

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use self::letters::Letters;
use self::stop_words::{StopList, StopSet, WordList, build_stop_set};
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
    parts: bool,
    inside: bool,
}

impl Normalizer {
    /// Builds a normalizer for words of `language`. Without a language, there are no built-in stop words and no
    /// stemmer.
    ///
    /// `add` extends `stop`. `letters` folds the lists like the words of a text. The built-in lists are in lower case,
    /// so under [`Case::Keep`] they match only lower-case words.
    pub fn new(
        language: Option<Language>,
        letters: impl Into<Letters>,
        stop: StopList<'_>,
        add: Option<&WordList>,
        stem: Stem,
    ) -> Self {
        let stemmer = match stem {
            Stem::On => language.and_then(Language::stemmer),
            Stem::Off => None,
        };
        let letters = letters.into().for_language(language);
        let stop = build_stop_set(language, letters, stop, add);
        Self { letters, stop, stemmer, parts: false, inside: false }
    }

    /// With `parts`, the normalizer drops words by part of speech, and makes plural nouns singular.
    #[must_use]
    pub const fn with_parts_of_speech(mut self, parts: bool) -> Self {
        self.parts = parts;
        self
    }

    /// With `inside`, the normalizer keeps stop words inside shingles, but no shingle begins with one.
    #[must_use]
    pub const fn with_inside_words(mut self, inside: bool) -> Self {
        self.inside = inside;
        self
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

    pub fn ignores_word(&self, word: &str, part: Part) -> bool {
        self.parts && part.is_ignored() || !self.inside && self.is_stop_word(word)
    }

    /// Returns true if a shingle may begin with the word, or `None` if any word may.
    pub fn may_begin_shingle(&self, word: &str) -> Option<bool> {
        self.inside.then(|| !self.is_stop_word(word))
    }

    pub fn is_stop_word(&self, word: &str) -> bool {
        !self.stop.is_empty() && self.letters.with_folded(word, |folded| self.stop.contains(folded))
    }

    /// Makes a word singular, folds and stems it, whether it is a stop word or not. If the stem is empty, returns the
    /// folded word.
    pub fn canonical_form(&self, word: &str, part: Part) -> String {
        self.with_form(word, part, |form| String::from_utf8_lossy(form).into_owned())
    }

    pub fn with_form<T>(&self, word: &str, part: Part, with: impl FnOnce(&[u8]) -> T) -> T {
        let word = match part {
            Part::Plural if self.parts => make_singular(word),
            _ => word.into(),
        };
        self.letters.with_folded(&word, |folded| self.with_stem_of(folded, with))
    }

    /// Normalizes a word: first checks its part of speech, then the stop words, then computes its
    /// [form](Self::canonical_form). Calls `with` with the form and the result of [`Self::may_begin_shingle`], unless
    /// the word is dropped.
    pub fn with_counted_form<T>(
        &self,
        word: &str,
        part: Part,
        with: impl FnOnce(&[u8], Option<bool>) -> T,
    ) -> Option<T> {
        if self.parts && part == Part::Plural {
            let begins = self.may_begin_shingle(word);
            let is_out = self.ignores_word(word, part);
            return (!is_out).then(|| self.with_form(word, part, |form| with(form, begins)));
        }
        if self.parts && part.is_ignored() {
            return None;
        }
        self.letters.with_folded(word, |folded| {
            let is_stop = self.stop.contains(folded);
            let begins = self.inside.then_some(!is_stop);
            (self.inside || !is_stop).then(|| self.with_stem_of(folded, |form| with(form, begins)))
        })
    }

    fn with_stem_of<T>(&self, folded: &[u8], with: impl FnOnce(&[u8]) -> T) -> T {
        match self.stemmer {
            Some(algorithm) => with_stem(folded, algorithm, with),
            None => with(folded),
        }
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

    use super::{Case, Normalizer, Part, Stem, StopList, WordList, letters::Letters, stem_word};
    use crate::text::language::Language;

    fn form(normalizer: &Normalizer, word: &str, part: Part) -> Option<String> {
        normalizer
            .with_counted_form(word, part, |form, _| String::from_utf8(form.to_vec()).unwrap())
    }

    fn kept(normalizer: &Normalizer, words: &str) -> Vec<String> {
        words.split(' ').filter_map(|word| form(normalizer, word, Part::Other)).collect()
    }

    fn english(case: Case, stop: StopList<'_>, stem: Stem) -> Normalizer {
        Normalizer::new(Language::from_code("en"), case, stop, None, stem)
    }

    #[test]
    fn what_is_kept_in_one_go_is_what_is_decided() {
        let words = "The the Doesn’t glasses Glasses WALKING was cafés Étés Größe x ''' аnd";
        let plain = english(Case::Unicode, StopList::OfLanguage, Stem::On);
        let list = WordList::parse("list", "glasses\nétés");
        let listed = english(Case::Ascii, StopList::Words(&list), Stem::On);
        let whole = english(Case::Keep, StopList::OfLanguage, Stem::Off);
        let normalizers = [plain, listed, whole].into_iter().flat_map(|normalizer| {
            let inside = normalizer.clone().with_inside_words(true);
            let parts = normalizer.clone().with_parts_of_speech(true);
            [inside.clone().with_parts_of_speech(true), inside, parts, normalizer]
        });
        for (normalizer, word) in
            normalizers.flat_map(|each| words.split(' ').map(move |word| (each.clone(), word)))
        {
            for part in [Part::Other, Part::Plural, Part::Adjective] {
                let kept = normalizer.with_counted_form(word, part, |form, begins| {
                    (String::from_utf8(form.to_vec()).unwrap(), begins)
                });
                let decided = (!normalizer.ignores_word(word, part)).then(|| {
                    (normalizer.canonical_form(word, part), normalizer.may_begin_shingle(word))
                });
                assert_eq!(kept, decided, "{word} {part:?}");
            }
        }
    }

    #[test]
    fn a_users_list_replaces_or_adds_and_is_folded_alike() {
        let list =
            WordList::parse("my.txt", "\u{feff}# mine\r\nReport\r\n\n  caf\u{65}\u{301} \nDon’t\n");
        assert_eq!((list.name.as_str(), list.words.len()), ("my.txt", 3));
        let normalizer = english(Case::Unicode, StopList::Words(&list), Stem::Off);
        assert_eq!(kept(&normalizer, "the REPORT café don't"), ["the"]);
        let both = Normalizer::new(
            Language::from_code("en"),
            Case::Unicode,
            StopList::OfLanguage,
            Some(&list),
            Stem::Off,
        );
        assert_eq!(kept(&both, "the report says"), ["says"]);
        let as_written = english(Case::Keep, StopList::Words(&list), Stem::Off);
        assert_eq!(kept(&as_written, "Report report"), ["report"]);
    }

    #[test]
    fn every_word_of_every_list_is_still_dropped() {
        let letters = Letters { equal: true, ..Letters::from(Case::Unicode) };
        for language in Language::all() {
            let normalizer =
                Normalizer::new(Some(language), letters, StopList::OfLanguage, None, Stem::On);
            for word in language.stop_words().unwrap_or_default() {
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
            let normalizer = Normalizer::new(language, letters, StopList::Empty, None, Stem::On);
            let forms = words.map(|word| normalizer.canonical_form(word, Part::Other));
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
