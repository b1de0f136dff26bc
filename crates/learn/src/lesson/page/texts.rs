//! Figures of the first steps: the texts, their words, and the forms of words.

use std::collections::HashSet;

use unicode_width::UnicodeWidthStr as _;

use super::flow::Flow;
use crate::lesson::side::{FormReason, LessonSide, WordForm};
use crate::lesson::step::{FigurePiece, LETTERS, quoted_piece, text_piece};
use crate::lesson::subject::translate_to_english;
use crate::lesson::{FigureRow, Ink, Lesson};
use base::numbers::format_count;
use shingle_core::pipeline::Highlight;

/// Writes a row with letter, `about` and name. The name comes last, because it may be long.
pub(super) fn write_heading(flow: &mut Flow, which: usize, side: &LessonSide, about: &str) {
    let mut row = vec![text_piece(LETTERS[which], Ink::Letter), text_piece("  ", Ink::Plain)];
    if !about.is_empty() {
        row.push(text_piece(format!("{about}  "), Ink::Strong));
    }
    row.push(quoted_piece(&side.name.to_string(), Ink::Quiet));
    flow.set_indent(0).push_row(row).set_indent(2);
}

/// Adds a row, with the words in English if there is room.
pub(super) fn push_translated_row(
    flow: &mut Flow,
    mut row: FigureRow,
    lesson: &Lesson,
    words: &str,
) {
    let used: usize = row.iter().map(|piece| piece.text.width()).sum();
    let english = lesson.subject.gloss.and_then(|_| translate_to_english(words));
    let english = english.map(|english| format!("  ({english})"));
    let english = english.filter(|one| used + one.len() <= flow.width());
    row.extend(english.map(|one| text_piece(one, Ink::Quiet)));
    flow.push_row(row);
}

pub(super) fn write_raw_texts(flow: &mut Flow, lesson: &Lesson) {
    for (which, side) in lesson.sides.iter().enumerate() {
        let about = if side.excerpt.is_shortened() {
            format!("an excerpt, from byte {} of {}", side.excerpt.before, side.excerpt.whole)
        } else {
            String::new()
        };
        write_heading(flow.push_blank_row(), which, side, &about);
        write_highlighted(flow, &side.document.text, &[]);
        if let Some(gloss) = lesson.subject.gloss {
            flow.end_row().push_sentence(&format!("In English: {}", gloss[which]), Ink::Quiet);
        }
    }
}

pub(super) fn write_translation(flow: &mut Flow, lesson: &Lesson) {
    for (letter, english) in LETTERS.iter().zip(lesson.subject.gloss.iter().flatten()) {
        flow.set_indent(0).push_sentence(&format!("{letter} in English: {english}"), Ink::Quiet);
    }
}

pub(super) fn write_highlighted(flow: &mut Flow, text: &str, highlights: &[Highlight]) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut at = start;
        for token in line.split_inclusive(char::is_whitespace) {
            let (from, word) = (at, token.trim_end());
            at += token.len();
            if word.is_empty() {
                continue;
            }
            let before =
                (from as u32).checked_sub(1).and_then(|byte| highlight_at(highlights, byte));
            let gap = before.filter(|one| highlight_at(highlights, from as u32) == Some(*one));
            let pieces = split_at_highlights(word, from, highlights);
            flow.push_group(pieces, gap.unwrap_or(Ink::Plain));
        }
        start += line.len();
        flow.end_row();
    }
}

/// Returns the role of the passage at a byte, if any.
fn highlight_at(highlights: &[Highlight], byte: u32) -> Option<Ink> {
    let place = highlights.partition_point(|one| one.span.end <= byte);
    let here = highlights.get(place).filter(|one| one.span.start <= byte)?;
    Some(here.passage.map_or(Ink::Shared, Ink::Passage))
}

fn split_at_highlights(word: &str, from: usize, highlights: &[Highlight]) -> Vec<FigurePiece> {
    let owner = |place: usize| highlight_at(highlights, (from + place) as u32);
    let places: Vec<usize> = word.char_indices().map(|(place, _)| place).collect();
    let together = places.chunk_by(|one, next| owner(*one) == owner(*next));
    let starts: Vec<usize> = together.filter_map(|places| places.first().copied()).collect();
    let ends = starts.iter().skip(1).copied().chain([word.len()]);
    let piece = |(start, end): (&usize, usize)| {
        let ink = owner(*start).unwrap_or(Ink::Plain);
        quoted_piece(word.get(*start..end).unwrap_or_default(), ink)
    };
    starts.iter().zip(ends).map(piece).collect()
}

pub(super) fn write_words(flow: &mut Flow, lesson: &Lesson) {
    for (which, side) in lesson.sides.iter().enumerate() {
        let about = format_count(side.document.words.len(), "word");
        write_heading(flow.push_blank_row(), which, side, &about);
        for word in &side.document.words {
            let stroke = text_piece("│", Ink::Quiet);
            flow.push_group(vec![quoted_piece(&word.text, Ink::Plain), stroke], Ink::Plain);
        }
    }
    write_translation(flow.push_blank_row(), lesson);
}

pub(super) fn write_canonical_forms(flow: &mut Flow, lesson: &Lesson) {
    for (which, side) in lesson.sides.iter().enumerate() {
        let about = format!("{} left", format_count(side.document.canonical.len(), "word"));
        write_heading(flow.push_blank_row(), which, side, &about);
        for form in &side.forms {
            flow.push_piece(match &form.counts_as {
                None => quoted_piece(&form.read, Ink::Dropped),
                Some(form_as) if form.reason == FormReason::AsItIs => {
                    quoted_piece(form_as, Ink::Plain)
                }
                Some(form_as) => quoted_piece(form_as, Ink::Changed),
            });
        }
    }
    write_changed_words_by_reason(flow.push_blank_row(), lesson);
    write_translation(flow.push_blank_row(), lesson);
}

fn write_changed_words_by_reason(flow: &mut Flow, lesson: &Lesson) {
    let mut known = HashSet::new();
    let mut all: Vec<(String, Vec<FigureRow>)> = Vec::new();
    let forms = lesson.sides.iter().flat_map(|side| &side.forms);
    let changes = |form: &&WordForm| form.reason != FormReason::AsItIs || form.written.is_some();
    for form in forms.filter(changes).filter(|form| known.insert(*form)) {
        let mut change = Vec::new();
        if let Some(written) = &form.written {
            change.push(quoted_piece(written, Ink::Plain));
            change.push(text_piece(" read ", Ink::Quiet));
        }
        change.push(quoted_piece(&form.read, Ink::Plain));
        let why = match (&form.counts_as, &form.reason) {
            (Some(_), FormReason::AsItIs) | (None, _) => describe_reason(&form.reason),
            (Some(counts_as), reason) => {
                change.push(text_piece(" → ", Ink::Quiet));
                change.push(quoted_piece(counts_as, Ink::Changed));
                let last = match reason {
                    FormReason::Stemmed => Some("stem"),
                    FormReason::Singular => Some("singular"),
                    _ => None,
                };
                let letters = form.letters.iter().copied();
                let why: Vec<&str> = letters
                    .filter(|step| last.is_none() || *step != "small letters")
                    .chain(last)
                    .collect();
                why.join(", ")
            }
        };
        match all.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, changes)) => changes.push(change),
            None => all.push((why, vec![change])),
        }
    }
    for (why, mut changes) in all {
        let last = changes.len() - 1;
        for change in changes.iter_mut().take(last) {
            change.push(text_piece(",", Ink::Quiet));
        }
        flow.set_indent(0).push_sentence(&format!("{why}:"), Ink::Quiet);
        for change in changes {
            flow.push_group(change, Ink::Plain);
        }
    }
}

fn describe_reason(reason: &FormReason) -> String {
    match reason {
        FormReason::Dropped(by) => format!("dropped, {by}"),
        FormReason::IgnoredPart(part) => format!("left out, {}", part.name()),
        _ => "with other characters".into(),
    }
}
