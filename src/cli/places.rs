//! Where the config file, the cache, the state of visits and decisions are unless something else is named, by the XDG base directories and
//! the habits of macOS. It looks at the environment alone.

use std::env;
use std::path::PathBuf;

/// `shingle/config.toml` among the user's configuration.
pub(crate) fn config_file() -> Option<PathBuf> {
    let base = absolute("XDG_CONFIG_HOME").or_else(|| at_home(".config"));
    base.map(|base| base.join("shingle").join("config.toml"))
}

/// The cache among the user's caches.
pub(crate) fn cache() -> Option<PathBuf> {
    let of_home = if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" };
    let base = absolute("XDG_CACHE_HOME").or_else(|| at_home(of_home));
    base.map(|base| base.join("shingle"))
}

/// The state of visits among what the user's programs keep.
pub(crate) fn state() -> Option<PathBuf> {
    if let Some(base) = absolute("XDG_STATE_HOME") {
        return Some(base.join("shingle"));
    }
    let of_home = if cfg!(target_os = "macos") {
        "Library/Application Support/shingle/state"
    } else {
        ".local/state/shingle"
    };
    at_home(of_home)
}

/// The file of decisions: `$SHINGLE_DECISIONS`, else among what the user's programs keep.
pub(crate) fn decisions() -> Option<PathBuf> {
    if let Some(file) = env::var_os("SHINGLE_DECISIONS") {
        // An empty name means none.
        return (!file.is_empty()).then(|| file.into());
    }
    if let Some(base) = absolute("XDG_DATA_HOME") {
        return Some(base.join("shingle").join("decisions.jsonl"));
    }
    let of_home = if cfg!(target_os = "macos") {
        "Library/Application Support/shingle/decisions.jsonl"
    } else {
        ".local/share/shingle/decisions.jsonl"
    };
    at_home(of_home)
}

fn at_home(place: &str) -> Option<PathBuf> {
    Some(absolute("HOME")?.join(place))
}

/// The value of a variable, if it is an absolute path. The XDG specification says to ignore any other.
fn absolute(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}
