//! Help's lines on the screen: which rows each takes, which one is chosen, how far it is scrolled. It draws nothing.

use ratatui::layout::Rect;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::wrap::WrappedRows;
use crate::tui::event_loop::action::{Action, Motion};
use crate::tui::keys::{HelpEntry, bindings, help};

/// No line of help is longer.
const LONGEST: u16 = 100;

/// How far help is scrolled, and what is chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Help {
    /// The first row drawn.
    pub(crate) top: usize,
    /// Index of the chosen entry, always that of a key.
    pub(crate) chosen: Option<usize>,
}

/// An entry and the rows it takes.
pub(crate) struct HelpLine {
    /// The entry.
    pub(crate) entry: HelpEntry,
    /// Its first row.
    pub(crate) row: usize,
    /// Its rows.
    pub(crate) rows: usize,
}

/// Where the lines stand within help's region.
pub(crate) fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(3).min(LONGEST),
        height: area.height.saturating_sub(1),
    }
}

/// Columns of the keys before their sentences.
pub(crate) fn key_column() -> u16 {
    bindings().map(|binding| columns(binding.shown) + 2).max().unwrap_or(0)
}

/// What help shows under a filter, in so many columns.
pub(crate) fn lines(filter: &str, width: u16) -> Vec<HelpLine> {
    let mut row = 0;
    let room = width.saturating_sub(key_column());
    let lines = help(filter).into_iter().map(|entry| {
        let rows = match &entry {
            HelpEntry::Text(text) => WrappedRows::new(text, width).count(),
            HelpEntry::Heading(title) => WrappedRows::new(title, width).count(),
            HelpEntry::Key(binding) => WrappedRows::new(binding.help, room).count(),
            HelpEntry::Blank => 1,
        };
        row += rows;
        HelpLine { entry, row: row - rows, rows }
    });
    lines.collect()
}

impl Help {
    /// Before anything was chosen; under a filter the first key is.
    pub(crate) fn new(filter: &str, lines: &[HelpLine]) -> Self {
        let chosen = if filter.is_empty() { None } else { keys(lines).next() };
        Self { top: 0, chosen }
    }

    /// What is chosen.
    pub(crate) fn action(self, lines: &[HelpLine]) -> Option<Action> {
        match lines.get(self.chosen?)?.entry {
            HelpEntry::Key(binding) => binding.keys.first().map(|key| key.2),
            _ => None,
        }
    }

    /// Moves the choice from key to key; before the first there is the text above it, which scrolls.
    pub(crate) fn step(&mut self, lines: &[HelpLine], motion: Motion, height: usize) {
        let page = height.saturating_sub(2).max(1);
        match motion {
            Motion::Down => self.down(lines, height),
            Motion::Up => self.up(lines, height),
            Motion::PageDown => (0..page).for_each(|_| self.down(lines, height)),
            Motion::PageUp => (0..page).for_each(|_| self.up(lines, height)),
            Motion::First => *self = Self::default(),
            Motion::Last => self.choose(lines, keys(lines).last(), height),
        }
    }

    /// Chooses the key that is drawn in a row of the region. `true` when it was chosen before.
    pub(crate) fn click(&mut self, lines: &[HelpLine], row: usize) -> bool {
        let row = self.top + row;
        let hit = keys(lines).find(|index| {
            lines.get(*index).is_some_and(|line| (line.row..line.row + line.rows).contains(&row))
        });
        let again = hit.is_some() && hit == self.chosen;
        self.chosen = hit.or(self.chosen);
        again
    }

    fn down(&mut self, lines: &[HelpLine], height: usize) {
        let next = match self.chosen {
            Some(chosen) => keys(lines).find(|index| *index > chosen),
            None => keys(lines).next().filter(|index| self.shows(lines, *index, height)),
        };
        match next {
            Some(_) => self.choose(lines, next, height),
            // There is text to be read before the first key, or after the last.
            None if bottom(lines) > self.top + height => self.top += 1,
            None => {}
        }
    }

    fn up(&mut self, lines: &[HelpLine], height: usize) {
        let before = self.chosen.and_then(|chosen| keys(lines).take_while(|i| *i < chosen).last());
        match (before, self.chosen) {
            (Some(_), _) => self.choose(lines, before, height),
            (None, Some(_)) if self.top == 0 => self.chosen = None,
            _ => self.top = self.top.saturating_sub(1),
        }
    }

    fn choose(&mut self, lines: &[HelpLine], index: Option<usize>, height: usize) {
        let Some(line) = index.and_then(|index| lines.get(index)) else {
            return;
        };
        self.chosen = index;
        let lowest = (line.row + line.rows).saturating_sub(height);
        // The heading above the key is seen with it.
        self.top = self.top.clamp(lowest, line.row.saturating_sub(1).max(lowest));
    }

    fn shows(self, lines: &[HelpLine], index: usize, height: usize) -> bool {
        lines.get(index).is_some_and(|line| line.row + line.rows <= self.top + height)
    }
}

/// The row behind everything.
fn bottom(lines: &[HelpLine]) -> usize {
    lines.last().map_or(0, |line| line.row)
}

/// The indices of the keys among the lines.
fn keys(lines: &[HelpLine]) -> impl Iterator<Item = usize> {
    let is_key = |(index, line): (usize, &HelpLine)| {
        matches!(line.entry, HelpEntry::Key(_)).then_some(index)
    };
    lines.iter().enumerate().filter_map(is_key)
}
