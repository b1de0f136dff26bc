//! Fits figures made of stacked parts into a height, each with its share of the rows. Rows beyond the share appear
//! below, so every row appears once.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::{FigureRoom, flow::Flow};
use crate::lesson::step::{FigurePiece, lesson_text};
use crate::lesson::{FigureRow, Ink, Lesson};
use crate::{base::numbers::format_count, lesson::side::LessonSide};

const LEAST: usize = 2;

/// A part of a figure.
#[derive(Debug, Default)]
pub struct FigurePart {
    /// Fixed rows.
    heading: Vec<FigureRow>,
    /// Rows that may move below the figure.
    rows: Vec<FigureRow>,
    claim: Claim,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Claim {
    #[default]
    Share,
    /// All rows, before others get more than a few.
    Whole,
    /// All rows, or none and a place below.
    WholeOrNone,
}

/// A figure laid out.
#[derive(Debug, Default)]
pub struct LaidFigure {
    /// Visible rows.
    pub rows: Vec<FigureRow>,
    /// Rows to show below.
    pub more: Vec<FigureRow>,
    /// Positions of the point, ≥ 1.
    pub positions: usize,
}

impl LaidFigure {
    /// A figure whose point has `positions` positions.
    pub fn with_point(rows: Vec<FigureRow>, positions: usize) -> Self {
        Self { rows, more: Vec::new(), positions: positions.max(1) }
    }
}

impl FigurePart {
    /// A part with fixed first rows.
    pub fn new(flow: Flow, heading: usize) -> Self {
        let mut rows = flow.finish();
        let others = rows.split_off(heading.min(rows.len()));
        Self { heading: rows, rows: others, claim: Claim::Share }
    }

    /// Claims all rows.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { claim: Claim::Whole, ..self }
    }

    /// Claims all rows, or a place below.
    #[must_use]
    pub fn whole_or_below(self) -> Self {
        Self { claim: Claim::WholeOrNone, ..self }
    }

    const fn len(&self) -> usize {
        self.heading.len() + self.rows.len()
    }
}

pub(super) fn for_both(
    lesson: &Lesson,
    width: usize,
    fill: impl Fn(&mut Flow, usize, &LessonSide),
) -> [FigurePart; 2] {
    [0, 1].map(|which| {
        let mut flow = Flow::new(width);
        fill(&mut flow, which, &lesson.sides[which]);
        FigurePart::new(flow, 1)
    })
}

/// Fits the parts, with blank rows in between if possible. Parts that are too long get shares, and their headings count
/// the rows below.
pub fn fitted(parts: impl IntoIterator<Item = FigurePart>, room: FigureRoom) -> LaidFigure {
    let parts: Vec<FigurePart> = parts.into_iter().collect();
    let height = room.height.unwrap_or(usize::MAX);
    let is_whole = parts.iter().map(FigurePart::len).sum::<usize>() <= height;
    let goes_below = |part: &FigurePart| !is_whole && part.claim == Claim::WholeOrNone;
    let (below, parts): (Vec<FigurePart>, Vec<FigurePart>) =
        parts.into_iter().partition(goes_below);
    let all: usize = parts.iter().map(FigurePart::len).sum();
    let gaps = parts.len().saturating_sub(1);
    let needs: Vec<usize> = parts.iter().map(|part| part.rows.len()).collect();
    let headings = all - needs.iter().sum::<usize>();
    let free = height.saturating_sub(headings);
    let has_gaps = all + gaps <= height || all > height && free >= gaps + 3 * parts.len();
    let free = free.saturating_sub(if has_gaps { gaps } else { 0 });
    let firm: Vec<bool> = parts.iter().map(|part| part.claim == Claim::Whole).collect();
    let got = shares(&needs, &firm, free);
    let (mut rows, mut more) = (Vec::new(), Vec::new());
    for (mut part, got) in parts.into_iter().zip(got) {
        if has_gaps && !rows.is_empty() {
            rows.push(FigureRow::new());
        }
        let rest = part.rows.split_off(got);
        if !rest.is_empty()
            && let Some(title) = part.heading.last_mut()
        {
            more.push(FigureRow::new());
            more.push(with_mark(title, "  … continued", room.width));
            let hidden = format_count(rest.len(), "more row");
            *title = with_mark(title, &format!("  ▼ {hidden}"), room.width);
        }
        more.extend(rest);
        rows.extend(part.heading.into_iter().chain(part.rows));
    }
    // The headings alone may be too many.
    let mut cut = rows.split_off(height.min(rows.len()));
    cut.append(&mut more);
    for part in below {
        cut.push(FigureRow::new());
        cut.extend(part.heading.into_iter().chain(part.rows));
    }
    LaidFigure { rows, more: cut, positions: 1 }
}

/// Shortens the longest quoted words of a wide row by an ellipsis, so that the words behind stay visible.
pub(super) fn elide(row: &mut FigureRow, width: usize) {
    let used: usize = row.iter().map(|piece| piece.text.width()).sum();
    let words = row.iter_mut().filter(|piece| piece.quoted);
    let Some(longest) = words.max_by_key(|piece| piece.text.width()).filter(|_| used > width)
    else {
        return;
    };
    let mut free = longest.text.width().saturating_sub(used - width + 1);
    longest.text = beginning(&longest.text, &mut free) + "…";
}

/// Takes graphemes that fit into the free columns, and reduces these.
fn beginning(text: &str, free: &mut usize) -> String {
    let fits = |grapheme: &&str| {
        let rest = free.checked_sub(grapheme.width());
        *free = rest.unwrap_or(0);
        rest.is_some()
    };
    text.graphemes(true).take_while(fits).collect()
}

fn with_mark(row: &FigureRow, mark: &str, width: usize) -> FigureRow {
    let room = width.saturating_sub(mark.width());
    let whole = row.iter().map(|piece| piece.text.width()).sum::<usize>() <= room;
    let mut free = if whole { room } else { room.saturating_sub(1) };
    let mut marked = FigureRow::new();
    for piece in row {
        let text = beginning(&piece.text, &mut free);
        marked.push(FigurePiece { text, ..piece.clone() });
    }
    if !whole {
        marked.push(lesson_text("…", Ink::Quiet));
    }
    marked.push(lesson_text(mark, Ink::Quiet));
    marked
}

/// Divides rows: [`LEAST`] for each part, then the needs of `firm` parts, then the rest in turn.
fn shares(needs: &[usize], firm: &[bool], rows: usize) -> Vec<usize> {
    let mut got = vec![0; needs.len()];
    let mut free = rows;
    let mut give = |is_given: &dyn Fn(usize) -> bool, most: usize, free: &mut usize| {
        loop {
            let before = *free;
            for (part, need) in needs.iter().enumerate() {
                if *free > 0 && is_given(part) && got[part] < (*need).min(most) {
                    got[part] += 1;
                    *free -= 1;
                }
            }
            if *free == before {
                return;
            }
        }
    };
    give(&|_| true, LEAST, &mut free);
    give(&|part| firm.get(part).copied().unwrap_or(false), usize::MAX, &mut free);
    give(&|_| true, usize::MAX, &mut free);
    got
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FigurePart, FigureRoom, FigureRow, Flow, Ink, elide, fitted, lesson_text, shares};
    use crate::lesson::step::quoted;

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
        let mut flow = Flow::new(30);
        for row in 0..=rows {
            flow.row(vec![lesson_text(format!("{name}/{row}"), Ink::Plain)]);
        }
        FigurePart::new(flow, 1)
    }

    fn written(rows: &[FigureRow]) -> Vec<String> {
        rows.iter().map(|row| row.iter().map(|piece| piece.text.as_str()).collect()).collect()
    }

    #[test]
    fn what_has_no_room_is_counted_in_the_heading_and_stands_below() {
        let room = FigureRoom { width: 30, height: Some(7), position: 0 };
        let laid = fitted(vec![part(0, 2), part(1, 5)], room);
        let shown = ["0/0", "0/1", "0/2", "1/0  ▼ 2 more rows", "1/1", "1/2", "1/3"];
        assert_eq!(written(&laid.rows), shown);
        assert_eq!(written(&laid.more), ["", "1/0  … continued", "1/4", "1/5"]);
        let laid = fitted(vec![part(0, 2), part(1, 5).whole_or_below()], room);
        assert_eq!(written(&laid.rows), ["0/0", "0/1", "0/2"]);
        assert_eq!(written(&laid.more), ["", "1/0", "1/1", "1/2", "1/3", "1/4", "1/5"]);
        let all = fitted(vec![part(0, 2), part(1, 3).whole_or_below()], room);
        assert_eq!((all.rows.len(), all.more.len()), (7, 0));
        let mut long = Flow::new(30);
        long.row(vec![quoted(&"name ".repeat(9), Ink::Plain)]);
        for row in 0..9 {
            long.row(vec![lesson_text(row.to_string(), Ink::Plain)]);
        }
        let laid = fitted(vec![FigurePart::new(long, 1)], room);
        assert_eq!(written(&laid.rows)[0], "name name name…  ▼ 3 more rows");
    }

    #[test]
    fn words_that_have_no_room_end_in_an_ellipsis_before_what_stands_behind_them() {
        let row = || {
            vec![
                lesson_text("A  ", Ink::Letter),
                quoted("old ferri left", Ink::Plain),
                lesson_text(" meet", Ink::Strong),
            ]
        };
        for (width, shown) in
            [(22, "A  old ferri left meet"), (21, "A  old ferri le… meet"), (10, "A  o… meet")]
        {
            let mut row = row();
            elide(&mut row, width);
            assert_eq!(written(&[row]), [shown]);
        }
    }

    proptest! {
        #[test]
        fn every_row_is_there_once(
            needs in prop::collection::vec((1_usize..40, any::<bool>()), 1..4), height in 1_usize..30,
        ) {
            let parts = needs.iter().enumerate().map(|(name, (need, below))| {
                let part = part(name, *need);
                if *below { part.whole_or_below() } else { part }
            });
            let laid = fitted(parts, FigureRoom { width: 30, height: Some(height), position: 0 });
            prop_assert!(laid.rows.len() <= height);
            let seen = written(&laid.rows).into_iter().chain(written(&laid.more));
            let own = seen.filter(|row| !row.is_empty() && !row.contains("continued"));
            let mut seen: Vec<String> =
                own.map(|row| row.split("  ▼").next().unwrap().to_string()).collect();
            seen.sort_unstable();
            let all = needs.iter().enumerate();
            let mut all: Vec<String> =
                all.flat_map(|(name, (need, _))| (0..=*need).map(move |row| format!("{name}/{row}"))).collect();
            all.sort_unstable();
            prop_assert_eq!(seen, all);
        }
    }
}
