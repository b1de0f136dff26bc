//! The languages of a folder, by which short stretches are read whose own words leave it open. It reads no text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Language;
use super::evidence::{COLUMNS, EvidenceRow, Script, languages, read_as};
use super::stretches::{StretchLanguage, Stretches};

/// What a halving of a language's share counts against it, in steps of a score.
const HALVING: u32 = 3;

/// How many words of a folder are surely in which language. The order in which texts come and go leaves no trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<Language, u64>);

impl Tally {
    /// A text came.
    pub fn add(&mut self, text: &Stretches) {
        for (range, found) in text.runs() {
            if let StretchLanguage::Sure(language) = found {
                *self.0.entry(language).or_default() += range.len() as u64;
            }
        }
    }

    /// The languages, each with its words.
    pub fn words(&self) -> impl Iterator<Item = (Language, u64)> {
        self.0.iter().map(|(language, words)| (*language, *words))
    }

    /// Texts were counted elsewhere: so many of their words are surely in this language.
    pub fn add_words(&mut self, language: Language, words: u64) {
        if words > 0 {
            let counted = self.0.entry(language).or_default();
            *counted = counted.saturating_add(words);
        }
    }

    /// A text that came before went.
    pub fn remove(&mut self, text: &Stretches) {
        for (range, found) in text.runs() {
            if let StretchLanguage::Sure(language) = found
                && let Some(words) = self.0.get_mut(&language)
            {
                *words -= range.len() as u64;
                if *words == 0 {
                    self.0.remove(&language);
                }
            }
        }
    }
}

/// How much stands against each language of a folder before a word is read: Bayes' prior, in steps that only grow when a
/// share halves, so that it seldom changes when a document does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prior(BTreeMap<Language, u32>);

impl Prior {
    /// Of the words counted.
    pub fn from_tally(tally: &Tally) -> Self {
        let most = tally.0.values().copied().max().unwrap_or_default();
        let halvings = |words: u64| (most / words.max(1)).checked_ilog2().unwrap_or_default();
        Self(tally.0.iter().map(|(language, words)| (*language, halvings(*words))).collect())
    }

    /// Every language of the folder, with how often its share is halved from that of the most frequent one, by code.
    pub fn halvings(&self) -> impl Iterator<Item = (Language, u32)> {
        self.0.iter().map(|(language, halvings)| (*language, *halvings))
    }

    /// The folder's languages of a script, each with what stands against it.
    pub fn of_script(&self, script: Script) -> impl Iterator<Item = (usize, Language, u32)> {
        let columns = languages(script).iter().copied().enumerate();
        columns.filter_map(|(column, language)| {
            let language = read_as(language);
            Some((column, language, self.0.get(&language)? * HALVING))
        })
    }

    /// The likeliest language of an open stretch among the folder's; `None` where the folder has none of its script.
    pub fn answer(
        &self,
        script: Script,
        rows: impl Iterator<Item = EvidenceRow>,
    ) -> Option<Language> {
        let (_, first, _) = self.of_script(script).next()?;
        if self.of_script(script).nth(1).is_none() {
            return Some(first);
        }
        self.answer_to(&OpenEvidence::new(script, rows))
    }

    /// The same by what the words of a stretch say.
    pub fn answer_to(&self, evidence: &OpenEvidence) -> Option<Language> {
        let OpenEvidence { script, sums } = evidence;
        let score = |&(column, language, against): &(usize, Language, u32)| {
            let sum = sums.get(column).copied().unwrap_or_default();
            (i64::from(sum) - i64::from(against), std::cmp::Reverse(language))
        };
        self.of_script(*script).max_by_key(score).map(|(_, language, _)| language)
    }

    /// The folder's languages of a script that these words do not speak against: each with its sum of scores, which is at
    /// most `after` less than the best one's.
    pub fn likely(
        &self,
        script: Script,
        rows: impl Iterator<Item = EvidenceRow>,
        after: u32,
    ) -> Vec<Language> {
        let sums = sums(script, rows);
        let best = self.of_script(script).map(|(column, ..)| sums[column]).max().unwrap_or(0);
        let near = self.of_script(script).filter(|(column, ..)| sums[*column] + after >= best);
        near.map(|(_, language, _)| language).collect()
    }
}

/// What the words of an open stretch say of its language, without the words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenEvidence {
    script: Script,
    /// The sums of their scores, by the languages of the script.
    sums: Vec<u32>,
}

impl OpenEvidence {
    /// Of a stretch in a script with these words.
    pub fn new(script: Script, rows: impl Iterator<Item = EvidenceRow>) -> Self {
        let mut sums = sums(script, rows).to_vec();
        sums.truncate(languages(script).len());
        Self { script, sums }
    }
}

/// The sums of the scores of words, by the languages of a script; words of other scripts tell nothing.
fn sums(script: Script, rows: impl Iterator<Item = EvidenceRow>) -> [u32; COLUMNS] {
    let mut totals = [0; COLUMNS];
    for row in rows.filter(|row| row.script() == Some(script)) {
        for (total, score) in totals.iter_mut().zip(row.scores()) {
            *total += u32::from(*score);
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::{Language, Prior, StretchLanguage, Stretches, Tally};

    #[test]
    fn words_counted_elsewhere_count_as_if_the_texts_had_come() {
        let [english, german] = ["en", "de"].map(|code| Language::from_code(code).unwrap());
        let texts = [(9, english), (4, german), (30, english)]
            .map(|(words, language)| Stretches::one(words, StretchLanguage::Sure(language)));
        let mut whole = Tally::default();
        for text in &texts {
            whole.add(text);
        }
        let mut parts = Tally::default();
        for text in &texts {
            let mut part = Tally::default();
            part.add(text);
            part.words().for_each(|(language, words)| parts.add_words(language, words));
        }
        parts.add_words(Language::from_code("fr").unwrap(), 0);
        assert_eq!(parts, whole);
        assert_eq!(parts.words().collect::<Vec<_>>(), [(german, 4), (english, 39)]);
        assert_eq!(Prior::from_tally(&parts), Prior::from_tally(&whole));
    }
}
