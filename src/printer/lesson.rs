//! A lesson as plain text, with one step below the other. It computes nothing.

use std::io::Write;

use shingle::base::visible::visible;
use shingle::lesson::contents::Lesson;
use shingle::lesson::page::flow::Flow;
use shingle::lesson::page::paper::written;
use shingle::lesson::page::{FigureRoom, figure};
use shingle::lesson::step::Ink;

use super::out::Stop;
use super::table::footer;

/// The width of a line without a terminal.
const PAPER: usize = 100;

/// Prints every step: its number and heading, its text and its figure. Shared words are in brackets, dropped ones in
/// parentheses.
pub(crate) fn print(
    out: &mut impl Write,
    lesson: &Lesson,
    columns: Option<usize>,
) -> Result<(), Stop> {
    let width = columns.unwrap_or(PAPER).clamp(40, PAPER);
    let [a, b] = lesson.subject.names.each_ref().map(ToString::to_string);
    writeln!(out, "A lesson on {} and {}", visible(&a), visible(&b))?;
    writeln!(out, "{}", footer(&lesson.params, columns))?;
    writeln!(
        out,
        "Shared words stand in [brackets], words that are not counted in (parentheses)."
    )?;
    for (number, step) in lesson.steps.iter().enumerate() {
        writeln!(out, "\n== {}. {}\n", number + 1, step.title)?;
        let mut said = Flow::new(width);
        for paragraph in &step.says {
            said.say(paragraph, Ink::Plain).end();
        }
        let room = FigureRoom { width: width - 2, height: None, position: 0 };
        for row in said.finish() {
            writeln!(out, "{}", written(&row))?;
        }
        writeln!(out)?;
        for row in figure(lesson, step, room).rows {
            writeln!(out, "{}", format!("  {}", written(&row)).trim_end())?;
        }
    }
    Ok(())
}
