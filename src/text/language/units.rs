//! From words to stretches: the evidence of words is gathered by sentences, and the likeliest sequence of languages is found
//! over these (`track`). It knows no folder.

pub mod gap;
mod track;
mod waiting;

use self::gap::{UnitWords, WordGap};
use self::track::{OverUnit, Track};
use super::evidence::{EvidenceRow, Script};
use super::stretches::{Stretch, StretchLanguage, Stretches};
use crate::base::span::Span;

/// Words in a unit at most: so many scores of 15 fit into a byte.
const LONGEST: usize = 16;

/// So many words of another script in a row are a unit of their own; fewer belong to what stands around.
const FOREIGN: usize = 4;

/// Gathers the evidence of one text after the other; its memory serves all of them.
#[derive(Debug)]
pub struct Gatherer {
    /// Words of the text so far.
    words: u32,
    /// Where the last word ends in the text.
    last: u32,
    unit: GatheredUnit,
    /// By script, in the order in which they were met.
    tracks: Vec<Track>,
    /// All units that are over, in order.
    over: Vec<OverUnit>,
}

/// The unit that is being gathered.
#[derive(Debug)]
struct GatheredUnit {
    gap: WordGap,
    /// What its words tell that have a script, at a glance.
    rows: [EvidenceRow; LONGEST],
    /// Where they stand in the text.
    spans: [Span; LONGEST],
    /// How many of them.
    count: usize,
    /// The script of the last of them.
    script: Option<Script>,
    /// Where the last ones of that script in a row begin, among them and in the text.
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
    /// Forgets what is left of a text that was given up.
    pub fn start(&mut self) {
        if self.last > 0 {
            *self = Self::default();
        }
    }

    /// Takes the next word of `text`, which stands at `span` there, and what it tells [at a glance](super::evidence::row_at_a_glance).
    /// `read`: see [`read_otherwise`].
    #[inline]
    pub fn word(&mut self, text: &str, span: Span, read: Option<&str>, row: EvidenceRow) {
        let last = std::mem::replace(&mut self.last, span.end);
        if span.start > last + 1 {
            self.part(text, last, span.start);
        }
        self.words += 1;
        let unit = &mut self.unit;
        let count = unit.count;
        // A word of the unit's one script, as nearly all are.
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
        // A word over a line's end will not be found again by where it stands.
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

    /// The last words are of one script, enough for a unit of their own, if those before them are of another.
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

    /// The unit is as long as units are, without an end of a sentence before the last word.
    #[cold]
    fn cut(&mut self, text: &str) {
        self.close(text, self.words - 1);
        self.unit.gap = WordGap::Word;
    }

    /// The text goes on behind what stands between two words, if it is more than a space.
    #[inline(never)]
    fn part(&mut self, text: &str, last: u32, next: u32) {
        let gap = WordGap::between(text, last as usize..next as usize);
        if gap == WordGap::Word {
            return;
        }
        if self.unit.count == 0 {
            // Nothing but numbers, if anything: they go with what follows.
            self.unit.gap = self.unit.gap.wider(gap);
            return;
        }
        self.close(text, self.words);
        self.unit.gap = gap;
    }

    /// Ends the unit before the word at `end`.
    fn close(&mut self, text: &str, end: u32) {
        let count = std::mem::take(&mut self.unit.count);
        let is_one_script = self.unit.run == 0;
        let first = self.unit.script.take();
        let rows = &self.unit.rows[..count];
        let (script, words) = if is_one_script { (first, count) } else { script_of(rows) };
        let Some(script) = script else { return };
        let at = self.over.len() as u32;
        // A name or two among sentences of another script are read as part of these.
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

    /// The stretches of the text that ends here; the next begins.
    pub fn finish(&mut self, text: &str) -> Stretches {
        self.close(text, self.words);
        for track in &mut self.tracks {
            track.finish(text, &mut self.over);
        }
        // What follows the last unit, or all where there is none.
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

/// The word, where it is read longer or shorter than it is written, over a line's end for example.
#[inline]
pub fn read_otherwise(span: Span, word: &str) -> Option<&str> {
    (word.len() != span.len() as usize).then_some(word)
}

/// The script that most of the words are written in, and how many are; a word of Latin letters, as terms are in any text,
/// weighs half of another.
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
