//! The figure of the inverted index: the lists of the two texts' shingles.

use crate::base::numbers::thousands;
use crate::lesson::contents::Lesson;
use crate::lesson::page::FigureRoom;
use crate::lesson::step::{FigurePiece, Ink};

use super::flow::Flow;
use super::parts::{FigurePart, LaidFigure, fitted};

/// The most lists of each kind that paper shows.
const LISTED: usize = 12;

/// A row for each shingle, with the texts on its list: first those where both meet.
pub(super) fn lists(lesson: &Lesson, room: FigureRoom) -> LaidFigure {
    let mut flow = Flow::new(room.width);
    let sets = &lesson.all;
    let kinds = [
        (&sets.both, "A B", Ink::Shared, "they meet"),
        (&sets.only_a, "A", Ink::Plain, ""),
        (&sets.only_b, "B", Ink::Plain, ""),
    ];
    for (set, texts, ink, said) in kinds {
        let most = if room.height.is_none() { LISTED } else { set.len() };
        for shingle in set.iter().take(most) {
            flow.row(vec![
                FigurePiece::own(format!("{texts:<4} ← "), Ink::Letter),
                FigurePiece::quoted(&shingle.text, ink),
                FigurePiece::own(format!("  {said}"), Ink::Strong),
            ]);
        }
        if let Some(rest) = set.len().checked_sub(most).filter(|rest| *rest > 0) {
            let said = format!("     … and {} more lists with {texts}", thousands(rest));
            flow.row(vec![FigurePiece::own(said, Ink::Quiet)]);
        }
    }
    fitted(vec![FigurePart::new(flow, 0)], room)
}
