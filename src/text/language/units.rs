//! Groups words into units and finds the likeliest sequence of languages over the units (`track`).

pub mod gap;
mod track;
mod waiting;

use self::gap::{UnitWords, WordGap};
use self::track::{OverUnit, Track};
use super::evidence::{EvidenceRow, Script};
use super::stretches::{Stretch, StretchLanguage, Stretches};
use crate::base::span::Span;

/// Words of a unit at most: 16 scores of 15 fit into a byte.
const LONGEST: usize = 16;

/// Fewer words in a row of another script join the unit around them.
const FOREIGN: usize = 4;

/// Gathers the evidence of texts, reusing its memory.
#[derive(Debug)]
pub struct Gatherer {
    words: u32,
    last: u32,
    unit: GatheredUnit,
    tracks: Vec<Track>,
    over: Vec<OverUnit>,
}

/// The unfinished unit.
#[derive(Debug)]
struct GatheredUnit {
    gap: WordGap,
    rows: [EvidenceRow; LONGEST],
    spans: [Span; LONGEST],
    count: usize,
    script: Option<Script>,
    /// Start of the last words of that script in a row, as an index into the unit and into the text.
    run: usize,
    run_start: u32,
}

impl Default for Gatherer {
    fn default() -> Self {
        let unit = GatheredUnit {
            gap: WordGap::Paragraph,
            rows: [EvidenceRow::default(); LONGEST],
            spans: [Span::new(0, 0); LONGEST],
            count: 0,
            script: None,
            run: 0,
            run_start: 0,
        };
        Self { words: 0, last: 0, unit, tracks: Vec::new(), over: Vec::new() }
    }
}

impl Gatherer {
    /// Discards an abandoned text.
    pub fn start(&mut self) {
        if self.last > 0 {
            *self = Self::default();
        }
    }

    /// Adds the next word of `text`, at `span`, with its row [at a glance](super::evidence::row_at_a_glance).
    /// [`read_otherwise`] gives `read`.
    #[inline]
    pub fn word(&mut self, text: &str, span: Span, read: Option<&str>, row: EvidenceRow) {
        let last = std::mem::replace(&mut self.last, span.end);
        if span.start > last + 1 {
            self.part(text, last, span.start);
        }
        self.words += 1;
        let unit = &mut self.unit;
        let count = unit.count;
        // Fast path: a word in the unit's only script, as nearly all are.
        if row.script() == unit.script
            && (1..LONGEST).contains(&count)
            && unit.run == 0
            && read.is_none()
        {
            unit.rows[count] = row;
            unit.spans[count] = span;
            unit.count = count + 1;
        } else {
            self.other_word(text, span, read, row);
        }
    }

    #[inline(never)]
    fn other_word(&mut self, text: &str, span: Span, read: Option<&str>, row: EvidenceRow) {
        // The span of a word over a line's end does not give the word again.
        let row = read.map_or(row, |word| row.whole(word));
        let script = row.script();
        if script.is_none() {
            return;
        }
        if self.unit.count >= LONGEST {
            self.cut(text);
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
            self.run_of_one_script(text);
        }
    }

    /// Splits the unit before the last words of one script, if the words before are of another script.
    #[cold]
    fn run_of_one_script(&mut self, text: &str) {
        let before = self.unit.count - FOREIGN;
        let (script, words) = script_of(&self.unit.rows[..before]);
        if words < FOREIGN || script == self.unit.script {
            return;
        }
        let last = before..self.unit.count;
        self.unit.count = before;
        let (script, start) = (self.unit.script, self.unit.run_start);
        self.close(text, start);
        self.unit.gap = WordGap::Word;
        self.unit.rows.copy_within(last.clone(), 0);
        self.unit.spans.copy_within(last, 0);
        (self.unit.count, self.unit.script) = (FOREIGN, script);
        (self.unit.run, self.unit.run_start) = (0, start);
    }

    #[cold]
    fn cut(&mut self, text: &str) {
        self.close(text, self.words - 1);
        self.unit.gap = WordGap::Word;
    }

    #[inline(never)]
    fn part(&mut self, text: &str, last: u32, next: u32) {
        let gap = WordGap::between(text, last as usize..next as usize);
        if gap == WordGap::Word {
            return;
        }
        if self.unit.count == 0 {
            // The unit has numbers at most, which join the next words.
            self.unit.gap = self.unit.gap.wider(gap);
            return;
        }
        self.close(text, self.words);
        self.unit.gap = gap;
    }

    fn close(&mut self, text: &str, end: u32) {
        let count = std::mem::take(&mut self.unit.count);
        let is_one_script = self.unit.run == 0;
        let first = self.unit.script.take();
        let rows = &self.unit.rows[..count];
        let (script, words) = if is_one_script { (first, count) } else { script_of(rows) };
        let Some(script) = script else { return };
        let at = self.over.len() as u32;
        // A name or two among sentences of another script join the unit before.
        if words < FOREIGN
            && let Some(last) = self.over.last_mut()
            && self.tracks[usize::from(last.track)].script != script
        {
            last.end = end;
            return;
        }
        let place = self.tracks.iter().position(|track| track.script == script);
        let index = place.unwrap_or_else(|| {
            self.tracks.push(Track::new(script));
            self.tracks.len() - 1
        });
        self.over.push(OverUnit { end, track: index as u8, found: StretchLanguage::Unknown });
        let spans = self.unit.spans.get(..count).unwrap_or_default();
        let unit = UnitWords { at, gap: self.unit.gap, rows, spans };
        self.tracks[index].ask(text, unit, &mut self.over);
    }

    /// Returns the stretches of the text, and gets ready for the next.
    pub fn finish(&mut self, text: &str) -> Stretches {
        self.close(text, self.words);
        for track in &mut self.tracks {
            track.finish(text, &mut self.over);
        }
        // The last unit includes the words behind it.
        let words = std::mem::take(&mut self.words);
        if let Some(last) = self.over.last_mut() {
            last.end = words;
        }
        let stretches = self.over.iter().map(|over| Stretch { end: over.end, found: over.found });
        let found = if self.over.is_empty() {
            Stretches::one(words, StretchLanguage::Unknown)
        } else {
            Stretches::new(stretches)
        };
        self.over.clear();
        self.tracks.clear();
        self.last = 0;
        self.unit.gap = WordGap::Paragraph;
        found
    }
}

/// Returns the word if its length differs from its span, for example over a line's end.
#[inline]
pub fn read_otherwise(span: Span, word: &str) -> Option<&str> {
    (word.len() != span.len() as usize).then_some(word)
}

/// Latin words, as terms in any text, weigh half.
fn script_of(rows: &[EvidenceRow]) -> (Option<Script>, usize) {
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
