//! Runs the loop: receives events, updates the model, runs commands and draws.

use std::io::Write as _;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{io, path::Path};

use ratatui::crossterm::{clipboard::CopyToClipboard, queue};
use ratatui::crossterm::{event::Event as Input, terminal::size};

use shingle::base::{faults::panic_if_asked, workers::do_beside};
use shingle::engine::read_templates;

use crate::tui::event_loop::display::{
    Display, draw_frame, edit, force_redraw, recover, reenter, suspend,
};
use crate::tui::event_loop::services::{PaneWidths, Services};
use crate::tui::messages::{Event, Message};
use crate::tui::model::{Command, Done, Model, SPINNER_AFTER};
use crate::tui::terminal::{output, session, signals};
use crate::tui::update::{parameters, update};
use crate::tui::{drawing::TerminalColours, event_loop::states::RestStates};

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
    pub(crate) root: &'r Path,
    pub(crate) colours: TerminalColours,
    /// True if the terminal was taken back before the SIGCONT that announces it.
    pub(crate) is_back: bool,
    pub(crate) states: Option<RestStates>,
}

impl EventLoop<'_> {
    /// Shows the folder until the program ends. Returns the exit status.
    ///
    /// # Errors
    /// One line that describes the terminal's error.
    pub(crate) fn run(
        &mut self,
        inbox: &Receiver<Event>,
        widths: &PaneWidths,
    ) -> Result<u8, String> {
        let start = Instant::now();
        let mut turn = self.update(Message::Clock(Duration::ZERO));
        while turn.is_ok() {
            turn = self.take_turn(start, inbox, widths);
        }
        match turn {
            Ok(()) => Ok(0),
            Err(End::Status(status)) => Ok(status),
            Err(End::Failed(reason)) => Err(reason),
        }
    }

    /// Waits, takes all available events, and draws once.
    fn take_turn(&mut self, start: Instant, inbox: &Receiver<Event>, widths: &PaneWidths) -> Turn {
        let first = match time_to_next_frame(&self.model) {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => inbox.recv_timeout(wait),
        };
        if matches!(first, Err(RecvTimeoutError::Disconnected)) {
            return Err(End::Status(0));
        }
        self.update(Message::Clock(start.elapsed()))?;
        let grace = Instant::now() + GRACE;
        let mut next = first.ok();
        while let Some(event) = next {
            self.handle_event(event)?;
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
        // The event of a new size may be late, or lost while another program had the terminal.
        if let Ok((width, height)) = size()
            && self.model.size != (width, height)
        {
            self.update(Message::Resized(width, height))?;
        }
        widths.store_widths(&self.model);
        if let Some(visits) = &mut self.services.visits {
            visits.save_if_new(&self.model);
        }
        panic_if_asked("draw");
        if output::take_frame_cut() {
            written(recover(&mut self.display, self.model.look.mouse))?;
        }
        written(draw_frame(&mut self.display, &self.model, self.colours))?;
        if let Some(states) = &mut self.states {
            states.send_if_new(&self.model)?;
        }
        Ok(())
    }

    fn handle_event(&mut self, event: Event) -> Turn {
        let message = match event {
            Event::End(status) => return Err(End::Status(status)),
            Event::InputLost => return Err(End::Status(HUNG_UP)),
            Event::Stop => return self.suspend(),
            // Taking the terminal twice would release it for a moment, in which a key may be lost.
            Event::Continue if std::mem::take(&mut self.is_back) => return Ok(()),
            // A terminal that hangs up also sends SIGCONT, which may arrive before the hang-up.
            Event::Continue => match reenter(&mut self.display) {
                Err(_) if !session::can_read_keys() => return Err(End::Status(HUNG_UP)),
                other => return Ok(other?),
            },
            Event::Ground(ground) => {
                self.colours.ground = ground;
                return Ok(());
            }
            Event::Message(message) => *message,
            Event::Input(Input::Resize(width, height)) => Message::Resized(width, height),
            Event::Input(Input::Key(key)) => Message::Key(key),
            Event::Input(Input::Mouse(mouse)) => Message::Mouse(mouse),
            Event::Input(Input::Paste(text)) => Message::Pasted(text),
            // The focus of the window has no effect.
            Event::Input(_) => return Ok(()),
        };
        self.update(message)
    }

    fn update(&mut self, message: Message) -> Turn {
        update(&mut self.model, message).into_iter().try_for_each(|command| self.execute(command))
    }

    fn execute(&mut self, command: Command) -> Turn {
        let (display, services) = (&mut self.display, &self.services);
        match command {
            Command::Redraw => written(force_redraw(display))?,
            Command::Mouse(on) => {
                session::set_mouse(on);
                written(display.backend_mut().write_all(session::mouse_bytes(on)))?;
            }
            Command::Copy(text) => {
                let copy = CopyToClipboard::to_clipboard_from(text);
                written(queue!(display.backend_mut(), copy))?;
            }
            Command::Edit(file) => {
                if let Some(note) = edit(display, self.root, &file)? {
                    self.model.show_note(note);
                }
            }
            Command::Suspend => self.suspend()?,
            Command::Quit => return Err(End::Status(0)),
            Command::ReadTemplate { path, params } => {
                let (outbox, reader) = (services.outbox.clone(), services.reader.clone());
                do_beside(move || {
                    let read = read_templates(&reader, &[path], &params);
                    let first = read.map(|mut all| all.swap_remove(0));
                    let first = first.map_err(|error| error.to_string());
                    let store = |model: &mut Model| parameters::take_template(model, first);
                    let _ = outbox.send(Done::store(store).into());
                });
            }
            Command::WriteReport(wanted) => services.write_report(wanted),
            Command::Decide(decisions) => services.save_marks(decisions),
            Command::KeepPhrase(line) => services.save_phrase(line),
            Command::Run(job) => services.run(job),
            Command::Ask(number, question) => {
                // Without a folder there is no engine to ask.
                if let Some(engine) = &services.engine {
                    engine.ask(number, question);
                }
            }
        }
        Ok(())
    }

    fn suspend(&mut self) -> Turn {
        if signals::can_be_continued() {
            suspend(&mut self.display)?;
            self.is_back = true;
        } else {
            self.model.show_note("nothing could continue it");
        }
        Ok(())
    }
}

enum End {
    Status(u8),
    Failed(String),
}

impl From<String> for End {
    fn from(reason: String) -> Self {
        Self::Failed(reason)
    }
}

type Turn = Result<(), End>;

/// Ends the loop if the terminal took no bytes: with a status if the terminal has hung up, else with a message.
fn written(result: io::Result<()>) -> Turn {
    result.map_err(|error| {
        if error.raw_os_error() == Some(libc::EIO) || !session::can_read_keys() {
            End::Status(HUNG_UP)
        } else {
            End::Failed(format!("the terminal cannot be written: {error}"))
        }
    })
}

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
