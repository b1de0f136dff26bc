//! The one table of keys: what each does, and one sentence about it. Help, footer and README are made from it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::message::{Dial, Message, Motion, Turn};

/// Where help shows a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// Moving about.
    Moving,
    /// The open pair.
    Pair,
    /// The parameters.
    Parameters,
    /// The rest.
    Program,
}

impl Section {
    /// All of them, as help shows them.
    pub(crate) const ALL: [Self; 4] = [Self::Moving, Self::Pair, Self::Parameters, Self::Program];

    /// Its heading.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Moving => "Moving",
            Self::Pair => "The open pair",
            Self::Parameters => "Parameters (capital letter: the other way)",
            Self::Program => "Program",
        }
    }
}

/// One line of the table.
pub(crate) struct Binding {
    /// The keys, each with the modifiers it needs besides Shift, and what each means.
    pub(crate) keys: &'static [(KeyModifiers, KeyCode, Message)],
    /// The keys as they are written.
    pub(crate) shown: &'static str,
    /// Where help shows it.
    pub(crate) section: Section,
    /// One or two words for the footer.
    pub(crate) name: &'static str,
    /// What it does, in one sentence.
    pub(crate) help: &'static str,
}

const NONE: KeyModifiers = KeyModifiers::NONE;
const CTRL: KeyModifiers = KeyModifiers::CONTROL;
const NEXT: Turn = Turn::Next;
const BACK: Turn = Turn::Back;

const fn key(letter: char, message: Message) -> (KeyModifiers, KeyCode, Message) {
    (NONE, KeyCode::Char(letter), message)
}

const fn special(code: KeyCode, message: Message) -> (KeyModifiers, KeyCode, Message) {
    (NONE, code, message)
}

const fn ctrl(letter: char, message: Message) -> (KeyModifiers, KeyCode, Message) {
    (CTRL, KeyCode::Char(letter), message)
}

/// A parameter: its key turns it on, the capital back.
macro_rules! dial {
    ($next:literal $back:literal, $shown:literal, $dial:ident, $name:literal, $help:literal) => {
        Binding {
            keys: &[
                key($next, Message::Turn(Dial::$dial, NEXT)),
                key($back, Message::Turn(Dial::$dial, BACK)),
            ],
            shown: $shown,
            section: Section::Parameters,
            name: $name,
            help: $help,
        }
    };
}

macro_rules! binding {
    ($section:ident, $shown:literal, [$($key:expr),+ $(,)?], $name:literal, $help:literal) => {
        Binding { keys: &[$($key),+], shown: $shown, section: Section::$section, name: $name, help: $help }
    };
}

/// Every key there is.
pub(crate) static BINDINGS: &[Binding] = &[
    binding!(
        Moving,
        "j/k ↓/↑",
        [
            key('j', Message::Move(Motion::Down)),
            key('k', Message::Move(Motion::Up)),
            special(KeyCode::Down, Message::Move(Motion::Down)),
            special(KeyCode::Up, Message::Move(Motion::Up)),
        ],
        "move",
        "One row down or up: through the list, or through the text that has the focus."
    ),
    binding!(
        Moving,
        "PgDn/PgUp",
        [
            special(KeyCode::PageDown, Message::Move(Motion::PageDown)),
            special(KeyCode::PageUp, Message::Move(Motion::PageUp)),
            special(KeyCode::Char(' '), Message::Move(Motion::PageDown)),
        ],
        "page",
        "One screen down or up; Space goes down too."
    ),
    binding!(
        Moving,
        "g/G Home/End",
        [
            key('g', Message::Move(Motion::First)),
            key('G', Message::Move(Motion::Last)),
            special(KeyCode::Home, Message::Move(Motion::First)),
            special(KeyCode::End, Message::Move(Motion::Last)),
        ],
        "ends",
        "To the first or the last row."
    ),
    binding!(
        Moving,
        "Enter",
        [special(KeyCode::Enter, Message::Enter)],
        "open",
        "Give the selected pair the whole screen."
    ),
    binding!(Moving, "Esc", [special(KeyCode::Esc, Message::Leave)], "back", "One level back."),
    binding!(
        Pair,
        "n/N",
        [key('n', Message::Passage(NEXT)), key('N', Message::Passage(BACK))],
        "passage",
        "Next or previous shared passage, in both texts at once."
    ),
    binding!(
        Pair,
        "Tab",
        [special(KeyCode::Tab, Message::Focus), special(KeyCode::BackTab, Message::Focus)],
        "other text",
        "Give the focus to the other text; it leads, the other follows."
    ),
    binding!(
        Pair,
        "]/[",
        [key(']', Message::Pair(NEXT)), key('[', Message::Pair(BACK))],
        "pair",
        "Next or previous pair of the list, without leaving the texts."
    ),
    dial!('w' 'W', "w/W", Width, "width", "How many words in a row make one shingle: more words, stricter matches."),
    dial!('t' 'T', "t/T", Threshold, "threshold", "The lowest score that is listed, up or down by 5 %."),
    binding!(
        Parameters,
        "+/-",
        [
            key('+', Message::Turn(Dial::ThresholdFine, NEXT)),
            key('=', Message::Turn(Dial::ThresholdFine, NEXT)),
            key('-', Message::Turn(Dial::ThresholdFine, BACK)),
        ],
        "threshold",
        "The same by 1 %."
    ),
    dial!('a' 'A', "a/A", Measure, "measure", "How a pair is scored: jaccard, dice, containment, overlap or per word."),
    dial!('m' 'M', "m/M", Modulo, "modulo", "Keep only shingles whose hash is divisible by this: 1 keeps all, more is faster and rougher."),
    dial!('l' 'L', "l/L", Language, "language", "Whose stop words and stemmer apply: detected per document, or one for all."),
    dial!('s' 'S', "s/S", StopWords, "stop words", "Leave out words like \"the\" and \"of\", or count them too."),
    dial!('e' 'E', "e/E", Stem, "stem", "Take \"walks\" and \"walking\" as one word, or keep words whole."),
    dial!('c' 'C', "c/C", Case, "case", "Take capital and small letters as the same, only A to Z so, or keep them apart."),
    dial!('o' 'O', "o/O", Words, "words", "What a word is: by Unicode, between spaces, or as the phpir article cuts."),
    dial!('h' 'H', "h/H", Hash, "hash", "The hash that modulo samples by."),
    dial!('b' 'B', "b/B", Above, "above", "Whether a score equal to the threshold is listed."),
    dial!('p' 'P', "p/P", Preset, "preset", "All parameters of a published system at once, or the defaults again."),
    binding!(Program, "?", [key('?', Message::Help)], "all keys", "Show or hide this help."),
    binding!(
        Program,
        "!",
        [key('!', Message::Problems)],
        "problems",
        "Show or hide the files that could not be used, and why."
    ),
    binding!(
        Program,
        "r",
        [key('r', Message::Rescan)],
        "rescan",
        "List the folder again, as if everything might have changed."
    ),
    binding!(
        Program,
        "q",
        [key('q', Message::Quit), ctrl('c', Message::Quit)],
        "quit",
        "Quit; so does Ctrl-C."
    ),
    binding!(
        Program,
        "Ctrl-Z",
        [ctrl('z', Message::Suspend)],
        "suspend",
        "Give the shell its terminal back; `fg` returns here."
    ),
    binding!(Program, "Ctrl-L", [ctrl('l', Message::Redraw)], "redraw", "Draw the screen anew."),
];

/// What a key means, `None` for one that means nothing.
pub(crate) fn message(event: KeyEvent) -> Option<Message> {
    if event.kind != KeyEventKind::Press {
        return None;
    }
    let modifiers = event.modifiers - KeyModifiers::SHIFT;
    BINDINGS.iter().flat_map(|binding| binding.keys).find_map(|(needed, code, message)| {
        (*needed == modifiers && *code == event.code).then(|| message.clone())
    })
}

/// The line of the table that has this short name.
pub(crate) fn named(name: &str) -> Option<&'static Binding> {
    BINDINGS.iter().find(|binding| binding.name == name)
}

/// What help says before the keys.
const ABOUT: [&str; 3] = [
    "A shingle is a run of words: with width 3, \"the old ferry\", \"old ferry left\", \"ferry left at\" … Two texts that \
     share many shingles share wording, even when words around them were changed or paragraphs were moved.",
    "The list ranks pairs of documents by the shingles they share. Below it stands the selected pair; what both have in \
     common is tinted and numbered, the same number on both sides. ⇄ marks a passage that moved.",
    "Change a parameter and everything follows. The folder is watched: save a file and its pairs change; rows then say \
     + new, ~ changed or - gone.",
];

/// One entry of the help.
pub(crate) enum Entry {
    /// A paragraph.
    Text(&'static str),
    /// A section's heading.
    Heading(&'static str),
    /// A line of the table.
    Key(&'static Binding),
    /// An empty line.
    Blank,
}

/// All that help shows, in order.
pub(crate) fn help() -> Vec<Entry> {
    let mut entries = Vec::new();
    for paragraph in ABOUT {
        entries.extend([Entry::Text(paragraph), Entry::Blank]);
    }
    for section in Section::ALL {
        entries.push(Entry::Heading(section.title()));
        let bindings = BINDINGS.iter().filter(|binding| binding.section == section);
        entries.extend(bindings.map(Entry::Key));
        entries.push(Entry::Blank);
    }
    entries
}
