//! The man page: one for the program with all of its commands. Of a command it lists what the screen does not have.

use std::io;

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use crate::cli::args::Cli;
use crate::cli::config::HEADINGS;

/// The usage of the screen, and of the commands.
const USAGE: &str = "shingle [OPTIONS] FOLDER\nshingle [OPTIONS] A B\nshingle COMMAND [OPTIONS] …";
/// What the commands have in common.
const COMMANDS: &str = "A command takes the options of the sections below that decide something in it, and refuses the others. \
These are its own. `shingle COMMAND --help` lists them all.";
/// Variables of the environment, with what they name.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("SHINGLE_CONFIG", "The config file; empty for none."),
    ("SHINGLE_CACHE", "The directory of the cache; empty for none."),
    ("SHINGLE_STATE", "The directory of what visits leave for the next; empty for none."),
    ("SHINGLE_DECISIONS", "The file of marks and notes; empty for none."),
    ("SHINGLE_PHRASES", "The directory of the lists of phrases; empty for none."),
    ("NO_COLOR", "If it is set and not empty, the screen has no colours."),
];

/// The page.
pub(super) fn written() -> io::Result<Vec<u8>> {
    let mut whole =
        super::shown(&Cli::command()).override_usage(USAGE).disable_help_subcommand(true);
    whole.build();
    let page = Man::new(whole.clone());
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    let mut section = Roff::new();
    section.control("SH", ["COMMANDS"]).text([roman(COMMANDS)]);
    section.to_writer(&mut text)?;
    for command in whole.get_subcommands() {
        describe(command, &mut text)?;
    }
    page.render_options_section(&mut text)?;
    environment().to_writer(&mut text)?;
    notes().to_writer(&mut text)?;
    Ok(text)
}

/// A command with its own options.
fn describe(command: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut section = Roff::new();
    section.control("SS", [command.get_name()]).text([bold(usage)]);
    section.control("PP", []).text([roman(format!("{about}."))]);
    section.to_writer(text)?;
    let own = command.clone().mut_args(|option| {
        let heading = option.get_help_heading().unwrap_or_default();
        let is_common =
            option.is_global_set() || option.get_id() == "help" || HEADINGS.contains(&heading);
        option.hide(is_common).help_heading(None::<&str>)
    });
    let mut options = Vec::new();
    Man::new(own).render_options_section(&mut options)?;
    let options = String::from_utf8_lossy(&options).replace(".SH OPTIONS\n", "");
    text.extend_from_slice(options.as_bytes());
    Ok(())
}

fn environment() -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["ENVIRONMENT"]);
    for (name, what) in ENVIRONMENT {
        section.control("TP", []).text([italic(name)]).text([roman(what)]);
    }
    section
}

/// What stands below the options of `--help`: examples, then sentences.
fn notes() -> Roff {
    let mut section = Roff::new();
    let end = Cli::command().get_after_long_help().map(ToString::to_string).unwrap_or_default();
    for part in end.split("\n\n") {
        if let Some(examples) = part.strip_prefix("Examples:\n") {
            section.control("SH", ["EXAMPLES"]).control("nf", []).text([roman(examples)]);
            section.control("fi", []).control("SH", ["NOTES"]);
        } else {
            section.control("PP", []).text([roman(part)]);
        }
    }
    section
}
