//! The config file. Its keys are names of options, and each option checks its value. Parameters keep their lines for
//! errors; other values become defaults of options. A command ignores lines without effect.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command, CommandFactory as _};
use toml::de::{DeTable, DeValue};

use shingle::base::{nearest_name::suggest_nearest, path::DocPath, visible::make_visible};
use shingle::engine::OptionValue;
use shingle::folder::read::{LARGEST_FILE, read_named_file};
use shingle::pipeline::{Parameter, Values};

use super::{args::Cli, options::ConfigArgs, places, usage::escape_arguments};

/// Help headings of the options allowed in a config file.
pub(crate) const HEADINGS: [&str; 6] =
    ["Parameters", "Sketches", "Documents", "Limits", "Screen", "Cache"];
/// Name of the TOML table that binds keys.
const KEYS: &str = "keys";
pub(crate) struct Config {
    pub(crate) file: DocPath,
    lines: Vec<ConfigLine>,
    /// Lines of the config file that bind keys.
    pub(crate) keys: Vec<KeyLine>,
}

struct ConfigLine {
    name: String,
    /// Line from 1.
    line: usize,
    texts: Vec<OsString>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyLine {
    pub(crate) key: String,
    pub(crate) does: String,
    /// Line from 1.
    pub(crate) line: usize,
}

impl Config {
    /// Reads the file; `None` without a config file.
    ///
    /// # Errors
    /// File name, line and reason, as one line.
    pub(crate) fn read(args: &ConfigArgs) -> Result<Option<Self>, String> {
        // The default file need not exist.
        let place =
            config_place(args).filter(|(path, named_by)| !named_by.is_empty() || path.is_file());
        let Some((path, named_by)) = place else { return Ok(None) };
        let file = DocPath::new(&path);
        let content = read_named_file(&path, LARGEST_FILE)
            .map_err(|unread| format!("{named_by}{file}: {}", unread.message("a config file")))?;
        let text = String::from_utf8(content.bytes)
            .map_err(|_| format!("{file}: not UTF-8; save the config file as UTF-8"))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let lines = parse_config_lines(&text, folder, &Cli::command());
        let (lines, keys) = lines.map_err(|reason| format!("{file}:{reason}"))?;
        Ok(Some(Self { file, lines, keys }))
    }

    /// Makes the values of the config file the defaults of options, except values of parameters.
    pub(crate) fn set_defaults(&self, command: Command) -> Command {
        let with_default = |option: Arg| {
            let name = option.get_long().filter(|name| Parameter::from_name(name).is_none());
            let line = name.and_then(|name| self.lines.iter().find(|line| line.name == name));
            match line.filter(|_| is_settable(&option)) {
                Some(line) => option.default_values(line.texts.clone()),
                None => option,
            }
        };
        let names: Vec<String> =
            command.get_subcommands().map(|one| one.get_name().to_string()).collect();
        names.iter().fold(command.mut_args(with_default), |command, name| {
            command.mut_subcommand(name, |one| one.mut_args(with_default))
        })
    }

    /// Returns the values of parameters in the config file.
    pub(crate) fn toml_values(&self) -> impl Iterator<Item = OptionValue> {
        self.lines.iter().filter_map(|line| {
            let place = format!("{}:{}", self.file, line.line);
            let (parameter, texts) = (Parameter::from_name(&line.name)?, line.texts.clone());
            Some(OptionValue { parameter, texts, line: Some(place) })
        })
    }
}

/// Returns the path of the config file, even if missing, with the option or variable that names it. `None` if disabled
/// or without a home.
pub(crate) fn config_place(args: &ConfigArgs) -> Option<(PathBuf, &'static str)> {
    if args.no_config {
        return None;
    }
    if let Some(path) = &args.config {
        return Some((path.clone(), "--config "));
    }
    match env::var_os("SHINGLE_CONFIG") {
        // An empty name means no file, like `--no-config`.
        Some(path) => (!path.is_empty()).then(|| (path.into(), "SHINGLE_CONFIG=")),
        None => places::config_file().map(|path| (path, "")),
    }
}

/// Paths are relative to `folder`, the folder of the file.
fn parse_config_lines(
    text: &str,
    folder: &Path,
    command: &Command,
) -> Result<(Vec<ConfigLine>, Vec<KeyLine>), String> {
    let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(1, |span| line(span.start));
        format!("{at}: {}", error.message().lines().next().unwrap_or_default())
    })?;
    let keys = parse_key_lines(table.get_ref(), line)?;
    let mut lines = Vec::new();
    for (key, value) in table.get_ref().iter().filter(|(key, _)| **key.get_ref() != *KEYS) {
        let (at, name) = (line(key.span().start), key.get_ref().to_string());
        let texts = option_texts(&name, value.get_ref(), folder, command)
            .map_err(|reason| format!("{at}: {reason}"))?;
        lines.push(ConfigLine { name, line: at, texts });
    }
    lines.sort_by_key(|setting| setting.line);
    Ok((lines, keys))
}

fn parse_key_lines(
    file: &DeTable<'_>,
    line_at: impl Fn(usize) -> usize,
) -> Result<Vec<KeyLine>, String> {
    let Some((at, table)) = file.get_key_value(KEYS) else { return Ok(Vec::new()) };
    let table = table.get_ref().as_table().ok_or_else(|| {
        format!(
            "{}: {KEYS}: expected a table with lines such as \"e\" = \"editor\"",
            line_at(at.span().start)
        )
    })?;
    let mut lines = Vec::new();
    for (key, does) in table {
        let line = line_at(key.span().start);
        let does = does.get_ref().as_str().ok_or_else(|| {
            let key = make_visible(key.get_ref());
            format!("{line}: {KEYS}: {key}: expected the name of an action, such as \"editor\"")
        })?;
        lines.push(KeyLine { key: key.get_ref().to_string(), does: does.to_string(), line });
    }
    lines.sort_by_key(|line| line.line);
    Ok(lines)
}

/// Converts a value to arguments, checked by the option.
fn option_texts(
    name: &str,
    value: &DeValue<'_>,
    folder: &Path,
    command: &Command,
) -> Result<Vec<OsString>, String> {
    let all =
        || std::iter::once(command).chain(command.get_subcommands()).flat_map(settable_options);
    let Some(option) = all().find(|option| option.get_long() == Some(name)) else {
        let near = suggest_nearest(name, all().filter_map(Arg::get_long).map(Path::new));
        return Err(format!(
            "`{name}` is not a parameter; parameters have the names of the options, such as width = 4{near}"
        ));
    };
    let values = value_to_texts(value)
        .ok_or_else(|| format!("{name}: expected a text, a number, true or false"))?;
    let takes_several = option.get_num_args().is_some_and(|number| number.max_values() > 1)
        || matches!(option.get_action(), ArgAction::Append);
    if matches!(value, DeValue::Array(_)) && !takes_several {
        return Err(format!("{name}: expected one value, not a list"));
    }
    let is_flag = matches!(option.get_action(), ArgAction::SetTrue);
    if is_flag && !["true", "false"].contains(&values.concat().as_str()) {
        return Err(format!("{name}: expected true or false"));
    }
    let names = match Parameter::from_name(name) {
        None if name == "decisions" => Some(&[][..]),
        parameter => parameter.and_then(names_beside_files),
    };
    let is_file = |value: &str| names.is_some_and(|names| !names.contains(&value));
    let text = |value: String| {
        if is_file(&value) { folder.join(value).into_os_string() } else { value.into() }
    };
    let texts: Vec<OsString> = values.into_iter().map(text).collect();
    if !is_flag {
        check_value(option, &texts)?;
    }
    Ok(texts)
}

/// Returns the names that a parameter takes beside files, which are relative to the config file. `None` without files.
pub(crate) fn names_beside_files(parameter: Parameter) -> Option<&'static [&'static str]> {
    match parameter.values() {
        Values::File(_, names) => Some(names),
        Values::Files => Some(&["off"]),
        _ => None,
    }
}

pub(super) fn settable_options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|option| is_settable(option))
}

fn is_settable(option: &Arg) -> bool {
    option.get_long().is_some()
        && !option.is_hide_set()
        && option.get_help_heading().is_some_and(|heading| HEADINGS.contains(&heading))
}

/// Converts a value to command-line arguments, one per item of a list.
fn value_to_texts(value: &DeValue<'_>) -> Option<Vec<String>> {
    let text = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Some(text.to_string()),
        // A number too large for decimal is rejected by the option.
        DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| Some(number.to_string()), |read| Some(read.to_string())),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(value) => Some(value.to_string()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::Array(_) | DeValue::Table(_) => None,
    };
    match value {
        DeValue::Array(all) => all.iter().map(|one| text(one.get_ref())).collect(),
        one => Some(vec![text(one)?]),
    }
}

fn check_value(option: &Arg, texts: &[OsString]) -> Result<(), String> {
    let lead = OsString::from(format!("--{}", option.get_long().unwrap_or_default()));
    let with_value = |text: &OsString| [&*lead, text].join(OsStr::new("="));
    let parts: Vec<OsString> = if option.get_num_args().is_some_and(|all| all.min_values() > 1) {
        [&[lead], texts].concat()
    } else {
        texts.iter().map(with_value).collect()
    };
    Command::new("config")
        .no_binary_name(true)
        .color(clap::ColorChoice::Never)
        .args_override_self(true)
        .arg(option.clone())
        .try_get_matches_from(parts)
        .map(|_| ())
        .map_err(|mut error| {
            escape_arguments(&mut error);
            let text = error.render().to_string();
            // clap prints the possible values on a separate line.
            let reason = text.rsplit_once("\n\nFor more").map_or(&*text, |(reason, _)| reason);
            let lines: Vec<&str> =
                reason.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            lines.join(" ").trim_start_matches("error: ").to_string()
        })
}
