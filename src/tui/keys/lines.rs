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
        help: "Filter rows by name, score or mark; in a pair, search.",
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
        help: "Sort by the next or previous column, or reverse the order.",
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
        "List all documents, each with its best match.",
    ),
    to_list(
        &[key('K', Action::List(ListAction::Go(Room::Clusters)))],
        "K",
        Room::Clusters,
        "List clusters of similar documents.",
    ),
    to_list(
        &[key('Q', Action::List(ListAction::Go(Room::Query)))],
        "Q",
        Room::Query,
        "Type or paste a text and list the documents that resemble it.",
    ),
    to_list(
        &[key('"', Action::List(ListAction::Go(Room::Sources)))],
        "\"",
        Room::Sources,
        "Show the documents that a text may come from.",
    ),
    to_list(
        &[keyless(Action::List(ListAction::Go(Room::Passages)))],
        ":passages of",
        Room::Passages,
        "List the passages that many documents share, such as boilerplate.",
    ),
    to_list(
        &[keyless(Action::List(ListAction::Go(Room::Phrases)))],
        ":phrases",
        Room::Phrases,
        "List the phrases that are ignored in this folder.",
    ),
    to_list(
        &[key('X', Action::List(ListAction::Go(Room::Lab)))],
        "X",
        Room::Lab,
        "Find a width, sketch and threshold for this folder.",
    ),
    to_list(
        &[key('!', Action::List(ListAction::Go(Room::Problems)))],
        "!",
        Room::Problems,
        "List unread files, remarks, and changes of the folder.",
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
    help: "Mark the pair, such as r rewrite or q quotation; ? explains.",
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
    help: "Open or close the lesson on this pair, step by step.",
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
    help: "Open the index of terms, or blank the screen.",
};

// The key of the dot plot.

/// In the order of help.
pub(crate) static DOT_PLOT_KEYS: &[Binding] = &[Binding {
    keys: &[key('d', Action::Cursor(CursorAction::Dots))],
    label: "d",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::DotPlot,
    help: "Show or hide the dot plot of the shared passages.",
}];

// The keys of the explained word.

/// The key that explains a word.
pub(crate) static EXPLANATION_KEYS: &[Binding] = &[Binding {
    keys: &[key('x', Action::Cursor(CursorAction::Explain))],
    label: "x",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::Explain,
    help: "Explain a word: its form, shingles and hashes; again: stop.",
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
        help: "Go to the next or previous passage, or search match.",
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
        help: "Go to the passage or the lesson step of this number.",
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
        help: "Go to the next or previous repetition of the passage.",
    },
    Binding {
        keys: &[key(';', Action::Pair(PairAction::Passages))],
        label: ";",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Passages,
        help: "Show or hide the list of all passages.",
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
        help: "Open the next or previous pair of the list.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Join))],
        label: ":join",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Join,
        help: "Scroll each text by itself, or both together.",
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
        help: "Next or previous layout: side by side, stacked, or one text.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Alone))],
        label: ":zoom",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Zoom,
        help: "Enlarge the focused text, or show both again.",
    },
    Binding {
        keys: &[keyless(Action::Pair(PairAction::Reflow))],
        label: ":reflow",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Reflow,
        help: "Show lines as written, or join broken lines.",
    },
    Binding {
        keys: &[key('i', Action::Pair(PairAction::Dropped))],
        label: "i",
        places: TEXTS,
        section: Section::Pair,
        name: KeyName::Ignored,
        help: "Show or hide all measures and the uncounted words.",
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
        help: "Type a value for a parameter, such as \"threshold 35%\".",
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
        help: "Undo the last change or mark, or make the change again.",
    },
    Binding {
        keys: &[key('*', Action::Parameter(ParameterAction::Pin))],
        label: "*",
        places: OUTSIDE_LESSON,
        section: Section::Parameters,
        name: KeyName::Pin,
        help: "Pin or unpin this ranking; rows show how they moved.",
    },
    Binding {
        keys: &[keyless(Action::Program(ProgramAction::Freeze))],
        label: ":freeze",
        places: OUTSIDE_LESSON,
        section: Section::Parameters,
        name: KeyName::Freeze,
        help: "Hold back changes of the folder, or let them in.",
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
    help: "Ignore this passage in all documents; on a phrase, count it again.",
};

const OWN_PHRASE: Binding = Binding {
    keys: &[keyless(Action::OwnPhrase)],
    label: ":own phrase",
    places: OUTSIDE_LESSON,
    section: Section::Pair,
    name: KeyName::OwnPhrase,
    help: "Ignore words that you type or paste, in all documents.",
};

// The line of the report, which has no key until the user gives it one.

/// In the order of help.
pub(crate) static REPORT_KEYS: &[Binding] = &[Binding {
    keys: &[keyless(Action::Program(ProgramAction::Report))],
    label: ":report",
    places: LETTER_KEYS,
    section: Section::List,
    name: KeyName::Report,
    help: "Write an HTML report of the listed pairs to save or share.",
}];

// The keys of the sandbox.

/// In the order of help.
pub(crate) static SANDBOX_KEYS: &[Binding] = &[Binding {
    keys: &[key('Z', Action::Sandbox)],
    label: "Z",
    places: LETTER_KEYS,
    section: Section::Lesson,
    name: KeyName::Sandbox,
    help: "Open the sandbox: edit two texts and watch their score.",
}];
