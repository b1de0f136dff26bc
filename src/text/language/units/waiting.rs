//! Units whose frequent words leave their language in doubt, while it may be settled by those behind without asking rare words.
//! It decides no sequence: it says when every likely one goes on in the language before. On a thousand
//! short English texts that takes about 13 % off a run, on texts full of tables 3 %.
//!
//! Of all languages but the one before, only the most is known by which any of them may be ahead of it. Where that is less
//! than what a change costs, every likely sequence comes from the language before.

use std::ops::Range;

use super::gap::{CAP, CLEAR, Sum, UnitWords, WordGap};
use crate::base::span::Span;
use crate::text::{EvidenceRow, Script, language::evidence::COLUMNS};

/// What a word that is not asked tells for another language at most, in steps.
const MOST: i16 = 15;

/// Units that wait at most.
const UNITS: usize = 32;

/// The language before.
#[derive(Debug, Clone, Copy)]
pub(super) struct LanguageBefore<'a> {
    pub(super) script: Script,
    pub(super) column: u8,
    /// All bits of the languages that are read otherwise.
    pub(super) rivals: &'a [u8; COLUMNS],
}

/// The units behind one whose language is sure.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    units: Vec<WaitingUnit>,
    /// What their words tell as far as they are asked, and where they stand in the text.
    rows: Vec<EvidenceRow>,
    spans: Vec<Span>,
    /// By how much any language is ahead of the one before at most.
    ahead: i16,
}

#[derive(Debug)]
struct WaitingUnit {
    /// Its place among all units.
    at: u32,
    gap: WordGap,
    words: Range<usize>,
    /// What these tell together, once that is asked for.
    sum: Option<Sum>,
    /// How much they speak for any other language at most, and how far it was ahead before them.
    against: i16,
    before: i16,
    /// How many of its words are not asked, and how many of these are to be.
    left: usize,
    dark: usize,
}

impl WaitingUnit {
    /// Takes a margin by which the language before is ahead by the words that are asked.
    #[inline]
    fn weigh(&mut self, margin: i16) {
        self.dark = if margin < CLEAR { self.left } else { 0 };
        // The farther it is ahead by frequent words, the less can rare ones tell against it.
        self.against = (CLEAR - margin).clamp(0, MOST) * i16::from(self.left as u8) - margin;
    }

    /// Looks closer: at what its words tell together, then at one more of them. Whether there was anything to look at.
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

/// How many words of a script may tell more.
fn left(rows: &[EvidenceRow], script: Script) -> usize {
    rows.iter().filter(|row| row.is_left(script)).count()
}

impl Waiting {
    pub(super) const fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Whether those that wait go on in the language before, whatever follows behind this gap.
    pub(super) fn is_over(&self, gap: WordGap) -> bool {
        !self.is_empty() && (self.ahead < -gap.cost() || self.ahead <= -CAP)
    }

    /// Whether they do if nothing follows.
    pub(super) const fn is_over_at_end(&self) -> bool {
        self.ahead < 0
    }

    /// The units are in the language before: their places.
    pub(super) fn end(&mut self) -> impl Iterator<Item = u32> {
        self.rows.clear();
        self.spans.clear();
        self.units.drain(..).map(|unit| unit.at)
    }

    /// Each unit, its place, what it tells so far and what is before it, and its words.
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

    /// Takes the next unit, by whose words the language before is ahead by this margin. Whether the units can wait on; words
    /// of theirs are asked while they cannot.
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
        // Where one word tells something, its margin is the whole unit's.
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

    /// Looks closer at a unit.
    fn look(&mut self, place: usize, text: &str, before: LanguageBefore<'_>) -> bool {
        let Self { units, rows, spans, .. } = self;
        let Some(unit) = units.get_mut(place) else { return false };
        let rows = rows.get_mut(unit.words.clone()).unwrap_or_default();
        let spans = spans.get(unit.words.clone()).unwrap_or_default();
        unit.look(text, (rows, spans), before)
    }

    /// Looks at the units from one on. Whether all can wait: the language before is likely at each of them.
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
