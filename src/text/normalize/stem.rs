//! Snowball stems, guarded against panics.

use rust_stemmers::{Algorithm, Stemmer};

use super::english;
use crate::base::guard::guarded;

/// Longer words are not stemmed: no language has them, and only hostile input does.
const LONGEST: usize = 100;

/// Calls `with` with the stem of a folded word. That is the word itself if the stemmer leaves nothing or panics (as the Greek one
/// does on some words), or if the word is longer than 100 characters.
pub(super) fn with_stem<T>(word: &[u8], algorithm: Algorithm, with: impl FnOnce(&[u8]) -> T) -> T {
    let mut room = english::ROOM;
    if algorithm == Algorithm::English
        && let Some(stem) = english::stem(word, &mut room)
    {
        return with(if stem.is_empty() { word } else { stem });
    }
    match str::from_utf8(word) {
        Ok(word) => with(stem(word, algorithm).as_bytes()),
        Err(_) => with(word),
    }
}

fn stem(word: &str, algorithm: Algorithm) -> String {
    if word.chars().nth(LONGEST).is_some() {
        return word.to_string();
    }
    let stem = guarded(|| Stemmer::create(algorithm).stem(word).into_owned()).unwrap_or_default();
    if stem.is_empty() { word.to_string() } else { stem }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_stemmers::Algorithm;

    use super::stem;

    #[test]
    fn words_lose_their_endings() {
        assert_eq!(stem("rewriting", Algorithm::English), "rewrit");
        assert_eq!(stem("тренажеров", Algorithm::Russian), "тренажер");
    }

    #[test]
    fn words_of_other_scripts_stay_whole() {
        let words = ["walking", "тренажеров", "τρέχοντας", "المكتبات", "இந்தியாவின்"];
        let own = [1, 2, 3, 4];
        let by = [Algorithm::Russian, Algorithm::Greek, Algorithm::Arabic, Algorithm::Tamil];
        for (own, algorithm) in own.into_iter().zip(by) {
            for (at, word) in words.iter().enumerate().filter(|(at, _)| *at != own) {
                assert_eq!(stem(word, algorithm), **word, "{algorithm:?} {at}");
            }
        }
        for algorithm in [
            Algorithm::Danish,
            Algorithm::Dutch,
            Algorithm::English,
            Algorithm::Finnish,
            Algorithm::French,
            Algorithm::German,
            Algorithm::Hungarian,
            Algorithm::Italian,
            Algorithm::Norwegian,
            Algorithm::Portuguese,
            Algorithm::Romanian,
            Algorithm::Spanish,
            Algorithm::Swedish,
            Algorithm::Turkish,
        ] {
            for word in &words[1..] {
                assert_eq!(stem(word, algorithm), **word, "{algorithm:?}");
            }
        }
    }

    #[test]
    fn a_panic_of_the_greek_stemmer_keeps_the_word() {
        assert_eq!(stem("ισαισα", Algorithm::Greek), "ισαισα");
    }

    #[test]
    fn an_empty_stem_keeps_the_word() {
        assert_eq!(stem("ισα", Algorithm::Greek), "ισα");
    }

    #[test]
    fn a_very_long_word_stays_whole() {
        let longest = format!("{}ing", "rewrit".repeat(17).split_at(97).0);
        assert_eq!(stem(&longest, Algorithm::English), longest.trim_end_matches("ing"));
        let longer = format!("w{longest}");
        assert_eq!(stem(&longer, Algorithm::English), longer);
        let word = "ing".repeat(700_000);
        assert_eq!(stem(&word, Algorithm::English), word);
    }

    proptest! {
        #[test]
        fn greek_syllables_never_panic_and_never_vanish(word in "(ισα|ισ|α|ου|ησ|ιζ|ι|σ|αι){1,6}") {
            prop_assert!(!stem(&word, Algorithm::Greek).is_empty());
        }

        #[test]
        fn no_text_makes_a_stemmer_panic(word in "\\PC{1,12}", which in 0..3_usize) {
            let algorithm = [Algorithm::English, Algorithm::Turkish, Algorithm::Tamil][which];
            prop_assert!(!stem(&word, algorithm).is_empty());
        }
    }
}
