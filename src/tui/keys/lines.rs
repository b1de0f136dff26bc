//! The keys of the lists.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::actions::binding::{
    BACK, LETTER_KEYS, NEXT, OUTSIDE_LESSON, ctrl, key, keyless, special,
};
use crate::tui::actions::{
    Action, Binding, CursorAction, KeyName, LessonAction, ListAction, PairAction, ParameterAction,
    Place, ProgramAction, Room, Section,
};

/// In the order of help.
pub(crate) static LIST_KEYS: &[Binding] = &[
    Binding {
        keys: &[key('/', Action::List(ListAction::Filter))],
        label: "/",
        places: OUTSIDE_LESSON,
        section: Section::List,
        name: KeyName::Filter,
        help: "Search and filter the rows: letters of a name, >60 or <30 for the score, lang:ru, is:undecided, is:decided, is:rewrite, is:earlier (marked before its text changed), copies, new, changed, gone. All terms must match; \
         -term must not. Clusters go by their documents, problems by letters of the line. In a text of the open pair: find words in both texts; n and N go from match to match, Esc ends it.",
    },
    Binding {
        keys: &[
            key('>', Action::List(ListAction::Sort(NEXT))),
            key('<', Action::List(ListAction::Sort(BACK))),
            key('R', Action::List(ListAction::Reverse)),
        ],
        label: "> < R",
        places: OUTSIDE_LESSON,
        section: Section::List,
        name: KeyName::Sort,
        help: "Sort by the next or the previous column; passages by length or place. R reverses the order.",
    },
];

// The keys that lead to a list.

/// What leads to a list.
const fn to_list(
    keys: &'static [(KeyModifiers, KeyCode, Action)],
    label: &'static str,
    room: Room,
    help: &'static str,
) -> Binding {
    let name = KeyName::Room(room);
    Binding { keys, label, places: OUTSIDE_LESSON, section: Section::List, name, help }
}

/// In the order of help.
pub(crate) static ROOM_KEYS: &[Binding] = &[
    to_list(
        &[key('D', Action::List(ListAction::Go(Room::Documents)))],
        "D",
        Room::Documents,
        "List all documents; there Enter, or D again, shows one and all that resembles it. elsewhere: how much of it any others have. best source: the one that has most of it. source of: of how many others it is the best source. matches +2: two more share a passage and do not reach the threshold. \
     → before a source: that one took from it, as a mark says; ← the other way; with a ?, as the dates in the files say.",
    ),
    to_list(
        &[key('K', Action::List(ListAction::Go(Room::Clusters)))],
        "K",
        Room::Clusters,
        "List clusters of documents. Enter goes to the pairs of a cluster and opens them.",
    ),
    to_list(
        &[key('Q', Action::List(ListAction::Go(Room::Query)))],
        "Q",
        Room::Query,
        "Query: type or paste a text and see the documents that resemble it. Of a few words: the documents with these words in a row. From an open pair, the text begins with the words that / searches for or the word that x explains. Enter opens the selected match; pasted text keeps its line breaks. Ctrl-U empties the text.",
    ),
    to_list(
        &[key('"', Action::List(ListAction::Go(Room::Sources)))],
        "\"",
        Room::Sources,
        "Show where a document comes from: its words by the documents that have them too, these documents ranked by the shingles that each adds, and hints at the original. \
     Up and down choose one, n goes through its passages, Enter opens it there. Again for the other document of the pair.",
    ),
    to_list(
        &[keyless(Action::List(ListAction::Go(Room::Passages)))],
        ":passages of",
        Room::Passages,
        "Show the longest runs of words that documents of the folder share, mostly boilerplate: first those that repeat most words (words times further documents). There Enter opens two documents that have one, and \\ leaves it out.",
    ),
    to_list(
        &[keyless(Action::List(ListAction::Go(Room::Phrases)))],
        ":phrases",
        Room::Phrases,
        "Show the phrases that are never counted in this folder, the newest first; there \\ takes one back.",
    ),
    to_list(
        &[key('X', Action::List(ListAction::Go(Room::Lab)))],
        "X",
        Room::Lab,
        "Laboratory: find a width, sketch and threshold for this folder. ←/→ change the page, Enter sets the selected values or opens a pair.",
    ),
    to_list(
        &[key('!', Action::List(ListAction::Go(Room::Problems)))],
        "!",
        Room::Problems,
        "Show what happened in the folder, which files could not be used and why, and how the folder is watched.",
    ),
];

// The key that decides.

/// In the order of help.
pub(crate) static DECISION_KEYS: &[Binding] = &[Binding {
    keys: &[special(KeyCode::Char(' '), Action::Decide)],
    label: "Space",
    places: &[Place::List, Place::Pair, Place::Dots, Place::Lesson],
    section: Section::List,
    name: KeyName::Mark,
    help: "Mark the pair or the cluster with a verdict: r rewrite or copy, > if B took from A, < if A took from B, q quotation, s siblings, c common text, u unrelated, m mine, o undecided again, n to write a note, Space as \
     the last one, ? to read what they mean; it goes on to the next undecided one. Space 3 r marks three rows, Space a r Enter all rows shown. Press u to take it back. In the lesson Space goes on, as PgDn.",
}];

// The keys of the lesson.

/// Where the lesson is opened or left.
const OPEN_OR_LEAVE: &[Place] = &[
    Place::List,
    Place::Pair,
    Place::Dots,
    Place::Words,
    Place::Lesson,
    Place::Bar,
    Place::Sandbox,
];

/// In the order of help.
pub(crate) static LESSON_KEYS: &[Binding] = &[OPEN, TERMS];

const OPEN: Binding = Binding {
    keys: &[
        key('L', Action::Lesson(LessonAction::Open)),
        ctrl('g', Action::Lesson(LessonAction::Open)),
    ],
    label: "L Ctrl-G",
    places: OPEN_OR_LEAVE,
    section: Section::Lesson,
    name: KeyName::Lesson,
    help: "Open or close the lesson: the algorithm step by step on this pair, with Ctrl on the sandbox. In the lesson, ←/→ or a number change the step, ↓/↑ move the point, PgDn and PgUp scroll. The keys of parameters work there too.",
};

const TERMS: Binding = Binding {
    keys: &[
        key('I', Action::Lesson(LessonAction::Terms)),
        key('b', Action::Lesson(LessonAction::Blank)),
    ],
    label: "I b",
    places: &[Place::Lesson],
    section: Section::Lesson,
    name: KeyName::Terms,
    help: "In the lesson: open or close the index of terms. b blanks the screen until the next key.",
};

// The key of the dot plot.

/// In the order of help.
pub(crate) static DOT_PLOT_KEYS: &[Binding] = &[Binding {
    keys: &[key('d', Action::Cursor(CursorAction::Dots))],
    label: "d",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::DotPlot,
    help: "Show or leave the dot plot: where in both texts the shared passages are. The arrows move its cross-hair.",
}];

// The keys of the explained word.

/// The key that explains a word.
pub(crate) static EXPLANATION_KEYS: &[Binding] = &[Binding {
    keys: &[key('x', Action::Cursor(CursorAction::Explain))],
    label: "x",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::Explain,
    help: "Explain a word: its form, its shingles, their hashes, and where else they are; again: stop.",
}];

// The keys of the open pair.

/// Where the texts are visible.
const TEXTS: &[Place] = &[Place::List, Place::Pair, Place::Bar, Place::Words, Place::Passages];

/// In the order of help.
pub(crate) static PAIR_KEYS: &[Binding] = &[
    Binding {
        keys: &[
            key('n', Action::Pair(PairAction::Passage(NEXT))),
            key('N', Action::Pair(PairAction::Passage(BACK))),
        ],
        label: "n/N",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Passage,
        help: "Next or previous shared passage, in both texts at once; during a search by /, the next or previous match.",
    },
    Binding {
        keys: &[
            key('1', Action::Digit(1)),
            key('2', Action::Digit(2)),
            key('3', Action::Digit(3)),
            key('4', Action::Digit(4)),
            key('5', Action::Digit(5)),
            key('6', Action::Digit(6)),
            key('7', Action::Digit(7)),
            key('8', Action::Digit(8)),
            key('9', Action::Digit(9)),
            key('0', Action::Digit(0)),
        ],
        label: "0-9",
        places: LETTER_KEYS,
        section: Section::Pair,
        name: KeyName::Number,
        help: "To the passage of this number, or in the lesson to the step; where there are more than nine, type the whole number. In a list, j, k or G behind a number goes so many rows, or to that row. Among the parameters: type the value of the chosen one.",
    },
    Binding {
        keys: &[
            key('.', Action::Pair(PairAction::Repetition(NEXT))),
            key(',', Action::Pair(PairAction::Repetition(BACK))),
        ],
        label: "./,",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Again,
        help: "To where the passage occurs again: from 3a to 3b and back.",
    },
    Binding {
        keys: &[key(';', Action::Pair(PairAction::Passages))],
        label: ";",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Passages,
        help: "Show or hide the list of all passages; choosing one moves both texts.",
    },
    Binding {
        keys: &[
            key(']', Action::Pair(PairAction::Neighbour(NEXT))),
            key('[', Action::Pair(PairAction::Neighbour(BACK))),
        ],
        label: "]/[",
        places: OUTSIDE_LESSON,
        section: Section::Pair,
        name: KeyName::Pair,
        help: "Next or previous pair of the list, without leaving the texts.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Join))],
        label: ":join",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Join,
        help: "Let each text scroll by itself, or join them again so that one follows the other.",
    },
    Binding {
        keys: &[
            key('v', Action::Pair(PairAction::Shape(NEXT))),
            key('V', Action::Pair(PairAction::Shape(BACK))),
        ],
        label: "v/V",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Layout,
        help: "The texts side by side, one above the other, or one at a time.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Alone))],
        label: ":zoom",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Zoom,
        help: "Give the text that has the focus all the room; again, or Esc, brings the rest back.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Reflow))],
        label: ":reflow",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Reflow,
        help: "Show lines as they were written. At first, lines that were broken by hand for a wider page are joined.",
    },
    Binding {
        keys: &[key('i', Action::Pair(PairAction::Dropped))],
        label: "i",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Ignored,
        help: "Show or hide all measures and the uncounted words of the pair, by stop words or modulo. In a list without texts, open the selected pair first.",
    },
];

// The keys that act on any parameter, not on one of them.

/// In the order of help.
pub(crate) static PARAMETER_KEYS: &[Binding] = &[
    Binding {
        keys: &[key('=', Action::Parameter(ParameterAction::Type))],
        label: "=",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::TypeAValue,
        help: "Type a value for a parameter: \"w 5\", \"threshold 35%\". Tab goes through the parameters, Enter sets the value.",
    },
    Binding {
        keys: &[
            key('u', Action::Parameter(ParameterAction::Undo)),
            key('U', Action::Parameter(ParameterAction::Redo)),
            ctrl('r', Action::Parameter(ParameterAction::Redo)),
        ],
        label: "u U Ctrl-R",
        places: LETTER_KEYS,
        section: Section::Parameters,
        name: KeyName::Undo,
        help: "Take the last change of a parameter back, or the last mark of this visit. U makes the change again that u took back.",
    },
    Binding {
        keys: &[key('*', Action::Parameter(ParameterAction::Pin))],
        label: "*",
        places: OUTSIDE_LESSON,
        section: Section::Parameters,
        name: KeyName::Pin,
        help: "Pin this ranking: rows then say how they moved against it (▲3 +4%, new); again to unpin it.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Freeze))],
        label: ":freeze",
        places: OUTSIDE_LESSON,
        section: Section::Parameters,
        name: KeyName::Freeze,
        help: "Freeze the folder: hold its changes back, or let them in; parameters still act.",
    },
];

// The key that leaves a passage out.

/// In the order of help.
pub(crate) static PHRASE_KEYS: &[Binding] = &[LEAVE_OUT, OWN_PHRASE];

const LEAVE_OUT: Binding = Binding {
    keys: &[key('\\', Action::LeaveOut)],
    label: "\\",
    places: &[Place::List, Place::Pair, Place::Dots, Place::Words, Place::Passages],
    section: Section::Pair,
    name: KeyName::LeaveOut,
    help: "Never count this passage again, in any document of the folder: its words go to the list of phrases (:phrases shows it). There, the key takes a phrase back.",
};

const OWN_PHRASE: Binding = Binding {
    keys: &[keyless(Action::OwnPhrase)],
    label: ":own phrase",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::OwnPhrase,
    help: "Ignore words that you type or paste, in every document of the folder. So does Enter in the list of phrases.",
};

// The line of the report, which has no key until the user gives it one.

/// In the order of help.
pub(crate) static REPORT_KEYS: &[Binding] = &[Binding {
    keys: &[keyless(Action::Program(ProgramAction::Report))],
    label: ":report",
    places: LETTER_KEYS,
    section: Section::List,
    name: KeyName::Report,
    help: "Write a report of the listed rows to save, print or mail: a page for a browser. In the lesson: the step as an SVG drawing.",
}];

// The keys of the sandbox.

/// In the order of help.
pub(crate) static SANDBOX_KEYS: &[Binding] = &[Binding {
    keys: &[key('Z', Action::Sandbox)],
    label: "Z",
    places: LETTER_KEYS,
    section: Section::Lesson,
    name: KeyName::Sandbox,
    help: "Open the sandbox: write two texts, or change the active passage. Score, tints and formula follow each key. Tab goes to the parameters, Esc back.",
}];
