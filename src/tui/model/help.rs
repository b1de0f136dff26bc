//! The lines of help: which rows each takes, which one is chosen, how far help is scrolled. It draws nothing.

use ratatui::layout::Rect;

use crate::tui::actions::{Binding, KeyName, Motion, Section, StepDirection};
use crate::tui::drawing::{WrappedRows, glyphs::columns};
use crate::tui::keys::{HelpEntry, bindings, help};

/// The greatest width of a line of help.
const LONGEST: u16 = 100;

/// How far help is scrolled, and what is chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Help {
    /// The first row drawn.
    pub(crate) top: usize,
    /// Index of the chosen entry, which is always a key.
    pub(crate) chosen: Option<usize>,
}

/// An entry and its rows.
pub(crate) struct HelpLine {
    pub(crate) entry: HelpEntry,
    /// Its first row.
    pub(crate) row: usize,
    /// How many rows it takes.
    pub(crate) rows: usize,
}

/// The region of the lines within the region of help.
pub(crate) fn inner(area: Rect) -> Rect {
    Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(3).min(LONGEST),
        height: area.height.saturating_sub(1),
    }
}

/// The columns of the keys, before their sentences.
pub(crate) fn key_column() -> u16 {
    bindings().map(|binding| columns(binding.label) + 2).max().unwrap_or(0)
}

/// What help shows under a filter, in this many columns.
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
    /// Before anything was chosen. Under a filter the first key is chosen.
    pub(crate) fn new(filter: &str, lines: &[HelpLine]) -> Self {
        let chosen = if filter.is_empty() { None } else { keys(lines).next() };
        Self { top: 0, chosen }
    }

    /// At the line of a key, or at the beginning without one.
    pub(crate) fn at_key(lines: &[HelpLine], name: KeyName) -> Self {
        let is_it = |line: &HelpLine| matches!(line.entry, HelpEntry::Key(key) if key.name == name);
        let chosen = lines.iter().position(is_it);
        Self { top: chosen.map_or(0, |index| lines[index].row), chosen }
    }

    /// At the heading of a section, with its first key chosen.
    pub(crate) fn at_section(lines: &[HelpLine], section: Section) -> Self {
        let is_it = |line: &&HelpLine| matches!(line.entry, HelpEntry::Heading(title) if title == section.title());
        let row = lines.iter().find(is_it).map_or(0, |line| line.row);
        Self { top: row, chosen: first_key(lines, row) }
    }

    /// Goes to the next heading, or the one before.
    pub(crate) fn section(&mut self, lines: &[HelpLine], direction: StepDirection) {
        let headings = lines.iter().filter(|line| matches!(line.entry, HelpEntry::Heading(_)));
        let mut rows = headings.map(|line| line.row);
        let row = match direction {
            StepDirection::Next => rows.find(|row| *row > self.top).unwrap_or(0),
            StepDirection::Back => rows.take_while(|row| *row < self.top).last().unwrap_or(0),
        };
        *self = Self { top: row, chosen: if row == 0 { None } else { first_key(lines, row) } };
    }

    /// The chosen line of the key table.
    pub(crate) fn binding(self, lines: &[HelpLine]) -> Option<&'static Binding> {
        match lines.get(self.chosen?)?.entry {
            HelpEntry::Key(binding) => Some(binding),
            _ => None,
        }
    }

    /// Moves the choice from key to key. Text above the first key scrolls.
    pub(crate) fn step(&mut self, lines: &[HelpLine], motion: Motion, height: usize) {
        let page = height.saturating_sub(2).max(1);
        match motion.rows(page) {
            Some((StepDirection::Next, rows)) => (0..rows).for_each(|_| self.down(lines, height)),
            Some((StepDirection::Back, rows)) => (0..rows).for_each(|_| self.up(lines, height)),
            None if motion == Motion::First => *self = Self::default(),
            None => self.choose(lines, keys(lines).last(), height),
        }
    }

    /// Chooses the key in a row of the region. Returns `true` if it was chosen before.
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
            // There is text to read before the first key or after the last.
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
        // The heading above the key stays visible.
        self.top = self.top.clamp(lowest, line.row.saturating_sub(1).max(lowest));
    }

    fn shows(self, lines: &[HelpLine], index: usize, height: usize) -> bool {
        lines.get(index).is_some_and(|line| line.row + line.rows <= self.top + height)
    }
}

/// The row after the last line.
fn bottom(lines: &[HelpLine]) -> usize {
    lines.last().map_or(0, |line| line.row)
}

/// The first key below a row.
fn first_key(lines: &[HelpLine], row: usize) -> Option<usize> {
    keys(lines).find(|index| lines.get(*index).is_some_and(|line| line.row >= row))
}

/// The indices of the keys among the lines.
fn keys(lines: &[HelpLine]) -> impl Iterator<Item = usize> {
    let is_key = |(index, line): (usize, &HelpLine)| {
        matches!(line.entry, HelpEntry::Key(_)).then_some(index)
    };
    lines.iter().enumerate().filter_map(is_key)
}
