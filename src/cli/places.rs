//! Places of the config file, the cache, visits, marks and phrases. Options or variables name them; the defaults follow
//! the XDG base directories and macOS conventions.

use std::env;
use std::path::{Path, PathBuf};

use documents::cache::CachePlace;

use super::args::Cli;

/// A place, or why there is none.
pub(crate) type Place = Result<PathBuf, &'static str>;

pub(crate) const OFF: &str = "off: its variable is empty";

/// Returns the place in the program's own variable, or else the usual place.
fn place_in_variable(variable: &str, usual: Option<PathBuf>) -> Place {
    match env::var_os(variable) {
        Some(place) if place.is_empty() => Err(OFF),
        Some(place) => Ok(place.into()),
        None => usual.ok_or("nowhere"),
    }
}

/// Returns the program's folder in an XDG directory. Without the variable, the directory is in the home of the user.
fn program_folder(variable: &str, [linux, mac]: [&str; 2]) -> Option<PathBuf> {
    let of_home = if cfg!(target_os = "macos") { mac } else { linux };
    let base = absolute_path_in_variable(variable)
        .or_else(|| Some(absolute_path_in_variable("HOME")?.join(of_home)));
    base.map(|base| base.join("shingle"))
}

/// Returns the path of `shingle/config.toml` in the user's configuration.
pub(crate) fn config_file() -> Option<PathBuf> {
    Some(program_folder("XDG_CONFIG_HOME", [".config"; 2])?.join("config.toml"))
}

/// Returns the place of the cache: `$SHINGLE_CACHE`, else in the user's caches.
pub(crate) fn cache_place() -> Place {
    let usual = program_folder("XDG_CACHE_HOME", [".cache", "Library/Caches"]);
    place_in_variable("SHINGLE_CACHE", usual)
}

fn data_place(name: &str) -> Option<PathBuf> {
    Some(
        program_folder("XDG_DATA_HOME", [".local/share", "Library/Application Support"])?
            .join(name),
    )
}

/// Returns the directory of visits: `$SHINGLE_STATE`, else in the user's state.
pub(crate) fn state_place() -> Place {
    let usual = match absolute_path_in_variable("XDG_STATE_HOME") {
        None if cfg!(target_os = "macos") => data_place("state"),
        _ => program_folder("XDG_STATE_HOME", [".local/state"; 2]),
    };
    place_in_variable("SHINGLE_STATE", usual)
}

/// Returns the file of marks: `$SHINGLE_DECISIONS`, else in the user's data.
pub(crate) fn marks_place() -> Place {
    place_in_variable("SHINGLE_DECISIONS", data_place("decisions.jsonl"))
}

/// Returns the directory of phrase lists: `$SHINGLE_PHRASES`, else in the user's data.
pub(crate) fn phrases_place() -> Place {
    place_in_variable("SHINGLE_PHRASES", data_place("phrases"))
}

/// Returns the path in a variable if absolute. The XDG specification ignores relative paths.
fn absolute_path_in_variable(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

impl Cli {
    /// Returns the log file: `--log`, else `$SHINGLE_LOG`.
    pub(crate) fn log_place(&self) -> Place {
        self.log.log.clone().map_or_else(|| place_in_variable("SHINGLE_LOG", None), Ok)
    }

    pub(crate) fn cache_place(&self, folder: Option<&Path>) -> Option<CachePlace> {
        let place = cache_place();
        let used = !self.cache.no_cache && place != Err(OFF);
        let read = folder.map(Path::to_path_buf);
        let limit = u64::from(self.cache.cache_size) << 20;
        used.then_some(CachePlace { directory: place.ok(), read, limit })
    }
}
