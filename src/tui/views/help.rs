//! Shows all keys from the key table, after a few sentences about the screen. The chosen line can be run.
//!
//! ```text
//! ── Help and keys ───────────────── Tab: next section · ↓↑ choose · Enter runs it · Esc closes ──
//!   A shingle is a run of words …
//!
//!   Moving
//! ▸ j/k ↓/↑       One row down or up: through the list, or through the text that has the focus.
//! ```

use ratatui::{
    crossterm::event::KeyCode, crossterm::event::KeyEvent, layout::Position, layout::Rect,
    style::Style,
};

use crate::tui::actions::{
    Action, Binding, KeyAction, KeyName, Motion, Place, Section, StepDirection,
};
use crate::tui::drawing::{Canvas, WrappedRows, join_fitting, width_in_columns};
use crate::tui::{
    keys::bindings, model::Model, model::Prompt, model::Purpose, views::Handled, views::palette,
};

const LONGEST: u16 = 100;

const ABOUT: [&str; 4] = [
    "A shingle is a run of words: with width 3, \"the old ferry\", \"old ferry left\", \"ferry left at\" … Two texts that \
     share many shingles share wording, even when words around them were changed or paragraphs were moved.",
    "The list ranks pairs of documents by the shingles they share. Below it is the selected pair; what both have in \
     common is tinted (pale: equal, but in no shared shingle), and each passage has a number, the same on both sides. ⇄ marks a passage that moved, \
     an underlined word reads differently in the other text, perhaps only in its capitals.",
    "The column beside each text is a map of the whole text: blocks where passages are, a heavy bar along what is on the screen, \
     dots elsewhere. Click it to go there.",
    "Change a parameter and everything follows. The folder is watched: save a file and its pairs change; rows then say \
     + new, ~ changed or - gone.",
];

/// Meanings of the numbers in the list and in an open pair, one sentence each.
const NUMBERS: [&str; 8] = [
    "score: how alike a pair is by the chosen measure; where the measure has two directions, the larger one.",
    "A in B: how much of A is in B: shared shingles among those of A. B in A: the same for B. The larger is containment.",
    "jaccard: shared shingles among all different ones of both texts: 100% only if both have the same.",
    "dice: twice the shared shingles among those of A plus those of B; never lower than jaccard.",
    "overlap: shared shingles among those of the text that has fewer: 100% where a long text has all of a short one.",
    "per word A, B: shared shingles, divided by the counted words of A or B, as in some older programs.",
    "shared: how many different shingles are in both. With 9 shared shingles a score says little, with 100 it says much. \
     ≈ before a score: it is estimated from a sketch, not counted.",
    "elsewhere: how much of a document is in all other documents together, except in those that a rule hides. en+: mostly \
     English.",
];

/// Scroll position, and the chosen line, which is always a key.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Help {
    top: usize,
    pub(crate) chosen: Option<usize>,
}

pub(crate) fn state(model: &Model) -> Help {
    *model.states.get()
}

enum Content {
    Text(&'static str),
    Heading(&'static str),
    Key(&'static Binding),
    Blank,
}

struct Line {
    content: Content,
    row: usize,
    rows: usize,
}

impl Line {
    const fn end(&self) -> usize {
        self.row + self.rows
    }
}

pub(crate) fn toggle(model: &mut Model) {
    let place = model.place();
    model.close_overlays();
    if place == Place::Help {
        return;
    }
    model.layers.open_overlay(Place::Help);
    model.prompt = Some(Prompt::new(Purpose::Help, ""));
    model.lay_out();
    let page = Page::new(model);
    model.states.set(match place {
        Place::Pair | Place::Dots | Place::Words => page.at_section(Section::Pair),
        Place::Bar => page.at_section(Section::Parameters),
        Place::Lesson | Place::Sandbox => page.at_section(Section::Lesson),
        // The list of pairs is explained at the beginning, another list beside its key.
        _ => page.at_key(KeyName::ViewName(model.visited.current())),
    });
}

fn go_to_section(model: &mut Model, direction: StepDirection) {
    let (page, top) = (Page::new(model), state(model).top);
    let headings = page.lines.iter().filter(|line| matches!(line.content, Content::Heading(_)));
    let mut rows = headings.map(|line| line.row);
    let row = match direction {
        StepDirection::Next => rows.find(|row| *row > top).unwrap_or(0),
        StepDirection::Back => rows.take_while(|row| *row < top).last().unwrap_or(0),
    };
    model.states.set(page.at_row(row));
}

pub(crate) fn filter(model: &mut Model) {
    let first = Page::new(model).keys().next().filter(|_| !model.typed_text().is_empty());
    model.states.set(Help { top: 0, chosen: first });
}

pub(crate) fn act(model: &mut Model, action: Action) -> Handled {
    match action {
        Action::Move(motion) => step(model, motion),
        Action::Enter => return enter(model),
        _ => return Err(action),
    }
    Ok(())
}

/// Handles a key that is not part of the filter. Returns false for other keys.
pub(crate) fn type_key(model: &mut Model, key: KeyEvent) -> bool {
    match key.code {
        KeyCode::Char('?') if model.typed_text().is_empty() => toggle(model),
        KeyCode::Tab => go_to_section(model, StepDirection::Next),
        KeyCode::BackTab => go_to_section(model, StepDirection::Back),
        _ => return false,
    }
    true
}

/// Moves the choice from key to key. Text above the first key scrolls.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let (page, mut help) = (Page::new(model), state(model));
    match motion.rows(page.height().saturating_sub(2).max(1)) {
        Some((StepDirection::Next, rows)) => (0..rows).for_each(|_| page.down(&mut help)),
        Some((StepDirection::Back, rows)) => (0..rows).for_each(|_| page.up(&mut help)),
        None if motion == Motion::First => help = Help::default(),
        None => page.choose(&mut help, page.keys().last()),
    }
    model.states.set(help);
}

/// Closes help and runs the chosen action, or asks for the value of the chosen parameter.
fn enter(model: &mut Model) -> Handled {
    let page = Page::new(model);
    let chosen = state(model).chosen.and_then(|index| page.lines.get(index));
    model.close_overlays();
    let Some(Line { content: Content::Key(binding), .. }) = chosen else { return Ok(()) };
    if let KeyName::Parameter(parameter) = binding.name {
        palette::open_values(model, parameter, "");
        return Ok(());
    }
    match binding.actions.first() {
        // The help action would show the closed help again.
        None | Some(KeyAction { action: Action::Help, .. }) => Ok(()),
        Some(one) => Err(one.action),
    }
}

/// Chooses the clicked row, or runs its action if it was chosen already. A click on the title closes help.
pub(crate) fn click(model: &mut Model, at: Position) -> Handled {
    let page = Page::new(model);
    let Some(row) = at.y.checked_sub(page.region.y) else { return Err(Action::Leave) };
    let Help { top, chosen } = state(model);
    let row = top + usize::from(row);
    let hit = page.keys().find(|key| (page.lines[*key].row..page.lines[*key].end()).contains(&row));
    if hit.is_some() && hit == chosen {
        return enter(model);
    }
    model.states.set(Help { top, chosen: hit.or(chosen) });
    Ok(())
}

/// Lines that pass the filter, and their region.
struct Page {
    lines: Vec<Line>,
    region: Rect,
    /// Columns of the keys, before their sentences.
    key_column: u16,
}

impl Page {
    fn new(model: &Model) -> Self {
        let body = model.areas.map(|areas| areas.body).unwrap_or_default();
        let region = Rect {
            x: body.x + 2,
            y: body.y + 1,
            width: body.width.saturating_sub(3).min(LONGEST),
            height: body.height.saturating_sub(1),
        };
        let key_column = bindings().map(|line| width_in_columns(line.label) + 2).max().unwrap_or(0);
        let mut row = 0;
        let lines = contents(model.typed_text()).into_iter().map(|content| {
            let rows = match &content {
                Content::Text(text) | Content::Heading(text) => {
                    WrappedRows::new(text, region.width).count()
                }
                Content::Key(binding) => {
                    WrappedRows::new(binding.help, region.width.saturating_sub(key_column)).count()
                }
                Content::Blank => 1,
            };
            row += rows;
            Line { content, row: row - rows, rows }
        });
        Self { lines: lines.collect(), region, key_column }
    }

    fn height(&self) -> usize {
        usize::from(self.region.height)
    }

    fn keys(&self) -> impl Iterator<Item = usize> {
        (0..self.lines.len()).filter(|index| matches!(self.lines[*index].content, Content::Key(_)))
    }

    /// Returns the position of a key, or the beginning without the key.
    fn at_key(&self, name: KeyName) -> Help {
        let is_it = |line: &Line| matches!(line.content, Content::Key(key) if key.name == name);
        let chosen = self.lines.iter().position(is_it);
        Help { top: chosen.map_or(0, |index| self.lines[index].row), chosen }
    }

    fn at_section(&self, section: Section) -> Help {
        let is_it = |line: &&Line| matches!(line.content, Content::Heading(title) if title == section.title());
        self.at_row(self.lines.iter().find(is_it).map_or(0, |line| line.row))
    }

    /// Returns the position of the heading in a row, with its first key chosen. At the beginning no key is chosen.
    fn at_row(&self, row: usize) -> Help {
        let chosen = self.keys().find(|key| row > 0 && self.lines[*key].row >= row);
        Help { top: row, chosen }
    }

    fn down(&self, help: &mut Help) {
        let next = match help.chosen {
            Some(chosen) => self.keys().find(|key| *key > chosen),
            None => {
                self.keys().next().filter(|key| self.lines[*key].end() <= help.top + self.height())
            }
        };
        let last = self.lines.last().map_or(0, |line| line.row);
        match next {
            Some(_) => self.choose(help, next),
            // There is text to read before the first key or after the last key.
            None if last > help.top + self.height() => help.top += 1,
            None => {}
        }
    }

    fn up(&self, help: &mut Help) {
        let before =
            help.chosen.and_then(|chosen| self.keys().take_while(|key| *key < chosen).last());
        match (before, help.chosen) {
            (Some(_), _) => self.choose(help, before),
            (None, Some(_)) if help.top == 0 => help.chosen = None,
            _ => help.top = help.top.saturating_sub(1),
        }
    }

    fn choose(&self, help: &mut Help, index: Option<usize>) {
        let Some(line) = index.and_then(|index| self.lines.get(index)) else { return };
        help.chosen = index;
        let lowest = line.end().saturating_sub(self.height());
        // The heading above the key stays visible.
        help.top = help.top.clamp(lowest, line.row.saturating_sub(1).max(lowest));
    }
}

/// Returns all lines, or only the keys and numbers with all words of `filter`.
fn contents(filter: &str) -> Vec<Content> {
    let whole = filter.trim().to_lowercase();
    let helped = |binding: &Binding| {
        let synonyms = binding.synonyms.join(" ");
        [binding.label, binding.text, &synonyms, binding.help].join(" ").to_lowercase()
    };
    // If no line has the words in a row, lines with all the words match.
    let in_a_row = bindings().any(|binding| helped(binding).contains(&whole))
        || NUMBERS.iter().any(|text| text.to_lowercase().contains(&whole));
    let words: Vec<&str> =
        if in_a_row { vec![&*whole] } else { whole.split_whitespace().collect() };
    let has_all = |text: &str| words.iter().all(|word| text.contains(word));
    let fits = |binding: &&Binding| has_all(&helped(binding));
    let mut entries = Vec::new();
    if whole.is_empty() {
        for paragraph in ABOUT {
            entries.extend([Content::Text(paragraph), Content::Blank]);
        }
    }
    let numbers = NUMBERS.into_iter().filter(|text| has_all(&text.to_lowercase()));
    let numbers: Vec<Content> = numbers.map(Content::Text).collect();
    if !numbers.is_empty() {
        entries.push(Content::Heading("The numbers"));
        entries.extend(numbers);
        entries.push(Content::Blank);
    }
    for section in Section::ALL {
        let keys: Vec<Content> = bindings()
            .filter(|binding| binding.section == section)
            .filter(fits)
            .map(Content::Key)
            .collect();
        if !keys.is_empty() {
            entries.push(Content::Heading(section.title()));
            entries.extend(keys);
            entries.push(Content::Blank);
        }
    }
    entries
}

pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let keys = ["Esc closes", "Enter runs it", "↓↑ choose", "Tab: next section"];
    let way_out = join_fitting(&keys, area.width.saturating_sub(26));
    let heading = ("Help and keys", theme.focused);
    canvas.draw_rule(area, heading, &way_out);
    let (page, Help { top, chosen }) = (Page::new(model), state(model));
    if page.lines.is_empty() {
        canvas
            .pen(page.region)
            .put_paragraph("No key does that: delete some letters.", theme.strong);
    }
    for (index, line) in page.lines.iter().enumerate() {
        let (cut, first) = (top.saturating_sub(line.row), line.row.saturating_sub(top));
        if cut >= line.rows || first >= page.height() {
            continue;
        }
        let height = (line.rows - cut).min(page.height() - first) as u16;
        let at = Rect { y: page.region.y + first as u16, height, ..page.region };
        let mut pen = canvas.pen(at);
        match &line.content {
            Content::Text(text) => {
                pen.put_paragraph_from(text, cut, Style::new());
            }
            Content::Heading(text) => {
                pen.put_paragraph_from(text, cut, theme.strong);
            }
            Content::Key(binding) => {
                if cut == 0 {
                    pen.put(binding.label, theme.key);
                }
                pen.move_to(page.key_column).put_paragraph_from(binding.help, cut, Style::new());
            }
            Content::Blank => {}
        }
        if chosen == Some(index) {
            canvas.pen(Rect { x: area.x, width: 2, ..at }).put("▸", theme.strong);
            let mut pen = canvas.pen(at);
            for _ in 0..height {
                pen.set_row_style(theme.selected).move_down();
            }
        }
    }
}
