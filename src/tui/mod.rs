//! The screen: connects its parts and starts it.

#[macro_use]
pub(crate) mod actions;
pub(crate) mod drawing;
pub(crate) mod event_loop;
pub(crate) mod keys;
pub(crate) mod layout;
pub(crate) mod messages;
pub(crate) mod model;
pub(crate) mod parameters;
pub(crate) mod terminal;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod update;
pub(crate) mod view;
pub(crate) mod views;
pub(crate) mod words;

use std::{env, io, path::Path, sync::Arc, sync::Mutex, sync::mpsc, time::Duration};

use ratatui::{
    Terminal, backend::CrosstermBackend, crossterm::style::force_color_output,
    crossterm::terminal::size,
};

use shingle::{
    base::lock::lock_mutex, base::workers::start_thread, engine::DocumentFolder,
    engine::DocumentReader, engine::Engine, engine::Report, pipeline::Params,
    visits::DocumentBefore, visits::PairNames,
};

use crate::tui::event_loop::{
    EventLoop, FilePlaces, RestStates, Services, TakeState, VisitState, detect_terminal_colours,
    draw_frame,
};
use crate::tui::model::{Clipboard, JobResult, Layer, Model, Sort};
use crate::tui::{
    actions::Action, drawing::Look, messages::Message, terminal::input, terminal::output::Screen,
    views::VIEWS, views::report::ReportWriter, views::report::Reporting, words::ShortNames,
};

type Sink = Box<dyn Fn(Report) + Send + Sync>;

/// State of the last visit to a folder.
pub(crate) struct LastVisitState {
    /// Time since the last visit ended.
    pub(crate) ended: Duration,
    /// The parameters without the user's changes during the last visit.
    pub(crate) usual: Params,
    pub(crate) pair: Option<PairNames>,
    /// Filter of the list; empty without a filter.
    pub(crate) filter: String,
    pub(crate) sort: String,
    /// The documents at the end of the last visit, if they can be compared.
    pub(crate) documents: Option<Vec<DocumentBefore>>,
}

#[derive(Default)]
pub(crate) struct ScreenStart {
    pub(crate) coming_back: Option<LastVisitState>,
    /// Pair to open on the whole screen at the start.
    pub(crate) pair: Option<PairNames>,
    pub(crate) selected: Option<PairNames>,
    /// Note in the last row until the first key.
    pub(crate) note: Option<String>,
    pub(crate) clipboard: Clipboard,
    pub(crate) writer: Option<ReportWriter>,
}

/// Result of a visit.
pub(crate) struct ScreenEnd {
    /// Exit status: 0, or 128 and the number of the signal that ended the screen.
    pub(crate) status: u8,
    /// State of the visit, if any file was read.
    pub(crate) visit: Option<VisitState>,
}

/// Shows the folder until the user quits, starting with the state of the last visit. Passes every state of the screen
/// at rest to `take_state`.
pub(crate) fn run(
    folder: DocumentFolder,
    params: Params,
    look: Look,
    take_state: Option<TakeState>,
    begins: ScreenStart,
    places: FilePlaces,
) -> Result<ScreenEnd, String> {
    let (root, first) = (folder.root.clone(), params.clone());
    let ScreenStart { mut coming_back, pair, selected, note, clipboard, writer } = begins;
    let before = coming_back.as_mut().and_then(|last| last.documents.take());
    let real = root.canonicalize().unwrap_or_else(|_| root.clone());
    let (is_folder, reader) = (folder.walk.only.is_none(), folder.reader.clone());
    let begin = move |model: &mut Model| {
        model.folder_name = real.display().to_string();
        let reporting: &mut Reporting = model.states.get_mut();
        reporting.writer = writer;
        // The suggested file of a report must not be inside the scanned folder.
        if is_folder && env::current_dir().is_ok_and(|here| here.starts_with(&real)) {
            reporting.beside = real.parent().map(Path::to_path_buf);
        }
        model.reader = reader;
        model.clipboard = clipboard;
        model.note = note;
        model.parameter_state.reselect = selected;
        if let Some(LastVisitState { ended, usual, pair, filter, sort, .. }) = coming_back {
            model.list.sort = Sort::from_saved(&sort);
            update::restore_last_visit(model, ended, usual, (pair, &filter));
        }
        if let Some(pair) = pair {
            update::open_pair_at_start(model, pair);
        }
    };
    let start = |sink: Sink| Some(Engine::start(before, folder, first, sink));
    run_screen(&root, params, (look, take_state, places), begin, start)
}

/// Shows a lesson or a sandbox without a folder. Returns the exit status, as in [`ScreenEnd`].
pub(crate) fn show_layer(
    layer: Box<dyn Layer>,
    params: Params,
    look: Look,
    reader: &DocumentReader,
) -> Result<u8, String> {
    let begin = |model: &mut Model| {
        model.reader = reader.clone();
        model.layers.push_layer(layer);
    };
    let places = FilePlaces::default();
    run_screen(Path::new(""), params, (look, None, places), begin, |_| None).map(|left| left.status)
}

/// Like [`run`], with or without an engine. `begin` sets the first contents of the screen.
fn run_screen(
    root: &Path,
    params: Params,
    (look, take_state, places): (Look, Option<TakeState>, FilePlaces),
    begin: impl FnOnce(&mut Model),
    start: impl FnOnce(Sink) -> Option<Engine>,
) -> Result<ScreenEnd, String> {
    terminal::check_limits()?;
    let (events, inbox) = mpsc::channel();
    let refused = |error: io::Error| format!("the terminal cannot be used: {error}");
    let no_thread = |error: io::Error| error.to_string();
    let signals = terminal::signals::take_signals().map_err(refused)?;
    terminal::install_panic_hook();
    // The theme chooses colours. crossterm's own switch would also drop bold and reverse.
    force_color_output(true);
    let session = terminal::Session::start(look.mouse).map_err(refused)?;
    let sender = events.clone();
    start_thread(move || terminal::signals::watch_signals(signals, &sender)).map_err(no_thread)?;
    let backend = CrosstermBackend::new(Screen::new());
    let mut display = Terminal::new(backend).map_err(refused)?;
    let folder = root.display().to_string();
    let mut model = Model::new(&folder, params, size().map_err(refused)?, VIEWS);
    model.look = look;
    if look.projector {
        // No document is open yet, so this action returns no command.
        update::update(&mut model, Message::Action(Action::Projector));
    }
    begin(&mut model);
    model.compute_areas();
    let around = detect_terminal_colours();
    // If the question cannot be written, no frame can either, and drawing reports the error.
    let asks = around.needs_page_colour() && input::request_page_colour().is_ok();
    // The first frame is drawn before any file is read.
    draw_frame(&mut display, &model, around).map_err(refused)?;
    let sender = events.clone();
    let names = Mutex::<Arc<ShortNames>>::default();
    let engine = start(Box::new(move |report| {
        if let Report::Snapshot(snapshot) = &report {
            let mut names = lock_mutex(&names);
            *names = Arc::new(names.for_other_snapshot(snapshot));
            // Short names of the documents of the next result.
            let names = Arc::clone(&names);
            let result = JobResult::always_applied(|model| model.names = names);
            let _ = sender.send(Message::Done(result).into());
        }
        let _ = sender.send(Message::Report(report).into());
    }));
    let services = Services::open(engine, places, events.clone()).map_err(no_thread)?;
    start_thread(move || input::read_events(&events, asks)).map_err(no_thread)?;
    let states = take_state.map(RestStates::new);
    let mut event_loop =
        EventLoop { display, model, services, root, colours: around, is_back: false, states };
    let ended = event_loop.run(&inbox);
    // The shell would receive a late answer of the terminal as typed text.
    input::wait_for_colour_answer();
    // Later keys belong to the shell.
    input::pause_reading();
    // Give the terminal back first: dropping the rest may take a while.
    drop(session);
    let model = &event_loop.model;
    let visit = model.snapshot.as_ref().map(|snapshot| VisitState::new(model, snapshot));
    ended.map(|status| ScreenEnd { status, visit })
}
