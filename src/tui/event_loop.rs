//! Receives events from outside, and runs the resulting commands.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::{
    collections::HashMap, io, io::Write as _, path::Path, path::PathBuf, sync::Arc, thread,
    time::Duration, time::Instant, time::SystemTime,
};

use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, disable_raw_mode, size,
};
use ratatui::{
    Terminal, backend::CrosstermBackend, crossterm::clipboard::CopyToClipboard,
    crossterm::event::Event as Input, crossterm::queue, layout::Rect,
};

use shingle::decisions::{
    NewestMarks, PhraseLine, Phrases, SharedFile, SharedFileError, SumOfLines, UserMark,
};
use shingle::{
    base::cancel::Cancel, base::faults::panic_if_asked, base::guard::run_catching_panic,
    base::requests::RequestSender, base::requests::request_channel,
    base::workers::run_in_background, base::workers::start_thread,
    decisions::decision::format_time, engine::Engine, folder::WatchState, pipeline::Params,
    pipeline::Row, pipeline::Snapshot, visits::PairNames,
};

use crate::tui::drawing::{Depth, Ground, TerminalColours};
use crate::tui::model::{
    Command, FileAnswer, FilePlace, Job, JobResult, Model, SPINNER_AFTER, Slot,
};
use crate::tui::update::{decisions, update};
use crate::tui::{
    messages::Event, messages::Message, terminal, terminal::editor::command_of_editor,
    terminal::input, terminal::output, terminal::output::Screen, view, views::phrases,
};

// Runs the loop: receives events, updates the model, runs commands and draws.

/// Time between two frames of an animation.
const FRAME: Duration = Duration::from_millis(100);
/// Time to wait for an answer before a frame is drawn. An answer within this time needs no frame that announces the
/// wait.
const GRACE: Duration = Duration::from_millis(6);
/// Exit status if the terminal is gone.
const HUNG_UP: u8 = 129;

pub(crate) struct EventLoop<'r> {
    pub(crate) display: Display,
    pub(crate) model: Model,
    pub(crate) services: Services,
    pub(crate) root: &'r Path,
    pub(crate) colours: TerminalColours,
    /// True if the program has taken the terminal back, but the SIGCONT that announces this has not arrived.
    pub(crate) is_back: bool,
    pub(crate) states: Option<RestStates>,
}

impl EventLoop<'_> {
    /// Runs until the user quits, a signal ends the program, or the terminal is gone. Returns the exit status.
    ///
    /// # Errors
    /// One line that describes the terminal's error.
    pub(crate) fn run(&mut self, inbox: &Receiver<Event>) -> Result<u8, String> {
        let start = Instant::now();
        let mut turn = self.update(Message::Clock(Duration::ZERO));
        while turn.is_ok() {
            turn = self.take_turn(start, inbox);
        }
        turn.err().unwrap_or(Ok(0))
    }

    /// Waits for an event, handles all events that have arrived, and draws one frame.
    fn take_turn(&mut self, start: Instant, inbox: &Receiver<Event>) -> Turn {
        let first = match time_to_next_frame(&self.model) {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(wait) => inbox.recv_timeout(wait),
        };
        if matches!(first, Err(RecvTimeoutError::Disconnected)) {
            return Err(Ok(0));
        }
        self.update(Message::Clock(start.elapsed()))?;
        let grace = Instant::now() + GRACE;
        let mut next = first.ok();
        while let Some(event) = next {
            self.handle_event(event)?;
            // Draws in time even if events arrive without a pause.
            if grace.elapsed() > FRAME {
                break;
            }
            next = inbox.try_recv().ok();
            if next.is_none() && self.model.awaits_answer() {
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
        if let Some(visits) = &mut self.services.visits {
            visits.save_visit_if_new(&self.model);
        }
        panic_if_asked("draw");
        if output::take_frame_cut_flag() {
            turn_from_io_result(force_redraw(&mut self.display))?;
        }
        turn_from_io_result(draw_frame(&mut self.display, &self.model, self.colours))?;
        if let Some(states) = &mut self.states {
            states.send_state_if_new(&self.model).map_err(Err)?;
        }
        Ok(())
    }

    fn handle_event(&mut self, event: Event) -> Turn {
        let message = match event {
            Event::End(status) => return Err(Ok(status)),
            Event::InputLost => return Err(Ok(HUNG_UP)),
            Event::Stop => return self.suspend(),
            // Taking the terminal twice would release it for a moment, in which a key may be lost.
            Event::Continue if std::mem::take(&mut self.is_back) => return Ok(()),
            // A terminal that hangs up also sends SIGCONT, which may arrive before the hang-up.
            Event::Continue => match reenter_screen(&mut self.display) {
                Err(_) if !terminal::can_read_keys() => return Err(Ok(HUNG_UP)),
                other => return other.map_err(Err),
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
            Command::Redraw => turn_from_io_result(force_redraw(display))?,
            Command::Copy(text) => {
                let copy = CopyToClipboard::to_clipboard_from(text);
                turn_from_io_result(queue!(display.backend_mut(), copy))?;
            }
            Command::Edit(file) => {
                if let Some(note) = run_editor(display, self.root, &file).map_err(Err)? {
                    self.model.show_note(note);
                }
            }
            Command::Suspend => self.suspend()?,
            Command::Quit => return Err(Ok(0)),
            Command::SaveMarks(marks) => {
                let _ = services.marks.send(marks);
            }
            Command::SavePhrase(line) => {
                let _ = services.phrases.send(vec![line]);
            }
            Command::Run(job) => services.run_job(job),
            Command::Ask(number, question) => {
                // Without a folder there is no engine to ask.
                if let Some(engine) = &services.engine {
                    engine.ask_question(number, question);
                }
            }
        }
        Ok(())
    }

    fn suspend(&mut self) -> Turn {
        if terminal::signals::can_be_continued() {
            terminal::leave_screen();
            // Returns when the shell continues the process group.
            let stopped = terminal::signals::stop_process_group();
            reenter_screen(&mut self.display).map_err(Err)?;
            stopped.map_err(|error| Err(format!("cannot stop: {error}")))?;
            self.is_back = true;
        } else {
            self.model.show_note("nothing could continue it");
        }
        Ok(())
    }
}

/// An error ends the loop: with an exit status, or with the reason of a failure.
type Turn = Result<(), Result<u8, String>>;

/// Ends the loop if writing failed: with a status if the terminal has hung up, else with a message.
fn turn_from_io_result(result: io::Result<()>) -> Turn {
    result.map_err(|error| {
        if error.raw_os_error() == Some(libc::EIO) || !terminal::can_read_keys() {
            Ok(HUNG_UP)
        } else {
            Err(format!("the terminal cannot be written: {error}"))
        }
    })
}

fn time_to_next_frame(model: &Model) -> Option<Duration> {
    let next = match model.work {
        None => model.time_until_shown_age_changes(),
        Some(work) => {
            let waited = model.now.saturating_sub(work.since);
            Some(SPINNER_AFTER.saturating_sub(waited).max(FRAME))
        }
    };
    // A frame for a stalled terminal is tried again. Keys typed ahead wait for a limited time.
    let again = output::is_frame_cut().then_some(FRAME);
    next.into_iter().chain(again).chain(model.typed_ahead.remaining_wait(model.now)).min()
}

// Answers the requests of the screen: the engine, if there is a folder, and a thread for each kind of job. A thread
// skips requests that a newer one replaces.

#[derive(Default)]
pub(crate) struct FilePlaces {
    pub(crate) decisions: Option<PathBuf>,
    pub(crate) phrases: Option<PathBuf>,
    /// The scanned folder, or the input files. The files for marks and phrases may not be inside.
    pub(crate) read: Vec<PathBuf>,
    pub(crate) visits: Option<VisitKeeper>,
}

/// The engine and the threads. Dropping them ends their work.
pub(crate) struct Services {
    pub(crate) engine: Option<Engine>,
    pub(crate) outbox: Sender<Event>,
    jobs: HashMap<Slot, RequestSender<Job>>,
    marks: Sender<Vec<UserMark>>,
    phrases: Sender<Vec<PhraseLine>>,
    pub(crate) visits: Option<VisitFollower>,
}

impl Services {
    /// Starts the threads, which send their results as events.
    pub(crate) fn open(
        engine: Option<Engine>,
        places: FilePlaces,
        outbox: Sender<Event>,
    ) -> io::Result<Self> {
        let rows = start_jobs(&outbox)?;
        let jobs = HashMap::from([
            (Slot::Documents, rows.new_independent_sender()),
            (Slot::Problems, rows.new_independent_sender()),
            (Slot::MarkCounts, rows.new_independent_sender()),
            (Slot::Rows, rows),
            (Slot::Lesson, start_jobs(&outbox)?),
            (Slot::Comparison, start_jobs(&outbox)?),
            (Slot::Search, start_jobs(&outbox)?),
        ]);
        let FilePlaces { decisions, phrases, read, visits } = places;
        let file = decisions.ok_or("cannot save marks; use --decisions FILE");
        let handle = decisions::handle_marks_file;
        let marks = start_file_keeper::<NewestMarks>(file, read.clone(), &outbox, handle)?;
        let file = phrases.ok_or("cannot save phrases; use --phrases FILE");
        let handle = phrases::handle_phrases_file;
        let phrases = start_file_keeper::<Phrases>(file, read, &outbox, handle)?;
        let visits = visits.map(VisitFollower::start).transpose()?;
        Ok(Self { engine, outbox, jobs, marks, phrases, visits })
    }

    pub(crate) fn run_job(&self, job: Job) {
        let Some(thread) = self.jobs.get(&job.slot) else {
            let outbox = self.outbox.clone();
            return run_in_background(move || {
                // The receiver is gone if the program is ending.
                let answer = job.run(&Cancel::never_cancelled());
                let _ = answer.map(|answer| outbox.send(Message::Done(answer).into()));
            });
        };
        thread.send_request(job);
    }
}

/// Starts a thread that writes lines into a file. Without a file, the thread answers each request with the reason.
fn start_file_keeper<T: SumOfLines>(
    file: Result<PathBuf, &'static str>,
    read: Vec<PathBuf>,
    outbox: &Sender<Event>,
    handle: fn(&mut Model, FileAnswer<T::Contents>),
) -> io::Result<Sender<Vec<T::Line>>>
where
    T::Line: Send + 'static,
    T::Contents: Send + 'static,
{
    let (keeper, lines) = channel();
    let outbox = outbox.clone();
    let answer = move |answer| {
        let done = JobResult::always_applied(move |model| handle(model, answer));
        outbox.send(Message::Done(done).into()).is_ok()
    };
    start_thread(move || match file {
        Ok(file) => save_requested_lines::<T>((&file, &read), &lines, answer),
        Err(why) => refuse_requests(&lines, why, answer),
    })?;
    Ok(keeper)
}

/// Starts a thread that runs jobs, until the senders of jobs or the receiver of answers are gone.
fn start_jobs(events: &Sender<Event>) -> io::Result<RequestSender<Job>> {
    let (sender, inbox) = request_channel();
    let events = events.clone();
    start_thread(move || {
        for (job, cancel) in inbox {
            panic_if_asked("services");
            if let Some(answer) = Job::run(&job, &cancel)
                && events.send(Message::Done(answer).into()).is_err()
            {
                return;
            }
        }
    })?;
    Ok(sender)
}

// Draws on the terminal, lends the terminal to the editor, and takes it back.

pub(crate) type Display = Terminal<CrosstermBackend<Screen>>;

pub(crate) fn draw_frame(
    display: &mut Display,
    model: &Model,
    colours: TerminalColours,
) -> io::Result<()> {
    // The terminal shows a synchronized frame as a whole, never half of it.
    queue!(display.backend_mut(), BeginSynchronizedUpdate)?;
    display.draw(|frame| view::draw_frame(model, colours, frame))?;
    queue!(display.backend_mut(), EndSynchronizedUpdate)?;
    display.backend_mut().flush()
}

/// Makes the next frame redraw the whole screen. `Terminal::clear` would ask the terminal for its cursor and might take
/// a key for the answer.
fn force_redraw(display: &mut Display) -> io::Result<()> {
    let (width, height) = size()?;
    display.resize(Rect::new(0, 0, width, height))
}

/// Takes the terminal back. The program that had the terminal may have left it in any state.
pub(crate) fn reenter_screen(display: &mut Display) -> Result<(), String> {
    let refused = |error: io::Error| format!("the terminal cannot be used: {error}");
    let _ = disable_raw_mode();
    terminal::reenter_screen().map_err(refused)?;
    force_redraw(display).map_err(refused)
}

/// Gives the terminal to the editor until the editor ends. Returns a note for the user if an error occurred.
fn run_editor(
    display: &mut Display,
    root: &Path,
    file: &FilePlace,
) -> Result<Option<String>, String> {
    let variable = std::env::var_os;
    let mut editor = match command_of_editor(variable("VISUAL"), variable("EDITOR"), root, file) {
        Ok(editor) => editor,
        Err(reason) => return Ok(Some(reason)),
    };
    input::pause_reading();
    terminal::signals::set_editor_running(true);
    terminal::leave_screen();
    let modes = terminal::Modes::current();
    let ended = editor.status();
    terminal::signals::set_editor_running(false);
    modes.restore();
    terminal::drop_unread_keys();
    let entered = reenter_screen(display);
    input::resume_reading();
    entered?;
    let name = editor.get_program().to_string_lossy();
    Ok(match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("{name} ended with {status}")),
        Err(error) => Some(format!("{name} cannot be started: {error}; set EDITOR to another")),
    })
}

pub(crate) fn detect_terminal_colours() -> TerminalColours {
    let variable = |name| std::env::var(name).ok();
    TerminalColours {
        no_color: variable("NO_COLOR").is_some_and(|value| !value.is_empty()),
        depth: Depth::from_variables(variable("COLORTERM").as_deref(), variable("TERM").as_deref()),
        ground: Ground::from_variable(variable("COLORFGBG").as_deref()),
        is_console: variable("TERM").is_some_and(|term| term.starts_with("linux")),
    }
}

// Runs the threads that write marks and phrases into their files, and read changes by other programs.

/// Time between two checks of the file for changes by other programs.
const NOTE_PAUSE: Duration = Duration::from_secs(3);

/// Appends requested lines to the file at `path` while a sender exists, and answers with the contents of the file.
/// Fails if the file is inside `read`. `answer` returns true while a receiver exists.
fn save_requested_lines<T: SumOfLines>(
    (path, read): (&Path, &[PathBuf]),
    lines: &Receiver<Vec<T::Line>>,
    answer: impl Fn(FileAnswer<T::Contents>) -> bool,
) {
    let failed = |error: SharedFileError| answer(Err(error.to_string()));
    let mut file = match SharedFile::<T>::open(path, read) {
        Ok(file) => file,
        Err(error) => {
            let reason = error.to_string();
            failed(error);
            return refuse_requests(lines, &reason, answer);
        }
    };
    let all = |file: &SharedFile<T>| match file.contents() {
        Ok(contents) => answer(Ok((contents, file.unparsed_lines()))),
        Err(error) => failed(error),
    };
    let mut listens = all(&file);
    let mut is_failing = false;
    while listens {
        let request = lines.recv_timeout(NOTE_PAUSE);
        let is_asked = request.is_ok();
        let outcome = match request {
            Ok(lines) => file.append_lines(lines, &format_time(SystemTime::now())).map(|()| true),
            Err(RecvTimeoutError::Timeout) => file.read_new_lines(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let was_failing = std::mem::replace(&mut is_failing, outcome.is_err());
        listens = match outcome {
            Ok(true) => all(&file),
            Err(error) if is_asked || !was_failing => failed(error),
            Ok(false) | Err(_) => true,
        };
    }
}

/// Answers every request to write with the reason of its refusal.
fn refuse_requests<L, C>(
    lines: &Receiver<Vec<L>>,
    why: &str,
    answer: impl Fn(FileAnswer<C>) -> bool,
) {
    while lines.recv().is_ok() && answer(Err(why.to_string())) {}
}

// Passes on the screen's state at rest, so that a test can compare it with a fresh run.

/// Saves the result, its listed rows and the state of the watcher, or returns the error as one line.
pub(crate) type TakeState = Box<dyn Fn(&Snapshot, &[&Row], &WatchState) -> Result<(), String>>;

/// Passes on every state of the screen at rest, each state once.
pub(crate) struct RestStates {
    take: TakeState,
    last: Option<(Arc<Snapshot>, WatchState)>,
}

impl RestStates {
    pub(crate) fn new(take: TakeState) -> Self {
        Self { take, last: None }
    }

    /// Passes on the screen's state if it is new and no answer is pending.
    fn send_state_if_new(&mut self, model: &Model) -> Result<(), String> {
        let Some(snapshot) = &model.snapshot else { return Ok(()) };
        let is_known = |(last, watch): &(Arc<Snapshot>, WatchState)| {
            Arc::ptr_eq(last, snapshot) && *watch == model.watch
        };
        if model.work.is_some()
            || model.list.awaited.is_some()
            || !snapshot.is_whole()
            || self.last.as_ref().is_some_and(is_known)
        {
            return Ok(());
        }
        let order = &model.list.order;
        let rows = (0..order.len()).filter_map(|place| snapshot.rows.get(order.row_at(place)?));
        (self.take)(snapshot, &rows.collect::<Vec<_>>(), &model.watch)?;
        self.last = Some((Arc::clone(snapshot), model.watch.clone()));
        Ok(())
    }
}

// Saves the state during the visit, so that the state also survives a killed program.

/// Time before a change is saved. Changes within this time are saved together.
const PAUSE: Duration = Duration::from_millis(150);
/// Pause after saving, as a multiple of the time that saving took.
const REST: u32 = 20;

#[derive(Debug, Clone)]
pub(crate) struct VisitState {
    pub(crate) params: Params,
    /// The phrases in the folder's file, even if ignoring phrases is switched off.
    pub(crate) phrases: Vec<Arc<str>>,
    pub(crate) pair: Option<PairNames>,
    /// Filter of the ranked list, as typed; empty without a filter.
    pub(crate) filter: String,
    pub(crate) sort: String,
    pub(crate) snapshot: Arc<Snapshot>,
}

impl VisitState {
    pub(crate) fn new(model: &Model, snapshot: &Arc<Snapshot>) -> Self {
        Self {
            params: model.params.clone(),
            phrases: model.choices.phrases.clone(),
            pair: model.list.names.clone(),
            filter: model.list.filter_text_to_save(),
            sort: model.list.sort.to_saved(),
            snapshot: Arc::clone(snapshot),
        }
    }
}

impl PartialEq for VisitState {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.snapshot, &other.snapshot)
            && (&self.pair, &self.filter) == (&other.pair, &other.filter)
            && self.sort == other.sort
            && self.params == other.params
    }
}

pub(crate) type VisitKeeper = Box<dyn Fn(&VisitState) + Send + Sync>;

pub(crate) struct VisitFollower {
    keeper: RequestSender<VisitState>,
    last: Option<VisitState>,
}

impl VisitFollower {
    pub(crate) fn start(keeper: VisitKeeper) -> io::Result<Self> {
        let (asker, inbox) = request_channel();
        start_thread(move || {
            for (state, cancel) in inbox {
                thread::sleep(PAUSE);
                if cancel.is_cancelled() {
                    continue;
                }
                let begun = Instant::now();
                // A failure is reported when the state is saved at the end of the visit.
                let _ = run_catching_panic(|| keeper(&state));
                thread::sleep(begun.elapsed() * REST);
            }
        })?;
        Ok(Self { keeper: asker, last: None })
    }

    /// Saves the screen's state if it is new and its result has the requested parameters. Parameters that crash the
    /// computation would otherwise return with every visit.
    fn save_visit_if_new(&mut self, model: &Model) {
        let snapshot = model.snapshot.as_ref().filter(|one| one.is_whole() && !model.is_stale());
        let Some(state) = snapshot.map(|snapshot| VisitState::new(model, snapshot)) else { return };
        if self.last.as_ref() != Some(&state) {
            self.keeper.send_request(state.clone());
            self.last = Some(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashMap, sync::mpsc::channel, time::Duration};

    use super::{FilePlaces, Services};
    use crate::tui::{messages::Event, messages::Message, model::Job, model::Slot};

    #[test]
    fn the_newest_job_of_each_slot_is_run_last_and_at_all() {
        let (events, inbox) = channel();
        let services = Services::open(None, FilePlaces::default(), events).unwrap();
        let slots = [Slot::Rows, Slot::Problems, Slot::Lesson, Slot::Comparison];
        for generation in 1..=50 {
            for slot in slots {
                services.run_job(Job::new((slot, generation), |_| Some(()), |_, ()| ()));
            }
        }
        let mut last = HashMap::from(slots.map(|slot| (slot, 0)));
        while last.values().any(|generation| *generation < 50) {
            let Ok(event) = inbox.recv_timeout(Duration::from_mins(1)) else {
                panic!("only {last:?} came");
            };
            let Event::Message(message) = event else { panic!("no message") };
            let Message::Done(done) = *message else { panic!("no answer") };
            let before = last.insert(done.slot, done.generation).unwrap();
            assert!(done.generation > before, "{} after {before}", done.generation);
        }
    }
}
