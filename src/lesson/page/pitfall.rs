//! The figure of a pitfall: its exhibits, one below the other.

use super::super::pitfalls::pitfall::Pitfall;
use super::super::step::{FigureRow, Ink};
use super::FigureRoom;
use super::flow::Flow;

/// A heading, words and a remark for each exhibit.
pub(super) fn exhibits(pitfall: &Pitfall, room: FigureRoom) -> Vec<FigureRow> {
    let mut flow = Flow::new(room.width);
    for exhibit in &pitfall.exhibits {
        flow.blank().indent(0);
        flow.say(&exhibit.heading, Ink::Strong).end();
        if !exhibit.note.is_empty() {
            flow.say(&exhibit.note, Ink::Quiet).end();
        }
        flow.indent(2);
        for line in &exhibit.lines {
            for piece in line {
                flow.group(vec![piece.clone()], Ink::Plain);
            }
            flow.end();
        }
    }
    flow.finish()
}
