//! Messages for a command line without a request, and for parser errors that lack a reason.

use std::ffi::OsString;
use std::iter;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _, Error};

use shingle::base::visible::make_visible;

use super::args::Cli;

/// Output of `shingle` alone, with the essentials for a start.
const START: &str = include_str!("start.txt");

/// Returns a text to replace the parser's own, if needed.
pub(crate) fn explain_error(error: &Error, typed: &[OsString]) -> Option<String> {
    let reason = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return Some(START.to_string()),
        ErrorKind::ArgumentConflict => explain_misplaced_argument(error)?,
        ErrorKind::MissingRequiredArgument => explain_swallowed_names(typed)?,
        ErrorKind::UnknownArgument => {
            explain_single_dash(typed).or_else(|| explain_foreign_option(error, typed))?
        }
        ErrorKind::ValueValidation => explain_single_dash(typed)?,
        ErrorKind::InvalidUtf8 => {
            let value = typed.iter().find(|part| part.to_str().is_none())?;
            format!(
                "{}: not UTF-8; only names of files may be in another encoding",
                value.display()
            )
        }
        _ => return None,
    };
    Some(format!("error: {reason}\n\nFor more information, try '--help'.\n"))
}

fn explain_misplaced_argument(error: &Error) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    Some(explain_command_after_arguments(typed).unwrap_or_else(|| {
        format!(
            "unexpected argument '{typed}': the screen takes one folder; a command comes first ({})",
            command_names().join(", ")
        )
    }))
}

/// Explains a command behind other arguments. `None` if the name is no command.
pub(crate) fn explain_command_after_arguments(name: &str) -> Option<String> {
    command_names().contains(&name.to_string()).then(|| {
        format!("`{name}` must come first: `shingle {name} …`, then its files and options")
    })
}

pub(crate) fn command_names() -> Vec<String> {
    Cli::command().get_subcommands().map(|one| one.get_name().to_string()).collect()
}

/// Options of other programs, each line with the equivalent option here.
const ELSEWHERE: &str = include_str!("foreign_options.txt");

fn explain_foreign_option(error: &Error, typed: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(named)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let name = named.split_once('=').map_or(&**named, |(name, _)| name);
    let dashed = name.replace('_', "-");
    let mut lines = ELSEWHERE.lines().filter_map(|line| line.split_once(" | "));
    let here = match lines.find(|(names, _)| names.split(' ').any(|one| one == dashed)) {
        Some((_, here)) => here,
        None if name.starts_with('-') => return explain_option_of_other_commands(name),
        None => match typed.get(1)?.to_str()? {
            "query" | "sources" => {
                "--in FOLDER or --sketches FILE for the other texts, and FILE:ID for a record"
            }
            "compare" => "two names; of records in two files, FILE:ID each",
            _ => return None,
        },
    };
    let verb = if here.starts_with("no ") { "there is" } else { "use" };
    Some(format!("unexpected argument '{name}'; {verb} {here}"))
}

/// Names the commands that take an option. `None` if no command takes it.
fn explain_option_of_other_commands(name: &str) -> Option<String> {
    let screen = Cli::command();
    let takes_it = |command: &&Command| {
        let mut options = command.get_arguments().filter(|option| !option.is_hide_set());
        options.any(|option| match name.strip_prefix("--") {
            Some(long) => option.get_long() == Some(long),
            None => name.chars().nth(1).is_some_and(|short| option.get_short() == Some(short)),
        })
    };
    let commands = screen.get_subcommands().filter(takes_it).map(Command::get_name);
    let of_screen = Some("the screen").filter(|_| takes_it(&&screen));
    let all: Vec<&str> = commands.chain(of_screen).collect();
    let (last, others) = all.split_last()?;
    let and = if others.is_empty() { "" } else { " and " };
    let others = others.join(", ");
    Some(format!("unexpected argument '{name}' found: it is an option of {others}{and}{last}"))
}

/// Explains a long name behind one dash, which was parsed as several short names.
fn explain_single_dash(typed: &[OsString]) -> Option<String> {
    let command = Cli::command();
    let commands = || iter::once(&command).chain(command.get_subcommands());
    typed.iter().find_map(|part| {
        let long =
            part.to_str()?.split('=').next()?.strip_prefix('-').filter(|name| name.len() > 1)?;
        let exists =
            commands().flat_map(Command::get_arguments).any(|one| one.get_long() == Some(long));
        exists.then(|| {
            format!("unexpected argument '-{long}' found: a long name has two dashes, --{long}")
        })
    })
}

/// Explains an option that took all following names, including the missing folder or files.
fn explain_swallowed_names(typed: &[OsString]) -> Option<String> {
    let option = ["--template", "--sketches"].into_iter().find(|option| {
        // A value after `=` ends the names.
        typed.iter().any(|part| part == option)
    })?;
    Some(format!(
        "a folder or file is missing, because {option} takes every following name; put {option} after the folder or file"
    ))
}

/// Makes the arguments in an error visible before rendering, because line breaks and colours would corrupt the message.
/// Removes misleading advice.
pub(crate) fn escape_arguments(error: &mut Error) {
    // The suggestion is about file names with a dash, which is seldom the problem.
    if error.kind() == ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
    }
    if let (Some(ContextValue::String(typed)), Some(ContextValue::String(meant))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::SuggestedArg))
        && !meant.starts_with(&**typed)
        && strsim::damerau_levenshtein(typed, meant) > 2
    {
        error.remove(ContextKind::SuggestedArg);
    }
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg] {
        if let Some(ContextValue::String(typed)) = error.get(kind) {
            let spelled_out = make_visible(typed).into_owned();
            error.insert(kind, ContextValue::String(spelled_out));
        }
    }
}
