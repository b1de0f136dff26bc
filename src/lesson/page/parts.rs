//! Figures that are made of parts one below the other: fits them into a height, so that no row is cut off. What is too
//! long for its share slides within it.

use super::super::step::FigureRow;
use super::FigureRoom;
use super::flow::Flow;

/// The rows that every part gets before the others are given more.
const LEAST: usize = 2;

/// A part of a figure.
#[derive(Debug, Default)]
pub struct FigurePart {
    /// Rows that stay.
    heading: Vec<FigureRow>,
    /// Rows that slide.
    rows: Vec<FigureRow>,
    /// Whether it is shown whole before others get more than a few rows.
    whole: bool,
}

/// The rows of a figure, and how many positions it has in its room.
#[derive(Debug, Default)]
pub struct LaidFigure {
    /// The rows.
    pub rows: Vec<FigureRow>,
    /// The positions of its point or of what slides, at least 1.
    pub positions: usize,
    /// How many positions at once pass over no row, at least 1.
    pub page: usize,
}

impl LaidFigure {
    /// A figure with a point that has these positions.
    pub fn with_point(rows: Vec<FigureRow>, positions: usize) -> Self {
        Self { rows, positions: positions.max(1), page: 1 }
    }
}

impl FigurePart {
    /// A part of which the first rows stay.
    pub fn new(flow: Flow, heading: usize) -> Self {
        let mut rows = flow.finish();
        let sliding = rows.split_off(heading.min(rows.len()));
        Self { heading: rows, rows: sliding, ..Self::default() }
    }

    /// The same, whole if that is possible at all.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { whole: true, ..self }
    }

    const fn len(&self) -> usize {
        self.heading.len() + self.rows.len()
    }
}

/// The parts with a blank row between them if they fit into the room, else without, else each with its share of the
/// rows.
pub fn fitted(parts: Vec<FigurePart>, room: FigureRoom) -> LaidFigure {
    let all: usize = parts.iter().map(FigurePart::len).sum();
    let gaps = parts.len().saturating_sub(1);
    let height = room.height.unwrap_or(usize::MAX);
    let needs: Vec<usize> = parts.iter().map(|part| part.rows.len()).collect();
    let headings = all - needs.iter().sum::<usize>();
    let left = height.saturating_sub(headings);
    let has_gaps = all + gaps <= height || all > height && left >= gaps + 3 * parts.len();
    let left = left.saturating_sub(if has_gaps { gaps } else { 0 });
    let firm: Vec<bool> = parts.iter().map(|part| part.whole).collect();
    let got = shares(&needs, &firm, left);
    // The part with most rows out of sight slides by one at each position, the others in proportion: all end together.
    let hidden = |part: usize| needs[part].saturating_sub(got[part]);
    let steps = (0..needs.len()).map(hidden).max().unwrap_or(0);
    let mut page = usize::MAX;
    let mut rows: Vec<FigureRow> = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        if has_gaps && !rows.is_empty() {
            rows.push(FigureRow::new());
        }
        rows.extend(part.heading);
        let (slack, got) = (hidden(index), got[index]);
        let from = (room.position.min(steps) * slack).div_ceil(steps.max(1));
        if slack > 0 {
            // A slower part may round up to a row more.
            let new = if slack == steps { got } else { (got.max(1) - 1) * steps / slack };
            page = page.min(new);
        }
        rows.extend(part.rows.into_iter().skip(from).take(got));
    }
    rows.truncate(height);
    LaidFigure { rows, positions: steps + 1, page: page.clamp(1, steps.max(1)) }
}

/// Divides rows between parts with these needs: a few for each, then all that `firm` ones need, then the same for all
/// that need more.
fn shares(needs: &[usize], firm: &[bool], rows: usize) -> Vec<usize> {
    let mut got = vec![0; needs.len()];
    let mut left = rows;
    let mut give = |is_given: &dyn Fn(usize) -> bool, most: usize, left: &mut usize| {
        loop {
            let before = *left;
            for (part, need) in needs.iter().enumerate() {
                if *left > 0 && is_given(part) && got[part] < (*need).min(most) {
                    got[part] += 1;
                    *left -= 1;
                }
            }
            if *left == before {
                return;
            }
        }
    };
    give(&|_| true, LEAST, &mut left);
    give(&|part| firm.get(part).copied().unwrap_or(false), usize::MAX, &mut left);
    give(&|_| true, usize::MAX, &mut left);
    got
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::step::{FigurePiece, Ink};
    use super::{FigurePart, FigureRoom, Flow, LaidFigure, fitted, shares};

    #[test]
    fn who_needs_less_leaves_the_rest_to_others() {
        assert_eq!(shares(&[3, 9], &[false, false], 20), [3, 9]);
        assert_eq!(shares(&[3, 90], &[false, false], 20), [3, 17]);
        assert_eq!(shares(&[80, 90], &[false, false], 21), [11, 10]);
        assert_eq!(shares(&[7, 90], &[true, false], 10), [7, 3]);
        assert_eq!(shares(&[7, 90], &[false, false], 10), [5, 5]);
        assert_eq!(shares(&[7, 90], &[true, false], 1), [1, 0]);
    }

    fn part(name: usize, rows: usize) -> FigurePart {
        let mut flow = Flow::new(20);
        for row in 0..=rows {
            flow.row(vec![FigurePiece::own(format!("{name}/{row}"), Ink::Plain)]);
        }
        FigurePart::new(flow, 1)
    }

    proptest! {
        #[test]
        fn every_row_is_seen_by_rows_and_by_pages(needs in prop::collection::vec(1_usize..40, 1..4), height in 12_usize..30) {
            let laid = |position| {
                let parts = needs.iter().enumerate().map(|(name, need)| part(name, *need)).collect();
                fitted(parts, FigureRoom { width: 20, height: Some(height), position })
            };
            let LaidFigure { positions, page, .. } = laid(0);
            for by in [1, page] {
                let mut seen = std::collections::HashSet::new();
                for position in (0..positions).step_by(by).chain([positions - 1]) {
                    let laid = laid(position);
                    prop_assert!(laid.rows.len() <= height);
                    prop_assert_eq!(laid.positions, positions);
                    seen.extend(laid.rows.into_iter().flatten().map(|piece| piece.text));
                }
                prop_assert_eq!(seen.len(), needs.iter().map(|need| need + 1).sum::<usize>());
            }
        }
    }
}
