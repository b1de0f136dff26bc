//! The figure of a pitfall: its exhibits, one below the other.

use super::super::pitfalls::pitfall::{Exhibit, Pitfall};
use super::super::step::Ink;
use super::FigureRoom;
use super::flow::Flow;
use super::parts::{FigurePart, LaidFigure, fitted};

/// An exhibit with at most this many lines is not cut for another.
const SHORT: usize = 8;

/// A heading, words and a remark for each exhibit.
pub(super) fn exhibits(pitfall: &Pitfall, room: FigureRoom) -> LaidFigure {
    fitted(pitfall.exhibits.iter().map(|exhibit| part(exhibit, room.width)).collect(), room)
}

fn part(exhibit: &Exhibit, width: usize) -> FigurePart {
    let mut flow = Flow::new(width);
    flow.say(&exhibit.heading, Ink::Strong).end();
    if !exhibit.note.is_empty() {
        flow.say(&exhibit.note, Ink::Quiet).end();
    }
    let heading = flow.count();
    flow.indent(2);
    for line in &exhibit.lines {
        for piece in line {
            flow.group(vec![piece.clone()], Ink::Plain);
        }
        flow.end();
    }
    let is_short = flow.count() - heading <= SHORT;
    let part = FigurePart::new(flow, heading);
    if is_short { part.whole() } else { part }
}
