//! The options for how files are read: limits, and commands for formats of one's own. What goes beyond a limit is refused,
//! with a line that names the option.

use std::ffi::OsString;

use clap::Args;

use documents::Limits;
use documents::cache::CachePlace;
use shingle::engine::converters::Converter;
use shingle::engine::reader::{DocumentReader, ReaderSettings};
use shingle::folder::read::{LARGEST_FILE, SizeLimit};

use super::values::within;

/// Limits of what one file may be and become, and what reads formats of one's own.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Refuse files with more MiB [default: 256]
    #[arg(long, value_name = "MIB", value_parser = within(1..=1 << 20))]
    limit_file: Option<u32>,
    /// Refuse files whose text has more MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = within(1..=2048))]
    limit_text: Option<u32>,
    /// Refuse files whose text has more words [default: 10000000]
    #[arg(long, value_name = "N", value_parser = within(1..=u32::MAX))]
    limit_words: Option<u32>,
    /// Refuse archives, such as office files, with more entries [default: 10000]
    #[arg(long, value_name = "N", value_parser = within(1..=u32::MAX))]
    limit_entries: Option<u32>,
    /// Refuse packed files with an entry of more MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = within(1..=2048))]
    limit_entry: Option<u32>,
    /// Refuse packed files that unpack to more times their size [default: 100]
    #[arg(long, value_name = "N", value_parser = within(1..=u32::MAX))]
    limit_ratio: Option<u32>,
    /// Refuse files with more elements within each other [default: 512]
    #[arg(long, value_name = "N", value_parser = within(1..=10_000))]
    limit_depth: Option<u32>,
    /// Give up a file whose reader needs more seconds [default: 20]
    #[arg(long, value_name = "SECONDS", value_parser = within(1..=86_400))]
    limit_time: Option<u32>,
    /// Give up a file whose reader needs more MiB of memory [default: 1024]
    #[arg(long, value_name = "MIB", value_parser = within(128..=1 << 20))]
    limit_memory: Option<u32>,
    /// Turn files whose names match PATTERN into text by COMMAND, which reads the file from standard input, or at `{}`, and prints UTF-8; may be repeated
    #[arg(long = "converter", value_name = "PATTERN=COMMAND", value_parser = Converter::parse, help_heading = "Documents")]
    pub(crate) converters: Vec<Converter>,
}

impl LimitArgs {
    /// What reads files by these options. Child processes of `program` read formats, or this process does.
    pub(crate) fn reader(
        &self,
        program: Option<OsString>,
        cache: Option<CachePlace>,
    ) -> DocumentReader {
        let largest_file = mebibytes(self.limit_file).map_or(LARGEST_FILE, SizeLimit::option);
        let (limits, converters) = (self.resolve(), self.converters.clone());
        DocumentReader::new(ReaderSettings { largest_file, limits, program, converters, cache })
    }

    /// The limits that were set, by their names.
    pub(crate) fn said(&self) -> Vec<(&'static str, String)> {
        let all = [
            ("limit-file", self.limit_file),
            ("limit-text", self.limit_text),
            ("limit-words", self.limit_words),
            ("limit-entries", self.limit_entries),
            ("limit-entry", self.limit_entry),
            ("limit-ratio", self.limit_ratio),
            ("limit-depth", self.limit_depth),
            ("limit-time", self.limit_time),
            ("limit-memory", self.limit_memory),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?.to_string()))).collect()
    }

    /// The limits of what a file may become.
    pub(crate) fn resolve(&self) -> Limits {
        let usual = Limits::DEFAULT;
        let number = |asked: Option<u32>, usual| asked.map_or(usual, u64::from);
        Limits {
            text: mebibytes(self.limit_text).unwrap_or(usual.text),
            words: number(self.limit_words, usual.words),
            entries: number(self.limit_entries, usual.entries),
            entry: mebibytes(self.limit_entry).unwrap_or(usual.entry),
            ratio: number(self.limit_ratio, usual.ratio),
            depth: number(self.limit_depth, usual.depth),
            time: number(self.limit_time, usual.time),
            memory: mebibytes(self.limit_memory).unwrap_or(usual.memory),
        }
    }
}

fn mebibytes(asked: Option<u32>) -> Option<u64> {
    asked.map(|number| u64::from(number) << 20)
}
