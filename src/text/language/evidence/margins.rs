//! By how much words speak for one language against all that are read otherwise: one number for each row, where a row is one
//! for each language. A unit that goes on in the language before is recognised by adding these up.

use std::sync::OnceLock;

use super::model::MODEL;
use super::{COLUMNS, EvidenceRow, SCRIPTS, Script, rivals};

/// By script and column, and by the numbers of rows.
static MARGINS: [[OnceLock<Box<[i8]>>; COLUMNS]; SCRIPTS.len()] =
    [const { [const { OnceLock::new() }; COLUMNS] }; SCRIPTS.len()];

/// How far a language is ahead of each that is read otherwise at least, by words of its script.
#[derive(Debug, Clone, Copy)]
pub struct Margins(&'static [i8]);

impl Margins {
    /// Of the language in a column of a script.
    pub fn of(script: Script, column: u8) -> Self {
        let found = MARGINS.get(script as usize).and_then(|all| all.get(usize::from(column)));
        Self(found.map_or(&[], |found| found.get_or_init(|| margins(script, column))))
    }

    /// Together: what they score in the language is at least so much more than what they score in any other.
    #[inline]
    pub fn sum(self, script: Script, rows: &[EvidenceRow]) -> i16 {
        let margin =
            |row: &EvidenceRow| self.0.get(usize::from(row.number)).copied().unwrap_or_default();
        let rows = rows.iter().filter(|row| row.script == Some(script));
        rows.map(|row| i16::from(margin(row))).sum()
    }
}

fn margins(script: Script, column: u8) -> Box<[i8]> {
    let rivals = rivals(script, column);
    let margin = |scores: &[u8; COLUMNS]| {
        let next = scores.iter().zip(&rivals).map(|(score, rival)| score & rival).fold(0, Ord::max);
        scores.get(usize::from(column)).map_or(0, |own| own.cast_signed() - next.cast_signed())
    };
    MODEL.rows().iter().map(margin).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{languages, read_as, row_of};
    use super::{Margins, Script};

    #[test]
    fn a_margin_is_what_a_language_is_ahead_of_the_next() {
        for (word, script) in
            [("which", Script::Latin), ("että", Script::Latin), ("что", Script::Cyrillic)]
        {
            let row = row_of(word);
            for (column, language) in languages(script).iter().enumerate() {
                let others = languages(script).iter().zip(row.scores());
                let others = others.filter(|(other, _)| read_as(**other) != read_as(*language));
                let next = others.map(|(_, score)| i16::from(*score)).max().unwrap();
                let margin = i16::from(row.scores()[column]) - next;
                let margins = Margins::of(script, column as u8);
                assert_eq!(margins.sum(script, &[row]), margin, "{word} {}", language.code());
                assert_eq!(margins.sum(script, &[row; 16]), 16 * margin);
            }
        }
        assert_eq!(Margins::of(Script::Greek, 0).sum(Script::Greek, &[row_of("και")]), 15);
    }
}
