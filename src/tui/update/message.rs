//! Everything that `update` understands: events and actions.

use std::sync::Arc;
use std::time::Duration;

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use shingle::engine::report::Report;
use shingle::engine::sourcing::error::SourcingError;
use shingle::pipeline::parameters::template::Template;

use crate::tui::actions::Action;
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

/// What reaches `update`.
#[derive(Debug, Clone)]
pub(crate) enum Message {
    /// A key, the mouse or the palette asks for something.
    Action(Action),
    /// A key was pressed. Its meaning depends on where the focus is.
    Key(KeyEvent),
    /// A key that writes into the open line of input.
    Typed(KeyEvent),
    /// A text was pasted.
    Pasted(String),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// The screen has this many columns and rows now.
    Resized(u16, u16),
    /// The time since the start.
    Clock(Duration),
    /// A report of the engine.
    Report(Report),
    /// The engine answered with a pair. Its texts are laid out already.
    Opened(Box<Prepared>),
    /// What is sought in a pair was found, or was not.
    Searched(Box<SearchAnswer>),
    /// The engine answered with a document and its sources, laid out already, or says why there are none.
    Sources(u64, Box<Result<LaidSources, SourcingError>>),
    /// A template was read, or could not be: then one line says why.
    Template(Result<Arc<Template>, String>),
    /// The pinned ranking is indexed.
    Pinned(Arc<Pin>),
    /// A lesson is ready.
    LessonReady(Box<LessonAnswer>),
    /// The texts of the sandbox are compared.
    Compared(Box<Compared>),
    /// What became of decisions.
    Decided(Kept),
    /// What became of a text that was copied, in one sentence.
    Copied(String),
    /// What became of a report.
    Reported(Box<(ReportWanted, ReportAnswer)>),
    /// What became of phrases.
    Phrases(KeptPhrases),
    /// Rows, documents or problems are arranged.
    Arranged(Box<(ArrangeRequest, Arranged)>),
}
