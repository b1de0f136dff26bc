//! Draws a step of a lesson: sentences, then the figure.

use std::io::Write;

use maud::{Markup, html};

use shingle::lesson::page::draw_figure;
use shingle::lesson::step::lesson_text;
use shingle::lesson::{FigureRow, Flow, Ink, Lesson, Step};

use super::out::Stop;

const COLUMNS: usize = 100;
/// Width and height of a character, in points.
const FONT: (usize, usize) = (9, 19);

fn rows_of_step(lesson: &Lesson, number: usize, step: &Step) -> Vec<FigureRow> {
    let width = COLUMNS - 2;
    let mut flow = Flow::new(width);
    flow.row(vec![lesson_text(format!("{number}. {}", step.title), Ink::Strong)]).blank();
    for paragraph in &step.paragraphs {
        flow.push_sentence(paragraph, Ink::Plain).end();
    }
    flow.blank();
    flow.rows(draw_figure(lesson, step, width, None));
    flow.finish()
}

pub(crate) fn write_svg(out: &mut impl Write, lesson: &Lesson, number: usize) -> Result<(), Stop> {
    let Some(step) = number.checked_sub(1).and_then(|at| lesson.steps.get(at)) else {
        let last = lesson.steps.len();
        return Err(Stop::Failed(format!("--at {number}: no such step; expected 1 to {last}")));
    };
    let rows = rows_of_step(lesson, number, step);
    let (width, height) = (COLUMNS * FONT.0, (rows.len() + 2) * FONT.1);
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) }
            font-family="ui-monospace, 'DejaVu Sans Mono', monospace" font-size="15" role="img" {
            title { (step.title) }
            rect width="100%" height="100%" fill="#ffffff" {}
            @for (at, row) in rows.iter().enumerate() {
                text x=(FONT.0) y=((at + 2) * FONT.1) fill="#1c2024" xml:space="preserve" {
                    @for piece in row { (svg_span(piece.ink, &piece.text)) }
                }
            }
        }
    };
    Ok(writeln!(out, "{}", drawing.into_string())?)
}

fn svg_span(ink: Ink, text: &str) -> Markup {
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
