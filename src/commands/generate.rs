//! `shingle --generate`: completions for shells, and the man page, both made from the options. It installs nothing.

pub(crate) mod man_page;

use std::io::Write as _;

use clap::{Arg, Command, CommandFactory as _};
use clap_complete::{Shell, generate};

use crate::cli::args::Cli;
use crate::cli::args::program::Generated;
use crate::commands::Done;
use crate::printer::out::{Out, Stop};

/// Prints what was asked for.
pub(crate) fn run(what: Generated) -> Result<Done, Stop> {
    let mut out = Out::new();
    out.write_all(&made(what)?)?;
    out.flush()?;
    Ok(Done::Nothing)
}

/// The completions, or the man page.
fn made(what: Generated) -> Result<Vec<u8>, Stop> {
    let shell = match what {
        Generated::Bash => Shell::Bash,
        Generated::Zsh => Shell::Zsh,
        Generated::Fish => Shell::Fish,
        Generated::PowerShell => Shell::PowerShell,
        Generated::ManPage => return Ok(man_page::written()?),
    };
    let mut text = Vec::new();
    generate(shell, &mut shown(&Cli::command()), "shingle", &mut text);
    Ok(text)
}

/// The command with what its help shows. Options that decide nothing in a command are parsed, so that they can be refused with
/// a reason; nobody is to choose them.
fn shown(command: &Command) -> Command {
    let options = command.get_arguments().filter(|option| !option.is_hide_set());
    let mut shown = Command::new(command.get_name().to_string())
        .subcommand_negates_reqs(command.is_subcommand_negates_reqs_set())
        .args_conflicts_with_subcommands(command.is_args_conflicts_with_subcommands_set())
        .about(command.get_about().cloned().unwrap_or_default())
        .args(options.map(|option: &Arg| option.clone().hide_short_help(false)))
        .subcommands(command.get_subcommands().map(self::shown));
    if let Some(version) = command.get_version() {
        shown = shown.version(version.to_string());
    }
    if let Some(usage) = command.get_overridden_usage() {
        shown = shown.override_usage(usage.clone());
    }
    shown
}
