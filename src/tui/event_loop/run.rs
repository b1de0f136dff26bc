//! The loop: takes events, updates the model, has commands carried out and draws. Nothing is computed here.

use std::io::Write as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, path::Path};

use ratatui::crossterm::{event::Event as Input, terminal::size};

use shingle::base::faults::panic_if_asked;

use crate::tui::event_loop::display::{Display, anew, draw, edit, recover, reenter, suspend};
use crate::tui::event_loop::execute::{LoopStep, execute};
use crate::tui::event_loop::services::{PaneWidths, Services};
use crate::tui::messages::{Event, Message};
use crate::tui::model::{Model, SPINNER_AFTER};
use crate::tui::terminal::{output, session, signals};
use crate::tui::{drawing::TerminalColours, event_loop::states::RestStates, update::update};

/// The time between two frames of something that moves.
const FRAME: Duration = Duration::from_millis(100);
/// An answer that comes within this time is drawn at once, without a frame before it that says it is awaited.
const GRACE: Duration = Duration::from_millis(6);
/// The exit status if the terminal is gone.
const HUNG_UP: u8 = 129;

/// The loop and what it works with.
pub(crate) struct EventLoop<'r> {
    pub(crate) display: Display,
    pub(crate) model: Model,
    /// The threads that answer requests.
    pub(crate) services: Services,
    /// The folder.
    pub(crate) root: &'r Path,
    /// What is known of the terminal's colours.
    pub(crate) colours: TerminalColours,
    /// The terminal was taken back already, before the signal that says so.
    pub(crate) is_back: bool,
    /// Takes what the screen shows at rest.
    pub(crate) states: Option<RestStates>,
}

impl EventLoop<'_> {
    /// Waits, takes all events that are there, draws once, and so on until the program ends. Returns the exit status.
    ///
    /// # Errors
    /// One line that says what the terminal refuses.
    pub(crate) fn run(
        &mut self,
        inbox: &Receiver<Event>,
        widths: &PaneWidths,
    ) -> Result<u8, String> {
        self.update(Message::Clock(Duration::ZERO));
        let start = Instant::now();
        loop {
            let first = match next_picture(&self.model) {
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(wait) => inbox.recv_timeout(wait),
            };
            if matches!(first, Err(RecvTimeoutError::Disconnected)) {
                return Ok(0);
            }
            self.update(Message::Clock(start.elapsed()));
            let grace = Instant::now() + GRACE;
            let mut next = first.ok();
            while let Some(event) = next {
                let step = self.take(event);
                if let Some(status) = self.act(step)? {
                    return Ok(status);
                }
                // Even if events keep coming, a frame is drawn now and then.
                if grace.elapsed() > FRAME {
                    break;
                }
                next = inbox.try_recv().ok();
                if next.is_none() && self.model.awaits() {
                    let left = grace.saturating_duration_since(Instant::now());
                    next = inbox.recv_timeout(left).ok();
                }
            }
            self.resize();
            widths.follow(&self.model);
            self.services.follow_visit(&self.model);
            panic_if_asked("draw");
            if output::take_cut()
                && let Err(error) = recover(&mut self.display, self.model.look.mouse)
            {
                return lost(&error);
            }
            if let Err(error) = draw(&mut self.display, &self.model, self.colours) {
                return lost(&error);
            }
            if let Some(states) = &mut self.states {
                states.look(&self.model)?;
            }
        }
    }

    /// Takes an event. Returns what the loop must do itself.
    fn take(&mut self, event: Event) -> LoopStep {
        let message = match event {
            Event::End(status) => return LoopStep::Leave(status),
            Event::InputLost => return LoopStep::Leave(HUNG_UP),
            Event::Stop => return LoopStep::Suspend,
            Event::Continue => return LoopStep::Reenter,
            Event::Ground(ground) => return LoopStep::Page(ground),
            Event::Message(message) => *message,
            Event::Input(Input::Resize(width, height)) => Message::Resized(width, height),
            Event::Input(Input::Key(key)) => Message::Key(key),
            Event::Input(Input::Mouse(mouse)) => Message::Mouse(mouse),
            Event::Input(Input::Paste(text)) => Message::Pasted(text),
            // It does not matter whether the window has the focus.
            Event::Input(_) => return LoopStep::Go,
        };
        self.update(message)
    }

    /// Updates the model and carries out the commands that follow. Returns what the loop must do itself.
    fn update(&mut self, message: Message) -> LoopStep {
        let mut step = LoopStep::Go;
        for command in update(&mut self.model, message) {
            match execute(command, &self.services) {
                LoopStep::Go => {}
                LoopStep::Leave(status) => return LoopStep::Leave(status),
                other => step = other,
            }
        }
        step
    }

    /// Does what only the loop can do. Returns the exit status if the program ends.
    fn act(&mut self, step: LoopStep) -> Result<Option<u8>, String> {
        let display = &mut self.display;
        match step {
            LoopStep::Go => {}
            LoopStep::Leave(status) => return Ok(Some(status)),
            LoopStep::Anew => {
                if let Err(error) = anew(display) {
                    return lost(&error).map(Some);
                }
            }
            LoopStep::Write(bytes) => {
                if let Err(error) = display.backend_mut().write_all(&bytes) {
                    return lost(&error).map(Some);
                }
            }
            LoopStep::Edit(file) => {
                if let Some(note) = edit(display, self.root, &file)? {
                    self.model.note = Some(note);
                }
            }
            LoopStep::Suspend if signals::can_be_continued() => {
                suspend(display)?;
                self.is_back = true;
            }
            LoopStep::Suspend => self.model.note = Some("nothing could continue it".into()),
            LoopStep::Page(ground) => self.colours.ground = ground,
            // Taking the terminal twice would release it for a moment, in which a key may be lost.
            LoopStep::Reenter if std::mem::take(&mut self.is_back) => {}
            // A terminal that hangs up wakes its programs too (SIGCONT), and that may be seen before the hang-up.
            LoopStep::Reenter => match reenter(display) {
                Err(_) if !session::reads() => return Ok(Some(HUNG_UP)),
                other => other?,
            },
        }
        Ok(None)
    }

    /// Asks the terminal for its size: the event may be late, or lost while another program had the terminal.
    fn resize(&mut self) {
        if let Ok((width, height)) = size()
            && self.model.size != (width, height)
        {
            self.update(Message::Resized(width, height));
        }
    }
}

/// What an error of the terminal means: that it has hung up, or a message for the user.
fn lost(error: &io::Error) -> Result<u8, String> {
    if error.raw_os_error() == Some(libc::EIO) || !session::reads() {
        Ok(HUNG_UP)
    } else {
        Err(format!("the terminal cannot be written: {error}"))
    }
}

/// How long until something on the screen moves by itself. `None` if nothing does.
fn next_picture(model: &Model) -> Option<Duration> {
    let next = match model.work {
        None => model.next_ago(),
        Some(work) => {
            let waited = model.now.saturating_sub(work.since);
            Some(SPINNER_AFTER.saturating_sub(waited).max(FRAME))
        }
    };
    // A terminal that stalled is tried again. Keys that wait do so only for a while.
    let again = output::is_cut().then_some(FRAME);
    next.into_iter().chain(again).chain(model.typed_ahead.remaining(model.now)).min()
}
