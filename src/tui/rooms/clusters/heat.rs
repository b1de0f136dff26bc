//! The cells of a heat map in a region: how wide they are, and which texts are visible. It draws nothing.

use ratatui::layout::Rect;
use shingle::base::visible::visible;

use crate::tui::drawing::glyphs::columns;

use super::model::Tree;

/// The least and the greatest number of columns for the names beside the map.
const NAMES: (u16, u16) = (10, 28);
/// Columns in which nearly all names of files can be told apart.
const TOLD_APART: u16 = 14;
/// The columns of a cell with a sign and a number.
pub(crate) const SIGN_AND_NUMBER: u16 = 5;
/// The columns of a cell with a number alone.
pub(crate) const NUMBER_ALONE: u16 = 4;

/// A heat map in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Map {
    /// The visible cells.
    pub(crate) cells: Rect,
    /// Columns of a cell: [`SIGN_AND_NUMBER`], [`NUMBER_ALONE`], or one or two for a sign.
    pub(crate) cell: u16,
    /// Digits of the number of a text.
    pub(crate) digits: u16,
    /// Columns for the names after the numbers. 0 if there is no room.
    pub(crate) names: u16,
    /// The first visible texts, down and to the right.
    pub(crate) first: (usize, usize),
    /// How many texts there are.
    pub(crate) texts: usize,
}

impl Map {
    /// A map of this many texts in a region, with both texts of the cross-hair visible. `longest` is the width of the longest
    /// name of a file.
    fn new(area: Rect, texts: usize, cross: (usize, usize), longest: u16) -> Option<Self> {
        let digits = (texts.checked_ilog10()? + 1) as u16;
        // The last row is for the legend, the first for the numbers.
        let height = area.height.checked_sub(2).filter(|height| *height > 0)?;
        let room = area.width.checked_sub(digits + 2).filter(|room| *room >= 4)?;
        let wide = |cell: u16| texts <= usize::from(room / cell);
        // Numbers without names say less than names with signs.
        let cells = [
            (SIGN_AND_NUMBER, longest.min(NAMES.1)),
            (NUMBER_ALONE, longest.min(TOLD_APART)),
            (2, NAMES.0),
        ];
        let has_names = |cell: u16, least: u16| wide(cell) && room - texts as u16 * cell > least;
        let cell = cells
            .iter()
            .find(|(cell, least)| has_names(*cell, (*least).max(NAMES.0)))
            .or_else(|| cells.iter().find(|(cell, _)| wide(*cell)));
        let cell = cell.map_or(1, |(cell, _)| *cell);
        let columns = texts.min(usize::from(room / cell)) as u16;
        let rest = room - columns * cell;
        let names = if rest > NAMES.0 { (rest - 1).min(NAMES.1) } else { 0 };
        let rows = texts.min(usize::from(height)) as u16;
        let left = digits + 1 + names + u16::from(names > 0);
        let cells = Rect { x: area.x + left, y: area.y + 1, width: columns * cell, height: rows };
        // The position is not remembered, so the cross-hair stays in the middle.
        let first = |at: usize, seen: u16| {
            at.saturating_sub(usize::from(seen) / 2).min(texts - usize::from(seen))
        };
        let first = (first(cross.0, rows), first(cross.1, columns));
        Some(Self { cells, cell, digits, names, first, texts })
    }

    /// The visible texts to the right.
    pub(crate) fn columns(&self) -> std::ops::Range<usize> {
        self.first.1..self.first.1 + usize::from(self.cells.width / self.cell)
    }

    /// The visible texts down.
    pub(crate) fn rows(&self) -> std::ops::Range<usize> {
        self.first.0..self.first.0 + usize::from(self.cells.height)
    }

    /// The texts of the cell at a position of the screen.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<(usize, usize)> {
        self.cells.contains((x, y).into()).then(|| {
            let column = usize::from((x - self.cells.x) / self.cell);
            (self.first.0 + usize::from(y - self.cells.y), self.first.1 + column)
        })
    }
}

impl Tree {
    /// The heat map of the selected cluster in a region. `None` if it has none, or if there is no room.
    pub(crate) fn map(&self, area: Rect) -> Option<Map> {
        let branch = self.selected()?;
        let texts = branch.cluster.heat.as_ref()?.size();
        let docs = &self.shown.as_ref()?.docs;
        let first = branch.cluster.texts.iter().filter_map(|text| docs.get(text.first()?.index()));
        let file = |path: String| columns(&visible(path.rsplit('/').next().unwrap_or_default()));
        let longest = first.map(|doc| file(doc.path.to_string())).max().unwrap_or(0);
        Map::new(area, texts, self.cross, longest)
    }
}

#[cfg(test)]
mod tests {
    use super::{Map, NUMBER_ALONE, Rect, SIGN_AND_NUMBER};

    #[test]
    fn every_cell_is_found_where_it_stands_and_the_cross_hair_is_seen() {
        for width in [20, 40, 70, 150] {
            for texts in [1, 2, 5, 17, 40, 200, 2000] {
                let area = Rect::new(3, 2, width, 20);
                for at in [0, texts / 3, texts / 2, texts - 1] {
                    let cross = (at, texts - 1 - at);
                    let map = Map::new(area, texts, cross, 12).unwrap();
                    assert_eq!(map.cells.intersection(area), map.cells, "{width} {texts}");
                    assert!(map.rows().contains(&cross.0) && map.columns().contains(&cross.1));
                    assert!(map.columns().end <= texts && map.rows().end <= texts);
                    let (x, y) = (map.cells.right() - 1, map.cells.bottom() - 1);
                    assert_eq!(map.at(x, y), Some((map.rows().end - 1, map.columns().end - 1)));
                    assert_eq!(map.at(map.cells.x, map.cells.y), Some(map.first));
                    assert_eq!(map.at(map.cells.right(), y), None);
                }
            }
        }
        assert_eq!(Map::new(Rect::new(0, 0, 5, 20), 9, (0, 0), 12), None);
        assert_eq!(Map::new(Rect::new(0, 0, 50, 2), 9, (0, 0), 12), None);
        assert_eq!(Map::new(Rect::new(0, 0, 50, 20), 0, (0, 0), 12), None);
    }

    #[test]
    fn names_of_files_come_before_signs_and_numbers() {
        let cell = |width, longest| {
            let map = Map::new(Rect::new(0, 0, width, 20), 11, (0, 1), longest).unwrap();
            (map.cell, map.names)
        };
        assert_eq!(cell(83, 20), (SIGN_AND_NUMBER, 23));
        assert_eq!(cell(79, 20), (NUMBER_ALONE, 28));
        assert_eq!(cell(63, 20), (NUMBER_ALONE, 14));
        assert_eq!(cell(62, 20), (2, 28));
        assert_eq!(cell(62, 9), (NUMBER_ALONE, 13));
    }
}
