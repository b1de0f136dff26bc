//! Draws the sources of a document, facts about the selected source, and the text with a tint for each source. Numbers
//! left of the text and bold words show the same without colours.
//!
//! ```text
//! ── Sources of bridge-morning.txt: 44% bridge-evening.txt · 3% bridge-note.txt · 53% own ── source 1 of 2 ──
//!   news/bridge-morning.txt · 126 counted words … │ share of words     source
//!      1┏ The old bridge will be closed from    │ ▸  44%     56   1   news/bridge-evening.txt
//!       ┃ Monday, the council said.             │     3%      5   2   news/bridge-note.txt
//!         Nobody was surprised.                 │    53%     65       own: in no shared run
//!   1  passage 1 of 3 · 87 words: 61 unchanged · …   │
//! ```

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use shingle::base::numbers::{format_count, thousands};
use shingle::base::problem::Problem;
use shingle::base::{path::DocPath, span::touching, visible::visible};
use shingle::pipeline::{SourcePassage, TextSource};

use crate::tui::actions::{KeyName, ViewName};
use crate::tui::drawing::glyphs::{columns, join_fitting};
use crate::tui::drawing::pen::{inset, rule_heading_width};
use crate::tui::drawing::{Canvas, PassageLook, Pen, Theme};
use crate::tui::keys::key_map::key_of;
use crate::tui::layout::{ListAreas, SourceAreas};
use crate::tui::model::decisions::{describe_direction, describe_mark, sign_of};
use crate::tui::model::{Focus, Model, Slot};
use crate::tui::view::pair::pane::{TextPart, draw};
use crate::tui::views::sources::{LaidSources, SourceList, areas, rows_of};
use crate::tui::words::{facts::facts, shares::percent, shares::placed};

pub(super) fn render(model: &Model, canvas: &mut Canvas<'_>, whole: &ListAreas) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let is_behind = model.jobs.awaits(Slot::Sources);
    let style = theme.heading_style(model.focus == Focus::List);
    let Some(name) = &list.name else {
        canvas.rule(whole.title, ("Words that others have", style), "");
        let lists = key_of(KeyName::ViewName(ViewName::Documents));
        let why = format!("No document selected: Esc goes back, {lists} lists all documents.");
        canvas.put_notice(whole.rows, &why, theme.quiet);
        return;
    };
    let Some(answer) = &list.answer else {
        let heading = format!("Words of {} in others", model.names.of(name));
        canvas.rule(whole.title, (&heading, style), "");
        match &list.refused {
            Some(reason) if !is_behind => canvas.put_notice(whole.rows, reason, theme.alarm),
            _ => canvas.put_notice(
                whole.rows,
                "Counting which documents have its words …",
                theme.quiet,
            ),
        }
        return;
    };
    let place = match (is_behind || model.is_stale(), list.sources().len()) {
        (true, _) => "counting anew …".to_string(),
        (false, 0) => String::new(),
        (false, all) if whole.title.width >= 60 => {
            format!(
                "source {} of {}",
                thousands(list.cursor.selected as u64 + 1),
                thousands(all as u64)
            )
        }
        (false, all) => format!("{}/{}", list.cursor.selected + 1, all),
    };
    let heading = heading(model, answer, name, rule_heading_width(whole.title.width, &place));
    canvas.rule(whole.title, (&heading, style), &place);
    let Some(areas) = areas(model) else { return };
    sources(model, answer, canvas, &areas);
    about(model, canvas, areas.about);
    canvas.divider(areas.divider);
    title(model, answer, canvas, areas.title);
    text(model, answer, canvas, &areas);
    status(model, answer, canvas, areas.status);
}

/// Returns the title: the document, its largest shares, and the words of no source.
fn heading(model: &Model, answer: &LaidSources, name: &DocPath, room: u16) -> String {
    let found = &answer.found.sources;
    let stale = if *found.params == model.params { "" } else { "stale · " };
    // Sources that may be chance are not named here.
    let sources = found.sources.iter().filter(|source| !is_quiet(source, found.text.words));
    let part = |source: &TextSource| {
        format!("{} {}", percent(found.share(source.adds_words)), model.names.of(&source.doc.path))
    };
    let own = format!("{} own", percent(found.share(found.own_words)));
    let parts: Vec<String> = std::iter::once(own).chain(sources.map(part)).collect();
    let name = model.names.of(name).fit((room / 2).max(1));
    let room = room.saturating_sub(columns(stale) + columns(&name) + 2);
    format!("{stale}{name}: {}", join_fitting(&parts, room))
}

const CHANCE: &str = "  few words: may be chance";
/// Remark on a source whose words are all in sources before it. Only phrases across those sources are new.
const NO_WORD: &str = "  no word that others lack";

/// Remark on a source whose pair with the text is not in the list.
const HIDDEN: &str = "  hidden by a rule";

/// Returns true if the source adds no evidence to the sources before it.
const fn is_quiet(source: &TextSource, words: u32) -> bool {
    source.adds_words == 0 || source.is_slight(words)
}

const fn remark_on(source: &TextSource, words: u32) -> &'static str {
    match source.adds_words {
        _ if source.is_hidden => HIDDEN,
        0 => NO_WORD,
        _ if source.is_slight(words) => CHANCE,
        _ => "",
    }
}

const CELLS: (u16, u16) = (6, 8);
/// Columns of the sign of a mark, with the blank after it.
const SIGN: u16 = 2;

fn sources(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, areas: &SourceAreas) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let mut pen = canvas.pen(areas.columns);
    pen.skip(1).put_cell("share of words", CELLS.0 + CELLS.1, true, theme.quiet);
    let found = &answer.found.sources;
    let name = name_at(found.sources.len());
    pen.move_to(name).put("B", theme.key).put(" source", theme.quiet);
    let all = found.sources.iter().enumerate().skip(list.cursor.top);
    for (row, (index, source)) in all.take(usize::from(areas.rows.height)).enumerate() {
        let is_selected = index == list.cursor.selected;
        let mut pen = canvas.row(areas.rows, row as u16);
        pen.put(if is_selected { "▸" } else { " " }, theme.strong);
        pen.put_cell(&percent(found.share(source.adds_words)), CELLS.0, true, theme.strong);
        let words = thousands(u64::from(source.adds_words));
        pen.put_cell(&words, CELLS.1, true, Style::new()).skip(1);
        let tint = theme.passage_style(&answer.tints, index, is_selected);
        pen.put(&format!(" {} ", index + 1), tint);
        let decided = model.decisions.of_docs(&found.text, &source.doc);
        let sign = name - SIGN;
        pen.move_to(sign).put(decided.map_or(" ", sign_of), theme.strong).move_to(name);
        let words = found.text.words;
        let style = if is_quiet(source, words) { theme.quiet } else { Style::new() };
        let remark = if pen.free_width() >= 40 { remark_on(source, words) } else { "" };
        let room = pen.free_width().saturating_sub(columns(remark));
        pen.put_elided(&names(model, source, room), room, style).put(remark, theme.quiet);
        if is_selected {
            let style = theme.selection_look(model.focus == Focus::List).row;
            pen.move_to(0).set_cells_style(1 + CELLS.0 + CELLS.1, style);
            pen.move_to(sign).set_cells_style(areas.rows.width.saturating_sub(sign), style);
        }
    }
    let share = |words| percent(found.share(words));
    let rest = [
        (found.elsewhere > 0).then(|| {
            let words = found.elsewhere_words;
            (share(words), words, "~", "others, each too few")
        }),
        Some((share(found.own_words), found.own_words, " ", "own: in no shared run")),
        (found.uncounted_words > 0)
            .then(|| (String::new(), found.uncounted_words, " ", "not counted")),
    ];
    for (row, (share, words, sign, what)) in (0..areas.rest.height).zip(rest.into_iter().flatten())
    {
        let mut pen = canvas.row(areas.rest, row);
        pen.skip(1).put_cell(&share, CELLS.0, true, theme.quiet);
        pen.put_cell(&thousands(u64::from(words)), CELLS.1, true, theme.quiet);
        pen.skip(2).put(sign, theme.quiet);
        let room = pen.move_to(name).free_width();
        pen.put_truncated(what, room, theme.quiet);
    }
}

/// Returns the column of the names, after the numbers of `sources` sources and a sign.
fn name_at(sources: usize) -> u16 {
    1 + CELLS.0 + CELLS.1 + 1 + columns(&format!(" {sources} ")) + 1 + SIGN
}

/// Names a source and its copies in equal parts of `room` columns.
fn names(model: &Model, source: &TextSource, room: u16) -> String {
    let copies = std::iter::once(&source.doc.path).chain(&source.copies);
    let signs = source.copies.len() as u16;
    let each = room.saturating_sub(signs.saturating_mul(3)) / signs.saturating_add(1);
    copies.map(|path| model.names.of(path).fit(each)).collect::<Vec<_>>().join(" = ")
}

fn about(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let Some((source, answer)) = list.selected_source().zip(list.answer.as_ref()) else { return };
    let found = &answer.found.sources;
    let text = &found.text;
    let mut pen = canvas.pen(inset(area));
    let contents = [text, &source.doc].map(|doc| doc.file.content);
    let decided = model.decisions.of_docs(text, &source.doc);
    let decided = decided.map(|one| {
        let direction = describe_direction(one, contents, ["A", "B"]);
        describe_mark(one, source.overlap.overlap(), &direction)
    });
    let (original, [of_a, of_b]) =
        source.origin(text, ["A", "B"], if area.height <= 2 { 1 } else { 3 });
    let words = format!(
        "{} of A's {} are in B",
        thousands(source.covers_words),
        format_count(found.counted_words(), "counted word")
    );
    let chance = describe_doubt(source, text.words);
    let order = explain_order(list.sources(), list.cursor.selected);
    // With few rows the ties get one row, else up to two.
    let ties =
        ties(model, source, if area.height <= 2 { pen.free_width() } else { 2 * pen.free_width() });
    // With few rows, all hints at the original share one row.
    if area.height <= 2 {
        let original = original.map(|original| format!("{original}; {of_a}; {of_b}"));
        let first = chance.map(String::from).or(decided).or(ties);
        for line in [first, original, Some(words)].into_iter().flatten().take(2) {
            let room = pen.free_width();
            pen.put_truncated(&line, room, theme.quiet).move_down();
        }
        return;
    }
    pen.move_down();
    let name = format!("B {}", names(model, source, u16::MAX));
    pen.put_paragraph(&name, theme.strong);
    if let Some(decided) = decided {
        pen.put_paragraph(&decided, theme.strong);
    }
    if let Some(chance) = chance {
        pen.put_paragraph(chance, theme.strong);
    }
    let undated = "The dates do not say which of the two came first.".to_string();
    let original = [original.unwrap_or(undated), of_a, of_b];
    if let Some(ties) = ties {
        pen.put_paragraph(&ties, theme.strong);
    }
    for line in order.iter().chain([&words]).chain(&original) {
        pen.put_paragraph(line, theme.quiet);
    }
}

/// Warns about a source that adds few or no words to a text of `words` words.
fn describe_doubt(source: &TextSource, words: u32) -> Option<&'static str> {
    if source.adds_words == 0 {
        return Some("Earlier sources have each of its words: only shingles across them are new.");
    }
    source.is_slight(words).then_some("So few words may be chance or common wording.")
}

/// Explains why a source adds more words than the source before.
fn explain_order(sources: &[TextSource], index: usize) -> Option<String> {
    let (source, before) = (sources.get(index)?, sources.get(index.checked_sub(1)?)?);
    (before.adds_words < source.adds_words).then(|| {
        format!(
            "Sources are in the order of the shingles that they add: {} here, {} before. Their words may be more or fewer.",
            thousands(u64::from(source.adds)),
            thousands(u64::from(before.adds))
        )
    })
}

/// Names other documents with the words that a source adds, within `room` columns.
fn ties(model: &Model, source: &TextSource, room: u16) -> Option<String> {
    const LEAD: &str = "As much is in ";
    let all = source.ties_found as usize;
    let named = some_of(model, (&source.ties, all), room, LEAD);
    (all > 0).then(|| format!("{LEAD}{named}."))
}

/// Draws the document's name, the section on the screen, and facts about the document.
fn title(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let info = &answer.found.sources.text;
    let mut pen = canvas.pen(area);
    let section =
        answer.found.section_at(answer.rows.row_start(model.states.get::<SourceList>().top));
    let section = section.map_or_else(String::new, |section| format!(" · {}", visible(&section)));
    pen.skip(1).put("A ", theme.key);
    let room = pen.free_width().saturating_sub(columns(&section));
    pen.put(&model.names.of(&info.path).fit(room), theme.strong);
    pen.put(&section, theme.strong);
    let room = pen.free_width();
    pen.put(&facts(info, None, &answer.found.sources.params, room), theme.quiet);
}

fn text(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, areas: &SourceAreas) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let whole = &answer.found.text;
    let mine = answer.found.words.get(list.cursor.selected).map_or(&[][..], Vec::as_slice);
    let active = list.active_passage().map(|one| rows_of(&answer.rows, one.passage.a));
    // Between two runs of one source, the text may have words of its own.
    let apart = |counted| PassageLook { counted, between: Style::new() };
    let tint = |source: Option<u32>| match source {
        None => apart(Style::new().add_modifier(Modifier::ITALIC)),
        Some(source) => {
            let source = source as usize;
            let is_selected = source == list.cursor.selected;
            apart(theme.passage_look(&answer.tints, Some(source), is_selected).counted)
        }
    };
    // A number is before the first of several rows with the same sources.
    let mut before: Vec<Option<u32>> = Vec::new();
    for y in 0..areas.text.height {
        let row = list.top + usize::from(y);
        let Some(range) = answer.rows.range(row, whole.len()) else { break };
        let highlights = touching(&answer.highlights, &range, |lit| lit.span);
        let mut pen = canvas.row(areas.gutter, y);
        let mut numbers: Vec<Option<u32>> = highlights.iter().map(|lit| lit.passage).collect();
        numbers.dedup();
        if numbers != before {
            gutter(&mut pen, &numbers, answer, theme);
        }
        before = numbers;
        if let Some((first, last)) = active
            && (first..=last).contains(&row)
        {
            let bracket = match (row == first, row == last) {
                (true, true) => "[",
                (true, false) => "┏",
                (false, true) => "┗",
                (false, false) => "┃",
            };
            pen.move_to(areas.gutter.width.saturating_sub(2)).put(bracket, theme.strong);
        }
        let part = TextPart {
            text: whole,
            range,
            highlights,
            marked: (mine, theme.strong),
            width: answer.rows.width(),
            ..TextPart::default()
        };
        draw(&part, tint, theme, &mut canvas.row(areas.text, y));
    }
}

/// Writes the numbers of the sources of a row, in the order of its words. `None` means other documents.
fn gutter(pen: &mut Pen<'_>, numbers: &[Option<u32>], answer: &LaidSources, theme: &Theme) {
    let mut once: Vec<Option<u32>> = Vec::new();
    for number in numbers {
        if !once.contains(number) {
            once.push(*number);
        }
    }
    let written = |number: &Option<u32>| match number {
        None => "~".to_string(),
        Some(number) => (number + 1).to_string(),
    };
    let room = pen.width().saturating_sub(2);
    let wide = |numbers: &[Option<u32>]| {
        let all: u16 = numbers.iter().map(|number| columns(&written(number))).sum();
        all + numbers.len().saturating_sub(1) as u16
    };
    let fitting = (0..=once.len()).rev().find(|count| {
        let more = u16::from(*count < once.len());
        wide(&once[..*count]) + more <= room
    });
    let fitting = fitting.unwrap_or(0);
    let more = if fitting < once.len() { "+" } else { "" };
    pen.skip(room.saturating_sub(wide(&once[..fitting]) + columns(more)));
    for (place, number) in once[..fitting].iter().enumerate() {
        let style = match *number {
            None => theme.quiet,
            Some(number) => theme.passage_style(&answer.tints, number as usize, false),
        };
        pen.put(if place > 0 { "," } else { "" }, theme.quiet).put(&written(number), style);
    }
    pen.put(more, theme.quiet);
}

fn status(model: &Model, answer: &LaidSources, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let list: &SourceList = model.states.get();
    let mut pen = canvas.pen(area);
    pen.skip(1);
    let Some(source) = list.selected_source() else {
        let none = "No other document of the folder shares a shingle with it.";
        let width = pen.free_width();
        pen.put_truncated(none, width, theme.quiet);
        return;
    };
    let index = list.cursor.selected;
    pen.put(&format!(" {} ", index + 1), theme.passage_style(&answer.tints, index, true)).skip(1);
    let width = pen.free_width();
    let Some(SourcePassage { passage, adds, also, also_found, .. }) = list.active_passage() else {
        let is_its = |problem: &&Problem| problem.path == source.doc.path;
        let why = match (answer.found.sources.problems.iter().find(is_its), source.single_runs) {
            (Some(problem), _) => format!("Its passages are not known: {}", problem.reason),
            (None, Some(single)) => format!("No shared passage, {single}."),
            (None, None) => "No shared passage.".to_string(),
        };
        pen.put_truncated(&visible(&why), width, theme.quiet);
        return;
    };
    let place = placed(passage, list.passage + 1, source.passages.len(), "the text");
    let adds = match u64::from(*adds) {
        0 => "adds no word".to_string(),
        adds => format!("adds {}", format_count(adds, "counted word")),
    };
    let line = format!("{place} · {adds} · {}", passage.likeness());
    let (lead, room) = (" · also in ", width.saturating_sub(columns(&line) + 3));
    let also = some_of(model, (also, *also_found as usize), room, lead);
    let also = if *also_found > 0 { format!("{lead}{also}") } else { String::new() };
    pen.put_truncated(&format!("{line}{also}"), width, theme.quiet);
}

/// Names the first of `all` documents, as many as fit after `lead`.
fn some_of(model: &Model, (some, all): (&[DocPath], usize), room: u16, lead: &str) -> String {
    let mut named = String::new();
    let mut count = 0;
    for path in some {
        let comma = if count == 0 { "" } else { ", " };
        let part = format!("{named}{comma}{}", model.names.of(path));
        let left = all - count - 1;
        let more =
            if left == 0 { 0 } else { columns(&format!(" and {} more", thousands(left as u64))) };
        if columns(&part) + more + columns(lead) > room {
            break;
        }
        (named, count) = (part, count + 1);
    }
    match (count, all.saturating_sub(count)) {
        (0, _) => format_count(all as u64, "other"),
        (_, 0) => named,
        (_, left) => format!("{named} and {} more", thousands(left as u64)),
    }
}
