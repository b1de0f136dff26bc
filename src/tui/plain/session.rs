//! The conversation of plain mode: waits for lines and events, has commands carried out and says what became of them. A line
//! is answered when everything is there that it asked for; what takes long is said meanwhile.

use std::io::{self, BufRead, Read as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::{Duration, Instant};

use shingle::{base::path::DocPath, decisions::Decision};

use crate::tui::event_loop::execute::{LoopStep, execute};
use crate::tui::event_loop::services::{PaneWidths, Services};
use crate::tui::messages::{Command, Event, Message, TypedLine};
use crate::tui::model::{FileAnswer, Model, PairColumn, PairState, Purpose, Search, Sort};
use crate::tui::plain::commands::{Lines, PlainCommand};
use crate::tui::plain::{said, typed};
use crate::tui::view::footer::{label, verdicts};
use crate::tui::{actions::Room, event_loop::run::message, update::update};

/// The columns and rows that the model lays lists out for.
pub(crate) const SIZE: (u16, u16) = (160, 60);
/// Rows of a list that are told at once.
const ROWS: usize = 20;
/// Longer work is said, and said again as often.
const PATIENCE: Duration = Duration::from_millis(600);
const AGAIN: Duration = Duration::from_secs(5);
/// The most bytes of a line that is typed.
const LONGEST: u64 = 1 << 16;

/// A conversation.
pub(crate) struct PlainSession {
    pub(crate) model: Model,
    services: Services,
    widths: PaneWidths,
    lines: Lines,
    awaited: Awaited,
    /// What was read of the input and is not answered yet.
    typed: Option<TypedLine>,
    /// Asks for the next line of the input.
    next: SyncSender<()>,
    /// The last row that was told.
    last_row: usize,
    /// What was said last of what happened.
    last_news: Option<String>,
    /// How many notices were said.
    notices: usize,
    start: Instant,
}

/// Why the conversation ends.
enum PlainEnd {
    /// With this exit status.
    Status(u8),
    /// Nobody takes what is written, or it cannot be written.
    Unwritten(io::Error),
}

impl From<io::Error> for PlainEnd {
    fn from(error: io::Error) -> Self {
        Self::Unwritten(error)
    }
}

/// What is shown. What differs after a command is told.
#[derive(Debug, Clone, PartialEq)]
struct ShownPlace {
    /// The open pair.
    pair: Option<(DocPath, DocPath)>,
    /// The active passage, and how often one was gone to.
    passage: Option<(usize, u64)>,
    /// What is sought in the pair, and the match that is looked at.
    search: Option<(String, usize)>,
    list: ShownList,
    /// The selected row of the ranked list.
    names: Option<(DocPath, DocPath)>,
    /// The selected row of the list that is shown.
    row: Option<String>,
}

/// The list that is shown.
#[derive(Debug, Clone, PartialEq)]
struct ShownList {
    room: Room,
    of: Option<DocPath>,
    filter: String,
    sort: Sort<PairColumn>,
}

impl ShownPlace {
    fn new(model: &Model) -> Self {
        let current = model.pair.as_ref().filter(|_| model.zoomed);
        let open = model.open().filter(|_| model.zoomed);
        let list = ShownList {
            room: model.rooms.here(),
            of: model.list.of.clone(),
            filter: model.list.filter.text.clone(),
            sort: model.list.sort,
        };
        Self {
            pair: current.map(|current| current.names.clone()),
            passage: open.and_then(|pair| Some((pair.active?, pair.activations))),
            search: model.search.as_ref().map(|search| (search.pattern.clone(), search.at)),
            list,
            names: model.list.names.clone(),
            row: said::selected(model),
        }
    }
}

/// Passes on the next line of standard input each time that one is asked for, until it ends. Runs on a thread of its own.
pub(crate) fn read_lines(events: &Sender<Event>, asked: &Receiver<()>) {
    let mut input = io::stdin().lock();
    while asked.recv().is_ok() {
        let line = read_line(&mut input);
        let (is_end, is_too_long) = (line == TypedLine::End, line == TypedLine::TooLong);
        if events.send(Event::Line(line)).is_err() || is_end {
            return;
        }
        // Said before the end of the line is known: there may be none.
        if is_too_long && input.skip_until(b'\n').is_err() {
            return;
        }
    }
}

/// Reads a line, or as much of it as a line may have.
fn read_line(input: &mut impl BufRead) -> TypedLine {
    let mut bytes = Vec::new();
    match input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => TypedLine::End,
        Ok(_) if bytes.len() as u64 > LONGEST && !bytes.ends_with(b"\n") => TypedLine::TooLong,
        Ok(_) => TypedLine::Line(String::from_utf8_lossy(&bytes).trim_end().to_string()),
    }
}

impl PlainSession {
    /// A conversation about what the model begins with. `next` asks for a line.
    pub(crate) fn new(
        model: Model,
        services: Services,
        widths: PaneWidths,
        lines: Lines,
        next: SyncSender<()>,
    ) -> Self {
        Self {
            model,
            services,
            widths,
            lines,
            awaited: Awaited::default(),
            typed: None,
            next,
            last_row: 0,
            last_news: None,
            notices: 0,
            start: Instant::now(),
        }
    }

    /// Talks until the input ends or the user quits. Returns the exit status.
    ///
    /// # Errors
    /// One line that says why nothing can be written.
    pub(crate) fn run(&mut self, inbox: &Receiver<Event>) -> Result<u8, String> {
        match self.talk(inbox) {
            Ok(status) | Err(PlainEnd::Status(status)) => Ok(status),
            Err(PlainEnd::Unwritten(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            Err(PlainEnd::Unwritten(error)) => {
                Err(format!("standard output cannot be written: {error}"))
            }
        }
    }

    fn talk(&mut self, inbox: &Receiver<Event>) -> Result<u8, PlainEnd> {
        self.settle(inbox)?;
        self.tell_news()?;
        self.tell_shown()?;
        loop {
            let what = self.open_question();
            self.lines.ask(what.as_deref())?;
            match self.next_line(inbox)? {
                TypedLine::Line(line) => self.obey(&line, inbox)?,
                TypedLine::TooLong => self.lines.say(&format!(
                    "this line is longer than {} KiB, so it is not taken",
                    LONGEST >> 10
                ))?,
                TypedLine::End => return Ok(0),
            }
        }
    }

    /// Does what a line asks for and says what became of it.
    fn obey(&mut self, line: &str, inbox: &Receiver<Event>) -> Result<(), PlainEnd> {
        let purpose = self.model.purpose();
        let command = PlainCommand::parse(line);
        let before = ShownPlace::new(&self.model);
        let marked = match (purpose, command) {
            (Some(Purpose::Verdict | Purpose::Note), _)
            | (None, PlainCommand::Mark(_) | PlainCommand::Note(_)) => said::number(&self.model),
            _ => None,
        };
        let commands = match purpose {
            Some(_) => typed::answer(&mut self.model, line),
            None => typed::take(&mut self.model, command),
        };
        self.carry_out(commands)?;
        self.settle(inbox)?;
        let is_said = self.tell_news()?;
        match command {
            _ if purpose.is_some() => {}
            PlainCommand::Help(word) => return Ok(self.lines.say_all(&said::help(word))?),
            PlainCommand::Read(which) => {
                return Ok(self.lines.say_all(&said::text(&self.model, which))?);
            }
            PlainCommand::List(from) => return self.tell_list(from),
            PlainCommand::More => return self.tell_list(self.last_row + 1),
            PlainCommand::Where => return self.tell_shown(),
            _ => {}
        }
        let row = marked.filter(|_| self.model.prompt.is_none());
        let row = row.and_then(|number| said::numbered(&self.model, number));
        if let Some(row) = &row {
            self.lines.say(row)?;
        }
        let is_told = self.tell_change(&before)? || is_said || row.is_some();
        if !is_told && self.model.prompt.is_none() {
            self.lines.say("nothing changed")?;
        }
        Ok(())
    }

    /// What the open line of input is for.
    fn open_question(&self) -> Option<String> {
        let prompt = self.model.prompt.as_ref()?;
        let label = label(prompt.purpose, u16::MAX);
        let offered = prompt.text();
        Some(match prompt.purpose {
            Purpose::Verdict => format!("{label}{}", verdicts(&self.model)),
            _ if offered.is_empty() => format!("{label}(an empty line leaves it)"),
            _ => format!("{label}now {offered} (an empty line leaves it)"),
        })
    }

    fn carry_out(&mut self, commands: Vec<Command>) -> Result<(), PlainEnd> {
        // Texts are laid out for this, on the engine's thread.
        self.widths.follow(&self.model);
        for command in commands {
            self.awaited.note(&command);
            // All other steps are about the terminal, which belongs to nobody here.
            if let LoopStep::Leave(status) = execute(command, &self.services) {
                return Err(PlainEnd::Status(status));
            }
        }
        self.services.follow_visit(&self.model);
        Ok(())
    }

    /// Takes an event.
    fn take(&mut self, event: Event) -> Result<(), PlainEnd> {
        let now = update(&mut self.model, Message::Clock(self.start.elapsed()));
        self.carry_out(now)?;
        match event {
            Event::Line(line) => self.typed = Some(line),
            event => match message(event) {
                Ok(message) => {
                    self.awaited.settle(&message);
                    let commands = update(&mut self.model, message);
                    self.carry_out(commands)?;
                }
                Err(LoopStep::Leave(status)) => return Err(PlainEnd::Status(status)),
                Err(_) => {}
            },
        }
        Ok(())
    }

    /// Waits until everything is there that was asked for, and says what takes long.
    fn settle(&mut self, inbox: &Receiver<Event>) -> Result<(), PlainEnd> {
        let (mut speaks, mut silent) = (Instant::now() + PATIENCE, 0);
        while self.awaited.any(&self.model) {
            let left = speaks.saturating_duration_since(Instant::now());
            match inbox.recv_timeout(left) {
                Ok(event) => {
                    self.take(event)?;
                    silent = 0;
                }
                // Nobody works, so nothing will come.
                Err(RecvTimeoutError::Timeout) if silent > 2 && self.model.work.is_none() => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.lines.say(&said::progress(self.model.work))?;
                    speaks = Instant::now() + AGAIN;
                    silent += 1;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(PlainEnd::Status(0)),
            }
        }
        Ok(())
    }

    /// The next line. What happens meanwhile is said.
    fn next_line(&mut self, inbox: &Receiver<Event>) -> Result<TypedLine, PlainEnd> {
        if self.next.send(()).is_err() {
            return Ok(TypedLine::End);
        }
        loop {
            if let Some(line) = self.typed.take() {
                return Ok(line);
            }
            let Ok(event) = inbox.recv() else { return Ok(TypedLine::End) };
            self.take(event)?;
            if self.typed.is_none() && self.said_anew() {
                self.tell_news()?;
            }
        }
    }

    /// Whether something is to be said that was not said last.
    fn said_anew(&self) -> bool {
        let sentence = said::sentence(&self.model);
        self.model.notices.len() > self.notices || sentence.is_some() && sentence != self.last_news
    }

    /// Says what just happened. Returns whether there was anything to say.
    fn tell_news(&mut self) -> Result<bool, PlainEnd> {
        let new = self.model.notices.get(self.notices..).unwrap_or_default().to_vec();
        self.notices = self.model.notices.len();
        self.last_news = said::sentence(&self.model);
        let news: Vec<String> =
            new.into_iter().filter(|one| self.last_news.as_ref() != Some(one)).collect();
        self.lines.say_all(&news)?;
        if let Some(sentence) = &self.last_news {
            self.lines.say(sentence)?;
        }
        Ok(self.last_news.is_some() || !news.is_empty())
    }

    fn tell_list(&mut self, from: usize) -> Result<(), PlainEnd> {
        let (lines, last) = said::list(&self.model, from, ROWS);
        self.last_row = last;
        Ok(self.lines.say_all(&lines)?)
    }

    /// Says what is shown: the open pair, or the list.
    fn tell_shown(&mut self) -> Result<(), PlainEnd> {
        if self.model.zoomed {
            return Ok(self.lines.say_all(&said::pair(&self.model))?);
        }
        self.tell_list(1)
    }

    /// Says what differs from what was shown before. Returns whether anything does.
    fn tell_change(&mut self, before: &ShownPlace) -> Result<bool, PlainEnd> {
        let now = ShownPlace::new(&self.model);
        if now.pair.is_some() && now.pair != before.pair {
            self.lines.say_all(&said::pair(&self.model))?;
        } else if now.search.is_some() && now.search != before.search {
            self.lines.say_all(&said::search_lines(&self.model))?;
        } else if now.pair.is_some() && now.passage != before.passage {
            self.lines.say_all(&said::passage(&self.model))?;
        } else if now.pair.is_some() {
            let row = now.row.filter(|_| now.names != before.names);
            let Some(row) = row else { return Ok(false) };
            self.lines.say(&format!("selected now: {row}"))?;
        } else if before.pair.is_some() || now.list != before.list {
            self.tell_list(1)?;
        } else {
            let Some(row) = now.row.filter(|row| before.row.as_ref() != Some(row)) else {
                return Ok(false);
            };
            self.lines.say(&row)?;
        }
        Ok(true)
    }
}

// What plain mode waits for before it says what a command did: answers that the model alone does not know to be missing.

/// Something that was asked for.
#[derive(Debug)]
enum Owed {
    /// These decisions, until they are kept.
    Decisions(Vec<Decision>),
    Phrase,
    Report,
    Copy,
    Template,
    Pin,
}

/// What was asked for and is not there.
#[derive(Debug, Default)]
pub(crate) struct Awaited(Vec<Owed>);

impl Awaited {
    /// Notes what a command asks for.
    pub(crate) fn note(&mut self, command: &Command) {
        self.0.extend(match command {
            Command::Decide(decisions) => Some(Owed::Decisions(decisions.clone())),
            Command::KeepPhrase(_) => Some(Owed::Phrase),
            Command::WriteReport(_) => Some(Owed::Report),
            Command::CopyTo { .. } => Some(Owed::Copy),
            Command::ReadTemplate { .. } => Some(Owed::Template),
            Command::Pin(_) => Some(Owed::Pin),
            _ => None,
        });
    }

    /// Takes off what a message answers. Decisions come unasked too, when another program made some, so they are looked up.
    pub(crate) fn settle(&mut self, message: &Message) {
        let is_answered = |open: &Owed| match (open, message) {
            (Owed::Decisions(_), Message::Decided(FileAnswer::Failed(_)))
            | (Owed::Phrase, Message::Phrases(_))
            | (Owed::Report, Message::Reported(_))
            | (Owed::Copy, Message::Copied(_))
            | (Owed::Template, Message::Template(_))
            | (Owed::Pin, Message::Pinned(_)) => true,
            (Owed::Decisions(decisions), Message::Decided(FileAnswer::All(all, _))) => {
                decisions.iter().all(|one| {
                    let now = all.last(one.subject);
                    now.is_some_and(|now| now.verdict == one.verdict && now.note == one.note)
                })
            }
            _ => false,
        };
        self.0.retain(|open| !is_answered(open));
    }

    /// Whether something is missing, here or in the model.
    pub(crate) fn any(&self, model: &Model) -> bool {
        model.failed.is_none() && (!self.0.is_empty() || is_behind(model))
    }
}

/// Whether what is shown is about to change. What other rooms wait for does not matter.
fn is_behind(model: &Model) -> bool {
    let pair =
        model.pair.as_ref().is_some_and(|current| matches!(current.answer, PairState::Awaited));
    let old = model.visible_pair().is_some_and(|pair| model.pair_is_stale(&pair.view));
    let room = match model.rooms.here() {
        Room::Query => model.query.is_behind(),
        Room::Sources => model.sources.is_behind(),
        Room::Passages => model.passages.is_behind(),
        Room::Problems => model.problems.awaited.is_some(),
        Room::Documents => model.documents.awaited.is_some(),
        Room::Clusters => model.tree.awaited,
        _ => false,
    };
    let report = model.reporting.awaits.is_some();
    let is_part = model.snapshot.as_ref().is_none_or(|snapshot| !snapshot.is_whole());
    let list = is_part || model.is_stale() || model.list.awaited.is_some();
    // The title of the list counts it.
    let decided = model.decisions.awaited.is_some();
    let search = model.search.as_ref().is_some_and(Search::awaits);
    list || decided || room || pair || old || search || report
}
