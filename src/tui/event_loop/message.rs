//! Everything that `update` understands: what happened, and the wishes of whoever sits before the screen.

use std::sync::Arc;
use std::time::Duration;

use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use shingle::engine::report::Report;
use shingle::pipeline::parameters::template::Template;

use crate::tui::lesson::model::Taught;
use crate::tui::pair::model::Prepared;
use crate::tui::parameters::pin::Pin;
use crate::tui::rooms::arrange::{ArrangeRequest, Arranged};
use crate::tui::sandbox::model::Compared;

use super::wish::Wish;

/// What reaches `update`.
#[derive(Debug, Clone)]
pub(crate) enum Message {
    /// Somebody asks for something.
    Wish(Wish),
    /// A key was pressed: what it means depends on where one is.
    Key(KeyEvent),
    /// A key that writes into the open line of input.
    Typed(KeyEvent),
    /// A text was pasted.
    Pasted(String),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// The screen has this many columns and rows.
    Resized(u16, u16),
    /// So much time has passed since the start.
    Clock(Duration),
    /// The engine says something.
    Report(Report),
    /// The engine answered with a pair, and its texts are laid out already.
    Opened(Box<Prepared>),
    /// A template was read, or could not be; one line.
    Template(Result<Arc<Template>, String>),
    /// The ranking that is to be kept can be looked up in.
    Pinned(Arc<Pin>),
    /// A lesson is ready.
    Taught(Box<Taught>),
    /// The texts of the sandbox are compared.
    Compared(Box<Compared>),
    /// What was to be arranged is.
    Arranged(Box<(ArrangeRequest, Arranged)>),
}
