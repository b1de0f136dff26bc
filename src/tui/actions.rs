//! The requests of keys, mouse and palette. An action is independent of its keys and of its execution.

use ratatui::{
    crossterm::event::KeyCode, crossterm::event::KeyModifiers, crossterm::event::MouseEventKind,
};

use shingle::{pipeline::Parameter, visits::PairNames};

use crate::tui::layout::PaneSide;

/// A step through a list or a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    Down,
    Up,
    PageDown,
    PageUp,
    HalfDown,
    HalfUp,
    First,
    Last,
}

/// Number of steps for a notch of the mouse wheel.
pub(crate) const NOTCH: usize = 3;

impl Motion {
    pub(crate) const fn from_wheel(kind: MouseEventKind) -> Option<Self> {
        match kind {
            MouseEventKind::ScrollDown => Some(Self::Down),
            MouseEventKind::ScrollUp => Some(Self::Up),
            _ => None,
        }
    }

    /// Returns the direction and the number of rows, for screens of `page` rows. `None` for moves to an end.
    pub(crate) fn rows_to_move(self, page: usize) -> Option<(StepDirection, usize)> {
        let half = page.div_ceil(2);
        Some(match self {
            Self::Down => (StepDirection::Next, 1),
            Self::Up => (StepDirection::Back, 1),
            Self::PageDown => (StepDirection::Next, page),
            Self::PageUp => (StepDirection::Back, page),
            Self::HalfDown => (StepDirection::Next, half),
            Self::HalfUp => (StepDirection::Back, half),
            Self::First | Self::Last => return None,
        })
    }

    /// Returns the target row for a move from row `at`. The last row is `last` and a screen has `page` rows.
    pub(crate) fn target_row(self, at: usize, last: usize, page: usize) -> usize {
        match self.rows_to_move(page) {
            Some((StepDirection::Next, by)) => at.saturating_add(by).min(last),
            Some((StepDirection::Back, by)) => at.saturating_sub(by).min(last),
            None if self == Self::First => 0,
            None => last,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepDirection {
    /// Choose the next or the larger value of a parameter.
    Next,
    /// Choose the previous or the smaller value of a parameter.
    Back,
}

impl StepDirection {
    /// Returns the next or previous index among `count` indices, cyclically, and true if the step wrapped.
    pub(crate) const fn step_cyclically(self, place: usize, count: usize) -> (usize, bool) {
        match self {
            Self::Next => ((place + 1) % count, place + 1 == count),
            Self::Back => ((place + count - 1) % count, place == 0),
        }
    }

    /// Names the end that a wrapped step reaches: `round to the first passage`.
    pub(crate) fn describe_wrap(self, noun: &str) -> String {
        format!("round to the {} {noun}", if self == Self::Next { "first" } else { "last" })
    }

    /// Returns the item after or before `now`, cyclically; the first item if `now` is missing.
    pub(crate) fn neighbour<'a, T: PartialEq>(self, all: &'a [T], now: &T) -> Option<&'a T> {
        let place = all.iter().position(|one| one == now);
        all.get(place.map_or(0, |place| self.step_cyclically(place, all.len()).0))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepSize {
    /// Change a parameter to its next value, and the threshold by five hundredths.
    Usual,
    /// Change the threshold by one hundredth, and other parameters as usual.
    Fine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Move in the part that has the focus.
    Move(Motion),
    /// Open the selected item, or give it the whole screen. In a line of input: finish.
    Enter,
    Leave,
    /// One step to the left or right: of the cross-hair, the words, the parameters or the lesson; in a list, fold or
    /// unfold.
    StepSide(StepDirection),
    /// Move the cross-hair by ten steps; elsewhere like `StepSide`.
    StepFar(StepDirection),
    /// Go to the beginning or the end: of the row if it has words or dots, else of the whole content.
    GoToEdge(StepDirection),
    /// A digit of a passage's number, of a step's number, or of the value of the selected parameter.
    Digit(u8),
    /// Give the focus to the next or previous region.
    Focus(StepDirection),

    /// Type a filter of the list, or search in the open pair.
    Filter,
    /// Sort the list by the next or previous column.
    Sort(StepDirection),
    Reverse,
    /// Enter a view. If the view is open already, do what its key does there.
    Go(ViewName),
    /// Mark the selected pair.
    Mark,
    /// Ignore the active passage from now on, or count the selected phrase again.
    IgnorePassage,
    /// Type words to ignore from now on.
    TypePhrase,

    /// Next or previous passage of the open pair, in both panes.
    Passage(StepDirection),
    Neighbour(StepDirection),
    Passages,
    /// Next or previous layout of the two texts.
    ChangeLayout(StepDirection),
    /// Show or hide ignored words.
    ShowIgnored,
    Dots,
    Explain,

    Lesson,
    /// Blank the screen until the next key.
    Blank,
    /// Hide the step of the lesson and show an exercise; then show the step again, with the answer. Elsewhere: help.
    Ask,
    Sandbox,

    Change(Parameter, StepDirection, StepSize),
    TypeValue,
    Undo,
    Redo,
    Pin,

    Help,
    Palette,
    Theme,
    /// Start or stop projector mode: few strong tints, and a large score.
    Projector,
    Edit,
    CopyPassage,
    Report,
    Rescan,
    Redraw,
    Suspend,
    Quit,
    Close,
}

impl Action {
    /// Returns true if the action concerns the open pair: its texts, its dot plot or its explained word.
    pub(crate) const fn acts_on_open_pair(self) -> bool {
        matches!(
            self,
            Self::Passage(_)
                | Self::Neighbour(_)
                | Self::Passages
                | Self::ChangeLayout(_)
                | Self::ShowIgnored
                | Self::Dots
                | Self::Explain
        )
    }
}

// The parts of a line of the key table: its keys, the places where they act, and its help.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Moving,
    List,
    Pair,
    Lesson,
    Parameters,
    Program,
}

impl Section {
    /// All sections with their titles, in the order of help.
    pub(crate) const ALL: [(Self, &'static str); 6] = [
        (Self::Moving, "Moving"),
        (Self::List, "The list"),
        (Self::Pair, "The open pair"),
        (Self::Lesson, "The lesson"),
        (Self::Parameters, "Parameters (capital letter: the other way)"),
        (Self::Program, "Program"),
    ];
}

/// The receiver of a key. A key has at most one meaning per place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    List,
    /// A text has the focus.
    Pair,
    Bar,
    Dots,
    /// An explanation of a word is open, and has the keys.
    Words,
    Lesson,
    /// The list of passages is open below the texts.
    Passages,
    /// A text of the query is being written. Letters go into the text.
    Text,
    /// A text of the sandbox is being written. Letters go into the text.
    Sandbox,
    /// A line of input is open. Letters go into the line.
    Prompt,
    /// Help covers the rest, with a line of input.
    Help,
    /// The command palette covers the rest, with a line of input.
    Palette,
}

impl Place {
    pub(crate) const ALL: [Self; 12] = [
        Self::List,
        Self::Pair,
        Self::Bar,
        Self::Dots,
        Self::Words,
        Self::Lesson,
        Self::Passages,
        Self::Text,
        Self::Sandbox,
        Self::Prompt,
        Self::Help,
        Self::Palette,
    ];

    pub(crate) const fn is_text_input(self) -> bool {
        matches!(self, Self::Text | Self::Sandbox | Self::Prompt | Self::Help | Self::Palette)
    }
}

pub(crate) const NEXT: StepDirection = StepDirection::Next;
pub(crate) const BACK: StepDirection = StepDirection::Back;

macro_rules! declare_key_names {
    ($($name:ident)*) => {
        /// Names a line of the key table. Because names are variants, a misspelt name does not compile.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum KeyName {
            ViewName(ViewName),
            Parameter(Parameter),
            $(#[doc = stringify!($name)] $name,)*
        }
    };
}

declare_key_names! {
    AllKeys Back Blank Colours Commands Copy DotPlot Editor Ends Explain Filter Ignored Layout LeaveOut
    Lesson Mark Move NextRegion Number Open OwnPhrase Page Pair Passage Passages Pin Projector Quit Report Rescan
    Sandbox Sideways Sort Suspend TypeAValue Undo
}

/// Names of lines of the key table: `key_names! { Open ViewName(Sources) Parameter(Width) }`.
macro_rules! key_names {
    ($($name:ident $(($of:ident))?)*) => {
        &[$($crate::tui::actions::KeyName::$name $(($name::$of))?),*]
    };
}

pub(crate) struct Binding {
    pub(crate) name: KeyName,
    /// One or two words for the palette and the footer.
    pub(crate) text: &'static str,
    /// The keys, as help shows them.
    pub(crate) label: &'static str,
    /// The best-known keys only, for parts of the screen with few columns.
    pub(crate) short: &'static str,
    /// Places where the keys act. A line of input only accepts keys with Ctrl and keys that are not letters.
    pub(crate) places: &'static [Place],
    pub(crate) section: Section,
    pub(crate) help: &'static str,
    pub(crate) actions: &'static [KeyAction],
    /// Words by which a user may search for this line.
    pub(crate) synonyms: &'static [&'static str],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyAction {
    pub(crate) action: Action,
    /// The keys as [`key_text`] writes them, separated by blanks.
    pub(crate) keys: &'static str,
    /// The name in a config file. `None` if the name is the text of the line, or this text with ` back`.
    pub(crate) name: Option<&'static str>,
}

impl KeyAction {
    pub(crate) fn keys(self) -> impl Iterator<Item = &'static str> {
        self.keys.split(' ').filter(|key| !key.is_empty())
    }
}

impl Binding {
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.actions.iter().flat_map(|one| one.keys())
    }

    pub(crate) fn action_of(&self, key: &str) -> Option<Action> {
        Some(self.actions.iter().find(|one| one.keys().any(|other| other == key))?.action)
    }
}

/// Declares lines of the key table. A line has its name, its text, its keys as help shows them (and in few columns),
/// its places, its section and its sentence of help. `/` precedes each action with its keys and optional name. `=`
/// precedes synonyms.
macro_rules! lines {
    ($lines:ident = $($name:ident $(($($of:tt)*))? $text:literal [$label:literal $($short:literal)?] $places:ident
        $section:ident $help:literal $(/ $action:ident $(($($argument:tt)*))? $keys:literal $($own:literal)?)*
        $(= $($synonym:literal)*)?;)*
    ) => {
        pub(crate) static $lines: &[Binding] = &[$(Binding {
            name: $crate::tui::actions::KeyName::$name $(($($of)*))?,
            text: $text,
            label: $label,
            short: [$($short,)? $label][0],
            places: $places,
            section: $crate::tui::actions::Section::$section,
            help: $help,
            actions: &[$($crate::tui::actions::KeyAction {
                action: $crate::tui::actions::Action::$action $(($($argument)*))?,
                keys: $keys,
                name: [$(Some($own),)? None][0],
            }),*],
            synonyms: &[$($($synonym),*)?],
        }),*];
    };
}

pub(crate) fn key_text(modifiers: KeyModifiers, code: KeyCode) -> String {
    let name = match code {
        KeyCode::Char(' ') => "Space".into(),
        KeyCode::Char(letter) if !modifiers.is_empty() => letter.to_uppercase().to_string(),
        KeyCode::Char(letter) => letter.to_string(),
        KeyCode::Down => "↓".into(),
        KeyCode::Up => "↑".into(),
        KeyCode::Left => "←".into(),
        KeyCode::Right => "→".into(),
        KeyCode::PageDown => "PgDn".into(),
        KeyCode::PageUp => "PgUp".into(),
        KeyCode::BackTab => "Shift-Tab".into(),
        KeyCode::F(number) => format!("F{number}"),
        other => format!("{other:?}"),
    };
    if modifiers.is_empty() { name } else { format!("Ctrl-{name}") }
}

// The standard keys, in the order of help. `parameters::ENTRIES` has the keys of single parameters.

use self::Place::{Bar, Dots, Lesson, List, Pair, Passages, Sandbox, Text, Words};

const EVERYWHERE: &[Place] = &Place::ALL;
const OUTSIDE_LESSON: &[Place] = &[List, Pair, Bar, Dots, Words, Passages];
pub(crate) const LETTER_KEYS: &[Place] = &[List, Pair, Bar, Dots, Words, Lesson, Passages];
/// Places where Tab moves between regions.
const REGIONS: &[Place] = &[List, Pair, Bar, Dots, Words, Passages, Text, Sandbox];
const SIDEWAYS: &[Place] = &[List, Bar, Dots, Words, Lesson];
const TEXTS: &[Place] = &[List, Pair, Bar, Words, Passages];
const ON_PASSAGE: &[Place] = &[List, Pair, Dots, Words, Passages];
/// Places where the mark key acts. In the lesson, this key scrolls a page down instead.
const MARKED: &[Place] = &[List, Pair, Dots, Lesson];
const TAUGHT: &[Place] = &[List, Pair, Dots, Words, Lesson, Bar, Sandbox];
const IN_LESSON: &[Place] = &[Lesson];

lines! { BEFORE_PARAMETERS =
    Move "move" ["j/k ↓/↑"] EVERYWHERE Moving "Go or scroll one row down or up."
        / Move(Motion::Down) "j ↓" "move down" / Move(Motion::Up) "k ↑" "move up";
    Sideways "sideways" ["h/l ←/→" "←/→"] SIDEWAYS Moving "Fold or unfold a row; elsewhere go left or right."
        / StepSide(NEXT) "l →" "move right" / StepSide(BACK) "h ←" "move left"
        / StepFar(NEXT) "Ctrl-→" "far right" / StepFar(BACK) "Ctrl-←" "far left";
    Page "page" ["PgDn/PgUp Ctrl-F/B" "PgDn/PgUp"] EVERYWHERE Moving "Scroll one screen, or half a screen, down or up."
        / Move(Motion::PageDown) "PgDn Ctrl-F" "page down" / Move(Motion::PageUp) "PgUp Ctrl-B" "page up"
        / Move(Motion::HalfDown) "Ctrl-D" "half a page down" / Move(Motion::HalfUp) "Ctrl-U" "half a page up";
    Ends "ends" ["g/G Home/End"] LETTER_KEYS Moving "Go to the first or the last row."
        / Move(Motion::First) "g" "to the first row" / Move(Motion::Last) "G" "to the last row"
        / GoToEdge(BACK) "Home" "to the left edge" / GoToEdge(NEXT) "End" "to the right edge";
    Open "open" ["Enter o" "Enter"] EVERYWHERE Moving "Open the selected pair; on a parameter, type its value." / Enter "Enter o";
    Back "back" ["Esc Backspace" "Esc"] EVERYWHERE Moving "Go back one level." / Leave "Esc Backspace";
    NextRegion "next region" ["Tab"] REGIONS Moving "Move the focus to the next region: list, texts, parameters."
        / Focus(NEXT) "Tab" / Focus(BACK) "Shift-Tab" "region before";

    Filter "filter" ["/"] OUTSIDE_LESSON List "Filter rows by name, score or mark; in a pair, search." / Filter "/" = "search" "find";
    Sort "sort" ["> < R" "> <"] OUTSIDE_LESSON List "Sort by another column, or in reverse."
        / Sort(NEXT) ">" / Sort(BACK) "<" / Reverse "R" "reverse";
    Mark "mark" ["Space"] MARKED List "Mark the pair, such as r reused or q quotation; ? explains." / Mark "Space"
        = "note" "verdict" "decide" "direction" "who" "took";
    ViewName(ViewName::Documents) "documents" ["D"] OUTSIDE_LESSON List "List all documents, each with the one it shares most with." / Go(ViewName::Documents) "D";
    ViewName(ViewName::Clusters) "clusters" ["K"] OUTSIDE_LESSON List "List clusters of similar documents." / Go(ViewName::Clusters) "K";
    ViewName(ViewName::Query) "your text" ["Q"] OUTSIDE_LESSON List "Type or paste a text and list the documents that resemble it."
        / Go(ViewName::Query) "Q" = "query" "paste";
    ViewName(ViewName::Sources) "sources" ["\""] OUTSIDE_LESSON List "Show the documents that a text may come from."
        / Go(ViewName::Sources) "\"" = "original" "source" "plagiarism";
    ViewName(ViewName::Passages) "passages of the folder" [":passages of"] OUTSIDE_LESSON List
        "List the passages that many documents share, such as boilerplate." / Go(ViewName::Passages) "";
    ViewName(ViewName::Phrases) "phrases" [":phrases"] OUTSIDE_LESSON List "List the phrases that are ignored in this folder." / Go(ViewName::Phrases) "";
    ViewName(ViewName::Lab) "laboratory" ["X"] OUTSIDE_LESSON List "Find a width, sketch and threshold for this folder." / Go(ViewName::Lab) "X";
    ViewName(ViewName::Problems) "problems" ["!"] OUTSIDE_LESSON List "List unread files, remarks, and changes of the folder." / Go(ViewName::Problems) "!";
    Report "report" [":report"] LETTER_KEYS List "Write an HTML report of the listed pairs to save or share." / Report ""
        = "export" "pdf" "print" "mail";

    Passage "passage" ["n/N"] OUTSIDE_LESSON Pair "Go to the next or previous passage, or search match."
        / Passage(NEXT) "n" / Passage(BACK) "N" "passage before";
    Number "number" ["0-9"] LETTER_KEYS Pair "Go to the passage or the lesson step of this number."
        / Digit(1) "1" / Digit(2) "2" "number 2" / Digit(3) "3" "number 3" / Digit(4) "4" "number 4" / Digit(5) "5" "number 5"
        / Digit(6) "6" "number 6" / Digit(7) "7" "number 7" / Digit(8) "8" "number 8" / Digit(9) "9" "number 9" / Digit(0) "0" "number 0";
    Passages "passages" [";"] TEXTS Pair "Show or hide the list of all passages." / Passages ";";
    Pair "pair" ["]/["] OUTSIDE_LESSON Pair "Open the next or previous pair of the list."
        / Neighbour(NEXT) "]" / Neighbour(BACK) "[" "pair before";
    Layout "layout" ["v/V"] TEXTS Pair "Next or previous layout: side by side, stacked, or one text." / ChangeLayout(NEXT) "v" / ChangeLayout(BACK) "V";
    Ignored "ignored" ["i"] TEXTS Pair "Show or hide all measures and the ignored words." / ShowIgnored "i";
    LeaveOut "leave out" ["\\"] ON_PASSAGE Pair "Ignore this passage in all documents; on a phrase, count it again." / IgnorePassage "\\";
    OwnPhrase "own phrase" [":own phrase"] OUTSIDE_LESSON Pair "Ignore words that you type or paste, in all documents." / TypePhrase "";
    DotPlot "dot plot" ["d"] OUTSIDE_LESSON Pair "Show or hide the dot plot of the shared passages." / Dots "d";
    Explain "explain" ["x"] OUTSIDE_LESSON Pair "Explain a word: its form, shingles and hashes; again: stop." / Explain "x";
    Lesson "lesson" ["L Ctrl-G" "L"] TAUGHT Lesson "Open or close the lesson on this pair, step by step." / Lesson "L Ctrl-G"
        = "lesson" "learn" "teach" "explain" "what";
    Blank "blank" ["b"] IN_LESSON Lesson "Blank the screen until the next key." / Blank "b";
    Sandbox "sandbox" ["Z"] LETTER_KEYS Lesson "Open the sandbox: edit two texts and watch their score." / Sandbox "Z";
}

lines! { AFTER_PARAMETERS =
    TypeAValue "type a value" ["="] LETTER_KEYS Parameters "Type a value for a parameter, such as \"threshold 35%\"." / TypeValue "=";
    Undo "undo" ["u U Ctrl-R" "u"] LETTER_KEYS Parameters "Undo the last change or mark, or make the change again."
        / Undo "u" / Redo "U Ctrl-R" "redo";
    Pin "pin" ["*"] OUTSIDE_LESSON Parameters "Pin or unpin this ranking; rows show how they moved." / Pin "*";

    AllKeys "all keys" ["? F1" "?"] LETTER_KEYS Program "Show or hide help: the screen, its numbers and all keys."
        / Help "F1" / Ask "?" "help or question";
    Commands "commands" [": Ctrl-P"] EVERYWHERE Program "Type any command, or a value such as \"w 5\"." / Palette ": Ctrl-P";
    Colours "colours" [":colours"] EVERYWHERE Program "Change the colours: auto, dark, light, 16 or none." / Theme "" = "theme" "page";
    Projector "projector" ["Ctrl-O"] EVERYWHERE Program "Start or end projector mode: strong colours and large score."
        / Projector "Ctrl-O" = "lecture";
    Editor "editor" ["Ctrl-E"] OUTSIDE_LESSON Pair "Open the focused text in your editor, at the active passage." / Edit "Ctrl-E";
    Copy "copy" ["y"] OUTSIDE_LESSON Pair "Copy the active passage of both texts." / CopyPassage "y" = "clipboard";
    Rescan "rescan" ["F5"] OUTSIDE_LESSON Program "List the whole folder again." / Rescan "F5";
    Quit "quit" ["q Ctrl-C"] EVERYWHERE Program "Quit; outside the lists, go back one level."
        / Quit "Ctrl-C" "quit" / Close "q" "back, or quit from a list" = "exit" "wq" "q!";
    Suspend "suspend" ["Ctrl-Z Ctrl-L"] EVERYWHERE Program "Suspend the program (`fg` continues), or draw the screen again."
        / Suspend "Ctrl-Z" / Redraw "Ctrl-L" "redraw";
}

// The current view, and the visited views to which the user can go back. Independent of their content.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ViewName {
    Pairs,
    Documents,
    /// A document and all similar documents.
    Resembling,
    Query,
    Clusters,
    /// The problems by reason, and the activity of the watcher.
    Problems,
    Phrases,
    /// The passages of the whole folder.
    Passages,
    Sources,
    Lab,
}

impl ViewName {
    /// Returns true for the ranked list, of all pairs or of the pairs of a document.
    pub(crate) const fn is_ranked(self) -> bool {
        matches!(self, Self::Pairs | Self::Resembling)
    }
}

/// The pair that had the whole screen when the user entered another view, and its text with the focus.
pub(crate) type WholePair = (PairNames, PaneSide);

/// The views from the first to the current one.
pub(crate) struct VisitedViews(pub(crate) Vec<(ViewName, Option<WholePair>)>);

impl Default for VisitedViews {
    fn default() -> Self {
        Self(vec![(ViewName::Pairs, None)])
    }
}

impl VisitedViews {
    pub(crate) fn current(&self) -> ViewName {
        self.0.last().map_or(ViewName::Pairs, |(view, _)| *view)
    }

    pub(crate) fn visited_views(&self) -> Vec<ViewName> {
        self.0.iter().map(|(view, _)| *view).collect()
    }

    /// Enters a view, or goes back to a visited view. Returns the views to which the user can no longer go back.
    pub(crate) fn enter_view(&mut self, view: ViewName) -> Vec<ViewName> {
        let place = self.0.iter().position(|(one, _)| *one == view).unwrap_or(self.0.len());
        let gone = self.0.split_off(place);
        // The user asks for the list of the view, not for the pair that was open there.
        self.0.push((view, None));
        gone.into_iter().skip(1).map(|(view, _)| view).collect()
    }

    /// Goes one view back. Returns the view before this step, and the pair to open now. `None` in the first view.
    pub(crate) fn leave_view(&mut self) -> Option<(ViewName, Option<WholePair>)> {
        let gone = if self.0.len() > 1 { self.0.pop() } else { None };
        gone.map(|(gone, _)| (gone, self.0.last_mut().and_then(|(_, whole)| whole.take())))
    }

    pub(crate) fn is_visited(&self, view: ViewName) -> bool {
        self.0.iter().any(|(one, _)| *one == view)
    }
}
