//! Keys as sentences name them: those of the user's key map, where there is one.

use super::binding::{Binding, written};
use super::named;
use super::names::KeyName;
use crate::tui::rooms::room::Room;

/// The first key of a line of the table.
pub(crate) fn key_of(name: KeyName) -> String {
    named(name).map_or_else(|| by_name(name), first)
}

/// The first key that does the second of two things, such as the way back.
pub(crate) fn key_back(name: KeyName) -> String {
    let Some(line) = named(name) else { return by_name(name) };
    let does = line.pressed().next().map(|(_, _, does)| does);
    let back = line.pressed().find(|(_, _, other)| Some(other) != does);
    back.map_or_else(|| first(line), |(held, code, _)| written(*held, *code))
}

/// The first key of a line, or how it is reached without any.
pub(super) fn first(line: &Binding) -> String {
    let key = line.pressed().next().map(|(held, code, _)| written(*held, *code));
    key.unwrap_or_else(|| line.shown.to_string())
}

/// How a line is reached that is not in the table.
fn by_name(name: KeyName) -> String {
    format!(":{}", name.text())
}

/// A key that the help of a line names.
pub(super) struct Mention {
    /// The line.
    pub(super) line: KeyName,
    /// The words around the key.
    pub(super) words: &'static str,
    /// The key as the program comes.
    pub(super) key: &'static str,
    /// What it does.
    pub(super) of: KeyName,
}

const fn mention(line: KeyName, words: &'static str, key: &'static str, of: KeyName) -> Mention {
    Mention { line, words, key, of }
}

/// Every key that can be changed and that a help names.
pub(super) const MENTIONS: &[Mention] = &[
    mention(KeyName::Undo, "that u took", "u", KeyName::Undo),
    mention(KeyName::Room(Room::Clusters), ", K again", "K", KeyName::Room(Room::Clusters)),
    mention(KeyName::Room(Room::Documents), "or D again", "D", KeyName::Room(Room::Documents)),
    mention(KeyName::Room(Room::Query), "that / seeks", "/", KeyName::Filter),
    mention(KeyName::Room(Room::Query), "that x explains", "x", KeyName::Explain),
    mention(KeyName::Room(Room::Passages), ", and \\ leaves", "\\", KeyName::LeaveOut),
    mention(KeyName::LeaveOut, "(:phrases shows", ":phrases", KeyName::Room(Room::Phrases)),
    mention(KeyName::Room(Room::Phrases), "there \\ takes", "\\", KeyName::LeaveOut),
    mention(KeyName::Mark, "Press u to", "u", KeyName::Undo),
    mention(KeyName::Passage, "sought by /,", "/", KeyName::Filter),
    mention(KeyName::Template, "after =;", "=", KeyName::TypeAValue),
    mention(KeyName::Phrases, "after = to", "=", KeyName::TypeAValue),
    mention(KeyName::Phrases, "that \\ has", "\\", KeyName::LeaveOut),
    mention(KeyName::Between, "after =;", "=", KeyName::TypeAValue),
    mention(KeyName::SkipSame, "after =;", "=", KeyName::TypeAValue),
    mention(KeyName::SkipOlder, "after =;", "=", KeyName::TypeAValue),
];

#[cfg(test)]
mod tests {
    use super::{MENTIONS, first};
    use crate::tui::keys::standard;

    #[test]
    fn what_help_says_of_keys_is_so() {
        for mention in MENTIONS {
            let line = standard().find(|line| line.name == mention.line).expect(mention.words);
            assert!(line.help.contains(mention.words), "{}: {}", mention.words, line.help);
            assert!(mention.words.contains(mention.key), "{}", mention.words);
            let of = standard().find(|line| line.name == mention.of).expect(mention.words);
            assert_eq!(first(of), mention.key, "{}", mention.words);
        }
    }
}
