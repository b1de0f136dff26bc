//! The whole state of the screen. Only `update` changes this state.
//!
//! **Lists.** The rows of a snapshot are in the engine's order. Jobs (`tui::model::jobs`) on a thread of the
//! screen make any other order, filter, and make the list of documents and the problems by reason. Only the answer of
//! the newest job of each slot is shown. The screen shows a new snapshot when its rows
//! are arranged, at once if they are in the engine's order. List, order and selection thus always belong to one result.
//! A list scrolls by its height while visible. A query stays with the worker (`engine::worker::answers`), which answers
//! at once and after every change. The worker also updates clusters while the user looks at them, until other
//! parameters cancel the clusters.
//!
//! **The lesson** covers everything else (`tui::views::lesson`). After a change of parameters, the lesson asks the
//! teacher, a thread of the screen (`tui::event_loop::services`), for a new lesson. Until the answer arrives, the old
//! lesson stays and shows that it is old. If the folder's pairs ignore shingles, the lesson waits for the ranking with
//! these parameters, because the ranking finds the common shingles. `shingle teach` runs the same loop without an
//! engine, and ignores the shingles of templates.
//!
//! **The sandbox** (`tui::views::sandbox`) covers everything but a lesson on its texts. The comparer, a thread of the
//! screen, compares them in the plain way (`lesson::trial`), the newest texts only. Until the comparer answers,
//! highlights stay while the text before them is unchanged. Closing the sandbox returns to the place where the user
//! opened it.
//!
//! **Projector mode** (`tui::model::projector`) is a theme derived from the chosen theme (`Theme::projected`), a band
//! above the last row, and a frozen list.

pub(crate) mod input;

pub(crate) mod activity;
pub(crate) mod arrange;
pub(crate) mod columns;
pub(crate) mod commands;
pub(crate) mod cursor;
pub(crate) mod decided_rows;
pub(crate) mod decisions;
pub(crate) mod effect;
pub(crate) mod filter;
pub(crate) mod hints;
pub(crate) mod history;
pub(crate) mod jobs;
pub(crate) mod last_visit;
pub(crate) mod layers;
pub(crate) mod pair;
pub(crate) mod pairs;
pub(crate) mod parameters;
pub(crate) mod projector;
pub(crate) mod regions;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod search;

pub(crate) use self::activity::Activities;
pub(crate) use self::arrange::RowOrder;
pub(crate) use self::columns::{Columns, Sort, Table};
pub(crate) use self::commands::{At, Command, FilePlace};
pub(crate) use self::cursor::{Cursor, KeyHint, Lines, List, Spot, Views, VisibleLines};
pub(crate) use self::decided_rows::{DecisionLookup, OfCopies};
pub(crate) use self::decisions::{Decisions, FileAnswer};
pub(crate) use self::effect::{ChangeKind, Effect};
pub(crate) use self::filter::{AppliedFilter, Filter, FilterTarget};
pub(crate) use self::hints::Hints;
pub(crate) use self::history::{Change, History, Past, SelectedNames};
pub(crate) use self::input::{Clipboard, Prompt, Purpose, ReportLine, TypedAhead};
pub(crate) use self::jobs::{Done, Job, Jobs, Slot};
pub(crate) use self::last_visit::{LastVisit, RestoredParameters};
pub(crate) use self::layers::{Layer, Layers, States};
pub(crate) use self::pair::pane::{MapMark, Pane};
pub(crate) use self::pair::scrolling::{RowLink, ScrollBefore, ScrollPlace};
pub(crate) use self::pair::{CurrentPair, OpenPair, PairState, Prepared};
pub(crate) use self::pairs::columns::PairColumn;
pub(crate) use self::pairs::news::FolderNews;
pub(crate) use self::pairs::{Followed, LineShows, PairList};
pub(crate) use self::parameters::{
    Frozen, HistogramScale, ParameterState, Pin, Pinning, RankChange,
};
pub(crate) use self::projector::{Pressed, Projector};
pub(crate) use self::report::{
    ListedRows, ReportAnswer, ReportContent, ReportRequest, ReportWriter, Reporting,
};
pub(crate) use self::search::Search;

use std::{sync::Arc, time::Duration};

use ratatui::layout::Position;

use shingle::base::{ids::Epoch, path::DocPath, ratio::Ratio, span::Span, visible::visible};
use shingle::pipeline::{
    Elsewhere, PairView, Parameter, Params, PassagesBelow, Snapshot, StopWords,
    document::original::BatchDates,
};
use shingle::{engine::Phase, folder::WatchState};

use crate::tui::actions::{Place, ViewName, VisitedViews};
use crate::tui::drawing::Look;
use crate::tui::layout::{Areas, PaneSide, Reading};
use crate::tui::parameters::{bar::Values, values::Choices};
use crate::tui::words::names::ShortNames;

#[derive(Default)]
pub(crate) struct Model {
    /// Columns and rows of the screen.
    pub(crate) size: (u16, u16),
    /// The regions of the screen, from [`Self::lay_out`]. `None` if the screen is too small.
    pub(crate) areas: Option<Areas>,
    /// The folder's name, in visible characters.
    pub(crate) folder: String,
    /// The folder's real path, as marks name the folder.
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
    /// Other notices for the user, each a sentence without its full stop.
    pub(crate) notices: Vec<String>,
    pub(crate) failed: Option<String>,
    /// The interval of listing the folder if the system does not report changes.
    pub(crate) pace: Duration,
    pub(crate) changed: Option<Duration>,
    pub(crate) activities: Activities,
    pub(crate) news: FolderNews,
    pub(crate) passages_below: Arc<PassagesBelow>,
    pub(crate) elsewhere: Arc<Elsewhere>,
    /// Number of counted shingles that many contents share, if known.
    pub(crate) shared_by_many: u64,
    pub(crate) last_visit: Option<LastVisit>,
    pub(crate) visited: VisitedViews,
    views: Views,
    pub(crate) decisions: Decisions,
    pub(crate) list: PairList,
    pub(crate) reporting: Reporting,
    pub(crate) typed_ahead: TypedAhead,
    pub(crate) jobs: Jobs,
    pub(crate) commands: Vec<Command>,
    /// The pair below the list, or on the whole screen.
    pub(crate) pair: Option<CurrentPair>,
    /// True if the pair has the whole screen.
    pub(crate) zoomed: bool,
    pub(crate) reading: Reading,
    pub(crate) focus: Focus,
    pub(crate) layers: Layers,
    pub(crate) states: States,
    pub(crate) search: Option<Search>,
    pub(crate) projector: Option<Projector>,
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
        if let Some(cover) = self.layers.cover() {
            return cover.score();
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
            between: params.between.clone(),
            skip_same: params.skip_same.clone(),
            skip_older: params.skip_older,
        };
        let mut model = Self {
            size,
            folder: visible(folder).into_owned(),
            folder_name: folder.to_string(),
            params,
            choices,
            pace: Duration::from_secs(2),
            states: (views.states)(),
            views,
            ..Self::default()
        };
        model.lay_out();
        model
    }

    pub(crate) fn list_of_current_view(&self) -> &'static dyn List {
        (self.views.list)(self.visited.current())
    }

    /// Returns the selected document of the ranked list: the first of the selected pair, or the second if it has the
    /// focus.
    pub(crate) fn subject_of_pair(&self) -> Option<DocPath> {
        let (a, b) = self.list.names.clone()?;
        let is_b = self.focus == Focus::Pane(PaneSide::B) || self.list.is_copy_selected();
        Some(if is_b { b } else { a })
    }

    /// Returns the newest result about all documents. While parameters change, the ranked list may show a result about
    /// some documents.
    pub(crate) fn of_all_documents(&self) -> Option<&Arc<Snapshot>> {
        let newest = self.snapshot.as_ref().filter(|snapshot| snapshot.has_all_documents());
        newest.or(self.list.whole.as_ref())
    }

    /// Returns true if the list of this view is on the screen, so that no pair covers the list.
    pub(crate) fn is_in(&self, view: ViewName) -> bool {
        self.visited.current() == view && !self.zoomed
    }

    pub(crate) fn place(&self) -> Place {
        match (self.focus, self.layers.top().map(Layer::place)) {
            (_, Some(place @ (Place::Help | Place::Palette))) => place,
            _ if self.prompt.is_some() => Place::Prompt,
            (_, Some(place @ (Place::Passages | Place::Lesson))) => place,
            (Focus::Bar, _) => Place::Bar,
            (_, Some(place)) => place,
            (Focus::List, None) if self.list_of_current_view().takes_text(self) => Place::Text,
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

    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.prompt.as_ref().map(|prompt| prompt.purpose)
    }

    pub(crate) fn asks(&self, purpose: Purpose) -> bool {
        self.purpose() == Some(purpose)
    }

    /// Returns the text of the open line of input. Empty without a line.
    pub(crate) fn typed(&self) -> &str {
        self.prompt.as_ref().map_or("", Prompt::text)
    }

    /// Returns the text with the focus, or the text that had the focus before the parameters. While the list has the
    /// focus, returns the first text.
    pub(crate) const fn leading_side(&self) -> PaneSide {
        match self.focus {
            Focus::Pane(which) => which,
            Focus::List => PaneSide::A,
            Focus::Bar => self.reading.last,
        }
    }

    pub(crate) fn is_covered(&self) -> bool {
        self.layers.cover().is_some()
    }

    /// Returns true if the open pair is shown as a plot, or with an explained word. A cover may hide the pair.
    pub(crate) fn pair_shows(&self, place: Place) -> bool {
        self.layers.of_pair().is_some_and(|layer| layer.place() == place)
    }

    /// Returns the explained word, or the word at the cross-hair.
    pub(crate) fn cursor(&self, which: PaneSide) -> Option<Span> {
        self.layers.of_pair()?.cursor(self.open(), which)
    }

    /// Returns true if the list has pairs, so that a pair may be shown below.
    fn has_pairs(&self) -> bool {
        self.visited.current().is_ranked()
            && self.snapshot.as_ref().is_some_and(|snapshot| !snapshot.rows.is_empty())
    }

    /// Returns the parameters of the results on the screen, or the requested parameters without results.
    pub(crate) fn current_params(&self) -> &Params {
        if let Some(cover) = self.layers.cover() {
            return cover.score().map_or(&self.params, |(_, params)| params);
        }
        self.snapshot.as_ref().map_or(&self.params, |snapshot| &snapshot.params)
    }

    /// Returns the parameter that is selected in the bar, or whose value is being typed.
    fn chosen(&self) -> Option<Parameter> {
        match self.purpose() {
            Some(Purpose::Value(parameter)) => Some(parameter),
            _ => (self.focus == Focus::Bar).then_some(self.parameter_state.chosen),
        }
    }

    pub(crate) fn values(&self) -> Values<'_> {
        let warned = self.parameter_state.warnings.parameters();
        let chosen = self.chosen();
        // On a low screen the parts below need the rows.
        let most = (self.size.1 / 3).max(3);
        Values { requested: &self.params, current: self.current_params(), warned, chosen, most }
    }

    /// Returns true if the results on the screen have other parameters than the requested ones.
    pub(crate) fn is_stale(&self) -> bool {
        self.snapshot.as_ref().is_some_and(|snapshot| *snapshot.params != self.params)
    }

    pub(crate) fn spins(&self) -> bool {
        self.work.is_some_and(|work| work.spins(self.now))
    }

    /// Scrolls to the selected row of the current list. Other lists retain their positions: they have other heights,
    /// and going back must show the former rows.
    pub(crate) fn settle_list(&mut self) {
        self.lay_out();
        if let Some(height) = self.visible_lines(self.visited.current()) {
            self.list_of_current_view().scroll_list(self, height);
        }
    }

    pub(crate) fn open(&self) -> Option<&OpenPair> {
        match self.pair.as_ref().map(|current| &current.answer) {
            Some(PairState::Open(pair)) => Some(pair),
            _ => None,
        }
    }

    pub(crate) fn open_mut(&mut self) -> Option<&mut OpenPair> {
        match self.pair.as_mut().map(|current| &mut current.answer) {
            Some(PairState::Open(pair)) => Some(pair),
            _ => None,
        }
    }

    pub(crate) fn visible_pair(&self) -> Option<&OpenPair> {
        self.open().filter(|_| self.pair_areas().is_some())
    }

    pub(crate) fn awaits(&self) -> bool {
        let pair =
            self.pair.as_ref().is_some_and(|current| matches!(current.answer, PairState::Awaited));
        let slots = [
            Slot::Rows,
            Slot::Documents,
            Slot::Comparison,
            Slot::Search,
            Slot::Sources,
            Slot::Passages,
        ];
        let works = slots.iter().any(|slot| self.jobs.awaits(*slot));
        let views = self.layers.iter().any(Layer::awaits);
        let mut visited = self.visited.visited().into_iter();
        let lists = visited.any(|view| (self.views.list)(view).awaits(self));
        views || self.is_stale() || pair || works || lists
    }

    /// Returns true if the open pair has other parameters than the requested ones.
    pub(crate) fn pair_is_stale(&self, view: &PairView) -> bool {
        *view.params != self.params
    }
}

// Long work of the engine.

/// Minimum duration of work that is announced by a spinner.
pub(crate) const SPINNER_AFTER: Duration = Duration::from_millis(150);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) epoch: Epoch,
    pub(crate) phase: Phase,
    pub(crate) done: usize,
    /// Documents to do, 0 when unknown.
    pub(crate) total: usize,
    pub(crate) since: Duration,
}

impl Work {
    /// Returns true if the work is long enough for a spinner.
    pub(crate) fn spins(&self, now: Duration) -> bool {
        now.saturating_sub(self.since) >= SPINNER_AFTER
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Focus {
    #[default]
    List,
    Pane(PaneSide),
    Bar,
}
