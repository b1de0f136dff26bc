//! `shingle teach`: which two texts, seen how; and the lesson on them as plain text. It formats nothing.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::compare::measure::Direction;
use shingle::engine::desk::document;
use shingle::lesson::excerpt::{Excerpt, LONGEST};
use shingle::lesson::pitfalls::all;
use shingle::lesson::subject::Subject;
use shingle::lesson::taught::Lesson;
use shingle::pipeline::boilerplate::{LeftOut, template_keys};
use shingle::pipeline::document::Document;
use shingle::pipeline::pair::PairView;
use shingle::pipeline::params::{Params, Preset};

use crate::cli::args::params::ParamArgs;
use crate::commands::input::{bytes, is_standard_input};
use crate::commands::{Done, note_lacks};
use crate::printer::lesson;
use crate::printer::out::{Out, Stop};

/// The texts of a lesson and the parameters that it begins with: those of the files named, or the built-in example under the
/// preset that it belongs to. That is a published one and shall come out as it was printed: whatever a config file says.
pub(crate) fn prepare(
    files: Option<(PathBuf, PathBuf)>,
    args: ParamArgs,
) -> Result<(Subject, Params), Stop> {
    let Some((a, b)) = files else {
        let mut args = args.only_typed();
        args.preset.get_or_insert(Preset::PhpShingles);
        return Ok((Subject::gym(), args.resolve().map_err(Stop::Failed)?));
    };
    if is_standard_input(&a) && is_standard_input(&b) {
        return Err(Stop::Failed("standard input can be only one of the two files".to_string()));
    }
    let params = Arc::new(args.resolve().map_err(Stop::Failed)?);
    note_lacks(&params);
    let names = [DocPath::new(&a), DocPath::new(&b)];
    let (mut left, mut right) = (read(&names[0], &a, &params)?, read(&names[1], &b, &params)?);
    let subject = if left.text.len().max(right.text.len()) > LONGEST {
        if params.leaves_out() {
            // The passage around which the excerpt is taken is none of a template's.
            let left_out = Arc::new(LeftOut::new(&template_keys(&params), &[], 2));
            left.leave_out(&left_out);
            right.leave_out(&left_out);
        }
        let (a, b) = ((&names[0], &left), (&names[1], &right));
        let view = PairView::of(a, b, &params, Direction::First);
        Subject::of_pair(&view, None, Direction::First)
    } else {
        Subject::new(names, [left.text, right.text], Direction::First)
    };
    Ok((subject, Arc::unwrap_or_clone(params)))
}

/// Two texts.
type Texts = [Arc<str>; 2];

/// The texts that a sandbox begins with, excerpts of long ones, and its parameters; without files it has texts of its own.
pub(crate) fn prepare_sandbox(
    files: Option<(PathBuf, PathBuf)>,
    args: ParamArgs,
) -> Result<(Option<Texts>, Params), Stop> {
    if files.is_none() {
        return Ok((None, args.only_typed().resolve().map_err(Stop::Failed)?));
    }
    let (subject, params) = prepare(files, args)?;
    let texts = [0, 1].map(|which| Excerpt::of(&subject.texts[which], subject.around[which]).text);
    Ok((Some(texts), params))
}

fn read(name: &DocPath, path: &Path, params: &Params) -> Result<Document, Stop> {
    document(name, &bytes(path)?, params).map_err(Stop::Failed)
}

/// Prints the whole lesson.
pub(crate) fn print(subject: &Subject, params: Params) -> Result<Done, Stop> {
    let taught = Lesson::of(subject, &Arc::new(params), &all());
    let mut out = Out::new();
    let columns = out.columns;
    lesson::print(&mut out, &taught, columns)?;
    out.flush()?;
    Ok(Done::Nothing)
}
