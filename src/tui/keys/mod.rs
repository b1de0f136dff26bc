//! The table of all keys, by section: what each does, where it acts, and one sentence about it. Help, footer and documents
//! are made from it. The keys of single parameters are in `parameters::table`.

pub(crate) mod key_map;
pub(crate) mod lines;
pub(crate) mod program;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use shingle::pipeline::Parameter;

use crate::tui::actions::binding::{CTRL, written};
use crate::tui::actions::{Action, Binding, KeyName, Place, Room, Section};
use crate::tui::parameters::table::ENTRIES;

/// Every line of the table, in the order of help, with the user's own keys.
pub(crate) fn bindings() -> impl Iterator<Item = &'static Binding> {
    let own = key_map::own();
    let standard = own.is_none().then(standard);
    own.into_iter().flatten().chain(standard.into_iter().flatten())
}

/// Every line of the table as the program comes, in the order of help.
fn standard() -> impl Iterator<Item = &'static Binding> {
    let before = [
        program::MOVING_KEYS,
        lines::LIST_KEYS,
        lines::DECISION_KEYS,
        lines::ROOM_KEYS,
        lines::REPORT_KEYS,
        lines::PAIR_KEYS,
        lines::PHRASE_KEYS,
        lines::DOT_PLOT_KEYS,
        lines::EXPLANATION_KEYS,
        lines::LESSON_KEYS,
        lines::SANDBOX_KEYS,
    ];
    let parameters = ENTRIES.iter().map(|entry| &entry.binding);
    let after = [lines::PARAMETER_KEYS, program::PROGRAM_KEYS];
    before.into_iter().flatten().chain(parameters).chain(after.into_iter().flatten())
}

/// The line of the table for a key at a place, and the key's action.
pub(crate) fn found(event: KeyEvent, place: Place) -> Option<(&'static Binding, Action)> {
    let mut modifiers = event.modifiers - KeyModifiers::SHIFT;
    // Over a slow line, Esc and Ctrl-C may arrive together and be read as one key with Alt. It must end the program, too.
    if modifiers.contains(CTRL) && event.code == KeyCode::Char('c') {
        modifiers = CTRL;
    }
    let writes = place.is_written() && modifiers.is_empty() && is_letter(event.code);
    // In a line of input, keys with Ctrl edit it rather than move elsewhere.
    let edits = place.is_written() && (modifiers == CTRL || event.code == KeyCode::Backspace);
    let here = bindings().filter(|binding| !writes && binding.places.contains(&place));
    here.flat_map(|binding| binding.pressed().map(move |key| (binding, key))).find_map(
        |(binding, (needed, code, action))| {
            let is_it = *needed == modifiers && *code == event.code;
            (is_it && !(edits && matches!(action, Action::Move(_) | Action::Leave)))
                .then_some((binding, *action))
        },
    )
}

/// A key as it is written, with its name and action, as projector mode shows it. `None` for a key that writes or means nothing.
pub(crate) fn pressed(event: KeyEvent, place: Place) -> Option<(String, &'static str, Action)> {
    let (binding, action) = found(event, place)?;
    let label = written(event.modifiers - KeyModifiers::SHIFT, event.code);
    Some((label, binding.name.text(), action))
}

const fn is_letter(code: KeyCode) -> bool {
    matches!(code, KeyCode::Char(_))
}

/// What people call a line of the table who do not know its name.
pub(crate) const fn synonyms(name: KeyName) -> &'static [&'static str] {
    match name {
        KeyName::Lesson => &["lesson", "learn", "teach", "explain", "what"],
        KeyName::Parameter(Parameter::SkipSame) => &["author", "authors", "student", "students"],
        KeyName::Parameter(Parameter::SkipOlder) => &["date", "dates"],
        KeyName::Parameter(Parameter::Common) => &["footer", "footers"],
        KeyName::Room(Room::Sources) => &["original", "source", "plagiarism"],
        KeyName::Room(Room::Query) => &["query", "paste"],
        KeyName::Report => &["export", "pdf", "print", "mail"],
        KeyName::Mouse => &["select", "text"],
        KeyName::Colours => &["theme", "page"],
        KeyName::Projector => &["lecture"],
        KeyName::Copy | KeyName::CopyAll => &["clipboard"],
        KeyName::Mark => &["note", "verdict", "decide", "direction", "who", "took"],
        KeyName::Filter => &["search", "find"],
        KeyName::Quit => &["exit", "wq", "q!"],
        _ => &[],
    }
}

/// The line of the table that has this short name.
pub(crate) fn named(name: KeyName) -> Option<&'static Binding> {
    bindings().find(|binding| binding.name == name)
}

/// What help says above the keys.
const ABOUT: [&str; 4] = [
    "A shingle is a run of words: with width 3, \"the old ferry\", \"old ferry left\", \"ferry left at\" … Two texts that \
     share many shingles share wording, even when words around them were changed or paragraphs were moved.",
    "The list ranks pairs of documents by the shingles they share. Below it is the selected pair; what both have in \
     common is tinted, and each passage has a number, the same on both sides. ⇄ marks a passage that moved, \
     an underlined word reads differently in the other text, perhaps only in its capitals.",
    "The column beside each text is a map of the whole text: blocks where passages are, a heavy bar along what is on the screen, \
     dots elsewhere. Click it to go there.",
    "Change a parameter and everything follows. The folder is watched: save a file and its pairs change; rows then say \
     + new, ~ changed or - gone.",
];

/// What the numbers of the list and of an open pair mean, one sentence each.
const NUMBERS: [&str; 8] = [
    "score: how alike a pair is by the chosen measure; where the measure has two directions, the larger one.",
    "A in B: how much of A is in B: shared shingles among those of A. B in A: the same for B. The larger is containment.",
    "jaccard: shared shingles among all different ones of both texts: 100% only if both have the same.",
    "dice: twice the shared shingles among those of A plus those of B; never lower than jaccard.",
    "overlap: shared shingles among those of the text that has fewer: 100% where a long text has all of a short one.",
    "per word A, B: shared shingles, divided by the counted words of A or B, as in some older programs.",
    "shared: how many different shingles are in both. With 9 shared shingles a score says little, with 100 it says much. \
     ≈ before a score: it is estimated from a sketch, not counted.",
    "shared words: words in shared shingles, of all counted words. A passage also covers the words between.",
];

/// One entry of the help.
pub(crate) enum HelpEntry {
    /// A paragraph.
    Text(&'static str),
    /// A section's heading.
    Heading(&'static str),
    /// A line of the table.
    Key(&'static Binding),
    /// An empty line.
    Blank,
}

/// What help shows: everything, or only the keys and numbers with all words of `filter`.
pub(crate) fn help(filter: &str) -> Vec<HelpEntry> {
    let whole = filter.trim().to_lowercase();
    let helped = |binding: &Binding| {
        let synonyms = synonyms(binding.name).join(" ");
        [binding.label, binding.name.text(), &synonyms, binding.help].join(" ").to_lowercase()
    };
    // Where no line has the words one after the other, those that have all of them will do.
    let in_a_row = bindings().any(|binding| helped(binding).contains(&whole))
        || NUMBERS.iter().any(|text| text.to_lowercase().contains(&whole));
    let words: Vec<&str> =
        if in_a_row { vec![&*whole] } else { whole.split_whitespace().collect() };
    let has_all = |text: &str| words.iter().all(|word| text.contains(word));
    let fits = |binding: &&Binding| has_all(&helped(binding));
    let mut entries = Vec::new();
    if whole.is_empty() {
        for paragraph in ABOUT {
            entries.extend([HelpEntry::Text(paragraph), HelpEntry::Blank]);
        }
    }
    let numbers = NUMBERS.into_iter().filter(|text| has_all(&text.to_lowercase()));
    let numbers: Vec<HelpEntry> = numbers.map(HelpEntry::Text).collect();
    if !numbers.is_empty() {
        entries.push(HelpEntry::Heading("The numbers"));
        entries.extend(numbers);
        entries.push(HelpEntry::Blank);
    }
    for section in Section::ALL {
        let keys: Vec<HelpEntry> = bindings()
            .filter(|binding| binding.section == section)
            .filter(fits)
            .map(HelpEntry::Key)
            .collect();
        if !keys.is_empty() {
            entries.push(HelpEntry::Heading(section.title()));
            entries.extend(keys);
            entries.push(HelpEntry::Blank);
        }
    }
    entries
}
