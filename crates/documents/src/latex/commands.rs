//! The table of commands, `commands.txt`, which says what the reader does at each. It keeps no state.

use std::{collections::HashMap, sync::LazyLock};

/// The steps at a command, an environment in its brackets, or characters that stand for another.
static STEPS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("commands.txt").lines().filter(|line| !line.starts_with("# "));
    let entries = lines.filter_map(|line| line.split_once(' '));
    entries.flat_map(|(steps, names)| names.split(' ').map(move |name| (name, steps))).collect()
});

/// The characters of the commands for accents, and the marks that they put on the next letter.
const ACCENTS: &str = "`'^~=u.\"rHvGdckbt";
const MARKS: &str = "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30a}\u{30b}\u{30c}\u{30f}\u{323}\u{327}\u{328}\u{331}\u{361}";

/// Whether this is a command of letters, not of one sign.
pub(super) fn is_word(name: &str) -> bool {
    name.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// What is done at this command, its `\` included.
pub(super) fn steps(name: &str) -> &'static str {
    match STEPS.get(name) {
        Some(steps) => steps,
        None if name.trim_end() == "\\" => "s",
        // Points where a word may be broken, and the like.
        None if !is_word(name) => "",
        // `\cite`, `\textcite`, `\autocites`, `\eqref`, `\autoref`, `\cref`, …
        None if name.contains("cite") || name.contains("Cite") || name.ends_with("ref") => "d",
        // A command without text, such as `\bfseries`, eats the space behind it; where it stands between two words, TeX has
        // seen one before it.
        None => "bk",
    }
}

/// What is printed for this command or these characters, if the table says so.
pub(super) fn printed(name: &str) -> Option<&'static str> {
    STEPS.get(name)?.strip_prefix('=')
}

/// What is done with the environment of this name, `*` behind it or not.
pub(super) fn environment_steps(name: &str) -> &'static str {
    let steps = |name: &str| STEPS.get(format!("{{{name}}}").as_str()).copied();
    steps(name).or_else(|| steps(name.trim_end_matches('*'))).unwrap_or_default()
}

/// The mark that this command puts on the next letter, if it is an accent.
pub(super) fn accent(name: &str) -> Option<char> {
    let name = name.strip_prefix('\\').filter(|name| name.len() == 1)?;
    ACCENTS.find(name).and_then(|at| MARKS.chars().nth(at))
}
