//! The documents list the program's own commands, parameters and presets. `UPDATE_DOCS=1 cargo test docs` writes these
//! lists; without it, the tests compare them. Commands in the documents are parsed as the program parses them.

use std::{collections::BTreeMap, collections::BTreeSet, fmt::Write as _};

use clap::{Arg, Command, CommandFactory as _, Parser as _};
use serde_json::Value;
use shingle::{pipeline::Parameters, pipeline::Params, pipeline::Preset};

use crate::cli::{args::Cli, config::HEADINGS, parse::refuse_options_without_effect};
use crate::tui::keys;
use crate::tui::tests::{docs::hold_between, docs::keys_of, docs::root, docs::spanned};

/// The documents that name commands and options.
const DOCUMENTS: &str = "README.md docs/guide.md docs/concepts.md docs/commands.md docs/parameters.md \
    docs/files.md docs/measures.md docs/json.md docs/clean-a-collection.md docs/evaluation.md \
    assets/demo-README.md assets/lesson/README.md";
/// Options of other programs that the documents mention.
const OF_OTHERS: [&str; 7] =
    ["--locked", "--release", "--path", "--profile", "--bench", "--shingle", "--threads"];

/// The command line with what clap adds to it.
fn built() -> Command {
    let mut command = Cli::command();
    command.build();
    command
}

/// The command line of the screen, and those of the commands.
fn all(command: &Command) -> impl Iterator<Item = &Command> {
    std::iter::once(command).chain(command.get_subcommands().filter(|one| one.get_name() != "help"))
}

fn is_kept_by_config(arg: &Arg) -> bool {
    arg.get_help_heading().is_some_and(|heading| HEADINGS.contains(&heading))
}

/// The visible options, and arguments without a name.
fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    let own = |arg: &&Arg| !["help", "version"].contains(&arg.get_id().as_str());
    command.get_arguments().filter(|arg| !arg.is_hide_set()).filter(own)
}

/// An option as it is typed: `-w`, `--width`.
fn typed(arg: &Arg) -> String {
    let Some(long) = arg.get_long() else {
        return format!("`{}`", value_name(arg));
    };
    let short = arg.get_short().map_or_else(String::new, |short| format!("`-{short}`, "));
    format!("{short}`--{long}`")
}

fn value_name(arg: &Arg) -> String {
    arg.get_value_names().unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// The values of an option: their names, or a placeholder.
fn values(arg: &Arg) -> String {
    if !arg.get_action().takes_values() || arg.get_long().is_none() {
        return String::new();
    }
    let names: Vec<String> =
        arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if names.is_empty() { format!("`{}`", value_name(arg)) } else { names.join(", ") }
}

/// What an option does, and its default.
fn described(arg: &Arg) -> (String, String) {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let (lead, default) = match help.split_once(" [default: ") {
        Some((lead, default)) => (lead.to_string(), default.trim_end_matches(']').to_string()),
        None => (help.clone(), String::new()),
    };
    let long = arg.get_long_help().map(ToString::to_string).unwrap_or_default();
    let more = long.strip_prefix(&help).unwrap_or_default().trim();
    let given = arg.get_default_values().first().filter(|_| arg.get_action().takes_values());
    let default = given.map_or(default, |value| value.to_string_lossy().into_owned());
    let sentences = format!("{}. {more}", lead.trim_end_matches('.'));
    (one_line(sentences.trim()), default)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An item of a list of options: names, values with the default among them, and help.
fn item(arg: &Arg) -> String {
    let (help, default) = described(arg);
    let (values, named) = (values(arg), format!("`{default}`"));
    let values = if default.is_empty() {
        values
    } else if values.split(", ").any(|value| value == named) {
        let marked = values
            .split(", ")
            .map(|value| if value == named { format!("**{value}**") } else { value.to_string() });
        marked.collect::<Vec<_>>().join(", ")
    } else {
        format!("{values} ({default})").trim_start().to_string()
    };
    let space = if values.is_empty() { "" } else { " " };
    format!("{}{space}{values}: {help}", typed(arg))
}

#[test]
fn the_reference_lists_every_command_with_its_own_options() {
    let command = built();
    // What several commands take in the same way, with their names.
    let mut common: Vec<(String, Vec<String>)> = Vec::new();
    for one in all(&command) {
        for arg in shown(one).filter(|arg| one.get_name() == "shingle" || !arg.is_global_set()) {
            if is_kept_by_config(arg) {
                continue;
            }
            let (line, name) = (item(arg), format!("`{}`", one.get_name()));
            match common.iter_mut().find(|(other, _)| *other == line) {
                Some((_, names)) => names.push(name),
                None => common.push((line, vec![name])),
            }
        }
    }
    common.retain(|(_, names)| names.len() > 1);
    let mut text = String::new();
    for one in all(&command) {
        let name = one.get_name();
        let title =
            if name == "shingle" { "shingle FOLDER".into() } else { format!("shingle {name}") };
        let about = one.get_about().map(ToString::to_string).unwrap_or_default();
        let about = about.trim_end_matches('.');
        let _ = writeln!(text, "### `{title}`\n\n{about}.\n");
        let own: String = shown(one)
            // Global options are listed with the screen only.
            .filter(|arg| !is_kept_by_config(arg) && (name == "shingle" || !arg.is_global_set()))
            .map(item)
            .filter(|line| common.iter().all(|(other, _)| other != line))
            .fold(String::new(), |all, line| format!("{all}- {line}\n"));
        if !own.is_empty() {
            let _ = writeln!(text, "{own}");
        }
    }
    text.push_str("### Options of several commands\n\n");
    for (line, names) in &common {
        let names = if names.len() > 5 { "most commands".into() } else { names.join(", ") };
        let _ = writeln!(text, "- {line} In {names}.");
    }
    hold_between("docs/commands.md", "commands", &text);
}

/// The title of the section of a help heading. The section above the tables has the name of the first one.
fn titled(heading: &str) -> &str {
    match heading {
        "Parameters" => "Comparison",
        "Limits" => "Limits of files",
        heading => heading,
    }
}

#[test]
fn the_reference_lists_every_parameter() {
    let command = built();
    let mut text = String::new();
    let mut seen = BTreeSet::new();
    for heading in HEADINGS {
        let with_keys = !["Documents", "Limits", "Screen", "Cache"].contains(&heading);
        let _ = writeln!(text, "### {}\n", titled(heading));
        for arg in all(&command).flat_map(shown) {
            let is_here = arg.get_help_heading() == Some(heading);
            if !is_here || !seen.insert(arg.get_id().as_str()) {
                continue;
            }
            let keys = keys_of(arg.get_long().unwrap()).filter(|_| with_keys);
            let keys = keys.map_or_else(String::new, |keys| format!(" Keys: {}.", spanned(keys)));
            let _ = writeln!(text, "- {}{keys}", item(arg));
        }
        text.push('\n');
    }
    hold_between("docs/parameters.md", "parameters", &text);
}

/// Parameters by their names, as JSON has them.
fn named(params: &Params) -> BTreeMap<String, Value> {
    serde_json::from_value(serde_json::to_value(Parameters::new(params)).unwrap()).unwrap()
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::String(text) => format!("`{text}`"),
        other => format!("`{other}`"),
    }
}

#[test]
fn the_reference_lists_what_every_preset_sets() {
    let defaults = named(&Params::defaults());
    let presets: Vec<_> = Preset::ALL
        .iter()
        .map(|(name, preset)| (*name, named(&Params::from_preset(*preset))))
        .collect();
    let mut text = String::from("| parameter | default |");
    for (name, _) in &presets {
        let _ = write!(text, " `{name}` |");
    }
    let _ = writeln!(text, "\n|---|---|{}", "---|".repeat(presets.len()));
    for (name, default) in defaults.iter().filter(|(name, _)| *name != "preset") {
        if presets.iter().all(|(_, preset)| &preset[name] == default) {
            continue;
        }
        let _ = write!(text, "| `{name}` | {} |", written(default));
        for (_, preset) in &presets {
            let same = &preset[name] == default;
            let _ =
                write!(text, " {} |", if same { String::new() } else { written(&preset[name]) });
        }
        text.push('\n');
    }
    hold_between("docs/parameters.md", "presets", &text);
}

#[test]
fn the_defaults_that_help_tells_are_those_of_the_program() {
    let command = built();
    let defaults = named(&Params::defaults());
    let mut checked = 0;
    for (name, value) in &defaults {
        let arg = command.get_arguments().find(|arg| arg.get_long() == Some(name)).unwrap();
        let (_, described) = described(arg);
        if !value.is_null() && !value.is_array() {
            assert_eq!(described, written(value).trim_matches('`'), "--{name}");
            checked += 1;
        }
    }
    assert!(checked >= 14, "only {checked} defaults were compared");
}

fn document(name: &str) -> String {
    #[allow(clippy::disallowed_methods)]
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// The content of the code blocks of a language: ```` ```sh ````.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = None;
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(named), None) => inside = Some(named == language),
            (None, Some(true)) => found.push(line.to_string()),
            (None, _) => {}
        }
    }
    found
}

/// Commands of the program: lines of shell blocks, and code within sentences.
fn commands(text: &str) -> Vec<String> {
    let spans = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let spans = spans.filter(|span| !span.contains(['<', '[', '…'])).map(String::from);
    let lines = blocks(text, "sh").into_iter().chain(spans);
    let of_program = lines.filter_map(|line| {
        let line = line.split(" #").next().unwrap().trim();
        let line = line.strip_prefix("cargo run -- ").or(line.strip_prefix("shingle "))?;
        Some(line.split(['|', '>']).next().unwrap().to_string())
    });
    of_program.collect()
}

#[test]
fn every_command_that_the_documents_name_is_taken() {
    let mut checked = 0;
    for name in DOCUMENTS.split(' ') {
        for line in commands(&document(name)) {
            // A sentence may just name a command.
            if Cli::command().find_subcommand(line.trim()).is_some() {
                continue;
            }
            let parts = line.split_whitespace().map(|part| part.trim_matches(['\'', '"']));
            let parsed = Cli::try_parse_from(std::iter::once("shingle").chain(parts));
            match parsed {
                Ok(cli) => assert_eq!(
                    refuse_options_without_effect(&cli),
                    Ok(()),
                    "{name}: shingle {line}"
                ),
                Err(error) => assert_eq!(error.exit_code(), 0, "{name}: shingle {line}: {error}"),
            }
            checked += 1;
        }
    }
    assert!(checked >= 20, "only {checked} commands were found");
}

/// The options in a text: two hyphens and a letter, outside of words and lines.
fn options(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("--") {
        let before = text.get(..at).unwrap().chars().next_back().unwrap_or(' ');
        let rest = text.get(at + 2..).unwrap();
        let end =
            rest.find(|one: char| !one.is_ascii_lowercase() && !one.is_ascii_digit() && one != '-');
        let name = text.get(at..at + 2 + end.unwrap_or(rest.len())).unwrap();
        if name.len() > 3
            && !before.is_alphanumeric()
            && !"-#!/".contains(before)
            && !rest.starts_with('-')
        {
            found.insert(name);
        }
    }
    found
}

#[test]
fn every_option_that_the_documents_name_is_one() {
    let command = built();
    let known: BTreeSet<String> = all(&command)
        .flat_map(Command::get_arguments)
        .filter_map(Arg::get_long)
        .map(|long| format!("--{long}"))
        .collect();
    let mut checked = 0;
    for name in DOCUMENTS.split(' ') {
        let text = document(name);
        for option in options(&text) {
            assert!(known.contains(option) || OF_OTHERS.contains(&option), "{name}: {option}");
            checked += 1;
        }
    }
    assert!(checked > known.len(), "only {checked} options were found");
}

#[test]
fn every_line_of_a_config_file_that_the_documents_show_names_a_parameter() {
    let command = built();
    let mut checked = 0;
    for name in DOCUMENTS.split(' ') {
        for line in blocks(&document(name), "toml") {
            let Some((key, value)) = line.split_once(" = ") else { continue };
            // A key of the screen.
            if key.starts_with('"') {
                let does = [format!(" = {value}\n"), format!(": {value}\n")];
                let described = keys::list_keys_as_config_lines();
                assert!(
                    value == "\"off\"" || does.iter().any(|does| described.contains(does)),
                    "{name}: {line}"
                );
                continue;
            }
            let mut args = all(&command).flat_map(Command::get_arguments);
            let known = args.any(|arg| arg.get_long() == Some(key) && is_kept_by_config(arg));
            assert!(known, "{name}: {line}");
            checked += 1;
        }
    }
    assert!(checked > 2, "only {checked} lines were found");
}
