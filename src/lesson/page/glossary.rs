//! The figure of the glossary: a term in each row.

use crate::lesson::glossary::TERMS;
use crate::lesson::page::FigureRoom;
use crate::lesson::step::{FigurePiece, Ink};

use super::flow::Flow;
use super::parts::{FigurePart, LaidFigure, fitted};

/// Columns of a term.
const TERM: usize = 20;

/// All terms, each with its meaning beside it, or below where columns are few.
pub(super) fn terms(room: FigureRoom) -> LaidFigure {
    let mut flow = Flow::new(room.width);
    for (term, meaning) in TERMS {
        flow.indent(0);
        let is_beside = room.width >= 3 * TERM;
        let name = if is_beside { format!("{term:<TERM$}") } else { (*term).to_string() };
        flow.piece(FigurePiece::own(name, Ink::Strong));
        if is_beside && TERM + 1 + meaning.len() <= room.width {
            flow.piece(FigurePiece::own(*meaning, Ink::Plain));
        } else {
            flow.indent(2).say(meaning, Ink::Plain);
        }
    }
    fitted(vec![FigurePart::new(flow, 0)], room)
}
