//! The config file. Its parameters have the names of the options, and are parsed as options before the command line.
//! Names, values and errors are those of the options. A line that decides nothing in a command is ignored there.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::de::{DeInteger, DeTable, DeValue};

use shingle::base::path::DocPath;
use shingle::base::visible::visible;
use shingle::folder::read::{LARGEST_FILE, read_named};
use shingle::pipeline::parameters::catalogue::Parameter;

use super::args::{Cli, ConfigArgs};
use super::error::spell_out;
use super::key_lines::{KEYS, KeyLine, key_lines};
use super::places;

/// The help headings of the options that a config file may set.
pub(crate) const HEADINGS: [&str; 7] =
    ["Parameters", "Sketches", "Clusters", "Documents", LIMITS, "Screen", "Cache"];
/// The table of named sets.
pub(crate) const SETS: &str = "sets";
/// The heading of options that hold for every file that is read.
const LIMITS: &str = "Limits";
/// Parameters whose value may be a file, which is searched beside the config file, with their values that are not
/// files.
pub(crate) const FILES: [(Parameter, &[&str]); 4] = [
    (Parameter::StopWords, &["on", "inside", "off", "php-shingles"]),
    (Parameter::StopWordsAdd, &[]),
    (Parameter::Template, &["off"]),
    (Parameter::Phrases, &["own", "off"]),
];

/// The command line with the lines of the config file.
pub(crate) struct Configured {
    /// The lines of the file followed by the command line, which so wins.
    pub(crate) all: Vec<OsString>,
    /// Parameters whose value is a file named in the config file, with the line that names it: `config.toml:3`.
    pub(crate) places: Vec<(Parameter, String)>,
    /// Parameters that the set of `--set` gives.
    pub(crate) of_set: Vec<Parameter>,
    /// The user's own keys.
    pub(crate) keys: Vec<KeyLine>,
    /// The name of the file.
    pub(crate) file: DocPath,
}

/// The command line with the lines of the config file; `None` without a config file. `alone` is the command line,
/// parsed.
///
/// # Errors
/// One line with the file's name, the line and what is wrong.
pub(crate) fn with_config(
    command: &Command,
    typed: &[OsString],
    alone: &Cli,
) -> Result<Option<Configured>, String> {
    let Some((path, named_by)) = chosen(typed) else {
        return match &alone.config.set {
            None => Ok(None),
            Some(name) => Err(format!(
                "--set {name}: there is no config file that could have it; `shingle config path` says where one goes"
            )),
        };
    };
    let file = DocPath::new(&path);
    let content = read_named(&path, LARGEST_FILE)
        .map_err(|unread| format!("{named_by}{file}: {}", unread.message("a config file")))?;
    let text = String::from_utf8(content.bytes)
        .map_err(|_| format!("{file}: not UTF-8; save the config file as UTF-8"))?;
    let said = settings(&text, &path, command).map_err(|reason| format!("{file}:{reason}"))?;
    let keys = said.keys.clone();
    let (settings, of_set) = match &alone.config.set {
        None => (said.lines, Vec::new()),
        Some(name) => said.with_set(name).map_err(|reason| format!("{file}: {reason}"))?,
    };

    let place = typed.iter().skip(1).position(|part| !part.as_encoded_bytes().starts_with(b"-"));
    let subcommand = place.and_then(|at| command.find_subcommand(typed.get(at + 1)?));
    let asked = subcommand.unwrap_or(command);
    let at = subcommand.and(place).map_or(1, |at| at + 2);
    let is_typed = |name: &str| {
        let is_it = |part: &str| {
            part == name || part.strip_prefix(name).is_some_and(|value| value.starts_with('='))
        };
        typed.iter().filter_map(|part| part.to_str()).any(is_it)
    };
    let (task, from_files) = (alone.task(), alone.has_sketch_files());
    let preset = alone.asks(Parameter::Preset);
    let (before, behind) = typed.split_at(at.min(typed.len()));
    let mut all = before.to_vec();
    let mut places = Vec::new();
    for ConfigLine { name, line, parts } in settings {
        let is_global = option(command, &name).is_some_and(Arg::is_global_set);
        let Some(found) = option(asked, &name).or(option(command, &name).filter(|_| is_global))
        else {
            continue;
        };
        // The values of the command line take the place of a list, as of any other value.
        if Parameter::named(&name).is_none()
            && matches!(found.get_action(), ArgAction::Append)
            && is_typed(&format!("--{name}"))
        {
            continue;
        }
        let is_limit = found.get_help_heading() == Some(LIMITS) || name == "converter";
        let parameter = Parameter::named(&name);
        let has_part = match parameter {
            Some(parameter) => {
                parameter.unused(task).is_none()
                    && !(preset && parameter.is_of_presets())
                    && !(from_files && parameter.is_in_sketch_files())
            }
            // An option for reading a folder or for the screen, unless it holds for everything.
            None => is_limit || is_global || !from_files,
        };
        if has_part {
            all.extend(parts);
            if let Some(parameter) = parameter.filter(|one| names_of_no_file(*one).is_some())
                && !is_typed(&format!("--{name}"))
            {
                places.push((parameter, format!("{file}:{line}")));
            }
        }
    }
    all.extend_from_slice(behind);
    Ok(Some(Configured { all, places, of_set, keys, file }))
}

/// The config file with what named it, or the default one if it exists; `None` without any.
fn chosen(typed: &[OsString]) -> Option<(PathBuf, &'static str)> {
    let mut parts = typed.iter().skip(1).take_while(|part| *part != "--");
    while let Some(part) = parts.next() {
        if part == "--no-config" {
            return None;
        }
        if part == "--config" {
            return parts.next().map(|path| (PathBuf::from(path), "--config "));
        }
        if let Some(path) = part.to_str().and_then(|part| part.strip_prefix("--config=")) {
            return Some((PathBuf::from(path), "--config "));
        }
    }
    if let Some(path) = env::var_os("SHINGLE_CONFIG") {
        // An empty name means none, like `--no-config`.
        return (!path.is_empty()).then(|| (PathBuf::from(path), "SHINGLE_CONFIG="));
    }
    let usual = places::config_file();
    usual.filter(|path| path.is_file()).map(|path| (path, ""))
}

/// Where the config file is, also if there is none yet; `None` where none is wanted or the environment names no place.
pub(crate) fn place(asked: &ConfigArgs) -> Option<PathBuf> {
    if asked.no_config {
        return None;
    }
    let named = asked.config.clone().or_else(|| env::var_os("SHINGLE_CONFIG").map(PathBuf::from));
    match named {
        Some(path) => (!path.as_os_str().is_empty()).then_some(path),
        None => places::config_file(),
    }
}

/// A line of the config file.
struct ConfigLine {
    name: String,
    /// The number of the line, from 1.
    line: usize,
    /// The same as command-line arguments.
    parts: Vec<OsString>,
}

/// What a config file says.
struct ConfigFile {
    /// The lines above all tables.
    lines: Vec<ConfigLine>,
    /// The sets by their names.
    sets: Vec<(String, Vec<ConfigLine>)>,
    keys: Vec<KeyLine>,
}

impl ConfigFile {
    /// The lines that hold with this set: its own, then those of the file that it leaves as they are. A preset in the set
    /// replaces all parameters of the file that presets set.
    fn with_set(self, name: &str) -> Result<(Vec<ConfigLine>, Vec<Parameter>), String> {
        let Self { mut lines, mut sets, keys: _ } = self;
        let Some(at) = sets.iter().position(|(one, _)| one == name) else {
            let known: Vec<&str> = sets.iter().map(|(name, _)| &**name).collect();
            let known = if known.is_empty() {
                format!("it has none; a table [{SETS}.{name}] makes one")
            } else {
                format!("it has {}", known.join(", "))
            };
            return Err(format!("no set `{name}`: {known}"));
        };
        let (_, set) = sets.swap_remove(at);
        let has_preset = set.iter().any(|line| line.name == Parameter::Preset.name());
        let given = |parameter: &Parameter| {
            has_preset && parameter.is_of_presets()
                || set.iter().any(|line| line.name == parameter.name())
        };
        let of_set: Vec<Parameter> = Parameter::ALL.iter().copied().filter(given).collect();
        lines.retain(|line| {
            let is_of_set = Parameter::named(&line.name).is_some_and(|one| of_set.contains(&one));
            !is_of_set && set.iter().all(|other| other.name != line.name)
        });
        lines.extend(set);
        Ok((lines, of_set))
    }
}

/// The lines of the file. Each value is checked by the option of its name.
fn settings(text: &str, path: &Path, command: &Command) -> Result<ConfigFile, String> {
    let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(1, |span| line(span.start));
        let key = key_of(text, at).map_or_else(String::new, |key| format!("{key}: "));
        match error.message().lines().next().unwrap_or_default() {
            "duplicate key" => format!("{at}: {key}duplicate key; leave one of these lines out"),
            reason => format!("{at}: {key}{reason}"),
        }
    })?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let lines = |table: &DeTable<'_>, within: &str| -> Result<Vec<ConfigLine>, String> {
        let mut lines = Vec::new();
        for (key, value) in table
            .iter()
            .filter(|(key, _)| !within.is_empty() || ![SETS, KEYS].contains(&&**key.get_ref()))
        {
            let (at, name) = (line(key.span().start), key.get_ref().to_string());
            let parts = arguments(&name, value.get_ref(), beside, command)
                .map_err(|reason| format!("{at}: {within}{reason}"))?;
            lines.push(ConfigLine { name, line: at, parts });
        }
        lines.sort_by_key(|setting| setting.line);
        Ok(lines)
    };
    let mut sets = Vec::new();
    if let Some((key, named)) = table.get_ref().get_key_value(SETS) {
        let not_named = || {
            format!("{}: {SETS}: expected tables such as [{SETS}.strict]", line(key.span().start))
        };
        for (name, set) in named.get_ref().as_table().ok_or_else(not_named)? {
            let set = set.get_ref().as_table().ok_or_else(not_named)?;
            let name = name.get_ref().to_string();
            let lines = lines(set, &format!("{SETS}.{}: ", visible(&name)))?;
            sets.push((name, lines));
        }
    }
    let keys = key_lines(table.get_ref(), line)?;
    Ok(ConfigFile { lines: lines(table.get_ref(), "")?, sets, keys })
}

/// A key and its value as command-line arguments, checked by the option of its name.
fn arguments(
    name: &str,
    value: &DeValue<'_>,
    beside: &Path,
    command: &Command,
) -> Result<Vec<OsString>, String> {
    let found = std::iter::once(command)
        .chain(command.get_subcommands())
        .find_map(|command| option(command, name));
    let Some(option) = found else {
        return Err(format!(
            "`{name}` is no parameter; they are named as the options, such as width = 4"
        ));
    };
    let values =
        values(value).ok_or_else(|| format!("{name}: expected a text, a number, true or false"))?;
    let takes_several = option.get_num_args().is_some_and(|number| number.max_values() > 1)
        || matches!(option.get_action(), ArgAction::Append);
    if matches!(value, DeValue::Array(_)) && !takes_several {
        return Err(format!("{name}: expected one value, not a list"));
    }
    let mut parts = Vec::new();
    for value in values {
        match (option.get_action(), value.as_str()) {
            (ArgAction::SetTrue, "true") => parts.push(format!("--{name}").into()),
            (ArgAction::SetTrue, "false") => {}
            (ArgAction::SetTrue, _) => return Err(format!("{name}: expected true or false")),
            _ => parts.push(part(name, &value, beside)),
        }
    }
    if option.get_num_args().is_some_and(|number| number.min_values() > 1) {
        parts = together(name, &parts);
    }
    tried(option, &parts)?;
    Ok(parts)
}

/// The key of a line, as the file has it.
fn key_of(text: &str, line: usize) -> Option<&str> {
    let key = text.lines().nth(line.checked_sub(1)?)?.split_once('=')?.0.trim();
    (!key.is_empty()).then_some(key)
}

/// The option with this name, if a config file may set it.
fn option<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    options(command).find(|arg| arg.get_long() == Some(name))
}

/// The options of a command that a config file may set.
pub(super) fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| {
        arg.get_long().is_some()
            && !arg.is_hide_set()
            && arg.get_help_heading().is_some_and(|heading| HEADINGS.contains(&heading))
    })
}

/// A value as command-line arguments: one, or for a list each of its items.
fn values(value: &DeValue<'_>) -> Option<Vec<String>> {
    let one = match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => decimal(number),
        DeValue::Float(number) => plain(number.as_str()),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Array(all) => {
            let all = all.iter().map(|one| match one.get_ref() {
                DeValue::Array(_) => None,
                one => values(one)?.pop(),
            });
            return all.collect();
        }
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Table(_) => return None,
    };
    Some(vec![one])
}

/// A whole number in decimal, as options take it. A number that is too large stays as it is, and the option refuses it.
fn decimal(number: &DeInteger<'_>) -> String {
    let read = u64::from_str_radix(number.as_str(), number.radix());
    read.map_or_else(|_| number.to_string(), |read| read.to_string())
}

/// A decimal number without sign, `_` and exponent, as options take it. Anything else stays as it is, and the option
/// refuses it.
fn plain(float: &str) -> String {
    let read = float.replace('_', "").parse::<f64>().ok().filter(|read| read.is_finite());
    read.map_or_else(|| float.to_string(), |read| read.to_string())
}

/// The values of a parameter that are not files; `None` for a parameter that takes no file.
fn names_of_no_file(parameter: Parameter) -> Option<&'static [&'static str]> {
    FILES.iter().find(|(one, _)| *one == parameter).map(|(_, names)| *names)
}

/// An option with its value. A file's path is taken relative to `beside`, the folder of the config file.
fn part(name: &str, value: &str, beside: &Path) -> OsString {
    let mut part = OsString::from(format!("--{name}="));
    let others = Parameter::named(name).and_then(names_of_no_file);
    let is_file = name == "decisions" || others.is_some_and(|others| !others.contains(&value));
    part.push(if is_file { beside.join(value).into_os_string() } else { value.into() });
    part
}

/// An option with several values, from parts with one each.
fn together(name: &str, parts: &[OsString]) -> Vec<OsString> {
    let lead = format!("--{name}");
    let values =
        parts.iter().filter_map(|part| part.to_str()?.strip_prefix(&lead)?.strip_prefix('='));
    std::iter::once(OsString::from(&lead)).chain(values.map(OsString::from)).collect()
}

/// Checks whether the option takes this value.
fn tried(option: &Arg, parts: &[OsString]) -> Result<(), String> {
    let program = OsStr::new("config");
    Command::new("config")
        .color(clap::ColorChoice::Never)
        .args_override_self(true)
        .arg(option.clone())
        .try_get_matches_from(std::iter::once(program).chain(parts.iter().map(OsString::as_os_str)))
        .map(|_| ())
        .map_err(|mut error| {
            spell_out(&mut error);
            let text = error.render().to_string();
            // clap puts the possible values on a line of their own.
            let said = text.rsplit_once("\n\nFor more").map_or(&*text, |(said, _)| said);
            let lines: Vec<&str> =
                said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            lines.join(" ").trim_start_matches("error: ").to_string()
        })
}
