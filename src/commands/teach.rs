//! `shingle teach`: chooses the two texts, and shows the lesson on the screen or prints it.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use shingle::folder::FileTarget;
use shingle::lesson::subject::{Excerpt, LONGEST};
use shingle::lesson::{Lesson, Subject, pitfalls::build_pitfalls, trial::compare_without_folder};
use shingle::{compare::Direction, pipeline::Params, pipeline::Preset, pipeline::Task};

use super::input::{names_of_two_texts, read_two_texts};
use super::{Run, screen::look_from_args, screen::require_terminal};
use crate::cli::args::TeachArgs;
use crate::cli::options::{Exercises, LessonFormat};
use crate::printer::handout;
use crate::printer::out::{Out, Stop};
use crate::tui::views::{lesson::OpenLesson, sandbox::Sandbox};
use crate::tui::{self, terminal::is_terminal_present};

/// Shows the lesson, or prints it on request or without a terminal.
pub(crate) fn run_lesson(args: &TeachArgs, run: &Run) -> Result<u8, Stop> {
    let format = args.format()?;
    let on_paper = format.is_some() || args.exercises.is_some() || !is_terminal_present();
    let read: Vec<&PathBuf> = args.a.iter().chain(&args.b).collect();
    let target = args.output.as_deref().filter(|_| on_paper);
    let target = target.map(|file| FileTarget::new(file, &read, args.force)).transpose()?;
    let (subject, params) = prepare_lesson(args, run)?;
    if on_paper {
        return print_lesson(&subject, params, format, args.exercises, target);
    }
    let lesson = Box::new(OpenLesson::new(subject));
    Ok(tui::show_layer(lesson, params, look_from_args(&args.screen), &run.reader)?)
}

/// Opens a sandbox with the named texts, or excerpts of long ones. Without files, it has its own texts.
pub(crate) fn run_sandbox(args: &TeachArgs, run: &Run) -> Result<u8, Stop> {
    require_terminal("no terminal for the sandbox; use `shingle compare A B`")?;
    let (subject, params) = prepare_lesson(args, run)?;
    let text = |which: usize| Excerpt::new(&subject.texts[which], subject.excerpt_at[which]).text;
    let texts = args.a.as_ref().map(|_| [0, 1].map(text));
    let texts = texts.as_ref().map(|texts| texts.each_ref().map(AsRef::as_ref));
    let sandbox = Box::new(Sandbox::new(texts));
    Ok(tui::show_layer(sandbox, params, look_from_args(&args.screen), &run.reader)?)
}

/// Returns the texts and parameters of a lesson, from the named files or built-in texts. Built-in texts ignore the
/// config file, so that the preset of the article shows the published results.
fn prepare_lesson(args: &TeachArgs, run: &Run) -> Result<(Subject, Params), Stop> {
    if args.a.is_none() {
        let params = run.values.without_config_values().resolve_params(Task::Teach, &run.reader)?;
        let subject = match params.preset {
            Some(Preset::PhpShingles) => Subject::gym_pair(),
            Some(Preset::Broder) => Subject::rose_pair(),
            _ => Subject::ferry_pair(),
        };
        return Ok((subject, params));
    }
    let id = args.id.as_deref();
    let names = args.a.iter().chain(&args.b).chain(&args.second);
    let names = names_of_two_texts(names, id)?;
    let params = run.params(Task::Teach)?;
    let (names, documents) = read_two_texts(&names, id, &params, &run.reader)?;
    let subject = if documents.iter().any(|document| document.text.len() > LONGEST) {
        let view = compare_without_folder(&names, documents, &params, Direction::First);
        Subject::from_pair(&view, None, Direction::First)
    } else {
        Subject::new(names, documents.map(|document| document.text), Direction::First)
    };
    Ok((subject, Arc::unwrap_or_clone(params)))
}

fn print_lesson(
    subject: &Subject,
    params: Params,
    format: Option<LessonFormat>,
    asked: Option<Exercises>,
    target: Option<FileTarget>,
) -> Result<u8, Stop> {
    let taught = Lesson::new(subject, &Arc::new(params), &build_pitfalls());
    let (mut out, mut text) = (Out::new(), Vec::new());
    let columns = out.columns.filter(|_| target.is_none());
    let with_answers = asked != Some(Exercises::Questions);
    match (format, asked) {
        (Some(LessonFormat::Html), _) => handout::write_page(&mut text, &taught, with_answers)?,
        (_, Some(_)) => handout::print_exercises(&mut text, &taught, with_answers, columns)?,
        (_, None) => handout::print_lesson(&mut text, &taught, columns)?,
    }
    if let Some(target) = target {
        target.write_file_atomically(|file| file.write_all(&text))?;
    } else {
        out.write_all(&text)?;
        out.flush()?;
    }
    Ok(0)
}
