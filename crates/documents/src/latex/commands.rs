//! Looks up LaTeX commands in `commands.txt`. Each command has a string of steps for the reader.

use std::{collections::HashMap, sync::LazyLock};

/// Steps by name of a command, by name of an environment in brackets, or by characters with another printed form.
static STEPS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("commands.txt").lines().filter(|line| !line.starts_with("# "));
    let entries = lines.filter_map(|line| line.split_once(' '));
    entries.flat_map(|(steps, names)| names.split(' ').map(move |name| (name, steps))).collect()
});

/// Accent commands, each followed by the combining mark for the next letter.
const ACCENTS: &str = "`'^~=u.\"rHvGdckbt";
const MARKS: &str = "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30a}\u{30b}\u{30c}\u{30f}\u{323}\u{327}\u{328}\u{331}\u{361}";

/// Returns true for a command of letters, false for a command of one sign.
pub(super) fn is_letters_only(name: &str) -> bool {
    name.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// Returns the steps for a command such as `\emph`, in the letters of `commands.txt`.
pub(super) fn steps_of_command(name: &str) -> &'static str {
    match STEPS.get(name) {
        Some(steps) => steps,
        None if name.trim_end() == "\\" => "s",
        // A hyphenation point or similar sign prints nothing.
        None if !is_letters_only(name) => "",
        // References such as `\cite`, `\autocites`, `\eqref` and `\cref` have arguments without text.
        None if name.contains("cite") || name.contains("Cite") || name.ends_with("ref") => "d",
        // A command without text, such as `\bfseries`, consumes the space after it. Between two words, TeX has already
        // printed the space before it.
        None => "bk",
    }
}

/// Returns the characters that a command or ligature prints, or `None` if other steps apply.
pub(super) fn printed_form(name: &str) -> Option<&'static str> {
    STEPS.get(name)?.strip_prefix('=')
}

pub(super) fn steps_of_environment(name: &str) -> &'static str {
    let steps = |name: &str| STEPS.get(format!("{{{name}}}").as_str()).copied();
    steps(name).or_else(|| steps(name.trim_end_matches('*'))).unwrap_or_default()
}

/// Returns the combining mark of an accent command, such as U+0301 for `\'`, or `None` for other commands.
pub(super) fn combining_accent(name: &str) -> Option<char> {
    let name = name.strip_prefix('\\').filter(|name| name.len() == 1)?;
    ACCENTS.find(name).and_then(|at| MARKS.chars().nth(at))
}
