//! Rare words at a glance. Most distinct words of English are rare and of letters from a to z, and need not be spelled to be
//! known as such: that takes 4 % off a run over texts of many distinct words.

use super::model::MODEL;
use super::{EvidenceRow, LONGEST, Script};

/// The row at a glance of a word that is nothing but letters from a to z and not frequent; `None` for any other, and for
/// some very short or long ones.
pub(super) fn rare(word: &str) -> Option<EvidenceRow> {
    let letters = word.as_bytes();
    let is_plain = (3..=LONGEST).contains(&letters.len())
        && letters.iter().fold(true, |all, letter| all & letter.is_ascii_alphabetic());
    let is_rare = is_plain && !MODEL.knows_latin(letters);
    let row = || EvidenceRow {
        number: MODEL.plain(Script::Latin),
        script: Some(Script::Latin),
        more: true,
    };
    is_rare.then(row)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{row_at_a_glance, spelled_at_a_glance};
    use super::rare;

    #[test]
    fn a_frequent_word_is_not_rare_in_any_case() {
        for word in ["the", "The", "THE", "und", "which", "with", "an", "x", "", "the-the"] {
            assert_eq!(rare(word), None, "{word}");
        }
        assert!(rare("Overtemperature").is_some());
    }

    proptest! {
        #[test]
        fn a_word_tells_the_same_whether_it_is_spelled_or_not(
            word in "[a-zA-Z]{0,9}|[a-z]{40,60}|[a-zé'-]{0,9}|(The|und|with|con)[a-z]{0,2}",
        ) {
            prop_assert_eq!(row_at_a_glance(&word), spelled_at_a_glance(&word), "{}", word);
        }
    }
}
