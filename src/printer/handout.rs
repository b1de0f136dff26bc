//! Prints a lesson as plain text, or as an HTML page: every step with its figure, the exercises, and then the answers.
//! Without answers, the page has only the texts and the questions, because the steps would show the answers. The page
//! needs neither script nor network.

use std::io::Write;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use shingle::base::visible::make_visible;
use shingle::lesson::page::{draw_figure, flow::plain_text_of as marked};
use shingle::lesson::step::FigurePiece;
use shingle::lesson::{Flow, Ink, Lesson, Step};

use super::{out::Stop, table::describe_footer_of_listing};

/// Columns of a figure in HTML, and of plain text.
const COLUMNS: usize = 92;
const PAPER: usize = 100;

pub(crate) fn print_exercises(
    out: &mut impl Write,
    lesson: &Lesson,
    with_answers: bool,
    columns: Option<usize>,
) -> Result<(), Stop> {
    for (_, number, one) in lesson.numbered_exercises() {
        let mut flow = Flow::new(columns.unwrap_or(PAPER).clamp(40, PAPER));
        flow.push_sentence(&format!("{number} {}", one.question), Ink::Plain);
        if with_answers {
            flow.set_indent(3).push_sentence(&one.answer, Ink::Plain);
        }
        for row in flow.finish() {
            writeln!(out, "{}", marked(&row))?;
        }
    }
    Ok(())
}

pub(crate) fn print_lesson(
    out: &mut impl Write,
    lesson: &Lesson,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let width = columns.unwrap_or(PAPER).clamp(40, PAPER);
    writeln!(out, "{}", page_title(lesson))?;
    writeln!(out, "{}", describe_footer_of_listing(&lesson.params, columns))?;
    writeln!(out, "Shared words are in [brackets], ignored words in (parentheses).")?;
    for (number, step) in lesson.steps.iter().enumerate() {
        writeln!(out, "\n== {}. {}\n", number + 1, step.title)?;
        let mut flow = Flow::new(width);
        for paragraph in &step.paragraphs {
            flow.push_sentence(paragraph, Ink::Plain).end_row();
        }
        for row in flow.finish() {
            writeln!(out, "{}", marked(&row))?;
        }
        writeln!(out)?;
        for row in draw_figure(lesson, step, width - 2, None) {
            writeln!(out, "{}", format!("  {}", marked(&row)).trim_end())?;
        }
    }
    Ok(())
}

/// Always dark on light, for paper.
const STYLE: &str = include_str!("handout.css");

fn page_title(lesson: &Lesson) -> String {
    let [a, b] =
        lesson.subject.names.each_ref().map(|name| make_visible(&name.to_string()).into_owned());
    format!("A lesson on {a} and {b}")
}

pub(crate) fn write_page(
    out: &mut impl Write,
    lesson: &Lesson,
    with_answers: bool,
) -> Result<(), Stop> {
    let title = page_title(lesson);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    p.quiet { (describe_footer_of_listing(&lesson.params, None)) }
                    @for (number, one) in (1..).zip(&lesson.steps) {
                        @if with_answers || number == 1 || !one.exercises.is_empty() {
                            (render_step(lesson, number, one, with_answers || number == 1))
                        }
                    }
                    @if with_answers {
                        section.answers {
                            h2 { "Answers" }
                            @for (_, number, one) in lesson.numbered_exercises() { p { (number) " " (one.answer) } }
                        }
                    }
                }
            }
        }
    };
    Ok(writeln!(out, "{}", markup.into_string())?)
}

fn render_step(lesson: &Lesson, number: usize, step: &Step, is_whole: bool) -> Markup {
    html! {
        section {
            h2 { (number) ". " (step.title) }
            @if is_whole {
                @for paragraph in &step.paragraphs { p { (paragraph) } }
                pre {
                    @for row in draw_figure(lesson, step, COLUMNS, None) {
                        @for piece in &row { (render_piece(piece)) }
                        "\n"
                    }
                }
            }
            @if is_whole && !step.exercises.is_empty() { h3 { "Exercises" } }
            @for (_, number, one) in lesson.numbered_exercises().filter(|(of, ..)| *of == number) { p { (number) " " (one.question) } }
        }
    }
}

fn render_piece(piece: &FigurePiece) -> Markup {
    let text = &piece.text;
    match piece.ink {
        Ink::Plain => html! { (text) },
        Ink::Quiet => html! { span.quiet { (text) } },
        Ink::Strong | Ink::Letter | Ink::Changed => html! { strong { (text) } },
        Ink::Passage(_) | Ink::Shared => html! { mark { (text) } },
        Ink::Dropped => html! { del { (text) } },
        Ink::Now => html! { em { strong { (text) } } },
    }
}
