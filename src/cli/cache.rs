//! Where the cache is and how much it may hold, from options and the environment.

use std::path::Path;

use documents::cache::CachePlace;

use super::args::{CacheArgs, Cli, CommandArgs};
use super::places::{self, NamedPlace};

impl CacheArgs {
    /// The place of the cache; `None` where none is wanted.
    fn place(&self, read: Option<&Path>) -> Option<CachePlace> {
        let directory = match places::cache() {
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
    pub(crate) fn folder_read(&self) -> Option<&Path> {
        match &self.command {
            // Two files are read, but no folder around them.
            None => self.folder.as_deref().filter(|_| self.more.is_empty()),
            Some(CommandArgs::Scan(asked)) => asked.documents.dir.as_deref(),
            Some(CommandArgs::Clusters(asked)) => asked.documents.dir.as_deref(),
            Some(CommandArgs::Query(asked)) => asked.documents.dir.as_deref(),
            Some(CommandArgs::Sources(asked)) => Some(&asked.folder.dir),
            Some(CommandArgs::Passages(asked)) => Some(&asked.folder.dir),
            Some(CommandArgs::Report(asked)) => Some(&asked.folder.dir),
            Some(CommandArgs::Sketch(asked)) => Some(&asked.folder.dir),
            Some(CommandArgs::Lab(asked)) => Some(&asked.folder.dir),
            Some(CommandArgs::View(asked)) => asked.root.as_deref(),
            Some(
                CommandArgs::Compare(_)
                | CommandArgs::Teach(_)
                | CommandArgs::Cache(_)
                | CommandArgs::Config(_),
            ) => None,
        }
    }
}
