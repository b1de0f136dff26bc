//! The whole state of the screen. Only `update` changes this state.
//!
//! **Lists.** The rows of a snapshot are in the engine's order. Jobs ([`Jobs`]) on a thread of the screen filter and
//! sort rows, and build the list of documents and the list of problems. Only the answer of the newest job of each slot
//! is shown. A new snapshot is shown when its rows are arranged, or at once if they keep the engine's order. List,
//! order and selection thus always belong to one result. A list scrolls only while it is visible. The engine's worker
//! (`engine::worker::answers`) answers a query at once and after every change. It also updates clusters while the user
//! looks at them, until other parameters cancel the clusters.
//!
//! **The lesson** covers everything else (`tui::views::lesson`). After a change of parameters, the lesson requests a
//! new lesson from the teacher, a thread of the screen (`tui::event_loop::Services`). Until the answer arrives, the old
//! lesson stays and shows that it is stale. If the folder's pairs ignore shingles, the lesson waits for the ranking
//! with these parameters, because the ranking finds the common shingles. `shingle teach` runs the same loop without an
//! engine, and ignores the shingles of templates.
//!
//! **The sandbox** (`tui::views::sandbox`) covers everything but a lesson on its texts. The comparer, a thread of the
//! screen, compares the newest texts without an engine (`lesson::trial`). Until the comparer answers, highlights stay
//! while the text before them is unchanged. Closing the sandbox returns to the place where the user opened it.
//!
//! **Projector mode** is the chosen theme for an audience (`Theme::for_audience`), and a band above the last row.

pub(crate) mod arrange;
pub(crate) mod decisions;
pub(crate) mod filter;
pub(crate) mod hints;
pub(crate) mod history;
pub(crate) mod input;
pub(crate) mod list;
pub(crate) mod news;
pub(crate) mod pair;
pub(crate) mod pairs;
pub(crate) mod parameters;
pub(crate) mod regions;

pub(crate) mod search;

pub(crate) use self::arrange::{MarksOfCopies, RowOrder};
pub(crate) use self::decisions::{FileAnswer, Marks, describe_earlier_mark};
pub(crate) use self::filter::{AppliedFilter, Filter, FilterTarget};
pub(crate) use self::hints::Hints;
pub(crate) use self::history::{Change, ChangeKind, EarlierParams, History};
pub(crate) use self::input::{Clipboard, Prompt, Purpose, TypedAhead};
pub(crate) use self::list::{Columns, Cursor, Lines, List, Sort, Table, Views};
pub(crate) use self::news::{Activities, FolderNews, LastVisit};
pub(crate) use self::pair::{CurrentPair, OpenPair, PairState, Pane, ScrollBefore, ScrollPlace};
pub(crate) use self::pairs::{LineContent, PairColumn, PairList};
pub(crate) use self::parameters::{ParameterState, Pin};
pub(crate) use self::regions::list_height;

pub(crate) use self::search::Search;

use std::{any::Any, any::TypeId, any::type_name, collections::HashMap, sync::Arc, time::Duration};

use ratatui::layout::Position;

use shingle::pipeline::{
    CountsBelowThreshold, PairView, Params, SharesElsewhere, Snapshot, StopWords,
};
use shingle::{
    base::cancel::Cancel, base::guard::run_catching_panic, base::ids::Epoch, base::path::DocPath,
    base::ratio::Ratio, base::span::Span, base::visible::make_visible, decisions::PhraseLine,
    decisions::UserMark, engine::DocumentReader, engine::Phase, engine::Question,
    engine::ShingleCounts, folder::WatchState, pipeline::document::original::BatchDates,
};

use crate::tui::actions::{Place, ViewName, VisitedViews};
use crate::tui::{
    drawing::Look, drawing::large::ROWS, layout::Areas, layout::PaneSide, layout::ReadingState,
    parameters::bar::Values, parameters::values::Choices, words::ShortNames,
};

#[derive(Default)]
pub(crate) struct Model {
    /// Columns and rows of the screen.
    pub(crate) size: (u16, u16),
    /// The regions of the screen, from [`Self::compute_areas`]. Empty if the screen is too small.
    pub(crate) areas: Areas,
    /// The folder's name, in visible characters.
    pub(crate) folder: String,
    /// The real path of the folder. Marks name the folder by this path.
    pub(crate) folder_name: String,
    pub(crate) params: Params,
    pub(crate) choices: Choices,
    pub(crate) history: History,
    pub(crate) parameter_state: ParameterState,
    /// The last complete result.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    pub(crate) names: Arc<ShortNames>,
    pub(crate) batch_dates: BatchDates,
    pub(crate) work: Option<Work>,
    pub(crate) watch: WatchState,
    /// Notices about the folder, each a sentence without its full stop.
    pub(crate) notices: Vec<String>,
    pub(crate) failed: Option<String>,
    /// Time between two listings of the folder if the system does not report changes.
    pub(crate) pace: Duration,
    pub(crate) changed: Option<Duration>,
    pub(crate) activities: Activities,
    pub(crate) news: FolderNews,
    pub(crate) passages_below: Arc<CountsBelowThreshold>,
    pub(crate) elsewhere: Arc<SharesElsewhere>,
    /// Number of counted shingles that many contents share; 0 until the engine reports it.
    pub(crate) shared_by_many: u64,
    pub(crate) last_visit: Option<LastVisit>,
    pub(crate) visited: VisitedViews,
    views: Views,
    pub(crate) decisions: Marks,
    pub(crate) list: PairList,
    pub(crate) reader: DocumentReader,
    pub(crate) typed_ahead: TypedAhead,
    pub(crate) jobs: Jobs,
    pub(crate) commands: Vec<Command>,
    /// The pair below the list, or on the whole screen.
    pub(crate) pair: Option<CurrentPair>,
    /// True if the pair has the whole screen.
    pub(crate) zoomed: bool,
    pub(crate) reading: ReadingState,
    pub(crate) focus: Focus,
    pub(crate) layers: Layers,
    pub(crate) states: States,
    pub(crate) search: Option<Search>,
    /// True in projector mode: large text and strong tints for an audience.
    pub(crate) projector: bool,
    pub(crate) prompt: Option<Prompt>,
    pub(crate) clipboard: Clipboard,
    pub(crate) look: Look,
    /// Time and position of the last press of the mouse, for double clicks.
    pub(crate) clicked: Option<(Duration, Position)>,
    /// One sentence about the last event, until the next key.
    pub(crate) note: Option<String>,
    /// Time since the start.
    pub(crate) now: Duration,
}

impl Model {
    pub(crate) fn current_score(&self) -> Option<(Ratio, &Params)> {
        if let Some(cover) = self.layers.covering_layer() {
            return cover.score_and_params();
        }
        self.visible_pair().map(|pair| (pair.view.score, &*pair.view.params))
    }

    pub(crate) fn new(folder: &str, params: Params, size: (u16, u16), views: Views) -> Self {
        let choices = Choices {
            list: match &params.stop_words {
                StopWords::List(list) => Some(Arc::clone(list)),
                _ => None,
            },
            languages: Vec::new(),
            templates: params.template.clone(),
            phrases: params.phrases.clone(),
        };
        let mut model = Self {
            size,
            folder: make_visible(folder).into_owned(),
            folder_name: folder.to_string(),
            params,
            choices,
            pace: Duration::from_secs(2),
            states: (views.states)(),
            views,
            ..Self::default()
        };
        model.compute_areas();
        model
    }

    pub(crate) fn current_list(&self) -> &'static dyn List {
        (self.views.list)(self.visited.current())
    }

    /// Returns the newest result on all documents. After a change of parameters, the ranked list may show a first
    /// result on a part of the documents.
    pub(crate) fn result_on_all_documents(&self) -> Option<&Arc<Snapshot>> {
        let newest = self.snapshot.as_ref().filter(|snapshot| snapshot.has_all_documents());
        newest.or(self.list.whole.as_ref())
    }

    /// Returns true if the screen shows this result.
    pub(crate) fn is_result_shown(&self, snapshot: &Arc<Snapshot>) -> bool {
        self.snapshot.as_ref().is_some_and(|current| Arc::ptr_eq(current, snapshot))
    }

    /// Returns true if the list of this view is on the screen, so that no pair covers the list.
    pub(crate) fn shows_list_of(&self, view: ViewName) -> bool {
        self.visited.current() == view && !self.zoomed
    }

    pub(crate) fn current_place(&self) -> Place {
        match (self.focus, self.layers.top().map(Layer::place_of_layer)) {
            (_, Some(place @ (Place::Help | Place::Palette))) => place,
            _ if self.prompt.is_some() => Place::Prompt,
            (_, Some(place @ (Place::Passages | Place::Lesson))) => place,
            (Focus::Bar, _) => Place::Bar,
            (_, Some(place)) => place,
            (Focus::List, None) if self.current_list().takes_typed_text(self) => Place::Text,
            (Focus::List, None) => Place::List,
            (Focus::Pane(_), None) => Place::Pair,
        }
    }

    /// Returns true if help, the palette or the list of passages is open.
    pub(crate) fn has_overlay(&self) -> bool {
        self.layers.top().is_some_and(Layer::is_overlay)
    }

    pub(crate) fn close_overlays(&mut self) {
        self.layers.close_overlays();
        self.prompt = None;
    }

    pub(crate) fn show_note(&mut self, note: impl Into<String>) {
        self.note = Some(note.into());
    }

    pub(crate) fn prompt_purpose(&self) -> Option<Purpose> {
        self.prompt.as_ref().map(|prompt| prompt.purpose)
    }

    /// Returns the text of the open line of input. Empty without a line.
    pub(crate) fn typed_text(&self) -> &str {
        self.prompt.as_ref().map_or("", Prompt::text)
    }

    /// Returns the text with the focus, or the text that had the focus before the bar of parameters. If the list has
    /// the focus, returns the first text.
    pub(crate) const fn side_with_focus(&self) -> PaneSide {
        match self.focus {
            Focus::Pane(which) => which,
            Focus::List => PaneSide::A,
            Focus::Bar => self.reading.last,
        }
    }

    /// Returns true if an open view hides the list and the pair below it.
    pub(crate) fn is_list_covered(&self) -> bool {
        self.layers.covering_layer().is_some()
    }

    /// Returns true if the keys of the open pair act at `place`. They also act while a lesson or the sandbox lies above.
    pub(crate) fn is_view_of_pair_at(&self, place: Place) -> bool {
        self.layers.layer_of_pair().is_some_and(|layer| layer.place_of_layer() == place)
    }

    /// Returns the explained word, or the word at the cross-hair of the dot plot.
    pub(crate) fn word_at_cursor(&self, which: PaneSide) -> Option<Span> {
        self.layers.layer_of_pair()?.word_at_cursor(self.open_pair(), which)
    }

    /// Returns true if the list has pairs, so that a pair may be shown below.
    fn has_pairs(&self) -> bool {
        self.visited.current().is_ranked()
            && self.snapshot.as_ref().is_some_and(|snapshot| !snapshot.rows.is_empty())
    }

    /// Returns the parameters of the results on the screen, or the requested parameters without results.
    pub(crate) fn current_params(&self) -> &Params {
        if let Some(cover) = self.layers.covering_layer() {
            return cover.score_and_params().map_or(&self.params, |(_, params)| params);
        }
        self.snapshot.as_ref().map_or(&self.params, |snapshot| &snapshot.params)
    }

    pub(crate) fn parameter_values(&self) -> Values<'_> {
        let warnings = &self.parameter_state.warnings;
        let chosen = (self.focus == Focus::Bar).then_some(self.parameter_state.chosen);
        // On a low screen the parts below need the rows.
        let most = (self.size.1 / 3).max(3);
        Values { requested: &self.params, current: self.current_params(), warnings, chosen, most }
    }

    /// Returns true if the results on the screen have other parameters than the requested ones.
    pub(crate) fn is_stale(&self) -> bool {
        self.snapshot.as_ref().is_some_and(|snapshot| *snapshot.params != self.params)
    }

    pub(crate) fn shows_spinner(&self) -> bool {
        self.work.is_some_and(|work| self.now.saturating_sub(work.since) >= SPINNER_AFTER)
    }

    /// Scrolls to the selected row of the current list. Other lists keep their positions, so that going back shows the
    /// same rows as before.
    pub(crate) fn scroll_current_list(&mut self) {
        self.compute_areas();
        if let Some(list) = self.areas.list {
            let mut height = usize::from(list.rows.height);
            let below = usize::from(self.size.1.saturating_sub(1 + list.rows.bottom()));
            if below < hints::ROWS_ABOVE {
                // A long note covers the rows above the last row of the screen.
                let covered = Hints::new(self, self.size.0).count_rows_above();
                height = height.saturating_sub(covered.saturating_sub(below));
            }
            self.current_list().scroll_to_cursor(self, height);
        }
    }

    pub(crate) fn open_pair(&self) -> Option<&OpenPair> {
        match self.pair.as_ref().map(|current| &current.answer) {
            Some(PairState::Open(pair)) => Some(pair),
            _ => None,
        }
    }

    pub(crate) fn open_pair_mut(&mut self) -> Option<&mut OpenPair> {
        match self.pair.as_mut().map(|current| &mut current.answer) {
            Some(PairState::Open(pair)) => Some(pair),
            _ => None,
        }
    }

    pub(crate) fn visible_pair(&self) -> Option<&OpenPair> {
        self.open_pair().filter(|_| self.areas.pair.is_some())
    }

    pub(crate) fn awaits_answer(&self) -> bool {
        let views = self.layers.iter().any(Layer::awaits_answer);
        let mut visited = self.visited.visited_views().into_iter();
        let lists = visited.any(|view| (self.views.list)(view).awaits_list(self));
        views || self.is_stale() || self.is_pair_awaited() || self.jobs.awaits_content() || lists
    }

    pub(crate) fn is_pair_awaited(&self) -> bool {
        self.pair.as_ref().is_some_and(|current| matches!(current.answer, PairState::Awaited))
    }

    /// Returns true if the open pair has other parameters than the requested ones.
    pub(crate) fn is_pair_stale(&self, view: &PairView) -> bool {
        *view.params != self.params
    }
}

// Long work of the engine.

/// Work that takes longer than this shows a spinner.
pub(crate) const SPINNER_AFTER: Duration = Duration::from_millis(150);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) epoch: Epoch,
    pub(crate) phase: Phase,
    pub(crate) done: usize,
    /// Number of documents to process, or 0 if unknown.
    pub(crate) total: usize,
    pub(crate) since: Duration,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Focus {
    #[default]
    List,
    Pane(PaneSide),
    Bar,
}

// Views above the lists and the open pair: dot plot, explained word, sandbox and lesson, and overlays above these. Each
// view owns its state. The model knows only the facts of the trait [`Layer`].

pub(crate) trait Layer: Any {
    /// Returns the place that receives keys while the view is open.
    fn place_of_layer(&self) -> Place;

    /// Returns true if the view covers list and pair.
    fn covers_screen(&self) -> bool {
        matches!(self.place_of_layer(), Place::Lesson | Place::Sandbox)
    }

    /// Returns true for help, the palette and the list of passages, which are above all other views.
    fn is_overlay(&self) -> bool {
        matches!(self.place_of_layer(), Place::Help | Place::Palette | Place::Passages)
    }

    fn awaits_answer(&self) -> bool {
        false
    }

    fn score_and_params(&self) -> Option<(Ratio, &Params)> {
        None
    }

    fn rows_of_panel(&self, _model: &Model) -> u16 {
        0
    }

    /// Returns the word at the cursor of a text. `None` if the view has no such cursor.
    fn word_at_cursor(&self, _pair: Option<&OpenPair>, _which: PaneSide) -> Option<Span> {
        None
    }

    fn store_shingle_counts(&mut self, _counted: &ShingleCounts) {}
}

/// An overlay, whose state is among [`States`] or in the open pair.
struct Overlay(Place);

impl Layer for Overlay {
    fn place_of_layer(&self) -> Place {
        self.0
    }
}

/// The open views, lowest first: views of the pair, covers, overlays.
#[derive(Default)]
pub(crate) struct Layers {
    open: Vec<Box<dyn Layer>>,
    /// Focus, screen and scroll positions from before the first view of the pair opened.
    pub(crate) before: Option<ScrollBefore>,
}

impl Layers {
    pub(crate) fn push_layer(&mut self, layer: Box<dyn Layer>) {
        self.open.push(layer);
    }

    pub(crate) fn open_overlay(&mut self, place: Place) {
        self.push_layer(Box::new(Overlay(place)));
    }

    pub(crate) fn close_overlays(&mut self) {
        self.open.retain(|layer| !layer.is_overlay());
    }

    /// Removes the top view if its keys go to `place`.
    pub(crate) fn close_layer(&mut self, place: Place) -> Option<Box<dyn Layer>> {
        self.open.pop_if(|layer| layer.place_of_layer() == place)
    }

    /// Removes the top view if it has this type.
    pub(crate) fn close_layer_of_type<T: Layer>(&mut self) -> Option<T> {
        let is_it = |layer: &mut Box<dyn Layer>| (&**layer as &dyn Any).is::<T>();
        let layer: Box<dyn Any> = self.open.pop_if(is_it)?;
        layer.downcast().ok().map(|layer| *layer)
    }

    pub(crate) fn get<T: Layer>(&self) -> Option<&T> {
        self.open.iter().find_map(|layer| (&**layer as &dyn Any).downcast_ref())
    }

    pub(crate) fn get_mut<T: Layer>(&mut self) -> Option<&mut T> {
        self.open.iter_mut().find_map(|layer| (&mut **layer as &mut dyn Any).downcast_mut())
    }

    pub(crate) fn top(&self) -> Option<&dyn Layer> {
        self.open.last().map(|layer| &**layer)
    }

    /// Returns the lesson or the sandbox, if one of them covers list and pair.
    pub(crate) fn covering_layer(&self) -> Option<&dyn Layer> {
        self.iter().filter(|layer| layer.covers_screen()).last()
    }

    /// Returns the topmost view of the pair, even below a lesson or sandbox.
    pub(crate) fn layer_of_pair(&self) -> Option<&dyn Layer> {
        self.iter().filter(|layer| !layer.covers_screen() && !layer.is_overlay()).last()
    }

    /// Closes all views of the pair. Returns the state from before the first of them opened.
    pub(crate) fn close_layers_of_pair(&mut self) -> Option<ScrollBefore> {
        self.open.retain(|layer| layer.covers_screen() || layer.is_overlay());
        self.before.take()
    }

    pub(crate) fn has_layer_at(&self, place: Place) -> bool {
        self.iter().any(|layer| layer.place_of_layer() == place)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &dyn Layer> {
        self.open.iter().map(|layer| &**layer)
    }

    pub(crate) fn store_shingle_counts(&mut self, counted: &ShingleCounts) {
        self.open.iter_mut().for_each(|layer| layer.store_shingle_counts(counted));
    }
}

/// State of the lists, and of views while they are closed: at most one value of each type.
#[derive(Default)]
pub(crate) struct States(HashMap<TypeId, Box<dyn Any>>);

impl States {
    pub(crate) fn with<T: Any + Default>(mut self) -> Self {
        self.0.insert(TypeId::of::<T>(), Box::<T>::default());
        self
    }

    pub(crate) fn get<T: Any>(&self) -> &T {
        let state = self.0.get(&TypeId::of::<T>()).and_then(|state| state.downcast_ref());
        state.unwrap_or_else(|| unreachable!("VIEWS has no {}", type_name::<T>()))
    }

    pub(crate) fn get_mut<T: Any>(&mut self) -> &mut T {
        let state = self.0.get_mut(&TypeId::of::<T>()).and_then(|state| state.downcast_mut());
        state.unwrap_or_else(|| unreachable!("VIEWS has no {}", type_name::<T>()))
    }

    pub(crate) fn set<T: Any>(&mut self, state: T) {
        *self.get_mut() = state;
    }
}

// Work on separate threads. An answer is dropped if a newer job of its slot was started.

/// A kind of work on a separate thread, or a request to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Rows,
    Documents,
    Problems,
    MarkCounts,
    Lesson,
    Comparison,
    Search,
    Sources,
    Passages,
    Pin,
    /// Wrapping the texts of the open pair, which takes a while for large texts.
    PairLayout,
    /// Wrapping the text beside its sources.
    SourcesLayout,
    /// Work whose answer is always used, even after newer work.
    Single,
}

/// The generation of the newest job of each slot, and true while its answer is awaited.
#[derive(Debug, Default)]
pub(crate) struct Jobs(HashMap<Slot, (u64, bool)>);

impl Jobs {
    /// Starts a job. Returns its generation.
    pub(crate) fn start(&mut self, slot: Slot) -> u64 {
        let newest = self.0.entry(slot).or_default();
        *newest = (newest.0 + 1, true);
        newest.0
    }

    pub(crate) fn awaits(&self, slot: Slot) -> bool {
        self.0.get(&slot).is_some_and(|(_, awaited)| *awaited)
    }

    /// Returns true if the user waits for an answer.
    fn awaits_content(&self) -> bool {
        use Slot::{Lesson, MarkCounts, Pin, Problems, Single};
        let is_aside = |slot: &Slot| matches!(slot, Lesson | MarkCounts | Pin | Problems | Single);
        self.0.iter().any(|(slot, (_, awaited))| *awaited && !is_aside(slot))
    }

    /// Drops the answer of a slot's job when it arrives. Returns true if the answer was awaited.
    pub(crate) fn cancel(&mut self, slot: Slot) -> bool {
        self.0.get_mut(&slot).is_some_and(|(_, awaited)| std::mem::take(awaited))
    }

    /// Ends a job. Returns true if the screen must show the job's answer.
    pub(crate) fn finish(&mut self, slot: Slot, generation: u64) -> bool {
        let is_newest = self.0.get(&slot) == Some(&(generation, true));
        // While the user writes in the sandbox, each comparison is shown, not only the newest.
        let shows = is_newest || slot == Slot::Comparison && self.awaits(slot);
        if is_newest {
            self.cancel(slot);
        }
        shows || slot == Slot::Single
    }
}

type Apply = Box<dyn FnOnce(&mut Model) + Send>;

type JobWork = dyn Fn(&Cancel) -> Option<Apply> + Send + Sync;

#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) slot: Slot,
    pub(crate) generation: u64,
    work: Arc<JobWork>,
}

impl Job {
    pub(crate) fn new<T: Send + 'static>(
        (slot, generation): (Slot, u64),
        work: impl Fn(&Cancel) -> Option<T> + Send + Sync + 'static,
        apply: impl Fn(&mut Model, T) + Clone + Send + Sync + 'static,
    ) -> Self {
        let work = move |cancel: &Cancel| {
            let (answer, apply) = (work(cancel)?, apply.clone());
            Some(Box::new(move |model: &mut Model| apply(model, answer)) as Apply)
        };
        Self { slot, generation, work: Arc::new(work) }
    }

    /// Does the work. `None` if the work was cancelled, or if a library panicked.
    pub(crate) fn run(&self, cancel: &Cancel) -> Option<JobResult> {
        let apply = run_catching_panic(|| (self.work)(cancel)).ok()??;
        Some(JobResult { slot: self.slot, generation: self.generation, apply })
    }
}

pub(crate) struct JobResult {
    pub(crate) slot: Slot,
    pub(crate) generation: u64,
    pub(crate) apply: Apply,
}

impl JobResult {
    /// Stores an answer that is always used, because it belongs to no slot.
    pub(crate) fn always_applied(store: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        Self { slot: Slot::Single, generation: 0, apply: Box::new(store) }
    }
}

// The closed list of all effects outside the model.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePlace {
    /// Path of the document, relative to the folder.
    pub(crate) path: DocPath,
    /// The line, counted from 1. `None` if the lines of the file differ from those of its text.
    pub(crate) line: Option<usize>,
}

#[derive(Clone)]
#[cfg_attr(test, derive(Debug, PartialEq, Eq))]
pub(crate) enum Command {
    /// Ask the engine a question. Its answers carry the number.
    Ask(u64, Question),
    Run(Job),

    /// Save marks. Saving sets their date.
    SaveMarks(Vec<UserMark>),
    SavePhrase(PhraseLine),

    Redraw,
    /// Send a text to the terminal, for its clipboard.
    Copy(String),
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    Quit,
}

impl Model {
    /// Requests an effect outside the model, after this update.
    pub(crate) fn send_command(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Starts a job. `apply` stores its answer in the model.
    pub(crate) fn run_job<T: Send + 'static>(
        &mut self,
        slot: Slot,
        work: impl Fn(&Cancel) -> Option<T> + Send + Sync + 'static,
        apply: impl Fn(&mut Self, T) + Clone + Send + Sync + 'static,
    ) {
        let generation = self.jobs.start(slot);
        self.send_command(Command::Run(Job::new((slot, generation), work, apply)));
    }
}

// Projector mode, the screen for an audience.

/// Minimum rows of a screen with a large score below a line.
const LARGE: u16 = 24;
/// Minimum rows of a screen with the score in one row.
const SMALL: u16 = 16;

pub(crate) const fn rows_of_projector_band(height: u16) -> u16 {
    match height {
        LARGE.. => ROWS as u16 + 1,
        SMALL.. => 1,
        _ => 0,
    }
}
