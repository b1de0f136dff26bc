//! Finds the language of each unit of a text. A unit is a paragraph, or some sentences of a long paragraph.
//!
//! The scores of a unit's words add up to the evidence for each language of its script. If no language leads clearly,
//! the unit gets the language of the nearest clear unit. If no unit is clear, all units of a script get the likeliest
//! language of the text.

pub mod gap;
mod sums;

use std::collections::BTreeMap;

use self::gap::WordGap;
use self::sums::Sums;
use super::evidence::{EvidenceRow, Script, languages, processing_language};
use super::stretches::{Stretch, Stretches};
use base::span::Span;

/// Largest number of words in a unit.
const LONGEST: usize = 64;

/// A unit with at least this many words ends with the next sentence.
const SHORTEST: usize = 16;

/// Fewer consecutive words of another script belong to the unit around them.
const FOREIGN: usize = 4;

#[derive(Debug)]
pub struct Gatherer {
    words: u32,
    last: u32,
    unit: GatheredUnit,
    finished: Vec<FinishedUnit>,
    unclear: Vec<Sums>,
}

#[derive(Debug)]
struct GatheredUnit {
    rows: [EvidenceRow; LONGEST],
    spans: [Span; LONGEST],
    count: usize,
    script: Option<Script>,
    /// Start of the last words of one script, as an index into the unit. `run_start` is the index into the text.
    run: usize,
    run_start: u32,
}

#[derive(Debug)]
struct FinishedUnit {
    end: u32,
    script: Script,
    column: Option<u8>,
}

impl Default for Gatherer {
    fn default() -> Self {
        let unit = GatheredUnit {
            rows: [EvidenceRow::default(); LONGEST],
            spans: [Span::new(0, 0); LONGEST],
            count: 0,
            script: None,
            run: 0,
            run_start: 0,
        };
        Self { words: 0, last: 0, unit, finished: Vec::new(), unclear: Vec::new() }
    }
}

impl Gatherer {
    pub fn begin_text(&mut self) {
        if self.last > 0 {
            *self = Self::default();
        }
    }

    /// Adds the next word of `text`, at `span`, with its row of
    /// [`score_word_quickly`](super::evidence::score_word_quickly). `read` is the word in folded letters, if folding changes it.
    #[inline]
    pub fn add_word(&mut self, text: &str, span: Span, read: Option<&str>, row: EvidenceRow) {
        let last = std::mem::replace(&mut self.last, span.end);
        if span.start > last + 1 {
            self.end_unit_at_gap(text, last, span.start);
        }
        self.words += 1;
        let unit = &mut self.unit;
        let count = unit.count;
        // Fast path for nearly all words: the word is in the only script of the unit.
        if row.script() == unit.script
            && (1..LONGEST).contains(&count)
            && unit.run == 0
            && read.is_none()
        {
            unit.rows[count] = row;
            unit.spans[count] = span;
            unit.count = count + 1;
        } else {
            self.add_unusual_word(text, span, read, row);
        }
    }

    #[inline(never)]
    fn add_unusual_word(&mut self, text: &str, span: Span, read: Option<&str>, row: EvidenceRow) {
        // Scores the word itself if its bytes in the text differ, for example over a line end.
        let row = read.map_or(row, |word| row.look_up_full_score(word));
        let script = row.script();
        if script.is_none() {
            return;
        }
        if self.unit.count >= LONGEST {
            self.finish_unit(text, self.words - 1);
        }
        let unit = &mut self.unit;
        let count = unit.count % LONGEST;
        unit.rows[count] = row;
        unit.spans[count] = span;
        unit.count = count + 1;
        if script != unit.script {
            (unit.script, unit.run, unit.run_start) = (script, count, self.words - 1);
        }
        if unit.run > 0 && unit.count == unit.run + FOREIGN {
            self.split_unit_by_script(text);
        }
    }

    #[cold]
    fn split_unit_by_script(&mut self, text: &str) {
        let before = self.unit.count - FOREIGN;
        let (script, words) = main_script(&self.unit.rows[..before]);
        if words < FOREIGN || script == self.unit.script {
            return;
        }
        let last = before..self.unit.count;
        self.unit.count = before;
        let (script, start) = (self.unit.script, self.unit.run_start);
        self.finish_unit(text, start);
        self.unit.rows.copy_within(last.clone(), 0);
        self.unit.spans.copy_within(last, 0);
        (self.unit.count, self.unit.script) = (FOREIGN, script);
        (self.unit.run, self.unit.run_start) = (0, start);
    }

    #[inline(never)]
    fn end_unit_at_gap(&mut self, text: &str, last: u32, next: u32) {
        let shortest = match WordGap::classify(text, last as usize..next as usize) {
            WordGap::Word => return,
            WordGap::Sentence => SHORTEST,
            WordGap::Paragraph => 1,
        };
        if self.unit.count >= shortest {
            self.finish_unit(text, self.words);
        }
    }

    fn finish_unit(&mut self, text: &str, end: u32) {
        let count = std::mem::take(&mut self.unit.count);
        let is_one_script = self.unit.run == 0;
        let first = self.unit.script.take();
        self.unit.run = 0;
        let rows = &self.unit.rows[..count];
        let (script, words) = if is_one_script { (first, count) } else { main_script(rows) };
        let Some(script) = script else { return };
        // Names of another script between sentences belong to the previous unit.
        if words < FOREIGN
            && let Some(last) = self.finished.last_mut()
            && last.script != script
        {
            last.end = end;
            return;
        }
        let mut sums = Sums::new(script, rows);
        let mut rare = rows
            .iter()
            .zip(&self.unit.spans)
            .filter(|(row, _)| row.may_score_more_in_script(script));
        let column = loop {
            let column = sums.clearly_best_column();
            if column.is_some() {
                break column;
            }
            let Some((glance, span)) = rare.next() else { break None };
            sums.add_full_row(*glance, text.get(span.range()).unwrap_or_default());
        };
        if column.is_none() {
            self.unclear.push(sums);
        }
        self.finished.push(FinishedUnit { end, script, column });
    }

    /// Gives each unclear unit the language of the nearest clear unit before or after it, whichever fits its words
    /// better. Without a clear unit, all units of a script get one language.
    fn assign_languages_to_unclear(&mut self) {
        let before = nearest_clear_languages(self.finished.iter());
        let behind = nearest_clear_languages(self.finished.iter().rev());
        let mut unclear = self.unclear.drain(..);
        let mut alone: BTreeMap<Script, Sums> = BTreeMap::new();
        let near = before.into_iter().zip(behind.into_iter().rev());
        for (unit, (before, behind)) in self.finished.iter_mut().zip(near) {
            if unit.column.is_some() {
                continue;
            }
            let Some(sums) = unclear.next() else { break };
            let near = before.into_iter().chain(behind).max_by_key(|column| sums.score(*column));
            unit.column = near.map(|near| sums.choose_column_preferring(near));
            if near.is_none() {
                let total = alone.entry(unit.script).or_insert_with(|| Sums::new(unit.script, &[]));
                total.add(&sums);
            }
        }
        for unit in self.finished.iter_mut().filter(|unit| unit.column.is_none()) {
            unit.column = alone.get(&unit.script).map(Sums::column_of_unclear_text);
        }
    }

    pub fn finish(&mut self, text: &str) -> Stretches {
        self.finish_unit(text, self.words);
        if !self.unclear.is_empty() {
            self.assign_languages_to_unclear();
        }
        // The last unit includes all words after it.
        let words = std::mem::take(&mut self.words);
        if let Some(last) = self.finished.last_mut() {
            last.end = words;
        }
        let stretches = self.finished.iter().map(|unit| Stretch {
            end: unit.end,
            language: unit
                .column
                .and_then(|column| languages(unit.script).get(usize::from(column)))
                .map(|language| processing_language(*language)),
        });
        let found = if self.finished.is_empty() {
            Stretches::single(words, None)
        } else {
            Stretches::new(stretches)
        };
        self.finished.clear();
        self.unclear.clear();
        self.last = 0;
        found
    }
}

/// Returns, for each unit, the language of the last clear unit of its script.
fn nearest_clear_languages<'a>(units: impl Iterator<Item = &'a FinishedUnit>) -> Vec<Option<u8>> {
    let mut last: BTreeMap<Script, u8> = BTreeMap::new();
    let mut nearest = |unit: &FinishedUnit| {
        if let Some(column) = unit.column {
            last.insert(unit.script, column);
        }
        last.get(&unit.script).copied()
    };
    units.map(&mut nearest).collect()
}

/// Returns the word if its length differs from that of its span, for example because of a line end inside.
#[inline]
pub fn word_if_folded(span: Span, word: &str) -> Option<&str> {
    (word.len() != span.len() as usize).then_some(word)
}

/// Returns the script of most words, and their number. Latin words count half, because texts in any script contain
/// Latin terms.
fn main_script(rows: &[EvidenceRow]) -> (Option<Script>, usize) {
    let first = rows.first().and_then(|row| row.script());
    let of = |script| rows.iter().filter(|row| row.script() == script).count();
    let own = of(first);
    if own == rows.len() {
        return (first, own);
    }
    let weight =
        |script, words: usize| if script == Some(Script::Latin) { words } else { 2 * words };
    let mut best = (first, own);
    for script in rows.iter().map(|row| row.script()) {
        let words = of(script);
        if weight(script, words) > weight(best.0, best.1) {
            best = (script, words);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::{Gatherer, word_if_folded};
    use crate::{text::Words, text::score_word_quickly, text::tokenize};

    const GERMAN: &str = "Niemand darf gezwungen werden, einer Vereinigung anzugehören, und jeder Mensch hat das Recht auf \
        Bildung und auf einen Namen.";
    const FRENCH: &str = "Nul ne peut être obligé de faire partie d'une association, et toute personne a droit à \
        l'éducation et à son propre nom.";
    const RUSSIAN: &str = "Никто не может быть принуждён вступать в какую-либо ассоциацию, и каждый человек имеет право.";

    /// `?` for an unknown language.
    fn codes(text: &str) -> String {
        let mut languages = Gatherer::default();
        tokenize(text, Words::Unicode, &mut |span, word| {
            languages.add_word(text, span, word_if_folded(span, word), score_word_quickly(word));
        });
        let found = languages.finish(text);
        let codes = found.word_ranges().map(|(_, language)| {
            language.map_or_else(|| "?".to_string(), |one| one.code().to_string())
        });
        codes.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_unit_has_the_language_of_its_words_or_of_a_clear_unit_near() {
        let table = "Smith 7, Table 3";
        for (parts, seam, expected) in [
            (&[GERMAN, FRENCH, GERMAN][..], "\n\n", "de fr de"),
            (&[GERMAN, FRENCH], " ", "de fr"),
            (&[GERMAN, RUSSIAN, FRENCH], " ", "de ru fr"),
            (&[GERMAN, table, GERMAN], "\n\n", "de"),
            (&[table, GERMAN], "\n\n", "de"),
            (&[GERMAN, RUSSIAN, table], "\n\n", "de ru"),
            (&[table, table], "\n\n", "en"),
            (&["Das ist nicht wahr"], "", "de"),
            (&["1 2 3"], "", "?"),
            (&[""], "", "?"),
        ] {
            assert_eq!(codes(&parts.join(seam)), expected, "{parts:?}");
        }
    }
}
