//! The languages of a folder, which settle short stretches whose own words are inconclusive.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Language;
use super::evidence::{COLUMNS, EvidenceRow, Script, languages, read_as};
use super::stretches::{StretchLanguage, Stretches};

/// Score steps against a language for each halving of its share.
const HALVING: u32 = 3;

/// Number of words of a folder that are surely in each language, independent of the order of additions and removals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<Language, u64>);

impl Tally {
    /// Adds a text.
    pub fn add(&mut self, text: &Stretches) {
        for (range, found) in text.runs() {
            if let StretchLanguage::Sure(language) = found {
                *self.0.entry(language).or_default() += range.len() as u64;
            }
        }
    }

    /// Counted words of each language.
    pub fn words(&self) -> impl Iterator<Item = (Language, u64)> {
        self.0.iter().map(|(language, words)| (*language, *words))
    }

    /// Adds words that were counted elsewhere.
    pub fn add_words(&mut self, language: Language, words: u64) {
        if words > 0 {
            let counted = self.0.entry(language).or_default();
            *counted = counted.saturating_add(words);
        }
    }

    /// Removes a text that was added before.
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

/// Handicap of each language of a folder: Bayes' prior. A step is a halving of the share, so the prior seldom changes
/// with a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prior(BTreeMap<Language, u32>);

impl Prior {
    /// Computes the prior of counted words.
    pub fn from_tally(tally: &Tally) -> Self {
        let most = tally.0.values().copied().max().unwrap_or_default();
        let halvings = |words: u64| (most / words.max(1)).checked_ilog2().unwrap_or_default();
        Self(tally.0.iter().map(|(language, words)| (*language, halvings(*words))).collect())
    }

    /// Every language of the folder, with the halvings of its share from that of the most frequent language, sorted by
    /// code.
    pub fn halvings(&self) -> impl Iterator<Item = (Language, u32)> {
        self.0.iter().map(|(language, halvings)| (*language, *halvings))
    }

    /// The folder's languages of a script with their columns and handicaps.
    pub fn of_script(&self, script: Script) -> impl Iterator<Item = (usize, Language, u32)> {
        let columns = languages(script).iter().copied().enumerate();
        columns.filter_map(|(column, language)| {
            let language = read_as(language);
            Some((column, language, self.0.get(&language)? * HALVING))
        })
    }

    /// The folder's likeliest language of an open stretch, or `None` if the folder has none of this script.
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

    /// Like [`answer`](Self::answer), from the evidence of a stretch.
    pub fn answer_to(&self, evidence: &OpenEvidence) -> Option<Language> {
        let OpenEvidence { script, sums } = evidence;
        let score = |&(column, language, against): &(usize, Language, u32)| {
            let sum = sums.get(column).copied().unwrap_or_default();
            (i64::from(sum) - i64::from(against), std::cmp::Reverse(language))
        };
        self.of_script(*script).max_by_key(score).map(|(_, language, _)| language)
    }

    /// The folder's languages of a script with a sum of scores at most `after` below the best.
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

/// Evidence for the language of an open stretch, without the words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenEvidence {
    script: Script,
    sums: Vec<u32>,
}

impl OpenEvidence {
    /// Adds up the evidence of words in a script.
    pub fn new(script: Script, rows: impl Iterator<Item = EvidenceRow>) -> Self {
        let mut sums = sums(script, rows).to_vec();
        sums.truncate(languages(script).len());
        Self { script, sums }
    }
}

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
