//! Where the cache is and how much it may hold, and where the state of visits is, from options and the environment.

use std::env;
use std::path::{Path, PathBuf};

use shingle::cache::text_cache::CachePlace;

use super::args::{CacheArgs, Cli, CommandArgs};
use super::places;

/// The directory of the cache, as the environment names it: `$SHINGLE_CACHE`, else the usual place of the system.
pub(crate) enum NamedPlace {
    /// This one.
    At(PathBuf),
    /// `SHINGLE_CACHE` is empty: none is wanted.
    Off,
    /// The environment names no place.
    Nowhere,
}

impl NamedPlace {
    /// The directory that the environment names.
    pub(crate) fn named() -> Self {
        if let Some(path) = env::var_os("SHINGLE_CACHE") {
            // An empty name means none, like `--no-cache`.
            return if path.is_empty() { Self::Off } else { Self::At(path.into()) };
        }
        places::cache().map_or(Self::Nowhere, Self::At)
    }
}

/// The directory of the state of visits, as the environment names it; `None` where none is wanted or named.
pub(crate) fn state_directory() -> Option<PathBuf> {
    if let Some(path) = env::var_os("SHINGLE_STATE") {
        return (!path.is_empty()).then(|| path.into());
    }
    places::state()
}

impl CacheArgs {
    /// The place of the cache; `None` where none is wanted.
    fn place(&self, read: Option<&Path>) -> Option<CachePlace> {
        let directory = match NamedPlace::named() {
            NamedPlace::Off => return None,
            NamedPlace::At(path) => Some(path),
            NamedPlace::Nowhere => None,
        };
        let read = read.map(Path::to_path_buf);
        let limit = u64::from(self.cache_size) << 20;
        (!self.no_cache).then_some(CachePlace { directory, read, limit })
    }
}

impl Cli {
    /// The place of the cache for this run; `None` where none is wanted.
    pub(crate) fn cache_place(&self) -> Option<CachePlace> {
        self.cache.place(self.folder_read())
    }

    /// The folder that is read, if there is one.
    fn folder_read(&self) -> Option<&Path> {
        match &self.command {
            None => self.folder.as_deref(),
            Some(CommandArgs::Scan(asked)) => asked.documents.dir.as_deref(),
            Some(CommandArgs::Clusters(asked)) => asked.documents.dir.as_deref(),
            Some(CommandArgs::Query(asked)) => asked.documents.dir.as_deref(),
            Some(CommandArgs::Sources(asked)) => Some(&asked.folder.dir),
            Some(CommandArgs::Sketch(asked)) => Some(&asked.folder.dir),
            Some(CommandArgs::Lab(asked)) => Some(&asked.folder.dir),
            Some(
                CommandArgs::Compare(_)
                | CommandArgs::Teach(_)
                | CommandArgs::Cache(_)
                | CommandArgs::Config(_),
            ) => None,
        }
    }
}
