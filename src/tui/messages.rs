//! Everything that `update` understands: events and actions.

use std::{path::PathBuf, sync::Arc, time::Duration};

use ratatui::crossterm::event::{Event as Input, KeyEvent, KeyEventKind, MouseEvent};

use shingle::base::path::DocPath;
use shingle::decisions::{Decided, Decision, PhraseLine};
use shingle::engine::{Answer, Question, Report, SharedSnapshot, SourcingError};
use shingle::pipeline::{Params, Template};

use crate::tui::actions::{Action, Place};
use crate::tui::model::{
    ArrangeRequest, Arranged, CompareRequest, Compared, FileAnswer, LaidSources, LessonAnswer,
    LessonRequest, Pin, Prepared, ReportAnswer, ReportRequest, SearchAnswer, SearchRequest,
    TakeText,
};
use crate::tui::{drawing::Ground, keys::found, words::names::ShortNames};

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
    /// The short names of the documents of the next result.
    Named(Arc<ShortNames>),
    /// What the engine says by itself.
    Report(Report),
    /// The engine answered the question of this number.
    Answered(u64, Answer),
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
    Decided(FileAnswer<Arc<Decided>>),
    /// What became of a text that was copied, in one sentence.
    Copied(String),
    /// What became of a report.
    Reported(Box<(ReportRequest, ReportAnswer)>),
    /// What became of phrases.
    Phrases(FileAnswer<Arc<[PhraseLine]>>),
    /// Rows, documents or problems are arranged.
    Arranged(Box<(ArrangeRequest, Arranged)>),
}

impl Message {
    /// What a key means at a place. `None` if it means nothing there.
    pub(crate) fn from_key(event: KeyEvent, place: Place) -> Option<Self> {
        if event.kind != KeyEventKind::Press {
            return None;
        }
        match found(event, place) {
            Some((_, action)) => Some(Self::Action(action)),
            None => place.is_written().then_some(Self::Typed(event)),
        }
    }
}

// The closed list of everything that is done outside.

/// A place in a file at which the editor opens it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePlace {
    /// The file, relative to the folder.
    pub(crate) path: DocPath,
    pub(crate) at: At,
}
/// A place in a file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum At {
    /// The line, counted from 1.
    Line(usize),
    /// Where these words first follow each other. Used for files whose lines are not those of their text.
    Words(String),
}
/// Something to do outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Ask the engine something. Its answers carry the number.
    Ask(u64, Question),
    /// Index a ranking, so that later ones can be compared with it, on a separate thread.
    Pin(SharedSnapshot),
    /// Prepare a lesson, on a separate thread.
    PrepareLesson(LessonRequest),
    /// Find words in both texts of a pair, on a separate thread.
    Search(SearchRequest),
    /// Compare two texts, on a separate thread.
    Compare(CompareRequest),
    /// Arrange rows, documents or problems.
    Arrange(ArrangeRequest),
    /// Read the file whose shingles are to be left out, on a separate thread.
    ReadTemplate {
        /// As it was typed.
        path: PathBuf,
        /// The parameters to read it with.
        params: Arc<Params>,
    },
    /// Keep decisions. Their dates are set then.
    Decide(Vec<Decision>),
    /// Keep what is said of a phrase. Its date is set then.
    KeepPhrase(PhraseLine),
    /// Write a report, on a separate thread.
    WriteReport(ReportRequest),
    /// Draw everything anew.
    Redraw,
    /// Give the mouse to the screen, or to the terminal.
    Mouse(bool),
    /// Send a text to the terminal, for its clipboard.
    Copy(String),
    /// Take a text to where copied texts go, on a separate thread.
    CopyTo {
        take: TakeText,
        text: String,
        /// What it is, in words.
        what: String,
    },
    /// Open a file in the editor.
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Leave the loop.
    Quit,
}

// The closed list of everything that can happen outside.

/// What reaches the loop, in the order in which it happened.
#[derive(Debug)]
pub(crate) enum Event {
    /// Input from the terminal: a key, a paste, a new size.
    Input(Input),
    /// The terminal can no longer be read.
    InputLost,
    /// The terminal says what its page is like.
    Ground(Ground),
    /// What a thread has for `update`: a report or an answer.
    Message(Box<Message>),
    /// A signal asks the program to end. The exit status is 128 and the signal's number.
    End(u8),
    /// A signal asks the program to stop until it is continued.
    Stop,
    /// The program was continued.
    Continue,
}

impl From<Message> for Event {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}
