//! The sandbox: two texts to write in, and their last comparison. It compares nothing and draws nothing.

use std::sync::Arc;

use ratatui::layout::Rect;
use shingle::base::path::DocPath;
use shingle::base::span::Span;
use shingle::compare::measure::Direction;
use shingle::lesson::excerpt::LONGEST;
use shingle::lesson::subject::Subject;
use shingle::lesson::trial::Trial;
use shingle::pipeline::document::pair::PairView;
use shingle::pipeline::document::tints::tints;
use shingle::pipeline::parameters::Params;

use crate::tui::lesson::model::OpenLesson;
use crate::tui::pair::dots::model::ScrollBefore;
use crate::tui::pair::pane::Which;
use crate::tui::words::wording::Wording;

use super::draft::Draft;

/// The names of the texts.
const NAMES: [&str; 2] = ["text A", "text B"];
/// The texts to begin with if there is no pair: a sentence and a rewrite of it.
const SENTENCES: [&str; 2] = [
    "The old ferry left the harbour at dawn with forty sheep on board, and nobody in the town has seen it since.",
    "Everybody knows that the old ferry left the harbour at dawn; some say there were forty sheep on board.",
];
/// How many bytes before and after a passage are taken along at most.
const AROUND: usize = 500;
/// With at least this many columns the texts are side by side.
const BESIDE: u16 = 90;
/// With at least this many rows the counts have rows of their own.
const TALL: u16 = 14;

/// A request to compare two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompareRequest {
    /// Its number, which the answer carries.
    pub(crate) number: u64,
    /// Their names.
    pub(crate) names: [DocPath; 2],
    /// The texts.
    pub(crate) texts: [Arc<str>; 2],
    /// The parameters to compare them with.
    pub(crate) params: Arc<Params>,
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub(crate) struct Compared {
    /// The number of the request.
    pub(crate) number: u64,
    /// The comparison, or one line that says why there is none.
    pub(crate) trial: Result<Arc<Trial>, String>,
}

/// The two texts and their comparison.
#[derive(Debug)]
pub(crate) struct Sandbox {
    /// The texts.
    pub(crate) drafts: [Draft; 2],
    /// Which text is being written.
    pub(crate) which: Which,
    /// What was shown when it was opened. `None` if there is nothing to go back to.
    pub(crate) behind: Option<Behind>,
    /// Whether it waits for the texts of its pair.
    pub(crate) awaits_pair: bool,
    /// Whether a text was changed. The sandbox is then kept when it is left.
    pub(crate) edited: bool,
    /// The last comparison.
    pub(crate) trial: Option<Arc<Trial>>,
    /// Why the last request failed.
    pub(crate) refused: Option<String>,
    /// The tint of each passage.
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
    pub(crate) lesson: Option<OpenLesson>,
    /// The pair that it was opened on, if any.
    pub(crate) names: Option<(DocPath, DocPath)>,
}

/// The regions of the sandbox.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SandboxAreas {
    /// The title.
    pub(crate) title: Rect,
    /// The score in words, then all measures if they fit.
    pub(crate) facts: Rect,
    /// The formula with its numbers.
    pub(crate) formula: Rect,
    /// The two texts.
    pub(crate) panes: [DraftAreas; 2],
}

/// The regions of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DraftAreas {
    /// Its name and facts.
    pub(crate) title: Rect,
    /// The text.
    pub(crate) text: Rect,
    /// The words that are not counted.
    pub(crate) left: Rect,
}

impl SandboxAreas {
    /// The regions within the body of the screen.
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

    /// The columns for a row of the text: the caret needs one after it.
    pub(crate) const fn columns(&self) -> u16 {
        self.text.width.saturating_sub(1)
    }
}

impl Sandbox {
    /// Two texts. The first is being written.
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

    /// These texts, or the two sentences.
    pub(crate) fn begin(texts: Option<[&str; 2]>) -> Self {
        Self::new(texts.unwrap_or(SENTENCES))
    }

    /// Empty texts, until those of a pair are there.
    pub(crate) fn to_come() -> Self {
        Self { awaits_pair: true, ..Self::new(["", ""]) }
    }

    /// Takes what is around a passage of a pair, by default the longest, or the beginning of both texts if they share
    /// nothing.
    pub(crate) fn fill(&mut self, view: &PairView, passage: Option<usize>) {
        let chosen = passage.and_then(|index| view.passages.get(index));
        let longest = || view.passages.iter().rev().max_by_key(|passage| passage.words);
        let spans = chosen.or_else(longest).map_or([Span::new(0, 0); 2], |one| [one.a, one.b]);
        let texts = [around(&view.a.text, spans[0]), around(&view.b.text, spans[1])];
        (self.drafts, self.awaits_pair) = (texts.map(Draft::opened), false);
    }

    /// The text that is being written.
    pub(crate) const fn draft(&mut self) -> &mut Draft {
        let [a, b] = &mut self.drafts;
        match self.which {
            Which::A => a,
            Which::B => b,
        }
    }

    /// The request for these parameters. `None` if it was sent before.
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

    /// Takes an answer, unless it is older than the last one.
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

    /// Whether an answer is awaited.
    pub(crate) fn awaits(&self) -> bool {
        self.awaits_pair || self.asked.as_ref().is_some_and(|asked| asked.number != self.answered)
    }

    /// How many bytes at the beginning of a text are the same as when it was compared. What was found there still holds.
    pub(crate) fn unchanged(&self, which: usize) -> usize {
        let (Some(trial), Some(draft)) = (&self.trial, self.drafts.get(which)) else { return 0 };
        let side = if which == 0 { &trial.view.a } else { &trial.view.b };
        let same = side.text.bytes().zip(draft.text.bytes()).take_while(|(old, new)| old == new);
        same.count()
    }

    /// The subject of a lesson on its texts.
    pub(crate) fn subject(&self) -> Subject {
        let texts = self.drafts.each_ref().map(|draft| draft.text.as_str().into());
        Subject::new(NAMES.map(DocPath::new), texts, Direction::Larger)
    }
}

/// The paragraphs from the one that a span begins in to the one that it ends in, as far as they are near.
fn around(text: &str, span: Span) -> &str {
    let begin = (span.start as usize).min(text.len());
    let end = (span.end as usize).clamp(begin, text.len()).min(begin + LONGEST / 2);
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let from = boundary(begin.saturating_sub(AROUND)).unwrap_or(0);
    let to = boundary(end + AROUND).unwrap_or(text.len());
    let (begin, end) = (boundary(begin).unwrap_or(from), boundary(end).unwrap_or(to));
    let before = text.get(from..begin).unwrap_or_default();
    let blank = |one: char| one.is_whitespace();
    // If no paragraph begins near, begin at a word.
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
