//! Everything that can happen outside, as one closed list. It says nothing about what then happens inside.

use std::sync::Arc;

use ratatui::crossterm::event::Event as Input;
use shingle::engine::report::Report;
use shingle::pipeline::parameters::template::Template;

use crate::tui::lesson::model::Taught;
use crate::tui::pair::model::Prepared;
use crate::tui::parameters::pin::Pin;
use crate::tui::rooms::arrange::{ArrangeRequest, Arranged};
use crate::tui::sandbox::model::Compared;

/// What reaches the loop, in the order in which it happened.
#[derive(Debug)]
pub(crate) enum Event {
    /// The terminal says something: a key, a paste, a new size.
    Input(Input),
    /// The terminal can no longer be read.
    InputLost,
    /// The engine says something.
    Report(Report),
    /// The engine answered with a pair, and its texts are laid out already, on the engine's thread.
    Pair(Box<Prepared>),
    /// The ranking that is to be kept can be looked up in.
    Pinned(Arc<Pin>),
    /// A lesson is ready.
    Taught(Box<Taught>),
    /// The texts of the sandbox are compared.
    Compared(Box<Compared>),
    /// A template was read, or could not be; one line.
    Template(Result<Arc<Template>, String>),
    /// Rows, documents or problems are arranged.
    Arranged(Box<(ArrangeRequest, Arranged)>),
    /// The system asks to end, with the exit status that is due: 128 and the signal's number.
    End(u8),
    /// The system asks to stop until continued.
    Stop,
    /// The system lets us go on.
    Continue,
}
