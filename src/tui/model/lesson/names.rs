//! The row with the names of all steps of the lesson.

use shingle::lesson::{Step, step::StepKind};

use super::OpenLesson;
use crate::tui::drawing::glyphs::columns;

/// Columns of the names that are mostly there: that of the current step, of the pitfalls and of the terms.
const NAMES: u16 = 26;

/// The steps that fit into a row of this width, each with its first column: all with their names, or those farthest from
/// the current one by their numbers only, so that the pitfalls are seen from the start.
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
    // Where even numbers have no room with two blanks between them, one is enough.
    let digits = (1..=all.len()).map(|number| if number < 10 { 3 } else { 4 }).sum::<u16>();
    let gap = if digits + NAMES < width { 2 } else { 1 };
    let wide = |names: &[String]| names.iter().map(|name| columns(name) + gap).sum::<u16>();
    let is_stage = |index: &usize| {
        lesson.steps.get(*index).is_some_and(|step| StepKind::STAGES.contains(&step.kind))
    };
    let mut farthest: Vec<usize> = (0..all.len()).filter(is_stage).collect();
    farthest.sort_by_key(|index| std::cmp::Reverse(index.abs_diff(open_lesson.step)));
    farthest.retain(|index| *index != open_lesson.step);
    // The terms last.
    farthest.extend((0..all.len()).rev().find(|index| *index != open_lesson.step));
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

/// The step whose name is at a column of that row.
pub(crate) fn name_at(open_lesson: &OpenLesson, width: u16, column: u16) -> Option<usize> {
    let names = names(open_lesson, width);
    let hit = names.iter().find(|(_, x, name)| (*x..*x + columns(name)).contains(&column));
    hit.map(|(index, _, _)| *index)
}
