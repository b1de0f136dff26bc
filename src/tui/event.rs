//! The closed list of everything that can happen outside. It does not say what happens inside because of it.

use std::sync::Arc;

use ratatui::crossterm::event::Event as Input;
use shingle::engine::report::Report;
use shingle::engine::sourcing::error::SourcingError;
use shingle::pipeline::parameters::template::Template;

use crate::tui::drawing::theme::Ground;
use crate::tui::model::arrange::{ArrangeRequest, Arranged};
use crate::tui::model::decisions::Kept;
use crate::tui::model::lesson::LessonAnswer;
use crate::tui::model::pair::Prepared;
use crate::tui::model::parameters::Pin;
use crate::tui::model::phrases::KeptPhrases;
use crate::tui::model::report::{ReportAnswer, ReportWanted};
use crate::tui::model::sandbox::Compared;
use crate::tui::model::search::SearchAnswer;
use crate::tui::model::sources::LaidSources;

/// What reaches the loop, in the order in which it happened.
#[derive(Debug)]
pub(crate) enum Event {
    /// Input from the terminal: a key, a paste, a new size.
    Input(Input),
    /// A line of standard input, in plain mode; `None` at its end.
    Line(Option<String>),
    /// The terminal can no longer be read.
    InputLost,
    /// The terminal says what its page is like.
    Ground(Ground),
    /// A report of the engine.
    Report(Report),
    /// The engine answered with a pair. Its texts are laid out already, on the engine's thread.
    Pair(Box<Prepared>),
    /// The engine answered with a document and its sources, laid out already, or says why there are none.
    Sources(u64, Box<Result<LaidSources, SourcingError>>),
    /// The pinned ranking is indexed.
    Pinned(Arc<Pin>),
    /// A lesson is ready.
    LessonReady(Box<LessonAnswer>),
    /// The texts of the sandbox are compared.
    Compared(Box<Compared>),
    /// What is sought in a pair was found, or was not.
    Searched(Box<SearchAnswer>),
    /// A template was read, or could not be: then one line says why.
    Template(Result<Arc<Template>, String>),
    /// Rows, documents or problems are arranged.
    Arranged(Box<(ArrangeRequest, Arranged)>),
    /// What became of decisions.
    Decided(Kept),
    /// What became of a text that was copied, in one sentence.
    Copied(String),
    /// What became of a report.
    Reported(Box<(ReportWanted, ReportAnswer)>),
    /// What became of phrases.
    Phrases(KeptPhrases),
    /// A signal asks the program to end. The exit status is 128 and the signal's number.
    End(u8),
    /// A signal asks the program to stop until it is continued.
    Stop,
    /// The program was continued.
    Continue,
}
