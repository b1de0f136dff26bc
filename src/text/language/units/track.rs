//! Finds the likeliest sequence of languages of the units of one script.
//!
//! The sequence is that of a hidden Markov model whose states are the languages of a script. The cost of a sentence is
//! the evidence against its language; [`WordGap`] gives the cost of a change. A stretch that outweighs two changes gets
//! the same language in any surroundings (Viterbi, "Error bounds for convolutional codes", 1967).

use super::gap::{CAP, CLEAR, Sum, UnitWords, WordGap};
use super::waiting::{LanguageBefore, Waiting};
use crate::text::language::evidence::{COLUMNS, Margins, languages, read_as, rivals};
use crate::text::{EvidenceRow, Script, StretchLanguage};
use crate::{base::span::Span, text::language::Language};

/// Minimal lead of a sure stretch's language over the next, in score steps.
const SURE: i32 = 14;

/// Minimal average score of a sure stretch; a word without evidence scores 7. Of 100 pieces of 30 words, 99 pass in the
/// languages of the table, and 1 among lists of names.
const LEAST: i32 = 8;

/// Beyond this many pending units, the likeliest language is assigned.
const PENDING: usize = 64;

type Leads = [i16; COLUMNS];

/// A finished unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct OverUnit {
    pub(super) end: u32,
    pub(super) track: u8,
    pub(super) found: StretchLanguage,
}

#[derive(Debug)]
pub(super) struct Track {
    pub(super) script: Script,
    /// Lead of each language over a change from the best: 0 to [`CAP`], the value of the best.
    lead: Leads,
    /// The last language in which all likely sequences agree.
    settled: Option<u8>,
    /// Units since `settled`.
    pending: Vec<PendingUnit>,
    /// Later units whose rare words are not scored so far.
    waiting: Waiting,
    run: LanguageRun,
}

#[derive(Debug)]
struct PendingUnit {
    at: u32,
    sum: Sum,
    /// Leads before the unit. A change from the best language replaces a lead below `floor`.
    before: Leads,
    floor: i16,
}

impl PendingUnit {
    fn is_reached_by_change(&self, column: u8) -> bool {
        self.before[usize::from(column)] < self.floor
    }
}

#[derive(Debug)]
struct LanguageRun {
    column: u8,
    sure: StretchLanguage,
    /// Mask of rivals.
    rivals: [u8; COLUMNS],
    margins: Option<Margins>,
    totals: [i32; COLUMNS],
    /// Words so far.
    words: i32,
    units: Vec<u32>,
    is_sure: bool,
}

impl LanguageRun {
    fn new(script: Script, column: u8) -> Self {
        Self {
            column,
            sure: finding(script, column, true),
            rivals: rivals(script, column),
            margins: None,
            totals: [0; COLUMNS],
            words: 0,
            units: Vec::new(),
            is_sure: false,
        }
    }
}

impl Track {
    pub(super) fn new(script: Script) -> Self {
        Self {
            script,
            lead: [CAP; COLUMNS],
            settled: None,
            pending: Vec::new(),
            waiting: Waiting::default(),
            run: LanguageRun::new(script, 0),
        }
    }

    /// Scores rare words one by one while the language is in doubt.
    pub(super) fn ask(&mut self, text: &str, unit: UnitWords<'_>, over: &mut [OverUnit]) {
        if self.waiting.is_over(unit.gap) {
            self.stop_waiting(over);
        }
        let Self { script, waiting, run, .. } = self;
        let is_steady = run.is_sure && self.settled == Some(run.column) && self.pending.is_empty();
        let Some(margins) = run.margins.filter(|_| is_steady) else {
            let sum = Sum::new(unit.rows, self.script);
            return self.ask_now(text, (unit.at, sum, unit.gap), (unit.rows, unit.spans), over);
        };
        let margin = margins.sum(*script, unit.rows);
        if margin >= CLEAR.max(unit.gap.floor()) && waiting.is_empty() {
            over[unit.at as usize].found = run.sure;
            return;
        }
        let before = LanguageBefore { script: *script, column: run.column, rivals: &run.rivals };
        if !waiting.take(text, &unit, margin, before) {
            self.ask_waiting(text, over);
        }
    }

    fn stop_waiting(&mut self, over: &mut [OverUnit]) {
        for at in self.waiting.end() {
            over[at as usize].found = self.run.sure;
        }
    }

    fn ask_waiting(&mut self, text: &str, over: &mut [OverUnit]) {
        let waiting = std::mem::take(&mut self.waiting);
        waiting.give_up(self.script, |unit, rows, spans| {
            self.ask_now(text, unit, (rows, spans), over);
        });
    }

    fn ask_now(
        &mut self,
        text: &str,
        (at, mut unit, gap): (u32, Sum, WordGap),
        (rows, spans): (&[EvidenceRow], &[Span]),
        over: &mut [OverUnit],
    ) {
        let script = self.script;
        let mut left = rows.iter().zip(spans).filter(|(row, _)| row.is_left(script));
        while !self.goes_on(at, &unit, gap, over) {
            if self.begins(&unit, gap) {
                return self.take(at, &unit, gap, over);
            }
            let Some((glance, span)) = left.next() else {
                return self.take(at, &unit, gap, over);
            };
            unit.ask(*glance, text.get(span.range()).unwrap_or_default());
        }
    }

    /// Returns true if the scores so far settle a first language, because the other words would have to outweigh a
    /// change. Skipping these saves 6 % of a run over short English texts.
    #[inline]
    fn begins(&self, sum: &Sum, gap: WordGap) -> bool {
        self.settled.is_none() && is_settled(&self.leads_behind(sum, gap))
    }

    /// Adds the unit and returns true if the scores so far surely continue the language before.
    #[inline]
    fn goes_on(&mut self, at: u32, sum: &Sum, gap: WordGap, over: &mut [OverUnit]) -> bool {
        let run = &self.run;
        let Some(column) = self.settled.filter(|column| run.is_sure && run.column == *column)
        else {
            return false;
        };
        let floor = CLEAR.max(gap.floor());
        if self.pending.is_empty() {
            // Without pending units, no rival has a lead.
            if sum.margin(column, &run.rivals) < floor {
                return false;
            }
        } else if !self.ends_pending(column, &sum.scores, (gap, floor), over) {
            return false;
        }
        over[at as usize].found = self.run.sure;
        true
    }

    /// Assigns the pending units to this language, if it leads all others with these scores of one more unit.
    fn ends_pending(
        &mut self,
        column: u8,
        scores: &[u8; COLUMNS],
        (gap, floor): (WordGap, i16),
        over: &mut [OverUnit],
    ) -> bool {
        let place = usize::from(column);
        let lead = self.lead[place];
        if lead < gap.floor() || self.pending.iter().any(|unit| unit.is_reached_by_change(column)) {
            // Another language was likelier in between: `settle` decides over the whole sequence.
            return false;
        }
        let mut next = 0;
        for ((lead, score), rival) in self.lead.iter().zip(scores).zip(&self.run.rivals) {
            // No branch: SIMD compares eight languages at once.
            let rival = i16::from(rival.cast_signed());
            next = next.max(((*lead).max(floor) + i16::from(*score)) & rival);
        }
        if lead + i16::from(scores[place]) - CAP < next {
            return false;
        }
        for unit in self.pending.drain(..) {
            over[unit.at as usize].found = self.run.sure;
        }
        self.lead = [0; COLUMNS];
        self.lead[place] = CAP;
        true
    }

    #[inline]
    fn leads_behind(&self, sum: &Sum, gap: WordGap) -> Leads {
        let mut leads = self.lead;
        for (lead, score) in leads.iter_mut().zip(&sum.scores) {
            *lead = (*lead).max(gap.floor()) + i16::from(*score);
        }
        let best = leads.iter().copied().max().unwrap_or_default();
        for lead in &mut leads {
            *lead = (*lead - (best - CAP)).max(0);
        }
        leads
    }

    fn take(&mut self, at: u32, sum: &Sum, gap: WordGap, over: &mut [OverUnit]) {
        let leads = self.leads_behind(sum, gap);
        let before = std::mem::replace(&mut self.lead, leads);
        let is_settled = is_settled(&self.lead);
        if let Some(column) = self.settled
            && is_settled
            && self.pending.is_empty()
            && self.lead[usize::from(column)] == CAP
        {
            self.assign(at, column, sum, over);
            return;
        }
        self.pending.push(PendingUnit { at, sum: *sum, before, floor: gap.floor() });
        if is_settled || self.pending.len() >= PENDING {
            self.settle(over);
        }
    }

    /// Assigns the pending units, backwards from the best language.
    fn settle(&mut self, over: &mut [OverUnit]) {
        let mut column = best_of(&self.lead);
        self.settled = Some(column);
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

    fn assign(&mut self, at: u32, column: u8, sum: &Sum, over: &mut [OverUnit]) {
        if self.run.column != column {
            self.end_run(over);
            self.run = LanguageRun::new(self.script, column);
        }
        let run = &mut self.run;
        if run.is_sure {
            over[at as usize].found = run.sure;
            return;
        }
        for (total, score) in run.totals.iter_mut().zip(&sum.scores) {
            *total += i32::from(*score);
        }
        run.units.push(at);
        let own = run.totals[usize::from(column)];
        let others = run.totals.iter().zip(run.rivals).filter(|(_, rival)| *rival != 0);
        let next = others.map(|(total, _)| *total).max().unwrap_or_default();
        run.words += i32::from(sum.words);
        // Few languages to compare: words score lower than `LEAST`.
        let is_language = self.script != Script::Latin || own >= LEAST * run.words;
        run.is_sure = own - next >= SURE && is_language || languages(self.script).len() == 1;
        if run.is_sure {
            run.margins = Some(Margins::for_language(self.script, column));
            for at in run.units.drain(..) {
                over[at as usize].found = run.sure;
            }
        }
    }

    fn end_run(&mut self, over: &mut [OverUnit]) {
        for at in self.run.units.drain(..) {
            over[at as usize].found = finding(self.script, self.run.column, false);
        }
    }

    pub(super) fn finish(&mut self, text: &str, over: &mut [OverUnit]) {
        if self.waiting.is_over_at_end() {
            self.stop_waiting(over);
        } else {
            self.ask_waiting(text, over);
        }
        if !self.pending.is_empty() {
            self.settle(over);
        }
        self.end_run(over);
    }
}

/// Returns true if no language but the best has a lead, so a change cannot pay.
#[inline]
fn is_settled(leads: &Leads) -> bool {
    leads.iter().sum::<i16>() == CAP
}

fn best_of(lead: &Leads) -> u8 {
    let best = lead.iter().copied().max().unwrap_or_default();
    lead.iter().position(|lead| *lead == best).unwrap_or_default() as u8
}

fn finding(script: Script, column: u8, is_sure: bool) -> StretchLanguage {
    let all: &[Language] = languages(script);
    match all.get(usize::from(column)) {
        None => StretchLanguage::Unknown,
        Some(language) if is_sure => StretchLanguage::Sure(read_as(*language)),
        Some(_) => StretchLanguage::Open(script),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{OverUnit, Script, Span, StretchLanguage, Sum, Track, UnitWords, WordGap};
    use crate::text::language::evidence::row_of;

    /// Sentences of languages of which some are near each other.
    const SENTENCES: [&str; 9] = [
        "Ingen må tvinges til å tilhøre en organisasjon",
        "Ingen må tvinges til at være medlem af en forening",
        "Nul ne peut être obligé de faire partie d'une association",
        "Toute personne a le droit de prendre part à la direction des affaires publiques",
        "Tidak seorang pun boleh dipaksa memasuki suatu perkumpulan",
        "Nobody may be compelled to belong to an association and all of us know that",
        "Niemand darf gezwungen werden einer Vereinigung anzugehören",
        "Contents Figure Example Table",
        "la de",
    ];

    fn units() -> impl Strategy<Value = Vec<(usize, usize, WordGap)>> {
        let gap = prop::sample::select(vec![WordGap::Word, WordGap::Sentence, WordGap::Paragraph]);
        prop::collection::vec((0..SENTENCES.len(), 1..17_usize, gap), 1..40)
    }

    /// What is found of units, of a sentence's first words each, if each is taken by this.
    fn found_by(
        units: &[(usize, usize, WordGap)],
        mut take: impl FnMut(&mut Track, UnitWords<'_>, &mut Vec<OverUnit>),
    ) -> Vec<StretchLanguage> {
        let (mut track, mut over) = (Track::new(Script::Latin), Vec::new());
        for (at, (sentence, words, gap)) in (0..).zip(units) {
            let words = SENTENCES[*sentence].split(' ').take(*words);
            let rows: Vec<_> = words.map(row_of).collect();
            let spans = vec![Span::new(0, 0); rows.len()];
            over.push(OverUnit { end: at + 1, track: 0, found: StretchLanguage::Unknown });
            take(&mut track, UnitWords { at, gap: *gap, rows: &rows, spans: &spans }, &mut over);
        }
        track.finish("", &mut over);
        over.iter().map(|over| over.found).collect()
    }

    #[test]
    fn a_sentence_between_two_of_another_language_is_its_own() {
        let units = [3, 3, 2, 0, 3].map(|sentence| (sentence, 16, WordGap::Paragraph));
        let codes = found_by(&units, |track, unit, over| track.ask("", unit, over));
        let codes: Vec<_> =
            codes.iter().map(|found| found.language().unwrap().code().to_string()).collect();
        assert_eq!(codes, ["fr", "fr", "fr", "no", "fr"]);
    }

    proptest! {
        #[test]
        fn a_unit_that_goes_on_is_found_to_be_what_it_is_in_the_whole_sequence(units in units()) {
            let short = found_by(&units, |track, unit, over| track.ask("", unit, over));
            let whole = found_by(&units, |track, unit, over| {
                let sum = Sum::new(unit.rows, Script::Latin);
                track.take(unit.at, &sum, unit.gap, over);
            });
            prop_assert_eq!(short, whole);
        }
    }
}
