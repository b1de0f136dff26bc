//! The sandbox: two texts that one writes, and what comparing them gave last. It compares nothing and draws nothing.

use std::sync::Arc;

use ratatui::layout::Rect;
use shingle::base::path::DocPath;
use shingle::base::span::Span;
use shingle::compare::measure::Direction;
use shingle::lesson::excerpt::LONGEST;
use shingle::lesson::subject::Subject;
use shingle::lesson::trial::Trial;
use shingle::pipeline::document::pair::PairView;
use shingle::pipeline::parameters::Params;

use crate::tui::lesson::model::Classroom;
use crate::tui::pair::assign_tints::tints;
use crate::tui::pair::dots::model::ScrollBefore;
use crate::tui::pair::pane::Which;
use crate::tui::words::wording::Wording;

use super::draft::Draft;

/// What the texts are called where documents have names.
const NAMES: [&str; 2] = ["text A", "text B"];
/// What they say where there is no pair: one sentence and a rewrite of it.
const SENTENCES: [&str; 2] = [
    "The old ferry left the harbour at dawn with forty sheep on board, and nobody in the town has seen it since.",
    "Everybody knows that the old ferry left the harbour at dawn; some say there were forty sheep on board.",
];
/// No more bytes than this before and behind a passage are taken along.
const AROUND: usize = 500;
/// From this many columns on the texts stand side by side.
const BESIDE: u16 = 90;
/// From this many rows on what is counted has rows of its own.
const TALL: u16 = 14;

/// Two texts to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompareRequest {
    /// Its number, which the answer carries.
    pub(crate) number: u64,
    /// What they are called.
    pub(crate) names: [DocPath; 2],
    /// What they say.
    pub(crate) texts: [Arc<str>; 2],
    /// How the pipeline shall see them.
    pub(crate) params: Arc<Params>,
}

/// Two texts, compared.
#[derive(Debug, Clone)]
pub(crate) struct Compared {
    /// The number of the request.
    pub(crate) number: u64,
    /// What came out, or one line why nothing did.
    pub(crate) trial: Result<Arc<Trial>, String>,
}

/// What is written and what came of it.
#[derive(Debug)]
pub(crate) struct Sandbox {
    /// The texts.
    pub(crate) drafts: [Draft; 2],
    /// The one that is written.
    pub(crate) which: Which,
    /// Where one was when it was opened; `None` where there is nothing to go back to.
    pub(crate) behind: Option<Behind>,
    /// The texts of its pair are to come.
    pub(crate) awaits_pair: bool,
    /// Somebody wrote in it: it is kept when it is left.
    pub(crate) edited: bool,
    /// What came of the texts last.
    pub(crate) trial: Option<Arc<Trial>>,
    /// Why nothing came of those asked for.
    pub(crate) refused: Option<String>,
    /// By passage, its tint.
    pub(crate) tints: Vec<u8>,
    /// How the wording of copies compares.
    pub(crate) wording: Wording,
    asked: Option<CompareRequest>,
    answered: u64,
}

/// Where one was before it was opened, and on what.
#[derive(Debug)]
pub(crate) struct Behind {
    /// On the screen.
    pub(crate) before: ScrollBefore,
    /// The lesson that it was opened from.
    pub(crate) lesson: Option<Classroom>,
    /// The pair that it was opened on, if there was one.
    pub(crate) names: Option<(DocPath, DocPath)>,
}

/// Where its parts stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SandboxAreas {
    /// The rule on top.
    pub(crate) title: Rect,
    /// The score in words; then, where there is room, all measures.
    pub(crate) facts: Rect,
    /// The formula, filled.
    pub(crate) formula: Rect,
    /// Of each text.
    pub(crate) panes: [DraftAreas; 2],
}

/// Where a text stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DraftAreas {
    /// Its name and facts.
    pub(crate) title: Rect,
    /// What was written.
    pub(crate) text: Rect,
    /// The words that are not counted.
    pub(crate) left: Rect,
}

impl SandboxAreas {
    /// Within the body of the screen.
    pub(crate) fn of(body: Rect) -> Self {
        let mut rest = body;
        let mut take = |rows: u16| {
            let rows = rows.min(rest.height);
            let first = Rect { height: rows, ..rest };
            rest = Rect { y: rest.y + rows, height: rest.height - rows, ..rest };
            first
        };
        let tall = u16::from(body.height >= TALL);
        let (title, facts) = (take(1), take(1 + tall));
        let formula = take(1 + 2 * tall);
        let (a, b) = if body.width >= BESIDE {
            let half = rest.width / 2;
            (
                Rect { width: half, ..rest },
                Rect { x: rest.x + half, width: rest.width - half, ..rest },
            )
        } else {
            let half = rest.height.div_ceil(2);
            let below = Rect { y: rest.y + half, height: rest.height - half, ..rest };
            (Rect { height: half, ..rest }, below)
        };
        Self { title, facts, formula, panes: [a, b].map(DraftAreas::of) }
    }
}

impl DraftAreas {
    fn of(area: Rect) -> Self {
        let left = match area.height {
            0..4 => 0,
            4..8 => 1,
            8..16 => 2,
            _ => 3,
        };
        let title = Rect { height: area.height.min(1), ..area };
        let text = Rect {
            x: area.x + 2,
            y: area.y + title.height,
            width: area.width.saturating_sub(4),
            height: area.height - title.height - left,
        };
        let left = Rect { y: text.bottom(), height: left, ..text };
        Self { title, text, left }
    }

    /// Columns that a row of the text may take: the caret needs one behind it.
    pub(crate) const fn columns(&self) -> u16 {
        self.text.width.saturating_sub(1)
    }
}

impl Sandbox {
    /// Two texts, the first being written.
    fn new(texts: [&str; 2]) -> Self {
        Self {
            drafts: texts.map(Draft::new),
            which: Which::A,
            behind: None,
            awaits_pair: false,
            edited: false,
            trial: None,
            refused: None,
            tints: Vec::new(),
            wording: Wording::Same,
            asked: None,
            answered: 0,
        }
    }

    /// These texts, or two short sentences.
    pub(crate) fn begin(texts: Option<[&str; 2]>) -> Self {
        Self::new(texts.unwrap_or(SENTENCES))
    }

    /// No text, until those of a pair are there.
    pub(crate) fn to_come() -> Self {
        Self { awaits_pair: true, ..Self::new(["", ""]) }
    }

    /// Takes what stands around a passage of a pair, or around the longest; the beginning of both texts where they share none.
    pub(crate) fn fill(&mut self, view: &PairView, passage: Option<usize>) {
        let chosen = passage.and_then(|index| view.passages.get(index));
        let longest = || view.passages.iter().rev().max_by_key(|passage| passage.words);
        let spans = chosen.or_else(longest).map_or([Span::new(0, 0); 2], |one| [one.a, one.b]);
        let texts = [around(&view.a.text, spans[0]), around(&view.b.text, spans[1])];
        (self.drafts, self.awaits_pair) = (texts.map(Draft::new), false);
    }

    /// The text that is written.
    pub(crate) const fn draft(&mut self) -> &mut Draft {
        let [a, b] = &mut self.drafts;
        match self.which {
            Which::A => a,
            Which::B => b,
        }
    }

    /// What is to be asked for these parameters; `None` where it was.
    pub(crate) fn keep(&mut self, params: &Params, number: u64) -> Option<CompareRequest> {
        if self.awaits_pair {
            return None;
        }
        let same = |asked: &CompareRequest| {
            let texts = asked.texts.iter().zip(&self.drafts);
            *asked.params == *params && texts.into_iter().all(|(text, draft)| **text == *draft.text)
        };
        if self.asked.as_ref().is_some_and(same) {
            return None;
        }
        let texts = self.drafts.each_ref().map(|draft| draft.text.as_str().into());
        let (names, params) = (NAMES.map(DocPath::new), Arc::new(params.clone()));
        let request = CompareRequest { number, names, texts, params };
        self.asked = Some(request.clone());
        Some(request)
    }

    /// Takes an answer, unless it is to an older request than the last answer was.
    pub(crate) fn take(&mut self, compared: Compared) {
        if compared.number < self.answered {
            return;
        }
        self.answered = compared.number;
        match compared.trial {
            Ok(trial) => {
                self.tints = tints(&trial.view.passages);
                self.wording = Wording::of(&trial.view);
                self.refused = None;
                self.trial = Some(trial);
            }
            Err(reason) => self.refused = Some(reason),
        }
    }

    /// Whether an answer is to come.
    pub(crate) fn awaits(&self) -> bool {
        self.awaits_pair || self.asked.as_ref().is_some_and(|asked| asked.number != self.answered)
    }

    /// Bytes from the beginning of a text that are as they were when it was compared: what is known of them still holds.
    pub(crate) fn known(&self, which: usize) -> usize {
        let (Some(trial), Some(draft)) = (&self.trial, self.drafts.get(which)) else { return 0 };
        let side = if which == 0 { &trial.view.a } else { &trial.view.b };
        let same = side.text.bytes().zip(draft.text.bytes()).take_while(|(old, new)| old == new);
        same.count()
    }

    /// What a lesson on it is about.
    pub(crate) fn subject(&self) -> Subject {
        let texts = self.drafts.each_ref().map(|draft| draft.text.as_str().into());
        Subject::new(NAMES.map(DocPath::new), texts, Direction::Larger)
    }
}

/// The paragraph that a span begins in, as far as it is near, and on to the end of that which it ends in.
fn around(text: &str, span: Span) -> &str {
    let begin = (span.start as usize).min(text.len());
    let end = (span.end as usize).clamp(begin, text.len()).min(begin + LONGEST / 2);
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let from = boundary(begin.saturating_sub(AROUND)).unwrap_or(0);
    let to = boundary(end + AROUND).unwrap_or(text.len());
    let (begin, end) = (boundary(begin).unwrap_or(from), boundary(end).unwrap_or(to));
    let before = text.get(from..begin).unwrap_or_default();
    let blank = |one: char| one.is_whitespace();
    // Where no paragraph begins near, a word does.
    let begin = match before.rfind("\n\n") {
        Some(at) => from + at + 2,
        None if from == 0 => 0,
        None => before.find(blank).map_or(begin, |at| from + at),
    };
    let behind = text.get(end..to).unwrap_or_default();
    let end = match behind.find("\n\n") {
        Some(at) => end + at,
        None if to == text.len() => to,
        None => behind.rfind(blank).map_or(end, |at| end + at),
    };
    text.get(begin..end).unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::layout::Rect;
    use shingle::base::span::Span;

    use super::{AROUND, SandboxAreas, around};

    #[test]
    fn a_passage_is_taken_with_its_paragraph() {
        let text = "first one\n\nthe old ferry left\nat dawn\n\nlast";
        assert_eq!(around(text, Span::new(15, 24)), "the old ferry left\nat dawn");
        assert_eq!(around(text, Span::new(0, 0)), "first one");
    }

    #[test]
    fn parts_stand_within_the_body_and_apart() {
        for (width, height) in [(40, 7), (60, 14), (120, 30), (89, 0), (0, 3), (90, 5)] {
            let body = Rect::new(0, 2, width, height);
            let areas = SandboxAreas::of(body);
            let mut all = vec![areas.title, areas.facts, areas.formula];
            for pane in areas.panes {
                all.extend([pane.title, pane.text, pane.left]);
            }
            let all: Vec<Rect> = all.into_iter().filter(|area| !area.is_empty()).collect();
            for (index, area) in all.iter().enumerate() {
                assert_eq!(area.intersection(body), *area, "{width}x{height}");
                assert!(all.iter().skip(index + 1).all(|other| !area.intersects(*other)));
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_taken_along_is_short_and_part_of_the_text(
            unit in "[a-zж日 \n]{1,9}", times in 1_usize..900, start in 0_u32..9_000, length in 0_u32..99,
        ) {
            let text = unit.repeat(times);
            let taken = around(&text, Span::new(start, start + length));
            prop_assert!(text.contains(taken));
            prop_assert!(taken.len() <= 2 * AROUND + 200);
        }
    }
}
