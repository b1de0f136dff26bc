//! Everything the screen knows, in one place. Only `update` changes it.
//!
//! **Lists.** The rows of a snapshot are in the engine's order. The arranger (`tui::model::arrange`), a thread of the
//! screen, makes any other order, filters, the list of documents and the problems by reason. It answers only the newest
//! request of each kind, and the answer carries its number. A new snapshot is shown when its rows are arranged, at once
//! if they are in the engine's order; so list, order and selection always belong to one result. A list scrolls by the
//! height that it has while it is visible. A query stays with the worker (`engine::worker::answers`), which answers now
//! and after every change. So do clusters while somebody looks at them, until other parameters cancel them.
//!
//! **The lesson** covers everything else (`tui::model::lesson`). When parameters change, it asks the teacher, a thread
//! of the screen (`tui::event_loop::services`), for a new lesson; until that arrives, the old one stays and says so.
//! Where shingles are left out of the folder's pairs, it waits for the ranking by these parameters, because only then
//! is it known what is common. `shingle teach` runs the same loop without an engine, and leaves out the shingles of
//! templates.
//!
//! **The sandbox** (`tui::model::sandbox`) covers everything but a lesson on its texts. The comparer, a thread of the
//! screen, compares them the plain way (`lesson::trial`), the newest texts only. Until it answers, highlights stay as
//! far as the text before them is unchanged. Leaving the sandbox leads back to where it was opened.
//!
//! **Projector mode** (`tui::model::projector`) is a theme derived from the chosen one (`Theme::projected`), a band
//! above the last row, and a frozen list.

pub(crate) mod input;

pub(crate) mod arrange;
pub(crate) mod clusters;
pub(crate) mod columns;
pub(crate) mod cursor;
pub(crate) mod decided_rows;
pub(crate) mod decisions;
pub(crate) mod documents;
pub(crate) mod dots;
pub(crate) mod effect;
pub(crate) mod filter;
pub(crate) mod following;
pub(crate) mod hints;
pub(crate) mod history;
pub(crate) mod laboratory;
pub(crate) mod last_visit;
pub(crate) mod lesson;
pub(crate) mod pair;
pub(crate) mod pairs;
pub(crate) mod parameters;
pub(crate) mod phrases;
pub(crate) mod problems;
pub(crate) mod projector;
pub(crate) mod query;
pub(crate) mod regions;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod sandbox;
pub(crate) mod search;
pub(crate) mod shared_passages;
pub(crate) mod sources;

pub(crate) use self::arrange::{ArrangeRequest, Arranged, Arrangement, RowOrder};
pub(crate) use self::clusters::columns::ClusterColumn;
pub(crate) use self::clusters::{Branch, Tree};
pub(crate) use self::columns::{Columns, Sort, Table};
pub(crate) use self::cursor::{Cursor, Lines, RoomList, Spot, VisibleLines};
pub(crate) use self::decided_rows::{DecisionLookup, OfCopies};
pub(crate) use self::decisions::{Decisions, FileAnswer};
pub(crate) use self::documents::DocumentList;
pub(crate) use self::documents::columns::{DocColumn, DocLine};
pub(crate) use self::dots::raster::{DotScale, Raster};
pub(crate) use self::dots::{Dots, Plot, ScrollBefore, ScrollPlace};
pub(crate) use self::effect::{ChangeKind, Effect, PairCounts, ScreenBefore};
pub(crate) use self::filter::{AppliedFilter, Filter, FilterTarget};
pub(crate) use self::hints::Hints;
pub(crate) use self::history::{Change, History, Past, SelectedNames};
pub(crate) use self::input::{Clipboard, Prompt, Purpose, ReportLine, TakeText, TypedAhead};
pub(crate) use self::laboratory::{Lab, LabPage, LabTitle, StudyStep};
pub(crate) use self::last_visit::{LastVisit, RestoredParameters};
pub(crate) use self::lesson::{LessonAnswer, LessonRequest, OpenLesson};
pub(crate) use self::pair::pane::{MapMark, Pane};
pub(crate) use self::pair::scrolling::RowLink;
pub(crate) use self::pair::{CurrentPair, OpenPair, PairState, Prepared};
pub(crate) use self::pairs::columns::PairColumn;
pub(crate) use self::pairs::news::FolderNews;
pub(crate) use self::pairs::{Followed, LineShows, PairList};
pub(crate) use self::parameters::{
    Frozen, HistogramScale, ParameterState, Pin, Pinning, RankChange,
};
pub(crate) use self::phrases::PhraseList;
pub(crate) use self::problems::activity::Activities;
pub(crate) use self::problems::{File, ProblemLine, ProblemReason, Problems, Remark};
pub(crate) use self::projector::{Pressed, Projector};
pub(crate) use self::query::{MatchLine, Query};
pub(crate) use self::report::{
    ListedRows, ReportAnswer, ReportContent, ReportRequest, ReportWriter, Reporting,
};
pub(crate) use self::sandbox::{
    CompareRequest, Compared, Draft, DraftAreas, ReturnPoint, Sandbox, SandboxAreas,
};
pub(crate) use self::search::{Finder, Search, SearchAnswer, SearchRequest};
pub(crate) use self::shared_passages::SharedPassages;
pub(crate) use self::sources::{LaidSources, SourceList};

use std::{sync::Arc, time::Duration};

use ratatui::layout::Position;

use shingle::base::{ids::Epoch, path::DocPath, ratio::Ratio, span::Span, visible::visible};
use shingle::pipeline::{
    Elsewhere, PairView, Parameter, Params, PassagesBelow, Snapshot, StopWords,
    document::original::BatchDates,
};
use shingle::{engine::Phase, folder::WatchState};

use crate::tui::actions::{Place, Room, Rooms};
use crate::tui::drawing::Look;
use crate::tui::layout::{PaneSide, Reading};
use crate::tui::lists::list_of;
use crate::tui::parameters::{bar::Values, values::Choices};
use crate::tui::views::{explain::Explain, help::Help, palette::Palette};
use crate::tui::words::names::ShortNames;

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// Its columns and rows.
    pub(crate) size: (u16, u16),
    /// The folder's name, made visible.
    pub(crate) folder: String,
    /// Its real path, as decisions name it.
    pub(crate) folder_name: String,
    /// The parameters asked for.
    pub(crate) params: Params,
    /// What the values of some parameters depend on.
    pub(crate) choices: Choices,
    /// What can be undone and redone.
    pub(crate) history: History,
    /// The chosen parameter, the effect of the last change, and what is pinned or frozen.
    pub(crate) parameter_state: ParameterState,
    /// The last complete result.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// The short names of its documents.
    pub(crate) names: Arc<ShortNames>,
    /// Dates of its documents that a converter or a copy may have written.
    pub(crate) batch_dates: BatchDates,
    /// What the engine is doing.
    pub(crate) work: Option<Work>,
    /// What the watcher is doing.
    pub(crate) watch: WatchState,
    /// What else the user should know, each a sentence without its full stop.
    pub(crate) notices: Vec<String>,
    /// Why the engine cannot go on.
    pub(crate) failed: Option<String>,
    /// How often the folder is listed again if the system does not tell of changes.
    pub(crate) pace: Duration,
    /// When a change of the folder was last seen.
    pub(crate) changed: Option<Duration>,
    /// What happened in the folder.
    pub(crate) activities: Activities,
    /// How the rows changed because of it.
    pub(crate) news: FolderNews,
    /// The long passages of pairs that are not listed, as far as they are known.
    pub(crate) passages_below: Arc<PassagesBelow>,
    /// How much of each document stands in others, once it is counted.
    pub(crate) elsewhere: Arc<Elsewhere>,
    /// How many shingles many texts share that count, as far as that is known.
    pub(crate) shared_by_many: u64,
    /// What is known of the last visit; `None` if there was none.
    pub(crate) last_visit: Option<LastVisit>,
    /// Which list is shown.
    pub(crate) rooms: Rooms,
    /// What was decided about pairs.
    pub(crate) decisions: Decisions,
    /// The ranked list.
    pub(crate) list: PairList,
    /// The list of documents.
    pub(crate) documents: DocumentList,
    /// The clusters.
    pub(crate) tree: Tree,
    /// The text that is compared with the folder.
    pub(crate) query: Query,
    /// The problems.
    pub(crate) problems: Problems,
    /// The phrases that are left out.
    pub(crate) phrases: PhraseList,
    /// The sources of a document.
    pub(crate) sources: SourceList,
    /// The reports that were asked for.
    pub(crate) reporting: Reporting,
    /// The passages of the folder.
    pub(crate) passages: SharedPassages,
    /// The laboratory.
    pub(crate) lab: Lab,
    /// Keys typed ahead, which wait for what they act on.
    pub(crate) typed_ahead: TypedAhead,
    /// The number of the last request to another thread.
    pub(crate) last_request: u64,
    /// The pair below the list, or on the whole screen.
    pub(crate) pair: Option<CurrentPair>,
    /// Whether the pair has the whole screen.
    pub(crate) zoomed: bool,
    /// The layout of the texts.
    pub(crate) reading: Reading,
    /// What the keys that move act on.
    pub(crate) focus: Focus,
    /// Whether all passages of the open pair are listed below its texts.
    pub(crate) lists_passages: bool,
    /// The dot plot over the pair.
    pub(crate) dots: Option<Dots>,
    /// The explained word.
    pub(crate) explain: Option<Explain>,
    /// The search within the open pair.
    pub(crate) search: Option<Search>,
    /// The lesson over everything else.
    pub(crate) lesson: Option<OpenLesson>,
    /// The sandbox, over everything but a lesson on its texts.
    pub(crate) sandbox: Option<Sandbox>,
    /// The last sandbox that was written in, for its pair, while it is closed.
    pub(crate) kept_sandbox: Option<Sandbox>,
    /// Projector mode, while it is on.
    pub(crate) projector: Option<Projector>,
    /// The open line of input.
    pub(crate) prompt: Option<Prompt>,
    /// How far help is scrolled, and what is chosen in it.
    pub(crate) help: Help,
    /// What the command palette shows.
    pub(crate) palette: Palette,
    /// Where copied texts go.
    pub(crate) clipboard: Clipboard,
    /// The look of the screen, and whether it has the mouse.
    pub(crate) look: Look,
    /// When and where the mouse was pressed last, to recognise a double click.
    pub(crate) clicked: Option<(Duration, Position)>,
    /// One sentence about what just happened, until the next key.
    pub(crate) note: Option<String>,
    /// The time since the start.
    pub(crate) now: Duration,
}

impl Model {
    /// The score on the screen and the parameters that it was made with: of the lesson, of the sandbox, or of the open
    /// pair.
    pub(crate) fn current_score(&self) -> Option<(Ratio, &Params)> {
        if let Some(open_lesson) = &self.lesson {
            return open_lesson.lesson.as_ref().map(|lesson| (lesson.score(), &*lesson.params));
        }
        if let Some(sandbox) = &self.sandbox {
            return sandbox.trial.as_ref().map(|trial| (trial.view.score, &*trial.view.params));
        }
        self.visible_pair().map(|pair| (pair.view.score, &*pair.view.params))
    }

    /// The state before anything was read.
    pub(crate) fn new(folder: &str, params: Params, size: (u16, u16)) -> Self {
        let list = match &params.stop_words {
            StopWords::List(list) => Some(Arc::clone(list)),
            _ => None,
        };
        let (templates, phrases) = (params.template.clone(), params.phrases.clone());
        let (between, skip_same) = (params.between.clone(), params.skip_same.clone());
        let skip_older = params.skip_older;
        Self {
            size,
            folder: visible(folder).into_owned(),
            folder_name: folder.to_string(),
            params,
            choices: Choices {
                list,
                languages: Vec::new(),
                templates,
                phrases,
                between,
                skip_same,
                skip_older,
            },
            pace: Duration::from_secs(2),
            ..Self::default()
        }
    }

    /// The list that is shown.
    pub(crate) fn here(&self) -> &'static dyn RoomList {
        list_of(self.rooms.here())
    }

    /// The document of the ranked list that is looked at: the first of the selected pair, unless the focus is on the
    /// second.
    pub(crate) fn subject_of_pair(&self) -> Option<DocPath> {
        let (a, b) = self.list.names.clone()?;
        let is_b = self.focus == Focus::Pane(PaneSide::B) || self.list.is_on_member();
        Some(if is_b { b } else { a })
    }

    /// The newest result that is about all documents. While parameters change, the ranked list may show one about some of
    /// them.
    pub(crate) fn of_all_documents(&self) -> Option<&Arc<Snapshot>> {
        let newest = self.snapshot.as_ref().filter(|snapshot| snapshot.has_all_documents());
        newest.or(self.list.whole.as_ref())
    }

    /// Whether the list of this room is on the screen, so that no pair covers it.
    pub(crate) fn is_in(&self, room: Room) -> bool {
        self.rooms.here() == room && !self.zoomed
    }

    /// Whether letters go into the text of the query.
    fn writes(&self) -> bool {
        self.query.writing && self.is_in(Room::Query)
    }

    /// Where a key is sent.
    pub(crate) fn place(&self) -> Place {
        match self.focus {
            _ if self.asks(Purpose::Help) => Place::Help,
            _ if self.asks(Purpose::Palette) => Place::Palette,
            _ if self.prompt.is_some() => Place::Prompt,
            _ if self.lists_passages => Place::Passages,
            _ if self.lesson.is_some() => Place::Lesson,
            Focus::Bar => Place::Bar,
            _ if self.sandbox.is_some() => Place::Sandbox,
            _ if self.dots.is_some() => Place::Dots,
            _ if self.explain.is_some() => Place::Words,
            Focus::List if self.writes() => Place::Text,
            Focus::List => Place::List,
            Focus::Pane(_) => Place::Pair,
        }
    }

    /// Whether help, the palette or the list of passages is open.
    pub(crate) fn has_overlay(&self) -> bool {
        self.lists_passages || self.asks(Purpose::Help) || self.asks(Purpose::Palette)
    }

    /// Closes help, the palette, the list of passages and the line of input.
    pub(crate) fn close_overlays(&mut self) {
        self.lists_passages = false;
        self.prompt = None;
    }

    /// What the open line of input is for.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.prompt.as_ref().map(|prompt| prompt.purpose)
    }

    /// Whether a line of input is open for this.
    pub(crate) fn asks(&self, purpose: Purpose) -> bool {
        self.purpose() == Some(purpose)
    }

    /// What stands in the open line of input. Empty if there is none.
    pub(crate) fn typed(&self) -> &str {
        self.prompt.as_ref().map_or("", Prompt::text)
    }

    /// The leading text: the one that has the focus, or had it before the parameters. In the list it is the first.
    pub(crate) const fn leader(&self) -> PaneSide {
        match self.focus {
            Focus::Pane(which) => which,
            Focus::List => PaneSide::A,
            Focus::Bar => self.reading.last,
        }
    }

    /// Whether a lesson or the sandbox covers list and pair.
    pub(crate) const fn is_covered(&self) -> bool {
        self.lesson.is_some() || self.sandbox.is_some()
    }

    /// The place of the cursor in a text: the explained word, or the word at the cross-hair.
    pub(crate) fn cursor(&self, which: PaneSide) -> Option<Span> {
        if let Some(explain) = &self.explain {
            return explain.word.filter(|_| explain.which == which);
        }
        let (a, b) = self.dots.as_ref()?.at?;
        let byte = if which == PaneSide::A { a } else { b };
        let side = self.open()?.side(which);
        side.words.get(side.words_before(byte)).copied()
    }

    /// Whether the list has pairs, so that one may be shown below it.
    fn has_pairs(&self) -> bool {
        self.rooms.here().is_ranked()
            && self.snapshot.as_ref().is_some_and(|snapshot| !snapshot.rows.is_empty())
    }

    /// The parameters of the results on the screen, or those asked for if there are no results.
    pub(crate) fn current_params(&self) -> &Params {
        if let Some(open_lesson) = &self.lesson {
            return open_lesson.lesson.as_ref().map_or(&self.params, |lesson| &lesson.params);
        }
        if let Some(sandbox) = &self.sandbox {
            return sandbox.trial.as_ref().map_or(&self.params, |trial| &trial.view.params);
        }
        self.snapshot.as_ref().map_or(&self.params, |snapshot| &snapshot.params)
    }

    /// The parameter that is chosen in the bar, or whose value is being typed.
    fn chosen(&self) -> Option<Parameter> {
        match self.purpose() {
            Some(Purpose::Value(parameter)) => Some(parameter),
            _ => (self.focus == Focus::Bar).then_some(self.parameter_state.chosen),
        }
    }

    /// What the bar of parameters shows.
    pub(crate) fn values(&self) -> Values<'_> {
        let warned = self.parameter_state.warnings.parameters();
        let chosen = self.chosen();
        // On a low screen the parts below need the rows.
        let most = (self.size.1 / 3).max(3);
        Values { requested: &self.params, current: self.current_params(), warned, chosen, most }
    }

    /// Whether the results on the screen were made with other parameters than those asked for.
    pub(crate) fn is_stale(&self) -> bool {
        self.snapshot.as_ref().is_some_and(|snapshot| *snapshot.params != self.params)
    }

    /// Whether the engine has been at work so long that something should move.
    pub(crate) fn spins(&self) -> bool {
        self.work.is_some_and(|work| work.spins(self.now))
    }

    /// Keeps the selected row of the current list on the screen. Other lists keep their positions: they have other heights,
    /// and going back to them must show what was seen before.
    pub(crate) fn settle_list(&mut self) {
        if let Some(height) = self.visible_lines(self.rooms.here()) {
            self.here().settle(self, height);
        }
    }

    /// The open pair.
    pub(crate) fn open(&self) -> Option<&OpenPair> {
        match self.pair.as_ref().map(|current| &current.answer) {
            Some(PairState::Open(pair)) => Some(pair),
            _ => None,
        }
    }

    /// The open pair, to scroll it.
    pub(crate) fn open_mut(&mut self) -> Option<&mut OpenPair> {
        match self.pair.as_mut().map(|current| &mut current.answer) {
            Some(PairState::Open(pair)) => Some(pair),
            _ => None,
        }
    }

    /// The open pair, if it is on the screen.
    pub(crate) fn visible_pair(&self) -> Option<&OpenPair> {
        self.open().filter(|_| self.areas().is_some_and(|areas| areas.pair.is_some()))
    }

    /// Whether the engine has not yet answered a request.
    pub(crate) fn awaits(&self) -> bool {
        let pair =
            self.pair.as_ref().is_some_and(|current| matches!(current.answer, PairState::Awaited));
        let arranged =
            self.list.awaited.is_some() || self.documents.awaited.is_some() || self.tree.awaited;
        let word = self.explain.as_ref().is_some_and(Explain::awaits);
        let lesson = self.lesson.as_ref().is_some_and(OpenLesson::awaits);
        let texts = self.sandbox.as_ref().is_some_and(Sandbox::awaits);
        let found = self.search.as_ref().is_some_and(Search::awaits);
        let counted =
            self.query.is_behind() || self.sources.is_behind() || self.passages.is_behind();
        found || texts || lesson || self.is_stale() || pair || arranged || word || counted
    }

    /// Whether the open pair was made with other parameters than those asked for.
    pub(crate) fn pair_is_stale(&self, view: &PairView) -> bool {
        *view.params != self.params
    }
}

// Long work of the engine, as the screen knows it.

/// Shorter work is not announced by something that moves.
pub(crate) const SPINNER_AFTER: Duration = Duration::from_millis(150);

/// Long work of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Work {
    /// The request that is being answered.
    pub(crate) epoch: Epoch,
    /// What it is.
    pub(crate) phase: Phase,
    /// Documents done.
    pub(crate) done: usize,
    /// Documents to do, 0 when unknown.
    pub(crate) total: usize,
    /// When it was first reported.
    pub(crate) since: Duration,
}

impl Work {
    /// Whether it has gone on so long that something should move.
    pub(crate) fn spins(&self, now: Duration) -> bool {
        now.saturating_sub(self.since) >= SPINNER_AFTER
    }
}

// What has the focus.

/// What the keys that move act on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Focus {
    /// The ranked list.
    #[default]
    List,
    /// One document of the open pair.
    Pane(PaneSide),
    /// The parameters.
    Bar,
}
