//! A step of a lesson as a drawing, and all of them as a film for asciinema: the sentences, then the picture, which in a film moves.

use std::io::Write;

use maud::{Markup, html};
use serde_json::json;

use shingle::lesson::page::figure;
use shingle::lesson::step::own;
use shingle::lesson::{FigureRoom, FigureRow, Flow, Ink, Lesson, Step};

use super::{handout::title, out::Stop};

/// Columns and rows of a film, and columns of a drawing.
const SIZE: (usize, usize) = (100, 36);
/// Points of the font of a drawing: across and down.
const FONT: (usize, usize) = (9, 19);
/// Seconds that a step stands, and that a point rests.
const STANDS: f64 = 12.0;
const RESTS: f64 = 0.7;
/// How often a point moves.
const MOVES: usize = 6;

/// The heading, the sentences and the picture of a step.
fn rows(
    lesson: &Lesson,
    number: usize,
    step: &Step,
    height: Option<usize>,
    moved: usize,
) -> Vec<FigureRow> {
    let mut flow = Flow::new(SIZE.0 - 2);
    flow.row(vec![own(format!("{number}. {}", step.title), Ink::Strong)]).blank();
    match height {
        None => {
            for paragraph in &step.paragraphs {
                flow.say(paragraph, Ink::Plain).end();
            }
        }
        // What is long has its short form, as for an audience.
        Some(_) => {
            flow.say(&step.brief, Ink::Plain).end();
        }
    }
    flow.blank();
    let height = height.map(|height| height.saturating_sub(flow.count() + 1));
    let room = FigureRoom { width: SIZE.0 - 2, height, position: step.first + moved };
    flow.rows(figure(lesson, step, room).rows);
    flow.finish()
}

/// Prints a step as a drawing; `number` counts from 1.
pub(crate) fn svg(out: &mut impl Write, lesson: &Lesson, number: usize) -> Result<(), Stop> {
    let Some(step) = number.checked_sub(1).and_then(|at| lesson.steps.get(at)) else {
        let last = lesson.steps.len();
        return Err(Stop::Failed(format!("--at {number}: no such step; expected 1 to {last}")));
    };
    let rows = rows(lesson, number, step, None, 0);
    let (width, height) = (SIZE.0 * FONT.0, (rows.len() + 2) * FONT.1);
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) }
            font-family="ui-monospace, 'DejaVu Sans Mono', monospace" font-size="15" role="img" {
            title { (step.title) }
            rect width="100%" height="100%" fill="#ffffff" {}
            @for (at, row) in rows.iter().enumerate() {
                text x=(FONT.0) y=((at + 2) * FONT.1) fill="#1c2024" xml:space="preserve" {
                    @for piece in row { (span(piece.ink, &piece.text)) }
                }
            }
        }
    };
    Ok(writeln!(out, "{}", drawing.into_string())?)
}

/// A piece of a drawing in its role.
fn span(ink: Ink, text: &str) -> Markup {
    let (colour, weight, line) = match ink {
        Ink::Plain => return html! { (text) },
        Ink::Quiet => ("#545b66", "normal", "none"),
        Ink::Strong => ("#1c2024", "bold", "none"),
        Ink::Letter => ("#00558c", "bold", "none"),
        Ink::Passage(_) | Ink::Shared => ("#6b2a8c", "bold", "underline"),
        Ink::Dropped => ("#545b66", "normal", "line-through"),
        Ink::Changed => ("#1c2024", "bold", "underline"),
        Ink::Now => ("#9c1515", "bold", "none"),
    };
    html! { tspan fill=(colour) font-weight=(weight) text-decoration=(line) { (text) } }
}

/// Prints a walk through all steps as a film of asciinema, version 2.
pub(crate) fn cast(out: &mut impl Write, lesson: &Lesson) -> Result<(), Stop> {
    let title = title(lesson);
    let head = json!({ "version": 2, "width": SIZE.0, "height": SIZE.1, "title": title });
    writeln!(out, "{head}")?;
    let mut time = 0.0;
    for (at, step) in lesson.steps.iter().enumerate() {
        let moves = if step.kind.moves().is_some() { MOVES } else { 0 };
        for moved in 0..=moves {
            let rows = rows(lesson, at + 1, step, Some(SIZE.1), moved);
            let lines: Vec<String> = rows.iter().take(SIZE.1).map(coloured).collect();
            let frame = format!("\u{1b}[2J\u{1b}[H {}", lines.join("\r\n "));
            writeln!(out, "{}", json!([time, "o", frame]))?;
            time += if moved == 0 { STANDS } else { RESTS };
        }
    }
    Ok(())
}

/// A row with the colours of a terminal.
fn coloured(row: &FigureRow) -> String {
    let piece = |code: &str, text: &str| format!("\u{1b}[{code}m{text}\u{1b}[0m");
    row.iter()
        .map(|one| match one.ink {
            Ink::Plain => one.text.clone(),
            Ink::Quiet => piece("37", &one.text),
            Ink::Strong => piece("1", &one.text),
            Ink::Letter => piece("1;36", &one.text),
            Ink::Passage(_) | Ink::Shared => piece("30;43", &one.text),
            Ink::Dropped => piece("9", &one.text),
            Ink::Changed => piece("1;4", &one.text),
            Ink::Now => piece("7", &one.text),
        })
        .collect()
}
