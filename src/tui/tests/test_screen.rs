//! A screen without engine and terminal: keys and reports in, pictures and commands out.

use std::{collections::HashSet, fmt, time::UNIX_EPOCH};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::{Terminal, backend::TestBackend, buffer::Buffer, buffer::Cell, style::Color};

use shingle::{
    base::cancel::Cancel, decisions::NewestMarks, decisions::PhraseLine, decisions::Phrases,
    decisions::Unparsed, decisions::UserMark, engine::DocumentFolder, engine::Loaded,
    engine::PairQuestion, engine::ShingleCounts, engine::SourcingError, engine::batch::load_words,
    engine::batch::sketch_whole_folder, engine::passages::find_passages,
    engine::side_by_side::TwoDocuments, engine::sources::find_sources_of_document,
    folder::WatchState, lesson::Subject, pipeline::Clusters, pipeline::Corpus, pipeline::PairView,
    pipeline::QueryHits, pipeline::QueryResult, pipeline::SharesElsewhere, pipeline::SourcedText,
    pipeline::Stream, pipeline::corpus::query::find_mentions,
    pipeline::corpus::query::query_corpus, pipeline::parameters::Stage as Step,
    pipeline::take_snapshot,
};

use crate::tui::drawing::{Depth, Ground, TerminalColours, Theme};
use crate::tui::model::{Job, JobResult, Layer, Model, Slot};
use crate::tui::tests::prelude::*;
use crate::tui::update::{decisions, restore_last_visit, update};
use crate::tui::views::{
    VIEWS, lesson::OpenLesson, phrases, phrases::PhraseList, sandbox::Sandbox,
};
use crate::tui::{actions::Action, keys, tests::lesson, view::draw_frame};

/// Sizes of the screen for every view.
const SIZES: [(u16, u16); 5] = [(40, 12), (60, 24), (84, 24), (120, 36), (200, 60)];

/// Checks a view at every size. The program is in the first row, keys or a note are in the last row, and a cut word
/// ends in an ellipsis. Colours must repeat only what is visible without colours. Returns the screens, from the
/// smallest.
#[track_caller]
pub(crate) fn fits_every_size(make: impl Fn(u16, u16) -> TestScreen) -> Vec<TestScreen> {
    let whole = make(200, 60).text();
    let known: HashSet<&str> = whole.split(|c: char| !c.is_alphanumeric()).collect();
    let mut screens = SIZES.map(|(width, height)| make(width, height));
    for screen in &mut screens {
        let (width, height) = screen.model.size;
        let text = screen.text();
        let about = format!(
            "{width}x{height}
{text}"
        );
        assert!(screen.row(0).starts_with(" shingle"), "{about}");
        assert!(!screen.footer().is_empty(), "{about}");
        for row in text.lines().filter(|row| width_in_columns(row) == width) {
            let last = row.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap();
            assert!(known.contains(last), "{last:?} is cut in {row:?}: {about}");
        }
        let coloured = screen.buffer();
        screen.depth = Depth::Mono;
        let mono = screen.buffer();
        for (coloured, mono) in coloured.content().iter().zip(mono.content()) {
            assert_eq!((mono.fg, mono.bg), (Color::Reset, Color::Reset), "{about}");
            // The bar of a reversed row is dim itself.
            let marks = Modifier::REVERSED | Modifier::UNDERLINED | Modifier::BOLD | Modifier::DIM;
            let is_marked = mono.modifier.intersects(marks);
            assert!(coloured.bg == Color::Reset || is_marked, "{coloured:?} {mono:?} {about}");
        }
        screen.depth = Depth::True;
    }
    screens.into()
}

pub(crate) struct TestScreen {
    pub(crate) model: Model,
    /// Commands since the last take.
    pub(crate) asked: Vec<Command>,
    /// Number of saved decisions.
    kept: u64,
    pub(crate) depth: Depth,
    pub(crate) ground: Ground,
}

impl TestScreen {
    /// Creates a screen before the first result.
    pub(crate) fn empty(width: u16, height: u16) -> Self {
        let model = Model::new("assets/demo", Params::defaults(), (width, height), VIEWS);
        let mut screen =
            Self { model, asked: Vec::new(), kept: 0, depth: Depth::True, ground: Ground::Dark };
        screen.report(Report::Watch(WatchState::Native));
        screen
    }

    /// Creates a screen with the ranking of a folder. Every requested pair opens as the harbour essays.
    pub(crate) fn folder(width: u16, height: u16) -> Self {
        Self::showing(width, height, fake::folder(1, &Params::defaults()))
    }

    /// Like [`Self::folder`], after these keys.
    pub(crate) fn pressed(width: u16, height: u16, keys: &str) -> Self {
        Self::folder(width, height).after(keys)
    }

    /// Returns the screen after these keys.
    pub(crate) fn after(mut self, keys: &str) -> Self {
        self.press(keys);
        self
    }

    pub(crate) fn showing(width: u16, height: u16, snapshot: Snapshot) -> Self {
        let mut screen = Self::empty(width, height);
        screen.show(snapshot);
        screen
    }

    pub(crate) fn send(&mut self, message: Message) -> &mut Self {
        for command in update(&mut self.model, message) {
            match command {
                // Answers are laid out at once.
                Command::Run(job) if matches!(job.slot, Slot::PairLayout | Slot::SourcesLayout) => {
                    self.run(&job);
                }
                command => self.asked.push(command),
            }
        }
        self
    }

    /// Stores the answer of a thread.
    pub(crate) fn store(&mut self, store: impl FnOnce(&mut Model) + Send + 'static) {
        self.send(Message::Done(JobResult::always_applied(store)));
    }

    pub(crate) fn report(&mut self, report: Report) -> &mut Self {
        if let Report::Snapshot(snapshot) = &report {
            let names = self.model.names.for_other_snapshot(snapshot).into();
            self.store(|model| model.names = names);
        }
        self.send(Message::Report(report))
    }

    /// Publishes a result of the engine.
    pub(crate) fn publish(&mut self, snapshot: impl Into<Arc<Snapshot>>) -> &mut Self {
        self.report(Report::Snapshot(snapshot.into()))
    }

    /// Publishes a result, and answers the requests of the screen about it.
    pub(crate) fn show(&mut self, snapshot: impl Into<Arc<Snapshot>>) -> &mut Self {
        self.publish(snapshot);
        self.serve()
    }

    pub(crate) fn answered(&mut self, number: u64, answer: Answer) -> &mut Self {
        self.report(Report::Answered(number, answer))
    }

    /// Answers every open request, and the requests that follow.
    pub(crate) fn serve(&mut self) -> &mut Self {
        let mut unanswered = Vec::new();
        while !self.asked.is_empty() {
            let command = self.asked.remove(0);
            unanswered.extend(self.answer(command));
        }
        self.asked = unanswered;
        self
    }

    /// Answers a request, or returns it.
    pub(crate) fn answer(&mut self, command: Command) -> Option<Command> {
        match command {
            Command::Run(job) => self.run(&job),
            Command::SaveMarks(decisions) => self.decide(decisions),
            Command::SavePhrase(line) => self.keep_phrase(line),
            Command::Ask(_, Question::Clusters(wanted)) => {
                if let Some(snapshot) = self.model.snapshot.clone().filter(|_| wanted) {
                    self.answered(0, Answer::Clusters(Arc::new(fake::clusters(&snapshot))));
                }
            }
            Command::Ask(number, Question::Passages(Some(question))) => {
                let found = fake::passages(question.order, self.model.current_params());
                self.answered(number, Answer::Passages(Ok(Arc::new(found))));
            }
            Command::Ask(number, Question::Sources(Some(name))) => {
                let params = self.model.current_params();
                let found = fake::sourced(&name, fake::TEXT_A, params);
                self.answered(number, Answer::Sources(Ok(Arc::new(found))));
            }
            Command::Ask(_, Question::Pair(PairQuestion { names, params, .. })) => {
                let view = fake::harbour((&names.0.to_string(), &names.1.to_string()), &params);
                self.answered(0, Answer::Pair { names, view: Ok(Arc::new(view)) });
            }
            // Asked again when the pair opens.
            Command::Ask(_, Question::Word(question)) => {
                if let Some(pair) = self.model.open_pair() {
                    let answer = fake::explained(&pair.view, &question);
                    self.answered(0, Answer::Word { question, answer });
                }
            }
            other => return Some(other),
        }
        None
    }

    /// Saves decisions, each later than those before.
    pub(crate) fn decide(&mut self, decisions: Vec<UserMark>) {
        let mut all = NewestMarks::clone(&self.model.decisions.all);
        for mut decision in decisions {
            self.kept += 1;
            decision.at = format!("{:09}", self.kept);
            all.add_mark(decision);
        }
        let answer = Ok((Arc::new(all), Unparsed::default()));
        self.store(|model| decisions::handle_marks_file(model, answer));
    }

    /// Saves a statement about a phrase, later than earlier statements.
    pub(crate) fn keep_phrase(&mut self, mut line: PhraseLine) {
        self.kept += 1;
        line.at = format!("{:09}", self.kept);
        let mut phrases = Phrases::default();
        let before = self.model.states.get::<PhraseList>().all.iter().cloned();
        before.chain([line]).for_each(|line| phrases.insert_line(line));
        let answer = Ok((phrases.ignored_phrases().into(), Unparsed::default()));
        self.store(|model| phrases::handle_phrases_file(model, answer));
    }

    /// Runs a job and takes its answer.
    pub(crate) fn run(&mut self, job: &Job) {
        self.send(Message::Done(job.run(&Cancel::never_cancelled()).unwrap()));
    }

    pub(crate) fn jobs(&self, slot: Slot) -> Vec<Job> {
        let jobs = self.asked.iter().filter_map(|command| match command {
            Command::Run(job) if job.slot == slot => Some(job.clone()),
            _ => None,
        });
        jobs.collect()
    }

    /// Creates a lesson without a folder, on the articles' example.
    pub(crate) fn lesson(width: u16, height: u16) -> Self {
        let lesson = OpenLesson::new(Subject::gym_pair());
        Self::alone((width, height), Params::from_preset(Preset::PhpShingles), Box::new(lesson))
    }

    /// Creates a sandbox without a folder.
    pub(crate) fn sandbox(width: u16, height: u16) -> Self {
        Self::alone((width, height), Params::defaults(), Box::new(Sandbox::new(None)))
    }

    /// Creates a view without a folder.
    fn alone(size: (u16, u16), params: Params, view: Box<dyn Layer>) -> Self {
        let mut screen = Self::empty(size.0, size.1);
        screen.model = Model::new("", params, size, VIEWS);
        screen.model.layers.push_layer(view);
        screen.send(Message::Clock(Duration::ZERO));
        screen.serve();
        screen
    }

    /// Answers the last request for a pair with `view`.
    pub(crate) fn serve_with(&mut self, view: PairView) -> &mut Self {
        let names = self.model.pair.as_ref().unwrap().names.clone();
        self.answered(0, Answer::Pair { names, view: Ok(Arc::new(view)) })
    }

    /// Presses keys, each a character or a name between `<` and `>`. Every requested pair opens as the harbour essays.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        self.press_each(keys, |screen| {
            screen.serve();
        })
    }

    /// Like [`Self::press`], but leaves the requests to the caller.
    pub(crate) fn press_unanswered(&mut self, keys: &str) -> &mut Self {
        self.press_each(keys, |_| ())
    }

    fn press_each(&mut self, keys: &str, after_each: impl Fn(&mut Self)) -> &mut Self {
        for (token, key) in parsed(keys) {
            if let Some(action) = named_action(token) {
                self.send(Message::Action(action));
                after_each(self);
                continue;
            }
            let means = Message::from_key(key, self.model.current_place()).is_some();
            let waits = !self.model.typed_ahead.is_empty();
            // On such a small screen no key opens a line of input, so letters have no meaning.
            let is_too_small = self.model.is_screen_too_small();
            assert!(means || waits || is_too_small, "{token} means nothing");
            self.send(Message::Key(key));
            after_each(self);
        }
        self
    }

    /// Sends a mouse event at a position. Every requested pair opens as the harbour essays.
    pub(crate) fn mouse(&mut self, kind: MouseEventKind, place: (u16, u16)) -> &mut Self {
        self.mouse_unanswered(kind, place);
        self.serve()
    }

    /// Sends a mouse event at a position, without answers.
    pub(crate) fn mouse_unanswered(
        &mut self,
        kind: MouseEventKind,
        (column, row): (u16, u16),
    ) -> &mut Self {
        let modifiers = KeyModifiers::NONE;
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers }))
    }

    /// Presses the left button on the first position that shows this text.
    pub(crate) fn click(&mut self, text: &str) -> &mut Self {
        let place = self.find(text);
        self.mouse(MouseEventKind::Down(MouseButton::Left), place)
    }

    /// Presses and releases the left button at a column and a row.
    pub(crate) fn click_at(&mut self, column: u16, row: u16) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
        self.mouse(MouseEventKind::Up(MouseButton::Left), (column, row))
    }

    /// Sets the engine to work since `millis`.
    pub(crate) fn work(&mut self, phase: Phase, done: usize, total: usize, millis: u64) {
        self.report(Report::Progress { epoch: Epoch(2), phase, done, total });
        let now = self.model.now + Duration::from_millis(millis);
        self.send(Message::Clock(now));
    }

    pub(crate) fn theme(&self) -> Theme {
        Theme::for_audience(self.model.look.theme, self.colours(), (false, false))
    }

    const fn colours(&self) -> TerminalColours {
        let (depth, ground) = (self.depth, self.ground);
        TerminalColours { no_color: false, depth, ground, is_console: false }
    }

    pub(crate) fn draw(&self) -> Terminal<TestBackend> {
        self.draw_on(self.model.size)
    }

    /// Draws onto a terminal whose size may differ from its last report.
    pub(crate) fn draw_on(&self, (width, height): (u16, u16)) -> Terminal<TestBackend> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw_frame(&self.model, self.colours(), frame)).unwrap();
        terminal
    }

    pub(crate) fn buffer(&self) -> Buffer {
        self.draw().backend().buffer().clone()
    }

    /// Returns the screen's text, row by row, without blanks at the ends.
    pub(crate) fn text(&self) -> String {
        rows_of(&self.buffer(), |cell| cell.symbol().to_string())
    }

    /// Returns the screen's styles: `.` plain, `b` bold, `d` dim, `r` reversed, `c` coloured, `u` underlined, `x`
    /// crossed out, `R` reversed and underlined, `1` to `6` a background by order of appearance; `U` for a background
    /// with underline, `B` for a background with bold.
    pub(crate) fn styles(&self) -> String {
        let mut backgrounds = Vec::new();
        rows_of(&self.buffer(), |cell| {
            let has = |modifier| cell.modifier.contains(modifier);
            let has_background = cell.bg != Color::Reset;
            if has_background && !backgrounds.contains(&cell.bg) {
                backgrounds.push(cell.bg);
            }
            let place = backgrounds.iter().position(|one| *one == cell.bg);
            let looks = [
                (has_background && has(Modifier::UNDERLINED), "U"),
                (has_background && has(Modifier::BOLD), "B"),
                (has_background, &*place.map_or(String::new(), |place| (place + 1).to_string())),
                (has(Modifier::CROSSED_OUT), "x"),
                (has(Modifier::REVERSED | Modifier::UNDERLINED), "R"),
                (has(Modifier::REVERSED), "r"),
                (has(Modifier::UNDERLINED), "u"),
                (cell.fg != Color::Reset, "c"),
                (has(Modifier::DIM), "d"),
                (has(Modifier::BOLD), "b"),
            ];
            let look = looks.into_iter().find_map(|(is_so, sign)| is_so.then_some(sign));
            look.unwrap_or(".").to_string()
        })
    }
}

/// Returns the action of `<name>` or `<name back>`, for actions without a key.
pub(crate) fn named_action(token: &str) -> Option<Action> {
    let name = token.strip_prefix('<')?.strip_suffix('>')?;
    let (name, place) = name.strip_suffix(" back").map_or((name, 0), |name| (name, 1));
    let line = keys::current_bindings().find(|line| line.text == name)?;
    line.actions.get(place).map(|one| one.action)
}

/// Parses keys as [`TestScreen::press`] takes them.
pub(crate) fn parsed(keys: &str) -> Vec<(&str, KeyEvent)> {
    let mut rest = keys;
    let mut all = Vec::new();
    while let Some(first) = rest.chars().next() {
        let named = (first == '<').then(|| rest.find('>')).flatten();
        let (token, after) = rest.split_at(named.map_or(first.len_utf8(), |end| end + 1));
        rest = after;
        let (name, modifiers) = match token {
            _ if named.is_none() && first.is_uppercase() => (token, KeyModifiers::SHIFT),
            _ if named.is_none() => (token, KeyModifiers::NONE),
            "<S-Tab>" => (token, KeyModifiers::SHIFT),
            _ => {
                let name = token.trim_matches(['<', '>']);
                let letter = name.strip_prefix("C-").map(|name| (name, KeyModifiers::CONTROL));
                letter.unwrap_or((name, KeyModifiers::NONE))
            }
        };
        let code = match name {
            "Enter" => KeyCode::Enter,
            "Esc" => KeyCode::Esc,
            "Down" => KeyCode::Down,
            "Up" => KeyCode::Up,
            "Left" => KeyCode::Left,
            "Right" => KeyCode::Right,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "PgDn" => KeyCode::PageDown,
            "PgUp" => KeyCode::PageUp,
            "Tab" => KeyCode::Tab,
            "<S-Tab>" => KeyCode::BackTab,
            "Del" => KeyCode::Delete,
            "BS" | "Back" | "Backspace" => KeyCode::Backspace,
            "F1" => KeyCode::F(1),
            "F5" => KeyCode::F(5),
            _ => match (name.chars().next(), name.chars().count()) {
                (Some(letter), 1) => KeyCode::Char(letter),
                // The name of an action without a key.
                _ => KeyCode::Null,
            },
        };
        all.push((token, KeyEvent::new(code, modifiers)));
    }
    all
}

fn rows_of(buffer: &Buffer, mut show: impl FnMut(&Cell) -> String) -> String {
    let width = usize::from(buffer.area.width.max(1));
    let rows = buffer.content().chunks(width).map(|row| {
        let mut line = String::new();
        let mut hidden = 0;
        for cell in row {
            // A wide character covers the cell after it.
            if hidden == 0 {
                line.push_str(&show(cell));
                hidden = width_in_columns(cell.symbol());
            }
            hidden = hidden.saturating_sub(1);
        }
        line.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Jobs are equal if their slots and generations are equal.
impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        (self.slot, self.generation) == (other.slot, other.generation)
    }
}

impl Eq for Job {}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.slot, self.generation)
    }
}

// The demo folder on a screen. Requests are answered from the real files, in order.

pub(crate) struct Demo {
    pub(crate) screen: TestScreen,
    folder: DocumentFolder,
    loaded: Loaded,
    epoch: u64,
    /// True if the clusters are requested.
    clusters: bool,
}

impl Demo {
    /// Opens the demo folder.
    pub(crate) fn new(width: u16, height: u16) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
        Self::of(&root, "assets/demo", (width, height))
    }

    /// Opens the demo folder, and presses these keys.
    pub(crate) fn pressed(width: u16, height: u16, keys: &str) -> Self {
        let mut demo = Self::new(width, height);
        demo.press(keys);
        demo
    }

    /// Opens a folder under a name.
    pub(crate) fn of(root: &Path, name: &str, (width, height): (u16, u16)) -> Self {
        let folder = DocumentFolder::new(root);
        let params = Arc::new(Params::defaults());
        let loaded = read(&folder, &params);
        let mut screen = TestScreen::empty(width, height);
        screen.model.folder = name.into();
        let mut demo = Self { screen, folder, loaded, epoch: 0, clusters: false };
        demo.rank();
        demo.answer();
        demo
    }

    /// Presses keys, written as for [`TestScreen::press`], and answers the requests of each.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for (key, _) in parsed(keys) {
            self.screen.press_unanswered(key);
            self.answer();
        }
        self
    }

    /// Pastes a text and answers its requests.
    pub(crate) fn paste(&mut self, text: &str) {
        self.screen.send(Message::Pasted(text.into()));
        self.answer();
    }

    /// Selects the first row of a document whose name contains `name`.
    pub(crate) fn select(&mut self, name: &str) {
        for _ in 0..200 {
            let names = self.screen.selected_pair();
            if names.is_some_and(|(a, b)| [a, b].iter().any(|one| one.to_string().contains(name))) {
                return;
            }
            self.press("j");
        }
        panic!("no row shows {name}:\n{}", self.screen.text());
    }

    /// Begins the next visit to the folder, fourteen hours later, with the current parameters and a filter.
    pub(crate) fn come_back(&mut self, filter: &str) {
        let (model, usual) = (&mut self.screen.model, Params::defaults());
        restore_last_visit(model, Duration::from_hours(14), usual, (None, filter));
        self.rank();
        self.answer();
    }

    /// Returns every listed pair of documents, like a listing for programs.
    pub(crate) fn pairs(&self) -> Vec<(DocId, DocId)> {
        let corpus = &self.loaded.corpus;
        let index = corpus.build_index();
        let (pairs, ..) = Stream::new(corpus, &index).best_pairs(usize::MAX);
        pairs.iter().map(|pair| (pair.a, pair.b)).collect()
    }

    fn rank(&mut self) {
        self.loaded.corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
        let corpus = &self.loaded.corpus;
        let mut snapshot = take_snapshot(corpus, &self.loaded.listing, Epoch(self.epoch));
        if self.screen.model.folder == "assets/demo" {
            // A checkout gives files the current time, but pictures must be equal at any time.
            for doc in Arc::make_mut(&mut snapshot.docs) {
                doc.file.modified = Some(UNIX_EPOCH + Duration::from_hours(498_000));
            }
        }
        let snapshot = Arc::new(snapshot);
        self.screen.publish(Arc::clone(&snapshot));
        if let Some(counted) =
            SharesElsewhere::count_shared_elsewhere(corpus, &Cancel::never_cancelled())
        {
            self.screen.report(Report::Elsewhere(snapshot, Arc::new(counted)));
        }
        self.cluster();
    }

    fn cluster(&mut self) {
        if self.clusters {
            let corpus = &self.loaded.corpus;
            let clusters = Clusters::new(corpus, &Cancel::never_cancelled()).unwrap();
            self.screen.answered(0, Answer::Clusters(Arc::new(clusters)));
        }
    }

    /// Answers all requests of the screen, and the requests that follow.
    pub(crate) fn answer(&mut self) {
        while !self.screen.asked.is_empty() {
            let command = self.screen.asked.remove(0);
            self.answer_one(command);
        }
    }

    /// Finds the documents that resemble a text.
    fn find_for(&mut self, text: &str, number: u64) {
        let corpus = &self.loaded.corpus;
        let params = Arc::clone(corpus.params());
        let name = DocPath::new("text");
        let document = self.folder.reader.document_of_text(&name, text, &params).unwrap();
        let QueryHits { hits, below } = query_corpus(corpus, &document);
        let info = document.info(name, document.counted_keys().len());
        let mentions = find_mentions(corpus, &document.words);
        let docs = Arc::clone(corpus.docs());
        let ignored = Arc::clone(corpus.ignored_shingles());
        let found = QueryResult { params, ignored, docs, text: Ok(info), hits, below, mentions };
        self.screen.answered(number, Answer::Query(Box::new(found)));
    }

    fn answer_one(&mut self, command: Command) {
        let screen = &mut self.screen;
        match command {
            Command::Ask(_, Question::Ranking { params, .. }) => {
                let before = self.loaded.corpus.params();
                let stays = before.first_changed_stage(&params) >= Some(Step::Ignore);
                if stays && (params.passage.is_none() || before.passage.is_some()) {
                    self.loaded.corpus.set_params(params);
                } else {
                    // Texts read for one run serve only that run.
                    self.loaded = read(&self.folder, &params);
                }
                self.epoch += 1;
                self.rank();
            }
            Command::Ask(number, Question::Pair(question)) => {
                let read = TwoDocuments::read(&self.folder, &question);
                let (names, view) = (question.names, read.map(|both| Arc::new(both.view())));
                screen.answered(number, Answer::Pair { names, view });
            }
            Command::Ask(_, Question::Word(asked)) => {
                let both = TwoDocuments::read(&self.folder, &asked.pair).unwrap();
                let answer = both.explain_word(&asked).unwrap();
                let params = Arc::clone(&asked.pair.params);
                let counted = counted(&self.loaded.corpus, answer.retained_keys(), params);
                screen.answered(0, Answer::Word { question: asked, answer: Ok(Arc::new(answer)) });
                screen.answered(0, Answer::Shingles(counted));
            }
            Command::Ask(number, Question::Query(Some(text))) => self.find_for(&text, number),
            Command::Ask(_, Question::Shingles { keys, params }) => {
                screen.answered(0, Answer::Shingles(counted(&self.loaded.corpus, keys, params)));
            }
            Command::Ask(number, Question::Study(true)) => {
                let answer = Ok(lesson::demo(screen.params()));
                screen.answered(number, Answer::Study(answer));
            }
            Command::Ask(_, Question::Clusters(wanted)) => {
                self.clusters = wanted;
                self.cluster();
            }
            Command::Ask(number, Question::Sources(Some(name))) => {
                let answer = sources_of(&self.loaded, &self.folder, &name);
                screen.answered(number, Answer::Sources(answer));
            }
            Command::Ask(number, Question::Passages(Some(question))) => {
                let params = Arc::clone(self.loaded.corpus.params());
                // The words of a corpus that is only compared are not retained.
                let words = load_words(&self.folder, &params, &|_, _, _| ());
                let mut corpus = words.unwrap().corpus;
                corpus.refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
                let found = find_passages(&self.folder, &corpus, question, &|| false);
                let answer = found.map(|found| Arc::new(found.unwrap()));
                screen.answered(number, Answer::Passages(answer));
            }
            other => drop(screen.answer(other)),
        }
    }
}

/// Reads the documents, and retains their words if `passage` is set.
fn read(folder: &DocumentFolder, params: &Arc<Params>) -> Loaded {
    if params.passage.is_none() {
        return sketch_whole_folder(folder, params, &|_, _, _| ()).unwrap();
    }
    let mut loaded = load_words(folder, params, &|_, _, _| ()).unwrap();
    loaded.corpus.refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
    loaded
}

fn sources_of(
    loaded: &Loaded,
    folder: &DocumentFolder,
    name: &DocPath,
) -> Result<Arc<SourcedText>, SourcingError> {
    find_sources_of_document(&loaded.corpus, folder, name, &|| false)
        .map(|found| Arc::new(found.unwrap()))
}

fn counted(corpus: &Corpus, keys: Vec<u64>, params: Arc<Params>) -> ShingleCounts {
    let counts = corpus.count_documents_with(&keys).unwrap_or_default();
    let counts = keys.into_iter().zip(counts).collect();
    ShingleCounts { params, documents: corpus.entries().len(), counts }
}
