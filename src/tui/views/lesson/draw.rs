//! Draws a step of the lesson: title, names of all steps, a few sentences, and a figure.
//!
//! ```text
//! ── 4 of 19: A window of 3 words slides along ───────────────────────────────── ←/→ step, ↓/↑ window ──
//!  1 texts  2 words  3 forms  4 window  5 hash  6 sets  7 score  8 index  9 modulo  10
//!  A window shows 3 words in a row and moves on by one word …
//!  A  shingle 5 of 21  club.txt
//!                                                                                  ▼ more below: PgDn
//! ```

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::drawing::{
    Canvas, Pen, Theme,
    glyphs::{columns, join_fitting},
};
use crate::tui::keys::key_map::{key_back, key_of};
use crate::tui::model::Layer as _;
use crate::tui::views::lesson::OpenLesson;
use crate::tui::words::names::ShortNames;
use crate::tui::{actions::KeyName, layout::parts::lesson_areas, view::projector::large};
use shingle::lesson::{FigureRow, Flow, Ink, Step, step::StepKind};

/// Most rows of brief sentences.
const BRIEF: usize = 3;

pub(crate) fn header(
    open_lesson: &OpenLesson,
    names: &ShortNames,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let mut pen = canvas.pen(area);
    pen.put(" shingle ", theme.brand).skip(1).put("lesson on ", theme.quiet);
    let doing = if open_lesson.awaits() { "computing" } else { "" };
    let room = pen.free_width().saturating_sub(columns(doing) + 8) / 2;
    let [a, b] = open_lesson.subject.names.each_ref().map(|path| names.of(path).fit(room));
    pen.put("A ", theme.key).put(&a, theme.strong);
    pen.put("  B ", theme.key).put(&b, theme.strong);
    if !doing.is_empty() {
        pen.move_to(area.width.saturating_sub(columns(doing) + 1)).put(doing, theme.pending);
    }
}

/// Draws the step. In the projector's view, the number of the step is large.
pub(crate) fn render(
    open_lesson: &OpenLesson,
    is_projected: bool,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let areas = lesson_areas(area, is_projected);
    let Some((lesson, step)) = open_lesson.now() else {
        canvas.rule(areas.title, ("Lesson", theme.focused), "");
        let text = open_lesson.refused.as_deref().unwrap_or("preparing the lesson …");
        canvas.pen(areas.page).put_paragraph(text, theme.strong);
        return;
    };
    let title = format!("{} of {}: {}", open_lesson.step + 1, lesson.steps.len(), step.title);
    let moves = format!("↓/↑ {}", step.kind.moves().unwrap_or("scroll"));
    let remark = join_fitting(&["←/→ step", &moves], area.width / 3);
    canvas.rule(areas.title, (&title, theme.focused), &remark);
    if areas.strip.height > 0 {
        for (index, x, name) in names(open_lesson, areas.strip.width) {
            let style = if index == open_lesson.step { theme.selected } else { theme.quiet };
            canvas.pen(areas.strip).move_to(x).put(&name, style);
        }
    }
    let effect = if areas.large.height > 0 && !open_lesson.is_hidden() {
        let used = number(step, canvas, areas.large);
        let effect = areas.effect;
        Rect { x: effect.x + used, width: effect.width.saturating_sub(used), ..effect }
    } else {
        areas.effect
    };
    let page = open_lesson.page(&areas);
    let last = Rect { y: areas.page.bottom().saturating_sub(1), height: 1, ..areas.page };
    let place = if areas.large.height > 0 { effect } else { last };
    let way = if page.is_cut() { draw_more_hint(page.top < page.last(), canvas, place) } else { 0 };
    let news = open_lesson.refused.as_ref().or(open_lesson.effect.as_ref());
    if let Some(text) = news {
        let taken = if areas.large.height > 0 { way } else { 0 };
        let room = effect.width.saturating_sub(2 + taken);
        canvas.pen(effect).skip(1).put_truncated(text, room, theme.key);
    }
    let mut pen = canvas.pen(areas.page);
    for row in page.rows.iter().skip(page.top).take(page.height) {
        draw(&mut pen, row, open_lesson, theme);
    }
}

/// Names the key that shows the hidden part. Returns the columns used, with a blank before them.
fn draw_more_hint(is_below: bool, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let theme = canvas.theme;
    let (text, key) = if is_below {
        ("▼ more below: ", key_of(KeyName::Page))
    } else {
        ("▲ the end, back: ", key_back(KeyName::Page))
    };
    let wide = columns(text) + columns(&key);
    let x = area.width.saturating_sub(wide);
    canvas.pen(area).move_to(x).put(text, theme.quiet).put(&key, theme.key);
    wide + 1
}

/// Draws the number of a step, its unit, and the brief sentences beside it. Returns the columns of the number.
fn number(step: &Step, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let theme = canvas.theme;
    // A long number gets half of the columns.
    let used = [3, 2].into_iter().find_map(|part| {
        let digits = Rect { width: area.width / part, ..area };
        Some(large(&step.number.text, theme.key, canvas, digits)).filter(|used| *used > 0)
    });
    let used = used.unwrap_or(0);
    let number_width = if used > 0 { used + 2 } else { 0 };
    let right =
        Rect { x: area.x + number_width, width: area.width.saturating_sub(number_width), ..area };
    let mut flow = Flow::new(usize::from(right.width.saturating_sub(1)));
    flow.say(&step.brief, Ink::Plain);
    let mut pen = canvas.pen(right);
    if used == 0 {
        pen.put(&step.number.text, theme.key).skip(1);
    }
    let room = pen.free_width();
    pen.put_truncated(&step.number.counts, room, theme.strong).move_down();
    for row in flow.finish().iter().take(BRIEF) {
        for piece in row {
            pen.put(&piece.text, Style::new());
        }
        pen.move_down();
    }
    number_width
}

fn draw(pen: &mut Pen<'_>, row: &FigureRow, open_lesson: &OpenLesson, theme: &Theme) {
    for piece in row {
        pen.put(&piece.text, style(piece.ink, open_lesson, theme));
    }
    pen.move_down();
}

fn style(ink: Ink, open_lesson: &OpenLesson, theme: &Theme) -> Style {
    match ink {
        Ink::Plain => Style::new(),
        Ink::Quiet => theme.quiet,
        Ink::Strong => theme.strong,
        Ink::Letter => theme.key,
        Ink::Passage(passage) => theme.passage_style(&open_lesson.tints, passage as usize, false),
        Ink::Shared => theme.tint_style(0, false),
        Ink::Dropped => theme.quiet.add_modifier(Modifier::CROSSED_OUT),
        Ink::Changed => theme.differs,
        Ink::Now => theme.pending.add_modifier(Modifier::BOLD),
    }
}

/// Columns of the usual names: current step, pitfalls and terms.
const NAMES: u16 = 26;

/// Returns the steps that fit into a row, each with its first column and its name. In a narrow row the steps farthest
/// from the current step have only numbers.
pub(crate) fn names(open_lesson: &OpenLesson, width: u16) -> Vec<(usize, u16, String)> {
    let Some(lesson) = &open_lesson.lesson else { return Vec::new() };
    let name = |index: usize, step: &Step| match step.kind {
        StepKind::Background(_) => (index + 1).to_string(),
        StepKind::Pitfall(pitfall) if pitfall > 0 => (index + 1).to_string(),
        StepKind::Pitfall(_) => format!("{} pitfalls", index + 1),
        kind => format!("{} {}", index + 1, kind.name()),
    };
    let mut all: Vec<String> =
        lesson.steps.iter().enumerate().map(|(index, step)| name(index, step)).collect();
    // Numbers that do not fit with two blanks between them get one blank.
    let digits = (1..=all.len()).map(|number| if number < 10 { 3 } else { 4 }).sum::<u16>();
    let gap = if digits + NAMES < width { 2 } else { 1 };
    let wide = |names: &[String]| names.iter().map(|name| columns(name) + gap).sum::<u16>();
    let is_stage = |index: &usize| {
        lesson.steps.get(*index).is_some_and(|step| StepKind::STAGES.contains(&step.kind))
    };
    let mut farthest: Vec<usize> = (0..all.len()).filter(is_stage).collect();
    farthest.sort_by_key(|index| std::cmp::Reverse(index.abs_diff(open_lesson.step)));
    farthest.retain(|index| *index != open_lesson.step);
    let others = (0..all.len()).filter(|index| !is_stage(index) && *index != open_lesson.step);
    farthest.extend(others);
    for index in farthest {
        if wide(&all) < width {
            break;
        }
        all[index] = (index + 1).to_string();
    }
    let mut first = 0;
    while wide(all.get(first..=open_lesson.step).unwrap_or_default()) + 2 > width
        && first < open_lesson.step
    {
        first += 1;
    }
    let mut x = 1;
    let mut rows = Vec::new();
    for (index, name) in all.into_iter().enumerate().skip(first) {
        let next = x + columns(&name) + gap;
        if next > width + gap {
            break;
        }
        rows.push((index, x, name));
        x = next;
    }
    rows
}

pub(super) fn name_at(open_lesson: &OpenLesson, width: u16, column: u16) -> Option<usize> {
    let names = names(open_lesson, width);
    let hit = names.iter().find(|(_, x, name)| (*x..*x + columns(name)).contains(&column));
    hit.map(|(index, _, _)| *index)
}
