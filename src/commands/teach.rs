//! `shingle teach`: chooses the two texts, and shows the lesson on the screen or prints it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shingle::folder::FileTarget;
use shingle::lesson::subject::{Excerpt, LONGEST};
use shingle::lesson::{Lesson, Subject, pitfalls::build_pitfalls, trial::compare_without_folder};
use shingle::{compare::Direction, pipeline::Params, pipeline::Preset, pipeline::Task};

use super::{Run, input::names_of_two_texts, input::read_two_texts};
use crate::cli::args::TeachArgs;
use crate::cli::options::{Exercises, LessonFormat};
use crate::printer::handout;
use crate::printer::out::{Out, Stop};

/// Returns the texts and parameters of a lesson, from the named files or built-in texts. Built-in texts ignore the
/// config file, so that the preset of the article shows the published results.
pub(crate) fn prepare_lesson(args: &TeachArgs, run: &Run) -> Result<(Subject, Params), Stop> {
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

type TwoTexts = [Arc<str>; 2];

/// Returns the texts (excerpts of long ones) and parameters of a sandbox. Without files, the sandbox has its own texts.
pub(crate) fn prepare_sandbox(
    args: &TeachArgs,
    run: &Run,
) -> Result<(Option<TwoTexts>, Params), Stop> {
    let (subject, params) = prepare_lesson(args, run)?;
    let text = |which: usize| Excerpt::new(&subject.texts[which], subject.excerpt_at[which]).text;
    Ok((args.a.as_ref().map(|_| [0, 1].map(text)), params))
}

/// Returns the file to write. Refuses the files of the lesson, and an existing file without `--force`.
pub(crate) fn output_target(file: &Path, args: &TeachArgs) -> Result<FileTarget, Stop> {
    let read: Vec<&PathBuf> = args.a.iter().chain(&args.b).collect();
    Ok(FileTarget::new(file, &read, args.force)?)
}

pub(crate) fn print_lesson(
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
