//! The screen: one loop that takes in events, updates the model, has commands carried out and draws. Nothing is computed
//! here.

mod arranger;
mod colours;
mod command;
mod comparer;
mod editor;
mod event;
mod faults;
mod input;
mod keymap;
mod layout;
mod message;
pub(crate) mod model;
mod runtime;
mod signals;
mod teacher;
pub(crate) mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod update;
mod view;
mod words;

use std::io::{self, BufWriter, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::event::Event as Input;
use ratatui::crossterm::queue;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate, size};
use ratatui::layout::Rect;
use shingle::engine::handle::Engine;
use shingle::engine::report::Report;
use shingle::folder::walk::WalkOptions;
use shingle::lesson::subject::Subject;
use shingle::pipeline::params::Params;

use arranger::Arranger;
use command::FilePlace;
use comparer::Comparer;
use editor::Editor;
use event::Event;
use message::{Message, ProgramWish, Wish};
use model::lesson::Classroom;
use model::look::Look;
use model::pair::{PaneSizes, Prepared};
use model::sandbox::Sandbox;
use model::state::{Model, SPINNER_AFTER};
use runtime::{Asked, Desk, Office, School, execute};
use teacher::Teacher;
use theme::{Depth, Ground, Surroundings, Theme};

/// The time between two pictures of something that moves.
const FRAME: Duration = Duration::from_millis(100);
/// An answer that comes within this time is drawn at once, without a picture in between that says it is awaited.
const GRACE: Duration = Duration::from_millis(6);
/// The exit status when the terminal is gone.
const HUNG_UP: u8 = 129;

type Display = Terminal<CrosstermBackend<BufWriter<terminal::Screen>>>;

/// Shows the folder until somebody quits. Gives back the exit status: 0, or 128 and the number of the signal that ended it.
///
/// # Errors
/// One line that says why the screen could not be shown.
pub(crate) fn run(
    root: &Path,
    walk: WalkOptions,
    params: Params,
    look: Look,
) -> Result<u8, String> {
    let start_params = params.clone();
    let folder = root.to_path_buf();
    run_with(
        root,
        params,
        look,
        |_| (),
        |sink, events| Office {
            engine: Engine::start(folder, walk, start_params, sink),
            arranger: Arranger::start(events.clone()),
            teacher: Teacher::start(events.clone()),
            comparer: Comparer::start(events),
        },
    )
}

/// Shows a lesson on two texts, with no folder behind it. Gives back the exit status as [`run`] does.
///
/// # Errors
/// As [`run`].
pub(crate) fn teach(subject: Subject, params: Params, look: Look) -> Result<u8, String> {
    learn(params, look, |model| model.lesson = Some(Classroom::alone(subject)))
}

/// Shows a sandbox, with no folder behind it: on two texts, or on two sentences of its own. Gives back the exit status as
/// [`run`] does.
///
/// # Errors
/// As [`run`].
pub(crate) fn play(texts: Option<[&str; 2]>, params: Params, look: Look) -> Result<u8, String> {
    learn(params, look, |model| model.sandbox = Some(Sandbox::alone(texts)))
}

fn learn(params: Params, look: Look, begin: impl FnOnce(&mut Model)) -> Result<u8, String> {
    run_with(Path::new(""), params, look, begin, |_, events| School {
        teacher: Teacher::start(events.clone()),
        comparer: Comparer::start(events),
    })
}

/// As [`run`], with whatever answers the screen's requests. `begin` says what is on the screen first.
fn run_with<D: Desk>(
    root: &Path,
    params: Params,
    look: Look,
    begin: impl FnOnce(&mut Model),
    start: impl FnOnce(Box<dyn Fn(Report) + Send + Sync>, Sender<Event>) -> D,
) -> Result<u8, String> {
    let (events, inbox) = mpsc::channel();
    let refused = |error: io::Error| format!("the terminal cannot be used: {error}");
    let signals = signals::register().map_err(refused)?;
    terminal::install_panic_hook();
    terminal::want_mouse(look.mouse);
    // Whether colours are used is decided by the theme: crossterm's own way would take bold and reverse along.
    ratatui::crossterm::style::force_color_output(true);
    let session = terminal::Session::start().map_err(refused)?;
    let sender = events.clone();
    thread::spawn(move || signals::watch(signals, &sender));
    let screen = BufWriter::with_capacity(1 << 16, terminal::Screen::new());
    let mut display = Terminal::new(CrosstermBackend::new(screen)).map_err(refused)?;
    let folder = root.display().to_string();
    let mut model = Model::new(&folder, params, size().map_err(refused)?);
    model.look = look;
    if look.projector {
        // Nothing is open yet: it asks for nothing.
        update::update(&mut model, Message::Wish(Wish::Program(ProgramWish::Projector)));
    }
    begin(&mut model);
    let around = surroundings();
    // The first picture stands before anything is read.
    draw(&mut display, &model, around).map_err(refused)?;
    let sender = events.clone();
    let text_widths = Arc::new(AtomicU32::new(widths(&model)));
    let asked_widths = Arc::clone(&text_widths);
    let heard = move |report| {
        let _ = sender.send(heard(report, &asked_widths));
    };
    let outbox = events.clone();
    let desk = start(Box::new(heard), events.clone());
    thread::spawn(move || input::read(&events));
    for command in update::update(&mut model, Message::Clock(Duration::ZERO)) {
        execute(command, &desk, &outbox);
    }
    let place = Place { root, around };
    let status = turn(&mut display, &mut model, place, (&desk, &outbox), (&inbox, &text_widths));
    drop(session);
    status
}

/// Where the loop runs.
#[derive(Clone, Copy)]
struct Place<'r> {
    /// The folder.
    root: &'r Path,
    /// What is known of the terminal.
    around: Surroundings,
}

/// Who answers requests, and where answers of other threads go.
type Outside<'a> = (&'a dyn Desk, &'a Sender<Event>);
/// The loop: wait, take everything that is there, draw once.
fn turn(
    display: &mut Display,
    model: &mut Model,
    place: Place<'_>,
    outside: Outside<'_>,
    (inbox, text_widths): (&Receiver<Event>, &AtomicU32),
) -> Result<u8, String> {
    let start = Instant::now();
    // The terminal was taken again already: the signal that let the program go on is still to come.
    let mut is_back = false;
    loop {
        let first = match next_picture(model) {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => inbox.recv_timeout(wait),
        };
        if matches!(first, Err(RecvTimeoutError::Disconnected)) {
            return Ok(0);
        }
        update::update(model, Message::Clock(start.elapsed()));
        let grace = Instant::now() + GRACE;
        let mut next = first.ok();
        while let Some(event) = next {
            match take(model, event, outside) {
                Step::Go => {}
                Step::Leave(status) => return Ok(status),
                Step::Anew => {
                    if let Err(error) = anew(display) {
                        return lost(&error);
                    }
                }
                Step::Suspend if signals::can_be_continued() => {
                    suspend(display)?;
                    is_back = true;
                }
                Step::Write(bytes) => {
                    let sent = display.backend_mut().write_all(&bytes);
                    if let Err(error) = sent {
                        return lost(&error);
                    }
                }
                Step::Edit(file) => {
                    if let Some(note) = edit(display, place.root, &file)? {
                        model.note = Some(note);
                    }
                }
                Step::Suspend => model.note = Some("nothing could continue it".into()),
                // Taking the terminal a second time would let go of it for a moment, in which a key may be lost.
                Step::Reenter if std::mem::take(&mut is_back) => {}
                Step::Reenter => reenter(display)?,
            }
            // However much comes in, a picture is due now and then.
            if grace.elapsed() > FRAME {
                break;
            }
            next = inbox.try_recv().ok();
            if next.is_none() && model.awaits() {
                let left = grace.saturating_duration_since(Instant::now());
                next = inbox.recv_timeout(left).ok();
            }
        }
        resized(model, outside);
        text_widths.store(widths(model), Ordering::Relaxed);
        faults::panic_if_asked("draw");
        if let Err(error) = draw(display, model, place.around) {
            return lost(&error);
        }
    }
}

/// What a failure of the terminal means: that it has hung up, or something to be told.
fn lost(error: &io::Error) -> Result<u8, String> {
    if error.raw_os_error() == Some(libc::EIO) || !terminal::reads() {
        Ok(HUNG_UP)
    } else {
        Err(format!("the terminal cannot be written: {error}"))
    }
}

/// What the engine said, as an event. Runs on the engine's threads, so that even a large text is laid out without
/// holding up keys.
fn heard(report: Report, widths: &AtomicU32) -> Event {
    let widths = widths.load(Ordering::Relaxed);
    match report {
        Report::Pair { names, view: Ok(view) } if widths > 0 => {
            // Only how wide the texts are matters here.
            let (a, b) = ((widths >> 16) as u16, widths as u16);
            Event::Pair(Box::new(Prepared::new(names, view, PaneSizes { a: (a, 1), b: (b, 1) })))
        }
        report => Event::Report(report),
    }
}

/// How wide the texts of a pair are on the screen, in columns: the first in the upper half, the second in the lower; 0 when
/// the screen is too small.
fn widths(model: &Model) -> u32 {
    model.pair_sizes().map_or(0, |sizes| u32::from(sizes.a.0) << 16 | u32::from(sizes.b.0))
}

/// What an event leads to.
enum Step {
    Go,
    Leave(u8),
    Anew,
    /// Something for the terminal besides frames.
    Write(Vec<u8>),
    Edit(FilePlace),
    Suspend,
    Reenter,
}

fn take(model: &mut Model, event: Event, outside: Outside<'_>) -> Step {
    let message = match event {
        Event::End(status) => return Step::Leave(status),
        Event::InputLost => return Step::Leave(HUNG_UP),
        Event::Stop => return Step::Suspend,
        Event::Continue => return Step::Reenter,
        Event::Report(report) => Message::Report(report),
        Event::Pair(prepared) => Message::Opened(prepared),
        Event::Pinned(pin) => Message::Pinned(pin),
        Event::Taught(taught) => Message::Taught(taught),
        Event::Compared(compared) => Message::Compared(compared),
        Event::Template(read) => Message::Template(read),
        Event::Arranged(arranged) => Message::Arranged(arranged),
        Event::Input(Input::Resize(width, height)) => Message::Resized(width, height),
        Event::Input(Input::Key(key)) => match keymap::message(key, model.place()) {
            Some(message) => {
                update::pressed(model, key);
                message
            }
            None => return Step::Go,
        },
        Event::Input(Input::Mouse(mouse)) => Message::Mouse(mouse),
        Event::Input(Input::Paste(text)) => Message::Pasted(text),
        // Who has the focus of the window means nothing here.
        Event::Input(_) => return Step::Go,
    };
    let mut step = Step::Go;
    for command in update::update(model, message) {
        match execute(command, outside.0, outside.1) {
            Asked::Nothing => {}
            Asked::Redraw => step = Step::Anew,
            Asked::Mouse(on) => {
                terminal::want_mouse(on);
                step = Step::Write(terminal::mouse_bytes(on).to_vec());
            }
            Asked::Copy(text) => {
                let mut bytes = Vec::new();
                // Nothing can go wrong with writing into memory.
                let _ = queue!(bytes, CopyToClipboard::to_clipboard_from(text));
                step = Step::Write(bytes);
            }
            Asked::Edit(file) => step = Step::Edit(file),
            Asked::Suspend => step = Step::Suspend,
            Asked::Quit => return Step::Leave(0),
        }
    }
    step
}

/// How long until something on the screen moves by itself; `None` when nothing does.
fn next_picture(model: &Model) -> Option<Duration> {
    let Some(work) = model.work else { return model.next_ago() };
    let waited = model.now.saturating_sub(work.since);
    Some(SPINNER_AFTER.saturating_sub(waited).max(FRAME))
}

/// Asks for the size itself: the event may be late, or lost while somebody else had the terminal.
fn resized(model: &mut Model, outside: Outside<'_>) {
    if let Ok((width, height)) = size()
        && model.size != (width, height)
    {
        for command in update::update(model, Message::Resized(width, height)) {
            execute(command, outside.0, outside.1);
        }
    }
}

/// Gives the terminal back, stops as the shell expects, and takes the terminal again when continued.
fn suspend(display: &mut Display) -> Result<(), String> {
    terminal::leave();
    let stopped = signals::stop();
    reenter(display)?;
    stopped.map_err(|error| format!("cannot stop: {error}"))
}

/// Gives the terminal to the editor until it ends. Gives back one sentence when something went wrong.
fn edit(display: &mut Display, root: &Path, file: &FilePlace) -> Result<Option<String>, String> {
    let variable = std::env::var_os;
    let editor = match Editor::new(variable("VISUAL"), variable("EDITOR"), root, file) {
        Ok(editor) => editor,
        Err(reason) => return Ok(Some(reason)),
    };
    input::rest();
    signals::lend(true);
    terminal::leave();
    let modes = terminal::Modes::now();
    let ended = std::process::Command::new(&editor.program).args(&editor.arguments).status();
    signals::lend(false);
    modes.restore();
    let entered = reenter(display);
    input::resume();
    entered?;
    let name = editor.program.to_string_lossy();
    Ok(match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("{name} ended with {status}")),
        Err(error) => Some(format!("{name} cannot be started: {error}; set EDITOR to another")),
    })
}

/// Takes the terminal again: whoever had it meanwhile may have left it in any state.
fn reenter(display: &mut Display) -> Result<(), String> {
    let refused = |error: io::Error| format!("the terminal cannot be used: {error}");
    let _ = ratatui::crossterm::terminal::disable_raw_mode();
    terminal::enter().map_err(refused)?;
    anew(display).map_err(refused)
}

/// Forgets what is on the screen. (`Terminal::clear` would ask the terminal for its cursor and take keys for the answer.)
fn anew(display: &mut Display) -> io::Result<()> {
    let (width, height) = size()?;
    display.resize(Rect::new(0, 0, width, height))
}

fn draw(display: &mut Display, model: &Model, around: Surroundings) -> io::Result<()> {
    let theme = Theme::chosen(model.look.theme, around);
    // The terminal shows the frame at once or not at all.
    queue!(display.backend_mut(), BeginSynchronizedUpdate)?;
    display.draw(|frame| view::view(model, &theme, frame))?;
    queue!(display.backend_mut(), EndSynchronizedUpdate)?;
    display.backend_mut().flush()
}

fn surroundings() -> Surroundings {
    let variable = |name| std::env::var(name).ok();
    Surroundings {
        no_color: variable("NO_COLOR").is_some_and(|value| !value.is_empty()),
        depth: Depth::of(variable("COLORTERM").as_deref(), variable("TERM").as_deref()),
        ground: Ground::of(variable("COLORFGBG").as_deref()),
    }
}
