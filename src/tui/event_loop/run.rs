//! Runs the loop: receives events, updates the model, runs commands and draws.

use std::io::Write as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, path::Path};

use ratatui::crossterm::{event::Event as Input, terminal::size};

use shingle::base::faults::panic_if_asked;

use crate::tui::event_loop::display::{
    Display, draw_frame, edit, force_redraw, recover, reenter, suspend,
};
use crate::tui::event_loop::execute::{LoopStep, execute};
use crate::tui::event_loop::services::{PaneWidths, Services};
use crate::tui::messages::{Event, Message};
use crate::tui::model::{Model, SPINNER_AFTER};
use crate::tui::terminal::{output, session, signals};
use crate::tui::{drawing::TerminalColours, event_loop::states::RestStates, update::update};

/// Time between two frames of an animation.
const FRAME: Duration = Duration::from_millis(100);
/// An answer within this time is drawn at once, without a frame before it that announces the wait.
const GRACE: Duration = Duration::from_millis(6);
/// Exit status if the terminal is gone.
const HUNG_UP: u8 = 129;

pub(crate) struct EventLoop<'r> {
    pub(crate) display: Display,
    pub(crate) model: Model,
    pub(crate) services: Services,
    /// Root of the folder.
    pub(crate) root: &'r Path,
    pub(crate) colours: TerminalColours,
    /// True if the terminal was taken back before the SIGCONT that announces it.
    pub(crate) is_back: bool,
    /// Receives the screen's state at rest.
    pub(crate) states: Option<RestStates>,
}

impl EventLoop<'_> {
    /// Waits, takes all available events, draws once, and repeats until the program ends. Returns the exit status.
    ///
    /// # Errors
    /// One line that describes the terminal's error.
    pub(crate) fn run(
        &mut self,
        inbox: &Receiver<Event>,
        widths: &PaneWidths,
    ) -> Result<u8, String> {
        self.update(Message::Clock(Duration::ZERO));
        let start = Instant::now();
        loop {
            let first = match time_to_next_frame(&self.model) {
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
                let step = self.handle_event(event);
                if let Some(status) = self.run_step(step)? {
                    return Ok(status);
                }
                // Even in a stream of events, a frame is drawn now and then.
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
            widths.store_widths(&self.model);
            self.services.save_visit(&self.model);
            panic_if_asked("draw");
            if output::take_frame_cut()
                && let Err(error) = recover(&mut self.display, self.model.look.mouse)
            {
                return hangup_status(&error);
            }
            if let Err(error) = draw_frame(&mut self.display, &self.model, self.colours) {
                return hangup_status(&error);
            }
            if let Some(states) = &mut self.states {
                states.send_if_new(&self.model)?;
            }
        }
    }

    /// Takes an event. Returns the step that only the loop can do.
    fn handle_event(&mut self, event: Event) -> LoopStep {
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
            // The focus of the window has no effect.
            Event::Input(_) => return LoopStep::Go,
        };
        self.update(message)
    }

    /// Updates the model and runs the resulting commands. Returns the step that only the loop can do.
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

    /// Does a step that only the loop can do. Returns the exit status if the program ends.
    fn run_step(&mut self, step: LoopStep) -> Result<Option<u8>, String> {
        let display = &mut self.display;
        match step {
            LoopStep::Go => {}
            LoopStep::Leave(status) => return Ok(Some(status)),
            LoopStep::Anew => {
                if let Err(error) = force_redraw(display) {
                    return hangup_status(&error).map(Some);
                }
            }
            LoopStep::Write(bytes) => {
                if let Err(error) = display.backend_mut().write_all(&bytes) {
                    return hangup_status(&error).map(Some);
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
            // A terminal that hangs up also sends SIGCONT, which may arrive before the hang-up.
            LoopStep::Reenter => match reenter(display) {
                Err(_) if !session::can_read_keys() => return Ok(Some(HUNG_UP)),
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

/// Returns the exit status if the terminal has hung up, or else a message for the user.
fn hangup_status(error: &io::Error) -> Result<u8, String> {
    if error.raw_os_error() == Some(libc::EIO) || !session::can_read_keys() {
        Ok(HUNG_UP)
    } else {
        Err(format!("the terminal cannot be written: {error}"))
    }
}

/// Returns the time until the screen changes without an event. `None` if it does not change.
fn time_to_next_frame(model: &Model) -> Option<Duration> {
    let next = match model.work {
        None => model.next_ago(),
        Some(work) => {
            let waited = model.now.saturating_sub(work.since);
            Some(SPINNER_AFTER.saturating_sub(waited).max(FRAME))
        }
    };
    // A stalled terminal is retried. Keys typed ahead wait for a limited time.
    let again = output::is_frame_cut().then_some(FRAME);
    next.into_iter().chain(again).chain(model.typed_ahead.remaining(model.now)).min()
}
