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
        if room.width < 3 * TERM {
            flow.piece(FigurePiece::own(*term, Ink::Strong));
            flow.indent(2).say(meaning, Ink::Plain);
            continue;
        }
        let mut beside = Flow::new(room.width - TERM);
        beside.say(meaning, Ink::Plain);
        for (index, row) in beside.finish().into_iter().enumerate() {
            let name = if index == 0 { *term } else { "" };
            let name = FigurePiece::own(format!("{name:<TERM$}"), Ink::Strong);
            flow.row(std::iter::once(name).chain(row).collect());
        }
    }
    fitted(vec![FigurePart::new(flow, 0)], room)
}
