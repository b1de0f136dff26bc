use std::time::Duration;

use ratatui::crossterm::event::{Event as Input, KeyEvent, KeyEventKind, MouseEvent};

use shingle::engine::Report;

use crate::tui::{
    actions::Action, actions::Place, drawing::Ground, keys::find_binding, model::JobResult,
};

pub(crate) enum Message {
    Action(Action),
    /// A key was pressed. Its meaning depends on the focus.
    Key(KeyEvent),
    /// A key that writes into the open line of input.
    Typed(KeyEvent),
    Pasted(String),
    Mouse(MouseEvent),
    /// The screen has a new number of columns and rows.
    Resized(u16, u16),
    /// The time since the start of the program.
    Clock(Duration),
    Report(Report),
    /// The answer of a thread: to a job, or about a file.
    Done(JobResult),
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

// The closed list of all events from outside.

/// An event for the loop. Events arrive in their order of time.
pub(crate) enum Event {
    /// Input from the terminal: a key, a paste, a new size.
    Input(Input),
    InputLost,
    /// The terminal reported the colour of its page.
    Ground(Ground),
    Message(Box<Message>),
    /// A signal asks the program to end. The exit status is 128 and the signal's number.
    End(u8),
    /// A signal asks the program to stop until it is continued.
    Stop,
    Continue,
}

impl From<Message> for Event {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}
