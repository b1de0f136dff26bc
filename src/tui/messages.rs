//! The messages and actions that `update` understands, the commands it returns, and the events of the loop.

use std::{path::PathBuf, sync::Arc, time::Duration};

use ratatui::crossterm::event::{Event as Input, KeyEvent, KeyEventKind, MouseEvent};

use shingle::base::path::DocPath;
use shingle::decisions::{Decided, Decision, PhraseLine};
use shingle::engine::{Answer, Question, Report, SharedSnapshot, SourcingError};
use shingle::lesson::{Lesson, Subject, Trial};
use shingle::pipeline::{Params, Template};

use crate::tui::actions::{Action, Place};
use crate::tui::model::{
    ArrangeRequest, Arranged, FileAnswer, LaidSources, Pin, Prepared, ReportAnswer, ReportRequest,
    SearchAnswer, SearchRequest, TakeText,
};
use crate::tui::{drawing::Ground, keys::find_binding, words::names::ShortNames};

#[derive(Debug, Clone)]
pub(crate) enum Message {
    /// A key, the mouse or the palette requests an action.
    Action(Action),
    /// A key was pressed. Its meaning depends on the focus.
    Key(KeyEvent),
    /// A key that writes into the open line of input.
    Typed(KeyEvent),
    Pasted(String),
    Mouse(MouseEvent),
    /// New columns and rows of the screen.
    Resized(u16, u16),
    /// Time since the start.
    Clock(Duration),
    /// Short names of the documents of the next result.
    Named(Arc<ShortNames>),
    /// A report that the engine sends unasked.
    Report(Report),
    /// The engine's answer to the question of this number.
    Answered(u64, Answer),
    /// A pair from the engine, with its texts already laid out.
    Opened(Box<Prepared>),
    /// Result of a search in a pair.
    Searched(Box<SearchAnswer>),
    /// A document and its sources, already laid out, or the reason why there are none.
    Sources(u64, Box<Result<LaidSources, SourcingError>>),
    /// A template, or one line that explains the error.
    Template(Result<Arc<Template>, String>),
    /// The pinned ranking, indexed.
    Pinned(Arc<Pin>),
    LessonReady(Box<LessonAnswer>),
    /// Comparison of the texts of the sandbox.
    Compared(Box<Compared>),
    /// Result of saving marks.
    Decided(FileAnswer<Arc<Decided>>),
    /// Result of copying a text, as one sentence.
    Copied(String),
    /// Result of writing a report.
    Reported(Box<(ReportRequest, ReportAnswer)>),
    /// Result of saving phrases.
    Phrases(FileAnswer<Arc<[PhraseLine]>>),
    /// Arranged rows, documents or problems.
    Arranged(Box<(ArrangeRequest, Arranged)>),
}

impl Message {
    /// Returns the meaning of a key at a place. `None` if the key has no meaning there.
    pub(crate) fn from_key(event: KeyEvent, place: Place) -> Option<Self> {
        if event.kind != KeyEventKind::Press {
            return None;
        }
        match find_binding(event, place) {
            Some((_, action)) => Some(Self::Action(action)),
            None => place.is_text_input().then_some(Self::Typed(event)),
        }
    }
}

// The closed list of all effects outside the model.

/// A place in a file at which the editor opens the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePlace {
    /// Path relative to the folder.
    pub(crate) path: DocPath,
    pub(crate) at: At,
}
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum At {
    /// The line, counted from 1.
    Line(usize),
    /// The first place with these consecutive words. Used for files whose lines differ from those of their text.
    Words(String),
}
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Ask the engine a question. Its answers carry the number.
    Ask(u64, Question),
    /// Index a ranking on a separate thread, so that later rankings can be compared with it.
    Pin(SharedSnapshot),
    /// Prepare a lesson, on a separate thread.
    PrepareLesson(LessonRequest),
    /// Find words in both texts of a pair, on a separate thread.
    Search(SearchRequest),
    /// Compare two texts, on a separate thread.
    Compare(CompareRequest),
    Arrange(ArrangeRequest),
    /// Read a file whose shingles are to be ignored, on a separate thread.
    ReadTemplate {
        /// The path as typed.
        path: PathBuf,
        params: Arc<Params>,
    },
    /// Save marks, with the date of the saving.
    Decide(Vec<Decision>),
    /// Save a statement about a phrase, with the date of the saving.
    KeepPhrase(PhraseLine),
    /// Write a report, on a separate thread.
    WriteReport(ReportRequest),
    /// Redraw everything.
    Redraw,
    /// Give the mouse to the screen, or to the terminal.
    Mouse(bool),
    /// Send a text to the terminal, for its clipboard.
    Copy(String),
    /// Send a text to the chosen place for copied texts, on a separate thread.
    CopyTo {
        take: TakeText,
        text: String,
        /// Description of the text.
        what: String,
    },
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Leave the loop.
    Quit,
}

/// A request for a lesson, on a separate thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LessonRequest {
    pub(crate) number: u64,
    pub(crate) subject: Arc<Subject>,
    pub(crate) params: Arc<Params>,
}

#[derive(Debug, Clone)]
pub(crate) struct LessonAnswer {
    /// Number of the request.
    pub(crate) number: u64,
    /// The lesson, or the reason for its absence.
    pub(crate) lesson: Result<Arc<Lesson>, String>,
}

/// A request to compare two texts, on a separate thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompareRequest {
    pub(crate) number: u64,
    pub(crate) names: [DocPath; 2],
    pub(crate) texts: [Arc<str>; 2],
    pub(crate) params: Arc<Params>,
}

#[derive(Debug, Clone)]
pub(crate) struct Compared {
    /// Number of the request.
    pub(crate) number: u64,
    /// The comparison, or the reason for its absence.
    pub(crate) trial: Result<Arc<Trial>, String>,
}

// The closed list of all events from outside.

/// An event for the loop. Events arrive in their order of time.
#[derive(Debug)]
pub(crate) enum Event {
    /// Input from the terminal: a key, a paste, a new size.
    Input(Input),
    /// The terminal can no longer be read.
    InputLost,
    /// The terminal reported the colour of its page.
    Ground(Ground),
    /// A report or an answer of a thread, for `update`.
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
