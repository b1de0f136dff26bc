//! Prints a config file that names every key and changes nothing, from the options.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::{Arg, ArgAction, CommandFactory as _, builder::PossibleValue};

use super::args::Cli;
use super::config::{HEADINGS, settable_options};
use shingle::base::wrap::join_and_wrap;

const HEAD: &str = "\
# A config file for shingle. Each setting is a comment with its default; take the `#`
# away and change it. `shingle config path` prints where this file belongs. The command line wins.
";
/// Examples for options without a default, as lines of a config file.
const EXAMPLES: &str = include_str!("examples.toml");
const KEYS_HEAD: &str = "
# ---- Keys of the screen ----

# What each key does, by the names in help. A key in this table does nothing else; other keys stay.
# \"off\" takes a key away.
#[keys]
";
/// Width in columns of a comment, without `# `.
const COLUMNS: usize = 97;

/// Returns a config file. `keys` has a line for each key of the screen.
pub(crate) fn default_config(keys: &str) -> String {
    let command = Cli::command();
    let mut text = HEAD.to_string();
    let mut seen = BTreeSet::new();
    for heading in HEADINGS {
        let _ = write!(text, "\n# ---- {heading} ----\n");
        for command in std::iter::once(&command).chain(command.get_subcommands()) {
            for option in
                settable_options(command).filter(|one| one.get_help_heading() == Some(heading))
            {
                if seen.insert(option.get_id().as_str().to_string()) {
                    describe_option(option, &mut text);
                }
            }
        }
    }
    text.push_str(KEYS_HEAD);
    for line in keys.lines() {
        match line.strip_prefix("# ") {
            Some(help) => write_comment(help, &mut text),
            None => {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    text
}

fn describe_option(option: &Arg, text: &mut String) {
    let name = option.get_long().unwrap_or_default();
    let help = option.get_long_help().or(option.get_help()).map(ToString::to_string);
    let help = help.unwrap_or_default();
    let (lead, stated, more) = match help.split_once(" [default: ") {
        Some((lead, rest)) => {
            let (default, more) = rest.split_once(']').unwrap_or((rest, ""));
            (lead, default.to_string(), more)
        }
        None => (&*help, String::new(), ""),
    };
    text.push('\n');
    for paragraph in [lead, more].iter().flat_map(|part| part.split("\n\n")) {
        write_comment(paragraph, text);
    }
    let values = option.get_possible_values();
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let takes_values = option.get_action().takes_values();
    if takes_values && !names.is_empty() {
        write_comment(&format!("One of: {}", names.join(", ")), text);
    }
    let declared = option.get_default_values().first().filter(|_| takes_values);
    let default = declared.map_or(stated, |value| value.to_string_lossy().into_owned());
    let mut examples = EXAMPLES.lines().filter_map(|line| line.split_once(" = "));
    let value = match (examples.find(|(one, _)| *one == name), option.get_action()) {
        (_, ArgAction::SetTrue) => "false".to_string(),
        (Some((_, example)), _) => {
            let default = if default.is_empty() { "none" } else { &default };
            write_comment(&format!("Default: {default}. An example:"), text);
            example.to_string()
        }
        // Numbers and names need no escapes.
        (None, _) if default.parse::<f64>().is_ok() => default,
        (None, _) => format!("\"{default}\""),
    };
    let _ = writeln!(text, "#{name} = {value}");
}

/// Writes a comment in lines of at most [`COLUMNS`].
fn write_comment(paragraph: &str, text: &mut String) {
    let words: Vec<String> = paragraph.split_whitespace().map(str::to_string).collect();
    for line in join_and_wrap(&words, " ", Some(COLUMNS), 0, 0).lines() {
        let _ = writeln!(text, "# {line}");
    }
}
