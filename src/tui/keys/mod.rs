//! The table of all keys, by section: what each does, where it acts, and one sentence about it. Help, footer and documents
//! are made from it. The keys of single parameters are in `parameters::table`.

pub(crate) mod key_map;
pub(crate) mod table;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::actions::binding::written;
use crate::tui::actions::{Action, Binding, KeyName, Place, Section};
use crate::tui::parameters::table::ENTRIES;

/// Every line of the table, in the order of help, with the user's own keys.
pub(crate) fn bindings() -> impl Iterator<Item = &'static Binding> {
    let own = key_map::own();
    let standard = own.is_none().then(standard);
    own.into_iter().flatten().chain(standard.into_iter().flatten())
}

/// Every line of the table as the program comes, in the order of help.
fn standard() -> impl Iterator<Item = &'static Binding> {
    let parameters = ENTRIES.iter().map(|entry| &entry.binding);
    table::BEFORE_PARAMETERS.iter().chain(parameters).chain(table::AFTER_PARAMETERS)
}

/// The line of the table for a key at a place, and the key's action.
pub(crate) fn found(event: KeyEvent, place: Place) -> Option<(&'static Binding, Action)> {
    let mut modifiers = event.modifiers - KeyModifiers::SHIFT;
    // Over a slow line, Esc and Ctrl-C may arrive together and be read as one key with Alt. It must end the program, too.
    if modifiers.contains(CTRL) && event.code == KeyCode::Char('c') {
        modifiers = CTRL;
    }
    let is_letter = matches!(event.code, KeyCode::Char(_)) && modifiers.is_empty();
    if !CTRL.contains(modifiers) || is_letter && place.is_written() {
        return None;
    }
    // In a line of input, keys with Ctrl edit it rather than move elsewhere.
    let edits = place.is_written() && (modifiers == CTRL || event.code == KeyCode::Backspace);
    let key = written(modifiers, event.code);
    let mut here = bindings().filter(|binding| binding.places.contains(&place));
    let found = here.find_map(|binding| Some((binding, binding.action_of(&key)?)));
    found.filter(|(_, action)| !(edits && matches!(action, Action::Move(_) | Action::Leave)))
}

/// A key as it is written, with its name and action, as projector mode shows it. `None` for a key that writes or means nothing.
pub(crate) fn pressed(event: KeyEvent, place: Place) -> Option<(String, &'static str, Action)> {
    let (binding, action) = found(event, place)?;
    Some((written(event.modifiers - KeyModifiers::SHIFT, event.code), binding.text, action))
}

const CTRL: KeyModifiers = KeyModifiers::CONTROL;

/// The line of the table that has this name.
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
        let synonyms = binding.synonyms.join(" ");
        [binding.label, binding.text, &synonyms, binding.help].join(" ").to_lowercase()
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
