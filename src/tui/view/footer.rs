//! Draws the last row: the latest note, or the keys of the current view. The key for all keys always fits.
//!
//! ```text
//!  Enter open  n/N passage  Tab next region  w/W width  t/T threshold                    ? all keys  q quit
//! ```

use ratatui::widgets::{Clear, Widget as _};
use ratatui::{layout::Rect, style::Style};

use shingle::base::{numbers::format_count, visible::visible};
use shingle::{decisions::MarkKind, pipeline::Parameter};

use crate::tui::actions::{KeyName, Place};
use crate::tui::drawing::glyphs::{columns, elide_middle, glyphs};
use crate::tui::drawing::{Canvas, Theme, WrappedRows};
use crate::tui::model::decisions::{MEANINGS, NewMark, mark_letter};
use crate::tui::model::hints::shows_keys_beside_note;
use crate::tui::model::{Hints, Model, Prompt, Purpose, ReportLine};
use crate::tui::parameters::values::{offered, parameter_in_text, range, value};
use crate::tui::update::decisions::{describe_note_subject, drafted_pair, latest_mark};
use crate::tui::update::pair::passages::counts_rows;
use crate::tui::{keys::key_map::key_of, view::pair::passages};

/// Most rows that a long sentence covers above the last row.
const ROWS_ABOVE: usize = 2;
/// Rows of 80 columns that hold all marks.
const MARKS_ABOVE: usize = 5;

pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    if let Some(prompt) = &model.prompt {
        line(model, prompt, canvas, area);
        return;
    }
    let hints = Hints::new(model, area.width);
    if let Some((note, room)) = &hints.note {
        // Keys stay in the last row.
        let own_row = if shows_keys_beside_note(model) { "\n" } else { "" };
        let note = visible(note) + own_row;
        let rest = write_above((&note, ROWS_ABOVE), *room, theme.strong, canvas, area);
        canvas.pen(area).skip(1).put_elided(&rest, *room, theme.strong);
    }
    let mut pen = canvas.pen(area);
    for hint in hints.keys {
        pen.move_to(hint.x).put(hint.label, theme.key).skip(1);
        pen.put(hint.name, theme.quiet);
    }
}

/// Writes the beginning of a long text into at most `most` rows above the last row. Returns the rest, for the last row.
fn write_above(
    (text, most): (&str, usize),
    room: u16,
    style: Style,
    canvas: &mut Canvas<'_>,
    area: Rect,
) -> String {
    let rows = WrappedRows::new(text, room);
    let above = rows.count().saturating_sub(1).min(most);
    let part = |row: usize| rows.range(row, text.len()).and_then(|range| text.get(range));
    for row in 0..above {
        let area = clear_row(canvas, area, above - row);
        let mut pen = canvas.pen(area);
        pen.skip(1).put(part(row).unwrap_or_default().trim_end(), style);
    }
    let begin = rows.range(above, text.len()).map_or(0, |range| range.start);
    text.get(begin..).unwrap_or_default().to_string()
}

/// Clears the row that is `above` rows above the last row.
fn clear_row(canvas: &mut Canvas<'_>, last: Rect, above: usize) -> Rect {
    let area = Rect { y: last.y.saturating_sub(above as u16), height: 1, ..last };
    Clear.render(area, canvas.buffer);
    area
}

/// Lists the keys that may follow the mark key, and their meaning. Dates of the documents have no key.
fn mark_keys(model: &Model) -> Vec<(&'static str, String)> {
    let proposed = drafted_pair(model);
    let first = proposed.as_ref().and_then(|proposed| proposed.first);
    let [b_took, a_took] =
        [0, 1].map(|place| if first == Some(place) { ", as the dates say" } else { "" });
    let mut keys = vec![
        ("r", "rewrite/copy".to_string()),
        (">", format!("B took from A{b_took}")),
        ("<", format!("A took from B{a_took}")),
    ];
    let dates = proposed.map_or_else(Default::default, |proposed| proposed.dates);
    let dates = ["A", "B"].into_iter().zip(&dates).filter(|(_, date)| !date.is_empty());
    keys.extend(dates.map(|(letter, date)| ("", format!("{letter} {}", visible(date)))));
    let marks = [
        ("q", "quotation"),
        ("s", "siblings"),
        ("c", "common"),
        ("u", "unrelated"),
        ("m", "mine"),
        ("o", "undecided"),
        ("n", latest_mark(model).map_or("note", |_| "note on the last marked pair")),
    ];
    keys.extend(marks.map(|(key, mark)| (key, mark.to_string())));
    if let Some(NewMark { verdict, source }) = model.decisions.last {
        let took = source.map_or("", |source| [", B took from A", ", A took from B"][source]);
        keys.push(("Space", format!("{verdict}{took}")));
    }
    let rest = [("?", "meanings"), ("a + letter", "all rows"), ("9 + letter", "nine rows")];
    keys.extend(rest.map(|(key, what)| (key, what.to_string())));
    keys
}

fn draw_marks(keys: &[(&str, String)], canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let mut rows: Vec<Vec<&(&str, String)>> = Vec::new();
    let mut room = 0;
    for item in keys {
        let wide = columns(item.0) + u16::from(!item.0.is_empty()) + columns(&item.1) + 2;
        match rows.last_mut() {
            Some(row) if wide <= room => row.push(item),
            _ => {
                rows.push(vec![item]);
                room = area.width;
            }
        }
        room = room.saturating_sub(wide);
    }
    let above = rows.len().min(MARKS_ABOVE);
    for (row, items) in rows.iter().take(above).enumerate() {
        let area = clear_row(canvas, area, above - row);
        let mut pen = canvas.pen(area);
        for (key, what) in items {
            pen.skip(1).put(key, theme.key).skip(u16::from(!key.is_empty()));
            pen.put(what, Style::new()).skip(1);
        }
    }
}

fn meanings() -> String {
    let line = |verdict: MarkKind| {
        format!("{}  {verdict:<9}  {}\n", mark_letter(verdict), verdict.meaning())
    };
    let all = MarkKind::ALL.into_iter().cycle().skip(1).take(MarkKind::ALL.len());
    let took = ">  rewrite    B took from A\n<  rewrite    A took from B\n";
    all.map(line).collect::<String>() + took
}

fn line(model: &Model, prompt: &Prompt, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let (label, remark) = describe_line(model, prompt, theme, area.width);
    if matches!(prompt.purpose, Purpose::Nothing(_)) {
        let mut pen = canvas.pen(area);
        let room = pen.skip(1).free_width();
        pen.put_truncated(&label, room, theme.strong);
        return;
    }
    if prompt.purpose == Purpose::Mark {
        if prompt.text().contains(MEANINGS) {
            let room = area.width.saturating_sub(2);
            write_above((&meanings(), MarkKind::ALL.len() + 2), room, theme.strong, canvas, area);
        } else if model.note.is_none() {
            draw_marks(&mark_keys(model), canvas, area);
        }
    }
    let mut pen = canvas.pen(area);
    pen.skip(1).put_elided(&label, area.width / 2, theme.key);
    let room = usize::from(pen.free_width().saturating_sub(1));
    let scrolled = prompt.input.visual_scroll(room);
    let mut column = 0;
    let mut walk = glyphs(prompt.text(), 0);
    let at = prompt.input.visual_cursor();
    while let Some(glyph) = walk.next_at(0) {
        if column >= scrolled {
            let is_marked = prompt.selected || column == at;
            let cursor = if is_marked { theme.pending } else { Style::new() };
            pen.put(&glyph.visible, cursor);
        }
        column += usize::from(glyph.width);
    }
    if at >= column {
        pen.put(" ", theme.pending);
    }
    let Some((remark, style)) = remark else { return };
    let room = pen.skip(2).free_width();
    if style == theme.alarm && columns(&visible(&remark)) > room {
        // What to type instead is never cut off.
        let remark = format!("{}\n", visible(&remark));
        write_above((&remark, ROWS_ABOVE), area.width.saturating_sub(2), style, canvas, area);
        return;
    }
    pen.put_truncated(&remark, room, style);
}

/// Returns the label before the open line of input, and the remark behind the line, if it has one.
fn describe_line(
    model: &Model,
    prompt: &Prompt,
    theme: &Theme,
    width: u16,
) -> (String, Option<(String, Style)>) {
    let empty = prompt.text().is_empty();
    let quiet = |remark: &str| Some((remark.to_string(), theme.quiet));
    let if_empty = |remark: &str| quiet(remark).filter(|_| empty);
    let alarm = |reason: &Option<String>| reason.clone().map(|reason| (reason, theme.alarm));
    let (label, remark) = match prompt.purpose {
        Purpose::Help => ("filter: ", if_empty("type to filter, ? or Esc closes")),
        Purpose::Palette => ("command: ", if_empty("type an action or a value, as in w 5")),
        Purpose::Value(chosen) => {
            let chosen = parameter_in_text(chosen, prompt.text());
            let remark = alarm(&model.parameter_state.refused);
            let remark = remark.or_else(|| quiet(&expected(model, chosen)));
            return (value_prompt(chosen, width / 2), remark);
        }
        Purpose::Filter(over) => ("filter: ", if_empty(over.terms())),
        Purpose::Nothing(why) => return (format!("{why}: Esc or Enter continues"), None),
        Purpose::Passage if counts_rows(model) => {
            let has_pair = model.pair_areas().is_some();
            let passage = if has_pair { "; or a passage of the pair" } else { "" };
            ("number ", quiet(&format!("j/k ↓/↑ go so many rows, G to that row{passage}")))
        }
        Purpose::Passage => ("passage ", None),
        Purpose::Search => match &model.search {
            Some(search) if !empty => ("search: ", quiet(&passages::count(search))),
            _ => {
                let next = key_of(KeyName::Passage);
                let remark = format!("words to find in both texts; Enter, then {next}: next match");
                ("search: ", quiet(&remark))
            }
        },
        Purpose::Mark => ("mark: ", alarm(&model.note)),
        Purpose::Note => {
            let remark = if_empty("one line; Enter keeps it, Esc leaves");
            if let Some(about) = describe_note_subject(model) {
                return (format!("note on {}: ", elide_middle(&about, width / 2 - 12)), remark);
            }
            ("note: ", remark)
        }
        Purpose::Phrase => {
            ("ignore: ", if_empty("type or paste the words; Enter ignores them in all pairs"))
        }
        Purpose::Report(ReportLine::File) => {
            let what = if model.layers.has(Place::Lesson) {
                "the step as a drawing (SVG); Enter writes it"
            } else {
                "a page for a browser; Enter goes on"
            };
            ("report to: ", alarm(&model.note).or_else(|| quiet(what)))
        }
        Purpose::Report(ReportLine::Title) => {
            ("its title: ", if_empty("Enter takes the folder's name"))
        }
        Purpose::Report(ReportLine::Summary) => {
            let what = "what you conclude, above all else; Enter writes the report";
            ("your summary: ", if_empty(what))
        }
        Purpose::Replace => ("replace that file? y or n: ", None),
    };
    (label.to_string(), remark)
}

/// Returns the prompt for a parameter's value, with its range if the range fits.
fn value_prompt(parameter: Parameter, room: u16) -> String {
    let name = parameter.name();
    let range = range(parameter);
    if range.is_empty() {
        return format!("new {name}: ");
    }
    let whole = format!("new {name} ({range}): ");
    if columns(&whole) <= room { whole } else { format!("new {name}: ") }
}

/// Returns the current value, and the possible values if they are words.
fn expected(model: &Model, parameter: Parameter) -> String {
    let now = value(parameter, &model.params);
    match parameter {
        Parameter::SkipSame if model.top_folders() > 1 => {
            let folders = format_count(model.top_folders(), "folder");
            format!("now {now} · {folders}: with {{}}/ each is one author · Enter sets it")
        }
        parameter if !range(parameter).is_empty() => {
            format!("now {now} · or name and value, as in stem off · Tab: next")
        }
        Parameter::Language => {
            format!("now {now} · auto, or a code such as en · Enter sets it")
        }
        words => {
            let all = offered(words, &model.choices).join(", ");
            format!("now {now} · {all} · Enter sets it")
        }
    }
}
