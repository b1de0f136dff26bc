//! Units in doubt after their frequent words. The units behind may settle them without scoring rare words. Waiting
//! saves about 13 % of a run over a thousand short English texts, and 3 % on texts full of tables.
//!
//! Of all other languages only an upper bound of the lead is known. If the bound is below the cost of a change, every
//! likely sequence continues the language before.

use std::ops::Range;

use super::gap::{CAP, CLEAR, Sum, UnitWords, WordGap};
use crate::base::span::Span;
use crate::text::{EvidenceRow, Script, language::evidence::COLUMNS};

/// Maximal score steps of a rare word for another language.
const MOST: i16 = 15;

/// Maximal waiting units.
const UNITS: usize = 32;

#[derive(Debug, Clone, Copy)]
pub(super) struct LanguageBefore<'a> {
    pub(super) script: Script,
    pub(super) column: u8,
    /// Mask of rivals.
    pub(super) rivals: &'a [u8; COLUMNS],
}

/// Units behind a unit of a sure language.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    units: Vec<WaitingUnit>,
    rows: Vec<EvidenceRow>,
    spans: Vec<Span>,
    /// Maximal lead of any other language.
    ahead: i16,
}

#[derive(Debug)]
struct WaitingUnit {
    at: u32,
    gap: WordGap,
    words: Range<usize>,
    sum: Option<Sum>,
    /// Maximal evidence for another language, and its maximal lead before the unit.
    against: i16,
    before: i16,
    /// Words that are not scored, and how many of these have to be.
    left: usize,
    dark: usize,
}

impl WaitingUnit {
    #[inline]
    fn weigh(&mut self, margin: i16) {
        self.dark = if margin < CLEAR { self.left } else { 0 };
        // The larger the lead by frequent words, the less evidence against it rare words can have.
        self.against = (CLEAR - margin).clamp(0, MOST) * i16::from(self.left as u8) - margin;
    }

    /// Returns false if no word is left to score.
    fn look(
        &mut self,
        text: &str,
        (rows, spans): (&mut [EvidenceRow], &[Span]),
        before: LanguageBefore<'_>,
    ) -> bool {
        let sum = match &mut self.sum {
            None => self.sum.insert(Sum::new(rows, before.script)),
            Some(sum) if self.dark > 0 => {
                let mut words = rows.iter_mut().zip(spans);
                let Some((row, span)) = words.find(|(row, _)| row.is_left(before.script)) else {
                    return false;
                };
                *row = sum.ask(*row, text.get(span.range()).unwrap_or_default());
                self.left -= 1;
                sum
            }
            Some(_) => return false,
        };
        let margin = sum.margin(before.column, before.rivals);
        self.weigh(margin);
        true
    }
}

fn left(rows: &[EvidenceRow], script: Script) -> usize {
    rows.iter().filter(|row| row.is_left(script)).count()
}

impl Waiting {
    pub(super) const fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Returns true if the waiting units continue the language before, whatever follows this gap.
    pub(super) fn is_over(&self, gap: WordGap) -> bool {
        !self.is_empty() && (self.ahead < -gap.cost() || self.ahead <= -CAP)
    }

    pub(super) const fn is_over_at_end(&self) -> bool {
        self.ahead < 0
    }

    pub(super) fn end(&mut self) -> impl Iterator<Item = u32> {
        self.rows.clear();
        self.spans.clear();
        self.units.drain(..).map(|unit| unit.at)
    }

    pub(super) fn give_up(
        self,
        script: Script,
        mut take: impl FnMut((u32, Sum, WordGap), &[EvidenceRow], &[Span]),
    ) {
        for WaitingUnit { at, gap, words, sum, .. } in self.units {
            let rows = self.rows.get(words.clone()).unwrap_or_default();
            let spans = self.spans.get(words).unwrap_or_default();
            take((at, sum.unwrap_or_else(|| Sum::new(rows, script)), gap), rows, spans);
        }
    }

    /// Returns true if the units can wait. Scores rare words until they can.
    pub(super) fn take(
        &mut self,
        text: &str,
        &UnitWords { at, gap, rows, spans }: &UnitWords<'_>,
        margin: i16,
        before: LanguageBefore<'_>,
    ) -> bool {
        if self.is_empty() {
            self.ahead = -CAP;
        }
        let start = self.rows.len();
        self.rows.extend_from_slice(rows);
        self.spans.extend_from_slice(spans);
        let left = left(rows, before.script);
        let words = start..self.rows.len();
        let ahead = self.ahead;
        let mut unit =
            WaitingUnit { at, gap, words, sum: None, against: 0, before: ahead, left, dark: 0 };
        unit.weigh(margin);
        self.units.push(unit);
        let last = self.units.len() - 1;
        // If only one word has evidence, its margin is that of the unit.
        if margin < CLEAR && rows.len() > 1 + left {
            self.look(last, text, before);
        }
        let mut from = last;
        while !self.go_on(from) {
            let units = self.units.iter().enumerate();
            let Some((darkest, _)) = units.max_by_key(|(_, unit)| unit.dark) else {
                return false;
            };
            if !self.look(darkest, text, before) {
                return false;
            }
            from = darkest;
        }
        true
    }

    fn look(&mut self, place: usize, text: &str, before: LanguageBefore<'_>) -> bool {
        let Self { units, rows, spans, .. } = self;
        let Some(unit) = units.get_mut(place) else { return false };
        let rows = rows.get_mut(unit.words.clone()).unwrap_or_default();
        let spans = spans.get(unit.words.clone()).unwrap_or_default();
        unit.look(text, (rows, spans), before)
    }

    /// Updates the leads from the unit `from` on. Returns true if all can wait: the language before is likely at each.
    fn go_on(&mut self, from: usize) -> bool {
        let Some(units) = self.units.get_mut(from..) else { return false };
        let mut ahead = units.first().map_or(-CAP, |unit| unit.before);
        for unit in units {
            unit.before = ahead;
            let least = ahead.max(0) - unit.gap.cost();
            if least > 0 || ahead >= CAP {
                return false;
            }
            ahead = (ahead.max(least) + unit.against).max(-CAP);
        }
        self.ahead = ahead;
        ahead <= -CAP || self.units.len() < UNITS
    }
}
