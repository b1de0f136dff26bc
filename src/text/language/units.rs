//! From words to stretches: the evidence of words is gathered by sentences, and the likeliest sequence of languages is found
//! over these. It knows no folder.
//!
//! The sequence is that of a hidden Markov model whose states are the languages of a script: a sentence costs what its words
//! say against its language, a change of language costs [`Gap`]'s amount. So a stretch whose own words outweigh two changes
//! is read alike whatever stands before and behind it (Viterbi, "Error bounds for convolutional codes", 1967).

use crate::base::span::Span;

use super::Language;
use super::evidence::{COLUMNS, Row, Script, languages, read_as};
use super::stretches::{Stretch, Stretches, Told};

/// Words in a unit at most: so many scores of 15 fit into a byte.
const LONGEST: usize = 16;

/// So many words of another script in a row are a unit of their own; fewer belong to what stands around.
const FOREIGN: usize = 4;

/// What the dearest change of language costs, in steps of a score.
const CAP: i16 = 48;

/// So far must a stretch's language be ahead of the next, in steps, to be sure.
const SURE: i32 = 14;

/// Words of a stretch score so much on average at least in its language: of 30 words in a language that is known here 99 of 100
/// pieces do, of lists of names one. A word that tells nothing scores 7.
const LEAST: i32 = 8;

/// So far ahead in steps must a text's sure language be by some words of a unit, that the others are not asked.
const CLEAR: i16 = 12;

/// Units that are left open at most: then the likeliest language so far is taken.
const PENDING: usize = 64;

/// What stands between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// Nothing that ends a sentence.
    Word,
    /// The end of a sentence or of a line that is none.
    Sentence,
    /// An empty line.
    Paragraph,
}

impl Gap {
    /// What a change of language costs here.
    const fn cost(self) -> i16 {
        match self {
            Self::Word => CAP,
            Self::Sentence => CAP * 3 / 4,
            Self::Paragraph => CAP / 2,
        }
    }

    /// Of the text between two words.
    fn of(text: &str) -> Self {
        let mut lines = 0;
        let mut found = Self::Word;
        let mut ends = false;
        for byte in text.bytes() {
            match byte {
                b' ' | b'\t' | b'\r' | 0x0b | b'\n' => {
                    if ends {
                        found = Self::Sentence;
                    }
                    lines += u32::from(byte == b'\n');
                    if lines > 1 {
                        return Self::Paragraph;
                    }
                }
                0x0c => return Self::Paragraph,
                0x80.. => return Self::of_any(text),
                _ => {
                    lines = 0;
                    ends |= matches!(byte, b'.' | b'!' | b'?');
                }
            }
        }
        found
    }

    /// The same where not all is ASCII.
    fn of_any(text: &str) -> Self {
        let mut lines = 0;
        let mut found = Self::Word;
        let mut ends = false;
        for character in text.chars() {
            match character {
                '\n' => {
                    lines += 1;
                    if lines > 1 {
                        return Self::Paragraph;
                    }
                }
                '\u{2029}' | '\u{c}' => return Self::Paragraph,
                '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '।' | '؟' | '۔' | '։' | '።' =>
                {
                    ends = true;
                }
                _ => {}
            }
            if character.is_whitespace() {
                if ends {
                    found = Self::Sentence;
                }
            } else {
                lines = 0;
                if matches!(character, '。' | '！' | '？' | '｡') {
                    found = Self::Sentence;
                }
            }
        }
        found
    }
}

type Scores = [i16; COLUMNS];

/// Gathers the evidence of one text after the other; its memory serves all of them.
#[derive(Debug)]
pub struct Gatherer {
    /// Words of the text so far.
    words: u32,
    /// Where the last word ends in the text.
    last: u32,
    unit: Unit,
    /// By script, in the order in which they were met.
    tracks: Vec<Track>,
    /// All units that are over, in order.
    over: Vec<Over>,
}

/// The unit that is being gathered.
#[derive(Debug)]
struct Unit {
    gap: Gap,
    /// What its words tell that have a script, at a glance.
    rows: [Row; LONGEST],
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

/// A unit that is over.
#[derive(Debug, Clone, Copy)]
struct Over {
    end: u32,
    track: u8,
    told: Told,
}

impl Default for Gatherer {
    fn default() -> Self {
        let unit = Unit {
            gap: Gap::Paragraph,
            rows: [Row::default(); LONGEST],
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
    /// Takes the next word of `text`, which stands at `span` there, and what it tells [at a glance](super::evidence::row_at_a_glance).
    #[inline]
    pub fn word(&mut self, text: &str, span: Span, word: &str, mut row: Row) {
        let last = std::mem::replace(&mut self.last, span.end);
        if span.start > last + 1 {
            self.part(text, last, span.start);
        }
        self.words += 1;
        let script = row.script();
        if script.is_none() {
            return;
        }
        if row.tells_more() && word.len() != span.len() as usize {
            // Over a line's end: it will not be found again by where it stands.
            row = row.whole(word);
        }
        if self.unit.count == LONGEST {
            self.cut(text);
        }
        let unit = &mut self.unit;
        let count = unit.count % LONGEST;
        if script != unit.script {
            (unit.script, unit.run, unit.run_start) = (script, count, self.words - 1);
        }
        unit.rows[count] = row;
        unit.spans[count] = span;
        unit.count = count + 1;
        if unit.run > 0 && unit.count == unit.run + FOREIGN {
            self.run_of_one_script(text);
        }
    }

    /// The last words are of one script, enough for a unit of their own, if those before them are of another.
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
        self.unit.gap = Gap::Word;
        self.unit.rows.copy_within(last.clone(), 0);
        self.unit.spans.copy_within(last, 0);
        (self.unit.count, self.unit.script) = (FOREIGN, script);
        (self.unit.run, self.unit.run_start) = (0, start);
    }

    /// The unit is as long as units are, without an end of a sentence before the last word.
    #[cold]
    fn cut(&mut self, text: &str) {
        self.close(text, self.words - 1);
        self.unit.gap = Gap::Word;
    }

    /// The text goes on behind what stands between two words, if it is more than a space.
    #[inline(never)]
    fn part(&mut self, text: &str, last: u32, next: u32) {
        let gap = Gap::of(text.get(last as usize..next as usize).unwrap_or_default());
        if gap == Gap::Word {
            return;
        }
        if self.unit.count == 0 {
            // Nothing but numbers, if anything: they go with what follows.
            self.unit.gap = wider(self.unit.gap, gap);
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
        let known = self.tracks.iter().position(|track| track.script == script);
        let index = known.unwrap_or_else(|| {
            self.tracks.push(Track::new(script));
            self.tracks.len() - 1
        });
        self.over.push(Over { end, track: index as u8, told: Told::Unknown });
        let asked = |row: &Row| row.tells_more() && row.script() == Some(script);
        let left = rows.iter().zip(&self.unit.spans).filter(|(row, _)| asked(row));
        let unit = Sum { scores: sum(rows, script), words: words as u8 };
        self.tracks[index].ask(text, left, (at, unit, self.unit.gap), &mut self.over);
    }

    /// The stretches of the text that ends here; the next begins.
    pub fn finish(&mut self, text: &str) -> Stretches {
        self.close(text, self.words);
        for track in &mut self.tracks {
            track.finish(&mut self.over);
        }
        // What follows the last unit, or all where there is none.
        let words = std::mem::take(&mut self.words);
        if let Some(last) = self.over.last_mut() {
            last.end = words;
        }
        let stretches = self.over.iter().map(|over| Stretch { end: over.end, told: over.told });
        let found = if self.over.is_empty() {
            Stretches::one(words, Told::Unknown)
        } else {
            Stretches::of(stretches)
        };
        self.over.clear();
        self.tracks.clear();
        self.last = 0;
        self.unit.gap = Gap::Paragraph;
        found
    }
}

const fn wider(left: Gap, right: Gap) -> Gap {
    match (left, right) {
        (Gap::Paragraph, _) | (_, Gap::Paragraph) => Gap::Paragraph,
        (Gap::Sentence, _) | (_, Gap::Sentence) => Gap::Sentence,
        _ => Gap::Word,
    }
}

/// What the words of a unit tell together.
#[derive(Debug, Clone, Copy)]
struct Sum {
    /// By language.
    scores: [u8; COLUMNS],
    /// How many words of the script these are.
    words: u8,
}

/// The script that most of the words are written in, and how many are; a word of Latin letters, as terms are in any text,
/// weighs half of another.
fn script_of(rows: &[Row]) -> (Option<Script>, usize) {
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

/// The scores of up to [`LONGEST`] words, by the languages of a script; those of other scripts tell nothing.
#[inline]
fn sum(rows: &[Row], script: Script) -> [u8; COLUMNS] {
    let mut sum = [0_u8; COLUMNS];
    for row in rows.iter().filter(|row| row.script() == Some(script)) {
        for (sum, score) in sum.iter_mut().zip(row.scores()) {
            *sum = sum.wrapping_add(*score);
        }
    }
    sum
}

/// The units of one script, and the likeliest languages of them so far.
#[derive(Debug)]
struct Track {
    script: Script,
    /// By language, how far it is ahead of a change from the best: 0 to [`CAP`], which the best has.
    lead: Scores,
    /// The language that every likely sequence is in by now.
    settled: Option<u8>,
    /// What is told where that is sure.
    sure: Told,
    /// All bits of the languages that are read otherwise than that one.
    rivals: [u8; COLUMNS],
    /// The units since then.
    pending: Vec<Pending>,
    run: Run,
}

#[derive(Debug)]
struct Pending {
    /// Its place among all units.
    at: u32,
    sum: Sum,
    /// How far each language was ahead before it; one that is less so than this is likeliest reached by a change from the
    /// best.
    before: Scores,
    floor: i16,
}

impl Pending {
    fn is_reached_by_change(&self, column: u8) -> bool {
        self.before[usize::from(column)] < self.floor
    }
}

/// Units of one language in a row.
#[derive(Debug)]
struct Run {
    column: u8,
    totals: [i32; COLUMNS],
    /// Its words so far.
    words: i32,
    /// The places of its units, while it is not sure.
    units: Vec<u32>,
    is_sure: bool,
}

impl Track {
    fn new(script: Script) -> Self {
        Self {
            script,
            lead: [CAP; COLUMNS],
            settled: None,
            sure: Told::Unknown,
            rivals: [0; COLUMNS],
            pending: Vec::new(),
            run: Run {
                column: 0,
                totals: [0; COLUMNS],
                words: 0,
                units: Vec::new(),
                is_sure: false,
            },
        }
    }

    /// Takes the next unit of the script: the one at `at`, behind this gap. Those of its words that are left, with where they
    /// stand in the text, are asked for what else they tell one by one, while its language is in doubt.
    fn ask<'a>(
        &mut self,
        text: &str,
        mut left: impl Iterator<Item = (&'a Row, &'a Span)>,
        (at, mut unit, gap): (u32, Sum, Gap),
        over: &mut [Over],
    ) {
        while !self.goes_on(at, &unit.scores, gap, over) {
            let Some((glance, span)) = left.next() else {
                return self.take(at, &unit, gap, over);
            };
            let row = glance.whole(text.get(span.range()).unwrap_or_default());
            let more = row.scores().iter().zip(glance.scores());
            for (sum, (whole, glance)) in unit.scores.iter_mut().zip(more) {
                *sum = sum.wrapping_add(*whole).wrapping_sub(*glance);
            }
        }
    }

    /// Takes the next unit only if it surely goes on in the language before, by these scores of some of its words: what the
    /// others tell would hardly change that, and is not needed to be sure.
    #[inline]
    fn goes_on(&mut self, at: u32, scores: &[u8; COLUMNS], gap: Gap, over: &mut [Over]) -> bool {
        let run = &self.run;
        let Some(column) = self.settled.filter(|column| run.is_sure && run.column == *column)
        else {
            return false;
        };
        let floor = CLEAR.max(CAP - gap.cost());
        let own = i16::from(scores[usize::from(column)]);
        if self.pending.is_empty() {
            // No rival has a lead.
            let rivals = scores.iter().zip(&self.rivals).map(|(score, rival)| score & rival);
            let next = rivals.fold(0, Ord::max);
            if own < i16::from(next) + floor {
                return false;
            }
        } else if !self.ends_pending(column, scores, floor, over) {
            return false;
        }
        over[at as usize].told = self.sure;
        true
    }

    /// Decides the pending units for this language, if it is ahead of all others by these scores of one more.
    fn ends_pending(
        &mut self,
        column: u8,
        scores: &[u8; COLUMNS],
        floor: i16,
        over: &mut [Over],
    ) -> bool {
        let place = usize::from(column);
        let mut next = 0;
        for ((lead, score), rival) in self.lead.iter().zip(scores).zip(&self.rivals) {
            // No branch: eight languages are looked at at once.
            let rival = i16::from(rival.cast_signed());
            next = next.max(((*lead).max(floor) + i16::from(*score)) & rival);
        }
        if self.lead[place] + i16::from(scores[place]) - CAP < next
            || self.pending.iter().any(|unit| unit.is_reached_by_change(column))
        {
            return false;
        }
        for unit in self.pending.drain(..) {
            over[unit.at as usize].told = self.sure;
        }
        self.lead = [0; COLUMNS];
        self.lead[place] = CAP;
        true
    }

    /// Takes the next unit, all of whose words are asked.
    fn take(&mut self, at: u32, sum: &Sum, gap: Gap, over: &mut [Over]) {
        let floor = CAP - gap.cost();
        let before = self.lead;
        for (lead, score) in self.lead.iter_mut().zip(&sum.scores) {
            *lead = (*lead).max(floor) + i16::from(*score);
        }
        let best = self.lead.iter().copied().max().unwrap_or_default();
        let mut rest = 0;
        for lead in &mut self.lead {
            *lead = (*lead - (best - CAP)).max(0);
            rest += *lead;
        }
        let is_settled = rest == CAP;
        if let Some(column) = self.settled
            && is_settled
            && self.pending.is_empty()
            && self.lead[usize::from(column)] == CAP
        {
            self.assign(at, column, sum, over);
            return;
        }
        self.pending.push(Pending { at, sum: *sum, before, floor });
        if is_settled || self.pending.len() >= PENDING {
            self.settle(over);
        }
    }

    /// Decides the pending units: the best language now, and back from there.
    fn settle(&mut self, over: &mut [Over]) {
        let mut column = best_of(&self.lead);
        self.settled = Some(column);
        self.sure = told(self.script, column, true);
        self.rivals = rivals(self.script, column);
        for lead in &mut self.lead {
            *lead = 0;
        }
        self.lead[usize::from(column)] = CAP;
        let pending = std::mem::take(&mut self.pending);
        let mut columns = vec![column; pending.len()];
        for (unit, own) in pending.iter().zip(&mut columns).rev() {
            *own = column;
            if unit.is_reached_by_change(column) {
                column = best_of(&unit.before);
            }
        }
        for (unit, column) in pending.iter().zip(columns) {
            self.assign(unit.at, column, &unit.sum, over);
        }
    }

    /// The unit at `at` is in this language.
    fn assign(&mut self, at: u32, column: u8, sum: &Sum, over: &mut [Over]) {
        if self.run.column != column {
            self.end_run(over);
            self.run.column = column;
        }
        let run = &mut self.run;
        if run.is_sure {
            over[at as usize].told = told(self.script, column, true);
            return;
        }
        for (total, score) in run.totals.iter_mut().zip(&sum.scores) {
            *total += i32::from(*score);
        }
        run.units.push(at);
        let own = run.totals[usize::from(column)];
        let rivals = rivals(self.script, column);
        let others = run.totals.iter().zip(rivals).filter(|(_, rival)| *rival != 0);
        let next = others.map(|(total, _)| *total).max().unwrap_or_default();
        run.words += i32::from(sum.words);
        // Among few languages no word tells so much.
        let is_language = self.script != Script::Latin || own >= LEAST * run.words;
        run.is_sure = own - next >= SURE && is_language || languages(self.script).len() == 1;
        if run.is_sure {
            for at in run.units.drain(..) {
                over[at as usize].told = told(self.script, column, true);
            }
        }
    }

    fn end_run(&mut self, over: &mut [Over]) {
        let run = &mut self.run;
        for at in run.units.drain(..) {
            over[at as usize].told = told(self.script, run.column, false);
        }
        run.totals = [0; COLUMNS];
        run.words = 0;
        run.is_sure = false;
    }

    fn finish(&mut self, over: &mut [Over]) {
        if !self.pending.is_empty() {
            self.settle(over);
        }
        self.end_run(over);
    }
}

/// All bits of the columns that are read in another language than this one.
fn rivals(script: Script, column: u8) -> [u8; COLUMNS] {
    let all = languages(script);
    let own = all.get(usize::from(column)).map(|language| read_as(*language));
    let mut rivals = [0; COLUMNS];
    for (rival, language) in rivals.iter_mut().zip(all) {
        *rival = if Some(read_as(*language)) == own { 0 } else { u8::MAX };
    }
    rivals
}

fn best_of(lead: &Scores) -> u8 {
    let best = lead.iter().copied().max().unwrap_or_default();
    lead.iter().position(|lead| *lead == best).unwrap_or_default() as u8
}

fn told(script: Script, column: u8, is_sure: bool) -> Told {
    let all: &[Language] = languages(script);
    match all.get(usize::from(column)) {
        None => Told::Unknown,
        Some(language) if is_sure => Told::Sure(read_as(*language)),
        Some(_) => Told::Open(script),
    }
}
